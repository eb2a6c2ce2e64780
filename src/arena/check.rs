//! Checks whether a program follows the protocol. The check plays games with the program and examines every exchange.

use crate::arena::known_messages::end_of_input;
use crate::arena::process::{Child, Exit, Level, Trouble};
use crate::arena::referee::{Answer, Refused, Rules, is_random, read_reply, reasons, without_mark};
use crate::games::{GameJson, Seat};
use crate::json::{self, Data};
use crate::protocol;
use crate::random::{Random, Seed};
use serde::Serialize;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckReport {
    /// The findings, one per point, in the order of [`Point::ALL`].
    pub findings: Vec<Finding>,
    /// How long the bot took for its first answer, or `None` if it did not answer the first message.
    pub start_up: Option<Duration>,
    /// The times that the bot took for its later answers, in ascending order.
    pub times: Vec<Duration>,
    /// The beginning and end of the bot's standard error before its first answer. Escape the text before showing it.
    pub start_errors: String,
    /// The beginning and end of the bot's standard error after its first answer. If the bot did not answer
    /// the first message, the text covers all of its standard error. Escape the text before showing it.
    pub errors: String,
    /// How well the sandbox protects the system from the bot.
    pub level: Level,
}

impl CheckReport {
    /// Returns true if every point was checked without failures.
    pub fn is_good(&self) -> bool {
        self.findings.iter().all(Finding::is_good)
    }

    /// Joins the stored parts of the bot's standard error: `start_errors`, then `errors`. Escape the result before
    /// showing it.
    pub fn all_errors(&self) -> String {
        format!("{}{}", self.start_errors, self.errors)
    }

    /// Returns a percentile of the answer times, excluding the first answer. Returns `None` if there were no later
    /// answers.
    pub fn percentile(&self, percent: usize) -> Option<Duration> {
        let rank = (self.times.len() * percent).div_ceil(100).max(1);
        self.times.get(rank - 1).copied()
    }
}

/// A protocol rule covered by the check. The report lists the points in the order of this enum.
///
/// ```
/// use clowder::arena::check::Point;
///
/// assert_eq!(Point::StartUp.name(), "start-up");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Point {
    /// The first answer arrives within the start time limit.
    StartUp,
    /// The bot answers NEWGAME.
    NewGame,
    /// In its own turns, the bot answers each message with a move.
    ActiveTurns,
    /// The bot answers each message in its opponent's turn.
    InactiveTurns,
    /// The bot answers ENDGAME.
    EndGame,
    /// The bot writes only JSON objects, one per line.
    Lines,
    /// Each answer has the ID of its message, and each message is answered only once.
    Ids,
    /// All moves are legal.
    Legality,
    /// The bot exits with status 0 after the end of its input. If the bot's only fault is that it does not
    /// handle the end of its input, the result is a warning.
    CleanExit,
}

impl Point {
    /// All points.
    pub const ALL: [Self; 9] = [
        Self::StartUp,
        Self::NewGame,
        Self::ActiveTurns,
        Self::InactiveTurns,
        Self::EndGame,
        Self::Lines,
        Self::Ids,
        Self::Legality,
        Self::CleanExit,
    ];

    /// Returns the point's name in the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StartUp => "start-up",
            Self::NewGame => "NEWGAME",
            Self::ActiveTurns => "active turns",
            Self::InactiveTurns => "inactive turns",
            Self::EndGame => "ENDGAME",
            Self::Lines => "lines",
            Self::Ids => "message IDs",
            Self::Legality => "legality",
            Self::CleanExit => "clean exit",
        }
    }
}

/// An exchange in which the bot failed a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Failure {
    /// The reason for the failure.
    pub why: String,
    /// The line sent to the bot, or `null` if none was sent.
    pub sent: Option<String>,
    /// The last lines that the bot wrote in this exchange (at most 8).
    pub got: Vec<String>,
}

/// The result of checking one point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The point that was checked.
    pub point: Point,
    /// The number of checks, or 0 if the point was not tested (for example, because the check ended early).
    pub checked: usize,
    /// The number of failures.
    pub failed: usize,
    /// The first failure, or `null` if there was no failure.
    pub failure: Option<Failure>,
    /// A detail that the referee accepts but another program may reject.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

impl Finding {
    /// Returns true if the point was checked without failures.
    pub const fn is_good(&self) -> bool {
        self.is_tested() && self.failed == 0
    }

    /// Returns true if the point was checked at least once.
    pub const fn is_tested(&self) -> bool {
        self.checked > 0
    }
}

