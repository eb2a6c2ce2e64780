//! The components of the game and the official challenges. They are read from the file `data/raft.json`, which is
//! embedded in the program. The cards and the tiles are parsed with the same grammars as user input.
//!
//! The data were copied from the version of the game that is used in the course (from its `Utility` class and its
//! island boards).

use super::{
    Card, CatCard, CatCardId, Challenge, Deck, FireTile, IslandSide, IslandSize, PathwayCard, RaftCard,
    RaftCardId, Square, Squares3x3, TileId,
};
use crate::diagnostics::{Diagnostic, Span, codes};
use crate::notation::Notation;
use std::sync::LazyLock;

/// An island board of the game, with its two sides.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IslandBoard {
    /// The number of the board among the boards of the same size, counted from 1.
    pub number: u8,
    /// The size of the board.
    pub size: IslandSize,
    fire: Vec<Square>,
    plain: Vec<Square>,
}

impl IslandBoard {
    /// Returns the squares of a side, row by row, with nine squares in each row. On the side with fire, the strip of
    /// fire is on the left.
    ///
    /// ```
    /// use clowder::raft::{IslandSide, Square, catalogue::island_boards};
    ///
    /// assert_eq!(island_boards()[0].side(IslandSide::Fire)[..3], [Square::Fire; 3]);
    /// ```
    pub fn side(&self, side: IslandSide) -> &[Square] {
        match side {
            IslandSide::Fire => &self.fire,
            IslandSide::Plain => &self.plain,
        }
    }
}

/// An official challenge.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OfficialChallenge {
    /// The position of the challenge in the data, counted from 1.
    pub number: usize,
    /// The difficulty, from 0 (easiest) to 5 (hardest).
    pub difficulty: u8,
    /// The name of the challenge.
    pub name: String,
    /// The canonical string of the challenge.
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
    challenges: Vec<ChallengeData>,
}

#[derive(serde::Deserialize)]
struct IslandData {
    id: u8,
    fire_side: Vec<String>,
    plain_side: Vec<String>,
}

#[derive(serde::Deserialize)]
struct ChallengeData {
    difficulty: u8,
    name: String,
    string: String,
}

/// All components and official challenges. All of them are read when the program uses one of them for the first time.
struct Catalogue {
    islands: Vec<IslandBoard>,
    pathway: [Vec<PathwayCard>; 4],
    cats: Vec<CatCard>,
    rafts: Vec<RaftCard>,
    tiles: Vec<FireTile>,
    challenges: Vec<OfficialChallenge>,
}

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let data: Data = serde_json::from_str(include_str!("../../data/raft.json"))
        .expect("the embedded file raft.json has the structure of `Data`");
    Catalogue {
        islands: islands(&data),
        pathway: Deck::ALL.map(|deck| read_all(&data.pathway_decks[&deck.letter()])),
        cats: read_all(&data.cat_cards),
        rafts: read_all(&data.raft_cards),
        tiles: read_all(&data.fire_tiles),
        challenges: challenges(data.challenges),
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
            fire: side(&island.fire_side),
            plain: side(&island.plain_side),
        }
    };
    let large = data.large_islands.iter().map(board(IslandSize::Large));
    large.chain(data.small_islands.iter().map(board(IslandSize::Small))).collect()
}

fn challenges(data: Vec<ChallengeData>) -> Vec<OfficialChallenge> {
    let official = |(index, data): (usize, ChallengeData)| OfficialChallenge {
        number: index + 1,
        difficulty: data.difficulty,
        name: data.name,
        text: data.string,
    };
    data.into_iter().enumerate().map(official).collect()
}

/// Returns the eight island boards, the large ones first.
///
/// ```
/// assert_eq!(clowder::raft::catalogue::island_boards().len(), 8);
/// ```
pub fn island_boards() -> &'static [IslandBoard] {
    &CATALOGUE.islands
}

/// Returns the squares of a pathway card that is not rotated.
///
/// ```
/// use clowder::raft::{Card, Deck, catalogue};
///
/// assert_eq!(catalogue::pathway_squares(Card::new(Deck::Circle, 0)?).to_string(), "bgbbgybby");
/// # Ok::<(), clowder::raft::ValueError>(())
/// ```
pub fn pathway_squares(card: Card) -> Squares3x3 {
    pathway_cards(card.deck())[usize::from(card.index())].squares()
}

