//! The options of matches and tournaments, and the function that runs them.

use super::check::advice;
use super::folders;
use super::follow::follow;
use super::interrupt::{self, Interrupt};
use super::progress::Progress;
use super::random_moves;
use super::statistics::Statistics;
use super::table;
use crate::arena::entrants;
use crate::arena::referee::{Contender, OnFault};
use crate::arena::schedule::TournamentFormat;
use crate::arena::tournament::{
    self, Entrant, LaterGames, Plan, PlayedGames, Resumed, RunError, SaveError, Store, Tournament,
};
use crate::cli::exit::Status;
use crate::cli::output::note;
use crate::cli::programs::{SandboxOption, absolute, built_in_bot, note_sandbox, variables};
use crate::cli::seed::Seed;
use crate::cli::system::allow_many_files;
use crate::cli::{Context, Format, games};
use crate::diagnostics::escape::{escape, excerpt};
use crate::games::GameName;
use crate::notation::plural;
use anyhow::{Context as _, bail};
use clap::ValueEnum;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    /// The game; required unless --resume is given
    #[arg(long, value_name = "GAME", value_parser = games::names())]
    game: Option<String>,
    /// A bot: its name and the command that starts it. The command is split into words as in a shell. Repeat this
    /// option for each bot
    #[arg(long = "bot", value_name = "NAME=CMD")]
    bots: Vec<String>,
    /// File with bots: a JSON array of objects with the members "identifier", "command" and "variables"
    #[arg(long = "bots", value_name = "FILE")]
    file: Option<PathBuf>,
    /// Number of games in each meeting; with --sprt, the maximum number. The bots A and B of a meeting take turns to
    /// move first, in the order A B B A A B B A … [default: 1; with --deals, as many as the deals allow; with --sprt,
    /// 20000]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    #[command(flatten)]
    statistics: Statistics,
    /// Time limit for a reply in milliseconds [default: 300]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    move_limit: Option<u64>,
    /// Time limit for the first reply of a bot in milliseconds [default: 10000]
    #[arg(long, value_name = "MS", value_parser = milliseconds())]
    start_limit: Option<u64>,
    /// Reaction to a fault of a bot [default: random]
    #[arg(long, value_enum, value_name = "WHAT")]
    on_fault: Option<Penalty>,
    /// Stop a bot after this number of faults in its own turns. Each of its later turns then counts as one more fault
    /// of the same kind as the last fault
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_faults: Option<u32>,
    /// Restart a bot after a crash, at most this number of times. If a bot is not restarted, each of its later turns
    /// counts as a crash
    #[arg(long = "restart", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    restarts: Option<u32>,
    /// Number of meetings that are played at the same time. A meeting consists of all games of two bots in a round. Each
    /// bot is a single process and plays only one meeting at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    #[command(flatten)]
    seed: Seed,
    /// Environment variable for every bot. If only the name is given, the value is copied from the environment of
    /// clowder
    #[arg(long = "env", value_name = "KEY[=VALUE]")]
    variables: Vec<String>,
    /// Keep games, messages and results in this directory
    #[arg(long, value_name = "DIR", conflicts_with = "resume")]
    out: Option<PathBuf>,
    /// Continue the run that was saved in this directory. The settings of the run cannot be changed, so options that
    /// are given again must have the same values as before. Games that were already played are not played again
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,
    /// Watch the run that is saved in this directory until the run ends. The run itself continues in another terminal
    #[arg(long, value_name = "DIR", conflicts_with_all = [
        "game", "bots", "file", "games", "out", "resume", "deals", "sprt", "paired", "no_paired", "move_limit",
        "start_limit", "on_fault", "max_faults", "restarts", "concurrency", "seed", "variables", "name", "sandbox",
        "read", "bot_files", "memory", "no_timing",
    ])]
    follow: Option<PathBuf>,
    /// Name of the run. With --out DIR, the files with its games and results are below DIR/GAME/NAME [default: `match`]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    sandbox: SandboxOption,
    /// Additional file or directory that the bot NAME may read in the sandbox. Can be repeated
    #[arg(long = "bot-files", value_name = "NAME=PATH")]
    bot_files: Vec<String>,
    /// Memory limit in MiB for all processes of a bot together [default: 1024]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..1 << 30))]
    memory: Option<u64>,
    /// Leave times out of the message log and the table, so that equal games have equal logs
    #[arg(long)]
    no_timing: bool,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
}

/// Parses a time limit of at most an hour.
pub(super) fn milliseconds() -> clap::builder::RangedU64ValueParser {
    clap::value_parser!(u64).range(1..=3_600_000)
}

/// A value of `--on-fault`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Penalty {
    /// A random legal move is played for the bot
    Random,
    /// The bot loses the game
    Forfeit,
}

