//! A strong player that chooses its moves by simulating games.

mod deal;
mod policy;
mod search;
#[cfg(test)]
mod tests;
mod yard;

use super::{Move, View, greedy};
use crate::games::Effort;
use crate::random::Random;
use deal::Knowledge;
use search::MoveSearch;
use std::time::Instant;

/// Chooses a move by information-set Monte Carlo tree search. Returns `None` if it is not the player's turn.
///
/// ```
/// use clowder::arboretum::{Arboretum, Move, Source, expert};
/// use clowder::games::{Effort, Game, Seat};
/// use clowder::random::Random;
///
/// let mut random = Random::new(1);
/// let state = Arboretum::deal(&mut random);
/// let view = |seat| Arboretum::view(&state, seat, "Ann");
/// assert_eq!(expert(&view(Seat::First), Effort::Rollouts(1), &mut random), Some(Move::Draw(Source::Deck)));
/// assert_eq!(expert(&view(Seat::Second), Effort::Rollouts(1), &mut random), None);
/// ```
pub fn expert(view: &View, effort: Effort, random: &mut Random) -> Option<Move> {
    let begin = Instant::now();
    let moves = view.legal_moves();
    if moves.len() < 2 {
        return moves.first().copied();
    }
    // `Knowledge::new` returns `None` if the view has an incorrect number of cards or a play area is too
    // large for the simulation. Sensible play never produces such large play areas.
    let Some(knowledge) = Knowledge::new(view) else {
        return greedy(view);
    };
    let mut search = MoveSearch::new(knowledge, random);
    let mut rollouts = 0;
    while match effort {
        Effort::Time(limit) => rollouts == 0 || begin.elapsed() < limit,
        Effort::Rollouts(limit) => rollouts < limit.max(1),
    } {
        search.iterate();
        rollouts += 1;
    }
    // The search considers only legal moves. If the search did return an illegal move, the greedy bot's move
    // would be used instead.
    search.best().filter(|chosen| moves.contains(chosen)).or_else(|| greedy(view))
}
