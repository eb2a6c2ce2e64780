//! What messages and saved games mean, part by part. Spans are those of the text as it was given.

use crate::arboretum::Arboretum;
use crate::arboretum::{self, Card, Move, SPECIES, score};
use crate::diagnostics::Span;
use crate::diagnostics::escape::{escape, excerpt};
use crate::games::{Game, GameName, Outcome};
use crate::json::inspection::Inspection;
use crate::json::{self, Value};
use crate::notation::Segment;
use crate::protocol::message::{Message, Reply, Request, View};
use crate::protocol::record::{GameRecord, Record};
use crate::tictactoe;
use crate::tictactoe::TicTacToe;

/// A game whose moves can be told in words.
pub trait Tell: Game {
    /// What the move does, as in `plays J6 at (0, 0)`.
    fn tell(of: &Self::Move) -> String;

    /// Why a game ended as it did.
    fn why(outcome: &Outcome) -> String;
}

/// The winner of a game, unless it is a draw.
fn winner(outcome: &Outcome) -> Option<&'static str> {
    ["the first player", "the second player"].get(usize::from(outcome.result)).copied()
}

impl Tell for TicTacToe {
    fn tell(of: &u8) -> String {
        format!("takes square {of} ({})", square(*of))
    }

    fn why(outcome: &Outcome) -> String {
        match winner(outcome) {
            Some(winner) => format!("{winner} has a line"),
            None => "the board is full and nobody has a line".to_owned(),
        }
    }
}

impl Tell for Arboretum {
    fn tell(of: &Move) -> String {
        match *of {
            Move::Draw(0) => "draws from the deck".to_owned(),
            Move::Draw(1) => "draws from their own discard pile".to_owned(),
            Move::Draw(_) => "draws from the opponent's discard pile".to_owned(),
            Move::Play(of, [x, y]) => format!("plays {} at ({x}, {y})", card(of)),
            Move::Discard(of) => format!("discards {}", card(of)),
        }
    }

    fn why(outcome: &Outcome) -> String {
        let [a, b] = outcome.scores;
        match winner(outcome) {
            None => format!("{a} : {b}, and as many species in both play areas"),
            Some(winner) if a == b => format!("{a} : {b}, and {winner} has more species in the play area"),
            Some(winner) => format!("{winner} has the higher score, {a} : {b}"),
        }
    }
}

/// A square in words.
fn square(of: u8) -> String {
    if of == 4 {
        return "the middle".to_owned();
    }
    let row = ["top", "middle", "bottom"][usize::from(of / 3 % 3)];
    format!("{row} {}", ["left", "middle", "right"][usize::from(of % 3)])
}

/// A card in words: `J3 (jacaranda)`.
fn card(of: Card) -> String {
    format!("{of} ({})", of.tree())
}

fn cards(cards: &[Card]) -> String {
    let cards: Vec<_> = cards.iter().map(Card::to_string).collect();
    if cards.is_empty() { "none".to_owned() } else { cards.join(" ") }
}

/// The spans of a JSON text's values.
struct Spans(Option<Value>);

impl Spans {
    fn of(text: &str) -> Self {
        Self(json::read(text).0)
    }

    /// The value at a path of keys, or the whole.
    fn at(&self, path: &[&str]) -> Span {
        let found = path.iter().try_fold(self.0.as_ref(), |value, key| Some(value?.get(key)));
        found.flatten().map_or(Span::at(0), |value| value.span)
    }

    /// The items of the list at a path of keys.
    fn items(&self, path: &[&str]) -> Vec<Span> {
        let found = path.iter().try_fold(self.0.as_ref(), |value, key| Some(value?.get(key)));
        let items = found.flatten().and_then(Value::list).unwrap_or_default();
        items.iter().map(|item| item.span).collect()
    }
}

