//! Compares Penguins Pool Party with the data, with the published solutions, and with a slow second implementation
//! that shares no code with the first: it stores letters in a grid, and each block is a path of hexagons.

use clowder::cover::Problem;
use clowder::notation::Notation;
use clowder::penguins::{
    Block, Board, Challenge, ChallengeFilter, Hex, Hexes, LAYOUTS, Level, PartialSolution, PenguinsError,
    Placement, Solution, State, all_challenges, check_blocks, count_solutions, coursework, effort, explain,
    hardness, official_challenge, official_challenges, remaining_placements, solve,
};
use clowder::random::Random;
use std::collections::{BTreeMap, BTreeSet};

/// The slow second implementation.
mod slow {
    /// Four lines of five letters: `.` for an empty hexagon, `P` for a penguin, or the letter of a block.
    pub(super) type Grid = [[char; 5]; 4];

    pub(super) const EMPTY: Grid = [['.'; 5]; 4];

    /// The neighbour of a hexagon in a direction, according to the table in the rules: 0 is up, and the others follow
    /// clockwise.
    pub(super) fn step((x, y): (i32, i32), direction: usize) -> (i32, i32) {
        let even = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        let odd = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)];
        let (dx, dy) = if x.rem_euclid(2) == 0 { even[direction % 6] } else { odd[direction % 6] };
        (x + dx, y + dy)
    }

    /// The hexagons of a block. The path goes up from the origin, then continues as in the picture of the block. The
    /// number of turns is added to every direction.
    pub(super) fn hexagons(block: char, origin: (i32, i32), turn: usize) -> Vec<(i32, i32)> {
        let second = step(origin, turn);
        let next = |from, direction: usize| step(from, direction + turn);
        let (third, fourth) = match block {
            'A' => (next(second, 5), next(next(second, 5), 4)),
            'B' => (next(second, 5), next(next(second, 5), 5)),
            'C' => (next(second, 5), next(next(second, 5), 0)),
            _ => (next(second, 0), next(second, 5)),
        };
        vec![origin, second, third, fourth]
    }

    /// Places a block on the grid, or returns `None` if it does not fit.
    pub(super) fn laid(mut grid: Grid, block: char, origin: (i32, i32), turn: usize) -> Option<Grid> {
        for (x, y) in hexagons(block, origin, turn) {
            let cell = grid.get_mut(usize::try_from(y).ok()?)?.get_mut(usize::try_from(x).ok()?)?;
            if *cell != '.' {
                return None;
            }
            *cell = block;
        }
        Some(grid)
    }

    /// Every placement of a block in all six rotations: its string, and the grid after it.
    pub(super) fn ways(grid: Grid, block: char) -> Vec<(String, Grid)> {
        let mut found = Vec::new();
        for (x, y) in (0..5).flat_map(|x| (0..4).map(move |y| (x, y))) {
            for turn in 0..6 {
                found.extend(
                    laid(grid, block, (x, y), turn).map(|after| (format!("{block}{x}{y}{turn}"), after)),
                );
            }
        }
        found
    }

    /// Like [`ways`], but without the rotations 3 to 5 of block C.
    pub(super) fn canonical_ways(grid: Grid, block: char) -> Vec<(String, Grid)> {
        let mut ways = ways(grid, block);
        ways.retain(|(text, _)| block != 'C' || !text.ends_with(['3', '4', '5']));
        ways
    }

    /// The strings of all solutions that place all of the blocks.
    pub(super) fn solutions(grid: Grid, blocks: &str) -> Vec<String> {
        let Some(block) = blocks.chars().next() else { return vec![String::new()] };
        let on = |(text, after): (String, Grid)| {
            solutions(after, &blocks[1..]).into_iter().map(move |rest| format!("{text}{rest}"))
        };
        canonical_ways(grid, block).into_iter().flat_map(on).collect()
    }

    /// A grid with the penguins of a challenge.
    pub(super) fn penguins(text: &str) -> Grid {
        let mut grid = EMPTY;
        for pair in text.as_bytes().chunks(2) {
            grid[usize::from(pair[1] - b'0')][usize::from(pair[0] - b'0')] = 'P';
        }
        grid
    }
}

