//! The string notation for states: the JSON array `[board, decks, hand, exhausted, fire-bag]`.

use super::cards::locate;
use super::{Board, Decks, Exhausted, FireBag, Hand};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::json::quick::{error_in, span_of};
use crate::notation::grammar::fault_at;
use crate::notation::{Kind, Notation, Reading, plural};
use crate::raft::vocabulary::on_square;
use crate::raft::{Cat, Square};
use serde_json::value::RawValue;
use std::fmt;

/// The state of a game between two actions: the board, the decks, the hand, the exhausted cats and the fire bag.
///
/// If the components of a string contradict each other, its [`Reading`] has errors of class `state`, but still
/// has a value.
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
    /// Names of the five components, in the order of the array.
    pub const COMPONENT_NAMES: [&str; 5] = ["board", "decks", "hand", "exhausted", "fire-bag"];

    /// Creates a state from its components.
    ///
    /// # Errors
    /// Returns an error for each card that is both in the hand and in a deck. Also returns an error for each
    /// exhausted cat that is not on the board. Each error names a component, and its span points into that
    /// component's string.
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

    /// Creates a state that has a board, but no cards, no exhausted cats and no tiles.
    pub fn on_board(board: Board) -> Self {
        let (decks, hand, exhausted) = (Decks::default(), Hand::default(), Exhausted::default());
        Self { board, decks, hand, exhausted, bag: FireBag::EMPTY }
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The cards that remain in the decks.
    pub const fn decks(&self) -> Decks {
        self.decks
    }

    /// The cards in the hand.
    pub const fn hand(&self) -> Hand {
        self.hand
    }

    /// The cats that have moved in this round.
    pub const fn exhausted(&self) -> &Exhausted {
        &self.exhausted
    }

    /// Whether the cat has already moved in this round, so that another move costs two cards. The colour of a
    /// cat on a wild square is unknown. Such a cat is exhausted if an exhausted cat of any colour is listed at
    /// its position.
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

    /// Number of cards to discard for a move of this cat.
    pub(crate) fn price(&self, cat: Cat) -> usize {
        if self.is_exhausted(cat) { 2 } else { 1 }
    }

    /// The tiles that remain in the bag.
    pub const fn bag(&self) -> FireBag {
        self.bag
    }

    /// The canonical strings of the five components.
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

    /// Reads the five components from their strings. Each diagnostic names the affected component.
    ///
    /// ```
    /// use clowder::{notation::Notation, raft::State};
    ///
    /// let state: State = State::EXAMPLE.parse()?;
    /// assert_eq!(State::read_parts(&state.parts()).strict()?, state);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn read_parts(parts: &[String; 5]) -> Reading<Self> {
        let mut errors = Diagnostics::new();
        let board = read_part(0, parts, &mut errors);
        let decks = read_part(1, parts, &mut errors);
        let hand = read_part(2, parts, &mut errors);
        let exhausted = read_part(3, parts, &mut errors);
        let bag = read_part(4, parts, &mut errors);
        if let (Some(decks), Some(hand)) = (&decks, &hand) {
            errors.extend(in_deck_and_hand(parts, *decks, *hand));
        }
        if let (Some(board), Some(exhausted)) = (&board, &exhausted) {
            errors.extend(exhausted_cats(&parts[3], board, exhausted));
        }
        errors.sort();
        let state =
            (|| Some(Self { board: board?, decks: decks?, hand: hand?, exhausted: exhausted?, bag: bag? }))();
        Reading::new(state, errors)
    }

    /// Decodes the five strings of a state. Returns `None` if the text is not an array of five strings.
    pub fn decode(text: &str) -> Option<[String; 5]> {
        let parts: Vec<String> = serde_json::from_str(text).ok()?;
        parts.try_into().ok()
    }

    /// Whether the components agree with each other. [`State::read_parts`] checks the same conditions more slowly, but
    /// reports errors.
    fn is_consistent(&self) -> bool {
        self.decks.cards().intersection(self.hand.cards()).is_empty()
            && self.exhausted.iter().all(|cat| can_be_on(&self.board, cat))
    }
}

impl fmt::Display for State {
    /// Writes the JSON array on one line without spaces.
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
        let Some(parts) = Self::decode(text) else { return Reading::refused(structure(text)) };
        let reading = Self::read_parts(&parts);
        let canonical = reading.value().filter(|_| reading.is_canonical()).map(Self::to_string);
        let spelling = canonical.and_then(|canonical| spelling(text, canonical));
        reading.check(spelling).with_parts(parts)
    }
}

/// Splits the JSON into its five strings without decoding escape sequences. No component contains a quotation mark, so
/// each string ends at the next quotation mark. Returns `None` if there is white space outside the strings, or if there
/// are fewer than five strings.
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

fn read_part<T: Notation>(part: usize, parts: &[String; 5], errors: &mut Diagnostics) -> Option<T> {
    let (value, found) = T::read_fast(&parts[part]).into_parts();
    errors.extend(found.into_iter().map(|error| error.part(part)));
    value
}

