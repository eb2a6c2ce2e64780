//! `apply raft`: prints the state after the actions, or the errors in the first action that cannot be applied.

use super::{ActionArgument, DrawnPiece, StateQuestion, answer, picture};
use crate::cli::advice::one_string;
use crate::cli::states::States;
use crate::cli::{Context, NoMembers, OutputFile, Response, Result, Seed, Status, input, result};
use crate::diagnostics::{Diagnostics, Source};
use crate::notation::Kind;
use crate::raft::Hand;
use crate::raft::rules::errors_in_text;
use crate::random::Random;
use std::ffi::OsString;
use std::sync::OnceLock;

/// Arguments of `apply raft`.
#[derive(clap::Args, Debug)]
pub(crate) struct Apply {
    #[command(flatten)]
    states: States,
    /// Draw these cards, given as a hand such as `AabBcCD`
    ///
    /// The first draw gets them. Repeat the option for later draws.
    #[arg(long, value_name = "CARDS")]
    cards: Vec<OsString>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: OutputFile,
}

/// The members that `apply raft` adds to the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Applied<'a> {
    /// `apply raft`: the state after the actions.
    state: [&'a str; 5],
    /// `apply raft`: the cards and tiles that were drawn.
    drawn: &'a [DrawnPiece],
}

struct Draws {
    /// The hands given in advance, one for each of the first draws.
    given: Vec<Hand>,
    seed: Seed,
    /// Seed for random draws, chosen at the first random draw.
    chosen: OnceLock<crate::random::Seed>,
}

pub(crate) fn apply(arguments: &Apply, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let mut source = Draws { given: Vec::new(), seed: arguments.seed, chosen: OnceLock::new() };
    for cards in &arguments.cards {
        let item = input::one(cards, "--cards", Kind::Hand)?;
        match item.read(context.error_colour) {
            Some(hand) => source.given.push(hand),
            None => return Ok(Status::No),
        }
    }
    answer(&arguments.states, context, usize::MAX, &|asked, out| apply_all(asked, &source, out))
}

/// Applies the actions in order, and stops at the first illegal action.
fn apply_all(asked: &StateQuestion<'_>, source: &Draws, out: &mut Vec<u8>) -> Response {
    let place = asked.question.place;
    let mut game = asked.state.clone();
    // Each state has its own random stream, so its draws are independent of other states. `n` starts at 1.
    let mut random = None;
    let mut dice = || Random::stream(*source.chosen.get_or_init(|| source.seed.get()), place.n as u64 - 1);
    let mut hands = source.given.iter();
    let (mut drawn, mut warnings) = (Vec::new(), String::new());
    for (index, text) in asked.actions.iter().enumerate() {
        let (request, kind, read) = ActionArgument::read(text);
        let Some(request) = request else {
            let mut response = asked.refuse((index, text), kind, &read.into(), NoMembers {}, out);
            response.err += &about_action(asked, index);
            return response;
        };
        let done = match request {
            ActionArgument::Action(action) => {
                game.apply(&action).map(|()| None).map_err(|faults| errors_in_text(text, &action, faults))
            }
            ActionArgument::Draw(draw) => {
                if let Some(hand) = hands.next() {
                    game.take_hand(draw, *hand).map(|()| Some(hand.to_string()))
                } else {
                    let cards = game.draw_hand(draw, random.get_or_insert_with(&mut dice));
                    cards.map(|cards| Some(cards.to_string()))
                }
            }
            ActionArgument::Tile => {
                let tile = game.draw_tile(random.get_or_insert_with(&mut dice));
                tile.map(|tile| Some(tile.to_string()))
            }
        };
        match done {
            Ok(what) => drawn.extend(what.map(|drawn| DrawnPiece { action: index, drawn })),
            Err(faults) => {
                let mut response =
                    asked.refuse((index, text), kind, &join(read, faults).into(), NoMembers {}, out);
                if let ActionArgument::Action(action) = request {
                    response.err += &picture(asked, &game.into_state().board, &action);
                }
                return response;
            }
        }
        let faults = read.lenient();
        warnings += &result::faults(asked.style(), asked.place(index), Source::whole(text), &faults);
    }
    for DrawnPiece { action, drawn } in &drawn {
        warnings += &format!("{}: drawn {drawn}\n", asked.place(*action).name);
    }
    for hand in hands {
        let before = place.name.before();
        warnings +=
            &format!("{before}--cards: {hand} was not drawn, because there are fewer draws than hands\n");
    }
    let after = game.into_state();
    let parts = after.parts();
    let members = Applied { state: parts.each_ref().map(|part| &**part), drawn: &drawn };
    let mut response = asked.answer(format!("{after}\n"), &members, Status::Yes, out);
    response.err += &warnings;
    response
}

/// In human-readable output, gives advice if the shell has split an action into several arguments.
fn about_action(asked: &StateQuestion<'_>, index: usize) -> String {
    let words: Vec<&str> = asked.actions[index..].iter().map(String::as_str).collect();
    let is_for_people = asked.style().is_for_people();
    let is_action = |text: &str| ActionArgument::read(text).0.is_some();
    let advice = is_for_people.then(|| one_string(&words, &is_action)).flatten();
    advice.map(|advice| advice + "\n").unwrap_or_default()
}

/// Combines the warnings from parsing an action with the errors from applying it.
fn join(read: Diagnostics, faults: Diagnostics) -> Diagnostics {
    let mut all = read.lenient();
    all.extend(faults);
    all.sort();
    all
}
