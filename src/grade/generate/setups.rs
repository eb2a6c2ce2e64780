//! Cases of challenges chosen and set up.

use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::notation::Notation as _;
use crate::raft::notation::Squares3x3;
use crate::raft::{Challenge, Orientation, Position, catalogue};
use crate::random::Random;
use serde_json::{Value, json};

/// A challenge, and what its board must show wherever the islands come from.
pub(super) fn initialise(random: &mut Random) -> Option<Case> {
    let official = random.choose(catalogue::official_challenges())?;
    let challenge = Challenge::parse_canonical(&official.text)?;
    let laid = |squares: &Squares3x3, at: Position| {
        let letters: String = squares.0.iter().map(|square| square.letter()).collect();
        json!({"row": at.row, "col": at.column, "squares": letters})
    };
    let cat =
        |cat: &crate::raft::CatPlace| laid(&catalogue::cat_cards()[usize::from(cat.card)].squares, cat.at);
    let raft = challenge.raft;
    let fire: Vec<Value> = challenge.fire.iter().map(|at| json!([at.row, at.column])).collect();
    let mut case = Case::new(Suite::InitialiseChallenge, vec![("challenge", official.text.as_str().into())]);
    case.expect = Some(json!({
        "rows": challenge.height(),
        "cols": challenge.width(),
        "fire_cards": fire,
        "fire_strips": strips(&challenge),
        "cats": challenge.cats.iter().map(cat).collect::<Vec<_>>(),
        "raft": laid(&catalogue::raft_cards()[usize::from(raft.card)].squares, raft.at),
    }));
    Some(case)
}

/// The strips of fire, three squares wide: on the left of an island at `N`, on top at `E`, and so on.
fn strips(challenge: &Challenge) -> Vec<Value> {
    let strip = |(island, corner): (crate::raft::Island, Position)| {
        let (height, width) = (island.size.height(), 9);
        let (top, left) = (corner.row, corner.column);
        let (rows, columns) = match island.turn? {
            Orientation::North => ([top, top + height], [left, left + 3]),
            Orientation::East => ([top, top + 3], [left, left + width]),
            Orientation::South => ([top, top + height], [left + width - 3, left + width]),
            Orientation::West => ([top + height - 3, top + height], [left, left + width]),
        };
        Some(json!({"rows": rows, "cols": columns}))
    };
    challenge.island_corners().filter_map(strip).collect()
}

/// A difficulty, and how many challenges of it are to be chosen.
pub(super) fn choose(random: &mut Random) -> Case {
    let difficulty = random.below(6) as u8;
    let of = catalogue::official_challenges().iter().filter(|official| official.difficulty == difficulty);
    let texts: Vec<&str> = of.map(|official| official.text.as_str()).collect();
    let samples = [1, 5, 40][random.below(3)];
    // Of forty fair choices it is as good as certain that two differ.
    let distinct = if samples == 40 { texts.len().min(2) } else { 1 };
    let inputs = vec![("difficulty", difficulty.into()), ("samples", samples.into())];
    let mut case = Case::new(Suite::ChooseChallenge, inputs);
    case.expect = Some(json!({"one_of": texts, "min_distinct": distinct}));
    case
}
