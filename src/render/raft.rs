//! Pictures of Race to the Raft: boards, challenges, cards, tiles, actions, states and games.
//!
//! In text, all squares can be distinguished without colours. `(B)` is a cat, `[w]` a square of the raft, and `▓▓▓` or
//! `###` is fire. `·` or `?` is a square that the string of a challenge does not define. `>b<` is a marked square, for
//! example a square that an action has changed.

use super::picture::{
    Board as Drawn, Cell, Flow, Form, Glyph, Mark, Node, Picture, Piece, SIDE, SMALL, Text, unknown,
};
use super::{Paint, Style};
use crate::json::Checker;
use crate::notation::plural;
use crate::raft::generate::{PlayedStep, Step};
use crate::raft::record::{RaftRecord, describe_outcome};
use crate::raft::rules::oriented;
use crate::raft::{
    Action, Board, Card, CardAction, CardSet, CatAction, CatCardId, Colour, Deck, FireAction, FireTile,
    Island, IslandSize, Orientation, Position, RaftCardId, Square, Squares3x3, State, TileId, catalogue,
};
use crate::shape::Shape;

/// The side length of a square in the tiles of the bag, if the bag is drawn next to a board.
const TINY: i32 = 14;
/// The maximum number of cards, tiles or cats to draw.
const MOST: usize = 240;

/// Returns the cell for a square of a board or a card. If `is_raft` is true, the square belongs to the raft.
fn square(square: Square, is_raft: bool) -> Cell {
    let is_raft = is_raft || square == Square::Raft;
    let (class, paint) = match square {
        // In text, the characters of a fire square cover most of its background, so they must have a dark colour.
        Square::Fire => {
            let style = Style::on(Paint::Ember, Paint::Black);
            return Cell { paint: Some(Paint::Black), style, is_raft, ..Cell::new("fire", Glyph::Flame) };
        }
        Square::Void => return Cell { is_raft, ..Cell::new("void", Glyph::None) },
        Square::Raft => ("raft-centre", Paint::Dark),
        other => other.colour().map_or(("wild", Paint::White), |colour| (colour.name(), paint_of(colour))),
    };
    let mut cell = Cell { is_raft, ..Cell::on(class, square.letter(), paint) };
    cell.style.bold = square == Square::Raft;
    if square.has_cat() {
        cell.glyph = Glyph::Cat(square.letter());
    }
    cell
}

const fn paint_of(colour: Colour) -> Paint {
    [Paint::Blue, Paint::Green, Paint::Purple, Paint::Red, Paint::Yellow][colour as usize]
}

fn cat(colour: Colour) -> Cell {
    square(Square::path(colour).with_cat(), false)
}

/// Returns the cell for a board letter, or for a letter without a meaning.
fn of_letter(letter: char, is_raft: bool) -> Cell {
    let known = u8::try_from(letter).ok().and_then(Square::from_byte);
    known.map_or_else(|| unknown(letter), |known| square(known, is_raft))
}

pub(super) fn of_board(text: Text<'_>) -> Drawn {
    let mut board = text.rows(Form::Board, |letter| of_letter(letter, false));
    let centres: Vec<[i32; 2]> =
        board.cells.iter().filter(|cell| cell.class == "raft-centre").map(|cell| cell.at).collect();
    for cell in board.cells.iter_mut().filter(|cell| cell.glyph != Glyph::Slot) {
        let is_near = |at: &[i32; 2]| (0..2).all(|part| (at[part] - cell.at[part]).abs() <= 1);
        cell.is_raft = cell.is_raft || centres.iter().any(is_near);
    }
    board
}

/// Draws a board with its coordinates.
///
/// ```
/// use clowder::{notation::Notation, raft::Board, render::{Look, raft}};
///
/// let picture = raft::board(&Board::EXAMPLE.parse()?);
/// assert!(picture.scene(&Look::PIPE).text().contains("[w] raft"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn board(board: &Board) -> Picture {
    of_board(Text::new(&board.to_string())).into()
}

/// Draws a board with some of its squares marked. Positions off the board are ignored.
pub fn marked(board: &Board, marked: &[Position]) -> Picture {
    self::board(board).marked(places(marked), Mark::Changed)
}

fn place(at: Position) -> [i32; 2] {
    [at.row().into(), at.column().into()]
}

