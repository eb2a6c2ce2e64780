//! The verbs of Race to the Raft: `setup`, `apply raft`, `legal-moves raft`, `outcome raft`, `perft`,
//! `generate raft-state` and `generate raft-game`.

mod apply;
mod board;
mod generate;
mod legal_moves;
mod outcome;
mod setup;

pub(crate) use apply::{Apply, apply};
pub(crate) use board::{action_fits, board, read_action_on};
pub(crate) use generate::{Generate, generate_games, generate_states};
pub(crate) use legal_moves::{LegalMoves, Perft, legal_moves, perft};
pub(crate) use outcome::{OutcomeArguments, outcome};
pub(crate) use setup::{Setup, setup};

use super::batch::{BatchOptions, Question, Run, Verdict, refuse};
use super::exit::Status;
use super::input::Inputs;
use super::kinds::Reading;
use super::result::member;
use super::{Context, Format, result};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, text as codes};
use crate::notation::{Kind, Notation};
use crate::raft::rules::read_action;
use crate::raft::{Action, CatAction, Draw, Game, State};
use serde_json::value::RawValue;
use std::ffi::OsString;
use std::path::PathBuf;

/// A state and what may follow it, or a stream of states.
#[derive(clap::Args, Debug)]
pub(crate) struct States {
    /// The state (`-` for standard input, `@PATH` for a file), then actions where the verb takes any. In a batch,
    /// where states are read from a stream, the actions alone
    #[arg(value_name = "STATE")]
    words: Vec<OsString>,
    /// Read the state from a file
    #[arg(long, value_name = "PATH")]
    file: Vec<PathBuf>,
    #[command(flatten)]
    batch: BatchOptions,
}

impl States {
    /// Answers each state that can be played on; one that cannot is answered with its faults.
    ///
    /// # Errors
    /// Reading or writing fails, or more words are given than the verb takes.
    fn answer(
        &self,
        context: &mut Context,
        most_actions: usize,
        answer: impl Fn(&Asked<'_>, &mut Vec<u8>) -> Verdict + Sync,
    ) -> anyhow::Result<Status> {
        let Self { words, file, batch } = self;
        let streamed = batch.lines || batch.null || batch.jsonl || !file.is_empty();
        let (state, actions) = words.split_at(usize::from(!streamed).min(words.len()));
        anyhow::ensure!(
            actions.len() <= most_actions,
            "{} words more than the verb takes",
            actions.len() - most_actions
        );
        let inputs = Inputs { inputs: state.to_vec(), file: file.clone() };
        let given: Vec<String> = actions.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let colour = context.output.error_colour;
        let run = Run { inputs: &inputs, batch, kind: Kind::State, format: context.format };
        run.answer(&mut context.output, |question, out| {
            let (state, mut faults) = State::read(question.text);
            let canonical = state.as_ref().map(ToString::to_string);
            let usable = faults.only_canon();
            let game = state
                .filter(|_| usable)
                .and_then(|state| Game::new(state).map_err(|why| faults.extend(why)).ok());
            let reading = Reading { canonical, faults: faults.lenient() };
            match (game, Members::of(question)) {
                (Some(game), Ok(members)) => {
                    answer(&Asked { question, game, reading, given: &given, members, colour }, out)
                }
                (_, Err(faults)) => {
                    let reading = Reading { canonical: None, faults };
                    refuse(question, Kind::State, "", &reading, &[], colour, out)
                }
                (None, _) => refuse(question, Kind::State, question.text, &reading, &[], colour, out),
            }
        })
    }
}

/// What the object of a batch's line says beside its state.
#[derive(Debug, Default, serde::Deserialize)]
struct Members {
    action: Option<String>,
    actions: Option<Vec<String>>,
    tile: Option<String>,
}

impl Members {
    fn of(question: &Question<'_>) -> Result<Self, Diagnostics> {
        let members =
            question.members.map_or(Ok(Self::default()), |json| serde_json::from_str(RawValue::get(json)));
        members.map_err(|_| {
            let message = "`action` and `tile` are strings and `actions` is a list of strings";
            Diagnostic::new(&codes::NOT_JSON, Span::at(0), message).into()
        })
    }
}

/// A state that can be played on, and what is asked of it.
struct Asked<'a> {
    question: &'a Question<'a>,
    game: Game,
    reading: Reading,
    given: &'a [String],
    members: Members,
    colour: bool,
}

