//! `apply`, `legal-moves` and `outcome` for the bot games.

use super::states::{StateAnswer, StateQuestion, StateReader, States};
use super::{Context, Findings, Format, NoMembers, OutputFile, Response, Result, Status, painted};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::games::{GameJson, GameResult, GameWords, Outcome, Seat};
use crate::notation::Kind;
use crate::protocol::{Position, read_position};
use crate::render::{Scene, Style};
use serde_json::value::RawValue;

/// Arguments of a verb for bot games: states or saved games, and moves.
#[derive(clap::Args, Debug)]
pub(crate) struct Positions {
    #[command(flatten)]
    states: States,
    /// Play only the first N moves of a saved game [default: all]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    #[command(flatten)]
    output: OutputFile,
}

impl Positions {
    /// Writes an answer for each state. For a saved game, uses the state after `--ply` moves.
    ///
    /// # Errors
    /// Returns the same errors as [`States::answer`].
    fn answer<G: GameJson>(
        &self,
        context: &mut Context,
        most: usize,
        answer: &StateAnswer<'_, G::State>,
    ) -> Result<Status> {
        let read = |text: &str| match self.read::<G>(text) {
            Ok(state) => (Some(state), Findings::default()),
            Err(faults) => (None, faults.into()),
        };
        let (state, action) = (Kind::GameRecord, Kind::BotReply);
        self.states.answer(
            context,
            &StateReader { state, action, most, takes_json: true, read: &read },
            answer,
        )
    }

    fn read<G: GameJson>(&self, text: &str) -> Result<G::State, Diagnostics> {
        let no_ply = |message: String| {
            Diagnostics::from(Diagnostic::new(&codes::bots::RECORD_PLY, Span::new(0, text.len()), message))
        };
        let record = match (read_position::<G>(text)?, self.ply) {
            (Position::State(state), None) => return Ok(state),
            (Position::State(_), Some(_)) => {
                return Err(no_ply("--ply requires a saved game, but this is a state".to_owned()));
            }
            (Position::Record(record), _) => record,
        };
        let moves = record.moves().len();
        let ply = self.ply.unwrap_or(moves);
        let state = record.states().nth(ply);
        state.ok_or_else(|| no_ply(format!("the game has {moves} moves, so there is no ply {ply}")))
    }
}

/// Applies the given actions in order and returns the resulting state.
///
/// # Errors
/// If an action is illegal, returns a negative answer that lists its errors.
fn after<G: GameJson>(asked: &StateQuestion<'_, G::State>, out: &mut Vec<u8>) -> Result<G::State, Response> {
    let mut state = asked.state.clone();
    for (index, text) in asked.actions.iter().enumerate() {
        match G::parse_move(&state, text) {
            Ok(legal) => G::apply(&mut state, &legal),
            Err(faults) => {
                return Err(asked.refuse((index, text), Kind::GameRecord, &faults.into(), NoMembers {}, out));
            }
        }
    }
    Ok(state)
}

pub(crate) fn apply<G: GameJson>(positions: &Positions, context: &mut Context) -> Result<Status> {
    positions.output.open(context)?;
    positions.answer::<G>(context, usize::MAX, &|asked, out| {
        let state = match after::<G>(asked, out) {
            Ok(state) => G::write_state(&state),
            Err(refusal) => return refusal,
        };
        let line = format!("{state}\n");
        asked.answer(line, &StateOut { state: raw(state) }, Status::Yes, out)
    })
}

/// Embeds JSON text unchanged.
fn raw(json: String) -> Option<Box<RawValue>> {
    RawValue::from_string(json).ok()
}

/// Members of the result object of `apply`.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct StateOut<S> {
    /// `apply`: the state after the actions, in the form that the game uses. If a placement is wrong, `apply penguins`
    /// gives the state before this placement.
    pub(crate) state: S,
}

/// Members of the result object of `legal-moves`.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct MovesOut<M> {
    /// `legal-moves`: the number of moves.
    pub(crate) count: u64,
    /// `legal-moves`: the moves, in the form that the game uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<Vec<M>>,
}

