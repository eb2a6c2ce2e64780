//! The referee, which runs a game between two processes and follows the protocol even if the processes do
//! not.

mod contender;
mod contention;
mod log;
mod reply;

pub use crate::arena::settings::{OnFault, Setting};
pub use contender::Contender;
pub use log::{Log, Timing};
pub use reply::Answer;
pub(super) use reply::{Refused, read_reply, without_mark};

use crate::arena::faults::{Fault, Faults, Load, ProcessState, Stage};
use crate::arena::settings::Purpose;
use crate::diagnostics::Diagnostics;
use crate::games::{GameJson, Outcome, Seat, Seats, Turn, run};
use crate::json;
use crate::protocol;
use crate::random::Random;
use contender::{Message, await_answers};
use std::time::Duration;

/// The referee's rules.
///
/// ```
/// use clowder::arena::referee::{OnFault, Rules};
/// use std::time::Duration;
///
/// let mut rules = Rules::default();
/// rules.on_fault = OnFault::Forfeit;
/// assert_eq!(rules.move_limit, Duration::from_millis(300));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// The time limit for an answer.
    pub move_limit: Duration,
    /// The time limit for the first answer of a bot's process.
    pub start_limit: Duration,
    /// The consequence of a fault in a player's own turn.
    pub on_fault: OnFault,
    /// A bot is stopped after this number of faults in its own turns. `None` means that the number is not
    /// limited. The referee sends nothing to a stopped bot. Each message withheld from the bot counts as
    /// another fault of the kind for which the bot was stopped.
    pub max_faults: Option<u32>,
    /// Whether each bot is frozen whenever the referee is not waiting for its answer. A frozen bot cannot
    /// take processor time from its opponent. If bots are frozen, the referee asks them one after the other.
    pub freeze: bool,
    /// How the referee waits for quick answers.
    pub waiting: Waiting,
}

/// How the referee waits for quick answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Waiting {
    /// Sleep until the answer arrives.
    #[default]
    Sleep,
    /// Poll the pipe briefly before sleeping. Polling makes games finish sooner if a second processor is available.
    BusyPoll,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            move_limit: Duration::from_millis(300),
            start_limit: Duration::from_secs(10),
            on_fault: OnFault::Random,
            max_faults: None,
            freeze: false,
            waiting: Waiting::Sleep,
        }
    }
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finished {
    /// The outcome of the game.
    pub outcome: Outcome,
    /// The saved game, as JSON.
    pub record: String,
    /// The faults of the first and the second player.
    pub faults: [Faults; 2],
    /// How long each player took to answer in its own turns, in microseconds.
    pub times: [Vec<u32>; 2],
    /// Each player's processor use.
    pub loads: [Load; 2],
    /// The state of each player's process after the game.
    pub processes: [ProcessState; 2],
}

struct ProcessSeats<'a, 'b> {
    players: [&'a mut Contender; 2],
    rules: &'a Rules,
    setting: Setting<'a>,
    log: &'b mut Log,
    ids: Random,
    faults: [Faults; 2],
    times: [Vec<u32>; 2],
    loads: [Load; 2],
}

impl ProcessSeats<'_, '_> {
    /// Sends states to players. All lines are prepared first, so that the writes follow in quick succession.
    /// The kernel then usually does not move processes to other processors between the writes.
    fn send<const N: usize>(&mut self, states: [(Seat, Stage, String); N]) -> [Message; N] {
        let letters = states.map(|(seat, stage, state)| {
            let id = self.ids.uuid();
            (seat, stage, protocol::line(&state, &id), id)
        });
        letters.map(|(seat, stage, line, id)| {
            Message::send(&mut self.players, seat, stage, &line, id, self.rules, self.log)
        })
    }

    /// Waits for the answers, and logs them in the order of their messages.
    fn receive<const N: usize>(&mut self, mut messages: [Message; N]) -> [Answer; N] {
        await_answers(&mut self.players, &mut messages, self.rules);
        if self.rules.freeze {
            for message in &messages {
                self.players[message.seat].child().freeze();
            }
        }
        messages.map(|message| {
            message.log(&self.players, self.log);
            if let Some((seat, time)) = message.turn_time() {
                // Times above `u32::MAX` microseconds (71 minutes) are stored as the maximum.
                self.times[seat].push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
                self.loads[seat] += message.delay();
            }
            // `await_answers` returns only when every message has an answer or a fault.
            message.answer.unwrap_or(Answer::Fault(Fault::Timeout))
        })
    }

    fn frame(&mut self, seat: Seat, state: String) {
        let messages = self.send([(seat, Stage::Frame, state)]);
        let [answer] = self.receive(messages);
        self.count(seat, Stage::Frame, &answer);
    }

    /// Counts the fault, if any, after a message that does not ask for a move. The only possible fault is a
    /// missing answer, because any answer to such a message is accepted.
    fn count(&mut self, seat: Seat, stage: Stage, answer: &Answer) {
        if let Answer::Fault(fault) = answer {
            self.add_fault(seat, stage, *fault, None);
        }
    }

