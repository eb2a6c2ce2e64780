//! The bots in a game: their processes, the messages sent to them, and their answers.

use super::contention::{self, Contention};
use super::log::Log;
use super::reply::{self, Answer};
use super::{Rules, Waiting};
use crate::arena::faults::{Fault, Load, ProcessState, Stage};
use crate::arena::process::{self, Child, LastWords, Program, Trouble};
use crate::games::Seat;
use crate::notation::plural;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The maximum number of unanswered messages whose IDs are remembered, so that late answers can be
/// distinguished from incorrect ones.
const LATE_MEMORY: usize = 64;
/// A bot is quick if it answered its last message within this time. If both bots are quick, the referee waits
/// for their answers one after the other. The second answer has usually arrived by the time the first has
/// been read, so the referee wakes up only once.
const QUICK: Duration = Duration::from_millis(1);
/// How long the referee waits for a quick bot's answer before treating the bot like any other. This time is
/// at least one tick of the kernel's clock, because a timer that expires before the next tick costs a few
/// extra microseconds.
const BRIEF_POLL: Duration = Duration::from_millis(10);
/// How long a quick bot's pipe is polled when a processor is available. Sleeping and waking up would add 14
/// to 20 µs to the 20 to 27 µs that a message takes (`benches/referee.rs`).
const BUSY_POLL: Duration = Duration::from_micros(100);
/// The minimum time between two measurements of a bot's processor time.
const MEASURED_AFTER: Duration = Duration::from_millis(100);
/// The maximum extra time per answer, as a multiple of the time limit.
const MOST_DELAY: u32 = 4;
/// A wait for a processor counts as a delay if it lasts at least this long.
const LEAST_DELAY: Duration = Duration::from_millis(1);
/// If a bot exits within this time after closing a pipe, its exit status is reported.
const EXIT_TIME: Duration = Duration::from_millis(50);

/// Once a bot has written this many bytes to standard error in a game, further output is shortened, and
/// logged only when the game ends.
const MOST_ERRORS: usize = 256 << 10;

/// A bot that plays games.
#[derive(Debug)]
pub struct Contender {
    /// The bot's name.
    pub name: String,
    child: Child,
    /// When the first message was sent to the current process.
    first_sent: Option<Instant>,
    has_answered: bool,
    /// The IDs of messages that the bot did not answer in time.
    late: VecDeque<String>,
    /// The number of faults in the bot's own turns, over all games.
    faults: u32,
    /// Why the bot was stopped, and the fault to count for each further message.
    stopped: Option<(String, Fault)>,
    is_quick: bool,
    /// What the current process wrote to standard error before its first answer.
    start_errors: String,
    /// Whether the bot's standard error before its first answer is logged with the current game. The flag is
    /// false if the process was started between two games, either after a crash or because the run was
    /// resumed. Logging its output would make the logs of a resumed run differ from those of an uninterrupted
    /// run.
    logs_start: bool,
    is_in_game: bool,
    /// The bot's standard error output from the last game in which it wrote something. This text no longer
    /// changes once `has_fault_errors` is true.
    errors: String,
    /// True if `errors` comes from the game of the bot's first fault, or from a later game if the bot wrote
    /// nothing in that game.
    has_fault_errors: bool,
    /// What the bot wrote to standard error in the current game, including the output of replaced processes. The
    /// current process's output before its first answer is included only if `logs_start` is set.
    game_errors: String,
    /// The number of bytes at the beginning of `game_errors` that have already been logged.
    logged_errors: usize,
    first_fault: Option<String>,
    /// The number of lines that are not replies, over all games.
    other_lines: usize,
    /// The program to restart after a crash, and the maximum number of restarts.
    program: Option<(Program, u32)>,
    /// The number of restarts so far, and the number of restarts before the current game.
    restarts: [u32; 2],
    /// True if the process must be restarted before the next message.
    needs_start: bool,
    /// The current process's processor time at the last measurement, and the time of that measurement.
    measured: (Duration, Instant),
    /// Processor time that has not yet been attributed to a game.
    used: Duration,
}