fn solutions(challenge: &str, placed: &str) -> Vec<String> {
    let state = State::new(challenge.parse().unwrap(), placed.parse().unwrap()).unwrap();
    solve(state.challenge(), state.placed()).map(|solution| solution.to_string()).collect()
}

#[test]
fn placements_on_the_empty_board() {
    for (block, count, with_all_rotations) in [('A', 46, 46), ('B', 36, 36), ('C', 19, 38), ('D', 49, 49)] {
        let places = Block::from_letter(block).unwrap().placements();
        assert_eq!(places.len(), count, "{block}");
        let strings: Vec<_> = places.iter().map(ToString::to_string).collect();
        let slow = slow::canonical_ways(slow::EMPTY, block);
        assert_eq!(strings, slow.into_iter().map(|(text, _)| text).collect::<Vec<_>>());
        assert_eq!(slow::ways(slow::EMPTY, block).len(), with_all_rotations, "{block}");
    }
}

#[test]
fn hexagons_and_neighbours_agree_with_the_pictures() {
    for index in 0..20 {
        let (x, y) = (index % 5, index / 5);
        let around = Hex::new(x, y).neighbours().map(|hex| (hex.x, hex.y));
        assert_eq!(around.to_vec(), (0..6).map(|way| slow::step((x, y), way)).collect::<Vec<_>>());
        for block in Block::ALL {
            for turn in 0..6 {
                let hexes = block.hexagons(Hex::new(x, y), turn).map(|hex| (hex.x, hex.y));
                let slow: BTreeSet<_> =
                    slow::hexagons(block.letter(), (x, y), turn.into()).into_iter().collect();
                assert_eq!(BTreeSet::from(hexes), slow, "{block}{x}{y}{turn}");
            }
        }
    }
}

#[test]
fn blocks_agree_with_the_data() {
    let data: serde_json::Value = serde_json::from_str(include_str!("../../data/penguins.json")).unwrap();
    for block in Block::ALL {
        let listed: Vec<Hex> =
            serde_json::from_value(data["ice_blocks"][block.letter().to_string()].clone()).unwrap();
        assert_eq!(block.hexagons(Hex::new(0, 0), 0).to_vec(), listed);
    }
    assert_eq!((data["board"]["width"].as_i64(), data["board"]["height"].as_i64()), (Some(5), Some(4)));
}

#[test]
fn all_four_blocks_can_be_placed_in_315_ways() {
    let slow = slow::solutions(slow::EMPTY, "ABCD");
    assert_eq!(slow.len(), 315);
    assert_eq!(LAYOUTS, 315);
    assert_eq!(count_solutions(Hexes::EMPTY), 315);
    // A challenge has at least one penguin, so collect the layouts from all challenges with exactly one.
    let ones = (0..20).flat_map(|at| solutions(&format!("{}{}", at % 5, at / 5), ""));
    assert_eq!(ones.collect::<BTreeSet<_>>(), slow.into_iter().collect());
}

#[test]
fn official_challenges_have_the_published_solution_and_no_other() {
    assert_eq!(official_challenges().len(), 60);
    let mut levels = BTreeMap::new();
    for (index, one) in official_challenges().iter().enumerate() {
        assert_eq!(usize::from(one.number), index + 1);
        *levels.entry(one.level).or_insert(0) += 1;
        let text = one.challenge.to_string();
        assert_eq!(text == one.printed, one.number != 9, "only challenge 9 is printed out of order");
        assert_eq!(Challenge::parse_canonical(&text), Some(one.challenge));
        let published = one.solution.to_string();
        assert_eq!(solutions(&text, ""), [published.as_str()], "challenge {}", one.number);
        assert_eq!(slow::solutions(slow::penguins(&text), "ABCD"), [published.as_str()]);
        assert_eq!(Solution::parse_canonical(&published), Some(one.solution));
        assert!(check_blocks(&published, one.challenge).is_empty());
        assert_eq!(official_challenge(one.challenge).map(|found| found.number), Some(one.number));
        assert_eq!(coursework::find_solution(one.challenge), Some(one.solution));
    }
    let counts = [(Level::Starter, 16), (Level::Junior, 16), (Level::Expert, 16), (Level::Master, 12)];
    assert_eq!(levels, BTreeMap::from(counts));
    assert_eq!(official_challenges()[8].printed, "31010323");
    assert_eq!(official_challenges()[8].challenge.to_string(), "01310323");
}

