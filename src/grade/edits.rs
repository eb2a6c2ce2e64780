//! Small random changes of questions. A program with a natural mistake answers most questions rightly, so the generator
//! and the hunt change the part of a question that decides its answer.

use super::case::Case;
use super::reference::read_state;
use super::suite::Suite;
use crate::penguins::coursework::IceBlock;
use crate::penguins::{Block, Hex};
use crate::raft::legal::fire_actions;
use crate::raft::rules::{self, oriented};
use crate::raft::{
    Action, Card, CardAction, Cat, CatAction, Colour, Decks, Discards, FireAction, FireBag, Hand,
    Orientation, PlayableState, Position, Square, State, TileId,
};
use crate::random::Random;
use serde_json::{Value, json};

/// A question about Race to the Raft, which can be changed.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) state: State,
    pub(super) action: Option<Action>,
    /// The centre of the raft, which no change moves, except that of the size of the board.
    pub(super) raft: Option<Position>,
}

impl Asked {
    /// Reads the state and the action of a case. Returns `None` if the case has no state.
    pub(super) fn read(case: &Case) -> Option<Self> {
        let state = read_state(&case.state()).ok()?;
        let action = rules::read_action(&case.text("action")).into_parts().0;
        let raft = state.board.raft_centre().ok();
        Some(Self { state, action, raft })
    }

    /// Returns the case with this state and this action.
    pub(super) fn case(&self, like: &Case) -> Case {
        let mut inputs = like.inputs();
        for (key, value) in &mut inputs {
            match (*key, &self.action) {
                ("state", _) => *value = json!(self.state.parts()),
                ("action", Some(action)) => *value = action.to_string().into(),
                _ => {}
            }
        }
        Case::new(like.suite(), inputs)
    }

    /// Returns true if a position is on or next to the centre of the raft.
    pub(super) fn is_raft(&self, at: Position) -> bool {
        self.raft.is_some_and(|centre| centre.is_near(at))
    }

    /// Sets a square that does not belong to the raft. A cat on it disappears.
    pub(super) fn set(&mut self, at: Position, square: Square) {
        if !self.is_raft(at) && self.state.board.set(at, square).is_some() {
            self.state.exhausted.remove_at(at);
        }
    }

    /// Returns the squares that the action touches.
    fn touched(&self) -> Vec<Position> {
        match self.action {
            Some(Action::Cat(cat)) => vec![cat.from, cat.to],
            Some(Action::Card(card)) => {
                (0..9).filter_map(|index| card.at.offset(index / 3, index % 3)).collect()
            }
            Some(Action::Fire(fire)) => {
                let tile = oriented::tile(fire.tile, fire.flipped, fire.orientation);
                tile.shape.cells().iter().filter_map(|cell| fire.at.offset(cell.row, cell.column)).collect()
            }
            None => Vec::new(),
        }
    }
}

/// Returns a case with one to three random changes. The result may be out of contract.
pub(super) fn edited(case: &Case, random: &mut Random) -> Option<Case> {
    let times = 1 + random.below(3);
    if case.suite() == Suite::BoardWellFormed {
        let mut text = case.text("board");
        (0..times).for_each(|_| text = edited_board(&text, random));
        return Some(Case::new(case.suite(), vec![("board", text.into())]));
    }
    if case.suite().is_about_penguins() {
        let mut inputs = case.inputs();
        (0..times).for_each(|_| edit_penguins(&mut inputs, random));
        return Some(Case::new(case.suite(), inputs));
    }
    let mut asked = Asked::read(case)?;
    for _ in 0..times {
        match (asked.action, random.below(3)) {
            (Some(Action::Cat(cat)), 1..) => edit_move(&mut asked, cat, random),
            (Some(Action::Card(_) | Action::Fire(_)), 1..) => edit_placement(&mut asked, random),
            _ => edit_state(&mut asked, random),
        }
    }
    Some(asked.case(case))
}

