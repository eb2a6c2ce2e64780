//! The figures of Arboretum: a table with both hands, discard piles and play areas, and the paths that score points.

use super::{DISCARDS, Side, ground};
use crate::arboretum::{Card, PlayArea, Species, score};
use crate::render::Paint;
use crate::render::figure::{Anchor, Figure, Glyph, LineKind, Outline, SIDE, Tile};
use std::borrow::Cow;

/// Draws the table. The heading shows the turn and the number of cards in the deck.
pub(super) fn table(heading: &[String; 2], sides: &[Side<'_>; 2]) -> Figure {
    let mut both = Figure::new();
    for (one, class) in sides.iter().zip(["player first", "player second"]) {
        both.beside(side(one).grouped(class), 2 * SIDE);
    }
    both.headed(heading.concat())
}

fn side(of: &Side<'_>) -> Figure {
    let mut figure = cards(of.hand.iter().copied()).headed("hand");
    let hidden = of.discard.len().saturating_sub(DISCARDS);
    let title = if hidden > 0 { format!("discard (and {hidden} more)") } else { "discard".to_owned() };
    figure.below(cards(of.discard[hidden..].iter().copied().map(Some)).headed(title), 16);
    figure.below(area(of.area), 24);
    let mark = if of.to_move { "▶ " } else { "" };
    figure.headed(format!("{mark}{}", of.title))
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

/// Draws a play area with its coordinates. For each species, the best path is drawn if it scores points. The x axis
/// points to the right, and the y axis points upwards.
fn area(area: &PlayArea) -> Figure {
    let mut figure = Figure::new();
    let along = |axis: usize| area.cards().iter().map(move |placed| i32::from(placed.at[axis]));
    let bounds = |axis: usize| Some((along(axis).min()?, along(axis).max()?));
    let (Some((left, right)), Some((bottom, top))) = (bounds(0), bounds(1)) else {
        return Figure::text("nothing played", 2);
    };
    let at = |[x, y]: [i8; 2]| (28 + (i32::from(x) - left) * SIDE, (top - i32::from(y)) * SIDE);
    for placed in area.cards() {
        let [x, y] = placed.at.map(i32::from);
        figure.put_tile(tile(Some(placed.card), at(placed.at), Some([x, y])));
    }
    for species in Species::ALL {
        let path = score::best_path(area, species);
        let place = |card: &Card| area.cards().iter().find(|placed| placed.card == *card);
        let points: Vec<_> = path.cards.iter().filter_map(place).map(|placed| at(placed.at)).collect();
        // The line is drawn lower than the letters of the cards.
        let points: Vec<_> = points.into_iter().map(|(x, y)| (x + SIDE / 2, y + SIDE - 6)).collect();
        if path.score > 0 && points.len() >= 2 {
            figure.put_line(LineKind::Score, points);
        }
    }
    for y in bottom..=top {
        figure.put_faint((10, (top - y) * SIDE + SIDE / 2 - 6), Anchor::Middle, 2, y.to_string());
    }
    for x in left..=right {
        let middle = 28 + (x - left) * SIDE + SIDE / 2;
        figure.put_faint((middle, (top - bottom + 1) * SIDE + 8), Anchor::Middle, 2, x.to_string());
    }
    figure
}
