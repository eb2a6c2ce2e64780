//! Salvages the finished games of a damaged journal.

use super::entry::{Entry, GamePlace};
use super::plan::{Plan, PlanError, pair_name};
use super::save_error::SaveError;
use super::saved::{JOURNAL, Store, in_order, make, written};
use crate::arena::journal::{Journal, JournalError};
use crate::arena::salvage::{self, Dropped, Kept, Salvaged, find};
use crate::arena::schedule::first_mover;
use crate::arena::settings::Setting;
use crate::games::{GameJson, with_game};
use crate::notation::Notation as _;
use crate::protocol::{AnyRecord, GameRecord};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The games of a damaged journal.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Salvage {
    /// The plan, or `None` if it is not known.
    pub plan: Option<Plan>,
    /// The finished games that were kept.
    pub games: Vec<Entry>,
    /// The records that were dropped, in the order of the journal.
    pub dropped: Vec<Dropped>,
    /// The path of the copy of the damaged journal, or `None` if the journal was not changed.
    pub copy: Option<PathBuf>,
}

impl Store {
    /// Finds the plan in the journal in a directory, even if other records of the journal are damaged.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be read, or if the record with the plan is damaged.
    pub(crate) fn find_plan(directory: &Path) -> Result<Plan, SaveError> {
        let path = directory.join(JOURNAL);
        let bytes = match fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(JournalError::Missing.into());
            }
            other => written(&path, other)?,
        };
        let found = find::<Plan, Entry>(&bytes);
        found.head.map(|head| head.value).ok_or_else(|| no_plan(&found.dropped, found.records.len()))
    }

    /// Removes the damaged records from the journal in a directory, and the records that do not belong to the
    /// tournament. If several records contain the same game, only the first of them is kept. The damaged journal is
    /// kept in a new file. If the record with the plan is damaged, the given plan replaces it.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::{Plan, Store}};
    ///
    /// let directory = tempfile::tempdir()?;
    /// let plan = Plan::new("tictactoe", TournamentFormat::RoundRobin);
    /// drop(Store::create(directory.path(), &plan)?);
    /// let salvage = Store::salvage(directory.path(), None)?;
    /// assert!(salvage.dropped.is_empty(), "no record is damaged");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the journal is in use, or if it cannot be read or written. Also returns an error if the
    /// given plan differs from the plan in the journal. If the record with the plan is damaged, a plan must be given,
    /// and every game must belong to it. Otherwise, an error is returned. If an error concerns the plan, nothing is
    /// changed.
    pub fn salvage(directory: &Path, given: Option<&Plan>) -> Result<Salvage, SaveError> {
        let path = directory.join(JOURNAL);
        let journal = Journal::locked(&path)?;
        let Salvaged { head, mut records, mut dropped } = find::<Plan, Entry>(&journal.bytes()?);
        let begun = head.as_ref().map(|head| &head.value);
        if let (Some(begun), Some(given)) = (begun, given)
            && let Some(difference) = begun.difference(given)
        {
            return Err(SaveError::Changed(difference));
        }
        let Some(plan) = begun.or(given) else {
            if records.is_empty() && dropped.is_empty() {
                return Err(JournalError::Missing.into());
            }
            return Err(no_plan(&dropped, records.len()));
        };
        drop_copies(&mut records, &mut dropped);
        if head.is_none() {
            for kept in &records {
                belongs(plan, &kept.value).map_err(|why| SaveError::OtherPlan(kept.record, why))?;
            }
        }
        while let Err(SaveError::Stray(number)) =
            in_order(plan, records.iter().map(|kept| kept.value.clone()).collect())
        {
            // The records are counted from 1 here, because the plan comes before them.
            let stray = records.remove(number - 1);
            let why = "it is a game that does not belong to the tournament";
            if head.is_none() {
                return Err(SaveError::OtherPlan(stray.record, why.to_owned()));
            }
            dropped.push(stray.dropped(why));
        }
        dropped.sort_by_key(|dropped| dropped.record);
        let first = match &head {
            Some(head) => head.text.clone(),
            None => serde_json::to_string(plan).map_err(std::io::Error::from).map_err(JournalError::from)?,
        };
        let texts = std::iter::once(first.as_str()).chain(records.iter().map(|kept| kept.text.as_str()));
        let copy = salvage::replace(&journal, &path, texts)?;
        let games = records.into_iter().map(|kept| kept.value).collect();
        Ok(Salvage { plan: Some(plan.clone()), games, dropped, copy })
    }

    /// Writes the finished games of a damaged journal to a new directory, as saved games. The plan is not needed. The
    /// journal is not changed.
    ///
    /// ```
    /// use clowder::arena::{schedule::TournamentFormat, tournament::{Plan, Store}};
    ///
    /// let directory = tempfile::tempdir()?;
    /// let plan = Plan::new("tictactoe", TournamentFormat::RoundRobin);
    /// drop(Store::create(directory.path(), &plan)?);
    /// let salvage = Store::extract(directory.path(), &directory.path().join("games"))?;
    /// assert!(salvage.games.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the journal is in use or cannot be read, or if there is already a file or directory with the
    /// name of the new directory. Also returns an error if a file cannot be written.
    pub fn extract(directory: &Path, new: &Path) -> Result<Salvage, SaveError> {
        let journal = Journal::locked(&directory.join(JOURNAL))?;
        let Salvaged { head, mut records, mut dropped } = find::<Plan, Entry>(&journal.bytes()?);
        drop_copies(&mut records, &mut dropped);
        records.sort_by_key(|kept| kept.value.place);
        if let Some(parent) = new.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            make(parent)?;
        }
        written(new, fs::create_dir(new))?;
        let most = records.iter().map(|kept| kept.value.place.game).max().unwrap_or(0);
        let width = most.to_string().len();
        let mut meetings = HashMap::new();
        let mut games = Vec::new();
        for kept in records {
            let Some(saved) = GameRecord::read(kept.value.record.get()).into_parts().0 else {
                dropped.push(kept.dropped("its saved game is invalid"));
                continue;
            };
            let GamePlace { round, meeting, game } = kept.value.place;
            let [first, second] = saved.players();
            // The name of a meeting's directory begins with the bot that moves first in the first game of the meeting.
            let in_order = if first_mover(game) == 0 { [first, second] } else { [second, first] };
            let pair =
                meetings.entry((round, meeting)).or_insert_with(|| pair_name(in_order[0], in_order[1]));
            let games_of =
                new.join(saved.game().name()).join(format!("Round{round}")).join(&*pair).join("games");
            make(&games_of)?;
            let file = games_of.join(format!("{game:0width$}.json"));
            written(&file, fs::write(&file, kept.value.record.get()))?;
            games.push(kept.value);
        }
        dropped.sort_by_key(|dropped| dropped.record);
        Ok(Salvage { plan: head.map(|head| head.value), games, dropped, copy: None })
    }
}

