//! The string notation for actions:
//!
//! ```text
#![doc = include_str!("action.ebnf")]
//! ```

use super::scan::{Scan, position, wrong_length};
use crate::diagnostics::{Diagnostic, Span, codes};
use crate::notation::grammar::{Read, fault_at, letter, letters, whole};
use crate::notation::{Kind, Notation, Reading, plural};
use crate::raft::{Card, Colour, Deck, Orientation, Position, TileId, ValueError};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map_opt, opt};
use std::fmt;

/// The placement of a pathway card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CardAction {
    /// Card that is placed.
    pub card: Card,
    /// The top left square that the card covers.
    pub at: Position,
    /// Rotation of the card.
    pub orientation: Orientation,
}

/// The placement of a fire tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FireAction {
    /// Tile that is placed.
    pub tile: TileId,
    /// Top left corner of the tile's bounding box after flipping and rotating.
    pub at: Position,
    /// Whether the tile is mirrored from left to right before it is rotated.
    pub flipped: bool,
    /// Rotation of the tile.
    pub orientation: Orientation,
}

/// A cat's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CatAction {
    /// Colour of the cat.
    pub colour: Colour,
    /// Square where the cat starts.
    pub from: Position,
    /// Square where the cat ends.
    pub to: Position,
    /// Cards that pay for the move.
    pub discards: Discards,
}

/// The cards discarded to pay for a cat move: a single card or, for an exhausted cat, two cards in ascending
/// order.
///
/// ```
/// use clowder::raft::{Card, Deck, Discards};
///
/// let (low, high) = (Card::new(Deck::Circle, 1)?, Card::new(Deck::Circle, 7)?);
/// assert!(Discards::two(high, low)?.iter().eq([low, high]));
/// assert!(Discards::one(low).iter().eq([low]));
/// # Ok::<(), clowder::raft::ValueError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Discards {
    first: Card,
    second: Option<Card>,
}

impl Discards {
    /// Discards a single card.
    pub const fn one(card: Card) -> Self {
        Self { first: card, second: None }
    }

    /// Discards two cards, given in either order.
    ///
    /// # Errors
    /// Returns an error if the two cards are the same.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{Card, Deck, Discards, ValueError};
    ///
    /// let card = Card::new(Deck::Circle, 1)?;
    /// assert_eq!(Discards::two(card, card), Err(ValueError::SameDiscard(card)));
    /// # Ok::<(), clowder::raft::ValueError>(())
    /// ```
    pub fn two(one: Card, other: Card) -> Result<Self, ValueError> {
        match one.cmp(&other) {
            std::cmp::Ordering::Less => Ok(Self::ascending(one, Some(other))),
            std::cmp::Ordering::Equal => Err(ValueError::SameDiscard(one)),
            std::cmp::Ordering::Greater => Ok(Self::ascending(other, Some(one))),
        }
    }

    /// Creates one or two discards, given in ascending order. Two equal cards are not rejected here, but
    /// later by the rules.
    pub(crate) const fn ascending(first: Card, second: Option<Card>) -> Self {
        Self { first, second }
    }

    /// The first discarded card in ascending order.
    pub const fn first(self) -> Card {
        self.first
    }

    /// The second discarded card in ascending order, or `None` if only one card is discarded.
    pub const fn second(self) -> Option<Card> {
        self.second
    }

    /// Iterates over the discarded cards in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Card> {
        [self.first].into_iter().chain(self.second)
    }
}

/// A player's action.
///
/// ```
/// use clowder::raft::{Action, CardAction, Orientation};
///
/// let action: Action = "Ab1208S".parse()?;
/// let Action::Card(CardAction { card, at, orientation }) = action else { panic!() };
/// assert_eq!((card.to_string(), at.coordinates(), orientation), ("Ab".to_owned(), (12, 8), Orientation::South));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Place a pathway card.
    Card(CardAction),
    /// Place a fire tile.
    Fire(FireAction),
    /// Move a cat.
    Cat(CatAction),
}

impl Action {
    /// Length of the longest action string, in bytes.
    pub const MAX_LENGTH: usize = 13;

