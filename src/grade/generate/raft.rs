//! Generates cases about Race to the Raft, with states from random games.

use super::Wish;
use crate::grade::case::Case;
use crate::grade::edits::{Asked, STATE, any, steps};
use crate::grade::reference::read_state;
use crate::grade::suite::Suite;
use crate::raft::generate::{self, Playout, Step};
use crate::raft::legal::{card_and_cat_actions, fire_actions};
use crate::raft::rules::Outcome;
use crate::raft::{
    Action, Card, CatAction, CatCardId, CatCardPlacement, Challenge, Colour, Deck, Decks, Discards, Draw,
    Exhausted, FireBag, Hand, Island, IslandSize, Orientation, PlayableState, Position, RaftCardId,
    RaftCardPlacement, Square, State, TileId, catalogue,
};
use crate::random::{Random, Seed};
use serde_json::{Value, json};

pub(super) fn attempt(wish: Wish, random: &mut Random) -> Option<Case> {
    match wish.suite {
        Suite::BoardWellFormed => {
            Some(Case::new(wish.suite, vec![("board", varied(random).board.to_string().into())]))
        }
        Suite::GameOver | Suite::Outcome => ending(wish, random),
        Suite::DrawHand => drawn_hand(wish, random),
        Suite::DrawFireTile => Some(drawn_tile(wish, random)),
        Suite::InitialiseChallenge => {
            // The case has no expected features, because they would cover only the squares that the challenge
            // fixes. Without them, the rules judge all squares.
            Some(Case::new(wish.suite, vec![("challenge", challenge(random)?.to_string().into())]))
        }
        Suite::ChooseChallenge => Some(chosen_challenges(random)),
        Suite::LegalMoves => {
            let tile = any(TileId::all().collect(), random).filter(|_| wish.is_yes);
            let tile = tile.map(|tile| tile.to_string());
            let inputs = vec![("state", json!(varied(random).parts())), ("tile", tile.into())];
            Some(Case::new(Suite::LegalMoves, inputs))
        }
        _ => with_action(wish, random),
    }
}

/// Returns a state from a random game. Random games rarely have cats on the raft or exhausted cats, so such
/// cats are added to some states.
fn varied(random: &mut Random) -> State {
    let mut asked = Asked::new(generate::random_state(Random::new(random.bits())));
    for (kinds, chance) in [(&STATE[1..2], 4), (&STATE[2..3], 2)] {
        if random.below(chance) == 0 {
            asked.change(kinds, random);
        }
    }
    asked.state
}

/// Returns a random legal action of the given sort: a card placement (0), a tile placement (1) or a cat move
/// (2).
fn legal(game: &PlayableState, sort: usize, random: &mut Random) -> Option<Action> {
    if sort == 1 {
        return any(fire_actions(game, any(TileId::all().collect(), random)?), random);
    }
    let is_wanted = |action: &Action| matches!(action, Action::Cat(_)) == (sort == 2);
    any(card_and_cat_actions(game).into_iter().filter(is_wanted).collect(), random)
}

fn with_action(wish: Wish, random: &mut Random) -> Option<Case> {
    let sort = match wish.suite {
        Suite::CatMovementValid | Suite::MoveCat => 2,
        Suite::PlacementValid | Suite::ApplyPlacement => wish.variant % 2,
        _ => wish.variant % 3,
    };
    let game = PlayableState::new(varied(random)).ok()?;
    let mut action = legal(&game, sort, random)?;
    match &mut action {
        // The hand does not affect whether a card fits, so any card will do.
        Action::Card(card) if matches!(wish.suite, Suite::PlacementValid | Suite::Fits) => {
            card.card = any(Card::all().collect(), random)?;
        }
        // Half of the moved cats are exhausted.
        Action::Cat(cat) if cat.discards.second().is_some() != (wish.variant % 6 < 3) => return None,
        _ => {}
    }
    Some(on_state(wish, game.state(), action))
}

fn on_state(wish: Wish, state: &State, action: Action) -> Case {
    Case::new(wish.suite, vec![("state", json!(state.parts())), ("action", action.to_string().into())])
}