impl Contender {
    /// Creates a contender from a running process.
    ///
    /// ```standalone_crate
    /// use clowder::arena::{process::{Program, enter}, referee::Contender};
    ///
    /// enter();
    /// let contender = Contender::new("Ann", Program::new(["cat"]).spawn()?);
    /// assert_eq!((contender.restarts(), contender.first_fault()), (0, None));
    /// # Ok::<(), clowder::arena::process::SpawnError>(())
    /// ```
    pub fn new(name: impl Into<String>, child: Child) -> Self {
        Self {
            name: name.into(),
            child,
            first_sent: None,
            has_answered: false,
            late: VecDeque::new(),
            faults: 0,
            stopped: None,
            is_quick: false,
            start_errors: String::new(),
            logs_start: true,
            is_in_game: false,
            errors: String::new(),
            has_fault_errors: false,
            game_errors: String::new(),
            logged_errors: 0,
            first_fault: None,
            other_lines: 0,
            program: None,
            restarts: [0; 2],
            needs_start: false,
            measured: (Duration::ZERO, Instant::now()),
            used: Duration::ZERO,
        }
    }

    #[must_use]
    pub(crate) fn with_restarts(mut self, program: Program, most: u32) -> Self {
        self.program = Some((program, most));
        self
    }

    /// The number of restarts after crashes.
    pub const fn restarts(&self) -> u32 {
        self.restarts[0]
    }

    /// Restores the state that the bot had after a game played by an earlier process. `faults` is the number
    /// of faults in the bot's own turns in that game, and `state` is the earlier process's state after the
    /// game.
    pub(in crate::arena) fn continue_after(&mut self, faults: u32, state: ProcessState) {
        self.logs_start = false;
        self.faults += faults;
        self.restarts = [self.restarts[0] + state.restarts; 2];
        if let Some(fault) = state.stopped {
            self.stop("it was stopped in an earlier run".to_owned(), fault);
            // An uninterrupted run would not have started this process, so its standard error is discarded.
            drop(self.child.take_errors());
        }
    }

    fn start_if_needed(&mut self) {
        if !std::mem::take(&mut self.needs_start) {
            return;
        }
        self.game_errors.push_str(&self.child.take_errors());
        self.logs_start = self.is_in_game;
        self.start();
    }

    /// Restarts the bot between games, so that it forgets all deals that it has seen. Does nothing if the bot
    /// has been stopped, or if its process has not received a message yet.
    pub(in crate::arena) fn start_anew(&mut self) {
        self.logs_start = true;
        if self.first_sent.is_none() || self.stopped.is_some() {
            return;
        }
        self.measure();
        self.needs_start = false;
        drop(self.child.take_errors());
        self.child.kill();
        self.start();
    }

    fn start(&mut self) {
        let Some((program, _)) = &self.program else { return };
        match program.spawn() {
            Ok(child) => {
                self.child = child;
                self.measured = (Duration::ZERO, Instant::now());
                self.first_sent = None;
                self.has_answered = false;
                self.is_quick = false;
                self.late.clear();
            }
            Err(error) => self.stop(format!("it could not be started again: {error}"), Fault::Crash),
        }
    }

    /// Measures the processor time used by the current process since the last measurement.
    fn measure(&mut self) {
        let used = self.child.usage().used;
        self.used += used.saturating_sub(self.measured.0);
        self.measured = (used, Instant::now());
    }

    /// Returns the processor time since the last call, in microseconds. A measurement costs as much time as
    /// several messages, so it is skipped in some short games.
    pub(super) fn processor_time(&mut self) -> u64 {
        if self.measured.1.elapsed() >= MEASURED_AFTER {
            self.measure();
        }
        std::mem::take(&mut self.used).as_micros() as u64
    }

    /// Describes the bot's first fault, or returns `None` if the bot has had no faults.
    pub fn first_fault(&self) -> Option<&str> {
        self.first_fault.as_deref()
    }

    /// Returns the number of lines on the bot's standard output that are not replies (probably debug output).
    pub const fn other_lines(&self) -> usize {
        self.other_lines
    }

