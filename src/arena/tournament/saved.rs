//! The directory of a tournament, which contains the journal and the files with which the server can replay the games.
//!
//! ```text
//! DIR/journal.jsonl                                    the plan and the finished games: see `journal`
//! DIR/GAME/TOURNAMENT/results.json                     the table
//! DIR/GAME/TOURNAMENT/RoundN/A-B/matchupResults.json   the games of a meeting and how they ended
//! DIR/GAME/TOURNAMENT/RoundN/A-B/games/K.json          one game
//! DIR/GAME/TOURNAMENT/RoundN/A-B/messages.jsonl        every message, with the times of the answers
//! ```
//!
//! Only the journal is authoritative. When a run is resumed, all other files are rewritten from the journal, except the
//! logs of messages, whose lengths are in the journal.

use super::course;
use super::entry::{Entry, GamePlace};
use super::plan::{Plan, pair_name, path_name};
use super::save_error::SaveError;
use super::standings::{LaterGames, Meeting, PlayedGames, Standings, tally};
use crate::arena::journal::{Journal, JournalError};
use crate::arena::schedule::{Pair, TournamentFormat};
use crate::json::quote;
use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file name of the journal.
pub(super) const JOURNAL: &str = "journal.jsonl";

/// The directory of a tournament, which is open for writing by one run.
#[derive(Debug)]
pub struct Store {
    pub(super) base: PathBuf,
    /// The path of the journal.
    pub(super) path: PathBuf,
    pub(super) journal: Journal,
    /// The open logs. The key of each log is the number of its round and the number of its meeting.
    pub(super) logs: HashMap<(usize, usize), OpenLog>,
    /// The directory of the results, relative to the directory that was given.
    pub(super) below: PathBuf,
    round_width: usize,
    game_width: usize,
    round_count: usize,
}

/// The log of a meeting, open for writing.
#[derive(Debug)]
pub(super) struct OpenLog {
    pub(super) path: PathBuf,
    pub(super) file: File,
    /// The number of bytes in the file.
    length: u64,
}

/// The results of an earlier run in a directory.
#[derive(Debug)]
#[non_exhaustive]
pub struct Resumed {
    /// The games that have been played.
    pub games: PlayedGames,
    /// The games that come after a missing game of their meeting. A game is missing if the journal was damaged and
    /// salvaged.
    pub later: LaterGames,
    /// The number of bytes that were removed because the last record was truncated.
    pub truncated: u64,
}

impl Store {
    /// Reads the plan from the journal in a directory. Returns `None` if the run ended before the plan was written.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be read.
    pub(crate) fn plan_of(directory: &Path) -> Result<Option<Plan>, SaveError> {
        Ok(Journal::head(&directory.join(JOURNAL))?)
    }

    /// Reads the plan and the games from the journal in a directory, even if a run is using it.
    ///
    /// ```
    /// let directory = tempfile::tempdir()?;
    /// assert!(clowder::arena::tournament::Store::read(directory.path()).is_err(), "there is no journal");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the journal cannot be read, or if a game does not belong to the plan.
    pub fn read(directory: &Path) -> Result<(Plan, PlayedGames), SaveError> {
        let contents = Journal::read::<Plan, Entry>(&directory.join(JOURNAL))?;
        let plan = contents.head.ok_or(JournalError::Missing)?;
        let (games, _) = in_order(&plan, contents.records)?;
        Ok((plan, games))
    }

    /// Returns the directory of the journal for a new tournament. The first tournament in a directory has its journal
    /// directly in this directory. If the directory already contains another tournament, the journal of the new
    /// tournament is in the directory for the results of the new tournament.
    ///
    /// # Errors
    /// Returns an error if this tournament was already begun in the directory, or if a journal is damaged.
    pub(crate) fn place(directory: &Path, plan: &Plan) -> Result<PathBuf, SaveError> {
        let head = |directory: &Path| match Self::plan_of(directory) {
            Err(SaveError::Journal(JournalError::Missing)) => Ok(None),
            other => other,
        };
        let Some(first) = head(directory)? else {
            return Ok(directory.to_owned());
        };
        let below = directory.join(&plan.game).join(path_name(&plan.tournament));
        let is_same =
            (&first.game, path_name(&first.tournament)) == (&plan.game, path_name(&plan.tournament));
        if !is_same && head(&below)?.is_none() {
            return Ok(below);
        }
        // If another run is using the journal, the attempt to open the journal returns an error with this reason. This
        // error is more useful than the error below.
        let taken = if is_same { directory } else { &below };
        Journal::open::<Plan, Entry>(&taken.join(JOURNAL))?;
        Err(SaveError::Taken(plan.tournament.clone(), taken.display().to_string()))
    }

