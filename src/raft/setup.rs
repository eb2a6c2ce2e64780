//! From a challenge to a starting state: islands chosen and turned, then fire, cats and raft laid on them.

use super::catalogue::{self, IslandBoard};
use super::notation::{CardSet, Decks, Hand, Island, IslandSize};
use super::{Board, Challenge, Exhausted, FireBag, Orientation, Position, Square, State};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, rules as codes};
use crate::random::Random;
use std::fmt;

/// Which physical board is used for an island of a challenge, and how it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IslandChoice {
    /// The board's number among those of its size, from 1.
    pub number: u8,
    /// Whether its side with fire is up.
    pub fire: bool,
    /// How it is turned from the way the data print it.
    pub turn: Orientation,
}

impl fmt::Display for IslandChoice {
    /// Number, side and degrees, as in `3f90`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.fire { 'f' } else { 'p' };
        write!(f, "{}{side}{}", self.number, u16::from(self.turn.quarter_turns()) * 90)
    }
}

/// A list of choices as it is written on the command line: `1f0,2f0,3p180,4p0`.
pub fn choices_string(choices: &[IslandChoice]) -> String {
    choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Random choices for a challenge: each physical board at most once, sides and turns as its letters say.
#[expect(clippy::missing_panics_doc, reason = "the components never run out")]
pub fn choose_islands(challenge: &Challenge, random: &mut Random) -> Vec<IslandChoice> {
    let mut large: Vec<u8> = (1..=boards_of(IslandSize::Large)).collect();
    let mut small: Vec<u8> = (1..=boards_of(IslandSize::Small)).collect();
    random.shuffle(&mut large);
    random.shuffle(&mut small);
    let choose = |island: &Island| {
        let (numbers, turns) = match island.size {
            IslandSize::Large => (&mut large, &Orientation::ALL[..]),
            IslandSize::Small => (&mut small, &[Orientation::North, Orientation::South][..]),
        };
        let turn = island.turn.or_else(|| random.choose(turns).copied()).unwrap_or(Orientation::North);
        let number =
            numbers.pop().expect("a challenge has at most four islands and there are four of each size");
        IslandChoice { number, fire: island.turn.is_some(), turn }
    };
    challenge.islands.iter().map(choose).collect()
}

fn boards_of(size: IslandSize) -> u8 {
    catalogue::island_boards().iter().filter(|board| board.size == size).count() as u8
}

fn board_of(size: IslandSize, number: u8) -> Option<&'static IslandBoard> {
    catalogue::island_boards().iter().find(|board| board.size == size && board.number == number)
}

/// The choices written in a string such as `1f0,2f0,3p180,4p0`, checked against a challenge.
///
/// # Errors
/// Every choice that cannot be read, is not among the boards, is used twice, or does not lie as its letter says.
pub fn read_islands(text: &str, challenge: &Challenge) -> Result<Vec<IslandChoice>, Diagnostics> {
    let mut faults = Diagnostics::new();
    let mut choices: Vec<(IslandChoice, Island, Span)> = Vec::new();
    let mut start = 0;
    for (index, item) in text.split(',').enumerate() {
        let span = Span::new(start, start + item.len());
        start = span.end + 1;
        let Some(&island) = challenge.islands.get(index) else { continue };
        if let Some(choice) = read_choice(item) {
            faults.extend(choice_faults(choice, island, span, &choices));
            choices.push((choice, island, span));
        } else {
            let shown = escape(item);
            let message = format!("`{shown}` is not an island: a number, `f` or `p`, and 0, 90, 180 or 270");
            let fault = Diagnostic::new(&codes::SETUP_ISLAND_UNREADABLE, span, message);
            faults.push(fault.expected(["3f90"]).found(item));
        }
    }
    let (given, needed) = (text.split(',').count(), challenge.islands.len());
    if given != needed {
        let message = format!("{given} islands chosen; the challenge has {needed}");
        faults.push(Diagnostic::new(&codes::SETUP_ISLAND_COUNT, Span::new(0, text.len()), message));
    }
    faults.sort();
    if faults.is_empty() { Ok(choices.into_iter().map(|(choice, ..)| choice).collect()) } else { Err(faults) }
}

/// `number ("f" | "p") degrees`
fn read_choice(text: &str) -> Option<IslandChoice> {
    let side = text.find(['f', 'p'])?;
    let number = &text[..side];
    let degrees = ["0", "90", "180", "270"].iter().position(|degrees| *degrees == &text[side + 1..])?;
    let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|_| plain)?;
    Some(IslandChoice { number, fire: text[side..].starts_with('f'), turn: Orientation::ALL[degrees] })
}

