//! Tests values of Race to the Raft from constructors: each is either rejected, or has a canonical string and makes
//! no function panic.

use clowder::notation::Notation;
use clowder::raft::legal::distinct;
use clowder::raft::{
    Action, Board, Card, CardAction, CardSet, Cat, CatAction, CatCard, CatCardId, CatCardPlacement,
    Challenge, Colour, Deck, Decks, Discards, Draw, Exhausted, FireAction, FireBag, FireTile, Hand, Island,
    IslandSize, Orientation, PathwayCard, PlayableState, Position, RaftCard, RaftCardId, RaftCardPlacement,
    Square, Squares3x3, State, TileId, ValueError, explain, setup,
};
use clowder::random::Random;
use clowder::render::{self, Look};
use clowder::shape::{Cell, Shape};

fn position(random: &mut Random) -> Position {
    // About half of the positions are on the largest board, 18 by 18.
    let bound = if random.below(2) == 0 { 18 } else { 100 };
    Position::new(random.below(bound) as u8, random.below(bound) as u8).unwrap()
}

fn card(random: &mut Random) -> Card {
    Card::new(Deck::ALL[random.below(4)], random.below(25) as u8).unwrap()
}

fn square(random: &mut Random) -> Square {
    Square::from_byte(Square::LETTERS.as_bytes()[random.below(Square::LETTERS.len())]).unwrap()
}

/// Checks that a value is printed as a canonical string, and that reading this string gives the same value.
fn is_canonical<T: Notation + PartialEq + std::fmt::Debug>(value: &T) {
    assert_eq!(T::parse_canonical(&value.to_string()).as_ref(), Some(value), "{value}");
}

#[test]
fn numbers_that_are_too_large_are_rejected() {
    for number in 0..=u8::MAX {
        assert_eq!(Card::new(Deck::Circle, number).is_ok(), number < 25);
        assert_eq!(TileId::new(number).is_ok(), number < 31);
        assert_eq!(CatCardId::new(number).is_ok(), number < 7);
        assert_eq!(RaftCardId::new(number).is_ok(), number < 4);
        assert_eq!(Position::new(number, 0).is_ok(), number < 100);
        assert_eq!(Position::new(0, number).is_ok(), number < 100);
        assert_eq!(Board::filled(number, 12, Square::Blue).is_ok(), matches!(number, 9 | 18));
        assert_eq!(Board::filled(9, number, Square::Blue).is_ok(), matches!(number, 12 | 15 | 18));
        let draw = Draw::new([number, 1, 0, u8::MAX]);
        assert_eq!(draw, Err(ValueError::DrawTotal(256 + u32::from(number))));
        let cards: CardSet = Card::all().take(number.into()).collect();
        assert_eq!(Hand::new(cards).is_ok(), number < 7);
    }
}

#[test]
fn every_action_prints_a_canonical_string_and_can_be_checked() {
    let mut random = Random::new(1);
    let game: PlayableState = PlayableState::EXAMPLE.parse().unwrap();
    let mut legal = 0;
    for _ in 0..20_000 {
        let orientation = Orientation::ALL[random.below(4)];
        let (at, tile) = (position(&mut random), TileId::new(random.below(31) as u8).unwrap());
        let action = match random.below(3) {
            0 => Action::Card(CardAction { card: card(&mut random), at, orientation }),
            1 => Action::Fire(FireAction { tile, at, flipped: random.below(2) == 0, orientation }),
            _ => {
                let (one, other) = (card(&mut random), card(&mut random));
                let discards = if one == other { Ok(Discards::one(one)) } else { Discards::two(one, other) };
                let (colour, to) = (Colour::ALL[random.below(5)], position(&mut random));
                Action::Cat(CatAction { colour, from: at, to, discards: discards.unwrap() })
            }
        };
        is_canonical(&action);
        assert_eq!(game.fits(&action), game.placement_errors(&action).is_empty(), "{action}");
        assert_eq!(game.is_legal(&action), game.legality_errors(&action).is_empty(), "{action}");
        assert_eq!(game.clone().apply(&action).is_ok(), game.is_legal(&action), "{action}");
        assert_eq!(game.clone().apply_fitting(&action).is_ok(), game.fits(&action), "{action}");
        assert_eq!(game.outcome_after(&action).is_ok(), game.is_over_after(&action).is_ok(), "{action}");
        assert_eq!(distinct(&game, vec![action]), [action]);
        assert!(!explain::action(&action, &action.to_string()).is_empty());
        assert!(render::raft::action_on(&action, game.state().board()).scene(&Look::PIPE).height() > 0);
        legal += usize::from(game.fits(&action));
    }
    assert!(legal > 100, "only {legal} actions fit");
}

