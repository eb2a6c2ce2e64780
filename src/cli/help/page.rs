//! The parts of a help page other than options: input, output, examples, exit statuses and related commands.
//!
//! Each page is a file in `src/texts/help/`, named after its command with hyphens between the words. In a file name,
//! `GAME` stands for every bot game, and `KIND` for every kind without a page of its own.

use crate::games::GameName;
use crate::notation::Kind;

/// Embeds the help pages with the given names.
macro_rules! pages {
    ($($name:literal)*) => { &[$(($name, include_str!(concat!("../../texts/help/", $name, ".md")))),*] };
}

/// The help pages in groups, in the order in which `clowder help` lists the verbs.
pub(super) const GROUPS: [(&str, &[(&str, &str)]); 4] = [
    (
        "Strings",
        pages!["validate" "canon" "explain" "render" "identify" "diff" "kinds" "codes" "schema" "page"],
    ),
    (
        "Games and puzzles",
        pages![
            "challenges" "setup" "apply" "apply-penguins" "apply-raft" "apply-GAME" "legal-moves" "legal-moves-penguins"
            "legal-moves-raft" "legal-moves-GAME" "outcome" "outcome-raft" "outcome-GAME" "perft" "generate"
            "generate-penguins-challenge" "generate-region" "generate-raft-state" "generate-raft-game" "generate-deals"
            "generate-cases" "generate-KIND" "solve" "solve-raft" "play" "play-raft" "solve-penguins" "pentomino" "pentomino-list" "pentomino-show"
            "pentomino-name" "pentomino-orient" "pentomino-place" "pentomino-tile"
        ],
    ),
    (
        "Programs",
        pages![
            "bot" "bot-play" "bot-check" "bot-match" "bot-tournament" "bot-rate" "bot-new" "bot-protocol" "bot-replay"
            "bot-verify" "grade" "hunt" "answer"
        ],
    ),
    ("Shell", pages!["serve" "help" "completions" "man"]),
];

/// The help page of one command.
#[derive(Default, serde::Serialize)]
pub(crate) struct Page {
    /// The positional arguments shown in the help. Empty unless the parser reads several arguments as one list.
    #[serde(skip)]
    pub(super) operands: Vec<Operand>,
    /// What the command reads. The help shows this text after `Reads:`.
    pub(super) reads: Option<String>,
    /// What the command writes. The help shows this text after `Writes:`.
    pub(super) writes: Option<String>,
    /// The options that `-h` shows. If this list is empty, `-h` shows all options.
    #[serde(skip)]
    pub(super) often: Vec<String>,
    /// Options that only `clowder help VERB --all` shows.
    #[serde(skip)]
    pub(super) rarely: Vec<String>,
    /// The heading of the examples, which says whether the examples must be run in order.
    #[serde(skip)]
    pub(super) heading: &'static str,
    pub(super) examples: Vec<Example>,
    pub(super) statuses: Vec<ExitStatus>,
    pub(super) see_also: Vec<String>,
}

/// A positional argument that is shown in the help but never parsed.
pub(super) struct Operand {
    /// The argument as shown in a usage line, such as `<ACTION>...` or `[STATE]`.
    pub(super) usage: &'static str,
    pub(super) help: &'static str,
}

/// A command line that can be copied and run.
#[derive(serde::Serialize)]
pub(super) struct Example {
    pub(super) about: String,
    pub(super) command: String,
    pub(super) status: u8,
}

#[derive(serde::Serialize)]
pub(super) struct ExitStatus {
    pub(super) status: u8,
    pub(super) meaning: &'static str,
}

/// The meaning of exit status 2, which is the same for every command.
const TROUBLE: &str = "wrong use, or reading or writing failed";

impl Page {
    /// Returns the page of a command, given the words after `clowder`.
    pub(super) fn of(path: &str) -> Option<Self> {
        if let Some(text) = text_of(path) {
            return Self::read(text, str::to_owned);
        }
        let (before, last) = path.rsplit_once(' ')?;
        let is_game = last.parse::<GameName>().is_ok();
        let shared = if is_game { "GAME" } else { last.parse::<Kind>().ok().map(|_| "KIND")? };
        Self::read(text_of(&format!("{before} {shared}"))?, |text| text.replace(shared, last))
    }

    /// Parses a help page. In a page that several commands share, `fill` inserts the name of the game or kind.
    /// Returns `None` if the text is not a well-formed page.
    pub(super) fn read(text: &'static str, fill: impl Fn(&str) -> String) -> Option<Self> {
        let (head, sections) = text.split_once("\n## ")?;
        let entry = |name| head.lines().find_map(|line| line.strip_prefix(name)).map(&fill);
        let names = |name| entry(name).map(|list| list.split(", ").map(str::to_owned).collect());
        let mut page = Self {
            reads: entry("Reads: "),
            writes: entry("Writes: "),
            often: names("Often: ").unwrap_or_default(),
            rarely: names("Rarely: ").unwrap_or_default(),
            ..Self::default()
        };
        for section in sections.split("\n## ") {
            let (title, body) = section.split_once('\n')?;
            let items = body.lines().filter_map(|line| line.strip_prefix("- "));
            let pairs = items.clone().map(|item| item.split_once(": "));
            match title {
                "Arguments" => {
                    for pair in pairs {
                        let (usage, help) = pair?;
                        page.operands.push(Operand { usage: usage.trim_matches('`'), help });
                    }
                }
                "Exit statuses" => {
                    for pair in pairs.chain([Some(("2", TROUBLE))]) {
                        let (status, meaning) = pair?;
                        page.statuses.push(ExitStatus { status: status.parse().ok()?, meaning });
                    }
                }
                "See also" => page.see_also = items.map(&fill).collect(),
                heading => {
                    page.heading = heading;
                    let lines: Vec<&str> = body.lines().filter(|line| !line.is_empty()).collect();
                    for lines in lines.chunks(2) {
                        let [about, command] = lines else { return None };
                        let about = about.strip_suffix(':')?;
                        let negative = about.strip_suffix(" (exit status 1)");
                        page.examples.push(Example {
                            about: fill(negative.unwrap_or(about)),
                            command: fill(command.strip_prefix("    ")?),
                            status: negative.is_some().into(),
                        });
                    }
                }
            }
        }
        Some(page)
    }
}

/// Returns the text of the help page that is named exactly after `path`, if there is such a page.
pub(super) fn text_of(path: &str) -> Option<&'static str> {
    let name = path.replace(' ', "-");
    Some(GROUPS.iter().flat_map(|(_, pages)| *pages).find(|(known, _)| *known == name)?.1)
}
