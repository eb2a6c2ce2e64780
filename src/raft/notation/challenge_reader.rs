//! A reader of challenges that reports all errors, both in the string and in the layout.

use super::challenge::{
    CatCardPlacement, Challenge, Island, LocatedCard, RaftCardPlacement, cat_place, island, raft_place,
};
use super::positions::{ItemForm, cut_short, digits, position, position_at};
use crate::diagnostics::escape::escape;
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::notation::Reading;
use crate::notation::grammar::{Cursor, fault_at, letters, whole};
use crate::notation::plural;
use crate::raft::Position;
use crate::raft::vocabulary::on_square;

const FIRE: ItemForm = ItemForm {
    width: 4,
    item: "a fire card",
    items: "fire cards",
    contents: "four digits (row, column)",
    truncated: &codes::raft::CHALLENGE_TRUNCATED_PLACE,
    stray: &codes::raft::CHALLENGE_STRAY_CHARACTER,
};

const CAT: ItemForm = ItemForm {
    width: 5,
    item: "a cat card",
    items: "cat cards",
    contents: "five digits (number, row, column)",
    truncated: &codes::raft::CHALLENGE_TRUNCATED_PLACE,
    stray: &codes::raft::CHALLENGE_STRAY_CHARACTER,
};

const RAFT: ItemForm = ItemForm {
    width: 5,
    item: "the raft card",
    items: "raft cards",
    contents: "five digits (number, row, column)",
    truncated: &codes::raft::CHALLENGE_TRUNCATED_PLACE,
    stray: &codes::raft::CHALLENGE_STRAY_CHARACTER,
};

/// The letters that begin the sections after the islands, with the names of the sections.
const SECTIONS: [(char, &str); 3] = [('F', "fire cards"), ('C', "cat cards"), ('R', "raft card")];

/// Reads the string of a challenge. The result has a value if there are no errors except in the layout.
pub(super) fn read(text: &str) -> Reading<Challenge> {
    let mut errors = Diagnostics::new();
    let mut cursor = Cursor::new(text);
    let islands = islands(text, &mut cursor, &mut errors);
    let has_islands = islands.is_some();
    let mut begun = 0;
    let mut begins = |cursor: &Cursor<'_>| {
        let is_more = !cursor.rest().is_empty();
        begun += usize::from(is_more);
        is_more
    };
    let islands_read = islands.as_ref();
    let fire = if begins(&cursor) { fire(text, &mut cursor, islands_read, &mut errors) } else { Vec::new() };
    let cats = if begins(&cursor) { cats(text, &mut cursor, islands_read, &mut errors) } else { Vec::new() };
    let raft = if begins(&cursor) { raft(text, &mut cursor, &mut errors) } else { None };
    // If the string ends within the islands, only the errors of the islands are reported, and not the missing sections.
    if begun > 0 || has_islands {
        errors.extend(missing_sections(text, &SECTIONS[begun..]));
    }
    let challenge = match (&islands, &raft) {
        (Some(islands), Some((raft, _))) if errors.is_empty() => Some(Challenge {
            islands: islands.islands.clone(),
            fire: fire.iter().map(|(at, _)| *at).collect(),
            cats: cats.iter().map(|(cat, _)| *cat).collect(),
            raft: *raft,
        }),
        _ => None,
    };
    // The cards that could be read are checked even if another part of the string could not be read.
    let fire = fire.into_iter().map(|(at, span)| LocatedCard::fire(at, span));
    let cats = cats.into_iter().map(|(card, span)| LocatedCard::cat(card, span));
    let raft = raft.into_iter().map(|(card, span)| LocatedCard::raft(card, span));
    let cards: Vec<LocatedCard> = fire.chain(cats).chain(raft).collect();
    check_layout(islands.as_ref(), &cards, &mut errors);
    errors.sort();
    Reading::new(challenge, errors)
}

/// The islands that were read, and the heights of the halves. The heights are known even if a rotation is wrong.
struct Islands {
    islands: Vec<Island>,
    /// The number of rows of each half, and the span of the half in the string.
    halves: Vec<(u8, Span)>,
}

impl Islands {
    fn height(&self) -> u8 {
        self.halves.iter().map(|(height, _)| *height).max().unwrap_or(0)
    }

    fn width(&self) -> u8 {
        if self.halves.len() == 1 { 9 } else { 18 }
    }

