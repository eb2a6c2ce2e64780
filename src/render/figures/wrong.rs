//! Figures of wrong strings. Everything that can be read is drawn, and each error is marked where it is.

use super::penguins as hexagons;
use super::raft::square_tile;
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostics, Source, Span};
use crate::notation::Kind;
use crate::penguins::{Block, Hex};
use crate::raft::{Card, CatCardId, Deck, IslandSize, RaftCardId, Square, Squares3x3, TileId, catalogue};
use crate::render::Paint;
use crate::render::figure::{
    Anchor, Figure, Glyph, Item, LineKind, Mark, Origin, Outline, SIDE, SMALL, Tile,
};
use crate::render::raft::PictureSquare;
use std::borrow::Cow;

/// The maximum number of errors in the legend.
const LEGEND: usize = 12;
/// The maximum number of characters of a string that are drawn one by one.
const STRIP: usize = 240;
/// The number of characters around an error that are drawn when the string is longer.
const AROUND: usize = 16;
/// The number of characters in a row of a drawn string.
const ROW: i32 = 24;
/// The largest number of lines, and of squares in a line, that are drawn.
const LINES: usize = 64;

/// Draws what can be read of a wrong string. Each error has a number, which is at its squares, cards or characters and
/// in the legend.
///
/// `known` is the picture of the string, if it has a meaning in spite of its errors.
///
/// # Examples
/// ```
/// use clowder::kinds::{self, ReadOptions};
/// use clowder::{diagnostics::Source, notation::Kind, render::figure::Mark, render::figures};
///
/// let text = "bbX\nbbb\n";
/// let reading = kinds::read(Kind::Board, text, &ReadOptions::default());
/// let figure = figures::wrong(Kind::Board, Source::whole(text), reading.diagnostics(), None);
/// let mut wrong = figure.tiles().filter(|tile| tile.marks.contains(&Mark::Error));
/// assert!(wrong.any(|tile| tile.place == Some([0, 2])), "the X is marked");
/// ```
pub fn wrong(kind: Kind, source: Source<'_>, faults: &Diagnostics, known: Option<Figure>) -> Figure {
    let mut figure = picture(kind, source);
    if figure.is_empty() {
        figure = known.unwrap_or_default();
    }
    let mut found = mark(&mut figure, faults);
    // The characters are shown, too, unless the picture shows each of them already.
    let parts: Vec<Option<usize>> = if source.parts.is_empty() {
        vec![None]
    } else {
        std::iter::once(None).chain((0..source.parts.len()).map(Some)).collect()
    };
    let is_grid = is_grid(kind, source.text);
    for part in parts {
        let is_lost = (0..).zip(faults.iter()).any(|(index, fault)| fault.part == part && !found[index]);
        if is_lost || (source.parts.is_empty() && !is_grid) {
            let mut strip = strip(source.part(part), part, faults);
            for (found, also) in found.iter_mut().zip(mark(&mut strip, faults)) {
                *found |= also;
            }
            let name = part.map_or_else(String::new, |part| format!("part {}", part + 1));
            figure.below(if name.is_empty() { strip } else { strip.headed(name) }, 24);
        }
    }
    figure.below(legend(faults, figure.size().0), 24);
    figure
}

/// Draws the squares, cards and tiles that can be read.
fn picture(kind: Kind, source: Source<'_>) -> Figure {
    if kind == Kind::State {
        const PARTS: [(Kind, &str); 5] = [
            (Kind::Board, ""),
            (Kind::Decks, "decks"),
            (Kind::Hand, "hand"),
            (Kind::Exhausted, "exhausted"),
            (Kind::FireBag, "bag"),
        ];
        let mut figure = Figure::new();
        for ((index, text), (kind, name)) in (0..).zip(source.parts).zip(PARTS) {
            let part = part(kind, &Reader { text, part: Some(index) });
            if !part.is_empty() {
                figure.below(if name.is_empty() { part } else { part.headed(name) }, 20);
            }
        }
        return figure;
    }
    part(kind, &Reader { text: source.text, part: None })
}

/// Returns true if each line of a string is a row of squares.
fn is_grid(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::Board | Kind::PenguinsBoard => true,
        Kind::Region => !text.trim_start().starts_with(|first: char| first.is_ascii_digit()),
        Kind::Polyomino => text.contains(['.', '/']),
        _ => false,
    }
}

