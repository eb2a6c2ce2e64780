//! The verbs of the bot games: `apply`, `legal-moves`, `outcome`, on a state or a saved game.

use super::exit::Status;
use super::input::{self, Item, NotText};
use super::kinds::Reading;
use super::output::note;
use super::result::{self, Extra, Name, Place};
use super::{Context, Format};
use crate::bots::explain::Tell;
use crate::bots::{Game, GameName, Outcome, record};
use crate::diagnostics::Diagnostics;
use crate::diagnostics::json;
use crate::notation::Kind;
use crate::render::{Scene, Style};
use serde_json::value::RawValue;
use std::ffi::{OsStr, OsString};

/// Reads the name of a game.
pub(crate) fn parser() -> impl clap::builder::TypedValueParser<Value = GameName> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    let names = GameName::ALL.map(GameName::name);
    // Only names of games pass the first parser.
    PossibleValuesParser::new(names).map(|name| name.parse().unwrap_or(GameName::TicTacToe))
}

/// A position on the command line.
#[derive(clap::Args, Debug)]
struct Position {
    /// The state as a JSON object, or a saved game; `@PATH` for a file, `-` for standard input
    #[arg(value_name = "STATE")]
    state: OsString,
    /// In a saved game: after so many moves [default: after the last]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
}

/// Why a verb cannot answer: what was refused, and every fault of it.
struct Refusal {
    /// Where the text came from.
    name: String,
    /// The text.
    text: String,
    /// Which of the actions it is, from 0; none for the state.
    action: Option<usize>,
    faults: Diagnostics,
}

impl Refusal {
    /// Tells it, and ends the verb with 1.
    ///
    /// # Errors
    /// Writing fails.
    fn tell(&self, context: &mut Context) -> anyhow::Result<Status> {
        let Self { name, text, action, faults } = self;
        if context.format() == Format::Json {
            let reading = Reading { canonical: None, faults: faults.clone() };
            let extra: Vec<_> = action.iter().map(|action| result::extra("action", action)).collect();
            let extra = extra.into_iter().collect::<Result<Vec<_>, _>>()?;
            return object(context, text, &reading, Status::No, &extra);
        }
        let (name, colour) = (Name::Source(name), context.output.error_colour);
        note(result::faults(context.format(), name, Kind::GameRecord, text, faults, colour).trim_end());
        Ok(Status::No)
    }
}

/// Writes the result object.
fn object(
    context: &mut Context,
    text: &str,
    reading: &Reading,
    status: Status,
    extra: &[Extra],
) -> anyhow::Result<Status> {
    let place = Place { n: 1, id: None, name: Name::Source("state") };
    let mut out = Vec::new();
    result::json(&mut out, place, Kind::GameRecord, text, reading, status == Status::Yes, extra);
    context.output.write(out)?;
    Ok(status)
}

/// Writes the result object of a question that has an answer.
fn answered(context: &mut Context, extra: &[Extra]) -> anyhow::Result<Status> {
    object(context, "", &Reading::default(), Status::Yes, extra)
}

impl Position {
    /// The state, or the saved game's state after `--ply` moves.
    ///
    /// # Errors
    /// The file cannot be read, or the saved game has not so many moves.
    fn read<G: Game>(&self) -> anyhow::Result<Result<G::State, Refusal>> {
        let Item { name, text } = input::one(&self.state, "state", Kind::GameRecord)?;
        let text = match text {
            Ok(text) => text,
            Err(NotText { lossy, faults }) => {
                return Ok(Err(Refusal { name, text: lossy, action: None, faults }));
            }
        };
        if !is_record(&text) {
            anyhow::ensure!(self.ply.is_none(), "--ply is for a saved game, not for a state");
            return Ok(G::read_state(&text).map_err(|faults| Refusal { name, text, action: None, faults }));
        }
        let (record, faults) = record::read::<G>(&text);
        let Some(record) = record else {
            return Ok(Err(Refusal { name, text, action: None, faults }));
        };
        let moves = record.moves.len();
        let ply = self.ply.unwrap_or(moves);
        let state = record.states().nth(ply);
        Ok(Ok(state.ok_or_else(|| anyhow::anyhow!("the game has {moves} moves, there is no ply {ply}"))?))
    }

    /// The state after the actions, played in order.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    fn after<G: Game>(&self, actions: &[OsString]) -> anyhow::Result<Result<G::State, Refusal>> {
        let mut state = match self.read::<G>()? {
            Ok(state) => state,
            Err(refusal) => return Ok(Err(refusal)),
        };
        for (index, action) in actions.iter().enumerate() {
            let (name, text) = action_text(action, index)?;
            let played = match text {
                Ok(text) => G::read_move(&state, &text).map_err(|faults| (text, faults)),
                Err(NotText { lossy, faults }) => Err((lossy, faults)),
            };
            match played {
                Ok(legal) => G::apply(&mut state, &legal),
                Err((text, faults)) => {
                    return Ok(Err(Refusal { name, text, action: Some(index), faults }));
                }
            }
        }
        Ok(Ok(state))
    }
}

