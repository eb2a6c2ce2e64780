//! Cases about choosing challenges and setting them up.

use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::notation::Notation as _;
use crate::raft::{CatCardPlacement, Challenge, Island, Position, Squares3x3, catalogue};
use crate::random::Random;
use serde_json::{Value, json};

/// Creates a case with a challenge and the features that its board has for every choice of islands.
pub(super) fn initialise(random: &mut Random) -> Option<Case> {
    let official = random.choose(catalogue::official_challenges())?;
    let challenge = Challenge::parse_canonical(&official.text)?;
    let placed = |squares: &Squares3x3, at: Position| {
        let letters: String = squares.0.iter().map(|square| square.letter()).collect();
        json!({"row": at.row(), "col": at.column(), "squares": letters})
    };
    let cat = |cat: &CatCardPlacement| placed(&catalogue::cat_card(cat.card).squares(), cat.at);
    let raft = challenge.raft_card();
    let fire: Vec<Value> = challenge.fire_cards().iter().map(|at| json!(at.coordinates())).collect();
    let mut case = Case::new(Suite::InitialiseChallenge, vec![("challenge", official.text.as_str().into())]);
    case.expect = Some(json!({
        "rows": challenge.height(),
        "cols": challenge.width(),
        "fire_cards": fire,
        "fire_strips": strips(&challenge),
        "cats": challenge.cat_cards().iter().map(cat).collect::<Vec<_>>(),
        "raft": placed(&catalogue::raft_card(raft.card).squares(), raft.at),
    }));
    Some(case)
}

/// Returns the strips of fire on the islands whose fire side is up.
fn strips(challenge: &Challenge) -> Vec<Value> {
    let strip = |(island, corner): (Island, Position)| {
        let ((top, left), (rows, columns)) = (corner.coordinates(), island.fire_strip()?);
        let (rows, columns) =
            ([top + rows.start, top + rows.end], [left + columns.start, left + columns.end]);
        Some(json!({"rows": rows, "cols": columns}))
    };
    challenge.island_corners().filter_map(strip).collect()
}

/// Creates a case with a difficulty and the number of challenges to choose.
pub(super) fn choose(random: &mut Random) -> Case {
    let difficulty = random.below(6) as u8;
    let of = catalogue::official_challenges().iter().filter(|official| official.difficulty == difficulty);
    let texts: Vec<&str> = of.map(|official| official.text.as_str()).collect();
    let samples = [1, 5, 40][random.below(3)];
    // Among forty random choices, two are almost certainly different.
    let distinct = if samples == 40 { texts.len().min(2) } else { 1 };
    let inputs = vec![("difficulty", difficulty.into()), ("samples", samples.into())];
    let mut case = Case::new(Suite::ChooseChallenge, inputs);
    case.expect = Some(json!({"one_of": texts, "min_distinct": distinct}));
    case
}
