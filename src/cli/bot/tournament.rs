//! `bot match` and `bot tournament`: play games between programs. A match is a tournament between two bots.

use super::progress::Progress;
use super::table;
use crate::arena::entrants;
use crate::arena::known_messages::advice;
use crate::arena::process::Sandbox;
use crate::arena::referee::{Contender, OnFault};
use crate::arena::schedule::TournamentFormat;
use crate::arena::statistics::Sprt;
use crate::arena::tournament::{
    self, Entrant, Plan, PlayedGames, Resumed, RunError, SaveError, Store, Tournament, shared_folders,
};
use crate::cli::choices::{Choice, one_of};
use crate::cli::paths::{read_text, shown};
use crate::cli::programs::{StartOptions, absolute, built_in_bot, mebibytes, milliseconds, note_sandbox};
use crate::cli::seed::unguessable;
use crate::cli::signals::end;
use crate::cli::system::{allow_many_files, watch_signals};
use crate::cli::{Context, Format, Seed, Status, games, note};
use crate::diagnostics::{escape, excerpt};
use crate::games::{GameJson, GameName, with_game};
use crate::notation::plural;
use crate::protocol::{Position, read_position};
use anyhow::{Context as _, Result, bail};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

/// Default maximum number of games in a match with a sequential test.
const MOST_TESTED: usize = 20_000;

// Only a match accepts `--sprt`, so `bot tournament` hides this option.
#[derive(clap::Args, Debug)]
#[command(mut_arg("sprt", |option| option.hide(true)))]
pub(crate) struct Arguments {
    /// Choose the type of tournament [default: round-robin]
    #[arg(long = "type", value_parser = one_of(TYPES), value_name = "TYPE")]
    kind: Option<TournamentFormat>,
    #[command(flatten)]
    options: Options,
}

/// Values of `--type`.
const TYPES: &[Choice<TournamentFormat>] = &[
    ("round-robin", "Every bot meets every other bot", TournamentFormat::RoundRobin),
    (
        "knockout",
        "Only the winner of each meeting plays in the next round; give the bots in order, the best one first",
        TournamentFormat::Knockout,
    ),
    ("gauntlet", "The first bot meets each of the others", TournamentFormat::Gauntlet),
];

/// Values of `--on-fault`.
const PENALTIES: &[Choice<OnFault>] = &[
    ("random", "A random legal move is played for the bot", OnFault::Random),
    ("forfeit", "The bot loses the game", OnFault::Forfeit),
];

const SEED: &str = "Choose the seed, for results that can be repeated\n\nThe seed is a number or 32 hexadecimal digits. \
    Give one only in tests, because a bot can guess a number. Without this option, 128 random bits are chosen, and printed at \
    the end.";