impl Options {
    /// Returns the bots on the command line, followed by the bots in the file.
    fn entrants(&self) -> anyhow::Result<Vec<Entrant>> {
        let mut found = Vec::new();
        for text in &self.bots {
            let Some((name, command)) = text.split_once('=') else {
                bail!(
                    "--bot needs a name and a command, as in --bot mine='python3 bot.py'; there is no `=` in `{}`",
                    escape(text)
                );
            };
            let command = entrants::words(command).with_context(|| format!("--bot {}", escape(name)))?;
            let name = name.to_owned();
            found.push(Entrant::new(name, command));
        }
        if let Some(path) = &self.file {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", shown(path)))?;
            let bots =
                entrants::read(&text).map_err(|error| anyhow::anyhow!("{}", escape(&error.to_string())));
            found.extend(bots.with_context(|| escape(&path.display().to_string()).into_owned())?);
        }
        Ok(found)
    }

    /// Adds the files of `--bot-files` to their bots.
    fn add_files(&self, bots: &mut [Entrant]) -> anyhow::Result<()> {
        for text in &self.bot_files {
            let Some((name, path)) = text.split_once('=') else {
                bail!("--bot-files must be NAME=PATH, not `{}`", escape(text));
            };
            let Some(bot) = bots.iter_mut().find(|bot| bot.name == name) else {
                bail!("--bot-files names the bot `{}`, but there is no such bot", escape(name));
            };
            let path = absolute(Path::new(path)).to_string_lossy().into_owned();
            // The plan of a run that is resumed already contains the files.
            if !bot.files.contains(&path) {
                bot.files.push(path);
            }
        }
        Ok(())
    }

    /// Returns the plan. A setting comes from the options, if it is given there. If not, it comes from the run that is
    /// resumed or, in a new run, from the defaults. The plan is not checked here.
    fn plan(&self, format: Option<TournamentFormat>, begun: Option<Plan>) -> anyhow::Result<Plan> {
        // This call only checks the variables. The plan stores them as they are given: if only the name of a variable
        // is given, its value is not written to the journal.
        variables(&self.variables)?;
        let mut plan = begun.unwrap_or_else(|| {
            let format = format.unwrap_or(TournamentFormat::RoundRobin);
            Plan::new(String::new(), format)
        });
        let is_new = plan.game.is_empty();
        let Plan { format: of, game, tournament, games, seed, move_limit, start_limit, .. } = &mut plan;
        set(of, format);
        set(game, self.game.clone());
        set(tournament, self.name.clone());
        set(games, self.games);
        set(move_limit, self.move_limit);
        set(start_limit, self.start_limit);
        set(seed, self.seed.given());
        let on_fault = |penalty| if penalty == Penalty::Random { OnFault::Random } else { OnFault::Forfeit };
        set(&mut plan.on_fault, self.on_fault.map(on_fault));
        plan.max_faults = self.max_faults.or(plan.max_faults);
        set(&mut plan.restarts, self.restarts);
        set(&mut plan.sandbox, self.sandbox.given());
        set(&mut plan.memory, self.memory);
        plan.timing &= !self.no_timing;
        set(&mut plan.variables, Some(self.variables.clone()).filter(|given| !given.is_empty()));
        let given = self.entrants()?;
        let known = given.iter().filter(|bot| plan.bots.iter().any(|known| known.name == bot.name)).count();
        let adds = !is_new && plan.format != TournamentFormat::Match;
        // In a resumed tournament, a list with only some of the known bots is probably a mistake. Therefore, its bots
        // are not added, and the list is reported as a difference from the plan.
        if adds && (known == 0 || known == plan.bots.len()) {
            for bot in given {
                plan.add_bot(bot);
            }
        } else {
            set(&mut plan.bots, Some(given).filter(|given| !given.is_empty()));
        }
        self.add_files(&mut plan.bots)?;
        let read = self.sandbox.read().iter().map(|path| path.to_string_lossy().into_owned()).collect();
        set(&mut plan.read, Some(read).filter(|given: &Vec<String>| !given.is_empty()));
        if plan.game.is_empty() {
            let games = GameName::ALL.map(|game| format!("--game {}", game.name())).join(" or ");
            bail!("the game is missing: add {games}");
        }
        self.statistics.apply(&mut plan, is_new, self.games)?;
        self.hide(&mut plan);
        Ok(plan)
    }

    /// Adds the files that contain secrets to the files that the bots must not see. The files of the tournament contain
    /// the seed, the list of bots can contain secrets of other bots, and the deals contain the order of the cards.
    fn hide(&self, plan: &mut Plan) {
        for path in [self.file.as_deref(), self.statistics.deals()].into_iter().flatten() {
            let path = absolute(path).to_string_lossy().into_owned();
            // The plan of a run that is resumed already contains the files.
            if Path::new(&path).is_file() && !plan.withheld.contains(&path) {
                plan.withheld.push(path);
            }
        }
        let outer = self.resume.as_deref().and_then(|directory| Store::outer(directory, plan));
        let given = [&self.out, &self.resume, &self.file].into_iter().flatten().map(PathBuf::as_path);
        let given = given.chain(self.statistics.deals()).chain(outer.as_deref());
        plan.hidden = given.map(absolute).collect();
        // A file that has been removed since the run began is left out. Otherwise, the sandbox would not show the
        // folder of this file, because the file could appear there later.
        plan.hidden.extend(plan.withheld.iter().map(PathBuf::from).filter(|path| path.exists()));
    }
}

