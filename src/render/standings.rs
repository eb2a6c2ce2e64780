//! The table and the cross table of a tournament, as text and as a page.

use super::figure::html::{self, SORTING};
use super::figure::svg::{Theme, escaped};
use super::{Look, Paint, Scene, Style};
use crate::arena::faults::{Counts, Faults};
use crate::arena::statistics::PairCounts;
use crate::arena::tournament::{AnswerTimes, MirroredPairs, PairScore, Standing, Standings};
use crate::diagnostics::escape::excerpt;

/// Names longer than this, in characters, are shortened.
const NAME: usize = 24;

const POINTS: &str = "points: 3 for each meeting won, 1 for each meeting drawn; a meeting consists of all games of two bots in a round";

/// A cell of a table: the heading of its column, its style and its text. Names are bold and left-aligned; all other
/// cells are right-aligned.
type Cell = (String, Style, String);

#[expect(clippy::needless_pass_by_value, reason = "most texts are temporary")]
fn cell(heading: &str, style: Style, text: impl ToString) -> Cell {
    (heading.to_owned(), style, text.to_string())
}

fn name(names: &[&str], entrant: usize) -> String {
    excerpt(names[entrant], NAME)
}

fn table(rows: &[Vec<Cell>]) -> Scene {
    let mut scene = Scene::new();
    let headings = rows.iter().take(1).map(|row| row.iter().map(|cell| (&cell.0, Style::FAINT)).collect());
    let cells = rows.iter().map(|row| row.iter().map(|(_, style, text)| (text, *style)).collect());
    for line in headings.chain::<Vec<Vec<_>>>(cells.collect()) {
        scene.line();
        for (index, (text, style)) in line.into_iter().enumerate() {
            let length = |cell: &Cell| cell.0.chars().count().max(cell.2.chars().count());
            let width = rows.iter().map(|row| length(&row[index])).max().unwrap_or(0);
            let is_left = rows[0][index].1 == Style::BOLD;
            let text = if is_left { format!("{text:<width$}") } else { format!("{text:>width$}") };
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
    let mut scene = table(&rows(names, lines, look));
    scene.line().put(POINTS, Style::FAINT);
    for line in lines {
        for (stage, counts) in other_faults(&line.faults) {
            scene.line().put(name(names, line.entrant), Style::BOLD);
            scene.put(format!(" {stage}: {}", in_words(counts)), Style::ink(Paint::Red));
        }
    }
    scene
}

fn rows(names: &[&str], lines: &[Standing], look: &Look) -> Vec<Vec<Cell>> {
    let (red, plus_minus) = (Style::ink(Paint::Red), look.pick("±", "+-"));
    // Tic-tac-toe has no scores.
    let has_scores = lines.iter().any(|line| (line.totals.score_for, line.totals.score_against) != (0, 0));
    let has_restarts = lines.iter().any(|line| line.restarts > 0);
    let row = |line: &Standing| {
        let (totals, faults, rating) = (&line.totals, &line.faults.turns, line.rating);
        let cells = [
            cell("", Style::FAINT, line.rank),
            cell("bot", Style::BOLD, name(names, line.entrant)),
            cell("points", Style::PLAIN, totals.points),
            cell("games", Style::PLAIN, totals.games),
            cell("won", Style::ink(Paint::Green), totals.g_wins),
            cell("drawn", Style::PLAIN, totals.g_draws),
            cell("lost", Style::PLAIN, totals.g_losses),
            cell("score", Style::PLAIN, format!("{}:{}", totals.score_for, totals.score_against)),
            cell(
                "rating",
                Style::ink(Paint::Sky),
                format!("{:.0} {plus_minus}{:.0}", rating.elo, rating.margin),
            ),
            cell("timeout", red, count(faults.timeout, look)),
            cell("crash", red, count(faults.crash, look)),
            cell("garbage", red, count(faults.garbage, look)),
            cell("illegal", red, count(faults.illegal, look)),
            cell("restarts", red, count(line.restarts, look)),
        ];
        let is_shown = |cell: &Cell| match cell.0.as_str() {
            "score" => has_scores,
            "restarts" => has_restarts,
            _ => true,
        };
        cells.into_iter().filter(is_shown).collect()
    };
    lines.iter().map(row).collect()
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
    let lines = standings.table.iter().filter_map(|line| Some((line.entrant, times[line.entrant]?)));
    let ms = |us: u32| format!("{}.{:02} ms", us / 1000, us % 1000 / 10);
    let row = |(bot, times): (usize, AnswerTimes)| {
        vec![
            cell("time for a move", Style::BOLD, name(names, bot)),
            cell("median", Style::PLAIN, ms(times.median)),
            cell("99 % within", Style::PLAIN, ms(times.p99)),
            cell("longest", Style::PLAIN, ms(times.worst)),
            cell("processor time", Style::PLAIN, format!("{:.2} s", times.load.used as f64 / 1e6)),
        ]
    };
    let rows: Vec<_> = lines.map(row).collect();
    (!rows.is_empty()).then(|| table(&rows))
}

/// Draws the results of mirrored games. Two games with the same deal and swapped sides form a pair. Each row shows in
/// how many pairs a bot scored 0, ½, 1, 1½ and 2 points, and the bot's share of all points in its pairs. Returns `None`
/// if there are no pairs.
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
    let lines = || standings.table.iter().map(|line| (line.entrant, pairs.of(line.entrant)));
    let row = |(bot, counts): (usize, PairCounts)| {
        let share = counts.score().map_or_else(|| count(0, look), |score| format!("{:.1} %", score * 100.0));
        let results = ["0", "0.5", "1", "1.5", "2"].into_iter().zip(counts.0);
        let results = results.map(|(heading, number)| cell(heading, Style::PLAIN, count(number, look)));
        let name = cell("pairs by points", Style::BOLD, name(names, bot));
        std::iter::once(name).chain(results).chain([cell("share", Style::PLAIN, share)]).collect()
    };
    lines().any(|(_, counts)| counts.total() > 0).then(|| table(&lines().map(row).collect::<Vec<_>>()))
}

/// Lists the faults that a bot committed outside its own turns. Each entry says when the faults happened, and how many
/// there were of each kind.
fn other_faults(faults: &Faults) -> impl Iterator<Item = (&'static str, &Counts)> {
    let stages = [("in NEWGAME and ENDGAME", &faults.frame), ("in its opponents' turns", &faults.inactive)];
    stages.into_iter().filter(|(_, counts)| counts.total() > 0)
}

/// Counts the faults of each kind in words, such as `2 timeout, 1 crash`.
fn in_words(counts: &Counts) -> String {
    let Counts { timeout, crash, garbage, illegal } = *counts;
    let kinds = [(timeout, "timeout"), (crash, "crash"), (garbage, "garbage"), (illegal, "illegal")];
    let told = kinds.iter().filter(|kind| kind.0 > 0).map(|(count, kind)| format!("{count} {kind}"));
    told.collect::<Vec<_>>().join(", ")
}

/// Draws a cross table. Each row shows how many games a bot won, drew and lost against each of the other bots. Returns
/// `None` if the table would be too wide.
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
    Some(table(&cross_rows(names, standings, look))).filter(|scene| scene.width() <= look.width)
}

