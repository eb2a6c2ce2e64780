//! The rules, which determine whether an action fits the board, whether an action is legal, and whether the
//! game is over.
//!
//! An action *fits* if the board allows it, and is *legal* if the board and the hand allow it. For each of
//! these properties, there is a fast test on bitboards ([`PlayableState::fits`], [`PlayableState::is_legal`])
//! and a function that lists all errors ([`PlayableState::placement_errors`],
//! [`PlayableState::legality_errors`]).

pub(super) mod bitboards;
pub(super) mod movement;
pub(crate) mod oriented;
mod outcome;
pub(super) mod placement;
pub(super) mod reachability;

pub use outcome::{Loss, Outcome};
pub use reachability::CutOffCat;

use super::{Action, Board, CardAction, Cat, CatAction, Discards, FireAction, Square, State, TileId};
use crate::diagnostics::{Diagnostic, Diagnostics, Span, codes};
use crate::notation::{Notation, Reading};
use bitboards::Bitboards;

/// A state in which the game can be played, because its board has exactly one complete raft. The state also
/// stores its board as bitboards.
///
/// ```
/// use clowder::raft::{Action, PlayableState};
///
/// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
/// let action: Action = "Af0303N".parse()?;
/// assert!(game.fits(&action) && game.is_legal(&action));
/// let action: Action = "Ae0002N".parse()?;
/// assert_eq!(game.legality_errors(&action).to_string(), "\
/// 0..2: placement/card-not-in-hand: card `Ae` is not in the hand
/// 2..6: placement/on-fire: square (0, 2) is on fire
/// 2..6: placement/on-fire: square (1, 2) is on fire
/// 2..6: placement/on-fire: square (2, 2) is on fire");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayableState {
    /// Every change to the board must also be made in the bitboards.
    pub(super) state: State,
    bitboards: Bitboards,
}