    /// If a tournament shares an outer directory with an earlier tournament (see [`Self::place`]), returns this outer
    /// directory. Otherwise, returns `None`. `directory` is the directory of the tournament itself.
    pub(crate) fn outer(directory: &Path, plan: &Plan) -> Option<PathBuf> {
        let directory = directory.canonicalize().ok()?;
        let below = Path::new(&plan.game).join(path_name(&plan.tournament));
        let outer = directory.ends_with(below).then(|| directory.ancestors().nth(2)).flatten()?;
        outer.join(JOURNAL).exists().then(|| outer.to_owned())
    }

    /// Creates the directory of a new tournament.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::{Plan, Store}};
    ///
    /// let plan = Plan::new("tictactoe", TournamentFormat::RoundRobin);
    /// assert!(Store::create(tempfile::tempdir()?.path(), &plan).is_ok());
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if this tournament was already begun in the directory, if a journal is damaged, or if a file
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

    /// Opens the directory of a tournament that was begun earlier.
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
    /// Returns an error if no tournament was begun in the directory, or if the tournament there is a different one.
    /// Also returns an error if another run is using the directory, or if a file is damaged or cannot be written.
    pub fn resume(directory: &Path, plan: &Plan) -> Result<(Self, Resumed), SaveError> {
        let path = directory.join(JOURNAL);
        let (mut journal, contents) = Journal::open::<Plan, Entry>(&path)?;
        let begun = contents.head.ok_or(JournalError::Missing)?;
        if let Some(difference) = begun.difference(plan) {
            return Err(SaveError::Changed(difference));
        }
        let (games, later) = in_order(plan, contents.records)?;
        if plan.bots.len() > begun.bots.len() {
            journal.replace_head(&path, plan)?;
        }
        let mut store = Self::new(directory, plan, journal);
        store.widen_names(plan)?;
        for meeting in course::meetings(plan, &games) {
            let key = (meeting.round, meeting.number);
            let played = games.get(&key).map_or(&[][..], Vec::as_slice);
            let last = GamePlace { round: meeting.round, meeting: meeting.number, game: usize::MAX };
            let after = later.range(GamePlace { game: 0, ..last }..=last).map(|(_, entry)| entry);
            let length = played.iter().chain(after).map(|entry| entry.log).max().unwrap_or(0);
            store.cut_log(plan, &meeting, length)?;
            for entry in played {
                store.save_game(plan, meeting.pair, entry)?;
            }
            if meeting.is_over {
                store.save_meeting(plan, &meeting, played)?;
            }
        }
        Ok((store, Resumed { games, later, truncated: contents.truncated }))
    }

    fn new(directory: &Path, plan: &Plan, journal: Journal) -> Self {
        let round_count = course::round_count(plan);
        // A meeting of a knockout can need one additional game.
        let games = plan.games + usize::from(plan.format == TournamentFormat::Knockout);
        let below = Path::new(&plan.game).join(path_name(&plan.tournament));
        Self {
            base: if directory.ends_with(&below) { directory.to_owned() } else { directory.join(&below) },
            path: directory.join(JOURNAL),
            journal,
            logs: HashMap::new(),
            below,
            round_width: round_count.to_string().len(),
            game_width: games.to_string().len(),
            round_count,
        }
    }

    /// Returns the number that a round has in the names of directories. In a knockout, the numbers count down to 0 for
    /// the final.
    fn round_number(&self, plan: &Plan, round: usize) -> usize {
        if plan.format == TournamentFormat::Knockout { self.round_count - 1 - round } else { round }
    }

    /// Renames the directories of the rounds if the numbers of the rounds have more digits than before. This happens
    /// after a bot was added.
    fn widen_names(&self, plan: &Plan) -> Result<(), SaveError> {
        for round in 0..self.round_count {
            let number = self.round_number(plan, round);
            let named = |width| self.base.join(format!("Round{number:0width$}"));
            let name = named(self.round_width);
            let old = (1..self.round_width).map(named).find(|old| *old != name && old.is_dir());
            if let Some(old) = old.filter(|_| !name.exists()) {
                written(&name, fs::rename(old, &name))?;
            }
        }
        Ok(())
    }