    /// Returns true if a card with this upper left square is completely on the board.
    fn have_room_at(&self, at: Position) -> bool {
        let (row, column) = at.coordinates();
        row + 3 <= self.height() && column + 3 <= self.width()
    }

    /// Returns true if cards at these positions are completely on the board and do not overlap. A position that could
    /// not be read is `None`.
    fn have_room_for(&self, places: impl Iterator<Item = Option<Position>>) -> bool {
        let mut earlier: Vec<Position> = Vec::new();
        for place in places {
            let Some(at) = place.filter(|&at| self.have_room_at(at)) else { return false };
            if earlier.iter().any(|&other| overlap(other, at)) {
                return false;
            }
            earlier.push(at);
        }
        true
    }
}

/// Reads the two or four islands before the `F`. Returns `None` if their number or the size of one of them is wrong.
fn islands(text: &str, cursor: &mut Cursor<'_>, errors: &mut Diagnostics) -> Option<Islands> {
    let start = cursor.offset();
    let mut spans = Vec::new();
    while let Some(first) = cursor.peek().filter(|_| !errors.is_full()) {
        if matches!(first, 'F' | 'C' | 'R' | '0'..='9') {
            break;
        }
        // If the next section begins directly after the first letter of an island, the rotation is missing. For
        // example, the `F` in `LNSF00…` is not a rotation.
        let cut = cursor.rest().chars().nth(1).is_none_or(|turn| turn == 'F' || turn.is_ascii_digit());
        let span = cursor.take(if cut { 1 } else { 2 });
        if whole(span.of(text), island).is_none() {
            errors.push(island_error(text, span));
        }
        spans.push(span);
    }
    let count = spans.len();
    if !matches!(count, 2 | 4) {
        let span = Span::new(start, cursor.offset());
        let message = format!("the challenge has {}; it must have 2 or 4", plural(count, "island"));
        let error = Diagnostic::new(&codes::raft::CHALLENGE_ISLAND_COUNT, span, message);
        errors.push(error.expected(["2 islands", "4 islands"]).found(plural(count, "island")));
        return None;
    }
    let height = |span: &Span| match span.of(text).chars().next()? {
        'L' => Some(9),
        'S' => Some(6),
        _ => None,
    };
    let half = |half: &[Span]| Some((height(&half[0])? + height(&half[1])?, half[0].to(half[1])));
    let halves: Option<Vec<_>> = spans.chunks(2).map(half).collect();
    let islands = spans.iter().filter_map(|span| whole(span.of(text), island)).collect();
    Some(Islands { islands, halves: halves? })
}

fn island_error(text: &str, span: Span) -> Diagnostic {
    let found = span.of(text);
    match found.chars().next() {
        Some('L') => rotation_error(text, span, "large", "NESWA"),
        Some('S') => rotation_error(text, span, "small", "NSA"),
        _ => {
            let shown = escape(found);
            let message =
                format!("`{shown}` is not an island; an island is `L` or `S`, followed by its rotation");
            let error =
                fault_at(text, &codes::raft::CHALLENGE_UNKNOWN_ISLAND, span, message).expected(["L", "S"]);
            let upper = found.to_ascii_uppercase();
            if whole(&upper, island).is_some() { error.fix(span, upper) } else { error }
        }
    }
}

/// Returns the error for an island whose rotation (its second letter) is missing or is not one of `turns`.
fn rotation_error(text: &str, span: Span, size: &str, turns: &'static str) -> Diagnostic {
    let turn = Span::new(span.start + 1, span.end);
    let found = turn.of(text);
    let message = match found {
        "" => format!("the rotation of the {size} island is missing"),
        "E" | "W" => {
            "a small island cannot be turned `E` or `W`; its rotation must be `N`, `S` or `A`".to_owned()
        }
        other => format!("`{}` is not a rotation of a {size} island", escape(other)),
    };
    let error =
        fault_at(text, &codes::raft::CHALLENGE_ISLAND_ROTATION, turn, message).expected(letters(turns));
    // A fix is offered only if the letter is correct except for its case, because otherwise the intended rotation is
    // unknown.
    match turns.chars().find(|turn| found.eq_ignore_ascii_case(&turn.to_string())) {
        Some(turned) => error.fix(turn, turned.to_string()),
        None => error,
    }
}

