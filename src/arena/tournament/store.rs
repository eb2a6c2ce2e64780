//! A tournament directory, which contains the journal and the files that the server can replay.
//!
//! ```text
//! DIR/journal.jsonl                                    the plan and the finished games: see `journal`
//! DIR/GAME/TOURNAMENT/results.json                     the table
//! DIR/GAME/TOURNAMENT/RoundN/A-B/matchupResults.json   the games of a meeting and how they ended
//! DIR/GAME/TOURNAMENT/RoundN/A-B/games/K.json          one game
//! DIR/GAME/TOURNAMENT/RoundN/A-B/messages.jsonl        every message, with the times of the answers
//! ```
//!
//! Only the journal is authoritative. When a run is resumed, the message logs are truncated to their recorded
//! lengths, and all other files are rewritten from the journal.

use super::course::{self, Meeting, PlayedGames, games_of, tally};
use super::entry::{Entry, GamePlace};
use super::layout::{Layout, results_of};
use super::plan::Plan;
use super::saved::{JOURNAL, SaveError, begun_plan, in_order};
use super::standings::Standings;
use crate::arena::journal::{Journal, JournalError};
use crate::arena::process::is_at;
use crate::arena::schedule::Pair;
use crate::files;
use crate::json::quote;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// A tournament directory, held open for writing by a single run.
#[derive(Debug)]
pub struct Store {
    layout: Layout,
    journal: Journal,
    /// The open logs, by round and meeting.
    logs: HashMap<(usize, usize), OpenLog>,
}

#[derive(Debug)]
struct OpenLog {
    path: PathBuf,
    file: File,
    /// The size of the file, in bytes.
    length: u64,
}

/// The results of an earlier run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Resumed {
    /// The finished games.
    pub games: PlayedGames,
    /// The number of bytes removed because the last record was incomplete.
    pub truncated: u64,
}

impl Store {
    /// Chooses the directory for the journal of a new tournament: `directory` itself or, if it already contains another
    /// tournament, the results directory inside it.
    ///
    /// # Errors
    /// Returns an error if this tournament already exists in the directory, or if a journal is damaged.
    pub(crate) fn place(directory: &Path, plan: &Plan) -> Result<PathBuf, SaveError> {
        let head = |directory: &Path| match begun_plan(directory) {
            Err(SaveError::Journal(JournalError::Missing)) => Ok(None),
            other => other,
        };
        let Some(first) = head(directory)? else {
            return Ok(directory.to_owned());
        };
        let below = directory.join(results_of(plan));
        let is_same = results_of(&first) == results_of(plan);
        if !is_same && head(&below)?.is_none() {
            return Ok(below);
        }
        // If another run is using the journal, this call returns a more useful error than the one below.
        let taken = if is_same { directory } else { &below };
        Journal::open::<Plan, Entry>(&taken.join(JOURNAL))?;
        Err(SaveError::Taken(plan.tournament.clone(), taken.display().to_string()))
    }

    /// Returns the outer directory that a tournament shares with an earlier tournament (see [`Self::place`]), or `None`
    /// if there is no such directory. `directory` is the tournament's own directory.
    pub(crate) fn outer(directory: &Path, plan: &Plan) -> Option<PathBuf> {
        let directory = directory.canonicalize().ok()?;
        let outer = directory.ends_with(results_of(plan)).then(|| directory.ancestors().nth(2)).flatten()?;
        outer.join(JOURNAL).exists().then(|| outer.to_owned())
    }

    /// Creates the directory for a new tournament.
    ///
    /// # Errors
    /// Returns an error if this tournament already exists in the directory, if a journal is damaged, or if a file
    /// cannot be written.
    pub fn create(directory: &Path, plan: &Plan) -> Result<Self, SaveError> {
        let directory = &Self::place(directory, plan)?;
        make(directory)?;
        let path = directory.join(JOURNAL);
        let journal = match Journal::create(&path, plan) {
            // A run that ended before its first record was complete has saved nothing.
            Err(JournalError::Exists) => match Journal::open::<Plan, Entry>(&path)? {
                (mut journal, contents) if contents.head.is_none() => {
                    journal.append(plan)?;
                    journal
                }
                _ => return Err(JournalError::Exists.into()),
            },
            other => other?,
        };
        Ok(Self::new(directory, plan, journal))
    }