    /// Returns the directory of a meeting.
    fn meeting(&self, plan: &Plan, round: usize, pair: Pair) -> PathBuf {
        let number = self.round_number(plan, round);
        let [first, second] = pair.map(|entrant| plan.bots[entrant].name.as_str());
        self.base
            .join(format!("Round{number:0width$}", width = self.round_width))
            .join(pair_name(first, second))
    }

    /// Saves a finished game: first its messages, then its record in the journal, and then its file.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written, or if a file was removed or replaced during the run.
    pub(crate) fn finish(
        &mut self,
        plan: &Plan,
        pair: Pair,
        entry: &mut Entry,
        messages: &str,
    ) -> Result<(), SaveError> {
        // The files are checked first, so that nothing is written into a directory of another run. The game is saved
        // even if the files had to be written again.
        let key = (entry.place.round, entry.place.meeting);
        let lost = self.restore_if_needed(key)?;
        entry.log = self.append_log(plan, pair, entry.place, messages)?;
        self.journal.append(entry)?;
        if let Some(lost) = self.restore_if_needed(key)?.or(lost) {
            return Err(lost);
        }
        let saved = self.save_game(plan, pair, entry);
        if saved.is_err() {
            // The reason can be that another program is removing the directory at this moment. The error about the
            // removal is more useful, and it can be found after a short pause.
            std::thread::sleep(Duration::from_millis(100));
            self.check()?;
        }
        saved
    }

    fn append_log(
        &mut self,
        plan: &Plan,
        pair: Pair,
        place: GamePlace,
        text: &str,
    ) -> Result<u64, SaveError> {
        let path = self.meeting(plan, place.round, pair).join("messages.jsonl");
        let key = (place.round, place.meeting);
        if !self.logs.contains_key(&key) {
            make(path.parent().unwrap_or(&self.base))?;
            // A log without a game in the journal is left over from a run that ended early, so the log is emptied.
            let open = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(&path);
            let file = written(&path, open)?;
            self.logs.insert(key, OpenLog { path: path.clone(), file, length: 0 });
        }
        let Some(OpenLog { file, length, .. }) = self.logs.get_mut(&key) else {
            return Ok(0);
        };
        written(&path, file.write_all(text.as_bytes()).and_then(|()| file.sync_data()))?;
        *length += text.len() as u64;
        Ok(*length)
    }

    /// Removes the part of a log that an earlier run wrote after its last finished game.
    fn cut_log(&mut self, plan: &Plan, meeting: &Meeting, length: u64) -> Result<(), SaveError> {
        let path = self.meeting(plan, meeting.round, meeting.pair).join("messages.jsonl");
        if length == 0 {
            return Ok(());
        }
        let file = written(&path, OpenOptions::new().read(true).append(true).open(&path))?;
        let found = written(&path, file.metadata())?.len();
        if found < length {
            return Err(SaveError::LogLost(path.display().to_string(), found, length));
        }
        written(&path, file.set_len(length))?;
        self.logs.insert((meeting.round, meeting.number), OpenLog { path, file, length });
        Ok(())
    }