/// Returns a random item of an iterator.
fn any<T>(items: impl IntoIterator<Item = T>, random: &mut Random) -> Option<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    let at = if items.is_empty() { return None } else { random.below(items.len()) };
    Some(items.swap_remove(at))
}

/// Returns the position that is some rows and columns away, if it has two digits.
pub(super) fn shifted(at: Position, rows: i8, columns: i8) -> Option<Position> {
    let row = at.row().checked_add_signed(rows)?;
    Position::new(row, at.column().checked_add_signed(columns)?).ok()
}

fn colour(random: &mut Random) -> Colour {
    Colour::ALL[random.below(5)]
}

/// Returns a random square of the board with a path, with or without a cat, that satisfies a condition.
fn place(asked: &Asked, random: &mut Random, accepts: impl Fn(Position, Square) -> bool) -> Option<Position> {
    let positions = asked.state.board.positions().filter(|&(at, square)| accepts(at, square));
    any(positions.map(|(at, _)| at), random)
}

/// Changes the move of a cat, or the squares that decide whether it is legal.
fn edit_move(asked: &mut Asked, mut cat: CatAction, random: &mut Random) {
    let hand: Vec<Card> = asked.state.hand.cards().iter().collect();
    let board = asked.state.board;
    let is_other = |at: Position, square: Square| square.has_cat() && at != cat.from;
    match random.below(23) {
        20.. => at_raft(asked, &mut cat, random),
        0 => {
            // Another cat moves, with the right number of discards.
            let from = place(asked, random, |_, square| square.has_cat() && square.colour().is_some());
            let Some((from, colour)) = from.and_then(|at| Some((at, board.get(at)?.colour()?))) else {
                return;
            };
            (cat.from, cat.colour) = (from, colour);
            pay(asked, &mut cat, random);
        }
        1 => cat.to = place(asked, random, |_, square| square.colour() == Some(cat.colour)).unwrap_or(cat.to),
        2 => {
            let (down, right) = (random.below(3) as i8 - 1, random.below(3) as i8 - 1);
            cat.to = shifted(cat.from, down, right).unwrap_or(cat.to);
        }
        3 => cat.to = place(asked, random, is_other).unwrap_or(cat.to),
        4 => cat.to = place(asked, random, |at, _| asked.is_raft(at)).unwrap_or(cat.to),
        5 => std::mem::swap(&mut cat.from, &mut cat.to),
        6 => {
            cat.from = place(asked, random, |at, square| {
                !square.has_cat()
                    && (square.colour() == Some(cat.colour) || square.is_wild() && asked.is_raft(at))
            })
            .unwrap_or(cat.from);
        }
        7 => {
            cat.from =
                place(asked, random, |at, square| square.has_cat() && asked.is_raft(at)).unwrap_or(cat.from);
        }
        8 => cat.colour = colour(random),
        9 | 10 => edit_discards(&mut cat, &hand, random),
        11 => pay(asked, &mut cat, random),
        12 => {
            // Exactly this cat, or exactly one other cat, is exhausted.
            let at = if random.below(2) == 0 { Some(cat.from) } else { place(asked, random, is_other) };
            asked.state.exhausted = crate::raft::Exhausted::default();
            if let Some((at, colour)) = at.and_then(|at| Some((at, board.get(at)?.colour()?)))
                && board.get(at).is_some_and(Square::has_cat)
            {
                asked.state.exhausted.insert(Cat { colour, at });
            }
            if random.below(2) == 0 {
                pay(asked, &mut cat, random);
            }
        }
        13 => {
            // There is another cat of this colour.
            let at = place(asked, random, |at, square| {
                square == Square::path(cat.colour) && at != cat.to
                    || square == Square::Wild && asked.is_raft(at)
            });
            if let Some(at) = at
                && let Some(square) = board.get(at)
            {
                asked.state.board.set(at, square.with_cat());
            }
        }
        14..=17 => draw_path(asked, &mut cat, random),
        _ => {
            // The squares around the last square decide whether it can be reached.
            let target = if random.below(2) == 0 { cat.to } else { cat.from };
            let at = shifted(target, random.below(3) as i8 - 1, random.below(3) as i8 - 1);
            if let Some(at) = at.filter(|at| *at != cat.from) {
                asked.set(at, path_or_fire(cat.colour, random));
            }
        }
    }
    asked.action = Some(Action::Cat(cat));
}

