//! Players, and the course of a game between two of them.

use super::{Game, Outcome, Record, Seat};
use crate::diagnostics::Diagnostics;
use crate::random::Random;

/// Someone who plays a game from one seat, seeing only what the seat is shown.
///
/// Any Rust value can be a player, also a function from a view to an optional move. A program that speaks the bot
/// protocol is one too: with the feature `arena`, `arena::ProcessPlayer` sends it the same calls as JSON lines.
pub trait Player<G: Game> {
    /// Learns that a game begins: its number in the match, from 1, and the name of the round.
    ///
    /// # Errors
    /// The player has failed. The game goes on.
    fn new_game(&mut self, _number: usize, _round: &str) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Sees the position before the opponent's move.
    ///
    /// # Errors
    /// The player has failed. The game goes on.
    fn watch(&mut self, _view: &G::View) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses a move.
    ///
    /// # Errors
    /// The player has no move, or wants a random one.
    fn choose(&mut self, view: &G::View) -> Result<G::Move, PlayerError>;

    /// Learns how the game ended, its own seat, and the last state with nothing hidden.
    ///
    /// # Errors
    /// The player has failed.
    fn end_game(&mut self, _outcome: &Outcome, _seat: Seat, _last: &G::State) -> Result<(), PlayerError> {
        Ok(())
    }
}

impl<G: Game, F: FnMut(&G::View) -> Option<G::Move>> Player<G> for F {
    fn choose(&mut self, view: &G::View) -> Result<G::Move, PlayerError> {
        self(view).ok_or(PlayerError::NoMove)
    }
}

/// Why a player gave no legal move.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The player asked for a random legal move, which the protocol allows.
    #[error("asked for a random move")]
    WantsRandomMove,
    /// The player answered without a move.
    #[error("answered without a move")]
    NoMove,
    /// The move is not legal, or not a move.
    #[error("asked for {asked}, which is not legal")]
    Illegal {
        /// The move as the player wrote it.
        asked: String,
        /// Everything that is wrong with it; empty for a move that is not among the legal ones.
        diagnostics: Diagnostics,
    },
    /// The player failed to answer, for example because its process has ended.
    #[error("{0}")]
    Failed(String),
}

/// What happens in a turn.
pub(crate) enum Turn<M> {
    /// The mover plays a legal move.
    Play(M),
    /// A random legal move is played for the mover.
    PlayRandom,
    /// The mover loses the game.
    Forfeit,
}

/// The two seats of a game, whoever has taken them. The referee asks two processes at a time; [`play`] asks two
/// [`Player`]s one after the other. The course of the game is the same.
pub(crate) trait Seats<G: Game> {
    /// Tells both players that a game begins, the first mover first.
    fn begin(&mut self);

    /// Shows both players the state and asks the mover for a move.
    fn turn(&mut self, state: &G::State, mover: Seat) -> Turn<G::Move>;

    /// Tells both players how the game ended, the first mover first.
    fn end(&mut self, outcome: &Outcome, last: &G::State);
}

/// Plays a game from a state to its end. Returns the moves and the outcome.
pub(crate) fn run<G: Game>(
    initial: &G::State,
    seats: &mut impl Seats<G>,
    random: &mut Random,
) -> (Vec<G::Move>, Outcome) {
    seats.begin();
    let (mut state, mut moves) = (initial.clone(), Vec::new());
    let outcome = loop {
        if let Some(outcome) = G::result(&state) {
            break outcome;
        }
        let mover = G::mover(&state);
        let chosen = match seats.turn(&state, mover) {
            Turn::Play(chosen) => Some(chosen),
            Turn::PlayRandom => random.choose(&G::legal_moves(&state)).cloned(),
            Turn::Forfeit => None,
        };
        // While a game goes on, there is a legal move: without one, the mover has forfeited.
        let Some(chosen) = chosen else { break G::forfeit(&state, mover) };
        G::apply(&mut state, &chosen);
        moves.push(chosen);
    };
    seats.end(&outcome, &state);
    (moves, outcome)
}

