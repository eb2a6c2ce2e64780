//! Plays tournaments. If this process fails during a game, the game is played again when the run is resumed.

use super::course::{self, Progress, meetings};
use super::entry::{Entry, GamePlace};
use super::folders::{SharedFolder, shared_folders};
use super::plan::{Entrant, Plan, PlanError};
use super::salvaged::deal;
use super::save_error::SaveError;
use super::saved::Store;
use super::standings::{LaterGames, Meeting, PlayedGames, standings};
use crate::arena::process::{Sandbox, SpawnError};
use crate::arena::referee::{self, Contender, Log, Rules, Setting, Timing, Waiting};
use crate::arena::schedule::Pair;
use crate::games::{GameJson, with_game};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The reason why a tournament has stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The plan cannot be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Two bots could read each other's files, although the sandbox is required.
    #[error("{0}. With --sandbox require, this is not allowed: move each bot to a folder of its own")]
    Shared(SharedFolder),
    /// The number of bots that were started is not the number of bots in the plan.
    #[error("expected {expected} started bots, as in the plan, found {found}")]
    Contenders {
        /// The number of bots in the plan.
        expected: usize,
        /// The number of bots that were started.
        found: usize,
    },
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

/// Starts all bots of a plan. With the setting [`Sandbox::Auto`], the caller should warn about [`shared_folders`].
///
/// ```
/// use clowder::arena::schedule::TournamentFormat;
/// use clowder::arena::tournament::{Plan, start};
///
/// let plan = Plan::new("tictactoe", TournamentFormat::Match);
/// assert!(start(&plan)?.is_empty(), "the plan has no bots");
/// # Ok::<(), clowder::arena::tournament::RunError>(())
/// ```
///
/// # Errors
/// Returns an error if a bot cannot be started. Also returns an error if the sandbox is required and several bots are
/// different programs in one folder, because each of them could read the files of the others.
pub fn start(plan: &Plan) -> Result<Vec<Contender>, RunError> {
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
    plan.bots.iter().map(start).collect()
}

/// A tournament in progress.
#[derive(Debug)]
pub struct Tournament<'a> {
    plan: &'a Plan,
    contenders: Vec<Mutex<Contender>>,
    shared: Mutex<Shared>,
    /// Becomes true when the run must not begin another game.
    stop: Arc<AtomicBool>,
}

/// The state that is shared by the games that are played at the same time.
#[derive(Debug)]
struct Shared {
    games: PlayedGames,
    /// The games that are already in the journal, but that come after a missing game of their meeting.
    later: LaterGames,
    store: Option<Store>,
    trouble: Option<RunError>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A game that panics leaves the state consistent, because its result has not been counted yet.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the way in which the referee must wait if this number of games is played at the same time. The referee polls
/// only if there are two processors for each game.
fn waiting(games: usize) -> Waiting {
    match std::thread::available_parallelism() {
        Ok(processors) if processors.get() >= 2 * games => Waiting::BusyPoll,
        _ => Waiting::Sleep,
    }
}

/// Restores the state that the bots of a pair had after a game of an earlier run.
fn continue_after(game: &Entry, pair: Pair, players: [&mut Contender; 2]) {
    for (entrant, player) in pair.into_iter().zip(players) {
        let seat = usize::from(game.players[0] != entrant);
        player.continue_after(game.faults[seat].turns.total(), game.processes[seat]);
    }
}

impl<'a> Tournament<'a> {
    /// Creates a tournament that continues after some games. `contenders` must be in the order of the bots in the plan.
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
    /// let tournament = Tournament::new(&plan, start(&plan)?, PlayedGames::new(), None)?;
    /// tournament.run(1, &|_| ())?;
    /// let (games, _) = tournament.into_parts();
    /// assert_eq!(games[&(0, 0)].len(), 1);
    /// assert!(Tournament::new(&plan, Vec::new(), games, None).is_err(), "the bots are missing");
    /// # Ok::<(), clowder::arena::tournament::RunError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the number of contenders is not the number of bots in the plan.
    pub fn new(
        plan: &'a Plan,
        contenders: Vec<Contender>,
        games: PlayedGames,
        store: Option<Store>,
    ) -> Result<Self, RunError> {
        let (expected, found) = (plan.bots.len(), contenders.len());
        if expected != found {
            return Err(RunError::Contenders { expected, found });
        }
        let contenders = contenders.into_iter().map(Mutex::new).collect();
        let shared = Shared { games, later: LaterGames::new(), store, trouble: None };
        Ok(Self { plan, contenders, shared: Mutex::new(shared), stop: Arc::default() })
    }

    /// Returns a flag that stops the tournament. After the flag is set to true, the running games are finished and no
    /// further game begins.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Adds games of an earlier run that come after a missing game of their meeting. The tournament uses these games
    /// and does not play them again.
    pub fn with_later(mut self, later: LaterGames) -> Self {
        self.shared.get_mut().unwrap_or_else(PoisonError::into_inner).later = later;
        self
    }