/// Returns a path of this colour, of another colour, with a cat, or fire.
fn path_or_fire(this: Colour, random: &mut Random) -> Square {
    match random.below(5) {
        0 | 1 => Square::path(this),
        2 => Square::path(colour(random)),
        3 => Square::path(if random.below(2) == 0 { this } else { colour(random) }).with_cat(),
        _ => Square::Fire,
    }
}

/// Burns everything outside the raft that is not kept.
fn burn(asked: &mut Asked, keeps: impl Fn(Position, Square) -> bool) {
    for (at, square) in asked.state.board.positions().collect::<Vec<_>>() {
        if !keeps(at, square) {
            asked.set(at, Square::Fire);
        }
    }
}

/// Returns a random square next to the raft, and the square of the raft beside it.
fn landing(asked: &Asked, random: &mut Random) -> Option<(Position, Position)> {
    let centre = asked.raft?;
    let (down, right) = [(-1, 0), (0, 1), (1, 0), (0, -1)][random.below(4)];
    let along = random.below(3) as i8 - 1;
    let beside = shifted(centre, down * 2 + right * along, right * 2 + down * along)?;
    asked.state.board.get(beside)?;
    Some((beside, shifted(beside, -down, -right)?))
}

/// Puts the cat next to the raft, and lets it move over the squares of the raft.
fn at_raft(asked: &mut Asked, cat: &mut CatAction, random: &mut Random) {
    let places = (landing(asked, random), landing(asked, random));
    let (Some((from, entered)), Some((beyond, left))) = places else { return };
    if random.below(3) > 0 {
        burn(asked, |at, _| at == cat.from);
    }
    let square = |asked: &Asked, at: Position| asked.state.board.get(at);
    cat.colour = square(asked, entered).and_then(Square::colour).unwrap_or_else(|| colour(random));
    cat.from = from;
    asked.set(from, Square::path(cat.colour).with_cat());
    let raft = place(asked, random, |at, _| asked.is_raft(at)).unwrap_or(left);
    let mine = place(asked, random, |at, square| {
        asked.is_raft(at) && (square.is_wild() || square.colour() == Some(cat.colour))
    });
    cat.to = match random.below(4) {
        0 => raft,
        1 if beyond != from => {
            asked.set(beyond, Square::path(cat.colour));
            beyond
        }
        _ => mine.unwrap_or(raft),
    };
    if random.below(4) == 0
        && let Some(end) = square(asked, cat.to)
    {
        asked.state.board.set(cat.to, end.with_cat());
    }
    pay(asked, cat, random);
}