fn places(positions: &[Position]) -> impl Iterator<Item = [i32; 2]> {
    positions.iter().map(|&at| place(at))
}

/// Draws a board with the path of each cat, in the cat's colour.
pub fn ways<W: Iterator<Item = Position>>(board: &Board, ways: impl Iterator<Item = (Colour, W)>) -> Picture {
    let mut drawn = of_board(Text::new(&board.to_string()));
    drawn.paths = ways.map(|(colour, way)| (Some(paint_of(colour)), way.map(place).collect())).collect();
    drawn.into()
}

/// Draws the layout of a challenge: its islands, and the cards on them. Squares that the string does not define are
/// shown as `·` or `?`.
pub(super) fn of_challenge(text: Text<'_>) -> Drawn {
    let end = text.text.len();
    let find = |letter: char, from: usize| text.text[from..].find(letter).map_or(end, |at| from + at);
    let fire = find('F', 0);
    let cats = find('C', fire);
    let raft = find('R', cats);
    let islands: Vec<&[u8]> = text.text.as_bytes()[..fire].chunks(2).take(4).collect();
    let size = |island: &[u8]| if island[0] == b'S' { IslandSize::Small } else { IslandSize::Large };
    let height = |island: &[u8]| i32::from(size(island).height());
    let corner = |index: usize| {
        let above = if index % 2 == 1 { height(islands[index - 1]) } else { 0 };
        [above, if index < 2 { 0 } else { 9 }]
    };
    let rows = (0..islands.len()).map(|index| corner(index)[0] + height(islands[index])).max().unwrap_or(18);
    let columns = if islands.len() > 2 { 18 } else { 9 };
    let undefined = || Cell { style: Style::FAINT, ..Cell::new("undefined", Glyph::Hatch) };
    let count = (rows * columns) as usize;
    let cells = std::iter::repeat_with(undefined).take(count);
    let mut board = Drawn::of(Form::Board, SIDE, columns as usize, cells).squares();
    let mut slots = Vec::new();
    // Draws the squares of an island or a card, and adds its frame.
    let mut put = |slot: Cell, cells: &mut dyn Iterator<Item = Cell>| {
        for ([row, column], cell) in rectangle(slot.size).zip(cells) {
            let cell = cell.square(slot.at[0] + row, slot.at[1] + column);
            let cell = Cell { group: slot.group, origin: slot.origin, ..cell };
            match board.cells[..count].get_mut((cell.at[0] * columns + cell.at[1]) as usize) {
                Some(own) if own.at == cell.at => *own = Cell { group: cell.group.or(own.group), ..cell },
                _ => board.cells.push(cell),
            }
        }
        slots.push(slot);
    };
    for (index, island) in islands.iter().enumerate() {
        let rotation = island.get(1).and_then(|&letter| Orientation::from_letter(letter.into()));
        let strip =
            rotation.and_then(|rotation| Island::new(size(island), Some(rotation)).ok()?.fire_strip());
        let (down, right) = strip.unwrap_or_default();
        let cell = |[row, column]: [i32; 2]| {
            let has_fire = down.contains(&(row as u8)) && right.contains(&(column as u8));
            if has_fire { square(Square::Fire, false) } else { undefined() }
        };
        let (size, origin) = ([height(island), 9], text.origin(index * 2, index * 2 + 2));
        let slot = Cell { at: corner(index), group: Some(index), origin, ..slot(size) };
        put(slot, &mut rectangle(size).map(cell));
    }
    let mut card = |start: usize, digits: usize, squares: Option<Squares3x3>, is_raft: bool| {
        let place = text.number(digits, digits + 2).zip(text.number(digits + 2, digits + 4));
        let Some((row, column)) = place.filter(|&(row, column)| row <= 20 && column <= 20) else { return };
        let squares = squares.unwrap_or(Squares3x3([Square::Void; 9])).0.into_iter();
        let origin = text.origin(start, digits + 4);
        let slot = Cell { origin, ..slot([3, 3]).at(row, column) };
        put(slot, &mut squares.map(|one| square(one, is_raft)));
    };
    for start in (fire + 1..cats).step_by(4) {
        card(start, start, Some(Squares3x3([Square::Fire; 9])), false);
    }
    let number = |at: usize| text.number(at, at + 1).and_then(|number| u8::try_from(number).ok());
    for start in (cats + 1..raft).step_by(5) {
        let id = number(start).and_then(|number| CatCardId::new(number).ok());
        card(start, start + 1, id.map(|id| catalogue::cat_card(id).squares()), false);
    }
    let id = number(raft + 1).and_then(|number| RaftCardId::new(number).ok());
    card(raft + 1, raft + 2, id.map(|id| catalogue::raft_card(id).squares()), true);
    board.cells.extend(slots);
    board
}

