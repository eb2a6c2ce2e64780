//! Questions about games and challenges: moves, hints, solutions and replays.

use crate::strings::{plural, told};
use clowder::kinds::{self, ReadOptions};
use clowder::notation::{Kind, Notation};
use clowder::penguins::{self, Advice, Placement};
use clowder::raft::generate::Step;
use clowder::raft::player::{Choice, Greedy, Phase, Policy, QuickGame, reason, ways};
use clowder::raft::record::{describe, describe_outcome};
use clowder::raft::rules::{Loss, Outcome};
use clowder::raft::{Action, Challenge, Draw, PlayableState, State, TileId, legal, setup};
use clowder::random::Random;
use clowder::render::figure::replay::{Corner, Panel, Replay};
use clowder::render::figure::{Figure, FigureLook, svg};
use clowder::render::{self, Mark, Picture, raft::covered};
use serde_json::{Value, json};
use std::cell::RefCell;

/// Reads a string, which need not be canonical.
fn read<T: Notation>(text: &str) -> Result<T, String> {
    let (value, errors) = T::read(text).into_parts();
    value.filter(|_| errors.only_canon()).ok_or_else(|| told(&errors))
}

fn playable(text: &str) -> Result<PlayableState, String> {
    PlayableState::new(read::<State>(text)?).map_err(|errors| told(&errors))
}

fn tile(letter: Option<&str>) -> Result<Option<TileId>, String> {
    letter
        .map(|letter| letter.parse().map_err(|_| format!("unknown tile `{letter}`; expected a tile letter")))
        .transpose()
}

fn element(mut figure: Figure, title: impl Into<String>) -> String {
    figure.title = title.into();
    svg::element(&figure)
}

fn drawn(picture: Picture, title: impl Into<String>) -> String {
    element(picture.figure(&FigureLook::default()), title)
}

fn outcome(of: &Outcome) -> Value {
    json!({ "name": of.name(), "text": describe_outcome(of) })
}

/// Returns the outcome before `tile` is placed or, without a tile, before the next action.
fn outcome_of(game: &PlayableState, tile: Option<TileId>) -> Outcome {
    match tile {
        Some(tile) if !game.tile_fits_anywhere(tile) => Outcome::Lost(Loss::NoPlacement(tile)),
        Some(_) => Outcome::Continues,
        None if game.outcome().continues() && game.state().hand().cards().is_empty() => {
            game.outcome_of_drawing_hand()
        }
        None => game.outcome(),
    }
}

pub(crate) fn moves(state: &str, letter: Option<&str>) -> Result<Value, String> {
    let (game, tile) = (playable(state)?, tile(letter)?);
    let board = game.state().board();
    let end = outcome_of(&game, tile);
    let actions = match tile {
        _ if !end.continues() => Vec::new(),
        Some(tile) => legal::fire_actions(&game, tile),
        None => legal::card_and_cat_actions(&game),
    };
    let actions = legal::distinct(&game, actions);
    let listed = actions.iter().map(|action| {
        let squares: Vec<_> = covered(action, board).into_iter().map(|at| [at.row(), at.column()]).collect();
        let group = match action {
            Action::Card(placed) => placed.card.to_string(),
            Action::Fire(placed) => placed.tile.to_string(),
            Action::Cat(moved) => moved.colour.name().to_owned(),
        };
        json!({ "move": action.to_string(), "of": group, "squares": squares, "says": describe(&Step::Action(*action)) })
    });
    let listed: Vec<Value> = listed.collect();
    let draws = if end.continues() && tile.is_none() { legal::draws(game.state()) } else { Vec::new() };
    let draws: Vec<String> = draws.iter().map(Draw::to_string).collect();
    Ok(json!({ "moves": listed, "draws": draws, "outcome": outcome(&end) }))
}

pub(crate) fn act(state: &str, text: &str, seed: u64) -> Result<Value, String> {
    let (mut game, mut random) = (playable(state)?, Random::new(seed));
    if let Ok(draw) = text.parse::<Draw>() {
        let hand = game.draw_hand(draw, &mut random).map_err(|errors| told(&errors))?;
        let says = describe(&Step::Draw(draw, hand));
        let end = game.outcome();
        return Ok(
            json!({ "state": game.state().to_string(), "tile": null, "says": says, "outcome": outcome(&end) }),
        );
    }
    let action: Action = read(text)?;
    game.apply(&action).map_err(|errors| told(&errors))?;
    let mut says = describe(&Step::Action(action));
    let mut drawn = None;
    let mut end = outcome_of(&game, None);
    if matches!(action, Action::Card(_)) && game.outcome().continues() {
        end = game.outcome_of_drawing_tile();
        if end.continues() {
            let tile = game.draw_tile(&mut random).map_err(|errors| told(&errors))?;
            says = format!("{says}, and {}", describe(&Step::Tile(tile)));
            (end, drawn) = (outcome_of(&game, Some(tile)), Some(tile.to_string()));
        }
    }
    Ok(json!({ "state": game.state().to_string(), "tile": drawn, "says": says, "outcome": outcome(&end) }))
}

