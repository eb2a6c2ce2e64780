//! The greedy player, which looks one action ahead and plays a whole game in milliseconds.

use super::distance::Windows;
use super::evaluate::{CatView, cat_views, cost_change, total_cost};
use super::fire::{best_tiles, hazard};
use super::gains::{Gain, Gains, gains};
use super::game::{Choice, Phase, QuickGame};
use super::policy::Policy;
use crate::grid::Bitboard;
use crate::raft::rules::bitboards::square;
use crate::raft::rules::oriented;
use crate::raft::{
    Action, Card, CardAction, CardSet, CatAction, Colour, Discards, Draw, Orientation, Position,
};
use crate::random::Random;
use std::cmp::Reverse;
use std::sync::LazyLock;

/// Minimum gain, in half squares, for which the greedy player usually places a card. In some positions, [`wanted_gain`]
/// is lower.
const WANTED: i32 = 4;
/// Number of card placements whose gains are computed exactly to find the best placement. The number is tripled when
/// several good placements are sought.
const EXACT: usize = 10;
/// The [`hazard`] is computed for this many card placements: those with the largest gains. If more than two
/// good placements are sought, the hazard is computed for twice as many placements as are sought.
const HAZARDS: usize = 5;
/// Maximum reduction of a card placement's gain, in half squares. The gain is reduced by this number if no tested tile
/// can be placed without harm after the card, and by less if some tiles can.
const HAZARD: i32 = 4;
/// Maximum number of destinations considered for a move. The first number applies to a cat that is not
/// exhausted, and the second to an exhausted cat.
const STEPS: [usize; 2] = [8, 2];

/// A policy that moves a cat to the raft if possible. Otherwise, the policy places a card if a placement
/// shortens the cats' paths enough. If no placement does, the policy spends cards on other cat moves, because
/// no fire tile is drawn after a move.
///
/// ```
/// use clowder::raft::{PlayableState, player::{Greedy, Policy, QuickGame}};
/// use clowder::random::Random;
///
/// let game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
/// assert!(Greedy.choose(&game, &mut Random::new(1)).is_some());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Policy for Greedy {
    fn choose(&mut self, game: &QuickGame, _: &mut Random) -> Option<Choice> {
        match game.phase() {
            Phase::Draw => draws(game, &cat_views(game)).into_iter().next().map(Choice::Draw),
            Phase::Act => act(game, 1).map(Choice::Action),
            Phase::PlaceTile(tile) => best_tiles(game, tile, 1).into_iter().next(),
            Phase::DrawTile | Phase::Won | Phase::Lost => None,
        }
    }
}

/// Lists several possible draws of a new hand, the most promising one first.
pub(super) fn draws(game: &QuickGame, views: &[CatView]) -> Vec<Draw> {
    let mut weight = [0u32; 5];
    for view in views {
        weight[view.colour as usize] += view.distance.min(20) as u32;
    }
    let (mut sum, mut left) = ([0u32; 4], [0u8; 4]);
    for card in game.decks.iter() {
        left[card.deck() as usize] += 1;
        let uses = USES[card.number()];
        sum[card.deck() as usize] +=
            uses.iter().zip(&weight).map(|(uses, weight)| uses * weight).sum::<u32>();
    }
    let value = |deck: usize| sum[deck] * 100 / u32::from(left[deck].max(1));
    // Each further card from the same deck is worth less. A larger `loss` spreads the hand over more decks.
    let mixed = |loss: u32| {
        let mut counts = [0u8; 4];
        for _ in 0..Draw::TOTAL {
            let worth = |&deck: &usize| value(deck) * 16 / (16 + loss * u32::from(counts[deck]));
            let deck = (0..4).filter(|&deck| counts[deck] < left[deck]).max_by_key(worth)?;
            counts[deck] += 1;
        }
        Draw::new(counts).ok()
    };
    let mut draws: Vec<Draw> = [1, 4, 12].into_iter().filter_map(mixed).collect();
    let only = |deck: usize| {
        let mut counts = [0; 4];
        counts[deck] = Draw::TOTAL;
        Draw::new(counts).ok().filter(|_| left[deck] >= Draw::TOTAL)
    };
    draws.extend((0..4).filter_map(only));
    let mut seen = Vec::new();
    draws.retain(|draw| {
        !seen.contains(draw) && {
            seen.push(*draw);
            true
        }
    });
    draws
}

/// For each card, in the order of [`Card::all`], the result of [`use_of`] for each colour.
static USES: LazyLock<Vec<[u32; 5]>> =
    LazyLock::new(|| Card::all().map(|card| Colour::ALL.map(|colour| use_of(card, colour))).collect());

