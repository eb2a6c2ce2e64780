//! `bot rate`: rates bots from the games of several runs.

use crate::arena::rating::Rating;
use crate::arena::statistics::{Model, fit};
use crate::arena::tournament;
use crate::cli::paths::{files_below, shown};
use crate::cli::{Context, Format, OutputFile, Status, note};
use crate::diagnostics::{escape, excerpt};
use crate::notation::plural;
use anyhow::{Context as _, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Directories that runs have written with --out
    ///
    /// A directory that contains such directories also works. Bots with the same name count as one bot.
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
}

#[derive(Default)]
struct Games {
    game: Option<String>,
    names: BTreeSet<String>,
    /// Maps each program (its command and environment variables) to the names of its bots.
    programs: BTreeMap<[Vec<String>; 3], BTreeSet<String>>,
    /// For each ordered pair of bots, the wins of the first bot over the second, and the draws between them.
    scores: BTreeMap<[String; 2], [f64; 2]>,
    /// Canonical paths of the runs' directories.
    directories: BTreeSet<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let mut games = Games::default();
    for directory in &arguments.directories {
        let journals = files_below(directory, &|path| path.ends_with("journal.jsonl"))?;
        anyhow::ensure!(!journals.is_empty(), "there is no journal in {}", shown(directory));
        for directory in journals.iter().filter_map(|journal| journal.parent()) {
            games.add(directory).with_context(|| shown(directory))?;
        }
    }
    for names in games.programs.values().filter(|names| names.len() > 1) {
        let names: Vec<_> = names.iter().map(|name| format!("`{}`", excerpt(name, 40))).collect();
        note(format!(
            "warning: {} have the same command; they are rated as different bots",
            names.join(" and ")
        ));
    }
    let table = games.rate();
    anyhow::ensure!(table.games > 0, "no game has been played in these runs");
    write(&table, context)?;
    Ok(Status::Yes)
}

impl Games {
    fn add(&mut self, directory: &Path) -> Result<()> {
        if !self.directories.insert(directory.canonicalize()?) {
            note(format!(
                "warning: the run in {} was given more than once; its games are counted only once",
                shown(directory)
            ));
            return Ok(());
        }
        let (plan, played) = tournament::read(directory)?;
        let game = self.game.get_or_insert_with(|| plan.game.clone());
        anyhow::ensure!(
            *game == plan.game,
            "these are games of {}, and the others are games of {game}",
            plan.game
        );
        for bot in &plan.bots {
            self.names.insert(bot.name.clone());
            let program = [&bot.command[..], &plan.variables, &bot.variables].map(<[String]>::to_vec);
            self.programs.entry(program).or_default().insert(bot.name.clone());
        }
        for entry in played.values().flatten() {
            let [first, second] = entry.players.map(|entrant| &plan.bots[entrant].name);
            let mut add = |own: &String, other: &String, place: usize| {
                self.scores.entry([own.clone(), other.clone()]).or_default()[place] += 1.0;
            };
            match entry.result {
                0 => add(first, second, 0),
                1 => add(second, first, 0),
                _ => {
                    add(first, second, 1);
                    add(second, first, 1);
                }
            }
        }
        Ok(())
    }

    fn rate(&self) -> Table {
        let score = |own: &String, other: &String| {
            self.scores.get(&[own.clone(), other.clone()]).copied().unwrap_or_default()
        };
        let row = |own: &String| self.names.iter().map(|other| score(own, other)).collect();
        let scores: Vec<Vec<_>> = self.names.iter().map(row).collect();
        let Model { ratings, draws } = fit(&scores);
        let tenths = |number: f64| (number * 10.0).round() / 10.0;
        let line = |(bot, name): (usize, &String)| {
            let sum = |place: usize| scores[bot].iter().map(|score| score[place]).sum::<f64>() as u64;
            let losses = scores.iter().map(|row| row[bot][0]).sum::<f64>() as u64;
            let (wins, draws, Rating { elo, margin, .. }) = (sum(0), sum(1), ratings[bot]);
            Line {
                rank: 0,
                identifier: name.clone(),
                rating: tenths(elo),
                margin: tenths(margin),
                games: wins + draws + losses,
                wins,
                draws,
                losses,
            }
        };
        let mut lines: Vec<_> = self.names.iter().enumerate().map(line).collect();
        lines.sort_by(|a, b| b.rating.total_cmp(&a.rating).then_with(|| a.identifier.cmp(&b.identifier)));
        for (line, rank) in lines.iter_mut().zip(1..) {
            line.rank = rank;
        }
        let games = lines.iter().map(|line| line.games).sum::<u64>() / 2;
        let draw_share = (draws * 1000.0).round() / 1000.0;
        Table {
            v: 1,
            game: self.game.clone().unwrap_or_default(),
            runs: self.directories.len(),
            games,
            draw_share,
            bots: lines,
        }
    }
}

#[derive(serde::Serialize)]
struct Table {
    /// Format version.
    v: u8,
    game: String,
    runs: usize,
    games: u64,
    /// Probability of a draw between two bots of equal strength.
    draw_share: f64,
    /// The bots, best first.
    bots: Vec<Line>,
}

#[derive(serde::Serialize)]
struct Line {
    /// Rank, starting at 1.
    rank: usize,
    identifier: String,
    /// Elo rating. The mean of all ratings is 1500.
    rating: f64,
    /// Half the width of the rating's 95 % confidence interval.
    margin: f64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
}

fn write(table: &Table, context: &mut Context) -> Result<()> {
    let (format, output) = (context.format(), context);
    match format {
        Format::Json => output.json(table),
        Format::Plain => table.bots.iter().try_for_each(|line| {
            let Line { rank, identifier, rating, margin, wins, draws, losses, .. } = line;
            let name = escape(identifier);
            output.line(format!("{rank}\t{name}\t{rating:.0}\t{margin:.0}\t{wins}\t{draws}\t{losses}"))
        }),
        Format::Human => {
            let names: Vec<_> = table.bots.iter().map(|line| excerpt(&line.identifier, 40)).collect();
            let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(3);
            output.line(format!("   {:<width$}  rating          games    won  drawn   lost", "bot"))?;
            for (Line { rank, rating, margin, games, wins, draws, losses, .. }, name) in
                table.bots.iter().zip(names)
            {
                let rating = format!("{rating:.0} ±{margin:.0}");
                output.line(format!(
                    "{rank:>2} {name:<width$}  {rating:<13} {games:>7} {wins:>6} {draws:>6} {losses:>6}"
                ))?;
            }
            output.line(format!(
                "{} from {}; equal bots draw {:.1} % of their games",
                plural(usize::try_from(table.games).unwrap_or(usize::MAX), "game"),
                plural(table.runs, "run"),
                table.draw_share * 100.0
            ))
        }
    }
}
