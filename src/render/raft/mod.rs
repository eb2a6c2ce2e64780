//! Pictures of Race to the Raft: boards, challenges, cards, tiles, actions and states.
//!
//! Marks distinguish the squares even without colours. A cat is shown as `(B)`, a square of the raft as `[w]`, and fire
//! as `▓▓▓` or `###`. A square that the string of a challenge does not define is shown as `·` or `?`. A marked square,
//! such as a square that an action changes, is shown as `>b<`.

mod square;

use super::{Look, Scene, Style};
use crate::notation::plural;
use crate::raft::generate::{PlayedStep, Step};
use crate::raft::record::{RaftRecord, describe_outcome};
use crate::raft::rules::oriented;
use crate::raft::{
    Action, Board, Card, CardAction, CardSet, CatAction, Challenge, Colour, Deck, Draw, Exhausted,
    FireAction, FireBag, Island, Position, Square, Squares3x3, State, TileId, catalogue,
};
use crate::shape::Shape;
pub(super) use square::PictureSquare;
use square::grid;

/// Draws a board with its coordinates.
///
/// ```
/// use clowder::{notation::Notation, raft::Board, render::{Look, raft}};
///
/// let picture = raft::board(&Board::EXAMPLE.parse()?, &Look::PIPE);
/// assert!(picture.text().contains("[w] raft"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn board(board: &Board, look: &Look) -> Scene {
    marked(board, &[], look)
}

/// Draws a board on which some squares are marked. Positions off the board are ignored.
///
/// ```
/// use clowder::{notation::Notation, raft::{Board, Position}, render::{Look, raft}};
///
/// let picture = raft::marked(&Board::EXAMPLE.parse()?, &[Position::new(0, 3)?], &Look::PIPE);
/// assert!(picture.text().contains(">g<"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn marked(board: &Board, marked: &[Position], look: &Look) -> Scene {
    grid(&board_squares(board, marked), board.width().into(), &[], look)
}

/// Returns the squares for the picture of a board, row by row.
pub(super) fn board_squares(board: &Board, marked: &[Position]) -> Vec<PictureSquare> {
    let centres: Vec<Position> =
        board.positions().filter(|(_, square)| *square == Square::Raft).map(|(at, _)| at).collect();
    let picture_square = |(at, square): (Position, Square)| PictureSquare {
        square: Some(square),
        raft: centres.iter().any(|centre| centre.is_near(at)),
        marked: marked.contains(&at),
    };
    board.positions().map(picture_square).collect()
}

/// Draws the layout of a challenge. The squares that its string does not define are shown as `·` or `?`.
///
/// ```
/// use clowder::{notation::Notation, raft::Challenge, render::{Look, raft}};
///
/// let picture = raft::challenge(&Challenge::EXAMPLE.parse()?, &Look::PIPE);
/// assert!(picture.text().contains("not fixed"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn challenge(challenge: &Challenge, look: &Look) -> Scene {
    grid(&challenge_squares(challenge), challenge.width().into(), &islands(challenge), look)
}

/// A rectangle of squares. The four numbers are its first row, its first column, its number of rows, and its number of
/// columns.
pub(super) type Rectangle = [usize; 4];

/// Returns the rectangles that the islands of a challenge cover.
pub(super) fn islands(challenge: &Challenge) -> Vec<Rectangle> {
    let rectangle = |(island, corner): (Island, Position)| {
        let (row, column) = corner.coordinates();
        [row.into(), column.into(), island.size().height().into(), 9]
    };
    challenge.island_corners().map(rectangle).collect()
}

/// Returns the squares for the picture of a challenge, row by row.
pub(super) fn challenge_squares(challenge: &Challenge) -> Vec<PictureSquare> {
    let (width, height) = (challenge.width(), challenge.height());
    let mut squares = vec![PictureSquare::UNDEFINED; usize::from(width) * usize::from(height)];
    let mut put = |at: Option<Position>, square: PictureSquare| {
        if let Some((row, column)) = at.map(Position::coordinates)
            && row < height
            && column < width
        {
            squares[usize::from(row) * usize::from(width) + usize::from(column)] = square;
        }
    };
    for (island, corner) in challenge.island_corners() {
        let (rows, columns) = island.fire_strip().unwrap_or_default();
        for (row, column) in rows.flat_map(|row| columns.clone().map(move |column| (row, column))) {
            put(corner.offset(row, column), PictureSquare::of(Square::Fire));
        }
    }
    let mut put_card = |corner: Position, squares: Squares3x3, raft: bool| {
        for (at, square) in squares.placed_at(corner) {
            put(at, PictureSquare { raft, ..PictureSquare::of(square) });
        }
    };
    for &at in challenge.fire_cards() {
        put_card(at, Squares3x3([Square::Fire; 9]), false);
    }
    for cat in challenge.cat_cards() {
        put_card(cat.at, catalogue::cat_card(cat.card).squares(), false);
    }
    let raft = challenge.raft_card();
    put_card(raft.at, catalogue::raft_card(raft.card).squares(), true);
    squares
}

