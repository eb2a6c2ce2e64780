//! How a game can end, and why it can be lost.

use super::bitboards::square;
use super::reachability::{all_can_reach, cut_off_cats};
use super::{CutOffCat, PlayableState};
use crate::diagnostics::Diagnostics;
use crate::grid::Bitboard;
use crate::raft::{Action, Cat, CatAction, Draw, FireAction, TileId};

/// The outcome of a game.
///
/// # Examples
/// ```
/// use clowder::raft::{PlayableState, rules::Outcome};
///
/// assert_eq!(PlayableState::EXAMPLE.parse::<PlayableState>()?.outcome(), Outcome::Continues);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The game is not over.
    Continues,
    /// Every cat is on the raft.
    Won,
    /// The game is lost for this reason.
    Lost(Loss),
}

/// The reason why a game is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// These cats can no longer reach the raft.
    CutOffCats(Vec<CutOffCat>),
    /// This tile cannot be placed anywhere.
    NoPlacement(TileId),
    /// A tile must be drawn, but the bag is empty.
    EmptyBag,
    /// The four decks contain too few cards in total for a draw.
    TooFewCards {
        /// Total number of cards that remain in the four decks.
        left: usize,
    },
    /// The hand still has cards, but no card can be placed and no cat can move.
    NoLegalAction,
}

impl Loss {
    /// Short name of the reason, for use by programs.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::CutOffCats(_) => "cut-off",
            Self::NoPlacement(_) => "no-placement",
            Self::EmptyBag => "empty-bag",
            Self::TooFewCards { .. } => "too-few-cards",
            Self::NoLegalAction => "no-legal-action",
        }
    }
}

impl Outcome {
    /// Name of the outcome: `continues`, `won` or `lost`.
    ///
    /// ```
    /// assert_eq!(clowder::raft::rules::Outcome::Won.name(), "won");
    /// ```
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Continues => "continues",
            Self::Won => "won",
            Self::Lost(_) => "lost",
        }
    }

    /// Whether the game is not over.
    pub fn continues(&self) -> bool {
        *self == Self::Continues
    }

    fn lost_if(lost: bool, loss: impl FnOnce() -> Loss) -> Self {
        if lost { Self::Lost(loss()) } else { Self::Continues }
    }
}

impl PlayableState {
    /// Outcome in this state, before any further action. The game is won when all cats are on the raft. The
    /// game is lost when a cat can no longer reach the raft. The game is also lost when the hand has cards,
    /// but no card can be placed and no cat can move.
    ///
    /// ```
    /// use clowder::raft::{PlayableState, rules::Outcome};
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// assert_eq!(game.outcome(), Outcome::Continues);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn outcome(&self) -> Outcome {
        if self.all_cats_on_raft() {
            return Outcome::Won;
        }
        match self.lost_if_cut_off() {
            Outcome::Continues => Outcome::lost_if(self.is_stuck(), || Loss::NoLegalAction),
            lost => lost,
        }
    }

    fn is_stuck(&self) -> bool {
        let cards = self.state.hand.cards().len();
        let can_move =
            |(cat, destinations): (Cat, Bitboard)| !destinations.is_empty() && self.state.price(cat) <= cards;
        cards > 0
            && self.bitboards.card_corners().is_empty()
            && !self.bitboards.cat_destinations().any(can_move)
    }

    /// Outcome after an action in this state. The outcome depends on the board and the bag, but not on the hand.
    ///
    /// # Errors
    /// Returns the reasons why a card placement or a cat move does not fit. A misplaced tile is not an error:
    /// the game continues if the tile fits elsewhere or in another orientation, and is lost otherwise.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::{PlayableState, rules::Outcome};
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// assert_eq!(game.outcome_after(&"Af0303N".parse()?)?, Outcome::Continues);
    /// assert!(game.outcome_after(&"Af0000N".parse()?).is_err());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn outcome_after(&self, action: &Action) -> Result<Outcome, Diagnostics> {
        match *action {
            Action::Fire(fire) if !self.fits(action) => {
                Ok(Outcome::lost_if(!self.tile_fits_anywhere(fire.tile), || Loss::NoPlacement(fire.tile)))
            }
            _ if !self.fits(action) => Err(self.placement_errors(action)),
            Action::Card(_) => Ok(self.outcome_of_drawing_tile()),
            Action::Fire(fire) if !self.tile_cuts_off(fire) => Ok(Outcome::Continues),
            Action::Fire(_) => {
                let mut after = self.clone();
                after.apply_unchecked(action);
                Ok(after.lost_if_cut_off())
            }
            Action::Cat(ref cat) => {
                Ok(if self.is_last_cat_home(cat) { Outcome::Won } else { Outcome::Continues })
            }
        }
    }

    /// Whether the game is over (won or lost) after an action. This method is much faster than
    /// [`outcome_after`](Self::outcome_after), because it does not compute the reasons for a loss.
    ///
    /// # Errors
    /// Returns the same errors as [`outcome_after`](Self::outcome_after).
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::PlayableState;
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// assert_eq!(game.is_over_after(&"Af0303N".parse()?)?, false);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn is_over_after(&self, action: &Action) -> Result<bool, Diagnostics> {
        match *action {
            Action::Fire(fire) if !self.fits(action) => Ok(!self.tile_fits_anywhere(fire.tile)),
            _ if !self.fits(action) => Err(self.placement_errors(action)),
            Action::Card(_) => Ok(self.state.bag.is_empty()),
            Action::Fire(fire) => Ok(self.tile_cuts_off(fire)),
            Action::Cat(ref cat) => Ok(self.is_last_cat_home(cat)),
        }
    }

    /// Whether placing a tile, which must fit, cuts off at least one cat from the raft.
    fn tile_cuts_off(&self, fire: FireAction) -> bool {
        !all_can_reach(&self.bitboards, fire.oriented().squares_at(fire.at))
    }

    /// Whether a move, which must fit, brings the last cat to the raft.
    fn is_last_cat_home(&self, cat: &CatAction) -> bool {
        let ashore = self.bitboards.cats - self.bitboards.raft;
        let others = ashore - square(cat.from);
        others.is_empty() && !self.bitboards.raft.is_disjoint(&square(cat.to))
    }

    /// Outcome when a hand must be drawn. The game is lost if the four decks contain too few cards in total.
    pub fn outcome_of_drawing_hand(&self) -> Outcome {
        let left = self.state.decks.cards().len();
        Outcome::lost_if(left < usize::from(Draw::TOTAL), || Loss::TooFewCards { left })
    }

    /// Outcome when a tile must be drawn. The game is lost if the bag is empty.
    pub fn outcome_of_drawing_tile(&self) -> Outcome {
        Outcome::lost_if(self.state.bag.is_empty(), || Loss::EmptyBag)
    }

    /// Whether every cat can still reach the raft.
    pub fn all_cats_can_reach_raft(&self) -> bool {
        all_can_reach(&self.bitboards, Bitboard::EMPTY)
    }

    /// Lists every cat that can no longer reach the raft.
    pub fn cut_off_cats(&self) -> Vec<CutOffCat> {
        cut_off_cats(&self.bitboards, &self.state.board)
    }

    /// Whether every cat is on the raft.
    pub fn all_cats_on_raft(&self) -> bool {
        self.bitboards.cats.is_subset(&self.bitboards.raft)
    }

    fn lost_if_cut_off(&self) -> Outcome {
        Outcome::lost_if(!self.all_cats_can_reach_raft(), || Loss::CutOffCats(self.cut_off_cats()))
    }
}