/// What is wrong with a choice for an island of the challenge.
fn choice_faults(
    choice: IslandChoice,
    island: Island,
    span: Span,
    before: &[(IslandChoice, Island, Span)],
) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    let mut fault = |code: &'static Code, message: String| faults.push(Diagnostic::new(code, span, message));
    let size = if island.size == IslandSize::Large { "large" } else { "small" };
    let number = choice.number;
    if board_of(island.size, number).is_none() {
        let most = boards_of(island.size);
        fault(&codes::SETUP_NO_ISLAND, format!("there is no {size} island {number}: they are 1 to {most}"));
    }
    if choice.fire != island.turn.is_some() {
        let side = if choice.fire { "has no fire: `p`" } else { "has its side with fire up: `f`" };
        fault(&codes::SETUP_ISLAND_SIDE, format!("the island `{island}` {side}"));
    }
    let lies = match island.turn {
        Some(turn) => choice.turn == turn,
        None => island.size == IslandSize::Large || choice.turn.quarter_turns().is_multiple_of(2),
    };
    if !lies {
        let degrees = u16::from(choice.turn.quarter_turns()) * 90;
        fault(&codes::SETUP_ISLAND_TURN, format!("the island `{island}` is not turned by {degrees}"));
    }
    if let Some((.., first)) =
        before.iter().find(|(other, of, _)| other.number == number && of.size == island.size)
    {
        let message = format!("the {size} island {number} is used twice");
        faults.push(Diagnostic::new(&codes::SETUP_ISLAND_TWICE, span, message).related(*first, "first here"));
    }
    faults
}

/// The board of a challenge on these islands: islands, then fire cards, cat cards and the raft card, each
/// overwriting what lies under it.
#[expect(clippy::missing_panics_doc, reason = "a challenge that was read has a board's size")]
pub fn initial_board(challenge: &Challenge, islands: &[IslandChoice]) -> Board {
    let mut board = Board::filled(challenge.width(), challenge.height(), Square::Void)
        .expect("the islands of a challenge make up one of the sizes of a board");
    for ((island, corner), choice) in challenge.island_corners().zip(islands.iter().copied()) {
        lay_island(&mut board, island.size, corner, choice);
    }
    for &at in &challenge.fire {
        lay_card(&mut board, at, &[Square::Fire; 9]);
    }
    for cat in &challenge.cats {
        lay_card(&mut board, cat.at, &catalogue::cat_cards()[usize::from(cat.card)].squares.0);
    }
    let raft = challenge.raft;
    lay_card(&mut board, raft.at, &catalogue::raft_cards()[usize::from(raft.card)].squares.0);
    board
}

/// Lays an island turned: a small one, higher than it is wide once turned by a quarter, is never turned so.
fn lay_island(board: &mut Board, size: IslandSize, corner: Position, choice: IslandChoice) {
    let Some(island) = board_of(size, choice.number) else { return };
    let side = if choice.fire { &island.fire } else { &island.plain };
    let (height, width) = (usize::from(size.height()), 9);
    for (index, &square) in side.iter().enumerate() {
        let (row, column) = (index / width, index % width);
        let (row, column) = match choice.turn {
            Orientation::North => (row, column),
            Orientation::East => (column, height - 1 - row),
            Orientation::South => (height - 1 - row, width - 1 - column),
            Orientation::West => (width - 1 - column, row),
        };
        board.set(Position::new(corner.row + row as u8, corner.column + column as u8), square);
    }
}

fn lay_card(board: &mut Board, at: Position, squares: &[Square; 9]) {
    for (index, &square) in (0u8..).zip(squares) {
        board.set(Position::new(at.row + index / 3, at.column + index % 3), square);
    }
}

/// The starting state of a challenge on these islands: all cards in the decks, none in hand, every tile in the
/// bag.
///
/// ```
/// use clowder::raft::{Challenge, PlayableState, setup};
/// use clowder::random::Random;
///
/// let challenge: Challenge = "LNSNLASAF000300060012001503030903C112033060340009R01215".parse()?;
/// let islands = setup::choose_islands(&challenge, &mut Random::new(1));
/// let game = PlayableState::new(setup::initial_state(&challenge, &islands))?;
/// assert!(game.outcome().continues());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn initial_state(challenge: &Challenge, islands: &[IslandChoice]) -> State {
    State {
        board: initial_board(challenge, islands),
        decks: Decks(CardSet::FULL),
        hand: Hand(CardSet::EMPTY),
        exhausted: Exhausted::default(),
        bag: FireBag::FULL,
    }
}
