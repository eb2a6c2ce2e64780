//! When the game is over.

use super::reachability::all_can_reach;
use super::{CutOffCat, PlayableState, pieces};
use crate::diagnostics::Diagnostics;
use crate::grid::Bitboard;
use crate::raft::{Action, CatAction, Draw, FireAction, TileId};

/// How the game stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It goes on.
    Continues,
    /// Every cat is on the raft.
    Won,
    /// It is lost.
    Lost(Loss),
}

/// Why a game is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Some cats can no longer reach the raft.
    CutOffCats(Vec<CutOffCat>),
    /// The tile has no legal placement at all.
    NoPlacement(TileId),
    /// A tile must be drawn and the bag is empty.
    EmptyBag,
    /// The decks together hold fewer cards than a draw needs.
    TooFewCards {
        /// Cards left in all decks.
        left: usize,
    },
}

impl Outcome {
    /// Its name: `continues`, `won` or `lost`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Continues => "continues",
            Self::Won => "won",
            Self::Lost(_) => "lost",
        }
    }

    /// Whether the game goes on.
    pub fn continues(&self) -> bool {
        *self == Self::Continues
    }

    fn lost_if(lost: bool, loss: impl FnOnce() -> Loss) -> Self {
        if lost { Self::Lost(loss()) } else { Self::Continues }
    }
}

impl PlayableState {
    /// How the game stands before any action: won if all cats are home, else lost if one is cut off.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, rules::Outcome};
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// assert_eq!(game.outcome(), Outcome::Continues);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn outcome(&self) -> Outcome {
        if self.all_cats_on_raft() { Outcome::Won } else { self.lost_if_cut_off() }
    }

    /// How the game stands after an action on this state, as far as the board tells: the hand is not looked at.
    ///
    /// # Errors
    /// Every reason why a card or cat action does not fit. A tile that does not fit is no error: the game goes
    /// on if it fits somewhere, else it is lost.
    pub fn outcome_after(&self, action: &Action) -> Result<Outcome, Diagnostics> {
        match *action {
            Action::Fire(fire) if !self.fits(action) => {
                Ok(Outcome::lost_if(!self.tile_fits_anywhere(fire.tile), || Loss::NoPlacement(fire.tile)))
            }
            _ if !self.fits(action) => Err(self.placement_errors(action)),
            Action::Card(_) => Ok(Outcome::lost_if(self.state.bag.is_empty(), || Loss::EmptyBag)),
            Action::Fire(fire) if !self.fire_cuts_off(fire) => Ok(Outcome::Continues),
            Action::Fire(_) => {
                let mut after = self.clone();
                after.apply_unchecked(action);
                Ok(after.lost_if_cut_off())
            }
            Action::Cat(ref cat) => Ok(if self.goes_last(cat) { Outcome::Won } else { Outcome::Continues }),
        }
    }

    /// Whether the game is won or lost after an action, without the reasons: much quicker to say.
    ///
    /// # Errors
    /// As [`outcome_after`](Self::outcome_after).
    pub fn is_over_after(&self, action: &Action) -> Result<bool, Diagnostics> {
        match *action {
            Action::Fire(fire) if !self.fits(action) => Ok(!self.tile_fits_anywhere(fire.tile)),
            _ if !self.fits(action) => Err(self.placement_errors(action)),
            Action::Card(_) => Ok(self.state.bag.is_empty()),
            Action::Fire(fire) => Ok(self.fire_cuts_off(fire)),
            Action::Cat(ref cat) => Ok(self.goes_last(cat)),
        }
    }

    /// Whether a tile that fits cuts a cat off from the raft.
    fn fire_cuts_off(&self, fire: FireAction) -> bool {
        let tile = pieces::tile(fire.tile, fire.flipped, fire.turn);
        !all_can_reach(&self.bitboards, tile.squares_at(fire.at.row.into(), fire.at.column.into()))
    }

    /// Whether a move that fits takes the last cat to the raft.
    fn goes_last(&self, cat: &CatAction) -> bool {
        let ashore = self.bitboards.cats - self.bitboards.raft;
        let last = ashore - Bitboard::square(cat.from.row.into(), cat.from.column.into());
        last.is_empty() && self.bitboards.raft.contains(cat.to.row.into(), cat.to.column.into())
    }

    /// How the game stands if a draw is asked for: lost if the decks together hold too few cards.
    pub fn outcome_of_drawing_hand(&self) -> Outcome {
        let left = self.state.decks.0.len();
        Outcome::lost_if(left < usize::from(Draw::TOTAL), || Loss::TooFewCards { left })
    }

    /// How the game stands if a tile must be drawn: lost if the bag is empty.
    pub fn outcome_of_drawing_tile(&self) -> Outcome {
        Outcome::lost_if(self.state.bag.is_empty(), || Loss::EmptyBag)
    }

    pub(crate) fn lost_if_cut_off(&self) -> Outcome {
        Outcome::lost_if(!self.all_cats_can_reach_raft(), || Loss::CutOffCats(self.cut_off_cats()))
    }
}
