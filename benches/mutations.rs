//! Measures how well errors are located and repaired. In some copies of each example, one character is changed. Other
//! copies are damaged in a way that affects the whole string. Prints a table with the rates for each kind. The command
//! is `cargo bench --bench mutations`.

use clowder::diagnostics::{Diagnostic, Fix, Source, Span};
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
    /// Whether the change put in a look-alike: a letter in the other case, a similar character or white space.
    is_alike: bool,
}

/// Counts of mutations.
#[derive(Default)]
struct Rates {
    wrong: usize,
    /// An error or a note is at the change.
    located: usize,
    /// There are several errors.
    several: usize,
    /// There are several errors, and the first of them is at the change.
    first: usize,
    /// A fix is safe.
    safe: usize,
    /// The safe fix leads to the value before the mutation.
    safe_right: usize,
    /// The fix is safe, and the mutation did not put in a look-alike.
    plain: usize,
    plain_right: usize,
    /// The only fixes are suggestions.
    suggested: usize,
    /// One of the suggestions is the string before the mutation.
    suggested_right: usize,
    slowest: Duration,
}

impl Rates {
    fn add(&mut self, other: &Self) {
        self.wrong += other.wrong;
        self.located += other.located;
        self.several += other.several;
        self.first += other.first;
        self.safe += other.safe;
        self.safe_right += other.safe_right;
        self.plain += other.plain;
        self.plain_right += other.plain_right;
        self.suggested += other.suggested;
        self.suggested_right += other.suggested_right;
        self.slowest = self.slowest.max(other.slowest);
    }

    fn print(&self, name: &str) {
        let percent = |part: usize, of: usize| match of {
            0 => "     -".to_owned(),
            of => format!("{:6.2}", 100.0 * part as f64 / of as f64),
        };
        println!(
            "{name:18} {:6} {} {} {} {} {} {} {}  {:?}",
            self.wrong,
            percent(self.located, self.wrong),
            percent(self.first, self.several),
            percent(self.safe, self.wrong),
            percent(self.safe_right, self.safe),
            percent(self.plain_right, self.plain),
            percent(self.safe + self.suggested, self.wrong),
            percent(self.suggested_right, self.suggested),
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
    let put_in = wrong.get(index).copied().filter(|_| !matches!(change, "delete" | "swap"));
    let is_alike = put_in.is_some_and(|found| {
        let is_case = |other: &char| *other != found && other.eq_ignore_ascii_case(&found);
        letters.iter().any(is_case) || "0Oo1lIi5S8B6b9g \n".contains(found)
    });
    (wrong != characters).then(|| Mutation {
        is_alike,
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
    // Another process can interrupt one run, but hardly all of them.
    let time = || {
        let reading = reading.clone();
        let start = Instant::now();
        _ = improve(kind, text, &options, reading);
        start.elapsed()
    };
    let mut fastest = time();
    for _ in 0..4 {
        fastest = if fastest > rates.slowest { fastest.min(time()) } else { fastest };
    }
    rates.slowest = rates.slowest.max(fastest);
    let reading = improve(kind, text, &options, reading);
    rates.wrong += 1;
    let parts = |text: &str| kinds::read_thoroughly(kind, text, &options).parts().to_vec();
    let near = |part: Option<usize>, span: Span| {
        let at = part.map_or(mutation.at, |part| {
            let (wrong, right) = (&reading.parts()[part], &parts(&mutation.right)[part]);
            wrong.bytes().zip(right.bytes()).take_while(|(one, other)| one == other).count()
        });
        span.start() <= at + 1 && at <= span.end() + 1
    };
    // An error counts as located if its own place or the place of one of its notes is near the change.
    let shows = |error: &Diagnostic| {
        near(error.part, error.span) || error.related.iter().any(|note| near(note.part, note.span))
    };
    let errors: Vec<&Diagnostic> = reading.diagnostics().iter().collect();
    rates.located += usize::from(errors.iter().any(|error| shows(error)));
    if errors.len() > 1 {
        rates.several += 1;
        rates.first += usize::from(shows(errors[0]));
    }
    // The string after one fix, which can be in a part of a state.
    let fixed = |error: &Diagnostic, fix: &Fix| {
        let source = Source::new(text, reading.parts()).part(error.part);
        let fixed = [&source[..fix.span.start()], &fix.text, &source[fix.span.end()..]].concat();
        let Some(part) = error.part else { return fixed };
        let mut parts = reading.parts().to_vec();
        parts[part] = fixed;
        text.replacen(&json(&reading.parts()[part]), &json(&parts[part]), 1)
    };
    let fixes: Vec<(bool, String)> = errors
        .iter()
        .filter_map(|error| error.fix.as_ref().map(|fix| (fix.safe, fixed(error, fix))))
        .collect();
    let value = |text: &str| kinds::read(kind, text, &options).into_value().map(|value| value.canonical());
    if let Some((_, safe)) = fixes.iter().find(|(is_safe, _)| *is_safe) {
        rates.safe += 1;
        let is_right = *safe == mutation.right || value(safe) == value(&mutation.right);
        rates.safe_right += usize::from(is_right);
        rates.plain += usize::from(!mutation.is_alike);
        rates.plain_right += usize::from(!mutation.is_alike && is_right);
        if !is_right && verbose() {
            println!("unsafe: {kind} {:?} {text:?} {safe:?}", mutation.right);
        }
        return;
    }
    // A long string is shown only around the edit.
    let helps =
        errors.iter().filter_map(|error| error.help.as_ref()).filter(|help| help.starts_with("did you"));
    let shown: Vec<&str> = helps.flat_map(|help| help.split('`').skip(1).step_by(2)).collect();
    if fixes.is_empty() && shown.is_empty() {
        if verbose() {
            println!("nothing: {kind} {:?} {text:?} {}", mutation.right, errors[0]);
        }
        return;
    }
    rates.suggested += 1;
    let is_right = fixes.iter().any(|(_, fixed)| *fixed == mutation.right)
        || shown
            .iter()
            .any(|shown| mutation.right == *shown || (text.len() > 60 && mutation.right.contains(shown)));
    rates.suggested_right += usize::from(is_right);
    if !is_right && verbose() {
        println!("other: {kind} {:?} {text:?} {fixes:?} {shown:?}", mutation.right);
    }
}

/// Writes a string as JSON.
fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Returns whether each mutation is shown that is not repaired rightly.
fn verbose() -> bool {
    std::env::args().any(|word| word == "show")
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

/// The arguments are the number of mutations of each kind, a seed, and `show` for a list of what is not repaired rightly.
fn main() {
    let mut numbers = std::env::args().filter_map(|word| word.parse().ok());
    let (each, seed): (usize, usize) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(1));
    let mut random = Random::new(seed as u64);
    let mut all = Rates::default();
    println!("percent of             wrong located  first   safe  right  plain    any  right  slowest");
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