fn in_deck_and_hand(parts: &[String; 5], decks: Decks, hand: Hand) -> impl Iterator<Item = Diagnostic> + '_ {
    decks.cards().intersection(hand.cards()).iter().map(move |card| {
        let span = locate(&parts[2], card).unwrap_or(Span::at(0));
        let message = format!("card `{card}` is in the hand and still in its deck");
        let error = fault_at(&parts[2], &codes::raft::STATE_CARD_IN_DECK_AND_HAND, span, message).part(2);
        match locate(&parts[1], card) {
            Some(other) => error.related_in(1, other, "here in the decks"),
            None => error,
        }
    })
}

/// Reports each exhausted cat that is not on the board.
fn exhausted_cats<'a>(
    text: &'a str,
    board: &'a Board,
    exhausted: &'a Exhausted,
) -> impl Iterator<Item = Diagnostic> + 'a {
    exhausted.iter().filter_map(move |cat| {
        let (row, column) = cat.at.coordinates();
        // The cats may be out of order, so the string is searched for this cat. Every cat is written with
        // five characters.
        let text_of_cat = cat.to_string();
        let mut starts = text.match_indices(&text_of_cat).map(|(start, _)| start);
        let start = starts.find(|start| start % 5 == 0).unwrap_or(0);
        let span = Span::new(start, start + 5);
        let (code, message) = match board.get(cat.at) {
            None => {
                let size = format!("{} rows and {} columns", board.height(), board.width());
                (
                    &codes::raft::STATE_EXHAUSTED_OFF_BOARD,
                    format!("({row}, {column}) is off the board, which has {size}"),
                )
            }
            Some(_) if can_be_on(board, cat) => return None,
            Some(square) => {
                let message = format!(
                    "there is no {} cat at ({row}, {column}); the square is `{}`",
                    cat.colour.name(),
                    square.letter()
                );
                (&codes::raft::STATE_EXHAUSTED_NO_CAT, message)
            }
        };
        Some(on_square(fault_at(text, code, span, message), cat.at).part(3))
    })
}

/// Whether the cat can be at its position on the board. The square must have a cat of the same colour, or a
/// cat of unknown colour (on a wild square).
fn can_be_on(board: &Board, cat: Cat) -> bool {
    board.get(cat.at).is_some_and(|square| square.may_have_cat_of(cat.colour))
}

/// Reports white space and escape sequences that are not in the canonical string.
fn spelling(text: &str, canonical: String) -> Option<Diagnostic> {
    let differs = text.bytes().zip(canonical.bytes()).position(|(one, other)| one != other);
    let start = differs.unwrap_or_else(|| text.len().min(canonical.len()));
    let start = (0..=start).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    (text != canonical).then(|| {
        let message = "the state contains white space or escapes that its canonical form does not have";
        let span = Span::new(start, text.len());
        Diagnostic::new(&codes::raft::STATE_SPELLING, span, message)
            .help("remove all white space outside the five strings, and write every character except the line break without an escape")
            .fix(Span::new(0, text.len()), canonical)
    })
}

const PART_NAMES: [&str; 5] = ["board", "decks", "hand", "exhausted cats", "fire bag"];

/// Explains why the string is not a JSON array of five strings.
fn structure(text: &str) -> Diagnostics {
    let items: Vec<&RawValue> = match serde_json::from_str(text) {
        Ok(items) => items,
        Err(error) => return not_an_array(text, &error).into(),
    };
    let mut errors = Diagnostics::new();
    for (index, item) in items.iter().enumerate().take(5) {
        if serde_json::from_str::<String>(item.get()).is_err() {
            let message = format!("part {} ({}) must be a string", index + 1, PART_NAMES[index]);
            errors.push(
                fault_at(text, &codes::raft::STATE_PART_NOT_STRING, span_of(text, item.get()), message)
                    .expected(["a string"]),
            );
        }
    }
    if items.len() != 5 {
        let count = items.len();
        let message = format!("the state has {}; expected 5", plural(count, "part"));
        let span = match items.get(5).zip(items.last()) {
            Some((sixth, last)) => span_of(text, sixth.get()).to(span_of(text, last.get())),
            None => Span::new(0, text.len()),
        };
        errors.push(
            Diagnostic::new(&codes::raft::STATE_PARTS, span, message)
                .expected([State::COMPONENT_NAMES.join(", ")])
                .found(plural(count, "part")),
        );
    }
    // If no specific error has been found, the whole input is reported.
    if errors.is_empty() {
        let span = Span::new(0, text.len());
        errors.push(Diagnostic::new(
            &codes::raft::STATE_NOT_JSON,
            span,
            "this is not a JSON array of five strings",
        ));
    }
    errors
}

fn not_an_array(text: &str, error: &serde_json::Error) -> Diagnostic {
    if error.classify() == serde_json::error::Category::Data {
        let message = "a state must be a JSON array of five strings";
        let whole = Span::new(0, text.len());
        return Diagnostic::new(&codes::raft::STATE_NOT_ARRAY, whole, message)
            .expected([State::COMPONENT_NAMES.join(", ")]);
    }
    error_in(&codes::raft::STATE_NOT_JSON, (text, text), error)
}
