//! The IDs by which a program under test refers to cases.

use super::case::Case;
use super::suite::Suite;
use std::collections::HashSet;

/// The offset and the prime of the hash function FNV-1a for 64 bits.
const FNV: (u64, u64) = (0xcbf2_9ce4_8422_2325, 0x0000_0100_0000_01b3);

/// Returns the ID for a question. The ID is a number from 1 to 2³¹−1. The type `int` can hold this number in all common
/// languages.
///
/// The ID is a hash that depends only on the question. A counter would tell a program the position of the case. If the
/// hash also depended on the expected answer, a program could find the answer by computing the hash for every possible
/// answer.
pub(super) fn of_question(suite: Suite, inputs: &[(&'static str, String)]) -> u32 {
    let mut hash = FNV.0;
    let mut add = |text: &str| {
        // The byte 255 does not occur in UTF-8, so it separates the texts.
        for byte in text.bytes().chain([255]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(FNV.1);
        }
    };
    add(suite.name());
    for (key, value) in inputs {
        add(key);
        add(value);
    }
    folded(hash)
}

/// Returns a number from 1 to 2³¹−1 that depends on all bits of `hash`.
fn folded(hash: u64) -> u32 {
    // This is the mixer of SplitMix64. It is needed because the upper bits of FNV-1a change little for short texts.
    let mut mixed = hash;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (mixed % 0x7fff_ffff) as u32 + 1
}

/// Returns the ID that is tried next if an ID is already in use.
pub(super) fn after(id: u32) -> u32 {
    folded(u64::from(id))
}

/// The IDs that are in use. With this set, all cases of a run get different IDs.
#[derive(Debug, Default)]
pub(super) struct Ids(HashSet<u32>);

impl Ids {
    /// Gives a case the next free ID if another case already has its ID, for example because both ask the same
    /// question.
    pub(super) fn distinguish(&mut self, case: &mut Case) {
        let mut id = case.id();
        while !self.0.insert(id) {
            id = after(id);
        }
        case.set_id(id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_questions_get_different_ids_and_the_answer_has_no_effect() {
        let case = |expect: bool| {
            let line = format!(r#"{{"suite":"isBoardStringWellFormed","board":"b","expect":{expect}}}"#);
            Case::read(1, &line).unwrap()
        };
        let mut ids = Ids::default();
        let mut cases = [case(true), case(false), case(true)];
        assert_eq!(cases[0].id(), cases[1].id());
        for case in &mut cases {
            ids.distinguish(case);
        }
        let distinct: HashSet<u32> = cases.iter().map(Case::id).collect();
        assert_eq!(distinct.len(), 3);
        assert!(distinct.iter().all(|id| (1..=0x7fff_ffff).contains(id)));
    }
}
