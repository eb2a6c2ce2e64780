//! Creates cases about choosing challenges and setting them up.

use crate::grade::case::Case;
use crate::grade::suite::Suite;
use crate::raft::{
    CatCardId, CatCardPlacement, Challenge, Island, IslandSize, Orientation, Position, RaftCardId,
    RaftCardPlacement, catalogue,
};
use crate::random::Random;
use serde_json::json;

/// Creates a case with a new challenge. The case has no expected answer. Instead, the answer is judged by the rules,
/// because the rules also check the squares of the islands. A list of expected features would contain only the squares
/// that the challenge fixes.
pub(super) fn initialise(random: &mut Random) -> Option<Case> {
    let challenge = challenge(random)?;
    Some(Case::new(Suite::InitialiseChallenge, vec![("challenge", challenge.to_string().into())]))
}

/// Creates a random challenge.
fn challenge(random: &mut Random) -> Option<Challenge> {
    use IslandSize::{Large, Small};
    let column = [[Large, Large], [Large, Small], [Small, Large], [Small, Small]][random.below(4)];
    let mut sizes = column.to_vec();
    if random.below(2) == 0 {
        let other = if random.below(2) == 0 { column } else { [column[1], column[0]] };
        sizes.extend(other);
    }
    let islands = sizes.into_iter().map(|size| island(size, random)).collect::<Option<Vec<Island>>>()?;
    let width = if islands.len() == 2 { 9 } else { 18 };
    let height = islands[0].size().height() + islands[1].size().height();
    let mut taken: Vec<Position> = Vec::new();
    let mut place = |random: &mut Random| {
        for _ in 0..100 {
            let (row, column) = (random.below(usize::from(height) - 2), random.below(width - 2));
            let at = Position::of_square((row, column));
            let is_free = |other: &Position| {
                at.row().abs_diff(other.row()) > 2 || at.column().abs_diff(other.column()) > 2
            };
            if taken.iter().all(is_free) {
                taken.push(at);
                return Some(at);
            }
        }
        None
    };
    let raft = RaftCardPlacement { card: RaftCardId::new(random.below(4) as u8).ok()?, at: place(random)? };
    let cats = (0..=random.below(4))
        .map(|_| {
            Some(CatCardPlacement { card: CatCardId::new(random.below(7) as u8).ok()?, at: place(random)? })
        })
        .collect::<Option<Vec<_>>>()?;
    let fire = (0..random.below(5)).map(|_| place(random)).collect::<Option<Vec<_>>>()?;
    Challenge::new(islands, fire, cats, raft).ok()
}

fn island(size: IslandSize, random: &mut Random) -> Option<Island> {
    let rotation = match (size, random.below(5)) {
        (_, 0) => None,
        (IslandSize::Large, turn) => Some(Orientation::ALL[turn - 1]),
        (IslandSize::Small, turn) => Some([Orientation::North, Orientation::South][turn % 2]),
    };
    Island::new(size, rotation).ok()
}

/// Creates a case with a difficulty and the number of challenges to choose.
pub(super) fn choose(random: &mut Random) -> Case {
    let difficulty = random.below(6) as u8;
    let of = catalogue::official_challenges().iter().filter(|official| official.difficulty == difficulty);
    let texts: Vec<&str> = of.map(|official| official.text.as_str()).collect();
    let samples = 1 + random.below(60);
    // At least two of forty random choices are almost certainly different.
    let distinct = if samples >= 40 { texts.len().min(2) } else { 1 };
    let inputs = vec![("difficulty", difficulty.into()), ("samples", samples.into())];
    let mut case = Case::new(Suite::ChooseChallenge, inputs);
    case.expect = Some(json!({"one_of": texts, "min_distinct": distinct}));
    case
}
