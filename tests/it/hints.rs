//! Tests hints for puzzles: a placement that is called forced must be in every solution.

#[cfg(feature = "cli")]
use crate::support::run;
use crate::support::snapshot;
use crate::tilings::{filled, poses, random_region, random_shape};
use clowder::cover::Difficulty;
use clowder::penguins::{self, Advice, Challenge, State, official_challenges, solve};
use clowder::polyomino::tiling::{self, Images, Puzzle, Usage};
use clowder::polyomino::{Pieces, PuzzleFilter, PuzzleLevel, Region, Square};
use clowder::random::Random;
use clowder::shape::Sides;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::ControlFlow;

#[test]
fn a_hint_that_needs_a_search_gives_the_number_of_solutions() {
    for (challenge, expected) in [
        ("2223", "the only solution places this block here; simple deductions do not show it"),
        ("0030", "all 5 solutions place this block here; simple deductions do not show it"),
    ] {
        let Advice::Place { reason, difficulty: None, .. } = penguins::hint(challenge.parse().unwrap())
        else {
            panic!("{challenge} has no placement that only a search finds");
        };
        assert_eq!(reason, expected);
    }
}

/// A placement by its name and the names of its hexagons or squares.
type Named = (String, Vec<String>);

/// What the sentence checker knows about a puzzle.
struct Rules<'a> {
    /// The remaining placements.
    possible: Vec<Named>,
    placed: Vec<Named>,
    /// How many hexagons may stay empty, or `None` if every square must be covered.
    spare: Option<usize>,
    covers: &'a dyn Fn(&Named, &str) -> bool,
    exclude: &'a dyn Fn(&Named, &Named) -> bool,
}

impl Rules<'_> {
    /// Checks the sentences of a proof one after another, knowing only which placements exclude each other, and what
    /// must be covered.
    fn check(mut self, puzzle: &str, placement: &str, reason: &str, steps: &[String]) {
        let Self { placed, spare, covers, exclude, .. } = self;
        let possible = &mut self.possible;
        possible.retain(|one| !placed.iter().any(|other| exclude(one, other)));
        let named = |possible: &[Named], name: &str| {
            let option = possible.iter().find(|option| option.0 == name);
            option.unwrap_or_else(|| panic!("{name} is excluded")).clone()
        };
        // Checks that the items cannot be covered, and returns their number.
        let lost = |possible: &[Named], chosen: &[Named], items: &str| {
            let items: Vec<_> = items.split(" or to ").collect();
            for item in &items {
                let of = |option: &Named| covers(option, item);
                assert!(!possible.iter().chain(chosen).chain(&placed).any(of), "{puzzle}: {item}");
            }
            items.len()
        };
        let at_most =
            if spare == Some(0) { "none".to_owned() } else { format!("at most {}", spare.unwrap_or(0)) };
        let only = |possible: &[Named], chosen: &[Named], name: &str, why: &str| {
            let (item, rest) = why.split_once(", and ").unwrap_or((why, ""));
            let ways: Vec<_> = possible.iter().filter(|option| covers(option, item)).collect();
            assert!(ways.len() == 1 && ways[0].0 == name, "{puzzle}: {name}, {why}");
            if let Some(spare) = spare.filter(|_| item.starts_with("cover")) {
                let rest = rest.strip_prefix(&at_most).unwrap_or_else(|| panic!("{why}"));
                let items = rest.strip_prefix(" may stay empty: there is no way to ");
                assert_eq!(items.map_or(0, |items| lost(possible, chosen, items)), spare, "{puzzle}: {why}");
            } else {
                assert_eq!(rest, "", "{puzzle}: {why}");
            }
        };
        for step in steps {
            let (name, mut rest) = step.split_once(" would ").unwrap();
            let option = named(possible, name);
            let mut chosen = vec![option.clone()];
            let mut left: Vec<_> =
                possible.iter().filter(|other| !exclude(&option, other)).cloned().collect();
            while let Some((forced, after)) =
                rest.strip_prefix("force ").and_then(|rest| rest.split_once(" ("))
            {
                // The sentence in parentheses contains parentheses, as in `(3, 0)`.
                let mut depth = 1;
                let end = after.find(|letter| {
                    depth += i32::from(letter == '(') - i32::from(letter == ')');
                    depth == 0
                });
                let (why, after) = after.split_at(end.unwrap());
                let after = after.strip_prefix("), ").unwrap();
                only(&left, &chosen, forced, why.strip_prefix("the only way left to ").unwrap());
                let forced = named(&left, forced);
                left.retain(|other| !exclude(&forced, other));
                chosen.push(forced);
                rest = after.strip_prefix("and then ").unwrap_or(after);
            }
            let items = rest.strip_prefix("leave no way to ").unwrap_or_else(|| panic!("{step}"));
            match items.split_once(&format!(", and {at_most} may stay empty")) {
                Some((items, _)) => {
                    assert_eq!(lost(&left, &chosen, items), spare.unwrap() + 1, "{puzzle}: {step}");
                }
                None => assert_eq!(lost(&left, &chosen, items), 1, "{puzzle}: {step}"),
            }
            possible.retain(|other| *other != option);
        }
        let why = reason.strip_prefix("this is the only way").unwrap().trim_start_matches(" left");
        only(possible, &[], placement, why.strip_prefix(" to ").unwrap());
    }
}

