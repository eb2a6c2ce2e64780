//! Faults: the errors of a bot, counted by kind.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::AddAssign;

/// Why a bot's answer could not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Fault {
    /// The answer came too late or not at all.
    Timeout,
    /// The bot has exited, or has closed its standard input or output.
    Crash,
    /// The answer had no move, or the bot wrote an unusable line and then no answer in time.
    Garbage,
    /// The rules do not allow the move.
    Illegal,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Garbage => "garbage",
            Self::Illegal => "illegal",
        })
    }
}

/// A kind of message for which a fault can occur.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The message NEWGAME or ENDGAME.
    Frame,
    /// A message during the opponent's turn.
    Inactive,
    /// A message during the bot's own turn.
    Turn,
}

/// The number of faults of each kind. Once a bot has been stopped, each further message that it would have got counts
/// as a fault of the same kind as its last one.
///
/// ```
/// use clowder::arena::faults::Counts;
///
/// let mut counts = Counts::default();
/// [counts.timeout, counts.illegal] = [1, 2];
/// assert_eq!(counts.total(), 3);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Counts {
    /// The number of answers that came too late or not at all.
    pub timeout: u32,
    /// The number of answers missing because the bot had exited, or had closed its standard input or output.
    pub crash: u32,
    /// The number of answers without a move, plus the number of messages that got an unusable line and then no answer
    /// in time.
    pub garbage: u32,
    /// The number of moves that the rules do not allow.
    pub illegal: u32,
}

impl Counts {
    /// Returns the sum of the four numbers.
    pub const fn total(&self) -> u32 {
        self.timeout + self.crash + self.garbage + self.illegal
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.timeout += other.timeout;
        self.crash += other.crash;
        self.garbage += other.garbage;
        self.illegal += other.illegal;
    }
}

/// The number of faults of each kind at each stage.
///
/// ```
/// use clowder::arena::faults::{Fault, Faults, Stage};
///
/// let mut faults = Faults::default();
/// faults.add(Stage::Turn, Fault::Illegal);
/// assert_eq!((faults.total(), faults.turns.illegal), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Faults {
    /// The faults in the bot's own turns.
    pub turns: Counts,
    /// The faults in the opponent's turns.
    pub inactive: Counts,
    /// The faults in the answers to NEWGAME and ENDGAME messages.
    pub frame: Counts,
}

impl Faults {
    /// Counts one fault.
    pub fn add(&mut self, stage: Stage, fault: Fault) {
        let counts = match stage {
            Stage::Frame => &mut self.frame,
            Stage::Inactive => &mut self.inactive,
            Stage::Turn => &mut self.turns,
        };
        *match fault {
            Fault::Timeout => &mut counts.timeout,
            Fault::Crash => &mut counts.crash,
            Fault::Garbage => &mut counts.garbage,
            Fault::Illegal => &mut counts.illegal,
        } += 1;
    }

    /// Counts all faults, of every kind and at every stage.
    pub const fn total(&self) -> u32 {
        self.turns.total() + self.inactive.total() + self.frame.total()
    }

    /// Counts the faults of the kind `timeout`, at every stage.
    pub const fn timeouts(&self) -> u32 {
        self.turns.timeout + self.inactive.timeout + self.frame.timeout
    }
}

/// What later games need to know about a bot's process after a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProcessState {
    /// The fault to count for each further message if the bot was stopped; otherwise `null`.
    pub stopped: Option<Fault>,
    /// How often the bot was restarted during the game.
    pub restarts: u32,
}

/// How much a bot used the processors in one or more games. All times are in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Load {
    /// The processor time of all threads of the bot. It is measured at most ten times a second, so some of it may be
    /// counted in a later game.
    pub used: u64,
    /// The time for which the bot waited for a processor in its own turns. It does not count towards the time limit.
    pub waited: u64,
    /// The number of answers for which the bot waited.
    pub delayed: u32,
}

impl AddAssign for Load {
    fn add_assign(&mut self, other: Self) {
        self.used += other.used;
        self.waited += other.waited;
        self.delayed += other.delayed;
    }
}

impl AddAssign for Faults {
    fn add_assign(&mut self, other: Self) {
        self.turns += other.turns;
        self.inactive += other.inactive;
        self.frame += other.frame;
    }
}