fn set<T>(place: &mut T, given: Option<T>) {
    if let Some(given) = given {
        *place = given;
    }
}

/// Plays the games and writes the table.
pub(super) fn play(
    format: Option<TournamentFormat>,
    options: &Options,
    context: &mut Context,
) -> anyhow::Result<Status> {
    if let Some(directory) = &options.follow {
        return follow(directory, options.ascii, context);
    }
    allow_many_files();
    let begun = match &options.resume {
        Some(directory) => {
            let begun = Store::plan_of(directory).with_context(|| shown(directory))?;
            Some(begun.with_context(|| {
                format!("{}: the journal is empty; start the run again without --resume", shown(directory))
            })?)
        }
        None => None,
    };
    let mut plan = options.plan(format, begun.clone())?;
    let resumed = if let (Some(directory), Some(begun)) = (&options.resume, begun) {
        Some(resume(directory, &begun, &plan)?)
    } else {
        plan.check()?;
        folders::check(&plan)?;
        None
    };
    let saved = match (&options.resume, &options.out) {
        (Some(directory), _) => Some(directory.clone()),
        // The directory is checked before the bots are started, so that a wrong directory is reported at once.
        (None, Some(directory)) => Some(Store::place(directory, &plan).with_context(|| shown(directory))?),
        (None, None) => None,
    };
    let mut contenders = start(&plan, options.out.as_deref())?;
    note_sandbox(contenders.iter_mut().map(|contender| contender.child().level()));
    if resumed.is_none() {
        // The seed is chosen and printed only now, because a run that fails before the first game needs no seed.
        plan.seed = options.seed.get();
    }
    let mut later = LaterGames::new();
    let (store, games) = match (resumed, &options.out) {
        (Some((store, resumed)), _) => {
            later = resumed.later;
            (Some(store), resumed.games)
        }
        // The journal is created only now, because a bot that cannot be started must not leave a journal behind.
        (None, Some(directory)) => {
            (Some(Store::create(directory, &plan).with_context(|| shown(directory))?), PlayedGames::new())
        }
        (None, None) => (None, PlayedGames::new()),
    };
    let played = Tournament::new(&plan, contenders, games, store)?.with_later(later);
    let interrupt = Interrupt::new(played.stop_flag())?;
    let look = context.output.look(options.ascii);
    let progress = Progress::new(&plan, look, context.output.error_colour);
    let result = played.run(options.concurrency.into(), &|games| progress.show(games));
    progress.end();
    result?;
    let (games, contenders) = played.into_parts();
    tell_troubles(contenders, &plan);
    table::write(&plan, &games, options.ascii, context)?;
    if context.format() != Format::Human {
        // The table for people already contains these sentences.
        random_moves::sentences(&plan, &games).into_iter().for_each(note);
    }
    if interrupt.is_requested() {
        interrupt::tell_how_to_resume(saved.as_deref(), &plan, options.concurrency);
        return Ok(Status::Interrupted);
    }
    Ok(Status::Yes)
}

/// Starts the bots. The directory of the tournament is created first, so that it can be hidden from the bots.
fn start(plan: &Plan, out: Option<&Path>) -> anyhow::Result<Vec<Contender>> {
    let new = out.filter(|directory| !directory.exists());
    if let Some(directory) = new {
        std::fs::create_dir_all(directory).with_context(|| shown(directory))?;
    }
    tournament::start(plan).map_err(|error| {
        // Nothing was played, so a new directory is removed. `remove_dir` does not remove a directory with files in it.
        new.map(std::fs::remove_dir);
        let mut text = error.to_string();
        if let (RunError::Spawn(_, why), Ok(game)) = (&error, plan.game())
            && let Some(command) = built_in_bot(why, game)
        {
            text += &format!("; to use the built-in bot, write '{command}' as the command");
        }
        anyhow::anyhow!("{}", escape(&text))
    })
}

/// Opens the directory of the run that is resumed, and returns the games that were already played.
fn resume(directory: &Path, begun: &Plan, plan: &Plan) -> anyhow::Result<(Store, Resumed)> {
    if let Some(difference) = begun.difference(plan) {
        return Err(SaveError::Changed(difference)).with_context(|| shown(directory));
    }
    // A bot must not be added to the journal if it cannot take part.
    plan.check()?;
    folders::check(plan)?;
    let (store, resumed) = Store::resume(directory, plan).with_context(|| shown(directory))?;
    if resumed.truncated > 0 {
        note(format!(
            "warning: the last record of the journal was incomplete; {} bytes were removed",
            resumed.truncated
        ));
    }
    Ok((store, resumed))
}

fn shown(path: &Path) -> String {
    escape(&path.display().to_string()).into_owned()
}

/// Reports for each bot the first fault, the number of restarts, and the reason why it was stopped. If a bot had a
/// fault or was stopped, the end of its standard error is reported, too.
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
