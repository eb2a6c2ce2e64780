//! Human-readable descriptions of the game.

use super::{Arboretum, Card, Move, Source, State, SubTurn, View, score};
use crate::diagnostics::Span;
use crate::diagnostics::escape::escape;
use crate::games::{GameJson as _, GameWords, Outcome, words};
use crate::json::Value;
use crate::notation::Segment;

impl GameWords for Arboretum {
    const TITLE: &'static str = "Arboretum";
    const MOVE_HELP: &'static str = "a draw (0 for the deck, 1 for your discard pile, 2 for the opponent's), a card with its place (J3 0 1), or a card to discard (J3)";
    const MOVE_JSON: &'static str = "a number to draw (0 for the deck, 1 for your discard pile, 2 for the opponent's), `{\"card\":[\"J\",3],\"coord\":[x,y]}` to play a card, or a card such as `[\"J\",3]` to discard it. `subTurn` shows which of these moves is expected: 0 and 1 are draws, 2 is a play, and 3 is a discard";
    const RULES: &'static str = "\
The game has 48 cards: six species (`J`, `R`, `C`, `M`, `O` and `W`) with the ranks 1 to 8. Each player gets seven cards, and
the other 34 cards form the deck. A turn has four steps: the player draws a card, draws a second card, plays a card, and
discards a card.

- A card is drawn from the deck, or from the top of one of the two discard piles.
- A card is played into the player's own play area. The first card goes to (0, 0). Every later card needs an empty
  place directly above, below, left or right of a card in the area.
- The game ends after the turn in which the deck becomes empty.

At the end, the paths in the two play areas are scored. A path has two or more cards. Each card of a path is next to the
card before it and has a higher rank. The first and last cards must be of the species being scored, while the cards
between them can be of any species.

- A path scores one point for each card, or two points for each card if it has at least four cards and all its cards have the same species.
  A path that begins with a 1 scores one extra point, and a path that ends with an 8 scores two extra points.
- For each species, the players add up the ranks of their remaining hand cards of this species. The player with
  the higher sum scores their best path for this species. If the sums are equal, both players score. An 8 counts as 0 if
  the other player has the 1 of this species in their hand.
- The player with more points wins. If the points are equal, the player with more species in the play area wins.
  If these numbers are also equal, the game is a draw.
