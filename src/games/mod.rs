//! What the referee, saved games and the built-in bots ask of a game.

use crate::arboretum::Arboretum;
use crate::diagnostics::Diagnostics;
use crate::random::Random;
use crate::tictactoe::TicTacToe;
use std::str::FromStr;

/// The games there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameName {
    /// Tic-tac-toe.
    TicTacToe,
    /// Arboretum.
    Arboretum,
}

impl GameName {
    /// Every game.
    pub const ALL: [Self; 2] = [Self::TicTacToe, Self::Arboretum];

    /// Its name in files and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TicTacToe => TicTacToe::NAME,
            Self::Arboretum => Arboretum::NAME,
        }
    }
}

impl FromStr for GameName {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|game| game.name() == name).ok_or(())
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// 0: the first mover won; 1: the second; 2: a draw.
    pub result: u8,
    /// The scores of the first and the second mover.
    pub scores: [i64; 2],
    /// What the server saves about it: JSON text.
    pub meta_data: String,
    /// The seat that lost it by a fault, before the rules had ended it.
    pub forfeited: Option<usize>,
}

impl Outcome {
    /// The result as one of the players sees it: 0 a win, 1 a loss, 2 a draw.
    pub const fn result_for(&self, seat: usize) -> u8 {
        match (self.result, seat) {
            (2, _) => 2,
            (result, 0) => result,
            (result, _) => 1 - result,
        }
    }

    /// `winner` of a saved game: JSON text.
    pub fn winner(&self) -> String {
        let Self { result, scores: [a, b], meta_data, .. } = self;
        format!(r#"{{"result":{result},"metaData":{meta_data},"scoreA":{a},"scoreB":{b}}}"#)
    }
}

/// A game of two players, seat 0 being the first mover.
///
/// ```
/// use clowder::arboretum::Arboretum;
/// use clowder::games::Game;
/// use clowder::random::Random;
///
/// let mut random = Random::new(1);
/// let mut state = Arboretum::deal(&mut random);
/// while let Some(of) = random.choose(&Arboretum::legal_moves(&state)) {
///     Arboretum::apply(&mut state, of);
/// }
/// assert!(Arboretum::result(&state).is_some());
/// ```
pub trait Game {
    /// Its name in files and on the command line.
    const NAME: &'static str;
    /// All there is to know about a position.
    type State: Clone + std::fmt::Debug;
    /// A move.
    type Move: Clone + PartialEq + std::fmt::Debug;

    /// A new game.
    fn deal(random: &mut Random) -> Self::State;

    /// Whether the state is one that a game begins with.
    fn is_start(state: &Self::State) -> bool;

    /// Who is to move, 0 or 1.
    fn mover(state: &Self::State) -> usize;

    /// The `state` object a player is sent, as JSON text. `opponent` is the other player's name.
    fn view(state: &Self::State, seat: usize, opponent: &str) -> String;

    /// The move a JSON text asks for, if it is legal. `"RANDOM"` is no move: a referee looks for it first.
    ///
    /// # Errors
    /// Every fault of the text, or why the move is not legal; spans point into `json`.
    fn read_move(state: &Self::State, json: &str) -> Result<Self::Move, Diagnostics>;

    /// The move as JSON text, as saved games hold it.
    fn write_move(of: &Self::Move) -> String;

    /// Every legal move, in an order each game documents; none after the end.
    fn legal_moves(state: &Self::State) -> Vec<Self::Move>;

    /// Plays a legal move.
    fn apply(state: &mut Self::State, of: &Self::Move);

    /// How the game ended, if it has.
    fn result(state: &Self::State) -> Option<Outcome>;

    /// How the game ends if a player loses it here and now, whatever the position is worth.
    fn forfeit(state: &Self::State, loser: usize) -> Outcome;

    /// The whole server state (`initialState`, `finalState`) as JSON text.
    fn write_state(state: &Self::State) -> String;

    /// The state of a JSON text.
    ///
    /// # Errors
    /// Every fault of the text; spans point into `json`.
    fn read_state(json: &str) -> Result<Self::State, Diagnostics>;
}