impl PlayableState {
    /// A state with a small board, used in the examples of error codes.
    pub const EXAMPLE: &'static str = concat!(
        r#"["fffgybgyp\nfffrbGbyr\nfffpgybrr\nfffbybgyp\nfffbrgBgg\nfffybpbry\nbbggrgyry\nygrpybpby\nprpgbybyr\nbgyryywwW\n"#,
        r#"yrbpgrwow\nrgybpywww\n","AabcdBCgDadh","AfhkBCbDcg","G0105","abdfgjkmnpqrtuvwyzACDE"]"#
    );

    /// Creates a playable state and computes the bitboards of its board.
    ///
    /// # Errors
    /// Returns an error unless the board has exactly one raft and contains all nine squares of this raft.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::{PlayableState, State}};
    ///
    /// let game = PlayableState::new(State::EXAMPLE.parse()?)?;
    /// assert_eq!(game.state().to_string(), State::EXAMPLE);
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn new(state: State) -> Result<Self, Diagnostics> {
        let bitboards = Bitboards::new(&state.board)
            .map_err(|errors| errors.into_iter().map(|error| error.part(0)).collect::<Diagnostics>())?;
        Ok(Self { state, bitboards })
    }

    /// Creates a state that has a board but neither cards nor tiles. A board is enough for [`fits`](Self::fits) and
    /// [`placement_errors`](Self::placement_errors).
    ///
    /// # Errors
    /// Returns an error unless the board has exactly one raft and contains all nine squares of this raft.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::{Board, PlayableState}};
    ///
    /// let game = PlayableState::on_board(Board::EXAMPLE.parse()?)?;
    /// assert!(game.fits(&"Af0303N".parse()?));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn on_board(board: Board) -> Result<Self, Diagnostics> {
        let bitboards = Bitboards::new(&board)?;
        Ok(Self { state: State::on_board(board), bitboards })
    }

    /// The state, without its bitboards.
    pub const fn state(&self) -> &State {
        &self.state
    }

    pub(crate) const fn bitboards(&self) -> &Bitboards {
        &self.bitboards
    }

    /// Discards the bitboards and returns the state.
    pub fn into_state(self) -> State {
        self.state
    }

    /// Whether an action fits the board, regardless of the hand and the bag.
    ///
    /// ```
    /// use clowder::raft::PlayableState;
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// assert!(game.fits(&"Ae0303N".parse()?) && !game.is_legal(&"Ae0303N".parse()?));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn fits(&self, action: &Action) -> bool {
        match *action {
            Action::Card(card) => placement::card_fits(&self.bitboards, card),
            Action::Fire(fire) => placement::tile_fits(&self.bitboards, fire),
            Action::Cat(ref cat) => movement::cat_fits(&self.bitboards, cat),
        }
    }

    /// Whether an action is legal: both the board and the hand must allow it.
    ///
    /// ```
    /// use clowder::raft::PlayableState;
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// assert!(game.is_legal(&"B04060506Af".parse()?));
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn is_legal(&self, action: &Action) -> bool {
        let allowed = match *action {
            Action::Card(card) => self.state.hand.cards().contains(card.card),
            Action::Fire(_) => true,
            Action::Cat(ref cat) => movement::is_paid(self, cat),
        };
        allowed && self.fits(action)
    }

    /// Lists every reason why an action does not fit the board. The list is empty if and only if the action
    /// [fits](Self::fits). The spans point into the canonical action string.
    ///
    /// ```
    /// use clowder::raft::PlayableState;
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// let errors = game.placement_errors(&"B04060406Af".parse()?);
    /// assert_eq!(errors.to_string(), "5..9: cat/same-square: the move starts and ends on the same square, (4, 6)");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn placement_errors(&self, action: &Action) -> Diagnostics {
        match *action {
            Action::Card(card) => placement::card_errors(self, card),
            Action::Fire(fire) => placement::tile_errors(self, fire),
            Action::Cat(ref cat) => movement::cat_errors(self, cat),
        }
    }

    /// Lists every reason why an action is illegal. The list is empty if and only if the action is
    /// [legal](Self::is_legal). The spans point into the canonical action string.
    ///
    /// ```
    /// use clowder::raft::PlayableState;
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// let errors = game.legality_errors(&"B04060506Ae".parse()?);
    /// assert_eq!(errors.to_string(), "9..11: cat/discard-not-in-hand: card `Ae` is not in the hand");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn legality_errors(&self, action: &Action) -> Diagnostics {
        let mut errors = self.placement_errors(action);
        match *action {
            Action::Card(card) => errors.extend(placement::card_hand_error(self, card)),
            Action::Fire(_) => {}
            Action::Cat(ref cat) => errors.extend(movement::price_errors(self, cat)),
        }
        errors.sort();
        errors
    }

    /// Reads an action. The result has a value only if the action is legal. Errors in the string and violations of the
    /// rules are reported with spans that point into `text`.
    ///
    /// ```
    /// use clowder::raft::PlayableState;
    ///
    /// let game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// assert!(game.read_legal_action("B04060506Af").is_canonical());
    /// let errors = game.read_legal_action("B04060506AhAh").into_diagnostics();
    /// assert_eq!(errors.to_string(), "\
    /// 9..13: cat/not-exhausted: the cat at (4, 6) is not exhausted, so its move costs 1 discard; found 2
    /// 11..13: action/duplicate-discard: card `Ah` is discarded twice; the two discards must be different cards");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn read_legal_action(&self, text: &str) -> Reading<Action> {
        let (action, errors) = read_action(text).into_parts();
        let illegal = action.map(|action| errors_in_text(text, &action, self.legality_errors(&action)));
        let illegal = illegal.unwrap_or_default();
        Reading::new(action.filter(|_| illegal.is_empty()), errors).check(illegal)
    }

    /// Applies an action that fits the board, even if it is not legal. The action's cards are removed from the
    /// hand, or its tile from the bag, if they are there.
    ///
    /// # Errors
    /// Returns every [reason](Self::placement_errors) why the action does not fit, and leaves the state unchanged.
    ///
    /// # Examples
    /// ```
    /// use clowder::raft::PlayableState;
    ///
    /// let mut game: PlayableState = PlayableState::EXAMPLE.parse()?;
    /// game.apply_fitting(&"Ae0303N".parse()?)?;
    /// assert!(game.apply_fitting(&"Ae0000N".parse()?).is_err());
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn apply_fitting(&mut self, action: &Action) -> Result<(), Diagnostics> {
        if !self.fits(action) {
            return Err(self.placement_errors(action));
        }
        self.apply_unchecked(action);
        Ok(())
    }

    /// Applies an action, which must fit.
    pub(crate) fn apply_unchecked(&mut self, action: &Action) {
        match *action {
            Action::Card(card) => self.place_card(card),
            Action::Fire(fire) => self.place_tile(fire),
            Action::Cat(ref cat) => self.move_cat(cat),
        }
    }

    fn place_card(&mut self, CardAction { card, at, orientation }: CardAction) {
        let oriented = oriented::card(card, orientation);
        self.state.board.place_card(at, oriented.squares);
        self.bitboards.place_card(oriented, at);
        self.state.hand.remove(card);
    }

    fn place_tile(&mut self, FireAction { tile, at, flipped, orientation }: FireAction) {
        let oriented = oriented::tile(tile, flipped, orientation);
        for cell in oriented.shape.cells() {
            at.offset(cell.row, cell.column).and_then(|at| self.state.board.set(at, Square::Fire));
        }
        self.bitboards.place_tile(oriented, at);
        self.state.bag.remove(tile);
    }

    fn move_cat(&mut self, &CatAction { colour, from, to, discards }: &CatAction) {
        let board = &mut self.state.board;
        if let (Some(left), Some(entered)) = (board.get(from), board.get(to)) {
            board.set(from, left.without_cat());
            board.set(to, entered.with_cat());
        }
        self.bitboards.move_cat(from, to);
        for card in discards.iter() {
            self.state.hand.remove(card);
        }
        self.state.exhausted.remove_at(from);
        self.state.exhausted.insert(Cat { colour, at: to });
    }

    /// Whether a tile fits somewhere on the board in at least one orientation.
    pub fn tile_fits_anywhere(&self, tile: TileId) -> bool {
        self.bitboards.has_place_for(tile)
    }
}