/// Leaves only a cat with a little room next to the raft, and perhaps room for a tile, which is placed.
fn small_board(asked: &mut Asked, random: &mut Random) {
    // The square of the raft that the cat cannot enter is often one of another colour.
    let is_coloured = |&(_, entered): &(Position, Position)| {
        asked.state.board.get(entered).is_some_and(|square| square.colour().is_some())
    };
    let tries = [1, 8][random.below(2)];
    let landing = (0..tries).find_map(|_| landing(asked, random).filter(is_coloured));
    let landing = landing.or_else(|| self::landing(asked, random));
    let (Some((beside, _)), Some(Action::Fire(mut fire))) = (landing, asked.action) else { return };
    burn(asked, |_, _| false);
    let corner = |at: Position, random: &mut Random| {
        Position::of_square((
            at.row().saturating_sub(random.below(3) as u8).into(),
            at.column().saturating_sub(random.below(3) as u8).into(),
        ))
    };
    let anywhere = place(asked, random, |_, _| true).unwrap_or(beside);
    let rooms = [corner(beside, random), corner(anywhere, random)];
    for room in rooms.into_iter().take(1 + random.below(2)) {
        for index in 0..9 {
            if let Some(at) = room.offset(index / 3, index % 3).filter(|_| random.below(8) > 0) {
                asked.set(at, Square::path(colour(random)));
            }
        }
    }
    let cat = if random.below(2) == 0 {
        beside
    } else {
        rooms[0].offset(random.below(3) as u8, random.below(3) as u8).unwrap_or(beside)
    };
    asked.set(cat, Square::path(colour(random)).with_cat());
    fire.tile = any(TileId::all(), random).unwrap_or(fire.tile);
    (fire.at, fire.flipped, fire.orientation) = (Position::of_square((0, 0)), false, Orientation::North);
    asked.action = Some(Action::Fire(fire));
    if random.below(3) > 0
        && let Ok(game) = PlayableState::new(asked.state.clone())
    {
        asked.action = any(fire_actions(&game, fire.tile), random).or(asked.action);
    }
}

/// Gives the move the discards that it costs.
fn pay(asked: &Asked, cat: &mut CatAction, random: &mut Random) {
    let is_exhausted = asked.state.is_exhausted(Cat { colour: cat.colour, at: cat.from });
    let mut hand: Vec<Card> = asked.state.hand.cards().iter().collect();
    random.shuffle(&mut hand);
    match hand[..] {
        [first, second, ..] if is_exhausted => {
            cat.discards = Discards::two(first, second).unwrap_or(cat.discards);
        }
        [first, ..] => cat.discards = Discards::one(first),
        [] => {}
    }
}

fn edit_discards(cat: &mut CatAction, hand: &[Card], random: &mut Random) {
    let (first, second) = (cat.discards.first(), cat.discards.second());
    let anything = any(Card::all(), random).unwrap_or(first);
    let same_letter = any(Card::all().filter(|card| card.index() == first.index()), random).unwrap_or(first);
    let held = random.choose(hand).copied().unwrap_or(anything);
    let sorted =
        |one: Card, other: Card| Discards::two(one, other).unwrap_or(Discards::ascending(one, Some(one)));
    cat.discards = match random.below(7) {
        0 => Discards::one(anything),
        1 => Discards::one(same_letter),
        2 => Discards::one(held),
        3 => sorted(first, first),
        4 => sorted(first, anything),
        5 => second.map_or(sorted(same_letter, held), |second| sorted(same_letter, second)),
        _ => sorted(first, held),
    };
}

