//! What the strings of Race to the Raft mean, part by part.
//!
//! Each function takes the value and the text it was read from, which may be out of canonical order: spans are those
//! of the text as it was given.

use super::catalogue;
use super::notation::{
    Action, Board, CardAction, CardSet, CatAction, CatCard, Challenge, Draw, FireAction, FireTile, Island,
    IslandSize, PART_NAMES, PathwayCard, RaftCard, Squares3x3, State,
};
use super::{Card, Colour, Deck, Orientation, Position, Square, TileId};
use crate::diagnostics::Span;
use crate::notation::{Segment, agreeing, plural};

/// A position in words: `row 3, column 10`.
fn place(at: Position) -> String {
    format!("row {}, column {}", at.row, at.column)
}

/// A challenge: its size, its name if it is an official one, its islands and cards.
pub fn challenge(challenge: &Challenge) -> Vec<Segment> {
    let whole = Span::new(0, challenge.raft_span().end);
    let size = format!("a board of {} rows and {} columns", challenge.height(), challenge.width());
    let mut parts = vec![match catalogue::find_official(challenge) {
        Some(official) => Segment::new(
            whole,
            "challenge",
            format!(
                "official challenge {}, \"{}\", difficulty {}: {size}",
                official.number, official.name, official.difficulty
            ),
        ),
        None => Segment::new(whole, "challenge", format!("not an official challenge: {size}")),
    }];
    let quarters = ["top left", "bottom left", "top right", "bottom right"];
    let halves = ["top", "bottom"];
    for (index, &island) in challenge.islands.iter().enumerate() {
        let corner = if challenge.islands.len() == 2 { halves[index] } else { quarters[index] };
        let meaning = format!("{}, {corner}", island_meaning(island));
        parts.push(Segment::new(Challenge::island_span(index), "island", meaning));
    }
    let marker = |before: Span, name, meaning: String| {
        Segment::new(Span::new(before.start - 1, before.start), name, meaning)
    };
    parts.push(marker(challenge.fire_span(0), "fire cards", plural(challenge.fire.len(), "fire card")));
    for (index, &at) in challenge.fire.iter().enumerate() {
        parts.push(Segment::new(
            challenge.fire_span(index),
            "fire card",
            format!("top left square at {}", place(at)),
        ));
    }
    parts.push(marker(challenge.cat_span(0), "cat cards", plural(challenge.cats.len(), "cat card")));
    for (index, cat) in challenge.cats.iter().enumerate() {
        let card = &catalogue::cat_cards()[usize::from(cat.card)];
        let meaning =
            format!("cat card {} ({}), top left square at {}", cat.card, cats_of(card), place(cat.at));
        parts.push(Segment::new(challenge.cat_span(index), "cat card", meaning));
    }
    let raft = challenge.raft_span();
    parts.push(marker(raft, "raft card", "the raft card".to_owned()));
    let card = &catalogue::raft_cards()[usize::from(challenge.raft.card)];
    let meaning = format!(
        "raft card {} ({}), top left square at {}, centre at {}",
        challenge.raft.card,
        raft_meaning(card),
        place(challenge.raft.at),
        place(Position::new(challenge.raft.at.row + 1, challenge.raft.at.column + 1)),
    );
    parts.push(Segment::new(raft, "raft card", meaning));
    parts
}

fn island_meaning(island: Island) -> String {
    let size = match island.size {
        IslandSize::Large => "large island (9 rows)",
        IslandSize::Small => "small island (6 rows)",
    };
    let side = match (island.turn, island.size) {
        (None, IslandSize::Large) => "side without fire, any rotation",
        (None, IslandSize::Small) => "side without fire, as it is or turned half around",
        (Some(Orientation::North), _) => "side with fire, strip on the left",
        (Some(Orientation::East), _) => "side with fire, strip on top",
        (Some(Orientation::South), _) => "side with fire, strip on the right",
        (Some(Orientation::West), _) => "side with fire, strip at the bottom",
    };
    format!("{size}, {side}")
}

