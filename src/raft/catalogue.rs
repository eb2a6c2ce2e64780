//! The components of the game, embedded from `data/raft.json` and read through the same grammars as any input.
//!
//! The data were copied from the `Utility` class and the island boards of the course's Race to the Raft.

use super::notation::{CatCard, Challenge, FireTile, IslandSize, PathwayCard, RaftCard, Squares3x3};
use super::{Card, Deck, Square, TileId};
use crate::diagnostics::{Diagnostic, Span, raft as codes};
use crate::notation::Notation;
use std::sync::LazyLock;

/// An island board of the game: its two sides as rows of squares, with the strip of fire on the left.
#[derive(Clone, Debug)]
pub struct IslandBoard {
    /// Its number among the boards of its size, from 1.
    pub number: u8,
    /// Its size.
    pub size: IslandSize,
    /// The side with a strip of fire, row by row, nine squares each.
    pub fire: Vec<Square>,
    /// The side without fire.
    pub plain: Vec<Square>,
}

/// An official challenge.
#[derive(Clone, Debug)]
pub struct OfficialChallenge {
    /// Its number in the order of the data, from 1.
    pub number: usize,
    /// 0 (easiest) to 5.
    pub difficulty: u8,
    /// Its name.
    pub name: String,
    /// Its canonical string.
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

/// The components, read once when first asked for.
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
        .expect("the embedded data are JSON of this form");
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

/// The eight island boards, large ones first.
pub fn island_boards() -> &'static [IslandBoard] {
    &CATALOGUE.islands
}

/// The squares of a pathway card.
pub fn pathway_squares(card: Card) -> Squares3x3 {
    CATALOGUE.pathway[card.deck() as usize][usize::from(card.index())].squares
}

/// The 25 pathway cards of a deck.
pub fn pathway_cards(deck: Deck) -> &'static [PathwayCard] {
    &CATALOGUE.pathway[deck as usize]
}

/// The seven cat cards.
pub fn cat_cards() -> &'static [CatCard] {
    &CATALOGUE.cats
}

/// The four raft cards.
pub fn raft_cards() -> &'static [RaftCard] {
    &CATALOGUE.rafts
}

/// The 31 fire tiles.
pub fn fire_tiles() -> &'static [FireTile] {
    &CATALOGUE.tiles
}

/// A fire tile.
pub fn fire_tile(tile: TileId) -> &'static FireTile {
    &CATALOGUE.tiles[usize::from(tile.index())]
}

/// The 39 official challenges.
pub fn official_challenges() -> &'static [OfficialChallenge] {
    &CATALOGUE.challenges
}

/// The official challenge with this string.
pub fn find_official(challenge: &Challenge) -> Option<&'static OfficialChallenge> {
    let text = challenge.to_string();
    official_challenges().iter().find(|official| official.text == text)
}

/// A component whose string may be one of the catalogue.
pub trait Component: Notation {
    /// The strings of the catalogue with the same name: one for a tile, up to four for a pathway card.
    fn known(&self) -> Vec<String>;

    /// The fault of a component that is well formed but not one of the game's.
    fn not_in_catalogue(&self) -> Option<Diagnostic>;
}

macro_rules! component {
    ($type:ty, $code:ident, $what:literal, |$card:ident| $known:expr) => {
        impl Component for $type {
            fn known(&self) -> Vec<String> {
                let $card = self;
                $known
            }

            fn not_in_catalogue(&self) -> Option<Diagnostic> {
                let (text, known) = (self.to_string(), self.known());
                (!known.contains(&text)).then(|| {
                    let name = &text[..1];
                    let span = Span::new(0, text.len());
                    let message = format!("no {} `{name}` of the game has these squares", $what);
                    let fault = Diagnostic::new(&codes::$code, span, message).found(text.clone());
                    let fault = fault.expected(known.clone());
                    match &known[..] {
                        [only] => fault.fix(span, only.clone()),
                        _ => fault,
                    }
                })
            }
        }
    };
}

component!(PathwayCard, PATHWAY_CARD_NOT_IN_CATALOGUE, "pathway card", |card| {
    Deck::ALL.iter().map(|&deck| pathway_cards(deck)[usize::from(card.index)].to_string()).collect()
});
component!(CatCard, CAT_CARD_NOT_IN_CATALOGUE, "cat card", |card| {
    vec![cat_cards()[usize::from(card.number)].to_string()]
});
component!(RaftCard, RAFT_CARD_NOT_IN_CATALOGUE, "raft card", |card| {
    vec![raft_cards()[usize::from(card.number)].to_string()]
});
component!(FireTile, FIRE_TILE_NOT_IN_CATALOGUE, "fire tile", |tile| vec![fire_tile(tile.id).to_string()]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_complete() {
        assert_eq!(island_boards().len(), 8);
        assert!(island_boards().iter().all(|island| {
            let squares = usize::from(island.size.height()) * 9;
            island.fire.len() == squares && island.plain.len() == squares
        }));
        assert!(Deck::ALL.iter().all(|&deck| pathway_cards(deck).len() == 25));
        assert_eq!((cat_cards().len(), raft_cards().len(), fire_tiles().len()), (7, 4, 31));
        assert_eq!(official_challenges().len(), 39);
        assert!(fire_tiles().iter().enumerate().all(|(index, tile)| usize::from(tile.id.index()) == index));
    }
}