fn part(kind: Kind, text: &Reader<'_>) -> Figure {
    match kind {
        Kind::PenguinsBoard => text.hexagons(),
        kind if is_grid(kind, text.text) => text.grid(kind),
        Kind::Challenge => text.challenge(),
        Kind::Decks | Kind::Hand => text.cards(),
        Kind::FireBag => text.bag(),
        Kind::PathwayCard | Kind::CatCard | Kind::RaftCard => text.nine(kind),
        Kind::FireTile => text.fire_tile(),
        Kind::PenguinsChallenge => text.penguins(text.text.len(), 0),
        Kind::PenguinsSolution | Kind::PenguinsPlacement => text.penguins(0, 0),
        Kind::PenguinsState => {
            let colon = text.text.find(':').unwrap_or(text.text.len());
            text.penguins(colon, colon + 1)
        }
        _ => Figure::new(),
    }
}

/// A string that is drawn as far as it can be read.
struct Reader<'a> {
    text: &'a str,
    part: Option<usize>,
}

impl Reader<'_> {
    #[expect(clippy::unnecessary_wraps, reason = "it is the value of an optional field")]
    fn origin(&self, start: usize, end: usize) -> Option<Origin> {
        Some(Origin { part: self.part, span: Span::new(start, end) })
    }

    /// Returns the characters with their offsets, without the line breaks.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let breaks = if self.text.contains('\n') { '\n' } else { '/' };
        let lines = self.text.strip_suffix(breaks).unwrap_or(self.text).split(breaks);
        lines.take(LINES).scan(0, |next, line| {
            let start = *next;
            *next += line.len() + 1;
            Some((start, line))
        })
    }

    fn grid(&self, kind: Kind) -> Figure {
        let mut figure = Figure::new();
        let rows = self.lines().count();
        let columns = self.lines().map(|(_, line)| line.chars().count()).max().unwrap_or(0).min(LINES);
        let (left, top) = super::rulers(&mut figure, columns, rows, true);
        for (row, (start, line)) in (0..).zip(self.lines()) {
            for (column, (offset, letter)) in (0..).zip(line.char_indices()).take(LINES) {
                let at = (left + SIDE * column, top + SIDE * row);
                let square = match kind {
                    Kind::Board => letter.try_into().ok().and_then(Square::from_byte),
                    _ => None,
                };
                let mut tile = match square {
                    Some(square) => square_tile(PictureSquare::of(square), at, SIDE, Some([row, column])),
                    None => unknown(letter, at, SIDE),
                };
                if kind != Kind::Board && matches!(letter, '.' | '#') {
                    (tile.glyph, tile.class) = (Glyph::None, "free".into());
                    tile.paint = (letter == '#').then_some(Paint::Dark);
                }
                tile.place = Some([row, column]);
                tile.origin = self.origin(start + offset, start + offset + letter.len_utf8());
                figure.put_tile(tile);
            }
            // The end of a line is a place of its own, for a line that is too short.
            let end = start + line.len();
            let at = (left + SIDE * line.chars().count().min(LINES) as i32, top + SIDE * row);
            figure.put_tile(Tile { origin: self.origin(end, end + 1), ..slot(at, SIDE, "end") });
        }
        figure.grouped("board")
    }

    fn hexagons(&self) -> Figure {
        let mut hexes = Vec::new();
        for (y, (start, line)) in (0..).zip(self.lines()).take(8) {
            for (x, (offset, letter)) in (0..).zip(line.char_indices()).take(12) {
                let origin = self.origin(start + offset, start + offset + letter.len_utf8());
                hexes.push((Hex::new(x, y), letter, origin));
            }
        }
        hexagons::lenient(&hexes)
    }

    /// Draws penguins, as pairs of digits before `end`, and blocks from `start` on.
    fn penguins(&self, end: usize, start: usize) -> Figure {
        let mut hexes = Vec::new();
        let digit = |at: usize| self.text.as_bytes().get(at).filter(|byte| byte.is_ascii_digit());
        let number = |at: usize| digit(at).map(|byte| i32::from(byte - b'0'));
        for at in (0..end.min(80)).step_by(2) {
            if let (Some(x), Some(y)) = (number(at), number(at + 1)) {
                hexes.push((Hex::new(x, y), 'P', self.origin(at, at + 2)));
            }
        }
        if end == self.text.len() {
            return hexagons::lenient(&hexes);
        }
        for (at, letter) in self.text.char_indices().skip_while(|(at, _)| *at < start).take(80) {
            if let (Some(block), Some(x), Some(y), Some(turns)) =
                (Block::from_letter(letter), number(at + 1), number(at + 2), number(at + 3))
            {
                let covered = block.hexagons(Hex::new(x, y), turns as u8);
                hexes.extend(covered.map(|hex| (hex, letter, self.origin(at, at + 4))));
            }
        }
        hexagons::lenient(&hexes)
    }

    #[expect(clippy::too_many_lines, reason = "the parts of a challenge are read and drawn in order")]
    fn challenge(&self) -> Figure {
        let at = |letter: char, from: usize| {
            self.text.get(from..).and_then(|rest| rest.find(letter)).map_or(self.text.len(), |at| from + at)
        };
        let fire = at('F', 0);
        let cats = at('C', fire.min(self.text.len()));
        let raft = at('R', cats.min(self.text.len()));
        let islands: Vec<_> = self.text.as_bytes()[..fire.min(cats).min(raft)].chunks(2).take(4).collect();
        let mut figure = Figure::new();
        let height = |island: &[u8]| match island.first() {
            Some(b'S') => IslandSize::Small.height(),
            _ => IslandSize::Large.height(),
        };
        let corner = |index: usize| {
            let above = if index % 2 == 1 { height(islands[index - 1]) } else { 0 };
            (i32::from(above), if index < 2 { 0 } else { 9 })
        };
        let rows = (0..islands.len()).map(|index| corner(index).0 + i32::from(height(islands[index])));
        let (rows, columns) = (rows.max().unwrap_or(18), if islands.len() > 2 { 18 } else { 9 });
        let (left, top) = super::rulers(&mut figure, columns as usize, rows as usize, true);
        let point = |row: i32, column: i32| (left + SIDE * column, top + SIDE * row);
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let place = Some([row, column]);
            figure.put_tile(square_tile(PictureSquare::UNDEFINED, point(row, column), SIDE, place));
        }
        let mut outlines = Vec::new();
        for (index, island) in islands.iter().enumerate() {
            let ((row, column), height) = (corner(index), i32::from(height(island)));
            let strip = match island.get(1) {
                Some(b'N') => Some((0..height, 0..3)),
                Some(b'E') => Some((0..3, 0..9)),
                Some(b'S') => Some((0..height, 6..9)),
                Some(b'W') => Some((height - 3..height, 0..9)),
                _ => None,
            };
            let (down, right) = strip.unwrap_or_default();
            for (row, column) in down.flat_map(|down| right.clone().map(move |it| (row + down, column + it)))
            {
                let fire = PictureSquare::of(Square::Fire);
                figure.put_tile(square_tile(fire, point(row, column), SIDE, Some([row, column])));
            }
            let corners = [(0, 0), (0, 9), (height, 9), (height, 0), (0, 0)];
            let border = corners.map(|(down, right)| point(row + down, column + right));
            outlines.push(Item::Line(LineKind::Island, border.to_vec()));
            let label = Tile {
                origin: self.origin(index * 2, index * 2 + 2),
                ..slot(point(row, column), SIDE, "end")
            };
            outlines.push(Item::Tile(label));
        }
        let digits = |start: usize, end: usize| -> Option<i32> {
            let digits = self.text.get(start..end)?;
            digits
                .parse()
                .ok()
                .filter(|number| *number < 24 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let mut card = |start: usize, digits_at: usize, squares: Squares3x3, raft: bool| {
            let (Some(row), Some(column)) =
                (digits(digits_at, digits_at + 2), digits(digits_at + 2, digits_at + 4))
            else {
                return;
            };
            for (index, square) in (0..).zip(squares.0) {
                let (row, column) = (row + index / 3, column + index % 3);
                let look = PictureSquare { raft, ..PictureSquare::of(square) };
                figure.put_tile(square_tile(look, point(row, column), SIDE, Some([row, column])));
            }
            let frame = slot(point(row, column), 3 * SIDE, "card");
            outlines.push(Item::Tile(Tile { origin: self.origin(start, digits_at + 4), ..frame }));
        };
        for start in (fire + 1..cats).step_by(4) {
            card(start, start, Squares3x3([Square::Fire; 9]), false);
        }
        let number = |at: usize| self.text.as_bytes().get(at).map_or(u8::MAX, |byte| byte.wrapping_sub(b'0'));
        for start in (cats + 1..raft).step_by(5) {
            let known = CatCardId::new(number(start)).ok().map(|id| catalogue::cat_card(id).squares());
            card(start, start + 1, known.unwrap_or(Squares3x3([Square::Void; 9])), false);
        }
        let known = RaftCardId::new(number(raft + 1)).ok().map(|id| catalogue::raft_card(id).squares());
        card(raft + 1, raft + 2, known.unwrap_or(Squares3x3([Square::Void; 9])), true);
        figure.extend(outlines);
        figure.grow(point(rows, columns));
        figure.grouped("board")
    }

    fn cards(&self) -> Figure {
        let mut deck = None;
        let cards = self.text.char_indices().take(2 * STRIP).filter_map(|(at, letter)| {
            if let Some(named) = Deck::from_letter(letter) {
                deck = Some(named);
                return None;
            }
            let squares = deck
                .and_then(|deck| Card::from_letter(deck, letter))
                .map(|card| (catalogue::pathway_squares(card), card.to_string()));
            let mut figure = Figure::new();
            let side = 3 * SMALL;
            let Some((squares, name)) = squares else {
                figure.put_tile(unknown(letter, (0, 0), side));
                figure.put_tile(self.frame(at, letter, side));
                return Some(figure.headed("?"));
            };
            nine_squares(&mut figure, squares, SMALL);
            figure.put_tile(self.frame(at, letter, side));
            Some(figure.headed(name))
        });
        Figure::shelf(cards, 560, 16)
    }

    fn frame(&self, at: usize, letter: char, side: i32) -> Tile {
        Tile { origin: self.origin(at, at + letter.len_utf8()), ..slot((0, 0), side, "card") }
    }

    fn bag(&self) -> Figure {
        let tiles = self.text.char_indices().take(STRIP).map(|(at, letter)| {
            let mut figure = Figure::new();
            match TileId::from_letter(letter) {
                Some(tile) => {
                    for cell in catalogue::fire_tile(tile).shape().cells() {
                        let at = (i32::from(cell.column) * SMALL, i32::from(cell.row) * SMALL);
                        figure.put_tile(square_tile(PictureSquare::of(Square::Fire), at, SMALL, None));
                    }
                }
                None => {
                    figure.put_tile(unknown(letter, (0, 0), 2 * SMALL));
                }
            }
            let (width, height) = figure.size();
            figure.put_tile(self.frame(at, letter, width.max(height)));
            figure.headed(letter.to_string())
        });
        Figure::shelf(tiles, 560, 24)
    }

    fn nine(&self, kind: Kind) -> Figure {
        let mut figure = Figure::new();
        for (index, (offset, letter)) in (0..).zip(self.text.char_indices().skip(1).take(18)) {
            let at = (index % 3 * SIDE, index / 3 * SIDE);
            let tile = match letter.try_into().ok().and_then(Square::from_byte) {
                Some(square) => {
                    let look = PictureSquare { raft: kind == Kind::RaftCard, ..PictureSquare::of(square) };
                    square_tile(look, at, SIDE, None)
                }
                None => unknown(letter, at, SIDE),
            };
            figure.put_tile(Tile { origin: self.origin(offset, offset + letter.len_utf8()), ..tile });
        }
        figure
    }

    fn fire_tile(&self) -> Figure {
        let mut figure = Figure::new();
        let digits = self.text.as_bytes();
        for at in (1..digits.len().saturating_sub(1).min(64)).step_by(2) {
            if let [row @ b'0'..=b'9', column @ b'0'..=b'9'] = digits[at..at + 2] {
                let [row, column] = [row, column].map(|digit| i32::from(digit - b'0'));
                let corner = (column * SIDE, row * SIDE);
                let tile = square_tile(PictureSquare::of(Square::Fire), corner, SIDE, None);
                figure.put_tile(Tile { origin: self.origin(at, at + 2), ..tile });
            }
        }
        figure
    }
}