/// The cats a cat card brings: `blue and yellow cat`.
fn cats_of(card: &CatCard) -> String {
    let cats = card.squares.0.iter().filter(|square| square.has_cat());
    let names: Vec<_> = cats.filter_map(|square| square.colour()).map(Colour::name).collect();
    format!("{} {}", names.join(" and "), agreeing(names.len(), "cat"))
}

fn raft_meaning(card: &RaftCard) -> String {
    let wild = card.squares.0.iter().filter(|square| square.is_wild()).count();
    match wild {
        8 => "any cat on any square".to_owned(),
        _ => format!(
            "{} of eight squares for any cat",
            ["none", "one", "two", "three", "four"].get(wild).unwrap_or(&"some")
        ),
    }
}

/// A board: its size, its raft, every cat, and how many squares it has of each sort.
pub fn board(board: &Board) -> Vec<Segment> {
    let end = board.squares().len() + usize::from(board.height());
    let size = format!("{} rows and {} columns, each row ended by a line end", board.height(), board.width());
    let mut parts = vec![Segment::new(Span::new(0, end), "board", size)];
    for (at, square) in board.positions() {
        let meaning = match (square, square.colour()) {
            (Square::Raft, _) => "the raft's centre",
            (Square::WildCat, _) => "a cat of some colour on a wild square",
            (square, Some(colour)) if square.has_cat() => match colour {
                Colour::Blue => "a blue cat",
                Colour::Green => "a green cat",
                Colour::Purple => "a purple cat",
                Colour::Red => "a red cat",
                Colour::Yellow => "a yellow cat",
            },
            _ => continue,
        };
        let name = if square == Square::Raft { "raft" } else { "cat" };
        parts.push(Segment::new(board.span(at), name, format!("{meaning} at {}", place(at))));
    }
    let count =
        |what: &dyn Fn(Square) -> bool| board.squares().iter().filter(|&&square| what(square)).count();
    let mut counts: Vec<String> = Colour::ALL
        .iter()
        .map(|&colour| format!("{} {}", count(&|square| square.colour() == Some(colour)), colour.name()))
        .collect();
    counts.push(format!("{} wild", count(&Square::is_wild)));
    counts.push(format!("{} fire", count(&|square| square == Square::Fire)));
    counts.push(format!("{} no square", count(&|square| square == Square::Void)));
    parts.push(Segment::new(Span::new(0, end), "squares", counts.join(", ")));
    parts
}

/// Decks or a hand: each deck's letter and each card with its squares.
pub fn cards(cards: &CardSet, text: &str) -> Vec<Segment> {
    let mut parts = Vec::new();
    let mut deck = Deck::Circle;
    for (at, letter) in text.char_indices() {
        let span = Span::new(at, at + letter.len_utf8());
        if let Some(named) = Deck::from_letter(letter) {
            deck = named;
            let meaning = format!("{} deck: {}", deck.name(), plural(cards.count(deck), "card"));
            parts.push(Segment::new(span, "deck", meaning));
        } else if let Some(card) = Card::from_letter(deck, letter) {
            parts.push(Segment::new(span, "card", card_meaning(card)));
        }
    }
    parts.push(Segment::new(Span::new(0, text.len()), "total", plural(cards.len(), "card")));
    parts
}

/// A card and its rows: `card a of the circle deck: bgb bgy bby`.
fn card_meaning(card: Card) -> String {
    format!(
        "card {} of the {} deck: {}",
        card.letter(),
        card.deck().name(),
        rows(catalogue::pathway_squares(card))
    )
}

fn rows(squares: Squares3x3) -> String {
    let letters = squares.to_string();
    format!("{} {} {}", &letters[..3], &letters[3..6], &letters[6..])
}

