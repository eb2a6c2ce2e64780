//! Writes pictures as text.

use super::picture::{Board, Cell, Flow, Form, Glyph, Node, Picture, Piece};
use super::{Glyphs, Look, Paint, Scene, Style, hexagons};

impl Picture {
    /// Writes the picture as lines of styled text.
    pub fn scene(&self, look: &Look) -> Scene {
        self.node.scene(look)
    }
}

impl Node {
    fn scene(&self, look: &Look) -> Scene {
        let mut scene = Scene::new();
        match self {
            Self::Line(pieces) => {
                scene.line();
                for piece in pieces {
                    match piece {
                        Piece::Words(words, style) => {
                            let ascii = || words.replace('→', "->").replace('▶', ">").replace('…', "...");
                            let is_ascii = look.glyphs == Glyphs::Ascii;
                            scene.put(if is_ascii { ascii() } else { words.clone() }, *style);
                        }
                        Piece::Cell(cell, _) => put(&mut scene, cell, look, true),
                        Piece::Image(..) => {}
                    }
                }
            }
            Self::Board(board) => scene = board.scene(look),
            Self::Parts(Flow::Image, _) => {}
            Self::Parts(flow, nodes) => {
                let mut row = Scene::new();
                for next in nodes.iter().map(|node| node.scene(look)) {
                    if let Flow::Shelf(gap) = flow {
                        if row.height() > 0 && row.width() + gap + next.width() > look.width {
                            scene.below(std::mem::take(&mut row)).line();
                        }
                        row.beside(next, *gap);
                    } else {
                        if scene.height() > 0 && matches!(flow, Flow::Apart | Flow::Table) {
                            scene.line();
                        }
                        scene.below(next);
                    }
                }
                scene.below(row);
            }
        }
        scene
    }
}

fn letters<'a>(cell: &'a Cell, look: &Look) -> std::borrow::Cow<'a, str> {
    match &cell.glyph {
        Glyph::None | Glyph::Hole | Glyph::Slot => " ".into(),
        Glyph::Dot => look.pick("·", ".").into(),
        Glyph::Letters(text) | Glyph::Number(text) => text.as_str().into(),
        Glyph::Cat(letter) => letter.to_string().into(),
        Glyph::Back(_) => "[]".into(),
        Glyph::Hidden => look.pick("▒▒", "??").into(),
        Glyph::Flame => look.pick("▓", "#").into(),
        Glyph::Hatch => look.pick("·", "?").into(),
        Glyph::Penguin => "P".into(),
    }
}

/// Adds a cell to the last line of a scene. If `wide` is true, a single letter is between two other characters: `(B)`
/// is a cat, `[w]` a square of the raft, and `>b<` a marked square. The letter of a cat is white on black, so that cats
/// are easy to find.
fn put(scene: &mut Scene, cell: &Cell, look: &Look, wide: bool) {
    let letter = letters(cell, look);
    let is_cat = matches!(cell.glyph, Glyph::Cat(_));
    let mut style = cell.style;
    if cell.is_marked() {
        if cell.glyph == Glyph::Flame {
            style.ink = Some(Paint::Orange);
        }
        style = style.underline().bold();
    }
    style.bold |= is_cat;
    let [left, right] = match cell.glyph {
        _ if !wide || letter.chars().count() > 1 => ["", ""],
        _ if cell.is_marked() => [">", "<"],
        Glyph::Flame => [&*letter; 2],
        _ if cell.is_raft => ["[", "]"],
        Glyph::Cat(_) => ["(", ")"],
        _ => [" ", " "],
    };
    let inverted = Style { underline: style.underline, ..Style::on(Paint::White, Paint::Black).bold() };
    scene.put(left, style).put(&*letter, if is_cat { inverted } else { style }).put(right, style);
}

/// Converts the number of a gap and a position along it to a row and a column. Gaps are between columns if `across` is
/// true, and otherwise between rows.
pub(super) const fn turned([gap, other]: [i32; 2], across: bool) -> [i32; 2] {
    if across { [other, gap] } else { [gap, other] }
}

