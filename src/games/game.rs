//! The traits that every game implements.

use super::{Outcome, Seat};
use crate::diagnostics::{Diagnostics, Span};
use crate::json::{Checker, Value};
use crate::notation::Segment;
use crate::random::Random;
use std::fmt::Debug;
use std::time::Duration;

/// The rules of a turn-based game for two players.
///
/// ```
/// use clowder::arboretum::Arboretum;
/// use clowder::games::Game;
/// use clowder::random::Random;
///
/// let mut random = Random::new(1);
/// let mut state = Arboretum::deal(&mut random);
/// while let Some(chosen) = random.choose(&Arboretum::legal_moves(&state)) {
///     Arboretum::apply(&mut state, chosen);
/// }
/// assert!(Arboretum::result(&state).is_some());
/// ```
pub trait Game: Clone + Debug + PartialEq + 'static {
    /// The name of the game in files and on the command line.
    const NAME: &'static str;
    /// Whether games can begin with different deals. If so, a tournament can play each deal twice, the second
    /// time with the seats swapped.
    const HAS_DEALS: bool = true;
    /// The complete state of a game.
    type State: Clone + Debug + PartialEq + Send + Sync;
    /// The part of a state that a player in one seat can see.
    type View: Clone + Debug + PartialEq + Send + Sync;
    /// A move in the game.
    type Move: Clone + Debug + PartialEq + Send + Sync;

    /// Creates the initial state of a new game, dealing any cards at random.
    ///
    /// ```
    /// use clowder::arboretum::Arboretum;
    /// use clowder::games::Game;
    /// use clowder::random::Random;
    ///
    /// assert_eq!(Arboretum::deal(&mut Random::new(1)), Arboretum::deal(&mut Random::new(1)));
    /// assert_ne!(Arboretum::deal(&mut Random::new(1)), Arboretum::deal(&mut Random::new(2)));
    /// ```
    fn deal(random: &mut Random) -> Self::State;

    /// Whether a game can begin in the given state.
    fn is_start(state: &Self::State) -> bool;

    /// The seat of the player whose turn it is.
    fn mover(state: &Self::State) -> Seat;

    /// Returns the view of a state from one seat. `opponent` is the other player's name. The view must not
    /// reveal anything that is hidden from the player in that seat.
    ///
    /// ```
    /// use clowder::games::{Game, Seat};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// let view = TicTacToe::view(&state, Seat::First, "Bob");
    /// assert!(view.active && view.opponent == "Bob");
    /// ```
    fn view(state: &Self::State, seat: Seat, opponent: &str) -> Self::View;

    /// Lists the legal moves, in an order that each game documents. The list is empty once the game is over.
    ///
    /// ```
    /// use clowder::games::Game;
    /// use clowder::random::Random;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// assert_eq!(TicTacToe::legal_moves(&state), Square::ALL);
    /// ```
    fn legal_moves(state: &Self::State) -> Vec<Self::Move>;

    /// Lists the legal moves for a view, in the order of [`legal_moves`](Self::legal_moves). The list is
    /// empty when it is not the player's turn.
    fn moves_shown(view: &Self::View) -> Vec<Self::Move>;

    /// Applies a legal move to a state.
    ///
    /// ```
    /// use clowder::games::Game;
    /// use clowder::random::Random;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// let mut state = TicTacToe::deal(&mut Random::new(1));
    /// TicTacToe::apply(&mut state, &Square::ALL[4]);
    /// assert_eq!(TicTacToe::legal_moves(&state).len(), 8);
    /// ```
    fn apply(state: &mut Self::State, of: &Self::Move);

    /// Returns the outcome of the game, or `None` if the game is not over.
    fn result(state: &Self::State) -> Option<Outcome>;

    /// Returns the outcome of a game that `loser` forfeits in this state because of an error.
    fn forfeit(state: &Self::State, loser: Seat) -> Outcome;
}

