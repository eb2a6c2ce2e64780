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
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;
use std::borrow::Cow;

/// Members of any verb.
pub(super) enum Members {}

impl JsonSchema for Members {
    fn schema_name() -> Cow<'static, str> {
        "Members".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let members = [
            SchemaGenerator::subschema_for::<NoMembers>,
            SchemaGenerator::subschema_for::<PartsOut>,
            SchemaGenerator::subschema_for::<DiffMembers<'_>>,
            SchemaGenerator::subschema_for::<PictureOut>,
            SchemaGenerator::subschema_for::<FixedOut<'_>>,
            SchemaGenerator::subschema_for::<ChangeOut<'_>>,
            SchemaGenerator::subschema_for::<WrongAction<NoMembers>>,
            SchemaGenerator::subschema_for::<WrongAction<StateOut<String>>>,
            SchemaGenerator::subschema_for::<StateOut<Value>>,
            SchemaGenerator::subschema_for::<Applied<'_>>,
            SchemaGenerator::subschema_for::<MovesOut<Value>>,
            SchemaGenerator::subschema_for::<SolutionsOut>,
            SchemaGenerator::subschema_for::<Advised>,
            SchemaGenerator::subschema_for::<Hinted>,
            SchemaGenerator::subschema_for::<Counted>,
            SchemaGenerator::subschema_for::<Over>,
            SchemaGenerator::subschema_for::<OutcomeOut<'_>>,
            SchemaGenerator::subschema_for::<WrongIslands<'_>>,
            SchemaGenerator::subschema_for::<Verified<'_>>,
        ];
        let members = members.map(|schema| schema(generator));
        json_schema!({ "anyOf": members })
    }
}
