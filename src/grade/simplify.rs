//! Makes a question simpler while a program still answers it wrongly. All steps are deterministic, and each of them makes
//! the question smaller, so the result is a local minimum.

use super::case::Case;
use super::edits::{Asked, shifted};
use super::suite::Suite;
use crate::penguins::coursework::IceBlock;
use crate::penguins::{Block, Hex};
use crate::raft::{
    Action, Board, Card, CardAction, Cat, CatAction, Colour, Decks, Discards, Exhausted, FireAction, FireBag,
    Hand, Orientation, Position, Square, TileId, catalogue,
};
use serde_json::{Value, json};

/// Returns the simplest case that `fails` accepts. Each step changes the best case so far.
pub(super) fn simplest(case: Case, fails: &mut dyn FnMut(&Case) -> bool) -> Case {
    if case.suite() == Suite::BoardWellFormed {
        let text = simplest_text(case.text("board"), &mut |text| fails(&board_case(text)));
        return board_case(&text);
    }
    if case.suite().is_about_penguins() {
        return simplest_penguins(case, fails);
    }
    let Some(mut best) = Asked::read(&case) else { return case };
    let mut search = Search { fails: &mut |asked: &Asked| fails(&asked.case(&case)), progress: true };
    while std::mem::take(&mut search.progress) {
        search.burn(&mut best);
        search.empty(&mut best);
        search.act(&mut best);
        search.burn(&mut best);
        search.crop(&mut best);
        search.shift(&mut best);
        search.paint(&mut best);
    }
    best.case(&case)
}

fn board_case(text: &str) -> Case {
    Case::new(Suite::BoardWellFormed, vec![("board", text.into())])
}

/// Replaces as many items of a list as possible: first large parts of the list, then single items.
fn in_parts<T: Clone>(mut items: Vec<T>, mut replace: impl FnMut(&[T]) -> bool) {
    let mut size = items.len();
    while size > 0 {
        let mut at = 0;
        while at < items.len() {
            let part = at..(at + size).min(items.len());
            if replace(&items[part.clone()]) {
                items.drain(part);
            } else {
                at += size;
            }
        }
        size /= 2;
    }
}

/// A search for simpler questions about Race to the Raft.
struct Search<'a> {
    fails: &'a mut dyn FnMut(&Asked) -> bool,
    /// True if a step was successful.
    progress: bool,
}