/// Solves a challenge by exact cover: each block is used once, and each hexagon covered at most once.
fn solutions_by_exact_cover(challenge: &str) -> BTreeSet<String> {
    let mut problem = Problem::new();
    let blocks = [(); 4].map(|()| problem.primary());
    let hexes: Vec<_> = (0..20).map(|_| problem.secondary(1)).collect();
    let mut texts = Vec::new();
    for (name, block) in "ABCD".chars().zip(blocks) {
        for (text, after) in slow::canonical_ways(slow::penguins(challenge), name) {
            let covered = (0..20).filter(|at| after[at / 5][at % 5] == name).map(|at| hexes[at]);
            problem.option(covered.chain([block])).unwrap();
            texts.push(text);
        }
    }
    // The options are numbered block by block, so ascending numbers give the blocks in alphabetical order.
    problem
        .all()
        .into_iter()
        .map(|options| options.into_iter().map(|at| texts[at].as_str()).collect())
        .collect()
}

#[test]
fn exact_cover_finds_the_same_solutions() {
    for one in official_challenges() {
        let found = solutions_by_exact_cover(&one.challenge.to_string());
        assert_eq!(found, BTreeSet::from([one.solution.to_string()]), "challenge {}", one.number);
    }
    assert_eq!(solutions_by_exact_cover("").len(), 315);
    let mut random = Random::new(7);
    let all: Vec<_> = all_challenges().collect();
    for _ in 0..200 {
        let text = random.choose(&all).unwrap().to_string();
        assert_eq!(solutions_by_exact_cover(&text), solutions(&text, "").into_iter().collect(), "{text}");
    }
}

#[test]
fn every_set_of_penguins_has_the_number_of_solutions_that_the_slow_search_finds() {
    let layouts = slow::solutions(slow::EMPTY, "ABCD");
    let covered: Vec<BTreeSet<Hex>> = layouts
        .iter()
        .map(|text| text.parse::<Solution>().unwrap().placed().ice().iter().collect())
        .collect();
    let mut sums = [0; 5];
    let mut seen = BTreeSet::new();
    for challenge in all_challenges() {
        assert!(seen.insert(challenge.to_string()));
        let free = |ice: &&BTreeSet<Hex>| challenge.penguins().iter().all(|hex| !ice.contains(&hex));
        let count = covered.iter().filter(free).count();
        assert_eq!(count_solutions(challenge.penguins()), count, "{challenge}");
        assert_eq!(solve(challenge, PartialSolution::EMPTY).count(), count);
        sums[challenge.penguins().len()] += count;
    }
    assert_eq!(seen.len(), 6_195);
    // Each layout leaves four hexagons empty. There are (4 choose k) ways to place k penguins on them.
    assert_eq!(sums, [0, 315 * 4, 315 * 6, 315 * 4, 315]);
}

#[test]
fn random_states_have_the_moves_and_solutions_that_the_slow_search_finds() {
    let mut random = Random::new(4);
    let all: Vec<_> = all_challenges().collect();
    for _ in 0..150 {
        let mut state = State::new(*random.choose(&all).unwrap(), PartialSolution::EMPTY).unwrap();
        let mut grid = slow::penguins(&state.challenge().to_string());
        loop {
            let left: String = "ABCD"
                .chars()
                .filter(|&one| state.placed().get(Block::from_letter(one).unwrap()).is_none())
                .collect();
            let slow: Vec<_> = left.chars().flat_map(|block| slow::canonical_ways(grid, block)).collect();
            let legal: Vec<_> = state.legal_placements().collect();
            let strings: Vec<_> = legal.iter().map(ToString::to_string).collect();
            assert_eq!(strings, slow.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>(), "{state}");
            let found = solve(state.challenge(), state.placed());
            let found: BTreeSet<_> = found.map(|solution| solution.to_string()).collect();
            let placed = state.placed().to_string();
            let whole = |rest: String| {
                let mut groups: Vec<_> =
                    [placed.as_str(), &rest].concat().as_bytes().chunks(4).map(<[u8]>::to_vec).collect();
                groups.sort();
                String::from_utf8(groups.concat()).unwrap()
            };
            assert_eq!(found, slow::solutions(grid, &left).into_iter().map(whole).collect(), "{state}");
            let Some(&choice) = random.choose(&legal) else { break };
            state = state.apply(choice).unwrap();
            grid = slow.iter().find(|(text, _)| *text == choice.to_string()).unwrap().1;
            assert_eq!(state.to_string().parse::<State>().unwrap(), state);
        }
    }
}