/// How long a bot may take to exit after the end of its input.
const EXIT_TIME: Duration = Duration::from_secs(1);
/// How long the check waits for further lines at the end, and for the exit of a bot that has closed a pipe.
const ECHO_TIME: Duration = Duration::from_millis(50);
const BYTE_ORDER_MARK: &str = "the first line begins with a UTF-8 byte order mark (EF BB BF); the referee ignores it, but \
                               another program can reject it";
/// The number of unanswered messages after which the check stops.
const PATIENCE: usize = 5;
/// The maximum number of lines shown per exchange.
const LINES_SHOWN: usize = 8;
/// Incorrect message IDs are cut to this number of characters in the report.
const ID_SHOWN: usize = 60;
const NO_ANSWER: &str = "no answer within ";
const OWN_TURNS: &str = "no answer; the bot answers only in its own turns, but it must answer every message, also NEWGAME, \
                         ENDGAME and those in its opponent's turns";
const WRITERS: &str = "write json.dumps(answer) in Python, or JSON.stringify(answer) in JavaScript";
const ONLY_MOVE: &str = "the answer is not an object; expected {\"move\":…,\"messageID\":…}";
const SEVERAL_LINES: &str = "the answer has several lines; write it in one line";
const AT_THE_END: &str =
    "no answer before the input ended; read one line at a time, and flush each line of the output";
const SILENT: &str =
    "the bot has not written a line, so it is stuck, or it does not end and flush each line of its output";

/// Plays games with a newly started bot, and returns the report. The bot moves first in games 1, 3, 5 and so on.
///
/// ```standalone_crate
/// use clowder::arena::{check::check, process::{Program, enter}, referee::Rules};
/// use clowder::tictactoe::TicTacToe;
///
/// enter();
/// let bot = r#"while read line; do id=${line##*messageID\":\"}; echo "{\"move\":\"RANDOM\",\"messageID\":\"${id%%\"*}\"}"; done"#;
/// let report = check::<TicTacToe>(Program::new(["sh", "-c", bot]).spawn()?, &Rules::default(), 2, 1.into());
/// assert!(report.is_good());
/// # Ok::<(), clowder::arena::process::SpawnError>(())
/// ```
pub fn check<G: GameJson>(child: Child, rules: &Rules, games: usize, seed: Seed) -> CheckReport {
    let finding = |point| Finding { point, checked: 0, failed: 0, failure: None, warning: None };
    let level = child.level().clone();
    let mut probe = Probe {
        child,
        rules,
        ids: Random::stream(seed, 0),
        moves: Random::stream(seed, 1),
        report: CheckReport { findings: Point::ALL.map(finding).into(), level, ..CheckReport::default() },
        answered: HashSet::new(),
        asked: HashMap::new(),
        unanswered: 0,
        has_written: false,
    };
    for game in 0..games {
        if probe.game::<G>(game).is_err() {
            break;
        }
    }
    probe.end()
}

/// The line sent to the bot, the lines that the bot wrote, and the bot's answer, if any.
type Exchange = (String, Vec<String>, Option<Answer>);

/// The error that stops the check.
struct GivenUp;

struct Probe<'a> {
    child: Child,
    rules: &'a Rules,
    ids: Random,
    moves: Random,
    report: CheckReport,
    answered: HashSet<String>,
    asked: HashMap<String, Asked>,
    unanswered: usize,
    has_written: bool,
}

struct Asked {
    sent: Instant,
    limit: Duration,
    /// Points that first failed because the bot did not answer this message in time.
    missed: Vec<Point>,
}

/// The reason why a line is not the answer to the last message.
#[derive(Clone, PartialEq, Eq)]
enum Wrong {
    /// The line is a malformed answer; the text explains the problem.
    Form(String),
    /// The line is a second answer to a message, or is not an answer at all.
    Line,
    /// The line answers an earlier message, but arrived after that message's time limit.
    Late,
    /// The line is a reply with an incorrect or missing message ID; the text explains the problem.
    Id(String),
}

