//! A player that is a separate program. The program receives the same messages as in a game with the referee,
//! but has more time to answer.

use crate::arena::process::{Child, Trouble};
use crate::arena::referee::{Answer, is_random, read_reply, without_mark};
use crate::games::{GameJson, Outcome, Player, PlayerError, Seat};
use crate::protocol;
use crate::random::{Random, Seed};
use std::time::{Duration, Instant};

/// The time limit for an answer. A long limit does little harm here, because at most one person is waiting
/// for the answer.
pub const TIME_LIMIT: Duration = Duration::from_secs(10);
/// If a program exits within this time after closing a pipe, its exit status is reported.
const EXIT_TIME: Duration = Duration::from_millis(50);

/// A [`Player`] that runs as a separate process and speaks the bot protocol. Messages are sent one at a time.
/// The referee does not use this type, because the referee waits for two processes at once.
#[derive(Debug)]
pub struct ProcessPlayer {
    child: Child,
    ids: Random,
    has_answered: bool,
}

impl ProcessPlayer {
    /// Creates a player from a running program. `seed` determines the message IDs.
    ///
    /// ```standalone_crate
    /// use clowder::arena::process::{Program, enter};
    /// use clowder::arena::process_player::ProcessPlayer;
    /// use clowder::{games::play, random::Random, tictactoe::{TicTacToe, View}};
    ///
    /// enter();
    /// let bot = r#"while read line; do id=${line##*messageID\":\"}; echo "{\"move\":\"RANDOM\",\"messageID\":\"${id%%\"*}\"}"; done"#;
    /// let mut program = ProcessPlayer::new(Program::new(["sh", "-c", bot]).spawn()?, 1);
    /// let mut first = |view: &View| view.legal_moves().first().copied();
    /// let game = play::<TicTacToe>(["Program", "First"], [&mut program, &mut first], &mut Random::new(1));
    /// assert!(game.record.moves().len() >= 5);
    /// # Ok::<(), clowder::arena::process::SpawnError>(())
    /// ```
    pub fn new(child: Child, seed: impl Into<Seed>) -> Self {
        Self { child, ids: Random::stream(seed, 1), has_answered: false }
    }

    /// Sends a state as JSON and waits for the answer. Lines that do not answer the message are skipped.
    fn ask(&mut self, state: &str) -> Result<Answer, PlayerError> {
        let id = self.ids.uuid();
        let deadline = Instant::now() + TIME_LIMIT;
        let mut why = String::new();
        let mut sent = self.child.send(protocol::line(state, &id).as_bytes());
        loop {
            let line = match sent.and_then(|()| self.child.read_line(deadline)) {
                Ok(line) if self.has_answered => line,
                Ok(line) => without_mark(line).0,
                Err(Trouble::Closed) => {
                    return Err(PlayerError::Failed(self.child.last_words(EXIT_TIME).to_string()));
                }
                Err(Trouble::Late) => {
                    let seconds = TIME_LIMIT.as_secs();
                    return Err(PlayerError::Failed(format!("did not answer in {seconds} s{why}")));
                }
            };
            match read_reply(line, &id) {
                Ok(answer) => {
                    self.has_answered = true;
                    return Ok(answer);
                }
                Err(refused) => why = format!("; its output is {}", refused.why),
            }
            sent = Ok(());
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
