//! Compares the scoring of Arboretum with a slow, independent implementation that tries every path of every length on
//! plain maps.

use clowder::arboretum::{Arboretum, Card, Pile, Species, State, score};
use clowder::games::{Game, GameJson, Seat};
use clowder::random::Random;
use std::collections::BTreeMap;

type Area = BTreeMap<(i32, i32), (char, u8)>;

/// Plays a game of random moves to its end.
fn random_game(random: &mut Random) -> State {
    let mut state = Arboretum::deal(random);
    while let Some(of) = random.choose(&Arboretum::legal_moves(&state)) {
        Arboretum::apply(&mut state, of);
    }
    state
}

fn area(state: &State, seat: Seat) -> Area {
    let placed = state.areas()[seat].cards().iter();
    placed
        .map(|it| ((i32::from(it.at[0]), i32::from(it.at[1])), (it.card.letter(), it.card.rank())))
        .collect()
}

/// All paths of rising ranks from a card, each as a list of cards.
fn paths(area: &Area, from: (i32, i32)) -> Vec<Vec<(char, u8)>> {
    let (x, y) = from;
    let mut all = vec![vec![area[&from]]];
    for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
        if area.get(&next).is_some_and(|card| card.1 > area[&from].1) {
            all.extend(paths(area, next).into_iter().map(|rest| [vec![area[&from]], rest].concat()));
        }
    }
    all
}

fn worth(path: &[(char, u8)], species: char) -> i64 {
    let (first, last) = (path[0], path[path.len() - 1]);
    if path.len() < 2 || first.0 != species || last.0 != species {
        return 0;
    }
    let mut points = path.len() as i64;
    if path.len() >= 4 && path.iter().all(|card| card.0 == species) {
        points *= 2;
    }
    if first.1 == 1 {
        points += 1;
    }
    if last.1 == 8 {
        points += 2;
    }
    points
}

fn best(area: &Area, species: char) -> i64 {
    area.keys().flat_map(|&from| paths(area, from)).map(|path| worth(&path, species)).max().unwrap_or(0)
}

/// The sum of a species' ranks in a hand. An 8 counts as 0 if the other hand has the 1.
fn strength(hand: &[(char, u8)], other: &[(char, u8)], species: char) -> u32 {
    let cards = hand.iter().filter(|card| card.0 == species);
    cards.map(|card| if card.1 == 8 && other.contains(&(species, 1)) { 0 } else { u32::from(card.1) }).sum()
}

/// The result and the scores by the slow implementation.
fn slow(state: &State) -> (u8, [i64; 2]) {
    let hands = state
        .hands()
        .map(|hand| hand.cards().iter().map(|card| (card.letter(), card.rank())).collect::<Vec<_>>());
    let letters = Species::ALL.map(Species::letter);
    let totals = Seat::BOTH.map(|seat| {
        let area = area(state, seat);
        let mut total = 0;
        let (own, other) = (&hands[seat], &hands[seat.other()]);
        for species in letters {
            if strength(own, other, species) >= strength(other, own, species) {
                total += best(&area, species);
            }
        }
        total
    });
    let variety = Seat::BOTH.map(|seat| {
        let area = area(state, seat);
        letters.iter().filter(|species| area.values().any(|card| card.0 == **species)).count()
    });
    let result = if (totals[0], variety[0]) == (totals[1], variety[1]) {
        2
    } else {
        u8::from((totals[0], variety[0]) < (totals[1], variety[1]))
    };
    (result, totals)
}

