//! Creates cases about Race to the Raft, with states from random games.

use super::actions::{
    DISCARDS, HAND, PLACEMENTS, Sort, Target, WAYS, breaking, legal, random_card, random_tile,
};
use super::{Generated, Made, Wish, states};
use crate::diagnostics::codes;
use crate::grade::case::Case;
use crate::grade::reference::read_state;
use crate::grade::suite::{Suite, ValueType};
use crate::raft::generate::{Playout, Step};
use crate::raft::rules::{Loss, Outcome};
use crate::raft::{
    Action, Card, CatAction, CatCardId, CatCardPlacement, Challenge, Colour, Deck, Decks, Discards, Draw,
    Exhausted, FireBag, Hand, Island, IslandSize, Orientation, PlayableState, Position, RaftCardId,
    RaftCardPlacement, Square, State, catalogue,
};
use crate::random::{Random, Seed};
use serde_json::{Value, json};
use std::fmt::Display;

pub(super) fn attempt(wish: Wish, random: &mut Random) -> Option<Made> {
    match wish.suite {
        Suite::BoardWellFormed => Some(board(wish, random)),
        Suite::GameOver | Suite::Outcome => ending(wish, random),
        Suite::DrawHand => drawn_hand(wish, random),
        Suite::DrawFireTile => Some(drawn_tile(wish, random)),
        Suite::InitialiseChallenge => new_challenge(random),
        Suite::ChooseChallenge => Some(chosen_challenges(random)),
        Suite::LegalMoves => legal_moves(wish, random),
        _ => with_action(wish, random),
    }
}

/// Creates a case with a board or, for a near miss, with a board that has one mistake.
fn board(wish: Wish, random: &mut Random) -> Made {
    let text = states::varied(random).board.to_string();
    let (text, rule) =
        if wish.is_yes { (text, "accepted") } else { with_mistake(text, wish.variant, random) };
    Made { case: Case::new(wish.suite, vec![("board", text.into())]), rule }
}

fn with_mistake(text: String, variant: usize, random: &mut Random) -> (String, &'static str) {
    let at = random.below(text.len() - 1);
    let line = text.find('\n').map_or(0, |end| end + 1);
    let squares: Vec<usize> = (0..text.len()).filter(|&at| text.as_bytes()[at] != b'\n').collect();
    let at_square = squares[random.below(squares.len())];
    match variant % 10 {
        0 => (text.trim_end().to_owned(), "line break at the end"),
        1 => (text + "\n", "no empty line"),
        2 => (text.replacen('\n', "\r\n", 1), "line breaks"),
        3 => (text[line..].to_owned(), "number of lines"),
        4 => (format!("{}{}", &text[..at], &text[at + 1..]), "width of lines"),
        5 => {
            let letter = ["x", "O", "F", "N", "1", " "][random.below(6)];
            (format!("{}{letter}{}", &text[..at_square], &text[at_square + 1..]), "letters of squares")
        }
        6 => (format!("{}b{}", &text[..at], &text[at..]), "width of lines"),
        7 => (text.clone() + &text[..line], "number of lines"),
        8 => (String::new(), "at least one line"),
        // The lines still have equal widths, but no board has this width.
        _ => (text.lines().map(|line| format!("{line}bbb\n")).collect(), "width of lines"),
    }
}

/// Returns the rules that the action in a case of this suite can break.
fn targets(suite: Suite) -> Vec<Target> {
    match suite {
        Suite::PlacementValid => PLACEMENTS.to_vec(),
        Suite::CatMovementValid => [&WAYS[..], &DISCARDS].concat(),
        Suite::Fits => [&PLACEMENTS[..], &WAYS].concat(),
        _ => [&PLACEMENTS[..], &WAYS, &DISCARDS, &HAND].concat(),
    }
}

/// Returns a state in which the rule can be broken.
fn state_for(target: Target, random: &mut Random) -> State {
    let mut state = states::varied(random);
    let is = |code: &crate::diagnostics::Code| target.1.name == code.name;
    if is(&codes::rules::CAT_ON_RAFT) {
        states::put_cat_on_raft(&mut state, random);
    } else if is(&codes::rules::CAT_EXHAUSTED) {
        states::exhaust_cat(&mut state, random);
    }
    state
}