/// Members of the result object of `outcome` for bot games.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OutcomeOut<'a> {
    /// `outcome` of a bot game: a word such as `continues` or `draw`.
    outcome: &'a str,
    /// `outcome` of a bot game: the reason for the outcome as a sentence.
    reason: &'a str,
    /// `outcome` of a bot game: the result for the first player (0 win, 1 loss, 2 draw), or `null` if the game
    /// continues.
    result: Option<u8>,
    /// `outcome` of a bot game: the scores, or `null` if the game continues.
    scores: Option<[i64; 2]>,
    /// `outcome` of a bot game: the details of the score, which the server calls `metaData`, or `null` if the game
    /// continues.
    meta_data: Option<Box<RawValue>>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct LegalMoves {
    #[command(flatten)]
    positions: Positions,
    /// Print only the number of legal moves
    #[arg(long)]
    count: bool,
}

/// Answers with every legal move, in sorted order.
pub(crate) fn legal_moves<G: GameWords>(arguments: &LegalMoves, context: &mut Context) -> Result<Status> {
    arguments.positions.output.open(context)?;
    let paints = context.colour;
    arguments.positions.answer::<G>(context, 0, &|asked, out| {
        let mut moves: Vec<_> =
            G::legal_moves(&asked.state).iter().map(|of| (G::write_move(of), G::describe_move(of))).collect();
        moves.sort();
        let texts: Vec<_> = moves.iter().map(|(text, _)| text.as_str()).collect();
        let count = texts.len() as u64;
        if arguments.count {
            let members = MovesOut::<()> { count, moves: None };
            return asked.answer(format!("{count}\n"), &members, Status::Yes, out);
        }
        let members =
            MovesOut { count, moves: Some(texts.iter().map(|text| raw((*text).to_owned())).collect()) };
        let lines = match asked.style().format {
            Format::Human => painted(&told(&moves), paints),
            _ => texts.iter().flat_map(|text| [text, "\n"]).collect(),
        };
        asked.answer(lines, &members, Status::Yes, out)
    })
}

fn told(moves: &[(String, String)]) -> Scene {
    let width = moves.iter().map(|(text, _)| text.len()).max().unwrap_or(0);
    let mut scene = Scene::new();
    for (text, meaning) in moves {
        scene.line().put(format!("{text:<width$}  "), Style::BOLD).put(meaning, Style::FAINT);
    }
    scene
}

/// Reports the outcome of a state or, if a move is given, the outcome after this move.
pub(crate) fn outcome<G: GameWords>(positions: &Positions, context: &mut Context) -> Result<Status> {
    positions.output.open(context)?;
    positions.answer::<G>(context, 1, &|asked, out| {
        let state = match after::<G>(asked, out) {
            Ok(state) => state,
            Err(refusal) => return refusal,
        };
        let Some(ended) = G::result(&state) else {
            let player = ["first", "second"][G::mover(&state)];
            return say(asked, "continues", &format!("the {player} player is to move"), None, out);
        };
        // The word describes the result for the first player.
        let word = match ended.result_for(Seat::First) {
            GameResult::Won => "won",
            GameResult::Lost => "lost",
            GameResult::Drawn => "draw",
        };
        say(asked, word, &G::describe_outcome(&ended), Some(&ended), out)
    })
}

fn say<S>(
    asked: &StateQuestion<'_, S>,
    word: &str,
    reason: &str,
    ended: Option<&Outcome>,
    out: &mut Vec<u8>,
) -> Response {
    let text = match asked.style().format {
        Format::Human => format!("{word}: {reason}\n"),
        _ => format!("{word}\n"),
    };
    let members = OutcomeOut {
        outcome: word,
        reason,
        result: ended.map(|ended| ended.result_for(Seat::First).number()),
        scores: ended.map(Outcome::scores),
        meta_data: ended.and_then(|ended| raw(ended.meta_data().to_owned())),
    };
    asked.answer(text, &members, Status::Yes, out)
}
