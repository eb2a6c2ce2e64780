//! Saved games: read, replayed by the rules, and compared with how they are said to have ended.

use crate::arboretum::Arboretum;
use crate::diagnostics::bots as codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::games::{Game, GameName, Outcome};
use crate::json::inspection::Inspection;
use crate::json::{self, Data, Value};
use crate::notation::grammar::fault_at;
use crate::notation::{Kind, Notation, Reading, from_str_by_notation, plural};
use crate::tictactoe::TicTacToe;
use std::fmt;

/// A saved game that the rules agree with.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    /// The first mover and the second.
    pub players: [String; 2],
    /// The state after the deal.
    pub initial: G::State,
    /// The moves in order.
    pub moves: Vec<G::Move>,
    /// How it ended.
    pub outcome: Outcome,
}

impl<G: Game> Record<G> {
    /// The state after each move, beginning with the initial one.
    pub fn states(&self) -> impl Iterator<Item = G::State> + '_ {
        let mut state = self.initial.clone();
        let first = state.clone();
        std::iter::once(first).chain(self.moves.iter().map(move |played| {
            G::apply(&mut state, played);
            state.clone()
        }))
    }
}

/// A saved game as the server writes it: one line of JSON, without a line end. The server knows no forfeit: a game that
/// ended by one has the key `forfeited` more, the loser's seat, without which nobody could tell it from a torn one.
pub fn write<G: Game>(
    players: [&str; 2],
    initial: &G::State,
    moves: &[G::Move],
    outcome: &Outcome,
) -> String {
    let moves: Vec<_> = moves.iter().map(G::write_move).collect();
    let forfeited = outcome.forfeited.map(|seat| format!(r#","forfeited":{seat}"#)).unwrap_or_default();
    format!(
        r#"{{"game":"{}","players":[{},{}],"initialState":{},"moves":[{}],"winner":{}{forfeited}}}"#,
        G::NAME,
        json::quote(players[0]),
        json::quote(players[1]),
        G::write_state(initial),
        moves.join(","),
        outcome.winner(),
    )
}

impl<G: Game> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = &self.players;
        f.write_str(&write::<G>([a, b], &self.initial, &self.moves, &self.outcome))
    }
}

/// A saved game of either game.
///
/// ```
/// use clowder::protocol::GameRecord;
/// use clowder::notation::Notation;
///
/// let tampered = GameRecord::EXAMPLE.replace("[0,8,2,7,1]", "[0,8,2,8,1]");
/// let (record, faults) = GameRecord::read(&tampered).into_parts();
/// assert!(record.is_none());
/// assert_eq!(faults.to_string(), "208..209: move/taken: ply 4: square 8 holds O already");
/// ```
#[derive(Clone, Debug)]
pub enum GameRecord {
    /// Tic-tac-toe.
    TicTacToe(Record<TicTacToe>),
    /// Arboretum.
    Arboretum(Box<Record<Arboretum>>),
}

impl GameRecord {
    /// The game.
    pub fn game(&self) -> GameName {
        match self {
            Self::TicTacToe(_) => GameName::TicTacToe,
            Self::Arboretum(_) => GameName::Arboretum,
        }
    }

    /// The first mover and the second.
    pub fn players(&self) -> &[String; 2] {
        match self {
            Self::TicTacToe(record) => &record.players,
            Self::Arboretum(record) => &record.players,
        }
    }

    /// How it ended.
    pub fn outcome(&self) -> &Outcome {
        match self {
            Self::TicTacToe(record) => &record.outcome,
            Self::Arboretum(record) => &record.outcome,
        }
    }

    /// How many moves it has.
    pub fn length(&self) -> usize {
        match self {
            Self::TicTacToe(record) => record.moves.len(),
            Self::Arboretum(record) => record.moves.len(),
        }
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TicTacToe(record) => record.fmt(f),
            Self::Arboretum(record) => record.fmt(f),
        }
    }
}

impl Notation for GameRecord {
    const KIND: Kind = Kind::GameRecord;
    const HAS_QUICK_GRAMMAR: bool = false;
    const EXAMPLE: &'static str = concat!(
        r#"{"game":"tictactoe","players":["Perfect","Random"],"initialState":{"turn":1,"currentPlayer":0,"#,
        r#""state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"#,
        r#""moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#
    );

    /// Replays the game: what the rules do not allow is a fault at the move, with its ply, counted from 1.
    fn read(text: &str) -> Reading<Self> {
        let (mut look, value) = Inspection::open(text);
        let record = value.and_then(|value| {
            look.object(&value, "a saved game")?;
            look.known_keys(&value, &KEYS);
            let name = look.key(&value, "game")?;
            match look.string(name, "game")?.parse() {
                Ok(GameName::TicTacToe) => replay(&mut look, &value).map(Self::TicTacToe),
                Ok(GameName::Arboretum) => replay(&mut look, &value).map(Box::new).map(Self::Arboretum),
                Err(()) => {
                    let fault = fault_at(text, &codes::RECORD_GAME, name.span, "there is no such game");
                    look.faults.push(fault.expected(GameName::ALL.map(GameName::name)));
                    None
                }
            }
        });
        look.verdict(record)
    }
}

from_str_by_notation!(GameRecord);

/// The saved game of a text that has to be of the game `G`, and every fault.
pub fn read<G: Game>(text: &str) -> Reading<Record<G>> {
    let (mut look, value) = Inspection::open(text);
    let record = value.and_then(|value| {
        look.object(&value, "a saved game")?;
        look.known_keys(&value, &KEYS);
        let name = look.key(&value, "game")?;
        if look.string(name, "game")? != G::NAME {
            return look.wrong(&codes::RECORD_GAME, name, "the game", G::NAME);
        }
        replay(&mut look, &value)
    });
    look.verdict(record)
}

