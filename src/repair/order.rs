//! Puts the parts of strings into the correct order and notation.

use crate::kinds::{self, ReadOptions};
use crate::notation::Kind;

const LONGEST_ACTION: usize = 13;

/// Describes the order or notation of the parts in strings of the given kind.
pub(super) fn help(kind: Kind) -> String {
    let order = match kind {
        Kind::Polyomino => return "write `X` for a square, `.` for a gap, and `/` between rows".to_owned(),
        Kind::Region => return "write the number of rows, `x`, and the number of columns".to_owned(),
        Kind::State => "board, decks, hand, exhausted cats, fire bag",
        Kind::Challenge => "islands, fire (`F`), cats (`C`), raft (`R`)",
        Kind::Hand | Kind::Decks => "each deck once, followed by its cards",
        Kind::Action => "deck and card (or tile), row, column, orientation",
        Kind::Draw => "deck, number of cards",
        Kind::Exhausted => "colour, row, column",
        Kind::PenguinsSolution | Kind::PenguinsPlacement => "block, column, row, rotation",
        _ => "rows from top to bottom",
    };
    format!("write the parts in this order: {order}")
}

/// Lists candidates with the same parts as a text, but in another order or notation. Most candidates are not strings of
/// this kind.
pub(super) fn reordered(kind: Kind, text: &str) -> Vec<String> {
    match kind {
        Kind::State => states(text),
        Kind::Challenge => challenges(text),
        Kind::Hand | Kind::Decks => by_deck(text).into_iter().collect(),
        Kind::Action => {
            let numbers = with_padded_numbers(text);
            let from = numbers.clone().unwrap_or_else(|| text.to_owned());
            let turned = (1..from.len()).filter_map(|at| Some(from.get(at..)?.to_owned() + &from[..at]));
            let turned: Vec<String> = turned.take(LONGEST_ACTION).collect();
            numbers.into_iter().chain(with_digits_elsewhere(&from)).chain(turned).collect()
        }
        Kind::Draw => [counted(text), letters_first(text), counts(text)].into_iter().flatten().collect(),
        Kind::Exhausted => [with_padded_numbers(text), letters_first(text)].into_iter().flatten().collect(),
        Kind::PenguinsSolution => blocks(text).into_iter().chain(rows_first(text)).collect(),
        Kind::PenguinsPlacement => blocks(text).into_iter().collect(),
        // A list of pairs of numbers, which may have names, as in `(x=2, y=0)`.
        Kind::PenguinsChallenge
            if text.contains(['(', '[', '{', '='])
                && runs(text).iter().all(|run| !is_number(run) || run.len() == 1) =>
        {
            vec![text.chars().filter(char::is_ascii_digit).collect()]
        }
        Kind::Board => transposed(text).into_iter().chain(filled(text, 'f')).collect(),
        Kind::PenguinsBoard => transposed(text).into_iter().chain(filled(text, 'E')).collect(),
        Kind::PenguinsState => {
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
            let words: Vec<&str> =
                words.filter(|word| word.contains(|letter: char| letter.is_ascii_digit())).collect();
            words
                .split_first()
                .map(|(first, rest)| format!("{first}:{}", rest.concat()))
                .into_iter()
                .collect()
        }
        Kind::Region => size(text).into_iter().collect(),
        Kind::Polyomino => {
            // Each row is an inner list or a line.
            let list = text.replace("],", "/").replace(['[', ']', ',', ' '], "");
            let rows = if text.contains('[') { list } else { drawing(text) };
            let rows = rows.replace(['#', '*', '1'], "X").replace([' ', '-', '0'], ".");
            let words = text.split(|letter: char| !letter.is_ascii_alphabetic());
            let names: Vec<&str> = words.filter(|word| word.len() == 1).collect();
            let name = names.first().filter(|_| names.len() == 1 && text.contains("pentomino"));
            [rows].into_iter().chain(name.map(|&name| name.to_owned())).collect()
        }
        _ => Vec::new(),
    }
}

fn runs(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    bytes
        .chunk_by(|one, other| one.is_ascii_digit() == other.is_ascii_digit())
        .scan(0, |at, run| {
            *at += run.len();
            text.get(*at - run.len()..*at)
        })
        .collect()
}

fn is_number(run: &str) -> bool {
    run.bytes().all(|byte| byte.is_ascii_digit())
}