/// Creates a case whose action ends the game. If `variant` is odd, the game is won; otherwise, it is lost.
fn ending(wish: Wish, random: &mut Random) -> Option<Case> {
    let is_won = !wish.variant.is_multiple_of(2);
    let (state, action) = match wish.variant / 2 % 4 {
        _ if is_won => last_cat(random)?,
        0 => {
            let state = State { bag: FireBag::default(), ..varied(random) };
            let game = PlayableState::new(state).ok()?;
            let action = legal(&game, 0, random)?;
            (game.into_state(), action)
        }
        1 => {
            // Without fire, no tile can be placed.
            let mut asked = Asked::new(varied(random));
            for at in asked.places(|_, square| square == Square::Fire) {
                asked.state.board.set(at, Square::path(Colour::ALL[random.below(5)]));
            }
            let tile = any(TileId::all().collect(), random)?;
            (asked.state, format!("{tile}0000FN").parse().ok()?)
        }
        _ => {
            let ends = |played: &generate::PlayedStep| match (played.outcome(), *played.step()) {
                (Outcome::Lost(_), Step::Action(action)) => Some((played.before().clone(), action)),
                _ => None,
            };
            Playout::new(Random::new(random.bits())).find_map(|played| ends(&played))?
        }
    };
    let outcome = PlayableState::new(state.clone()).ok()?.outcome_after(&action).ok()?;
    let is_wanted = if is_won { outcome == Outcome::Won } else { matches!(outcome, Outcome::Lost(_)) };
    is_wanted.then(|| on_state(wish, &state, action))
}

/// Returns a state in which all cats but one are on the raft, and the move with which the last cat steps onto
/// the raft.
fn last_cat(random: &mut Random) -> Option<(State, Action)> {
    let state = generate::random_state(Random::new(random.bits()));
    let mut asked = Asked::new(State { exhausted: Exhausted::default(), ..state });
    let mut cats = asked.places(|at, square| square.has_cat() && !asked.is_raft(at));
    random.shuffle(&mut cats);
    let mut ends = Vec::new();
    for at in &cats {
        let path = asked.state.board.get(*at)?.without_cat();
        let is_home = |at, home| asked.is_raft(at) && (home == Square::Wild || home == path);
        let home = any(asked.places(is_home), random)?;
        asked.set(*at, path)?;
        asked.state.board.set(home, asked.state.board.get(home)?.with_cat());
        ends.push((home, path));
    }
    let (to, path) = ends.pop()?;
    asked.state.board.set(to, asked.state.board.get(to)?.without_cat());
    let from = any(steps(to, false).filter(|at| !asked.is_raft(*at)).collect(), random)?;
    asked.set(from, path.with_cat())?;
    let (colour, card) = (path.colour()?, any(asked.state.hand.cards().iter().collect(), random)?);
    let discards = Discards::one(card);
    Some((asked.state, Action::Cat(CatAction { colour, from, to, discards })))
}

/// Empties the hand, and leaves 4 to 7 cards in all decks together (a draw takes 6).
pub(super) fn with_few_cards(case: &Case, random: &mut Random) -> Option<Value> {
    let mut state = read_state(&case.state()).ok()?;
    state.hand = Hand::default();
    let mut cards: Vec<_> = state.decks.cards().iter().collect();
    random.shuffle(&mut cards);
    cards.truncate(usize::from(Draw::TOTAL) + 1 - random.below(4));
    state.decks = Decks::new(cards.into_iter().collect());
    Some(json!(state.parts()))
}

/// Adds impossible squares to the board of a case: holes, or wild squares outside the raft.
pub(super) fn with_impossible_squares(case: &Case, random: &mut Random) -> Option<Value> {
    let mut asked = Asked::read(case)?;
    let wild = [Square::Void, Square::Wild][random.below(2)];
    for _ in 0..=random.below(4) {
        let is_land = |at, square| square != Square::Fire && !asked.is_raft(at);
        let at = any(asked.places(is_land), random)?;
        let has_cat = asked.state.board.get(at)?.has_cat();
        asked.set(at, if has_cat { Square::Wild.with_cat() } else { wild })?;
    }
    Some(json!(asked.state.parts()))
}

