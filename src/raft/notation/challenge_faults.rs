//! What is wrong with a challenge: the walk over a text that is no challenge, and the checks of its layout.

use super::challenge::{Challenge, Island, Placed, cat_place, island, raft_place};
use super::places::{Run, digits, position_at};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, raft as codes};
use crate::notation::grammar::{Walk, fault_at, letters, whole};
use crate::raft::Position;

const FIRE: Run = Run {
    width: 4,
    item: "a fire card",
    made_of: "four digits (row, column)",
    truncated: &codes::CHALLENGE_TRUNCATED_PLACE,
    stray: &codes::CHALLENGE_STRAY_CHARACTER,
};

const CAT: Run = Run {
    width: 5,
    item: "a cat card",
    made_of: "five digits (number, row, column)",
    truncated: &codes::CHALLENGE_TRUNCATED_PLACE,
    stray: &codes::CHALLENGE_STRAY_CHARACTER,
};

const RAFT: Run = Run {
    width: 5,
    item: "the raft card",
    made_of: "five digits (number, row, column)",
    truncated: &codes::CHALLENGE_TRUNCATED_PLACE,
    stray: &codes::CHALLENGE_STRAY_CHARACTER,
};

/// Every fault of a text that does not parse; the challenge, if all that is wrong is its layout.
pub(super) fn diagnose(text: &str) -> (Option<Challenge>, Diagnostics) {
    let mut faults = Diagnostics::new();
    let mut walk = Walk::new(text);
    let islands = islands(text, &mut walk, &mut faults);
    let fire = fire(text, &mut walk, &mut faults);
    let cats = cats(text, &mut walk, &mut faults);
    let raft = raft(text, &mut walk, &mut faults);
    let challenge = match (islands, raft) {
        (Some(islands), Some(raft)) if faults.is_empty() => Some(Challenge { islands, fire, cats, raft }),
        _ => None,
    };
    if let Some(challenge) = &challenge {
        faults.extend(of_layout(challenge));
    }
    faults.sort();
    (challenge, faults)
}

/// The islands up to the `F`, two or four of them.
fn islands(text: &str, walk: &mut Walk<'_>, faults: &mut Diagnostics) -> Option<Vec<Island>> {
    let start = walk.offset();
    let mut islands = Vec::new();
    let mut count = 0;
    while let Some(first) = walk.peek().filter(|_| !faults.is_full()) {
        if matches!(first, 'F' | 'C' | 'R' | '0'..='9') {
            break;
        }
        // A letter is missing where the next section starts: the `F` of `LNSF00…` turns no island.
        let cut = walk.rest().chars().nth(1).is_none_or(|turn| turn == 'F' || turn.is_ascii_digit());
        let span = walk.take(if cut { 1 } else { 2 });
        match whole(span.of(text), island) {
            Some(island) => islands.push(island),
            None => faults.push(island_fault(text, span)),
        }
        count += 1;
    }
    if !matches!(count, 2 | 4) {
        let span = Span::new(start, walk.offset());
        let message = format!("{count} island{}: a board has two or four", if count == 1 { "" } else { "s" });
        let fault = Diagnostic::new(&codes::CHALLENGE_ISLAND_COUNT, span, message);
        faults.push(fault.expected(["2 islands", "4 islands"]).found(format!("{count} islands")));
        return None;
    }
    (islands.len() == count).then_some(islands)
}

fn island_fault(text: &str, span: Span) -> Diagnostic {
    let found = span.of(text);
    match found.chars().next() {
        Some('L') => rotation_fault(text, span, "large", "NESWA"),
        Some('S') => rotation_fault(text, span, "small", "NSA"),
        _ => {
            let shown = escape(found);
            let message = format!("`{shown}` is not an island: `L` or `S`, then its rotation");
            let fault = fault_at(text, &codes::CHALLENGE_UNKNOWN_ISLAND, span, message).expected(["L", "S"]);
            let upper = found.to_ascii_uppercase();
            if whole(&upper, island).is_some() { fault.fix(span, upper) } else { fault }
        }
    }
}