/// Moves each letter in front of the digits that precede it.
fn letters_first(text: &str) -> Option<String> {
    let runs = runs(text);
    let are_letters = runs.iter().all(|run| is_number(run) || run.len() == 1);
    let is_swapped = runs.len().is_multiple_of(2) && are_letters && is_number(runs.first()?);
    is_swapped.then(|| runs.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect())
}

/// Rewrites a region size in an unusual notation, such as `(6, 10)` or `6 by 10`.
fn size(text: &str) -> Option<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let (numbers, names): (Vec<&str>, Vec<&str>) = words.partition(|word| is_number(word));
    let [rows, columns] = numbers[..] else { return None };
    // If the numbers have other names, the columns may come first.
    let are_rows_first = matches!(names[..], [] | ["by" | "x" | "X" | "times"] | ["rows", "columns"]);
    are_rows_first.then(|| format!("{rows}x{columns}"))
}

/// Rewrites a draw that has a deck letter for each card, such as `AADBAD`.
fn counted(text: &str) -> Option<String> {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    let is_each = letters.len() == 6 && letters.iter().all(|deck| ('A'..='D').contains(deck));
    let count = |deck: &[char]| format!("{}{}", deck[0], deck.len());
    is_each.then(|| letters.chunk_by(|one, other| one == other).map(count).collect())
}

/// Writes the lines of a drawing as rows of equal width. Removes the indentation that all lines share, and adds the
/// spaces that are missing at the ends of lines.
fn drawing(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().filter(|line| !line.trim().is_empty()).collect();
    let indent = lines.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let rows: Vec<&str> = lines.iter().filter_map(|line| line.trim_end().get(indent..)).collect();
    // No polyomino is wider than this.
    let width = rows.iter().map(|row| row.len()).max().unwrap_or(0).min(20);
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:width$}")).collect();
    rows.join("/").replace([',', ';', '|'], "/")
}

/// Rewrites a draw whose decks and counts are mixed with punctuation or words, such as `{"B": 4, "C": 2, "D": 0}` or
/// `4 from B, 2 from C`.
fn counts(text: &str) -> Option<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric()).flat_map(runs);
    let is_filler =
        |word: &&str| ["", "and", "card", "cards", "deck", "draw", "from", "of", "x"].contains(word);
    let parts: Vec<&str> = words.filter(|word| !is_filler(word)).collect();
    let pairs = parts.chunks(2).map(|pair| match *pair {
        [deck, count] | [count, deck] if is_number(count) && "ABCD".contains(deck) => Some((deck, count)),
        _ => None,
    });
    let pairs = pairs.collect::<Option<Vec<_>>>()?;
    // A single space or punctuation character is reported at its place instead.
    let signs = text.chars().filter(|letter| !letter.is_alphanumeric()).count();
    let is_table = pairs.iter().map(|(deck, _)| *deck).eq(["A", "B", "C", "D"]);
    let drawn = pairs.into_iter().filter(|(_, count)| *count != "0");
    (signs > 1 || is_table).then(|| drawn.map(|(deck, count)| [deck, count].concat()).collect())
}

/// Rewrites ice blocks in an unusual notation, such as `A at (4, 0), rotated by 240°`. The parts can be in another
/// order, and words or punctuation can be between them. The rotation can be an angle.
fn blocks(text: &str) -> Option<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric()).flat_map(runs);
    let is_part = |word: &&str| is_number(word) || matches!(*word, "A" | "B" | "C" | "D");
    let parts: Vec<&str> = words.filter(is_part).collect();
    let begin_with_letters = !is_number(parts.first()?);
    let is_alone = parts.iter().filter(|part| !is_number(part)).count() == 1;
    // Each block begins or ends with its letter. The letter of a single block can also be in the middle.
    let blocks =
        parts.chunk_by(|one, next| is_alone || is_number(if begin_with_letters { next } else { one }));
    let block = |parts: &[&str]| {
        let (digits, letter): (Vec<&str>, Vec<&str>) = parts.iter().partition(|part| is_number(part));
        let digits = digits.concat();
        let (at, angle) = digits.split_at_checked(2)?;
        // Two digits that begin with a zero are not an angle, but one digit too many.
        let angle: u32 = angle.parse().ok().filter(|_| angle.len() == 1 || !angle.starts_with('0'))?;
        let turns = if angle < 6 { angle } else { Some(angle / 60).filter(|_| angle.is_multiple_of(60))? };
        Some(format!("{}{at}{turns}", letter.concat()))
    };
    blocks.map(block).collect()
}

