//! Measures the library of clowder and, for comparison, the crate `dlx`. Each command prints lines with a name and a
//! time in nanoseconds.

use clowder::arboretum::Arboretum;
use clowder::kinds::{self, ReadOptions};
use clowder::notation::Kind;
use clowder::games::Game as _;
use clowder::penguins::{self, PartialSolution};
use clowder::raft::generate::{Playout, Step};
use clowder::raft::perft::perft;
use clowder::raft::{Action, PlayableState};
use clowder::random::Random;
use std::hint::black_box;
use std::time::Instant;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["positions", path] => write_positions(path),
        ["rules", path] => measure_rules(path),
        ["strings"] => measure_strings(),
        ["games"] => measure_games(),
        ["dlx", path, expected] => measure_dlx(path, expected.parse()?),
        _ => Err("usage: clowder-compare positions|rules FILE, dlx FILE COUNT, or strings|games".into()),
    }
}

/// Prints the time of one call in nanoseconds. `work` makes `calls` calls, and is repeated for about 0.2 seconds.
fn measure(name: &str, calls: u32, mut work: impl FnMut()) {
    let start = Instant::now();
    let mut rounds = 0;
    while start.elapsed().as_millis() < 200 {
        work();
        rounds += calls;
    }
    println!("{name} {:.1}", start.elapsed().as_nanos() as f64 / f64::from(rounds));
}

/// Writes 2,000 positions of random games, one per line: the state and the action that was played in it, separated by
/// a tab.
fn write_positions(path: &str) -> Result<(), Failure> {
    let mut lines = String::new();
    let mut count = 0;
    'all: for game in 0.. {
        for played in Playout::new(Random::stream(1, game)) {
            if let Step::Action(action) = *played.step() {
                lines += &format!("{}\t{action}\n", played.before());
                count += 1;
                if count == 2_000 {
                    break 'all;
                }
            }
        }
    }
    Ok(std::fs::write(path, lines)?)
}

fn measure_rules(path: &str) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path)?;
    let mut cases: Vec<(PlayableState, Action)> = Vec::new();
    for line in text.lines() {
        let (state, action) = line.split_once('\t').ok_or("a line does not contain a tab")?;
        cases.push((state.parse()?, action.parse()?));
    }
    let calls = cases.len() as u32;
    measure("legal", calls, || cases.iter().for_each(|(game, action)| {
        black_box(game.is_legal(action));
    }));
    measure("apply", calls, || cases.iter().for_each(|(game, action)| {
        let mut game = game.clone();
        black_box(game.apply(action).is_ok());
    }));
    measure("over", calls, || cases.iter().for_each(|(game, action)| {
        black_box(game.is_over_after(action).is_ok());
    }));
    let answers = cases.iter().map(|(game, action)| game.is_over_after(action));
    println!("over-count {}", answers.filter(|over| matches!(over, Ok(true))).count());
    let start = Instant::now();
    let count = perft(&cases[0].0, 3);
    println!("perft-per-sequence {:.6}", start.elapsed().as_nanos() as f64 / count as f64);
    Ok(())
}

fn measure_strings() -> Result<(), Failure> {
    let options = ReadOptions::default();
    for kind in [Kind::Board, Kind::Challenge] {
        let text = kinds::row(kind).example();
        measure(kind.name(), 1, || {
            black_box(kinds::is_canonical(kind, black_box(text), &options));
        });
    }
    measure("penguins-60", 1, || {
        for official in penguins::official_challenges() {
            black_box(penguins::solve(black_box(official.challenge), PartialSolution::EMPTY).count());
        }
    });
    Ok(())
}

fn measure_games() -> Result<(), Failure> {
    let mut random = Random::new(1);
    measure("arboretum-game", 1, || {
        let mut state = Arboretum::deal(&mut random);
        while Arboretum::result(&state).is_none() {
            let legal = Arboretum::legal_moves(&state);
            Arboretum::apply(&mut state, &legal[random.below(legal.len())]);
        }
        black_box(state);
    });
    Ok(())
}

/// Counts the solutions of an exact cover problem in a file from `run.py`. The first line contains the items, and
/// each further line one option.
fn measure_dlx(path: &str, expected: u64) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path)?;
    let mut lines = text.lines().filter(|line| !line.starts_with('|'));
    let items: Vec<&str> = lines.next().ok_or("the file is empty")?.split_whitespace().collect();
    let index = |name: &str| items.iter().position(|item| *item == name).map(|at| at as dlx::Uint);
    let options: Vec<Vec<dlx::Uint>> =
        lines.map(|line| line.split_whitespace().filter_map(index).collect()).collect();
    let start = Instant::now();
    let mut problem = dlx::x::make_problem(items.len() as dlx::Uint, 0, &options, dlx::OptOrder::Seq);
    let mut solver = dlx::Solver::new(&mut problem);
    let mut chooser = dlx::choose::mrv_chooser(dlx::choose::prefer_any(), dlx::choose::no_tiebreak());
    let mut count = 0_u64;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    let elapsed = start.elapsed().as_nanos();
    if count != expected {
        return Err(format!("there are {expected} tilings, and dlx counted {count}").into());
    }
    println!("dlx {elapsed}");
    Ok(())
}
