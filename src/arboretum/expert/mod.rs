//! A strong player, which chooses its moves by simulating games.

mod deal;
mod policy;
mod search;
#[cfg(test)]
mod tests;
mod yard;

use super::{Arboretum, Move, View, greedy};
use crate::games::{Effort, Player, PlayerError};
use crate::random::Random;
use deal::Knowledge;
use search::MoveSearch;
use std::time::Instant;

/// A player that chooses its moves by information-set Monte Carlo tree search. The player uses only the information in
/// its view.
///
/// ```
/// use clowder::arboretum::{Arboretum, Expert, View, greedy};
/// use clowder::games::{Effort, play};
/// use clowder::random::Random;
///
/// let mut expert = Expert::new(Effort::Rollouts(4), Random::new(1));
/// let mut other = |view: &View| greedy(view);
/// let game = play::<Arboretum>(["Expert", "Greedy"], [&mut expert, &mut other], &mut Random::new(2));
/// assert!(game.errors.is_empty());
/// ```
#[derive(Debug)]
pub struct Expert {
    effort: Effort,
    random: Random,
}

impl Expert {
    /// Creates a player with its own random numbers.
    ///
    /// ```
    /// use clowder::{arboretum::Expert, games::Effort, random::Random};
    /// use std::time::Duration;
    ///
    /// let expert = Expert::new(Effort::Time(Duration::from_millis(100)), Random::new(1));
    /// assert!(format!("{expert:?}").contains("100ms"));
    /// ```
    pub const fn new(effort: Effort, random: Random) -> Self {
        Self { effort, random }
    }

    /// Chooses a move, or returns `None` if it is not the player's turn.
    ///
    /// ```
    /// use clowder::arboretum::{Arboretum, Expert, Move, Source};
    /// use clowder::games::{Effort, Game, Seat};
    /// use clowder::random::Random;
    ///
    /// let view = Arboretum::view(&Arboretum::deal(&mut Random::new(1)), Seat::First, "Ann");
    /// let mut expert = Expert::new(Effort::Rollouts(4), Random::new(2));
    /// assert_eq!(expert.choose(&view), Some(Move::Draw(Source::Deck)));
    /// ```
    pub fn choose(&mut self, view: &View) -> Option<Move> {
        expert(view, self.effort, &mut self.random)
    }
}

/// Chooses a move by information-set Monte Carlo tree search, or returns `None` if it is not the player's turn.
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
    // `Knowledge::new` returns `None` if the view has a wrong number of cards, or if a play area is too large for the
    // simulation. Such large areas do not occur in games between sensible players.
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
    // The search considers only legal moves. If a mistake in the search leads to an illegal move, the greedy bot
    // chooses the move.
    search.best().filter(|chosen| moves.contains(chosen)).or_else(|| greedy(view))
}

impl Player<Arboretum> for Expert {
    fn choose(&mut self, view: &View) -> Result<Move, PlayerError> {
        Self::choose(self, view).ok_or(PlayerError::NoMove)
    }
}