/// How to read and write a game as JSON: states in saved games, views in messages, and moves in both.
///
/// The `read_` functions read a value inside a larger text, while the `parse_` functions parse a complete
/// text.
pub trait GameJson: Game {
    /// The keys used in moves that are written as objects. Empty if no move of this game is an object.
    const MOVE_KEYS: &'static [&'static str] = &[];

    /// Whether an object has a key that occurs only in states or views of this game.
    fn recognises(object: &Value) -> bool;

    /// Writes a view as the `state` object of a message.
    ///
    /// ```
    /// use clowder::games::{Game, GameJson, Seat};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// let view = TicTacToe::view(&state, Seat::First, "Bob");
    /// assert!(TicTacToe::write_view(&view).starts_with(r#"{"token":"X","gameState":["#));
    /// ```
    fn write_view(view: &Self::View) -> String;

    /// Reads a view.
    ///
    /// ```
    /// use clowder::games::{Game, GameJson, Seat};
    /// use clowder::json::Checker;
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// let view = TicTacToe::view(&state, Seat::First, "Bob");
    /// let text = TicTacToe::write_view(&view);
    /// let (mut checker, value) = Checker::read(&text);
    /// assert_eq!(TicTacToe::read_view(&mut checker, &value.unwrap()), Some(view));
    /// ```
    fn read_view(checker: &mut Checker<'_>, value: &Value) -> Option<Self::View>;

    /// Writes a state in the saved-game format.
    ///
    /// ```
    /// use clowder::games::{Game, GameJson};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// assert!(TicTacToe::write_state(&state).starts_with(r#"{"turn":1,"currentPlayer":0,"#));
    /// ```
    fn write_state(state: &Self::State) -> String;

    /// Reads a state.
    ///
    /// ```
    /// use clowder::games::{Game, GameJson};
    /// use clowder::json::Checker;
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// let text = TicTacToe::write_state(&state);
    /// let (mut checker, value) = Checker::read(&text);
    /// assert_eq!(TicTacToe::read_state(&mut checker, &value.unwrap()), Some(state));
    /// ```
    fn read_state(checker: &mut Checker<'_>, value: &Value) -> Option<Self::State>;

    /// Writes a move.
    ///
    /// ```
    /// use clowder::games::GameJson;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// assert_eq!(TicTacToe::write_move(&Square::ALL[4]), "4");
    /// ```
    fn write_move(of: &Self::Move) -> String;

    /// Reports an error unless the value has the form of a move of this game. The move is not checked against a
    /// state.
    ///
    /// ```
    /// use clowder::{games::GameJson, json::Checker, tictactoe::TicTacToe};
    ///
    /// let (mut checker, value) = Checker::read("9");
    /// TicTacToe::check_move(&mut checker, &value.unwrap());
    /// assert!(!checker.is_clean(), "the squares are 0 to 8");
    /// ```
    fn check_move(checker: &mut Checker<'_>, value: &Value);

    /// Reads a move without checking it against a state.
    ///
    /// ```
    /// use clowder::{games::GameJson, json::Checker, tictactoe::{Square, TicTacToe}};
    ///
    /// let (mut checker, value) = Checker::read("8");
    /// assert_eq!(TicTacToe::read_move(&mut checker, &value.unwrap()), Some(Square::ALL[8]));
    /// ```
    fn read_move(checker: &mut Checker<'_>, value: &Value) -> Option<Self::Move>;

    /// Reads a move, and reports an error if it is illegal in the given state. `"RANDOM"` does not count as a
    /// move, because the referee checks for it first.
    ///
    /// ```
    /// use clowder::games::{Game, GameJson};
    /// use clowder::json::Checker;
    /// use clowder::random::Random;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// let mut state = TicTacToe::deal(&mut Random::new(1));
    /// TicTacToe::apply(&mut state, &Square::ALL[4]);
    /// let (mut checker, value) = Checker::read("4");
    /// assert_eq!(TicTacToe::read_legal_move(&mut checker, &state, &value.unwrap()), None);
    /// ```
    fn read_legal_move(checker: &mut Checker<'_>, state: &Self::State, value: &Value) -> Option<Self::Move>;

    /// Reads a move, and reports an error if it is illegal for the player with the given view.
    ///
    /// ```
    /// use clowder::games::{Game, GameJson, Seat};
    /// use clowder::json::Checker;
    /// use clowder::random::Random;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// let view = TicTacToe::view(&state, Seat::First, "Bob");
    /// let (mut checker, value) = Checker::read("4");
    /// assert_eq!(TicTacToe::read_shown_move(&mut checker, &view, &value.unwrap()), Some(Square::ALL[4]));
    /// ```
    fn read_shown_move(checker: &mut Checker<'_>, view: &Self::View, value: &Value) -> Option<Self::Move>;

    /// Parses a state.
    ///
    /// ```
    /// use clowder::games::{Game, GameJson};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// assert_eq!(TicTacToe::parse_state(&TicTacToe::write_state(&state)).ok(), Some(state));
    /// assert!(TicTacToe::parse_state("{}").is_err());
    /// ```
    ///
    /// # Errors
    /// Returns all errors found in the text.
    fn parse_state(json: &str) -> Result<Self::State, Diagnostics> {
        let (mut checker, value) = Checker::read(json);
        let state = value.and_then(|value| Self::read_state(&mut checker, &value));
        checker.finish(state)
    }

    /// Parses a move that must be legal in the given state.
    ///
    /// ```
    /// use clowder::games::{Game, GameJson};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// assert_eq!(TicTacToe::parse_move(&state, "4").ok(), Some(Square::ALL[4]));
    /// assert!(TicTacToe::parse_move(&state, "9").is_err());
    /// ```
    ///
    /// # Errors
    /// Returns all errors found in the text, or the reason why the move is illegal.
    fn parse_move(state: &Self::State, json: &str) -> Result<Self::Move, Diagnostics> {
        let (mut checker, value) = Checker::read(json);
        let legal = value.and_then(|value| Self::read_legal_move(&mut checker, state, &value));
        checker.finish(legal)
    }

    /// Parses a move that must be legal for the player with the given view.
    ///
    /// ```
    /// use clowder::games::{Game, GameJson, Seat};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// let state = TicTacToe::deal(&mut Random::new(1));
    /// let view = TicTacToe::view(&state, Seat::First, "Bob");
    /// assert_eq!(TicTacToe::parse_shown_move(&view, "4").ok(), Some(Square::ALL[4]));
    /// ```
    ///
    /// # Errors
    /// Returns all errors found in the text, or the reason why the move is illegal.
    fn parse_shown_move(view: &Self::View, json: &str) -> Result<Self::Move, Diagnostics> {
        let (mut checker, value) = Checker::read(json);
        let legal = value.and_then(|value| Self::read_shown_move(&mut checker, view, &value));
        checker.finish(legal)
    }
}

/// Human-readable descriptions of a game.
pub trait GameWords: GameJson {
    /// The game's name as written in a sentence, e.g. `tic-tac-toe`.
    const TITLE: &'static str;
    /// Explains to a human player how to type moves.
    const MOVE_HELP: &'static str;
    /// Explains to bot authors how a move is written in JSON. The text continues the sentence "A move is
    /// ...".
    const MOVE_JSON: &'static str;
    /// The game's rules in Markdown, for readers who do not know the game.
    const RULES: &'static str;

    /// Describes a move in words, e.g. `plays J6 at (0, 0)`.
    ///
    /// ```
    /// use clowder::games::GameWords;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// assert_eq!(TicTacToe::describe_move(&Square::ALL[4]), "takes square 4 (the middle)");
    /// ```
    fn describe_move(of: &Self::Move) -> String;

    /// Describes how a game ended.
    ///
    /// ```
    /// use clowder::games::{GameWords, Outcome};
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let draw = Outcome::new(None, [0, 0]);
    /// assert_eq!(TicTacToe::describe_outcome(&draw), "the board is full and nobody has three in a row");
    /// ```
    fn describe_outcome(outcome: &Outcome) -> String;

    /// Explains each part of a view. `at` maps a key to the span of its value.
    ///
    /// ```
    /// use clowder::diagnostics::Span;
    /// use clowder::games::{Game, GameWords, Seat};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::TicTacToe;
    ///
    /// let view = TicTacToe::view(&TicTacToe::deal(&mut Random::new(1)), Seat::First, "Bob");
    /// let parts = TicTacToe::explain_view(&view, &|_| Span::new(0, 1));
    /// assert_eq!(parts[0].meaning, "X is placed next");
    /// ```
    fn explain_view(view: &Self::View, at: &dyn Fn(&str) -> Span) -> Vec<Segment>;

    /// Explains the game-specific parts of a saved game's `winner` value.
    fn explain_winner(_last: &Self::State, _players: &[String; 2], _winner: Option<&Value>) -> Vec<Segment> {
        Vec::new()
    }

    /// Converts a typed move from its short form to JSON, or returns `None` if the text is not in short form.
    fn expand_typed_move(_typed: &str) -> Option<String> {
        None
    }

    /// Writes a move as a human player would type it.
    fn type_move(of: &Self::Move) -> String {
        Self::write_move(of)
    }
}

/// The effort that `BuiltIn::Expert` may spend on each move.
///
/// ```
/// use clowder::games::Effort;
/// use std::time::Duration;
///
/// assert_eq!(Effort::default(), Effort::Time(Duration::from_millis(150)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Effort {
    /// A time per move. The chosen moves depend on the speed of the machine.
    Time(Duration),
    /// A number of simulated games per move. The same seed always leads to the same moves.
    Rollouts(u32),
}

impl Default for Effort {
    /// Returns the effort for the usual time limit of 300 ms per move.
    fn default() -> Self {
        Self::within(Duration::from_millis(300))
    }
}

impl Effort {
    /// Returns the effort for a time limit per move. The search uses half of the limit, and the rest is a
    /// reserve for delays, e.g. those caused by other programs.
    pub fn within(limit: Duration) -> Self {
        Self::Time(limit / 2)
    }
}

/// A function that chooses a move for a player's view, or returns `None` when it is not the player's turn.
pub type Chooser<G> = fn(&<G as Game>::View) -> Option<<G as Game>::Move>;

/// A randomized search that chooses a move for a player's view and is limited by the effort. Returns `None`
/// when it is not the player's turn.
pub type Searcher<G> = fn(&<G as Game>::View, Effort, &mut Random) -> Option<<G as Game>::Move>;

/// The built-in bots that each game implements itself. The other bots merely pick one of the legal moves, so
/// their code is the same for all games.
pub trait GameBots: Game {
    /// Chooses an optimal move. Games that are too large for an exhaustive search have `None`.
    const PERFECT: Option<Chooser<Self>> = None;

    /// Chooses a move by simulating games. Games that can be searched exhaustively have `None`.
    const EXPERT: Option<Searcher<Self>> = None;

    /// Picks the move that looks best, without searching ahead. Returns `None` when it is not the player's
    /// turn.
    ///
    /// ```
    /// use clowder::games::{Game, GameBots, Seat};
    /// use clowder::random::Random;
    /// use clowder::tictactoe::{Square, TicTacToe};
    ///
    /// let view = TicTacToe::view(&TicTacToe::deal(&mut Random::new(1)), Seat::First, "Bob");
    /// assert_eq!(TicTacToe::greedy(&view), Some(Square::ALL[4]));
    /// ```
    fn greedy(view: &Self::View) -> Option<Self::Move>;
}