/// An island of a known size whose rotation, the second letter at `span`, is missing or none of `turns`.
fn rotation_fault(text: &str, span: Span, size: &str, turns: &str) -> Diagnostic {
    let turn = Span::new(span.start + 1, span.end);
    let found = turn.of(text);
    let message = match found {
        "" => format!("the {size} island has no rotation"),
        "E" | "W" => "a small island turns only `N` or `S`".to_owned(),
        other => format!("`{}` is not a rotation of a {size} island", escape(other)),
    };
    let fault = fault_at(text, &codes::CHALLENGE_ISLAND_ROTATION, turn, message).expected(letters(turns));
    match found {
        "E" => fault.fix(turn, "N"),
        "W" => fault.fix(turn, "S"),
        other => match turns.chars().find(|turn| other.eq_ignore_ascii_case(&turn.to_string())) {
            Some(turned) => fault.fix(turn, turned.to_string()),
            None => fault,
        },
    }
}

/// The letter a section starts with; where it is missing, the section is read without it.
fn marker(text: &str, walk: &mut Walk<'_>, letter: char, before: &str, faults: &mut Diagnostics) {
    if walk.peek() == Some(letter) {
        walk.take(1);
        return;
    }
    let found = walk.span_of(1);
    let message = format!("`{letter}` is missing before {before}");
    let fault =
        fault_at(text, &codes::CHALLENGE_MISSING_SECTION, found, message).expected([letter.to_string()]);
    let lower = found.of(text).chars().all(|other| other == letter.to_ascii_lowercase());
    faults.push(if lower && !found.of(text).is_empty() {
        walk.take(1);
        fault.fix(found, letter.to_string())
    } else {
        fault.fix(Span::at(found.start), letter.to_string())
    });
}

fn fire(text: &str, walk: &mut Walk<'_>, faults: &mut Diagnostics) -> Vec<Position> {
    marker(text, walk, 'F', "the fire cards", faults);
    let section = walk.take_while(|letter| !matches!(letter, 'C' | 'c' | 'R'));
    let items = FIRE.items(text, section, |_, letter| letter.is_ascii_digit(), faults);
    let mut fire = Vec::new();
    for item in items {
        if digits(text, item, &codes::CHALLENGE_NOT_A_DIGIT, "a fire card's place", faults) {
            fire.extend(position_at(text, item));
        }
    }
    fire
}

fn cats(text: &str, walk: &mut Walk<'_>, faults: &mut Diagnostics) -> Vec<super::CatPlace> {
    let known = faults.len();
    marker(text, walk, 'C', "the cat cards", faults);
    let section = walk.take_while(|letter| !matches!(letter, 'R' | 'r'));
    let items = CAT.items(text, section, |_, letter| letter.is_ascii_digit(), faults);
    if section.start == section.end && faults.len() == known {
        let message = "no cat card: a challenge has at least one";
        let fault = Diagnostic::new(&codes::CHALLENGE_NO_CAT, section, message);
        faults.push(fault.expected([CAT.made_of]));
    }
    let mut cats = Vec::new();
    for item in items {
        let at = Span::new(item.start + first_length(item.of(text)), item.end);
        let number = Span::new(item.start, at.start);
        let mut good = digits(text, at, &codes::CHALLENGE_NOT_A_DIGIT, "a cat card's place", faults);
        if !matches!(number.of(text).as_bytes(), [b'0'..=b'6']) {
            let shown = escape(number.of(text));
            let message = format!("there is no cat card `{shown}`");
            let fault = fault_at(text, &codes::CHALLENGE_UNKNOWN_CAT_CARD, number, message);
            faults.push(fault.expected(letters("0123456")));
            good = false;
        }
        if good {
            cats.extend(whole(item.of(text), cat_place));
        }
    }
    cats
}