/// Draws a path for the cat: with a corner, in diagonal steps, or over the left and the right edge. One of its squares
/// may be another cat, another colour or fire. Around it, everything may burn.
fn draw_path(asked: &mut Asked, cat: &mut CatAction, random: &mut Random) {
    let (height, width) = (asked.state.board.height() as i8, asked.state.board.width() as i8);
    if !asked.state.board.get(cat.from).is_some_and(|square| square.may_have_cat_of(cat.colour)) {
        return;
    }
    let at = |(row, column): (i8, i8)| Position::new(row as u8, column as u8).ok();
    let sign = |random: &mut Random| if random.below(2) == 0 { 1 } else { -1 };
    let (down, right) = (sign(random), sign(random));
    let (mut row, mut column) = (cat.from.row() as i8, cat.from.column() as i8);
    let mut way = Vec::new();
    let kind = random.below(4);
    for step in 0..=random.below(4) {
        match kind {
            0 => (row, column) = (row + down, column + right),
            1 => column = if right > 0 { (column + 1) % width } else { (column + width - 1) % width },
            _ if step < 2 => row += down,
            _ => column += right,
        }
        way.push((row, column));
    }
    if kind == 1 && random.below(2) == 0 {
        // The cat begins at the edge, so that a single step leads over it.
        let edge =
            Position::of_square((cat.from.row().into(), if right > 0 { width as usize - 1 } else { 0 }));
        if !asked.is_raft(edge) {
            let exhausted = asked.state.exhausted.remove(Cat { colour: cat.colour, at: cat.from });
            asked.set(cat.from, Square::path(cat.colour));
            asked.set(edge, Square::path(cat.colour).with_cat());
            if exhausted {
                asked.state.exhausted.insert(Cat { colour: cat.colour, at: edge });
            }
            cat.from = edge;
            let length = way.len() as i8;
            let step =
                |step: i8| if right > 0 { (step + width) % width } else { (width * 2 - 1 - step) % width };
            way = (0..length).map(|index| (edge.row() as i8, step(index))).collect();
        }
    }
    way.retain(|&(row, column)| (0..height).contains(&row) && (0..width).contains(&column));
    let way: Vec<Position> = way.into_iter().filter_map(at).filter(|at| *at != cat.from).collect();
    let Some(&end) = way.last() else { return };
    if random.below(2) == 0 {
        for at in asked
            .state
            .board
            .positions()
            .map(|(at, _)| at)
            .filter(|at| at.is_near(cat.from) || way.iter().any(|step| step.is_near(*at)))
            .collect::<Vec<_>>()
        {
            if at != cat.from {
                asked.set(at, Square::Fire);
            }
        }
    }
    for &at in &way {
        asked.set(at, Square::path(cat.colour));
    }
    if random.below(3) == 0 {
        asked.set(way[random.below(way.len())], path_or_fire(cat.colour, random));
    }
    cat.to = end;
    if random.below(2) == 0 {
        pay(asked, cat, random);
    }
}

/// Changes the placement of a card or a tile, or the squares that decide whether it fits.
fn edit_placement(asked: &mut Asked, random: &mut Random) {
    let Some(action) = asked.action else { return };
    let (height, width) = (asked.state.board.height(), asked.state.board.width());
    let mut at = action.target();
    let touched = asked.touched();
    let beside = |at: Position| {
        [(-1, 0), (0, 1), (1, 0), (0, -1)].into_iter().filter_map(move |(r, c)| shifted(at, r, c))
    };
    match random.below(14) {
        12.. => small_board(asked, random),
        0 | 1 => at = shifted(at, random.below(3) as i8 - 1, random.below(3) as i8 - 1).unwrap_or(at),
        2 => at = Position::of_square((random.below(height.into()), random.below(width.into()))),
        3 => {
            // The shape touches the lower or the right edge.
            let (row, column) = (at.row().max(height.saturating_sub(3)), at.column().max(width - 3));
            let edges = [(row, at.column()), (at.row(), column), (0, at.column()), (at.row(), 0)];
            let (row, column) = edges[random.below(4)];
            at = Position::of_square((row.into(), column.into()));
        }
        4 => {
            if let Some(at) = any(touched.iter().copied(), random) {
                let square = path_or_fire(colour(random), random);
                asked.set(at, square);
            }
        }
        5 => {
            if let Some(at) =
                any(touched.iter().copied().flat_map(beside).filter(|at| !touched.contains(at)), random)
            {
                asked.set(at, Square::Fire);
            }
        }
        6 | 7 => {
            // Nothing burns near the shape, except perhaps diagonally.
            let near: Vec<Position> =
                touched.iter().copied().flat_map(beside).chain(touched.clone()).collect();
            for at in near {
                if asked.state.board.get(at) == Some(Square::Fire) {
                    asked.set(at, Square::path(colour(random)));
                }
            }
            let corner = touched.first().and_then(|first| shifted(*first, -1, -1));
            if let Some(corner) = corner.filter(|_| random.below(2) == 0) {
                asked.set(corner, Square::Fire);
            }
        }
        8 => at = place(asked, random, |at, _| asked.is_raft(at)).unwrap_or(at),
        9 => at = place(asked, random, |_, square| square.has_cat()).unwrap_or(at),
        10 => cut_off(asked, random),
        _ => {}
    }
    let orientation = Orientation::ALL[random.below(4)];
    let turns = random.below(4) == 0;
    match asked.action.as_mut() {
        Some(Action::Card(card)) => {
            *card =
                CardAction { at, orientation: if turns { orientation } else { card.orientation }, ..*card };
        }
        Some(Action::Fire(fire)) if Action::Fire(*fire) == action => {
            let tile = if random.below(6) == 0 {
                any(TileId::all(), random).unwrap_or(fire.tile)
            } else {
                fire.tile
            };
            let flipped = fire.flipped ^ (random.below(4) == 0);
            *fire = FireAction {
                tile,
                at,
                flipped,
                orientation: if turns { orientation } else { fire.orientation },
            };
        }
        _ => {}
    }
}

