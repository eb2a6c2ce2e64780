//! Pictures of Arboretum: the play areas, hands and discard piles of both players.

use super::picture::{Board, Cell, Flow, Form, Glyph, Node, Picture, Piece, SIDE};
use super::protocol::Pictured;
use super::{Paint, Style};
use crate::arboretum::{Arboretum, Card, PlayArea, Species, State, SubTurn, View, score};
use crate::diagnostics::escape::excerpt;
use crate::games::Seat;
use crate::notation::plural;

/// Names longer than this, in characters, are shortened.
const NAME: usize = 24;
/// Only this many cards at the end of a discard pile are shown.
const DISCARDS: usize = 6;

impl Pictured for Arboretum {
    fn of_view(view: &View) -> Picture {
        let hands = [known(view.hand.cards()), view.opponent_hand.clone()];
        let side = |seat: Seat| {
            let area = &view.areas[seat];
            (
                view.active == (seat == Seat::First),
                cards(&hands[seat], view.discards[seat].cards(), area, area),
            )
        };
        let heading = heading(view.turn, Some(view.sub_turn), view.deck);
        table(heading, ["You", &view.opponent], Seat::BOTH.map(side))
    }

    fn of_state(state: &State, players: [&str; 2]) -> Picture {
        let side = |seat| (!state.is_over() && state.mover() == seat, player(state, state, seat).node);
        table(progress(state), players, Seat::BOTH.map(side))
    }
}

/// Draws a player's hand, discard pile and play area. The play area is as large as in the state `last`, so that it
/// keeps its size while a game is replayed.
pub(super) fn player(state: &State, last: &State, seat: Seat) -> Picture {
    let (hand, discard) = (known(state.hands()[seat].cards()), state.discards()[seat].cards());
    cards(&hand, discard, &state.areas()[seat], &last.areas()[seat]).into()
}

/// Returns two texts for a state: the turn and its current step, and the number of cards in the deck.
pub(super) fn progress(state: &State) -> [String; 2] {
    let sub_turn = (!state.is_over()).then_some(state.sub_turn());
    heading(state.turn(), sub_turn, state.deck().cards().len())
}

fn known(cards: &[Card]) -> Vec<Option<Card>> {
    cards.iter().copied().map(Some).collect()
}

/// Returns two texts: the turn and its current step, and the number of cards in the deck. `sub_turn` is `None` if the
/// game is over.
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

/// Puts both players side by side if there is room. For each player, `sides` contains whether the player is to move,
/// and the drawing of the player's cards.
fn table([step, deck]: [String; 2], players: [&str; 2], sides: [(bool, Node); 2]) -> Picture {
    let heading = vec![Piece::Words(step, Style::BOLD), Piece::Words(format!("   {deck}"), Style::PLAIN)];
    let classes = ["player first", "player second"];
    let sides = players.into_iter().zip(sides).zip(classes).map(|((name, (to_move, cards)), class)| {
        let mark = Piece::Words(if to_move { "▶ " } else { "  " }.to_owned(), Style::PLAIN);
        let title = Node::Line(vec![mark, Piece::Words(excerpt(name, NAME), Style::BOLD)]);
        Node::Parts(Flow::Column, vec![title, cards]).grouped(class)
    });
    Node::Parts(Flow::Apart, vec![Node::Line(heading), Node::Parts(Flow::Shelf(4), sides.collect())]).into()
}

/// Draws a hand, a discard pile and a play area. The drawn play area has room for every card of the play area `whole`.
fn cards(hand: &[Option<Card>], discard: &[Card], area: &PlayArea, whole: &PlayArea) -> Node {
    // The pile can be long, but only its last cards matter.
    let hidden = discard.len().saturating_sub(DISCARDS);
    let label = if hidden > 0 { format!("  discard {hidden} … ") } else { "  discard ".to_owned() };
    let discard = row(&label, &known(&discard[hidden..]));
    Node::Parts(Flow::Column, vec![row("  hand    ", hand), discard, self::area(area, whole)])
}

fn row(label: &str, cards: &[Option<Card>]) -> Node {
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

/// Returns the cell for a card or, without a card, for the back of an unknown card. Both the colour and the letter of a
/// card show its species.
fn cell(card: Option<Card>) -> Cell {
    match card {
        Some(card) => Cell::on(format!("card-{card}"), card.to_string(), colour(card.species())),
        None => Cell { paint: Some(Paint::Grey), style: Style::FAINT, ..Cell::new("back", Glyph::Hidden) },
    }
}

const fn colour(species: Species) -> Paint {
    [Paint::Purple, Paint::Red, Paint::Blue, Paint::Dark, Paint::Green, Paint::Yellow][species as usize]
}

/// Draws a play area and its coordinates. The picture is large enough for every card in the area `whole`. Images also
/// show the best path of each species, if it scores points. The x axis points to the right, and the y axis points
/// upwards.
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
