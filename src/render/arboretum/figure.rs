//! The figures of Arboretum: a table with both hands, discard piles and play areas, and the paths that score points.

use super::{DISCARDS, Side, ground};
use crate::arboretum::{Card, PlayArea, score};
use crate::render::Paint;
use crate::render::figure::{Anchor, Figure, Glyph, Outline, SIDE, Tile};
use std::borrow::Cow;

/// The space between two cards of a play area, in units.
const GAP: i32 = 12;
/// The distance between the middles of two adjacent cards of a play area, in units.
const PITCH: i32 = SIDE + GAP;

/// Draws the table. The heading shows the turn and the number of cards in the deck.
pub(super) fn table(heading: &[String; 2], sides: &[Side<'_>; 2]) -> Figure {
    let mut both = Figure::new();
    for (one, class) in sides.iter().zip(["player first", "player second"]) {
        let mark = if one.to_move { "▶ " } else { "" };
        let side = side(one, one.area).headed(format!("{mark}{}", one.title));
        both.beside(side.grouped(class), 2 * SIDE);
    }
    both.headed(heading.concat())
}

/// Draws the hand, the discard pile and the play area of one player. There is room for all cards of the area `whole`.
pub(super) fn side(of: &Side<'_>, whole: &PlayArea) -> Figure {
    let mut figure = cards(of.hand.iter().copied()).headed("hand");
    let hidden = of.discard.len().saturating_sub(DISCARDS);
    let title = if hidden > 0 { format!("discard (and {hidden} more)") } else { "discard".to_owned() };
    figure.below(cards(of.discard[hidden..].iter().copied().map(Some)).headed(title), 16);
    figure.below(area(of.area, whole), 24);
    figure
}

fn cards(cards: impl Iterator<Item = Option<Card>>) -> Figure {
    let mut figure = Figure::new();
    for (index, card) in (0..).zip(cards) {
        figure.put_tile(tile(card, (index * (SIDE + 4), 0), None));
    }
    if figure.is_empty() { Figure::text("none", 2) } else { figure }
}

/// Returns the tile for a card. If `card` is `None`, the tile is the back of a card.
fn tile(card: Option<Card>, at: (i32, i32), place: Option<[i32; 2]>) -> Tile {
    let (class, paint, letters) = match card {
        Some(card) => (Cow::Owned(format!("card-{card}")), ground(card), card.to_string()),
        None => ("back".into(), Paint::Grey, "?".to_owned()),
    };
    let glyph = Glyph::Letters(letters);
    Tile {
        at,
        side: SIDE,
        outline: Outline::Square,
        place,
        origin: None,
        class,
        paint: Some(paint),
        glyph,
        marks: Vec::new(),
    }
}

/// Draws a play area with its coordinates and room for all cards of the area `whole`. The x axis points to the right, and
/// the y axis points upwards. For each species, the best path is drawn if it scores points: adjacent cards of the path
/// are connected in the colour of the species. Each species has its own place along the edges of the cards.
fn area(area: &PlayArea, whole: &PlayArea) -> Figure {
    let mut figure = Figure::new();
    let along = |axis: usize| whole.cards().iter().map(move |placed| i32::from(placed.at[axis]));
    let bounds = |axis: usize| Some((along(axis).min()?, along(axis).max()?));
    let (Some((left, right)), Some((bottom, top))) = (bounds(0), bounds(1)) else {
        return Figure::text("nothing played", 2);
    };
    let at = |[x, y]: [i8; 2]| (28 + (i32::from(x) - left) * PITCH, (top - i32::from(y)) * PITCH);
    for placed in area.cards() {
        let [x, y] = placed.at.map(i32::from);
        figure.put_tile(tile(Some(placed.card), at(placed.at), Some([x, y])));
    }
    for path in score::best_paths(area).iter().filter(|path| path.score > 0) {
        let place = |card: &Card| area.cards().iter().find(|placed| placed.card == *card);
        let places: Vec<_> = path.cards.iter().filter_map(place).map(|placed| at(placed.at)).collect();
        let lane = path.species.index() as i32 * (SIDE - GAP) / 5;
        for (one, next) in places.iter().zip(&places[1..]) {
            let (x, y) = (one.0.min(next.0), one.1.min(next.1));
            let corner = if one.1 == next.1 { (x + SIDE, y + lane) } else { (x + lane, y + SIDE) };
            let paint = path.cards.first().map(|card| ground(*card));
            figure.put_tile(Tile { class: "path".into(), paint, ..Tile::new(corner, GAP, Outline::Square) });
        }
    }
    for y in bottom..=top {
        figure.put_faint((10, (top - y) * PITCH + SIDE / 2 - 6), Anchor::Middle, 2, y.to_string());
    }
    for x in left..=right {
        let middle = 28 + (x - left) * PITCH + SIDE / 2;
        figure.put_faint((middle, (top - bottom) * PITCH + SIDE + 8), Anchor::Middle, 2, x.to_string());
    }
    figure
}