/// Returns the error for a journal whose record with the plan is damaged or missing.
fn no_plan(dropped: &[Dropped], games: usize) -> SaveError {
    let Some(Dropped { record, byte, why, .. }) = dropped.first() else {
        return SaveError::NoPlan { record: 0, byte: 0, why: "it is missing".to_owned(), games };
    };
    SaveError::NoPlan { record: *record, byte: *byte, why: why.clone(), games }
}

/// Removes the records of games that an earlier record already contains.
fn drop_copies(records: &mut Vec<Kept<Entry>>, dropped: &mut Vec<Dropped>) {
    let mut first: HashMap<GamePlace, (usize, String)> = HashMap::new();
    records.retain(|kept| match first.get(&kept.value.place) {
        None => {
            first.insert(kept.value.place, (kept.record, kept.text.clone()));
            true
        }
        Some((record, text)) => {
            let why = if *text == kept.text {
                "it is a copy of record"
            } else {
                "it contains the same game as record"
            };
            dropped.push(kept.dropped(format!("{why} {record}")));
            false
        }
    });
}

/// Checks that a finished game belongs to a plan. The players, the kind of game and the deal must be the same as in the
/// plan. The error is the reason why the game does not belong to the plan.
fn belongs(plan: &Plan, entry: &Entry) -> Result<(), String> {
    let saved = GameRecord::read(entry.record.get()).into_parts().0.ok_or("its saved game is invalid")?;
    if saved.game().name() != plan.game {
        return Err(format!(
            "it is a game of {}, but the game of the plan is {}",
            saved.game().name(),
            plan.game
        ));
    }
    for (name, entrant) in saved.players().iter().zip(entry.players) {
        let planned = plan.bots.get(entrant).map(|bot| &bot.name);
        if planned != Some(name) {
            let planned = planned.map_or("missing".to_owned(), |planned| format!("`{planned}`"));
            return Err(format!("bot {entrant} is `{name}`, but bot {entrant} of the plan is {planned}"));
        }
    }
    with_game!(AnyRecord(record) = saved.record(), G => {
        let planned = deal::<G>(plan, entry.place).map_err(|error| error.to_string())?;
        if G::write_state(record.initial()) != G::write_state(&planned) {
            return Err("its deal is not the deal of the plan, which has another seed or other deals".to_owned());
        }
    });
    Ok(())
}

/// Returns the initial state of a game.
pub(super) fn deal<G: GameJson>(plan: &Plan, place: GamePlace) -> Result<G::State, PlanError> {
    let deal = plan.deal_of(place.game);
    if let Some(text) = plan.deals.get(deal) {
        return G::parse_state(text).map_err(|_| PlanError::Deal(deal + 1));
    }
    let stream = GamePlace { game: deal, ..place }.stream();
    Ok(Setting { number: place.game + 1, round: "", seed: plan.seed, stream }.deal::<G>())
}
