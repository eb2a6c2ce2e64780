//! JSON that clowder reads, and reports that are written piece by piece.

use crate::grade::Visibility;
use crate::grade::report::json::{CaseOut, GroupOut};
use schemars::JsonSchema;
use serde_json::{Map, Value};

/// A line of a `--jsonl` batch.
#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "this type only describes what is read")]
pub(super) enum Line {
    /// The text itself.
    Text(String),
    /// A state as an array, which is its own text.
    State(Vec<Value>),
    /// An object with the text.
    Object(LineObject),
}

/// A text with an identifier, and the actions for verbs that take some.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "this type only describes what is read")]
pub(super) struct LineObject {
    /// Any value, which comes back in the result.
    #[serde(default)]
    id: Value,
    /// The text: a string, or JSON that is its own text. `state` is another name for it.
    input: Option<Value>,
    /// The text, if there is no `input`.
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
#[allow(dead_code, reason = "this type only describes what is read")]
pub(super) struct Case {
    /// The name of the suite.
    suite: String,
    /// The expected answer, or the properties that it must have. Without it, the rules give the answer.
    #[serde(default)]
    expect: Value,
    /// A name for people.
    name: Option<String>,
    /// True if the report must not show the case.
    hidden: Option<bool>,
    /// The points for this case.
    points: Option<f64>,
    /// The time limit for the answer in milliseconds.
    timeout: Option<u64>,
    /// The people who may see the case.
    visibility: Option<Visibility>,
    /// The suite or the case that must pass first, or several of them.
    depends: Option<Value>,
    /// The inputs of the suite.
    #[serde(flatten)]
    inputs: Map<String, Value>,
}

/// The answer to a case.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "this type only describes what is read")]
pub(super) struct Answer {
    /// The id of the case, which comes from its request.
    id: u32,
    /// The answer of the program under test.
    answer: Value,
}

/// The report of a grading.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[allow(dead_code, reason = "this report is written piece by piece")]
pub(super) struct Report<'a> {
    /// The version of this format.
    v: u8,
    /// One object for each case, in order.
    cases: Vec<CaseOut<'a>>,
    /// The counts of each suite.
    suites: Vec<GroupOut>,
    /// The number of cases.
    total: usize,
    /// The number of cases that passed.
    passed: usize,
    /// The number of cases that failed.
    failed: usize,
    /// The number of cases that were skipped.
    skipped: usize,
    /// The points.
    score: f64,
    /// The maximum number of points.
    max_score: f64,
    /// The reason why cases are missing, if the run ended early.
    partial: Option<String>,
    /// Remarks about the run.
    notes: Vec<String>,
    /// The number of cases that are counted but not listed, because a report has a maximum size.
    omitted: usize,
}
