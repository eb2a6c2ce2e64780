//! A program as a player: it is asked as the referee asks, but has more time.

use crate::arena::process::{Child, Trouble};
use crate::arena::referee::{Answer, is_random, read_reply};
use crate::games::{GameJson, Outcome, Player, PlayerError, Seat};
use crate::protocol;
use crate::random::Random;
use std::time::{Duration, Instant};

/// The time limit for an answer. It is long because only one person waits.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);
/// The time that a program that has closed its pipe gets to end, so that its exit status can be reported.
const EXIT_TIME: Duration = Duration::from_millis(50);

/// A process that speaks the bot protocol, as a [`Player`]. It is asked one message at a time; the referee, which has
/// two processes to wait for, works on them directly.
#[derive(Debug)]
pub struct ProcessPlayer {
    child: Child,
    ids: Random,
}

impl ProcessPlayer {
    /// Makes a player of a program that has been started. `seed` determines the IDs of its messages.
    pub fn new(child: Child, seed: u64) -> Self {
        Self { child, ids: Random::stream(seed, 1) }
    }

    /// Sends a state, which is JSON text, and waits for the answer. Lines that answer nothing are skipped.
    fn ask(&mut self, state: &str) -> Result<Answer, PlayerError> {
        let id = self.ids.uuid();
        let deadline = Instant::now() + TIME_LIMIT;
        let mut refused = None;
        let mut trouble = self.child.send(protocol::line(state, &id).as_bytes()).err();
        loop {
            match trouble {
                None => {}
                Some(Trouble::Closed) => {
                    return Err(PlayerError::Failed(self.child.last_words(EXIT_TIME).to_string()));
                }
                Some(Trouble::Late) => {
                    let why = refused.map_or(String::new(), |why| format!("; what it wrote is {why}"));
                    let seconds = TIME_LIMIT.as_secs();
                    return Err(PlayerError::Failed(format!("did not answer in {seconds} s{why}")));
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
}

impl<G: GameJson> Player<G> for ProcessPlayer {
    fn new_game(&mut self, number: usize, round: &str) -> Result<(), PlayerError> {
        self.ask(&protocol::new_game(number, round)).map(drop)
    }

    fn watch(&mut self, view: &G::View) -> Result<(), PlayerError> {
        self.ask(&G::write_view(view)).map(drop)
    }

    fn choose(&mut self, view: &G::View) -> Result<G::Move, PlayerError> {
        match self.ask(&G::write_view(view))? {
            Answer::Move(json) if is_random(&json) => Err(PlayerError::WantsRandomMove),
            Answer::Move(json) => G::parse_shown_move(view, &json)
                .map_err(|diagnostics| PlayerError::Illegal { asked: json, diagnostics }),
            Answer::Empty | Answer::Fault(_) => Err(PlayerError::NoMove),
        }
    }

    fn end_game(&mut self, outcome: &Outcome, seat: Seat, last: &G::State) -> Result<(), PlayerError> {
        self.ask(&protocol::end_game(outcome, seat, &G::write_state(last))).map(drop)
    }
}
