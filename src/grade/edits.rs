//! Small changes to questions. A program with a natural mistake answers most questions correctly. To expose such
//! a program, the generator and the hunt randomly change the parts of a question that decide the answer.
//! [Shrinking](super::simplify) tries changes that make a question simpler.

use super::case::Case;
use super::reference::read_state;
use super::suite::Suite;
use crate::penguins::coursework::IceBlock;
use crate::penguins::{Block, Hex};
use crate::raft::legal::fire_actions;
use crate::raft::rules::{self, oriented};
use crate::raft::{
    Action, Board, Card, Cat, CatAction, Colour, Decks, Discards, Exhausted, FireBag, Hand, Orientation,
    PlayableState, Position, Square, State, TileId,
};
use crate::random::Random;
use serde_json::{Value, json};

/// An editable question about Race to the Raft.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) state: State,
    pub(super) action: Option<Action>,
    /// Centre of the raft.
    raft: Option<Position>,
}

/// A function that changes a question. If the change is impossible, the function returns `None`, and may
/// leave the question partly changed.
pub(super) type Edit = Box<dyn Fn(&mut Asked) -> Option<()>>;
/// A function that lists all changes of one kind.
pub(super) type Kind = fn(&Asked) -> Vec<Edit>;

fn each<T: Copy + 'static>(
    items: impl IntoIterator<Item = T>,
    change: fn(&mut Asked, T) -> Option<()>,
) -> Vec<Edit> {
    let edit = |item| Box::new(move |asked: &mut Asked| change(asked, item)) as Edit;
    items.into_iter().map(edit).collect()
}

/// Changes that remove something. Several removals can be combined.
pub(super) const REMOVALS: [Kind; 6] = [
    |asked| {
        let is_land = |at, square| square != Square::Fire && !asked.is_raft(at);
        each(asked.places(is_land), |asked, at| asked.set(at, Square::Fire))
    },
    |asked| {
        each(asked.cats(), |asked, at| {
            asked.state.exhausted.remove_at(at);
            asked.state.board.set(at, asked.state.board.get(at)?.without_cat()).map(drop)
        })
    },
    |asked| {
        let cats: Vec<Cat> = asked.state.exhausted.iter().collect();
        each(cats, |asked, cat| asked.state.exhausted.remove(cat).then_some(()))
    },
    |asked| each(asked.held(), |asked, card| asked.state.hand.remove(card).then_some(())),
    |asked| each(asked.state.bag.iter(), |asked, tile| asked.state.bag.remove(tile).then_some(())),
    |asked| each(asked.state.decks.cards().iter(), Asked::take),
];

/// Changes to the state, apart from removals.
pub(super) const STATE: [Kind; 5] = [
    |asked| {
        let paths = Colour::ALL.map(Square::path);
        let squares = [Square::Fire].into_iter().chain(paths).chain(paths.map(Square::with_cat));
        let squares: Vec<Square> = squares.collect();
        let near = asked.near();
        let all = near.iter().flat_map(|at| squares.iter().map(|square| (*at, *square)));
        each(all, |asked, (at, square)| asked.set(at, square))
    },
    |asked| {
        each(asked.places(|at, _| asked.is_raft(at)), |asked, at| {
            asked.state.board.set(at, asked.state.board.get(at)?.with_cat()).map(drop)
        })
    },
    |asked| {
        each(asked.cats(), |asked, at| {
            let colour = asked.state.board.get(at)?.colour()?;
            asked.state.exhausted.insert(Cat { colour, at }).then_some(())
        })
    },
    |asked| {
        each(asked.state.decks.cards().iter(), |asked, card| {
            let mut hand = asked.state.hand.cards();
            hand.insert(card);
            asked.state.hand = Hand::new(hand).ok()?;
            asked.take(card)
        })
    },
    |_| {
        each(TileId::all().map(Some).chain([None; 15]), |asked, tile| {
            asked.state.bag = tile.into_iter().collect::<FireBag>();
            Some(())
        })
    },
];