/// Creates a case with a state and an action. The action either is legal or breaks one rule.
fn with_action(wish: Wish, random: &mut Random) -> Option<Made> {
    let Wish { suite, variant, .. } = wish;
    if suite.expectation() == ValueType::Boolean && !wish.is_yes {
        let targets = targets(suite);
        let target = targets[variant % targets.len()];
        let game = PlayableState::new(state_for(target, random)).ok()?;
        let errors = |action: &Action| match suite {
            Suite::PlacementValid | Suite::Fits => game.placement_errors(action),
            _ => game.legality_errors(action),
        };
        let action = breaking(&game, target, errors, random)?;
        return on_state(wish, game.state(), action, target.1.name);
    }
    let sort = match suite {
        Suite::CatMovementValid | Suite::MoveCat => Sort::Cat,
        Suite::PlacementValid | Suite::ApplyPlacement => [Sort::Card, Sort::Tile][variant % 2],
        _ => [Sort::Card, Sort::Tile, Sort::Cat][variant % 3],
    };
    let mut state = states::varied(random);
    let is_exhausted = sort == Sort::Cat && variant % 6 < 3;
    let exhausted = if is_exhausted { states::exhaust_cat(&mut state, random) } else { None };
    let game = PlayableState::new(state).ok()?;
    let mut action = legal(&game, sort, random)?;
    match &mut action {
        // The hand does not matter for the question whether a card fits.
        Action::Card(card) if matches!(suite, Suite::PlacementValid | Suite::Fits) => {
            card.card = random_card(random);
        }
        Action::Cat(cat) => {
            let is_other = exhausted.is_some_and(|exhausted| cat.from != exhausted.at);
            if is_other {
                return None;
            }
        }
        _ => {}
    }
    let rule = match (sort, exhausted.is_some()) {
        (Sort::Card, _) => "accepted: card",
        (Sort::Tile, _) => "accepted: tile",
        (Sort::Cat, false) => "accepted: cat",
        (Sort::Cat, true) => "accepted: exhausted cat",
    };
    on_state(wish, game.state(), action, rule)
}

/// Creates a case with a state and an action.
#[allow(clippy::unnecessary_wraps, reason = "every caller returns an option")]
fn on_state(wish: Wish, state: &State, action: impl Display, rule: &'static str) -> Option<Made> {
    let inputs = vec![("state", json!(state.parts())), ("action", action.to_string().into())];
    Some(Made { case: Case::new(wish.suite, inputs), rule })
}

/// Creates a case about the placements of a tile or, for a near miss, about the card and cat actions.
fn legal_moves(wish: Wish, random: &mut Random) -> Option<Made> {
    let state = states::varied(random);
    let tile = if wish.is_yes { Some(random_tile(random)?.to_string()) } else { None };
    let inputs = vec![("state", json!(state.parts())), ("tile", tile.into())];
    let rule = wish.either("placements of a tile", "cards and cats");
    Some(Made { case: Case::new(Suite::LegalMoves, inputs), rule })
}

/// Creates a case with an action that ends a game. In a near miss, the action does not end the game. If `variant` is
/// even, the case is usually about losing. If `variant` is odd, the case is about winning. Without this rule, there
/// would be too few cases about winning, because random games are rarely won.
fn ending(wish: Wish, random: &mut Random) -> Option<Made> {
    let variant = wish.variant;
    if !variant.is_multiple_of(2) {
        return last_cat(wish, random);
    }
    match variant / 2 % 4 {
        0 => empty_bag(wish, random),
        1 => no_place(wish, random),
        _ => last_action(wish, random),
    }
}

/// Creates a case in which a card is placed and the bag is empty. In a near miss, there is one tile in the bag.
fn empty_bag(wish: Wish, random: &mut Random) -> Option<Made> {
    let mut state = states::varied(random);
    state.bag = FireBag::default();
    if !wish.is_yes {
        state.bag.insert(random_tile(random)?);
    }
    let game = PlayableState::new(state).ok()?;
    let action = legal(&game, Sort::Card, random)?;
    let rule = wish.either("lost: bag empty", "one tile in the bag");
    on_state(wish, game.state(), action, rule)
}

