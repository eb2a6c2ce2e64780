//! The referee: plays one game between two processes, to the byte of the protocol, whatever they do.

mod contender;
mod log;
mod reply;

pub use contender::{Answer, Contender};
pub use log::Log;
pub(super) use reply::{Refused, read as read_reply};

use super::faults::{Fault, Faults, Stage};
use crate::games::{Game, Outcome};
use crate::json;
use crate::protocol;
use crate::protocol::record;
use crate::random::Random;
use contender::{Message, await_answers};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What happens to a player who made a fault in its turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFault {
    /// A random legal move is played for it.
    #[default]
    Random,
    /// It loses the game.
    Forfeit,
}

/// What the referee goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Time for an answer.
    pub move_limit: Duration,
    /// Time for a bot's first answer of all.
    pub start_limit: Duration,
    /// What a fault costs.
    pub on_fault: OnFault,
    /// After so many faults in its turns a bot is stopped; its later answers are faults of the last kind, at once.
    pub max_faults: Option<u32>,
    /// Whether a quick bot's answer is looked for again and again before the referee sleeps until it comes: a game is
    /// over sooner, if it has a second processor.
    pub keep_vigil: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            move_limit: Duration::from_millis(300),
            start_limit: Duration::from_secs(10),
            on_fault: OnFault::Random,
            max_faults: None,
            keep_vigil: false,
        }
    }
}

/// Which game of a match it is.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// Its number in the match, from 1.
    pub number: usize,
    /// The round's name.
    pub round: &'a str,
    /// The seed of the tournament.
    pub seed: u64,
    /// The number of the game in the tournament: no two share their random streams.
    pub stream: u64,
}

impl Setting<'_> {
    /// The random stream of one of the game's purposes.
    fn dice(&self, purpose: u64) -> Random {
        Random::stream(self.seed, self.stream * 4 + purpose)
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// How it ended.
    pub outcome: Outcome,
    /// The saved game: JSON text.
    pub record: String,
    /// Faults of the first and the second mover.
    pub faults: [Faults; 2],
}

/// Random streams of one game.
struct Dice {
    moves: Random,
    ids: Random,
}

/// The table: two players, first mover first, and what is kept of the game.
struct Table<'a, 'b> {
    players: [&'a mut Contender; 2],
    rules: &'a Rules,
    log: &'b mut Log,
    dice: Dice,
    faults: [Faults; 2],
}

impl Table<'_, '_> {
    /// Sends states to players. All lines are made before the first is sent: between two sends close together the
    /// kernel does not move processes about.
    fn send<const N: usize>(&mut self, states: [(usize, Stage, String); N]) -> [Message; N] {
        let letters = states.map(|(seat, stage, state)| {
            let id = self.dice.ids.uuid();
            (seat, stage, protocol::line(&state, &id), id)
        });
        letters.map(|(seat, stage, line, id)| {
            Message::send(&mut self.players, seat, stage, &line, id, self.rules, self.log)
        })
    }

    /// Waits for the answers, then writes them down in the order of their messages.
    fn hear<const N: usize>(&mut self, mut messages: [Message; N]) -> [Answer; N] {
        await_answers(&mut self.players, &mut messages, self.rules);
        messages.map(|message| {
            message.log(&self.players, self.log);
            // `await_answers` returns when there is none without.
            message.answer.unwrap_or(Answer::Fault(Fault::Timeout))
        })
    }

    /// NEWGAME or ENDGAME to one player, answered.
    fn frame(&mut self, seat: usize, state: String) {
        let messages = self.send([(seat, Stage::Frame, state)]);
        let [answer] = self.hear(messages);
        self.count(seat, Stage::Frame, &answer);
    }

    /// Counts a fault where no move is asked for: any answer will do.
    fn count(&mut self, seat: usize, stage: Stage, answer: &Answer) {
        if let Answer::Fault(fault) = answer {
            self.faults[seat].add(stage, *fault);
        }
    }

    /// One turn: the move the mover asks for, `None` being a random one, or its fault.
    fn turn<G: Game>(&mut self, state: &G::State) -> Result<Option<G::Move>, Fault> {
        let mover = G::mover(state);
        let view = |seat: usize| G::view(state, seat, &self.players[1 - seat].name);
        let states = [(1 - mover, Stage::Inactive, view(1 - mover)), (mover, Stage::Turn, view(mover))];
        let messages = self.send(states);
        let [inactive, active] = self.hear(messages);
        self.count(1 - mover, Stage::Inactive, &inactive);
        let asked = match active {
            Answer::Fault(fault) => return self.fault(mover, fault),
            Answer::Empty => return self.fault(mover, Fault::Garbage),
            Answer::Move(text) if is_random(&text) => return Ok(None),
            Answer::Move(text) => G::read_move(state, &text),
        };
        match asked {
            Ok(played) => Ok(Some(played)),
            Err(_) => self.fault(mover, Fault::Illegal),
        }
    }

    /// Counts a fault of the mover.
    fn fault<T>(&mut self, mover: usize, fault: Fault) -> Result<T, Fault> {
        self.faults[mover].add(Stage::Turn, fault);
        self.log.fault(&self.players[mover].name, Stage::Turn, fault);
        self.players[mover].count_fault(fault, self.rules);
        Err(fault)
    }

    /// Plays from a state to the end.
    fn moves<G: Game>(&mut self, state: &mut G::State) -> (Vec<G::Move>, Outcome) {
        let mut moves = Vec::new();
        loop {
            if let Some(outcome) = G::result(state) {
                return (moves, outcome);
            }
            let mover = G::mover(state);
            let asked = self.turn::<G>(state);
            let is_lost = asked.is_err() && self.rules.on_fault == OnFault::Forfeit;
            let random = || self.dice.moves.choose(&G::legal_moves(state)).cloned();
            // While a game goes on, there is a legal move.
            match asked.ok().flatten().or_else(random).filter(|_| !is_lost) {
                Some(played) => {
                    G::apply(state, &played);
                    moves.push(played);
                }
                None => return (moves, G::forfeit(state, mover)),
            }
        }
    }
}

/// Whether a move asks for a random one.
pub(crate) fn is_random(text: &str) -> bool {
    text.starts_with('"') && json::read(text).0.is_some_and(|value| value.text() == Some("RANDOM"))
}

/// Plays a game from its deal; the first player is the first mover.
pub fn play<G: Game>(
    players: [&mut Contender; 2],
    rules: &Rules,
    setting: Setting<'_>,
    log: &mut Log,
) -> Finished {
    let initial = G::deal(&mut setting.dice(0));
    play_from::<G>(&initial, players, rules, setting, log)
}

/// Plays a game that has been dealt; the first player is the first mover.
pub fn play_from<G: Game>(
    initial: &G::State,
    players: [&mut Contender; 2],
    rules: &Rules,
    setting: Setting<'_>,
    log: &mut Log,
) -> Finished {
    let dice = Dice { moves: setting.dice(1), ids: setting.dice(2) };
    let mut table = Table { players, rules, log, dice, faults: [Faults::default(); 2] };
    for seat in [0, 1] {
        table.frame(seat, protocol::new_game(setting.number, setting.round));
    }
    let mut state = initial.clone();
    let (moves, outcome) = table.moves::<G>(&mut state);
    let last = G::write_state(&state);
    for seat in [0, 1] {
        table.frame(seat, protocol::end_game(&outcome, seat, &last));
    }
    let names = [table.players[0].name.as_str(), table.players[1].name.as_str()];
    let record = record::write::<G>(names, initial, &moves, &outcome);
    Finished { outcome, record, faults: table.faults }
}
