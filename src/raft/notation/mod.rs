//! The strings of Race to the Raft, one file a kind: its value, its grammar, what can be wrong with it.

mod action;
mod board;
mod cards;
mod challenge;
mod challenge_faults;
mod draw;
mod exhausted;
mod fire_bag;
mod places;
mod state;
mod state_faults;
mod utility;
mod utility_faults;

pub use action::{Action, CardAction, CatAction, FireAction};
pub use board::Board;
pub use cards::{CardSet, Decks, Hand, locate as locate_card};
pub use challenge::{CatPlace, Challenge, Island, IslandSize, RaftPlace};
pub use draw::Draw;
pub use exhausted::Exhausted;
pub use fire_bag::FireBag;
pub use state::{PART_NAMES, State, decode as decode_state};
pub use utility::{CatCard, FireTile, PathwayCard, RaftCard, Squares3x3};

use crate::notation::from_str_by_notation;

from_str_by_notation!(
    Action,
    Board,
    CatCard,
    Challenge,
    Decks,
    Draw,
    Exhausted,
    FireBag,
    FireTile,
    Hand,
    PathwayCard,
    RaftCard,
    State,
);
