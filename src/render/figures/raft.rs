//! The figures of Race to the Raft. They show the same squares as the pictures in text.

use super::rulers;
use crate::notation::plural;
use crate::raft::generate::PlayedStep;
use crate::raft::record::{RaftRecord, describe_outcome};
use crate::raft::rules::oriented;
use crate::raft::{
    Action, Board, Card, CardSet, Cat, Challenge, Colour, Deck, Draw, Exhausted, FireBag, FireTile,
    Orientation, Position, Square, Squares3x3, State, TileId, catalogue,
};
use crate::render::Paint;
use crate::render::figure::{Anchor, Figure, FigureLook, Glyph, LineKind, Mark, Outline, SIDE, SMALL, Tile};
use crate::render::raft::{
    Acted, PictureSquare, Rectangle, acted, board_squares, challenge_squares, islands,
};
use crate::shape::Shape;
use std::borrow::Cow;

/// The largest width of most rows of cards or tiles, in units. Rows can be wider in a picture of the decks, and in the
/// bag below a wide board.
const SHELF: i32 = 560;
/// The width of a hand of six cards on a table, in units.
const HAND: i32 = 460;
/// The length of the side of a square, in units, for the tiles of the bag on a table.
const TINY: i32 = 14;

/// Returns the tile for a square of a picture.
pub(super) fn square_tile(square: PictureSquare, at: (i32, i32), side: i32, place: Option<[i32; 2]>) -> Tile {
    let glyph = match square.square {
        None => Glyph::Hatch,
        Some(Square::Void) => Glyph::None,
        Some(Square::Fire) => Glyph::Flame,
        Some(what) if what.has_cat() => Glyph::Cat(what.letter()),
        Some(what) => Glyph::Letters(what.letter().to_string()),
    };
    let class = match square.square {
        None => Cow::Borrowed("undefined"),
        Some(Square::Raft) => Cow::Borrowed("raft-centre on-raft"),
        Some(what) => {
            let cat = if what.has_cat() { " cat" } else { "" };
            let raft = if square.raft { " on-raft" } else { "" };
            Cow::Owned(format!("{}{cat}{raft}", square.name()))
        }
    };
    let marks = if square.marked { vec![Mark::Changed] } else { Vec::new() };
    let paint = square.ground();
    Tile { place, class, paint, glyph, marks, ..Tile::new(at, side, Outline::Square) }
}

/// Draws squares in rows, with row and column numbers, the borders of the islands and the edge of the raft.
fn grid(squares: &[PictureSquare], width: usize, islands: &[Rectangle], look: &FigureLook) -> Figure {
    let mut figure = Figure::new();
    let height = squares.len().div_ceil(width.max(1));
    let (left, top) = rulers(&mut figure, width, height, look.coordinates);
    let at = |row: usize, column: usize| (left + SIDE * column as i32, top + SIDE * row as i32);
    for (index, square) in squares.iter().enumerate() {
        let (row, column) = (index / width, index % width);
        figure.put_tile(square_tile(*square, at(row, column), SIDE, Some([row as i32, column as i32])));
    }
    for &[row, column, rows, columns] in islands {
        figure.put_line(LineKind::Island, rectangle(at(row, column), at(row + rows, column + columns)));
    }
    let raft = || squares.iter().enumerate().filter(|(_, square)| square.raft).map(|(index, _)| index);
    let bounds = |part: &dyn Fn(usize) -> usize| Some((raft().map(part).min()?, raft().map(part).max()?));
    if let (Some((top, bottom)), Some((left, right))) =
        (bounds(&|index| index / width), bounds(&|index| index % width))
    {
        figure.put_line(LineKind::Raft, rectangle(at(top, left), at(bottom + 1, right + 1)));
    }
    figure.grow(at(height, width));
    figure
}

