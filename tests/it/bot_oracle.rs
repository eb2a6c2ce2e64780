//! Compares the rules of Arboretum with a slow, independent implementation on 100,000 random positions. The
//! implementation works only with the JSON of a state, and represents cards by strings such as `J3` and places by pairs
//! of numbers.

use clowder::arboretum::{Arboretum, greedy};
use clowder::games::{Game, GameJson};
use clowder::random::Random;
use serde_json::Value;
use std::collections::BTreeSet;

/// The cards of a play area, with their places.
type Area = Vec<(i32, i32, String)>;

/// A state, read from its JSON.
struct Position {
    deck: Vec<String>,
    hands: [Vec<String>; 2],
    discards: [Vec<String>; 2],
    areas: [Area; 2],
    turn: u64,
    sub_turn: u64,
}

fn card(value: &Value) -> String {
    format!("{}{}", value[0].as_str().unwrap(), value[1])
}

fn pile(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(card).collect()
}

fn area(value: &Value) -> Area {
    let mut area = Area::new();
    for (x, column) in value.as_object().unwrap() {
        for (y, placed) in column.as_object().unwrap() {
            area.push((x.parse().unwrap(), y.parse().unwrap(), card(placed)));
        }
    }
    area
}

impl Position {
    fn read(text: &str) -> Self {
        let value: Value = serde_json::from_str(text).unwrap();
        Self {
            deck: pile(&value["deck"]),
            hands: [pile(&value["handA"]), pile(&value["handB"])],
            discards: [pile(&value["discardA"]), pile(&value["discardB"])],
            areas: [area(&value["playAreaA"]), area(&value["playAreaB"])],
            turn: value["turn"].as_u64().unwrap(),
            sub_turn: value["subTurn"].as_u64().unwrap(),
        }
    }

    /// The JSON of every legal move.
    fn legal_moves(&self) -> BTreeSet<String> {
        let mover = (self.turn % 2) as usize;
        let json = |card: &String| format!("[\"{}\",{}]", &card[..1], &card[1..]);
        let mut moves = BTreeSet::new();
        if self.deck.is_empty() && self.sub_turn == 0 {
            return moves;
        }
        match self.sub_turn {
            0 | 1 => {
                let piles = [&self.deck, &self.discards[mover], &self.discards[1 - mover]];
                moves.extend((0..3).filter(|&pile| !piles[pile].is_empty()).map(|pile| pile.to_string()));
            }
            2 => {
                let places = self.open_places(mover);
                for card in &self.hands[mover] {
                    for (x, y) in &places {
                        moves.insert(format!("{{\"card\":{},\"coord\":[{x},{y}]}}", json(card)));
                    }
                }
            }
            _ => moves.extend(self.hands[mover].iter().map(json)),
        }
        moves
    }

    /// The places where a player may put a card.
    fn open_places(&self, player: usize) -> BTreeSet<(i32, i32)> {
        let area = &self.areas[player];
        let is_taken = |x, y| area.iter().any(|placed| (placed.0, placed.1) == (x, y));
        let mut places = BTreeSet::new();
        for (x, y, _) in area {
            for (x, y) in [(x + 1, *y), (x - 1, *y), (*x, y + 1), (*x, y - 1)] {
                if !is_taken(x, y) {
                    places.insert((x, y));
                }
            }
        }
        if area.is_empty() {
            places.insert((0, 0));
        }
        places
    }

    /// The sum of a species' ranks in a player's hand. An 8 does not count if the other hand has the 1.
    fn sum(&self, player: usize, species: char) -> u32 {
        let has_one = self.hands[1 - player].contains(&format!("{species}1"));
        let ranks = self.hands[player].iter().filter(|card| card.starts_with(species)).map(|card| rank(card));
        ranks.filter(|&rank| rank < 8 || !has_one).sum()
    }

    /// The points of a player for each species (`None` without the right to score it).
    fn points(&self, player: usize) -> Vec<Option<u32>> {
        let paths = paths(&self.areas[player]);
        let best = |species: char| {
            let of_species =
                |path: &&Vec<&str>| path.iter().step_by(path.len() - 1).all(|it| it.starts_with(species));
            paths.iter().filter(of_species).map(|path| worth(path)).max().unwrap_or(0)
        };
        let may_score = |species: &char| self.sum(player, *species) >= self.sum(1 - player, *species);
        "JRCMOW".chars().map(|species| may_score(&species).then(|| best(species))).collect()
    }
}

