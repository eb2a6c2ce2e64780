//! Players of Race to the Raft: a random one, a quick greedy one, and a strong one that simulates games.
//!
//! A [`QuickGame`] is a position that can be copied and changed without heap allocation. A [`Policy`] chooses
//! what to do in such a position, and [`playout`] plays a game to its end with a policy. [`advise`] compares
//! the most promising choices in a position, and estimates their chances of winning by simulating games after
//! each of these choices.
//!
//! ```
//! use clowder::raft::{PlayableState, player::{Limit, QuickGame, SearchOptions, advise}};
//!
//! let state: PlayableState = PlayableState::EXAMPLE.parse()?;
//! let options = SearchOptions::new(Limit::Rollouts(16), 1);
//! let advice = advise(&QuickGame::new(&state, None), &options);
//! assert!(advice.options[0].chance() >= 0.0 && !advice.options.is_empty());
//! # Ok::<(), clowder::diagnostics::Diagnostics>(())
//! ```

mod candidates;
mod distance;
mod evaluate;
mod fate;
mod fire;
mod gains;
mod game;
mod greedy;
mod policy;
mod reason;
mod rollout;
mod search;
mod session;
mod value;

pub use candidates::candidates;
pub use game::{Choice, Phase, QuickGame};
pub use greedy::Greedy;
pub use policy::{Policy, RandomPolicy, playout};
pub use reason::{Way, reason, ways};
pub use rollout::Rollout;
pub use search::{Advice, Best, Estimate, Limit, SearchOptions, advise, wilson};
pub use session::Session;
pub use value::{FEATURES, HIDDEN, features, value};

use crate::random::Random;

/// One of the built-in players.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum BuiltInPolicy {
    /// Chooses random legal actions.
    Random,
    /// Looks one action ahead.
    Greedy,
    /// Simulates games after each promising choice, and makes the choice with the best results.
    Best(SearchOptions),
}

impl Policy for BuiltInPolicy {
    fn choose(&mut self, game: &QuickGame, random: &mut Random) -> Option<Choice> {
        match self {
            Self::Random => RandomPolicy.choose(game, random),
            Self::Greedy => Greedy.choose(game, random),
            Self::Best(options) => Best::new(*options).choose(game, random),
        }
    }
}
