//! Options for a player of Race to the Raft.

#[cfg(arena)]
use super::program::ProgramPlayer;
use super::program_options::ProgramOptions;
use crate::raft::player::{BuiltInPolicy, Limit, SearchOptions, Session};
use crate::random::{Random, Seed};
use anyhow::Result;
use std::time::Duration;

/// Search limit of the player `best`.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct SearchLimit {
    /// Think this long per decision, as in `2s` or `150ms` [default: 1s]
    #[arg(long, value_name = "TIME", value_parser = time, conflicts_with = "rollouts")]
    time: Option<Duration>,
    /// Simulate N games per decision instead of a time limit
    ///
    /// The decisions then depend only on the seed.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rollouts: Option<u32>,
}

impl SearchLimit {
    /// Returns the requested limit, or one second by default.
    pub(crate) fn get(self) -> Limit {
        match self.rollouts {
            Some(rollouts) => Limit::Rollouts(rollouts as usize),
            None => Limit::Time(self.time.unwrap_or(Duration::from_secs(1))),
        }
    }
}

fn time(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is a number of seconds or milliseconds, such as `2s` or `150ms`".to_owned();
    let (number, unit) = match text.strip_suffix("ms") {
        Some(number) => (number, 0.001),
        None => (text.strip_suffix('s').unwrap_or(text), 1.0),
    };
    let is_plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = number.parse().ok().filter(|_| is_plain).ok_or_else(wrong)?;
    if seconds * unit > 3600.0 {
        return Err("the time must be at most one hour (`3600s`)".to_owned());
    }
    Ok(Duration::from_secs_f64(seconds * unit))
}

/// The name of a built-in player, or the command that starts a program.
#[derive(Clone, Debug)]
pub(crate) enum PlayerName {
    /// Simulates games and chooses the action with the most wins.
    Best,
    /// Looks one action ahead.
    Greedy,
    /// Chooses random legal actions.
    Random,
    /// A program, started with this command.
    Command(String),
}

impl PlayerName {
    /// Reads the name of a built-in player, or `command` followed by a program's command.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        match (text, text.strip_prefix("command ")) {
            ("best", _) => Ok(Self::Best),
            ("greedy", _) => Ok(Self::Greedy),
            ("random", _) => Ok(Self::Random),
            (_, Some(command)) => Ok(Self::Command(command.to_owned())),
            _ => Err("a player is `best`, `greedy`, `random`, or `command PROGRAM`".to_owned()),
        }
    }

    /// Returns the player. If the player is a program, starts it.
    ///
    /// # Errors
    /// Returns an error if a program cannot be started, or if options for programs are given to a built-in player.
    pub(crate) fn player(&self, limit: Limit, jobs: usize, options: &ProgramOptions) -> Result<AutoPlayer> {
        if !matches!(self, Self::Command(_)) {
            options.refuse()?;
        }
        Ok(AutoPlayer::BuiltIn(match self {
            Self::Best => BuiltInPolicy::Best(SearchOptions { limit, jobs, seed: Seed::default() }),
            Self::Greedy => BuiltInPolicy::Greedy,
            Self::Random => BuiltInPolicy::Random,
            Self::Command(command) => return program(command, options),
        }))
    }
}

#[cfg(arena)]
fn program(command: &str, options: &ProgramOptions) -> Result<AutoPlayer> {
    options.start(command).map(|player| AutoPlayer::Program(Box::new(player)))
}

#[cfg(not(arena))]
fn program(_: &str, _: &ProgramOptions) -> Result<AutoPlayer> {
    Err(crate::cli::programs::missing("a player with a command"))
}

#[derive(Debug)]
pub(crate) enum AutoPlayer {
    BuiltIn(BuiltInPolicy),
    /// A running program.
    #[cfg(arena)]
    Program(Box<ProgramPlayer>),
}

impl AutoPlayer {
    /// Plays the player's next choice. Returns false if the player has nothing to choose.
    ///
    /// # Errors
    /// Returns an error if a program's answer is missing or illegal.
    #[cfg_attr(not(arena), expect(clippy::unnecessary_wraps, reason = "only a program can fail"))]
    pub(crate) fn advance(&mut self, session: &mut Session, random: &mut Random) -> Result<bool> {
        match self {
            Self::BuiltIn(player) => Ok(session.advance(player, random)),
            #[cfg(arena)]
            Self::Program(program) => program.advance(session).map(|()| true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hint_takes_one_second_unless_another_limit_is_given() {
        let default = SearchLimit { time: None, rollouts: None };
        assert_eq!(default.get(), Limit::Time(Duration::from_secs(1)));
        assert_eq!(SearchLimit { rollouts: Some(9), ..default }.get(), Limit::Rollouts(9));
    }
}
