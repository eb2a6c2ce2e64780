//! Judges answers to questions of `initialiseChallenge`. Such an answer is a starting board.

use crate::diagnostics::escape::escape;
use crate::grade::case::CaseError;
use crate::grade::difference::{Differences, shown};
use crate::notation::{Notation as _, agreeing, plural};
use crate::raft::difference;
use crate::raft::setup::{self, IslandChoice};
use crate::raft::{Board, Challenge, Island, IslandSide, IslandSize, Position, Square, catalogue};
use crate::render::Look;
use serde::Deserialize;
use serde_json::Value;

/// The features required of a starting board.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Features {
    rows: Option<usize>,
    cols: Option<usize>,
    fire_cards: Vec<[usize; 2]>,
    fire_strips: Vec<Strip>,
    cats: Vec<PlacedSquares>,
    raft: Option<PlacedSquares>,
}

impl Features {
    /// Checks that a board can have these features. With impossible features, the comparison could accept
    /// every board or none.
    ///
    /// # Errors
    /// Returns an error for the first impossible feature.
    pub(super) fn check(&self) -> Result<(), CaseError> {
        let fires = self.fire_cards.iter().flatten().copied();
        let strips = self.fire_strips.iter().flat_map(|strip| strip.rows.into_iter().chain(strip.cols));
        let cards = || self.cats.iter().chain(&self.raft);
        let corners = cards().flat_map(|card| [card.row, card.col]);
        let mut numbers = self.rows.into_iter().chain(self.cols).chain(fires).chain(strips).chain(corners);
        if let Some(far) = numbers.find(|number| *number > MAX_SIDE) {
            return Err(format!("`expect`: a board cannot have {far} rows or columns").into());
        }
        match cards().find(|card| card.letters().len() != 9) {
            Some(PlacedSquares { row, col, .. }) => {
                Err(format!("`expect`: the card at ({row}, {col}) must have nine `squares`").into())
            }
            None => Ok(()),
        }
    }
}

/// A strip of fire, given as half-open ranges of rows and columns.
#[derive(Deserialize)]
struct Strip {
    rows: [usize; 2],
    cols: [usize; 2],
}

/// The nine squares of a card, with the row and column of its top-left square.
#[derive(Deserialize)]
struct PlacedSquares {
    row: usize,
    col: usize,
    squares: Value,
}

impl PlacedSquares {
    /// Returns the letters of the nine squares, which are one string in JSON, or one string per row. Ignores
    /// a card number in these strings.
    fn letters(&self) -> Vec<char> {
        flat(&self.squares).chars().filter(char::is_ascii_alphabetic).collect()
    }

