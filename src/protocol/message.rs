//! The messages of the protocol as text that is checked: kinds `bot-request` and `bot-reply`.

use crate::arboretum;
use crate::arboretum::Arboretum;
use crate::diagnostics::bots as codes;
use crate::diagnostics::{Diagnostics, Span};
use crate::games::{Game, GameName};
use crate::json::inspection::Inspection;
use crate::json::{self, Data, Value};
use crate::notation::grammar::fault_at;
use crate::notation::{Kind, Notation, Reading, from_str_by_notation};
use crate::protocol::MAX_LINE;
use crate::tictactoe;
use crate::tictactoe::TicTacToe;
use std::fmt;

/// What a player of either game is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum View {
    /// Tic-tac-toe.
    TicTacToe(tictactoe::View),
    /// Arboretum.
    Arboretum(Box<arboretum::View>),
}

impl View {
    /// The game.
    pub fn game(&self) -> GameName {
        match self {
            Self::TicTacToe(_) => GameName::TicTacToe,
            Self::Arboretum(_) => GameName::Arboretum,
        }
    }

    /// Whether the player is to move.
    pub fn is_active(&self) -> bool {
        match self {
            Self::TicTacToe(view) => view.active,
            Self::Arboretum(view) => view.active,
        }
    }

    fn write(&self) -> String {
        match self {
            Self::TicTacToe(view) => view.write(),
            Self::Arboretum(view) => view.write(),
        }
    }
}

/// The whole state of either game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Tic-tac-toe.
    TicTacToe(tictactoe::Board),
    /// Arboretum.
    Arboretum(Box<arboretum::State>),
}

impl State {
    fn inspect(look: &mut Inspection<'_>, value: &Value, game: GameName) -> Option<Self> {
        match game {
            GameName::TicTacToe => tictactoe::inspect_state(look, value).map(Self::TicTacToe),
            GameName::Arboretum => arboretum::read::state(look, value).map(Box::new).map(Self::Arboretum),
        }
    }

    fn write(&self) -> String {
        match self {
            Self::TicTacToe(state) => TicTacToe::write_state(state),
            Self::Arboretum(state) => Arboretum::write_state(state),
        }
    }
}

/// What a request says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// A game begins.
    NewGame {
        /// Its number, from 1.
        number: i64,
        /// The round's name.
        round: String,
    },
    /// A turn, of the receiver or of the other player.
    Turn(View),
    /// A game has ended.
    EndGame {
        /// 0 won, 1 lost, 2 drawn, for the receiver.
        result: u8,
        /// The receiver's score and the opponent's.
        scores: [i64; 2],
        /// The whole state.
        state: State,
    },
}

/// A line sent to a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What it says.
    pub message: Message,
    /// The ID the reply has to give back.
    pub message_id: String,
}

impl Request {
    /// The request of a line without its line end, and every fault. Without a game it is told by the keys.
    pub fn read_for(line: &str, game: Option<GameName>) -> Reading<Self> {
        let (mut look, value) = open(line);
        let request = value.and_then(|value| {
            look.object(&value, "a request")?;
            look.known_keys(&value, &["state", "messageID"]);
            let message = look.key(&value, "state").and_then(|state| message(&mut look, state, game));
            let id = look.key(&value, "messageID").and_then(|id| request_id(&mut look, id));
            Some(Self { message: message?, message_id: id? })
        });
        look.verdict(request)
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match &self.message {
            Message::NewGame { number, round } => crate::protocol::new_game(*number as usize, round),
            Message::Turn(view) => view.write(),
            Message::EndGame { result, scores: [own, other], state } => format!(
                r#"{{"message":"ENDGAME","result":{result},"score":{own},"opponentScore":{other},"finalState":{}}}"#,
                state.write()
            ),
        };
        f.write_str(crate::protocol::line(&state, &self.message_id).trim_end())
    }
}

/// The line as JSON; one that is too long is not looked into.
fn open(line: &str) -> (Inspection<'_>, Option<Value>) {
    if line.len() < MAX_LINE {
        return Inspection::open(line);
    }
    let mut look = Inspection { text: line, faults: Diagnostics::new() };
    let cut = (0..MAX_LINE).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    let message = format!("the line has {} bytes, its end included; {MAX_LINE} are allowed", line.len() + 1);
    look.faults.push(crate::diagnostics::Diagnostic::new(
        &codes::MESSAGE_LONG,
        Span::new(cut, line.len()),
        message,
    ));
    (look, None)
}

/// A lowercase UUID of version 4.
fn request_id(look: &mut Inspection<'_>, value: &Value) -> Option<String> {
    let id = look.string(value, "messageID")?;
    let shaped = id.len() == 36
        && id.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            14 => byte == b'4',
            19 => b"89ab".contains(&byte),
            _ => byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte),
        });
    if !shaped {
        let fault =
            fault_at(look.text, &codes::REQUEST_ID, value.span, "the messageID is no UUID of version 4");
        look.faults.push(fault.expected(["a lowercase UUID of version 4"]));
    }
    Some(id.to_owned())
}

