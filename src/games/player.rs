//! Players, and functions that play a game between two players.

use super::{Game, Outcome, Record, Seat};
use crate::diagnostics::Diagnostics;
use crate::random::Random;

/// A player in one seat of a game, who chooses moves and sees just the view from that seat.
///
/// Any function that takes a view and returns an optional move is a player. With the feature `arena`, a
/// program that speaks the bot protocol can also be a player: `arena::process_player::ProcessPlayer` sends
/// each call to the program as a line of JSON.
///
/// ```
/// use clowder::games::{Player, PlayerError};
/// use clowder::tictactoe::{Square, TicTacToe, View};
///
/// struct First;
/// impl Player<TicTacToe> for First {
///     fn choose(&mut self, view: &View) -> Result<Square, PlayerError> {
///         view.legal_moves().first().copied().ok_or(PlayerError::NoMove)
///     }
/// }
/// let view = View { board: Default::default(), active: true, show_previous: false, opponent: "Ann".to_owned() };
/// assert_eq!(First.choose(&view).ok(), Some(Square::ALL[0]));
/// ```
pub trait Player<G: Game> {
    /// Notifies the player that a game begins, with the game's number in the match (counted from 1) and the
    /// name of the round.
    ///
    /// # Errors
    /// Returns an error if the player has failed. The game continues despite the error.
    fn new_game(&mut self, _number: usize, _round: &str) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Shows the player its view before the opponent's move.
    ///
    /// # Errors
    /// Returns an error if the player has failed. The game continues despite the error.
    fn watch(&mut self, _view: &G::View) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses a move.
    ///
    /// ```
    /// use clowder::games::{BuiltIn, BuiltInPlayer, Game, Player, Seat};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let view = TicTacToe::view(&TicTacToe::deal(&mut Random::new(1)), Seat::First, "Bob");
    /// let mut player = BuiltInPlayer::new(BuiltIn::Greedy, Random::new(2));
    /// assert!(Player::<TicTacToe>::choose(&mut player, &view).is_ok());
    /// ```
    ///
    /// # Errors
    /// Returns an error if the player does not choose a legal move. [`PlayerError::WantsRandomMove`] makes
    /// the caller play a random legal move; after any other error, the player loses the game.
    fn choose(&mut self, view: &G::View) -> Result<G::Move, PlayerError>;

    /// Notifies the player that the game is over, with the outcome, the player's seat and the complete final
    /// state.
    ///
    /// # Errors
    /// Returns an error if the player has failed.
    fn end_game(&mut self, _outcome: &Outcome, _seat: Seat, _last: &G::State) -> Result<(), PlayerError> {
        Ok(())
    }
}

impl<G: Game, F: FnMut(&G::View) -> Option<G::Move>> Player<G> for F {
    fn choose(&mut self, view: &G::View) -> Result<G::Move, PlayerError> {
        self(view).ok_or(PlayerError::NoMove)
    }
}

/// The reason why a player failed or did not choose a legal move.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The player requested a random legal move, which the protocol allows.
    #[error("requested a random move")]
    WantsRandomMove,
    /// The player answered, but without a move.
    #[error("answered without a move")]
    NoMove,
    /// The player's answer is an illegal move, or not a move at all.
    #[error("requested {asked}, which is not legal")]
    Illegal {
        /// The move as written by the player.
        asked: String,
        /// The errors in the move's JSON, or the reason why the move is illegal. Empty if the player does not
        /// write JSON.
        diagnostics: Diagnostics,
    },
    /// The player could not answer, for example because its process has exited.
    #[error("{0}")]
    Failed(String),
}

pub(crate) enum Turn<M> {
    /// The player plays a legal move.
    Play(M),
    /// The referee plays a random legal move on the player's behalf.
    PlayRandom,
    /// The player loses the game.
    Forfeit,
}

/// The players in both seats of a game that [`run`] plays. The referee queries two processes concurrently,
/// while [`play`] calls two [`Player`]s one after the other.
pub(crate) trait Seats<G: Game> {
    /// Notifies each player that a game begins, starting with the first player.
    fn begin(&mut self);

    /// Shows each player its view of the state, and asks the mover for a move.
    fn turn(&mut self, state: &G::State, mover: Seat) -> Turn<G::Move>;

    /// Notifies each player of the outcome, starting with the first player.
    fn end(&mut self, outcome: &Outcome, last: &G::State);
}

/// Plays a game from the given state to its end, and returns the moves and the outcome.
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
        // `None` always means `Turn::Forfeit` here, because a legal move exists until the game ends.
        let Some(chosen) = chosen else { break G::forfeit(&state, mover) };
        G::apply(&mut state, &chosen);
        moves.push(chosen);
    };
    seats.end(&outcome, &state);
    (moves, outcome)
}

/// A game played within this process, with any errors of the players.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Played<G: Game> {
    /// The record of the game.
    pub record: Record<G>,
    /// The players' errors in chronological order. After an error on its own turn, a player loses the game.
    pub errors: Vec<(Seat, PlayerError)>,
}

/// Deals a game and plays it within this process. The first of `players` moves first. A player who neither
/// chooses a legal move nor requests a random one loses the game.
pub fn play<G: Game>(names: [&str; 2], players: [&mut dyn Player<G>; 2], random: &mut Random) -> Played<G> {
    let initial = G::deal(random);
    play_from(initial, names, players, random)
}

/// Like [`play`], but starts from the given deal.
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
