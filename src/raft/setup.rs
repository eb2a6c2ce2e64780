//! Sets up a challenge: chooses and rotates island boards, then places the fire cards, the cat cards and the raft card
//! on the islands.

use super::catalogue::{self, IslandBoard, IslandSide};
use super::{
    Board, CardSet, Challenge, Decks, Exhausted, FireBag, Hand, Island, IslandSize, Orientation, Position,
    Square, Squares3x3, State,
};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Code, Diagnostic, Diagnostics, Span, codes};
use crate::notation::plural;
use crate::random::Random;
use std::fmt;

/// The island board chosen for one island of a challenge, with the board's side and rotation.
///
/// ```
/// use clowder::raft::{IslandSide, Orientation, setup::IslandChoice};
///
/// let choice = IslandChoice { number: 3, side: IslandSide::Fire, rotation: Orientation::East };
/// assert_eq!(choice.to_string(), "3f90");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IslandChoice {
    /// Number of the board among all boards of its size, counted from 1.
    pub number: u8,
    /// The side that faces up.
    pub side: IslandSide,
    /// Rotation of the side that faces up, relative to its orientation in the catalogue.
    pub rotation: Orientation,
}

impl fmt::Display for IslandChoice {
    /// Writes the number, the letter of the side and the rotation in degrees, such as `3f90`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = if self.side == IslandSide::Fire { 'f' } else { 'p' };
        write!(f, "{}{side}{}", self.number, degrees(self.rotation))
    }
}

fn degrees(rotation: Orientation) -> u16 {
    u16::from(rotation.quarter_turns()) * 90
}

/// Writes choices in the form used on the command line: `1f0,2f0,3p180,4p0`.
pub fn choices_string(choices: &[IslandChoice]) -> String {
    choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// Lists the allowed rotations of an island's board.
pub(crate) fn rotations(island: Island) -> &'static [Orientation] {
    const ALL: &[Orientation] = &Orientation::ALL;
    match (island.rotation(), island.size()) {
        (Some(rotation), _) => &ALL[rotation as usize..][..1],
        (None, IslandSize::Large) => ALL,
        (None, IslandSize::Small) => &[Orientation::North, Orientation::South],
    }
}

/// Chooses a different random board for each island of a challenge. Each board gets a side and a rotation
/// that the challenge allows.
///
/// ```
/// use clowder::{random::Random, raft::setup::choose_islands};
///
/// let challenge = "LNSNLASAF000300060012001503030903C112033060340009R01215".parse()?;
/// let islands = choose_islands(&challenge, &mut Random::new(1));
/// assert_eq!(islands.len(), 4);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[expect(clippy::missing_panics_doc, reason = "there are enough components for every challenge")]
pub fn choose_islands(challenge: &Challenge, random: &mut Random) -> Vec<IslandChoice> {
    let mut large: Vec<u8> = (1..=boards_of(IslandSize::Large)).collect();
    let mut small: Vec<u8> = (1..=boards_of(IslandSize::Small)).collect();
    random.shuffle(&mut large);
    random.shuffle(&mut small);
    let choose = |&island: &Island| {
        let numbers = if island.size() == IslandSize::Large { &mut large } else { &mut small };
        let drawn = island.rotation().or_else(|| random.choose(rotations(island)).copied());
        let number = numbers
            .pop()
            .expect("a challenge has at most four islands, and there are four boards of each size");
        let rotation = drawn.unwrap_or(Orientation::North);
        IslandChoice { number, side: IslandSide::of(island), rotation }
    };
    challenge.islands().iter().map(choose).collect()
}

fn boards_of(size: IslandSize) -> u8 {
    catalogue::island_boards().iter().filter(|board| board.size == size).count() as u8
}

fn board_of(size: IslandSize, number: u8) -> Option<&'static IslandBoard> {
    catalogue::island_boards().iter().find(|board| board.size == size && board.number == number)
}