/// How useful a card is for a colour. Cards with three squares of the colour in a line are the most useful.
fn use_of(card: Card, colour: Colour) -> u32 {
    let rows = oriented::card(card, Orientation::North).rows[colour as usize];
    let count: u32 = rows.iter().map(|row| row.count_ones()).sum();
    let line = rows.contains(&0b111) || rows[0] & rows[1] & rows[2] != 0;
    match (line, count) {
        (true, _) => 6 + count,
        (false, 3..) => count,
        _ => 0,
    }
}

/// Returns the greedy player's action. A card placement is considered only if it completes a path or shortens
/// a path by at least `least` squares. If there is no such placement and no cat can move, [`harmless_card`]
/// chooses the placement.
pub(super) fn act(game: &QuickGame, least: u8) -> Option<Action> {
    let views = cat_views(game);
    let gains = gains(game, &views, least);
    if let Some(action) = ways_home(game, &views, &gains).into_iter().next() {
        return Some(action);
    }
    let best = best_cards(game, &gains, &views, 1).into_iter().next();
    let place = |(action, _)| Action::Card(action);
    best.filter(|(_, gain)| *gain >= wanted_gain(game, &views))
        .map(place)
        .or_else(|| moves(game, &views, &gains, 1).into_iter().next())
        .or_else(|| best.map(place))
        .or_else(|| harmless_card(game, &views).map(Action::Card))
}

/// Returns the minimum gain for which the player places a card instead of moving a cat. The minimum gain is
/// lower if few cards are left and the cats are still far from the raft. The minimum gain is 1 if a single
/// cat is left and its moves cannot use up all cards in the hand.
pub(super) fn wanted_gain(game: &QuickGame, views: &[CatView]) -> i32 {
    let cost = total_cost(views);
    let cards = (game.hand.len() + game.decks.len()).max(1) as i32;
    // In a round, a cat's first move costs one card, and each later move costs two cards. Therefore, the
    // moves of a single cat cannot use up an even number of cards if the cat is not exhausted, or an odd
    // number if it is exhausted. In both cases, a card must be placed.
    let must_place = match views {
        [view] => game.hand.len().is_multiple_of(2) == (game.price(view.at) == 1),
        _ => false,
    };
    if must_place { 1 } else { (WANTED - 2 * cost / cards).max(1) }
}

/// Finds up to `most` card placements, the one with the largest gain first. Only the gains of the most promising
/// placements are computed exactly. A gain is reduced if many fire tiles cannot be placed without harm after the
/// placement.
pub(super) fn best_cards(
    game: &QuickGame,
    gains: &Gains,
    views: &[CatView],
    most: usize,
) -> Vec<(CardAction, i32)> {
    let mut order: Vec<&Gain> = gains.all.iter().collect();
    let few = if most == 1 { EXACT } else { 3 * EXACT };
    if order.len() > few {
        order.select_nth_unstable_by_key(few, |gain| (Reverse(gain.value), gain.action.at));
        order.truncate(few);
    }
    order.sort_by_key(|gain| Reverse(gain.value));
    // Placing a card does not change the windows in which cards fit.
    let windows = Windows::new(&game.boards);
    let mut best: Vec<(Placed<'_>, i32)> = order
        .into_iter()
        .map(|gain| {
            let placed = Placed::new(game, gain);
            let value = placed.value(views, &windows);
            (placed, value)
        })
        .collect();
    best.sort_by_key(|(_, value)| Reverse(*value));
    best.truncate(HAZARDS.max(2 * most));
    let needed = views.iter().fold(Bitboard::EMPTY, |all, view| all | view.needed());
    for (placed, value) in &mut best {
        *value -= hazard(&placed.after, needed | placed.squares, HAZARD);
    }
    best.sort_by_key(|(_, value)| Reverse(*value));
    best.truncate(most);
    best.into_iter().map(|(placed, value)| (placed.gain.action, value)).collect()
}

struct Placed<'a> {
    gain: &'a Gain,
    after: QuickGame,
    squares: Bitboard,
}

impl<'a> Placed<'a> {
    fn new(game: &QuickGame, gain: &'a Gain) -> Self {
        let mut after = *game;
        after.apply_action(&Action::Card(gain.action));
        Self { gain, after, squares: square(gain.action.at).covered() }
    }

    fn shortens(&self, cat: usize) -> bool {
        self.gain.cats >> cat & 1 != 0
    }

    /// Whether, on one of the cat's paths, the card covers a square that is wild or already has the cat's
    /// colour.
    fn covers_way(&self, cat: usize, view: &CatView) -> bool {
        let ways = if self.shortens(cat) { view.near } else { view.tight };
        !(ways & view.ways.own).is_disjoint(&self.squares)
    }

