//! Defines options for matches and tournaments. With these options, fewer games are needed for a significant result.

use crate::arena::statistics::Sprt;
use crate::arena::tournament::Plan;
use crate::diagnostics::escape::escape;
use crate::games::{GameJson, GameName, with_game};
use crate::notation::plural;
use crate::protocol::{Position, read_position};
use anyhow::Context as _;
use std::path::{Path, PathBuf};

/// The maximum number of games in a match with a sequential test, if `--games` is not given.
const MOST_TESTED: usize = 20_000;

#[derive(clap::Args, Debug)]
pub(super) struct Statistics {
    /// Play each deal twice, the second time with the seats exchanged [default for games with deals, such as Arboretum,
    /// and with --sprt]
    #[arg(long, overrides_with = "no_paired")]
    paired: bool,
    /// Play each deal only once
    #[arg(long)]
    no_paired: bool,
    /// Play the deals in this file. Each line is a starting state, as `generate deals` writes it, or a saved game
    #[arg(long, value_name = "FILE")]
    deals: Option<PathBuf>,
    /// Use a sequential probability ratio test of the pairs of mirrored games. The match ends as soon as the test
    /// accepts one of two hypotheses: the difference between the bots is elo0, or it is elo1 (in normalised Elo). alpha
    /// is the probability of accepting elo1 although elo0 is true, and beta is the probability of the opposite error.
    /// The default values are elo0=0,elo1=10,alpha=0.05,beta=0.05
    #[arg(long, value_name = "TEST", conflicts_with = "no_paired")]
    sprt: Option<Sprt>,
}

impl Statistics {
    /// Returns the path of the file with the deals, if it is given.
    pub(super) fn deals(&self) -> Option<&Path> {
        self.deals.as_deref()
    }

    /// Copies the options into a plan. In a new plan, options that are not given have their default values.
    pub(super) fn apply(&self, plan: &mut Plan, is_new: bool, games: Option<usize>) -> anyhow::Result<()> {
        if self.paired || self.no_paired {
            plan.paired = self.paired;
        } else if is_new {
            plan.paired = plan.game.parse().is_ok_and(GameName::has_deals) || self.sprt.is_some();
        }
        plan.sprt = self.sprt.or(plan.sprt);
        if let Some(path) = &self.deals {
            plan.deals = read_deals(path, plan.game()?)?;
            if is_new && games.is_none() && plan.sprt.is_none() {
                plan.games = plan.deals.len() * if plan.paired { 2 } else { 1 };
            }
        }
        if is_new && games.is_none() && plan.sprt.is_some() {
            let most = plan.deals.len() * 2;
            plan.games = if most > 0 { most } else { MOST_TESTED };
        }
        Ok(())
    }
}

/// Reads the starting states in a file.
fn read_deals(path: &Path, game: GameName) -> anyhow::Result<Vec<String>> {
    let name = escape(&path.display().to_string()).into_owned();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
    let mut deals = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let deal = with_game!(game, G => read_deal::<G>(line));
        deals.push(deal.with_context(|| format!("{name}, line {number}"))?);
    }
    anyhow::ensure!(!deals.is_empty(), "{name} contains no deals");
    Ok(deals)
}

/// Reads a starting state or a saved game, and returns the starting state in canonical form.
fn read_deal<G: GameJson>(line: &str) -> anyhow::Result<String> {
    let state = match read_position::<G>(line) {
        Ok(Position::State(state)) => state,
        Ok(Position::Record(record)) => record.initial().clone(),
        Err(diagnostics) => {
            let first =
                diagnostics.iter().next().map_or(String::new(), |error| format!(": {}", error.message));
            let count = plural(diagnostics.iter().count(), "error");
            anyhow::bail!("this is not a state of {} ({count}){}", G::NAME, escape(&first));
        }
    };
    anyhow::ensure!(G::is_start(&state), "this is not a starting state of {}", G::NAME);
    Ok(G::write_state(&state))
}