/// Returns the frame of an island, a card or a tile.
fn slot(size: [i32; 2]) -> Cell {
    Cell { size, ..Cell::new("slot card", Glyph::Slot) }
}

/// Returns the squares of a rectangle, row by row.
fn rectangle([rows, columns]: [i32; 2]) -> impl Iterator<Item = [i32; 2]> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| [row, column]))
}

fn nine(squares: impl Iterator<Item = Cell>, side: i32) -> Drawn {
    let cells = squares.map(|cell| Cell { group: Some(0), ..cell });
    let board = Drawn::of(Form::Card, side, 3, cells);
    Drawn { size: [board.size[0].max(1), 3], ..board }
}

fn of_nine(squares: Squares3x3, side: i32) -> Drawn {
    nine(squares.0.into_iter().map(|one| square(one, false)), side)
}

/// Draws the squares of a card from its string. If `is_raft` is true, the card is a raft card.
pub(super) fn of_squares(text: Text<'_>, is_raft: bool) -> Node {
    let squares = text.text.char_indices().skip(1).take(18).map(|(at, letter)| {
        let origin = text.origin(at, at + letter.len_utf8());
        Cell { origin, ..of_letter(letter, is_raft) }
    });
    Node::Board(nine(squares, SIDE))
}

/// A letter that stands for a card in the string of a hand or of decks. The last deck letter before it names the deck.
struct Named {
    at: usize,
    letter: char,
    deck: Option<Deck>,
    card: Option<Card>,
}

/// Returns the letters that stand for cards in a string, sorted by deck and then by card.
fn named(text: &str) -> Vec<Named> {
    let (mut deck, mut all) = (None, Vec::new());
    for (at, letter) in text.char_indices().take(MOST) {
        match Deck::from_letter(letter) {
            Some(named) => deck = Some(named),
            None => {
                let card = deck.and_then(|deck| Card::from_letter(deck, letter));
                all.push(Named { at, letter, deck, card });
            }
        }
    }
    all.sort_by_key(|one| (one.deck.map(|deck| deck as usize), one.card.map_or(u8::MAX, Card::index)));
    all
}

/// Draws a card below its name. A letter that names no card is drawn below a question mark.
fn of_card(text: Text<'_>, one: &Named) -> Node {
    let drawn = one.card.map(|card| of_nine(catalogue::pathway_squares(card), SMALL));
    let name = one.card.map_or_else(|| "?".to_owned(), |card| card.to_string());
    framed(drawn.ok_or([3, SMALL]), name, (text, one.at, one.letter))
}

