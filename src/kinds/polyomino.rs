//! The rows of the kinds of polyominoes.

use super::{Described, Row, compared_as_text};
use crate::diagnostics::Source;
use crate::notation::Segment;
use crate::polyomino::{Polyomino, Region};
use crate::render::{Look, Scene, polyomino as draw};

pub(super) const POLYOMINO: Row = Row::of::<Polyomino>();
pub(super) const REGION: Row = Row::of::<Region>();

impl Described for Polyomino {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        self.explain(source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        draw::polyomino(self, look)
    }

    compared_as_text!();
}

impl Described for Region {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        self.explain(source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        draw::region(self, look)
    }

    compared_as_text!();
}