fn nine_squares(figure: &mut Figure, squares: Squares3x3, side: i32) {
    for (index, square) in (0..).zip(squares.0) {
        let at = (index % 3 * side, index / 3 * side);
        figure.put_tile(square_tile(PictureSquare::of(square), at, side, None));
    }
}

/// Returns a tile that shows a character without a meaning.
fn unknown(letter: char, at: (i32, i32), side: i32) -> Tile {
    let tile = Tile::new(at, side, Outline::Square);
    Tile { class: "unknown".into(), glyph: Glyph::Letters(escape(&letter.to_string()).into_owned()), ..tile }
}

/// Returns an invisible tile, which is only seen if it is marked.
fn slot(at: (i32, i32), side: i32, class: &'static str) -> Tile {
    Tile { class: Cow::Owned(format!("slot {class}")), ..Tile::new(at, side, Outline::Square) }
}

/// Draws the characters of a string, or only those around the errors if the string is long.
fn strip(text: &str, part: Option<usize>, faults: &Diagnostics) -> Figure {
    const STEP: i32 = 26;
    let whole = text.len() <= STRIP;
    let near = |at: usize| {
        let is_near =
            |span: Span| span.start <= at + AROUND && at <= span.end.min(span.start + STRIP) + AROUND;
        whole || faults.iter().take(LEGEND).any(|fault| fault.part == part && is_near(fault.span))
    };
    let mut figure = Figure::new();
    let (mut count, mut next) = (0, 0);
    let end = std::iter::once((text.len(), ' '));
    for (at, letter) in text.char_indices().chain(end).filter(|(at, _)| near(*at)).take(4 * STRIP) {
        // A gap shows that characters are left out.
        count += i32::from(at > next);
        next = at + letter.len_utf8();
        let place = (count % ROW * STEP, count / ROW * (STEP + 10));
        count += 1;
        let letters = match letter {
            '\n' => "\\n".to_owned(),
            _ => escape(&letter.to_string()).into_owned(),
        };
        let mut tile = Tile::new(place, STEP - 2, Outline::Square);
        tile.class = "character".into();
        if at == text.len() {
            tile = slot(place, STEP - 2, "end");
        } else if letter != ' ' {
            tile.glyph = Glyph::Letters(letters);
        }
        let span = Span::new(at, if at == text.len() { at } else { at + letter.len_utf8() });
        figure.put_tile(Tile { origin: Some(Origin { part, span }), ..tile });
    }
    figure.grouped("string")
}

