//! Measures how well errors are located and repaired. In some copies of each example, one character is changed. Other
//! copies are damaged in a way that affects the whole string. Prints a table with the rates for each kind. The command
//! is `cargo bench --bench mutations`.

use clowder::diagnostics::{Diagnostic, Span};
use clowder::kinds::{self, Components, ReadOptions};
use clowder::notation::Kind;
use clowder::random::Random;
use clowder::repair::improve;
use std::time::{Duration, Instant};

/// The kinds of changes.
const CHANGES: [&str; 5] = ["replace", "delete", "insert", "swap", "case"];

/// A wrong string with the right string and the place of the difference.
struct Mutation {
    wrong: String,
    right: String,
    at: usize,
}

#[derive(Default)]
struct Rates {
    wrong: usize,
    located: usize,
    offered: usize,
    right: usize,
    slowest: Duration,
}

impl Rates {
    fn add(&mut self, other: &Self) {
        self.wrong += other.wrong;
        self.located += other.located;
        self.offered += other.offered;
        self.right += other.right;
        self.slowest = self.slowest.max(other.slowest);
    }

    fn print(&self, name: &str) {
        let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        println!(
            "{name:20} {:6} wrong  {:5.1} % located  {:5.1} % with a fix  {:5.1} % of the fixes right  slowest {:?}",
            self.wrong,
            percent(self.located, self.wrong),
            percent(self.offered, self.wrong),
            percent(self.right, self.offered),
            self.slowest,
        );
    }
}

fn mutation(right: &str, change: &str, letters: &[char], random: &mut Random) -> Option<Mutation> {
    let characters: Vec<char> = right.chars().collect();
    let index = random.below(characters.len());
    let letter = letters[random.below(letters.len())];
    let mut wrong = characters.clone();
    match change {
        "replace" => wrong[index] = letter,
        "delete" => drop(wrong.remove(index)),
        "insert" => wrong.insert(index, letter),
        "swap" => wrong.swap(index, (index + 1).min(characters.len() - 1)),
        _ if characters[index].is_lowercase() => wrong[index] = characters[index].to_ascii_uppercase(),
        _ => wrong[index] = characters[index].to_ascii_lowercase(),
    }
    (wrong != characters).then(|| Mutation {
        wrong: wrong.into_iter().collect(),
        right: right.to_owned(),
        at: characters[..index].iter().map(|letter| letter.len_utf8()).sum(),
    })
}

fn measure(kind: Kind, mutation: &Mutation, rates: &mut Rates) {
    let mut options = ReadOptions::default();
    options.components = Components::Official;
    let text = &mutation.wrong;
    let reading = kinds::read(kind, text, &options);
    if reading.is_usable() {
        return;
    }
    let start = Instant::now();
    let reading = improve(kind, text, &options, reading);
    rates.slowest = rates.slowest.max(start.elapsed());
    rates.wrong += 1;
    let part_of =
        |text: &str, part: usize| kinds::read_thoroughly(kind, text, &options).parts()[part].clone();
    let near = |part: Option<usize>, span: Span| {
        let at = part.map_or(mutation.at, |part| {
            let (wrong, right) = (part_of(text, part), part_of(&mutation.right, part));
            wrong.bytes().zip(right.bytes()).take_while(|(one, other)| one == other).count()
        });
        span.start() <= at + 1 && at <= span.end() + 1
    };
    // An error counts as located if its own place or the place of one of its notes is near the change.
    let shows = |error: &Diagnostic| {
        near(error.part, error.span) || error.related.iter().any(|note| near(note.part, note.span))
    };
    let located = reading.diagnostics().iter().any(shows);
    rates.located += usize::from(located);
    let fixed =
        reading.diagnostics().iter().find_map(|error| error.fix.as_ref().map(|fix| (error.part, fix)));
    if let Some((part, fix)) = fixed {
        rates.offered += 1;
        let apply = |text: &str| [&text[..fix.span.start()], &fix.text, &text[fix.span.end()..]].concat();
        let (fixed, right) = match part {
            None => (apply(text), mutation.right.clone()),
            // If an error is in a part of the string, its fix is applied to this part.
            Some(part) => (apply(&part_of(text, part)), part_of(&mutation.right, part)),
        };
        rates.right += usize::from(fixed == right);
    }
}

