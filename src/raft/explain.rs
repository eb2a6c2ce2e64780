//! Explains strings by splitting them into segments and describing each segment.
//!
//! ```
//! use clowder::raft::{Hand, explain};
//!
//! let hand: Hand = "AfBCDa".parse()?;
//! let segments = explain::cards(hand.cards(), "AfBCDa");
//! assert_eq!(segments[1].meaning, "card f of the circle deck: ryr ryr ryr");
//! # Ok::<(), clowder::diagnostics::Diagnostics>(())
//! ```

use super::rules::oriented;
use super::{
    Action, Board, Card, CardAction, CardSet, CatAction, CatCard, Challenge, Colour, Deck, Draw, Exhausted,
    FireAction, FireTile, Island, IslandSize, Orientation, PathwayCard, Position, RaftCard, Square,
    Squares3x3, State, TileId, catalogue,
};
use crate::diagnostics::Span;
use crate::notation::{Notation as _, Segment, agreeing, plural};

fn segment(start: usize, end: usize, name: &'static str, meaning: impl Into<String>) -> Segment {
    Segment::new(Span::new(start, end), name, meaning)
}

fn place(at: Position) -> String {
    format!("row {}, column {}", at.row(), at.column())
}

/// Explains the size, islands and cards of a challenge. For an official challenge, adds its number, name and
/// difficulty.
pub fn challenge(challenge: &Challenge) -> Vec<Segment> {
    let raft_span = challenge.raft_card_span();
    let size = format!("a board of {} rows and {} columns", challenge.height(), challenge.width());
    let title = match catalogue::find_official(challenge) {
        Some(official) => format!(
            "official challenge {}, \"{}\", difficulty {}: {size}",
            official.number, official.name, official.difficulty
        ),
        None => format!("not an official challenge: {size}"),
    };
    let mut segments = vec![segment(0, raft_span.end, "challenge", title)];
    let corners: &[&str] = match challenge.islands().len() {
        2 => &["top", "bottom"],
        _ => &["top left", "bottom left", "top right", "bottom right"],
    };
    for (index, (&island, corner)) in challenge.islands().iter().zip(corners).enumerate() {
        let meaning = format!("{}, {corner}", island_meaning(island));
        segments.push(Segment::new(Challenge::island_span(index), "island", meaning));
    }
    let marker = |before: Span, name, meaning: String| segment(before.start - 1, before.start, name, meaning);
    let (fire, cats) = (challenge.fire_cards(), challenge.cat_cards());
    segments.push(marker(challenge.fire_card_span(0), "fire cards", plural(fire.len(), "fire card")));
    for (index, &at) in fire.iter().enumerate() {
        let meaning = format!("top left square at {}", place(at));
        segments.push(Segment::new(challenge.fire_card_span(index), "fire card", meaning));
    }
    segments.push(marker(challenge.cat_card_span(0), "cat cards", plural(cats.len(), "cat card")));
    for (index, cat) in cats.iter().enumerate() {
        let name = cat_card_meaning(catalogue::cat_card(cat.card));
        let meaning = format!("cat card {} ({name}), top left square at {}", cat.card, place(cat.at));
        segments.push(Segment::new(challenge.cat_card_span(index), "cat card", meaning));
    }
    segments.push(marker(raft_span, "raft card", "the raft card".to_owned()));
    let raft = challenge.raft_card();
    let name = raft_card_meaning(catalogue::raft_card(raft.card));
    let centre = format!("centre at row {}, column {}", raft.at.row() + 1, raft.at.column() + 1);
    let meaning =
        format!("raft card {} ({name}), top left square at {}, {centre}", raft.card, place(raft.at));
    segments.push(Segment::new(raft_span, "raft card", meaning));
    segments
}

fn island_meaning(island: Island) -> String {
    let (size, free) = match island.size() {
        IslandSize::Large => ("large island (9 rows)", "any rotation"),
        IslandSize::Small => ("small island (6 rows)", "rotated by 0 or 180 degrees"),
    };
    match island.rotation() {
        None => format!("{size}, side without fire, {free}"),
        Some(turn) => {
            let strip = ["on the left", "at the top", "on the right", "at the bottom"][turn as usize];
            format!("{size}, side with fire, strip of fire {strip}")
        }
    }
}

/// Describes the cats on a cat card (such as `blue and yellow cats`).
fn cat_card_meaning(card: &CatCard) -> String {
    let squares = card.squares().0;
    let cats = squares.iter().filter(|square| square.has_cat());
    let names: Vec<_> = cats.filter_map(|square| square.colour()).map(Colour::name).collect();
    format!("{} {}", names.join(" and "), agreeing(names.len(), "cat"))
}

fn raft_card_meaning(card: &RaftCard) -> String {
    let wild = card.squares().0.iter().filter(|square| square.is_wild()).count();
    match ["none", "one", "two", "three", "four", "five", "six", "seven"].get(wild) {
        Some(count) => format!("any cat can enter {count} of the eight squares"),
        None => "any cat can enter all eight squares".to_owned(),
    }
}