#[derive(clap::Args, Debug)]
#[command(mut_arg("seed", |option| option.long_help(SEED)))]
pub(crate) struct Options {
    /// Play this game (required without --resume)
    #[arg(long, value_name = "GAME", value_parser = games::names())]
    game: Option<String>,
    /// Add a bot: its name, and the command that starts it
    ///
    /// The command is split into words as in a shell. Repeat the option for each bot.
    #[arg(long = "bot", value_name = "NAME=CMD")]
    bots: Vec<String>,
    /// Read the bots from a JSON file
    ///
    /// The file has an array of objects with the members "identifier", "command" and "variables".
    #[arg(long = "bots", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Play N games in each meeting [default: 1]
    ///
    /// The bots A and B of a meeting take turns to move first: A B B A A B B A, and so on. With --deals, the default
    /// is as many games as the deals allow.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Play each deal twice, with the seats exchanged
    ///
    /// This is the default for games with deals, such as Arboretum.
    #[arg(long, overrides_with = "no_paired")]
    paired: bool,
    /// Play each deal only once
    #[arg(long)]
    no_paired: bool,
    /// Play the deals in this file
    ///
    /// Each line is a starting state, as `clowder generate deals` writes it, or a saved game.
    #[arg(long, value_name = "FILE")]
    deals: Option<PathBuf>,
    /// Stop as soon as a statistical test has decided
    ///
    /// The test is the sequential probability ratio test, applied to pairs of mirrored games. It accepts one
    /// of two hypotheses: the difference between the bots is elo0, or it is elo1 (in normalised Elo). alpha
    /// is the probability of accepting elo1 although elo0 is true. beta is the probability of the opposite
    /// error. Without values, the test uses elo0=0,elo1=10,alpha=0.05,beta=0.05. --games is the maximum
    /// number of games, 20000 by default.
    #[arg(long, value_name = "TEST", conflicts_with = "no_paired")]
    sprt: Option<Sprt>,
    /// Limit the time for a reply, in milliseconds [default: 300]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    move_limit: Option<u64>,
    /// Limit the time for the first reply [default: 10000]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    start_limit: Option<u64>,
    /// Choose what follows a fault [default: random]
    #[arg(long, value_parser = one_of(PENALTIES), value_name = "WHAT")]
    on_fault: Option<OnFault>,
    /// Stop asking a bot after N faults in its own turns
    ///
    /// Each later turn of the bot then counts as one more fault of the same kind as its last fault.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_faults: Option<u32>,
    /// Restart a bot that crashed, at most N times
    ///
    /// A bot that is not restarted has one more crash in each later turn.
    #[arg(long = "restart", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    restarts: Option<u32>,
    /// Freeze a bot while it is not asked
    ///
    /// It then takes no processor time from its opponent. This is the default for games with deals, such as Arboretum.
    #[arg(long, overrides_with = "pondering")]
    no_pondering: bool,
    /// Let a bot think during its opponent's turns
    #[arg(long)]
    pondering: bool,
    /// Play N games or meetings at the same time [default: 1]
    ///
    /// In a match, N games are played at a time, each with its own copies of both bots. In a tournament, N meetings are
    /// played at a time, and each bot plays in only one of them. N can be at most half of the processors.
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Allow more games at once than half of the processors
    ///
    /// The bots must then wait for each other.
    #[arg(long)]
    oversubscribe: bool,
    #[command(flatten)]
    seed: Seed,
    /// Save games, messages and results in this directory
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Continue the run that was saved in this directory
    ///
    /// The settings of the run cannot change, so options that are given again need the same values. Games that have
    /// already been played are not repeated. In a round robin or a gauntlet, a bot with a new name joins.
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Name the run [default: `match` or the type of the tournament]
    ///
    /// With --out DIR, the games and results are below DIR/GAME/NAME.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    sandbox: StartOptions,
    /// Let the bot NAME read another file or directory
    ///
    /// Can be repeated.
    #[arg(long = "bot-files", value_name = "NAME=PATH")]
    bot_files: Vec<String>,
    /// Limit the memory of a bot, in MiB [default: 1024]
    ///
    /// All processes of the bot share this memory.
    #[arg(long, value_name = "MIB", value_parser = mebibytes())]
    memory: Option<u64>,
    /// Leave times out of the log and the table
    ///
    /// Equal games then have equal logs.
    #[arg(long)]
    no_timing: bool,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    play(arguments.kind, &arguments.options, context)
}

impl Options {
    /// Lists the bots from the command line, followed by those from the file.
    fn entrants(&self) -> Result<Vec<Entrant>> {
        let mut found = Vec::new();
        for text in &self.bots {
            let Some((name, command)) = text.split_once('=') else {
                bail!(
                    "--bot needs a name and a command, as in --bot mine='python3 bot.py'; there is no `=` in `{text}`"
                );
            };
            let command = entrants::words(command).with_context(|| format!("--bot {name}"))?;
            found.push(Entrant::new(name, command));
        }
        if let Some(path) = &self.file {
            let bots = entrants::read(&read_text(path)?).map_err(anyhow::Error::msg);
            found.extend(bots.with_context(|| shown(path))?);
        }
        Ok(found)
    }

    fn add_files(&self, bots: &mut [Entrant]) -> Result<()> {
        for text in &self.bot_files {
            let Some((name, path)) = text.split_once('=') else {
                bail!("--bot-files must be NAME=PATH, not `{text}`");
            };
            let Some(bot) = bots.iter_mut().find(|bot| bot.name == name) else {
                bail!("--bot-files names the bot `{name}`, but there is no such bot");
            };
            add(&mut bot.files, Path::new(path));
        }
        Ok(())
    }

