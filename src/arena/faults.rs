//! Faults: what a bot did wrong, counted by kind.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::AddAssign;

/// Why a bot's answer could not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// No answer in time.
    Timeout,
    /// It has ended, or closed its standard input or output.
    Crash,
    /// An answer without a move, or none in time after a line that could not be used.
    Garbage,
    /// A move that the rules do not allow.
    Illegal,
}

impl Fault {
    /// Its name in logs and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Garbage => "garbage",
            Self::Illegal => "illegal",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// At which messages a fault may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// NEWGAME or ENDGAME.
    Frame,
    /// A turn of the other player.
    Inactive,
    /// Its own turn: the referee plays for it.
    Turn,
}

/// Faults by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Answers that did not come in time.
    pub timeout: u32,
    /// Answers a dead bot did not give.
    pub crash: u32,
    /// Answers that were no use.
    pub garbage: u32,
    /// Moves against the rules.
    pub illegal: u32,
}

impl Counts {
    /// Of all kinds.
    pub const fn total(&self) -> u32 {
        self.timeout + self.crash + self.garbage + self.illegal
    }

    fn add(&mut self, fault: Fault) {
        match fault {
            Fault::Timeout => self.timeout += 1,
            Fault::Crash => self.crash += 1,
            Fault::Garbage => self.garbage += 1,
            Fault::Illegal => self.illegal += 1,
        }
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

/// Faults by stage and kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Faults {
    /// In its own turns.
    pub turns: Counts,
    /// In the other player's turns.
    pub inactive: Counts,
    /// In NEWGAME and ENDGAME.
    pub frame: Counts,
}

impl Faults {
    /// Counts one.
    pub fn add(&mut self, stage: Stage, fault: Fault) {
        match stage {
            Stage::Frame => self.frame.add(fault),
            Stage::Inactive => self.inactive.add(fault),
            Stage::Turn => self.turns.add(fault),
        }
    }

    /// Of all stages and kinds.
    pub const fn total(&self) -> u32 {
        self.turns.total() + self.inactive.total() + self.frame.total()
    }

    /// Messages of any stage that were not answered in time.
    pub const fn timeouts(&self) -> u32 {
        self.turns.timeout + self.inactive.timeout + self.frame.timeout
    }
}

impl AddAssign for Faults {
    fn add_assign(&mut self, other: Self) {
        self.turns += other.turns;
        self.inactive += other.inactive;
        self.frame += other.frame;
    }
}
