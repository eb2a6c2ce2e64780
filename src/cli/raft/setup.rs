//! `setup`: prints the starting state of a challenge.

use crate::cli::input::{self, NotText};
use crate::cli::place::{Name, Place};
use crate::cli::{Context, Format, NoMembers, Result, Seed, Status, TextOrPicture, advice, note, result};
use crate::diagnostics::{Diagnostic, Diagnostics, Source, Span, codes, escape};
use crate::notation::{Kind, Notation as _};
use crate::raft::catalogue::{official_challenges, similar_name};
use crate::raft::setup::{IslandChoice, choices_string, choose_islands, initial_state, read_islands};
use crate::raft::{Challenge, PlayableState};
use crate::random::{self, Random};
use crate::render;
use std::ffi::OsString;
use std::io::IsTerminal as _;

/// Arguments of `setup`.
#[derive(clap::Args, Debug)]
pub(crate) struct Setup {
    /// Challenge string, or official name or number [default: standard input]
    ///
    /// `@PATH` reads a file, and `-` reads standard input.
    #[arg(value_name = "CHALLENGE|NAME|NUMBER")]
    challenge: Option<OsString>,
    /// Choose the islands, as in `1f0,2f0,3p180,4p0`
    ///
    /// Each island has its number, its side (`f` for fire, `p` for plain) and its rotation in degrees
    /// (0, 90, 180 or 270).
    #[arg(long, value_name = "ISLANDS")]
    islands: Option<String>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: TextOrPicture,
}

#[derive(serde::Serialize)]
pub(crate) struct SetupOut<'a> {
    challenge: String,
    /// The islands, in the format that `--islands` accepts.
    islands: String,
    /// The board, decks, hand, exhausted cats and fire bag.
    state: &'a [String; 5],
}

pub(crate) fn setup(arguments: &Setup, context: &mut Context) -> Result<Status> {
    let is_terminal = || std::io::stdin().is_terminal();
    anyhow::ensure!(arguments.challenge.is_some() || !is_terminal(), "{}", name_a_challenge("setup"));
    let picture = arguments.output.open(context)?;
    let Some((challenge, islands)) = read(arguments, || arguments.seed.get(), context)? else {
        return Ok(Status::No);
    };
    let state = initial_state(&challenge, &islands)?;
    let islands = choices_string(&islands);
    note(format!("--islands {islands}"));
    if let Some(options) = picture {
        options.save("The starting state", vec![render::raft::state(&state).into()], context)?;
        return Ok(Status::Yes);
    }
    if context.format() == Format::Json {
        let out = SetupOut { challenge: challenge.to_string(), islands, state: &state.parts() };
        context.json(&out)?;
    } else {
        context.line(state.to_string())?;
    }
    Ok(Status::Yes)
}

/// Error message for a command line without a challenge.
pub(super) fn name_a_challenge(command: &str) -> String {
    format!(
        "name a challenge, for example: clowder {command} 'First steps'; `clowder challenges` lists the official challenges"
    )
}

impl Setup {
    /// Whether the challenge is given as an argument instead of on standard input.
    pub(super) fn names_challenge(&self) -> bool {
        self.challenge.as_ref().is_some_and(|challenge| challenge != "-")
    }

    pub(super) const fn seed(&self) -> Seed {
        self.seed
    }
}

/// Returns the starting state of a game. If the challenge or the islands are invalid, reports the errors and
/// returns `None`.
pub(super) fn start(
    arguments: &Setup,
    seed: random::Seed,
    context: &mut Context,
) -> Result<Option<PlayableState>> {
    anyhow::ensure!(
        arguments.output.open(context)?.is_none(),
        "this command draws nothing; end the name of the file with .txt"
    );
    let Some((challenge, islands)) = read(arguments, || seed, context)? else { return Ok(None) };
    Ok(Some(PlayableState::new(initial_state(&challenge, &islands)?)?))
}