/// Reads island choices from a string such as `1f0,2f0,3p180,4p0`, and checks that the challenge allows these
/// choices.
///
/// # Errors
/// Returns all reasons why the choices are rejected. A choice is rejected if it is unreadable or uses an
/// unknown or repeated board. A choice is also rejected if the challenge does not allow its side or rotation.
/// All choices are rejected if their number differs from the number of islands.
///
/// # Examples
/// ```
/// use clowder::raft::setup::{choices_string, read_islands};
///
/// let challenge = "LNSNLASAF000300060012001503030903C112033060340009R01215".parse()?;
/// assert_eq!(choices_string(&read_islands("1f0,2f0,3p180,4p0", &challenge)?), "1f0,2f0,3p180,4p0");
/// assert!(read_islands("1f0,2f0,1p180,4p0", &challenge).is_err());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn read_islands(text: &str, challenge: &Challenge) -> Result<Vec<IslandChoice>, Diagnostics> {
    let mut errors = Diagnostics::new();
    let mut choices: Vec<(IslandChoice, Island, Span)> = Vec::new();
    let mut start = 0;
    for (index, item) in text.split(',').enumerate() {
        let span = Span::new(start, start + item.len());
        start = span.end + 1;
        let Some(&island) = challenge.islands().get(index) else { continue };
        if let Some(choice) = read_choice(item) {
            errors.extend(choice_errors(choice, island, span, &choices));
            choices.push((choice, island, span));
        } else {
            let shown = escape(item);
            let message = format!(
                "`{shown}` is not an island; it must be a number, then `f` or `p`, then 0, 90, 180 or 270"
            );
            let error = Diagnostic::new(&codes::rules::SETUP_ISLAND_UNREADABLE, span, message);
            errors.push(error.expected(["3f90"]).found(item));
        }
    }
    let (given, needed) = (text.split(',').count(), challenge.islands().len());
    if given != needed {
        let message = format!("{} chosen, but the challenge has {needed}", plural(given, "island"));
        errors.push(Diagnostic::new(&codes::rules::SETUP_ISLAND_COUNT, Span::new(0, text.len()), message));
    }
    errors.sort();
    if errors.is_empty() { Ok(choices.into_iter().map(|(choice, ..)| choice).collect()) } else { Err(errors) }
}

/// Parses a choice: `number ("f" | "p") degrees`.
fn read_choice(text: &str) -> Option<IslandChoice> {
    let (number, degrees) = text.split_once(['f', 'p'])?;
    let side = if text[number.len()..].starts_with('f') { IslandSide::Fire } else { IslandSide::Plain };
    let rotation = Orientation::ALL[["0", "90", "180", "270"].iter().position(|known| *known == degrees)?];
    let is_plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|_| is_plain)?;
    Some(IslandChoice { number, side, rotation })
}

/// Checks the choice for one island. `before` contains the choices for the previous islands.
fn choice_errors(
    choice: IslandChoice,
    island: Island,
    span: Span,
    before: &[(IslandChoice, Island, Span)],
) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    let mut error = |code: &'static Code, message: String| errors.push(Diagnostic::new(code, span, message));
    let size = if island.size() == IslandSize::Large { "large" } else { "small" };
    let number = choice.number;
    if board_of(island.size(), number).is_none() {
        let most = boards_of(island.size());
        error(
            &codes::rules::SETUP_NO_ISLAND,
            format!("there is no {size} island {number}; the islands are numbered 1 to {most}"),
        );
    }
    if choice.side != IslandSide::of(island) {
        let side = match choice.side {
            IslandSide::Fire => "must show its side without fire (`p`)",
            IslandSide::Plain => "must show its side with fire (`f`)",
        };
        error(&codes::rules::SETUP_ISLAND_SIDE, format!("the island `{island}` {side}"));
    }
    if !rotations(island).contains(&choice.rotation) {
        let degrees = degrees(choice.rotation);
        error(
            &codes::rules::SETUP_ISLAND_TURN,
            format!("the island `{island}` cannot be rotated by {degrees} degrees"),
        );
    }
    if let Some((.., first)) =
        before.iter().find(|(other, of, _)| other.number == number && of.size() == island.size())
    {
        let message = format!("{size} island {number} is chosen twice");
        errors.push(
            Diagnostic::new(&codes::rules::SETUP_ISLAND_TWICE, span, message).related(*first, "first here"),
        );
    }
    errors
}