    /// Returns what the bot wrote to standard error in the game of its first fault. If the bot wrote nothing
    /// in that game, falls back to its output from another game or from before its first answer. Escape the
    /// text before showing it.
    pub fn errors(&self) -> &str {
        if self.errors.is_empty() { &self.start_errors } else { &self.errors }
    }

    /// Returns what the bot's process wrote to standard error before its first answer. Escape the text before showing
    /// it.
    pub fn start_errors(&self) -> &str {
        &self.start_errors
    }

    /// Logs the standard error output that has not been logged yet. Output that arrives after the next message
    /// has been sent is logged after that message.
    fn log_errors(&mut self, log: &mut Log) {
        if log.is_kept() && self.game_errors.len() < MOST_ERRORS {
            if self.has_answered || self.stopped.is_some() {
                self.game_errors.push_str(&self.child.take_errors());
            }
            log.errors(&self.name, &self.game_errors[self.logged_errors..]);
            self.logged_errors = self.game_errors.len();
        }
    }

    /// Ends a game: logs the rest of the bot's standard error, and returns the state of its process.
    pub(super) fn end_game(&mut self, log: &mut Log) -> ProcessState {
        self.is_in_game = false;
        let mut errors = std::mem::take(&mut self.game_errors);
        errors.push_str(&self.child.take_errors());
        log.errors(&self.name, &errors[std::mem::take(&mut self.logged_errors)..]);
        if !errors.is_empty() && !self.has_fault_errors {
            self.errors.clone_from(&errors);
            // Standard error from the game of the first fault is more useful than later output.
            self.has_fault_errors = self.first_fault.is_some();
        }
        let [all, before] = self.restarts;
        self.restarts[1] = all;
        let stopped = self.stopped.as_ref().map(|(_, fault)| *fault);
        ProcessState { stopped, restarts: all - before }
    }

    /// Records a description of the bot's first fault. `what` is the kind of fault, followed by the reason if known.
    pub(super) fn note_fault(&mut self, what: &str, stage: Stage, game: usize, round: &str) {
        self.first_fault.get_or_insert_with(|| {
            let stage = match stage {
                Stage::Turn => "its own turn",
                Stage::Inactive => "its opponent's turn",
                Stage::Frame => "NEWGAME or ENDGAME",
            };
            format!("{stage} in game {game} of {round} ({what})")
        });
    }

    /// Returns the bot's process.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Explains why the bot was stopped, or returns `None` if it was not stopped.
    pub fn stopped(&self) -> Option<&str> {
        self.stopped.as_ref().map(|(why, _)| why.as_str())
    }

    fn stop(&mut self, why: String, fault: Fault) {
        self.stopped.get_or_insert((why, fault));
        self.child.kill();
    }

    /// Counts a fault in one of the bot's own turns, and stops the bot after too many faults.
    pub(super) fn count_fault(&mut self, fault: Fault, rules: &Rules) {
        self.faults += 1;
        if rules.max_faults.is_some_and(|most| self.faults >= most) {
            self.stop(format!("stopped after {}", plural(self.faults as usize, "fault")), fault);
        }
    }

    fn deadline(&mut self, now: Instant, rules: &Rules) -> Instant {
        let first = *self.first_sent.get_or_insert(now);
        let limit = now + rules.move_limit;
        if self.has_answered { limit } else { limit.max(first + rules.start_limit) }
    }

    /// Handles a bot that can no longer answer. Requests a restart or, if no more restarts are allowed, stops
    /// the bot and records the reason.
    fn record_exit(&mut self) {
        let LastWords { exit, closed_input, .. } = self.child.last_words(EXIT_TIME);
        let how = match exit {
            Some(exit) => format!("it ended with {exit}"),
            None if closed_input => "it closed its standard input".to_owned(),
            None => "it closed its standard output".to_owned(),
        };
        if self.program.as_ref().is_some_and(|(_, most)| self.restarts[0] < *most) {
            self.restarts[0] += 1;
            self.needs_start = true;
            self.child.kill();
        } else {
            self.stop(how, Fault::Crash);
        }
    }
}