/// Replaces the decks in the inputs by decks with just enough cards for a draw, or with too few.
pub(super) fn with_few_cards(
    case: &Case,
    inputs: &mut [(&'static str, Value)],
    random: &mut Random,
) -> Option<()> {
    let mut state = read_state(&case.state()).ok()?;
    state.hand = Hand::default();
    let mut cards: Vec<_> = state.decks.cards().iter().collect();
    random.shuffle(&mut cards);
    cards.truncate(usize::from(Draw::TOTAL) + 1 - random.below(4));
    state.decks = Decks::new(cards.into_iter().collect());
    inputs.iter_mut().filter(|(key, _)| *key == "state").for_each(|(_, value)| *value = json!(state.parts()));
    Some(())
}

/// Returns the state of a case with squares that no real board has: holes, and wild squares outside the raft.
pub(super) fn with_impossible_squares(case: &Case, random: &mut Random) -> Option<Value> {
    let mut state = read_state(&case.state()).ok()?;
    match random.below(3) {
        0 => states::add_holes(&mut state, random),
        1 => states::add_wild_squares(&mut state, random),
        _ => states::put_cat_on_wild_square(&mut state, random),
    }
    Some(json!(state.parts()))
}

/// Creates a case with a tile that cannot be placed anywhere, because there is no fire. In a near miss, the given
/// placement does not fit, but another placement does.
fn no_place(wish: Wish, random: &mut Random) -> Option<Made> {
    let mut state = states::varied(random);
    let tile = random_tile(random)?;
    if wish.is_yes {
        let burning: Vec<_> = state.board.positions().filter(|(_, square)| *square == Square::Fire).collect();
        for (at, _) in burning {
            state.board.set(at, Square::path(Colour::ALL[random.below(Colour::ALL.len())]));
        }
    }
    let game = PlayableState::new(state).ok()?;
    let action = format!("{tile}0000FN");
    let fits: Action = action.parse().ok()?;
    if game.fits(&fits) || game.tile_fits_anywhere(tile) == wish.is_yes {
        return None;
    }
    let rule = wish.either("lost: no placement", "another placement");
    on_state(wish, game.state(), action, rule)
}

/// Creates a case with the last action of a random game or, for a near miss, with another action from the game.
fn last_action(wish: Wish, random: &mut Random) -> Option<Made> {
    let mut before_end = None;
    let mut others = Vec::new();
    for played in Playout::new(Random::new(random.bits())) {
        let Step::Action(action) = *played.step() else { continue };
        let rule = match played.outcome() {
            Outcome::Continues => {
                others.push((played.before().clone(), action, "continues"));
                continue;
            }
            Outcome::Won => "won",
            Outcome::Lost(Loss::CutOffCats(_)) => "lost: cat cut off",
            Outcome::Lost(_) => "lost: bag empty",
        };
        before_end = Some((played.before().clone(), action, rule));
    }
    let (state, action, rule) = if wish.is_yes { before_end } else { random.choose(&others).cloned() }?;
    on_state(wish, &state, action, rule)
}

/// Creates a case in which the last cat moves to the raft and all other cats are already on the raft. In a near miss,
/// one other cat is not on the raft.
fn last_cat(wish: Wish, random: &mut Random) -> Option<Made> {
    let mut state = states::plain(random);
    let hand: Vec<_> = state.hand.cards().iter().collect();
    let discard = *random.choose(&hand)?;
    let centre = state.board.raft_centre().ok()?;
    let is_raft = |at: Position| at.is_near(centre);
    let (raft, others): (Vec<_>, Vec<_>) = state.board.positions().partition(|&(at, _)| is_raft(at));
    let mut raft: Vec<Position> = raft.into_iter().map(|(at, _)| at).collect();
    random.shuffle(&mut raft);
    let mut cats: Vec<_> = others.iter().copied().filter(|(_, square)| square.has_cat()).collect();
    random.shuffle(&mut cats);
    if !wish.is_yes {
        // This cat does not move.
        cats.pop()?;
    }
    // If no cat is exhausted, every cat can move for one discarded card.
    state.exhausted = Exhausted::default();
    for &(at, square) in &cats {
        state.board.set(at, square.without_cat());
    }
    let colour = cats.pop()?.1.colour()?;
    for (_, cat) in cats {
        let place = |at: &&Position| {
            let square = state.board.get(**at);
            square.is_some_and(|square| square == Square::Wild || square == cat.without_cat())
        };
        let at = *raft.iter().find(place)?;
        state.board.set(at, state.board.get(at)?.with_cat());
    }
    let path = |at: Position| {
        state.board.get(at).is_some_and(|square| square == Square::path(colour) || square.is_wild())
    };
    let reached = flood(raft.iter().copied().filter(|&at| path(at)).collect(), path);
    let is_start = |at: &Position| !is_raft(*at) && state.board.get(*at) == Some(Square::path(colour));
    let starts: Vec<_> = reached.into_iter().filter(is_start).collect();
    let from = *random.choose(&starts)?;
    state.board.set(from, Square::path(colour).with_cat());
    let game = PlayableState::new(state).ok()?;
    let discards = Discards::one(discard);
    let mut moves = raft.iter().map(|&to| Action::Cat(CatAction { colour, from, to, discards }));
    let action = moves.find(|action| game.fits(action))?;
    let rule = wish.either("won", "one cat is missing");
    on_state(wish, game.state(), action, rule)
}

/// Returns the squares in `reached`, and all open squares that can be reached from them by steps up, down, left or
/// right over open squares.
fn flood(mut reached: Vec<Position>, is_open: impl Fn(Position) -> bool) -> Vec<Position> {
    let mut next = 0;
    while let Some(at) = reached.get(next) {
        next += 1;
        for at in states::neighbours(*at) {
            if is_open(at) && !reached.contains(&at) {
                reached.push(at);
            }
        }
    }
    reached
}

/// Creates a case with one to three requests. In a near miss, one of the decks is too small for the last request, even
/// before the first request.
fn drawn_hand(wish: Wish, random: &mut Random) -> Option<Made> {
    let mut state = states::varied(random);
    // Cards can be drawn only when the hand is empty.
    state.hand = Hand::default();
    let count = 1 + wish.variant % 3;
    let draws = (0..count).map(|_| random_draw(random)).collect::<Option<Vec<Draw>>>()?;
    if !wish.is_yes {
        shorten(&mut state, *draws.last()?, random);
    }
    let mut left = Deck::ALL.map(|deck| state.decks.cards().count(deck));
    let mut expect = Vec::new();
    for draw in &draws {
        let asked = Deck::ALL.map(|deck| usize::from(draw.count(deck)));
        if left.iter().zip(asked).all(|(left, asked)| *left >= asked) {
            left.iter_mut().zip(asked).for_each(|(left, asked)| *left -= asked);
            expect.push(json!({"drawn": asked, "hand_from_decks": true}));
        } else {
            expect.push("unchanged".into());
        }
    }
    let is_refused = expect.iter().any(|item: &Value| item.is_string());
    let actions: Vec<Value> = draws.iter().map(|draw| draw.to_string().into()).collect();
    let mut case =
        Case::new(Suite::DrawHand, vec![("state", json!(state.parts())), ("actions", actions.into())]);
    case.expect = Some(expect.into());
    Some(Made { case, rule: if is_refused { "draw/deck-short" } else { "possible draws" } })
}

pub(super) fn random_draw(random: &mut Random) -> Option<Draw> {
    let mut counts = [0; 4];
    for _ in 0..Draw::TOTAL {
        counts[random.below(4)] += 1;
    }
    Draw::new(counts).ok()
}

/// Removes cards from one deck, so that this deck has one card fewer than the draw requests from it.
fn shorten(state: &mut State, draw: Draw, random: &mut Random) {
    let asked: Vec<Deck> = Deck::ALL.into_iter().filter(|&deck| draw.count(deck) > 0).collect();
    let Some(&deck) = random.choose(&asked) else { return };
    let mut left = state.decks.cards();
    let cards: Vec<Card> = left.iter().filter(|card| card.deck() == deck).collect();
    for card in cards.into_iter().skip(usize::from(draw.count(deck)) - 1) {
        left.remove(card);
    }
    state.decks = Decks::new(left);
}

/// Creates a case about drawing a tile from the bag. In a near miss, the bag is empty.
fn drawn_tile(wish: Wish, random: &mut Random) -> Made {
    let mut state = states::varied(random);
    if !wish.is_yes {
        state.bag = FireBag::default();
    }
    let bag = state.bag.to_string();
    let (expect, rule) = if bag.is_empty() {
        (json!({"equals": ""}), "tile/bag-empty")
    } else {
        (json!({"first_char_in": bag}), "a tile from the bag")
    };
    let mut case = Case::new(Suite::DrawFireTile, vec![("state", json!(state.parts()))]);
    case.expect = Some(expect);
    Made { case, rule }
}

/// Creates a case with a new challenge. The case has no expected answer. Instead, the answer is judged by the rules,
/// because the rules also check the squares of the islands. A list of expected features would contain only the squares
/// that the challenge fixes.
fn new_challenge(random: &mut Random) -> Option<Made> {
    let inputs = vec![("challenge", challenge(random)?.to_string().into())];
    Some(Made { case: Case::new(Suite::InitialiseChallenge, inputs), rule: "every square" })
}

/// Creates a case with an official challenge. A seed puts the challenges in random order. Returns `None` after the last.
pub(super) fn official_challenge(seed: Seed, index: u64) -> Option<Generated> {
    let suite = Suite::InitialiseChallenge;
    let mut challenges: Vec<_> = catalogue::official_challenges().iter().collect();
    Random::stream(seed, (1 << 61) | suite as u64).shuffle(&mut challenges);
    let text = challenges.get(usize::try_from(index).ok()?)?.text.as_str();
    let case = Case::new(suite, vec![("challenge", text.into())]);
    let case = case.with_name(format!("{suite} {} of seed {seed} (official)", index + 1));
    Some(Generated { case, rule: "an official challenge", is_out_of_contract: false, catches: Vec::new() })
}

/// Creates a random challenge.
fn challenge(random: &mut Random) -> Option<Challenge> {
    use IslandSize::{Large, Small};
    let column = [[Large, Large], [Large, Small], [Small, Large], [Small, Small]][random.below(4)];
    let mut sizes = column.to_vec();
    if random.below(2) == 0 {
        let other = if random.below(2) == 0 { column } else { [column[1], column[0]] };
        sizes.extend(other);
    }
    let islands = sizes.into_iter().map(|size| island(size, random)).collect::<Option<Vec<Island>>>()?;
    let width = if islands.len() == 2 { 9 } else { 18 };
    let height = islands[0].size().height() + islands[1].size().height();
    let mut taken: Vec<Position> = Vec::new();
    let mut place = |random: &mut Random| {
        for _ in 0..100 {
            let (row, column) = (random.below(usize::from(height) - 2), random.below(width - 2));
            let at = Position::of_square((row, column));
            let is_free = |other: &Position| {
                at.row().abs_diff(other.row()) > 2 || at.column().abs_diff(other.column()) > 2
            };
            if taken.iter().all(is_free) {
                taken.push(at);
                return Some(at);
            }
        }
        None
    };
    let raft = RaftCardPlacement { card: RaftCardId::new(random.below(4) as u8).ok()?, at: place(random)? };
    let cats = (0..=random.below(4))
        .map(|_| {
            Some(CatCardPlacement { card: CatCardId::new(random.below(7) as u8).ok()?, at: place(random)? })
        })
        .collect::<Option<Vec<_>>>()?;
    let fire = (0..random.below(5)).map(|_| place(random)).collect::<Option<Vec<_>>>()?;
    Challenge::new(islands, fire, cats, raft).ok()
}

fn island(size: IslandSize, random: &mut Random) -> Option<Island> {
    let rotation = match (size, random.below(5)) {
        (_, 0) => None,
        (IslandSize::Large, turn) => Some(Orientation::ALL[turn - 1]),
        (IslandSize::Small, turn) => Some([Orientation::North, Orientation::South][turn % 2]),
    };
    Island::new(size, rotation).ok()
}

/// Creates a case with a difficulty and the number of challenges to choose.
fn chosen_challenges(random: &mut Random) -> Made {
    let difficulty = random.below(6) as u8;
    let of = catalogue::official_challenges().iter().filter(|official| official.difficulty == difficulty);
    let texts: Vec<&str> = of.map(|official| official.text.as_str()).collect();
    let samples = 1 + random.below(60);
    // At least two of forty random choices are almost certainly different.
    let distinct = if samples >= 40 { texts.len().min(2) } else { 1 };
    let inputs = vec![("difficulty", difficulty.into()), ("samples", samples.into())];
    let mut case = Case::new(Suite::ChooseChallenge, inputs);
    case.expect = Some(json!({"one_of": texts, "min_distinct": distinct}));
    Made { case, rule: "membership and number" }
}
