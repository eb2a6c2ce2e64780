//! Plays tournaments. If this process crashes during a game, the game is played again when the run is resumed.

use super::course::{self, Batch, Meeting, PlayedGames, Progress, games_of, meetings};
use super::entry::{Entry, GamePlace};
use super::plan::{Entrant, Plan, PlanError};
use super::programs::{SharedFolder, shared_folders};
use super::saved::SaveError;
use super::standings::standings;
use super::store::Store;
use crate::arena::process::{Sandbox, SpawnError};
use crate::arena::referee::{self, Contender, Finished, Log, Rules, Setting, Timing, Waiting};
use crate::arena::schedule::Pair;
use crate::games::{GameJson, Seat, with_game};
use serde_json::value::RawValue;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Why a tournament has stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The plan cannot be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Two bots could read each other's files, although a complete sandbox is required.
    #[error("{0}. With --sandbox require, this is not allowed: move each bot to a folder of its own")]
    Shared(SharedFolder),
    /// A bot could not be started.
    #[error("{0}: {1}")]
    Spawn(String, SpawnError),
    /// A result could not be saved.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// A saved game is not JSON.
    #[error("a saved game is not JSON: {0}")]
    Json(#[from] serde_json::Error),
}

/// Starts all bots of a plan, in the order of the plan. Multiple copies are allowed only in a match, where
/// each copy of the two bots plays its own games. With [`Sandbox::Auto`], the caller should warn about
/// [`shared_folders`].
///
/// # Errors
/// Returns an error if a bot cannot be started. If the sandbox is required, also returns an error if different programs
/// share a folder, because they could read each other's files.
pub fn start(plan: &Plan, copies: usize) -> Result<Vec<Contender>, RunError> {
    if plan.sandbox == Sandbox::Require
        && let Some(shared) = shared_folders(plan).into_iter().next()
    {
        return Err(RunError::Shared(shared));
    }
    let start = |entrant: &Entrant| {
        let program = plan.program(entrant);
        let child = program.spawn().map_err(|error| RunError::Spawn(entrant.name.clone(), error))?;
        Ok(Contender::new(&entrant.name, child).with_restarts(program, plan.restarts))
    };
    (0..copies).flat_map(|_| &plan.bots).map(start).collect()
}