#[derive(Debug)]
pub(super) struct Message {
    pub(super) seat: Seat,
    id: String,
    stage: Stage,
    sent: Instant,
    deadline: Instant,
    /// True if the bot has written a line that is neither the answer to this message nor a late answer to an earlier
    /// message.
    junk: bool,
    /// The first ignored lines (up to `IGNORED_LOGGED`), each with the reason for ignoring it.
    ignored: Vec<(String, &'static str)>,
    /// The line that contains the answer, and the bot's answer time.
    line: Option<(String, Duration)>,
    /// How long the referee waited for a bot that did not answer in time.
    waited: Option<Duration>,
    contention: Option<Contention>,
    /// How long the bot waited for a processor.
    delay: Duration,
    pub(super) answer: Option<Answer>,
}

impl Message {
    /// The maximum number of ignored lines logged per message.
    const IGNORED_LOGGED: usize = 16;
    /// The maximum number of bytes logged per ignored line.
    const IGNORED_BYTES: usize = 1024;

    pub(super) fn send(
        players: &mut [&mut Contender; 2],
        seat: Seat,
        stage: Stage,
        line: &str,
        id: String,
        rules: &Rules,
        log: &mut Log,
    ) -> Self {
        let player = &mut *players[seat];
        player.start_if_needed();
        player.is_in_game = true;
        let sent = Instant::now();
        let deadline = player.deadline(sent, rules);
        let mut answer = None;
        player.log_errors(log);
        if let Some((_, fault)) = player.stopped {
            answer = Some(Answer::Fault(fault));
        } else {
            log.sent(&player.name, line);
            if rules.freeze {
                player.child.thaw();
            }
            if player.child.send(line.as_bytes()) == Err(Trouble::Closed) {
                player.record_exit();
                answer = Some(Answer::Fault(Fault::Crash));
            }
        }
        Self {
            seat,
            id,
            stage,
            sent,
            deadline,
            junk: false,
            ignored: Vec::new(),
            line: None,
            waited: None,
            contention: None,
            delay: Duration::ZERO,
            answer,
        }
    }

    fn read(&mut self, player: &mut Contender) {
        while self.answer.is_none() {
            let Some(line) = player.child.next_line() else {
                break;
            };
            let line = if player.has_answered { line } else { reply::without_mark(line).0 };
            match reply::read_reply(line, &self.id) {
                Ok(answer) => {
                    let took = self.sent.elapsed();
                    player.is_quick = took < QUICK;
                    self.line = Some((String::from_utf8_lossy(line.bytes).into_owned(), took));
                    self.answer = Some(answer);
                    if !std::mem::replace(&mut player.has_answered, true) {
                        player.start_errors = player.child.take_errors();
                        if player.logs_start {
                            player.game_errors.push_str(&player.start_errors);
                        }
                    }
                }
                Err(refused) => {
                    let is_late = player.late.iter().any(|late| Some(late) == refused.id.as_ref());
                    // A valid but late answer indicates a slow bot, not garbage.
                    self.junk |= !is_late;
                    player.other_lines += usize::from(refused.is_not_a_reply());
                    if self.ignored.len() < Self::IGNORED_LOGGED {
                        let start = &line.bytes[..line.bytes.len().min(Self::IGNORED_BYTES)];
                        let why = if is_late { "late" } else { refused.why };
                        self.ignored.push((String::from_utf8_lossy(start).into_owned(), why));
                    }
                }
            }
        }
    }

    fn is_late(&self) -> bool {
        self.answer.is_none() && Instant::now() >= self.deadline
    }

    /// Extends the time limit by the time that the bot waited for a processor. Extensions of less than a
    /// millisecond are not granted, because they are not worth another measurement.
    fn grant(&mut self, delay: Duration) {
        let more = delay.saturating_sub(self.delay);
        if more >= LEAST_DELAY {
            self.deadline += more;
            self.delay = delay;
        }
    }