    /// Writes the file of a game that is already in the journal.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn save_game(&self, plan: &Plan, pair: Pair, entry: &Entry) -> Result<(), SaveError> {
        let GamePlace { round, game, .. } = entry.place;
        let name = format!("{game:0width$}.json", width = self.game_width);
        replace(&self.meeting(plan, round, pair).join("games").join(name), entry.record.get().as_bytes())
    }

    /// Writes the results of a meeting to `matchupResults.json`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn save_meeting(
        &self,
        plan: &Plan,
        meeting: &Meeting,
        games: &[Entry],
    ) -> Result<(), SaveError> {
        let names = meeting.pair.map(|entrant| quote(&plan.bots[entrant].name));
        let [first, second, draws] = tally(meeting.pair, games);
        let results: Vec<_> = games
            .iter()
            .map(|entry| {
                let players = entry.players.map(|entrant| quote(&plan.bots[entrant].name)).join(",");
                format!(r#"{{"winner":{},"players":[{players}]}}"#, entry.winner_json())
            })
            .collect();
        let [a, b] = names;
        let text =
            format!(r#"{{"gameResults":[{}],{a}:{first},{b}:{second},"draws":{draws}}}"#, results.join(","));
        replace(&self.meeting(plan, meeting.round, meeting.pair).join("matchupResults.json"), text.as_bytes())
    }

    /// Writes the table of the tournament to `results.json`.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn save_results(
        &self,
        plan: &Plan,
        meetings: &[Meeting],
        standings: &Standings,
    ) -> Result<(), SaveError> {
        let name = |entrant: usize| quote(&plan.bots[entrant].name);
        let results: Vec<_> = standings
            .table
            .iter()
            .map(|line| {
                let record = serde_json::to_string(&line.totals).unwrap_or_default();
                format!(r#"{{"identifier":{},"record":{record},"rank":{}}}"#, name(line.entrant), line.rank)
            })
            .collect();
        let mut rounds = vec![Vec::new(); self.round_count];
        let mut places = Vec::new();
        for meeting in meetings {
            let number = self.round_number(plan, meeting.round);
            rounds[number].push(format!("[{}]", meeting.pair.map(name).join(",")));
            let [a, b] = meeting.pair.map(|entrant| plan.bots[entrant].name.as_str());
            for key in [format!("{a}-{b}"), format!("{b}-{a}")] {
                places.push(format!("{}:{number}", quote(&key)));
            }
        }
        let rounds: Vec<_> = rounds.into_iter().map(|pairs| format!("[{}]", pairs.join(","))).collect();
        let text = format!(
            r#"{{"results":[{}],"rounds":[{}],"matchups":{{{}}}}}"#,
            results.join(","),
            rounds.join(","),
            places.join(","),
        );
        replace(&self.base.join("results.json"), text.as_bytes())
    }
}

/// Sorts the games of a journal by meeting. A game that comes after a missing game of its meeting is returned
/// separately.
pub(super) fn in_order(plan: &Plan, entries: Vec<Entry>) -> Result<(PlayedGames, LaterGames), SaveError> {
    let mut numbers = HashMap::new();
    let mut waiting = LaterGames::new();
    let rounds = course::round_count(plan);
    for (number, entry) in (1..).zip(entries) {
        let place = entry.place;
        // A meeting has at most one game more than planned. Nothing more can be checked here, because the pairs in
        // the later rounds of a knockout are not known yet.
        let is_possible = place.round < rounds && place.game <= plan.games;
        if !is_possible || numbers.insert(place, number).is_some() {
            return Err(SaveError::Stray(number));
        }
        waiting.insert(place, entry);
    }
    let mut games = PlayedGames::new();
    let mut round = 0;
    while let Some(pairs) = course::rounds(plan, &games).get(round) {
        for (meeting, &pair) in pairs.iter().enumerate() {
            let mut played = Vec::new();
            while let course::Progress::Next(place, players) =
                course::progress(plan, (round, meeting), pair, &played)
            {
                match waiting.remove(&place) {
                    Some(entry) if entry.players == players => played.push(entry),
                    Some(_) => return Err(SaveError::Stray(numbers[&place])),
                    None => break,
                }
            }
            if !played.is_empty() {
                games.insert((round, meeting), played);
            }
        }
        round += 1;
    }
    // Only a meeting that is not over can have games after a missing game.
    let pairs = course::rounds(plan, &games);
    let over = |place: &GamePlace| {
        let pair = pairs.get(place.round).and_then(|pairs| pairs.get(place.meeting)).copied();
        let played = games.get(&(place.round, place.meeting)).map_or(&[][..], Vec::as_slice);
        let progress = pair.map(|pair| course::progress(plan, (place.round, place.meeting), pair, played));
        matches!(progress, Some(course::Progress::Over(_)))
    };
    match waiting.keys().find(|place| over(place)) {
        Some(place) => Err(SaveError::Stray(numbers[place])),
        None => Ok((games, waiting)),
    }
}

pub(super) fn written<T>(path: &Path, result: io::Result<T>) -> Result<T, SaveError> {
    result.map_err(|error| SaveError::Write(path.display().to_string(), error))
}

pub(super) fn make(directory: &Path) -> Result<(), SaveError> {
    written(directory, fs::create_dir_all(directory))
}

/// Replaces the whole content of a file, or leaves the file unchanged if writing fails.
fn replace(path: &Path, text: &[u8]) -> Result<(), SaveError> {
    let new = path.with_extension("new");
    if let Some(parent) = path.parent() {
        make(parent)?;
    }
    written(&new, fs::write(&new, text))?;
    written(path, fs::rename(&new, path))
}