/// Exhausted cats, one part each.
pub fn exhausted(text: &str) -> Vec<Segment> {
    let cat = |start: usize| {
        let span = Span::new(start, start + 5);
        let group = span.of(text);
        let colour = Colour::from_cat_letter(group.chars().next()?)?;
        let meaning = format!(
            "the {} cat at row {}, column {} has moved this round",
            colour.name(),
            number(&group[1..3]),
            number(&group[3..])
        );
        Some(Segment::new(span, "exhausted cat", meaning))
    };
    let mut parts: Vec<_> = (0..text.len()).step_by(5).filter_map(cat).collect();
    if parts.is_empty() {
        parts.push(Segment::new(Span::at(0), "exhausted cats", "no cat has moved this round"));
    }
    parts
}

fn number(digits: &str) -> usize {
    digits.bytes().fold(0, |number, digit| number * 10 + usize::from(digit - b'0'))
}

/// The tiles in the bag, one part each.
pub fn fire_bag(text: &str) -> Vec<Segment> {
    let mut parts: Vec<_> = text
        .char_indices()
        .filter_map(|(at, letter)| Some((at, TileId::from_letter(letter)?)))
        .map(|(at, tile)| {
            Segment::new(Span::new(at, at + 1), "fire tile", tile_meaning(catalogue::fire_tile(tile)))
        })
        .collect();
    parts.push(Segment::new(Span::new(0, text.len()), "total", plural(parts.len(), "tile")));
    parts
}

/// A tile and its rows: `tile c, 5 squares: XX.X .X.. .X..`.
fn tile_meaning(tile: &FireTile) -> String {
    let shape = &tile.shape;
    let cells = shape.cells();
    let row = |row: u8| -> String {
        let filled = |column| cells.iter().any(|cell| (cell.row, cell.column) == (row, column));
        (0..shape.width()).map(|column| if filled(column) { 'X' } else { '.' }).collect()
    };
    let rows: Vec<_> = (0..shape.height()).map(row).collect();
    format!("tile {}, {}: {}", tile.id, plural(shape.area(), "square"), rows.join(" "))
}

/// An action: what is placed or moved, from where, to where, for what.
pub fn action(action: &Action, text: &str) -> Vec<Segment> {
    let part =
        |start: usize, end: usize, name, meaning: String| Segment::new(Span::new(start, end), name, meaning);
    let turn = |at: usize, turn: Orientation| part(at, at + 1, "orientation", turn.description().to_owned());
    match *action {
        Action::Card(CardAction { card, at, turn: turned }) => vec![
            part(0, 2, "card", card_meaning(card)),
            part(2, 6, "place", format!("top left square at {}", place(at))),
            turn(6, turned),
        ],
        Action::Fire(FireAction { tile, at, flipped, turn: turned }) => vec![
            part(0, 1, "fire tile", tile_meaning(catalogue::fire_tile(tile))),
            part(1, 5, "place", format!("top left corner of its bounding box at {}", place(at))),
            part(
                5,
                6,
                "flip",
                if flipped { "mirrored left to right first" } else { "not flipped" }.to_owned(),
            ),
            turn(6, turned),
        ],
        Action::Cat(CatAction { colour, from, to, .. }) => {
            let mut parts = vec![
                part(0, 1, "cat", format!("the {} cat", colour.name())),
                part(1, 5, "start", format!("from {}", place(from))),
                part(5, 9, "end", format!("to {}", place(to))),
            ];
            // In the order of the text, which need not be the canonical one.
            for start in (9..text.len()).step_by(2) {
                let mut letters = text[start..].chars();
                let deck = letters.next().and_then(Deck::from_letter);
                let card =
                    deck.zip(letters.next()).and_then(|(deck, letter)| Card::from_letter(deck, letter));
                let meaning = card.map(card_meaning).unwrap_or_default();
                parts.push(part(start, start + 2, "discard", meaning));
            }
            parts
        }
    }
}

