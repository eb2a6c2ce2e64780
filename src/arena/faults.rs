//! Faults: a bot's errors, counted by kind.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::AddAssign;

/// Why a bot's answer could not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Fault {
    /// The answer was late or missing.
    Timeout,
    /// The bot has exited, or has closed its standard input or output.
    Crash,
    /// The answer contained no move, or the bot wrote an unusable line and then did not answer in time.
    Garbage,
    /// The move is illegal.
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

/// The kinds of messages for which faults are counted separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// A NEWGAME or ENDGAME message.
    Frame,
    /// A message during the opponent's turn.
    Inactive,
    /// A message during the bot's own turn.
    Turn,
}

/// The number of faults of each kind. A stopped bot receives no messages. Each message withheld from it
/// counts as another fault of the kind for which the bot was stopped.
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
    /// The number of late or missing answers.
    pub timeout: u32,
    /// The number of answers that are missing because the bot had exited or closed its standard input or
    /// output.
    pub crash: u32,
    /// The number of answers without a move, plus the number of messages for which the bot wrote an unusable
    /// line instead of answering in time.
    pub garbage: u32,
    /// The number of illegal moves.
    pub illegal: u32,
}

impl Counts {
    /// Returns the total number of faults.
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
    /// Counts one fault of the given kind, at the given stage.
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

    /// Returns the total number of faults of all kinds at all stages.
    pub const fn total(&self) -> u32 {
        self.turns.total() + self.inactive.total() + self.frame.total()
    }

    /// Returns the number of timeouts at all stages.
    pub const fn timeouts(&self) -> u32 {
        self.turns.timeout + self.inactive.timeout + self.frame.timeout
    }
}

/// The part of a bot's process state that affects later games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProcessState {
    /// The kind of fault for which the bot was stopped, or `null` if it was not stopped. Each further message
    /// counts as another fault of this kind.
    pub stopped: Option<Fault>,
    /// How often the bot was restarted during the game.
    pub restarts: u32,
}

/// A bot's processor use in one or more games. All times are in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Load {
    /// The processor time used by all threads of the bot. The time is sampled at most ten times per second,
    /// so part of it may be attributed to a later game.
    pub used: u64,
    /// How long the bot waited for a processor in its own turns. This waiting time does not count towards the
    /// time limit.
    pub waited: u64,
    /// The number of answers that were delayed because the bot waited for a processor.
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