/// A request: what it tells the bot.
pub fn request(request: &Request, text: &str) -> Vec<Segment> {
    let spans = Spans::of(text);
    let at = |key| spans.at(&["state", key]);
    let mut parts = match &request.message {
        Message::NewGame { number, round } => vec![
            Segment::new(at("message"), "message", "a game begins; any answer will do"),
            Segment::new(at("gameNumber"), "game number", number.to_string()),
            Segment::new(at("round"), "round", escape(round)),
        ],
        Message::EndGame { result, scores: [own, other], .. } => vec![
            Segment::new(at("message"), "message", "the game has ended; any answer will do"),
            Segment::new(at("result"), "result", ["you won", "you lost", "a draw"][usize::from(*result % 3)]),
            Segment::new(at("score"), "your score", own.to_string()),
            Segment::new(at("opponentScore"), "the opponent's score", other.to_string()),
            Segment::new(at("finalState"), "final state", "the whole state, both hands and the deck"),
        ],
        Message::Turn(View::TicTacToe(view)) => {
            let board = view.board;
            let previous = board.previous().map_or_else(|| "none yet".to_owned(), |it| TicTacToe::tell(&it));
            vec![
                Segment::new(at("token"), "token", format!("{} is to be placed now", board.next_token())),
                Segment::new(at("gameState"), "board", format!("{} of 9 squares taken", board.placed())),
                Segment::new(at("activeTurn"), "active turn", active(view.active)),
                Segment::new(at("opponent"), "opponent", escape(&view.opponent)),
                Segment::new(at("previousTurn"), "last move", previous),
            ]
        }
        Message::Turn(View::Arboretum(view)) => table(view, at),
    };
    let id = spans.at(&["messageID"]);
    parts.push(Segment::new(id, "message ID", format!("to be given back: {}", escape(&request.message_id))));
    parts
}

fn active(is: bool) -> &'static str {
    if is { "you are to move" } else { "the opponent is to move; any answer will do" }
}

