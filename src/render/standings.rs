//! Pictures of a tournament's table and cross table, as text and as a page.

use super::figure::html::{self, SORTING};
use super::figure::svg::{Theme, escaped};
use super::{Look, Paint, Scene, Style};
use crate::arena::faults::{Counts, Faults};
use crate::arena::statistics::PairCounts;
use crate::arena::tournament::{AnswerTimes, MirroredPairs, PairScore, Standing, Standings};
use crate::diagnostics::escape::excerpt;

/// The maximum number of characters shown of a name.
const NAME: usize = 24;

const POINTS: &str = "points: 3 for each meeting won, 1 for each meeting drawn; a meeting consists of all games of two bots in a round";

/// A table column: its heading and its cells. Names are bold and left-aligned; everything else is right-aligned.
struct Column {
    heading: String,
    style: Style,
    cells: Vec<String>,
}

impl Column {
    fn new<T>(heading: &str, style: Style, lines: &[T], cell: impl FnMut(&T) -> String) -> Self {
        Self { heading: heading.to_owned(), style, cells: lines.iter().map(cell).collect() }
    }

    fn is_left(&self) -> bool {
        self.style == Style::BOLD
    }
}

fn table(columns: &[Column]) -> Scene {
    let mut scene = Scene::new();
    let rows = columns.first().map_or(0, |column| column.cells.len());
    for row in 0..=rows {
        scene.line();
        for (index, column) in columns.iter().enumerate() {
            let Column { heading, style, cells } = column;
            let width = cells.iter().chain([heading]).map(|cell| cell.chars().count()).max().unwrap_or(0);
            let (text, style) = match row.checked_sub(1) {
                None => (heading, Style::FAINT),
                Some(row) => (&cells[row], *style),
            };
            let text = if column.is_left() { format!("{text:<width$}") } else { format!("{text:>width$}") };
            scene.put(if index == 0 { "" } else { "  " }, style).put(text, style);
        }
    }
    scene
}

fn count(number: u32, look: &Look) -> String {
    if number == 0 { look.pick("·", ".").to_owned() } else { number.to_string() }
}

/// Draws the table of a tournament. The best bot comes first.
///
/// ```
/// use clowder::arena::{schedule::TournamentFormat, tournament::Standings};
/// use clowder::render::{Look, standings};
///
/// let table = Standings::new(TournamentFormat::RoundRobin, 2, &[], &[]);
/// assert!(standings::standings(&["Ann", "Bob"], &table, &Look::PIPE).text().contains("Ann"));
/// ```
///
/// # Panics
/// Panics if an entrant of the table has no name.
pub fn standings(names: &[&str], standings: &Standings, look: &Look) -> Scene {
    let lines = &standings.table;
    let mut scene = table(&columns(names, lines, look));
    scene.line().put(POINTS, Style::FAINT);
    for line in lines {
        for (stage, counts) in other_faults(&line.faults) {
            scene.line().put(excerpt(names[line.entrant], NAME), Style::BOLD);
            scene.put(format!(" {stage}: {}", in_words(counts)), Style::ink(Paint::Red));
        }
    }
    scene
}