    /// Creates an unchecked plan. A setting that is not given as an option comes from the resumed run or, in
    /// a new run, from the defaults.
    fn plan(&self, format: Option<TournamentFormat>, begun: Option<Plan>) -> Result<Plan> {
        // This call only checks the variables. The plan stores variables as given, so the journal never
        // contains the value of a variable that is given only by name.
        self.sandbox.environment()?;
        let is_new = begun.is_none();
        let mut plan =
            begun.unwrap_or_else(|| Plan::new(String::new(), format.unwrap_or(TournamentFormat::RoundRobin)));
        set(&mut plan.format, format);
        set(&mut plan.game, self.game.clone());
        set(&mut plan.tournament, self.name.clone());
        set(&mut plan.games, self.games);
        set(&mut plan.seed, self.seed.given());
        set(&mut plan.move_limit, self.move_limit);
        set(&mut plan.start_limit, self.start_limit);
        set(&mut plan.on_fault, self.on_fault);
        plan.max_faults = self.max_faults.or(plan.max_faults);
        set(&mut plan.restarts, self.restarts);
        set(&mut plan.sandbox, self.sandbox.given());
        set(&mut plan.memory, self.memory);
        plan.timing &= !self.no_timing;
        set_list(&mut plan.variables, self.sandbox.variables.clone());
        let given = self.entrants()?;
        let known = given.iter().filter(|bot| plan.bots.iter().any(|known| known.name == bot.name)).count();
        let adds = !is_new && plan.format != TournamentFormat::Match;
        // In a resumed tournament, a list with only some of the known bots is probably a mistake. The bots in this list
        // are not added, and the list is reported as a difference from the plan.
        if adds && (known == 0 || known == plan.bots.len()) {
            for bot in given {
                plan.add_bot(bot);
            }
        } else {
            set_list(&mut plan.bots, given);
        }
        self.add_files(&mut plan.bots)?;
        set_list(&mut plan.read, self.sandbox.read().iter().map(|path| text(path)).collect());
        if plan.game.is_empty() {
            let games = GameName::ALL.map(|game| format!("--game {}", game.name())).join(" or ");
            bail!("the game is missing: add {games}");
        }
        self.mirror(&mut plan, is_new)?;
        self.hide(&mut plan);
        Ok(plan)
    }

    /// Returns the number of copies of each bot. Each concurrent game of a match needs its own copies.
    fn copies(&self, plan: &Plan) -> Result<usize> {
        let processors = std::thread::available_parallelism()?;
        let (count, most) = (usize::from(self.concurrency), (processors.get() / 2).max(1));
        anyhow::ensure!(
            count <= most || self.oversubscribe,
            "--concurrency {count} is more than {most}, half of the processors here, so the bots would wait for each other; \
             use --concurrency {most}, or add --oversubscribe"
        );
        let is_match = plan.format == TournamentFormat::Match;
        Ok(if is_match { count.min(plan.deal_of(plan.games - 1) + 1) } else { 1 })
    }

    /// Copies the options for deals, pondering and the sequential test into a plan. In a new plan, missing
    /// options take their default values.
    fn mirror(&self, plan: &mut Plan, is_new: bool) -> Result<()> {
        if self.paired || self.no_paired {
            plan.paired = self.paired;
        } else if is_new {
            plan.paired = plan.game.parse().is_ok_and(GameName::has_deals) || self.sprt.is_some();
        }
        if self.pondering || self.no_pondering {
            plan.freeze = self.no_pondering;
        } else if is_new {
            plan.freeze = plan.game.parse().is_ok_and(GameName::has_deals);
        }
        plan.sprt = self.sprt.or(plan.sprt);
        if let Some(path) = &self.deals {
            plan.deals = read_deals(path, plan.game()?)?;
        }
        if is_new && self.games.is_none() {
            plan.games = match (plan.deals.len(), plan.sprt) {
                (0, None) => plan.games,
                (0, Some(_)) => MOST_TESTED,
                (deals, _) => deals * if plan.paired { 2 } else { 1 },
            };
        }
        Ok(())
    }

    /// Prevents the bots from reading secrets. The tournament's files contain the seed, and the deals contain
    /// the order of the cards. The list of bots can contain secrets of other bots.
    fn hide(&self, plan: &mut Plan) {
        for path in [&self.file, &self.deals].into_iter().flatten().filter(|path| path.is_file()) {
            add(&mut plan.withheld, path);
        }
        let outer = self.resume.as_deref().and_then(|directory| Store::outer(directory, plan));
        let given = [&self.out, &self.resume, &self.file, &self.deals, &outer].into_iter().flatten();
        plan.hidden = given.map(|path| absolute(path)).collect();
        // A file that has been removed since the run began is left out. For a missing file, the sandbox would
        // hide the whole folder, because the file could reappear there.
        plan.hidden.extend(plan.withheld.iter().map(PathBuf::from).filter(|path| path.exists()));
    }
}

fn set<T>(place: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *place = given;
    }
}

fn set_list<T>(place: &mut Vec<T>, given: Vec<T>) {
    set(place, Some(given).filter(|given| !given.is_empty()));
}

