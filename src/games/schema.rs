//! The JSON schema of the parts that the views of several games have in common. The types in this file only describe
//! JSON.

#![allow(dead_code, reason = "these types only describe JSON that other code writes and reads")]

use schemars::JsonSchema;
use serde_json::Value;

/// The last move.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Previous {
    /// The move, or `false` if there is none to show.
    r#move: Value,
    /// In Arboretum, the card that was drawn in the last move, or `false` if there is none to show.
    #[serde(default)]
    meta_data: Value,
}
