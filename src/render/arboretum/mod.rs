//! Pictures of Arboretum: a table with both play areas, hands and discard piles.

mod figure;

use crate::arboretum::{Arboretum, Card, PlayArea, Species, State, SubTurn, View};
use crate::diagnostics::escape::excerpt;
use crate::games::Seat;
use crate::notation::plural;
use crate::render::figure::Figure;
use crate::render::protocol::Picture;
use crate::render::{Look, Paint, Scene, Style};

/// The maximum number of characters of a name that are shown.
const NAME: usize = 24;

/// The cards of one player: the hand, the discard pile and the play area.
pub(in crate::render) struct Side<'a> {
    pub(in crate::render) title: String,
    pub(in crate::render) to_move: bool,
    pub(in crate::render) hand: Vec<Option<Card>>,
    pub(in crate::render) discard: &'a [Card],
    pub(in crate::render) area: &'a PlayArea,
}

impl Picture for Arboretum {
    fn draw_view(view: &View, look: &Look) -> Scene {
        table(view.turn, Some(view.sub_turn), view.deck, &sides_of_view(view), look)
    }

    fn draw_state(state: &State, players: [&str; 2], look: &Look) -> Scene {
        let sub_turn = (!state.is_over()).then_some(state.sub_turn());
        let deck = state.deck().cards().len();
        table(state.turn(), sub_turn, deck, &sides_of_state(state, players), look)
    }

    fn view_figure(view: &View) -> Figure {
        let heading = heading(view.turn, Some(view.sub_turn), view.deck);
        figure::table(&heading, &sides_of_view(view))
    }

    fn state_figure(state: &State, players: [&str; 2]) -> Figure {
        let sub_turn = (!state.is_over()).then_some(state.sub_turn());
        let heading = heading(state.turn(), sub_turn, state.deck().cards().len());
        figure::table(&heading, &sides_of_state(state, players))
    }
}

fn sides_of_view(view: &View) -> [Side<'_>; 2] {
    [
        Side {
            title: "You".to_owned(),
            to_move: view.active,
            hand: view.hand.cards().iter().copied().map(Some).collect(),
            discard: view.discards[0].cards(),
            area: &view.areas[0],
        },
        Side {
            title: excerpt(&view.opponent, NAME),
            to_move: !view.active,
            hand: view.opponent_hand.clone(),
            discard: view.discards[1].cards(),
            area: &view.areas[1],
        },
    ]
}

fn sides_of_state<'a>(state: &'a State, players: [&str; 2]) -> [Side<'a>; 2] {
    Seat::BOTH.map(|seat| Side {
        title: excerpt(players[seat], NAME),
        to_move: !state.is_over() && state.mover() == seat,
        hand: state.hands()[seat].cards().iter().copied().map(Some).collect(),
        discard: state.discards()[seat].cards(),
        area: &state.areas()[seat],
    })
}

/// Draws the cards of one player. The play area has room for the cards that it has in the state `last`.
pub(super) fn player(state: &State, last: &State, seat: Seat) -> Figure {
    figure::side(&sides_of_state(state, [""; 2])[seat], &last.areas()[seat])
}

/// Describes the step of the turn and the deck in one line.
pub(super) fn status(state: &State) -> String {
    let sub_turn = (!state.is_over()).then_some(state.sub_turn());
    let [step, deck] = heading(state.turn(), sub_turn, state.deck().cards().len());
    format!("{step}; {}", deck.trim_start())
}

/// Returns the two parts of a heading. The first part contains the number and the step of the turn, and the second part
/// contains the number of cards in the deck. If `sub_turn` is `None`, the game is over.
fn heading(turn: u32, sub_turn: Option<SubTurn>, deck: usize) -> [String; 2] {
    let step = match sub_turn {
        None => "the game is over",
        Some(SubTurn::FirstDraw) => "first draw",
        Some(SubTurn::SecondDraw) => "second draw",
        Some(SubTurn::Play) => "play a card",
        Some(SubTurn::Discard) => "discard a card",
    };
    [format!("Turn {turn}: {step}"), format!("   deck {}", plural(deck, "card"))]
}

