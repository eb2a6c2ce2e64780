//! Explanations of the strings of Race to the Raft. A string is divided into segments, and each segment is described.
//!
//! Each function describes a value. The string from which the value was read is not always canonical. Some functions
//! return spans that depend on the order of the letters in this string. These functions therefore have the string as a
//! parameter, which is called `text`. A part of the string that does not belong to the value does not get a segment.

use super::{
    Action, Board, Card, CardAction, CardSet, CatAction, CatCard, Challenge, Colour, Deck, Draw, Exhausted,
    FireAction, FireTile, Island, IslandSize, Orientation, PathwayCard, Position, RaftCard, Square,
    Squares3x3, State, TileId, catalogue,
};
use crate::diagnostics::Span;
use crate::notation::{Notation as _, Segment, agreeing, plural};
use crate::shape::Cell;

/// Returns the description of a position, such as `row 3, column 10`.
fn place(at: Position) -> String {
    format!("row {}, column {}", at.row(), at.column())
}

/// Explains a challenge: its size, its islands and its cards. If it is an official challenge, also explains its number,
/// name and difficulty.
///
/// ```
/// let challenge = "LNSNLASAF000300060012001506030903C000093030341203R11215".parse()?;
/// let segments = clowder::raft::explain::challenge(&challenge);
/// assert_eq!(segments[1].name, "island");
/// assert_eq!(segments[1].meaning, "large island (9 rows), side with fire, strip of fire on the left, top left");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
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
    let mut segments = vec![Segment::new(Span::new(0, raft_span.end), "challenge", title)];
    let corners: &[&str] = match challenge.islands().len() {
        2 => &["top", "bottom"],
        _ => &["top left", "bottom left", "top right", "bottom right"],
    };
    for (index, (&island, corner)) in challenge.islands().iter().zip(corners).enumerate() {
        let meaning = format!("{}, {corner}", island_meaning(island));
        segments.push(Segment::new(Challenge::island_span(index), "island", meaning));
    }
    let marker = |before: Span, name, meaning: String| {
        Segment::new(Span::new(before.start - 1, before.start), name, meaning)
    };
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
    let (row, column) = raft.at.coordinates();
    let meaning = format!(
        "raft card {} ({}), top left square at {}, centre at row {}, column {}",
        raft.card,
        raft_card_meaning(catalogue::raft_card(raft.card)),
        place(raft.at),
        row + 1,
        column + 1
    );
    segments.push(Segment::new(raft_span, "raft card", meaning));
    segments
}

fn island_meaning(island: Island) -> String {
    let size = match island.size() {
        IslandSize::Large => "large island (9 rows)",
        IslandSize::Small => "small island (6 rows)",
    };
    let side = match (island.rotation(), island.size()) {
        (None, IslandSize::Large) => "side without fire, any rotation",
        (None, IslandSize::Small) => "side without fire, rotated by 0 or 180 degrees",
        (Some(Orientation::North), _) => "side with fire, strip of fire on the left",
        (Some(Orientation::East), _) => "side with fire, strip of fire at the top",
        (Some(Orientation::South), _) => "side with fire, strip of fire on the right",
        (Some(Orientation::West), _) => "side with fire, strip of fire at the bottom",
    };
    format!("{size}, {side}")
}

/// Returns the description of the cats on a cat card, such as `blue and yellow cats`.
fn cat_card_meaning(card: &CatCard) -> String {
    let squares = card.squares().0;
    let cats = squares.iter().filter(|square| square.has_cat());
    let names: Vec<_> = cats.filter_map(|square| square.colour()).map(Colour::name).collect();
    format!("{} {}", names.join(" and "), agreeing(names.len(), "cat"))
}

fn raft_card_meaning(card: &RaftCard) -> String {
    let wild = card.squares().0.iter().filter(|square| square.is_wild()).count();
    match wild {
        8 => "any cat can enter all eight squares".to_owned(),
        _ => format!(
            "any cat can enter {} of the eight squares",
            ["none", "one", "two", "three", "four", "five", "six", "seven"].get(wild).unwrap_or(&"all")
        ),
    }
}

