//! Pictures of Race to the Raft: boards, challenges, cards, tiles, actions and states.
//!
//! Without colour a square tells what it is by its marks: `(B)` a cat, `[w]` a square of the raft, `▓▓▓` or `###`
//! fire, `·` or `?` a square that the string leaves open, `>b<` a square an action touches.

use super::{Look, Paint, Scene, Style};
use crate::notation::plural;
use crate::raft::catalogue;
use crate::raft::notation::{CardSet, Squares3x3};
use crate::raft::{
    Action, Board, Card, CardAction, CatAction, Challenge, Colour, Deck, Draw, Exhausted, FireAction,
    FireBag, Island, Orientation, Position, Square, State,
};
use crate::shape::Shape;

/// One square of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Drawn {
    /// What it shows; `None` where the string leaves it open.
    square: Option<Square>,
    /// Whether it is one of the raft's nine.
    raft: bool,
    /// Whether an action touches it.
    touched: bool,
}

impl Drawn {
    const OPEN: Self = Self { square: None, raft: false, touched: false };

    const fn of(square: Square) -> Self {
        Self { square: Some(square), ..Self::OPEN }
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

    /// Its marks, one or three characters wide.
    fn text(self, look: &Look, wide: bool) -> String {
        let letter = self.letter(look);
        if !wide {
            return letter.to_owned();
        }
        match self.square {
            _ if self.touched => format!(">{letter}<"),
            Some(Square::Fire) => letter.repeat(3),
            _ if self.raft => format!("[{letter}]"),
            Some(square) if square.has_cat() => format!("({letter})"),
            _ => format!(" {letter} "),
        }
    }

    fn style(self) -> Style {
        let style = match self.square {
            None => Style::FAINT,
            Some(Square::Fire) => Style::on(Paint::Orange, Paint::Black),
            Some(Square::Void) => Style::PLAIN,
            Some(Square::Raft) => Style::on(Paint::White, Paint::Dark).bold(),
            Some(square) => match square.colour() {
                Some(colour) => Style::on(ink(colour), ground(colour)),
                None => Style::on(Paint::Black, Paint::White),
            },
        };
        let style = if self.square.is_some_and(Square::has_cat) { style.bold() } else { style };
        if self.touched { style.underline().bold() } else { style }
    }
}

const fn ground(colour: Colour) -> Paint {
    match colour {
        Colour::Blue => Paint::Blue,
        Colour::Green => Paint::Green,
        Colour::Purple => Paint::Purple,
        Colour::Red => Paint::Red,
        Colour::Yellow => Paint::Yellow,
    }
}

/// Black or white, whichever is easier to read on the colour.
const fn ink(colour: Colour) -> Paint {
    match colour {
        Colour::Blue | Colour::Red => Paint::White,
        Colour::Green | Colour::Purple | Colour::Yellow => Paint::Black,
    }
}

/// The picture of a grid of squares, `width` to a row, with coordinates.
fn grid(squares: &[Drawn], width: usize, look: &Look) -> Scene {
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

/// What the marks mean, where they can be seen.
fn legend(scene: &mut Scene, width: usize, open: bool, look: &Look) {
    if 3 * width + 3 <= look.width {
        let fire = look.pick("▓▓▓", "###");
        let unknown = if open { look.pick("   · not fixed", "   ? not fixed") } else { "" };
        scene.line().put(format!("   {fire} fire   (B) cat   [w] raft{unknown}"), Style::FAINT);
    }
}

fn drawn(board: &Board) -> Vec<Drawn> {
    let centres: Vec<Position> =
        board.positions().filter(|(_, square)| *square == Square::Raft).map(|(at, _)| at).collect();
    let near = |one: u8, other: u8| one.abs_diff(other) <= 1;
    let raft = |at: Position| {
        centres.iter().any(|centre| near(centre.row, at.row) && near(centre.column, at.column))
    };
    board.positions().map(|(at, square)| Drawn { raft: raft(at), ..Drawn::of(square) }).collect()
}

/// A board with its coordinates.
pub fn board(board: &Board, look: &Look) -> Scene {
    marked(board, &[], look)
}

/// A board with some squares marked as touched; positions off the board are left out.
pub fn marked(board: &Board, touched: &[Position], look: &Look) -> Scene {
    let width = usize::from(board.width());
    let mut squares = drawn(board);
    for at in touched.iter().filter(|&&at| board.contains(at)) {
        squares[usize::from(at.row) * width + usize::from(at.column)].touched = true;
    }
    let mut scene = grid(&squares, width, look);
    legend(&mut scene, width, false, look);
    scene
}

/// The layout of a challenge: what its string fixes, and the rest open.
pub fn challenge(challenge: &Challenge, look: &Look) -> Scene {
    let (width, height) = (usize::from(challenge.width()), usize::from(challenge.height()));
    let mut squares = vec![Drawn::OPEN; width * height];
    let mut put = |row: usize, column: usize, drawn: Drawn| {
        if row < height && column < width {
            squares[row * width + column] = drawn;
        }
    };
    for (island, corner) in challenge.island_corners() {
        for (row, column) in strip(island) {
            put(usize::from(corner.row) + row, usize::from(corner.column) + column, Drawn::of(Square::Fire));
        }
    }
    let mut card = |at: Position, squares: &[Square; 9], raft: bool| {
        for (index, &square) in squares.iter().enumerate() {
            let (row, column) = (usize::from(at.row) + index / 3, usize::from(at.column) + index % 3);
            put(row, column, Drawn { raft, ..Drawn::of(square) });
        }
    };
    for &at in &challenge.fire {
        card(at, &[Square::Fire; 9], false);
    }
    for cat in &challenge.cats {
        card(cat.at, &catalogue::cat_cards()[usize::from(cat.card)].squares.0, false);
    }
    card(challenge.raft.at, &catalogue::raft_cards()[usize::from(challenge.raft.card)].squares.0, true);
    let mut scene = grid(&squares, width, look);
    legend(&mut scene, width, true, look);
    scene
}

/// The squares of an island's strip of fire, three wide, on the left unless turned.
fn strip(island: Island) -> Vec<(usize, usize)> {
    let height = usize::from(island.size.height());
    let (rows, columns) = match island.turn {
        None => (0..0, 0..0),
        Some(Orientation::North) => (0..height, 0..3),
        Some(Orientation::East) => (0..3, 0..9),
        Some(Orientation::South) => (0..height, 6..9),
        Some(Orientation::West) => (height - 3..height, 0..9),
    };
    rows.flat_map(|row| columns.clone().map(move |column| (row, column))).collect()
}

/// Nine squares, three to a row.
pub fn squares3x3(squares: &Squares3x3, raft: bool, look: &Look) -> Scene {
    let mut scene = Scene::new();
    for row in squares.0.chunks(3) {
        scene.line();
        for &square in row {
            let drawn = Drawn { raft, ..Drawn::of(square) };
            scene.put(drawn.text(look, look.width >= 40), drawn.style());
        }
    }
    scene
}

/// A title above a picture.
fn titled(title: impl Into<String>, picture: Scene) -> Scene {
    let mut scene = Scene::new();
    scene.line().put(title, Style::BOLD);
    scene.below(picture);
    scene
}

/// Pictures side by side, as many to a row as the width allows, rows apart by an empty line.
fn shelf(pictures: Vec<Scene>, look: &Look) -> Scene {
    let mut shelf = Scene::new();
    let mut row = Scene::new();
    for picture in pictures {
        if row.height() > 0 && row.width() + 2 + picture.width() > look.width {
            shelf.below(std::mem::take(&mut row)).line();
        }
        row.beside(picture, 2);
    }
    shelf.below(row);
    shelf
}

/// A pathway card under its name.
pub fn card(card: Card, look: &Look) -> Scene {
    titled(card.to_string(), squares3x3(&catalogue::pathway_squares(card), false, look))
}

/// The cards of a hand in a row.
pub fn hand(cards: &CardSet, look: &Look) -> Scene {
    if cards.is_empty() {
        return titled("no card", Scene::new());
    }
    shelf(cards.iter().map(|each| card(each, look)).collect(), look)
}

/// The cards of each deck under its name.
pub fn decks(cards: &CardSet, look: &Look) -> Scene {
    let mut scene = Scene::new();
    for deck in Deck::ALL {
        let count = cards.count(deck);
        if scene.height() > 0 {
            scene.line();
        }
        scene
            .line()
            .put(format!("{} {} deck, {}", deck.letter(), deck.name(), plural(count, "card")), Style::BOLD);
        let pictures: Vec<Scene> =
            cards.iter().filter(|card| card.deck() == deck).map(|each| card(each, look)).collect();
        scene.below(shelf(pictures, look));
    }
    scene
}

/// A shape in fire.
pub fn shape(shape: &Shape, look: &Look) -> Scene {
    let mut scene = Scene::new();
    for row in 0..shape.height() {
        scene.line();
        for column in 0..shape.width() {
            if shape.cells().iter().any(|cell| (cell.row, cell.column) == (row, column)) {
                scene.put(look.pick("▓▓", "##"), Drawn::of(Square::Fire).style());
            } else {
                scene.put("  ", Style::PLAIN);
            }
        }
    }
    scene
}

/// The tiles of the bag, each under its letter.
pub fn fire_bag(bag: FireBag, look: &Look) -> Scene {
    if bag.is_empty() {
        return titled("no tile", Scene::new());
    }
    let tile = |tile| titled(format!("{tile}"), shape(&catalogue::fire_tile(tile).shape, look));
    shelf(bag.iter().map(tile).collect(), look)
}

/// The exhausted cats, one a line.
pub fn exhausted(cats: &Exhausted) -> Scene {
    if cats.is_empty() {
        return titled("no exhausted cat", Scene::new());
    }
    let mut scene = Scene::new();
    for (colour, at) in cats.iter() {
        let cat = Drawn::of(Square::path(colour).with_cat());
        scene.line().put(format!("({})", colour.cat_letter()), cat.style());
        scene.put(format!(" at ({}, {})", at.row, at.column), Style::PLAIN);
    }
    scene
}

/// A draw request: so many cards from each deck.
pub fn draw(draw: Draw) -> Scene {
    let mut scene = Scene::new();
    for deck in Deck::ALL.into_iter().filter(|&deck| draw.count(deck) > 0) {
        let count = draw.count(deck);
        scene.line().put(format!("{} ", deck.letter()), Style::BOLD);
        scene.put(format!("{:<8} {}", deck.name(), "[]".repeat(count.into())), Style::PLAIN);
    }
    scene
}

/// An action by itself: the card or tile as it is turned, or the cat's way in words.
pub fn action(action: &Action, look: &Look) -> Scene {
    match *action {
        Action::Card(CardAction { card, at, turn }) => {
            let squares = catalogue::pathway_squares(card).turned(turn);
            titled(
                format!("{card} {} at ({}, {})", turn.letter(), at.row, at.column),
                squares3x3(&squares, false, look),
            )
        }
        Action::Fire(FireAction { tile, at, flipped, turn }) => {
            let flip = if flipped { " flipped" } else { "" };
            let title = format!("{tile}{flip} {} at ({}, {})", turn.letter(), at.row, at.column);
            titled(title, shape(&tile_shape(tile, flipped, turn), look))
        }
        Action::Cat(cat) => {
            let mut scene = Scene::new();
            let drawn = Drawn::of(Square::path(cat.colour).with_cat());
            scene.line().put(format!("({})", cat.colour.cat_letter()), drawn.style());
            let arrow = look.pick("→", "->");
            let CatAction { from, to, .. } = cat;
            scene.put(
                format!(" ({}, {}) {arrow} ({}, {})", from.row, from.column, to.row, to.column),
                Style::PLAIN,
            );
            scene.line().put("for", Style::PLAIN);
            scene.line();
            let cards = cat.discards().map(|each| card(each, look)).collect();
            scene.below(shelf(cards, look));
            scene
        }
    }
}

fn tile_shape(tile: crate::raft::TileId, flipped: bool, turn: Orientation) -> Shape {
    let shape = &catalogue::fire_tile(tile).shape;
    if flipped { shape.flipped().turned(turn.quarter_turns()) } else { shape.turned(turn.quarter_turns()) }
}

/// An action on a board: the board as it would look, the squares it touches marked, whether or not the rules
/// allow it. Squares off the board are counted below the picture.
pub fn action_on(action: &Action, board: &Board, look: &Look) -> Scene {
    let mut after = *board;
    let mut touched = Vec::new();
    let mut put = |at: Option<Position>, square: Square| match at {
        Some(at) => {
            after.set(at, square);
            touched.push(at);
        }
        None => touched.push(Position::new(u8::MAX, u8::MAX)),
    };
    let offset = |at: Position, row: u8, column: u8| {
        Some(Position::new(at.row.checked_add(row)?, at.column.checked_add(column)?))
    };
    match *action {
        Action::Card(CardAction { card, at, turn }) => {
            for (index, &square) in catalogue::pathway_squares(card).turned(turn).0.iter().enumerate() {
                put(offset(at, index as u8 / 3, index as u8 % 3), square);
            }
        }
        Action::Fire(FireAction { tile, at, flipped, turn }) => {
            for cell in tile_shape(tile, flipped, turn).cells() {
                put(offset(at, cell.row, cell.column), Square::Fire);
            }
        }
        Action::Cat(CatAction { from, to, .. }) => {
            let from_square = board.get(from).unwrap_or(Square::Void);
            let to_square = board.get(to).unwrap_or(Square::Void);
            put(Some(from), from_square.without_cat());
            put(Some(to), if from_square.has_cat() { to_square.with_cat() } else { to_square });
        }
    }
    let mut scene = marked(&after, &touched, look);
    let off = touched.iter().filter(|&&at| !board.contains(at)).count();
    if off > 0 {
        scene.line().put(format!("   {} off the board", plural(off, "square")), Style::BOLD);
    }
    scene
}

/// A whole state: board, hand, exhausted cats, cards left and the bag.
pub fn state(state: &State, look: &Look) -> Scene {
    let mut scene = board(&state.board, look);
    let section = |scene: &mut Scene, title: String, picture: Scene| {
        scene.line();
        scene.line().put(title, Style::BOLD);
        scene.below(picture);
    };
    let left: Vec<String> =
        Deck::ALL.iter().map(|&deck| format!("{} {}", deck.letter(), state.decks.0.count(deck))).collect();
    section(&mut scene, format!("hand: {} of 6 cards", state.hand.0.len()), hand(&state.hand.0, look));
    section(&mut scene, format!("exhausted: {}", state.exhausted.len()), exhausted(&state.exhausted));
    section(&mut scene, format!("decks: {}", left.join(", ")), Scene::new());
    section(&mut scene, format!("bag: {} of 31 tiles", state.bag.len()), fire_bag(state.bag, look));
    scene
}