/// Creates a case with one to three requests for cards. If `wish.is_yes` is false, one deck starts with too few
/// cards for the last request.
fn drawn_hand(wish: Wish, random: &mut Random) -> Option<Case> {
    let mut state = varied(random);
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
    let actions: Vec<Value> = draws.iter().map(|draw| draw.to_string().into()).collect();
    let inputs = vec![("state", json!(state.parts())), ("actions", actions.into())];
    Some(Case::new(Suite::DrawHand, inputs).expecting(expect.into()))
}

pub(super) fn random_draw(random: &mut Random) -> Option<Draw> {
    let mut counts = [0; 4];
    for _ in 0..Draw::TOTAL {
        counts[random.below(4)] += 1;
    }
    Draw::new(counts).ok()
}

/// Removes cards from one deck until it is one card short of the request.
fn shorten(state: &mut State, draw: Draw, random: &mut Random) {
    let asked = Deck::ALL.into_iter().filter(|&deck| draw.count(deck) > 0).collect();
    let Some(deck) = any(asked, random) else { return };
    let mut left = state.decks.cards();
    let cards: Vec<Card> = left.iter().filter(|card| card.deck() == deck).collect();
    for card in cards.into_iter().skip(usize::from(draw.count(deck)) - 1) {
        left.remove(card);
    }
    state.decks = Decks::new(left);
}

/// Creates a case about drawing a tile from the bag. If `wish.is_yes` is false, the bag is empty.
fn drawn_tile(wish: Wish, random: &mut Random) -> Case {
    let mut state = varied(random);
    if !wish.is_yes {
        state.bag = FireBag::default();
    }
    let bag = state.bag.to_string();
    let expect = if bag.is_empty() { json!({"equals": ""}) } else { json!({"first_char_in": bag}) };
    Case::new(Suite::DrawFireTile, vec![("state", json!(state.parts()))]).expecting(expect)
}

/// Creates a case with an official challenge. The seed determines the order of the challenges. Returns `None`
/// after the last challenge.
pub(super) fn official_challenge(seed: Seed, index: u64) -> Option<Case> {
    let suite = Suite::InitialiseChallenge;
    let mut challenges: Vec<_> = catalogue::official_challenges().iter().collect();
    Random::stream(seed, (1 << 61) | suite as u64).shuffle(&mut challenges);
    let text = challenges.get(usize::try_from(index).ok()?)?.text.as_str();
    let case = Case::new(suite, vec![("challenge", text.into())]);
    Some(case.with_name(format!("{suite} {} of seed {seed} (official)", index + 1)))
}

/// Creates a random challenge. Returns `None` if the cards of the challenge overlap or its halves have
/// different heights.
fn challenge(random: &mut Random) -> Option<Challenge> {
    let count = [2, 4][random.below(2)];
    let size = |random: &mut Random| [IslandSize::Large, IslandSize::Small][random.below(2)];
    let islands = (0..count).map(|_| island(size(random), random)).collect::<Option<Vec<Island>>>()?;
    let at = |random: &mut Random| Position::of_square((random.below(16), random.below(9 * count / 2 - 2)));
    let raft = RaftCardPlacement { card: RaftCardId::new(random.below(4) as u8).ok()?, at: at(random) };
    let cat = |random: &mut Random| {
        let card = CatCardId::new(random.below(7) as u8).ok()?;
        Some(CatCardPlacement { card, at: at(random) })
    };
    let cats = (0..=random.below(4)).map(|_| cat(random)).collect::<Option<Vec<_>>>()?;
    let fire = (0..random.below(5)).map(|_| at(random)).collect();
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

/// Creates a case that asks for one or more challenges of a given difficulty.
fn chosen_challenges(random: &mut Random) -> Case {
    let difficulty = random.below(6) as u8;
    let of = catalogue::official_challenges().iter().filter(|official| official.difficulty == difficulty);
    let texts: Vec<&str> = of.map(|official| official.text.as_str()).collect();
    let samples = 1 + random.below(60);
    // Among forty random choices, at least two almost certainly differ.
    let distinct = if samples >= 40 { texts.len().min(2) } else { 1 };
    let inputs = vec![("difficulty", difficulty.into()), ("samples", samples.into())];
    Case::new(Suite::ChooseChallenge, inputs).expecting(json!({"one_of": texts, "min_distinct": distinct}))
}