fn columns(names: &[&str], lines: &[Standing], look: &Look) -> Vec<Column> {
    let column = |heading: &str, style: Style, cell: &dyn Fn(&Standing) -> String| {
        Column::new(heading, style, lines, cell)
    };
    let (red, plus_minus) = (Style::ink(Paint::Red), look.pick("±", "+-"));
    let fault = |heading: &str, of: fn(&Counts) -> u32| {
        column(heading, red, &|line| count(of(&line.faults.turns), look))
    };
    let mut columns = vec![
        column("", Style::FAINT, &|line| line.rank.to_string()),
        column("bot", Style::BOLD, &|line| excerpt(names[line.entrant], NAME)),
        column("points", Style::PLAIN, &|line| line.totals.points.to_string()),
        column("games", Style::PLAIN, &|line| line.totals.games.to_string()),
        column("won", Style::ink(Paint::Green), &|line| line.totals.g_wins.to_string()),
        column("drawn", Style::PLAIN, &|line| line.totals.g_draws.to_string()),
        column("lost", Style::PLAIN, &|line| line.totals.g_losses.to_string()),
    ];
    // Tic-tac-toe has no scores.
    if lines.iter().any(|line| (line.totals.score_for, line.totals.score_against) != (0, 0)) {
        let score = |line: &Standing| format!("{}:{}", line.totals.score_for, line.totals.score_against);
        columns.push(column("score", Style::PLAIN, &score));
    }
    let rating = |line: &Standing| format!("{:.0} {plus_minus}{:.0}", line.rating.elo, line.rating.margin);
    columns.extend([
        column("rating", Style::ink(Paint::Sky), &rating),
        fault("timeout", |counts| counts.timeout),
        fault("crash", |counts| counts.crash),
        fault("garbage", |counts| counts.garbage),
        fault("illegal", |counts| counts.illegal),
    ]);
    if lines.iter().any(|line| line.restarts > 0) {
        columns.push(column("restarts", red, &|line| count(line.restarts, look)));
    }
    columns
}

/// Draws a table of the time that each bot took per move, in the order of the tournament table. Returns `None` if no
/// times are known.
///
/// ```
/// use clowder::arena::{schedule::TournamentFormat, tournament::{AnswerTimes, Standings}};
/// use clowder::render::standings;
///
/// let table = Standings::new(TournamentFormat::RoundRobin, 2, &[], &[]);
/// let times = [AnswerTimes::of(vec![1500]), None];
/// let scene = standings::times(&["Ann", "Bob"], &table, &times).expect("one time is known");
/// assert!(scene.text().contains("1.50 ms"));
/// ```
///
/// # Panics
/// Panics if `names` or `times` lacks an element for any entrant in the table.
pub fn times(names: &[&str], standings: &Standings, times: &[Option<AnswerTimes>]) -> Option<Scene> {
    let lines: Vec<_> =
        standings.table.iter().filter_map(|line| Some((line, times[line.entrant]?))).collect();
    let column = |heading: &str, of: fn(&AnswerTimes) -> u32| {
        Column::new(heading, Style::PLAIN, &lines, |(_, times)| {
            let us = of(times);
            format!("{}.{:02} ms", us / 1000, us % 1000 / 10)
        })
    };
    let columns = [
        Column::new("time for a move", Style::BOLD, &lines, |(line, _)| excerpt(names[line.entrant], NAME)),
        column("median", |times| times.median),
        column("99 % within", |times| times.p99),
        column("longest", |times| times.worst),
        Column::new("processor time", Style::PLAIN, &lines, |(_, times)| {
            format!("{:.2} s", times.load.used as f64 / 1e6)
        }),
    ];
    (!lines.is_empty()).then(|| table(&columns))
}

/// Draws the results of the pairs of mirrored games. Each row shows in how many pairs a bot scored 0, ½, 1, 1½ and 2
/// points, and the bot's share of the points in these pairs. Returns `None` if there are no pairs.
///
/// ```
/// use clowder::arena::statistics::PairCounts;
/// use clowder::arena::{schedule::TournamentFormat, tournament::{MirroredPairs, Standings}};
/// use clowder::render::{Look, standings};
///
/// let table = Standings::new(TournamentFormat::Match, 2, &[], &[]);
/// let mut pairs = MirroredPairs { cross: vec![vec![PairCounts::default(); 2]; 2] };
/// assert!(standings::pairs(&["Ann", "Bob"], &table, &pairs, &Look::PIPE).is_none());
/// pairs.cross[0][1] = PairCounts([0, 0, 1, 0, 3]);
/// let scene = standings::pairs(&["Ann", "Bob"], &table, &pairs, &Look::PIPE).expect("there are pairs");
/// assert!(scene.text().contains("87.5 %"));
/// ```
///
/// # Panics
/// Panics if `names` or `pairs` lacks an element for any entrant in the table.
pub fn pairs(names: &[&str], standings: &Standings, pairs: &MirroredPairs, look: &Look) -> Option<Scene> {
    let lines: Vec<_> = standings.table.iter().map(|line| (line.entrant, pairs.of(line.entrant))).collect();
    let share = |(_, counts): &(usize, PairCounts)| {
        counts.score().map_or_else(|| count(0, look), |score| format!("{:.1} %", score * 100.0))
    };
    let mut columns =
        vec![Column::new("pairs by points", Style::BOLD, &lines, |(bot, _)| excerpt(names[*bot], NAME))];
    for (result, heading) in ["0", "0.5", "1", "1.5", "2"].into_iter().enumerate() {
        let cell = |(_, counts): &(_, PairCounts)| count(counts.0[result], look);
        columns.push(Column::new(heading, Style::PLAIN, &lines, cell));
    }
    columns.push(Column::new("share", Style::PLAIN, &lines, share));
    lines.iter().any(|(_, counts)| counts.total() > 0).then(|| table(&columns))
}

