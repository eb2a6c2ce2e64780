//! When the game is over.

use super::{CutOff, Game};
use crate::diagnostics::Diagnostics;
use crate::raft::{Action, Draw, TileId};

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
    CutOff(Vec<CutOff>),
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

impl Game {
    /// How the game stands before any action: won if all cats are home, else lost if one is cut off.
    ///
    /// ```
    /// use clowder::raft::{Game, rules::Outcome};
    ///
    /// let game: Game = Game::EXAMPLE.parse()?;
    /// assert_eq!(game.outcome(), Outcome::Continues);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn outcome(&self) -> Outcome {
        if self.all_home() { Outcome::Won } else { self.lost_if_cut_off() }
    }

    /// How the game stands after an action on this state, as far as the board tells: the hand is not looked at.
    ///
    /// # Errors
    /// Every reason why a card or cat action does not fit. A tile that does not fit is no error: the game goes
    /// on if it fits somewhere, else it is lost.
    pub fn outcome_after(&self, action: &Action) -> Result<Outcome, Diagnostics> {
        match *action {
            Action::Fire(fire) if !self.fits(action) => {
                Ok(Outcome::lost_if(!self.fits_anywhere(fire.tile), || Loss::NoPlacement(fire.tile)))
            }
            _ if !self.fits(action) => Err(self.misfits(action)),
            Action::Card(_) => Ok(Outcome::lost_if(self.state.bag.is_empty(), || Loss::EmptyBag)),
            Action::Fire(fire) => {
                let mut after = self.clone();
                after.lay_fire(fire);
                Ok(after.lost_if_cut_off())
            }
            Action::Cat(ref cat) => {
                let mut ground = self.ground.clone();
                ground.move_cat(cat.from, cat.to);
                let home = ground.raft.holds(&ground.cats);
                Ok(if home { Outcome::Won } else { Outcome::Continues })
            }
        }
    }

    /// How the game stands if a draw is asked for: lost if the decks together hold too few cards.
    pub fn outcome_of_draw(&self) -> Outcome {
        let left = self.state.decks.0.len();
        Outcome::lost_if(left < usize::from(Draw::TOTAL), || Loss::TooFewCards { left })
    }

    /// How the game stands if a tile must be drawn: lost if the bag is empty.
    pub fn outcome_of_tile(&self) -> Outcome {
        Outcome::lost_if(self.state.bag.is_empty(), || Loss::EmptyBag)
    }

    pub(crate) fn lost_if_cut_off(&self) -> Outcome {
        Outcome::lost_if(!self.all_can_reach(), || Loss::CutOff(self.cut_off()))
    }
}
