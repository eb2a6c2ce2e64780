//! Tests the players of Race to the Raft.

use clowder::raft::generate::{PlayedStep, Step, official_start, random_state};
use clowder::raft::legal::{card_and_cat_actions, draws, fire_actions};
use clowder::raft::player::{
    Best, BuiltInPolicy, Choice, Greedy, Limit, Phase, Policy, QuickGame, RandomPolicy, SearchOptions,
    Session, advise, candidates, playout, ways,
};
use clowder::raft::record::RaftRecord;
use clowder::raft::rules::{Loss, Outcome};
use clowder::raft::{
    Action, Board, Card, CardSet, Decks, Exhausted, FireBag, Hand, PlayableState, Position, Square, State,
    TileId,
};
use clowder::random::Random;
use std::time::Duration;

/// Whether the rules allow a choice. `tile` is the tile that was drawn before it, if any.
fn is_legal(state: &PlayableState, tile: Option<TileId>, choice: Choice) -> bool {
    match (tile, choice) {
        (None, Choice::Draw(draw)) => draws(state.state()).contains(&draw),
        (Some(tile), Choice::Action(Action::Fire(fire))) => {
            fire.tile == tile && state.fits(&Action::Fire(fire))
        }
        (Some(_), _) | (None, Choice::Action(Action::Fire(_))) => false,
        (None, Choice::Action(action)) => state.is_legal(&action),
        (None, other) => panic!("{other}: a new sort of choice"),
    }
}