/// A match of one game that has been played in this process.
#[derive(Clone, Debug)]
pub struct Played<G: Game> {
    /// The game.
    pub record: Record<G>,
    /// Every error of a player, in the order of play. An error in a player's own turn has lost it the game.
    pub errors: Vec<(Seat, PlayerError)>,
}

/// Deals a game and plays it in this process. The first player moves first. A player without a legal move loses.
///
/// ```
/// use clowder::arboretum::{Arboretum, View};
/// use clowder::games::{Seat, play};
/// use clowder::random::Random;
///
/// let mut first = |view: &View| view.legal_moves().first().copied();
/// let mut none = |_: &View| None;
/// let played = play::<Arboretum>(["First", "None"], [&mut first, &mut none], &mut Random::new(7));
/// assert_eq!(played.record.winner(), Some("First"));
/// assert_eq!(played.errors[0].0, Seat::Second);
/// ```
pub fn play<G: Game>(names: [&str; 2], players: [&mut dyn Player<G>; 2], random: &mut Random) -> Played<G> {
    let initial = G::deal(random);
    play_from(initial, names, players, random)
}

/// Plays a game that has been dealt, as [`play`] does.
///
/// ```
/// use clowder::games::{BuiltIn, BuiltInPlayer, play_from};
/// use clowder::random::Random;
/// use clowder::tictactoe::{Board, TicTacToe};
///
/// let [mut a, mut b] = [1, 2].map(|seed| BuiltInPlayer::new(BuiltIn::Random, Random::new(seed)));
/// let played = play_from::<TicTacToe>(Board::default(), ["A", "B"], [&mut a, &mut b], &mut Random::new(3));
/// assert!(played.errors.is_empty() && played.record.moves().len() >= 5);
/// ```
pub fn play_from<G: Game>(
    initial: G::State,
    names: [&str; 2],
    players: [&mut dyn Player<G>; 2],
    random: &mut Random,
) -> Played<G> {
    let mut seats = PlayerSeats { names, players, errors: Vec::new() };
    let (moves, outcome) = run(&initial, &mut seats, random);
    let errors = seats.errors;
    Played { record: Record::new(names.map(str::to_owned), initial, moves, outcome), errors }
}

/// Two players in this process.
struct PlayerSeats<'n, 'p, G: Game> {
    names: [&'n str; 2],
    players: [&'p mut dyn Player<G>; 2],
    errors: Vec<(Seat, PlayerError)>,
}

impl<G: Game> PlayerSeats<'_, '_, G> {
    fn note(&mut self, seat: Seat, result: Result<(), PlayerError>) {
        self.errors.extend(result.err().map(|error| (seat, error)));
    }
}

impl<G: Game> Seats<G> for PlayerSeats<'_, '_, G> {
    fn begin(&mut self) {
        for seat in Seat::BOTH {
            let result = self.players[seat].new_game(1, "Round 1");
            self.note(seat, result);
        }
    }

    fn turn(&mut self, state: &G::State, mover: Seat) -> Turn<G::Move> {
        let view = |seat: Seat| G::view(state, seat, self.names[seat.other()]);
        let (waiting, moving) = (view(mover.other()), view(mover));
        let result = self.players[mover.other()].watch(&waiting);
        self.note(mover.other(), result);
        let error = match self.players[mover].choose(&moving) {
            Ok(chosen) if G::legal_moves(state).contains(&chosen) => return Turn::Play(chosen),
            Ok(chosen) => {
                PlayerError::Illegal { asked: format!("{chosen:?}"), diagnostics: Diagnostics::new() }
            }
            Err(PlayerError::WantsRandomMove) => return Turn::PlayRandom,
            Err(error) => error,
        };
        self.errors.push((mover, error));
        Turn::Forfeit
    }

    fn end(&mut self, outcome: &Outcome, last: &G::State) {
        for seat in Seat::BOTH {
            let result = self.players[seat].end_game(outcome, seat, last);
            self.note(seat, result);
        }
    }
}
