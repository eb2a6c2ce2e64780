//! Parses saved games by replaying them and comparing the result with the recorded outcome.

use super::grammar;
use crate::diagnostics::codes;
use crate::diagnostics::escape::excerpt;
use crate::diagnostics::{Diagnostic, Diagnostics, Span};
use crate::games::{GameJson, GameName, Outcome, Record, game_enum, with_game};
use crate::json::{self, Checker, Data, Value};
use crate::notation::grammar::fault_at;
use crate::notation::{Kind, Notation, Reading, from_str_by_notation, plural};
use std::fmt;

/// Writes a saved game in the server's format, as a single line of JSON without a line break. This format has
/// no forfeits, so a forfeited game gets the additional key `forfeited` with the loser's seat. Without this
/// key, a forfeited game would appear to be truncated.
///
/// ```
/// use clowder::games::{Game, Outcome, Seat};
/// use clowder::protocol::write_record;
/// use clowder::{random::Random, tictactoe::TicTacToe};
///
/// let initial = TicTacToe::deal(&mut Random::new(1));
/// let outcome = Outcome::new(None, [0, 0]).forfeited_by(Seat::First);
/// let json = write_record::<TicTacToe>(["Ann", "Bob"], &initial, &[], &outcome);
/// assert!(json.ends_with(r#""forfeited":0}"#));
/// ```
pub fn write_record<G: GameJson>(
    players: [&str; 2],
    initial: &G::State,
    moves: &[G::Move],
    outcome: &Outcome,
) -> String {
    let moves: Vec<_> = moves.iter().map(G::write_move).collect();
    let forfeited = outcome.forfeited().map(|seat| format!(r#","forfeited":{}"#, seat.index()));
    format!(
        r#"{{"game":"{}","players":[{},{}],"initialState":{},"moves":[{}],"winner":{}{}}}"#,
        G::NAME,
        json::quote(players[0]),
        json::quote(players[1]),
        G::write_state(initial),
        moves.join(","),
        outcome.write(),
        forfeited.unwrap_or_default(),
    )
}

impl<G: GameJson> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.players();
        f.write_str(&write_record::<G>([a, b], self.initial(), self.moves(), self.outcome()))
    }
}

game_enum! {
    /// The record of a finished game, with one variant per game.
    #[derive(Clone, Debug)]
    pub enum AnyRecord of Record
}

/// A saved game whose moves and outcome have been checked against the rules.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::protocol::GameRecord;
///
/// let tampered = GameRecord::EXAMPLE.replace("[0,8,2,7,1]", "[0,8,2,8,1]");
/// let diagnostics = GameRecord::read(&tampered).strict().unwrap_err();
/// assert_eq!(diagnostics.to_string(), "208..209: move/taken: ply 4: square 8 already has O");
/// ```
#[derive(Clone, Debug)]
pub struct GameRecord {
    record: AnyRecord,
}

impl GameRecord {
    /// Creates a saved game from a finished game.
    ///
    /// ```
    /// use clowder::games::{BuiltIn, BuiltInPlayer, play};
    /// use clowder::protocol::GameRecord;
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let [mut a, mut b] = [1, 2].map(|seed| BuiltInPlayer::new(BuiltIn::First, Random::new(seed)));
    /// let played = play::<TicTacToe>(["A", "B"], [&mut a, &mut b], &mut Random::new(3));
    /// let saved = GameRecord::new(played.record);
    /// assert!(saved.to_string().contains(r#""moves":[0,1,2,3,4,5,6]"#));
    /// ```
    pub fn new(record: impl Into<AnyRecord>) -> Self {
        Self { record: record.into() }
    }

    pub(crate) fn recognises(value: &Value) -> bool {
        ["initialState", "moves"].iter().all(|key| value.get(key).is_some())
    }

    /// Reads a saved game. `value` must have been parsed from the checker's text.
    pub(crate) fn read_value(mut checker: Checker<'_>, value: Option<Value>) -> Reading<Self> {
        let record = value.and_then(|value| read_any(&mut checker, &value)).map(Self::new);
        checker.into_reading_in_layout(record, "the protocol")
    }

    /// The finished game.
    pub const fn record(&self) -> &AnyRecord {
        &self.record
    }

    /// The name of the game.
    pub const fn game(&self) -> GameName {
        self.record.game()
    }

    /// The players' names. The first one moves first.
    pub fn players(&self) -> &[String; 2] {
        with_game!(AnyRecord(record) = &self.record, G => record.players())
    }

    /// The outcome of the game.
    pub fn outcome(&self) -> &Outcome {
        with_game!(AnyRecord(record) = &self.record, G => record.outcome())
    }