impl Asked<'_> {
    /// The actions asked for: those of the batch's line, or those given.
    fn actions(&self) -> Vec<&str> {
        let of_line = self.members.action.iter().chain(self.members.actions.iter().flatten());
        let of_line: Vec<&str> = of_line.map(String::as_str).collect();
        if of_line.is_empty() { self.given.iter().map(String::as_str).collect() } else { of_line }
    }

    /// An answer in lines; in JSON, in members of the result object. What was wrong with the state's order and
    /// spelling goes to standard error.
    fn answer(&self, text: &str, extra: &[result::Extra], status: Status, out: &mut Vec<u8>) -> Verdict {
        let Question { place, format, text: state, .. } = *self.question;
        if format == Format::Json {
            result::json(out, place, Kind::State, state, &self.reading, status == Status::Yes, extra);
            return status.into();
        }
        out.extend(text.bytes());
        let faults = &self.reading.faults;
        Verdict { err: result::faults(format, place.name, Kind::State, state, faults, self.colour), status }
    }

    /// The answer no: a member of the batch's line cannot be used.
    fn refuse_line(&self, why: &str, out: &mut Vec<u8>) -> Verdict {
        let faults = Diagnostic::new(&codes::NOT_JSON, Span::at(0), why).into();
        let reading = Reading { canonical: None, faults };
        refuse(self.question, Kind::State, "", &reading, &[], self.colour, out)
    }

    /// The answer no, with what is wrong with an action.
    fn refuse(
        &self,
        index: usize,
        text: &str,
        kind: Kind,
        faults: Diagnostics,
        out: &mut Vec<u8>,
    ) -> Verdict {
        let Question { place, format, .. } = *self.question;
        let name = format!("action {}", index + 1);
        let place = result::Place { name: result::Name::Source(&name), ..place };
        let question = Question { place, text, members: None, format };
        let reading = Reading { canonical: None, faults };
        refuse(&question, kind, text, &reading, &member("action", &index), self.colour, out)
    }
}

/// What an action argument asks for.
#[derive(Clone, Copy, Debug)]
enum Request {
    /// A card, a tile or a cat.
    Act(Action),
    /// A hand.
    Draw(Draw),
    /// A tile out of the bag: `tile`.
    Tile,
}

impl Request {
    /// Reads an action, a draw, or the word `tile`; with the kind its faults are told as.
    fn read(text: &str) -> (Option<Self>, Kind, Diagnostics) {
        if text == "tile" {
            return (Some(Self::Tile), Kind::Action, Diagnostics::new());
        }
        // A draw goes on with a deck after its first count, or ends there; actions have two digits at least.
        let mut letters = text.chars();
        let starts = letters.next().is_some() && letters.next().is_some_and(|second| second.is_ascii_digit());
        if starts && letters.next().is_none_or(|third| !third.is_ascii_digit()) {
            let (draw, faults) = Draw::read(text);
            return (draw.filter(|_| faults.only_canon()).map(Self::Draw), Kind::Draw, faults);
        }
        let (action, faults) = read_action(text);
        (action.filter(|_| faults.only_canon()).map(Self::Act), Kind::Action, faults)
    }
}

/// The faults of an action with their spans in the text it was read from: its discards may stand in another order
/// than in the canonical string.
fn respan(text: &str, action: &Action, faults: Diagnostics) -> Diagnostics {
    let Action::Cat(CatAction { discard, second: Some(_), .. }) = action else { return faults };
    if text.get(9..11) == Some(discard.to_string().as_str()) {
        return faults;
    }
    let swapped = |span| match span {
        Span { start: 9, end: 11 } => Span::new(11, 13),
        Span { start: 11, end: 13 } => Span::new(9, 11),
        other => other,
    };
    let mut faults: Diagnostics =
        faults.into_iter().map(|fault| Diagnostic { span: swapped(fault.span), ..fault }).collect();
    faults.sort();
    faults
}