impl Search<'_> {
    /// Replaces the best question if the new one still fails.
    fn tries(&mut self, best: &mut Asked, new: Asked) -> bool {
        let is_new = new.state != best.state || new.action != best.action;
        let is_better = is_new && (self.fails)(&new);
        if is_better {
            *best = new;
            self.progress = true;
        }
        is_better
    }

    /// Tries a change of the best question.
    fn change(&mut self, best: &mut Asked, change: impl FnOnce(&mut Asked)) -> bool {
        let mut new = best.clone();
        change(&mut new);
        self.tries(best, new)
    }

    /// Cuts rows and columns off, so that the board is as small as possible.
    fn crop(&mut self, best: &mut Asked) {
        let (height, width) = (best.state.board.height(), best.state.board.width());
        for (new_height, new_width) in [(12, 9), (15, 9), (18, 9), (12, 18), (15, 18)] {
            if new_height > height || new_width > width || (new_height, new_width) == (height, width) {
                continue;
            }
            for (down, right) in (0..=height - new_height)
                .flat_map(|down| (0..=width - new_width).map(move |right| (down, right)))
            {
                for only_raft in [false, true] {
                    let new = cropped(best, (new_height, new_width), (down, right), only_raft);
                    if new.is_some_and(|new| self.tries(best, new)) {
                        return;
                    }
                }
            }
        }
    }

    /// Sets as many squares as possible on fire.
    fn burn(&mut self, best: &mut Asked) {
        let is_left = |&(at, square): &(Position, Square)| square != Square::Fire && !best.is_raft(at);
        let left: Vec<Position> = best.state.board.positions().filter(is_left).map(|(at, _)| at).collect();
        in_parts(left, |part| {
            self.change(best, |asked| part.iter().for_each(|at| asked.set(*at, Square::Fire)))
        });
    }

    /// Removes cats from the raft, exhausted cats, cards and tiles.
    fn empty(&mut self, best: &mut Asked) {
        let cats: Vec<Position> =
            best.state.board.positions().filter(|(_, square)| square.has_cat()).map(|(at, _)| at).collect();
        for at in cats {
            self.change(best, |asked| {
                let square = asked.state.board.get(at).map(Square::without_cat);
                square.and_then(|square| asked.state.board.set(at, square));
                asked.state.exhausted.remove_at(at);
            });
        }
        self.change(best, |asked| asked.state.exhausted = Exhausted::default());
        for cat in best.state.exhausted.iter().collect::<Vec<_>>() {
            self.change(best, |asked| _ = asked.state.exhausted.remove(cat));
        }
        self.change(best, |asked| asked.state.hand = Hand::default());
        for card in best.state.hand.cards().iter().collect::<Vec<_>>() {
            self.change(best, |asked| _ = asked.state.hand.remove(card));
        }
        in_parts(best.state.decks.cards().iter().collect(), |part| {
            self.change(best, |asked| {
                let mut cards = asked.state.decks.cards();
                for card in part {
                    _ = cards.remove(*card);
                }
                asked.state.decks = Decks::new(cards);
            })
        });
        in_parts(best.state.bag.iter().collect(), |part| {
            let kept = |tile: &TileId| !part.contains(tile);
            self.change(best, |asked| {
                asked.state.bag = asked.state.bag.iter().filter(kept).collect::<FireBag>();
            })
        });
    }

    /// Makes the action simpler.
    fn act(&mut self, best: &mut Asked) {
        match best.action {
            Some(Action::Cat(cat)) => self.act_cat(best, cat),
            Some(Action::Card(card)) => {
                let simple = CardAction { card: Card::all().next().unwrap_or(card.card), ..card };
                self.change(best, |asked| asked.action = Some(Action::Card(simple)));
                self.change(best, |asked| {
                    if let Some(Action::Card(card)) = &mut asked.action {
                        card.orientation = Orientation::North;
                    }
                });
                self.place(best, |at, action| {
                    if let Action::Card(card) = action {
                        card.at = at;
                    }
                });
            }
            Some(Action::Fire(fire)) => {
                let simple = FireAction { flipped: false, orientation: Orientation::North, ..fire };
                let size = |tile: TileId| (catalogue::fire_tile(tile).shape().area(), tile);
                let mut tiles: Vec<TileId> =
                    TileId::all().filter(|tile| size(*tile) < size(fire.tile)).collect();
                tiles.sort_by_key(|tile| size(*tile));
                let smaller = tiles.into_iter().map(|tile| FireAction { tile, ..simple });
                for new in smaller.chain([simple, FireAction { flipped: false, ..fire }]) {
                    if self.change(best, |asked| asked.action = Some(Action::Fire(new))) {
                        break;
                    }
                }
                self.place(best, |at, action| {
                    if let Action::Fire(fire) = action {
                        fire.at = at;
                    }
                });
            }
            None => {}
        }
    }

    /// Moves a placement to the first square at which the question still fails.
    fn place(&mut self, best: &mut Asked, set: impl Fn(Position, &mut Action)) {
        let Some(action) = best.action else { return };
        let target = action.target();
        let before = best.state.board.positions().map(|(at, _)| at).filter(|at| *at < target);
        for at in before.collect::<Vec<_>>() {
            let mut new = action;
            set(at, &mut new);
            if self.change(best, |asked| asked.action = Some(new)) {
                return;
            }
        }
    }

    /// Makes the move of a cat shorter, and its discards simpler.
    fn act_cat(&mut self, best: &mut Asked, cat: CatAction) {
        let apart = |one: Position, other: Position| {
            (one.row().abs_diff(other.row()) + one.column().abs_diff(other.column()), other)
        };
        let mut ends: Vec<Position> = best.state.board.positions().map(|(at, _)| at).collect();
        ends.retain(|to| apart(cat.from, *to) < apart(cat.from, cat.to));
        ends.sort_by_key(|to| apart(cat.from, *to));
        for to in ends {
            // The end may have the colour of the cat, or stay as it is.
            let paints = burns(best, cat.to)
                && !best.is_raft(to)
                && to != cat.from
                && best.state.board.get(to) == Some(Square::Fire);
            let moved = |asked: &mut Asked| asked.action = Some(Action::Cat(CatAction { to, ..cat }));
            let painted = |asked: &mut Asked| {
                asked.set(to, Square::path(cat.colour));
                asked.set(cat.to, Square::Fire);
                moved(asked);
            };
            if self.change(best, moved) || paints && self.change(best, painted) {
                break;
            }
        }
        let Some(Action::Cat(cat)) = best.action else { return };
        let mut starts: Vec<Position> = best.state.board.positions().map(|(at, _)| at).collect();
        starts.retain(|from| apart(cat.to, *from).0 < apart(cat.to, cat.from).0);
        starts.sort_by_key(|from| apart(cat.to, *from));
        for from in starts {
            if self.change(best, |asked| {
                let is_exhausted = asked.state.exhausted.remove(Cat { colour: cat.colour, at: cat.from });
                if let (Some(left), Some(entered)) =
                    (asked.state.board.get(cat.from), asked.state.board.get(from))
                    && left.has_cat()
                {
                    asked.set(cat.from, left.without_cat());
                    asked.state.board.set(from, if asked.is_raft(from) { entered.with_cat() } else { left });
                }
                if is_exhausted {
                    asked.state.exhausted.insert(Cat { colour: cat.colour, at: from });
                }
                asked.action = Some(Action::Cat(CatAction { from, ..cat }));
            }) {
                break;
            }
        }
        self.walk(best);
        let Some(Action::Cat(cat)) = best.action else { return };
        self.change(best, |asked| {
            asked.action =
                Some(Action::Cat(CatAction { discards: Discards::one(cat.discards.first()), ..cat }));
        });
        // The discards become the first cards of the first deck.
        let Some(Action::Cat(cat)) = best.action else { return };
        let simpler = cat.discards.iter().zip(Card::all()).find(|(card, simple)| simple < card);
        if let Some((card, simple)) = simpler {
            self.change(best, |asked| {
                let swap = |other: Card| if other == card { simple } else { other };
                let second = cat.discards.second().map(swap);
                asked.action = Some(Action::Cat(CatAction {
                    discards: Discards::ascending(swap(cat.discards.first()), second),
                    ..cat
                }));
                asked.state.hand =
                    Hand::new(asked.state.hand.cards().iter().map(swap).collect()).unwrap_or_default();
            });
        }
    }

    /// Walks along the path: the first or the last square of the move burns, and the cat begins or ends on another one.
    fn walk(&mut self, best: &mut Asked) {
        let is_path = |&(at, square): &(Position, Square)| square != Square::Fire && !best.is_raft(at);
        let path: Vec<Position> = best.state.board.positions().filter(is_path).map(|(at, _)| at).collect();
        for at in path {
            let Some(Action::Cat(cat)) = best.action else { return };
            if at == cat.from || at == cat.to || best.state.board.get(at) == Some(Square::Fire) {
                continue;
            }
            let ended = |asked: &mut Asked| {
                asked.set(cat.to, Square::Fire);
                asked.action = Some(Action::Cat(CatAction { to: at, ..cat }));
            };
            let begun = |asked: &mut Asked| {
                let is_exhausted = asked.state.exhausted.remove(Cat { colour: cat.colour, at: cat.from });
                asked.set(cat.from, Square::Fire);
                asked.set(at, Square::path(cat.colour).with_cat());
                if is_exhausted {
                    asked.state.exhausted.insert(Cat { colour: cat.colour, at });
                }
                asked.action = Some(Action::Cat(CatAction { from: at, ..cat }));
            };
            _ = burns(best, cat.to) && self.change(best, ended)
                || burns(best, cat.from) && self.change(best, begun);
        }
    }

    /// Moves everything outside the raft, and the action, up and to the left.
    fn shift(&mut self, best: &mut Asked) {
        for step in [(1, 0), (0, 1)] {
            for far in [8, 4, 2, 1] {
                let by = (-far * step.0, -far * step.1);
                while moved(best, by).is_some_and(|new| self.tries(best, new)) {}
            }
        }
    }

    /// Uses as few colours as possible.
    fn paint(&mut self, best: &mut Asked) {
        for from in Colour::ALL.into_iter().rev() {
            for to in Colour::ALL.into_iter().take_while(|to| *to < from) {
                let painted = |asked: &mut Asked| {
                    for (at, square) in asked.state.board.positions().collect::<Vec<_>>() {
                        if square.colour() == Some(from) && !asked.is_raft(at) {
                            let path = Square::path(to);
                            asked.state.board.set(at, if square.has_cat() { path.with_cat() } else { path });
                        }
                    }
                    let cats = asked.state.exhausted.iter();
                    let renamed = |cat: Cat| if cat.colour == from { Cat { colour: to, ..cat } } else { cat };
                    let mut exhausted = Exhausted::default();
                    cats.for_each(|cat| _ = exhausted.insert(renamed(cat)));
                    asked.state.exhausted = exhausted;
                    if let Some(Action::Cat(cat)) = &mut asked.action
                        && cat.colour == from
                    {
                        cat.colour = to;
                    }
                };
                if self.change(best, painted) {
                    break;
                }
            }
        }
    }
}

