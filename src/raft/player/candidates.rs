//! The choices that a search compares to find the best one.

use super::evaluate::cat_views;
use super::fire::best_tiles;
use super::gains::gains;
use super::game::{Choice, Phase, QuickGame};
use super::greedy::{act, best_cards, draws, harmless_card, least_useful, moves, ways_home};
use crate::grid::Bitboard;
use crate::raft::{Action, CatAction, Position};

/// A search compares only card placements that complete a path, or shorten a path by at least this many squares.
/// Considering more placements would make each search slower.
const SHORT: u8 = 2;
/// A search compares at most this many card placements, in addition to the greedy player's choice. (If there
/// are at most [`FEW`] legal actions, all actions are compared.) With a larger maximum, a search that
/// simulates few games would often drop the best choice after a single game.
const CARDS: usize = 7;
/// A search compares at most this many moves to squares outside the raft, in addition to the greedy player's
/// choice. (If there are at most [`FEW`] legal actions, all actions are compared.)
const MOVES: usize = 4;
/// A search compares at most this many placements of a tile.
const TILES: usize = 10;
/// If there are at most this many legal actions, a search compares all actions. Moves that differ only in their
/// discards count as one action.
const FEW: usize = 40;

/// Lists the promising choices in a position, the most promising one first. The list is empty only if no action is
/// legal, if a tile must be drawn, or if the game is over.
///
/// ```
/// use clowder::raft::{PlayableState, player::{QuickGame, candidates}};
///
/// let game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
/// assert!(candidates(&game).len() > 4);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn candidates(game: &QuickGame) -> Vec<Choice> {
    match game.phase() {
        Phase::Draw => draws(game, &cat_views(game)).into_iter().map(Choice::Draw).collect(),
        Phase::Act => {
            let mut found: Vec<Choice> = actions(game).into_iter().map(Choice::Action).collect();
            // The greedy player's choice is considered the most promising.
            if let Some(first) = act(game, SHORT).map(Choice::Action) {
                found.retain(|choice| *choice != first);
                found.insert(0, first);
            }
            found
        }
        Phase::PlaceTile(tile) => best_tiles(game, tile, TILES),
        Phase::DrawTile | Phase::Won | Phase::Lost => Vec::new(),
    }
}

fn actions(game: &QuickGame) -> Vec<Action> {
    let views = cat_views(game);
    let gains = gains(game, &views, SHORT);
    let mut found = ways_home(game, &views, &gains);
    let cards = best_cards(game, &gains, &views, CARDS);
    found.extend(cards.into_iter().map(|(action, _)| Action::Card(action)));
    found.extend(moves(game, &views, &gains, MOVES));
    // If there are few legal actions, as at the end of a game, no action is excluded by an estimate.
    let mut all: Vec<Action> = game.card_placements().map(Action::Card).collect();
    for view in &views {
        let Some(discards) = least_useful(game.hand(), &gains, game.price(view.at)) else { continue };
        let reached: Bitboard = game.destinations(view.colour, view.at);
        let to = reached.iter().map(Position::of_square);
        all.extend(to.map(|to| Action::Cat(CatAction { colour: view.colour, from: view.at, to, discards })));
    }
    if all.len() <= FEW {
        all.retain(|action| !found.contains(action));
        found.extend(all);
    } else if found.is_empty() {
        found.extend(harmless_card(game, &views).map(Action::Card));
    }
    found
}
