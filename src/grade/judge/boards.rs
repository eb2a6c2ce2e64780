//! `initialiseChallenge`: what a starting board must show.

use crate::diagnostics::escape::escape;
use crate::grade::difference::{Differences, shown};
use crate::grade::own::Refusal;
use crate::notation::Notation as _;
use crate::raft::difference;
use crate::raft::setup::{self, IslandChoice};
use crate::raft::{Board, Challenge, IslandSide, Position, Square, catalogue};
use crate::render::Look;
use serde::Deserialize;
use serde_json::Value;

/// What a starting board must show.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Features {
    rows: Option<usize>,
    cols: Option<usize>,
    fire_cards: Vec<[usize; 2]>,
    fire_strips: Vec<Strip>,
    cats: Vec<Laid>,
    raft: Option<Laid>,
}

impl Features {
    /// Checks that something can be expected at all: a feature that no board can have would be found on every board,
    /// or on none.
    ///
    /// # Errors
    /// What cannot be expected.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let sizes = [self.rows, self.cols].into_iter().flatten();
        let fires = self.fire_cards.iter().flatten().copied();
        let strips = self.fire_strips.iter().flat_map(|strip| strip.rows.into_iter().chain(strip.cols));
        let cards = || self.cats.iter().chain(&self.raft);
        let corners = cards().flat_map(|card| [card.row, card.col]);
        if let Some(far) = sizes.chain(fires).chain(strips).chain(corners).find(|number| *number > BOUND) {
            return Err(format!("`expect`: no board has {far} rows or columns"));
        }
        match cards().find(|card| card.letters().len() != 9) {
            Some(card) => {
                Err(format!("`expect`: the card at ({}, {}) has not nine `squares`", card.row, card.col))
            }
            None => Ok(()),
        }
    }
}

/// Rows and columns, half open.
#[derive(Deserialize)]
struct Strip {
    rows: [usize; 2],
    cols: [usize; 2],
}

/// Nine squares and where they lie.
#[derive(Deserialize)]
struct Laid {
    row: usize,
    col: usize,
    squares: Value,
}

impl Laid {
    /// The nine letters, however they are written: one string or one a row, the card's number first or not.
    fn letters(&self) -> Vec<char> {
        let text = match &self.squares {
            Value::String(text) => text.clone(),
            Value::Array(rows) => rows.iter().map(flat).collect(),
            _ => String::new(),
        };
        text.chars().filter(char::is_ascii_alphabetic).collect()
    }

    fn covers(&self, row: usize, column: usize) -> bool {
        (self.row..self.row + 3).contains(&row) && (self.col..self.col + 3).contains(&column)
    }
}

fn flat(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(flat).collect(),
        _ => String::new(),
    }
}

/// The board an answer is, or what is wrong with it.
fn board(answer: &Value) -> Result<Board, Differences> {
    let text = answer
        .as_str()
        .ok_or_else(|| Differences::of(format!("expected a board, found {}", shown(answer))))?;
    let (board, faults) = Board::read(text).into_parts();
    board.filter(|_| faults.is_empty()).ok_or_else(|| {
        let mut found = Differences::default();
        for fault in faults.iter().take(5) {
            found.say(format!("not a board: {}", escape(&fault.message)));
        }
        found
    })
}

/// Whether a board has the size, the fire, the cats and the raft that are expected. What lies under a card that is
/// laid later is not looked at.
pub(super) fn board_with(features: &Features, answer: &Value) -> Differences {
    let board = match board(answer) {
        Ok(board) => board,
        Err(wrong) => return wrong,
    };
    let mut found = Differences::default();
    for (what, wanted, actual) in
        [("rows", features.rows, board.height()), ("columns", features.cols, board.width())]
    {
        if wanted.is_some_and(|wanted| wanted != usize::from(actual)) {
            found.say(format!("{} {what} expected, {actual} found", wanted.unwrap_or_default()));
        }
    }
    let raft = features.raft.iter();
    let over_cats = |row, column| raft.clone().any(|raft| raft.covers(row, column));
    let over_fire =
        |row, column| over_cats(row, column) || features.cats.iter().any(|cat| cat.covers(row, column));
    let square = |row: usize, column: usize| {
        let at = Position::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?).ok()?;
        board.get(at).map(Square::letter)
    };
    let mut check = |what: &str, row: usize, column: usize, wanted: char| {
        let actual = square(row, column);
        if actual != Some(wanted) && found.lines.len() < 20 {
            let actual = actual.map_or_else(|| "nothing".to_owned(), |letter| format!("`{letter}`"));
            found.say(format!("{what}: ({row}, {column}) expected `{wanted}`, found {actual}"));
        }
    };
    let cards = features.fire_cards.iter().map(|&[row, col]| ("fire card", [row, row + 3], [col, col + 3]));
    let strips = features.fire_strips.iter().map(|strip| ("strip of fire", strip.rows, strip.cols));
    for (what, rows, columns) in cards.chain(strips) {
        let squares =
            (rows[0]..rows[1]).flat_map(|row| (columns[0]..columns[1]).map(move |column| (row, column)));
        squares
            .filter(|&(row, column)| !over_fire(row, column))
            .for_each(|(row, column)| check(what, row, column, 'f'));
    }
    for cat in &features.cats {
        for (index, letter) in cat.letters().into_iter().enumerate() {
            let (row, column) = (cat.row + index / 3, cat.col + index % 3);
            if !over_cats(row, column) {
                check("cat card", row, column, letter);
            }
        }
    }
    for raft in raft {
        for (index, letter) in raft.letters().into_iter().enumerate() {
            check("raft card", raft.row + index / 3, raft.col + index % 3, letter);
        }
    }
    found
}

