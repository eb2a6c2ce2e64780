//! The built-in bots: each is a function of what a bot is shown, and can be read as an example of one.

use crate::arboretum::Arboretum;
use crate::arboretum::{self, Card, Move, Pile, PlayArea, SPECIES, score};
use crate::games::{Game, GameName};
use crate::protocol::message::View;
use crate::random::Random;
use crate::tictactoe::TicTacToe;
use crate::tictactoe::{self, Board};
use std::cmp::Reverse;
use std::str::FromStr;

/// A built-in bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Any legal move.
    Random,
    /// The move that looks best at once.
    Greedy,
    /// The first legal move.
    First,
    /// The best move there is; tic-tac-toe only.
    Perfect,
}

impl Player {
    /// Every bot.
    pub const ALL: [Self; 4] = [Self::Random, Self::Greedy, Self::First, Self::Perfect];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::First => "first",
            Self::Perfect => "perfect",
        }
    }

    /// Whether it knows a game: nobody knows how to play Arboretum perfectly.
    pub fn knows(self, game: GameName) -> bool {
        self != Self::Perfect || game == GameName::TicTacToe
    }

    /// Its move as JSON text; `None` where there is none to make, as when the other player is to move.
    pub fn choose(self, view: &View, random: &mut Random) -> Option<String> {
        match view {
            View::TicTacToe(view) if view.active => {
                self.place_token(view, random).map(|square| TicTacToe::write_move(&square))
            }
            View::Arboretum(view) => self.move_card(view, random).map(|of| Arboretum::write_move(&of)),
            View::TicTacToe(_) => None,
        }
    }

    fn place_token(self, view: &tictactoe::View, random: &mut Random) -> Option<u8> {
        let moves = TicTacToe::legal_moves(&view.board);
        match self {
            Self::Random => random.choose(&moves).copied(),
            Self::First => moves.first().copied(),
            Self::Greedy => moves.into_iter().min_by_key(|&square| greed(view.board, square)),
            Self::Perfect => {
                moves.into_iter().min_by_key(|&square| prospects(after(view.board, square), -WIN, WIN))
            }
        }
    }

    fn move_card(self, view: &arboretum::View, random: &mut Random) -> Option<Move> {
        let moves = view.legal_moves();
        match self {
            Self::Random => random.choose(&moves).copied(),
            Self::First => moves.first().copied(),
            Self::Greedy | Self::Perfect => moves.into_iter().max_by_key(|&of| promise(view, of)),
        }
    }
}

impl FromStr for Player {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|player| player.name() == name).ok_or(())
    }
}

fn after(board: Board, square: u8) -> Board {
    let mut after = board;
    TicTacToe::apply(&mut after, &square);
    after
}

/// How little a square appeals: it wins, it stops the opponent from winning, it is the middle, a corner, a side.
fn greed(board: Board, square: u8) -> u8 {
    if after(board, square).line().is_some() {
        0
    } else if board.wins_next(square) {
        1
    } else {
        match square {
            4 => 2,
            0 | 2 | 6 | 8 => 3,
            _ => 4,
        }
    }
}

/// What a board is worth to the player to move, with the best play of both: more for a win that comes sooner. Exact
/// between `low` and `high`; what lies beyond them would never be played (alpha-beta).
fn prospects(board: Board, low: i32, high: i32) -> i32 {
    match board.result() {
        Some(2) => return 0,
        // The player who moved last has the line.
        Some(_) => return board.placed() as i32 - WIN,
        None => {}
    }
    let mut best = low;
    for square in TicTacToe::legal_moves(&board) {
        best = best.max(-prospects(after(board, square), -high, -best));
        if best >= high {
            break;
        }
    }
    best
}

/// More than any board is worth.
const WIN: i32 = 10;

/// What a move of Arboretum promises: the paths it leaves, each by how strongly the hand backs its species. Of equal
/// moves the lowest card goes first, and the deck, which shortens the game, before a card of no use.
fn promise(view: &arboretum::View, of: Move) -> (u32, Reverse<u8>) {
    let area = &view.areas[0];
    match of {
        Move::Play(card, at) => (played(area, &view.hand, card, at), Reverse(card.rank())),
        Move::Discard(card) => (backing(area, &without(&view.hand, card)), Reverse(card.rank())),
        Move::Draw(0) => (best_play(area, &view.hand), Reverse(0)),
        Move::Draw(pile) => {
            let gain = view.discards[usize::from(pile) - 1].top().map_or(0, |top| {
                let hand = view.hand.cards().iter().copied().chain([top]).collect();
                best_play(area, &hand)
            });
            (gain, Reverse(pile))
        }
    }
}

/// The most that any card of the hand promises on any place.
fn best_play(area: &PlayArea, hand: &Pile) -> u32 {
    let places = area.places();
    let plays = hand.cards().iter().flat_map(|&card| places.iter().map(move |&at| (card, at)));
    plays.map(|(card, at)| played(area, hand, card, at)).max().unwrap_or(0)
}

fn played(area: &PlayArea, hand: &Pile, card: Card, at: [i8; 2]) -> u32 {
    backing(&area.with(card, at), &without(hand, card))
}

fn without(hand: &Pile, card: Card) -> Pile {
    hand.cards().iter().copied().filter(|&other| other != card).collect()
}

/// The best path of each species times how strongly the hand backs it.
fn backing(area: &PlayArea, hand: &Pile) -> u32 {
    let paths = score::best_paths(area);
    let mut strength = [1; SPECIES.len()];
    for card in hand.cards() {
        strength[card.species()] += u32::from(card.rank());
    }
    paths.iter().map(|path| path.score as u32 * strength[path.species].min(9)).sum()
}