/// Explains a board: its size, its raft, its cats, and how many squares of each kind it has.
pub fn board(board: &Board) -> Vec<Segment> {
    let end = board.squares().len() + usize::from(board.height());
    let size =
        format!("{} rows and {} columns; each row ends with a line break", board.height(), board.width());
    let mut segments = vec![segment(0, end, "board", size)];
    for (at, square) in board.positions() {
        let (name, meaning) = match square {
            Square::Raft => ("raft", "the centre of the raft".to_owned()),
            Square::WildCat => ("cat", "a cat of unknown colour on a wild square".to_owned()),
            cat if cat.has_cat() => ("cat", format!("a {} cat", cat.colour().map_or("wild", Colour::name))),
            _ => continue,
        };
        segments.push(Segment::new(board.span(at), name, format!("{meaning} at {}", place(at))));
    }
    let count = |name, what: &dyn Fn(Square) -> bool| {
        format!("{} {name}", board.squares().iter().filter(|&&square| what(square)).count())
    };
    let mut counts =
        Colour::ALL.map(|colour| count(colour.name(), &|square| square.colour() == Some(colour))).to_vec();
    counts.push(count("wild", &Square::is_wild));
    counts.push(count("fire", &|square| square == Square::Fire));
    counts.push(count("void", &|square| square == Square::Void));
    segments.push(segment(0, end, "squares", counts.join(", ")));
    segments
}

/// Explains decks or a hand: the number of cards from each deck, and the squares of each card.
pub fn cards(cards: CardSet, text: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut deck = Deck::Circle;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        if let Some(named) = Deck::from_letter(letter) {
            deck = named;
            let meaning = format!("{} deck: {}", deck.name(), plural(cards.count(deck), "card"));
            segments.push(segment(at, end, "deck", meaning));
        } else if let Some(card) = Card::from_letter(deck, letter) {
            segments.push(segment(at, end, "card", card_meaning(card)));
        }
    }
    segments.push(segment(0, text.len(), "total", plural(cards.len(), "card")));
    segments
}

/// Describes a card by its rows (such as `card a of the circle deck: bgb bgy bby`).
fn card_meaning(card: Card) -> String {
    let squares = catalogue::pathway_squares(card).to_string();
    let rows = [&squares[..3], &squares[3..6], &squares[6..]].join(" ");
    format!("card {} of the {} deck: {rows}", card.letter(), card.deck().name())
}

/// Explains an [`Exhausted`] string: one segment per cat, or a single segment if no cat is exhausted.
pub fn exhausted(text: &str) -> Vec<Segment> {
    let cat_at = |start: usize| {
        let cat = Exhausted::parse_canonical(text.get(start..start + 5)?)?.iter().next()?;
        let meaning = format!("the {} cat at {} has moved this round", cat.colour.name(), place(cat.at));
        Some(segment(start, start + 5, "exhausted cat", meaning))
    };
    let mut segments: Vec<_> = (0..text.len()).step_by(5).filter_map(cat_at).collect();
    if segments.is_empty() {
        segments.push(segment(0, 0, "exhausted cats", "no cat has moved this round"));
    }
    segments
}

/// Explains a fire bag: one segment per tile, then a segment for the number of tiles.
pub fn fire_bag(text: &str) -> Vec<Segment> {
    let tiles = text.char_indices().filter_map(|(at, letter)| Some((at, TileId::from_letter(letter)?)));
    let meaning = |tile| tile_meaning(catalogue::fire_tile(tile));
    let mut segments: Vec<_> =
        tiles.map(|(at, tile)| segment(at, at + 1, "fire tile", meaning(tile))).collect();
    segments.push(segment(0, text.len(), "total", plural(segments.len(), "tile")));
    segments
}

/// Describes a tile by its rows, such as `tile c, 6 squares: XXXX .X.. .X..`.
fn tile_meaning(tile: &FireTile) -> String {
    let shape = tile.shape();
    let row = |row: u8| -> String {
        let filled = |column| shape.cells().iter().any(|cell| (cell.row, cell.column) == (row, column));
        (0..shape.width()).map(|column| if filled(column) { 'X' } else { '.' }).collect()
    };
    let rows: Vec<_> = (0..shape.height()).map(row).collect();
    format!("tile {}, {}: {}", tile.id(), plural(shape.area(), "square"), rows.join(" "))
}

