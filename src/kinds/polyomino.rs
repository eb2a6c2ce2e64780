//! The rows of the registry for polyominoes and regions.

use super::{Described, Row, compared_as_text, no_replay};
use crate::diagnostics::Source;
use crate::notation::Segment;
use crate::polyomino::{Polyomino, Region};
use crate::render::figure::{Figure, FigureLook};
use crate::render::{self, Look, Scene, figures};

pub(super) const POLYOMINO: Row = Row::of::<Polyomino>("FILNPTUVWXYZ./abcdefghijklmnopqrstuvwxyz0123456789");
pub(super) const REGION: Row = Row::of::<Region>(".#x\n0123456789FILNPTUVWXYZ");

impl Described for Polyomino {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        self.explain(source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::polyomino::shape(self.shape(), look)
    }

    fn figure(&self, _: &FigureLook) -> Figure {
        figures::polyomino::shape(self.shape())
    }

    compared_as_text!();
    no_replay!();
}

impl Described for Region {
    fn explain(&self, source: Source<'_>) -> Vec<Segment> {
        self.explain(source.text)
    }

    fn picture(&self, look: &Look) -> Scene {
        render::polyomino::region(self, look)
    }

    fn figure(&self, look: &FigureLook) -> Figure {
        figures::polyomino::region(self, look)
    }

    compared_as_text!();
    no_replay!();
}