fn raft(text: &str, walk: &mut Walk<'_>, faults: &mut Diagnostics) -> Option<super::RaftPlace> {
    marker(text, walk, 'R', "the raft card", faults);
    let span = walk.take(RAFT.width);
    let rest = Span::new(walk.offset(), text.len());
    let count = span.of(text).chars().count();
    let number = Span::new(span.start, span.start + first_length(span.of(text)));
    let mut good = digits(
        text,
        Span::new(number.end, span.end),
        &codes::CHALLENGE_NOT_A_DIGIT,
        "the raft card's place",
        faults,
    );
    if count > 0 && !matches!(number.of(text).as_bytes(), [b'0'..=b'3']) {
        let shown = escape(number.of(text));
        let message = format!("there is no raft card `{shown}`");
        let fault = fault_at(text, &codes::CHALLENGE_UNKNOWN_RAFT_CARD, number, message);
        faults.push(fault.expected(letters("0123")));
        good = false;
    }
    if count < RAFT.width {
        let message = format!("{} is {}: {count} of {} characters", RAFT.item, RAFT.made_of, RAFT.width);
        faults.push(fault_at(text, RAFT.truncated, span, message).expected([RAFT.made_of]));
        good = false;
    }
    if !rest.of(text).is_empty() {
        let message = "the challenge ends with its raft card; this is left over";
        faults.push(fault_at(text, &codes::CHALLENGE_TRAILING_TEXT, rest, message).fix(rest, ""));
        good = false;
    }
    whole(span.of(text), raft_place).filter(|_| good)
}

fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// The faults of the layout of a well-formed challenge: halves of unequal height, cards off the board, cards
/// that overlap.
pub(super) fn of_layout(challenge: &Challenge) -> Diagnostics {
    let mut faults = Diagnostics::new();
    let heights: Vec<u8> = challenge.half_heights().collect();
    if let [left, right] = heights[..]
        && left != right
    {
        let span = Span::new(4, 8);
        let message = format!("the left half is {left} rows high, the right half {right}");
        faults.push(
            Diagnostic::new(&codes::CHALLENGE_UNEVEN_HALVES, span, message)
                .related(Span::new(0, 4), format!("{left} rows"))
                .expected([format!("{left} rows")])
                .found(format!("{right} rows")),
        );
    }
    let cards: Vec<Placed> = challenge.placed().collect();
    for (index, card) in cards.iter().enumerate() {
        if faults.is_full() {
            break;
        }
        faults.extend(off_board(challenge, card));
        if let Some(earlier) = cards[..index].iter().find(|other| overlap(other.at, card.at)) {
            let what = card.what;
            let message = format!(
                "the {what} at {} overlaps the {} at {}",
                show(card.at),
                earlier.what,
                show(earlier.at)
            );
            faults.push(
                Diagnostic::new(&codes::CHALLENGE_OVERLAP, card.span, message)
                    .square(card.at.row.into(), card.at.column.into())
                    .related(earlier.span, format!("the {} it lies on", earlier.what)),
            );
        }
    }
    faults
}

fn off_board(challenge: &Challenge, card: &Placed) -> Option<Diagnostic> {
    let (height, width) = (challenge.height(), challenge.width());
    let fits = card.at.row + 3 <= height && card.at.column + 3 <= width;
    let message = || {
        format!(
            "the {} at {} hangs off the board of {height} rows and {width} columns",
            card.what,
            show(card.at)
        )
    };
    (!fits).then(|| {
        let digits = Span::new(card.span.end - 4, card.span.end);
        Diagnostic::new(&codes::CHALLENGE_OFF_BOARD, digits, message())
            .square(card.at.row.into(), card.at.column.into())
            .expected([format!("row up to {}, column up to {}", height - 3, width - 3)])
            .found(card.at.to_string())
    })
}

fn show(at: Position) -> String {
    format!("({}, {})", at.row, at.column)
}

fn overlap(one: Position, other: Position) -> bool {
    one.row.abs_diff(other.row) < 3 && one.column.abs_diff(other.column) < 3
}
