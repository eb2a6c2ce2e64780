//! The string of a state: the JSON array `[board, decks, hand, exhausted, fire-bag]`.

use super::state_reader;
use super::{Board, Decks, Exhausted, FireBag, Hand};
use crate::diagnostics::Diagnostics;
use crate::notation::{Kind, Notation, Reading};
use crate::raft::{Cat, Square};
use std::fmt;

/// A state of the game between two actions: the board, the decks, the hand, the exhausted cats and the fire bag.
///
/// A [`Reading`] of a string whose components contradict each other also has a value, together with errors of class
/// `state`.
///
/// ```
/// use clowder::{notation::Notation, raft::State};
///
/// let state: State = State::EXAMPLE.parse()?;
/// assert_eq!((state.hand().cards().len(), state.exhausted().len()), (6, 1));
/// assert_eq!(state.to_string(), State::EXAMPLE);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) board: Board,
    pub(crate) decks: Decks,
    pub(crate) hand: Hand,
    pub(crate) exhausted: Exhausted,
    pub(crate) bag: FireBag,
}

impl State {
    /// The names of the five components, in the order in which they appear in the string.
    pub const COMPONENT_NAMES: [&str; 5] = ["board", "decks", "hand", "exhausted", "fire-bag"];

    /// Returns a state with these components.
    ///
    /// # Errors
    /// Returns an error if a card is both in the hand and in the decks, or if an exhausted cat is not on the board.
    /// Each error names its component, and its span points into the string of the component.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::{CardSet, Decks, State}};
    ///
    /// let state: State = State::EXAMPLE.parse()?;
    /// let (board, hand, exhausted) = (*state.board(), state.hand(), state.exhausted().clone());
    /// let errors = State::new(board, Decks::new(CardSet::FULL), hand, exhausted, state.bag()).unwrap_err();
    /// assert_eq!(errors.len(), hand.cards().len());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn new(
        board: Board,
        decks: Decks,
        hand: Hand,
        exhausted: Exhausted,
        bag: FireBag,
    ) -> Result<Self, Diagnostics> {
        let state = Self { board, decks, hand, exhausted, bag };
        if state.is_consistent() { Ok(state) } else { Self::read_parts(&state.parts()).strict() }
    }

    /// Returns a state that has only a board, without cards, exhausted cats or tiles.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::{Board, State}};
    ///
    /// let state = State::on_board(Board::EXAMPLE.parse()?);
    /// assert!(state.decks().cards().is_empty() && state.bag().is_empty());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn on_board(board: Board) -> Self {
        let (decks, hand, exhausted) = (Decks::default(), Hand::default(), Exhausted::default());
        Self { board, decks, hand, exhausted, bag: FireBag::EMPTY }
    }

    /// Returns the same state with a different fire bag.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::{FireBag, State}};
    ///
    /// let state: State = State::EXAMPLE.parse()?;
    /// assert_eq!(state.with_bag(FireBag::FULL).bag().len(), 31);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn with_bag(self, bag: FireBag) -> Self {
        Self { bag, ..self }
    }

    /// Returns the board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the cards that are left in the decks.
    pub const fn decks(&self) -> Decks {
        self.decks
    }

    /// Returns the cards in the hand.
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// Returns the cats that have moved this round.
    pub const fn exhausted(&self) -> &Exhausted {
        &self.exhausted
    }

    /// Returns true if the cat has moved this round. The next move of such a cat costs two cards. The colour of a cat
    /// on a wild square is unknown, so such a cat is exhausted if an exhausted cat of any colour is listed at its
    /// position.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::{Cat, Colour, Position, State}};
    ///
    /// let state: State = State::EXAMPLE.parse()?;
    /// assert!(state.is_exhausted(Cat { colour: Colour::Green, at: Position::new(1, 5)? }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_exhausted(&self, cat: Cat) -> bool {
        self.exhausted.contains(cat)
            || self.board.get(cat.at) == Some(Square::WildCat)
                && self.exhausted.iter().any(|exhausted| exhausted.at == cat.at)
    }

    /// Returns the tiles that are left in the bag.
    pub const fn bag(&self) -> FireBag {
        self.bag
    }

    /// Returns the canonical strings of the five components.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::State};
    ///
    /// let [_, decks, hand, exhausted, _] = State::EXAMPLE.parse::<State>()?.parts();
    /// assert_eq!([decks, hand, exhausted], ["AabcdBCfghDafh", "AfhkBCDbcg", "G0105"]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn parts(&self) -> [String; 5] {
        [
            self.board.to_string(),
            self.decks.to_string(),
            self.hand.to_string(),
            self.exhausted.to_string(),
            self.bag.to_string(),
        ]
    }

    /// Reads the strings of the five components. Each diagnostic names the component to which it belongs.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::State};
    ///
    /// let state: State = State::EXAMPLE.parse()?;
    /// assert_eq!(State::read_parts(&state.parts()).strict()?, state);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn read_parts(parts: &[String; 5]) -> Reading<Self> {
        state_reader::read_parts(parts)
    }

    /// Returns the five strings in the JSON array of a state, or `None` if the input is not an array of five strings.
    ///
    /// ```
    /// use clowder::raft::State;
    ///
    /// let parts = State::decode(r#"["bbb\n", "ABCD", "ABCD", "", ""]"#).unwrap();
    /// assert_eq!(parts[0], "bbb\n");
    /// assert_eq!(State::decode("[]"), None);
    /// ```
    pub fn decode(text: &str) -> Option<[String; 5]> {
        let parts: Vec<String> = serde_json::from_str(text).ok()?;
        parts.try_into().ok()
    }

    /// Returns true if the components do not contradict each other. The functions in [`state_reader`] check the same
    /// conditions more slowly, but report the errors.
    fn is_consistent(&self) -> bool {
        self.decks.cards().is_disjoint(self.hand.cards())
            && self.exhausted.iter().all(|cat| state_reader::can_be_on(&self.board, cat))
    }
}

impl fmt::Display for State {
    /// Writes the JSON array on one line and without spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The line breaks of the board are the only characters that must be escaped in JSON.
        let [board, rest @ ..] = self.parts();
        write!(f, "[\"{}\"", board.replace('\n', "\\n"))?;
        rest.iter().try_for_each(|part| write!(f, ",\"{part}\""))?;
        f.write_str("]")
    }
}

impl Notation for State {
    const KIND: Kind = Kind::State;
    const GRAMMAR: &str = include_str!("state.ebnf");
    const HAS_QUICK_GRAMMAR: bool = true;
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
        state.is_consistent().then_some(state)
    }

    fn read(text: &str) -> Reading<Self> {
        state_reader::read(text)
    }
}

/// Returns the contents of the five strings in the JSON, without decoding escape sequences. The string of a component
/// never contains a quotation mark, so each string ends at the next quotation mark. Returns `None` if there is white
/// space outside the strings, or if there are fewer than five strings.
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