/// Returns the rows of a cross table. The heading of a column is the rank of the opponent.
fn cross_rows(names: &[&str], standings: &Standings, look: &Look) -> Vec<Vec<Cell>> {
    let lines = &standings.table;
    let row = |row: &Standing| {
        let own = [cell("", Style::FAINT, row.rank), cell("against", Style::BOLD, name(names, row.entrant))];
        let others = lines.iter().map(|column| {
            let text = match standings.cross[row.entrant][column.entrant] {
                PairScore { wins: 0, draws: 0, losses: 0 } => count(0, look),
                PairScore { wins, draws, losses } => format!("{wins}-{draws}-{losses}"),
            };
            cell(&column.rank.to_string(), Style::PLAIN, text)
        });
        own.into_iter().chain(others).collect()
    };
    lines.iter().map(row).collect()
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
/// Panics if `names` or the cross table lacks an element for any entrant in the table.
pub fn page(title: &str, names: &[&str], standings: &Standings) -> String {
    let mut out = String::new();
    let mut put = |caption: &str, mut rows: Vec<Vec<Cell>>| {
        // The name of the bot is the heading of its row.
        for row in &mut rows {
            row.swap(0, 1);
        }
        let class = |cell: &Cell| if cell.1 == Style::BOLD { "text" } else { "" };
        let heading = |cell: &Cell| if cell.0.is_empty() { "rank".to_owned() } else { cell.0.clone() };
        let headings: Vec<_> =
            rows.iter().take(1).flatten().map(|cell| (heading(cell), class(cell))).collect();
        let rows = rows.iter().map(|row| row.iter().map(|cell| escaped(&cell.2)).collect());
        out.push_str(&html::table("class=\"sorts\"", caption, &headings, rows));
    };
    put("Standings", rows(names, &standings.table, &Look::PIPE));
    put(
        "Games won, drawn and lost against the bot with each rank",
        cross_rows(names, standings, &Look::PIPE),
    );
    for line in &standings.table {
        for (stage, counts) in other_faults(&line.faults) {
            let name = escaped(&name(names, line.entrant));
            out.push_str(&format!("<p>{name} {stage}: {}</p>\n", in_words(counts)));
        }
    }
    out += &format!("<p class=\"faint\">{POINTS}</p>\n");
    html::document(&excerpt(title, 80), Theme::Auto, "report", Some(SORTING), &out)
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