/// The weighted sum of the best paths in an area, as the documentation of the greedy bot describes it.
fn weighted(area: &Area, hand: &[String]) -> u32 {
    let paths = paths(area);
    let best = |species: char| {
        let own = paths
            .iter()
            .filter(|path| path[0].starts_with(species) && path[path.len() - 1].starts_with(species));
        own.map(|path| worth(path)).max().unwrap_or(0)
    };
    let weight = |species: char| {
        1 + hand.iter().filter(|card| card.starts_with(species)).map(|card| rank(card)).sum::<u32>()
    };
    "JRCMOW".chars().map(|species| best(species) * weight(species).min(9)).sum()
}

/// The value of a move for the greedy bot, and the number that decides between equal moves (the lowest wins).
fn greedy_value(position: &Position, of: &str) -> (u32, u32) {
    let mover = (position.turn % 2) as usize;
    let (area, hand) = (&position.areas[mover], &position.hands[mover]);
    let without = |hand: &[String], card: &str| -> Vec<String> {
        hand.iter().filter(|other| *other != card).cloned().collect()
    };
    let play = |hand: &[String], card: &String, x: i32, y: i32| {
        let after = [&area[..], &[(x, y, card.clone())]].concat();
        weighted(&after, &without(hand, card))
    };
    let of: Value = serde_json::from_str(of).unwrap();
    if let Some(pile) = of.as_u64() {
        let piles = [&position.deck, &position.discards[mover], &position.discards[1 - mover]];
        let mut hand = hand.clone();
        if pile > 0 {
            hand.extend(piles[pile as usize].last().cloned());
        }
        let plays = position.open_places(mover);
        let values = hand.iter().flat_map(|card| plays.iter().map(|&(x, y)| play(&hand, card, x, y)));
        return (values.max().unwrap_or(0), pile as u32);
    }
    if of.is_array() {
        let card = card(&of);
        return (weighted(area, &without(hand, &card)), rank(&card));
    }
    let (card, coordinate) = (card(&of["card"]), |at: usize| of["coord"][at].as_i64().unwrap() as i32);
    (play(hand, &card, coordinate(0), coordinate(1)), rank(&card))
}

/// Checks that the greedy bot chooses a move with the highest value.
fn compare_greedy(state: &<Arboretum as Game>::State) {
    let text = Arboretum::write_state(state);
    let position = Position::read(&text);
    let view = Arboretum::view(state, Arboretum::mover(state), "Ann");
    let chosen = greedy(&view).map(|of| Arboretum::write_move(&of));
    let order = |of: &String| {
        let (value, number) = greedy_value(&position, of);
        (value, std::cmp::Reverse(number))
    };
    let best = position.legal_moves().iter().map(order).max();
    assert_eq!(chosen.as_ref().map(order), best, "{chosen:?} in {text}");
}

#[test]
fn the_greedy_bot_chooses_a_move_with_the_highest_value() {
    let mut random = Random::new(8);
    for _ in 0..2 {
        let mut state = Arboretum::deal(&mut random);
        while Arboretum::result(&state).is_none() {
            compare_greedy(&state);
            let chosen = random.choose(&Arboretum::legal_moves(&state)).copied().unwrap();
            Arboretum::apply(&mut state, &chosen);
        }
        compare_greedy(&state);
    }
}

fn rank(card: &str) -> u32 {
    card[1..].parse().unwrap()
}

/// Finds every path of at least two cards with rising ranks.
fn paths(area: &Area) -> Vec<Vec<&str>> {
    let mut all: Vec<Vec<usize>> = (0..area.len()).map(|card| vec![card]).collect();
    let mut at = 0;
    while at < all.len() {
        let path = all[at].clone();
        let (x, y, last) = &area[path[path.len() - 1]];
        for (next, (nx, ny, card)) in area.iter().enumerate() {
            if (x - nx).abs() + (y - ny).abs() == 1 && rank(card) > rank(last) {
                all.push([&path[..], &[next]].concat());
            }
        }
        at += 1;
    }
    let long = all.into_iter().filter(|path| path.len() > 1);
    long.map(|path| path.into_iter().map(|card| area[card].2.as_str()).collect()).collect()
}