/// The cells of a board, indexed by row and column.
pub(super) struct Grid<'a> {
    board: &'a Board,
    cells: Vec<Option<&'a Cell>>,
}

impl<'a> Grid<'a> {
    pub(super) fn new(board: &'a Board) -> Self {
        let [rows, columns] = board.size;
        let mut grid = Self { board, cells: vec![None; (rows * columns) as usize] };
        for cell in board.cells.iter().filter(|cell| cell.glyph != Glyph::Slot) {
            if let Some(index) = grid.index(cell.at) {
                grid.cells[index] = Some(cell);
            }
        }
        grid
    }

    fn index(&self, [row, column]: [i32; 2]) -> Option<usize> {
        let [rows, columns] = self.board.size;
        let is_inside = (0..rows).contains(&row) && (0..columns).contains(&column);
        is_inside.then_some((row * columns + column) as usize)
    }

    fn cell(&self, at: [i32; 2]) -> Option<&'a Cell> {
        self.cells[self.index(at)?]
    }

    fn wall(&self, one: [i32; 2], other: [i32; 2]) -> bool {
        let group = |at| self.cell(at)?.group;
        group(one) != group(other)
    }

    /// Whether a wall is in the gap before the row `gap`, at the column `other`. If `across` is true, `gap` is a column
    /// and `other` is a row.
    pub(super) fn is_wall(&self, gap: i32, other: i32, across: bool) -> bool {
        self.wall(turned([gap - 1, other], across), turned([gap, other], across))
    }

    /// Returns the rows that need a line of text for the walls above them. If `across` is true, returns the columns
    /// that need space for the walls to the left of them.
    fn gaps(&self, across: bool) -> Vec<i32> {
        let [count, length] = turned(self.board.size, across);
        match self.board.form {
            Form::Pieces => (0..=count).collect(),
            Form::Board | Form::Grid => {
                let has_wall = |&gap: &i32| (0..length).any(|other| self.is_wall(gap, other, across));
                (1..count).filter(has_wall).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the style of the space between two cells. If both belong to the same piece, the space has the colour of
    /// the piece, so that the piece has no gaps.
    fn between(&self, one: Option<&Cell>, other: Option<&Cell>) -> Style {
        let is_inside = self.board.form == Form::Pieces && same(one, other);
        one.filter(|_| is_inside).map_or(Style::FAINT, |one| one.style)
    }

    /// Adds the line of text between a row and the row above it. It shows the walls between the cells of both rows.
    fn walls(&self, scene: &mut Scene, row: i32, gaps: &[i32], width: usize, look: &Look) {
        for column in 0..=self.board.size[1] {
            let around = [[row - 1, column - 1], [row - 1, column], [row, column - 1], [row, column]];
            let [above_left, above, left, below] = around.map(|at| self.cell(at));
            if gaps.contains(&column) {
                let lines = [
                    self.wall(around[0], around[1]),
                    self.wall(around[2], around[3]),
                    self.wall(around[0], around[2]),
                    self.wall(around[1], around[3]),
                ];
                let is_inside = same(above, below) && same(left, below);
                let style = if is_inside { self.between(above_left, below) } else { Style::FAINT };
                scene.put(corner(lines, look), style);
            }
            if column < self.board.size[1] {
                let line = if self.is_wall(row, column, false) { look.pick("─", "-") } else { " " };
                scene.put(line.repeat(width), self.between(above, below));
            }
        }
    }
}

/// Whether two cells belong to the same piece and look the same.
fn same(one: Option<&Cell>, other: Option<&Cell>) -> bool {
    one.map(|cell| (cell.group, &cell.glyph)) == other.map(|cell| (cell.group, &cell.glyph))
}

/// Returns the character for a point where lines meet. `lines` tells whether a line goes up, down, left and right from
/// this point.
fn corner(lines: [bool; 4], look: &Look) -> &'static str {
    const CORNERS: [&str; 16] =
        [" ", "╵", "╷", "│", "╴", "┘", "┐", "┤", "╶", "└", "┌", "├", "─", "┴", "┬", "┼"];
    const PLAIN: [&str; 16] =
        [" ", "+", "+", "|", "+", "+", "+", "+", "+", "+", "+", "+", "-", "+", "+", "+"];
    let index = lines.iter().rev().fold(0, |index, &line| index << 1 | usize::from(line));
    look.pick(CORNERS[index], PLAIN[index])
}

impl Board {
    /// Writes the board. Squares are three characters wide or, if the board would otherwise be too wide, one character
    /// wide. Narrow squares have no room for the brackets around the raft, so the brackets are written between squares.
    fn scene(&self, look: &Look) -> Scene {
        if self.form == Form::Hexagons {
            return hexagons::scene(self, look);
        }
        let grid = Grid::new(self);
        let [rows, columns] = self.size;
        let (down, across) = (grid.gaps(false), grid.gaps(true));
        let wide = match self.form {
            Form::Board => 3 + 3 * columns as usize + across.len() <= look.width,
            Form::Pieces => 3 * columns as usize + across.len() <= look.width,
            Form::Card => look.width >= 40,
            Form::Tile | Form::Grid | Form::Area(_) | Form::Hexagons => true,
        };
        let width = if wide { 3 } else { 1 };
        let is_board = self.form == Form::Board;
        let brackets = if wide || !is_board { Vec::new() } else { self.raft_edges() };
        let mut scene = Scene::new();
        if is_board {
            self.header(&mut scene, wide, &across, &brackets);
        }
        let margin = |row: Option<i32>| match (self.form, row) {
            (Form::Board, Some(row)) => format!("{row:>2} "),
            (Form::Board, None) => "   ".to_owned(),
            (Form::Area([_, top]), Some(row)) => format!("{:>5} ", top - row),
            _ => String::new(),
        };
        for row in 0..=rows {
            if down.contains(&row) {
                scene.line().put(margin(None), Style::FAINT);
                grid.walls(&mut scene, row, &across, width, look);
            }
            if row == rows {
                break;
            }
            scene.line().put(margin(Some(row)), Style::FAINT);
            for column in 0..=columns {
                let (before, cell) = (grid.cell([row, column - 1]), grid.cell([row, column]));
                if across.contains(&column) {
                    let wall = grid.is_wall(column, row, true);
                    scene.put(corner([wall, wall, false, false], look), grid.between(before, cell));
                }
                if brackets.contains(&column) {
                    let is_raft = |cell: Option<&Cell>| cell.is_some_and(|cell| cell.is_raft);
                    let bracket = match [is_raft(before), is_raft(cell)] {
                        [false, true] => "[",
                        [true, false] => "]",
                        _ if column == columns => "",
                        _ => " ",
                    };
                    scene.put(bracket, Style::BOLD);
                }
                if column < columns {
                    self.square(&mut scene, cell, width, look);
                }
            }
        }
        match self.form {
            Form::Board => self.text_legend(&mut scene, wide, look),
            Form::Area([left, _]) => {
                let numbers: String = (left..left + columns).map(|x| format!("{x:>3}")).collect();
                scene.line().put(format!("      {numbers}"), Style::FAINT);
            }
            _ => {}
        }
        scene
    }

    fn square(&self, scene: &mut Scene, cell: Option<&Cell>, width: usize, look: &Look) {
        match (self.form, cell) {
            (Form::Area(_), None) => _ = scene.put(" ", Style::PLAIN).put(" .", Style::FAINT),
            (_, None) => _ = scene.put(" ".repeat(width), Style::PLAIN),
            (Form::Pieces, Some(cell)) => {
                scene.put(format!("{:^width$}", letters(cell, look)), cell.style);
            }
            (Form::Grid | Form::Area(_), Some(cell)) => {
                scene.put(" ", Style::PLAIN);
                put(scene, cell, look, false);
                scene.put(if self.form == Form::Grid { " " } else { "" }, Style::PLAIN);
            }
            (_, Some(cell)) => put(scene, cell, look, width > 1),
        }
    }

    /// Returns the columns that have a bracket before them, because the raft begins or ends there.
    fn raft_edges(&self) -> Vec<i32> {
        let is_raft = |column: i32| self.cells.iter().any(|cell| cell.is_raft && cell.at[1] == column);
        (0..=self.size[1]).filter(|&column| is_raft(column - 1) != is_raft(column)).collect()
    }

    fn header(&self, scene: &mut Scene, wide: bool, gaps: &[i32], brackets: &[i32]) {
        let (lines, after): (&[_], _) = if wide { (&[(0, 2)], " ") } else { (&[(0, 1), (1, 2)], "") };
        for &(from, to) in lines {
            let number = |column: i32| {
                let gaps = usize::from(gaps.contains(&column)) + usize::from(brackets.contains(&column));
                " ".repeat(gaps) + &format!("{column:>2}")[from..to] + after
            };
            let numbers: String = (0..self.size[1]).map(number).collect();
            scene.line().put(format!("   {numbers}"), Style::FAINT);
        }
    }

    /// Returns the entries of the legend, which explains the colours and marks on the board. Each entry is a cell of
    /// the board, and what the cell shows.
    pub(super) fn legend(&self) -> Vec<(Cell, &'static str)> {
        let any = |is: &dyn Fn(&Cell) -> bool| self.cells.iter().find(|cell| is(cell)).cloned();
        let is_cat = |cell: &Cell| matches!(cell.glyph, Glyph::Cat(_)) && !cell.is_marked();
        let is_plain = |cell: &Cell, name: &str, is_raft: bool| {
            let is_of_class = cell.class == name && cell.is_raft == is_raft;
            is_of_class && !cell.is_marked() && !is_cat(cell)
        };
        let colours = ["blue", "green", "purple", "red", "yellow", "wild", "fire"].into_iter();
        let colours = colours.map(|name| (any(&|cell| is_plain(cell, name, false)), name));
        let cat = any(&is_cat).map(|cat| Cell { is_raft: false, ..cat });
        let raft = any(&|cell| is_plain(cell, "wild", true));
        let raft = raft.or_else(|| any(&|cell| cell.is_raft && !cell.is_marked()));
        let hatch = any(&|cell| cell.glyph == Glyph::Hatch);
        let others = [(cat, "cat"), (raft, "raft"), (any(&Cell::is_marked), "marked"), (hatch, "not fixed")];
        colours.chain(others).filter_map(|(cell, name)| Some((cell?, name))).collect()
    }

    /// Adds the legend below the board. To leave room for another board beside this one, the legend is not wider than
    /// the board, unless the board is less than 30 characters wide.
    fn text_legend(&self, scene: &mut Scene, wide: bool, look: &Look) {
        let most = look.width.min(scene.width().max(30));
        let mut row = Scene::new();
        let mut entries = self.legend();
        entries.sort_by_key(|(_, name)| !wide && *name == "raft");
        for (cell, name) in entries {
            let mut entry = Scene::new();
            match name {
                "marked" if !wide => continue,
                "raft" if !wide => _ = entry.put("[]", Style::BOLD),
                _ => put(&mut entry, &cell, look, wide),
            }
            entry.put(format!(" {name}"), Style::FAINT);
            if row.height() > 0 && row.width() + 2 + entry.width() <= most {
                row.beside(entry, 2);
            } else {
                scene.below(std::mem::take(&mut row));
                row.put("   ", Style::PLAIN).beside(entry, 0);
            }
        }
        scene.below(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_meet_in_the_right_character() {
        let corner = |lines, glyphs| corner(lines, &Look { glyphs, ..Look::PIPE });
        assert_eq!(corner([true, true, false, true], Glyphs::Unicode), "├");
        assert_eq!(corner([false, false, true, true], Glyphs::Ascii), "-");
    }
}
