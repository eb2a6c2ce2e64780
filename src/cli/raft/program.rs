//! A program that plays Race to the Raft. The program reads positions as lines of JSON, and answers with
//! actions or draws.

use crate::arena::process::{Child, Program, Trouble};
use crate::cli::programs::note_sandbox;
use crate::notation::Notation as _;
use crate::raft::player::{Choice, Phase, Session};
use crate::raft::{Action, Draw};
use anyhow::Result;
use std::time::{Duration, Instant};

/// How long to wait for a program's exit status after the program has closed its pipe.
const EXIT_TIME: Duration = Duration::from_millis(50);

/// A position as sent to a program.
#[derive(serde::Serialize)]
struct PositionOut {
    state: [String; 5],
    /// The fire tile that has been drawn and must now be placed.
    tile: Option<String>,
}

#[derive(Debug)]
pub(crate) struct ProgramPlayer {
    child: Child,
    /// Time limit for the next answer.
    next_limit: Duration,
    /// Time limit for each later answer.
    limit: Duration,
}

impl ProgramPlayer {
    /// Starts a program. `first` is the time limit for the program's first answer, and `limit` is the time
    /// limit for each later answer.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub(super) fn start(program: &Program, first: Duration, limit: Duration) -> Result<Self> {
        let child = program.spawn().map_err(anyhow::Error::msg)?;
        note_sandbox([child.level()]);
        Ok(Self { child, next_limit: first, limit })
    }

    /// Asks the program for a choice, and plays it.
    ///
    /// # Errors
    /// Returns an error if the program's answer is missing or illegal.
    pub(super) fn advance(&mut self, session: &mut Session) -> Result<()> {
        let tile = match session.phase() {
            Phase::PlaceTile(tile) => Some(tile.to_string()),
            _ => None,
        };
        let position = PositionOut { state: session.game().state().parts(), tile };
        let mut line = crate::diagnostics::json::text(&position)?;
        line.push('\n');
        let answer = self.ask(&line)?;
        let choice =
            choice(&answer).map_err(|why| anyhow::anyhow!("the player answered `{answer}`: {why}"))?;
        session
            .choose(choice)
            .map_err(|why| anyhow::anyhow!("the player chose `{answer}`, which is not legal: {why}"))
    }

    fn ask(&mut self, line: &str) -> Result<String> {
        let limit = std::mem::replace(&mut self.next_limit, self.limit);
        let deadline = Instant::now() + limit;
        let trouble = match self.child.write_line(line.as_bytes(), deadline) {
            Ok(()) => match self.child.read_line(deadline) {
                Ok(line) => return Ok(String::from_utf8_lossy(line.bytes).trim().to_owned()),
                Err(trouble) => trouble,
            },
            Err(trouble) => trouble,
        };
        Err(match trouble {
            Trouble::Late => anyhow::anyhow!("the player did not answer in {} ms", limit.as_millis()),
            Trouble::Closed => {
                anyhow::anyhow!("the player stopped: {}", self.child.last_words(EXIT_TIME))
            }
        })
    }
}

fn choice(text: &str) -> Result<Choice, String> {
    match Draw::parse_canonical(text) {
        Some(draw) => Ok(Choice::Draw(draw)),
        None => text.parse::<Action>().map(Choice::Action).map_err(|errors| errors.to_string()),
    }
}