/// Changes to a cat move.
pub(super) const MOVES: [Kind; 17] = [
    |asked| each(asked.places(|_, _| true), |asked, at| asked.moving(|cat| cat.to = at)),
    |asked| each(asked.places(|_, _| true), Asked::end_at),
    |asked| {
        each(asked.places(|_, square| square != Square::Fire), |asked, at| {
            asked.state.board.set(at, asked.state.board.get(at)?.with_cat())?;
            asked.moving(|cat| cat.to = at)
        })
    },
    |asked| each(asked.places(|_, _| true), |asked, at| asked.moving(|cat| cat.from = at)),
    |asked| each(asked.places(|_, _| true), Asked::start_at),
    |asked| {
        let (height, width) = asked.size();
        let right = (0..height).map(|row| [(row, width), (row, width - 1)]);
        let below = (0..width).map(|column| [(height, column), (height - 1, column)]);
        let pairs = right.chain(below).filter_map(|[off, edge]| {
            Some((Position::new(off.0, off.1).ok()?, Position::new(edge.0, edge.1).ok()?))
        });
        let both = pairs.flat_map(|(off, edge)| [(off, edge, true), (off, edge, false)]);
        each(both, |asked, (off, edge, is_start)| {
            if is_start { asked.end_at(edge) } else { asked.start_at(edge) }?;
            asked.moving(|cat| *if is_start { &mut cat.from } else { &mut cat.to } = off)
        })
    },
    |asked| each(asked.cats(), Asked::move_cat),
    |asked| each(asked.near(), |asked, at| asked.moving(|cat| cat.to = at)),
    |asked| each(asked.places(|at, _| asked.is_raft(at)), |asked, at| asked.moving(|cat| cat.from = at)),
    |asked| {
        each(asked.places(|_, square| square == Square::Wild), |asked, at| asked.moving(|cat| cat.from = at))
    },
    |_| {
        each([()], |asked, ()| {
            let Some(Action::Cat(cat)) = asked.action else { return None };
            let colour = asked.state.board.get(cat.to)?.colour()?;
            asked.moving(|cat| cat.colour = colour)
        })
    },
    |_| each(Colour::ALL, |asked, colour| asked.moving(|cat| cat.colour = colour)),
    |_| each(Card::all(), Asked::discard),
    |asked| {
        let Some(Action::Cat(cat)) = asked.action else { return Vec::new() };
        let first = cat.discards.first().index();
        each(Card::all().filter(|card| card.index() == first), Asked::discard)
    },
    |_| each(Card::all(), Asked::discard_also),
    |asked| each(asked.held(), Asked::discard_also),
    |asked| match asked.action {
        Some(Action::Cat(cat)) => each([cat.discards.first()], Asked::discard_also),
        _ => Vec::new(),
    },
];

/// Changes to a card or tile placement.
pub(super) const PLACEMENTS: [Kind; 6] = [
    |asked| each(asked.places(|_, _| true), |asked, at| asked.placing(|corner, _| *corner = at)),
    |_| {
        each(around(), |asked, by| {
            let at = shifted(asked.action?.target(), by)?;
            asked.placing(|corner, _| *corner = at)
        })
    },
    |_| each(Orientation::ALL, |asked, new| asked.placing(|_, orientation| *orientation = new)),
    |_| {
        each([false, true], |asked, flipped| {
            let Some(Action::Fire(fire)) = &mut asked.action else { return None };
            fire.flipped = flipped;
            Some(())
        })
    },
    |_| {
        each(TileId::all().zip(Card::all()), |asked, (tile, card)| {
            match asked.action.as_mut()? {
                Action::Fire(fire) => fire.tile = tile,
                Action::Card(placed) => placed.card = card,
                Action::Cat(_) => return None,
            }
            Some(())
        })
    },
    |asked| {
        let game = PlayableState::new(asked.state.clone()).ok();
        let (Some(game), Some(Action::Fire(fire))) = (game, asked.action) else { return Vec::new() };
        each(fire_actions(&game, fire.tile), |asked, action| {
            asked.action = Some(action);
            Some(())
        })
    },
];