/// Exchanges the column and the row of each block.
fn rows_first(text: &str) -> Option<String> {
    let exchanged = |block: &[char]| match *block {
        [name, row, column, rotation] => Some([name, column, row, rotation]),
        _ => None,
    };
    let letters: Vec<char> = text.chars().collect();
    Some(letters.chunks(4).map(exchanged).collect::<Option<Vec<_>>>()?.concat().into_iter().collect())
}

fn filled(text: &str, letter: char) -> Option<String> {
    let sign = text.chars().find(|sign| !sign.is_ascii_alphanumeric() && !sign.is_whitespace())?;
    (text.matches(sign).count() > 1).then(|| text.replace(sign, &letter.to_string()))
}

fn transposed(text: &str) -> Option<String> {
    let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let width = rows.first()?.len();
    let is_grid = text.is_ascii() && rows.len() > 1 && rows.iter().all(|row| row.len() == width);
    let column = |at: usize| rows.iter().map(|row| char::from(row[at])).chain(['\n']).collect::<String>();
    is_grid.then(|| (0..width).map(column).collect())
}

/// Pads the numbers of a text such as `Ab(12, 8)S` to two digits, and removes the words and punctuation between its
/// parts.
fn with_padded_numbers(text: &str) -> Option<String> {
    const NAMES: [&str; 11] =
        ["north", "east", "south", "west", "blue", "green", "purple", "red", "yellow", "true", "false"];
    let is_digit = |letter: char| letter.is_ascii_digit();
    let is_part = |word: &String| {
        let is_short = word.len() < 3 && !word.is_empty() && !["at", "to", "on"].contains(&word.as_str());
        is_short || word.contains(is_digit)
    };
    let is_name = |word: &str| NAMES.contains(&&*word.to_ascii_lowercase());
    let named = |word: &str| if is_name(word) { word[..1].to_ascii_uppercase() } else { word.to_owned() };
    let all = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let has_names = all.clone().any(is_name);
    let words: Vec<String> = all.map(named).filter(is_part).collect();
    let are_apart = words.windows(2).any(|pair| pair[0].ends_with(is_digit) && pair[1].starts_with(is_digit));
    // A single character between two numbers may be a mistyped digit.
    if (words.len() < 3 || !are_apart) && !has_names {
        return None;
    }
    let pad = |run: &str| if is_number(run) { format!("{run:0>2}") } else { run.to_owned() };
    Some(words.iter().flat_map(|word| runs(word)).map(pad).collect())
}

/// If a text consists of letters and one run of four digits, moves the digits after the first letter, after the second,
/// and so on. Returns all of these texts.
fn with_digits_elsewhere(text: &str) -> Vec<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let letters: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    if digits.len() != 4 || digits.len() + letters.len() != text.len() || !text.contains(&digits) {
        return Vec::new();
    }
    (1..=letters.len()).map(|at| [&letters[..at], &digits, &letters[at..]].concat()).collect()
}

/// If each card has the letter of its deck before it, groups the cards by deck.
fn by_deck(text: &str) -> Option<String> {
    let letters: Vec<char> = text.chars().collect();
    let is_card = |pair: &[char]| matches!(pair, [deck, card] if ('A'..='D').contains(deck) && card.is_ascii_lowercase());
    let are_cards = letters.len() > 2 && letters.chunks(2).all(is_card);
    let of = |deck: char| letters.chunks(2).filter(move |pair| pair[0] == deck).map(|pair| pair[1]);
    are_cards.then(|| {
        ['A', 'B', 'C', 'D'].into_iter().flat_map(|deck| [deck].into_iter().chain(of(deck))).collect()
    })
}

/// Lists the states with the same parts in another order. In each of them, every part is a string of the required kind.
fn states(text: &str) -> Vec<String> {
    const KINDS: [Kind; 5] = [Kind::Board, Kind::Decks, Kind::Hand, Kind::Exhausted, Kind::FireBag];
    let Ok(parts) = serde_json::from_str::<Vec<String>>(text) else { return unquoted(text) };
    if parts.len() != KINDS.len() {
        return Vec::new();
    }
    let fits = |kind: Kind, part: &String| kinds::read(kind, part, &ReadOptions::default()).is_usable();
    let fitting: Vec<[bool; 5]> = parts.iter().map(|part| KINDS.map(|kind| fits(kind, part))).collect();
    let fit = |order: &Vec<usize>| order.iter().zip(0..).all(|(&part, place)| fitting[part][place]);
    let write = |order: &Vec<usize>| {
        // Serializing strings as JSON cannot fail.
        serde_json::to_string(&order.iter().map(|&part| &parts[part]).collect::<Vec<_>>()).ok()
    };
    let orders = permutations(&[0, 1, 2, 3, 4]);
    orders.iter().skip(1).filter(|order| fit(order)).filter_map(write).collect()
}

