//! `outcome raft`: reports a game's outcome and the reason for it.

use super::{ActionArgument, CatOut, StateQuestion, answer, painted, picture};
use crate::cli::states::States;
use crate::cli::{Context, Format, NoMembers, OutputFile, Response, Result, Status};
use crate::diagnostics::Diagnostics;
use crate::raft::rules::{CutOffCat, Loss, Outcome, errors_in_text};
use crate::raft::{Colour, Position};
use crate::render::{self, Look};

/// Arguments of `outcome raft`.
#[derive(clap::Args, Debug)]
pub(crate) struct OutcomeArguments {
    #[command(flatten)]
    states: States,
    #[command(flatten)]
    output: OutputFile,
}

/// The members that `outcome raft` adds to the result object.
#[derive(Default, serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Over {
    /// `outcome raft`: `continues`, `won` or `lost`.
    outcome: &'static str,
    /// `outcome raft`: the reason for the outcome as a word such as `cut-off`, or `null` if the game continues.
    reason: Option<&'static str>,
    /// `outcome raft`: the cats that are cut off.
    #[serde(skip_serializing_if = "Option::is_none")]
    cats: Option<Vec<CatOut>>,
    /// `outcome raft`: the tile that fits nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<String>,
    /// `outcome raft`: the number of cards that are left in the decks.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
}

pub(crate) fn outcome(arguments: &OutcomeArguments, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    answer(&arguments.states, context, 1, &|asked, out| {
        let Some(text) = asked.actions.first() else { return write(asked, &asked.state.outcome(), out) };
        let (request, kind, read) = ActionArgument::read(text);
        let outcome = match request {
            None => Err(read),
            Some(ActionArgument::Action(action)) => {
                asked.state.outcome_after(&action).map_err(|faults| errors_in_text(text, &action, faults))
            }
            Some(ActionArgument::Draw(_)) => Ok(asked.state.outcome_of_drawing_hand()),
            Some(ActionArgument::Tile) => Ok::<_, Diagnostics>(asked.state.outcome_of_drawing_tile()),
        };
        match outcome {
            Ok(outcome) => write(asked, &outcome, out),
            Err(faults) => {
                let mut response = asked.refuse((0, text), kind, &faults.into(), NoMembers {}, out);
                if let Some(ActionArgument::Action(action)) = request {
                    response.err += &picture(asked, &asked.state.state().board, &action);
                }
                response
            }
        }
    })
}

fn write(asked: &StateQuestion<'_>, outcome: &Outcome, out: &mut Vec<u8>) -> Response {
    let text = match (asked.style().format, outcome) {
        (Format::Plain, _) => outcome.name().to_owned(),
        (_, Outcome::Continues) => "the game goes on".to_owned(),
        (_, Outcome::Won) => "won: every cat is on the raft".to_owned(),
        (_, Outcome::Lost(loss)) => format!("lost: {}", in_words(loss)),
    };
    let mut members = Over { outcome: outcome.name(), reason: reason(outcome), ..Over::default() };
    match outcome {
        Outcome::Lost(Loss::CutOffCats(cats)) => members.cats = Some(cats.iter().map(CatOut::from).collect()),
        Outcome::Lost(Loss::NoPlacement(tile)) => members.tile = Some(tile.to_string()),
        Outcome::Lost(Loss::TooFewCards { left }) => members.left = Some(*left),
        _ => {}
    }
    let shown = format!("{text}\n{}", picture_of(asked, outcome));
    asked.answer(shown, &members, Status::Yes, out)
}

/// For human-readable output, draws the cats that are cut off (if any), and the squares that stop them.
fn picture_of(asked: &StateQuestion<'_>, outcome: &Outcome) -> String {
    let Outcome::Lost(Loss::CutOffCats(cats)) = outcome else { return String::new() };
    if asked.style().format != Format::Human {
        return String::new();
    }
    let squares: Vec<Position> =
        cats.iter().flat_map(|cat| cat.stopped_by.iter().copied().chain([cat.at])).collect();
    let scene = render::raft::marked(&asked.state.state().board, &squares).scene(&Look::PIPE);
    format!("\n{}", painted(&scene, asked.style().colour))
}

fn reason(outcome: &Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Continues => None,
        Outcome::Won => Some("all-home"),
        Outcome::Lost(loss) => Some(loss.name()),
    }
}

fn in_words(loss: &Loss) -> String {
    match loss {
        Loss::CutOffCats(cats) => cats.iter().map(cat_in_words).collect::<Vec<_>>().join("\nlost: "),
        Loss::NoPlacement(tile) => format!("tile `{tile}` fits nowhere"),
        Loss::NoLegalAction => {
            "the hand has cards, but no card can be placed and no cat can be moved".to_owned()
        }
        Loss::EmptyBag => "a tile must be drawn, but the bag is empty".to_owned(),
        Loss::TooFewCards { left } => format!("a draw needs six cards, but the decks contain only {left}"),
    }
}

fn cat_in_words(cat: &CutOffCat) -> String {
    let walls: Vec<String> = cat.stopped_by.iter().map(|at| format!("{:?}", at.coordinates())).collect();
    let colour = cat.colour.map_or("wild", Colour::name);
    format!(
        "the {colour} cat at {:?} cannot reach the raft; it is stopped by {}",
        cat.at.coordinates(),
        walls.join(" ")
    )
}