/// Puts a name above a card or tile, and a frame around it. An error at the letter in the string marks this frame. For
/// a letter without a meaning, `board` is `Err`, and one large cell shows the letter instead. `Err` contains the side
/// length of this cell in squares, and the side length of a square.
fn framed(board: Result<Drawn, [i32; 2]>, name: String, (text, at, letter): (Text<'_>, usize, char)) -> Node {
    let mut board = board.unwrap_or_else(|[length, side]| {
        let mut board = Drawn::new(Form::Tile, [length as usize; 2], side);
        board.cells.push(Cell { size: board.size, ..unknown(letter) });
        board
    });
    board.cells.push(Cell { origin: text.origin(at, at + letter.len_utf8()), ..slot(board.size) });
    Node::Board(board).titled(name)
}

/// Draws the cards of a hand in rows.
///
/// ```
/// use clowder::{raft::CardSet, render::{Look, raft}};
///
/// assert_eq!(raft::hand(CardSet::EMPTY).scene(&Look::PIPE).text(), "no card\n");
/// ```
pub fn hand(cards: CardSet) -> Picture {
    of_hand(Text::new(&cards.to_string())).into()
}

pub(super) fn of_hand(text: Text<'_>) -> Node {
    some(Flow::Shelf(2), named(text.text).iter().map(|one| of_card(text, one)).collect(), "no card")
}

/// Arranges parts. If there are no parts, writes the text in the argument `none` instead.
fn some(flow: Flow, nodes: Vec<Node>, none: &str) -> Node {
    if nodes.is_empty() { Node::words(none, Style::BOLD) } else { Node::Parts(flow, nodes) }
}

pub(super) fn of_decks(text: Text<'_>) -> Node {
    let all = named(text.text);
    let decks = Deck::ALL.into_iter().map(Some).chain([None]).filter_map(|deck| {
        let own: Vec<Node> =
            all.iter().filter(|one| one.deck == deck).map(|one| of_card(text, one)).collect();
        let count = plural(own.len(), "card");
        let mut heading: Vec<_> = deck.map(|deck| Piece::Image(back(deck), 28)).into_iter().collect();
        let name = match deck {
            Some(deck) => format!("{} {} deck, {count}", deck.letter(), deck.name()),
            None if own.is_empty() => return None,
            None => format!("no deck, {count}"),
        };
        heading.push(Piece::Words(name, Style::BOLD));
        Some(Node::Parts(Flow::Column, vec![Node::Line(heading), Node::Parts(Flow::Shelf(2), own)]))
    });
    Node::Parts(Flow::Apart, decks.collect())
}

fn back(deck: Deck) -> Cell {
    Cell { paint: Some(Paint::Grey), ..Cell::new("back", Glyph::Back(deck.letter())) }
}

fn tile(squares: impl Iterator<Item = [i32; 2]>, side: i32) -> Drawn {
    let squares = squares.map(|[row, column]| square(Square::Fire, false).at(row, column));
    let mut board = Drawn { cells: squares.collect(), ..Drawn::new(Form::Tile, [0, 0], side) };
    board.size = [0, 1].map(|axis| board.cells.iter().map(|cell| cell.at[axis] + 1).max().unwrap_or(0));
    board
}

fn fire(shape: &Shape, side: i32) -> Drawn {
    tile(shape.cells().iter().map(|cell| [cell.row.into(), cell.column.into()]), side)
}

/// Draws a shape that consists of fire squares.
///
/// ```
/// use clowder::{raft::catalogue::fire_tiles, render::{Look, raft}};
///
/// let shape = fire_tiles()[0].shape();
/// assert_eq!(raft::shape(shape).scene(&Look::PIPE).height(), usize::from(shape.height()));
/// ```
pub fn shape(shape: &Shape) -> Picture {
    Node::Board(fire(shape, SIDE)).into()
}

/// Draws the squares in the string of a fire tile. If they form a known tile, also draws this tile in its eight
/// positions: four turns, and below each turn its mirror image.
pub(crate) fn fire_tile(text: &str, known: Option<&FireTile>) -> Picture {
    let text = Text::new(text);
    let starts = (1..text.text.len().saturating_sub(1).min(64)).step_by(2);
    let squares: Vec<_> = starts
        .filter_map(|at| Some((at, [text.number(at, at + 1)?, text.number(at + 1, at + 2)?])))
        .collect();
    let mut board = tile(squares.iter().map(|(_, at)| *at), SIDE);
    for (cell, (at, _)) in board.cells.iter_mut().zip(squares) {
        cell.origin = text.origin(at, at + 2);
    }
    let mut nodes = vec![Node::Board(board)];
    if let Some(tile) = known {
        for (side, flip) in [tile.shape().clone(), tile.shape().flipped()].iter().zip(["", "T"]) {
            let position = |orientation: Orientation| {
                let turned = fire(&side.turned(orientation.quarter_turns()), SMALL);
                // All positions have the same width, so that each mirror image is below its original.
                let longest = i32::from(side.width().max(side.height()));
                let name = format!("{flip}{}", orientation.letter());
                Node::Board(Drawn { size: [turned.size[0], longest], ..turned }).titled(name)
            };
            nodes.push(Node::Parts(Flow::Shelf(3), Orientation::ALL.into_iter().map(position).collect()));
        }
    }
    Node::Parts(Flow::Apart, nodes).into()
}

pub(super) fn of_bag(text: Text<'_>, side: i32) -> Node {
    let mut tiles: Vec<_> = text.text.char_indices().take(MOST).collect();
    tiles.sort_by_key(|(_, letter)| TileId::from_letter(*letter).map_or(u8::MAX, TileId::index));
    let drawn = |(at, letter): (usize, char)| {
        let tile = TileId::from_letter(letter).map(|id| fire(catalogue::fire_tile(id).shape(), side));
        framed(tile.ok_or([2, side]), letter.escape_default().to_string(), (text, at, letter))
    };
    some(Flow::Shelf(2), tiles.into_iter().map(drawn).collect(), "no tile")
}

pub(super) fn of_exhausted(text: Text<'_>) -> Node {
    let starts = text.text.char_indices().step_by(5).take(MOST);
    let cats = starts.map(|(at, letter)| {
        let places = text.number(at + 1, at + 3).zip(text.number(at + 3, at + 5));
        let words = places.map_or_else(|| " at ?".to_owned(), |place| format!(" at {place:?}"));
        let cell = Colour::from_cat_letter(letter).map_or_else(|| unknown(letter), cat);
        let len = text.text.len();
        let end = (at + 5..len).find(|&end| text.text.is_char_boundary(end)).unwrap_or(len);
        let cell = Cell { origin: text.origin(at, end), ..cell };
        Node::Line(vec![Piece::Cell(cell, SIDE), Piece::Words(words, Style::PLAIN)])
    });
    some(Flow::List, cats.collect(), "no exhausted cat")
}

pub(super) fn of_draw(text: Text<'_>) -> Node {
    let letters = text.text.char_indices().step_by(2).take(MOST);
    let draw = |(at, letter)| Some((Deck::from_letter(letter)?, at, text.number(at + 1, at + 2)?));
    let mut draws: Vec<(Deck, usize, i32)> = letters.filter_map(draw).collect();
    draws.sort_by_key(|draw| draw.0 as usize);
    let line = |(deck, at, count): (Deck, usize, i32)| {
        let cell = Cell { origin: text.origin(at, at + 2), ..back(deck) };
        let name = Piece::Words(format!("{:<8} ", deck.name()), Style::PLAIN);
        let mut line = vec![Piece::Words(format!("{} ", deck.letter()), Style::BOLD), name];
        line.resize(2 + count as usize, Piece::Cell(cell, 28));
        Node::Line(line)
    };
    Node::Parts(Flow::Column, draws.into_iter().map(line).collect())
}

/// Draws an action without a board. A card or a tile is drawn in its orientation. For a cat move, draws the cat and the
/// discarded cards, and writes where the move begins and ends.
///
/// ```
/// use clowder::render::{Look, raft};
///
/// let picture = raft::action(&"Ab1208S".parse()?);
/// assert!(picture.scene(&Look::PIPE).text().starts_with("Ab S at (12, 8)"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn action(action: &Action) -> Picture {
    match *action {
        Action::Card(CardAction { card, at, orientation }) => {
            let squares = oriented::card(card, orientation).squares;
            let title = format!("{card} {} at {:?}", orientation.letter(), at.coordinates());
            Node::Board(of_nine(squares, SIDE)).titled(title).into()
        }
        Action::Fire(FireAction { tile, at, flipped, orientation }) => {
            let flip = if flipped { " flipped" } else { "" };
            let title = format!("{tile}{flip} {} at {:?}", orientation.letter(), at.coordinates());
            shape(&oriented::tile(tile, flipped, orientation).shape).titled(title)
        }
        Action::Cat(CatAction { colour, from, to, discards }) => {
            let way = format!(" {:?} → {:?}", from.coordinates(), to.coordinates());
            let way = vec![Piece::Cell(cat(colour), SIDE), Piece::Words(way, Style::PLAIN)];
            let drawn = |card| Node::Board(of_nine(catalogue::pathway_squares(card), SMALL));
            let discards = discards.iter().map(|card| drawn(card).titled(card.to_string()));
            let cards = Node::Parts(Flow::Shelf(2), discards.collect());
            let lines = vec![Node::Line(way), Node::words("for", Style::PLAIN), Node::Line(vec![]), cards];
            Node::Parts(Flow::Column, lines).into()
        }
    }
}

