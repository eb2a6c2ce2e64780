//! Describes the JSON that clowder reads.

use crate::grade::Visibility;
use schemars::JsonSchema;
use serde_json::{Map, Value};

/// A line of a `--jsonl` batch.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "this type only describes JSON that is read")]
pub(super) enum Line {
    /// The text itself.
    Text(String),
    /// A state, as an array.
    State(Vec<Value>),
    /// An object with the text.
    Object(LineObject),
}

/// A text with an identifier, and actions for the verbs that accept actions.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "this type only describes JSON that is read")]
pub(super) struct LineObject {
    /// Any value. It is copied to the result.
    #[serde(default)]
    id: Value,
    /// The text: a JSON string that contains the text, or a JSON array or object that is the text itself. `state` is
    /// another name for this member.
    input: Option<Value>,
    /// The text, if the object has no `input`.
    state: Option<Value>,
    /// One action for `apply` or `outcome`.
    action: Option<Value>,
    /// Several actions for `apply`.
    actions: Option<Vec<Value>>,
    /// The fire tile for `legal-moves raft`.
    tile: Option<String>,
}

/// A test case. The other members are the inputs of its suite, which `grade --suites` lists.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "this type only describes JSON that is read")]
pub(super) struct Case {
    /// The name of the suite.
    suite: String,
    /// The expected answer, or the properties that the answer must have. Without this member, the expected answer
    /// follows from the rules.
    #[serde(default)]
    expect: Value,
    /// Another correct answer.
    #[serde(default)]
    expect_also: Value,
    /// The name of the case, for people.
    name: Option<String>,
    /// True if a report must show only the result of the case.
    hidden: Option<bool>,
    /// The points for this case.
    points: Option<f64>,
    /// The time limit for the answer in milliseconds.
    timeout: Option<u64>,
    /// The setting that says who may see the details of the case, and when.
    visibility: Option<Visibility>,
    /// The suite or the case that must pass first, or several of them.
    depends: Option<Value>,
    /// The inputs of the suite.
    #[serde(flatten)]
    inputs: Map<String, Value>,
}

/// The answer to a case, with either `answer` or `error`.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "this type only describes JSON that is read")]
#[allow(clippy::struct_field_names, reason = "`answer` is the name of the member in JSON")]
pub(super) struct Answer {
    /// The id of the case, which comes from its request.
    id: u32,
    /// The answer of the program under test.
    #[serde(default)]
    answer: Value,
    /// The message of an exception in the program, instead of an answer.
    #[serde(default)]
    error: Value,
}