/// Explains a board: its size, its raft, its cats, and the number of squares of each kind.
///
/// ```
/// use clowder::{notation::Notation, raft::{Board, explain}};
///
/// let segments = explain::board(&Board::EXAMPLE.parse()?);
/// assert_eq!(segments[1].meaning, "a green cat at row 1, column 5");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn board(board: &Board) -> Vec<Segment> {
    let end = board.squares().len() + usize::from(board.height());
    let size =
        format!("{} rows and {} columns; each row ends with a line break", board.height(), board.width());
    let mut segments = vec![Segment::new(Span::new(0, end), "board", size)];
    for (at, square) in board.positions() {
        let (name, meaning) = match square {
            Square::Raft => ("raft", "the centre of the raft".to_owned()),
            Square::WildCat => ("cat", "a cat of unknown colour on a wild square".to_owned()),
            cat if cat.has_cat() => ("cat", format!("a {} cat", cat.colour().map_or("wild", Colour::name))),
            _ => continue,
        };
        segments.push(Segment::new(board.span(at), name, format!("{meaning} at {}", place(at))));
    }
    let count =
        |what: &dyn Fn(Square) -> bool| board.squares().iter().filter(|&&square| what(square)).count();
    let mut counts: Vec<String> = Colour::ALL
        .iter()
        .map(|&colour| format!("{} {}", count(&|square| square.colour() == Some(colour)), colour.name()))
        .collect();
    counts.push(format!("{} wild", count(&Square::is_wild)));
    counts.push(format!("{} fire", count(&|square| square == Square::Fire)));
    counts.push(format!("{} void", count(&|square| square == Square::Void)));
    segments.push(Segment::new(Span::new(0, end), "squares", counts.join(", ")));
    segments
}

/// Explains decks or a hand: each deck with its number of cards, and each card with its squares.
///
/// ```
/// use clowder::raft::{Hand, explain};
///
/// let hand: Hand = "AfBCDa".parse()?;
/// let segments = explain::cards(hand.cards(), "AfBCDa");
/// assert_eq!(segments[1].meaning, "card f of the circle deck: ryr ryr ryr");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn cards(cards: CardSet, text: &str) -> Vec<Segment> {
    let mut segments = Vec::new();
    let mut deck = Deck::Circle;
    for (at, letter) in text.char_indices() {
        let span = Span::new(at, at + letter.len_utf8());
        if let Some(named) = Deck::from_letter(letter) {
            deck = named;
            let meaning = format!("{} deck: {}", deck.name(), plural(cards.count(deck), "card"));
            segments.push(Segment::new(span, "deck", meaning));
        } else if let Some(card) = Card::from_letter(deck, letter) {
            segments.push(Segment::new(span, "card", card_meaning(card)));
        }
    }
    segments.push(Segment::new(Span::new(0, text.len()), "total", plural(cards.len(), "card")));
    segments
}

/// Returns the description of a card with its rows, such as `card a of the circle deck: bgb bgy bby`.
fn card_meaning(card: Card) -> String {
    let letters = catalogue::pathway_squares(card).to_string();
    format!(
        "card {} of the {} deck: {} {} {}",
        card.letter(),
        card.deck().name(),
        &letters[..3],
        &letters[3..6],
        &letters[6..]
    )
}

/// Explains a string of exhausted cats, with one segment for each cat. If there are no exhausted cats, the result is a
/// single segment, which says that no cat has moved.
///
/// ```
/// use clowder::raft::explain;
///
/// let segments = explain::exhausted("G0105");
/// assert_eq!(segments[0].meaning, "the green cat at row 1, column 5 has moved this round");
/// ```
pub fn exhausted(text: &str) -> Vec<Segment> {
    let segment = |start: usize| {
        let span = Span::new(start, start + 5);
        let cat = Exhausted::parse_canonical(text.get(start..span.end)?)?.iter().next()?;
        let meaning = format!("the {} cat at {} has moved this round", cat.colour.name(), place(cat.at));
        Some(Segment::new(span, "exhausted cat", meaning))
    };
    let mut segments: Vec<_> = (0..text.len()).step_by(5).filter_map(segment).collect();
    if segments.is_empty() {
        segments.push(Segment::new(Span::at(0), "exhausted cats", "no cat has moved this round"));
    }
    segments
}