/// Draws the board after an action, which need not be legal, and marks the changed squares. Images also show the board
/// before the action. If a card or tile extends beyond the board, the number of squares off the board is written below.
///
/// ```
/// use clowder::{notation::Notation, raft::Board, render::{Look, raft}};
///
/// let picture = raft::action_on(&"Ab1108S".parse()?, &Board::EXAMPLE.parse()?);
/// assert!(picture.scene(&Look::PIPE).text().ends_with("8 squares off the board\n"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn action_on(action: &Action, board: &Board) -> Picture {
    let off = acted(action, board).off;
    let after = after(action, board);
    let image = |node| Node::Parts(Flow::Image, vec![node]);
    let after = vec![image(Node::words("after", Style::BOLD)), after.node];
    let boards = vec![image(self::board(board).titled("before").node), Node::Parts(Flow::Column, after)];
    with_squares_off_board(Node::Parts(Flow::Shelf(5), boards), off)
}

/// Draws the board after an action, and marks the changed squares. The move of a cat is an arrow.
pub fn after(action: &Action, board: &Board) -> Picture {
    let Acted { after, changed, .. } = acted(action, board);
    let mut after = marked(&after, &changed);
    if let Action::Cat(moved) = action {
        after.arrow(place(moved.from), place(moved.to));
    }
    after
}

