//! Records of finished games.

use super::{Game, Outcome, Seat};

/// A finished game: its players, initial state, moves and outcome. A record always comes from playing a game
/// or replaying a saved one, so its moves are legal and its outcome follows from the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    pub(super) players: [String; 2],
    pub(super) initial: G::State,
    pub(super) moves: Vec<G::Move>,
    pub(super) outcome: Outcome,
}

impl<G: Game> Record<G> {
    /// Creates the record of a game whose moves have already been checked.
    pub(crate) const fn new(
        players: [String; 2],
        initial: G::State,
        moves: Vec<G::Move>,
        outcome: Outcome,
    ) -> Self {
        Self { players, initial, moves, outcome }
    }

    /// The players' names, starting with the player who moves first.
    pub const fn players(&self) -> &[String; 2] {
        &self.players
    }

    /// The state before the first move.
    pub const fn initial(&self) -> &G::State {
        &self.initial
    }

    /// The moves, in playing order.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The outcome of the game.
    pub const fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Replays the game, yielding the initial state and then the state after each move.
    ///
    /// ```
    /// use clowder::games::{BuiltIn, BuiltInPlayer, Game, play};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let [mut a, mut b] = [1, 2].map(|seed| BuiltInPlayer::new(BuiltIn::First, Random::new(seed)));
    /// let game = play::<TicTacToe>(["A", "B"], [&mut a, &mut b], &mut Random::new(3)).record;
    /// let last = game.states().last().expect("there is an initial state");
    /// assert_eq!(TicTacToe::result(&last).as_ref(), Some(game.outcome()));
    /// ```
    pub fn states(&self) -> impl Iterator<Item = G::State> + '_ {
        let mut state = self.initial.clone();
        let first = state.clone();
        std::iter::once(first).chain(self.moves.iter().map(move |played| {
            G::apply(&mut state, played);
            state.clone()
        }))
    }

    /// The winner's name, or `None` for a draw.
    pub fn winner(&self) -> Option<&str> {
        self.outcome.winner().map(|seat: Seat| self.players[seat].as_str())
    }
}