impl std::str::FromStr for PlayableState {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        Self::new(text.parse()?)
    }
}

/// Reads an action like [`Notation::read`], but accepts a move that discards the same card twice.
/// [`PlayableState::legality_errors`] reports the repeated discard together with all other errors.
pub(crate) fn read_action(text: &str) -> Reading<Action> {
    let reading = Action::read_fast(text);
    match discards_one_card_twice(text, reading.diagnostics()) {
        Some(action) => Reading::canonical(action),
        None => reading,
    }
}

/// Returns the cat move if the only error is that the move discards the same card twice.
pub(crate) fn discards_one_card_twice(text: &str, errors: &Diagnostics) -> Option<Action> {
    let only =
        errors.len() == 1 && errors.iter().all(|error| error.code == &codes::raft::ACTION_DUPLICATE_DISCARD);
    let Action::Cat(cat) = Action::parse_canonical(text.get(..11).filter(|_| only)?)? else { return None };
    let card = cat.discards.first();
    Some(Action::Cat(CatAction { discards: Discards::ascending(card, Some(card)), ..cat }))
}

/// Translates the spans of `errors` from the canonical action string to `text`, in which the two discards may be
/// swapped.
pub(crate) fn errors_in_text(text: &str, action: &Action, errors: Diagnostics) -> Diagnostics {
    let Action::Cat(CatAction { discards, .. }) = action else { return errors };
    if discards.second().is_none() || text.get(9..11) == Some(discards.first().to_string().as_str()) {
        return errors;
    }
    let swapped = |span| match span {
        Span { start: 9, end: 11 } => Span::new(11, 13),
        Span { start: 11, end: 13 } => Span::new(9, 11),
        other => other,
    };
    let mut moved: Diagnostics =
        errors.into_iter().map(|error| Diagnostic { span: swapped(error.span), ..error }).collect();
    moved.sort();
    moved
}