impl Probe<'_> {
    fn finding(&mut self, point: Point) -> &mut Finding {
        &mut self.report.findings[point as usize]
    }

    fn check(&mut self, point: Point) {
        self.finding(point).checked += 1;
    }

    /// Records a failure. Returns true if this is the point's first failure.
    fn fail(&mut self, point: Point, why: impl Into<String>, sent: Option<&str>, got: &[String]) -> bool {
        let finding = self.finding(point);
        finding.failed += 1;
        let is_first = finding.failure.is_none();
        let sent = sent.map(|line| line.trim_end().to_owned());
        let got = got[got.len().saturating_sub(LINES_SHOWN)..].to_vec();
        finding.failure.get_or_insert(Failure { why: why.into(), sent, got });
        is_first
    }

    /// Plays one game. The bot moves first if the game number, counted from 0, is even.
    fn game<G: GameJson>(&mut self, number: usize) -> Result<(), GivenUp> {
        let seat = Seat::after(number);
        let mut state = G::deal(&mut self.moves);
        self.ask(Point::NewGame, &protocol::new_game(number + 1, "Round 1"))?;
        let outcome = loop {
            if let Some(outcome) = G::result(&state) {
                break outcome;
            }
            let view = G::write_view(&G::view(&state, seat, "clowder"));
            let asked = if G::mover(&state) == seat {
                self.active::<G>(&state, &view)?
            } else {
                self.ask(Point::InactiveTurns, &view)?;
                None
            };
            let random = || self.moves.choose(&G::legal_moves(&state)).cloned();
            // A legal move exists until the game ends.
            let played = asked.or_else(random).ok_or(GivenUp)?;
            G::apply(&mut state, &played);
        };
        self.ask(Point::EndGame, &protocol::end_game(&outcome, seat, &G::write_state(&state)))?;
        Ok(())
    }

    /// Asks the bot for its move, and returns the move if it is legal.
    fn active<G: GameJson>(&mut self, state: &G::State, view: &str) -> Result<Option<G::Move>, GivenUp> {
        let (sent, got, answer) = self.ask(Point::ActiveTurns, view)?;
        let text = match answer {
            Some(Answer::Move(text)) => text,
            Some(Answer::Empty) => {
                let why = got.last().and_then(|line| misspelt_key(line, "move"));
                let why = why.unwrap_or_else(|| "the answer has no key `move`".to_owned());
                self.fail(Point::ActiveTurns, why, Some(&sent), &got);
                return Ok(None);
            }
            _ => return Ok(None),
        };
        self.check(Point::Legality);
        // Bots are allowed to request a random move.
        if is_random(&text) {
            return Ok(None);
        }
        let played = G::parse_move(state, &text);
        if let Err(faults) = &played {
            let unquoted = json::read(&text).value().and_then(|text| text.as_str().map(str::to_owned));
            let is_quoted = unquoted.is_some_and(|text| G::parse_move(state, &text).is_ok());
            let fix = if is_quoted { "; remove the quotation marks around the move" } else { "" };
            let why = format!("the move is not legal: {}{fix}", reasons(faults));
            self.fail(Point::Legality, why, Some(&sent), &got);
        }
        Ok(played.ok())
    }

    /// Sends a message and waits for the answer. `state` holds the message's `state` value.
    fn ask(&mut self, point: Point, state: &str) -> Result<Exchange, GivenUp> {
        let id = self.ids.uuid();
        let line = protocol::line(state, &id);
        self.check(point);
        let is_first = self.asked.is_empty();
        let limit = if is_first { self.rules.start_limit } else { self.rules.move_limit };
        let sent = Instant::now();
        self.asked.insert(id.clone(), Asked { sent, limit, missed: Vec::new() });
        let (mut deadline, mut wrong) = (sent + limit, None);
        let mut got = Vec::new();
        let mut trouble = self.child.send(line.as_bytes()).err();
        while trouble.is_none() {
            match self.child.read_line(deadline) {
                Ok(answer) => {
                    let (answer, is_marked) =
                        if self.answered.is_empty() { without_mark(answer) } else { (answer, false) };
                    self.has_written = true;
                    got.push(String::from_utf8_lossy(answer.bytes).into_owned());
                    if is_marked {
                        self.report.findings[Point::Lines as usize].warning =
                            Some(BYTE_ORDER_MARK.to_owned());
                    }
                    match read_reply(answer, &id) {
                        Ok(answer) => {
                            self.time(is_first, sent.elapsed());
                            if is_first {
                                self.report.start_errors = self.child.take_errors();
                            }
                            self.answered.insert(id);
                            return Ok((line, got, Some(answer)));
                        }
                        Err(refused) => {
                            let why = self.refuse(refused, (&line, &id), &got);
                            if matches!(why, Wrong::Id(_) | Wrong::Form(_)) {
                                // The bot has started, so it now gets at most the move limit, not the rest of the
                                // start limit.
                                deadline = deadline.min(Instant::now() + self.rules.move_limit);
                            }
                            if !matches!(wrong, Some(Wrong::Id(_) | Wrong::Form(_))) {
                                wrong = Some(why);
                            }
                        }
                    }
                }
                Err(why) => trouble = Some(why),
            }
        }
        // An incorrect ID or a malformed answer remains the recorded reason, even if the correct answer
        // arrives after the time limit.
        let is_certain = matches!(wrong, Some(Wrong::Id(_) | Wrong::Form(_)));
        let none = format!("{NO_ANSWER}{} ms", limit.as_millis());
        let why = match (trouble, wrong) {
            (Some(Trouble::Late), Some(Wrong::Id(why))) => why,
            (Some(Trouble::Late), Some(Wrong::Form(why))) => {
                // The bot meant this line as an answer, not as debug output.
                if let Some(failure) = &mut self.finding(Point::Lines).failure {
                    failure.why.clone_from(&why);
                }
                why
            }
            (Some(Trouble::Late), Some(Wrong::Late)) => {
                format!("{none}, only the answer to an earlier message")
            }
            (Some(Trouble::Late), None) if !self.has_written => format!("{none}; {SILENT}"),
            (Some(Trouble::Late), _) => none,
            _ => format!("it {}", self.child.last_words(ECHO_TIME)),
        };
        // If the bot does not answer the first message, `StartUp` and `NewGame` would fail for the same reason, so only
        // `StartUp` is recorded.
        let point = if is_first {
            self.finding(point).checked -= 1;
            self.check(Point::StartUp);
            Point::StartUp
        } else {
            point
        };
        let is_new = self.fail(point, why, Some(&line), &got);
        if is_new
            && !is_certain
            && trouble == Some(Trouble::Late)
            && let Some(asked) = self.asked.get_mut(&id)
        {
            asked.missed.push(point);
        }
        self.unanswered += 1;
        let goes_on = trouble == Some(Trouble::Late) && self.unanswered < PATIENCE && !is_certain;
        if goes_on { Ok((line, got, None)) } else { Err(GivenUp) }
    }

    fn time(&mut self, is_first: bool, took: Duration) {
        if is_first {
            self.check(Point::StartUp);
            self.report.start_up = Some(took);
            let limit = self.rules.move_limit;
            if took > limit {
                self.finding(Point::StartUp).warning = Some(format!(
                    "the first answer took longer than {} ms; the public server does not allow more time for the start",
                    limit.as_millis()
                ));
            }
        } else {
            self.report.times.push(took);
        }
        self.check(Point::Lines);
        self.check(Point::Ids);
    }

    /// Records that a line is not the answer to the last message. A late answer only changes the reason for an
    /// earlier failure. Any other line is a failure of the check `lines` or `message IDs`.
    fn refuse(&mut self, refused: Refused, (sent, expected): (&str, &str), got: &[String]) -> Wrong {
        let is_not_a_reply = refused.is_not_a_reply();
        let Refused { why, id } = refused;
        let copy = |what: &str| {
            format!("the answer has {what}; a bot must copy the messageID of the message that it answers")
        };
        let (point, why, wrong) = match id {
            Some(id) if self.answered.contains(&id) => {
                (Point::Ids, "a message was answered twice".to_owned(), Wrong::Line)
            }
            Some(id) if self.asked.contains_key(&id) => {
                self.note_late(id, got);
                return Wrong::Late;
            }
            Some(id) => {
                let shown: String = id.chars().take(ID_SHOWN).collect();
                let why = copy(&format!("the messageID `{shown}`, which no message had"));
                (Point::Ids, why.clone(), Wrong::Id(why))
            }
            None if !is_not_a_reply => {
                let why = got.last().and_then(|line| misspelt_key(line, "messageID"));
                let why = why.unwrap_or_else(|| copy("no messageID"));
                (Point::Ids, why.clone(), Wrong::Id(why))
            }
            None => {
                let why = format!(
                    "this line is not a reply, because it is {why}; write debug output to standard error"
                );
                (Point::Lines, why, answer_form(got, expected).map_or(Wrong::Line, Wrong::Form))
            }
        };
        self.check(point);
        self.fail(point, why, Some(sent), got);
        wrong
    }

    /// Records that the answer to an earlier message arrived after the time limit. The failure itself was
    /// recorded when the limit expired, so only its reason changes.
    fn note_late(&mut self, id: String, got: &[String]) {
        if let Some(Asked { sent, limit, missed }) = self.asked.get(&id) {
            let [took, limit] = [sent.elapsed(), *limit].map(|time| time.as_millis());
            for &point in missed {
                if let Some(failure) = &mut self.report.findings[point as usize].failure {
                    failure.why =
                        format!("the answer came too late, after {took} ms; the time limit is {limit} ms");
                    failure.got.extend(got.last().filter(|_| failure.got.len() < LINES_SHOWN).cloned());
                }
            }
        }
        self.answered.insert(id);
    }

    /// Closes the bot's input, waits for the bot to exit, and returns the report.
    fn end(mut self) -> CheckReport {
        let mut got = Vec::new();
        let patience = Instant::now() + ECHO_TIME;
        while let Ok(line) = self.child.read_line(patience) {
            got.push(String::from_utf8_lossy(line.bytes).into_owned());
            let Err(refused) = read_reply(line, "") else {
                continue;
            };
            if got.len() <= LINES_SHOWN {
                self.refuse(refused, ("", ""), &got);
            }
        }
        let was_running = self.child.try_exit().is_none();
        self.report.errors = self.child.take_errors();
        self.child.close_input();
        // If the program ended without answering a message, another point has already failed for the same
        // reason.
        if was_running || self.unanswered == 0 {
            self.check(Point::CleanExit);
        }
        let exit = self.child.exit_by(Instant::now() + EXIT_TIME);
        let at_end = self.child.take_errors();
        self.report.errors.push_str(&at_end);
        let mut is_at_end = false;
        while let Ok(line) = self.child.read_line(Instant::now() + ECHO_TIME) {
            let id = read_reply(line, "").err().and_then(|refused| refused.id);
            is_at_end |= !self.has_written && id.is_some_and(|id| self.asked.contains_key(&id));
        }
        let why = match exit {
            Some(Exit::Code(0)) if was_running => None,
            Some(exit) if was_running => Some(format!("it ended with {exit}")),
            Some(_) if self.unanswered > 0 => None,
            Some(exit) => Some(format!("it ended with {exit} before its input ended")),
            None => {
                Some(format!("it was still running {} ms after its input had ended", EXIT_TIME.as_millis()))
            }
        };
        // Errors that the bot wrote before the end of its input must have other causes, so only `at_end` is searched.
        let message = end_of_input(&at_end).filter(|_| was_running && matches!(exit, Some(Exit::Code(_))));
        match (why, message) {
            (Some(why), Some(message)) => {
                self.finding(Point::CleanExit).warning = Some(format!(
                    "{why}, because it does not handle the end of its input; standard error contains: {message}"
                ));
            }
            (Some(why), None) => {
                self.fail(Point::CleanExit, why, None, &[]);
            }
            (None, _) => {}
        }
        self.report.times.sort_unstable();
        self.explain_silence(is_at_end);
        self.report
    }

    /// Gives a more precise reason for missing answers if the bot answered only in its own turns, or only
    /// after its input had ended (`is_at_end`).
    fn explain_silence(&mut self, is_at_end: bool) {
        let turns = &self.report.findings[Point::ActiveTurns as usize];
        let why = if is_at_end {
            AT_THE_END
        } else if turns.is_good() && self.answered.len() <= turns.checked {
            OWN_TURNS
        } else {
            return;
        };
        let silent = self.report.findings.iter_mut().filter_map(|finding| finding.failure.as_mut());
        for failure in silent.filter(|failure| failure.why.starts_with(NO_ANSWER)) {
            why.clone_into(&mut failure.why);
        }
    }
}