#[test]
fn no_player_makes_an_illegal_choice() {
    let mut checked = 0;
    for seed in 0..60 {
        let mut random = Random::stream(5, seed);
        let state = PlayableState::new(random_state(Random::stream(4, seed))).unwrap();
        for tile in [None, Some(TileId::new((seed % 31) as u8).unwrap())] {
            let game = QuickGame::new(&state, tile);
            if game.is_over() {
                continue;
            }
            for choice in candidates(&game) {
                assert!(is_legal(&state, tile, choice), "{} {tile:?}: {choice}", state.state());
                checked += 1;
            }
            for chosen in [Greedy.choose(&game, &mut random), RandomPolicy.choose(&game, &mut random)] {
                assert!(chosen.is_some_and(|choice| is_legal(&state, tile, choice)), "{}", state.state());
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn the_quick_game_agrees_with_the_exact_rules() {
    for seed in 0..8 {
        let mut random = Random::stream(6, seed);
        let start = official_start(None, &mut random).unwrap();
        let mut session = Session::new(start, seed);
        while session.outcome().continues() {
            let game = session.quick();
            let choice = RandomPolicy.choose(&game, &mut random).unwrap();
            session.choose(choice).unwrap();
            if let (Choice::Action(action), true) = (choice, session.outcome().continues()) {
                let mut applied = game;
                applied.apply_action(&action);
                let next = session.quick();
                assert_eq!((applied.hand(), applied.decks()), (next.hand(), next.decks()));
                assert_eq!(applied.cats().collect::<Vec<_>>(), next.cats().collect::<Vec<_>>());
            }
        }
        let lost = matches!(session.outcome(), Outcome::Lost(_));
        assert_eq!(session.phase(), if lost { Phase::Lost } else { Phase::Won });
        let record = session.record().unwrap().to_string();
        let read: RaftRecord = record.parse().unwrap();
        assert_eq!(read.outcome(), session.outcome());
    }
}

#[test]
fn the_bound_of_the_cards_that_a_cat_needs_is_never_too_large() {
    let mut compared = 0;
    for seed in 0..6 {
        let mut random = Random::stream(7, seed);
        let mut session = Session::new(official_start(Some(1 + seed as usize), &mut random).unwrap(), seed);
        // The bounds at each step, with the number of cards that were placed before the step.
        let (mut bounds, mut placed) = (Vec::new(), 0);
        while session.outcome().continues() {
            bounds.push((placed, ways(&session.quick())));
            let choice = Greedy.choose(&session.quick(), &mut random).unwrap();
            placed += usize::from(matches!(choice, Choice::Action(Action::Card(_))));
            session.choose(choice).unwrap();
        }
        if *session.outcome() != Outcome::Won {
            continue;
        }
        for (before, ways) in bounds {
            for way in ways {
                assert!(way.cards.is_some_and(|cards| cards <= placed - before), "{way:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

/// A small state near the end of a game: a red cat in a corridor of four columns, two cards in the hand, and one tile
/// in the bag.
fn end_game(random: &mut Random) -> PlayableState {
    let mut board = Board::filled(9, 12, Square::Fire).unwrap();
    let at = |row: u8, column: u8| Position::new(row, column).unwrap();
    let colours = [Square::Red, Square::Blue, Square::Red, Square::Green, Square::Yellow];
    for (row, column) in (0..6).flat_map(|row| (2..6).map(move |column| (row, column))) {
        board.set(at(row, column), *random.choose(&colours).unwrap());
    }
    for (row, column) in (6..9).flat_map(|row| (2..5).map(move |column| (row, column))) {
        board.set(at(row, column), Square::Wild);
    }
    board.set(at(7, 3), Square::Raft);
    board.set(at(0, 2 + random.below(4) as u8), Square::RedCat);
    let all: Vec<Card> = Card::all().collect();
    let hand: CardSet = (0..2).filter_map(|_| random.choose(&all).copied()).collect();
    let bag: FireBag = [TileId::new(random.below(31) as u8).unwrap()].into_iter().collect();
    let (decks, hand) = (Decks::new(CardSet::EMPTY), Hand::new(hand).unwrap());
    PlayableState::new(State::new(board, decks, hand, Exhausted::default(), bag).unwrap()).unwrap()
}

/// Whether some sequence of actions wins the game. The bag has at most one tile, so nothing is random.
fn can_win(game: &PlayableState, tile: Option<TileId>) -> bool {
    match game.outcome() {
        Outcome::Won => return true,
        Outcome::Lost(Loss::NoLegalAction) if tile.is_some() => {}
        Outcome::Lost(_) => return false,
        Outcome::Continues => {}
    }
    let actions = match tile {
        Some(tile) => fire_actions(game, tile),
        None => card_and_cat_actions(game),
    };
    actions.iter().any(|action| {
        let Ok(Outcome::Continues | Outcome::Won) = game.outcome_after(action) else { return false };
        let mut next = game.clone();
        next.apply(action).unwrap();
        let drawn = matches!(action, Action::Card(_)).then(|| next.draw_tile(&mut Random::new(1)).unwrap());
        drawn.is_none_or(|tile| next.tile_fits_anywhere(tile)) && can_win(&next, drawn)
    })
}

#[test]
fn the_search_finds_a_win_exactly_where_there_is_one() {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..40 {
        let state = end_game(&mut Random::stream(8, seed));
        let game = QuickGame::new(&state, None);
        if game.is_over() {
            continue;
        }
        let options = SearchOptions::new(Limit::Rollouts(120), seed);
        let advice = advise(&game, &options);
        let best = advice.best().map_or(0.0, clowder::raft::player::Estimate::chance);
        if can_win(&state, None) {
            assert!(best > 0.0, "{}", state.state());
            let mut copy = game;
            assert!(playout(&mut copy, &mut Best::new(options), &mut Random::new(seed)), "{}", state.state());
            won += 1;
        } else {
            assert!(best == 0.0, "{}", state.state());
            lost += 1;
        }
    }
    assert!(won >= 5 && lost >= 5, "{won} {lost}");
}

#[test]
fn a_search_without_time_plays_no_game_and_keeps_the_first_choice() {
    let mut random = Random::stream(11, 1);
    let mut game = QuickGame::new(&official_start(Some(33), &mut random).unwrap(), None);
    game.draw_hand("A3B3".parse().unwrap(), &mut random);
    let options = SearchOptions::new(Limit::Time(Duration::ZERO), 1);
    let advice = advise(&game, &options);
    assert!(advice.options.iter().all(|option| option.games == 0), "no game begins after the time is over");
    assert_eq!(advice.best().map(|best| best.choice), candidates(&game).first().copied());
}

#[test]
fn the_same_seed_gives_the_same_advice_with_any_number_of_threads() {
    for seed in 0..3 {
        let state = PlayableState::new(random_state(Random::stream(9, seed))).unwrap();
        let mut options = SearchOptions::new(Limit::Rollouts(9), seed);
        let game = QuickGame::new(&state, None);
        let advice = advise(&game, &options);
        options.jobs = 2;
        assert_eq!(advise(&game, &options), advice);
    }
}

#[test]
fn greedy_wins_easy_games_that_random_play_loses() {
    let wins = |mut player: BuiltInPolicy| {
        let games = (0..6).filter(|&seed| {
            let mut random = Random::stream(10, seed);
            let start = official_start(Some(1 + seed as usize % 2), &mut random).unwrap();
            playout(&mut QuickGame::new(&start, None), &mut player, &mut random)
        });
        games.count()
    };
    assert_eq!(wins(BuiltInPolicy::Random), 0);
    assert!(wins(BuiltInPolicy::Greedy) >= 2);
}

#[test]
fn a_draw_that_is_undone_and_repeated_gives_the_same_cards() {
    let start = official_start(Some(1), &mut Random::new(1)).unwrap();
    let mut session = Session::new(start, 3);
    let draw = Choice::Draw("A3B3".parse().unwrap());
    session.choose(draw).unwrap();
    let first = session.game().state().to_string();
    assert!(session.undo() && session.steps().is_empty() && !session.undo());
    session.choose(draw).unwrap();
    assert_eq!(session.game().state().to_string(), first);
    let errors = session.choose(draw).unwrap_err().to_string();
    assert_eq!(
        errors,
        "0..4: draw/hand-not-empty: the hand still has 6 cards; cards can be drawn only when the hand is empty"
    );
    assert!(matches!(session.steps()[0].step(), Step::Draw(_, cards) if cards.len() == 6));
}

#[path = "../../examples/raft/bound.rs"]
mod bound;

/// Each position of a won game in which a hand is drawn, a card is placed or a cat is moved must pass the bound, and
/// must need at most as many cards as the game then placed. Returns the sum of the bounds.
fn check_bound(won: &RaftRecord) -> usize {
    assert_eq!(*won.outcome(), Outcome::Won);
    let is_card = |played: &PlayedStep| matches!(played.step(), Step::Action(Action::Card(_)));
    let mut left = won.steps().iter().filter(|played| is_card(played)).count();
    let mut sum = 0;
    for played in won.steps() {
        if !matches!(played.step(), Step::Tile(_) | Step::Action(Action::Fire(_))) {
            assert!(bound::can_be_won(played.before()), "{}", played.before());
            let least = bound::least_cards(played.before()).unwrap();
            assert!(least <= left, "{least} > {left}: {}", played.before());
            sum += least;
        }
        left -= usize::from(is_card(played));
    }
    sum
}

#[test]
fn the_bound_never_excludes_a_won_game() {
    let mut player = Best::new(SearchOptions::new(Limit::Rollouts(16), 1));
    let (mut won, mut sum) = (0, 0);
    for seed in 0..6 {
        let mut random = Random::stream(9, seed);
        let start = official_start(Some(1 + 6 * seed as usize), &mut random).unwrap();
        let mut session = Session::new(start, seed);
        while session.advance(&mut player, &mut random) {}
        if session.phase() == Phase::Won {
            sum += check_bound(&session.record().unwrap());
            won += 1;
        }
    }
    assert!(won > 2 && sum > 100, "{won} {sum}");
}

#[test]
fn drawing_straws_can_be_won() {
    let game: RaftRecord = include_str!("../cases/drawing-straws.json").trim_end().parse().unwrap();
    let start = official_start(Some(34), &mut Random::stream(7, 391)).unwrap();
    assert_eq!(game.initial(), start.state());
    assert!(check_bound(&game) > 0);
}

#[test]
fn the_bound_excludes_hopeless_states() {
    let start = official_start(Some(34), &mut Random::stream(7, 391)).unwrap();
    let cards = bound::least_cards(start.state()).unwrap();
    assert!(cards > 3, "{cards}");
    let with = |decks, bag: usize| {
        let state = start.state();
        let bag = TileId::all().take(bag).collect();
        State::new(*state.board(), Decks::new(decks), Hand::default(), Exhausted::default(), bag).unwrap()
    };
    assert!(bound::can_be_won(&with(CardSet::FULL, cards)));
    assert!(!bound::can_be_won(&with(CardSet::FULL, cards - 1)), "too few tiles");
    let few = CardSet::FULL.iter().take(cards + 2).collect();
    assert!(!bound::can_be_won(&with(few, 31)), "too few cards for three cats");
}
