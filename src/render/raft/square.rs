//! The squares of a picture, and the grid in which they are drawn.

use super::Rectangle;
use crate::raft::{Colour, Square};
use crate::render::{Look, Paint, Scene, Style};

/// One square of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::render) struct PictureSquare {
    /// The square of the board, or `None` if the string does not define it.
    pub(in crate::render) square: Option<Square>,
    /// True if the square is one of the nine squares of the raft.
    pub(in crate::render) raft: bool,
    /// True if the square is marked, for example because an action changes it.
    pub(in crate::render) marked: bool,
}

impl PictureSquare {
    pub(in crate::render) const UNDEFINED: Self = Self { square: None, raft: false, marked: false };

    pub(in crate::render) const fn of(square: Square) -> Self {
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

    /// Returns the letter of the square. If `wide` is true, the text has three characters and also contains the marks
    /// of the square. Otherwise, it consists of the letter only.
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

    /// Returns the background colour of the square, or `None` for an undefined square or a void.
    pub(in crate::render) const fn ground(self) -> Option<Paint> {
        match self.square {
            None | Some(Square::Void) => None,
            Some(Square::Fire) => Some(Paint::Black),
            Some(Square::Raft) => Some(Paint::Dark),
            Some(square) => match square.colour() {
                Some(colour) => Some(ground_of(colour)),
                None => Some(Paint::White),
            },
        }
    }

    pub(super) fn style(self) -> Style {
        let style = match (self.square, self.ground()) {
            (None, _) => Style::FAINT,
            (_, None) => Style::PLAIN,
            (Some(Square::Fire), Some(ground)) if self.marked => Style::on(Paint::Orange, ground),
            // The texture covers most of a fire square, so the texture has to be dark.
            (Some(Square::Fire), Some(ground)) => Style::on(Paint::Ember, ground),
            (Some(Square::Raft), Some(ground)) => Style::on(ground.ink(), ground).bold(),
            (_, Some(ground)) => Style::on(ground.ink(), ground),
        };
        if self.marked { style.underline().bold() } else { style }
    }

    /// Adds the square to the last line of a scene. The letter of a cat is white on black, while other letters are on
    /// the colour of their square, so that cats can be found quickly.
    pub(super) fn put(self, scene: &mut Scene, look: &Look, wide: bool) {
        let (text, style) = (self.text(look, wide), self.style());
        let has_cat = self.square.is_some_and(Square::has_cat);
        if !has_cat {
            scene.put(text, style);
            return;
        }
        let inverted = Style::on(Paint::White, Paint::Black).bold();
        let inverted = if self.marked { inverted.underline() } else { inverted };
        for (index, character) in text.chars().enumerate() {
            let is_letter = !wide || index == 1;
            scene.put(character, if is_letter { inverted } else { style.bold() });
        }
    }

    /// Returns the description of the square for a legend.
    pub(in crate::render) const fn name(self) -> &'static str {
        match self.square {
            None => "not fixed",
            Some(Square::Fire) => "fire",
            Some(Square::Void) => "void",
            Some(Square::Raft) => "raft",
            Some(square) => match square.colour() {
                Some(colour) => colour.name(),
                None => "wild",
            },
        }
    }
}

const fn ground_of(colour: Colour) -> Paint {
    match colour {
        Colour::Blue => Paint::Blue,
        Colour::Green => Paint::Green,
        Colour::Purple => Paint::Purple,
        Colour::Red => Paint::Red,
        Colour::Yellow => Paint::Yellow,
    }
}

/// Draws squares in rows of `width`, with coordinates, the borders of the islands and a legend.
///
/// Each square is three columns wide. If the picture would then be too wide, each square is only one column wide, and
/// the brackets around the raft are in separate columns.
pub(super) fn grid(squares: &[PictureSquare], width: usize, islands: &[Rectangle], look: &Look) -> Scene {
    let borders = column_borders(islands, width);
    let wide = 3 * width + 3 + borders.len() <= look.width;
    let brackets = if wide { Vec::new() } else { raft_columns(squares, width) };
    let mut scene = header(width, wide, &borders, &brackets);
    for (row, squares) in squares.chunks(width).enumerate() {
        if row > 0 && islands.iter().any(|island| island[0] == row) {
            island_border(&mut scene, row, width, wide, islands, look);
        }
        scene.line().put(format!("{row:>2} "), Style::FAINT);
        for (column, square) in squares.iter().enumerate() {
            if borders.contains(&column) {
                scene.put(look.pick("│", "|"), Style::FAINT);
            }
            let before = column.checked_sub(1).is_some_and(|before| squares[before].raft);
            if brackets.contains(&column) {
                let bracket = match (before, square.raft) {
                    (false, true) => "[",
                    (true, false) => "]",
                    _ => " ",
                };
                scene.put(bracket, Style::BOLD);
            }
            square.put(&mut scene, look, wide);
        }
        if brackets.contains(&width) && squares.last().is_some_and(|last| last.raft) {
            scene.put("]", Style::BOLD);
        }
    }
    legend(&mut scene, squares, wide, look);
    scene
}

