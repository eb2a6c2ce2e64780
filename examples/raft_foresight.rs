//! Searches for won games of an official Race to the Raft challenge, knowing the order of the cards in each
//! deck and of the tiles in the bag. Prints one line per deal, each won game as a `raft-record`, and the
//! share of deals won.
//!
//! ```text
//! cargo run --release --example raft_foresight -- SEED CHALLENGE WIDTH FIRST LAST
//! ```
//!
//! A beam search handles the deals numbered FIRST to LAST. All positions with the same number of cards in
//! hand and decks form a layer. Only the WIDTH most promising positions of each layer are continued. A
//! position is rated by playing the hand to the end with the policy for simulated games. A random number
//! keeps the beam diverse.

use clowder::raft::generate::official_start;
use clowder::raft::player::{Choice, Phase, Policy, QuickGame, Rollout, candidates, value};
use clowder::raft::record::RaftRecord;
use clowder::raft::{Card, CardSet, Deck, Draw, PlayableState, TileId};
use clowder::random::Random;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::rc::Rc;
use std::time::Instant;

/// A deal: the initial state, and the order of the cards and tiles.
struct Deal {
    start: PlayableState,
    cards: Vec<Card>,
    tiles: Vec<TileId>,
}

impl Deal {
    fn new(challenge: usize, random: &mut Random) -> Self {
        let start = official_start(Some(challenge), random).expect("every official challenge can be played");
        let (mut cards, mut tiles) =
            (CardSet::FULL.iter().collect::<Vec<_>>(), TileId::all().collect::<Vec<_>>());
        random.shuffle(&mut cards);
        random.shuffle(&mut tiles);
        Self { start, cards, tiles }
    }

    fn hand(&self, draw: Draw, decks: CardSet) -> CardSet {
        let of_deck =
            |deck| self.cards.iter().filter(move |card| card.deck() == deck && decks.contains(**card));
        Deck::ALL.into_iter().flat_map(|deck| of_deck(deck).take(draw.count(deck).into())).copied().collect()
    }

    /// Applies a choice, and draws the next tile if the choice is to place a card.
    fn follow(&self, game: &mut QuickGame, choice: Choice) {
        match choice {
            Choice::Draw(draw) => game.take_hand(self.hand(draw, game.decks())),
            Choice::Action(action) => game.apply_action(&action),
            _ => unreachable!("there is no other choice"),
        }
        if game.phase() == Phase::DrawTile
            && let Some(&tile) = self.tiles.iter().find(|tile| game.bag().contains(**tile))
        {
            game.take_tile(tile);
        }
    }

    /// Returns the record of a game, which the exact rules have replayed.
    fn record(&self, choices: &[Choice]) -> RaftRecord {
        let mut game = QuickGame::new(&self.start, None);
        let mut steps = Vec::new();
        for &choice in choices {
            steps.push(match choice {
                Choice::Draw(draw) => {
                    format!(r#"{{"draw":"{draw}","cards":"{}"}}"#, self.hand(draw, game.decks()))
                }
                other => format!(r#"{{"action":"{other}"}}"#),
            });
            self.follow(&mut game, choice);
            if let Phase::PlaceTile(tile) = game.phase() {
                steps.push(format!(r#"{{"tile":"{tile}"}}"#));
            }
        }
        let state = self.start.state().parts().map(|part| format!("{part:?}")).join(",");
        let text =
            format!(r#"{{"game":"raft","state":[{state}],"steps":[{}],"outcome":"won"}}"#, steps.join(","));
        text.parse().expect("the choices are legal and win the game")
    }
}

/// The choices that led to a position, in reverse order.
struct Path(Choice, Option<Rc<Self>>);

fn choices(mut path: Option<&Rc<Path>>) -> Vec<Choice> {
    let mut found = Vec::new();
    while let Some(step) = path {
        found.push(step.0);
        path = step.1.as_ref();
    }
    found.reverse();
    found
}

struct Node {
    game: QuickGame,
    path: Option<Rc<Path>>,
    rating: u64,
}

/// Plays the rest of the hand. Returns the estimated chance of winning afterwards or, if the game is already
/// won, an error with the choices that win it.
fn rate(deal: &Deal, mut game: QuickGame, random: &mut Random) -> Result<u64, Vec<Choice>> {
    let (mut policy, mut made) = (Rollout::default(), Vec::new());
    while !game.is_over() && game.phase() != Phase::Draw {
        let Some(choice) = policy.choose(&game, random) else { return Ok(0) };
        made.push(choice);
        deal.follow(&mut game, choice);
    }
    if game.phase() == Phase::Won { Err(made) } else { Ok(value(&game)) }
}

/// Returns all positions after one choice, each with its path. A card and the tile after the card count as
/// one choice.
fn after(deal: &Deal, node: &Node) -> Vec<(QuickGame, Option<Rc<Path>>)> {
    let step = |game: &QuickGame, path: &Option<Rc<Path>>, choice| {
        let mut next = *game;
        deal.follow(&mut next, choice);
        (next, Some(Rc::new(Path(choice, path.clone()))))
    };
    let next = candidates(&node.game).into_iter().map(|choice| step(&node.game, &node.path, choice));
    next.flat_map(|(game, path)| match game.phase() {
        Phase::PlaceTile(_) => candidates(&game).into_iter().map(|fire| step(&game, &path, fire)).collect(),
        _ => vec![(game, path)],
    })
    .collect()
}

/// Searches a deal, and returns the choices of a won game.
fn search(deal: &Deal, width: usize, random: &mut Random) -> Option<Vec<Choice>> {
    let cards_left = |game: &QuickGame| game.hand().len() + game.decks().len();
    let start = QuickGame::new(&deal.start, None);
    let mut layers: Vec<Vec<Node>> = (0..=cards_left(&start)).map(|_| Vec::new()).collect();
    layers.last_mut()?.push(Node { game: start, path: None, rating: 0 });
    let mut seen = HashSet::new();
    while let Some(mut layer) = layers.pop() {
        layer.sort_by_key(|node| Reverse(node.rating));
        layer.truncate(width);
        // A position after a draw stays in the same layer.
        while let Some(node) = layer.pop() {
            for (game, path) in after(deal, &node) {
                if game.phase() == Phase::Lost || !seen.insert(format!("{game:?}")) {
                    continue;
                }
                let rating = match rate(deal, game, random) {
                    Err(rest) => return Some([choices(path.as_ref()), rest].concat()),
                    Ok(chance) => chance * (7000 + 3 * random.below(1000) as u64),
                };
                let node = Node { game, path, rating };
                layers.get_mut(cards_left(&game)).unwrap_or(&mut layer).push(node);
            }
        }
    }
    None
}

fn main() {
    let numbers: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let [seed, challenge, width, first, last] = numbers[..] else {
        eprintln!("usage: raft_foresight SEED CHALLENGE WIDTH FIRST LAST");
        std::process::exit(2);
    };
    let mut won = 0;
    for number in first..=last {
        let mut random = Random::stream(seed as u64, number as u64);
        let deal = Deal::new(challenge, &mut random);
        let begun = Instant::now();
        let found = search(&deal, width, &mut random);
        let result = if found.is_some() { "won" } else { "not won" };
        println!(
            "challenge {challenge}, deal {number}: {result} after {:.1} s",
            begun.elapsed().as_secs_f64()
        );
        if let Some(choices) = found {
            won += 1;
            println!("{}", deal.record(&choices));
        }
    }
    println!("challenge {challenge}: won {won} of {} deals", last + 1 - first);
}