fn worth(path: &[&str]) -> u32 {
    let is_pure = path.iter().all(|card| card[..1] == path[0][..1]);
    let length = path.len() as u32;
    let cards = if is_pure && length > 3 { 2 * length } else { length };
    cards + u32::from(path[0].ends_with('1')) + 2 * u32::from(path[path.len() - 1].ends_with('8'))
}

/// The result (0 if the first player wins, 1 if the second player wins, 2 for a draw) and the scores.
fn outcome(position: &Position) -> (u64, [u32; 2]) {
    let scores = [0, 1].map(|player| position.points(player).into_iter().flatten().sum::<u32>());
    let species = [0, 1].map(|player| {
        let letters = position.areas[player].iter().map(|placed| placed.2[..1].to_owned());
        letters.collect::<BTreeSet<_>>().len()
    });
    let result = match (scores[0], species[0]).cmp(&(scores[1], species[1])) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Less => 1,
        std::cmp::Ordering::Equal => 2,
    };
    (result, scores)
}

/// Compares both implementations on one state, and returns the number of legal moves.
fn compare(state: &<Arboretum as Game>::State, random: &mut Random) -> usize {
    let text = Arboretum::write_state(state);
    let position = Position::read(&text);
    let expected = position.legal_moves();
    let found: Vec<_> = Arboretum::legal_moves(state).iter().map(Arboretum::write_move).collect();
    assert_eq!(found.len(), expected.len(), "{text}");
    assert!(found.iter().all(|of| expected.contains(of)), "{text}");
    // This move may be legal or illegal.
    let letter = ["J", "R", "C", "M", "O", "W"][random.below(6)];
    let some_card = format!("[\"{letter}\",{}]", 1 + random.below(8));
    let coordinate = |random: &mut Random| random.below(7) as i32 - 3;
    let tried = match random.below(3) {
        0 => random.below(4).to_string(),
        1 => some_card,
        _ => format!("{{\"card\":{some_card},\"coord\":[{},{}]}}", coordinate(random), coordinate(random)),
    };
    // The first card of an area is always placed at (0, 0), whatever coordinates the move has. Only the library
    // accepts such moves, so they are not compared.
    let is_first = position.sub_turn == 2 && position.areas[(position.turn % 2) as usize].is_empty();
    if !is_first {
        assert_eq!(
            Arboretum::parse_move(state, &tried).is_ok(),
            expected.contains(&tried),
            "{tried} in {text}"
        );
    }
    let scores = clowder::arboretum::score::scores(state);
    for (player, score) in scores.iter().enumerate() {
        let found: Vec<_> = "JRCMOW"
            .chars()
            .map(|species| {
                let path = score.paths.iter().find(|path| path.species.letter() == species);
                path.map(|path| path.score as u32)
            })
            .collect();
        assert_eq!(found, position.points(player), "{text}");
    }
    let ended = Arboretum::result(state);
    assert_eq!(ended.is_some(), expected.is_empty(), "{text}");
    if let Some(ended) = ended {
        let (result, scores) = outcome(&position);
        let found = ended.winner().map_or(2, |winner| winner.index() as u64);
        assert_eq!((found, ended.scores()), (result, scores.map(i64::from)), "{text}");
    }
    expected.len()
}

#[test]
fn the_rules_agree_with_an_oracle_over_strings_on_100_000_positions() {
    const POSITIONS: usize = 100_000;
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(8);
    let games: Vec<usize> = std::thread::scope(|scope| {
        let work = |thread: usize| {
            move || {
                let mut random = Random::stream(2012, thread as u64);
                let (mut positions, mut games) = (0, 0);
                while positions < POSITIONS.div_ceil(threads) {
                    let mut state = Arboretum::deal(&mut random);
                    loop {
                        positions += 1;
                        if compare(&state, &mut random) == 0 {
                            break;
                        }
                        let chosen = random.choose(&Arboretum::legal_moves(&state)).copied().unwrap();
                        Arboretum::apply(&mut state, &chosen);
                    }
                    games += 1;
                }
                games
            }
        };
        let threads: Vec<_> = (0..threads).map(|thread| scope.spawn(work(thread))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(games.iter().sum::<usize>() > 300, "{games:?}");
}
