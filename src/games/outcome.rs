//! The outcome of a game, and the result for each player.

use super::Seat;

/// The result of a game for one player.
///
/// ```
/// use clowder::games::GameResult;
///
/// assert_eq!([GameResult::Won, GameResult::Lost, GameResult::Drawn].map(GameResult::number), [0, 1, 2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The player won.
    Won,
    /// The player lost.
    Lost,
    /// The game was a draw.
    Drawn,
}

impl GameResult {
    /// The result in lower case: `won`, `lost` or `drawn`.
    pub const fn name(self) -> &'static str {
        ["won", "lost", "drawn"][self as usize]
    }

    /// The number of the result in the protocol: 0 for won, 1 for lost, 2 for drawn.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// Looks up a result by its number in the protocol.
    ///
    /// ```
    /// use clowder::games::GameResult;
    /// assert_eq!(GameResult::from_number(1), Some(GameResult::Lost));
    /// assert_eq!(GameResult::from_number(3), None);
    /// ```
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            0 => Some(Self::Won),
            1 => Some(Self::Lost),
            2 => Some(Self::Drawn),
            _ => None,
        }
    }
}

/// The outcome of a game: the winner, the scores, and the summary stored on the public bot server.
///
/// ```
/// use clowder::games::{Outcome, Seat};
///
/// let outcome = Outcome::new(Some(Seat::Second), [17, 22]);
/// assert_eq!((outcome.winner(), outcome.scores()), (Some(Seat::Second), [17, 22]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    winner: Option<Seat>,
    scores: [i64; 2],
    meta_data: String,
    forfeited: Option<Seat>,
}

impl Outcome {
    /// Creates the outcome of a game that nobody forfeited. If `winner` is `None`, the game was a draw.
    pub fn new(winner: Option<Seat>, scores: [i64; 2]) -> Self {
        Self { winner, scores, meta_data: "\"\"".to_owned(), forfeited: None }
    }

    /// Sets the summary stored on the server, as JSON. By default, the summary is an empty JSON string.
    pub(crate) fn with_meta_data(self, json: String) -> Self {
        Self { meta_data: json, ..self }
    }

    /// Makes the player in the seat `loser` forfeit the game because of an error, leaving the scores
    /// unchanged.
    pub fn forfeited_by(self, loser: Seat) -> Self {
        Self { winner: Some(loser.other()), forfeited: Some(loser), ..self }
    }

    /// The winner's seat, or `None` for a draw.
    pub const fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// The scores of the first and the second player, in this order.
    pub const fn scores(&self) -> [i64; 2] {
        self.scores
    }

    /// The summary stored on the server, as JSON.
    pub fn meta_data(&self) -> &str {
        &self.meta_data
    }

    /// The seat of the player who forfeited the game because of an error, or `None` if neither player
    /// forfeited.
    pub const fn forfeited(&self) -> Option<Seat> {
        self.forfeited
    }

    /// Returns the outcome from one player's point of view.
    ///
    /// ```
    /// use clowder::games::{GameResult, Outcome, Seat};
    ///
    /// assert_eq!(Outcome::new(None, [3, 3]).result_for(Seat::First), GameResult::Drawn);
    /// ```
    pub fn result_for(&self, seat: Seat) -> GameResult {
        match self.winner {
            None => GameResult::Drawn,
            Some(winner) if winner == seat => GameResult::Won,
            Some(_) => GameResult::Lost,
        }
    }

    /// Writes the outcome as JSON, as stored under the key `winner` of a saved game.
    ///
    /// ```
    /// use clowder::games::{Outcome, Seat};
    ///
    /// let json = Outcome::new(Some(Seat::First), [22, 17]).write();
    /// assert_eq!(json, r#"{"result":0,"metaData":"","scoreA":22,"scoreB":17}"#);
    /// ```
    pub fn write(&self) -> String {
        let Self { scores: [a, b], meta_data, .. } = self;
        let result = self.result_for(Seat::First).number();
        format!(r#"{{"result":{result},"metaData":{meta_data},"scoreA":{a},"scoreB":{b}}}"#)
    }
}