/// Reads the challenge, and reads or chooses the islands. On failure, reports the errors and returns `None`.
fn read(
    arguments: &Setup,
    seed: impl Fn() -> random::Seed,
    context: &mut Context,
) -> Result<Option<(Challenge, Vec<IslandChoice>)>> {
    let colour = context.error_colour;
    let item = input::one_or_piped(arguments.challenge.as_ref(), "challenge", Kind::Challenge)?;
    let place = |name, path| Place::only(name, path);
    let is_empty = item.path.is_some() && item.text.as_ref().is_ok_and(String::is_empty);
    if is_empty && context.format() == Format::Human {
        note(format!("clowder: {} is empty; {}", escape(&item.name), name_a_challenge("setup")));
        return Ok(None);
    }
    let (text, read) = match &item.text {
        Ok(text) => (text, challenge(text)),
        Err(NotText { lossy, faults }) => (lossy, Err(faults.clone())),
    };
    let challenge = match read {
        Ok((challenge, warnings)) => {
            if !warnings.is_empty() {
                let name = Name::Source(&item.name);
                note(result::human_faults(name, Source::whole(text), &warnings, colour).trim_end());
            }
            challenge
        }
        Err(faults) => {
            result::refuse(
                context,
                place(&item.name, item.path.as_deref()),
                Kind::Challenge,
                text,
                &faults.into(),
                &NoMembers {},
            )?;
            if context.format() == Format::Human {
                advice::about_text(Kind::Challenge, text).into_iter().for_each(note);
            }
            return Ok(None);
        }
    };
    let islands = match &arguments.islands {
        Some(text) => match read_islands(text, &challenge) {
            Ok(islands) => islands,
            Err(faults) => {
                let which = WrongIslands { islands: text };
                result::refuse(
                    context,
                    place("--islands", None),
                    Kind::Challenge,
                    text,
                    &faults.into(),
                    &which,
                )?;
                return Ok(None);
            }
        },
        None => choose_islands(&challenge, &mut Random::new(seed())),
    };
    Ok(Some((challenge, islands)))
}

/// Reads a challenge string, or the name or number of an official challenge. Also returns the warnings about order and
/// spelling.
fn challenge(text: &str) -> Result<(Challenge, Diagnostics), Diagnostics> {
    if let Some(challenge) = find_official(text)? {
        return Ok((challenge, Diagnostics::new()));
    }
    Challenge::read_fast(text).lenient()
}

/// The member that `setup` adds to the result object if the value of `--islands` is invalid.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct WrongIslands<'a> {
    /// `setup`: the value of `--islands`, if it is invalid.
    islands: &'a str,
}

/// Finds the official challenge with the given name or number. Returns `None` if the text can only be a
/// challenge string.
fn find_official(text: &str) -> Result<Option<Challenge>, Diagnostics> {
    let all = official_challenges();
    let known = match text.parse::<usize>() {
        Ok(number) => all.iter().find(|official| official.number == number),
        Err(_) => all.iter().find(|official| official.name.eq_ignore_ascii_case(text)),
    };
    // A challenge string consists of uppercase letters and digits, with at least one letter. Therefore, a
    // text that consists only of digits is a number, and a text with a space or a lowercase letter is a name.
    let is_name = text.bytes().all(|byte| byte.is_ascii_digit())
        || text.contains(' ')
        || text.bytes().any(|byte| byte.is_ascii_lowercase());
    match known {
        Some(official) => Ok(Challenge::parse_canonical(&official.text)),
        None if is_name && !text.is_empty() => {
            let shown = escape(text);
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            let list = || "`clowder challenges` lists the official challenges".to_owned();
            let (message, help) = if is_number {
                let message =
                    format!("there is no official challenge {shown}; the numbers are 1 to {}", all.len());
                (message, list())
            } else {
                let help = match similar_name(text) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => list(),
                };
                (format!("there is no official challenge `{shown}`"), help)
            };
            let span = Span::new(0, text.len());
            let error = Diagnostic::new(&codes::rules::SETUP_UNKNOWN_CHALLENGE, span, message).found(text);
            Err(error.help(help).into())
        }
        None => Ok(None),
    }
}