/// Explains the string of a fire bag, with one segment for each tile and a last segment for the number of tiles.
///
/// ```
/// use clowder::raft::explain;
///
/// let segments = explain::fire_bag("aE");
/// assert_eq!((segments.len(), segments[2].meaning.as_str()), (3, "2 tiles"));
/// ```
pub fn fire_bag(text: &str) -> Vec<Segment> {
    let tiles = text.char_indices().filter_map(|(at, letter)| Some((at, TileId::from_letter(letter)?)));
    let mut segments: Vec<_> = tiles
        .map(|(at, tile)| {
            Segment::new(Span::new(at, at + 1), "fire tile", tile_meaning(catalogue::fire_tile(tile)))
        })
        .collect();
    segments.push(Segment::new(Span::new(0, text.len()), "total", plural(segments.len(), "tile")));
    segments
}

/// Returns the description of a tile with its rows, such as `tile c, 6 squares: XXXX .X.. .X..`.
fn tile_meaning(tile: &FireTile) -> String {
    let shape = tile.shape();
    let row = |row: u8| -> String {
        let filled = |column| shape.cells().iter().any(|cell| (cell.row, cell.column) == (row, column));
        (0..shape.width()).map(|column| if filled(column) { 'X' } else { '.' }).collect()
    };
    let rows: Vec<_> = (0..shape.height()).map(row).collect();
    format!("tile {}, {}: {}", tile.id(), plural(shape.area(), "square"), rows.join(" "))
}

/// Explains an action. A placement has segments for the card or tile, its position, its orientation and the covered
/// squares. The placement of a tile also has a segment for the flip. A move has segments for the cat, both positions
/// and the discards.
///
/// ```
/// use clowder::raft::explain;
///
/// let segments = explain::action(&"B04060506Af".parse()?, "B04060506Af");
/// assert_eq!(segments[1].meaning, "from row 4, column 6");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn action(action: &Action, text: &str) -> Vec<Segment> {
    let segment =
        |start: usize, end: usize, name, meaning: String| Segment::new(Span::new(start, end), name, meaning);
    let covered = |squares: &mut dyn Iterator<Item = Position>| {
        let squares: Vec<_> = squares.map(|at| format!("({}, {})", at.row(), at.column())).collect();
        segment(0, text.len(), "covered squares", squares.join(" "))
    };
    let turn = |orientation: Orientation| segment(6, 7, "orientation", orientation.description().to_owned());
    match *action {
        Action::Card(CardAction { card, at, orientation }) => vec![
            segment(0, 2, "card", card_meaning(card)),
            segment(2, 6, "place", format!("top left square at {}", place(at))),
            turn(orientation),
            covered(
                &mut (0..9)
                    .filter_map(|cell| Position::new(at.row() + cell / 3, at.column() + cell % 3).ok()),
            ),
        ],
        Action::Fire(FireAction { tile, at, flipped, orientation }) => {
            let flip = if flipped { "mirrored left to right before the rotation" } else { "not flipped" };
            let shape = catalogue::fire_tile(tile).shape();
            let shape =
                if flipped { shape.flipped() } else { shape.clone() }.turned(orientation.quarter_turns());
            let square = |cell: &Cell| Position::new(at.row() + cell.row, at.column() + cell.column).ok();
            let corner = format!("top left corner of its bounding box at {}", place(at));
            vec![
                segment(0, 1, "fire tile", tile_meaning(catalogue::fire_tile(tile))),
                segment(1, 5, "place", corner),
                segment(5, 6, "flip", flip.to_owned()),
                turn(orientation),
                covered(&mut shape.cells().iter().filter_map(square)),
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
            // The discards are explained in the order of the string, which is not always the canonical order.
            segments.extend((9..text.len()).step_by(2).filter_map(discard));
            segments
        }
    }
}

/// Explains a draw, with one segment for each deck in the string.
///
/// ```
/// use clowder::raft::explain;
///
/// let segments = explain::draw("A3B1D2".parse()?, "A3B1D2");
/// assert_eq!(segments[1].meaning, "1 card from the cross deck");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn draw(draw: Draw, text: &str) -> Vec<Segment> {
    let request = |(at, letter): (usize, char)| {
        let deck = Deck::from_letter(letter)?;
        let meaning = format!("{} from the {} deck", plural(draw.count(deck), "card"), deck.name());
        Some(Segment::new(Span::new(at, at + 2), "request", meaning))
    };
    text.char_indices().filter_map(request).collect()
}

