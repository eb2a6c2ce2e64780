//! A slow and simple second implementation of the rules of Race to the Raft, with grids of characters, which tries
//! every action string. It shares no code with the library, and even reads the cards and tiles from `data/raft.json`
//! itself.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

pub(crate) type Square = (i32, i32);

static DATA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../data/raft.json")).unwrap());

static CARDS: LazyLock<BTreeMap<(char, char), Vec<char>>> = LazyLock::new(|| {
    let mut cards = BTreeMap::new();
    for (deck, list) in DATA["pathway_decks"].as_object().unwrap() {
        for card in list.as_array().unwrap() {
            let mut letters = card.as_str().unwrap().chars();
            let name = letters.next().unwrap();
            cards.insert((deck.chars().next().unwrap(), name), letters.collect());
        }
    }
    cards
});

static TILES: LazyLock<BTreeMap<char, Vec<Square>>> = LazyLock::new(|| {
    let tile = |text: &Value| {
        let letters: Vec<char> = text.as_str().unwrap().chars().collect();
        let digit = |letter: char| letter.to_digit(10).unwrap() as i32;
        (letters[0], letters[1..].chunks(2).map(|pair| (digit(pair[0]), digit(pair[1]))).collect())
    };
    DATA["fire_tiles"].as_array().unwrap().iter().map(tile).collect()
});

/// The letters of all tiles, in order.
pub(crate) const TILE_LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDE";

/// A state, read from its five strings, whose board is a grid of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) board: Vec<Vec<char>>,
    pub(crate) decks: BTreeSet<(char, char)>,
    pub(crate) hand: BTreeSet<(char, char)>,
    pub(crate) exhausted: BTreeSet<(char, i32, i32)>,
    pub(crate) bag: String,
}

fn cards_of(text: &str) -> BTreeSet<(char, char)> {
    let mut deck = ' ';
    let mut cards = BTreeSet::new();
    for letter in text.chars() {
        if letter.is_uppercase() {
            deck = letter;
        } else {
            cards.insert((deck, letter));
        }
    }
    cards
}

fn cards_text(cards: &BTreeSet<(char, char)>) -> String {
    let deck = |deck: char| cards.iter().filter(|card| card.0 == deck).map(|card| card.1).collect::<String>();
    format!("A{}B{}C{}D{}", deck('A'), deck('B'), deck('C'), deck('D'))
}

fn number(text: &str) -> Option<i32> {
    (text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().unwrap())
}

fn place(text: &str) -> Option<Square> {
    Some((number(text.get(..2)?)?, number(text.get(2..)?)?))
}