fn overlap(one: &Named, other: &Named) -> bool {
    one.1.iter().any(|square| other.1.contains(square))
}

/// Checks a proof for Penguins Pool Party. Placements of one block exclude each other, as do placements on one
/// hexagon.
fn check_proof(state: State, placement: penguins::Placement, reason: &str, steps: &[String]) {
    let penguins = state.challenge().penguins();
    let of = |placement: penguins::Placement| {
        let hexes: Vec<_> = placement.hexes().iter().map(|hex| hex.to_string()).collect();
        (placement.to_string(), hexes)
    };
    let all = penguins::Block::ALL.iter().flat_map(|block| block.placements()).copied();
    let rules = Rules {
        possible: all.filter(|one| one.hexes().is_disjoint(penguins)).map(of).collect(),
        placed: state.placed().iter().map(of).collect(),
        spare: Some(4 - penguins.len()),
        covers: &|option, item| match item.strip_prefix("cover the hexagon ") {
            Some(hex) => option.1.iter().any(|other| other == hex),
            None => option.0.starts_with(item.strip_prefix("place block ").unwrap()),
        },
        exclude: &|one, other| one.0.as_bytes()[0] == other.0.as_bytes()[0] || overlap(one, other),
    };
    rules.check(&state.to_string(), &placement.to_string(), reason, steps);
}

/// Finds a placement of a piece by its name.
fn named_placement(letter: char, squares: impl IntoIterator<Item = (i32, i32)>) -> Named {
    let mut squares: Vec<_> =
        squares.into_iter().map(|(row, column)| format!("{row:02}{column:02}")).collect();
    squares.sort();
    (format!("{letter} on {}", squares.join(" ")), squares)
}

/// Checks a proof for a tiling puzzle. Placements on one square exclude each other, as do those of a piece with only
/// one copy.
fn check_tiling_proof(puzzle: &Puzzle, placed: &[Named], placement: &Named, reason: &str, steps: &[String]) {
    let open = filled(puzzle.region());
    let list = puzzle.pieces().list();
    let mut possible = Vec::new();
    for piece in list {
        for pose in poses(piece.shape(), puzzle.pieces().sides()) {
            for &(top, left) in &open {
                // The first square of a pose comes to each square of the region.
                let by = pose.first().map(|first| (top - first.0, left - first.1)).unwrap();
                let squares: Vec<_> = pose.iter().map(|at| (at.0 + by.0, at.1 + by.1)).collect();
                if squares.iter().all(|at| open.contains(at)) {
                    possible.push(named_placement(piece.letter(), squares));
                }
            }
        }
    }
    let letter = |option: &Named| option.0.chars().next().unwrap();
    let is_single = |of: char| list.iter().any(|piece| piece.letter() == of && piece.count() == 1);
    let rules = Rules {
        possible,
        placed: placed.to_vec(),
        spare: None,
        covers: &|option, item| match item.strip_prefix("cover the square ") {
            Some(square) => option.1.iter().any(|other| other == square),
            None => item.strip_prefix("place the piece ").unwrap().starts_with(letter(option)),
        },
        exclude: &|one, other| overlap(one, other) || letter(one) == letter(other) && is_single(letter(one)),
    };
    rules.check(&puzzle.region().to_string(), &placement.0, reason, steps);
}