/// If the line has a key that is probably a misspelling of `meant`, returns a message that suggests the
/// correct key.
fn misspelt_key(line: &str, meant: &str) -> Option<String> {
    let reading = json::read(line);
    let Data::Object(members) = &reading.value()?.data else { return None };
    let mut keys = members.iter().map(|member| &member.key);
    let key = keys.find(|key| json::is_misspelt(&key.replace('_', ""), meant))?;
    Some(format!("the answer has the key `{key}`; did you mean `{meant}`?"))
}

/// If an answer is not a JSON object on a single line, describes what is wrong with it.
fn answer_form(got: &[String], id: &str) -> Option<String> {
    let is_begin = |line: &String| line.starts_with('{') && !line.trim_end().ends_with('}');
    let begin = got.iter().rposition(is_begin).unwrap_or(got.len().saturating_sub(1));
    let answer = got[begin..].concat();
    let is_whole = answer.trim_end().ends_with('}') && answer.contains(id) && !id.is_empty();
    if begin + 1 < got.len() {
        return is_whole.then(|| SEVERAL_LINES.to_owned());
    }
    match json::read(&answer).strict() {
        Ok(value) => (!value.is_object()).then(|| ONLY_MOVE.to_owned()),
        Err(errors) => {
            let error = errors.iter().next().filter(|_| is_whole)?;
            Some(format!("the answer is not JSON: {}; {WRITERS}", error.message))
        }
    }
}