/// Changes to the whole question: other colours, other positions on the board, or a smaller board.
pub(super) const WHOLE: [Kind; 3] = [
    |_| {
        let pairs = Colour::ALL.into_iter().flat_map(|from| Colour::ALL.map(|to| (from, to)));
        each(pairs, Asked::recolour)
    },
    |asked| {
        let (height, width) = asked.size();
        let sizes = [(12, 9), (15, 9), (18, 9), (12, 18), (15, 18)].into_iter();
        let sizes = sizes.filter(move |size| *size != (height, width) && size.0 <= height && size.1 <= width);
        let shifts = sizes.flat_map(move |size| {
            let moves = (0..=height - size.0)
                .flat_map(move |down| (0..=width - size.1).map(move |right| (-(down as i8), -(right as i8))));
            moves.flat_map(move |by| [(size, by, by), (size, (0, 0), by)])
        });
        each(shifts, |asked, (size, land, raft)| asked.relocate(size, land, raft))
    },
    |_| {
        let far = [8, 4, 2, 1].into_iter();
        each(far.flat_map(|far| [(-far, 0), (0, -far)]), |asked, by| asked.relocate(asked.size(), by, (0, 0)))
    },
];

impl Asked {
    /// Reads the state and the action of a case, or returns `None` if the case has no state.
    pub(super) fn read(case: &Case) -> Option<Self> {
        let state = read_state(&case.state()).ok()?;
        Some(Self { action: rules::read_action(&case.text("action")).into_parts().0, ..Self::new(state) })
    }

    pub(super) fn new(state: State) -> Self {
        Self { raft: state.board.raft_centre().ok(), state, action: None }
    }

    /// Returns a copy of the case `like` in which the state and the action are replaced.
    pub(super) fn case(&self, like: &Case) -> Case {
        let mut inputs = like.inputs();
        for (key, value) in &mut inputs {
            match (*key, &self.action) {
                ("state", _) => *value = json!(self.state.parts()),
                ("action", Some(action)) => *value = action.to_string().into(),
                _ => {}
            }
        }
        Case::new(like.suite(), inputs)
    }

    /// Whether a position is the centre of the raft or one of its eight neighbours.
    pub(super) fn is_raft(&self, at: Position) -> bool {
        self.raft.is_some_and(|centre| centre.is_near(at))
    }

    pub(super) fn places(&self, accepts: impl Fn(Position, Square) -> bool) -> Vec<Position> {
        let positions = self.state.board.positions().filter(|&(at, square)| accepts(at, square));
        positions.map(|(at, _)| at).collect()
    }

    fn cats(&self) -> Vec<Position> {
        self.places(|_, square| square.has_cat())
    }

    fn held(&self) -> Vec<Card> {
        self.state.hand.cards().iter().collect()
    }

    fn size(&self) -> (u8, u8) {
        (self.state.board.height(), self.state.board.width())
    }

    /// Returns the squares that the action touches or, without an action, the squares with cats. Neighbouring
    /// squares are included.
    fn near(&self) -> Vec<Position> {
        let touched: Vec<Position> = match self.action {
            Some(Action::Cat(cat)) => vec![cat.from, cat.to],
            Some(Action::Card(card)) => (0..9).filter_map(|at| card.at.offset(at / 3, at % 3)).collect(),
            Some(Action::Fire(fire)) => {
                let tile = oriented::tile(fire.tile, fire.flipped, fire.orientation);
                tile.shape.cells().iter().filter_map(|cell| fire.at.offset(cell.row, cell.column)).collect()
            }
            None => self.cats(),
        };
        self.places(|at, _| touched.iter().any(|touched| touched.is_near(at)))
    }

    /// Sets a square outside the raft, and removes any exhausted cat recorded for that square.
    pub(super) fn set(&mut self, at: Position, square: Square) -> Option<()> {
        if self.is_raft(at) {
            return None;
        }
        self.state.board.set(at, square)?;
        self.state.exhausted.remove_at(at);
        Some(())
    }

    fn take(&mut self, card: Card) -> Option<()> {
        let mut cards = self.state.decks.cards();
        let was_there = cards.remove(card);
        self.state.decks = Decks::new(cards);
        was_there.then_some(())
    }

    fn moving(&mut self, change: impl FnOnce(&mut CatAction)) -> Option<()> {
        let Some(Action::Cat(cat)) = &mut self.action else { return None };
        change(cat);
        Some(())
    }

