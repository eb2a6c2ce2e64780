//! What the rules allow: whether an action fits the board, whether it is legal in the state, and when the game is
//! over.
//!
//! Two questions are kept apart: an action *fits* by geometry alone; it is *legal* if the hand allows it too. Each
//! is answered quickly over masks ([`PlayableState::fits`], [`PlayableState::legal`]) and, where the answer is no, at length with
//! every reason ([`PlayableState::placement_errors`], [`PlayableState::legality_errors`]).

mod bitboards;
mod movement;
mod outcome;
pub(crate) mod pieces;
mod placement;
mod reachability;

pub use outcome::{Loss, Outcome};
pub use reachability::CutOffCat;

use super::{Action, Board, CardAction, CatAction, FireAction, State};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, raft as strings};
use crate::grid::Bitboard;
use crate::notation::{Notation, Reading};
use crate::raft::{Colour, Position, Square, TileId};
use bitboards::Bitboards;

/// A state whose board can be played on, with its board worked out as masks.
///
/// ```
/// use clowder::raft::{Action, PlayableState};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let action: Action = "Af0303N".parse()?;
/// assert!(game.fits(&action) && game.is_legal(&action));
/// let action: Action = "Ae0002N".parse()?;
/// assert_eq!(game.legality_errors(&action).to_string(), "\
/// 0..2: placement/card-not-in-hand: card `Ae` is not in hand
/// 2..6: placement/on-fire: square (0, 2) is fire
/// 2..6: placement/on-fire: square (1, 2) is fire
/// 2..6: placement/on-fire: square (2, 2) is fire");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayableState {
    state: State,
    bitboards: Bitboards,
}

impl PlayableState {
    /// A small game: what the examples of the diagnostic codes are about.
    pub const EXAMPLE: &'static str = concat!(
        r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgBgg\nfffybpbry\nbbggrgyry\nygrpybpby\nprpgbybyr\nbgyryywwW\n"#,
        r#"yrbpgrwow\nrgybpywww\n","AabcdBCgDadh","AfhkBCbDcg","G0105","abdfgjkmnpqrtuvwyzACDE"]"#
    );

    /// The game of a state.
    ///
    /// # Errors
    /// Why its board cannot be played on.
    pub fn new(state: State) -> Result<Self, Diagnostics> {
        let bitboards = Bitboards::new(&state.board)
            .map_err(|faults| faults.into_iter().map(|fault| fault.part(0)).collect::<Diagnostics>())?;
        Ok(Self { state, bitboards })
    }

    /// The game on a board alone, without cards and tiles: enough for [`fits`](Self::fits) and
    /// [`placement_errors`](Self::placement_errors).
    ///
    /// # Errors
    /// Why the board cannot be played on.
    pub fn on_board(board: Board) -> Result<Self, Diagnostics> {
        let bitboards = Bitboards::new(&board)?;
        let state = State {
            board,
            decks: super::Decks::default(),
            hand: super::Hand::default(),
            exhausted: super::Exhausted::default(),
            bag: super::FireBag::EMPTY,
        };
        Ok(Self { state, bitboards })
    }

    /// The state.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The state, for whoever needs no masks any more.
    pub fn into_state(self) -> State {
        self.state
    }

    /// Whether an action fits the board, whatever is in hand and in the bag.
    pub fn fits(&self, action: &Action) -> bool {
        match *action {
            Action::Card(card) => placement::card_fits(&self.bitboards, card),
            Action::Fire(fire) => placement::fire_fits(&self.bitboards, fire),
            Action::Cat(ref cat) => movement::cat_fits(&self.bitboards, cat),
        }
    }

    /// Whether an action is legal: it fits, and the hand allows it.
    pub fn is_legal(&self, action: &Action) -> bool {
        let allowed = match *action {
            Action::Card(card) => self.state.hand.0.contains(card.card),
            Action::Fire(_) => true,
            Action::Cat(ref cat) => movement::pays(self, cat),
        };
        allowed && self.fits(action)
    }

    /// Every reason why an action does not fit; none exactly when it does. Spans are those of its canonical
    /// string.
    pub fn placement_errors(&self, action: &Action) -> Diagnostics {
        match *action {
            Action::Card(card) => placement::card_faults(self, card),
            Action::Fire(fire) => placement::fire_faults(self, fire),
            Action::Cat(ref cat) => movement::cat_faults(self, cat),
        }
    }

    /// Every reason why an action is not legal; none exactly when it is.
    pub fn legality_errors(&self, action: &Action) -> Diagnostics {
        let mut faults = self.placement_errors(action);
        match *action {
            Action::Card(card) => faults.extend(placement::card_hand_fault(self, card)),
            Action::Fire(_) => {}
            Action::Cat(ref cat) => faults.extend(movement::price_faults(self, cat)),
        }
        faults.sort();
        faults
    }

    /// Plays an action that fits. What it takes out of hand and bag is taken if it is there: whether it had to be
    /// is the question of [`legal`](Self::legal). An action that does not fit changes nothing.
    pub fn play(&mut self, action: &Action) {
        if self.fits(action) {
            self.apply_unchecked(action);
        }
    }

    /// As [`play`](Self::play), for an action that is known to fit.
    pub(crate) fn apply_unchecked(&mut self, action: &Action) {
        match *action {
            Action::Card(card) => self.lay_card(card),
            Action::Fire(fire) => self.lay_fire(fire),
            Action::Cat(ref cat) => self.move_cat(cat),
        }
    }

    fn lay_card(&mut self, CardAction { card, at, turn }: CardAction) {
        let turned = pieces::card(card, turn);
        for (index, &square) in turned.squares.0.iter().enumerate() {
            let index = index as u8;
            self.state.board.set(Position::new(at.row + index / 3, at.column + index % 3), square);
        }
        self.bitboards.lay_card(turned, at);
        self.state.hand.0.remove(card);
    }

    fn lay_fire(&mut self, FireAction { tile, at, flipped, turn }: FireAction) {
        let turned = pieces::tile(tile, flipped, turn);
        for cell in turned.shape.cells() {
            self.state.board.set(Position::new(at.row + cell.row, at.column + cell.column), Square::Fire);
        }
        self.bitboards.lay_fire(turned, at);
        self.state.bag.remove(tile);
    }

    fn move_cat(&mut self, cat: &CatAction) {
        let &CatAction { colour, from, to, .. } = cat;
        let board = &mut self.state.board;
        if let (Some(left), Some(entered)) = (board.get(from), board.get(to)) {
            board.set(from, left.without_cat());
            board.set(to, entered.with_cat());
        }
        self.bitboards.move_cat(from, to);
        for card in cat.discards() {
            self.state.hand.0.remove(card);
        }
        self.state.exhausted.remove(colour, from);
        self.state.exhausted.insert(colour, to);
    }

    /// Changes the state beside its board: the masks must stay what the board shows.
    pub(crate) fn beside_board(&mut self, change: impl FnOnce(&mut State)) {
        change(&mut self.state);
    }

    /// The top left squares at which a card fits.
    pub(crate) fn card_corners(&self) -> Bitboard {
        placement::card_corners(&self.bitboards)
    }

    /// The top left squares at which a tile fits as it is turned.
    pub(crate) fn fire_corners(&self, tile: &pieces::TurnedTile) -> Bitboard {
        placement::fire_corners(&self.bitboards, tile)
    }

    /// Whether a tile fits anywhere.
    pub fn tile_fits_anywhere(&self, tile: TileId) -> bool {
        placement::fits_anywhere(&self.bitboards, tile)
    }

    /// The cats that may move, by colour, then row, then column, each with the squares it can go to.
    pub(crate) fn cat_moves(&self) -> impl Iterator<Item = (Colour, Position, Bitboard)> + '_ {
        Colour::ALL.into_iter().flat_map(move |colour| {
            self.bitboards.cats_ashore(colour).iter().map(move |(row, column)| {
                let at = Position::new(row as u8, column as u8);
                (colour, at, movement::ends(&self.bitboards, colour, bitboards::square(at)))
            })
        })
    }

    /// Whether every cat can still reach the raft.
    pub fn all_cats_can_reach_raft(&self) -> bool {
        reachability::all_can_reach(&self.bitboards, Bitboard::EMPTY)
    }

    /// Every cat that can no longer reach the raft.
    pub fn cut_off_cats(&self) -> Vec<CutOffCat> {
        reachability::cut_off(&self.bitboards, &self.state.board)
    }

    /// Whether every cat is on the raft.
    pub fn all_cats_on_raft(&self) -> bool {
        self.bitboards.cats.is_subset(&self.bitboards.raft)
    }
}