    /// Records a fault if the bot can no longer answer or has run out of time.
    fn judge(&mut self, player: &mut Contender) {
        if self.answer.is_some() {
            return;
        }
        player.is_quick = false;
        let is_late = Instant::now() >= self.deadline;
        if !player.child.is_open()
            || !player.child.accepts_input()
            || is_late && player.child.try_exit().is_some()
        {
            player.record_exit();
            self.answer = Some(Answer::Fault(Fault::Crash));
        } else if is_late {
            let junk = self.junk || player.child.is_inside_long_line();
            player.late.push_back(self.id.clone());
            if player.late.len() > LATE_MEMORY {
                player.late.pop_front();
            }
            self.waited = (!junk).then(|| self.sent.elapsed());
            self.answer = Some(Answer::Fault(if junk { Fault::Garbage } else { Fault::Timeout }));
        }
    }

    /// Returns the bot's seat and answer time. After a timeout, the time is how long the referee waited.
    /// Returns `None` if the message did not ask for a move, or if the bot crashed or wrote garbage.
    pub(super) fn turn_time(&self) -> Option<(Seat, Duration)> {
        let time = self.line.as_ref().map(|(_, took)| *took).or(self.waited)?;
        (self.stage == Stage::Turn).then_some((self.seat, time))
    }

    /// Returns the delay of this answer as a [`Load`] whose processor time is 0.
    pub(super) fn delay(&self) -> Load {
        let delayed = u32::from(!self.delay.is_zero());
        Load { waited: self.delay.as_micros() as u64, delayed, ..Load::default() }
    }

    /// Logs the ignored lines, the answer, and any fault outside the bot's own turn.
    pub(super) fn log(&self, players: &[&mut Contender; 2], log: &mut Log) {
        let name = &players[self.seat].name;
        for (line, why) in &self.ignored {
            log.ignored(name, line, why);
        }
        if let Some((line, took)) = &self.line {
            log.answered(name, line, *took);
        }
        // Faults in the bot's own turn are logged later, when their consequences are determined.
        if let (Some(Answer::Fault(fault)), Stage::Frame | Stage::Inactive) = (&self.answer, self.stage) {
            log.fault(name, self.stage, *fault);
        }
    }
}

pub(super) fn await_answers(players: &mut [&mut Contender; 2], messages: &mut [Message], rules: &Rules) {
    if messages.iter().all(|message| players[message.seat].is_quick) {
        poll_briefly(players, messages, rules);
    }
    let begin = Instant::now() + contention::BEGIN;
    loop {
        let mut open = messages.iter().filter(|message| message.answer.is_none());
        let Some(first) = open.next() else {
            return;
        };
        let second = open.next();
        let deadline = second.map_or(first.deadline, |second| second.deadline.min(first.deadline));
        let deadline = if first.contention.is_none() { deadline.min(begin) } else { deadline };
        let [a, b] = &mut *players;
        // The result can be ignored, because the checks below detect new lines, closed pipes and expired deadlines.
        let _ = match (second, first.seat) {
            (Some(_), _) => process::wait(&mut [&mut a.child, &mut b.child], deadline),
            (None, Seat::First) => process::wait(&mut [&mut a.child], deadline),
            (None, Seat::Second) => process::wait(&mut [&mut b.child], deadline),
        };
        for message in messages.iter_mut().filter(|message| message.answer.is_none()) {
            let player = &mut *players[message.seat];
            message.read(player);
            match &message.contention {
                Some(contention) if message.answer.is_some() || message.is_late() => {
                    let delay = contention.delay(player.child.usage());
                    message.grant(delay.min(rules.move_limit * MOST_DELAY));
                }
                None if message.answer.is_none() && Instant::now() >= begin => {
                    message.contention = Some(Contention::begin(player.child.usage()));
                }
                _ => {}
            }
            message.judge(player);
        }
    }
}

fn poll_briefly(players: &mut [&mut Contender; 2], messages: &mut [Message], rules: &Rules) {
    let now = Instant::now();
    let busy_until = match rules.waiting {
        Waiting::BusyPoll => now + BUSY_POLL,
        Waiting::Sleep => now,
    };
    for (index, message) in messages.iter_mut().enumerate().filter(|(_, message)| message.answer.is_none()) {
        let player = &mut *players[message.seat];
        if index > 0 {
            player.child.read_available();
            message.read(player);
        }
        if message.answer.is_none() {
            player.child.poll_briefly(busy_until, message.deadline.min(now + BRIEF_POLL));
            message.read(player);
        }
    }
}