/// Marks the tiles of each error, and writes its number at the first of them. Returns which errors have a tile.
fn mark(figure: &mut Figure, faults: &Diagnostics) -> Vec<bool> {
    let mut found = Vec::new();
    let mut numbers: Vec<((i32, i32), usize)> = Vec::new();
    for (index, fault) in faults.iter().enumerate() {
        let square = fault.square.map(|square| square.map(|part| part as i32));
        let own = [(fault.part, fault.span)];
        let related = fault.related.iter().map(|related| (related.part, related.span));
        let spans: Vec<_> = own.into_iter().chain(related).collect();
        let mut first = None;
        for tile in figure.tiles_mut() {
            let is_square = square.is_some() && tile.place == square;
            let is_span = tile.origin.is_some_and(|origin| {
                spans.iter().any(|&(part, span)| origin.part == part && touch(origin.span, span))
            });
            if !is_square && !is_span {
                continue;
            }
            if !tile.marks.contains(&Mark::Error) {
                tile.marks.push(Mark::Error);
            }
            let (x, y) = tile.at;
            let corner = match tile.outline {
                Outline::Square => (x + tile.side, y),
                Outline::Hexagon => (x + tile.side * 3 / 2, y),
            };
            // The square that the error names has its number, and otherwise the first place in the string.
            if first.is_none() || (is_square && !matches!(first, Some((_, true)))) {
                first = Some((corner, is_square));
            }
        }
        found.push(first.is_some());
        if index < LEGEND {
            numbers.extend(first.map(|(corner, _)| (corner, index + 1)));
        }
    }
    // Numbers at the same corner are side by side.
    let mut used: Vec<(i32, i32)> = Vec::new();
    for (mut at, number) in numbers {
        while used.contains(&at) {
            at.0 += 18;
        }
        used.push(at);
        figure.put_badge(at, number);
    }
    found
}