/// Draws the table. If `sub_turn` is `None`, the game is over.
fn table(turn: u32, sub_turn: Option<SubTurn>, deck: usize, sides: &[Side<'_>; 2], look: &Look) -> Scene {
    let mut scene = Scene::new();
    let [step, deck] = heading(turn, sub_turn, deck);
    scene.line().put(step, Style::BOLD);
    scene.put(deck, Style::PLAIN);
    scene.line();
    let [mut left, right] = sides.each_ref().map(|one| side(one, look));
    if left.width() + 4 + right.width() <= look.width {
        left.beside(right, 4);
    } else {
        left.line();
        left.below(right);
    }
    scene.below(left);
    scene
}

fn side(of: &Side<'_>, look: &Look) -> Scene {
    let mut scene = Scene::new();
    let mark = if of.to_move { look.pick("▶ ", "> ") } else { "  " };
    scene.line().put(mark, Style::PLAIN).put(of.title.clone(), Style::BOLD);
    scene.line().put("  hand    ", Style::FAINT);
    cards(&mut scene, of.hand.iter().copied(), look);
    scene.line().put("  discard ", Style::FAINT);
    // The pile can become long, and only its last cards are important.
    let hidden = of.discard.len().saturating_sub(DISCARDS);
    if hidden > 0 {
        scene.put(format!("{hidden} {} ", look.pick("…", "...")), Style::FAINT);
    }
    cards(&mut scene, of.discard[hidden..].iter().copied().map(Some), look);
    scene.below(area(of.area));
    scene
}

/// The maximum number of cards of a discard pile that are shown.
pub(in crate::render) const DISCARDS: usize = 6;

fn cards(scene: &mut Scene, cards: impl Iterator<Item = Option<Card>>, look: &Look) {
    let mut any = false;
    for card in cards {
        if any {
            scene.put(" ", Style::PLAIN);
        }
        any = true;
        match card {
            Some(card) => scene.put(card.to_string(), style(card)),
            None => scene.put(look.pick("▒▒", "??"), Style::FAINT),
        };
    }
    if !any {
        scene.put("none", Style::FAINT);
    }
}

/// Draws a play area with its coordinates. The x axis points to the right, and the y axis points upwards.
fn area(area: &PlayArea) -> Scene {
    let mut scene = Scene::new();
    let places = || area.cards().iter().map(|placed| placed.at);
    let bounds = |axis: usize| {
        let along = || places().map(move |at| at[axis]);
        Some((along().min()?, along().max()?))
    };
    let (Some((left, right)), Some((bottom, top))) = (bounds(0), bounds(1)) else {
        scene.line().put("  nothing played", Style::FAINT);
        return scene;
    };
    for y in (bottom..=top).rev() {
        scene.line().put(format!("{y:>5} "), Style::FAINT);
        for x in left..=right {
            scene.put(" ", Style::PLAIN);
            match area.cards().iter().find(|placed| placed.at == [x, y]) {
                Some(placed) => scene.put(placed.card.to_string(), style(placed.card)),
                None => scene.put(" .", Style::FAINT),
            };
        }
    }
    let numbers: String = (left..=right).map(|x| format!("{x:>3}")).collect();
    scene.line().put(format!("      {numbers}"), Style::FAINT);
    scene
}

/// Returns the style of a card. The background shows the species of the card. The letter of the card also shows the
/// species.
fn style(card: Card) -> Style {
    let paint = ground(card);
    Style::on(paint.ink(), paint)
}

/// Returns the colour of the species of a card.
pub(in crate::render) const fn ground(card: Card) -> Paint {
    match card.species() {
        Species::Jacaranda => Paint::Purple,
        Species::RoyalPoinciana => Paint::Red,
        Species::Cherry => Paint::Blue,
        Species::Maple => Paint::Dark,
        Species::Oak => Paint::Green,
        Species::Willow => Paint::Yellow,
    }
}