/// Draws the nine squares of a pathway card or a cat card, three in each row.
///
/// ```
/// use clowder::{raft::{Square, Squares3x3}, render::{Look, raft}};
///
/// assert_eq!(raft::squares3x3(Squares3x3([Square::Blue; 9]), &Look::PIPE).height(), 3);
/// ```
pub fn squares3x3(squares: Squares3x3, look: &Look) -> Scene {
    nine(squares.0.map(PictureSquare::of), look)
}

/// Draws the nine squares of a raft card, three in each row.
///
/// ```
/// use clowder::{raft::{Square, Squares3x3}, render::{Look, raft}};
///
/// let picture = raft::raft_squares(Squares3x3([Square::Wild; 9]), &Look::PIPE);
/// assert!(picture.text().starts_with("[w][w][w]"));
/// ```
pub fn raft_squares(squares: Squares3x3, look: &Look) -> Scene {
    nine(squares.0.map(|square| PictureSquare { raft: true, ..PictureSquare::of(square) }), look)
}

fn nine(squares: [PictureSquare; 9], look: &Look) -> Scene {
    let mut scene = Scene::new();
    for row in squares.chunks(3) {
        scene.line();
        for square in row {
            square.put(&mut scene, look, look.width >= 40);
        }
    }
    scene
}

/// Puts a title above a picture.
fn titled(title: impl Into<String>, picture: Scene) -> Scene {
    let mut scene = Scene::new();
    scene.line().put(title, Style::BOLD);
    scene.below(picture);
    scene
}

/// Arranges pictures in rows with an empty line between the rows. Each row contains as many pictures as the width
/// allows.
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

/// Draws a pathway card below its name.
///
/// ```
/// use clowder::{raft::{Card, Deck}, render::{Look, raft}};
///
/// assert_eq!(raft::card(Card::new(Deck::Circle, 0)?, &Look::PIPE).height(), 4);
/// # Ok::<(), clowder::raft::ValueError>(())
/// ```
pub fn card(card: Card, look: &Look) -> Scene {
    titled(card.to_string(), squares3x3(catalogue::pathway_squares(card), look))
}

/// Draws the cards of a hand in rows.
///
/// ```
/// use clowder::{raft::CardSet, render::{Look, raft}};
///
/// assert_eq!(raft::hand(CardSet::EMPTY, &Look::PIPE).text(), "no card\n");
/// ```
pub fn hand(cards: CardSet, look: &Look) -> Scene {
    if cards.is_empty() {
        return titled("no card", Scene::new());
    }
    shelf(cards.iter().map(|each| card(each, look)).collect(), look)
}

/// Draws the cards of each deck below the name of the deck.
///
/// ```
/// use clowder::{raft::CardSet, render::{Look, raft}};
///
/// assert!(raft::decks(CardSet::EMPTY, &Look::PIPE).text().starts_with("A circle deck, 0 cards"));
/// ```
pub fn decks(cards: CardSet, look: &Look) -> Scene {
    let mut scene = Scene::new();
    for deck in Deck::ALL {
        if scene.height() > 0 {
            scene.line();
        }
        let count = plural(cards.count(deck), "card");
        scene.line().put(format!("{} {} deck, {count}", deck.letter(), deck.name()), Style::BOLD);
        let pictures: Vec<Scene> =
            cards.iter().filter(|card| card.deck() == deck).map(|each| card(each, look)).collect();
        scene.below(shelf(pictures, look));
    }
    scene
}

/// Draws a shape whose squares are fire.
///
/// ```
/// use clowder::{raft::catalogue::fire_tiles, render::{Look, raft}};
///
/// let shape = fire_tiles()[0].shape();
/// assert_eq!(raft::shape(shape, &Look::PIPE).height(), usize::from(shape.height()));
/// ```
pub fn shape(shape: &Shape, look: &Look) -> Scene {
    let mut scene = Scene::new();
    for row in 0..shape.height() {
        scene.line();
        for column in 0..shape.width() {
            if shape.cells().iter().any(|cell| (cell.row, cell.column) == (row, column)) {
                scene.put(look.pick("▓▓▓", "###"), PictureSquare::of(Square::Fire).style());
            } else {
                scene.put("   ", Style::PLAIN);
            }
        }
    }
    scene
}

