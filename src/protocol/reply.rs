//! Replies: the lines written by bots.

use super::{grammar, open};
use crate::diagnostics::codes;
use crate::games::{GameJson, GameName, with_game};
use crate::json::{self, Checker, Data, Value};
use crate::notation::{Kind, Notation, Reading, from_str_by_notation};
use std::fmt;

/// A bot's answer to a request.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::protocol::Reply;
///
/// let (reply, warnings) = Reply::read(r#"{"messageID": "1", "move": 4}"#).lenient()?;
/// assert_eq!(reply.to_string(), r#"{"move":4,"messageID":"1"}"#);
/// assert_eq!(warnings.len(), 1);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    answer: String,
    message_id: String,
}

impl Reply {
    /// Creates a reply that contains a move.
    pub fn play<G: GameJson>(of: &G::Move, message_id: &str) -> Self {
        Self { answer: G::write_move(of), message_id: message_id.to_owned() }
    }

    /// Creates a reply to a request that does not ask for a move. The referee accepts any answer to such a request.
    pub fn acknowledge(message_id: &str) -> Self {
        Self { answer: "0".to_owned(), message_id: message_id.to_owned() }
    }

    /// Parses a reply from one line (without the line break). The answer must be a move of the given game,
    /// `"RANDOM"`, or an object that has none of the keys used in moves. Bots often answer NEWGAME and
    /// ENDGAME with an object of this kind. If `game` is `None`, the answer may be a move of any game, or
    /// anything that does not look like a move. The move need not be legal, because legality is checked by
    /// [`GameJson::parse_move`].
    ///
    /// ```
    /// use clowder::games::GameName;
    /// use clowder::protocol::Reply;
    ///
    /// let line = r#"{"move":["J",3],"messageID":"1"}"#;
    /// assert!(Reply::read_for(line, Some(GameName::Arboretum)).strict().is_ok());
    /// assert!(Reply::read_for(line, Some(GameName::TicTacToe)).strict().is_err());
    /// ```
    pub fn read_for(line: &str, game: Option<GameName>) -> Reading<Self> {
        let (mut checker, value) = open(line);
        let reply = value.and_then(|value| {
            checker.object(&value, "a reply")?;
            checker.known_keys(&value, &["move", "messageID"]);
            let answer = checker.key(&value, "move").map(|answer| {
                match game {
                    Some(game) => check_answer(&mut checker, answer, game),
                    None => check_answer_of_any_game(&mut checker, answer),
                }
                json::compact(line, answer)
            });
            let id = checker.string_at(&value, "messageID");
            Some(Self { answer: answer?, message_id: id?.to_owned() })
        });
        checker.into_reading_in_layout(reply, "the protocol")
    }

    /// The answer, as JSON without white space.
    pub fn answer(&self) -> &str {
        &self.answer
    }

    /// The ID of the request that the reply answers.
    pub fn message_id(&self) -> &str {
        &self.message_id
    }

    /// Whether the bot requests a random move.
    pub fn is_random(&self) -> bool {
        self.answer == "\"RANDOM\""
    }
}

/// The error message for an answer that looks like a move but is not a move.
const NO_MOVE: &str = "this is not a move of any game; a move is a square (0 to 8), a pile, a card such as `[\"J\",3]`, or a card with its coordinates";

/// Reports an error if an answer looks like a move but is not a move of any game.
fn check_answer_of_any_game(checker: &mut Checker<'_>, answer: &Value) {
    let is_of = |game: &GameName| {
        let mut scratch = Checker::new(checker.text());
        check_answer(&mut scratch, answer, *game);
        scratch.is_clean()
    };
    // An answer that does not look like a move is accepted, because some requests, such as NEWGAME, do not
    // ask for a move.
    let looks_like_a_move = matches!(answer.data, Data::Integer(_) | Data::Number(_) | Data::Array(_))
        || answer.is_object() && has_key_of_a_move(answer);
    if looks_like_a_move && !GameName::ALL.iter().any(is_of) {
        checker.error(&codes::bots::MOVE_SYNTAX, answer.span, NO_MOVE);
    }
}

/// Reports an error unless the answer is a move of the game, `"RANDOM"`, or an object that has none of the
/// keys used in moves.
fn check_answer(checker: &mut Checker<'_>, answer: &Value, game: GameName) {
    let acknowledges = answer.is_object() && !has_key_of_a_move(answer);
    if acknowledges || answer.as_str() == Some("RANDOM") {
        return;
    }
    with_game!(game, G => G::check_move(checker, answer));
}

/// Whether an object has a key that is used in the moves of at least one game.
fn has_key_of_a_move(answer: &Value) -> bool {
    let has_key = |game| with_game!(game, G => G::MOVE_KEYS.iter().any(|key| answer.get(key).is_some()));
    GameName::ALL.into_iter().any(has_key)
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\"move\":{},\"messageID\":{}}}", self.answer, json::quote(&self.message_id))
    }
}

impl Notation for Reply {
    const KIND: Kind = Kind::BotReply;
    const GRAMMAR: &str = grammar::REPLY;
    const HAS_QUICK_GRAMMAR: bool = false;
    const EXAMPLE: &'static str = r#"{"move":4,"messageID":"884f9509-98f2-4554-a69e-f520b92adc77"}"#;

    fn read(text: &str) -> Reading<Self> {
        Self::read_for(text, None)
    }
}

from_str_by_notation!(Reply);
