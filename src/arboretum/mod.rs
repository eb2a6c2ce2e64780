//! Arboretum as the server plays it: draw, draw, play, discard; paths of rising ranks score.

pub mod area;
pub mod card;
mod moves;
pub(super) mod read;
pub mod score;
mod state;
mod view;

pub use area::{Placed, PlayArea};
pub use card::{Card, Pile, SPECIES};
pub use moves::Move;
pub(super) use moves::{read_previous, shape};
pub use state::State;
pub use view::View;

use crate::diagnostics::Diagnostics;
use crate::games::{Game, Outcome};
use crate::json::inspection::Inspection;
use crate::random::Random;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Arboretum;

impl Game for Arboretum {
    const NAME: &'static str = "arboretum";
    type State = State;
    type Move = Move;

    fn deal(random: &mut Random) -> State {
        State::deal(random)
    }

    fn is_start(state: &State) -> bool {
        state.is_start()
    }

    fn mover(state: &State) -> usize {
        state.mover()
    }

    fn view(state: &State, seat: usize, opponent: &str) -> String {
        state.view(seat, opponent).write()
    }

    fn read_move(state: &State, json: &str) -> Result<Move, Diagnostics> {
        moves::read(state, json)
    }

    fn write_move(of: &Move) -> String {
        let mut out = String::with_capacity(32);
        of.write(&mut out);
        out
    }

    /// Draws by number; plays card by card in the order of the hand, each by x, then y; discards in the order of
    /// the hand.
    fn legal_moves(state: &State) -> Vec<Move> {
        moves::legal_moves(state)
    }

    fn apply(state: &mut State, of: &Move) {
        moves::apply(state, *of);
    }

    fn result(state: &State) -> Option<Outcome> {
        state.is_over().then(|| score::outcome(state))
    }

    fn forfeit(state: &State, loser: usize) -> Outcome {
        Outcome { result: u8::from(loser == 0), forfeited: Some(loser), ..score::outcome(state) }
    }

    fn write_state(state: &State) -> String {
        state.write()
    }

    fn read_state(json: &str) -> Result<State, Diagnostics> {
        let (mut look, value) = Inspection::open(json);
        let state = value.and_then(|value| read::state(&mut look, &value));
        look.finish(state)
    }
}
