//! Draws pictures of strings, even of invalid ones: everything readable is drawn, and each error is marked at its
//! place.

use super::picture::{Board, Cell, Form, Glyph, LEGEND, Origin, Picture, SMALL, Text, touch, unknown};
use super::{Flow, Node, penguins, polyomino, raft};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Source, Span};
use crate::notation::{Kind, Notation};

/// The length in bytes up to which a string is drawn in full.
const STRIP: usize = 240;
/// The number of bytes that are drawn before and after an error, if the string is too long to be drawn in full.
const AROUND: usize = 160;
/// The width of a character in a drawn string, in units.
const CHARACTER: i32 = 14;
/// The number of characters per row in a drawn string.
const ROW: usize = 40;

/// Draws the squares, cards and tiles that can be read from a string. The picture is empty if this kind of string has
/// nothing that can be drawn.
///
/// # Examples
/// ```
/// use clowder::{diagnostics::Source, notation::Kind, render};
///
/// let board = render::picture(Kind::Board, Source::whole("bbX\n"));
/// assert!(board.has([0, 2]) && !board.has([0, 3]));
/// ```
pub fn picture(kind: Kind, source: Source<'_>) -> Picture {
    let text = Text::new(source.text);
    match kind {
        Kind::Board => raft::of_board(text).into(),
        Kind::State => raft::of_parts(source.parts, false).into(),
        Kind::Challenge => raft::of_challenge(text).into(),
        Kind::Decks => raft::of_decks(text).into(),
        Kind::Hand => raft::of_hand(text).into(),
        Kind::Exhausted => raft::of_exhausted(text).into(),
        Kind::FireBag => raft::of_bag(text, SMALL).into(),
        Kind::Draw => raft::of_draw(text).into(),
        Kind::PathwayCard | Kind::CatCard => raft::of_squares(text, false).into(),
        Kind::RaftCard => raft::of_squares(text, true).into(),
        Kind::FireTile => raft::fire_tile(source.text, None),
        Kind::PenguinsBoard => penguins::of_board(text).into(),
        Kind::PenguinsChallenge => penguins::of_string(text, text.text.len(), text.text.len()).into(),
        Kind::PenguinsSolution | Kind::PenguinsPlacement => penguins::of_string(text, 0, 0).into(),
        Kind::PenguinsState => {
            let colon = text.text.find(':').unwrap_or(text.text.len());
            penguins::of_string(text, colon, colon + 1).into()
        }
        Kind::Polyomino | Kind::Region => polyomino::of_string(kind, text),
        Kind::RaftRecord => raft::of_beginning(source.text),
        _ => Picture::default(),
    }
}

/// Draws a value, using only the string of the value.
///
/// # Examples
/// ```
/// use clowder::{notation::Notation, raft::Challenge, render::{self, Look}};
///
/// let picture = render::of(&Challenge::EXAMPLE.parse::<Challenge>()?);
/// assert!(picture.scene(&Look::PIPE).text().contains("not fixed"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn of<T: Notation>(value: &T) -> Picture {
    picture(T::KIND, Source::whole(&value.to_string()))
}