    fn discard(&mut self, card: Card) -> Option<()> {
        self.moving(|cat| cat.discards = Discards::one(card))
    }

    /// Discards a second card, which may be the same as the first.
    fn discard_also(&mut self, card: Card) -> Option<()> {
        self.moving(|cat| {
            let first = cat.discards.first();
            cat.discards = Discards::ascending(first.min(card), Some(first.max(card)));
        })
    }

    /// Changes the corner and the orientation of a placement.
    fn placing(&mut self, change: impl FnOnce(&mut Position, &mut Orientation)) -> Option<()> {
        match &mut self.action {
            Some(Action::Card(card)) => change(&mut card.at, &mut card.orientation),
            Some(Action::Fire(fire)) => change(&mut fire.at, &mut fire.orientation),
            _ => return None,
        }
        Some(())
    }

    /// Changes the target of a cat move, and replaces the old target with fire. If the new target was fire,
    /// it gets the cat's colour.
    fn end_at(&mut self, to: Position) -> Option<()> {
        let Some(Action::Cat(cat)) = self.action else { return None };
        if self.state.board.get(to)? == Square::Fire {
            self.set(to, Square::path(cat.colour))?;
        }
        _ = (cat.to != cat.from && cat.to != to).then(|| self.set(cat.to, Square::Fire));
        self.moving(|cat| cat.to = to)
    }

    /// Changes the start of a cat move, and replaces the old start with fire.
    fn start_at(&mut self, from: Position) -> Option<()> {
        let Some(Action::Cat(cat)) = self.action else { return None };
        let is_exhausted = self.state.exhausted.contains(Cat { colour: cat.colour, at: cat.from });
        let cat_on = |square: Square| square.with_cat();
        match self.state.board.get(from)? {
            square if self.is_raft(from) => _ = self.state.board.set(from, cat_on(square)),
            _ => self.set(from, cat_on(Square::path(cat.colour)))?,
        }
        self.set(cat.from, Square::Fire).filter(|()| from != cat.from)?;
        if is_exhausted {
            self.state.exhausted.insert(Cat { colour: cat.colour, at: from });
        }
        self.moving(|cat| cat.from = from)
    }

    /// Selects another cat to move, with the correct number of discards.
    fn move_cat(&mut self, at: Position) -> Option<()> {
        let square = self.state.board.get(at)?;
        self.moving(|cat| (cat.from, cat.colour) = (at, square.colour().unwrap_or(cat.colour)))?;
        self.pay()
    }

    /// Discards one card, or two for an exhausted cat if the hand has two. Returns `None` if the hand is
    /// empty.
    fn pay(&mut self) -> Option<()> {
        let Some(Action::Cat(cat)) = self.action else { return None };
        let is_exhausted = self.state.exhausted.contains(Cat { colour: cat.colour, at: cat.from });
        let discards = match self.held()[..] {
            [first, second, ..] if is_exhausted => Discards::ascending(first, Some(second)),
            [first, ..] => Discards::one(first),
            [] => return None,
        };
        self.moving(|cat| cat.discards = discards)
    }

    /// Replaces one colour with another everywhere outside the raft.
    fn recolour(&mut self, (old, new): (Colour, Colour)) -> Option<()> {
        for at in self.places(|at, square| square.colour() == Some(old) && !self.is_raft(at)) {
            let path = Square::path(new);
            let has_cat = self.state.board.get(at)?.has_cat();
            self.state.board.set(at, if has_cat { path.with_cat() } else { path });
        }
        let renamed = |cat: Cat| if cat.colour == old { Cat { colour: new, ..cat } } else { cat };
        let cats = std::mem::take(&mut self.state.exhausted);
        self.state.exhausted = exhausted(cats.iter().map(renamed));
        _ = self.moving(|cat| cat.colour = if cat.colour == old { new } else { cat.colour });
        Some(())
    }

