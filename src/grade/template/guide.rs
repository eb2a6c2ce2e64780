//! The description of a suite for the author of a harness, with real questions and answers.

use crate::grade::case::Case;
use crate::grade::suite::{Input, Suite};
use crate::grade::{generate, reference};
use crate::random::Random;
use serde_json::json;

impl Suite {
    /// Returns the question of a suite in one or two sentences.
    pub const fn about(self) -> &'static str {
        match self {
            Self::BoardWellFormed => "Is this string a board?",
            Self::PlacementValid => {
                "Does the pathway card or the fire tile fit the board? The hand and the bag do not matter."
            }
            Self::CatMovementValid => "Is this move of a cat legal? The hand and the exhausted cats matter.",
            Self::GameOver => "Is the game won or lost after this action?",
            Self::ApplyPlacement => "Which state results when this card or tile is placed?",
            Self::MoveCat => "Which state results when the cat moves?",
            Self::DrawHand => {
                "Which state results from each of these draws? The draws are made one after the other."
            }
            Self::DrawFireTile => {
                "Which tile is drawn from the bag? The answer is an empty string if the bag is empty."
            }
            Self::InitialiseChallenge => {
                "Which board results when this challenge is set up on random islands?"
            }
            Self::ChooseChallenge => "Which random challenges of this difficulty are chosen?",
            Self::FindSolution => "What is a solution of this challenge of Penguins Pool Party?",
            Self::AllValidPlacements => {
                "Which placements are possible for the blocks that are not placed yet?"
            }
            Self::IcePlacementValid => "Are all four hexagons of the block on the board and empty?",
            Self::IsSolution => "Are all four blocks placed?",
            Self::FixSymmetries => {
                "What is the canonical form of this block? In this form, block C has rotation 0, 1 or 2."
            }
            Self::Neighbours => "Which hexagons are around this hexagon, clockwise from the top?",
            Self::PlaceIceBlock => "Which board results when the block is placed?",
            Self::Legal => "Is this action legal?",
            Self::Fits => "Does this action fit the board? The hand does not matter.",
            Self::Apply => "Which state results from this action?",
            Self::LegalMoves => {
                "Which placements of the tile are legal? If no tile is given, which card and cat actions are legal?"
            }
            Self::Outcome => "What is the outcome of the game after this action?",
        }
    }

    /// Describes the answer of a program in a few words.
    const fn answer(self) -> &'static str {
        match self {
            Self::ApplyPlacement | Self::MoveCat | Self::Apply => "a state: a list of five strings",
            Self::DrawHand => "a list of states, one for each draw",
            Self::DrawFireTile => "a string: the tile, or an empty string",
            Self::InitialiseChallenge => "a string: the board",
            Self::ChooseChallenge => "a list of `samples` strings",
            Self::Neighbours => "a list of six items, each [x, y], or null for a hexagon off the board",
            _ => self.expectation().name(),
        }
    }
}

/// Describes an input.
fn field(suite: Suite, input: &Input) -> &'static str {
    match input.name {
        "state" => "board, decks, hand, exhausted cats, fire bag",
        "board" if suite.is_about_penguins() => "the letters of the twenty hexagons, row by row",
        "board" => "the letters of the squares, with a line break after each row",
        "action" => "the action string, such as Af0303N",
        "actions" => "the draws, such as A2B4",
        "clear_hand" => "the hand before each draw except the first; by default, this hand is empty (ABCD)",
        "challenge" => "the challenge string",
        "difficulty" => "the difficulty from 0 to 5",
        "samples" => "the number of challenges",
        "initial" => "the challenge string of Penguins Pool Party",
        "placed" => "the blocks that are placed",
        "ice" => "the block with its hexagons; the first hexagon is the origin",
        "x" => "the column of the hexagon",
        "y" => "the row of the hexagon",
        _ => "the letter of a tile, or null",
    }
}

/// Describes a suite for the author of a harness, as a section of Markdown: the fields, a real question with its
/// answer, and a line of a cases file.
///
/// ```
/// use clowder::grade::{Suite, guide};
///
/// let text = guide(Suite::IsSolution);
/// assert!(text.starts_with("## isSolution\n\nAre all four blocks placed?\n"));
/// assert!(text.contains("Question: `{\"id\":"));
/// ```
pub fn guide(suite: Suite) -> String {
    let mut text = format!("## {suite}\n\n{}\n\n", suite.about());
    for input in suite.inputs() {
        let optional = if input.is_optional { " (optional)" } else { "" };
        let (name, value) = (input.name, input.value_type.name());
        text.push_str(&format!("- `{name}`{optional} is {value}: {}\n", field(suite, input)));
    }
    text.push_str(&format!("- The answer is {}.\n", suite.answer()));
    text.push_str(&format!("- In a case, `expect` is {}.\n", suite.expectation().name()));
    let case = example(suite);
    let answer = reference::answer(&case, &mut Random::new(1)).unwrap_or_default();
    let reply = json!({"id": case.id(), "answer": answer});
    text.push_str(&format!(
        "\nQuestion: `{}`\n\nAnswer: `{reply}`\n\nCase: `{}`\n",
        case.request(),
        case.line()
    ));
    text
}

/// Returns the shortest case among six generated cases of a suite.
fn example(suite: Suite) -> Case {
    let cases = (0..6).map(|index| generate::case(suite, 1, index));
    let is_answered = |case: &Case| reference::answer(case, &mut Random::new(1)).is_ok();
    let shortest = cases.filter(is_answered).min_by_key(|case| case.line().len());
    shortest.unwrap_or_else(|| generate::case(suite, 1, 0))
}