/// Draws the board on which an illegal action was rejected, and marks the squares that the action would change. If a
/// card or tile extends beyond the board, the number of squares off the board is written below.
///
/// ```
/// use clowder::{notation::Notation, raft::Board, render::{Look, raft}};
///
/// let picture = raft::refused(&"Ab0002N".parse()?, &Board::EXAMPLE.parse()?);
/// assert!(picture.scene(&Look::PIPE).text().contains(">▓<"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn refused(action: &Action, board: &Board) -> Picture {
    let Acted { changed, off, .. } = acted(action, board);
    with_squares_off_board(marked(board, &changed).node, off)
}

fn with_squares_off_board(node: Node, off: usize) -> Picture {
    let words = || Node::words(format!("   {} off the board", plural(off, "square")), Style::BOLD);
    Node::Parts(Flow::Column, std::iter::once(node).chain((off > 0).then(words)).collect()).into()
}

/// Returns the squares of the board that an action changes, even if it is illegal: the squares covered by its card or
/// tile, or the two squares that a cat leaves and enters.
///
/// ```
/// use clowder::{notation::Notation, raft::Board, render::raft};
///
/// assert_eq!(raft::covered(&"Ab1208S".parse()?, &Board::EXAMPLE.parse()?).len(), 0);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn covered(action: &Action, board: &Board) -> Vec<Position> {
    acted(action, board).changed
}

/// The result of an action on a board, even if the action is illegal.
struct Acted {
    after: Board,
    /// The squares of the board covered by the card or tile, or the two squares that the cat leaves and enters.
    changed: Vec<Position>,
    /// The number of covered squares that are off the board.
    off: usize,
}

/// Applies an action to a board without checking the rules.
fn acted(action: &Action, board: &Board) -> Acted {
    let changes: Vec<(Option<Position>, Square)> = match *action {
        Action::Card(CardAction { card, at, orientation }) => {
            oriented::card(card, orientation).squares.placed_at(at).collect()
        }
        Action::Fire(FireAction { tile, at, flipped, orientation }) => {
            let shape = &oriented::tile(tile, flipped, orientation).shape;
            shape.cells().iter().map(|cell| (at.offset(cell.row, cell.column), Square::Fire)).collect()
        }
        Action::Cat(CatAction { from, to, .. }) => {
            let left = board.get(from).unwrap_or(Square::Void);
            let entered = board.get(to).unwrap_or(Square::Void);
            // A cat keeps its colour even on a square that the rules do not let it enter.
            let entered = match left.colour() {
                Some(_) if left.has_cat() && !entered.is_wild() => left,
                _ if left.has_cat() => entered.with_cat(),
                _ => entered,
            };
            vec![(Some(from), left.without_cat()), (Some(to), entered)]
        }
    };
    let mut after = *board;
    let on_board = |&(at, square): &(Option<Position>, Square)| {
        let at = at?;
        after.set(at, square).map(|_| at)
    };
    let changed: Vec<Position> = changes.iter().filter_map(on_board).collect();
    let off = changes.len() - changed.len();
    Acted { after, changed, off }
}

/// Draws a state: the board, the hand, the exhausted cats, the number of cards in each deck, and the bag.
///
/// ```
/// use clowder::{notation::Notation, raft::State, render::{Look, raft}};
///
/// let picture = raft::state(&State::EXAMPLE.parse()?);
/// assert!(picture.scene(&Look::PIPE).text().contains("hand: 6 of 6 cards"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn state(state: &State) -> Picture {
    of_parts(&state.parts(), false).into()
}