    /// Iterates over the nine squares. Each item contains `what`, the row, the column and the letter.
    fn placed<'a>(&self, what: &'a str) -> impl Iterator<Item = (&'a str, usize, usize, char)> {
        let (row, col) = (self.row, self.col);
        let letters = self.letters().into_iter().enumerate();
        letters.map(move |(index, letter)| (what, row + index / 3, col + index % 3, letter))
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

/// Reads an answer as a board. On failure, the returned differences list what is wrong with the answer.
fn read_board(answer: &Value) -> Result<Board, Differences> {
    let text = answer
        .as_str()
        .ok_or_else(|| Differences::from_message(format!("expected a board, found {}", shown(answer))))?;
    Board::read(text).strict().map_err(|errors| {
        let messages = errors.iter().take(5).map(|error| format!("not a board: {}", escape(&error.message)));
        Differences { messages: messages.collect(), ..Differences::default() }
    })
}

/// Checks that a board has the expected size, fire, cats and raft. Skips covered squares: fire under a cat
/// card or the raft card, and squares of a cat card under the raft card.
pub(super) fn board_with(features: &Features, answer: &Value) -> Differences {
    let board = match read_board(answer) {
        Ok(board) => board,
        Err(wrong) => return wrong,
    };
    let mut differences = Differences::default();
    for (what, wanted, actual) in
        [("rows", features.rows, board.height()), ("columns", features.cols, board.width())]
    {
        if let Some(wanted) = wanted.filter(|wanted| *wanted != usize::from(actual)) {
            differences.push(format!("expected {wanted} {what}, found {actual}"));
        }
    }
    let cards = features.fire_cards.iter().map(|&[row, col]| ("fire card", [row, row + 3], [col, col + 3]));
    let strips = features.fire_strips.iter().map(|strip| ("strip of fire", strip.rows, strip.cols));
    let fire = cards.chain(strips).flat_map(|(what, rows, columns)| {
        let in_row = move |row| (columns[0]..columns[1]).map(move |column| (what, row, column, 'f'));
        (rows[0]..rows[1]).flat_map(in_row)
    });
    let is_free = |cards: &[PlacedSquares], row, column| !cards.iter().any(|card| card.covers(row, column));
    let wanted = fire
        .filter(|&(_, row, column, _)| is_free(&features.cats, row, column))
        .chain(features.cats.iter().flat_map(|cat| cat.placed("cat card")))
        .filter(|&(_, row, column, _)| is_free(features.raft.as_slice(), row, column))
        .chain(features.raft.iter().flat_map(|raft| raft.placed("raft card")));
    let mut omitted = 0;
    for (what, row, column, letter) in wanted {
        let at = u8::try_from(row).ok().zip(u8::try_from(column).ok());
        let at = at.and_then(|(row, column)| Position::new(row, column).ok());
        let actual = at.and_then(|at| board.get(at)).map(Square::letter);
        if actual == Some(letter) {
            continue;
        }
        if differences.messages.len() >= MAX_MESSAGES {
            omitted += 1;
            continue;
        }
        let actual = actual.map_or_else(|| "nothing".to_owned(), |letter| format!("`{letter}`"));
        differences.push(format!("{what}: expected `{letter}` at ({row}, {column}), found {actual}"));
    }
    if omitted > 0 {
        differences.push(format!("{omitted} more wrong {}", agreeing(omitted, "square")));
    }
    differences
}

/// Maximum number of rows or columns in an expected board. All real boards are smaller.
const MAX_SIDE: usize = 100;
/// Maximum number of messages about the features of one board.
const MAX_MESSAGES: usize = 20;

/// Checks that a board results from some choice of islands that uses each physical island at most once.
pub(super) fn starting_board(challenge: &Challenge, answer: &Value, look: &Look) -> Differences {
    let board = match read_board(answer) {
        Ok(board) => board,
        Err(wrong) => return wrong,
    };
    let (height, width) = (challenge.height(), challenge.width());
    if (board.height(), board.width()) != (height, width) {
        let found = format!("{} rows of {}", board.height(), board.width());
        return Differences::from_message(format!(
            "expected {height} rows of {width} squares, found {found}"
        ));
    }
    let islands = nearest_islands(challenge, &board);
    let mut differences = Differences::default();
    for (size, number, times) in repeated(challenge, &islands) {
        let size = if size == IslandSize::Large { "large" } else { "small" };
        let times = if times == 2 { "twice".to_owned() } else { format!("{times} times") };
        differences.push(format!("{size} island {number} is used {times}, but it exists once"));
    }
    let nearest = setup::place_everything(challenge, &islands);
    let wrong = difference::boards(&nearest, &board);
    if let Some(first) = wrong.first() {
        differences.push(format!(
            "no choice of islands gives this board; the most similar starting board differs in {}; the first difference is at {:?}",
            plural(wrong.len(), "square"),
            first.at.coordinates()
        ));
        differences.compare_part(0, &nearest.to_string(), &board.to_string(), look);
    }
    differences
}

/// For each physical island that is used more than once, lists its size, its number and how often it is used.
fn repeated(challenge: &Challenge, islands: &[IslandChoice]) -> Vec<(IslandSize, u8, usize)> {
    let used = challenge.islands().iter().zip(islands);
    let used: Vec<_> = used.map(|(island, choice)| (island.size(), choice.number)).collect();
    let first = used.iter().enumerate().filter(|(index, island)| !used[..*index].contains(island));
    let counted =
        first.map(|(_, island)| (island.0, island.1, used.iter().filter(|other| *other == island).count()));
    counted.filter(|(.., times)| *times > 1).collect()
}

/// Returns the choice of islands whose starting board differs least from `board`. In a tie, the choice with
/// the fewest repeated physical islands wins.
fn nearest_islands(challenge: &Challenge, board: &Board) -> Vec<IslandChoice> {
    let mut choices = vec![(0, Vec::new())];
    for (island, corner) in challenge.island_corners() {
        let options = options(challenge, island, corner, board);
        let extended = choices.iter().flat_map(|(cost, chosen)| {
            options.iter().map(move |(more, choice)| (cost + more, [&chosen[..], &[*choice]].concat()))
        });
        choices = extended.collect();
    }
    let nearest = choices.into_iter().min_by_key(|(cost, chosen)| (*cost, repeated(challenge, chosen).len()));
    nearest.map(|(_, chosen)| chosen).unwrap_or_default()
}

/// Finds the best rotation of each physical island of the right size. Each choice comes with the number of
/// differing squares in the area of the island.
fn options(
    challenge: &Challenge,
    island: Island,
    corner: Position,
    board: &Board,
) -> Vec<(usize, IslandChoice)> {
    let rows = corner.row()..corner.row() + island.size().height();
    let columns = corner.column()..corner.column() + 9;
    let cost = |choice: IslandChoice| {
        // Giving all islands the same choice is harmless, because only the squares of this island are
        // compared.
        let start = setup::place_everything(challenge, &vec![choice; challenge.islands().len()]);
        let wrong = difference::boards(&start, board).into_iter().map(|square| square.at);
        wrong.filter(|at| rows.contains(&at.row()) && columns.contains(&at.column())).count()
    };
    let numbers = catalogue::island_boards().iter().filter(|known| known.size == island.size());
    let best = |number| {
        let rotations = setup::rotations(island).iter();
        let choices =
            rotations.map(|&rotation| IslandChoice { number, side: IslandSide::of(island), rotation });
        choices.map(|choice| (cost(choice), choice)).min_by_key(|(cost, _)| *cost)
    };
    numbers.filter_map(|known| best(known.number)).collect()
}