/// Makes `path` absolute and adds it to `paths`, unless it is already there (as it can be in a resumed run).
fn add(paths: &mut Vec<String>, path: &Path) {
    let path = text(&absolute(path));
    if !paths.contains(&path) {
        paths.push(path);
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn read_deals(path: &Path, game: GameName) -> Result<Vec<String>> {
    let (text, name) = (read_text(path)?, shown(path));
    let mut deals = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let deal = with_game!(game, G => read_deal::<G>(line));
        deals.push(deal.with_context(|| format!("{name}, line {number}"))?);
    }
    anyhow::ensure!(!deals.is_empty(), "{name} contains no deals");
    Ok(deals)
}

/// Reads a starting state or a saved game, and returns the starting state in canonical form.
fn read_deal<G: GameJson>(line: &str) -> Result<String> {
    let state = match read_position::<G>(line) {
        Ok(Position::State(state)) => state,
        Ok(Position::Record(record)) => record.initial().clone(),
        Err(diagnostics) => {
            let first =
                diagnostics.iter().next().map_or(String::new(), |error| format!(": {}", error.message));
            let count = plural(diagnostics.iter().count(), "error");
            anyhow::bail!("this is not a state of {} ({count}){first}", G::NAME);
        }
    };
    anyhow::ensure!(G::is_start(&state), "this is not a starting state of {}", G::NAME);
    Ok(G::write_state(&state))
}

/// Warns if different programs share a directory. If the sandbox is required, returns an error instead,
/// before any file is written. The check is repeated when the bots are started.
fn check_folders(plan: &Plan) -> Result<()> {
    for shared in shared_folders(plan) {
        if plan.sandbox == Sandbox::Require {
            bail!("{}", RunError::Shared(shared));
        }
        note(format!("warning: {}; move each bot to a folder of its own", escape(&shared.to_string())));
    }
    Ok(())
}

pub(super) fn play(
    format: Option<TournamentFormat>,
    options: &Options,
    context: &mut Context,
) -> Result<Status> {
    allow_many_files();
    let begun = options.resume.as_deref().map(begun_plan).transpose()?;
    let mut plan = options.plan(format, begun.clone())?;
    if let (Some(directory), Some(begun)) = (&options.resume, &begun)
        && let Some(difference) = begun.difference(&plan)
    {
        return Err(SaveError::Changed(difference)).with_context(|| shown(directory));
    }
    // The journal must not list a bot that cannot take part.
    plan.check()?;
    check_folders(&plan)?;
    let copies = options.copies(&plan)?;
    let resumed = options.resume.as_deref().map(|directory| resume(directory, &plan)).transpose()?;
    let saved = match (&options.resume, &options.out) {
        (Some(directory), _) => Some(directory.clone()),
        // An unsuitable directory is reported before the bots are started.
        (None, Some(directory)) => {
            let place = Store::place(directory, &plan).with_context(|| shown(directory))?;
            note_other_files(&place);
            Some(place)
        }
        (None, None) => None,
    };
    let mut contenders = start(&plan, copies, options.out.as_deref())?;
    note_sandbox(contenders.iter_mut().map(|contender| contender.child().level()));
    if resumed.is_none() && options.seed.given().is_none() {
        plan.seed = unguessable();
        plan.ids = Some(unguessable());
    }
    let (store, games) = match (resumed, &options.out) {
        (Some((store, resumed)), _) => (Some(store), resumed.games),
        // The journal is created only after all bots have started, so a bot that fails to start leaves no
        // journal behind.
        (None, Some(directory)) => {
            (Some(Store::create(directory, &plan).with_context(|| shown(directory))?), PlayedGames::new())
        }
        (None, None) => (None, PlayedGames::new()),
    };
    let played = Tournament::new(&plan, contenders, games, store);
    let stop = played.stop_flag();
    let seen = stop.clone();
    // After the first interrupt, the run ends when the running games are over. A second interrupt or a
    // termination request ends the program at once.
    watch_signals(move |status| {
        if status != Status::Interrupted || seen.swap(true, Ordering::Relaxed) {
            end(status);
        }
        note("the running games will be finished first; press Ctrl-C again to stop at once");
    })?;
    let look = context.look(options.ascii);
    let progress = Progress::new(&plan, look, context.error_colour);
    let result = played.run(options.concurrency.into(), &|games| progress.show(games));
    progress.end();
    if options.seed.given().is_none() {
        note(format!("seed {}", plan.seed));
    }
    result?;
    let (games, contenders) = played.into_parts();
    tell_troubles(contenders, &plan);
    if let Some(directory) = &saved {
        table::save(&plan, &games, directory)?;
    }
    table::write(&plan, &games, options.ascii, context)?;
    if context.format() != Format::Human {
        // The human-readable table already contains the warnings about random moves.
        table::random_moves(&plan, &games).into_iter().for_each(note);
    }
    if stop.load(Ordering::Relaxed) {
        tell_how_to_resume(saved.as_deref(), &plan, options);
        return Ok(Status::Interrupted);
    }
    Ok(Status::Yes)
}

fn begun_plan(directory: &Path) -> Result<Plan> {
    let begun = tournament::begun_plan(directory).with_context(|| shown(directory))?;
    begun.with_context(|| {
        format!("{}: the journal is empty; start the run again without --resume", shown(directory))
    })
}

/// Warns if the directory for a new run already contains other files.
fn note_other_files(directory: &Path) {
    let mut entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    // A run that ends before its first record is complete leaves an empty journal behind.
    if entries.any(|entry| entry.file_name() != "journal.jsonl") {
        note(format!(
            "warning: {} already contains other files; the run adds its own files to them",
            shown(directory)
        ));
    }
}

/// Creates the tournament directory (so that it can be hidden from the bots), and starts the bots.
fn start(plan: &Plan, copies: usize, out: Option<&Path>) -> Result<Vec<Contender>> {
    let new = out.filter(|directory| !directory.exists());
    if let Some(directory) = new {
        std::fs::create_dir_all(directory).with_context(|| shown(directory))?;
    }
    tournament::start(plan, copies).map_err(|error| {
        // Nothing was played, so the directory is removed if this function created it. `remove_dir` keeps a
        // directory that contains files.
        new.map(std::fs::remove_dir);
        let mut text = error.to_string();
        if let (RunError::Spawn(_, why), Ok(game)) = (&error, plan.game())
            && let Some(command) = built_in_bot(why, game)
        {
            text += &format!("; to use the built-in bot, write '{command}' as the command");
        }
        anyhow::Error::msg(text)
    })
}

/// Opens the directory of the run to resume, and returns the games already played.
fn resume(directory: &Path, plan: &Plan) -> Result<(Store, Resumed)> {
    let (store, resumed) = Store::resume(directory, plan).with_context(|| shown(directory))?;
    if resumed.truncated > 0 {
        note(format!(
            "warning: the last record of the journal was incomplete; {} bytes were removed",
            resumed.truncated
        ));
    }
    Ok((store, resumed))
}

/// Prints the command that continues an interrupted run, or a note that the games were not saved.
fn tell_how_to_resume(directory: Option<&Path>, plan: &Plan, options: &Options) {
    let Some(directory) = directory else {
        note("the games were not saved, because --out was not given");
        return;
    };
    let verb = if plan.format == TournamentFormat::Match { "match" } else { "tournament" };
    let directory = shown(directory).replace('\'', "'\\''");
    let at_once = match options.concurrency {
        1 => String::new(),
        count => {
            format!(" --concurrency {count}{}", if options.oversubscribe { " --oversubscribe" } else { "" })
        }
    };
    note(format!("continue with: clowder bot {verb} --resume '{directory}'{at_once}"));
}

/// For each bot, reports the ignored lines, the restarts, the first fault, and why the bot was stopped. Also
/// shows the standard error of each bot that had a fault or was stopped.
fn tell_troubles(contenders: Vec<Contender>, plan: &Plan) {
    const SHOWN: usize = 400;
    for contender in contenders {
        let name = excerpt(&contender.name, 60);
        if let Some(fault) = contender.first_fault() {
            note(format!("{name}: the first fault was in {}", excerpt(fault, SHOWN)));
        }
        if contender.other_lines() > 0 {
            let lines = plural(contender.other_lines(), "line");
            note(format!(
                "{name}: {lines} on standard output {} ignored, because {}; write debug output to standard error",
                if contender.other_lines() == 1 { "was" } else { "were" },
                if contender.other_lines() == 1 { "it is not a reply" } else { "they are not replies" },
            ));
        }
        if contender.restarts() > 0 {
            note(format!("{name}: it was restarted {}", plural(contender.restarts() as usize, "time")));
        }
        if let Some(why) = contender.stopped() {
            note(format!("{name}: {}", escape(why)));
        }
        if contender.first_fault().is_none() && contender.stopped().is_none() {
            continue;
        }
        let (errors, start) = (contender.errors().trim_end(), contender.start_errors().trim_end());
        let from = errors.char_indices().rev().nth(SHOWN - 1).map_or(0, |(at, _)| at);
        let shown = &errors[from..];
        let start_shown: String = start.chars().take(SHOWN).collect();
        if !shown.contains(&start_shown) {
            note(format!("  standard error before the first answer: {}", escape(&start_shown)));
        }
        if !shown.is_empty() {
            note(format!("  standard error: {}", escape(shown)));
        }
        if let Some(advice) = advice(&format!("{start}\n{errors}"), plan.memory) {
            note(format!("  help: {advice}"));
        }
    }
}
