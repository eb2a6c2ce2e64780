//! Explains choices in words, and finds the cats' paths to the raft.

use super::distance::cards_needed;
use super::evaluate::{CatView, cat_views};
use super::game::{Choice, Phase, QuickGame};
use crate::notation::plural;
use crate::raft::rules::bitboards::square;
use crate::raft::rules::reachability;
use crate::raft::{Action, Colour, Position, TileId};

/// A cat's path to the raft.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Way {
    /// The cat's colour. A cat on a wild square is treated as if it had the colour with the shortest path.
    pub colour: Colour,
    /// The cat's position.
    pub at: Position,
    /// A lower bound for the number of cards that must be placed before the cat can reach the raft. `None`
    /// means that the cat can no longer reach the raft.
    pub cards: Option<usize>,
    /// The squares that cards must still cover along one shortest path, ordered from the cat to the raft. The
    /// list is empty if no square must be covered, or if there is currently no path.
    pub squares: Vec<Position>,
}

/// Finds a path to the raft for each cat that is not on the raft yet.
///
/// ```
/// use clowder::raft::{PlayableState, player::{QuickGame, ways}};
///
/// let game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
/// let cards: Vec<_> = ways(&game).iter().map(|way| (way.colour.name(), way.cards)).collect();
/// assert_eq!(cards, [("green", Some(3)), ("blue", Some(1))]);
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn ways(game: &QuickGame) -> Vec<Way> {
    let way = |view: CatView| Way {
        colour: view.colour,
        at: view.at,
        cards: cards_needed(&game.boards, view.colour, square(view.at)),
        squares: view.shortest(),
    };
    cat_views(game).into_iter().map(way).collect()
}

/// Explains a choice in words that can follow "because".
///
/// ```
/// use clowder::raft::{PlayableState, player::{Choice, QuickGame, reason}};
///
/// let game = QuickGame::new(&PlayableState::EXAMPLE.parse()?, None);
/// let choice = Choice::Action("B04060506Af".parse()?);
/// assert_eq!(reason(&game, &choice), "it spends 1 card without drawing a fire tile");
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn reason(game: &QuickGame, choice: &Choice) -> String {
    let mut after = *game;
    match choice {
        Choice::Draw(draw) => {
            let decks: Vec<String> = draw.decks().map(|deck| deck.letter().to_string()).collect();
            let colours: Vec<&str> = needed_colours(game).into_iter().map(Colour::name).collect();
            let noun = if decks.len() == 1 { "deck" } else { "decks" };
            let verb = if decks.len() == 1 { "has" } else { "have" };
            let (decks, colours) = (decks.join(" and "), colours.join(" and "));
            format!("{noun} {decks} {verb} useful cards for the colours that are needed most: {colours}")
        }
        Choice::Action(action) => {
            after.apply_action(action);
            match action {
                Action::Card(_) => after_card(game, &after),
                Action::Fire(_) => after_fire(game, &after),
                Action::Cat(moved) => {
                    let spent = plural(moved.discards.iter().count(), "card");
                    let left = after.cats().count();
                    match (after.phase(), left < game.cats().count()) {
                        (Phase::Won, _) => "every cat is then on the raft".to_owned(),
                        (_, true) => format!("the cat is then on the raft, and {} left", are_left(left)),
                        _ => join(&[
                            format!("it spends {spent} without drawing a fire tile"),
                            shorter(game, &after),
                        ]),
                    }
                }
            }
        }
    }
}

fn are_left(cats: usize) -> String {
    let verb = if cats == 1 { "is" } else { "are" };
    format!("{} {verb}", plural(cats, "cat"))
}

fn join(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    parts.join(", and ")
}

/// Returns up to two colours whose cats are farthest from the raft. A colour is omitted if all its cats can already go
/// to the raft. If a colour has several cats, their distances are added.
fn needed_colours(game: &QuickGame) -> Vec<Colour> {
    let views = cat_views(game);
    let need = |colour: &Colour| -> usize {
        views.iter().filter(|view| view.colour == *colour).map(|view| view.distance).sum()
    };
    let mut colours: Vec<Colour> = Colour::ALL.into_iter().filter(|colour| need(colour) > 0).collect();
    colours.sort_by_key(|colour| std::cmp::Reverse(need(colour)));
    colours.truncate(2);
    colours
}

/// Describes the paths that become shorter. The text is empty if no path becomes shorter.
fn shorter(before: &QuickGame, after: &QuickGame) -> String {
    let (old, new) = (ways(before), ways(after));
    let describe = |(old, new): (&Way, &Way)| {
        let cat = format!("the {} cat", old.colour.name());
        match (old.cards, new.cards) {
            (Some(was), Some(is)) if is < was && is == 0 => Some(format!("{cat} can then go to the raft")),
            (Some(was), Some(is)) if is < was => {
                Some(format!("{cat} then needs at least {} instead of {was}", plural(is, "more card")))
            }
            _ if new.squares.len() < old.squares.len() => {
                let fewer = plural(old.squares.len() - new.squares.len(), "square");
                Some(format!("the way of {cat} becomes {fewer} shorter"))
            }
            _ => None,
        }
    };
    let pairs = old.iter().filter_map(|old| {
        let same = |new: &&Way| {
            new.colour == old.colour
                && (new.at == old.at || old.cards.is_some() && old_count(after, old) == 1)
        };
        Some((old, new.iter().find(same)?))
    });
    join(&pairs.filter_map(describe).collect::<Vec<_>>())
}

/// Counts the cats that have the colour of `way` and are not on the raft.
fn old_count(game: &QuickGame, way: &Way) -> usize {
    game.cats().filter(|(colour, _)| *colour == Some(way.colour)).count()
}

fn after_card(before: &QuickGame, after: &QuickGame) -> String {
    let bad = after.bag().iter().filter(|tile| cuts_off_everywhere(after, *tile)).count();
    let total = after.bag().len();
    let verb = if bad == 1 { "cuts" } else { "cut" };
    let risk = match (bad, total) {
        (_, 0) => "the bag has no tile left that can be placed after the card".to_owned(),
        (0, 1) => "the last tile in the bag can then be placed without cutting off a cat".to_owned(),
        (_, 1) => "the last tile in the bag then cuts off a cat in every possible placement".to_owned(),
        (0, _) => {
            format!("each of the {total} tiles in the bag can then be placed without cutting off a cat")
        }
        _ => {
            format!("{bad} of the {total} tiles in the bag then {verb} off a cat in every possible placement")
        }
    };
    join(&[shorter(before, after), risk])
}

/// Whether every placement of a tile cuts off a cat from the raft, or the tile cannot be placed.
fn cuts_off_everywhere(game: &QuickGame, tile: TileId) -> bool {
    !game
        .tile_placements(tile)
        .any(|fire| reachability::all_can_reach(&game.boards, fire.oriented().squares_at(fire.at)))
}

fn after_fire(before: &QuickGame, after: &QuickGame) -> String {
    let (old, new) = (ways(before), ways(after));
    let total = |ways: &[Way]| ways.iter().map(|way| way.squares.len()).sum::<usize>();
    if after.phase() == Phase::Lost {
        return "every placement that was compared loses the game".to_owned();
    }
    match total(&new).saturating_sub(total(&old)) {
        0 => "no cat's way becomes longer".to_owned(),
        longer => format!("the ways of the cats together become only {} longer", plural(longer, "square")),
    }
}
