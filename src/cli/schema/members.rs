//! The members that only some verbs add to the result object.

use crate::cli::explain::PartOut;
use crate::cli::fix::RepairOut;
use crate::cli::hints::{AssessmentOut, HintOut};
use crate::cli::raft::{CatOut, DrawnPiece, OptionOut, WayOut};
use schemars::JsonSchema;
use serde_json::Value;

/// The members that only some verbs add to the result object. Each member occurs only in the answers of its verbs.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "the members are written one by one, and this type only describes them")]
pub(crate) struct Members {
    /// `explain`: the parts of the text.
    #[schemars(skip_serializing_if = "Option::is_none")]
    parts: Option<Vec<PartOut<'static>>>,
    /// `render`: the picture as text; `null` if the text cannot be drawn. `legal-moves` and `solve penguins` with
    /// `--to` but without `-o`: the picture.
    #[schemars(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
    /// `render` with `-o` or `--to`: the reason why the picture could not be drawn or written.
    #[schemars(skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
    /// `canon --write`: true if the file was changed. `canon --diff`: true if the file would be changed.
    #[schemars(skip_serializing_if = "Option::is_none")]
    changed: Option<bool>,
    /// `canon --diff`: the difference as `diff -u` writes it.
    #[schemars(skip_serializing_if = "Option::is_none")]
    diff: Option<String>,
    /// `validate --fix`: the repaired text.
    #[schemars(skip_serializing_if = "Option::is_none")]
    fixed: Option<String>,
    /// `validate --fix`: the repairs in their order.
    #[schemars(skip_serializing_if = "Option::is_none")]
    repairs: Option<Vec<RepairOut<'static>>>,
    /// `apply` and `outcome`: the index of the action that is wrong, counted from 0.
    #[schemars(skip_serializing_if = "Option::is_none")]
    action: Option<usize>,
    /// `apply`: the state after the actions, in the form that the game uses. If a placement is wrong, `apply penguins`
    /// gives the state before this placement.
    #[schemars(skip_serializing_if = "Option::is_none")]
    state: Option<Value>,
    /// `apply raft`: the cards and tiles that were drawn.
    #[schemars(skip_serializing_if = "Option::is_none")]
    drawn: Option<Vec<DrawnPiece>>,
    /// `legal-moves`, `solve penguins` and `perft`: the number of results.
    #[schemars(skip_serializing_if = "Option::is_none")]
    count: Option<Value>,
    /// `legal-moves`: the moves, in the form that the game uses.
    #[schemars(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Value>>,
    /// `solve penguins`: the solutions.
    #[schemars(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    /// `solve raft`: the best action or draw; `null` if there is none.
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[expect(clippy::option_option, reason = "a member that is absent differs from one that is null")]
    best: Option<Option<String>>,
    /// `solve raft`: the reason for the best action, or the reason why there is none.
    #[schemars(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// `solve raft`: the choices that were compared, the best one first.
    #[schemars(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<OptionOut>>,
    /// `solve raft`: for each cat that is not on the raft, its way to the raft.
    #[schemars(skip_serializing_if = "Option::is_none")]
    ways: Option<Vec<WayOut>>,
    /// `solve penguins --hint`: the forced placement; `null` if there is none.
    #[schemars(skip_serializing_if = "Option::is_none")]
    hint: Option<HintOut>,
    /// `solve penguins --hint`: the difficulty of the challenge.
    #[schemars(skip_serializing_if = "Option::is_none")]
    assessment: Option<AssessmentOut>,
    /// `solve penguins --hint`: the estimated difficulty, from 1 to 4.
    #[schemars(skip_serializing_if = "Option::is_none")]
    hardness: Option<u8>,
    /// `perft`: the number of actions in a sequence.
    #[schemars(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// `outcome`: the outcome of the game as a word.
    #[schemars(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
    /// `outcome`: the reason for the outcome. For Race to the Raft, it is a word such as `cut-off`, or `null` if the
    /// game continues. For a bot game, it is a sentence.
    #[schemars(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// `outcome` of a bot game: the result for the first player (0 win, 1 loss, 2 draw), or `null` if the game
    /// continues.
    #[schemars(skip_serializing_if = "Option::is_none")]
    result: Option<u8>,
    /// `outcome` of a bot game: the scores, or `null` if the game continues.
    #[schemars(skip_serializing_if = "Option::is_none")]
    scores: Option<[i64; 2]>,
    /// `outcome` of a bot game: the details of the score, which the server calls `metaData`, or `null` if the game
    /// continues.
    #[schemars(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "metaData")]
    meta_data: Option<Value>,
    /// `outcome raft`: the cats that are cut off.
    #[schemars(skip_serializing_if = "Option::is_none")]
    cats: Option<Vec<CatOut>>,
    /// `outcome raft`: the tile that fits nowhere.
    #[schemars(skip_serializing_if = "Option::is_none")]
    tile: Option<String>,
    /// `outcome raft`: the number of cards that are left in the decks.
    #[schemars(skip_serializing_if = "Option::is_none")]
    left: Option<usize>,
    /// `setup`: the value of `--islands`, if it is invalid.
    #[schemars(skip_serializing_if = "Option::is_none")]
    islands: Option<String>,
    /// `bot verify`: the file of the saved game, with the number of the line if the file has one game per line. Verbs
    /// that draw with `-o`: the file of the picture.
    #[schemars(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    /// `bot verify`: a description of the end of the game.
    #[schemars(skip_serializing_if = "Option::is_none")]
    ending: Option<String>,
}