    /// Opens the directory of an existing tournament.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::{Plan, Store}};
    ///
    /// let directory = tempfile::tempdir()?;
    /// let plan = Plan::new("tictactoe", TournamentFormat::RoundRobin);
    /// drop(Store::create(directory.path(), &plan)?);
    /// let (_store, resumed) = Store::resume(directory.path(), &plan)?;
    /// assert!(resumed.games.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the directory is in use by another run or does not contain this tournament. Also
    /// returns an error if a file is damaged or cannot be written.
    pub fn resume(directory: &Path, plan: &Plan) -> Result<(Self, Resumed), SaveError> {
        let (mut journal, contents) = Journal::open::<Plan, Entry>(&directory.join(JOURNAL))?;
        let begun = contents.head.ok_or(JournalError::Missing)?;
        if let Some(difference) = begun.difference(plan) {
            return Err(SaveError::Changed(difference));
        }
        let games = in_order(plan, contents.records)?;
        if plan.bots.len() > begun.bots.len() {
            journal.replace_head(plan)?;
        }
        let mut store = Self::new(directory, plan, journal);
        written(directory, files::remove_temporary(directory))?;
        store.widen_names(plan)?;
        for meeting in course::meetings(plan, &games) {
            let played = games_of(&games, (meeting.round, meeting.number));
            store.cut_log(plan, &meeting, played.iter().map(|entry| entry.log).max().unwrap_or(0))?;
            for entry in played {
                store.save_game(plan, meeting.pair, entry)?;
            }
            if meeting.is_over {
                store.save_meeting(plan, &meeting, played)?;
            }
        }
        Ok((store, Resumed { games, truncated: contents.truncated }))
    }

    fn new(directory: &Path, plan: &Plan, journal: Journal) -> Self {
        Self { layout: Layout::new(directory, plan), journal, logs: HashMap::new() }
    }

    /// Renames the round directories if adding a bot has increased the number of digits in their names.
    fn widen_names(&self, plan: &Plan) -> Result<(), SaveError> {
        for round in 0..self.layout.round_count {
            let number = self.layout.round_number(plan, round);
            let named = |width| self.layout.base.join(format!("Round{number:0width$}"));
            let name = named(self.layout.round_width);
            let old = (1..self.layout.round_width).map(named).find(|old| *old != name && old.is_dir());
            if let Some(old) = old.filter(|_| !name.exists()) {
                written(&name, fs::rename(old, &name))?;
            }
        }
        Ok(())
    }

    /// Saves a finished game: first its messages, then its record in the journal, and finally its file.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or if the journal or the log has been removed or replaced.
    pub(crate) fn finish(
        &mut self,
        plan: &Plan,
        pair: Pair,
        entry: &mut Entry,
        messages: &str,
    ) -> Result<(), SaveError> {
        self.check()?;
        entry.log = self.append_log(plan, pair, entry.place, messages)?;
        self.journal.append(entry)?;
        self.check()?;
        self.save_game(plan, pair, entry)
    }

    /// Checks that the journal has not been removed or replaced. Without this check, files could be written
    /// into another run's directory.
    ///
    /// # Errors
    /// Returns an error if the journal is no longer at its path.
    pub(crate) fn check(&self) -> Result<(), SaveError> {
        still_at(&self.journal.file, &self.journal.path)
    }

    fn append_log(
        &mut self,
        plan: &Plan,
        pair: Pair,
        place: GamePlace,
        text: &str,
    ) -> Result<u64, SaveError> {
        let key = (place.round, place.meeting);
        if !self.logs.contains_key(&key) {
            let path = self.layout.file(plan, place.round, pair, "messages.jsonl");
            make(path.parent().unwrap_or(&self.layout.base))?;
            // The journal has no games for this log. An existing file is a remnant of a run that ended early,
            // so it is truncated.
            let open = OpenOptions::new().write(true).create(true).truncate(true).open(&path);
            let file = written(&path, open)?;
            self.logs.insert(key, OpenLog { path, file, length: 0 });
        }
        let Some(OpenLog { path, file, length }) = self.logs.get_mut(&key) else {
            return Ok(0);
        };
        still_at(file, path)?;
        written(path, file.write_all(text.as_bytes()).and_then(|()| file.sync_data()))?;
        *length += text.len() as u64;
        Ok(*length)
    }