    /// Plays the remaining games, with at most `concurrency` meetings of a round at the same time. Calls `watch` after
    /// each game.
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::enter;
    /// use clowder::arena::schedule::TournamentFormat;
    /// use clowder::arena::tournament::{Entrant, Plan, PlayedGames, Tournament, start};
    ///
    /// enter();
    /// let bot = r#"while read line; do id=${line##*messageID\":\"}; echo "{\"move\":\"RANDOM\",\"messageID\":\"${id%%\"*}\"}"; done"#;
    /// let mut plan = Plan::new("tictactoe", TournamentFormat::Match);
    /// plan.bots = ["Ann", "Bob"].map(|name| Entrant::new(name, ["sh", "-c", bot].map(Into::into).into())).into();
    /// plan.games = 2;
    /// let tournament = Tournament::new(&plan, start(&plan)?, PlayedGames::new(), None)?;
    /// tournament.run(1, &|_| ())?;
    /// assert_eq!(tournament.into_parts().0[&(0, 0)].len(), 2);
    /// # Ok::<(), clowder::arena::tournament::RunError>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the plan cannot be played, or if a result cannot be saved.
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
            let rules = Rules { waiting: waiting(at_a_time), ..self.plan.rules() };
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

    /// Plays the remaining games of a meeting. Within a round, no bot is in two meetings, so neither bot is playing
    /// another game now.
    fn meeting<G: GameJson>(
        &self,
        key: (usize, usize),
        pair: Pair,
        rules: &Rules,
        watch: &(dyn Fn(&PlayedGames) + Sync),
    ) -> Result<(), RunError> {
        let name = course::round_name(self.plan, key.0);
        let [mut a, mut b] = pair.map(|entrant| lock(&self.contenders[entrant]));
        // If a run is resumed, the bots get the state that they had after the last game of the earlier run.
        for game in lock(&self.shared).games.get(&key).into_iter().flatten() {
            continue_after(game, pair, [&mut *a, &mut *b]);
        }
        loop {
            let Some((place, players)) = self.next(key, pair)? else {
                return Ok(());
            };
            if let Some(entry) = self.take_later(key, pair, place, players)? {
                continue_after(&entry, pair, [&mut *a, &mut *b]);
                watch(&lock(&self.shared).games);
                continue;
            }
            let seats = if players == pair { [&mut *a, &mut *b] } else { [&mut *b, &mut *a] };
            let setting = Setting {
                number: place.game + 1,
                round: &name,
                seed: self.plan.seed,
                stream: place.stream(),
            };
            let timing = if self.plan.timing { Timing::Logged } else { Timing::Omitted };
            let is_kept = lock(&self.shared).store.is_some();
            let mut log = if is_kept { Log::of(G::NAME, setting.number, timing) } else { Log::none() };
            let initial = deal::<G>(self.plan, place)?;
            let finished = referee::play_from::<G>(&initial, seats, rules, setting, &mut log);
            let mut entry = Entry::new(place, players, finished, 0)?;
            if !self.plan.timing {
                entry.times = None;
            }
            let Shared { games, store, .. } = &mut *lock(&self.shared);
            if let Some(store) = store {
                store.finish(self.plan, pair, &mut entry, log.text())?;
            }
            games.entry(key).or_default().push(entry);
            watch(games);
        }
    }

    /// Counts a game that is already in the journal. Returns `None` if the journal does not contain the game, or if
    /// other players played it.
    fn take_later(
        &self,
        key: (usize, usize),
        pair: Pair,
        place: GamePlace,
        players: Pair,
    ) -> Result<Option<Entry>, RunError> {
        let Shared { games, later, store, .. } = &mut *lock(&self.shared);
        // In a knockout, a game that was played again can have another winner, who then meets other opponents. A game
        // in the journal that was played by other players is therefore not used.
        let Some(entry) = later.remove(&place).filter(|entry| entry.players == players) else {
            return Ok(None);
        };
        if let Some(store) = store {
            store.save_game(self.plan, pair, &entry)?;
        }
        games.entry(key).or_default().push(entry.clone());
        Ok(Some(entry))
    }

    /// Returns the next game of a meeting, or `None` if the meeting is over or the tournament has stopped.
    fn next(&self, key: (usize, usize), pair: Pair) -> Result<Option<(GamePlace, Pair)>, RunError> {
        let Shared { games, store, trouble, .. } = &mut *lock(&self.shared);
        let played = games.get(&key).map_or(&[][..], Vec::as_slice);
        match course::progress(self.plan, key, pair, played) {
            Progress::Next(place, players) => {
                let goes_on = trouble.is_none() && !self.is_stopped();
                Ok(goes_on.then_some((place, players)))
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

    /// Checks the files of the tournament and saves the table.
    fn close(&self) -> Result<(), RunError> {
        let mut shared = lock(&self.shared);
        if let Some(store) = &mut shared.store {
            store.check()?;
        }
        if let Some(store) = &shared.store {
            let meetings = meetings(self.plan, &shared.games);
            store.save_results(self.plan, &meetings, &standings(self.plan, &shared.games))?;
        }
        Ok(())
    }

    /// Returns the games that were played and the bots, in the order of the plan.
    pub fn into_parts(self) -> (PlayedGames, Vec<Contender>) {
        let contenders =
            self.contenders.into_iter().map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner));
        let shared = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        (shared.games, contenders.collect())
    }
}
