//! A state: the JSON array `[board, decks, hand, exhausted, fire-bag]`.

use super::state_faults;
use super::{Board, Decks, Exhausted, FireBag, Hand};
use crate::notation::{Kind, Notation, Reading};
use std::fmt;

/// The names of the five parts, in order.
pub const PART_NAMES: [&str; 5] = ["board", "decks", "hand", "exhausted", "fire-bag"];

/// Everything there is to know of a game between two actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The squares.
    pub board: Board,
    /// The cards left in the decks.
    pub decks: Decks,
    /// The cards in hand.
    pub hand: Hand,
    /// The cats that have moved this round.
    pub exhausted: Exhausted,
    /// The tiles left in the bag.
    pub bag: FireBag,
}

impl State {
    /// The five strings.
    pub fn parts(&self) -> [String; 5] {
        [
            self.board.to_string(),
            self.decks.to_string(),
            self.hand.to_string(),
            self.exhausted.to_string(),
            self.bag.to_string(),
        ]
    }

    /// Reads the five strings of a state. Each diagnostic names the `part` that it is about.
    pub fn read_parts(parts: &[String; 5]) -> Reading<Self> {
        state_faults::read_parts(parts)
    }
}

/// The five strings of a state, decoded; `None` if the text is no array of five strings.
pub fn decode(text: &str) -> Option<[String; 5]> {
    let parts: Vec<String> = serde_json::from_str(text).ok()?;
    parts.try_into().ok()
}

impl fmt::Display for State {
    /// The compact JSON array, on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The only character of the five strings that JSON escapes is the board's line end.
        let [board, rest @ ..] = self.parts();
        write!(f, "[\"{}\"", board.replace('\n', "\\n"))?;
        rest.iter().try_for_each(|part| write!(f, ",\"{part}\""))?;
        f.write_str("]")
    }
}

impl Notation for State {
    const KIND: Kind = Kind::State;
    const EXAMPLE: &'static str = concat!(
        r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgygg\nfffybpbry\nbbggrgyrr\nygrpybpby\nprpgbybyr\nbgyryybwp\n"#,
        r#"yrbpgwowb\nrgybpwwwg\n","AabcdBCfghDafh","AfhkBCDbcg","G0105","abdfgjkmnpqrtuvwyzACDE"]"#
    );

    fn parse_canonical(text: &str) -> Option<Self> {
        let [board, decks, hand, exhausted, bag] = five_strings(text)?;
        let state = Self {
            board: Board::parse_lines(board, "\\n")?,
            decks: Decks::parse_canonical(decks)?,
            hand: Hand::parse_canonical(hand)?,
            exhausted: Exhausted::parse_canonical(exhausted)?,
            bag: FireBag::parse_canonical(bag)?,
        };
        state_faults::is_consistent(&state).then_some(state)
    }

    fn read(text: &str) -> Reading<Self> {
        state_faults::read(text)
    }
}

/// What stands between the quotation marks of five JSON strings, as a canonical text writes them: without a blank
/// between them and with no escape but the board's line ends. None of the five notations has a quotation mark.
fn five_strings(text: &str) -> Option<[&str; 5]> {
    let mut rest = text.strip_prefix("[\"")?.strip_suffix("\"]")?;
    let mut next = || {
        let end = memchr::memchr(b'"', rest.as_bytes())?;
        let part = &rest[..end];
        rest = rest[end..].strip_prefix("\",\"")?;
        Some(part)
    };
    let [board, decks, hand, exhausted] = [next()?, next()?, next()?, next()?];
    Some([board, decks, hand, exhausted, rest])
}