/// Returns the 25 pathway cards of a deck.
///
/// ```
/// use clowder::raft::{Deck, catalogue};
///
/// assert_eq!(catalogue::pathway_cards(Deck::Triangle)[24].letter(), 'y');
/// ```
pub fn pathway_cards(deck: Deck) -> &'static [PathwayCard] {
    &CATALOGUE.pathway[deck as usize]
}

/// Returns the cat card with this number.
///
/// ```
/// use clowder::raft::{CatCardId, catalogue};
///
/// assert!(CatCardId::all().all(|id| catalogue::cat_card(id).id() == id));
/// ```
pub fn cat_card(id: CatCardId) -> &'static CatCard {
    &CATALOGUE.cats[usize::from(id.index())]
}

/// Returns the raft card with this number.
///
/// ```
/// use clowder::raft::{RaftCardId, catalogue};
///
/// assert!(RaftCardId::all().all(|id| catalogue::raft_card(id).id() == id));
/// ```
pub fn raft_card(id: RaftCardId) -> &'static RaftCard {
    &CATALOGUE.rafts[usize::from(id.index())]
}

/// Returns the 31 fire tiles.
///
/// ```
/// assert_eq!(clowder::raft::catalogue::fire_tiles().len(), 31);
/// ```
pub fn fire_tiles() -> &'static [FireTile] {
    &CATALOGUE.tiles
}

/// Returns the fire tile with this letter.
///
/// ```
/// use clowder::raft::{TileId, catalogue};
///
/// assert!(TileId::all().all(|id| catalogue::fire_tile(id).id() == id));
/// ```
pub fn fire_tile(id: TileId) -> &'static FireTile {
    &CATALOGUE.tiles[usize::from(id.index())]
}

/// Returns the 39 official challenges.
///
/// ```
/// assert_eq!(clowder::raft::catalogue::official_challenges()[38].number, 39);
/// ```
pub fn official_challenges() -> &'static [OfficialChallenge] {
    &CATALOGUE.challenges
}

/// Returns the official challenge that has the same string as `challenge`, or `None` if there is none.
///
/// ```
/// use clowder::raft::catalogue::{find_official, official_challenges};
///
/// let first = &official_challenges()[0];
/// assert_eq!(find_official(&first.text.parse()?).map(|official| official.number), Some(1));
/// # Ok::<(), clowder::diagnostics::Diagnostics>(())
/// ```
pub fn find_official(challenge: &Challenge) -> Option<&'static OfficialChallenge> {
    let text = challenge.to_string();
    official_challenges().iter().find(|official| official.text == text)
}

/// A component that can be compared with the components of the same kind in the catalogue.
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
    /// Returns the strings of the components in the catalogue that have the same letter or number as this component.
    /// There is one such string for a fire tile, a cat card or a raft card, and there are four for a pathway card (one
    /// for each deck).
    fn catalogue_strings(&self) -> Vec<String>;

    /// Returns an error if the component is not in the catalogue.
    fn catalogue_error(&self) -> Option<Diagnostic>;
}

macro_rules! component {
    ($type:ty, $code:ident, $name:literal, |$component:ident| $known:expr) => {
        impl Component for $type {
            fn catalogue_strings(&self) -> Vec<String> {
                let $component = self;
                $known
            }

            fn catalogue_error(&self) -> Option<Diagnostic> {
                let (text, known) = (self.to_string(), self.catalogue_strings());
                (!known.contains(&text)).then(|| {
                    let name = &text[..1];
                    let span = Span::new(0, text.len());
                    let message = format!("the game has no {} `{name}` with these squares", $name);
                    let error = Diagnostic::new(&codes::raft::$code, span, message).found(text.clone());
                    let error = error.expected(known.clone());
                    match &known[..] {
                        [only] => error.fix(span, only.clone()),
                        _ => error,
                    }
                })
            }
        }
    };
}

component!(PathwayCard, PATHWAY_CARD_NOT_IN_CATALOGUE, "pathway card", |card| {
    let same = Deck::ALL.iter().filter_map(|&deck| Card::from_letter(deck, card.letter()));
    same.map(|same| format!("{}{}", card.letter(), pathway_squares(same))).collect()
});
component!(CatCard, CAT_CARD_NOT_IN_CATALOGUE, "cat card", |card| vec![cat_card(card.id()).to_string()]);
component!(RaftCard, RAFT_CARD_NOT_IN_CATALOGUE, "raft card", |card| {
    vec![raft_card(card.id()).to_string()]
});
component!(FireTile, FIRE_TILE_NOT_IN_CATALOGUE, "fire tile", |tile| vec![fire_tile(tile.id()).to_string()]);

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