/// Returns one error for all sections that are missing because the string ended too early.
fn missing_sections(text: &str, sections: &[(char, &str)]) -> Option<Diagnostic> {
    let (first, _) = sections.first()?;
    let names: Vec<String> =
        sections.iter().map(|(letter, name)| format!("the {name} (`{letter}`)")).collect();
    let message = match &names[..] {
        [raft] => format!("the string ends here; {raft} is missing"),
        [before @ .., raft] => format!("the string ends here; {} and {raft} are missing", before.join(", ")),
        [] => return None,
    };
    let end = Span::at(text.len());
    let error = Diagnostic::new(&codes::raft::CHALLENGE_MISSING_SECTION, end, message);
    Some(error.expected([first.to_string()]))
}

/// Reads the letter that begins a section. If the letter is missing or is in lower case, reports an error and continues
/// with the contents of the section.
fn marker(text: &str, cursor: &mut Cursor<'_>, letter: char, before: &str, errors: &mut Diagnostics) {
    if cursor.peek() == Some(letter) {
        cursor.take(1);
        return;
    }
    let found = cursor.span_of(1);
    let message = format!("`{letter}` is missing before {before}");
    let error = fault_at(text, &codes::raft::CHALLENGE_MISSING_SECTION, found, message)
        .expected([letter.to_string()]);
    let lower = found.of(text).chars().all(|other| other == letter.to_ascii_lowercase());
    errors.push(if lower && !found.of(text).is_empty() {
        cursor.take(1);
        error.fix(found, letter.to_string())
    } else {
        error.fix(Span::at(found.start), letter.to_string())
    });
}

/// Divides a section into its cards. If the section has a wrong length, the islands show where the wrong card can be.
/// `islands` is `None` if the letter of the next section is missing, because then the section can contain more than its
/// cards. `place` returns the place of a card, or `None` if the text is not a card.
fn cards(
    text: &str,
    form: &ItemForm,
    section: Span,
    place: impl Fn(&str) -> Option<Position>,
    islands: Option<&Islands>,
    errors: &mut Diagnostics,
) -> Vec<Span> {
    let have_room = |items: &[Span]| {
        islands.is_some_and(|islands| islands.have_room_for(items.iter().map(|item| place(item.of(text)))))
    };
    form.items_but_one(text, section, have_room, errors)
        .unwrap_or_else(|| form.items(text, section, |_, letter| letter.is_ascii_digit(), errors))
}

fn fire(
    text: &str,
    cursor: &mut Cursor<'_>,
    islands: Option<&Islands>,
    errors: &mut Diagnostics,
) -> Vec<(Position, Span)> {
    marker(text, cursor, 'F', "the fire cards", errors);
    let section = cursor.take_while(|letter| !matches!(letter, 'C' | 'c' | 'R'));
    let islands = islands.filter(|_| matches!(cursor.peek(), Some('C' | 'c')));
    let items = cards(text, &FIRE, section, |item| whole(item, position), islands, errors);
    let mut fire = Vec::new();
    for item in items {
        if errors.is_full() {
            break;
        }
        if digits(text, item, &codes::raft::CHALLENGE_NOT_A_DIGIT, "the position of a fire card", errors) {
            fire.extend(position_at(text, item).map(|at| (at, item)));
        }
    }
    fire
}

fn cats(
    text: &str,
    cursor: &mut Cursor<'_>,
    islands: Option<&Islands>,
    errors: &mut Diagnostics,
) -> Vec<(CatCardPlacement, Span)> {
    let known = errors.len();
    marker(text, cursor, 'C', "the cat cards", errors);
    let section = cursor.take_while(|letter| !matches!(letter, 'R' | 'r'));
    let islands = islands.filter(|_| matches!(cursor.peek(), Some('R' | 'r')));
    let items = cards(text, &CAT, section, |item| Some(whole(item, cat_place)?.at), islands, errors);
    if section.start == section.end && errors.len() == known {
        let message = "the challenge has no cat card; it must have at least 1";
        let error = Diagnostic::new(&codes::raft::CHALLENGE_NO_CAT, section, message);
        errors.push(error.expected([CAT.contents]));
    }
    let mut cats = Vec::new();
    for item in items {
        if errors.is_full() {
            break;
        }
        let at = Span::new(item.start + first_length(item.of(text)), item.end);
        let number = Span::new(item.start, at.start);
        let mut good =
            digits(text, at, &codes::raft::CHALLENGE_NOT_A_DIGIT, "the position of a cat card", errors);
        if !matches!(number.of(text).as_bytes(), [b'0'..=b'6']) {
            let shown = escape(number.of(text));
            let message = format!("there is no cat card `{shown}`; the cat cards are 0 to 6");
            let error = fault_at(text, &codes::raft::CHALLENGE_UNKNOWN_CAT_CARD, number, message);
            errors.push(error.expected(letters("0123456")));
            good = false;
        }
        if good {
            cats.extend(whole(item.of(text), cat_place).map(|cat| (cat, item)));
        }
    }
    cats
}

