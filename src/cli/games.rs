//! The verbs of the bot games: `apply`, `legal-moves`, `outcome`, on states or saved games.

use super::batch::Response;
use super::exit::Status;
use super::output::Output;
use super::result::{Extra, Findings, member};
use super::states::{ActionForm, StateQuestion, StateReader, States};
use super::{Context, Format};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, bots as codes};
use crate::games::{Game, GameName, Outcome};
use crate::notation::Kind;
use crate::protocol::explain::Tell;
use crate::protocol::record;
use crate::render::{Scene, Style};
use serde_json::value::RawValue;

/// Reads the name of a game.
pub(crate) fn parser() -> impl clap::builder::TypedValueParser<Value = GameName> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    let names = GameName::ALL.map(GameName::name);
    // Only names of games pass the first parser.
    PossibleValuesParser::new(names).map(|name| name.parse().unwrap_or(GameName::TicTacToe))
}

/// States or saved games, and the moves that may follow.
#[derive(clap::Args, Debug)]
pub(crate) struct Positions {
    #[command(flatten)]
    states: States,
    /// In a saved game: after so many moves [default: after the last]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
}

impl Positions {
    /// Answers each state, or the saved game's state after `--ply` moves.
    ///
    /// # Errors
    /// As [`States::answer`].
    fn answer<G: Game>(
        &self,
        context: &mut Context,
        most: usize,
        answer: impl Fn(&StateQuestion<'_, G::State>, &mut Vec<u8>) -> Response + Sync,
    ) -> anyhow::Result<Status> {
        let read = |text: &str| match self.read::<G>(text) {
            Ok(state) => (Some(state), Findings::default()),
            Err(faults) => (None, faults.into()),
        };
        let (state, action) = (Kind::GameRecord, Kind::BotReply);
        self.states.answer(
            context,
            &StateReader { state, action, most, value: ActionForm::Json, read },
            answer,
        )
    }

    fn read<G: Game>(&self, text: &str) -> Result<G::State, Diagnostics> {
        let no_ply = |message: String| {
            Diagnostics::from(Diagnostic::new(&codes::RECORD_PLY, Span::new(0, text.len()), message))
        };
        if !is_record(text) {
            let state = G::read_state(text)?;
            return match self.ply {
                None => Ok(state),
                Some(_) => Err(no_ply("this is a state, and --ply is for a saved game".to_owned())),
            };
        }
        let (record, faults) = record::read::<G>(text).into_parts();
        let record = record.ok_or(faults)?;
        let moves = record.moves.len();
        let ply = self.ply.unwrap_or(moves);
        let state = record.states().nth(ply);
        state.ok_or_else(|| no_ply(format!("the game has {moves} moves, there is no ply {ply}")))
    }
}

/// Whether a text is meant as a saved game.
fn is_record(text: &str) -> bool {
    crate::json::read(text).0.is_some_and(|value| value.get("initialState").is_some())
}

/// The state after the actions, played in order.
///
/// # Errors
/// The answer no, with what is wrong with the first action that is not legal.
fn after<G: Game>(asked: &StateQuestion<'_, G::State>, out: &mut Vec<u8>) -> Result<G::State, Response> {
    let mut state = asked.state.clone();
    for (index, text) in asked.actions.iter().enumerate() {
        match G::read_move(&state, text) {
            Ok(legal) => G::apply(&mut state, &legal),
            Err(faults) => {
                return Err(asked.refuse((index, text), Kind::GameRecord, &faults.into(), &[], out));
            }
        }
    }
    Ok(state)
}

/// The state after the moves.
pub(crate) fn apply<G: Game>(positions: &Positions, context: &mut Context) -> anyhow::Result<Status> {
    positions.answer::<G>(context, usize::MAX, |asked, out| {
        let state = match after::<G>(asked, out) {
            Ok(state) => G::write_state(&state),
            Err(refusal) => return refusal,
        };
        let line = format!("{state}\n");
        asked.answer(&line, &raw("state", state), Status::Yes, out)
    })
}

/// A member that is JSON text already.
fn raw(name: &'static str, json: String) -> Vec<Extra> {
    RawValue::from_string(json).map(|json| (name, json)).into_iter().collect()
}

#[derive(clap::Args, Debug)]
pub(crate) struct LegalMoves {
    #[command(flatten)]
    positions: Positions,
    /// Only how many there are
    #[arg(long)]
    count: bool,
}

/// Every legal move, sorted.
pub(crate) fn legal_moves<G: Tell>(arguments: &LegalMoves, context: &mut Context) -> anyhow::Result<Status> {
    let paints = context.output.colour;
    arguments.positions.answer::<G>(context, 0, |asked, out| {
        let mut moves: Vec<_> =
            G::legal_moves(&asked.state).iter().map(|of| (G::write_move(of), G::tell(of))).collect();
        moves.sort();
        let texts: Vec<_> = moves.iter().map(|(text, _)| text.as_str()).collect();
        let mut members = member("count", &moves.len());
        if arguments.count {
            return asked.answer(&format!("{}\n", moves.len()), &members, Status::Yes, out);
        }
        members.extend(raw("moves", format!("[{}]", texts.join(","))));
        let lines = match asked.question.format {
            Format::Human => Output::paint(&told(&moves), paints),
            _ => texts.iter().flat_map(|text| [text, "\n"]).collect(),
        };
        asked.answer(&lines, &members, Status::Yes, out)
    })
}

/// Moves with what each does.
fn told(moves: &[(String, String)]) -> Scene {
    let width = moves.iter().map(|(text, _)| text.len()).max().unwrap_or(0);
    let mut scene = Scene::new();
    for (text, meaning) in moves {
        scene.line().put(format!("{text:<width$}  "), Style::BOLD).put(meaning, Style::FAINT);
    }
    scene
}

/// How the game stands, or would stand after a move.
pub(crate) fn outcome<G: Tell>(positions: &Positions, context: &mut Context) -> anyhow::Result<Status> {
    positions.answer::<G>(context, 1, |asked, out| {
        let state = match after::<G>(asked, out) {
            Ok(state) => state,
            Err(refusal) => return refusal,
        };
        let Some(ended) = G::result(&state) else {
            let player = ["first", "second"][G::mover(&state) & 1];
            return say(asked, "continues", &format!("the {player} player is to move"), None, out);
        };
        // As the first player sees it.
        let word = ["won", "lost", "draw"][usize::from(ended.result % 3)];
        say(asked, word, &G::why(&ended), Some(ended), out)
    })
}

/// The outcome in a word or a sentence, or as members of the result object.
fn say<S>(
    asked: &StateQuestion<'_, S>,
    word: &str,
    reason: &str,
    ended: Option<Outcome>,
    out: &mut Vec<u8>,
) -> Response {
    let text = match asked.question.format {
        Format::Human => format!("{word}: {reason}\n"),
        _ => format!("{word}\n"),
    };
    let mut members = [member("outcome", &word), member("reason", &reason)].concat();
    members.extend(member("result", &ended.as_ref().map(|ended| ended.result)));
    members.extend(member("scores", &ended.as_ref().map(|ended| ended.scores)));
    members.extend(raw("metaData", ended.map_or_else(|| "null".to_owned(), |ended| ended.meta_data)));
    asked.answer(&text, &members, Status::Yes, out)
}
