//! The WebAssembly module of the page. Both questions and answers are JSON.
//!
//! The page calls [`reserve`] with the length of a question, writes the question to the returned address, and calls
//! [`ask`], which returns the length of the answer. [`answer`] returns the address of the answer. A panic ends the
//! module (WebAssembly traps), and the page then starts the module again.

mod cells;
mod games;
mod strings;
mod tilings;

use serde::Deserialize;
use serde_json::{Value, json};
use std::cell::RefCell;

thread_local! {
    /// The question and, after [`ask`], the answer.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Reserves space for a question of this length, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_mut_ptr()
    })
}

/// Answers the question and returns the length of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let question = BUFFER.take();
    let asked = serde_json::from_slice::<Question>(&question).map_err(|error| error.to_string());
    let answer = asked.and_then(answered).unwrap_or_else(|error| json!({ "error": error }).to_string());
    let length = answer.len();
    BUFFER.set(answer.into_bytes());
    length
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Question {
    /// What the page needs at its start: the kinds, and the style sheet of the pictures.
    Start {},
    /// The official challenges.
    Official {},
    /// Everything about one string.
    Check { kind: Option<String>, text: String },
    /// The result objects of several strings. Each string has its kind, if known.
    Lines { texts: Vec<(Option<String>, String)> },
    /// The differences between two strings.
    Compare { kind: Option<String>, expected: String, actual: String },
    /// The page about a kind.
    Kind { kind: String },
    /// The legal moves in a state of Race to the Raft, or the placements of a tile.
    Moves { state: String, tile: Option<String> },
    /// The state after an action or a draw. After a card, a tile is drawn.
    Act { state: String, action: String, seed: u64 },
    /// A good move and the reason for it.
    Suggest { state: String, tile: Option<String> },
    /// The starting state of a challenge.
    Begin { challenge: String, seed: u64 },
    /// The solutions of a Penguins challenge, and a hint.
    Penguins { state: String },
    /// Prepares a search for tilings.
    Puzzle { region: String, pieces: String, one_sided: bool, at_most: bool },
    /// The first tilings in a part of the search.
    Search { branch: usize, limit: usize },
    /// The number of tilings in a part of the search.
    Count { branch: usize },
    /// The number of tilings, counted without dividing the search into parts.
    CountAll {},
    /// A placement that is part of every tiling.
    Hint {},
    /// Prepares a saved game for display.
    Replay { kind: String, text: String },
    /// The picture after a turn of the saved game.
    Frame { turn: usize },
}

fn answered(question: Question) -> Result<String, String> {
    let value = match question {
        Question::Start {} => apart(strings::start),
        Question::Official {} => apart(strings::official),
        Question::Check { kind, text } => return apart(|| strings::check(kind.as_deref(), text)),
        Question::Lines { texts } => return apart(|| strings::lines(texts)),
        Question::Compare { kind, expected, actual } => {
            apart(|| strings::compare(kind.as_deref(), &expected, &actual))?
        }
        Question::Kind { kind } => apart(|| Ok::<_, String>(strings::about(strings::kind(&kind)?)))?,
        Question::Moves { state, tile } => apart(|| games::moves(&state, tile.as_deref()))?,
        Question::Act { state, action, seed } => apart(|| games::act(&state, &action, seed))?,
        Question::Suggest { state, tile } => apart(|| games::suggest(&state, tile.as_deref()))?,
        Question::Begin { challenge, seed } => apart(|| games::begin(&challenge, seed))?,
        Question::Penguins { state } => apart(|| games::penguins(&state))?,
        Question::Puzzle { region, pieces, one_sided, at_most } => {
            apart(|| tilings::puzzle(&region, &pieces, one_sided, at_most))?
        }
        Question::Search { branch, limit } => apart(|| tilings::search(branch, limit))?,
        Question::Count { branch } => apart(|| tilings::count(branch))?,
        Question::CountAll {} => apart(tilings::count_all)?,
        Question::Hint {} => apart(tilings::hint)?,
        Question::Replay { kind, text } => apart(|| games::replay(strings::kind(&kind)?, &text))?,
        Question::Frame { turn } => apart(|| games::frame(turn))?,
    };
    Ok(Value::to_string(&value))
}

/// Keeps the code of an answer out of the calling function. Browsers compile a function when it is first called, so one
/// large function for all questions would delay the first answer.
#[inline(never)]
fn apart<T>(answer: impl FnOnce() -> T) -> T {
    answer()
}
