//! Pictures of Arboretum: a table with both play areas, hands and discard piles.

use super::protocol::Picture;
use super::{Look, Paint, Scene, Style};
use crate::arboretum::{Arboretum, Card, PlayArea, Species, State, SubTurn, View};
use crate::diagnostics::escape::excerpt;
use crate::games::Seat;
use crate::notation::plural;

/// How many characters of a name are shown.
const NAME: usize = 24;

/// What lies before one player.
struct Side<'a> {
    title: String,
    to_move: bool,
    hand: Vec<Option<Card>>,
    discard: &'a [Card],
    area: &'a PlayArea,
}

impl Picture for Arboretum {
    fn draw_view(view: &View, look: &Look) -> Scene {
        let sides = [
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
        ];
        table(view.turn, Some(view.sub_turn), view.deck, &sides, look)
    }

    fn draw_state(state: &State, players: [&str; 2], look: &Look) -> Scene {
        let sides = Seat::BOTH.map(|seat| Side {
            title: excerpt(players[seat], NAME),
            to_move: !state.is_over() && state.mover() == seat,
            hand: state.hands()[seat].cards().iter().copied().map(Some).collect(),
            discard: state.discards()[seat].cards(),
            area: &state.areas()[seat],
        });
        let sub_turn = (!state.is_over()).then_some(state.sub_turn());
        table(state.turn(), sub_turn, state.deck().cards().len(), &sides, look)
    }
}

/// Draws the table. Without a step of the turn the game is over.
fn table(turn: u32, sub_turn: Option<SubTurn>, deck: usize, sides: &[Side<'_>; 2], look: &Look) -> Scene {
    let step = match sub_turn {
        None => "the game is over",
        Some(SubTurn::FirstDraw) => "first draw",
        Some(SubTurn::SecondDraw) => "second draw",
        Some(SubTurn::Play) => "play a card",
        Some(SubTurn::Discard) => "discard a card",
    };
    let mut scene = Scene::new();
    scene.line().put(format!("Turn {turn}: {step}"), Style::BOLD);
    scene.put(format!("   deck {}", plural(deck, "card")), Style::PLAIN);
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
    // The pile can grow long; its last cards are those that count.
    let hidden = of.discard.len().saturating_sub(DISCARDS);
    if hidden > 0 {
        scene.put(format!("{hidden} {} ", look.pick("…", "...")), Style::FAINT);
    }
    cards(&mut scene, of.discard[hidden..].iter().copied().map(Some), look);
    scene.below(area(of.area));
    scene
}

/// How many cards of a discard pile are shown.
const DISCARDS: usize = 6;

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

/// The play area, x to the right and y upwards, with its coordinates.
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

/// Returns a colour for each species; the letter says the same.
fn style(card: Card) -> Style {
    Style::on(
        Paint::Black,
        match card.species() {
            Species::Jacaranda => Paint::Purple,
            Species::RoyalPoinciana => Paint::Red,
            Species::Cherry => Paint::Sky,
            Species::Maple => Paint::Orange,
            Species::Oak => Paint::Green,
            Species::Willow => Paint::Yellow,
        },
    )
}