/// Returns the corners of a rectangle as a closed line.
fn rectangle((left, top): (i32, i32), (right, bottom): (i32, i32)) -> Vec<(i32, i32)> {
    vec![(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
}

/// Draws a board.
pub fn board(board: &Board, look: &FigureLook) -> Figure {
    marked(board, &[], look)
}

/// Draws a board on which some squares are marked. Positions off the board are ignored.
pub fn marked(board: &Board, marked: &[Position], look: &FigureLook) -> Figure {
    grid(&board_squares(board, marked), board.width().into(), &[], look).grouped("board")
}

/// Draws the layout of a challenge. The squares that its string does not define are hatched.
pub fn challenge(challenge: &Challenge, look: &FigureLook) -> Figure {
    grid(&challenge_squares(challenge), challenge.width().into(), &islands(challenge), look).grouped("board")
}

fn nine(squares: impl Iterator<Item = PictureSquare>, side: i32) -> Figure {
    let mut figure = Figure::new();
    for (index, square) in (0..).zip(squares) {
        figure.put_tile(square_tile(square, (index % 3 * side, index / 3 * side), side, None));
    }
    figure.put_line(LineKind::Border, rectangle((0, 0), (3 * side, 3 * side)));
    figure
}

/// Draws the nine squares of a pathway card or a cat card.
pub fn squares3x3(squares: Squares3x3) -> Figure {
    nine(squares.0.into_iter().map(PictureSquare::of), SIDE)
}

/// Draws the nine squares of a raft card.
pub fn raft_squares(squares: Squares3x3) -> Figure {
    let square = |square| PictureSquare { raft: true, ..PictureSquare::of(square) };
    nine(squares.0.into_iter().map(square), SIDE)
}

fn small_card(card: Card) -> Figure {
    let squares = catalogue::pathway_squares(card).0.into_iter().map(PictureSquare::of);
    nine(squares, SMALL).headed(card.to_string())
}

/// Draws the cards of a hand.
pub fn hand(cards: CardSet) -> Figure {
    if cards.is_empty() {
        return Figure::text("no card", 2);
    }
    Figure::shelf(cards.iter().map(small_card), SHELF, 16)
}

/// Draws the cards of each deck below the name of the deck.
///
/// # Examples
/// ```
/// use clowder::{raft::Decks, render::figure::Item, render::figures};
///
/// let decks: Decks = "AabBCDf".parse()?;
/// let figure = figures::raft::decks(decks.cards());
/// let tiles = figure.items().iter().filter(|item| matches!(item, Item::Tile(_)));
/// assert_eq!(tiles.count(), 3 * 9);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn decks(cards: CardSet) -> Figure {
    let mut figure = Figure::new();
    for deck in Deck::ALL {
        let count = plural(cards.count(deck), "card");
        let own = cards.iter().filter(|card| card.deck() == deck).map(small_card);
        let heading = format!("{} {} deck, {count}", deck.letter(), deck.name());
        figure.below(Figure::shelf(own, 1120, 16).headed(heading), 24);
    }
    figure
}

/// Draws a shape whose squares are fire.
fn fire(shape: &Shape, side: i32) -> Figure {
    let mut figure = Figure::new();
    for cell in shape.cells() {
        let at = (i32::from(cell.column) * side, i32::from(cell.row) * side);
        figure.put_tile(square_tile(PictureSquare::of(Square::Fire), at, side, None));
    }
    figure
}

/// Draws a fire tile, and below it the tile in its eight orientations.
///
/// # Examples
/// ```
/// use clowder::{notation::Notation, raft::FireTile, render::figure::Item, render::figures};
///
/// let tile: FireTile = FireTile::EXAMPLE.parse()?;
/// let figure = figures::raft::fire_tile(&tile);
/// let squares = figure.items().iter().filter(|item| matches!(item, Item::Tile(_)));
/// assert_eq!(squares.count(), 9 * tile.shape().area());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn fire_tile(tile: &FireTile) -> Figure {
    let mut figure = fire(tile.shape(), SIDE);
    let sides = [tile.shape().clone(), tile.shape().flipped()];
    let longest = i32::from(tile.shape().width().max(tile.shape().height())) * SMALL;
    // Each flipped position is below its mirror image.
    for (side, flip) in sides.iter().zip(["", "T"]) {
        let mut row = Figure::new();
        for orientation in Orientation::ALL {
            let name = format!("{flip}{}", orientation.letter());
            let mut position = fire(&side.turned(orientation.quarter_turns()), SMALL);
            position.grow((longest, longest));
            row.beside(position.headed(name), 24);
        }
        figure.below(row, 24);
    }
    figure
}