/// A draw request, one part a deck.
pub fn draw(draw: Draw, text: &str) -> Vec<Segment> {
    let request = |(at, letter): (usize, char)| {
        let deck = Deck::from_letter(letter)?;
        let count = usize::from(draw.count(deck));
        let meaning = format!("{} of the {} deck", plural(count, "card"), deck.name());
        Some(Segment::new(Span::new(at, at + 2), "request", meaning))
    };
    text.char_indices().filter_map(request).collect()
}

/// Explains a state: its five strings, each with its segments. The spans point into `strings`, the decoded strings
/// that the state was read from.
pub fn state(state: &State, strings: &[String; 5]) -> Vec<Segment> {
    let inner = [
        board(&state.board),
        cards(&state.decks.0, &strings[1]),
        cards(&state.hand.0, &strings[2]),
        exhausted(&strings[3]),
        fire_bag(&strings[4]),
    ];
    let mut parts = Vec::new();
    for (index, inner) in inner.into_iter().enumerate() {
        let whole = Segment::new(
            Span::new(0, strings[index].len()),
            PART_NAMES[index],
            format!("part {index} of the state"),
        );
        parts.extend([whole].into_iter().chain(inner).map(|part| Segment { component: Some(index), ..part }));
    }
    parts
}

/// A pathway card's name and rows, and the decks that have it.
pub fn pathway_card(card: &PathwayCard) -> Vec<Segment> {
    let has = |deck: &Deck| catalogue::pathway_cards(*deck)[usize::from(card.index)] == *card;
    let decks: Vec<_> = Deck::ALL.iter().filter(|deck| has(deck)).map(|deck| deck.name()).collect();
    let meaning = match decks.as_slice() {
        [] => "a pathway card that is in no deck of the game".to_owned(),
        decks => format!("a pathway card of the {} deck", decks.join(" and the ")),
    };
    card_parts(meaning, card.squares)
}

/// A cat card's number, its cats and rows.
pub fn cat_card(card: &CatCard) -> Vec<Segment> {
    card_parts(format!("cat card {}: {}", card.number, cats_of(card)), card.squares)
}

/// A raft card's number and rows.
pub fn raft_card(card: &RaftCard) -> Vec<Segment> {
    card_parts(format!("raft card {}: {}", card.number, raft_meaning(card)), card.squares)
}

fn card_parts(name: String, squares: Squares3x3) -> Vec<Segment> {
    let letters = squares.to_string();
    let mut parts = vec![Segment::new(Span::new(0, 1), "name", name)];
    for (row, words) in ["top row", "middle row", "bottom row"].into_iter().enumerate() {
        let span = Span::new(1 + row * 3, 4 + row * 3);
        let squares: Vec<_> =
            letters[row * 3..row * 3 + 3].bytes().filter_map(Square::from_byte).map(square_name).collect();
        parts.push(Segment::new(span, words, squares.join(", ")));
    }
    parts
}

/// What a square is, in words.
pub fn square_name(square: Square) -> &'static str {
    match square {
        Square::Blue => "blue",
        Square::Green => "green",
        Square::Purple => "purple",
        Square::Red => "red",
        Square::Yellow => "yellow",
        Square::Wild => "wild",
        Square::Fire => "fire",
        Square::Void => "no square",
        Square::Raft => "the raft's centre",
        Square::BlueCat => "blue with a cat",
        Square::GreenCat => "green with a cat",
        Square::PurpleCat => "purple with a cat",
        Square::RedCat => "red with a cat",
        Square::YellowCat => "yellow with a cat",
        Square::WildCat => "wild with a cat",
    }
}

/// A fire tile's letter and squares.
pub fn fire_tile(tile: &FireTile, text: &str) -> Vec<Segment> {
    let mut parts = vec![Segment::new(Span::new(0, 1), "name", tile_meaning(tile))];
    for start in (1..text.len()).step_by(2) {
        let digits = &text[start..start + 2];
        let meaning = format!("row {}, column {}", &digits[..1], &digits[1..]);
        parts.push(Segment::new(Span::new(start, start + 2), "square", meaning));
    }
    parts
}