/// Lists the faults that a bot committed outside its own turns. For each part of the game with faults, the list
/// contains a description and the number of faults of each kind.
fn other_faults(faults: &Faults) -> impl Iterator<Item = (&'static str, &Counts)> {
    let stages = [("in NEWGAME and ENDGAME", &faults.frame), ("in its opponents' turns", &faults.inactive)];
    stages.into_iter().filter(|(_, counts)| counts.total() > 0)
}

/// Writes the number of faults of each kind as text, such as `2 timeout, 1 crash`.
fn in_words(counts: &Counts) -> String {
    let Counts { timeout, crash, garbage, illegal } = *counts;
    let kinds = [(timeout, "timeout"), (crash, "crash"), (garbage, "garbage"), (illegal, "illegal")];
    let told = kinds.iter().filter(|kind| kind.0 > 0).map(|(count, kind)| format!("{count} {kind}"));
    told.collect::<Vec<_>>().join(", ")
}

/// Draws a cross table. Each row shows how many games a bot won, drew and lost against each other bot. Returns `None`
/// if the table is too wide.
///
/// ```
/// use clowder::arena::{schedule::TournamentFormat, tournament::Standings};
/// use clowder::render::{Look, standings};
///
/// let table = Standings::new(TournamentFormat::RoundRobin, 2, &[], &[]);
/// let scene = standings::cross_table(&["Ann", "Bob"], &table, &Look::PIPE).expect("two bots fit");
/// assert!(scene.text().contains("Bob"));
/// ```
///
/// # Panics
/// Panics if `names` or the cross table lacks an element for any entrant in the table.
pub fn cross_table(names: &[&str], standings: &Standings, look: &Look) -> Option<Scene> {
    let columns = cross_columns(names, standings, look);
    Some(table(&columns)).filter(|scene| scene.width() <= look.width)
}

/// Returns the columns of a cross table. The heading of a column is the rank of the opponent.
fn cross_columns(names: &[&str], standings: &Standings, look: &Look) -> Vec<Column> {
    let lines = &standings.table;
    let name = |line: &Standing| excerpt(names[line.entrant], NAME);
    let mut columns = vec![
        Column::new("", Style::FAINT, lines, |line| line.rank.to_string()),
        Column::new("against", Style::BOLD, lines, name),
    ];
    for column in lines {
        let cell = |row: &Standing| match standings.cross[row.entrant][column.entrant] {
            PairScore { wins: 0, draws: 0, losses: 0 } => count(0, look),
            PairScore { wins, draws, losses } => format!("{wins}-{draws}-{losses}"),
        };
        columns.push(Column::new(&column.rank.to_string(), Style::PLAIN, lines, cell));
    }
    columns
}

