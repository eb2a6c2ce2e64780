//! The invariants that the fuzz targets check. Each function takes arbitrary bytes, and panics if an invariant does not hold.

mod bytes;
mod games;
mod puzzles;
mod streams;
mod strings;

/// The slow second implementation of the rules, which the tests also use.
#[allow(dead_code, reason = "the tests use more of the module")]
#[path = "../../tests/it/raft_oracle.rs"]
mod raft_oracle;
#[allow(dead_code, unused_imports, reason = "the tests in the module are not compiled here")]
#[path = "../../tests/it/raft_rules.rs"]
mod raft_rules;
#[allow(dead_code, unused_imports, reason = "the tests in the module are not compiled here")]
#[path = "../../tests/it/tilings.rs"]
mod tilings_oracle;

pub use games::{raft_games, raft_rules};
pub use puzzles::{piece_list, tilings};
pub use streams::{grade_case, json_lines, stream};
pub use strings::{diff, mutation, notation, pictures, repair};

/// Returns the function of the target with this name, or `None` if there is no such target.
pub fn target(name: &str) -> Option<Box<dyn Fn(&[u8]) + Send + Sync>> {
    Some(match name {
        "diff" => Box::new(diff),
        "grade-case" => Box::new(grade_case),
        "json-lines" => Box::new(json_lines),
        "pictures" => Box::new(pictures),
        "piece-list" => Box::new(piece_list),
        "raft-games" => Box::new(raft_games),
        "raft-rules" => Box::new(raft_rules),
        "repair" => Box::new(repair),
        "mutation" => Box::new(mutation),
        "stream" => Box::new(stream),
        "tilings" => Box::new(tilings),
        kind => {
            let kind: clowder::notation::Kind = kind.parse().ok()?;
            Box::new(move |data| notation(kind, data))
        }
    })
}
