//! The game's components and official challenges, embedded in the program from `data/raft.json`. Cards and tiles are
//! parsed with the same grammars as user input.
//!
//! The data come from the `Utility` class and the island boards of the course COMP1110.

use super::{
    Card, CatCard, CatCardId, Challenge, Deck, FireTile, Island, IslandSize, PathwayCard, RaftCard,
    RaftCardId, Square, Squares3x3, TileId,
};
use crate::diagnostics::{Code, Diagnostic, Span, codes};
use crate::notation::Notation;
use std::sync::LazyLock;

/// A side of an island board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IslandSide {
    /// Side `f`, which has a strip of fire.
    Fire,
    /// Side `p`, which has no fire.
    Plain,
}

impl IslandSide {
    /// Returns the side that faces up on an island of a challenge.
    pub const fn of(island: Island) -> Self {
        if island.rotation().is_some() { Self::Fire } else { Self::Plain }
    }
}

/// An island board, which has two sides.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IslandBoard {
    /// Number of the board among all boards of its size, counted from 1.
    pub number: u8,
    /// Board size.
    pub size: IslandSize,
    /// The squares of the fire side, then those of the plain side.
    sides: [Vec<Square>; 2],
}

impl IslandBoard {
    /// Lists the squares of a side, row by row, nine per row. On the fire side, the strip of fire is on the left.
    ///
    /// ```
    /// use clowder::raft::{IslandSide, Square, catalogue::island_boards};
    ///
    /// assert_eq!(island_boards()[0].side(IslandSide::Fire)[..3], [Square::Fire; 3]);
    /// ```
    pub fn side(&self, side: IslandSide) -> &[Square] {
        &self.sides[side as usize]
    }
}

/// An official challenge, with its name and difficulty.
#[derive(Clone, Debug, serde::Deserialize)]
#[non_exhaustive]
pub struct OfficialChallenge {
    /// Number of the challenge in the data (counted from 1).
    #[serde(skip)]
    pub number: usize,
    /// Difficulty, from 0 (easiest) to 5 (hardest).
    pub difficulty: u8,
    /// Challenge name.
    pub name: String,
    /// Canonical string of the challenge.
    #[serde(rename = "string")]
    pub text: String,
}

#[derive(serde::Deserialize)]
struct Data {
    large_islands: Vec<IslandData>,
    small_islands: Vec<IslandData>,
    pathway_decks: std::collections::BTreeMap<char, Vec<String>>,
    cat_cards: Vec<String>,
    raft_cards: Vec<String>,
    fire_tiles: Vec<String>,
    challenges: Vec<OfficialChallenge>,
}

#[derive(serde::Deserialize)]
struct IslandData {
    id: u8,
    fire_side: Vec<String>,
    plain_side: Vec<String>,
}

struct Catalogue {
    islands: Vec<IslandBoard>,
    pathway: [Vec<PathwayCard>; 4],
    cats: Vec<CatCard>,
    rafts: Vec<RaftCard>,
    tiles: Vec<FireTile>,
    challenges: Vec<OfficialChallenge>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let mut data: Data = serde_json::from_str(include_str!("../../data/raft.json"))
        .expect("the embedded file raft.json has the structure of `Data`");
    for (index, official) in data.challenges.iter_mut().enumerate() {
        official.number = index + 1;
    }
    Catalogue {
        islands: islands(&data),
        pathway: Deck::ALL.map(|deck| read_all(&data.pathway_decks[&deck.letter()])),
        cats: read_all(&data.cat_cards),
        rafts: read_all(&data.raft_cards),
        tiles: read_all(&data.fire_tiles),
        challenges: data.challenges,
    }
});

fn read_all<T: Notation>(texts: &[String]) -> Vec<T> {
    texts
        .iter()
        .map(|text| T::parse_canonical(text).expect("the embedded components are canonical"))
        .collect()
}

fn islands(data: &Data) -> Vec<IslandBoard> {
    let side = |rows: &[String]| rows.concat().bytes().filter_map(Square::from_byte).collect();
    let board = |size| {
        move |island: &IslandData| IslandBoard {
            number: island.id,
            size,
            sides: [side(&island.fire_side), side(&island.plain_side)],
        }
    };
    let large = data.large_islands.iter().map(board(IslandSize::Large));
    large.chain(data.small_islands.iter().map(board(IslandSize::Small))).collect()
}

/// The eight island boards. Large boards come first.
pub fn island_boards() -> &'static [IslandBoard] {
    &CATALOGUE.islands
}

/// Squares of an unrotated pathway card.
pub fn pathway_squares(card: Card) -> Squares3x3 {
    pathway_cards(card.deck())[usize::from(card.index())].squares()
}

/// The 25 pathway cards of a deck.
pub fn pathway_cards(deck: Deck) -> &'static [PathwayCard] {
    &CATALOGUE.pathway[deck as usize]
}

/// Looks up the cat card with this number.
pub fn cat_card(id: CatCardId) -> &'static CatCard {
    &CATALOGUE.cats[usize::from(id.index())]
}