fn next_to((row, column): Square) -> [Square; 4] {
    [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
}

fn on_raft((row, column): Square, centre: Square) -> bool {
    (row - centre.0).abs() <= 1 && (column - centre.1).abs() <= 1
}

impl Table {
    pub(crate) fn new(parts: &[String; 5]) -> Self {
        let exhausted = parts[3].as_bytes().chunks(5).map(|cat| {
            let text = std::str::from_utf8(cat).unwrap();
            let (row, column) = place(&text[1..]).unwrap();
            (cat[0] as char, row, column)
        });
        Self {
            board: parts[0].lines().map(|line| line.chars().collect()).collect(),
            decks: cards_of(&parts[1]),
            hand: cards_of(&parts[2]),
            exhausted: exhausted.collect(),
            bag: parts[4].clone(),
        }
    }

    pub(crate) fn parts(&self) -> [String; 5] {
        let board = self.board.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        let cat = |&(colour, row, column): &(char, i32, i32)| format!("{colour}{row:02}{column:02}");
        let exhausted = self.exhausted.iter().map(cat).collect();
        [board, cards_text(&self.decks), cards_text(&self.hand), exhausted, self.bag.clone()]
    }

    fn at(&self, (row, column): Square) -> Option<char> {
        self.board.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn put(&mut self, (row, column): Square, letter: char) {
        self.board[row as usize][column as usize] = letter;
    }

    fn squares(&self) -> Vec<Square> {
        let width = self.board[0].len() as i32;
        (0..self.board.len() as i32).flat_map(|row| (0..width).map(move |column| (row, column))).collect()
    }

    fn centre(&self) -> Square {
        self.squares().into_iter().find(|&at| self.at(at) == Some('o')).unwrap()
    }

    fn has_cat(&self, at: Square) -> bool {
        self.at(at).is_some_and(|letter| letter.is_ascii_uppercase())
    }

    /// Whether a card or a tile may cover the square.
    fn coverable_now(&self, at: Square, centre: Square) -> bool {
        match self.at(at) {
            None | Some('f' | 'n') => false,
            Some(letter) => letter.is_ascii_lowercase() && !on_raft(at, centre),
        }
    }

    fn card_fits(&self, action: &str) -> bool {
        let Some((row, column)) = place(&action[2..6]) else { return false };
        let centre = self.centre();
        let nine = (0..9).map(|index| (row + index / 3, column + index % 3));
        CARDS.contains_key(&(letter(action, 0), letter(action, 1)))
            && "NESW".contains(letter(action, 6))
            && nine.into_iter().all(|at| self.coverable_now(at, centre))
    }

    /// The squares that a fire action covers.
    fn fire_squares(action: &str) -> Option<Vec<Square>> {
        let mut squares = TILES.get(&letter(action, 0))?.clone();
        let (row, column) = place(action.get(1..5)?)?;
        if letter(action, 5) == 'T' {
            squares = squares.iter().map(|&(row, column)| (row, -column)).collect();
        }
        for _ in 0.."NESW".find(letter(action, 6))? {
            squares = squares.iter().map(|&(row, column)| (column, -row)).collect();
        }
        let top = squares.iter().map(|at| at.0).min()?;
        let left = squares.iter().map(|at| at.1).min()?;
        Some(squares.iter().map(|at| (at.0 - top + row, at.1 - left + column)).collect())
    }

    fn fire_fits(&self, action: &str) -> bool {
        let Some(squares) = Self::fire_squares(action).filter(|_| "TF".contains(letter(action, 5))) else {
            return false;
        };
        let centre = self.centre();
        squares.iter().all(|&at| self.coverable_now(at, centre))
            && squares.iter().any(|&at| next_to(at).iter().any(|&next| self.at(next) == Some('f')))
    }

    fn walk(&self, from: Square, step: impl Fn(Square) -> bool) -> BTreeSet<Square> {
        let mut reached = BTreeSet::from([from]);
        let mut open = vec![from];
        while let Some(at) = open.pop() {
            for next in next_to(at) {
                if self.at(next).is_some() && step(next) && reached.insert(next) {
                    open.push(next);
                }
            }
        }
        reached
    }

    fn cat_fits(&self, action: &str) -> bool {
        let (Some(from), Some(to)) = (place(&action[1..5]), place(&action[5..9])) else { return false };
        let colour = letter(action, 0);
        let path = |at: Square| {
            self.at(at).is_some_and(|it| it.eq_ignore_ascii_case(&colour) || it.eq_ignore_ascii_case(&'w'))
        };
        "BGPRY".contains(colour)
            && (self.at(from) == Some(colour) || self.at(from) == Some('W'))
            && !on_raft(from, self.centre())
            && from != to
            && !self.has_cat(to)
            && self.walk(from, path).contains(&to)
    }

    /// Whether an action fits the board.
    pub(crate) fn fits(&self, action: &str) -> bool {
        match kind(action) {
            Kind::Card => self.card_fits(action),
            Kind::Fire => self.fire_fits(action),
            Kind::Cat => self.cat_fits(action),
            Kind::None => false,
        }
    }

    /// Whether an action is legal.
    pub(crate) fn legal(&self, action: &str) -> bool {
        let card = |at: usize| (letter(action, at), letter(action, at + 1));
        self.fits(action)
            && match kind(action) {
                Kind::Card => self.hand.contains(&card(0)),
                Kind::Cat => {
                    let (row, column) = place(&action[1..5]).unwrap();
                    let exhausted = self.exhausted.iter().any(|cat| (cat.1, cat.2) == (row, column));
                    let given: Vec<_> = (9..action.len()).step_by(2).map(card).collect();
                    given.len() == if exhausted { 2 } else { 1 }
                        && given.iter().all(|card| self.hand.contains(card))
                        && given.get(1) != Some(&given[0])
                }
                _ => true,
            }
    }

    /// The state after a legal action.
    pub(crate) fn apply(&self, action: &str) -> Self {
        let mut after = self.clone();
        let card = |at: usize| (letter(action, at), letter(action, at + 1));
        match kind(action) {
            Kind::Card => {
                let (row, column) = place(&action[2..6]).unwrap();
                let mut face = CARDS[&card(0)].clone();
                for _ in 0.."NESW".find(letter(action, 6)).unwrap() {
                    face = [6, 3, 0, 7, 4, 1, 8, 5, 2].iter().map(|&from| face[from]).collect();
                }
                for (index, &shown) in face.iter().enumerate() {
                    after.put((row + index as i32 / 3, column + index as i32 % 3), shown);
                }
                after.hand.remove(&card(0));
            }
            Kind::Fire => {
                for at in Self::fire_squares(action).unwrap() {
                    after.put(at, 'f');
                }
                after.bag = self.bag.replace(letter(action, 0), "");
            }
            Kind::Cat => {
                let (from, to) = (place(&action[1..5]).unwrap(), place(&action[5..9]).unwrap());
                after.put(from, self.at(from).unwrap().to_ascii_lowercase());
                after.put(to, self.at(to).unwrap().to_ascii_uppercase());
                (9..action.len()).step_by(2).for_each(|at| {
                    after.hand.remove(&card(at));
                });
                after.exhausted.retain(|cat| (cat.1, cat.2) != from);
                after.exhausted.insert((letter(action, 0), to.0, to.1));
            }
            Kind::None => panic!("{action} is not an action"),
        }
        after
    }

    fn coverable(&self) -> BTreeSet<Square> {
        let centre = self.centre();
        let open = |at: Square| !matches!(self.at(at), None | Some('f' | 'n')) && !on_raft(at, centre);
        let nine = |(row, column): Square| (0..9).map(move |index| (row + index / 3, column + index % 3));
        self.squares().into_iter().filter(|&corner| nine(corner).all(open)).flat_map(nine).collect()
    }

    /// Whether every cat can still reach the raft.
    pub(crate) fn all_can_reach(&self) -> bool {
        let (coverable, centre) = (self.coverable(), self.centre());
        self.squares().into_iter().filter(|&at| self.has_cat(at) && !on_raft(at, centre)).all(|cat| {
            let colours = match self.at(cat).unwrap() {
                'W' => "BGPRY".to_owned(),
                colour => colour.to_string(),
            };
            colours.chars().any(|colour| {
                let own = |at: Square| {
                    self.at(at)
                        .is_some_and(|it| it.eq_ignore_ascii_case(&colour) || it.eq_ignore_ascii_case(&'w'))
                };
                let reached = self.walk(cat, |at| own(at) || coverable.contains(&at));
                reached.iter().any(|&at| on_raft(at, centre) && own(at))
            })
        })
    }

    pub(crate) fn all_home(&self) -> bool {
        let centre = self.centre();
        self.squares().into_iter().all(|at| !self.has_cat(at) || on_raft(at, centre))
    }

    /// The outcome after an action (`None` if the game continues), or an error if the action does not fit.
    pub(crate) fn outcome(&self, action: &str) -> Result<Option<&'static str>, ()> {
        match kind(action) {
            Kind::Fire if !self.fits(action) => {
                let any = self.squares().into_iter().any(|(row, column)| {
                    ["FN", "FE", "FS", "FW", "TN", "TE", "TS", "TW"]
                        .iter()
                        .any(|way| self.fire_fits(&format!("{}{row:02}{column:02}{way}", letter(action, 0))))
                });
                Ok((!any).then_some("lost"))
            }
            Kind::Fire => Ok((!self.apply(action).all_can_reach()).then_some("lost")),
            _ if !self.fits(action) => Err(()),
            Kind::Card => Ok(self.bag.is_empty().then_some("lost")),
            _ => Ok(self.apply(action).all_home().then_some("won")),
        }
    }

    /// Finds every legal card placement and cat move by trying every string.
    pub(crate) fn card_and_cat_actions(&self) -> Vec<String> {
        let squares = self.squares();
        let mut actions = Vec::new();
        for (deck, card) in &self.hand {
            for (row, column) in &squares {
                actions.extend("NESW".chars().map(|turn| format!("{deck}{card}{row:02}{column:02}{turn}")));
            }
        }
        let cats = squares.iter().filter(|&&at| self.has_cat(at));
        for ((row, column), (to_row, to_column)) in
            cats.flat_map(|cat| squares.iter().map(move |to| (cat, to)))
        {
            for colour in "BGPRY".chars() {
                let move_ = format!("{colour}{row:02}{column:02}{to_row:02}{to_column:02}");
                // The rest of the string has no effect on whether the action fits.
                if self.cat_fits(&move_) {
                    for (deck, card) in &self.hand {
                        actions.push(format!("{move_}{deck}{card}"));
                        let above = self.hand.iter().filter(|other| **other > (*deck, *card));
                        actions.extend(
                            above.map(|(other, second)| format!("{move_}{deck}{card}{other}{second}")),
                        );
                    }
                }
            }
        }
        actions.retain(|action| self.legal(action));
        actions.sort();
        actions
    }

    /// Finds every placement of a tile by trying every string.
    pub(crate) fn fire_actions(&self, tile: char) -> Vec<String> {
        let ways = ["FE", "FN", "FS", "FW", "TE", "TN", "TS", "TW"];
        let string = |(row, column): Square| ways.map(|way| format!("{tile}{row:02}{column:02}{way}"));
        self.squares().into_iter().flat_map(string).filter(|action| self.fire_fits(action)).collect()
    }

    /// Counts action sequences one by one.
    pub(crate) fn perft(&self, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        if self.hand.is_empty() || self.all_home() || !self.all_can_reach() {
            return 0;
        }
        let after = |action: &String| {
            let next = self.apply(action);
            if kind(action) == Kind::Card { next.perft_tile(depth - 1) } else { next.perft(depth - 1) }
        };
        self.card_and_cat_actions().iter().map(after).sum()
    }

    fn perft_tile(&self, depth: u32) -> u128 {
        if depth == 0 {
            return 1;
        }
        let placements = self.bag.chars().flat_map(|tile| self.fire_actions(tile));
        placements.map(|action| if depth == 1 { 1 } else { self.apply(&action).perft(depth - 1) }).sum()
    }
}

#[derive(PartialEq, Eq)]
enum Kind {
    Card,
    Fire,
    Cat,
    None,
}

fn kind(action: &str) -> Kind {
    let second_is_digit = action.chars().nth(1).is_some_and(|letter| letter.is_ascii_digit());
    match (action.is_ascii(), action.len()) {
        (true, 7) if second_is_digit => Kind::Fire,
        (true, 7) => Kind::Card,
        // Also try a cat move without discards.
        (true, 9 | 11 | 13) => Kind::Cat,
        _ => Kind::None,
    }
}

fn letter(action: &str, at: usize) -> char {
    action.as_bytes().get(at).map_or(' ', |&byte| byte as char)
}