/// Draws the tiles of the bag, each below its letter.
///
/// ```
/// use clowder::{raft::FireBag, render::{Look, raft}};
///
/// assert_eq!(raft::fire_bag(FireBag::EMPTY, &Look::PIPE).text(), "no tile\n");
/// ```
pub fn fire_bag(bag: FireBag, look: &Look) -> Scene {
    if bag.is_empty() {
        return titled("no tile", Scene::new());
    }
    let tile = |tile: TileId| titled(tile.to_string(), shape(catalogue::fire_tile(tile).shape(), look));
    shelf(bag.iter().map(tile).collect(), look)
}

/// Lists the exhausted cats, one on each line.
///
/// ```
/// use clowder::render::raft;
///
/// assert_eq!(raft::exhausted(&"G0105".parse()?).text(), "(G) at (1, 5)\n");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn exhausted(cats: &Exhausted) -> Scene {
    if cats.is_empty() {
        return titled("no exhausted cat", Scene::new());
    }
    let mut scene = Scene::new();
    for cat in cats.iter() {
        put_cat(&mut scene, cat.colour);
        scene.put(format!(" at {:?}", cat.at.coordinates()), Style::PLAIN);
    }
    scene
}

/// Begins a new line with the picture of a cat, such as `(B)`.
fn put_cat(scene: &mut Scene, colour: Colour) {
    let square = PictureSquare::of(Square::path(colour).with_cat());
    scene.line();
    square.put(scene, &Look::PIPE, true);
}

/// Draws the backs of the cards that a player draws from each deck.
///
/// ```
/// use clowder::render::raft;
///
/// assert_eq!(raft::draw("A3B3".parse()?).text(), "A circle   [][][]\nB cross    [][][]\n");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn draw(draw: Draw) -> Scene {
    let mut scene = Scene::new();
    for deck in Deck::ALL.into_iter().filter(|&deck| draw.count(deck) > 0) {
        let count = draw.count(deck);
        scene.line().put(format!("{} ", deck.letter()), Style::BOLD);
        scene.put(format!("{:<8} {}", deck.name(), "[]".repeat(count.into())), Style::PLAIN);
    }
    scene
}

/// Draws an action without a board. The picture shows the card or the tile in its orientation, or the cat with its move
/// and the cards that are discarded for the move.
///
/// ```
/// use clowder::render::{Look, raft};
///
/// let picture = raft::action(&"Ab1208S".parse()?, &Look::PIPE);
/// assert!(picture.text().starts_with("Ab S at (12, 8)"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn action(action: &Action, look: &Look) -> Scene {
    match *action {
        Action::Card(CardAction { card, at, orientation }) => {
            let squares = oriented::card(card, orientation).squares;
            let title = format!("{card} {} at {:?}", orientation.letter(), at.coordinates());
            titled(title, squares3x3(squares, look))
        }
        Action::Fire(FireAction { tile, at, flipped, orientation }) => {
            let flip = if flipped { " flipped" } else { "" };
            let title = format!("{tile}{flip} {} at {:?}", orientation.letter(), at.coordinates());
            titled(title, shape(&oriented::tile(tile, flipped, orientation).shape, look))
        }
        Action::Cat(CatAction { colour, from, to, discards }) => {
            let mut scene = Scene::new();
            put_cat(&mut scene, colour);
            let arrow = look.pick("→", "->");
            let way = format!(" {:?} {arrow} {:?}", from.coordinates(), to.coordinates());
            scene.put(way, Style::PLAIN);
            scene.line().put("for", Style::PLAIN);
            scene.line();
            let cards = discards.iter().map(|each| card(each, look)).collect();
            scene.below(shelf(cards, look));
            scene
        }
    }
}

/// Draws the board after an action, with the changed squares marked. The action does not have to be legal. If the
/// action covers squares off the board, their number is written below the picture.
///
/// ```
/// use clowder::{notation::Notation, raft::Board, render::{Look, raft}};
///
/// let picture = raft::action_on(&"Ab1108S".parse()?, &Board::EXAMPLE.parse()?, &Look::PIPE);
/// assert!(picture.text().ends_with("8 squares off the board\n"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn action_on(action: &Action, board: &Board, look: &Look) -> Scene {
    let Acted { after, changed, off } = acted(action, board);
    let mut scene = marked(&after, &changed, look);
    add_squares_off_board(&mut scene, off);
    scene
}