/// What a player of Arboretum is shown.
fn table(view: &arboretum::View, at: impl Fn(&'static str) -> Span) -> Vec<Segment> {
    let known: Vec<_> = view.opponent_hand.iter().copied().flatten().collect();
    let hidden = view.opponent_hand.len() - known.len();
    let sub_turn = match view.sub_turn {
        0 => "first draw",
        1 => "second draw",
        2 => "play",
        _ => "discard",
    };
    let mut last = view.previous.map_or_else(|| "none shown".to_owned(), |it| Arboretum::tell(&it));
    if let Some(drawn) = view.drawn {
        last.push_str(&format!(": {}", card(drawn)));
    }
    let area = |seat: usize| {
        let cards: Vec<_> = view.areas[seat].cards().iter().map(|placed| placed.card).collect();
        self::cards(&cards)
    };
    let pile = |seat: usize| format!("{}, the last on top", cards(view.discards[seat].cards()));
    vec![
        Segment::new(at("deck"), "deck", format!("{} cards left", view.deck)),
        Segment::new(at("hand"), "hand", cards(view.hand.cards())),
        Segment::new(at("discard"), "your discard pile", pile(0)),
        Segment::new(at("opponentDiscard"), "the opponent's discard pile", pile(1)),
        Segment::new(at("playArea"), "your play area", area(0)),
        Segment::new(at("opponentPlayArea"), "the opponent's play area", area(1)),
        Segment::new(
            at("opponentHand"),
            "the opponent's hand",
            format!("{}; {hidden} not known", cards(&known)),
        ),
        Segment::new(at("turn"), "turn", view.turn.to_string()),
        Segment::new(at("subTurn"), "sub-turn", format!("{}: {sub_turn}", view.sub_turn)),
        Segment::new(at("previousTurn"), "last move", last),
        Segment::new(at("activeTurn"), "active turn", active(view.active)),
        Segment::new(at("opponent"), "opponent", escape(&view.opponent)),
    ]
}

/// A reply: its move, in words if the game is known, and whose answer it is.
pub fn reply(reply: &Reply, text: &str, game: Option<GameName>) -> Vec<Segment> {
    let told = game.and_then(|game| told(&reply.answer, game));
    let meaning = match told {
        _ if reply.is_random() => "asks for a random move".to_owned(),
        Some(told) => told,
        None => format!("answers {}", excerpt(&reply.answer, 60)),
    };
    let id = Spans::of(text).at(&["messageID"]);
    vec![
        Segment::new(reply.span, "move", meaning),
        Segment::new(id, "message ID", format!("the request it answers: {}", escape(&reply.message_id))),
    ]
}

/// What an answer does if it is a move.
fn told(answer: &str, game: GameName) -> Option<String> {
    let (mut look, value) = Inspection::open(answer);
    match game {
        GameName::TicTacToe => Some(TicTacToe::tell(&tictactoe::shape(&mut look, &value?)?)),
        GameName::Arboretum => Some(Arboretum::tell(&arboretum::read_previous(&mut look, &value?)?)),
    }
}

/// A saved game: who played, every move, how it ended.
pub fn record(record: &GameRecord, text: &str) -> Vec<Segment> {
    let spans = Spans::of(text);
    let players = record.players();
    let names = format!("{} moves first, then {}", escape(&players[0]), escape(&players[1]));
    let mut parts = vec![
        Segment::new(spans.at(&["game"]), "game", record.game().name()),
        Segment::new(spans.at(&["players"]), "players", names),
        Segment::new(spans.at(&["initialState"]), "initial state", "before the first move"),
    ];
    let moves = spans.items(&["moves"]);
    match record {
        GameRecord::TicTacToe(game) => parts.extend(plies(game, &moves)),
        GameRecord::Arboretum(game) => parts.extend(plies(game, &moves)),
    }
    parts.push(Segment::new(spans.at(&["winner"]), "winner", ending(record.outcome(), players)));
    if let GameRecord::Arboretum(game) = record {
        parts.extend(paths(game, &spans));
    }
    parts
}

/// Each path that was scored.
fn paths(record: &Record<Arboretum>, spans: &Spans) -> Vec<Segment> {
    let Some(last) = record.states().last() else { return Vec::new() };
    let seats = score::scores(&last).into_iter().zip(["aPaths", "bPaths"]).zip(&record.players);
    seats
        .flat_map(|((score, key), name)| {
            let spans = spans.items(&["winner", "metaData", key]);
            let parts = score.paths.into_iter().zip(spans).map(|(path, span)| {
                let (name, species) = (escape(name), SPECIES[path.species]);
                let meaning = format!("{name} scores {} for {species}: {}", path.score, cards(&path.cards));
                Segment::new(span, "path", meaning)
            });
            parts.collect::<Vec<_>>()
        })
        .collect()
}

/// Each move with its number and who made it.
fn plies<G: Tell>(record: &Record<G>, spans: &[Span]) -> Vec<Segment> {
    let states = record.states();
    let plies = states.zip(&record.moves).zip(spans).enumerate();
    plies
        .map(|(index, ((state, played), span))| {
            let name = escape(&record.players[G::mover(&state)]);
            Segment::new(*span, "move", format!("ply {}: {name} {}", index + 1, G::tell(played)))
        })
        .collect()
}

/// How a game ended, in words: `Busy wins 22 : 17`.
pub fn ending(outcome: &Outcome, players: &[String; 2]) -> String {
    if let Some(loser) = outcome.forfeited {
        let [winner, loser] = [1 - (loser & 1), loser & 1].map(|seat| escape(&players[seat]));
        return format!("{winner} wins: {loser} has forfeited the game");
    }
    let [a, b] = outcome.scores;
    match outcome.result {
        2 if [a, b] == [0, 0] => "a draw".to_owned(),
        winner @ (0 | 1) if [a, b] == [0, 0] => format!("{} wins", escape(&players[usize::from(winner)])),
        2 => format!("a draw, {a} : {b}"),
        0 => format!("{} wins {a} : {b}", escape(&players[0])),
        _ => format!("{} wins {b} : {a}", escape(&players[1])),
    }
}