/// The path that the server saves, found as the description of its algorithm says literally, with a stack of places
/// and a stack of paths.
fn saved_path(area: &Area, species: char) -> Vec<(char, u8)> {
    let neighbours = |(x, y): (i32, i32)| [(x, y + 1), (x, y - 1), (x + 1, y), (x - 1, y)];
    let (mut walk, mut stack, mut marked) = (Vec::new(), vec![(0, 0)], vec![(0, 0)]);
    while let Some(place) = stack.pop().filter(|_| !area.is_empty()) {
        walk.push(place);
        for next in neighbours(place) {
            if area.contains_key(&next) && !marked.contains(&next) {
                marked.push(next);
                stack.push(next);
            }
        }
    }
    let mut best: (i64, Vec<(i32, i32)>) = (0, Vec::new());
    for start in walk.into_iter().filter(|place| area[place].0 == species) {
        if best.1.is_empty() {
            best.1 = vec![start];
        }
        let mut stack = vec![vec![start]];
        while let Some(path) = stack.pop() {
            let cards: Vec<_> = path.iter().map(|place| area[place]).collect();
            if worth(&cards, species) > best.0 {
                best = (worth(&cards, species), path.clone());
            }
            let last = path[path.len() - 1];
            for next in neighbours(last) {
                if area.get(&next).is_some_and(|card| card.1 > area[&last].1) {
                    stack.push([path.clone(), vec![next]].concat());
                }
            }
        }
    }
    best.1.iter().map(|place| area[place]).collect()
}

/// Checks every species in both areas: the score must be the highest possible, and the path the one that the server
/// would save.
fn check_paths(state: &State) {
    for seat in Seat::BOTH {
        let area = area(state, seat);
        for species in Species::ALL {
            let letter = species.letter();
            let path = score::best_path(&state.areas()[seat], species);
            assert_eq!(path.score, best(&area, letter));
            let cards: Vec<_> = path.cards.iter().map(|card| (card.letter(), card.rank())).collect();
            assert_eq!(cards, saved_path(&area, letter), "{letter} in {}", Arboretum::write_state(state));
        }
    }
}

#[test]
fn random_games_have_the_same_scores_as_brute_force() {
    let mut random = Random::new(5);
    let mut results = [0; 3];
    for _ in 0..4_000 {
        let state = random_game(&mut random);
        let outcome = Arboretum::result(&state).unwrap();
        let result = outcome.result_for(Seat::First).number();
        assert_eq!((result, outcome.scores()), slow(&state), "{}", Arboretum::write_state(&state));
        results[usize::from(result)] += 1;
        check_paths(&state);
    }
    assert!(results.iter().all(|&count| count > 20), "{results:?}");
}

/// Tests areas full of rising ranks, where paths are more and longer than in random games.
#[test]
fn crowded_areas_have_the_same_scores_as_brute_force() {
    let mut random = Random::new(6);
    for _ in 0..1_000 {
        let mut cards: Vec<(char, u8)> = Card::all().map(|card| (card.letter(), card.rank())).collect();
        random.shuffle(&mut cards);
        let mut text = String::new();
        for x in 0..5_i32 {
            let mut column: Vec<String> = Vec::new();
            for y in 0..5_i32 {
                let wanted = (x + y).clamp(1, 8) as u8;
                let at = cards.iter().position(|card| card.1.abs_diff(wanted) <= 1).unwrap_or(0);
                let (letter, rank) = cards.swap_remove(at);
                column.push(format!("\"{y}\":[\"{letter}\",{rank}]"));
            }
            text += &format!("{}\"{x}\":{{{}}}", if x > 0 { "," } else { "" }, column.join(","));
        }
        let json = format!(
            r#"{{"deck":[],"handA":[],"handB":[],"discardA":[],"discardB":[],"playAreaA":{{{text}}},"playAreaB":{{}},"turn":0,"subTurn":0,"currentPlayer":0}}"#
        );
        let state = Arboretum::parse_state(&json).unwrap();
        let outcome = Arboretum::result(&state).unwrap();
        let result = outcome.result_for(Seat::First).number();
        assert_eq!((result, outcome.scores()), slow(&state), "{json}");
        check_paths(&state);
    }
}

#[test]
fn an_eight_does_not_count_against_a_one() {
    let hand = |cards: &[(usize, u8)]| -> Pile {
        cards.iter().map(|&(species, rank)| Card::new(Species::ALL[species], rank).unwrap()).collect()
    };
    let [a, b] = [hand(&[(0, 8), (0, 2), (1, 8)]), hand(&[(0, 1), (0, 3), (1, 7), (2, 1)])];
    let rights = |own, other| Species::ALL.map(|species| score::has_right(own, other, species));
    assert_eq!(rights(&a, &b), [false, true, false, true, true, true]);
    assert_eq!(rights(&b, &a), [true, false, true, true, true, true]);
}
