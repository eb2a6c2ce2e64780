//! `generate raft-state` and `generate raft-game`: write random states and games of Race to the Raft.

use super::player_options::{PlayerName, SearchLimit};
use super::program_options::ProgramOptions;
use crate::cli::batch::threads;
use crate::cli::{Context, Format, OutputFile, Result, Seed, Status};
use crate::raft::generate::{PlayedStep, Playout, Step, official_start, random_state};
use crate::raft::player::Session;
use crate::raft::record::RaftRecord;
use crate::random::{self, Random};

/// Arguments shared by `generate raft-state` and `generate raft-game`.
#[derive(clap::Args, Debug)]
pub(crate) struct Generate {
    /// Generate N states
    #[arg(long, short_alias = 'n', value_name = "N", default_value_t = 1)]
    count: u64,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// Arguments of `generate raft-game`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("count", |count| count.help("Generate N games")))]
pub(crate) struct GenerateGames {
    #[command(flatten)]
    games: Generate,
    /// Write one object per step instead of one record per game
    ///
    /// Each object describes one step, with the state before it and the state after it.
    #[arg(long)]
    steps: bool,
    /// Let this player act [default: random actions]
    ///
    /// The player is `best`, `greedy`, `random` or a program, as in `command ./player`.
    #[arg(long, value_name = "PLAYER", value_parser = PlayerName::read)]
    player: Option<PlayerName>,
    /// Play this official challenge [default: a random one]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=39), requires = "player")]
    challenge: Option<u8>,
    #[command(flatten)]
    limit: SearchLimit,
    #[command(flatten)]
    program: ProgramOptions,
}

impl GenerateGames {
    /// Plays a game. A program is restarted for each game.
    ///
    /// # Errors
    /// Returns an error if a program cannot be started, or if its answer is missing or illegal.
    fn game(&self, seed: random::Seed, number: u64) -> Result<Vec<PlayedStep>> {
        let Some(name) = &self.player else {
            return Ok(Playout::new(Random::stream(seed, number)).collect());
        };
        let mut random = Random::stream(seed, number);
        let Some(game) = official_start(self.challenge.map(usize::from), &mut random) else {
            return Ok(Vec::new());
        };
        let mut player = name.player(self.limit.get(), threads(None), &self.program)?;
        let mut session = Session::new(game, random.bits());
        while session.outcome().continues() && player.advance(&mut session, &mut random)? {}
        Ok(session.steps().to_vec())
    }
}

/// One step of a game, written as one line.
#[derive(serde::Serialize)]
pub(crate) struct StepOut {
    /// Number of the game, starting at 1.
    game: u64,
    state: [String; 5],
    /// An action, a draw or `tile`.
    action: String,
    /// The cards or the tile drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<String>,
    next: [String; 5],
    /// `won` or `lost`, or `null` while the game goes on.
    outcome: Option<&'static str>,
}

pub(crate) fn generate_states(arguments: &Generate, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let seed = arguments.seed.get();
    for number in 0..arguments.count {
        let state = random_state(Random::stream(seed, number));
        let json = context.format() == Format::Json;
        let line = if json { crate::diagnostics::json::text(&state.parts())? } else { state.to_string() };
        context.line(line)?;
    }
    Ok(Status::Yes)
}

pub(crate) fn generate_games(arguments: &GenerateGames, context: &mut Context) -> Result<Status> {
    let GenerateGames { games, steps, .. } = arguments;
    games.output.open(context)?;
    let seed = games.seed.get();
    for number in 0..games.count {
        if !steps {
            let record = RaftRecord::new(arguments.game(seed, number)?);
            // A game without steps is written as an empty line.
            context.line(record.map_or_else(|_| String::new(), |record| record.to_string()))?;
            continue;
        }
        for played in arguments.game(seed, number)? {
            let (action, drawn) = match *played.step() {
                Step::Action(action) => (action.to_string(), None),
                Step::Draw(draw, cards) => (draw.to_string(), Some(cards.to_string())),
                Step::Tile(tile) => ("tile".to_owned(), Some(tile.to_string())),
            };
            let outcome = Some(played.outcome().name()).filter(|_| !played.outcome().continues());
            let (state, next) = (played.before().parts(), played.after().parts());
            let out = StepOut { game: number + 1, state, action, drawn, next, outcome };
            context.json(&out)?;
        }
    }
    Ok(Status::Yes)
}