/// Walls a cat in with fire except for one gap, and places a tile near the gap.
fn cut_off(asked: &mut Asked, random: &mut Random) {
    let Some(cat) = place(asked, random, |at, square| square.has_cat() && !asked.is_raft(at)) else { return };
    let Some(Action::Fire(fire)) = asked.action else { return };
    let radius = 1 + random.below(3) as u8;
    let distance = |at: Position| at.row().abs_diff(cat.row()).max(at.column().abs_diff(cat.column()));
    let wall: Vec<Position> = asked
        .state
        .board
        .positions()
        .map(|(at, _)| at)
        .filter(|at| distance(*at) == radius && !asked.is_raft(*at))
        .collect();
    let Some(gap) = any(wall.iter().copied(), random) else { return };
    for at in wall {
        asked.set(at, Square::Fire);
    }
    let around = u8::from(random.below(2) != 0);
    for (at, _) in asked.state.board.positions().collect::<Vec<_>>() {
        if at.row().abs_diff(gap.row()).max(at.column().abs_diff(gap.column())) <= around && at != cat {
            asked.set(at, Square::path(colour(random)));
        }
    }
    if let Ok(game) = PlayableState::new(asked.state.clone()) {
        let covers = |action: &Action| match action {
            Action::Fire(fire) => {
                let tile = oriented::tile(fire.tile, fire.flipped, fire.orientation);
                tile.squares_at(fire.at).contains(gap.row().into(), gap.column().into())
            }
            _ => false,
        };
        asked.action =
            any(fire_actions(&game, fire.tile).into_iter().filter(covers), random).or(asked.action);
    }
}

/// Changes the state without regard to the action.
fn edit_state(asked: &mut Asked, random: &mut Random) {
    let board = asked.state.board;
    match random.below(9) {
        0 => {
            let at = place(asked, random, |at, _| !asked.is_raft(at));
            let square = path_or_fire(colour(random), random);
            if let Some(at) = at {
                asked.set(at, square);
            }
        }
        1 => {
            let at = place(asked, random, |_, square| square.has_cat());
            if let Some((at, square)) = at.and_then(|at| Some((at, board.get(at)?))) {
                asked.state.board.set(at, square.without_cat());
                asked.state.exhausted.remove_at(at);
            }
        }
        2 => asked.state.bag = FireBag::default(),
        3 => asked.state.bag = any(TileId::all(), random).into_iter().collect(),
        4 => {
            // A card comes into the hand.
            let mut hand = asked.state.hand.cards();
            let mut decks = asked.state.decks.cards();
            if let Some(card) = any(decks.iter(), random) {
                hand.insert(card);
                if let Ok(hand) = Hand::new(hand) {
                    decks.remove(card);
                    (asked.state.hand, asked.state.decks) = (hand, Decks::new(decks));
                }
            }
        }
        5 => {
            if let Some(card) = any(asked.state.hand.cards().iter(), random) {
                asked.state.hand.remove(card);
            }
        }
        6 => {
            let at = place(asked, random, |at, square| square.has_cat() && !asked.is_raft(at));
            if let Some((at, colour)) = at.and_then(|at| Some((at, board.get(at)?.colour()?))) {
                let cat = Cat { colour, at };
                if !asked.state.exhausted.remove(cat) {
                    asked.state.exhausted.insert(cat);
                }
            }
        }
        7 => {
            // A cat is on the raft.
            let at = place(asked, random, |at, square| {
                asked.is_raft(at) && !square.has_cat() && square != Square::Raft
            });
            if let Some((at, square)) = at.and_then(|at| Some((at, board.get(at)?))) {
                asked.state.board.set(at, square.with_cat());
            }
        }
        _ => {
            // Everything burns except the squares near the action.
            let kept = asked.touched();
            burn(asked, |at, square| square.has_cat() || kept.iter().any(|touched| touched.is_near(at)));
        }
    }
}

