//! Creates cases about the end of a game of Race to the Raft.

use super::actions::{Sort, legal, random_tile};
use super::raft::on_state;
use super::states::{plain, varied};
use super::{Aim, Made};
use crate::grade::suite::Suite;
use crate::raft::generate::{Playout, Step};
use crate::raft::rules::{Loss, Outcome};
use crate::raft::{
    Action, CardSet, CatAction, Colour, Decks, Discards, Draw, Exhausted, FireBag, PlayableState, Position,
    Square,
};
use crate::random::Random;

/// Creates a case with an action that ends a game. In a near miss, the action does not end the game. If `variant` is
/// even, the case is usually about losing. If `variant` is odd, the case is about winning. Without this rule, there
/// would be too few cases about winning, because random games are rarely won.
pub(super) fn attempt(suite: Suite, aim: Aim, variant: usize, random: &mut Random) -> Option<Made> {
    if !variant.is_multiple_of(2) {
        return last_cat(suite, aim, random);
    }
    match variant / 2 % 5 {
        0 => empty_bag(suite, aim, random),
        1 => few_cards(suite, aim, random),
        2 => no_place(suite, aim, random),
        _ => last_action(suite, aim, random),
    }
}

/// Creates a case in which a card is placed and the bag is empty. In a near miss, there is one tile in the bag.
fn empty_bag(suite: Suite, aim: Aim, random: &mut Random) -> Option<Made> {
    let mut state = varied(random);
    state.bag = FireBag::default();
    if aim == Aim::NearMiss {
        state.bag.insert(random_tile(random)?);
    }
    let game = PlayableState::new(state).ok()?;
    let action = legal(&game, Sort::Card, random)?;
    let rule = if aim == Aim::Yes { "lost: bag empty" } else { "one tile in the bag" };
    Some(Made::new(on_state(suite, game.state(), "action", action.to_string().into()), rule))
}

/// Creates a case in which cards are drawn from decks with too few cards. In a near miss, the decks have exactly enough
/// cards.
fn few_cards(suite: Suite, aim: Aim, random: &mut Random) -> Option<Made> {
    let mut state = varied(random);
    state.hand = crate::raft::Hand::default();
    let mut cards: Vec<_> = state.decks.cards().iter().collect();
    random.shuffle(&mut cards);
    let left = usize::from(Draw::TOTAL)
        - usize::from(aim == Aim::Yes)
        - if aim == Aim::Yes { random.below(3) } else { 0 };
    if cards.len() < left {
        return None;
    }
    let mut kept = CardSet::EMPTY;
    for card in &cards[..left] {
        kept.insert(*card);
    }
    state.decks = Decks::new(kept);
    let counts = crate::raft::Deck::ALL.map(|deck| kept.count(deck) as u8);
    // A request always draws six cards. If fewer cards are left, the request is for six cards from the first deck.
    let draw = Draw::new(counts).or_else(|_| Draw::new([Draw::TOTAL, 0, 0, 0])).ok()?;
    let rule = if aim == Aim::Yes { "lost: too few cards" } else { "just enough cards" };
    Some(Made::new(on_state(suite, &state, "action", draw.to_string().into()), rule))
}

/// Creates a case with a tile that cannot be placed anywhere, because there is no fire. In a near miss, the given
/// placement does not fit, but another placement does.
fn no_place(suite: Suite, aim: Aim, random: &mut Random) -> Option<Made> {
    let mut state = varied(random);
    let tile = random_tile(random)?;
    if aim == Aim::Yes {
        let burning: Vec<_> = state.board.positions().filter(|(_, square)| *square == Square::Fire).collect();
        for (at, _) in burning {
            state.board.set(at, Square::path(Colour::ALL[random.below(Colour::ALL.len())]));
        }
    }
    let game = PlayableState::new(state).ok()?;
    let action = format!("{tile}0000FN");
    let fits: Action = action.parse().ok()?;
    if game.fits(&fits) || game.tile_fits_anywhere(tile) != (aim == Aim::NearMiss) {
        return None;
    }
    let rule = if aim == Aim::Yes { "lost: no placement" } else { "another placement" };
    Some(Made::new(on_state(suite, game.state(), "action", action.into()), rule))
}

/// Creates a case with the last action of a random game or, for a near miss, with another action from the game.
fn last_action(suite: Suite, aim: Aim, random: &mut Random) -> Option<Made> {
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
    let (state, action, rule) = if aim == Aim::Yes { before_end } else { random.choose(&others).cloned() }?;
    Some(Made::new(on_state(suite, &state, "action", action.to_string().into()), rule))
}

/// Creates a case in which the last cat moves to the raft and all other cats are already on the raft. In a near miss,
/// one other cat is not on the raft.
fn last_cat(suite: Suite, aim: Aim, random: &mut Random) -> Option<Made> {
    let mut state = plain(random);
    let hand: Vec<_> = state.hand.cards().iter().collect();
    let discard = *random.choose(&hand)?;
    let centre = state.board.raft_centre().ok()?;
    let is_raft = |at: Position| at.is_near(centre);
    let (raft, others): (Vec<_>, Vec<_>) = state.board.positions().partition(|&(at, _)| is_raft(at));
    let mut raft: Vec<Position> = raft.into_iter().map(|(at, _)| at).collect();
    random.shuffle(&mut raft);
    let mut cats: Vec<_> = others.iter().copied().filter(|(_, square)| square.has_cat()).collect();
    random.shuffle(&mut cats);
    if aim == Aim::NearMiss {
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
    let rule = if aim == Aim::Yes { "won" } else { "one cat is missing" };
    Some(Made::new(on_state(suite, game.state(), "action", action.to_string().into()), rule))
}

/// Returns the squares in `reached`, and all open squares that can be reached from them by steps up, down, left or
/// right over open squares.
fn flood(mut reached: Vec<Position>, is_open: impl Fn(Position) -> bool) -> Vec<Position> {
    let mut next = 0;
    while let Some(at) = reached.get(next) {
        let (row, column) = at.coordinates();
        next += 1;
        let around = [
            (row.wrapping_sub(1), column),
            (row, column + 1),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
        ];
        for at in around.into_iter().filter_map(|(row, column)| Position::new(row, column).ok()) {
            if is_open(at) && !reached.contains(&at) {
                reached.push(at);
            }
        }
    }
    reached
}
