//! The random events of a simulated game, chosen before the game begins.

use super::game::{Choice, Phase, QuickGame};
use super::policy::Policy;
use crate::raft::{Card, CardSet, Deck, Draw, TileId};
use crate::random::Random;

/// The random order of the cards in each deck and of the tiles in the bag.
///
/// All games with the same fate draw the tiles in the same order, and the cards of each deck in the same
/// order. The player's choices do not influence these orders. Therefore, the difference between the chances
/// of two choices is estimated more precisely than with independent events in each game.
#[derive(Clone, Debug)]
pub(super) struct Fate {
    cards: Vec<Card>,
    tiles: Vec<TileId>,
}

impl Fate {
    /// Chooses the random events of the simulated game with this number. Games with consecutive numbers begin with
    /// different tiles, so that every tile in the bag is drawn first equally often.
    pub(super) fn new(game: &QuickGame, number: u64, random: &mut Random) -> Self {
        let mut fate = Self { cards: game.decks().iter().collect(), tiles: game.bag().iter().collect() };
        random.shuffle(&mut fate.cards);
        if !fate.tiles.is_empty() {
            let first = number as usize % fate.tiles.len();
            fate.tiles.swap(0, first);
            random.shuffle(&mut fate.tiles[1..]);
        }
        fate
    }

    /// Returns the cards for a draw: from each deck, the first cards in the predetermined order that are still in the
    /// deck.
    fn hand(&self, draw: Draw, decks: CardSet) -> CardSet {
        let mut left = Deck::ALL.map(|deck| draw.count(deck));
        let mut hand = CardSet::EMPTY;
        for &card in &self.cards {
            let left = &mut left[card.deck() as usize];
            if *left > 0 && decks.contains(card) {
                *left -= 1;
                hand.insert(card);
            }
        }
        hand
    }

    /// Applies a choice to the game. After a card placement, also draws a tile: the first one in the predetermined
    /// order that is still in the bag.
    pub(super) fn follow(&self, game: &mut QuickGame, choice: Choice) {
        match choice {
            Choice::Draw(draw) => game.take_hand(self.hand(draw, game.decks())),
            Choice::Action(action) => game.apply_action(&action),
        }
        if game.phase() == Phase::DrawTile {
            let bag = game.bag();
            match self.tiles.iter().find(|tile| bag.contains(**tile)) {
                Some(&tile) => game.take_tile(tile),
                None => game.give_up(),
            }
        }
    }

    /// Plays a game to its end, but stops early if `hands` hands have been drawn and another must be drawn.
    pub(super) fn play_out(
        &self,
        game: &mut QuickGame,
        policy: &mut impl Policy,
        random: &mut Random,
        hands: usize,
    ) {
        let mut drawn = 0;
        while !game.is_over() {
            if game.phase() == Phase::Draw {
                if drawn == hands {
                    break;
                }
                drawn += 1;
            }
            match policy.choose(game, random) {
                Some(choice) => self.follow(game, choice),
                None => game.give_up(),
            }
        }
    }
}
