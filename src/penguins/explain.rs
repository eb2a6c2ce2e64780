//! Explains strings segment by segment. Spans point into the given string, whether or not it is canonical.

use super::notation::{BlockGroups, penguins};
use super::{
    Board, Challenge, Hex, Placement, Solution, State, listed, official_challenge, official_challenges_with,
};
use crate::diagnostics::Span;
use crate::notation::{Segment, agreeing};

/// Explains a challenge: its penguins and, if it is official, its number and level.
///
/// # Examples
/// ```
/// use clowder::penguins::explain;
///
/// let segments = explain::challenge("20113123".parse()?, "20113123");
/// assert_eq!(segments[0].meaning, "official challenge 1, level starter");
/// assert_eq!(segments[1].meaning, "a penguin in column 2, row 0");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn challenge(challenge: Challenge, text: &str) -> Vec<Segment> {
    let whole = Span::new(0, text.len());
    let mut parts: Vec<_> = official_challenge(challenge)
        .map(|official| format!("official challenge {}, level {}", official.number, official.level))
        .map(|meaning| Segment::new(whole, "challenge", meaning))
        .into_iter()
        .collect();
    let penguin = |(hex, span): (Hex, Span)| {
        Segment::new(span, "penguin", format!("a penguin in column {}, row {}", hex.x, hex.y))
    };
    parts.extend(penguins(text).0.into_iter().map(penguin));
    parts
}

/// Explains a partial solution, placement by placement.
pub fn partial_solution(text: &str) -> Vec<Segment> {
    let placements = BlockGroups::new(text);
    placements.placements().filter_map(|(span, one)| parts_of(span, one, text)).flatten().collect()
}

/// Explains a solution: first the official challenges that it solves, then each placement.
///
/// # Examples
/// ```
/// use clowder::penguins::explain;
///
/// let segments = explain::solution("A321B104C031D222".parse()?, "A321B104C031D222");
/// assert_eq!(segments[0].meaning, "the solution of official challenge 1");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn solution(solution: Solution, text: &str) -> Vec<Segment> {
    let solved = official_challenges_with(solution.placed()).map(|official| official.number.to_string());
    let numbers: Vec<_> = solved.collect();
    let mut parts = Vec::new();
    if !numbers.is_empty() {
        let noun = agreeing(numbers.len(), "challenge");
        let meaning = format!("the solution of official {noun} {}", numbers.join(", "));
        parts.push(Segment::new(Span::new(0, text.len()), "solution", meaning));
    }
    parts.extend(partial_solution(text));
    parts
}

/// Explains a state: first the challenge, then the blocks.
///
/// # Examples
/// ```
/// use clowder::penguins::explain;
///
/// let segments = explain::state("20113123:A321".parse()?, "20113123:A321");
/// assert_eq!(segments.last().map(|segment| segment.span.start()), Some(12));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn state(state: State, text: &str) -> Vec<Segment> {
    let (penguins, blocks) = text.split_once(':').unwrap_or((text, ""));
    let start = text.len() - blocks.len();
    let blocks = partial_solution(blocks).into_iter();
    let shifted = blocks.map(|segment| Segment { span: segment.span.shifted(start), ..segment });
    challenge(state.challenge(), penguins).into_iter().chain(shifted).collect()
}

/// Splits a placement into segments. `span` covers the four characters, canonical or not, from which the
/// placement was read.
fn parts_of(span: Span, placement: Placement, text: &str) -> Option<Vec<Segment>> {
    let [_, x, y, rotation] = *<&[u8; 4]>::try_from(span.of(text).as_bytes()).ok()?;
    let [x, y, rotation] = [x, y, rotation].map(|digit| digit.wrapping_sub(b'0'));
    let origin = Hex::new(x.into(), y.into());
    let turned = match rotation {
        0 => "not rotated".to_owned(),
        turns => format!("rotated by {} degrees clockwise", 60 * u16::from(turns)),
    };
    let covers = listed(placement.block().hexagons(origin, rotation));
    let canonical = placement.to_string();
    let same =
        if canonical == span.of(text) { String::new() } else { format!("; in canonical form {canonical}") };
    let at = |from: usize, to: usize| Span::new(span.start + from, span.start + to);
    Some(vec![
        Segment::new(at(0, 1), "block", format!("ice block {}", placement.block())),
        Segment::new(at(1, 3), "origin", format!("its origin in column {x}, row {y}")),
        Segment::new(at(3, 4), "rotation", format!("{turned}, covering {covers}{same}")),
    ])
}

/// Explains the penguins and the ice in each row of a board.
///
/// # Examples
/// ```
/// use clowder::penguins::{Board, explain};
///
/// let board: Board = "EEPEE\nEPEPE\nEEEEE\nEEPEE\n".parse()?;
/// assert_eq!(explain::board(board)[0].meaning, "row 0; penguin on (2, 0)");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn board(board: Board) -> Vec<Segment> {
    let row = |y: i32| {
        let span = Span::new(6 * y as usize, 6 * y as usize + 6);
        let hexes = |letter: char| {
            let found = (0..Hex::COLUMNS)
                .map(move |x| Hex::new(x, y))
                .filter(move |&hex| board.letter(hex) == letter);
            listed(found)
        };
        let named = |(letter, name): (char, &str)| {
            Some(hexes(letter)).filter(|found| !found.is_empty()).map(|found| format!("; {name} on {found}"))
        };
        let found: String = [('P', "penguin"), ('I', "ice")].into_iter().filter_map(named).collect();
        Segment::new(span, "line", format!("row {y}{found}"))
    };
    (0..Hex::ROWS).map(row).collect()
}