fn message(look: &mut Inspection<'_>, value: &Value, game: Option<GameName>) -> Option<Message> {
    look.object(value, "state")?;
    let Some(name) = value.get("message") else {
        let game = game.or_else(|| guess(look, value))?;
        return match game {
            GameName::TicTacToe => tictactoe::View::inspect(look, value).map(View::TicTacToe),
            GameName::Arboretum => arboretum::View::inspect(look, value).map(Box::new).map(View::Arboretum),
        }
        .map(Message::Turn);
    };
    match name.text() {
        Some("NEWGAME") => {
            look.known_keys(value, &["message", "gameNumber", "round"]);
            let number =
                look.key(value, "gameNumber").and_then(|it| look.integer(it, "gameNumber", 1..=i64::MAX));
            let round = look.key(value, "round").and_then(|it| look.string(it, "round"));
            Some(Message::NewGame { number: number?, round: round?.to_owned() })
        }
        Some("ENDGAME") => end_game(look, value, game),
        _ => look.wrong(&codes::JSON_TYPE, name, "message", "\"NEWGAME\" or \"ENDGAME\""),
    }
}

fn end_game(look: &mut Inspection<'_>, value: &Value, game: Option<GameName>) -> Option<Message> {
    look.known_keys(value, &["message", "result", "score", "opponentScore", "finalState"]);
    let result = look.key(value, "result").and_then(|it| look.integer(it, "result", 0..=2));
    let [own, other] = ["score", "opponentScore"].map(|key| {
        let score = look.key(value, key)?;
        look.integer(score, key, 0..=i64::MAX)
    });
    let state = look.key(value, "finalState").and_then(|it| {
        let game = game.or_else(|| guess(look, it))?;
        State::inspect(look, it, game)
    });
    Some(Message::EndGame { result: result? as u8, scores: [own?, other?], state: state? })
}

/// The game an object belongs to, told by the keys that only one of the two has.
fn guess(look: &mut Inspection<'_>, value: &Value) -> Option<GameName> {
    let has = |keys: [&str; 3]| keys.iter().any(|key| value.get(key).is_some());
    if has(["token", "gameState", "state"]) {
        Some(GameName::TicTacToe)
    } else if has(["deck", "hand", "subTurn"]) {
        Some(GameName::Arboretum)
    } else {
        look.wrong(&codes::JSON_TYPE, value, "this", "a state of tictactoe or arboretum")
    }
}

/// A line a bot answers.
///
/// ```
/// use clowder::protocol::Reply;
///
/// let (reply, faults) = Reply::read_for(r#"{"messageID": "1", "move": 4}"#, None).into_parts();
/// assert!(faults.only_canon());
/// assert_eq!(reply.map(|reply| reply.to_string()).as_deref(), Some(r#"{"move":4,"messageID":"1"}"#));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// The move, as compact JSON text.
    pub answer: String,
    /// Where the move stands in the line.
    pub span: Span,
    /// The ID of the request it answers.
    pub message_id: String,
}

impl Reply {
    /// The reply of a line without its line end, and every fault. With a game its move has to look like one; an
    /// object that does not try to be a move answers NEWGAME and ENDGAME. Whether a move is legal is
    /// [`Game::read_move`]'s to say.
    pub fn read_for(line: &str, game: Option<GameName>) -> Reading<Self> {
        let (mut look, value) = open(line);
        let reply = value.and_then(|value| {
            look.object(&value, "a reply")?;
            look.known_keys(&value, &["move", "messageID"]);
            let answer = look.key(&value, "move").map(|answer| {
                if let Some(game) = game {
                    check_answer(&mut look, answer, game);
                }
                (json::compact(line, answer), answer.span)
            });
            let id = look.key(&value, "messageID").and_then(|id| look.string(id, "messageID"));
            let (answer, span) = answer?;
            Some(Self { answer, span, message_id: id?.to_owned() })
        });
        look.verdict(reply)
    }

    /// Whether it asks for a random move.
    pub fn is_random(&self) -> bool {
        self.answer == "\"RANDOM\""
    }
}

/// Reports an answer that tries to be a move and is none.
fn check_answer(look: &mut Inspection<'_>, answer: &Value, game: GameName) {
    let acknowledges = matches!(&answer.data, Data::Object(_))
        && ["card", "coord"].iter().all(|key| answer.get(key).is_none());
    if acknowledges || answer.text() == Some("RANDOM") {
        return;
    }
    match game {
        GameName::TicTacToe => drop(tictactoe::shape(look, answer)),
        GameName::Arboretum => drop(arboretum::shape(look, answer)),
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{\"move\":{},\"messageID\":{}}}", self.answer, json::quote(&self.message_id))
    }
}

impl Notation for Request {
    const KIND: Kind = Kind::BotRequest;
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

impl Notation for Reply {
    const KIND: Kind = Kind::BotReply;
    const HAS_QUICK_GRAMMAR: bool = false;
    const EXAMPLE: &'static str = r#"{"move":4,"messageID":"884f9509-98f2-4554-a69e-f520b92adc77"}"#;

    fn read(text: &str) -> Reading<Self> {
        Self::read_for(text, None)
    }
}

from_str_by_notation!(Request, Reply);