/// Explains an action: first what is placed or moved and where, and then the covered squares or the discarded
/// cards.
pub fn action(action: &Action, text: &str) -> Vec<Segment> {
    let covered = |squares: &mut dyn Iterator<Item = Option<Position>>| {
        let squares: Vec<_> = squares.flatten().map(|at| format!("{:?}", at.coordinates())).collect();
        segment(0, text.len(), "covered squares", squares.join(" "))
    };
    let turn = |orientation: Orientation| segment(6, 7, "orientation", orientation.description());
    match *action {
        Action::Card(CardAction { card, at, orientation }) => vec![
            segment(0, 2, "card", card_meaning(card)),
            segment(2, 6, "place", format!("top left square at {}", place(at))),
            turn(orientation),
            covered(&mut (0..9).map(|cell| at.offset(cell / 3, cell % 3))),
        ],
        Action::Fire(FireAction { tile, at, flipped, orientation }) => {
            let flip = if flipped { "mirrored left to right before the rotation" } else { "not flipped" };
            let cells = oriented::tile(tile, flipped, orientation).shape.cells().iter();
            let corner = format!("top left corner of its bounding box at {}", place(at));
            vec![
                segment(0, 1, "fire tile", tile_meaning(catalogue::fire_tile(tile))),
                segment(1, 5, "place", corner),
                segment(5, 6, "flip", flip),
                turn(orientation),
                covered(&mut cells.map(|cell| at.offset(cell.row, cell.column))),
            ]
        }
        Action::Cat(CatAction { colour, from, to, .. }) => {
            let discard = |start: usize| {
                let mut letters = text.get(start..start + 2)?.chars();
                let deck = Deck::from_letter(letters.next()?)?;
                let card = Card::from_letter(deck, letters.next()?)?;
                Some(segment(start, start + 2, "discard", card_meaning(card)))
            };
            let mut segments = vec![
                segment(0, 1, "cat", format!("the {} cat", colour.name())),
                segment(1, 5, "start", format!("from {}", place(from))),
                segment(5, 9, "end", format!("to {}", place(to))),
            ];
            // The discards are explained in the order of the string, which may differ from the canonical
            // order.
            segments.extend((9..text.len()).step_by(2).filter_map(discard));
            segments
        }
    }
}

/// Explains a draw: how many cards are drawn from each deck.
pub fn draw(draw: Draw, text: &str) -> Vec<Segment> {
    let request = |(at, letter): (usize, char)| {
        let deck = Deck::from_letter(letter)?;
        let meaning = format!("{} from the {} deck", plural(draw.count(deck), "card"), deck.name());
        Some(segment(at, at + 2, "request", meaning))
    };
    text.char_indices().filter_map(request).collect()
}

/// Explains the five strings of a state. Each string has a title segment, followed by its own segments.
pub fn state(state: &State, strings: &[String; 5]) -> Vec<Segment> {
    let inner = [
        board(&state.board),
        cards(state.decks.cards(), &strings[1]),
        cards(state.hand.cards(), &strings[2]),
        exhausted(&strings[3]),
        fire_bag(&strings[4]),
    ];
    let part = |(index, inner): (usize, Vec<Segment>)| {
        let title = format!("part {} of the state", index + 1);
        let title = segment(0, strings[index].len(), State::COMPONENT_NAMES[index], title);
        let all = std::iter::once(title).chain(inner);
        all.map(move |segment| Segment { component: Some(index), ..segment })
    };
    inner.into_iter().enumerate().flat_map(part).collect()
}

/// Explains a pathway card: the decks that contain it, and its squares.
pub fn pathway_card(card: &PathwayCard) -> Vec<Segment> {
    let decks = Deck::ALL.into_iter().filter(|&deck| catalogue::pathway_cards(deck).contains(card));
    let names: Vec<_> = decks.map(Deck::name).collect();
    let meaning = match names[..] {
        [] => "a pathway card that is not in any deck of the game".to_owned(),
        _ => format!("a pathway card of the {} deck", names.join(" and the ")),
    };
    card_segments(meaning, card.squares())
}

/// Explains a cat card: its cats and its squares.
pub fn cat_card(card: &CatCard) -> Vec<Segment> {
    card_segments(format!("cat card {}: {}", card.id(), cat_card_meaning(card)), card.squares())
}

/// Explains a raft card: the number of squares that cats of every colour can enter, then each row of squares.
pub fn raft_card(card: &RaftCard) -> Vec<Segment> {
    card_segments(format!("raft card {}: {}", card.id(), raft_card_meaning(card)), card.squares())
}

fn card_segments(title: String, squares: Squares3x3) -> Vec<Segment> {
    let rows = (0..).zip(["top row", "middle row", "bottom row"]).zip(squares.0.chunks(3));
    let row = |((row, name), squares): ((usize, _), &[Square])| {
        let names: Vec<_> = squares.iter().map(|square| square.description()).collect();
        segment(1 + row * 3, 4 + row * 3, name, names.join(", "))
    };
    std::iter::once(segment(0, 1, "name", title)).chain(rows.map(row)).collect()
}

/// Explains a fire tile: its shape, then each of its squares.
pub fn fire_tile(tile: &FireTile, text: &str) -> Vec<Segment> {
    let square = |start: usize| {
        let (row, column) = text.get(start..start + 2)?.split_at_checked(1)?;
        Some(segment(start, start + 2, "square", format!("row {row}, column {column}")))
    };
    let squares = (1..text.len()).step_by(2).filter_map(square);
    std::iter::once(segment(0, 1, "name", tile_meaning(tile))).chain(squares).collect()
}
