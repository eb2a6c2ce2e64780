//! The two seats in a game.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// A seat in a game. Seats can index arrays that have one element per seat, such as the scores.
///
/// ```
/// use clowder::games::Seat;
///
/// let scores = [22, 17];
/// assert_eq!(scores[Seat::First] - scores[Seat::First.other()], 5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum Seat {
    /// The seat of the player who moves first.
    First,
    /// The seat of the player who moves second.
    Second,
}

/// The error for a number that no seat has.
///
/// ```
/// use clowder::games::Seat;
///
/// let error = Seat::try_from(2).unwrap_err();
/// assert_eq!(error.to_string(), "there is no seat 2; the seats are 0 and 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no seat {0}; the seats are 0 and 1")]
pub struct NoSeat(u8);

impl Seat {
    /// Both seats, in playing order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent's seat.
    ///
    /// ```
    /// use clowder::games::Seat;
    /// assert_eq!(Seat::First.other(), Seat::Second);
    /// ```
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// Returns 0 for the first seat and 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns who moves after `turns` turns if the first player begins and the players alternate.
    pub const fn after(turns: usize) -> Self {
        if turns.is_multiple_of(2) { Self::First } else { Self::Second }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat as Self
    }
}

impl TryFrom<u8> for Seat {
    type Error = NoSeat;

    fn try_from(number: u8) -> Result<Self, NoSeat> {
        Self::BOTH.get(usize::from(number)).copied().ok_or(NoSeat(number))
    }
}

impl<T> Index<Seat> for [T; 2] {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self[seat as usize]
    }
}

impl<T> IndexMut<Seat> for [T; 2] {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self[seat as usize]
    }
}