    /// Writes the action string into a buffer and returns the written part.
    ///
    /// The text is the same as with [`Display`](fmt::Display), but no memory is allocated, which makes
    /// printing thousands of actions faster.
    ///
    /// ```
    /// use clowder::raft::Action;
    ///
    /// let action: Action = "B04060506AfAh".parse()?;
    /// assert_eq!(action.encode(&mut [0; Action::MAX_LENGTH]), "B04060506AfAh");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn encode<'a>(&self, buffer: &'a mut [u8; Self::MAX_LENGTH]) -> &'a str {
        let letters = |card: Card| [card.deck().letter() as u8, card.letter() as u8];
        let length = match self {
            Self::Card(CardAction { card, at, orientation }) => {
                buffer[..2].copy_from_slice(&letters(*card));
                buffer[2..6].copy_from_slice(&at.digits());
                buffer[6] = orientation.letter() as u8;
                7
            }
            Self::Fire(FireAction { tile, at, flipped, orientation }) => {
                buffer[0] = tile.letter() as u8;
                buffer[1..5].copy_from_slice(&at.digits());
                buffer[5] = if *flipped { b'T' } else { b'F' };
                buffer[6] = orientation.letter() as u8;
                7
            }
            Self::Cat(CatAction { colour, from, to, discards }) => {
                buffer[0] = colour.cat_letter() as u8;
                buffer[1..5].copy_from_slice(&from.digits());
                buffer[5..9].copy_from_slice(&to.digits());
                buffer[9..11].copy_from_slice(&letters(discards.first));
                match discards.second {
                    Some(card) => {
                        buffer[11..].copy_from_slice(&letters(card));
                        13
                    }
                    None => 11,
                }
            }
        };
        std::str::from_utf8(&buffer[..length]).unwrap_or_default()
    }

    /// Target of the action: a card's top left square, the top left corner of a tile's bounding box, or the
    /// end of a cat's move.
    ///
    /// ```
    /// let action: clowder::raft::Action = "B04060506Af".parse()?;
    /// assert_eq!(action.target().coordinates(), (5, 6));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub const fn target(&self) -> Position {
        match self {
            Self::Card(card) => card.at,
            Self::Fire(fire) => fire.at,
            Self::Cat(cat) => cat.to,
        }
    }

    pub(crate) const fn target_span(&self) -> Span {
        match self {
            Self::Card(_) => Span::new(2, 6),
            Self::Fire(_) => Span::new(1, 5),
            Self::Cat(_) => Span::new(5, 9),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.encode(&mut [0; Self::MAX_LENGTH]))
    }
}

impl Notation for Action {
    const KIND: Kind = Kind::Action;
    const GRAMMAR: &str = include_str!("action.ebnf");
    const EXAMPLE: &'static str = "Ab1208S";

    fn parse_canonical(text: &str) -> Option<Self> {
        let action =
            alt((card_action.map(Self::Card), cat_action.map(Self::Cat), fire_action.map(Self::Fire)));
        whole(text, action)
    }

    fn read(text: &str) -> Reading<Self> {
        let mut scan = Scan::new(text);
        let mut letters = text.chars();
        let Some(first) = letters.next() else {
            let message = "the action is empty; it must place a card or a fire tile, or move a cat";
            let error = Diagnostic::new(&codes::raft::ACTION_EMPTY, Span::at(0), message);
            return Reading::refused(error.expected(["A..D", "a..z", "BGPRY"]));
        };
        let second = letters.next();
        let second_is_digit = second.is_some_and(|second| second.is_ascii_digit());
        // A lower-case second letter means a card placement, even if the first letter is not a deck letter.
        let names_card = second.is_some_and(|second| second.is_ascii_lowercase());
        let is_long = text.chars().nth(8).is_some();
        let action = if names_card || (!second_is_digit && Deck::from_letter(first).is_some()) {
            read_card_action(&mut scan).map(Self::Card)
        } else if (is_long && !first.is_ascii_lowercase())
            || (TileId::from_letter(first).is_none() && Colour::from_cat_letter(first).is_some())
        {
            read_cat_action(&mut scan).map(Self::Cat)
        } else {
            read_fire_action(&mut scan).map(Self::Fire)
        };
        if !scan.cursor.is_done() {
            let rest = Span::new(scan.cursor.offset(), text.len());
            let message = "unexpected text after the end of the action";
            let error = fault_at(text, &codes::raft::ACTION_TRAILING_TEXT, rest, message);
            scan.errors.push(error.fix(rest, ""));
        }
        scan.errors.sort();
        Reading::new(action.filter(|_| scan.errors.only_canon()), scan.errors)
    }
}