    /// Moves all squares to a board of the given size, shifting the raft by `raft` and other squares by
    /// `land`. Returns `None` if two squares collide or a square leaves the board.
    fn relocate(&mut self, (height, width): (u8, u8), land: (i8, i8), raft: (i8, i8)) -> Option<()> {
        let centre = self.raft;
        let place = |at: Position| {
            let is_raft = centre.is_some_and(|centre| centre.is_near(at));
            shifted(at, if is_raft { raft } else { land })
        };
        let mut board = Board::filled(width, height, Square::Fire).ok()?;
        for (at, square) in self.state.board.positions().filter(|(_, square)| *square != Square::Fire) {
            let to = place(at)?;
            if board.set(to, square)? != Square::Fire {
                return None;
            }
        }
        self.state.board = board;
        self.raft = board.raft_centre().ok();
        let moved = |cat: Cat| Some(Cat { at: place(cat.at)?, ..cat });
        let cats = self.state.exhausted.iter().map(moved).collect::<Option<Vec<Cat>>>()?;
        self.state.exhausted = exhausted(cats);
        match &mut self.action {
            Some(Action::Cat(cat)) => (cat.from, cat.to) = (place(cat.from)?, place(cat.to)?),
            Some(Action::Card(card)) => card.at = place(card.at)?,
            Some(Action::Fire(fire)) => fire.at = place(fire.at)?,
            None => {}
        }
        Some(())
    }

    /// Applies a random change, chosen from the given kinds.
    pub(super) fn change(&mut self, kinds: &[Kind], random: &mut Random) {
        let edit = random.choose(kinds).and_then(|kind| any(kind(self), random));
        _ = edit.and_then(|edit| edit(self));
    }

    /// Replaces all squares outside the raft: one or two small random areas get paths and a few cats, and the
    /// rest becomes fire. Moves the action to these areas. On such a board, the correct answer often depends
    /// on every square.
    fn sketch(&mut self, random: &mut Random) -> Option<()> {
        for at in self.places(|at, _| !self.is_raft(at)) {
            self.set(at, Square::Fire)?;
        }
        let (height, width) = self.size();
        let centre = self.raft?;
        if random.below(4) > 0 {
            for at in self.cats() {
                self.state.board.set(at, self.state.board.get(at)?.without_cat());
            }
        }
        let is_beside =
            |at: Position, _| !self.is_raft(at) && steps(at, false).any(|next| self.is_raft(next));
        let beside = any(self.places(is_beside), random)?;
        let entered = steps(beside, false).find(|at| self.is_raft(*at)).unwrap_or(centre);
        let anywhere = Position::of_square((random.below(height.into()), random.below(width.into())));
        let edge = |at: Position| {
            Position::of_square((at.row().into(), usize::from(width) - 3 - usize::from(at.column())))
        };
        let corner = |at: Position, random: &mut Random| {
            let place = |index: u8, end: u8, random: &mut Random| {
                usize::from(index.saturating_sub(random.below(3) as u8).min(end - 3))
            };
            Position::of_square((place(at.row(), height, random), place(at.column(), width, random)))
        };
        let near = corner(beside, random);
        let areas = match random.below(4) {
            0 => vec![near],
            1 => vec![near, corner(anywhere, random)],
            2 => vec![near, edge(near)],
            _ => {
                let side = Position::of_square((usize::from(near.row()), 0));
                vec![side, edge(side)]
            }
        };
        let other = Colour::ALL[random.below(5)];
        let main = self.state.board.get(entered)?.colour().filter(|_| random.below(3) > 0).unwrap_or(other);
        for at in areas.iter().flat_map(|corner| (0..9).filter_map(|at| corner.offset(at / 3, at % 3))) {
            let square = match random.below(8) {
                0 => Square::Fire,
                1 => Square::path(Colour::ALL[random.below(5)]),
                2 => Square::path(other),
                _ => Square::path(main),
            };
            _ = self.set(at, square);
        }
        for _ in 0..=random.below(3) {
            let at = any(self.places(|at, square| square != Square::Fire && !self.is_raft(at)), random)?;
            self.set(at, self.state.board.get(at)?.with_cat())?;
        }
        for (kinds, chance) in [(&STATE[1..2], 4), (&STATE[2..3], 2)] {
            if random.below(chance) == 0 {
                self.change(kinds, random);
            }
        }
        match self.action {
            Some(Action::Cat(_)) => {
                self.move_cat(any(self.cats(), random)?)?;
                let is_near = random.below(2) == 0;
                let to = any(
                    self.places(|at, square| square != Square::Fire && is_near != self.is_raft(at)),
                    random,
                )?;
                self.moving(|cat| cat.to = to)
            }
            Some(_) => {
                self.placing(|corner, _| *corner = near)?;
                self.change(&PLACEMENTS[4..5], random);
                self.change(if random.below(3) > 0 { &PLACEMENTS[5..] } else { &PLACEMENTS[1..4] }, random);
                Some(())
            }
            None => Some(()),
        }
    }
}

