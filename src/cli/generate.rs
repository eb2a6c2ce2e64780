//! `generate`: writes random strings, games and test cases from a seed.

use super::grade::suites;
use super::{
    Context, OutputFile, Result, Seed, Status, games, generate_kinds, generate_region, note, penguins, raft,
};
use crate::arena::settings::Setting;
use crate::games::{GameJson as _, GameName, with_game};
use crate::grade::Suite;
use crate::grade::generate::{Contract, GenerateOptions, Generator};
use crate::notation::plural;
use std::collections::BTreeMap;

/// Objects that `generate` can write.
#[derive(clap::Subcommand, Debug)]
pub(crate) enum Arguments {
    /// Generate challenges of Penguins Pool Party that have a solution
    PenguinsChallenge(penguins::Generate),
    /// Generate regions, or puzzles with a region and its pieces
    Region(generate_region::Generate),
    /// Generate states of Race to the Raft from random games
    #[command(aliases = ["state", "gamestate", "game-state"])]
    RaftState(raft::Generate),
    /// Generate whole games of Race to the Raft
    RaftGame(raft::GenerateGames),
    /// Generate starting states of a bot game, for `bot match --deals`
    Deals(Deals),
    /// Generate test cases for `grade` with their answers
    ///
    /// No two cases ask the same question. About half of them are positive (with a legal action, for
    /// example). The others are near misses, which usually differ from a positive case in one detail.
    /// Positive cases and near misses come in random order.
    Cases(Cases),
    #[command(flatten)]
    Kind(generate_kinds::OfKind),
}

/// Arguments of `generate cases`.
#[derive(clap::Args, Debug)]
pub(crate) struct Cases {
    /// Generate cases of this suite [default: every suite in turn]
    ///
    /// `clowder grade --suites` lists the suites. Can be repeated.
    #[arg(long, value_name = "SUITE", value_parser = suites::parse)]
    suite: Vec<Suite>,
    /// Generate N cases
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 10)]
    count: u64,
    /// Hide this fraction of the cases, from 0 to 1
    #[arg(long, value_name = "FRACTION", default_value_t = 0.0, value_parser = fraction)]
    hidden: f64,
    /// Also ask about cases that no description defines
    ///
    /// For example, the end of an action can be missing. The names of these cases end with `(out of
    /// contract)`.
    #[arg(long)]
    out_of_contract: bool,
    /// Ask `initialiseChallenge` only about official challenges
    #[arg(long)]
    official: bool,
    /// List the rules and misconceptions that the cases test
    ///
    /// The lists are written to standard error. For each case, the lists name the rule that decides the
    /// answer, and the misconceptions that the case catches. The lists end with the number of cases for
    /// each rule, and the misconceptions that no case catches.
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// Arguments of `generate deals`.
#[derive(clap::Args, Debug)]
pub(crate) struct Deals {
    /// Generate deals of this game
    #[arg(long, value_name = "GAME", value_parser = games::parser())]
    game: GameName,
    /// Generate N deals
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 10)]
    count: usize,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// Writes the deals that a match with this seed would use, one per line.
fn deals(arguments: &Deals, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let seed = arguments.seed.get();
    for deal in 0..arguments.count {
        let setting = Setting::new(1, "", seed, deal as u64);
        let line = with_game!(arguments.game, G => G::write_state(&setting.deal::<G>()));
        context.line(line)?;
    }
    Ok(Status::Yes)
}

fn fraction(text: &str) -> Result<f64, String> {
    let fraction: Option<f64> = text.parse().ok().filter(|fraction| (0.0..=1.0).contains(fraction));
    fraction.ok_or_else(|| "expected a number from 0 to 1, such as 0.25".to_owned())
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    match arguments {
        Arguments::PenguinsChallenge(arguments) => penguins::generate(arguments, context),
        Arguments::Region(arguments) => generate_region::run(arguments, context),
        Arguments::RaftState(arguments) => raft::generate_states(arguments, context),
        Arguments::RaftGame(arguments) => raft::generate_games(arguments, context),
        Arguments::Deals(arguments) => deals(arguments, context),
        Arguments::Cases(arguments) => cases(arguments, context),
        Arguments::Kind(of) => generate_kinds::run(of, context),
    }
}

fn cases(arguments: &Cases, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let seed = arguments.seed.get();
    let suites = if arguments.suite.is_empty() { Suite::ALL } else { &arguments.suite };
    let contract = if arguments.out_of_contract { Contract::SometimesBroken } else { Contract::Kept };
    let options = GenerateOptions::default()
        .with_hidden(arguments.hidden)
        .with_contract(contract)
        .with_official(arguments.official);
    let mut generator = Generator::new(seed, options);
    let mut counts: BTreeMap<Suite, usize> = BTreeMap::new();
    let mut rules: BTreeMap<(Suite, &str), u64> = BTreeMap::new();
    // The suites that can still produce new questions.
    let mut open = suites.to_vec();
    let (mut written, mut turn) = (0, 0);
    while written < arguments.count && !open.is_empty() {
        turn %= open.len();
        let suite = open[turn];
        let Some(generated) = generator.next(suite) else {
            open.remove(turn);
            continue;
        };
        turn += 1;
        *counts.entry(suite).or_default() += 1;
        context.line(generated.case.line())?;
        written += 1;
        if arguments.explain {
            let answer = generated.case.expect().filter(|expect| expect.is_boolean() || expect.is_string());
            let answer = answer.map_or_else(String::new, ToString::to_string);
            let names: Vec<&str> = generated.catches.iter().map(|known| known.name()).collect();
            let catches =
                if names.is_empty() { String::new() } else { format!("; catches {}", names.join(", ")) };
            note(format!("{written:>6}  {:<24} {answer:<6} {}{catches}", suite.name(), generated.rule));
            *rules.entry((suite, generated.rule)).or_default() += 1;
        }
    }
    for ((suite, rule), count) in rules {
        note(format!("{:>6}  {:<24} {rule}", plural(count as usize, "case"), suite.name()));
    }
    for known in suites.iter().filter(|_| arguments.explain).flat_map(|suite| generator.open(*suite)) {
        note(format!("no case catches {}: {}", known.name(), known.program()));
    }
    for suite in suites.iter().filter(|suite| !open.contains(suite)) {
        let cases = plural(counts.get(suite).copied().unwrap_or(0), "different case");
        let rest = if open.is_empty() { "" } else { "; the other cases are from other suites" };
        note(format!("`{suite}` has only {cases}{rest}"));
    }
    Ok(Status::Yes)
}