    /// The number of moves.
    pub fn move_count(&self) -> usize {
        with_game!(AnyRecord(record) = &self.record, G => record.moves().len())
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        with_game!(AnyRecord(record) = &self.record, G => record.fmt(f))
    }
}

impl Notation for GameRecord {
    const KIND: Kind = Kind::GameRecord;
    const GRAMMAR: &str = grammar::RECORD;
    const HAS_QUICK_GRAMMAR: bool = false;
    const EXAMPLE: &'static str = concat!(
        r#"{"game":"tictactoe","players":["Perfect","Random"],"initialState":{"turn":1,"currentPlayer":0,"#,
        r#""state":["-","-","-","-","-","-","-","-","-"],"opponent":"","previousTurn":false,"playBack":false},"#,
        r#""moves":[0,8,2,7,1],"winner":{"result":0,"metaData":"","scoreA":0,"scoreB":0}}"#
    );

    /// Parses a saved game by replaying it. An error message about an illegal move begins with the move's ply (its
    /// number, counted from 1).
    fn read(text: &str) -> Reading<Self> {
        let (checker, value) = Checker::read(text);
        Self::read_value(checker, value)
    }
}

from_str_by_notation!(GameRecord);

fn read_any(checker: &mut Checker<'_>, value: &Value) -> Option<AnyRecord> {
    let name = game_key(checker, value)?;
    let Ok(game) = checker.string(name, "game")?.parse() else {
        let message = format!("there is no such game; the game must be {}", GameName::any());
        let error = fault_at(checker.text(), &codes::bots::RECORD_GAME, name.span, message);
        checker.report(error.expected(GameName::ALL.map(GameName::name)));
        return None;
    };
    with_game!(game, G => replay::<G>(checker, value).map(AnyRecord::from))
}

/// Checks the keys of a saved game, and returns the value of the key `game`.
fn game_key<'v>(checker: &mut Checker<'_>, value: &'v Value) -> Option<&'v Value> {
    checker.object(value, "a saved game")?;
    checker.known_keys(value, &KEYS);
    checker.key(value, "game")
}

/// A state, or a saved game that leads to a state.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Position<G: GameJson> {
    /// A state.
    State(G::State),
    /// A saved game.
    Record(Record<G>),
}

/// Parses a state or a saved game of the game `G`. The keys of the JSON object distinguish states from saved
/// games.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::protocol::{GameRecord, Position, read_position};
/// use clowder::tictactoe::TicTacToe;
///
/// let position = read_position::<TicTacToe>(GameRecord::EXAMPLE)?;
/// assert!(matches!(position, Position::Record(record) if record.moves().len() == 5));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
///
/// # Errors
/// Returns all errors found in the text. Text that is merely not canonical (errors of class `canon`) is
/// accepted.
pub fn read_position<G: GameJson>(text: &str) -> Result<Position<G>, Diagnostics> {
    let (mut checker, value) = Checker::read(text);
    let position = value.and_then(|value| {
        if value.get("initialState").is_none() {
            return G::read_state(&mut checker, &value).map(Position::State);
        }
        let name = game_key(&mut checker, &value)?;
        if checker.string(name, "game")? != G::NAME {
            return checker.wrong(&codes::bots::RECORD_GAME, name, "the game", G::NAME);
        }
        replay(&mut checker, &value).map(Position::Record)
    });
    checker.finish(position)
}

const KEYS: [&str; 6] = ["game", "players", "initialState", "moves", "winner", "forfeited"];

fn replay<G: GameJson>(checker: &mut Checker<'_>, value: &Value) -> Option<Record<G>> {
    let players = checker.key(value, "players").and_then(|it| read_players(checker, it));
    let initial = checker.key(value, "initialState").and_then(|it| read_initial::<G>(checker, it));
    let moves = checker.key(value, "moves");
    let items = moves.and_then(|it| checker.array(it, "moves"));
    let winner = checker.key(value, "winner");
    let initial = initial?;
    let (moves, last) = play_moves::<G>(checker, &initial, items?)?;
    let outcome = match (G::result(&last), value.get("forfeited")) {
        (Some(outcome), None) => outcome,
        (Some(_), Some(forfeited)) => {
            let message = "the game had already ended, so it cannot be forfeited";
            checker.report(Diagnostic::new(&codes::bots::RECORD_WINNER, forfeited.span, message));
            return None;
        }
        // Only the mover can forfeit the game.
        (None, Some(forfeited)) => {
            let mover = G::mover(&last);
            if forfeited.as_integer() != Some(mover.index() as i64) {
                return checker.wrong(&codes::bots::RECORD_WINNER, forfeited, "forfeited", mover.index());
            }
            G::forfeit(&last, mover)
        }
        (None, None) => {
            let end = Span::at(value.get("moves")?.span.end - 1);
            let message = format!("the game is not over after {}", plural(moves.len(), "move"));
            checker.report(Diagnostic::new(&codes::bots::RECORD_UNFINISHED, end, message));
            return None;
        }
    };
    let text = outcome.write();
    // Some tests count how often the input is read. They do not count `reread`, which is used here because
    // this text is not input.
    let expected = json::reread(&text)?;
    compare(checker, winner?, &text, &expected, "winner");
    Some(Record::new(players?, initial, moves, outcome))
}