/// Draws the tiles of the bag, each below its letter.
pub fn fire_bag(bag: FireBag) -> Figure {
    if bag.is_empty() {
        return Figure::text("no tile", 2);
    }
    tiles(bag, SMALL, SHELF, 24)
}

/// Draws tiles in rows of at most `width` units. Each square of a tile is `side` units long.
fn tiles(bag: FireBag, side: i32, width: i32, gap: i32) -> Figure {
    let tile = |tile: TileId| fire(catalogue::fire_tile(tile).shape(), side).headed(tile.to_string());
    Figure::shelf(bag.iter().map(tile), width, gap)
}

fn cat(colour: Colour, at: (i32, i32)) -> Tile {
    square_tile(PictureSquare::of(Square::path(colour).with_cat()), at, SIDE, None)
}

/// Draws the exhausted cats, and writes the position of each cat next to it.
///
/// # Examples
/// ```
/// use clowder::{raft::Exhausted, render::figure::Item, render::figures};
///
/// let cats: Exhausted = "B0204G1300".parse()?;
/// let figure = figures::raft::exhausted(&cats);
/// assert_eq!(figure.items().iter().filter(|item| matches!(item, Item::Text { .. })).count(), 2);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn exhausted(cats: &Exhausted) -> Figure {
    if cats.is_empty() {
        return Figure::text("no exhausted cat", 2);
    }
    let mut figure = Figure::new();
    for one in cats.iter() {
        figure.below(exhausted_cat(one), 8);
    }
    figure
}

/// Draws an exhausted cat, and writes its position next to it.
fn exhausted_cat(one: Cat) -> Figure {
    let mut figure = Figure::new();
    figure.put_tile(cat(one.colour, (0, 0)));
    figure.put_text((52, 14), Anchor::Start, 2, format!("at {:?}", one.at.coordinates()));
    figure
}

/// Draws the backs of the cards that a player draws from each deck.
pub fn draw(draw: Draw) -> Figure {
    let counts = Deck::ALL.map(|deck| (deck, usize::from(draw.count(deck))));
    backs(counts.into_iter().filter(|(_, count)| *count > 0), 6)
}

/// Draws the backs of cards with the letter of their deck. For each deck, at most `most` backs are drawn, and the
/// number of cards is written next to them.
fn backs(counts: impl Iterator<Item = (Deck, usize)>, most: usize) -> Figure {
    let mut figure = Figure::new();
    for (row, (deck, count)) in (0..).zip(counts) {
        let top = row * 36;
        for index in 0..count.min(most) as i32 {
            let mut back = Tile::new((index * 24, top), 28, Outline::Square);
            back.class = "back".into();
            back.paint = Some(Paint::Grey);
            back.glyph = Glyph::Symbol(deck.letter());
            figure.put_tile(back);
        }
        let left = most as i32 * 24 + 16;
        let name = format!("{} {}: {count}", deck.letter(), deck.name());
        figure.put_text((left, top + 8), Anchor::Start, 2, name);
    }
    figure
}

/// Draws the card, the tile or the cat of an action, without a board.
///
/// # Examples
/// ```
/// use clowder::{raft::Action, render::figure::Item, render::figures};
///
/// let action: Action = "Ab1208S".parse()?;
/// let figure = figures::raft::action(&action);
/// assert_eq!(figure.items().iter().filter(|item| matches!(item, Item::Tile(_))).count(), 9);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn action(action: &Action) -> Figure {
    match *action {
        Action::Card(placed) => {
            let squares = oriented::card(placed.card, placed.orientation).squares;
            let place = placed.at.coordinates();
            squares3x3(squares).headed(format!(
                "{} {} at {place:?}",
                placed.card,
                placed.orientation.letter()
            ))
        }
        Action::Fire(placed) => {
            let shape = &oriented::tile(placed.tile, placed.flipped, placed.orientation).shape;
            let flip = if placed.flipped { " flipped" } else { "" };
            let (turn, place) = (placed.orientation.letter(), placed.at.coordinates());
            fire(shape, SIDE).headed(format!("{}{flip} {turn} at {place:?}", placed.tile))
        }
        Action::Cat(moved) => {
            let mut figure = Figure::new();
            figure.put_tile(cat(moved.colour, (0, 0)));
            let way = format!("{:?} → {:?}", moved.from.coordinates(), moved.to.coordinates());
            figure.put_text((52, 14), Anchor::Start, 2, way);
            figure.below(Figure::shelf(moved.discards.iter().map(small_card), SHELF, 16).headed("for"), 16);
            figure
        }
    }
}