/// Writes the table and the cross table of a tournament as an HTML page.
///
/// ```
/// use clowder::arena::{schedule::TournamentFormat, tournament::Standings};
/// use clowder::render::standings;
///
/// let table = Standings::new(TournamentFormat::RoundRobin, 2, &[], &[]);
/// assert!(standings::page("Cup", &["<Ann>", "Bob"], &table).contains("&lt;Ann&gt;"));
/// ```
///
/// # Panics
/// Panics if an entrant of the table has no name.
pub fn page(title: &str, names: &[&str], standings: &Standings) -> String {
    let mut out = html::begin(&excerpt(title, 80), Theme::Auto, "report", Some(SORTING));
    let mut put = |caption: &str, mut columns: Vec<Column>| {
        // The name of the bot is the heading of its row.
        columns.swap(0, 1);
        "rank".clone_into(&mut columns[1].heading);
        let class = |column: &Column| if column.is_left() { "text" } else { "" };
        let headings: Vec<_> =
            columns.iter().map(|column| (column.heading.as_str(), class(column))).collect();
        let row = |row: usize| columns.iter().map(|column| escaped(&column.cells[row])).collect();
        let rows = (0..standings.table.len()).map(row);
        out.push_str(&html::table("class=\"sorts\"", caption, &headings, rows));
    };
    put("Standings", columns(names, &standings.table, &Look::PIPE));
    put(
        "Games won, drawn and lost against the bot with each rank",
        cross_columns(names, standings, &Look::PIPE),
    );
    for line in &standings.table {
        for (stage, counts) in other_faults(&line.faults) {
            out.push_str(&format!(
                "<p>{} {stage}: {}</p>\n",
                escaped(&excerpt(names[line.entrant], NAME)),
                in_words(counts)
            ));
        }
    }
    out + &format!("<p class=\"faint\">{POINTS}</p>\n") + &html::end(Some(SORTING))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::rating::Rating;
    use crate::arena::tournament::Totals;

    #[test]
    fn the_table_can_be_read_without_colour() {
        let line = |entrant, rank, points, [won, drawn, lost]: [u32; 3], faults: Faults| Standing {
            entrant,
            rank,
            totals: Totals {
                games: won + drawn + lost,
                g_wins: won,
                g_draws: drawn,
                g_losses: lost,
                points,
                ..Totals::default()
            },
            faults,
            restarts: 0,
            rating: Rating { elo: 1500.4, margin: 99.6 },
        };
        let slow = Counts { timeout: 2, ..Counts::default() };
        let faults = Faults { turns: slow, frame: Counts { crash: 1, ..slow }, ..Faults::default() };
        let score = |wins, draws, losses| PairScore { wins, draws, losses };
        let all = Standings {
            table: vec![line(1, 1, 3, [2, 1, 0], Faults::default()), line(0, 2, 0, [0, 1, 2], faults)],
            cross: vec![
                vec![PairScore::default(), score(0, 1, 2)],
                vec![score(2, 1, 0), PairScore::default()],
            ],
        };
        let names = ["evil\x1b[31m", "good"];
        let look = Look { width: 40, ..Look::PIPE };
        let expected =
            "   bot             points  games  won  drawn  lost     rating  timeout  crash  garbage  illegal
1  good                 3      3    2      1     0  1500 ±100        ·      ·        ·        ·
2  evil\\u{1b}[31m       0      3    0      1     2  1500 ±100        2      ·        ·        ·
points: 3 for each meeting won, 1 for each meeting drawn; a meeting consists of all games of two bots in a round
evil\\u{1b}[31m in NEWGAME and ENDGAME: 2 timeout, 1 crash
";
        assert_eq!(standings(&names, &all, &look).text(), expected);
        let mut scored = all.clone();
        scored.table[0].totals.score_for = 22;
        scored.table[0].totals.score_against = 17;
        let shown = standings(&names, &scored, &look).text();
        assert!(
            shown.contains("  score  ") && shown.contains("  22:17  ") && shown.contains("    0:0  "),
            "{shown}"
        );
        let expected = "   against             1      2\n1  good                ·  2-1-0\n2  evil\\u{1b}[31m  0-1-2      ·\n";
        assert_eq!(cross_table(&names, &all, &look).unwrap().text(), expected);
        assert!(cross_table(&names, &all, &Look { width: 20, ..look }).is_none());
    }
}