fn read_players(checker: &mut Checker<'_>, value: &Value) -> Option<[String; 2]> {
    let Some([a, b]) = value.as_array() else {
        return checker.wrong(&codes::bots::JSON_TYPE, value, "players", "a list of two names");
    };
    let [a, b] = [a, b].map(|name| checker.string(name, "a player's name").map(str::to_owned));
    Some([a?, b?])
}

fn read_initial<G: GameJson>(checker: &mut Checker<'_>, value: &Value) -> Option<G::State> {
    let state = checker.part(|checker| G::read_state(checker, value), |error| error)?;
    if G::is_start(&state) {
        return Some(state);
    }
    let message = format!("this is not an initial state of {}", G::NAME);
    checker.report(Diagnostic::new(&codes::bots::RECORD_START, value.span, message));
    None
}

/// Plays the moves, and returns the moves and the final state. If a move is illegal, reports an error and
/// returns `None`.
fn play_moves<G: GameJson>(
    checker: &mut Checker<'_>,
    initial: &G::State,
    items: &[Value],
) -> Option<(Vec<G::Move>, G::State)> {
    let mut state = initial.clone();
    let mut moves = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let legal = checker.part(
            |checker| G::read_legal_move(checker, &state, item),
            |mut error| {
                error.message = format!("ply {}: {}", index + 1, error.message);
                error
            },
        )?;
        G::apply(&mut state, &legal);
        moves.push(legal);
    }
    Some((moves, state))
}

/// Reports all differences between a value and the expected value.
fn compare(checker: &mut Checker<'_>, value: &Value, text: &str, expected: &Value, path: &str) {
    match (&value.data, &expected.data) {
        (Data::Invalid, _) => {}
        (Data::Object(_), Data::Object(members)) => {
            let keys: Vec<_> = members.iter().map(|member| member.key.as_str()).collect();
            checker.known_keys(value, &keys);
            for member in members {
                if let Some(found) = checker.key(value, &member.key) {
                    compare(checker, found, text, &member.value, &format!("{path}.{}", member.key));
                }
            }
        }
        (Data::Array(found), Data::Array(items))
            if found.len() == items.len() && are_objects(found, items) =>
        {
            for (index, (found, item)) in found.iter().zip(items).enumerate() {
                compare(checker, found, text, item, &format!("{path}[{index}]"));
            }
        }
        _ => {
            let [right, found] = [json::compact(text, expected), json::compact(checker.text(), value)];
            if found == right {
                return;
            }
            // The excerpt of a long value begins shortly before the first difference.
            let same = found.bytes().zip(right.bytes()).take_while(|(one, other)| one == other).count();
            let start =
                found.char_indices().map(|(at, _)| at).take_while(|at| at + 30 <= same).last().unwrap_or(0);
            let dots = if start > 0 { "…" } else { "" };
            let found = excerpt(&found[start..], 60);
            let meaning = match right.as_str() {
                "0" if path == "winner.result" => "by the rules player A wins, so it must be 0",
                "1" if path == "winner.result" => "by the rules player B wins, so it must be 1",
                "2" if path == "winner.result" => "by the rules the game is a draw, so it must be 2",
                other if found.trim_matches('"') == other => {
                    &format!("it must be {other}, without quotation marks")
                }
                other => &format!("the rules give {dots}{}", excerpt(&other[start..], 60)),
            };
            let message = format!("{path} is {dots}{found}, but {meaning}");
            let error = fault_at(checker.text(), &codes::bots::RECORD_WINNER, value.span, message);
            checker.report(error.expected([right.clone()]).fix(value.span, right));
        }
    }
}

/// Whether both arrays contain only objects. Arrays of objects are compared item by item; other arrays (such as the
/// cards of a path) are compared as a whole.
fn are_objects(found: &[Value], expected: &[Value]) -> bool {
    let objects = |items: &[Value]| items.iter().all(|item| matches!(item.data, Data::Object(_)));
    objects(found) && objects(expected)
}