/// Draws what can be read from an invalid string. Each error is marked at its squares, cards or characters. The errors
/// are numbered: the number is shown at the mark, and in the legend before the message.
///
/// If the string has a value despite its errors, `known` is the picture of this value.
///
/// # Examples
/// ```
/// use clowder::kinds::{self, ReadOptions};
/// use clowder::{diagnostics::Source, notation::Kind, render::{self, Mark}};
///
/// let text = "bbX\nbbb\n";
/// let reading = kinds::read(Kind::Board, text, &ReadOptions::default());
/// let picture = render::wrong(Kind::Board, Source::whole(text), reading.diagnostics(), None);
/// let cells = picture.cells();
/// let mut wrong = cells.iter().filter(|cell| cell.marks.contains(&Mark::Error));
/// assert!(wrong.any(|cell| cell.place == Some([0, 2])), "the X is marked");
/// ```
pub fn wrong(kind: Kind, source: Source<'_>, faults: &Diagnostics, known: Option<Picture>) -> Picture {
    let mut drawn = match kind {
        Kind::State => raft::of_parts(source.parts, faults.iter().any(|fault| fault.part == Some(1))).into(),
        _ => picture(kind, source),
    };
    if drawn.is_empty() {
        drawn = known.unwrap_or_default();
    }
    let found = mark(&mut drawn, faults);
    // The characters of the string are drawn below the picture, unless each of them is already a cell of the picture.
    let shows_characters =
        drawn.boards().iter().any(|board| matches!(board.form, Form::Board | Form::Pieces | Form::Hexagons))
            && source.text.contains(['\n', '/']);
    let parts = source.parts.iter().enumerate().map(|(index, _)| Some(index));
    let mut nodes = vec![drawn.node];
    for part in std::iter::once(None).chain(parts) {
        let is_lost = (0..).zip(faults.iter()).any(|(index, fault)| fault.part == part && !found[index]);
        if is_lost || (source.parts.is_empty() && !shows_characters) {
            let strip = strip(Text { text: source.part(part), part }, faults);
            let node = Node::Board(strip).grouped("string");
            let node = part.map_or(node.clone(), |part| node.titled(format!("part {}", part + 1)));
            let mut strip = Picture::from(node);
            mark(&mut strip, faults);
            nodes.push(strip.node);
        }
    }
    let message = |fault: &Diagnostic| {
        let origin = Origin { part: fault.part, span: fault.span };
        (escape(&fault.message).into_owned(), Some(origin))
    };
    let mut messages: Vec<_> = faults.iter().take(LEGEND).map(message).collect();
    if faults.len() > LEGEND {
        messages.push((format!("and {} more errors", faults.len() - LEGEND), None));
    }
    Picture { messages, ..Node::Parts(Flow::Apart, nodes).into() }
}

/// Marks the cells of each error. For each error, returns whether the picture has a cell for it.
fn mark(picture: &mut Picture, faults: &Diagnostics) -> Vec<bool> {
    let marked = (1..).zip(faults.iter()).map(|(number, fault)| {
        let square = fault.square.map(|square| square.map(|part| part as i32));
        let related = fault.related.iter().map(|related| (related.part, related.span));
        let spans: Vec<_> = std::iter::once((fault.part, fault.span)).chain(related).collect();
        picture.mark_error((number <= LEGEND).then_some(number), square, &spans)
    });
    marked.collect()
}

/// Draws the characters of a string, or only those near errors if the string is long.
fn strip(text: Text<'_>, faults: &Diagnostics) -> Board {
    let is_whole = text.text.len() <= STRIP;
    let own = faults.iter().filter(|fault| fault.part == text.part).map(|fault| fault.span);
    let begin = |span: Span| Span::new(span.start, span.end.min(span.start + STRIP));
    let own: Vec<Span> = own.take(LEGEND).map(begin).collect();
    let near = |at: usize| {
        let around = Span::new(at.saturating_sub(AROUND), at + AROUND + 1);
        is_whole || own.iter().any(|span| touch(around, *span))
    };
    let (mut cells, mut next) = (Vec::new(), 0);
    let end = std::iter::once((text.text.len(), ' '));
    for (at, letter) in text.text.char_indices().chain(end).filter(|(at, _)| near(*at)).take(4 * STRIP) {
        // An ellipsis stands for characters that are left out.
        if at > next {
            cells.push(Cell::new("character", Glyph::Number("…".to_owned())));
        }
        let is_end = at == text.text.len();
        next = if is_end { at } else { at + letter.len_utf8() };
        let cell = match letter {
            _ if is_end => Cell::new("slot end", Glyph::Slot),
            ' ' => Cell::new("character", Glyph::None),
            _ => Cell { class: "character".into(), ..unknown(letter) },
        };
        cells.push(Cell { origin: text.origin(at, next), ..cell });
    }
    let mut board = Board::of(Form::Tile, CHARACTER, ROW, cells);
    // Each row of characters needs an empty row above it for the circles with error numbers, and one below it for the
    // lines under marked characters.
    board.cells.iter_mut().for_each(|cell| cell.at[0] = 3 * cell.at[0] + 1);
    board.size = [(3 * board.size[0] - 1).max(0), board.size[1]];
    board
}