/// The keys of a saved game.
const KEYS: [&str; 6] = ["game", "players", "initialState", "moves", "winner", "forfeited"];

/// The record of a JSON object, replayed.
fn replay<G: Game>(look: &mut Inspection<'_>, value: &Value) -> Option<Record<G>> {
    let players = look.key(value, "players").and_then(|it| players(look, it));
    let start = look.key(value, "initialState");
    let initial = start.and_then(|it| initial::<G>(look, it));
    let moves = look.key(value, "moves");
    let items = moves.and_then(|it| look.list(it, "moves"));
    let winner = look.key(value, "winner");
    let initial = initial?;
    let (moves, last) = play::<G>(look, &initial, items?)?;
    let outcome = match (G::result(&last), value.get("forfeited")) {
        (Some(outcome), None) => outcome,
        (Some(_), Some(forfeited)) => {
            let message = "the game was over: nobody could forfeit it";
            look.faults.push(Diagnostic::new(&codes::RECORD_WINNER, forfeited.span, message));
            return None;
        }
        // Only whose turn it is can lose by a fault.
        (None, Some(forfeited)) => {
            let mover = G::mover(&last);
            if forfeited.integer() != Some(mover as i64) {
                return look.wrong(&codes::RECORD_WINNER, forfeited, "forfeited", mover);
            }
            G::forfeit(&last, mover)
        }
        (None, None) => {
            let end = Span::at(value.get("moves")?.span.end - 1);
            let message = format!("the game is not over after {}", plural(moves.len(), "move"));
            look.faults.push(Diagnostic::new(&codes::RECORD_UNFINISHED, end, message));
            return None;
        }
    };
    agree(look, winner?, &outcome);
    Some(Record { players: players?, initial, moves, outcome })
}

fn players(look: &mut Inspection<'_>, value: &Value) -> Option<[String; 2]> {
    let Some([a, b]) = value.list() else {
        return look.wrong(&codes::JSON_TYPE, value, "players", "a list of two names");
    };
    let [a, b] = [a, b].map(|name| look.string(name, "a player's name").map(str::to_owned));
    Some([a?, b?])
}

/// The state a game begins with.
fn initial<G: Game>(look: &mut Inspection<'_>, value: &Value) -> Option<G::State> {
    match G::read_state(value.span.of(look.text)) {
        Ok(state) if G::is_start(&state) => Some(state),
        Ok(_) => {
            let message = format!("this is not how {} begins", G::NAME);
            look.faults.push(Diagnostic::new(&codes::RECORD_START, value.span, message));
            None
        }
        Err(faults) => {
            look.faults.extend(faults.into_iter().map(|fault| fault.shifted(value.span.start)));
            None
        }
    }
}

/// Plays the moves; stops at the first one the rules do not allow.
fn play<G: Game>(
    look: &mut Inspection<'_>,
    initial: &G::State,
    items: &[Value],
) -> Option<(Vec<G::Move>, G::State)> {
    let mut state = initial.clone();
    let mut moves = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        match G::read_move(&state, item.span.of(look.text)) {
            Ok(legal) => {
                G::apply(&mut state, &legal);
                moves.push(legal);
            }
            Err(faults) => {
                look.faults.extend(faults.into_iter().map(|mut fault| {
                    fault.message = format!("ply {}: {}", index + 1, fault.message);
                    fault.shifted(item.span.start)
                }));
                return None;
            }
        }
    }
    Some((moves, state))
}

/// Compares `winner` with what the rules say.
fn agree(look: &mut Inspection<'_>, value: &Value, outcome: &Outcome) {
    let text = outcome.winner();
    if let (Some(expected), _) = json::read(&text) {
        compare(look, value, &text, &expected, "winner");
    }
}

/// Reports every place where the value differs from the one expected.
fn compare(look: &mut Inspection<'_>, value: &Value, text: &str, expected: &Value, path: &str) {
    match (&value.data, &expected.data) {
        (Data::Broken, _) => {}
        (Data::Object(_), Data::Object(members)) => {
            let keys: Vec<_> = members.iter().map(|member| member.key.as_str()).collect();
            look.known_keys(value, &keys);
            for member in members {
                if let Some(found) = look.key(value, &member.key) {
                    compare(look, found, text, &member.value, &format!("{path}.{}", member.key));
                }
            }
        }
        (Data::List(found), Data::List(items)) if found.len() == items.len() && same_head(found, items) => {
            for (index, (found, item)) in found.iter().zip(items).enumerate() {
                compare(look, found, text, item, &format!("{path}[{index}]"));
            }
        }
        _ if json::compact(look.text, value) == json::compact(text, expected) => {}
        _ => {
            let right = json::compact(text, expected);
            let shown = crate::diagnostics::escape::excerpt(&right, 60);
            let message = format!("{path} is not what the rules say: {shown}");
            let fault = fault_at(look.text, &codes::RECORD_WINNER, value.span, message);
            look.faults.push(fault.expected([right.clone()]).fix(value.span, right));
        }
    }
}

/// Whether two lists are compared item by item: lists of objects are, a path of cards is one thing.
fn same_head(found: &[Value], expected: &[Value]) -> bool {
    let objects = |items: &[Value]| items.iter().all(|item| matches!(item.data, Data::Object(_)));
    objects(found) && objects(expected)
}
