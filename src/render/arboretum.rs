//! Pictures of Arboretum: the play areas, hands and discard piles of both players.

use super::picture::{Board, Cell, Flow, Form, Glyph, Node, Picture, Piece, SIDE};
use super::protocol::Pictured;
use super::{Paint, Style};
use crate::arboretum::{Arboretum, Card, PlayArea, Species, State, SubTurn, View, score};
use crate::diagnostics::escape::excerpt;
use crate::games::Seat;
use crate::notation::plural;

/// The maximum number of characters shown of a name.
const NAME: usize = 24;
/// The maximum number of cards shown of a discard pile.
const DISCARDS: usize = 6;

struct Side<'a> {
    title: String,
    to_move: bool,
    hand: Vec<Option<Card>>,
    discard: &'a [Card],
    area: &'a PlayArea,
}

impl Pictured for Arboretum {
    fn of_view(view: &View) -> Picture {
        let titles = ["You".to_owned(), excerpt(&view.opponent, NAME)];
        let hands = [known(view.hand.cards()), view.opponent_hand.clone()];
        let sides = Seat::BOTH.map(|seat| Side {
            title: titles[seat].clone(),
            to_move: view.active == (seat == Seat::First),
            hand: hands[seat].clone(),
            discard: view.discards[seat].cards(),
            area: &view.areas[seat],
        });
        table(heading(view.turn, Some(view.sub_turn), view.deck), sides)
    }

    fn of_state(state: &State, players: [&str; 2]) -> Picture {
        table(progress(state), sides_of_state(state, players))
    }
}

/// Draws a player's cards. The play area has room for all cards that it contains in the state `last`.
pub(super) fn player(state: &State, last: &State, seat: Seat) -> Picture {
    sides_of_state(state, [""; 2])[seat].node(&last.areas()[seat]).into()
}

/// Describes the current step of the turn, and the deck.
pub(super) fn progress(state: &State) -> [String; 2] {
    let sub_turn = (!state.is_over()).then_some(state.sub_turn());
    heading(state.turn(), sub_turn, state.deck().cards().len())
}

fn sides_of_state<'a>(state: &'a State, players: [&str; 2]) -> [Side<'a>; 2] {
    Seat::BOTH.map(|seat| Side {
        title: excerpt(players[seat], NAME),
        to_move: !state.is_over() && state.mover() == seat,
        hand: known(state.hands()[seat].cards()),
        discard: state.discards()[seat].cards(),
        area: &state.areas()[seat],
    })
}

fn known(cards: &[Card]) -> Vec<Option<Card>> {
    cards.iter().copied().map(Some).collect()
}

/// Returns two texts: the turn and its step, and the number of cards in the deck. `sub_turn` is `None` if the game is
/// over.
fn heading(turn: u32, sub_turn: Option<SubTurn>, deck: usize) -> [String; 2] {
    let step = match sub_turn {
        None => "the game is over",
        Some(SubTurn::FirstDraw) => "first draw",
        Some(SubTurn::SecondDraw) => "second draw",
        Some(SubTurn::Play) => "play a card",
        Some(SubTurn::Discard) => "discard a card",
    };
    [format!("Turn {turn}: {step}"), format!("deck {}", plural(deck, "card"))]
}

fn table([step, deck]: [String; 2], sides: [Side<'_>; 2]) -> Picture {
    let heading = vec![Piece::Words(step, Style::BOLD), Piece::Words(format!("   {deck}"), Style::PLAIN)];
    let [first, second] = sides.map(|side| {
        let mark = Piece::Words(if side.to_move { "▶ " } else { "  " }.to_owned(), Style::PLAIN);
        let title = Node::Line(vec![mark, Piece::Words(side.title.clone(), Style::BOLD)]);
        Node::Parts(Flow::Column, vec![title, side.node(side.area)])
    });
    let sides = vec![first.grouped("player first"), second.grouped("player second")];
    Node::Parts(Flow::Apart, vec![Node::Line(heading), Node::Parts(Flow::Shelf(4), sides)]).into()
}

impl Side<'_> {
    /// Draws the hand, the discard pile and the play area. The play area has room for all cards of the area `whole`.
    fn node(&self, whole: &PlayArea) -> Node {
        let hand = cards("  hand    ", &self.hand);
        // The pile can be long, but only its last cards matter.
        let hidden = self.discard.len().saturating_sub(DISCARDS);
        let label = if hidden > 0 { format!("  discard {hidden} … ") } else { "  discard ".to_owned() };
        let discard = cards(&label, &known(&self.discard[hidden..]));
        Node::Parts(Flow::Column, vec![hand, discard, area(self.area, whole)])
    }
}

fn cards(label: &str, cards: &[Option<Card>]) -> Node {
    let mut line = vec![Piece::Words(label.to_owned(), Style::FAINT)];
    for (index, card) in cards.iter().enumerate() {
        if index > 0 {
            line.push(Piece::Words(" ".to_owned(), Style::PLAIN));
        }
        line.push(Piece::Cell(cell(*card), SIDE));
    }
    if cards.is_empty() {
        line.push(Piece::Words("none".to_owned(), Style::FAINT));
    }
    Node::Line(line)
}

/// Returns the cell for a card, or for the back of an unknown card. Both the colour and the letter of a card show its
/// species.
fn cell(card: Option<Card>) -> Cell {
    match card {
        Some(card) => Cell::on(format!("card-{card}"), card.to_string(), colour(card.species())),
        None => Cell { paint: Some(Paint::Grey), style: Style::FAINT, ..Cell::new("back", Glyph::Hidden) },
    }
}

const fn colour(species: Species) -> Paint {
    [Paint::Purple, Paint::Red, Paint::Blue, Paint::Dark, Paint::Green, Paint::Yellow][species as usize]
}

/// Draws a play area with its coordinates. It has room for all cards of the area `whole`. Images also show, for each
/// species that scores points, its best path. The x axis points to the right, and the y axis points upwards.
fn area(area: &PlayArea, whole: &PlayArea) -> Node {
    let bounds = |axis: usize| {
        let along = || whole.cards().iter().map(move |placed| i32::from(placed.at[axis]));
        Some((along().min()?, along().max()?))
    };
    let (Some((left, right)), Some((bottom, top))) = (bounds(0), bounds(1)) else {
        return Node::words("  nothing played", Style::FAINT);
    };
    let size = [(top - bottom + 1) as usize, (right - left + 1) as usize];
    let mut board = Board::new(Form::Area([left, top]), size, SIDE);
    let at = |[x, y]: [i8; 2]| [top - i32::from(y), i32::from(x) - left];
    for placed in area.cards() {
        let [row, column] = at(placed.at);
        let place = Some(placed.at.map(i32::from));
        board.cells.push(Cell { place, ..cell(Some(placed.card)).at(row, column) });
    }
    for path in score::best_paths(area) {
        let place = |card: &Card| area.cards().iter().find(|placed| placed.card == *card);
        let points: Vec<_> = path.cards.iter().filter_map(place).map(|placed| at(placed.at)).collect();
        if path.score > 0 && points.len() >= 2 {
            board.paths.push((Some(colour(path.species)), points));
        }
    }
    Node::Board(board)
}