/// Draws everything that can be read from the five strings of a state. If `with_decks` is true, all cards of the decks
/// are drawn. Otherwise, only the number of cards in each deck is written.
pub(super) fn of_parts(parts: &[String], with_decks: bool) -> Node {
    let text = |part: usize| Text { text: parts.get(part).map_or("", String::as_str), part: Some(part) };
    let (decks, hand, cats, bag) = (named(text(1).text), text(2), text(3), text(4));
    let in_hand = named(hand.text).iter().filter(|one| one.card.is_some()).count();
    let mut counts = vec![Piece::Words("decks: ".to_owned(), Style::BOLD)];
    for deck in Deck::ALL {
        let count = decks.iter().filter(|one| one.deck == Some(deck)).count();
        let comma = if deck == Deck::ALL[3] { "" } else { ", " };
        counts.push(Piece::Image(back(deck), 28));
        counts.push(Piece::Words(format!("{} {count}{comma}", deck.letter()), Style::BOLD));
    }
    let cat_count = if cats.text.is_empty() { 0 } else { cats.text.chars().count().div_ceil(5) };
    let tiles = bag.text.chars().filter(|letter| TileId::from_letter(*letter).is_some()).count();
    let nodes = vec![
        Node::Board(of_board(text(0))).grouped("board"),
        of_hand(hand).titled(format!("hand: {in_hand} of 6 cards")).grouped("hand"),
        of_exhausted(cats).titled(format!("exhausted: {cat_count}")).grouped("exhausted"),
        if with_decks { of_decks(text(1)) } else { Node::Line(counts) }.grouped("decks"),
        of_bag(bag, TINY).titled(format!("bag: {tiles} of 31 tiles")).grouped("bag"),
    ];
    Node::Parts(Flow::Table, nodes)
}

/// Returns the squares of the board that one step of a game has changed.
pub(crate) fn changed(played: &PlayedStep) -> Vec<Position> {
    match played.step() {
        Step::Action(action) => acted(action, played.before().board()).changed,
        Step::Draw(..) | Step::Tile(_) => Vec::new(),
    }
}

/// Removes the origins of all cells. They are places in the string of a state, but a page with this picture does not
/// show that string.
fn unlinked(mut picture: Picture) -> Picture {
    picture.cells_mut().into_iter().for_each(|cell| cell.origin = None);
    picture
}

pub(crate) fn table(state: &State, changed: &[Position]) -> Picture {
    unlinked(self::state(state)).marked(places(changed), Mark::Changed)
}

/// Draws four parts of a state separately: the board with some squares marked, the hand, the exhausted cats and the
/// bag.
pub(super) fn panels(state: &State, changed: &[Position]) -> [Picture; 4] {
    let parts = state.parts();
    let [hand, cats, bag] = [2, 3, 4].map(|part| Text::new(&parts[part]));
    let board = marked(state.board(), changed);
    [board, of_hand(hand).into(), of_exhausted(cats).into(), of_bag(bag, SMALL).into()].map(unlinked)
}

/// Draws the state after the last step of a game, and the outcome of the game above it.
///
/// ```
/// use clowder::{notation::Notation, raft::record::RaftRecord, render::{Look, raft}};
///
/// let picture = raft::record(&RaftRecord::EXAMPLE.parse()?);
/// assert!(picture.scene(&Look::PIPE).text().starts_with("the game continues"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn record(record: &RaftRecord) -> Picture {
    unlinked(state(last(record))).titled(describe_outcome(record.outcome()))
}

fn last(record: &RaftRecord) -> &State {
    record.steps().last().map_or(record.initial(), PlayedStep::after)
}

/// Draws the state before the first invalid step of a saved game, if the string has an error in one of its steps.
pub(super) fn of_beginning(text: &str) -> Picture {
    let (checker, value) = Checker::read(text);
    let (reading, beginning) = RaftRecord::read_value(checker, value);
    match beginning {
        Some(beginning) if reading.value().is_none() => unlinked(state(last(&beginning)))
            .titled(format!("after {}", plural(beginning.steps().len(), "legal step"))),
        _ => Picture::default(),
    }
}