    /// Returns the gain of the placement. The distances are recomputed if the estimate may be inexact.
    fn value(&self, views: &[CatView], windows: &Windows) -> i32 {
        if !views.iter().enumerate().any(|(cat, view)| self.covers_way(cat, view)) {
            return self.gain.value;
        }
        let is_changed = |cat, view: &CatView| self.shortens(cat) || self.covers_way(cat, view);
        -cost_change(&self.after.boards, windows, views, is_changed)
    }
}

/// Lists the moves that take a cat to the raft immediately, the best one first.
pub(super) fn ways_home(game: &QuickGame, views: &[CatView], gains: &Gains) -> Vec<Action> {
    let affordable = |view: &&CatView| view.distance == 0 && game.price(view.at) <= game.hand.len();
    let mut ready: Vec<&CatView> = views.iter().filter(affordable).collect();
    ready.sort_by_key(|view| game.price(view.at));
    let mut found = Vec::new();
    for view in ready {
        let reached = game.destinations(view.colour, view.at) & view.ways.home;
        // A move to a square of the cat's colour comes first, because it leaves the raft's wild squares free for other
        // cats.
        let own = reached & game.boards.colour(view.colour);
        let Some(discards) = least_useful(game.hand, gains, game.price(view.at)) else { continue };
        let squares = [own.iter().next(), (reached - own).iter().next()];
        found.extend(squares.into_iter().flatten().map(|to| {
            let to = Position::of_square(to);
            Action::Cat(CatAction { colour: view.colour, from: view.at, to, discards })
        }));
    }
    found
}

/// Chooses `count` (1 or 2) hand cards to discard: the cards whose best placements have the smallest gains.
/// Returns `None` if the hand has too few cards.
pub(super) fn least_useful(hand: CardSet, gains: &Gains, count: usize) -> Option<Discards> {
    let mut cards: Vec<(i32, Card)> = hand.iter().map(|card| (gains.best_of(card), card)).collect();
    cards.sort_unstable();
    match (count, &cards[..]) {
        (1, [(_, one), ..]) => Some(Discards::one(*one)),
        (2, [(_, one), (_, other), ..]) => Discards::two(*one, *other).ok(),
        _ => None,
    }
}

/// Lists up to `most` cat moves to squares outside the raft, the best one first. Such moves spend cards
/// without drawing fire tiles, and can open windows that the cats have blocked.
pub(super) fn moves(game: &QuickGame, views: &[CatView], gains: &Gains, most: usize) -> Vec<Action> {
    let raft = game.boards.raft.iter().nth(4).unwrap_or_default();
    let mut found: Vec<((i32, usize, usize), Action)> = Vec::new();
    let windows = Windows::new(&game.boards);
    for (mover, view) in views.iter().enumerate() {
        let price = game.price(view.at);
        let Some(discards) = least_useful(game.hand, gains, price) else { continue };
        let away = |&(row, column): &(usize, usize)| row.abs_diff(raft.0) + column.abs_diff(raft.1);
        let mut near: Vec<_> = (game.destinations(view.colour, view.at) - game.boards.raft).iter().collect();
        near.sort_by_key(away);
        for to in near.into_iter().take(STEPS[price - 1]) {
            let mut boards = game.boards;
            let at = Position::of_square(to);
            boards.move_cat(view.at, at);
            let after = Windows::new(&boards);
            let changed = windows.difference(&after);
            let others = cost_change(&boards, &after, views, |cat, other| {
                cat != mover && !other.tight.is_disjoint(&changed)
            });
            // The moved cat's distance from the raft changes only if the move changes windows on this cat's paths.
            let own = if view.near.is_disjoint(&changed) { 0 } else { view.cost_change(&boards, &after, at) };
            let key = (others + own, price, away(&to));
            found
                .push((key, Action::Cat(CatAction { colour: view.colour, from: view.at, to: at, discards })));
        }
    }
    found.sort_by_key(|(key, _)| *key);
    found.into_iter().take(most).map(|(_, action)| action).collect()
}

/// Compares placements of the cards in the hand at a few positions spread over the board. Returns the least harmful of
/// these placements, or `None` if no card can be placed.
pub(super) fn harmless_card(game: &QuickGame, views: &[CatView]) -> Option<CardAction> {
    let corners: Vec<Position> = game.boards.card_corners().iter().map(Position::of_square).collect();
    let few = corners.iter().step_by(corners.len() / 12 + 1);
    let placements = few.flat_map(|&at| {
        game.hand.iter().map(move |card| CardAction { card, at, orientation: Orientation::North })
    });
    let windows = Windows::new(&game.boards);
    let harm = |placed: &CardAction| {
        let mut boards = game.boards;
        boards.place_card(placed.oriented(), placed.at);
        cost_change(&boards, &windows, views, |_, _| true)
    };
    placements.min_by_key(harm)
}
