//! Misconceptions about cat moves. [`fits`] and [`is_paid`] are simple, slow implementations of the rules,
//! into which the mistakes are inserted.

use super::{Misconception, Question, exchanged, reached};
use crate::grade::edits::{self, shifted};
use crate::grade::suite::Suite;
use crate::raft::{Action, Card, CatAction, PlayableState, Position, Square};
use serde_json::Value;

const MOVES: &[Suite] = &[Suite::CatMovementValid, Suite::Legal, Suite::Fits];
const PRICES: &[Suite] = &[Suite::CatMovementValid, Suite::Legal];

mistakes! {
    "cat-no-path" MOVES NoPath,
    "cat-starts-off-board" MOVES StartOff,
    "cat-ends-off-board" MOVES EndOff,
    "cat-diagonal" MOVES Diagonal,
    "cat-wraps" MOVES Wraps,
    "cat-blocked-by-cats" MOVES CatsBlock,
    "cat-blocked-by-wild" MOVES WildBlocks,
    "cat-not-onto-wild" MOVES WildEnd,
    "cat-end-taken" MOVES EndTaken,
    "cat-end-taken-by-same-colour" MOVES EndTakenBySame,
    "cat-end-any-colour" MOVES EndColour,
    "cat-stands-still" MOVES SameSquare,
    "cat-other-colour" MOVES OtherColour,
    "cat-not-there" MOVES EmptyStart,
    "cat-starts-on-wild" MOVES WildStart,
    "cat-leaves-raft" MOVES FromRaft,
    "cat-straight" MOVES Straight,
    "cat-one-step" MOVES OneStep,
    "cat-rows-and-columns" MOVES Exchanged,
    "cat-through-centre" MOVES ThroughCentre,
    "cat-raft-is-wild" MOVES RaftIsWild,
    "cat-any-number-of-discards" PRICES AnyNumber,
    "cat-more-discards" PRICES AtLeast,
    "cat-discards-not-in-hand" PRICES NotInHand,
    "cat-second-discard-not-in-hand" PRICES SecondNotInHand,
    "cat-discards-from-any-deck" PRICES DeckIgnored,
    "cat-same-card-twice" PRICES SameCardTwice,
    "cat-never-exhausted" PRICES NeverExhausted,
    "cat-one-discard-is-enough" PRICES OneIsEnough,
    "cat-exhausted-by-colour" PRICES ExhaustedByColour,
    "cat-exhausted-by-any" PRICES AnyExhausted,
    "cat-exhausted-stays" PRICES ExhaustedStays,
    "cat-always-two-discards" PRICES AlwaysTwo,
}

fn answer(question: &Question<'_>, mistake: Mistake) -> Option<Value> {
    let (game, Some(Action::Cat(cat))) = (question.game.as_ref()?, question.action) else { return None };
    let is_paid = question.suite() == Suite::Fits || is_paid(game, &cat, mistake);
    Some((is_paid && fits(game, &cat, mistake)).into())
}

fn is_paid(game: &PlayableState, cat: &CatAction, mistake: Mistake) -> bool {
    let (hand, discards) = (game.state().hand().cards(), cat.discards);
    let is_this = |at: Position| at == cat.from;
    let mut exhausted = game.state().exhausted().iter();
    let is_exhausted = match mistake {
        M::NeverExhausted => false,
        M::AlwaysTwo => true,
        M::AnyExhausted => exhausted.next().is_some(),
        M::ExhaustedByColour => exhausted.any(|other| other.colour == cat.colour),
        _ => exhausted.any(|other| other.colour == cat.colour && is_this(other.at)),
    };
    let given = discards.iter().count();
    let is_held = |card: Card| match mistake {
        M::NotInHand => true,
        M::SecondNotInHand => card != discards.first() || hand.contains(card),
        M::DeckIgnored => hand.iter().any(|held| held.letter() == card.letter()),
        _ => hand.contains(card),
    };
    let number = match mistake {
        M::AnyNumber => true,
        M::AtLeast => given >= if is_exhausted { 2 } else { 1 },
        M::ExhaustedStays if is_exhausted => false,
        M::OneIsEnough if is_exhausted => true,
        _ => given == if is_exhausted { 2 } else { 1 },
    };
    let differ = mistake == M::SameCardTwice || discards.second() != Some(discards.first());
    number && differ && discards.iter().all(is_held)
}

fn fits(game: &PlayableState, cat: &CatAction, mistake: Mistake) -> bool {
    let board = game.state().board();
    let Ok(centre) = board.raft_centre() else { return false };
    let &CatAction { colour, mut from, mut to, .. } = cat;
    if mistake == M::Exchanged {
        [from, to] = [from, to].map(exchanged);
    }
    let lenient = |at, off, square| board.get(at).or((mistake == off).then_some(square));
    let path = Square::path(colour);
    let (start, end) = (lenient(from, M::StartOff, path.with_cat()), lenient(to, M::EndOff, path));
    let (Some(start), Some(end)) = (start, end) else { return false };
    let begins = match mistake {
        M::OtherColour => start.has_cat(),
        M::EmptyStart => start.colour() == Some(colour) || start.may_have_cat_of(colour),
        M::WildStart if start == Square::Wild => true,
        _ => start.may_have_cat_of(colour),
    };
    let is_bound = !matches!(mistake, M::FromRaft) && (mistake != M::WildStart || start != Square::Wild);
    if !begins || is_bound && centre.is_near(from) {
        return false;
    }
    let is_free = match mistake {
        M::EndTaken | M::SameSquare => true,
        M::EndTakenBySame => !end.has_cat() || end.colour() == Some(colour),
        _ => !end.has_cat(),
    };
    let is_other = from != to || mistake == M::SameSquare;
    let only_itself = mistake != M::SameSquare || from == to || !end.has_cat();
    let may_enter = |at: Position, square: Square| match mistake {
        M::ThroughCentre if square == Square::Raft => at != to,
        M::RaftIsWild if centre.is_near(at) && square != Square::Raft => true,
        M::WildBlocks if square.is_wild() && at != to => false,
        M::WildEnd if square.is_wild() && at == to => false,
        M::CatsBlock if square.has_cat() => false,
        M::EndColour if at == to => square.colour().is_some() || square.is_wild(),
        _ => square.colour() == Some(colour) || square.is_wild(),
    };
    if !is_free || !is_other || !only_itself || !may_enter(to, end) {
        return false;
    }
    let apart = (from.row().abs_diff(to.row()), from.column().abs_diff(to.column()));
    match mistake {
        M::NoPath => return true,
        M::OneStep if apart.0 + apart.1 > 1 => return false,
        M::Straight if apart.0 > 0 && apart.1 > 0 => return false,
        _ => {}
    }
    let is_in_line = |step: Position| {
        mistake != M::Straight
            || step.row() == from.row() && apart.0 == 0
            || step.column() == from.column() && apart.1 == 0
    };
    let square = |step: Position| if step == to { Some(end) } else { board.get(step) };
    let opens = |step| is_in_line(step) && square(step).is_some_and(|square| may_enter(step, square));
    reached(from, |at| steps(at, board.width(), mistake), opens).contains(&to)
}

/// Returns the squares to which a cat can step, including squares off the board.
fn steps(at: Position, width: u8, mistake: Mistake) -> impl Iterator<Item = Position> {
    let wrapped = match at.column() {
        _ if mistake != M::Wraps => None,
        0 => at.offset(0, width - 1),
        last if last + 1 == width => shifted(at, (0, 1 - width as i8)),
        _ => None,
    };
    edits::steps(at, mistake == M::Diagonal).chain(wrapped)
}
