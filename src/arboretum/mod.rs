//! Arboretum, following the rules of the public bot server. Each turn, a player draws two cards, plays one and discards
//! one. Paths of cards with ascending ranks score points.

mod area;
mod card;
mod expert;
mod greedy;
mod json;
mod moves;
mod read_move;
pub mod score;
mod state;
mod view;
mod words;

pub use area::{PlacedCard, PlayArea, REACH};
pub use card::{CARDS, Card, NoRank, Pile, Species};
pub use expert::expert;
pub use greedy::greedy;
pub use moves::{Move, Source, SubTurn};
pub use state::State;
pub use view::View;

use crate::games::{Game, GameBots, Outcome, Searcher, Seat};
use crate::random::Random;

/// The type that represents Arboretum in the game traits.
///
/// ```
/// use clowder::arboretum::{Arboretum, Move, Source};
/// use clowder::{games::Game, random::Random};
///
/// let state = Arboretum::deal(&mut Random::new(1));
/// assert_eq!(Arboretum::legal_moves(&state), [Move::Draw(Source::Deck)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arboretum;

impl Game for Arboretum {
    const NAME: &'static str = "arboretum";
    type State = State;
    type View = View;
    type Move = Move;

    fn deal(random: &mut Random) -> State {
        State::deal(random)
    }

    fn is_start(state: &State) -> bool {
        state.is_start()
    }

    fn mover(state: &State) -> Seat {
        state.mover()
    }

    fn view(state: &State, seat: Seat, opponent: &str) -> View {
        state.view(seat, opponent)
    }

    /// Lists the legal moves. Draws are sorted by pile number. Plays and discards follow the order of the hand, and the
    /// plays of each card are sorted by x and then by y.
    fn legal_moves(state: &State) -> Vec<Move> {
        state.options().legal_moves()
    }

    fn moves_shown(view: &View) -> Vec<Move> {
        view.legal_moves()
    }

    fn apply(state: &mut State, of: &Move) {
        state.apply(*of);
    }

    fn result(state: &State) -> Option<Outcome> {
        state.is_over().then(|| score::outcome(state))
    }

    fn forfeit(state: &State, loser: Seat) -> Outcome {
        score::outcome(state).forfeited_by(loser)
    }
}

impl GameBots for Arboretum {
    const EXPERT: Option<Searcher<Self>> = Some(expert);

    fn greedy(view: &View) -> Option<Move> {
        greedy(view)
    }
}