#[test]
fn a_placement_is_rejected_exactly_if_it_does_not_fit() {
    let mut random = Random::new(5);
    let (mut applied, mut refused) = (0, 0);
    let all: Vec<_> = all_challenges().collect();
    for _ in 0..300 {
        let mut state = State::new(*random.choose(&all).unwrap(), PartialSolution::EMPTY).unwrap();
        for _ in 0..random.below(3) {
            let legal: Vec<_> = state.legal_placements().collect();
            let Some(&choice) = random.choose(&legal) else { break };
            state = state.apply(choice).unwrap();
        }
        let legal: BTreeSet<_> = state.legal_placements().collect();
        for placement in Block::ALL.into_iter().flat_map(Block::placements).copied() {
            match state.apply(placement) {
                Ok(after) => {
                    assert!(legal.contains(&placement) && after.placed().get(placement.block()).is_some());
                    applied += 1;
                }
                Err(faults) => {
                    assert!(!legal.contains(&placement) && !faults.is_empty(), "{state} {placement}");
                    assert!(faults.iter().all(|fault| fault.span.end() == 4));
                    refused += 1;
                }
            }
        }
    }
    assert_eq!(applied + refused, 300 * 150, "each of the 150 placements in each state");
    assert!(applied > 1000, "{applied} placements fit");
}

#[test]
fn every_reason_for_rejecting_a_placement_is_given() {
    let state: State = "20113123:A321B104".parse().unwrap();
    let refused = state.apply("B405".parse().unwrap()).unwrap_err();
    let lines = "0..4: penguins-solution/block-twice: block B is already placed, as B104\n\
        0..4: penguins-solution/on-penguin: block B covers the penguins on (2, 0) and (1, 1)\n\
        0..4: penguins-solution/overlap: block B overlaps block A on (3, 0) and (4, 0)";
    assert_eq!(refused.to_string(), lines);
    let squares: Vec<_> = refused.iter().map(|fault| fault.square).collect();
    assert_eq!(squares, [None, Some([2, 0]), Some([3, 0])]);
}

#[test]
fn solving_continues_from_the_placed_blocks() {
    assert_eq!(solutions("20113123", "A321B104"), ["A321B104C031D222"]);
    assert_eq!(solutions("20113123", "A321B104C031D222"), ["A321B104C031D222"]);
    assert!(solutions("20113123", "C130").is_empty());
    assert!(solutions("00102030", "").is_empty(), "four penguins in a row leave no solution");
}