pub(crate) fn suggest(state: &str, letter: Option<&str>) -> Result<Value, String> {
    let (state, tile) = (playable(state)?, tile(letter)?);
    let game = QuickGame::new(&state, tile);
    if matches!(game.phase(), Phase::Won | Phase::Lost) {
        return Err("the game is over".to_owned());
    }
    let choice = Greedy.choose(&game, &mut Random::new(1)).ok_or("no move is legal")?;
    let ways = ways(&game).into_iter().map(|way| {
        let cat = format!("the {} cat at {:?}", way.colour.name(), way.at.coordinates());
        match way.cards {
            None => format!("{cat} cannot reach the raft any more"),
            Some(0) => format!("{cat} can go to the raft without another card"),
            Some(cards) => format!("{cat} needs at least {}", plural(cards, "more card")),
        }
    });
    let says = match &choice {
        Choice::Action(action) => describe(&Step::Action(*action)),
        other => format!("draws {other}"),
    };
    Ok(
        json!({ "move": choice.to_string(), "says": says, "reason": reason(&game, &choice), "ways": ways.collect::<Vec<_>>() }),
    )
}

pub(crate) fn begin(text: &str, seed: u64) -> Result<Value, String> {
    let challenge: Challenge = read(text)?;
    let islands = setup::choose_islands(&challenge, &mut Random::new(seed));
    let state = setup::initial_state(&challenge, &islands).map_err(|errors| told(&errors))?;
    Ok(json!({ "state": state.to_string() }))
}

/// The maximum number of solutions to draw.
const DRAWN: usize = 24;

pub(crate) fn penguins(text: &str) -> Result<Value, String> {
    let state: penguins::State = read(text)?;
    let (challenge, placed) = (state.challenge(), state.placed());
    let all: Vec<_> = penguins::solve(challenge, placed).collect();
    let drawn = all.iter().take(DRAWN).map(|solution| {
        let picture = render::penguins::partial_solution(solution.placed(), challenge.penguins());
        let after = format!("{challenge}:{solution}");
        json!({ "text": solution.to_string(), "state": after, "svg": drawn(picture, solution.to_string()) })
    });
    let (hint, why) = match penguins::hint(state) {
        Advice::Place { placement, reason, steps, .. } => {
            (Some(hint(state, placement, &reason, &steps)?), None)
        }
        Advice::NothingForced { solutions } => {
            (None, Some(format!("no placement is forced: there are {}", plural(solutions, "solution"))))
        }
        Advice::Complete => (None, Some("all blocks are placed".to_owned())),
        _ => (None, Some("no placement of the blocks solves it".to_owned())),
    };
    let moves: Vec<String> = state.legal_placements().map(|one| one.to_string()).collect();
    Ok(json!({
        "count": all.len(), "solutions": drawn.collect::<Vec<_>>(), "hint": hint, "why": why,
        "hardness": penguins::hardness(challenge), "moves": moves,
    }))
}

fn hint(
    state: penguins::State,
    placement: Placement,
    reason: &str,
    steps: &[String],
) -> Result<Value, String> {
    let after = state.apply(placement).map_err(|errors| told(&errors))?;
    let hexes = placement.hexes();
    let picture = render::of(&after).marked(hexes.iter().map(Into::into), Mark::Changed);
    Ok(json!({
        "placement": placement.to_string(), "reason": reason, "steps": steps, "state": after.to_string(),
        "svg": drawn(picture, format!("the hint {placement}")),
    }))
}

thread_local! {
    static REPLAY: RefCell<Option<Replay>> = const { RefCell::new(None) };
}

pub(crate) fn replay(kind: Kind, text: &str) -> Result<Value, String> {
    let reading = kinds::read(kind, text, &ReadOptions::default());
    let mut replay = reading.value().and_then(|value| value.replay()).ok_or("this is not a saved game")?;
    // All pictures of a panel have the same size, so the board stays in place between turns.
    for panel in 0..replay.frames.first().map_or(0, |frame| frame.panels.len()) {
        let sizes = replay.frames.iter().map(|frame| frame.panels[panel].figure.size);
        let size = sizes.fold((0, 0), |(width, height), own| (width.max(own.0), height.max(own.1)));
        for frame in &mut replay.frames {
            frame.panels[panel].figure.grow(size);
        }
    }
    let turns: Vec<Value> =
        replay.frames.iter().map(|frame| json!({ "caption": frame.caption, "notes": frame.notes })).collect();
    let answer = json!({ "title": replay.title, "summary": replay.summary, "turns": turns });
    REPLAY.set(Some(replay));
    Ok(answer)
}

pub(crate) fn frame(turn: usize) -> Result<Value, String> {
    REPLAY.with_borrow(|replay| {
        let frame = replay
            .as_ref()
            .and_then(|replay| replay.frames.get(turn))
            .ok_or("this turn is not in the game")?;
        let panel = |Panel { heading, figure, corner, .. }: &Panel| {
            let class = if *corner == Corner::Main { "main" } else { "side" };
            let (picture, heading) = (element(figure.clone(), frame.caption.clone()), svg::escaped(heading));
            format!("<figure class=\"{class}\"><figcaption>{heading}</figcaption>{picture}</figure>")
        };
        Ok(json!({ "svg": frame.panels.iter().map(panel).collect::<String>() }))
    })
}