    fn add_fault(&mut self, seat: Seat, stage: Stage, fault: Fault, why: Option<&str>) {
        self.faults[seat].add(stage, fault);
        let what = why.map_or_else(|| fault.to_string(), |why| format!("{fault}: {why}"));
        self.players[seat].note_fault(&what, stage, self.setting.number, self.setting.round);
    }

    /// Counts a fault of the mover and returns the consequence. For an illegal move, `why` is the reason.
    fn fault<M>(&mut self, mover: Seat, fault: Fault, why: Option<&str>) -> Turn<M> {
        self.add_fault(mover, Stage::Turn, fault, why);
        self.log.fault(&self.players[mover].name, Stage::Turn, fault);
        self.players[mover].count_fault(fault, self.rules);
        match self.rules.on_fault {
            OnFault::Random => Turn::PlayRandom,
            OnFault::Forfeit => Turn::Forfeit,
        }
    }
}

impl<G: GameJson> Seats<G> for ProcessSeats<'_, '_> {
    fn begin(&mut self) {
        for seat in Seat::BOTH {
            self.frame(seat, protocol::new_game(self.setting.number, self.setting.round));
        }
    }

    fn turn(&mut self, state: &G::State, mover: Seat) -> Turn<G::Move> {
        let waiting = mover.other();
        let view = |seat: Seat| G::write_view(&G::view(state, seat, &self.players[seat.other()].name));
        let states = [(waiting, Stage::Inactive, view(waiting)), (mover, Stage::Turn, view(mover))];
        let [inactive, active] = if self.rules.freeze {
            states.map(|state| {
                let messages = self.send([state]);
                let [answer] = self.receive(messages);
                answer
            })
        } else {
            let messages = self.send(states);
            self.receive(messages)
        };
        self.count(waiting, Stage::Inactive, &inactive);
        let asked = match active {
            Answer::Fault(fault) => return self.fault(mover, fault, None),
            Answer::Empty => return self.fault(mover, Fault::Garbage, None),
            Answer::Move(text) if is_random(&text) => return Turn::PlayRandom,
            Answer::Move(text) => G::parse_move(state, &text),
        };
        match asked {
            Ok(chosen) => Turn::Play(chosen),
            Err(errors) => self.fault(mover, Fault::Illegal, Some(&reasons(&errors))),
        }
    }

    fn end(&mut self, outcome: &Outcome, last: &G::State) {
        let last = G::write_state(last);
        for seat in Seat::BOTH {
            self.frame(seat, protocol::end_game(outcome, seat, &last));
        }
    }
}

/// Explains in a single line why a move is illegal.
pub(super) fn reasons(errors: &Diagnostics) -> String {
    errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>().join("; ")
}

/// Whether the JSON of a move requests a random move.
pub(crate) fn is_random(json: &str) -> bool {
    json.starts_with('"') && json::read(json).value().is_some_and(|value| value.as_str() == Some("RANDOM"))
}

/// Plays a game that has already been dealt. `players[0]` moves first.
///
/// ```standalone_crate
/// use clowder::arena::process::{Program, enter};
/// use clowder::arena::referee::{Contender, Log, Rules, Setting, play_from};
/// use clowder::{games::Seat, tictactoe::{Board, Square, TicTacToe}};
///
/// enter();
/// let bot = r#"while read line; do id=${line##*messageID\":\"}; echo "{\"move\":\"RANDOM\",\"messageID\":\"${id%%\"*}\"}"; done"#;
/// let start = || Ok::<_, clowder::arena::process::SpawnError>(Contender::new("Bot", Program::new(["sh", "-c", bot]).spawn()?));
/// let won = [0, 8, 1, 7, 2].into_iter().fold(Board::default(), |board, at| board.with(Square::ALL[at]));
/// let setting = Setting::new(1, "Final", 1, 0);
/// let players = [&mut start()?, &mut start()?];
/// let finished = play_from::<TicTacToe>(&won, players, &Rules::default(), setting, &mut Log::none());
/// assert_eq!(finished.outcome.winner(), Some(Seat::First));
/// # Ok::<(), clowder::arena::process::SpawnError>(())
/// ```
pub fn play_from<G: GameJson>(
    initial: &G::State,
    players: [&mut Contender; 2],
    rules: &Rules,
    setting: Setting<'_>,
    log: &mut Log,
) -> Finished {
    let ids = setting.random(Purpose::MessageIds);
    let mut seats = ProcessSeats {
        players,
        rules,
        setting,
        log,
        ids,
        faults: [Faults::default(); 2],
        times: Default::default(),
        loads: Default::default(),
    };
    let (moves, outcome) = run::<G>(initial, &mut seats, &mut setting.random(Purpose::Moves));
    let processes = Seat::BOTH.map(|seat| {
        seats.loads[seat].used = seats.players[seat].processor_time();
        seats.players[seat].end_game(seats.log)
    });
    let names = [seats.players[0].name.as_str(), seats.players[1].name.as_str()];
    let record = protocol::write_record::<G>(names, initial, &moves, &outcome);
    let ProcessSeats { faults, times, loads, .. } = seats;
    Finished { outcome, record, faults, times, loads, processes }
}