/// No board is as high or as wide.
const BOUND: usize = 100;

/// Whether a board can come of a challenge: some choice of islands, no board twice, gives it square by square.
pub(super) fn starting_board(challenge: &Challenge, answer: &Value, look: &Look) -> Differences {
    let board = match board(answer) {
        Ok(board) => board,
        Err(wrong) => return wrong,
    };
    if (board.height(), board.width()) != (challenge.height(), challenge.width()) {
        return Differences::of(format!(
            "{} rows of {} squares expected, {} of {} found",
            challenge.height(),
            challenge.width(),
            board.height(),
            board.width()
        ));
    }
    let nearest = nearest_start(challenge, &board);
    let wrong = difference::boards(&nearest, &board);
    let mut found = Differences::default();
    if let Some(first) = wrong.first() {
        let (row, column) = first.at.coordinates();
        found.say(format!(
            "no choice of islands gives this board; the nearest differs in {} squares, first ({row}, {column})",
            wrong.len()
        ));
        found.part(0, &nearest.to_string(), &board.to_string(), look);
    }
    found
}

/// The starting board of a challenge that differs least from a board.
fn nearest_start(challenge: &Challenge, board: &Board) -> Board {
    let options: Vec<Vec<(usize, IslandChoice)>> =
        (0..challenge.islands().len()).map(|index| options(challenge, index, board)).collect();
    let mut best = (usize::MAX, Vec::new());
    choose(challenge, &options, &mut Vec::new(), 0, &mut best);
    setup::place_everything(challenge, &best.1)
}

/// Every way an island may lie, with the number of squares of its part of the board that differ then.
fn options(challenge: &Challenge, index: usize, board: &Board) -> Vec<(usize, IslandChoice)> {
    let Some((island, corner)) = challenge.island_corners().nth(index) else { return Vec::new() };
    let part = |at: Position| {
        (corner.row()..corner.row() + island.size().height()).contains(&at.row())
            && (corner.column()..corner.column() + 9).contains(&at.column())
    };
    let numbers = catalogue::island_boards().iter().filter(|known| known.size == island.size());
    let rotations = setup::rotations(island).iter();
    let ways = numbers.flat_map(|known| rotations.clone().map(|&rotation| (known.number, rotation)));
    let choice = |(number, rotation)| IslandChoice { number, side: IslandSide::of(island), rotation };
    let cost = |choice: IslandChoice| {
        // How the other islands lie changes nothing here.
        let start = setup::place_everything(challenge, &vec![choice; challenge.islands().len()]);
        let wrong = difference::boards(&start, board).into_iter().filter(|square| part(square.at));
        (wrong.count(), choice)
    };
    ways.map(choice).map(cost).collect()
}

/// Tries every way to choose the islands, no physical board twice, and keeps the one that costs least.
fn choose(
    challenge: &Challenge,
    options: &[Vec<(usize, IslandChoice)>],
    chosen: &mut Vec<IslandChoice>,
    cost: usize,
    best: &mut (usize, Vec<IslandChoice>),
) {
    let index = chosen.len();
    if cost >= best.0 {
        return;
    }
    let Some(ways) = options.get(index) else {
        *best = (cost, chosen.clone());
        return;
    };
    for &(more, choice) in ways {
        let size = challenge.islands()[index].size();
        let mut before = chosen.iter().zip(challenge.islands());
        if !before.any(|(other, island)| island.size() == size && other.number == choice.number) {
            chosen.push(choice);
            choose(challenge, options, chosen, cost + more, best);
            chosen.pop();
        }
    }
}