fn exhausted(cats: impl IntoIterator<Item = Cat>) -> Exhausted {
    let mut all = Exhausted::default();
    cats.into_iter().for_each(|cat| _ = all.insert(cat));
    all
}

/// Picks a random item, or returns `None` if there are no items.
pub(super) fn any<T>(mut items: Vec<T>, random: &mut Random) -> Option<T> {
    let count = items.len();
    (count > 0).then(|| items.swap_remove(random.below(count)))
}

/// Shifts a position by the given numbers of rows and columns. Returns `None` if a coordinate becomes
/// negative or needs more than two digits.
pub(super) fn shifted(at: Position, (rows, columns): (i8, i8)) -> Option<Position> {
    let row = at.row().checked_add_signed(rows)?;
    Position::new(row, at.column().checked_add_signed(columns)?).ok()
}

/// Returns the offsets of the eight surrounding squares. The first four offsets are up, right, down and left.
pub(super) const fn around() -> [(i8, i8); 8] {
    [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, -1), (-1, 1), (1, -1), (1, 1)]
}

/// Returns the adjacent squares, including diagonal ones if `diagonal` is true. The squares may be off the
/// board.
pub(super) fn steps(at: Position, diagonal: bool) -> impl Iterator<Item = Position> {
    around().into_iter().take(if diagonal { 8 } else { 4 }).filter_map(move |by| shifted(at, by))
}

/// Returns a copy of a case with one to three random changes. The copy may break the contract (see `contract.rs`).
pub(super) fn changed(case: &Case, random: &mut Random) -> Case {
    let times = 1 + random.below(3);
    let Some(mut asked) = Asked::read(case) else {
        let change = |case: Case, random: &mut Random| {
            // Try several changes, because many of them apply only to cases with a certain part.
            let numbers = numbers(&case);
            let mut tries = (0..8).map(|_| with_change(&case, random.below(KINDS), random.below(numbers)));
            tries.find_map(|new| new).unwrap_or(case)
        };
        return (0..times).fold(case.clone(), |case, _| change(case, random));
    };
    let of_action: &[Kind] = match asked.action {
        Some(Action::Cat(_)) => &MOVES,
        Some(_) => &PLACEMENTS,
        None => &REMOVALS[1..5],
    };
    for _ in 0..times {
        let kinds = [of_action, of_action, &STATE, &REMOVALS[..5]];
        asked.change(kinds[random.below(4)], random);
    }
    asked.case(case)
}

/// Returns a randomly changed copy of a case. In some copies, the board is reduced to small areas.
pub(super) fn edited(case: &Case, random: &mut Random) -> Case {
    let sketch = Asked::read(case).filter(|_| random.below(3) == 0).and_then(|mut asked| {
        asked.sketch(random)?;
        Some(asked.case(case))
    });
    match sketch {
        Some(sketch) if random.below(2) == 0 => sketch,
        Some(sketch) => changed(&sketch, random),
        None => changed(case, random),
    }
}

/// How many kinds of [changes](with_change) there are for a case without a state.
const KINDS: usize = 32;
/// Only kinds with an index below this limit can simplify a case.
pub(super) const SIMPLER: usize = 15;
/// Replacements for a letter in a board string.
const LETTERS: [&str; 19] =
    ["f", "", "b", "B", "G", "R", "P", "Y", "r", "o", "w", "x", "O", "F", "W", " ", "1", "\r", "\n"];

/// Returns the number of changes of each kind. If the question is about a board string, there is one change for
/// each character, and at least one. For other questions, there are 60: three letters for each of 20 hexagons.
pub(super) fn numbers(case: &Case) -> usize {
    if case.suite() == Suite::BoardWellFormed { case.text("board").chars().count().max(1) } else { 60 }
}