/// Damages the whole of a correct string in every way that applies to its kind. Returns each damaged string, with the
/// code of the error that must be reported for it.
fn damages(kind: Kind, text: &str) -> Vec<(&'static str, String)> {
    let is_single_line = kind.is_single_line();
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    let mut all = vec![
        ("text/quoted", format!("'{text}'")),
        ("text/quoted", format!("“{text}”")),
        ("text/quoted", format!("`{text}`")),
        ("text/byte-order-mark", format!("\u{feff}{text}")),
    ];
    if kind.is_json() {
        return all;
    }
    let (first, second) = text.split_at(text.len() / 2);
    let joined = |between: &str| {
        let line = |line: &str| line.chars().map(String::from).collect::<Vec<_>>().join(between);
        text.split('\n').map(line).collect::<Vec<_>>().join("\n")
    };
    let look_alike =
        text.replacen('A', "\u{410}", 1).replacen('0', "\u{ff10}", 1).replacen('o', "\u{43e}", 1);
    all.extend([
        ("text/outer-space", format!("  {text} ")),
        ("text/final-line-break", format!("{text}\n\n")),
        (
            "text/source-code",
            format!("\"{}\" + \"{}\"", first.replace('\n', "\\n"), second.replace('\n', "\\n")),
        ),
        ("text/json-string", format!("{{\"input\": \"{escaped}\"}}")),
        ("text/separated", joined(" ")),
        ("text/separated", joined(", ")),
        ("text/look-alike", look_alike),
        ("text/wrong-case", text.to_ascii_lowercase()),
        ("text/wrong-case", text.to_ascii_uppercase()),
    ]);
    let windows = if is_single_line { format!("{text}\r\n") } else { text.replace('\n', "\r\n") };
    all.push(("text/windows-line-breaks", windows));
    if text.contains('\n') {
        all.push(("text/escaped-line-breaks", text.replace('\n', "\\n")));
        let indented = text.lines().map(|line| format!("    {line}\n")).collect();
        all.push(("text/indented", indented));
    }
    all
}

/// Prints the number of damaged strings that are reported with the correct cause. A damaged string that is still
/// correct, for example because it has only one letter, is not counted.
fn measure_damages() {
    let options = ReadOptions::default();
    let mut named: std::collections::BTreeMap<&str, (usize, usize)> = std::collections::BTreeMap::new();
    for &kind in Kind::ALL {
        for (code, text) in damages(kind, kinds::row(kind).example()) {
            let reading = kinds::read(kind, &text, &options);
            if reading.is_usable() || text == kinds::row(kind).example() {
                continue;
            }
            let reading = improve(kind, &text, &options, reading);
            let found: Vec<&str> = reading.diagnostics().iter().map(|error| error.code.name).collect();
            let counts = named.entry(code).or_default();
            counts.1 += 1;
            if found == [code] {
                counts.0 += 1;
            } else {
                println!("{kind}: {code} is reported as {found:?}: {text:?}");
            }
        }
    }
    for (code, (right, all)) in named {
        println!("{code:28} {right:3} of {all:3} are reported as this one error");
    }
}

fn main() {
    let each = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(200);
    let mut random = Random::new(1);
    let mut all = Rates::default();
    for &kind in Kind::ALL {
        let row = kinds::row(kind);
        let letters: Vec<char> = row.alphabet().chars().chain("xXzZ09 ,lO".chars()).collect();
        let mut of_kind = Rates::default();
        for change in CHANGES {
            for _ in 0..each / CHANGES.len() {
                if let Some(mutation) = mutation(row.example(), change, &letters, &mut random) {
                    measure(kind, &mutation, &mut of_kind);
                }
            }
        }
        of_kind.print(kind.name());
        all.add(&of_kind);
    }
    all.print("all kinds");
    measure_damages();
}