/// Parses the grammar production `turn`.
fn orientation(input: &str) -> Read<'_, Orientation> {
    letter(Orientation::from_letter).parse(input)
}

/// Parses the grammar productions `deck` and `card`.
fn deck_card(input: &str) -> Read<'_, Card> {
    let pair = (letter(Deck::from_letter), nom::character::complete::anychar);
    map_opt(pair, |(deck, card)| Card::from_letter(deck, card)).parse(input)
}

fn card_action(input: &str) -> Read<'_, CardAction> {
    let fields = (deck_card, position, orientation);
    fields.map(|(card, at, orientation)| CardAction { card, at, orientation }).parse(input)
}

fn fire_action(input: &str) -> Read<'_, FireAction> {
    (letter(TileId::from_letter), position, letter(flipped), orientation)
        .map(|(tile, at, flipped, orientation)| FireAction { tile, at, flipped, orientation })
        .parse(input)
}

fn flipped(letter: char) -> Option<bool> {
    matches!(letter, 'T' | 'F').then_some(letter == 'T')
}

fn cat_action(input: &str) -> Read<'_, CatAction> {
    let (rest, (colour, from, to)) = (letter(Colour::from_cat_letter), position, position).parse(input)?;
    let ordered = |(first, second): (Card, Option<Card>)| {
        second.is_none_or(|second| first < second).then_some(Discards { first, second })
    };
    let (rest, discards) = map_opt((deck_card, opt(deck_card)), ordered).parse(rest)?;
    Ok((rest, CatAction { colour, from, to, discards }))
}

