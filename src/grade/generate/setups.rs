//! Cases of challenges chosen and set up.

use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::notation::Notation as _;
use crate::raft::{CatCardPlacement, Challenge, Island, Position, Squares3x3, catalogue};
use crate::random::Random;
use serde_json::{Value, json};

/// A challenge, and what its board must show wherever the islands come from.
pub(super) fn initialise(random: &mut Random) -> Option<Case> {
    let official = random.choose(catalogue::official_challenges())?;
    let challenge = Challenge::parse_canonical(&official.text)?;
    let laid = |squares: &Squares3x3, at: Position| {
        let letters: String = squares.0.iter().map(|square| square.letter()).collect();
        json!({"row": at.row(), "col": at.column(), "squares": letters})
    };
    let cat = |cat: &CatCardPlacement| laid(&catalogue::cat_card(cat.card).squares(), cat.at);
    let raft = challenge.raft_card();
    let fire: Vec<Value> = challenge.fire_cards().iter().map(|at| json!(at.coordinates())).collect();
    let mut case = Case::new(Suite::InitialiseChallenge, vec![("challenge", official.text.as_str().into())]);
    case.expect = Some(json!({
        "rows": challenge.height(),
        "cols": challenge.width(),
        "fire_cards": fire,
        "fire_strips": strips(&challenge),
        "cats": challenge.cat_cards().iter().map(cat).collect::<Vec<_>>(),
        "raft": laid(&catalogue::raft_card(raft.card).squares(), raft.at),
    }));
    Some(case)
}

/// The strips of fire, three squares wide: on the left of an island at `N`, on top at `E`, and so on.
fn strips(challenge: &Challenge) -> Vec<Value> {
    let strip = |(island, corner): (Island, Position)| {
        let ((top, left), (rows, columns)) = (corner.coordinates(), island.fire_strip()?);
        let (rows, columns) =
            ([top + rows.start, top + rows.end], [left + columns.start, left + columns.end]);
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
