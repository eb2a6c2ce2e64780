//! Explains each part of a message or saved game. All spans refer to the text of that message or saved game.

use super::{AnyRecord, AnyView, GameRecord, Message, Reply, Request};
use crate::diagnostics::Span;
use crate::diagnostics::escape::{escape, excerpt};
use crate::games::{GameJson as _, GameName, GameResult, GameWords, Outcome, Record, Seat, with_game};
use crate::json::{Checker, Value, reread};
use crate::notation::Segment;

/// Returns the span of the value at a key path, or the start of the text if there is no such value.
fn span(source: Option<&Value>, path: &[&str]) -> Span {
    source.and_then(|value| value.at(path)).map_or(Span::at(0), |value| value.span)
}

/// Explains a request.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::protocol::{Request, explain};
///
/// let segments = explain::request(&Request::read(Request::EXAMPLE).strict()?, Request::EXAMPLE);
/// assert_eq!(segments[0].meaning, "X is placed next");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn request(request: &Request, text: &str) -> Vec<Segment> {
    let source = reread(text);
    let at = |key: &str| span(source.as_ref(), &["state", key]);
    let mut segments = match request.message() {
        Message::NewGame { number, round } => vec![
            Segment::new(at("message"), "message", "a game begins; any answer is accepted"),
            Segment::new(at("gameNumber"), "game number", number.to_string()),
            Segment::new(at("round"), "round", escape(round)),
        ],
        Message::EndGame { result, scores: [own, other], .. } => {
            let result = match result {
                GameResult::Won => "you won",
                GameResult::Lost => "you lost",
                GameResult::Drawn => "a draw",
            };
            vec![
                Segment::new(at("message"), "message", "the game has ended; any answer is accepted"),
                Segment::new(at("result"), "result", result),
                Segment::new(at("score"), "your score", own.to_string()),
                Segment::new(at("opponentScore"), "the opponent's score", other.to_string()),
                Segment::new(at("finalState"), "final state", "the whole last state, with nothing hidden"),
            ]
        }
        Message::Turn(view) => with_game!(AnyView(view) = view, G => G::explain_view(view, &at)),
    };
    let meaning = format!("the reply must repeat this ID: {}", escape(request.message_id()));
    segments.push(Segment::new(span(source.as_ref(), &["messageID"]), "message ID", meaning));
    segments
}

/// Explains a reply: its move (in words if the game is known) and its message ID.
///
/// ```
/// use clowder::games::GameName;
/// use clowder::notation::Notation;
/// use clowder::protocol::{Reply, explain};
///
/// let text = Reply::EXAMPLE;
/// let reply = Reply::read(text).strict()?;
/// assert_eq!(explain::reply(&reply, Some(GameName::TicTacToe), text)[0].meaning, "takes square 4 (the middle)");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn reply(reply: &Reply, game: Option<GameName>, text: &str) -> Vec<Segment> {
    let source = reread(text);
    let answer = source.as_ref().and_then(|source| source.get("move"));
    let described = game.zip(answer).and_then(|(game, answer)| describe_answer(answer, game));
    let meaning = match described {
        _ if reply.is_random() => "requests a random move".to_owned(),
        Some(described) => described,
        None => format!("answers {}", excerpt(reply.answer(), 60)),
    };
    let id = format!("the ID of the request: {}", escape(reply.message_id()));
    vec![
        Segment::new(span(source.as_ref(), &["move"]), "move", meaning),
        Segment::new(span(source.as_ref(), &["messageID"]), "message ID", id),
    ]
}

/// Describes the move in an answer. Returns `None` if the answer is not a move of the given game.
fn describe_answer(answer: &Value, game: GameName) -> Option<String> {
    // This checker does not need the text, because its errors are ignored.
    let mut checker = Checker::new("");
    with_game!(game, G => G::read_move(&mut checker, answer).map(|it| G::describe_move(&it)))
}

/// Explains a saved game: the players, every move, and the result.
///
/// ```
/// use clowder::notation::Notation;
/// use clowder::protocol::{GameRecord, explain};
///
/// let segments = explain::record(&GameRecord::read(GameRecord::EXAMPLE).strict()?, GameRecord::EXAMPLE);
/// assert_eq!(segments[3].meaning, "ply 1: Perfect takes square 0 (top left)");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn record(record: &GameRecord, text: &str) -> Vec<Segment> {
    let source = reread(text);
    let players = record.players();
    let names = format!("{} moves first, then {}", escape(&players[0]), escape(&players[1]));
    let mut segments = vec![
        Segment::new(span(source.as_ref(), &["game"]), "game", record.game().name()),
        Segment::new(span(source.as_ref(), &["players"]), "players", names),
        Segment::new(
            span(source.as_ref(), &["initialState"]),
            "initial state",
            "the state before the first move",
        ),
    ];
    let winner =
        Segment::new(span(source.as_ref(), &["winner"]), "winner", ending(record.outcome(), players));
    with_game!(AnyRecord(game) = record.record(), G => {
        segments.extend(plies::<G>(game, source.as_ref().and_then(|source| source.get("moves"))));
        segments.push(winner);
        let last = game.states().last();
        segments.extend(last.map(|last| G::explain_winner(&last, players, source.as_ref().and_then(|source| source.get("winner")))).unwrap_or_default());
    });
    segments
}

fn plies<G: GameWords>(record: &Record<G>, moves: Option<&Value>) -> Vec<Segment> {
    let moves = moves.and_then(Value::as_array).unwrap_or_default();
    let plies = record.states().zip(record.moves()).zip(moves).enumerate();
    plies
        .map(|(index, ((state, played), value))| {
            let name = escape(&record.players()[G::mover(&state)]);
            let meaning = format!("ply {}: {name} {}", index + 1, G::describe_move(played));
            Segment::new(value.span, "move", meaning)
        })
        .collect()
}

/// Describes how a game ended, for example `Busy wins 22 : 17`.
///
/// ```
/// use clowder::games::{Outcome, Seat};
/// use clowder::protocol::explain;
///
/// let players = ["Busy", "Lazy"].map(str::to_owned);
/// assert_eq!(explain::ending(&Outcome::new(Some(Seat::First), [22, 17]), &players), "Busy wins 22 : 17");
/// ```
pub fn ending(outcome: &Outcome, players: &[String; 2]) -> String {
    let name = |seat: Seat| excerpt(&players[seat], 40);
    if let Some(loser) = outcome.forfeited() {
        return format!("{} wins; {} forfeited the game", name(loser.other()), name(loser));
    }
    let scores = outcome.scores();
    match outcome.winner() {
        None if scores == [0, 0] => "a draw".to_owned(),
        None => format!("a draw, {} : {}", scores[0], scores[1]),
        Some(winner) if scores == [0, 0] => format!("{} wins", name(winner)),
        Some(winner) => format!("{} wins {} : {}", name(winner), scores[winner], scores[winner.other()]),
    }
}
