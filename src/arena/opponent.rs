//! A program at the table of a person: asked as the referee asks, but not hurried.

use crate::arena::process::{Child, Trouble};
use crate::arena::referee::{Answer, read_reply};
use crate::protocol;
use crate::random::Random;
use std::time::{Duration, Instant};

/// Time for an answer: nobody else waits.
pub const PATIENCE: Duration = Duration::from_secs(10);
/// Time a program that closed its pipe has to end, so that its exit status can be told.
const LAST_WORDS: Duration = Duration::from_millis(50);

/// A program that plays against a person.
#[derive(Debug)]
pub struct Opponent {
    child: Child,
    ids: Random,
}

impl Opponent {
    /// A program that has been started. `seed` makes the IDs of its messages.
    pub fn new(child: Child, seed: u64) -> Self {
        Self { child, ids: Random::stream(seed, 1) }
    }

    /// Its answer to a state, which is JSON text. Lines that answer nothing are passed over.
    ///
    /// # Errors
    /// Why there is none, as what the program did: `did not answer in 10 s`.
    pub fn ask(&mut self, state: &str) -> Result<Answer, String> {
        let id = self.ids.uuid();
        let deadline = Instant::now() + PATIENCE;
        let mut refused = None;
        let mut trouble = self.child.send(protocol::line(state, &id).as_bytes()).err();
        loop {
            match trouble {
                None => {}
                Some(Trouble::Closed) => return Err(self.last_words()),
                Some(Trouble::Late) => {
                    let why = refused.map_or(String::new(), |why| format!("; what it wrote is {why}"));
                    return Err(format!("did not answer in {} s{why}", PATIENCE.as_secs()));
                }
            }
            trouble = match self.child.read_line(deadline) {
                Ok(line) => match read_reply(line, &id) {
                    Ok(answer) => return Ok(answer),
                    Err(why) => {
                        refused = Some(why.why);
                        None
                    }
                },
                Err(trouble) => Some(trouble),
            };
        }
    }

    /// How it left the table.
    fn last_words(&mut self) -> String {
        let errors = self.child.error_tail();
        let how = match self.child.exit_by(Instant::now() + LAST_WORDS) {
            Some(exit) => format!("ended with {exit}"),
            None => "closed its standard input or output".to_owned(),
        };
        match errors.trim_end().lines().last() {
            Some(last) => format!("{how}; standard error ends with: {last}"),
            None => how,
        }
    }
}
