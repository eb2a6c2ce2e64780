//! The state of a game: where each card is, and which cards each player knows.

use super::moves::Options;
use super::{CARDS, Card, Move, Pile, PlayArea, Source, SubTurn, View};
use crate::games::Seat;
use crate::random::Random;

/// The number of cards dealt to each player.
const DEALT: usize = 7;

/// The state of a game.
///
/// ```
/// use clowder::arboretum::{State, SubTurn};
/// use clowder::random::Random;
///
/// let state = State::deal(&mut Random::new(1));
/// assert_eq!((state.turn(), state.sub_turn()), (0, SubTurn::FirstDraw));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) deck: Pile,
    pub(super) hands: [Pile; 2],
    pub(super) discards: [Pile; 2],
    pub(super) areas: [PlayArea; 2],
    /// For each hand, the cards that the opponent has seen, because they were drawn from a discard pile.
    pub(super) known: [u64; 2],
    pub(super) turn: u32,
    pub(super) sub_turn: SubTurn,
    pub(super) previous: Option<Move>,
    /// The card drawn by the last move, or `None` if the last move was not a draw.
    pub(super) drawn: Option<Card>,
}

impl State {
    /// Shuffles the deck and deals seven cards to each player. The cards are dealt alternately from the top, starting
    /// with the first player.
    ///
    /// ```
    /// use clowder::arboretum::State;
    /// use clowder::random::Random;
    ///
    /// let state = State::deal(&mut Random::new(1));
    /// assert_eq!(state.deck().cards().len(), 48 - 2 * 7);
    /// ```
    pub fn deal(random: &mut Random) -> Self {
        let mut deck: Pile = Card::all().collect();
        random.shuffle(deck.cards_mut());
        let mut state = Self {
            deck,
            hands: [Pile::EMPTY; 2],
            discards: [Pile::EMPTY; 2],
            areas: [PlayArea::new(); 2],
            known: [0; 2],
            turn: 0,
            sub_turn: SubTurn::FirstDraw,
            previous: None,
            drawn: None,
        };
        for card in 0..2 * DEALT {
            if let Some(top) = state.deck.pop() {
                state.hands[Seat::after(card)].push(top);
            }
        }
        state
    }

    /// The seat of the player whose turn it is.
    pub const fn mover(&self) -> Seat {
        Seat::after(self.turn as usize)
    }

    /// Whether no move has been made since the deal.
    pub(super) fn is_start(&self) -> bool {
        let counts = [&self.deck, &self.hands[0], &self.hands[1]].map(|pile| pile.cards().len());
        counts == [CARDS - 2 * DEALT, DEALT, DEALT]
            && (self.turn, self.sub_turn) == (0, SubTurn::FirstDraw)
            && self.previous.is_none()
    }

    /// Whether the game is over, which is the case if the deck is empty at the beginning of a turn.
    pub fn is_over(&self) -> bool {
        self.deck.cards().is_empty() && self.sub_turn == SubTurn::FirstDraw
    }

    /// The deck.
    pub const fn deck(&self) -> &Pile {
        &self.deck
    }

    /// The first player's hand, then the second player's.
    pub const fn hands(&self) -> &[Pile; 2] {
        &self.hands
    }

    /// The first player's discard pile, then the second player's.
    pub const fn discards(&self) -> &[Pile; 2] {
        &self.discards
    }

    /// The first player's play area, then the second player's.
    pub const fn areas(&self) -> &[PlayArea; 2] {
        &self.areas
    }

    /// The turn number, counted from 0.
    pub const fn turn(&self) -> u32 {
        self.turn
    }

    /// The current step of the turn.
    pub const fn sub_turn(&self) -> SubTurn {
        self.sub_turn
    }

    /// Returns what the player in the given seat sees. The player knows how many cards are in the deck, but not
    /// which. Cards in the opponent's hand are hidden unless they were drawn from a discard pile.
    pub(super) fn view(&self, seat: Seat, opponent: &str) -> View {
        let other = seat.other();
        let active = self.mover() == seat;
        // A card drawn from the deck is known only to the player who drew it.
        let hidden = !active && self.previous == Some(Move::Draw(Source::Deck));
        let known = |card: &Card| (card.bit() & self.known[other] != 0).then_some(*card);
        View {
            deck: self.deck.cards().len(),
            hand: self.hands[seat],
            discards: [self.discards[seat], self.discards[other]],
            areas: [self.areas[seat], self.areas[other]],
            opponent_hand: self.hands[other].cards().iter().map(known).collect(),
            turn: self.turn,
            sub_turn: self.sub_turn,
            previous: self.previous.filter(|_| !hidden),
            drawn: self.drawn.filter(|_| !hidden),
            active,
            show_previous: active == (self.sub_turn == SubTurn::FirstDraw),
            opponent: opponent.to_owned(),
        }
    }

    pub(super) fn options(&self) -> Options<'_> {
        let mover = self.mover();
        let piles = [&self.deck, &self.discards[mover], &self.discards[mover.other()]];
        Options {
            is_over: self.is_over(),
            sub_turn: self.sub_turn,
            sources: piles.map(|pile| pile.top().is_some()),
            hand: &self.hands[mover],
            area: &self.areas[mover],
        }
    }

    /// Applies a move, which must be legal.
    pub(super) fn apply(&mut self, of: Move) {
        let mover = self.mover();
        self.drawn = None;
        match of {
            Move::Draw(source) => {
                let pile = match source {
                    Source::Deck => &mut self.deck,
                    Source::OwnDiscards => &mut self.discards[mover],
                    Source::OpponentsDiscards => &mut self.discards[mover.other()],
                };
                self.drawn = pile.pop();
                if let Some(card) = self.drawn {
                    self.hands[mover].push(card);
                    if source != Source::Deck {
                        self.known[mover] |= card.bit();
                    }
                }
            }
            Move::Play(card, at) => {
                self.remove_from_hand(mover, card);
                self.areas[mover].place(card, at);
            }
            Move::Discard(card) => {
                self.remove_from_hand(mover, card);
                self.discards[mover].push(card);
                self.turn += 1;
            }
        }
        self.sub_turn = self.sub_turn.next();
        self.previous = Some(of);
    }

    fn remove_from_hand(&mut self, mover: Seat, card: Card) {
        self.hands[mover].remove(card);
        self.known[mover] &= !card.bit();
    }
}