/// Draws the board before an action, and next to it the board after the action, on which the changed squares are
/// marked.
///
/// # Examples
/// ```
/// use clowder::{notation::Notation, raft::{Action, Board}};
/// use clowder::render::{figure::FigureLook, figures};
///
/// let (action, board): (Action, Board) = ("Ab0800S".parse()?, Board::EXAMPLE.parse()?);
/// let figure = figures::raft::action_on(&action, &board, &FigureLook::default());
/// assert_eq!(figure.tiles().count(), 2 * board.squares().len());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn action_on(action: &Action, board: &Board, look: &FigureLook) -> Figure {
    let Acted { after, changed, off } = acted(action, board);
    let before = grid(&board_squares(board, &[]), board.width().into(), &[], look).grouped("board before");
    let mut after = grid(&board_squares(&after, &changed), after.width().into(), &[], look);
    if let Action::Cat(moved) = action {
        let place = |at: Position| [at.row().into(), at.column().into()];
        after.arrow(place(moved.from), place(moved.to));
    }
    let mut figure = before.headed("before");
    figure.beside(after.grouped("board after").headed("after"), SIDE);
    if off > 0 {
        figure.below(Figure::text(format!("{} off the board", plural(off, "square")), 2), 16);
    }
    figure
}

/// Draws a state as it is on a table: the board, the hand, the exhausted cats, the decks and the bag.
pub fn state(state: &State, look: &FigureLook) -> Figure {
    table(state, &[], look)
}

/// Draws a state as it is on a table, with the squares in `changed` marked on its board.
///
/// The board is above everything else, so that its squares are as large as possible on a narrow screen.
///
/// # Examples
/// ```
/// use clowder::{notation::Notation, raft::{Position, State}};
/// use clowder::render::{figure::FigureLook, figures};
///
/// let state: State = State::EXAMPLE.parse()?;
/// let figure = figures::raft::table(&state, &[Position::new(0, 3)?], &FigureLook::default());
/// assert_eq!(figure.tiles().filter(|tile| !tile.marks.is_empty()).count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn table(state: &State, changed: &[Position], look: &FigureLook) -> Figure {
    let squares = board_squares(state.board(), changed);
    let mut figure = grid(&squares, state.board().width().into(), &[], look).grouped("board");
    let (cards, bag) = (state.hand().cards(), state.bag());
    let mut left = hand(cards).headed(format!("hand: {} of 6 cards", cards.len())).grouped("hand");
    let title = format!("exhausted: {}", state.exhausted().len());
    let cats = Figure::shelf(state.exhausted().iter().map(exhausted_cat), HAND, 16);
    left.below(cats.headed(title).grouped("exhausted"), 24);
    left.grow((HAND, 0));
    let counts = Deck::ALL.map(|deck| (deck, state.decks().cards().count(deck)));
    left.beside(backs(counts.into_iter(), 1).headed("decks").grouped("decks"), 32);
    figure.below(left, 24);
    let title = format!("bag: {} of 31 tiles", bag.len());
    let tiles = tiles(bag, TINY, figure.size().0.max(SHELF), 16);
    figure.below(tiles.headed(title).grouped("bag"), 24);
    figure
}

/// Draws the state after the last step of a game, below the outcome of the game.
pub fn record(record: &RaftRecord, look: &FigureLook) -> Figure {
    let last = record.steps().last().map_or(record.initial(), PlayedStep::after);
    table(last, &[], look).headed(describe_outcome(record.outcome()))
}
