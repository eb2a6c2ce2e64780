//! The members that only some verbs add to the result object.

use crate::cli::NoMembers;
use crate::cli::bot::Verified;
use crate::cli::diff::DiffMembers;
use crate::cli::explain::PartsOut;
use crate::cli::figure::PictureOut;
use crate::cli::fix::FixedOut;
use crate::cli::game_verbs::{MovesOut, OutcomeOut, StateOut};
use crate::cli::penguins::{Hinted, SolutionsOut};
use crate::cli::raft::{Advised, Applied, Counted, Over, WrongIslands};
use crate::cli::states::WrongAction;
use crate::cli::write::ChangeOut;
use schemars::JsonSchema;
use serde_json::Value;

/// The members of all verbs. This type exists only for its schema.
#[derive(JsonSchema)]
#[schemars(untagged, inline)]
#[allow(dead_code, reason = "the schema is derived from the variants")]
pub(super) enum Members {
    No(NoMembers),
    Parts(PartsOut),
    Diff(DiffMembers<'static>),
    Picture(PictureOut),
    Fixed(FixedOut<'static>),
    Change(ChangeOut<'static>),
    WrongAction(WrongAction<NoMembers>),
    WrongPlacement(WrongAction<StateOut<String>>),
    State(StateOut<Value>),
    Applied(Applied<'static>),
    Moves(MovesOut<Value>),
    Solutions(SolutionsOut),
    Advised(Advised),
    Hinted(Hinted),
    Counted(Counted),
    Over(Over),
    Outcome(OutcomeOut<'static>),
    WrongIslands(WrongIslands<'static>),
    Verified(Verified<'static>),
}