#[test]
fn every_challenge_that_can_be_built_can_be_set_up() {
    let mut random = Random::new(2);
    let (mut valid, mut islandless) = (0, 0);
    for _ in 0..20_000 {
        let island = |random: &mut Random| {
            let size = [IslandSize::Large, IslandSize::Small][random.below(2)];
            let rotation = Some(Orientation::ALL[random.below(4)]).filter(|_| random.below(2) == 0);
            Island::new(size, rotation).ok()
        };
        let islands: Vec<Island> = (0..random.below(6)).filter_map(|_| island(&mut random)).collect();
        let mut places: Vec<Position> = (0..6)
            .flat_map(|row| (0..6).map(move |column| Position::new(row * 3, column * 3).unwrap()))
            .collect();
        random.shuffle(&mut places);
        let near = places.iter().copied().filter(|at| at.row() < 12 && at.column() < 9).collect();
        let mut places: Vec<Position> = if random.below(2) == 0 { near } else { places };
        let cats = places.split_off(places.len() - random.below(3));
        let cat = |at| CatCardPlacement { card: CatCardId::new(random.below(7) as u8).unwrap(), at };
        let cats = cats.into_iter().map(cat).collect();
        let raft = RaftCardPlacement {
            card: RaftCardId::new(random.below(4) as u8).unwrap(),
            at: if random.below(9) == 0 { position(&mut random) } else { places.pop().unwrap() },
        };
        places.truncate(random.below(6));
        islandless += usize::from(islands.is_empty());
        let has_islands = matches!(islands.len(), 2 | 4);
        let Ok(challenge) = Challenge::new(islands, places, cats, raft) else { continue };
        assert!(has_islands);
        is_canonical(&challenge);
        let islands = setup::choose_islands(&challenge, &mut random);
        let state = setup::initial_state(&challenge, &islands).unwrap();
        is_canonical(&state);
        assert!(setup::initial_state(&challenge, &islands[1..]).is_err());
        assert!(!explain::challenge(&challenge).is_empty());
        assert!(render::of(&challenge).scene(&Look::PIPE).height() > 0);
        valid += 1;
    }
    assert!(valid > 500 && islandless > 500, "{valid} challenges, {islandless} without islands");
}

#[test]
fn every_component_that_can_be_built_prints_a_canonical_string() {
    let mut random = Random::new(3);
    let mut built = [0; 4];
    for round in (0..=u8::MAX).cycle().take(40_000) {
        // Most squares are the same, because a card with nine random squares is rarely allowed.
        let mut squares = [square(&mut random); 9];
        squares[random.below(9)] = square(&mut random);
        let squares = Squares3x3(squares);
        let letter = char::from(random.below(128) as u8);
        if let Ok(card) = PathwayCard::new(letter, squares) {
            is_canonical(&card);
            assert_eq!((card.id(), card.squares()), (letter, squares));
            built[0] += 1;
        }
        if let Ok(card) = CatCard::new(CatCardId::new(round % 7).unwrap(), squares) {
            is_canonical(&card);
            assert!(!explain::cat_card(&card).is_empty());
            built[1] += 1;
        }
        if let Ok(card) = RaftCard::new(RaftCardId::new(round % 4).unwrap(), squares) {
            is_canonical(&card);
            assert!(!explain::raft_card(&card).is_empty());
            built[2] += 1;
        }
        let side = 1 + random.below(14);
        let cells =
            (0..=random.below(6)).map(|_| Cell::new(random.below(side) as u8, random.below(side) as u8));
        if let Ok(tile) = FireTile::new(TileId::new(round % 31).unwrap(), Shape::new(cells).unwrap()) {
            is_canonical(&tile);
            assert!(!explain::fire_tile(&tile, &tile.to_string()).is_empty());
            built[3] += 1;
        }
    }
    assert!(built.iter().all(|&count| count > 100), "{built:?}");
}

#[test]
fn a_state_whose_components_contradict_each_other_is_rejected() {
    let mut random = Random::new(4);
    let board: Board = Board::EXAMPLE.parse().unwrap();
    let (mut valid, mut invalid) = (0, 0);
    for _ in 0..5_000 {
        let hand: CardSet = (0..random.below(7)).map(|_| card(&mut random)).collect();
        let mut decks: CardSet = (0..50).map(|_| card(&mut random)).collect();
        if random.below(2) == 0 {
            decks = decks.difference(hand);
        }
        let mut exhausted: Exhausted =
            (0..random.below(2)).map(|_| Cat { colour: Colour::Green, at: position(&mut random) }).collect();
        exhausted.insert(Cat { colour: Colour::Green, at: Position::new(1, 5).unwrap() });
        let on_board = exhausted.len() == 1;
        let hand = Hand::new(hand).unwrap();
        match State::new(board, Decks::new(decks), hand, exhausted, FireBag::FULL) {
            Ok(state) => {
                is_canonical(&state);
                assert!(on_board && decks.intersection(hand.cards()).is_empty());
                valid += 1;
            }
            Err(errors) => {
                assert!(!errors.is_empty());
                assert!(!on_board || !decks.intersection(hand.cards()).is_empty());
                invalid += 1;
            }
        }
    }
    assert!(valid > 500 && invalid > 500, "{valid} valid states, {invalid} others");
}

#[test]
fn explaining_a_string_that_does_not_belong_to_the_value_does_not_panic() {
    let texts = ["", "é", "Aé", "B0é05", "123456789éé1", "ABCDé", "\u{1f431}", "G01050306AcBdé"];
    let action: Action = "G01050306AcBd".parse().unwrap();
    let tile = FireTile::parse_canonical(FireTile::EXAMPLE).unwrap();
    for text in texts {
        assert!(!explain::action(&action, text).is_empty());
        assert!(!explain::fire_tile(&tile, text).is_empty());
        assert!(!explain::exhausted(text).is_empty() && !explain::fire_bag(text).is_empty());
        assert!(!explain::cards(CardSet::FULL, text).is_empty());
        explain::draw("A6".parse().unwrap(), text);
    }
}