";

    fn describe_move(of: &Move) -> String {
        match *of {
            Move::Draw(Source::Deck) => "draws from the deck".to_owned(),
            Move::Draw(Source::OwnDiscards) => "draws from their own discard pile".to_owned(),
            Move::Draw(Source::OpponentsDiscards) => "draws from the opponent's discard pile".to_owned(),
            Move::Play(of, [x, y]) => format!("plays {} at ({x}, {y})", card(of)),
            Move::Discard(of) => format!("discards {}", card(of)),
        }
    }

    fn describe_outcome(outcome: &Outcome) -> String {
        let [a, b] = outcome.scores();
        match outcome.winner().map(words::player) {
            None => format!("{a} : {b}, and both play areas have the same number of species"),
            Some(winner) if a == b => format!("{a} : {b}, and {winner} has more species in the play area"),
            Some(winner) => format!("{winner} has the higher score, {a} : {b}"),
        }
    }

    fn explain_view(view: &View, at: &dyn Fn(&str) -> Span) -> Vec<Segment> {
        let known: Vec<_> = view.opponent_hand.iter().copied().flatten().collect();
        let hidden = view.opponent_hand.len() - known.len();
        let sub_turn = match view.sub_turn {
            SubTurn::FirstDraw => "first draw",
            SubTurn::SecondDraw => "second draw",
            SubTurn::Play => "play",
            SubTurn::Discard => "discard",
        };
        let mut last = view.previous.map_or_else(|| "none shown".to_owned(), |it| Self::describe_move(&it));
        if let Some(drawn) = view.drawn {
            last.push_str(&format!(": {}", card(drawn)));
        }
        let area = |of: usize| {
            let played: Vec<_> = view.areas[of].cards().iter().map(|placed| placed.card).collect();
            cards(&played)
        };
        let pile = |of: usize| format!("from bottom to top: {}", cards(view.discards[of].cards()));
        let opponent_hand = format!("{}; {hidden} unknown", cards(&known));
        vec![
            Segment::new(at("deck"), "deck", format!("cards left: {}", view.deck)),
            Segment::new(at("hand"), "hand", cards(view.hand.cards())),
            Segment::new(at("discard"), "your discard pile", pile(0)),
            Segment::new(at("opponentDiscard"), "the opponent's discard pile", pile(1)),
            Segment::new(at("playArea"), "your play area", area(0)),
            Segment::new(at("opponentPlayArea"), "the opponent's play area", area(1)),
            Segment::new(at("opponentHand"), "the opponent's hand", opponent_hand),
            Segment::new(at("turn"), "turn", view.turn.to_string()),
            Segment::new(at("subTurn"), "sub-turn", format!("{}: {sub_turn}", view.sub_turn.number())),
            Segment::new(at("previousTurn"), "last move", last),
            Segment::new(at("activeTurn"), "active turn", words::active_turn(view.active)),
            Segment::new(at("opponent"), "opponent", escape(&view.opponent)),
        ]
    }

    fn explain_winner(last: &State, players: &[String; 2], winner: Option<&Value>) -> Vec<Segment> {
        let mut segments = Vec::new();
        for ((score, key), name) in score::scores(last).into_iter().zip(["aPaths", "bPaths"]).zip(players) {
            let paths = winner.and_then(|winner| winner.at(&["metaData", key])).and_then(Value::as_array);
            segments.extend(score.paths.iter().zip(paths.unwrap_or_default()).map(|(path, value)| {
                let (name, species) = (escape(name), path.species);
                let meaning = format!("{name} scores {} for {species}: {}", path.score, cards(&path.cards));
                Segment::new(value.span, "path", meaning)
            }));
        }
        segments
    }

    /// Converts a typed move to JSON. `J3` is a card, and `J3 0 1` is a card with its coordinates.
    fn expand_typed_move(typed: &str) -> Option<String> {
        let words: Vec<_> = typed.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let card = |word: &str| {
            let mut letters = word.chars();
            let (species, rank) = (letters.next()?.to_ascii_uppercase(), letters.next()?);
            let whole = letters.next().is_none() && species.is_ascii_uppercase() && rank.is_ascii_digit();
            whole.then(|| format!("[\"{species}\",{rank}]"))
        };
        match words.as_slice() {
            [word] => card(word),
            [word, x, y] => card(word).map(|card| format!("{{\"card\":{card},\"coord\":[{x},{y}]}}")),
            _ => None,
        }
    }

    fn type_move(of: &Move) -> String {
        match *of {
            Move::Draw(_) => Self::write_move(of),
            Move::Play(card, [x, y]) => format!("{card} {x} {y}"),
            Move::Discard(card) => card.to_string(),
        }
    }
}

fn card(of: Card) -> String {
    format!("{of} ({})", of.species().tree())
}

fn cards(cards: &[Card]) -> String {
    let cards: Vec<_> = cards.iter().map(Card::to_string).collect();
    if cards.is_empty() { "none".to_owned() } else { cards.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::super::Species;
    use super::*;

    #[test]
    fn moves_can_be_typed_in_a_short_form() {
        let card = Card::new(Species::Jacaranda, 3).unwrap();
        for (typed, of) in [
            ("J3", Move::Discard(card)),
            ("J3 0 -1", Move::Play(card, [0, -1])),
            ("0", Move::Draw(Source::Deck)),
        ] {
            assert_eq!(Arboretum::type_move(&of), typed);
            let json = Arboretum::expand_typed_move(typed).unwrap_or_else(|| typed.to_owned());
            assert_eq!(json, Arboretum::write_move(&of));
        }
        let typed = Arboretum::expand_typed_move("j3 0,-1");
        assert_eq!(typed.as_deref(), Some(r#"{"card":["J",3],"coord":[0,-1]}"#));
        assert_eq!(Arboretum::expand_typed_move(r#"["J", 3]"#), None);
    }
}