impl std::str::FromStr for PlayableState {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        Self::new(text.parse()?)
    }
}

/// Reads an action as [`Notation::read`] does, but accepts a cat's move that discards one card twice: that is one
/// reason among others why the move is not legal, which [`PlayableState::legality_errors`] reports with them.
pub fn read_action(text: &str) -> Reading<Action> {
    let reading = Action::read_fast(text);
    match discards_one_card_twice(text, reading.diagnostics()) {
        Some(action) => Reading::canonical(action),
        None => reading,
    }
}

/// Returns the move of a cat whose only error is that it discards one card twice.
pub fn discards_one_card_twice(text: &str, errors: &Diagnostics) -> Option<Action> {
    let only =
        errors.len() == 1 && errors.iter().all(|error| error.code == &strings::ACTION_DUPLICATE_DISCARD);
    match Action::parse_canonical(text.get(..11).filter(|_| only)?)? {
        Action::Cat(cat) => Some(Action::Cat(CatAction { second: Some(cat.discard), ..cat })),
        _ => None,
    }
}

/// Moves the spans of an action's diagnostics to the text that it was read from, in which the two discards may have
/// another order than in the canonical string.
pub fn respan(text: &str, action: &Action, found: Diagnostics) -> Diagnostics {
    let Action::Cat(CatAction { discard, second: Some(_), .. }) = action else { return found };
    if text.get(9..11) == Some(discard.to_string().as_str()) {
        return found;
    }
    let swapped = |span| match span {
        Span { start: 9, end: 11 } => Span::new(11, 13),
        Span { start: 11, end: 13 } => Span::new(9, 11),
        other => other,
    };
    let mut moved: Diagnostics =
        found.into_iter().map(|one| Diagnostic { span: swapped(one.span), ..one }).collect();
    moved.sort();
    moved
}