/// Whether a text is meant as a saved game.
fn is_record(text: &str) -> bool {
    crate::bots::json::read(text).0.is_some_and(|value| value.get("initialState").is_some())
}

/// The text of an action: itself, a file's or standard input's, without a line end.
fn action_text(action: &OsStr, index: usize) -> anyhow::Result<(String, Result<String, NotText>)> {
    let Item { name, text } = input::one(action, &format!("action {}", index + 1), Kind::BotReply)?;
    Ok((name, text))
}

#[derive(clap::Args, Debug)]
pub(crate) struct Apply {
    #[command(flatten)]
    position: Position,
    /// The moves in order, each as its JSON text
    #[arg(value_name = "ACTION", required = true, allow_negative_numbers = true)]
    actions: Vec<OsString>,
}

/// The state after the moves.
pub(crate) fn apply<G: Game>(arguments: &Apply, context: &mut Context) -> anyhow::Result<Status> {
    let state = match arguments.position.after::<G>(&arguments.actions)? {
        Ok(state) => state,
        Err(refusal) => return refusal.tell(context),
    };
    let text = G::write_state(&state);
    if context.format() == Format::Json {
        return answered(context, &[("state", RawValue::from_string(text)?)]);
    }
    context.output.line(text)?;
    Ok(Status::Yes)
}

#[derive(clap::Args, Debug)]
pub(crate) struct LegalMoves {
    #[command(flatten)]
    position: Position,
    /// Only how many there are
    #[arg(long)]
    count: bool,
}

/// Every legal move, sorted.
pub(crate) fn legal_moves<G: Tell>(arguments: &LegalMoves, context: &mut Context) -> anyhow::Result<Status> {
    let state = match arguments.position.read::<G>()? {
        Ok(state) => state,
        Err(refusal) => return refusal.tell(context),
    };
    let mut moves: Vec<_> =
        G::legal_moves(&state).iter().map(|of| (G::write_move(of), G::tell(of))).collect();
    moves.sort();
    match context.format() {
        Format::Json => {
            let list = moves.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(",");
            let list = RawValue::from_string(format!("[{list}]"))?;
            let extra = [result::extra("count", &moves.len())?, ("moves", list)];
            return answered(context, if arguments.count { &extra[..1] } else { &extra });
        }
        _ if arguments.count => context.output.line(moves.len().to_string())?,
        Format::Plain => {
            for (text, _) in moves {
                context.output.line(text)?;
            }
        }
        Format::Human => {
            let width = moves.iter().map(|(text, _)| text.len()).max().unwrap_or(0);
            let mut scene = Scene::new();
            for (text, meaning) in moves {
                scene.line().put(format!("{text:<width$}  "), Style::BOLD).put(meaning, Style::FAINT);
            }
            context.output.scene(&scene)?;
        }
    }
    Ok(Status::Yes)
}

#[derive(clap::Args, Debug)]
pub(crate) struct Ended {
    #[command(flatten)]
    position: Position,
    /// A move to play first
    #[arg(value_name = "ACTION", allow_negative_numbers = true)]
    action: Option<OsString>,
}

/// The outcome of a game of two, as the first player sees it.
#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct OutcomeOut {
    outcome: &'static str,
    reason: String,
    result: Option<u8>,
    scores: Option<[i64; 2]>,
    meta_data: Option<Box<RawValue>>,
}

pub(crate) fn outcome<G: Tell>(arguments: &Ended, context: &mut Context) -> anyhow::Result<Status> {
    let state = match arguments.position.after::<G>(arguments.action.as_slice())? {
        Ok(state) => state,
        Err(refusal) => return refusal.tell(context),
    };
    let out = match G::result(&state) {
        None => {
            let player = ["first", "second"][G::mover(&state) & 1];
            let reason = format!("the {player} player is to move");
            OutcomeOut { outcome: "continues", reason, result: None, scores: None, meta_data: None }
        }
        Some(ended) => over::<G>(ended),
    };
    match context.format() {
        Format::Json => context.output.line(json::text(&out)?)?,
        Format::Plain => context.output.line(out.outcome)?,
        Format::Human => context.output.line(format!("{}: {}", out.outcome, out.reason))?,
    }
    Ok(Status::Yes)
}

/// A game that has ended.
fn over<G: Tell>(ended: Outcome) -> OutcomeOut {
    OutcomeOut {
        outcome: ["won", "lost", "draw"][usize::from(ended.result % 3)],
        reason: G::why(&ended),
        result: Some(ended.result),
        scores: Some(ended.scores),
        meta_data: RawValue::from_string(ended.meta_data).ok(),
    }
}