/// Changes a case without a state: its board string or, in a Penguins Pool Party question, its inputs.
/// Returns `None` if the case lacks the part that would be changed.
pub(super) fn with_change(case: &Case, kind: usize, number: usize) -> Option<Case> {
    let mut inputs = case.inputs();
    match case.suite() {
        Suite::BoardWellFormed => inputs[0].1 = changed_board(&case.text("board"), kind, number)?.into(),
        _ => change_penguins(case, &mut inputs, kind % 8, number)?,
    }
    Some(Case::new(case.suite(), inputs))
}

fn changed_board(text: &str, kind: usize, number: usize) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = number % lines.len().max(1);
    let times = |times: usize| -> String {
        let repeated = |(index, text): (usize, &&str)| text.repeat(if index == line { times } else { 1 });
        lines.iter().enumerate().map(repeated).collect()
    };
    let with_lines =
        |change: &dyn Fn(&str) -> String| lines.iter().map(|line| change(line)).collect::<String>();
    Some(match kind {
        0 => text.chars().map(|letter| if letter.is_ascii_graphic() { 'f' } else { letter }).collect(),
        1 | 2 => text.trim_end().to_owned(),
        3 | 4 => text.to_owned() + "\n",
        5 | 6 => text.replace('\n', "\r\n"),
        7 | 8 => times(0),
        9 | 10 => times(2),
        11 => with_lines(&|line| line.get(..9).map_or(line.to_owned(), |half| half.to_owned() + "\n")),
        12 => with_lines(&|line| line.trim_end().to_owned() + line),
        _ => {
            let (at, old) = text.char_indices().nth(number)?;
            let new = LETTERS.get(kind - 13)?;
            format!("{}{new}{}", &text[..at], &text[at + old.len_utf8()..])
        }
    })
}

/// Replaces the letters of some hexagons in a board string.
fn with_letters(board: &str, hexes: &[Hex], letter: char) -> String {
    let is_changed = |index| hexes.iter().any(|hex| hex.index() == Some(index));
    board.chars().enumerate().map(|(index, old)| if is_changed(index) { letter } else { old }).collect()
}

fn change_penguins(
    case: &Case,
    inputs: &mut [(&'static str, Value)],
    kind: usize,
    number: usize,
) -> Option<()> {
    let mut set = |key: &str, value: Value| {
        let (_, old) = inputs.iter_mut().find(|(name, _)| *name == key)?;
        *old = value;
        Some(())
    };
    let (board, ice) = (case.text("board"), case.get::<IceBlock>("ice"));
    let hex = Hex::new((number % 5) as i32, (number / 5 % 4) as i32);
    let mut reshaped = |id: Block, rotation: u8, origin: Hex| {
        set("ice", json!(IceBlock { id, rotation, hexes: id.hexagons(origin, rotation) }))
    };
    match kind {
        0 => reshaped(Block::ALL[number % 4], ice?.rotation, ice?.hexes[0]),
        1 => reshaped(ice?.id, (number % 6) as u8, ice?.hexes[0]),
        2 => {
            let (x, y) = ((number % 7) as i32 - 1, (number / 7 % 6) as i32 - 1);
            reshaped(ice?.id, ice?.rotation, Hex::new(x, y))
        }
        3 => set("x", hex.x.into()),
        4 => set("y", hex.y.into()),
        5 => {
            let mut placed: Vec<IceBlock> = case.get("placed")?;
            let removed = (number < placed.len()).then(|| placed.remove(number))?;
            set("placed", json!(placed))?;
            set("board", with_letters(&board, &removed.hexes, 'E').into())
        }
        6 => {
            let initial = case.text("initial");
            let at = (number % 8 * 2 < initial.len() && initial.len() > 2).then_some(number % 8 * 2)?;
            set("initial", format!("{}{}", &initial[..at], initial.get(at + 2..)?).into())
        }
        _ => set("board", with_letters(&board, &[hex], ['E', 'P', 'I'][number / 20 % 3]).into()),
    }
}