/// Looks up the raft card with this number.
pub fn raft_card(id: RaftCardId) -> &'static RaftCard {
    &CATALOGUE.rafts[usize::from(id.index())]
}

/// All 31 fire tiles.
pub fn fire_tiles() -> &'static [FireTile] {
    &CATALOGUE.tiles
}

/// Looks up the fire tile with this letter.
pub fn fire_tile(id: TileId) -> &'static FireTile {
    &CATALOGUE.tiles[usize::from(id.index())]
}

/// All 39 official challenges.
pub fn official_challenges() -> &'static [OfficialChallenge] {
    &CATALOGUE.challenges
}

/// Looks up the official challenge whose string equals that of `challenge`.
pub fn find_official(challenge: &Challenge) -> Option<&'static OfficialChallenge> {
    let text = challenge.to_string();
    official_challenges().iter().find(|official| official.text == text)
}

/// Guesses which official challenge a misspelled name refers to.
#[cfg(feature = "cli")]
pub(crate) fn similar_name(text: &str) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    let distance = |name: &str| strsim::damerau_levenshtein(&name.to_ascii_lowercase(), &text);
    let names = official_challenges().iter().map(|official| official.name.as_str());
    let name = names.min_by_key(|name| distance(name))?;
    (distance(name) <= 1 + name.len() / 4).then_some(name)
}

/// A component that can be looked up in the catalogue.
///
/// ```
/// use clowder::raft::{CatCard, catalogue::Component};
///
/// let card: CatCard = "3gffgGfggg".parse()?;
/// assert!(card.catalogue_error().is_none());
/// let unknown: CatCard = "3ggggGgggg".parse()?;
/// assert_eq!(unknown.catalogue_strings(), ["3gffgGfggg"]);
/// assert!(unknown.catalogue_error().is_some());
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub trait Component: Notation {
    /// Name of the component type, without an article.
    const NAME: &'static str;
    /// Error code for a component that is not in the catalogue.
    const UNKNOWN: &'static Code;

    /// Lists the catalogue strings that begin with the component's letter or number. There is one string per
    /// deck for a pathway card, and a single string for any other component.
    fn catalogue_strings(&self) -> Vec<String>;

    /// Returns an error if the component is not in the catalogue.
    fn catalogue_error(&self) -> Option<Diagnostic> {
        let (text, known) = (self.to_string(), self.catalogue_strings());
        (!known.contains(&text)).then(|| {
            let span = Span::new(0, text.len());
            let message = format!("the game has no {} `{}` with these squares", Self::NAME, &text[..1]);
            let error = Diagnostic::new(Self::UNKNOWN, span, message).found(text).expected(known.clone());
            match &known[..] {
                [only] => error.fix(span, only.clone()),
                _ => error,
            }
        })
    }
}

impl Component for PathwayCard {
    const NAME: &'static str = "pathway card";
    const UNKNOWN: &'static Code = &codes::raft::PATHWAY_CARD_NOT_IN_CATALOGUE;

    fn catalogue_strings(&self) -> Vec<String> {
        let same = Deck::ALL.iter().filter_map(|&deck| Card::from_letter(deck, self.id()));
        same.map(|same| format!("{}{}", self.id(), pathway_squares(same))).collect()
    }
}

impl Component for CatCard {
    const NAME: &'static str = "cat card";
    const UNKNOWN: &'static Code = &codes::raft::CAT_CARD_NOT_IN_CATALOGUE;

    fn catalogue_strings(&self) -> Vec<String> {
        vec![cat_card(self.id()).to_string()]
    }
}

impl Component for RaftCard {
    const NAME: &'static str = "raft card";
    const UNKNOWN: &'static Code = &codes::raft::RAFT_CARD_NOT_IN_CATALOGUE;

    fn catalogue_strings(&self) -> Vec<String> {
        vec![raft_card(self.id()).to_string()]
    }
}

impl Component for FireTile {
    const NAME: &'static str = "fire tile";
    const UNKNOWN: &'static Code = &codes::raft::FIRE_TILE_NOT_IN_CATALOGUE;

    fn catalogue_strings(&self) -> Vec<String> {
        vec![fire_tile(self.id()).to_string()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_complete() {
        assert_eq!(island_boards().len(), 8);
        assert!(island_boards().iter().all(|island| {
            let squares = usize::from(island.size.height()) * 9;
            [IslandSide::Fire, IslandSide::Plain].iter().all(|&side| island.side(side).len() == squares)
        }));
        assert!(Deck::ALL.iter().all(|&deck| pathway_cards(deck).len() == 25));
        assert_eq!((CATALOGUE.cats.len(), CATALOGUE.rafts.len(), fire_tiles().len()), (7, 4, 31));
        assert_eq!(official_challenges().len(), 39);
        assert!(fire_tiles().iter().enumerate().all(|(index, tile)| usize::from(tile.id().index()) == index));
    }
}