/// A tournament in progress.
#[derive(Debug)]
pub struct Tournament<'a> {
    plan: &'a Plan,
    /// The bots in the order of the plan, followed by further copies of both bots if several games of a match are
    /// played concurrently.
    contenders: Vec<Mutex<Contender>>,
    shared: Mutex<Shared>,
    /// Becomes true when the run must not begin another game.
    stop: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Shared {
    games: PlayedGames,
    store: Option<Store>,
    trouble: Option<RunError>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The data is consistent even if a game has panicked, because the result of that game has not been
    // counted yet.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Chooses how the referee waits. Polling requires two processors per concurrent game.
fn waiting(games: usize) -> Waiting {
    match std::thread::available_parallelism() {
        Ok(processors) if processors.get() >= 2 * games => Waiting::BusyPoll,
        _ => Waiting::Sleep,
    }
}

/// Restores the states that the bots had after a game played in an earlier run.
fn continue_after(game: &Entry, pair: Pair, players: [&mut Contender; 2]) {
    for (entrant, player) in pair.into_iter().zip(players) {
        let seat = usize::from(game.players[0] != entrant);
        player.continue_after(game.faults[seat].turns.total(), game.processes[seat]);
    }
}

fn deal<G: GameJson>(plan: &Plan, place: GamePlace) -> Result<G::State, PlanError> {
    let deal = plan.deal_of(place.game);
    if let Some(text) = plan.deals.get(deal) {
        return G::parse_state(text).map_err(|_| PlanError::Deal(deal + 1));
    }
    let stream = GamePlace { game: deal, ..place }.stream();
    Ok(Setting::new(place.game + 1, "", plan.seed, stream).deal::<G>())
}

/// Creates the journal entry for a finished game. The length of the log is filled in later.
fn entry(place: GamePlace, players: Pair, finished: Finished, timing: bool) -> Result<Entry, RunError> {
    let Finished { outcome, record, faults, times, loads, processes } = finished;
    Ok(Entry {
        place,
        players,
        result: outcome.result_for(Seat::First).number(),
        scores: outcome.scores(),
        faults,
        forfeited: outcome.forfeited(),
        log: 0,
        times: timing.then_some(times),
        loads: timing.then_some(loads),
        processes,
        record: RawValue::from_string(record)?,
    })
}

/// Saves concurrent games in playing order, so that a resumed run writes the same files.
#[derive(Debug, Default)]
struct Queue {
    /// The number of saved games, and the index of the first game that will not be saved.
    ends: Mutex<(usize, Option<usize>)>,
    changed: Condvar,
}

impl Queue {
    /// Waits until all earlier games have been saved, and then calls `save`. Returns false if `game` is `None`, or if
    /// an earlier game will not be saved.
    fn wait<T>(
        &self,
        index: usize,
        game: Option<T>,
        save: impl FnOnce(T) -> Result<(), RunError>,
    ) -> Result<bool, RunError> {
        let is_lost = |ends: &(usize, Option<usize>)| ends.1.is_some_and(|lost| lost <= index);
        let mut ends = lock(&self.ends);
        if game.is_some() {
            let waits = |ends: &mut (usize, Option<usize>)| ends.0 < index && !is_lost(ends);
            ends = self.changed.wait_while(ends, waits).unwrap_or_else(PoisonError::into_inner);
        }
        let result = game.filter(|_| !is_lost(&ends)).map(save);
        if matches!(result, Some(Ok(()))) {
            ends.0 += 1;
        } else {
            ends.1 = Some(ends.1.map_or(index, |lost| lost.min(index)));
        }
        self.changed.notify_all();
        result.map_or(Ok(false), |result| result.map(|()| true))
    }
}

impl<'a> Tournament<'a> {
    /// Creates a tournament that continues after the given games. `contenders` must be the bots returned by [`start`].
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::enter;
    /// use clowder::arena::schedule::TournamentFormat;
    /// use clowder::arena::tournament::{Entrant, Plan, PlayedGames, Tournament, start};
    ///
    /// enter();
    /// let bot = r#"while read line; do id=${line##*messageID\":\"}; echo "{\"move\":\"RANDOM\",\"messageID\":\"${id%%\"*}\"}"; done"#;
    /// let mut plan = Plan::new("tictactoe", TournamentFormat::Match);
    /// plan.bots = ["Ann", "Bob"]
    ///     .map(|name| Entrant::new(name, ["sh", "-c", bot].map(Into::into).into()))
    ///     .into();
    /// let tournament = Tournament::new(&plan, start(&plan, 1)?, PlayedGames::new(), None);
    /// tournament.run(1, &|_| ())?;
    /// let (games, _) = tournament.into_parts();
    /// assert_eq!(games[&(0, 0)].len(), 1);
    /// # Ok::<(), clowder::arena::tournament::RunError>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the number of contenders is not a multiple of the number of bots in the plan.
    pub fn new(plan: &'a Plan, contenders: Vec<Contender>, games: PlayedGames, store: Option<Store>) -> Self {
        assert_eq!(contenders.len() % plan.bots.len(), 0, "each bot of the plan has been started");
        let contenders = contenders.into_iter().map(Mutex::new).collect();
        let shared = Shared { games, store, trouble: None };
        Self { plan, contenders, shared: Mutex::new(shared), stop: Arc::default() }
    }

    /// Returns the flag that stops the tournament. Once the flag is true, running games are finished, but no
    /// further games begin.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    fn copies(&self) -> usize {
        self.contenders.len() / self.plan.bots.len()
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the remaining games, running up to `concurrency` meetings of a round at once. Calls `watch` after each
    /// game.
    ///
    /// # Errors
    /// Returns an error if the plan cannot be played or a result cannot be saved.
    pub fn run(&self, concurrency: usize, watch: &(dyn Fn(&PlayedGames) + Sync)) -> Result<(), RunError> {
        self.plan.check()?;
        with_game!(self.plan.game()?, G => self.rounds::<G>(concurrency, watch))
    }

    fn rounds<G: GameJson>(
        &self,
        concurrency: usize,
        watch: &(dyn Fn(&PlayedGames) + Sync),
    ) -> Result<(), RunError> {
        let mut round = 0;
        loop {
            let pairs = course::rounds(self.plan, &lock(&self.shared).games);
            let Some(pairs) = pairs.into_iter().nth(round) else {
                return self.close();
            };
            let at_a_time = concurrency.min(pairs.len());
            let rules = Rules { waiting: waiting(at_a_time * self.copies()), ..self.plan.rules() };
            let next = AtomicUsize::new(0);
            let work = || {
                loop {
                    let meeting = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&pair) = pairs.get(meeting) else {
                        return;
                    };
                    if let Err(error) = self.meeting::<G>((round, meeting), pair, &rules, watch) {
                        lock(&self.shared).trouble.get_or_insert(error);
                    }
                }
            };
            std::thread::scope(|scope| {
                for _ in 1..at_a_time {
                    scope.spawn(work);
                }
                work();
            });
            if let Some(trouble) = lock(&self.shared).trouble.take() {
                return Err(trouble);
            }
            if self.is_stopped() {
                return Ok(());
            }
            round += 1;
        }
    }

    /// Plays the remaining games of a meeting. Neither bot is playing in another meeting at this time,
    /// because no bot has two meetings in the same round.
    fn meeting<G: GameJson>(
        &self,
        key: (usize, usize),
        pair: Pair,
        rules: &Rules,
        watch: &(dyn Fn(&PlayedGames) + Sync),
    ) -> Result<(), RunError> {
        let name = course::round_name(self.plan, key.0);
        let copies = self.contenders.chunks(self.plan.bots.len());
        let mut locked: Vec<_> = copies.map(|copy| pair.map(|entrant| lock(&copy[entrant]))).collect();
        let mut copies: Vec<[&mut Contender; 2]> =
            locked.iter_mut().map(|players| players.each_mut().map(|player| &mut **player)).collect();
        // In a resumed run, the bots' states are restored from the meeting's finished games.
        for game in games_of(&lock(&self.shared).games, key) {
            let [a, b] = &mut copies[self.copy_for(game.place)];
            continue_after(game, pair, [a, b]);
        }
        while let Some(batch) = self.next(key, pair)? {
            let played = games_of(&lock(&self.shared).games, key).len();
            if course::must_start_anew(self.plan, played) {
                copies.iter_mut().flatten().for_each(|player| player.start_anew());
            }
            let queue = Queue::default();
            let play = &|(copy, [a, b]): (usize, &mut [&mut Contender; 2])| {
                let games = batch.games().enumerate().filter(|(_, (place, _))| self.copy_for(*place) == copy);
                for (index, (place, players)) in games {
                    let seats = if players == pair { [&mut **a, &mut **b] } else { [&mut **b, &mut **a] };
                    let goes_on = lock(&self.shared).trouble.is_none() && !self.is_stopped();
                    let finished = goes_on.then(|| self.game::<G>(place, players, seats, (&name, rules)));
                    if !queue.wait(index, finished, |finished| self.save(pair, finished?, watch))? {
                        break;
                    }
                }
                Ok::<_, RunError>(())
            };
            std::thread::scope(|scope| {
                let mut copies = copies.iter_mut().enumerate();
                let first = copies.next();
                let others: Vec<_> = copies.map(|copy| scope.spawn(move || play(copy))).collect();
                first.map_or(Ok(()), play)?;
                others.into_iter().try_for_each(|other| other.join().unwrap_or(Ok(())))
            })?;
        }
        Ok(())
    }

    /// Chooses which copy of the bots plays a game. Both games of a mirrored pair are played by the same
    /// copy.
    fn copy_for(&self, place: GamePlace) -> usize {
        self.plan.deal_of(place.game) % self.copies()
    }

    fn game<G: GameJson>(
        &self,
        place: GamePlace,
        players: Pair,
        seats: [&mut Contender; 2],
        (round, rules): (&str, &Rules),
    ) -> Result<(Entry, Log), RunError> {
        let plan = self.plan;
        let ids = plan.ids.unwrap_or(plan.seed);
        let setting = Setting { ids, ..Setting::new(place.game + 1, round, plan.seed, place.stream()) };
        let timing = if plan.timing { Timing::Logged } else { Timing::Omitted };
        let is_kept = lock(&self.shared).store.is_some();
        let mut log = if is_kept { Log::of(G::NAME, setting.number, timing) } else { Log::none() };
        let initial = deal::<G>(plan, place)?;
        let finished = referee::play_from::<G>(&initial, seats, rules, setting, &mut log);
        Ok((entry(place, players, finished, plan.timing)?, log))
    }

    fn save(
        &self,
        pair: Pair,
        (mut entry, log): (Entry, Log),
        watch: &(dyn Fn(&PlayedGames) + Sync),
    ) -> Result<(), RunError> {
        let Shared { games, store, .. } = &mut *lock(&self.shared);
        if let Some(store) = store {
            store.finish(self.plan, pair, &mut entry, log.text())?;
        }
        games.entry((entry.place.round, entry.place.meeting)).or_default().push(entry);
        watch(games);
        Ok(())
    }

    /// Returns the next games of a meeting, or `None` if the meeting is over or the tournament has been stopped.
    fn next(&self, key: (usize, usize), pair: Pair) -> Result<Option<Batch>, RunError> {
        let Shared { games, store, trouble } = &*lock(&self.shared);
        let played = games_of(games, key);
        match course::progress(self.plan, key, pair, played) {
            Progress::Next(batch) => {
                let goes_on = trouble.is_none() && !self.is_stopped();
                Ok(goes_on.then_some(batch))
            }
            Progress::Over(winner) => {
                let meeting = Meeting { round: key.0, number: key.1, pair, winner, is_over: true };
                if let Some(store) = store {
                    store.check()?;
                    store.save_meeting(self.plan, &meeting, played)?;
                }
                Ok(None)
            }
        }
    }

    /// Checks the tournament's files and saves the table.
    fn close(&self) -> Result<(), RunError> {
        let shared = lock(&self.shared);
        if let Some(store) = &shared.store {
            store.check()?;
            let meetings = meetings(self.plan, &shared.games);
            store.save_results(self.plan, &meetings, &standings(self.plan, &shared.games))?;
        }
        Ok(())
    }

    /// Returns the finished games, and the bots in the order of [`start`].
    pub fn into_parts(self) -> (PlayedGames, Vec<Contender>) {
        let contenders =
            self.contenders.into_iter().map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner));
        let shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        (shared.games, contenders.collect())
    }
}