/// Returns the string of a board with one change.
fn edited_board(text: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let at = random.below(text.len().max(1));
    let line = random.below(lines.len().max(1));
    let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let letters = ["b", "B", "G", "R", "P", "Y", "f", "r", "o", "x", "O", "F", "w", " ", "1", "\r"];
    match random.below(10) {
        0 => text.trim_end().to_owned(),
        1 => text.to_owned() + "\n",
        2 => text.replace('\n', "\r\n"),
        3 => lines.iter().enumerate().filter(|(index, _)| *index != line).map(|(_, line)| *line).collect(),
        4 => lines
            .iter()
            .enumerate()
            .flat_map(|(index, text)| vec![*text; 1 + usize::from(index == line)])
            .collect(),
        5 => lines
            .iter()
            .map(|line| line.get(..9).map_or((*line).to_owned(), |half| half.to_owned() + "\n"))
            .collect(),
        6 => lines.iter().map(|line| format!("{}{line}", line.trim_end())).collect(),
        7 => text.chars().enumerate().filter(|(index, _)| *index != at).map(|(_, letter)| letter).collect(),
        _ => {
            let letter = letters[random.below(letters.len())];
            let rest = text.get(at..).map_or("", |rest| rest.get(1..).unwrap_or_default());
            format!("{}{letter}{rest}", &text[..at])
        }
    }
}

/// Changes an input of a question about Penguins Pool Party.
fn edit_penguins(inputs: &mut [(&'static str, Value)], random: &mut Random) {
    let at = random.below(inputs.len().max(1));
    let Some((key, value)) = inputs.get_mut(at) else { return };
    match *key {
        "ice" => {
            let Ok(mut ice) = serde_json::from_value::<IceBlock>(value.clone()) else { return };
            let mut origin = ice.hexes[0];
            match random.below(4) {
                0 => origin = Hex::new(random.below(7) as i32 - 1, random.below(6) as i32 - 1),
                1 => {
                    origin = Hex::new(
                        origin.x + random.below(3) as i32 - 1,
                        origin.y + random.below(3) as i32 - 1,
                    );
                }
                2 => ice.id = Block::ALL[random.below(4)],
                _ => ice.rotation = random.below(6) as u8,
            }
            *value = json!(IceBlock { hexes: ice.id.hexagons(origin, ice.rotation), ..ice });
        }
        "board" => {
            let mut letters: Vec<char> = value.as_str().unwrap_or_default().chars().collect();
            let at = random.below(letters.len().max(1));
            if let Some(letter) = letters.get_mut(at) {
                *letter = ['E', 'P', 'I'][random.below(3)];
            }
            *value = letters.into_iter().collect::<String>().into();
        }
        "x" => *value = random.below(5).into(),
        "y" => *value = random.below(4).into(),
        _ => {}
    }
}