/// Returns the columns whose left side is a border between two islands.
fn column_borders(islands: &[Rectangle], width: usize) -> Vec<usize> {
    let mut columns: Vec<usize> = islands.iter().map(|island| island[1]).collect();
    columns.retain(|&column| column > 0 && column < width);
    columns.sort_unstable();
    columns.dedup();
    columns
}

/// Returns the columns whose left side is the left or the right edge of the raft.
fn raft_columns(squares: &[PictureSquare], width: usize) -> Vec<usize> {
    let is_raft = |column: usize| squares.iter().skip(column).step_by(width).any(|square| square.raft);
    let raft: Vec<bool> = (0..width).map(is_raft).collect();
    let changes = |&column: &usize| {
        let before = column.checked_sub(1).is_some_and(|before| raft[before]);
        before != raft.get(column).copied().unwrap_or(false)
    };
    (0..=width).filter(changes).collect()
}

fn header(width: usize, wide: bool, borders: &[usize], brackets: &[usize]) -> Scene {
    let mut scene = Scene::new();
    let line = |digits: &dyn Fn(usize) -> String| {
        let mut text = "   ".to_owned();
        for column in 0..width {
            let gaps = usize::from(borders.contains(&column)) + usize::from(brackets.contains(&column));
            text.push_str(&" ".repeat(gaps));
            text.push_str(&digits(column));
        }
        text
    };
    if wide {
        scene.line().put(line(&|column| format!("{column:>2} ")), Style::FAINT);
    } else {
        let tens = |column: usize| if column < 10 { " ".to_owned() } else { (column / 10).to_string() };
        scene.line().put(line(&tens), Style::FAINT);
        scene.line().put(line(&|column| (column % 10).to_string()), Style::FAINT);
    }
    scene
}

/// Draws the horizontal border above a row in which islands begin.
fn island_border(
    scene: &mut Scene,
    row: usize,
    width: usize,
    wide: bool,
    islands: &[Rectangle],
    look: &Look,
) {
    let mut text = "   ".to_owned();
    let borders = column_borders(islands, width);
    let begins = |column: usize| {
        let covers =
            |island: &&Rectangle| island[0] == row && (island[1]..island[1] + island[3]).contains(&column);
        islands.iter().any(|island| covers(&island))
    };
    for column in 0..width {
        if borders.contains(&column) {
            let [left, right] = [begins(column - 1), begins(column)];
            text.push_str(match (left, right) {
                (true, true) => look.pick("┼", "+"),
                (true, false) => look.pick("┤", "+"),
                (false, true) => look.pick("├", "+"),
                (false, false) => look.pick("│", "|"),
            });
        }
        let line = if begins(column) { look.pick("─", "-") } else { " " };
        text.push_str(&line.repeat(if wide { 3 } else { 1 }));
    }
    scene.line().put(text, Style::FAINT);
}

/// Adds a legend, which explains the colours and marks that occur in the picture.
fn legend(scene: &mut Scene, squares: &[PictureSquare], wide: bool, look: &Look) {
    let mut entries: Vec<(PictureSquare, &str)> = Vec::new();
    let example = |square: Square| PictureSquare::of(square);
    for square in [Square::Blue, Square::Green, Square::Purple, Square::Red, Square::Yellow, Square::Wild] {
        let swatch = example(square);
        if squares.iter().any(|one| one.square == Some(square) && !one.raft && !one.marked) {
            entries.push((swatch, swatch.name()));
        }
    }
    let any = |is: &dyn Fn(&PictureSquare) -> bool| squares.iter().copied().find(is);
    let fire = any(&|one| one.square == Some(Square::Fire) && !one.marked);
    entries.extend(fire.map(|_| (example(Square::Fire), "fire")));
    let has_cat = |one: &PictureSquare| one.square.is_some_and(Square::has_cat) && !one.marked;
    entries.extend(any(&has_cat).map(|cat| (PictureSquare { raft: false, ..cat }, "cat")));
    let raft = any(&|one| one.raft && !one.marked && one.square == Some(Square::Wild))
        .or(any(&|one| one.raft && !one.marked));
    if wide {
        entries.extend(raft.map(|raft| (raft, "raft")));
        entries.extend(any(&|one| one.marked).map(|marked| (marked, "marked")));
    }
    entries.extend(any(&|one| one.square.is_none()).map(|open| (open, "not fixed")));
    // The legend is not wider than the board (or 30 columns if the board is narrower), so that two boards fit side by
    // side.
    let most = look.width.min(scene.width().max(30));
    let mut used = most;
    let mut put = |scene: &mut Scene, length: usize| {
        if used + 2 + length > most {
            scene.line().put("   ", Style::PLAIN);
            used = 3 + length;
        } else {
            scene.put("  ", Style::PLAIN);
            used += 2 + length;
        }
    };
    for (swatch, name) in entries {
        let columns = if wide { 3 } else { 1 };
        put(scene, columns + 1 + name.len());
        swatch.put(scene, look, wide);
        scene.put(format!(" {name}"), Style::FAINT);
    }
    if !wide && raft.is_some() {
        put(scene, 7);
        scene.put("[]", Style::BOLD).put(" raft", Style::FAINT);
    }
}
