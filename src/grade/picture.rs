//! Pictures that explain why an answer is wrong. A picture stores its boards, so that a report can show them
//! as text or as SVG images.

use crate::penguins::{self, Hexes, PartialSolution};
use crate::raft::{self, Challenge, Position};
use crate::render::figure::{Figure, FigureLook};
use crate::render::{self, Look, Scene};

/// A board and its marked squares.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Drawn {
    Raft(Box<raft::Board>, Vec<Position>),
    Challenge(Challenge),
    Penguins(penguins::Board, Hexes),
    Blocks(PartialSolution, Hexes),
}

impl Drawn {
    fn picture(&self) -> render::Picture {
        match self {
            Self::Raft(board, marked) => render::raft::marked(board, marked),
            Self::Challenge(challenge) => render::of(challenge),
            Self::Penguins(board, marked) => render::penguins::marked(*board, *marked),
            Self::Blocks(placed, penguins) => render::penguins::partial_solution(*placed, *penguins),
        }
    }
}

/// Boards, with lines of text below them.
///
/// ```
/// use clowder::grade::Picture;
///
/// assert!(Picture::default().is_empty());
/// assert_eq!(Picture::default().text(), "");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The boards with their headings.
    boards: Vec<(&'static str, Drawn)>,
    /// The boards as text, followed by the lines below them.
    scene: Scene,
    /// Total height of the boards, in lines of text.
    height: usize,
}

impl From<Scene> for Picture {
    fn from(scene: Scene) -> Self {
        Self { scene, ..Self::default() }
    }
}

impl Picture {
    fn new(board: Drawn, look: &Look) -> Self {
        let scene = board.picture().scene(look);
        Self { boards: vec![("", board)], height: scene.height(), scene }
    }

    /// Draws a Race to the Raft board with some squares marked.
    pub(super) fn raft(board: &raft::Board, marked: &[Position], look: &Look) -> Self {
        Self::new(Drawn::Raft(Box::new(*board), marked.to_vec()), look)
    }

    /// Draws the layout of a challenge.
    pub(super) fn challenge(challenge: Challenge, look: &Look) -> Self {
        Self::new(Drawn::Challenge(challenge), look)
    }

    /// Draws a Penguins Pool Party board with some hexagons marked.
    pub(super) fn penguins(board: penguins::Board, marked: Hexes, look: &Look) -> Self {
        Self::new(Drawn::Penguins(board, marked), look)
    }

    pub(super) fn blocks(placed: PartialSolution, penguins: Hexes, look: &Look) -> Self {
        Self::new(Drawn::Blocks(placed, penguins), look)
    }

    /// Places the expected and the actual picture side by side.
    pub(super) fn expected_and_actual(expected: Self, actual: Self, look: &Look) -> Self {
        let headed =
            |heading, of: &Self| of.boards.iter().map(move |(_, board)| (heading, board.clone())).collect();
        let boards: [Vec<_>; 2] = [headed("expected", &expected), headed("actual", &actual)];
        let scene = Scene::expected_and_actual(expected.scene, actual.scene, look);
        Self { boards: boards.concat(), height: scene.height(), scene }
    }

    /// Returns true if there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.scene.height() == 0
    }

    /// Returns the picture as styled text.
    pub const fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Returns the picture as text without styles.
    pub fn text(&self) -> String {
        self.scene.text()
    }

    /// Starts a new line below the boards.
    #[cfg(any(feature = "cli", arena))]
    pub(super) fn line(&mut self) -> &mut Scene {
        self.scene.line()
    }

    /// Returns each board as a figure with its heading, and the lines of text below the boards.
    pub(super) fn figures(&self) -> (impl Iterator<Item = (String, Figure)>, String) {
        let figures = self
            .boards
            .iter()
            .map(|(heading, board)| ((*heading).to_owned(), board.picture().figure(&FigureLook::default())));
        let lines: String = self.scene.text().split_inclusive('\n').skip(self.height).collect();
        (figures, lines)
    }
}