/// Names the placement of a hint.
fn named_hint(puzzle: &Puzzle, piece: usize, squares: &[usize]) -> Named {
    let width = puzzle.region().width();
    let squares = squares.iter().map(|at| ((at / width) as i32, (at % width) as i32));
    named_placement(puzzle.pieces().list()[piece].letter(), squares)
}

/// Follows hints from the start of every official challenge to its only solution.
#[test]
fn hints_lead_to_the_solution_of_every_official_challenge() {
    let mut kinds = BTreeMap::new();
    let mut reasons = String::new();
    for official in official_challenges() {
        writeln!(reasons, "challenge {}", official.number).unwrap();
        let mut state = State::new(official.challenge, penguins::PartialSolution::EMPTY).unwrap();
        for _ in 0..4 {
            let Advice::Place { placement, reason, steps, difficulty } = penguins::hint(state) else {
                panic!("{state}");
            };
            assert_eq!(
                official.solution.placed().get(placement.block()),
                Some(placement),
                "{state}: {reason}"
            );
            writeln!(reasons, "  {placement}: {reason}").unwrap();
            for step in &steps {
                writeln!(reasons, "    {step}").unwrap();
            }
            if difficulty.is_some() {
                check_proof(state, placement, &reason, &steps);
            }
            *kinds.entry(difficulty).or_insert(0) += 1;
            state = state.apply(placement).unwrap();
        }
        assert_eq!(penguins::hint(state), Advice::Complete);
    }
    assert!(kinds.contains_key(&Some(Difficulty::Single)) && kinds.contains_key(&Some(Difficulty::Chain)));
    assert_eq!(kinds.values().sum::<i32>(), 240);
    snapshot("hints-for-penguins", &reasons);
}

#[test]
fn hints_for_other_challenges_are_in_every_solution() {
    let all: Vec<Challenge> = penguins::all_challenges().collect();
    let mut random = Random::new(4);
    let mut none = 0;
    for _ in 0..300 {
        let challenge = *random.choose(&all).unwrap();
        let state = State::new(challenge, penguins::PartialSolution::EMPTY).unwrap();
        let solutions: Vec<_> = solve(challenge, state.placed()).collect();
        match penguins::hint(state) {
            Advice::Place { placement, reason, steps, difficulty } => {
                if difficulty.is_some() {
                    check_proof(state, placement, &reason, &steps);
                }
                let has = |solution: &penguins::Solution| {
                    solution.placed().get(placement.block()) == Some(placement)
                };
                assert!(!solutions.is_empty() && solutions.iter().all(has), "{challenge}: {reason}");
            }
            Advice::NothingForced { solutions: count } => {
                none += 1;
                assert!(count > 1 && count == solutions.len(), "{challenge}");
            }
            Advice::Unsolvable => assert_eq!(solutions.len(), 0, "{challenge}"),
            other => panic!("{challenge}: {other:?}"),
        }
    }
    assert!(none > 20, "{none}");
}

/// Finds every tiling as a set of pieces with their squares.
fn tilings(puzzle: &Puzzle) -> Vec<BTreeSet<(usize, Vec<usize>)>> {
    let mut all = Vec::new();
    let _: ControlFlow<()> = puzzle.visit(Images::All, |tiling| {
        let mut pieces: Vec<_> = tiling.pieces().iter().map(|&piece| (piece, Vec::new())).collect();
        for (at, owner) in tiling.owners().iter().enumerate() {
            if let Some(number) = *owner {
                pieces[number].1.push(at);
            }
        }
        all.push(pieces.into_iter().collect());
        ControlFlow::Continue(())
    });
    all
}