    /// Removes everything that an earlier run wrote to a log after the last finished game.
    fn cut_log(&mut self, plan: &Plan, meeting: &Meeting, length: u64) -> Result<(), SaveError> {
        if length == 0 {
            return Ok(());
        }
        let path = self.layout.file(plan, meeting.round, meeting.pair, "messages.jsonl");
        let file = written(&path, OpenOptions::new().append(true).open(&path))?;
        let found = written(&path, file.metadata())?.len();
        if found < length {
            return Err(SaveError::LogLost(path.display().to_string(), found, length));
        }
        written(&path, file.set_len(length))?;
        self.logs.insert((meeting.round, meeting.number), OpenLog { path, file, length });
        Ok(())
    }

    /// Writes the file for a game that is already in the journal.
    fn save_game(&self, plan: &Plan, pair: Pair, entry: &Entry) -> Result<(), SaveError> {
        let GamePlace { round, game, .. } = entry.place;
        replace(&self.layout.game(plan, round, pair, game), entry.record.get())
    }

    /// Writes a meeting's results to `matchupResults.json`.
    pub(crate) fn save_meeting(
        &self,
        plan: &Plan,
        meeting: &Meeting,
        games: &[Entry],
    ) -> Result<(), SaveError> {
        let name = |entrant: usize| quote(&plan.bots[entrant].name);
        let [first, second, draws] = tally(meeting.pair, games);
        let mut games: Vec<_> = games.iter().collect();
        games.sort_unstable_by_key(|game| game.place);
        let results = list(games.iter().map(|entry| {
            let players = list(entry.players.map(name));
            format!(r#"{{"winner":{},"players":{players}}}"#, entry.winner_json())
        }));
        let [a, b] = meeting.pair.map(name);
        let text = format!(r#"{{"gameResults":{results},{a}:{first},{b}:{second},"draws":{draws}}}"#);
        replace(&self.layout.file(plan, meeting.round, meeting.pair, "matchupResults.json"), &text)
    }

    /// Writes the tournament's table to `results.json`.
    pub(crate) fn save_results(
        &self,
        plan: &Plan,
        meetings: &[Meeting],
        standings: &Standings,
    ) -> Result<(), SaveError> {
        let name = |entrant: usize| quote(&plan.bots[entrant].name);
        let results = list(standings.table.iter().map(|line| {
            let record = serde_json::to_string(&line.totals).unwrap_or_default();
            format!(r#"{{"identifier":{},"record":{record},"rank":{}}}"#, name(line.entrant), line.rank)
        }));
        let mut rounds = vec![Vec::new(); self.layout.round_count];
        let mut places = Vec::new();
        for meeting in meetings {
            let number = self.layout.round_number(plan, meeting.round);
            rounds[number].push(list(meeting.pair.map(name)));
            let [a, b] = meeting.pair.map(|entrant| plan.bots[entrant].name.as_str());
            for key in [format!("{a}-{b}"), format!("{b}-{a}")] {
                places.push(format!("{}:{number}", quote(&key)));
            }
        }
        let (rounds, places) = (list(rounds.into_iter().map(list)), places.join(","));
        let text = format!(r#"{{"results":{results},"rounds":{rounds},"matchups":{{{places}}}}}"#);
        replace(&self.layout.base.join("results.json"), &text)
    }
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

fn still_at(file: &File, path: &Path) -> Result<(), SaveError> {
    let is_there = is_at(file, path).unwrap_or(false);
    if is_there { Ok(()) } else { Err(SaveError::Removed(path.display().to_string())) }
}

fn written<T>(path: &Path, result: io::Result<T>) -> Result<T, SaveError> {
    result.map_err(|error| SaveError::Write(path.display().to_string(), error))
}

fn make(directory: &Path) -> Result<(), SaveError> {
    written(directory, fs::create_dir_all(directory))
}

/// Writes a file, creating its directory if necessary.
fn replace(path: &Path, text: &str) -> Result<(), SaveError> {
    if let Some(parent) = path.parent() {
        make(parent)?;
    }
    written(path, files::write(path, text))
}