/// Builds a challenge's board on the chosen islands. Fire cards are placed first, then cat cards, then the raft card.
/// Each card overwrites the squares that it covers.
///
/// # Errors
/// Returns the same errors as [`read_islands`] if the challenge does not allow the choices. The spans point into the
/// [string](choices_string) of the choices.
///
/// # Examples
/// ```
/// use clowder::{random::Random, raft::setup::{choose_islands, initial_board}};
///
/// let challenge = "LNSNLASAF000300060012001503030903C112033060340009R01215".parse()?;
/// let islands = choose_islands(&challenge, &mut Random::new(1));
/// assert_eq!(initial_board(&challenge, &islands)?.raft_centre()?.coordinates(), (13, 16));
/// assert!(initial_board(&challenge, &islands[1..]).is_err());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn initial_board(challenge: &Challenge, islands: &[IslandChoice]) -> Result<Board, Diagnostics> {
    read_islands(&choices_string(islands), challenge)?;
    Ok(place_everything(challenge, islands))
}

/// Builds a challenge's board without checking the choices. If an island board does not exist, its squares are voids.
pub(crate) fn place_everything(challenge: &Challenge, islands: &[IslandChoice]) -> Board {
    let mut board = Board::filled(challenge.width(), challenge.height(), Square::Void)
        .expect("the islands of a challenge together have one of the sizes of a board");
    for ((island, corner), choice) in challenge.island_corners().zip(islands.iter().copied()) {
        place_island(&mut board, island.size(), corner, choice);
    }
    for &at in challenge.fire_cards() {
        board.place_card(at, Squares3x3([Square::Fire; 9]));
    }
    for cat in challenge.cat_cards() {
        board.place_card(cat.at, catalogue::cat_card(cat.card).squares());
    }
    let raft = challenge.raft_card();
    board.place_card(raft.at, catalogue::raft_card(raft.card).squares());
    board
}

/// Places a rotated island board with its top left square at `corner`. A small island must not be rotated by a quarter
/// turn.
fn place_island(board: &mut Board, size: IslandSize, corner: Position, choice: IslandChoice) {
    let Some(island) = board_of(size, choice.number) else { return };
    let (height, width) = (size.height(), 9);
    for (index, &square) in (0u8..).zip(island.side(choice.side)) {
        let (row, column) = (index / width, index % width);
        let (row, column) = match choice.rotation {
            Orientation::North => (row, column),
            Orientation::East => (column, height - 1 - row),
            Orientation::South => (height - 1 - row, width - 1 - column),
            Orientation::West => (width - 1 - column, row),
        };
        corner.offset(row, column).and_then(|at| board.set(at, square));
    }
}

/// Starting state of a challenge on the chosen islands. All cards are in the decks, the hand is empty, and all tiles
/// are in the bag.
///
/// # Errors
/// Returns the same errors as [`initial_board`] if the challenge does not allow the choices.
///
/// # Examples
/// ```
/// use clowder::raft::{Challenge, PlayableState, setup};
/// use clowder::random::Random;
///
/// let challenge: Challenge = "LNSNLASAF000300060012001503030903C112033060340009R01215".parse()?;
/// let islands = setup::choose_islands(&challenge, &mut Random::new(1));
/// let game = PlayableState::new(setup::initial_state(&challenge, &islands)?)?;
/// assert!(game.outcome().continues());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn initial_state(challenge: &Challenge, islands: &[IslandChoice]) -> Result<State, Diagnostics> {
    Ok(State {
        board: initial_board(challenge, islands)?,
        decks: Decks::new(CardSet::FULL),
        hand: Hand::default(),
        exhausted: Exhausted::default(),
        bag: FireBag::FULL,
    })
}