#[test]
fn hints_for_random_tiling_puzzles_are_in_every_tiling() {
    let mut random = Random::new(5);
    let mut found = BTreeMap::new();
    for _ in 0..400 {
        let Some(region) = random_region(&mut random, 2..=5) else { continue };
        let mut pieces = Pieces::new(Sides::Both);
        while pieces.area() < region.area() as u64 {
            let room = (region.area() as u64 - pieces.area()).min(5) as usize;
            let squares = (2 + random.below(4)).min(room);
            pieces.add(None, &random_shape(&mut random, squares), 1).unwrap();
        }
        let puzzle = Puzzle::new(region.clone(), pieces, Usage::All);
        let all = tilings(&puzzle);
        let kind = match puzzle.advice() {
            tiling::Advice::Place { piece, squares, reason, steps, difficulty } => {
                if difficulty.is_some() {
                    check_tiling_proof(&puzzle, &[], &named_hint(&puzzle, piece, &squares), &reason, &steps);
                }
                let placement = (piece, squares);
                assert!(
                    !all.is_empty() && all.iter().all(|tiling| tiling.contains(&placement)),
                    "{region}: {reason}"
                );
                difficulty.map_or_else(|| "search".to_owned(), |difficulty| difficulty.to_string())
            }
            tiling::Advice::NothingForced { .. } => {
                assert!(all.len() > 1, "{region}");
                "nothing".to_owned()
            }
            tiling::Advice::Unsolvable => {
                assert!(all.is_empty(), "{region}");
                "unsolvable".to_owned()
            }
            other => panic!("{region}: {other:?}"),
        };
        *found.entry(kind).or_insert(0) += 1;
    }
    for kind in ["single", "exclusion", "nothing", "unsolvable"] {
        assert!(found.contains_key(kind), "{found:?}");
    }
}

/// A filter for puzzles with one tiling.
fn unique_puzzles(pieces: usize, level: PuzzleLevel) -> PuzzleFilter {
    let mut filter = PuzzleFilter::new(pieces);
    filter.level = Some(level);
    filter
}

/// Checks that writing the letters of each hint into the region solves a puzzle, and that each sentence is true.
#[test]
fn hints_solve_a_puzzle_step_by_step() {
    let mut kinds = BTreeSet::new();
    for (level, seed) in [(PuzzleLevel::Medium, 3), (PuzzleLevel::Medium, 4), (PuzzleLevel::Hard, 5)] {
        let mut puzzle = unique_puzzles(5, level).find(&mut Random::new(seed)).unwrap();
        assert_eq!(puzzle.count().all, 1);
        let mut placed = Vec::new();
        for _ in 0..5 {
            let tiling::Advice::Place { piece, squares, reason, steps, difficulty } = puzzle.advice() else {
                panic!("{:?}", puzzle.region())
            };
            let placement = named_hint(&puzzle, piece, &squares);
            if difficulty.is_some() {
                check_tiling_proof(&puzzle, &placed, &placement, &reason, &steps);
            }
            placed.push(placement);
            kinds.insert(difficulty);
            let letter = puzzle.pieces().list()[piece].letter();
            let mut drawn = puzzle.region().squares().to_vec();
            for at in squares {
                drawn[at] = Square::Letter(letter);
            }
            let region = Region::new(puzzle.region().width(), drawn).unwrap();
            puzzle = Puzzle::new(region, puzzle.pieces().clone(), Usage::All);
        }
        assert_eq!(puzzle.advice(), tiling::Advice::Complete);
    }
    let all = [Difficulty::Single, Difficulty::Chain, Difficulty::Consequence];
    assert!(all.iter().all(|kind| kinds.contains(&Some(*kind))), "{kinds:?}");
}

