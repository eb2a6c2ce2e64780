//! The points of the protocol that are checked, and the result for each point.

use serde::Serialize;

/// A point of the protocol that is checked. The report lists the points in this order.
///
/// ```
/// use clowder::arena::findings::Point;
///
/// assert_eq!(Point::StartUp.name(), "start-up");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Point {
    /// The first answer arrives within the time limit for the start.
    StartUp,
    /// The bot answers NEWGAME.
    NewGame,
    /// The bot answers each message in its own turns with a move.
    ActiveTurns,
    /// The bot also answers the messages in its opponent's turns.
    InactiveTurns,
    /// The bot answers ENDGAME.
    EndGame,
    /// The bot writes only JSON objects, one per line.
    Lines,
    /// Each answer has the ID of its message, and each message gets only one answer.
    Ids,
    /// The moves are legal.
    Legality,
    /// The bot exits with status 0 after its input has ended. If the bot fails because it does not handle the end of
    /// its input, this is only a warning.
    CleanExit,
}

impl Point {
    /// All points.
    pub const ALL: [Self; 9] = [
        Self::StartUp,
        Self::NewGame,
        Self::ActiveTurns,
        Self::InactiveTurns,
        Self::EndGame,
        Self::Lines,
        Self::Ids,
        Self::Legality,
        Self::CleanExit,
    ];

    /// Returns the name of the point in the report.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StartUp => "start-up",
            Self::NewGame => "NEWGAME",
            Self::ActiveTurns => "active turns",
            Self::InactiveTurns => "inactive turns",
            Self::EndGame => "ENDGAME",
            Self::Lines => "lines",
            Self::Ids => "message IDs",
            Self::Legality => "legality",
            Self::CleanExit => "clean exit",
        }
    }
}

/// An exchange in which a point failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Failure {
    /// The reason for the failure.
    pub why: String,
    /// The line that was sent, if there was one.
    pub sent: Option<String>,
    /// The lines that the bot wrote in this exchange. At most the last 8 lines are kept.
    pub got: Vec<String>,
}

/// The result for one point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The point.
    pub point: Point,
    /// The number of checks. If it is 0, the point was not tested, for example because the check was stopped earlier.
    pub checked: usize,
    /// The number of failures.
    pub failed: usize,
    /// The first failure, or `null` if there was no failure.
    pub failure: Option<Failure>,
    /// A description of something that the referee accepts, but that can be a problem with another program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

impl Finding {
    /// Returns true if the point was checked and did not fail.
    pub const fn is_good(&self) -> bool {
        self.is_tested() && self.failed == 0
    }

    /// Returns true if the point was checked at least once.
    pub const fn is_tested(&self) -> bool {
        self.checked > 0
    }
}