/// Returns true if the spans have a character in common. An empty span is the character at its offset.
fn touch(one: Span, other: Span) -> bool {
    let end = |span: Span| span.end.max(span.start + 1);
    one.start < end(other) && other.start < end(one)
}

/// Lists the errors with their numbers.
fn legend(faults: &Diagnostics, width: i32) -> Figure {
    let columns = (width.max(480) / 12 - 4) as usize;
    let mut figure = Figure::new();
    let mut top = 0;
    for (number, fault) in (1..).zip(faults.iter()).take(LEGEND) {
        figure.put_badge((9, top + 7), number);
        for line in wrapped(&escape(&fault.message), columns) {
            figure.put_text((30, top), Anchor::Start, 2, line);
            top += 22;
        }
        top += 8;
    }
    if faults.len() > LEGEND {
        figure.put_faint((30, top), Anchor::Start, 2, format!("and {} more errors", faults.len() - LEGEND));
    }
    figure.grouped("legend")
}

/// Divides a text into lines of at most `columns` characters, at its spaces if possible.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ').flat_map(|word| {
        let letters: Vec<char> = word.chars().collect();
        let pieces: Vec<String> =
            letters.chunks(columns.max(1)).map(|piece| piece.iter().collect()).collect();
        pieces
    }) {
        let last = lines.len() - 1;
        let line = &mut lines[last];
        if line.is_empty() {
            line.push_str(&word);
        } else if line.chars().count() + 1 + word.chars().count() <= columns {
            line.push(' ');
            line.push_str(&word);
        } else {
            lines.push(word);
        }
    }
    lines
}
