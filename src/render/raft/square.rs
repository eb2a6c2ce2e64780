//! The squares of a picture, alone and in a grid.

use crate::raft::{Colour, Square};
use crate::render::{Look, Paint, Scene, Style};

/// One square of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PictureSquare {
    /// The square, or `None` if the string does not define it.
    pub(super) square: Option<Square>,
    /// True if the square is one of the nine squares of the raft.
    pub(super) raft: bool,
    /// True if the square is marked, because an action changes it.
    pub(super) marked: bool,
}

impl PictureSquare {
    pub(super) const UNDEFINED: Self = Self { square: None, raft: false, marked: false };

    pub(super) const fn of(square: Square) -> Self {
        Self { square: Some(square), ..Self::UNDEFINED }
    }

    fn letter(self, look: &Look) -> &'static str {
        match self.square {
            None => look.pick("·", "?"),
            Some(Square::Fire) => look.pick("▓", "#"),
            Some(Square::Void) => " ",
            Some(square) => {
                let at = Square::LETTERS.find(square.letter()).unwrap_or(0);
                &Square::LETTERS[at..=at]
            }
        }
    }

    /// Returns the letter with its marks, one or three characters wide.
    pub(super) fn text(self, look: &Look, wide: bool) -> String {
        let letter = self.letter(look);
        if !wide {
            return letter.to_owned();
        }
        match self.square {
            _ if self.marked => format!(">{letter}<"),
            Some(Square::Fire) => letter.repeat(3),
            _ if self.raft => format!("[{letter}]"),
            Some(square) if square.has_cat() => format!("({letter})"),
            _ => format!(" {letter} "),
        }
    }

    pub(super) fn style(self) -> Style {
        let style = match self.square {
            None => Style::FAINT,
            Some(Square::Fire) => Style::on(Paint::Orange, Paint::Black),
            Some(Square::Void) => Style::PLAIN,
            Some(Square::Raft) => Style::on(Paint::White, Paint::Dark).bold(),
            Some(square) => match square.colour() {
                Some(colour) => Style::on(foreground(colour), background(colour)),
                None => Style::on(Paint::Black, Paint::White),
            },
        };
        let style = if self.square.is_some_and(Square::has_cat) { style.bold() } else { style };
        if self.marked { style.underline().bold() } else { style }
    }
}

const fn background(colour: Colour) -> Paint {
    match colour {
        Colour::Blue => Paint::Blue,
        Colour::Green => Paint::Green,
        Colour::Purple => Paint::Purple,
        Colour::Red => Paint::Red,
        Colour::Yellow => Paint::Yellow,
    }
}

/// Returns black or white, whichever is easier to read on the colour.
const fn foreground(colour: Colour) -> Paint {
    match colour {
        Colour::Blue | Colour::Red => Paint::White,
        Colour::Green | Colour::Purple | Colour::Yellow => Paint::Black,
    }
}

/// Draws squares in rows of `width`, with coordinates.
pub(super) fn grid(squares: &[PictureSquare], width: usize, look: &Look) -> Scene {
    let wide = 3 * width + 3 <= look.width;
    let mut scene = Scene::new();
    if wide {
        let header: String = (0..width).map(|column| format!("{column:>2} ")).collect();
        scene.line().put(format!("   {header}"), Style::FAINT);
    } else {
        let tens: String =
            (0..width).map(|column| if column < 10 { ' ' } else { digit(column / 10) }).collect();
        let ones: String = (0..width).map(|column| digit(column % 10)).collect();
        scene.line().put(format!("   {tens}"), Style::FAINT);
        scene.line().put(format!("   {ones}"), Style::FAINT);
    }
    for (row, squares) in squares.chunks(width).enumerate() {
        scene.line().put(format!("{row:>2} "), Style::FAINT);
        for square in squares {
            scene.put(square.text(look, wide), square.style());
        }
    }
    scene
}

fn digit(number: usize) -> char {
    (b'0' + (number % 10) as u8) as char
}

/// Adds the meaning of the marks, if the picture is wide enough for marks. `others` describes more marks.
pub(super) fn add_legend(scene: &mut Scene, width: usize, others: &str, look: &Look) {
    if 3 * width + 3 <= look.width {
        let fire = look.pick("▓▓▓", "###");
        scene.line().put(format!("   {fire} fire   (B) cat   [w] raft{others}"), Style::FAINT);
    }
}