/// Returns true if a square can be set on fire, so that the question gets smaller.
fn burns(asked: &Asked, at: Position) -> bool {
    !asked.is_raft(at) && asked.state.board.get(at).is_some_and(|square| square != Square::Fire)
}

/// Returns the question on a smaller board, which begins at a square of the larger one. If `only_raft` is true, only the
/// raft moves with the board, and everything else keeps its row and column.
fn cropped(
    asked: &Asked,
    (height, width): (u8, u8),
    (down, right): (u8, u8),
    only_raft: bool,
) -> Option<Asked> {
    let by = (-(down as i8), -(right as i8));
    let is_moved = |at: Position| !only_raft || asked.is_raft(at);
    let mut board = Board::filled(width, height, Square::Fire).ok()?;
    for (at, square) in asked.state.board.positions().filter(|(_, square)| *square != Square::Fire) {
        let to = if is_moved(at) { shifted(at, by.0, by.1)? } else { at };
        if board.get(to)? != Square::Fire {
            return None;
        }
        board.set(to, square);
    }
    let mut new = Asked { action: shifted_action(asked.action, by, is_moved).ok()?, ..asked.clone() };
    new.raft = board.raft_centre().ok();
    new.state.board = board;
    new.state.exhausted = shifted_cats(asked, by, is_moved)?;
    Some(new)
}

