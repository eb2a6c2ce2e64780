//! Lists legal placements of the remaining blocks, and applies placements to states.

use super::notation::{on_penguin, overlap};
use super::{Block, Placement, State};
use crate::diagnostics::codes::penguins as codes;
use crate::diagnostics::{Diagnostic, Diagnostics, Span};

impl State {
    /// Lists every legal placement of the blocks that are not on the board yet, sorted by placement string.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::State;
    ///
    /// let state: State = "20113123:A321B104C031".parse()?;
    /// let moves: Vec<_> = state.legal_placements().map(|placement| placement.to_string()).collect();
    /// assert_eq!(moves, ["D222"]);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn legal_placements(self) -> impl Iterator<Item = Placement> {
        let taken = self.placed().ice().union(self.challenge().penguins());
        let left = Block::ALL.into_iter().filter(move |&block| self.placed().get(block).is_none());
        left.flat_map(Block::placements).copied().filter(move |one| one.hexes().is_disjoint(taken))
    }

    /// Places one more block, and returns the resulting state.
    ///
    /// # Errors
    /// Returns every reason why the placement is illegal: the block is already on the board, covers penguins, or
    /// overlaps another block. The spans point into the placement string.
    ///
    /// # Examples
    /// ```
    /// use clowder::penguins::State;
    ///
    /// let state: State = "20113123:A321".parse()?;
    /// let after = state.apply("B104".parse()?)?;
    /// assert_eq!(after.to_string(), "20113123:A321B104");
    /// let refused = after.apply("D012".parse()?).unwrap_err();
    /// assert_eq!(refused.to_string(), "0..4: penguins-solution/overlap: block D overlaps block B on (0, 1)");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn apply(self, placement: Placement) -> Result<Self, Diagnostics> {
        if let Ok(placed) = self.placed().with(placement)
            && let Ok(after) = Self::new(self.challenge(), placed)
        {
            return Ok(after);
        }
        let text = placement.to_string();
        let span = Span::new(0, text.len());
        let mut faults: Diagnostics = self.placed_already(placement.block(), &text).into_iter().collect();
        let penguins = self.challenge().penguins();
        faults.extend(on_penguin(&codes::SOLUTION_ON_PENGUIN, span, placement, penguins));
        let others = self.placed().iter().filter(|other| other.block() != placement.block());
        faults.extend(others.filter_map(|other| overlap(span, placement, other)));
        Err(faults)
    }

    /// Returns a diagnostic if the block is already on the board. The span covers `text`, the string of the
    /// new placement.
    pub(crate) fn placed_already(self, block: Block, text: &str) -> Option<Diagnostic> {
        let before = self.placed().get(block)?;
        let message = format!("block {block} is already placed, as {before}");
        let span = Span::new(0, text.len());
        Some(Diagnostic::new(&codes::SOLUTION_BLOCK_TWICE, span, message).found(text))
    }
}