/// Returns the squares of the board that the card or tile of an action covers, or that a cat leaves and enters. The
/// action does not have to be legal.
///
/// ```
/// use clowder::{notation::Notation, raft::Board, render::raft};
///
/// assert_eq!(raft::covered(&"Ab1108S".parse()?, &Board::EXAMPLE.parse()?).len(), 1);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn covered(action: &Action, board: &Board) -> Vec<Position> {
    acted(action, board).changed
}

/// The result of an action on a board. The action does not have to be legal.
pub(super) struct Acted {
    /// The board after the action.
    pub(super) after: Board,
    /// The squares of the board that a card or tile covers, or that a cat leaves and enters.
    pub(super) changed: Vec<Position>,
    /// The number of squares of the action that are off the board.
    pub(super) off: usize,
}

/// Applies an action to a board without checking the rules.
pub(super) fn acted(action: &Action, board: &Board) -> Acted {
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
            // A cat keeps its colour, even if the rules do not allow the cat to enter the square.
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

/// Draws the board on which an action was rejected. The squares that the action would change are marked. If the action
/// covers squares off the board, their number is written below the picture.
///
/// ```
/// use clowder::{notation::Notation, raft::Board, render::{Look, raft}};
///
/// let picture = raft::refused(&"Ab0002N".parse()?, &Board::EXAMPLE.parse()?, &Look::PIPE);
/// assert!(picture.text().contains(">▓<"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn refused(action: &Action, board: &Board, look: &Look) -> Scene {
    let Acted { changed, off, .. } = acted(action, board);
    let mut scene = marked(board, &changed, look);
    add_squares_off_board(&mut scene, off);
    scene
}

/// Writes the number of squares off the board below a picture if this number is not 0.
fn add_squares_off_board(scene: &mut Scene, off: usize) {
    if off > 0 {
        let squares = plural(off, "square");
        scene.line().put(format!("   {squares} off the board"), Style::BOLD);
    }
}

/// Draws the state after the last step of a game, below the outcome of the game.
///
/// ```
/// use clowder::{notation::Notation, raft::record::RaftRecord, render::{Look, raft}};
///
/// let picture = raft::record(&RaftRecord::EXAMPLE.parse()?, &Look::PIPE);
/// assert!(picture.text().starts_with("the game continues"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn record(record: &RaftRecord, look: &Look) -> Scene {
    let last = record.steps().last().map_or(record.initial(), PlayedStep::after);
    titled(describe_outcome(record.outcome()), state(last, look))
}

/// Draws a state: the board, the hand, the exhausted cats, the number of cards in each deck, and the bag.
///
/// ```
/// use clowder::{notation::Notation, raft::State, render::{Look, raft}};
///
/// let picture = raft::state(&State::EXAMPLE.parse()?, &Look::PIPE);
/// assert!(picture.text().contains("hand: 6 of 6 cards"));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn state(state: &State, look: &Look) -> Scene {
    table(state, &[], look)
}

/// Returns the squares of the board that a step of a game changes.
pub(crate) fn changed(played: &PlayedStep) -> Vec<Position> {
    match played.step() {
        Step::Action(action) => acted(action, played.before().board()).changed,
        Step::Draw(..) | Step::Tile(_) => Vec::new(),
    }
}

/// Draws a state, with the squares in `changed` marked on its board.
pub(crate) fn table(state: &State, changed: &[Position], look: &Look) -> Scene {
    let mut scene = marked(state.board(), changed, look);
    let section = |scene: &mut Scene, title: String, picture: Scene| {
        scene.line();
        scene.line().put(title, Style::BOLD);
        scene.below(picture);
    };
    let (cards, cats, bag) = (state.hand().cards(), state.exhausted(), state.bag());
    let count = |deck: Deck| format!("{} {}", deck.letter(), state.decks().cards().count(deck));
    let left: Vec<String> = Deck::ALL.into_iter().map(count).collect();
    section(&mut scene, format!("hand: {} of 6 cards", cards.len()), hand(cards, look));
    section(&mut scene, format!("exhausted: {}", cats.len()), exhausted(cats));
    section(&mut scene, format!("decks: {}", left.join(", ")), Scene::new());
    section(&mut scene, format!("bag: {} of 31 tiles", bag.len()), fire_bag(bag, look));
    scene
}