#[test]
fn the_functions_of_the_course_give_the_expected_answers() {
    let board = Board::from_letters("EEPEEEPEPEEEEEEEEPEE").unwrap();
    assert_eq!(board, Board::parse_canonical(Board::EXAMPLE).unwrap());
    assert_eq!(board.letters(), "EEPEEEPEPEEEEEEEEPEE");
    assert_eq!(Board::from_letters("EEPEEEPEPEEEEEEEEPE"), Err(PenguinsError::BoardLetters));
    assert_eq!(Board::from_letters("EEPEEEPEPEEEEEEEEPEX"), Err(PenguinsError::BoardLetters));
    let ice: coursework::IceBlock =
        serde_json::from_str(r#"{"id":"A","rotation":1,"hexes":[[3,2],[4,1],[4,0],[3,0]]}"#).unwrap();
    assert_eq!(ice, coursework::IceBlock::from(Placement::parse_canonical("A321").unwrap()));
    assert!(coursework::is_ice_placement_valid(board, ice));
    let after = coursework::place_ice_block(board, ice);
    assert_eq!(after.letters(), "EEPIIEPEPIEEEIEEEPEE");
    assert!(!coursework::is_ice_placement_valid(after, ice), "on ice");
    let crooked: coursework::IceBlock =
        serde_json::from_str(r#"{"id":"D","rotation":0,"hexes":[[0,0],[4,3],[2,2],[0,3]]}"#).unwrap();
    assert!(
        coursework::is_ice_placement_valid(board, crooked),
        "the hexagons are used as listed, even if they are not a legal shape"
    );
    let outside: coursework::IceBlock =
        serde_json::from_str(r#"{"id":"D","rotation":0,"hexes":[[0,0],[4,3],[2,2],[0,4]]}"#).unwrap();
    assert!(!coursework::is_ice_placement_valid(board, outside));
    assert!(!coursework::is_solution(&[ice, crooked]));
    let all: Vec<_> =
        official_challenges()[0].solution.placed().iter().map(coursework::IceBlock::from).collect();
    assert!(coursework::is_solution(&all));
    let left = coursework::all_valid_placements(after, &[ice]);
    let state: State = "20113123:A321".parse().unwrap();
    assert_eq!(left, state.legal_placements().map(coursework::IceBlock::from).collect::<Vec<_>>());
    let null = None;
    assert_eq!(
        coursework::neighbours(Hex::new(0, 0)),
        [null, Some(Hex::new(1, 0)), Some(Hex::new(1, 1)), Some(Hex::new(0, 1)), null, null]
    );
    assert_eq!(coursework::neighbours(Hex::new(i32::MIN, i32::MAX)), [null; 6]);
    for rotation in 3..6 {
        let hexes = Block::C.hexagons(Hex::new(2, 1), rotation);
        let fixed = coursework::fix_symmetries(coursework::IceBlock { id: Block::C, rotation, hexes });
        assert_eq!(fixed.rotation, rotation - 3);
        assert_eq!(fixed.hexes, Block::C.hexagons(fixed.hexes[0], rotation - 3));
        assert_eq!(coursework::fix_symmetries(fixed), fixed);
    }
    let other =
        coursework::IceBlock { id: Block::D, rotation: 4, hexes: Block::D.hexagons(Hex::new(2, 1), 4) };
    assert_eq!(coursework::fix_symmetries(other), other);
}

#[test]
fn new_challenges_have_the_requested_properties() {
    let mut random = Random::new(6);
    for penguins in 1..=4 {
        for hardness_wanted in [None, Some(1), Some(4)] {
            for minimal in [false, true] {
                let mut wanted = ChallengeFilter::default();
                (wanted.penguins, wanted.unique) = (Some(penguins), true);
                (wanted.hardness, wanted.minimal) = (hardness_wanted, minimal);
                for challenge in wanted.shuffled(&mut random) {
                    let text = challenge.to_string();
                    assert_eq!(text.len(), 2 * penguins);
                    assert_eq!(slow::solutions(slow::penguins(&text), "ABCD").len(), 1, "{text}");
                    assert!(hardness_wanted.is_none_or(|wanted| wanted == hardness(challenge)));
                    let fewer = |at: usize| [&text[..at], &text[at + 2..]].concat();
                    let needed = |at: usize| {
                        fewer(at).is_empty()
                            || count_solutions(fewer(at).parse::<Challenge>().unwrap().penguins()) > 1
                    };
                    assert!(!minimal || (0..text.len()).step_by(2).all(needed), "{text}");
                }
            }
        }
    }
    let any = ChallengeFilter::default();
    let mut unique = any;
    unique.unique = true;
    let count = |mut wanted: ChallengeFilter, change: &dyn Fn(&mut ChallengeFilter)| {
        change(&mut wanted);
        wanted.shuffled(&mut Random::new(1)).len()
    };
    assert_eq!(
        [2, 3, 4].map(|penguins| count(unique, &|wanted| wanted.penguins = Some(penguins))),
        [14, 277, 248]
    );
    assert_eq!(count(unique, &|wanted| wanted.penguins = Some(1)), 0);
    assert_eq!(count(any, &|wanted| wanted.penguins = Some(1)), 20);
    assert_eq!(count(unique, &|wanted| wanted.minimal = true), 334);
    let levels = [1, 2, 3, 4].map(|hardness| count(unique, &|wanted| wanted.hardness = Some(hardness)));
    assert_eq!(levels.iter().sum::<usize>(), 539);
    assert!(levels.iter().all(|&count| count > 0));
    let same = |seed| unique.shuffled(&mut Random::new(seed));
    assert_eq!(same(7), same(7));
    assert_ne!(same(7), same(8));
}

#[test]
fn the_hardness_divides_the_official_challenges_like_the_levels() {
    let mut by_hardness = BTreeMap::new();
    for one in official_challenges() {
        *by_hardness.entry(hardness(one.challenge)).or_insert(0) += 1;
    }
    assert_eq!(by_hardness, BTreeMap::from([(1, 16), (2, 16), (3, 16), (4, 12)]));
    let median = |level, of: fn(Challenge) -> usize| {
        let own = official_challenges().iter().filter(|one| one.level == level);
        let mut values: Vec<_> = own.map(|one| of(one.challenge)).collect();
        values.sort_unstable();
        values[values.len() / 2]
    };
    let medians = Level::ALL.map(|level| median(level, effort));
    assert!(medians.is_sorted(), "{medians:?}");
    let medians = Level::ALL.map(|level| median(level, remaining_placements));
    assert!(medians.is_sorted() && medians[0] < medians[3], "{medians:?}");
}

#[test]
fn parts_are_explained_at_their_places() {
    let parts = |text: &str| {
        explain::challenge(text.parse().unwrap(), text)
            .into_iter()
            .map(|part| format!("{}..{} {}: {}", part.span.start(), part.span.end(), part.name, part.meaning))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        parts("31010323"),
        [
            "0..8 challenge: official challenge 9, level starter",
            "0..2 penguin: a penguin in column 3, row 1",
            "2..4 penguin: a penguin in column 0, row 1",
            "4..6 penguin: a penguin in column 0, row 3",
            "6..8 penguin: a penguin in column 2, row 3",
        ]
    );
    let text = "A321B104C214D222";
    let parts = explain::solution(text.parse().unwrap(), text);
    assert_eq!(parts.len(), 13);
    assert_eq!(parts[0].meaning, "the solution of official challenge 1");
    assert_eq!(
        parts[9].meaning,
        "rotated by 240 degrees clockwise, covering (2, 1), (1, 2), (1, 3) and (0, 3); in canonical form C031"
    );
    assert!(parts[1..].iter().all(|part| !part.span.of(text).is_empty()));
    let board = explain::board(Board::parse_canonical("IIPEE\nIPEPE\nEIEEE\nEEPEE\n").unwrap());
    assert_eq!(board[0].meaning, "row 0; penguin on (2, 0); ice on (0, 0) and (1, 0)");
}

#[test]
fn ten_megabytes_of_garbage_are_rejected_quickly() {
    for garbage in [
        "20".repeat(5_000_000),
        "A321".repeat(2_500_000),
        "é\0 x\u{202e}".repeat(1_000_000),
        "\n".repeat(9_999_999),
    ] {
        for faults in [
            Challenge::read(&garbage).into_diagnostics(),
            Placement::read(&garbage).into_diagnostics(),
            Solution::read(&garbage).into_diagnostics(),
            PartialSolution::read(&garbage).into_diagnostics(),
            Board::read(&garbage).into_diagnostics(),
            State::read(&garbage).into_diagnostics(),
        ] {
            assert!(!faults.is_empty() && faults.len() < 300);
        }
    }
}

#[test]
fn errors_after_any_change_of_a_state_have_spans() {
    for at in 0..=State::EXAMPLE.len() {
        let (head, tail) = State::EXAMPLE.split_at(at);
        let rest = tail.get(1..).unwrap_or("");
        let changed = ["", "0", "9", "A", "C", "z", ":", "\n", "é", "\u{202e}"]
            .iter()
            .flat_map(|by| [format!("{head}{by}{rest}"), format!("{head}{by}{tail}"), format!("{head}{by}")]);
        for text in changed {
            let (state, faults) = State::read(&text).into_parts();
            assert_eq!(state.is_some(), faults.only_canon(), "{text}: {faults}");
            if let Some(state) = state {
                assert_eq!(state.to_string() == text, faults.is_empty(), "{text}");
                assert_eq!(state.to_string().parse::<State>().unwrap(), state);
            }
            assert!(
                faults.iter().all(|fault| text.get(fault.span.start()..fault.span.end()).is_some()),
                "{text}"
            );
        }
    }
}