/// Lists states made from parts that were printed without quotation marks, in a list or on lines of their own.
fn unquoted(text: &str) -> Vec<String> {
    let listed = text.trim().trim_start_matches('[').trim_end_matches(']');
    let parts: Vec<&str> = listed.split(", ").collect();
    let mut lines: Vec<&str> = text.trim().lines().filter(|line| !line.is_empty()).collect();
    let others = lines.split_off(lines.len().saturating_sub(4));
    let board = lines.join("\n") + "\n";
    let on_lines: Vec<&str> = [board.as_str()].into_iter().chain(others).collect();
    let all = [parts, on_lines].into_iter().filter(|parts| parts.len() == 5);
    // Serializing strings as JSON cannot fail.
    all.filter_map(|parts| serde_json::to_string(&parts).ok()).collect()
}

/// Lists the other orders of a challenge's sections.
fn challenges(text: &str) -> Vec<String> {
    let mut sections: Vec<String> = Vec::new();
    for letter in text.chars() {
        let last = sections.last().map_or("", String::as_str);
        let is_next = match letter {
            'F' | 'C' | 'R' => true,
            digit if digit.is_ascii_digit() => !last.starts_with(['F', 'C', 'R']),
            _ => last.starts_with(['F', 'C', 'R']),
        };
        match sections.last_mut().filter(|_| !is_next) {
            Some(section) => section.push(letter),
            None => sections.push(letter.into()),
        }
    }
    if !(2..=4).contains(&sections.len()) {
        return Vec::new();
    }
    permutations(&sections).iter().skip(1).map(|sections| sections.concat()).collect()
}

/// Lists all orders of the items, beginning with the given order.
fn permutations<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let [first, rest @ ..] = items else { return vec![Vec::new()] };
    let mut all = Vec::new();
    for at in 0..items.len() {
        for mut order in permutations(rest) {
            order.insert(at, first.clone());
            all.push(order);
        }
    }
    // The given order comes first: `first` is inserted before the given order of `rest`.
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_put_into_their_order() {
        for (kind, text, right) in [
            (Kind::Draw, "3A1B2D", "A3B1D2"),
            (Kind::Draw, "AADBAD", "A3B1D2"),
            (Kind::Region, "6 by 10", "6x10"),
            (Kind::PenguinsState, "20113123;A321 B104", "20113123:A321B104"),
            (Kind::Polyomino, "[[1,1],[1,0],[1,1]]", "XX/X./XX"),
            (Kind::PenguinsBoard, "EP\nIE\n", "EI\nPE\n"),
            (Kind::Action, "1208AbS", "Ab1208S"),
            (Kind::Action, "SAb1208", "Ab1208S"),
            (Kind::Action, "Ab,12,8,S", "Ab1208S"),
            (Kind::Action, "Ab(12,8)S", "Ab1208S"),
            (Kind::Action, "Ab S at (12, 8)", "Ab1208S"),
            (Kind::Action, "G(1,5)->(2,4) Af", "G01050204Af"),
            (Kind::Exhausted, "0204B1300G", "B0204G1300"),
            (Kind::Exhausted, "B(2,4)G(13,0)", "B0204G1300"),
            (Kind::PenguinsSolution, "321A104B031C222D", "A321B104C031D222"),
            (Kind::PenguinsSolution, "A3260B10240C0360D22120", "A321B104C031D222"),
            (Kind::PenguinsSolution, "A231B014C301D222", "A321B104C031D222"),
            (Kind::Hand, "AfAhAkDaDhDw", "AfhkBCDahw"),
            (Kind::Challenge, "R11203F0003C00006LNSN", "LNSNF0003C00006R11203"),
            (Kind::Polyomino, "##\n#.\n##", "XX/X./XX"),
        ] {
            assert!(
                reordered(kind, text).iter().any(|found| found == right),
                "{text}: {:?}",
                reordered(kind, text)
            );
        }
        assert_eq!(permutations(&[1, 2, 3])[0], [1, 2, 3]);
        assert_eq!(permutations(&[1, 2, 3]).len(), 6);
    }
}