/// Reads one letter, and reports an error if `meaning_of` returns `None`.
fn expect<T>(
    scan: &mut Scan<'_>,
    what: (&str, &'static str),
    meaning_of: impl Fn(char) -> Option<T>,
) -> Option<T> {
    let span = scan.cursor.take(1);
    scan.letter(span, &codes::raft::ACTION_UNEXPECTED, what, meaning_of)
}

/// Reads a position. `follow` lists how many characters may come after the position.
fn expect_position(scan: &mut Scan<'_>, what: &str, follow: &[usize]) -> Option<Position> {
    let (text, rest) = (scan.text, scan.cursor.rest());
    let count = rest.bytes().take_while(u8::is_ascii_digit).count();
    let after = &rest[count..];
    let is_rest = after.starts_with(|next: char| next.is_ascii_uppercase())
        && !after.contains(|next: char| next.is_ascii_digit());
    let truncated = |span, message| {
        fault_at(text, &codes::raft::ACTION_TRUNCATED, span, message).expected(["four digits"])
    };
    // If three digits are followed by one character more than a complete position would be, the first of these
    // characters was written instead of the fourth digit, like the `X` in `Ab120XS`.
    let is_replaced = count == 3 && follow.contains(&(after.chars().count().saturating_sub(1)));
    if matches!(count, 2 | 3 | 5) && is_rest && !is_replaced {
        // One or two digits are missing, or there is one digit too many. Only digits are skipped, so that the
        // next part of the action is read from its beginning.
        let digits = plural(count, "digit");
        let message = format!("{what} must have four digits (row, column); found {digits}");
        let span = scan.cursor.take(count);
        scan.errors.push(truncated(span, message));
        return None;
    }
    let span = scan.cursor.take(4);
    let at = scan.position(span, &codes::raft::ACTION_NOT_A_DIGIT, what);
    let count = span.of(text).chars().count();
    if count < 4 {
        let message = wrong_length(what, "cut short", "four digits (row, column)", count);
        scan.errors.push(truncated(span, message));
    }
    at
}

fn expect_card(scan: &mut Scan<'_>) -> Option<Card> {
    let deck = expect(scan, ("a deck", "ABCD"), Deck::from_letter);
    let letter = |letter| Card::from_letter(deck.unwrap_or(Deck::Circle), letter);
    expect(scan, ("a card", Card::LETTERS), letter).filter(|_| deck.is_some())
}

fn expect_orientation(scan: &mut Scan<'_>) -> Option<Orientation> {
    const OTHER_NAMES: [(&str, &str, &str); 4] =
        [("0", "NORTH", "N"), ("90", "EAST", "E"), ("180", "SOUTH", "S"), ("270", "WEST", "W")];
    let rest = scan.cursor.rest();
    let word = rest.to_ascii_uppercase();
    let meant = OTHER_NAMES.iter().find(|(angle, name, _)| rest == *angle || word == *name);
    if meant.is_some() || (rest.parse::<u16>().is_ok() && rest.len() > 1) {
        let span = scan.cursor.take(rest.len());
        let message = format!("`{rest}` is not an orientation; it is N (0°), E (90°), S (180°) or W (270°)");
        let error = fault_at(scan.text, &codes::raft::ACTION_UNEXPECTED, span, message);
        let error = error.expected(letters("NESW"));
        scan.errors.push(match meant {
            Some((.., letter)) => error.fix(span, *letter),
            None => error,
        });
        return None;
    }
    expect(scan, ("an orientation", "NESW"), Orientation::from_letter)
}

fn read_card_action(scan: &mut Scan<'_>) -> Option<CardAction> {
    let card = expect_card(scan);
    let at = expect_position(scan, "the position of the card", &[1]);
    let orientation = expect_orientation(scan);
    Some(CardAction { card: card?, at: at?, orientation: orientation? })
}

fn read_fire_action(scan: &mut Scan<'_>) -> Option<FireAction> {
    let name = scan.cursor.take(1);
    let what = ("a fire tile", TileId::LETTERS);
    let tile = scan.letter(name, &codes::raft::ACTION_UNKNOWN_TILE, what, TileId::from_letter);
    let at = expect_position(scan, "the position of the tile", &[2]);
    let flip = scan.cursor.take(1);
    let flipped = flip.of(scan.text).chars().next().and_then(flipped);
    if flipped.is_none() {
        let error = scan.wrong_letter(&codes::raft::ACTION_UNEXPECTED, flip, "a flip letter", "TF");
        let is_explained = tile.is_some() && flip.start < flip.end;
        scan.errors.push(if is_explained {
            error.related(name, "this letter names a fire tile")
        } else {
            error
        });
    }
    let orientation = expect_orientation(scan);
    Some(FireAction { tile: tile?, at: at?, flipped: flipped?, orientation: orientation? })
}

fn read_cat_action(scan: &mut Scan<'_>) -> Option<CatAction> {
    let colour = expect(scan, ("the colour of a cat", "BGPRY"), Colour::from_cat_letter);
    let from = expect_position(scan, "the start position of the cat", &[]);
    let to = expect_position(scan, "the end position of the cat", &[2, 4]);
    let first_span = scan.cursor.span_of(2);
    let first = expect_card(scan);
    let second_span = scan.cursor.span_of(2);
    if scan.cursor.is_done() {
        return Some(CatAction { colour: colour?, from: from?, to: to?, discards: Discards::one(first?) });
    }
    let second = expect_card(scan);
    let (first, second) = (first?, second?);
    let fault = |code, message: String| fault_at(scan.text, code, second_span, message);
    if second == first {
        let message = format!("card `{first}` is discarded twice; the two discards must be different cards");
        let error = fault(&codes::raft::ACTION_DUPLICATE_DISCARD, message);
        scan.errors.push(error.related(first_span, "first here"));
    } else if second < first {
        let message = format!(
            "card `{second}` must come before card `{first}`; discards are sorted by deck, then by card"
        );
        let error = fault(&codes::raft::ACTION_DISCARD_ORDER, message);
        let error = error.related(first_span, "this card should come later");
        scan.errors.push(error.fix(first_span.to(second_span), format!("{second}{first}")));
    }
    let discards = Discards::two(first, second).ok()?;
    Some(CatAction { colour: colour?, from: from?, to: to?, discards })
}