fn raft(text: &str, cursor: &mut Cursor<'_>, errors: &mut Diagnostics) -> Option<(RaftCardPlacement, Span)> {
    marker(text, cursor, 'R', "the raft card", errors);
    let span = cursor.take(RAFT.width);
    let rest = Span::new(cursor.offset(), text.len());
    let count = span.of(text).chars().count();
    let number = Span::new(span.start, span.start + first_length(span.of(text)));
    let mut good = digits(
        text,
        Span::new(number.end, span.end),
        &codes::raft::CHALLENGE_NOT_A_DIGIT,
        "the position of the raft card",
        errors,
    );
    if count > 0 && !matches!(number.of(text).as_bytes(), [b'0'..=b'3']) {
        let shown = escape(number.of(text));
        let message = format!("there is no raft card `{shown}`; the raft cards are 0 to 3");
        let error = fault_at(text, &codes::raft::CHALLENGE_UNKNOWN_RAFT_CARD, number, message);
        errors.push(error.expected(letters("0123")));
        good = false;
    }
    if count < RAFT.width {
        let message = cut_short(RAFT.item, RAFT.contents, count);
        errors.push(fault_at(text, RAFT.truncated, span, message).expected([RAFT.contents]));
        good = false;
    }
    if !rest.of(text).is_empty() {
        let message = "unexpected text after the raft card, which ends the challenge";
        errors.push(fault_at(text, &codes::raft::CHALLENGE_TRAILING_TEXT, rest, message).fix(rest, ""));
        good = false;
    }
    whole(span.of(text), raft_place).filter(|_| good).map(|raft| (raft, span))
}

fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

/// Reports the errors of the layout: halves of different heights, cards off the board, and cards that overlap.
fn check_layout(islands: Option<&Islands>, cards: &[LocatedCard], errors: &mut Diagnostics) {
    if let Some(islands) = islands
        && let [(left, first), (right, second)] = islands.halves[..]
        && left != right
    {
        let message = format!(
            "the left half has {left} rows and the right half has {right}; both must have the same height"
        );
        errors.push(
            Diagnostic::new(&codes::raft::CHALLENGE_UNEVEN_HALVES, second, message)
                .related(first, format!("{left} rows"))
                .expected([format!("{left} rows")])
                .found(format!("{right} rows")),
        );
    }
    for (index, card) in cards.iter().enumerate() {
        if errors.is_full() {
            break;
        }
        if let Some(islands) = islands {
            errors.extend(off_board(islands, card));
        }
        if let Some(earlier) = cards[..index].iter().find(|other| overlap(other.at, card.at)) {
            let (name, under) = (card.name, earlier.name);
            let (here, there) = (card.at.coordinates(), earlier.at.coordinates());
            let message = format!("the {name} at {here:?} overlaps the {under} at {there:?}");
            let error = Diagnostic::new(&codes::raft::CHALLENGE_OVERLAP, card.span, message)
                .related(earlier.span, format!("the {under} that it overlaps"));
            errors.push(on_square(error, card.at));
        }
    }
}

fn off_board(islands: &Islands, card: &LocatedCard) -> Option<Diagnostic> {
    if islands.have_room_at(card.at) {
        return None;
    }
    let (height, width) = (islands.height(), islands.width());
    let (row, column) = card.at.coordinates();
    let board = format!("the board of {height} rows and {width} columns");
    let message = format!("the {} at ({row}, {column}) is not completely on {board}", card.name);
    let digits = Span::new(card.span.end - 4, card.span.end);
    let error = Diagnostic::new(&codes::raft::CHALLENGE_OFF_BOARD, digits, message).expected([format!(
        "row up to {}, column up to {}",
        height - 3,
        width - 3
    )]);
    Some(on_square(error, card.at).found(card.at.to_string()))
}

fn overlap(one: Position, other: Position) -> bool {
    one.row().abs_diff(other.row()) < 3 && one.column().abs_diff(other.column()) < 3
}