/// Returns the question with everything outside the raft moved, or `None` if something would leave the board or cover
/// the raft.
fn moved(asked: &Asked, by: (i8, i8)) -> Option<Asked> {
    let is_moved = |at: Position| !asked.is_raft(at);
    let mut new = Asked { action: shifted_action(asked.action, by, is_moved).ok()?, ..asked.clone() };
    for (at, square) in asked.state.board.positions() {
        if square != Square::Fire && is_moved(at) {
            new.set(at, Square::Fire);
        }
    }
    for (at, square) in asked.state.board.positions() {
        if square != Square::Fire && is_moved(at) {
            let to = shifted(at, by.0, by.1).filter(|to| !asked.is_raft(*to))?;
            new.state.board.set(to, square);
        }
    }
    new.state.exhausted = shifted_cats(asked, by, is_moved)?;
    Some(new)
}

fn shifted_cats(asked: &Asked, by: (i8, i8), is_moved: impl Fn(Position) -> bool) -> Option<Exhausted> {
    let mut cats = Exhausted::default();
    for cat in asked.state.exhausted.iter() {
        let at = if is_moved(cat.at) { shifted(cat.at, by.0, by.1)? } else { cat.at };
        cats.insert(Cat { at, ..cat });
    }
    Some(cats)
}

/// A square was moved to a place that is not on a board.
struct OffTheBoard;

fn shifted_action(
    action: Option<Action>,
    by: (i8, i8),
    is_moved: impl Fn(Position) -> bool,
) -> Result<Option<Action>, OffTheBoard> {
    let place = |at: Position| {
        if is_moved(at) { shifted(at, by.0, by.1).ok_or(OffTheBoard) } else { Ok(at) }
    };
    Ok(match action {
        Some(Action::Cat(cat)) => {
            Some(Action::Cat(CatAction { from: place(cat.from)?, to: place(cat.to)?, ..cat }))
        }
        Some(Action::Card(card)) => Some(Action::Card(CardAction { at: place(card.at)?, ..card })),
        Some(Action::Fire(fire)) => Some(Action::Fire(FireAction { at: place(fire.at)?, ..fire })),
        None => None,
    })
}