#[test]
fn generated_puzzles_have_the_requested_properties() {
    for (number, level) in PuzzleLevel::ALL.into_iter().take(3).enumerate() {
        let puzzle = unique_puzzles(4 + number, level).find(&mut Random::new(7)).unwrap();
        assert_eq!(puzzle.region().area(), 5 * (4 + number));
        assert_eq!(puzzle.count().all, 1);
        assert_eq!(PuzzleLevel::of(puzzle.assess().unwrap().hardest), level);
    }
}

#[cfg(feature = "cli")]
#[test]
fn hints_on_the_command_line() {
    assert_eq!(run(&["solve", "penguins", "20113123", "--hint", "--format", "plain"], "").1, "A321\n");
    let (status, out, _) = run(&["solve", "penguins", "2021", "--hint", "--format", "json"], "");
    let out: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &out["ok"], &out["hardness"]), (0, &serde_json::json!(true), &serde_json::json!(2)));
    assert_eq!(out["hint"]["placement"].as_str().map(str::len), Some(4));
    let (status, out, _) = run(&["solve", "penguins", "0033", "--hint"], "");
    assert_eq!(status, 1);
    assert!(out.starts_with("no placement is forced: there are "), "{out}");
    let tile = |arguments: &[&str]| run(&[&["pentomino", "tile"], arguments].concat(), "");
    assert_eq!(
        tile(&["....\n.###", "--pieces", "XX,XX/X.", "--hint", "--format", "json"]).1,
        "{\"hint\":{\"placement\":\"B 0000 0001 0100\",\"reason\":\"this is the only way to place the piece B\",\
         \"steps\":[],\"difficulty\":\"single\"},\"squares\":[[0,0],[0,1],[1,0]],\
         \"assessment\":{\"remaining\":2,\"forced\":2,\"branching\":0,\"level\":\"easy\",\"hardest\":\"single\"}}\n"
    );
    assert_eq!(
        tile(&["BB..\nB###", "--pieces", "XX,XX/X.", "--hint", "--format", "plain"]).1,
        "A 0002 0003\n"
    );
    let complete = tile(&["BBAA\nB###", "--pieces", "XX,XX/X.", "--hint", "--format", "plain"]);
    assert_eq!(complete, (0, String::new(), "clowder: every square is covered\n".to_owned()));
    let several = tile(&["6x10", "--hint", "--format", "plain"]);
    assert_eq!((several.0, several.1.as_str()), (1, ""));
    let none = tile(&["1x4", "--pieces", "XX/XX", "--hint", "--format", "plain"]);
    assert_eq!(none, (1, String::new(), "clowder: there is no tiling\n".to_owned()));
}

#[cfg(feature = "cli")]
#[test]
fn puzzles_on_the_command_line_are_repeatable() {
    let generate =
        |arguments: &[&str]| run(&[&["generate", "region", "--seed", "1"], arguments].concat(), "");
    let one = generate(&["--unique", "--level", "easy", "--pieces", "4", "--format", "json"]);
    assert_eq!(one, generate(&["--unique", "--level", "easy", "--pieces", "4", "--format", "json"]));
    let puzzle: serde_json::Value = serde_json::from_str(&one.1).unwrap();
    let (region, pieces) = (puzzle["region"].as_str().unwrap(), puzzle["pieces"].as_str().unwrap());
    assert_eq!((puzzle["level"].as_str(), pieces.len()), (Some("easy"), 4));
    let count = run(
        &[
            "pentomino",
            "tile",
            region,
            "--pieces",
            pieces,
            "--count",
            "--symmetry",
            "all",
            "--format",
            "plain",
        ],
        "",
    );
    assert_eq!(count.1, "1\n");
    let few = generate(&["--level", "expert", "--pieces", "7"]);
    assert_eq!((few.0, few.1.as_str()), (2, ""));
    assert!(few.2.contains("the level expert needs at least 8 pieces, not 7"), "{}", few.2);
    let (status, _, err) = generate(&["--level", "trivial"]);
    assert_eq!(status, 2);
    assert!(err.contains("expected easy, medium, hard or expert"), "{err}");
}
