//! Requests: the lines sent to bots.

use super::{grammar, line, new_game, open, write_end_game};
use crate::diagnostics::codes;
use crate::games::{Game, GameJson as _, GameName, GameResult, game_enum, with_game};
use crate::json::{Checker, Value};
use crate::notation::{Kind, Notation, Reading, from_str_by_notation};
use std::fmt;

type ViewOf<G> = <G as Game>::View;
type StateOf<G> = <G as Game>::State;

game_enum! {
    /// A player's view of any game, with one variant per game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum AnyView of ViewOf
}

game_enum! {
    /// The complete state of any game, with one variant per game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum AnyState of StateOf
}

/// The content of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Message {
    /// A game begins.
    NewGame {
        /// The number of the game, counted from 1.
        number: usize,
        /// The name of the round.
        round: String,
    },
    /// The bot's view of the game, sent before each move of either player.
    Turn(AnyView),
    /// A game is over.
    EndGame {
        /// The bot's result.
        result: GameResult,
        /// The scores: the bot's, then its opponent's.
        scores: [i64; 2],
        /// The complete final state of the game.
        state: AnyState,
    },
}

/// A line sent to a bot.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::protocol::{Message, Request};
///
/// let request = Request::read(Request::EXAMPLE).strict()?;
/// assert!(matches!(request.message(), Message::Turn(_)));
/// assert_eq!(request.message_id(), "884f9509-98f2-4554-a69e-f520b92adc77");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    message: Message,
    message_id: String,
}

/// The error returned when a message ID is not a lower-case version 4 UUID.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the message ID `{0}` is not a lowercase version 4 UUID")]
pub struct InvalidMessageId(String);

impl Request {
    /// Creates a request.
    ///
    /// ```
    /// use clowder::protocol::{Message, Request};
    ///
    /// let message = Message::NewGame { number: 1, round: "Final".to_owned() };
    /// assert!(Request::new(message.clone(), "884f9509-98f2-4554-a69e-f520b92adc77").is_ok());
    /// assert!(Request::new(message, "1").is_err());
    /// ```
    ///
    /// # Errors
    /// Returns an error if the ID is not a lower-case version 4 UUID.
    pub fn new(message: Message, message_id: &str) -> Result<Self, InvalidMessageId> {
        let message_id = message_id.to_owned();
        if !is_request_id(&message_id) {
            return Err(InvalidMessageId(message_id));
        }
        Ok(Self { message, message_id })
    }

    /// Parses a request from one line (without the line break). If `game` is `None`, the keys of the state identify the
    /// game.
    ///
    /// ```
    /// use clowder::games::GameName;
    /// use clowder::notation::Notation;
    /// use clowder::protocol::Request;
    ///
    /// assert!(Request::read_for(Request::EXAMPLE, Some(GameName::TicTacToe)).strict().is_ok());
    /// assert!(Request::read_for(Request::EXAMPLE, Some(GameName::Arboretum)).strict().is_err());
    /// ```
    pub fn read_for(line: &str, game: Option<GameName>) -> Reading<Self> {
        let (mut checker, value) = open(line);
        let request = value.and_then(|value| {
            checker.object(&value, "a request")?;
            checker.known_keys(&value, &["state", "messageID"]);
            let state = checker.key(&value, "state");
            let message = state.and_then(|state| read_message(&mut checker, state, game));
            let id = checker.key(&value, "messageID").and_then(|id| read_request_id(&mut checker, id));
            Some(Self { message: message?, message_id: id? })
        });
        checker.into_reading_in_layout(request, "the protocol")
    }

    /// The content of the request.
    pub const fn message(&self) -> &Message {
        &self.message
    }

    /// The message ID, which the reply must repeat.
    pub fn message_id(&self) -> &str {
        &self.message_id
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.message {
            Message::NewGame { number, round } => new_game(*number, round),
            Message::Turn(view) => with_game!(AnyView(view) = view, G => G::write_view(view)),
            Message::EndGame { result, scores, state } => {
                let state = with_game!(AnyState(state) = state, G => G::write_state(state));
                write_end_game(result.number(), *scores, &state)
            }
        };
        f.write_str(line(&state, &self.message_id).trim_end())
    }
}

impl Notation for Request {
    const KIND: Kind = Kind::BotRequest;
    const GRAMMAR: &str = grammar::REQUEST;
    const HAS_QUICK_GRAMMAR: bool = false;
    const EXAMPLE: &'static str = concat!(
        r#"{"state":{"token":"X","gameState":["-","-","X","-","O","-","-","-","-"],"activeTurn":true,"#,
        r#""opponent":"Perfect","previousTurn":{"move":4},"showPreviousTurn":false},"#,
        r#""messageID":"884f9509-98f2-4554-a69e-f520b92adc77"}"#
    );

    fn read(text: &str) -> Reading<Self> {
        Self::read_for(text, None)
    }
}

from_str_by_notation!(Request);

fn is_request_id(id: &str) -> bool {
    id.len() == 36
        && id.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            14 => byte == b'4',
            19 => b"89ab".contains(&byte),
            _ => byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte),
        })
}

fn read_request_id(checker: &mut Checker<'_>, value: &Value) -> Option<String> {
    let id = checker.string(value, "messageID")?;
    if !is_request_id(id) {
        let expected = "a lowercase version 4 UUID";
        checker.wrong::<()>(&codes::bots::REQUEST_ID, value, "the messageID", expected);
    }
    Some(id.to_owned())
}

fn read_message(checker: &mut Checker<'_>, value: &Value, game: Option<GameName>) -> Option<Message> {
    checker.object(value, "state")?;
    let Some(name) = value.get("message") else {
        let game = game.or_else(|| recognise(checker, value))?;
        return with_game!(game, G => G::read_view(checker, value).map(|view| Message::Turn(view.into())));
    };
    match name.as_str() {
        Some("NEWGAME") => {
            checker.known_keys(value, &["message", "gameNumber", "round"]);
            let number = checker.integer_at(value, "gameNumber", 1..=i64::MAX);
            let round = checker.string_at(value, "round");
            Some(Message::NewGame { number: number? as usize, round: round?.to_owned() })
        }
        Some("ENDGAME") => read_end_game(checker, value, game),
        _ => checker.wrong(&codes::bots::JSON_TYPE, name, "message", "\"NEWGAME\" or \"ENDGAME\""),
    }
}

fn read_end_game(checker: &mut Checker<'_>, value: &Value, game: Option<GameName>) -> Option<Message> {
    checker.known_keys(value, &["message", "result", "score", "opponentScore", "finalState"]);
    let result = checker.integer_at(value, "result", 0..=2);
    let scores = ["score", "opponentScore"].map(|key| checker.integer_at(value, key, 0..=i64::MAX));
    let state = checker.key(value, "finalState").and_then(|it| {
        let game = game.or_else(|| recognise(checker, it))?;
        with_game!(game, G => G::read_state(checker, it).map(AnyState::from))
    });
    let result = GameResult::from_number(result? as u8)?;
    Some(Message::EndGame { result, scores: [scores[0]?, scores[1]?], state: state? })
}

/// Uses the game-specific keys of a state or view to identify its game. Reports an error if the object has no
/// such key.
fn recognise(checker: &mut Checker<'_>, value: &Value) -> Option<GameName> {
    let game = GameName::ALL.into_iter().find(|&game| with_game!(game, G => G::recognises(value)));
    if game.is_none() {
        let expected = format!("a state of {}", GameName::any());
        return checker.wrong(&codes::bots::JSON_TYPE, value, "this", expected);
    }
    game
}