/// Returns the simplest string of a board: as many squares as possible are on fire, and there are as few lines as
/// possible.
fn simplest_text(mut best: String, fails: &mut dyn FnMut(&str) -> bool) -> String {
    loop {
        let before = best.clone();
        let places = best.char_indices().filter(|(_, letter)| letter.is_ascii_graphic() && *letter != 'f');
        in_parts(places.map(|(at, _)| at).collect(), |part| {
            let burnt = |(at, letter)| if part.contains(&at) { 'f' } else { letter };
            let new: String = best.char_indices().map(burnt).collect();
            let is_better = fails(&new);
            if is_better {
                best = new;
            }
            is_better
        });
        for line in (0..best.matches('\n').count()).rev() {
            let lines = best.split_inclusive('\n').enumerate();
            let new: String = lines.filter(|(index, _)| *index != line).map(|(_, text)| text).collect();
            if fails(&new) {
                best = new;
            }
        }
        if best == before {
            return best;
        }
    }
}

/// Returns the simplest question about Penguins Pool Party.
fn simplest_penguins(case: Case, fails: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut best = case;
    loop {
        let inputs = simpler_penguins(&best.inputs()).into_iter();
        let Some(new) = inputs.map(|inputs| Case::new(best.suite(), inputs)).find(|new| fails(new)) else {
            break;
        };
        best = new;
    }
    best
}

/// Returns the inputs, each with one simplification.
fn simpler_penguins(inputs: &[(&'static str, Value)]) -> Vec<Vec<(&'static str, Value)>> {
    let mut all = Vec::new();
    let mut add = |changes: &[(&str, Value)]| {
        let mut new = inputs.to_vec();
        for (key, value) in changes {
            new.iter_mut().filter(|(name, _)| name == key).for_each(|(_, old)| *old = value.clone());
        }
        all.push(new);
    };
    let input = |key: &str| inputs.iter().find(|(name, _)| *name == key).map(|(_, value)| value.clone());
    let board = input("board").and_then(|board| board.as_str().map(str::to_owned)).unwrap_or_default();
    let without = |hexes: &[Hex]| -> Value {
        let is_cleared = |index: usize| hexes.iter().any(|hex| hex.index() == Some(index));
        let letters = board.chars().enumerate();
        letters.map(|(index, letter)| if is_cleared(index) { 'E' } else { letter }).collect::<String>().into()
    };
    for (at, _) in board.char_indices().filter(|(_, letter)| *letter != 'E') {
        add(&[("board", format!("{}E{}", &board[..at], &board[at + 1..]).into())]);
    }
    if let Some(placed) =
        input("placed").and_then(|placed| serde_json::from_value::<Vec<IceBlock>>(placed).ok())
    {
        for index in 0..placed.len() {
            let mut rest = placed.clone();
            let ice = rest.remove(index);
            add(&[("placed", json!(rest)), ("board", without(&ice.hexes))]);
        }
    }
    if let Some(ice) = input("ice").and_then(|ice| serde_json::from_value::<IceBlock>(ice).ok()) {
        let origin = ice.hexes[0];
        let mut reshaped = |id: Block, origin: Hex, rotation: u8| {
            add(&[("ice", json!(IceBlock { id, rotation, hexes: id.hexagons(origin, rotation) }))]);
        };
        Block::ALL.into_iter().filter(|id| *id < ice.id).for_each(|id| reshaped(id, origin, ice.rotation));
        (0..ice.rotation).for_each(|rotation| reshaped(ice.id, origin, rotation));
        (0..origin.x).for_each(|x| reshaped(ice.id, Hex::new(x, origin.y), ice.rotation));
        (0..origin.y).for_each(|y| reshaped(ice.id, Hex::new(origin.x, y), ice.rotation));
    }
    for key in ["x", "y"] {
        let number = input(key).and_then(|number| number.as_i64()).unwrap_or(0);
        (0..number).for_each(|smaller| add(&[(key, smaller.into())]));
    }
    let initial = input("initial").and_then(|text| text.as_str().map(str::to_owned)).unwrap_or_default();
    for at in (0..initial.len()).step_by(2).filter(|_| initial.len() > 2) {
        add(&[(
            "initial",
            format!("{}{}", &initial[..at], initial.get(at + 2..).unwrap_or_default()).into(),
        )]);
    }
    all
}