/// Explains a state, which consists of five strings. Each segment names the string to which it belongs, and its span
/// points into that string. The parameter `strings` contains the five decoded strings from which the state was read.
///
/// ```
/// use clowder::{notation::Notation, raft::{State, explain}};
///
/// let state: State = State::EXAMPLE.parse()?;
/// let segments = explain::state(&state, &state.parts());
/// assert_eq!((segments[0].name, segments[0].component), ("board", Some(0)));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn state(state: &State, strings: &[String; 5]) -> Vec<Segment> {
    let inner = [
        board(&state.board),
        cards(state.decks.cards(), &strings[1]),
        cards(state.hand.cards(), &strings[2]),
        exhausted(&strings[3]),
        fire_bag(&strings[4]),
    ];
    let mut segments = Vec::new();
    for (index, inner) in inner.into_iter().enumerate() {
        let whole = Span::new(0, strings[index].len());
        let title = format!("part {} of the state", index + 1);
        let title = Segment::new(whole, State::COMPONENT_NAMES[index], title);
        let inner = std::iter::once(title).chain(inner);
        segments.extend(inner.map(|segment| Segment { component: Some(index), ..segment }));
    }
    segments
}

/// Explains a pathway card: its letter, the decks that contain it, and its rows.
///
/// ```
/// let segments = clowder::raft::explain::pathway_card(&"abgbbgybby".parse()?);
/// assert_eq!(segments[1].meaning, "blue, green, blue");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn pathway_card(card: &PathwayCard) -> Vec<Segment> {
    let decks: Vec<_> = Deck::ALL
        .iter()
        .filter(|&&deck| catalogue::pathway_cards(deck).contains(card))
        .map(|deck| deck.name())
        .collect();
    let meaning = match decks.as_slice() {
        [] => "a pathway card that is not in any deck of the game".to_owned(),
        decks => format!("a pathway card of the {} deck", decks.join(" and the ")),
    };
    card_segments(meaning, card.squares())
}

/// Explains a cat card: its number, its cats and its rows.
///
/// ```
/// let segments = clowder::raft::explain::cat_card(&"3gffgGfggg".parse()?);
/// assert_eq!(segments[0].meaning, "cat card 3: green cat");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn cat_card(card: &CatCard) -> Vec<Segment> {
    card_segments(format!("cat card {}: {}", card.id(), cat_card_meaning(card)), card.squares())
}

/// Explains a raft card: its number and its rows.
///
/// ```
/// let segments = clowder::raft::explain::raft_card(&"1gyprowbww".parse()?);
/// assert_eq!(segments[0].meaning, "raft card 1: any cat can enter three of the eight squares");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn raft_card(card: &RaftCard) -> Vec<Segment> {
    card_segments(format!("raft card {}: {}", card.id(), raft_card_meaning(card)), card.squares())
}

fn card_segments(title: String, squares: Squares3x3) -> Vec<Segment> {
    let mut segments = vec![Segment::new(Span::new(0, 1), "name", title)];
    for ((row, name), squares) in (0..).zip(["top row", "middle row", "bottom row"]).zip(squares.0.chunks(3))
    {
        let names: Vec<_> = squares.iter().map(|square| square.description()).collect();
        segments.push(Segment::new(Span::new(1 + row * 3, 4 + row * 3), name, names.join(", ")));
    }
    segments
}

/// Explains a fire tile: its letter and its squares.
///
/// ```
/// let segments = clowder::raft::explain::fire_tile(&"c0001".parse()?, "c0001");
/// assert_eq!(segments[0].meaning, "tile c, 2 squares: XX");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn fire_tile(tile: &FireTile, text: &str) -> Vec<Segment> {
    let mut segments = vec![Segment::new(Span::new(0, 1), "name", tile_meaning(tile))];
    for start in (1..text.len()).step_by(2) {
        if let Some((row, column)) = text.get(start..start + 2).and_then(|digits| digits.split_at_checked(1))
        {
            let meaning = format!("row {row}, column {column}");
            segments.push(Segment::new(Span::new(start, start + 2), "square", meaning));
        }
    }
    segments
}
