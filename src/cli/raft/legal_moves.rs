//! `legal-moves raft` and `perft`.

use super::super::batch::Response;
use super::super::batch::{Question, refuse};
use super::super::exit::Status;
use super::super::jsonl::{broken, unusable};
use super::super::output::Output;
use super::super::states::States;
use super::super::{Context, Format};
use super::{StateQuestion, answer};
use crate::cli::result::member;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::notation::{Kind, plural};
use crate::raft::legal::{self, ActionScope, MoveBitboards};
use crate::raft::{Action, Cat, Draw, PlayableState, Position, TileId, ValueError};
use crate::render::{self, Look, Scene, Style};
use serde_json::value::RawValue;
use std::collections::BTreeSet;

/// `legal-moves raft`
#[derive(clap::Args, Debug)]
pub(crate) struct LegalMoves {
    #[command(flatten)]
    states: States,
    /// Only those of one sort
    #[arg(long, value_enum, value_name = "SORT")]
    only: Option<Sort>,
    /// The placements of this fire tile
    #[arg(long, value_name = "TILE", conflicts_with = "only")]
    tile: Option<TileId>,
    /// One for each effect
    #[arg(long)]
    distinct: bool,
    /// Only how many there are
    #[arg(long)]
    count: bool,
    /// On the board, in pictures
    #[arg(long, conflicts_with = "count")]
    render: bool,
    /// Use ASCII characters only in pictures
    #[arg(long)]
    ascii: bool,
    /// What fits the board, as if every card of the game were in hand and any discards would do
    #[arg(long)]
    ignore_hand: bool,
}

/// A sort of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Sort {
    /// Pathway cards
    Cards,
    /// Moves of cats
    Cats,
    /// Draws of a hand
    Draws,
}

impl LegalMoves {
    /// Returns true if actions of a sort are requested.
    fn wants(&self, sort: Sort) -> bool {
        self.only.is_none_or(|only| only == sort)
    }

    /// Returns the requested actions: placements of a tile if one is given, otherwise cards and cats.
    fn actions(&self, game: &PlayableState, tile: Option<TileId>) -> Vec<Action> {
        let scope = if self.ignore_hand { ActionScope::Fitting } else { ActionScope::Legal };
        let mut actions = match tile {
            Some(tile) => legal::fire_actions(game, tile),
            None => legal::card_and_cat_actions(game, scope),
        };
        actions.retain(|action| match action {
            Action::Card(_) => self.wants(Sort::Cards),
            Action::Cat(_) => self.wants(Sort::Cats),
            Action::Fire(_) => self.only.is_none(),
        });
        if self.distinct { legal::distinct(game, actions, scope) } else { actions }
    }

    /// Returns the requested draws.
    fn draws(&self, game: &PlayableState, tile: Option<TileId>) -> Vec<Draw> {
        if tile.is_none() && self.wants(Sort::Draws) { legal::draws(game.state()) } else { Vec::new() }
    }

    /// Returns the strings of the requested actions and draws in ascending order.
    fn moves(&self, game: &PlayableState, tile: Option<TileId>) -> Vec<String> {
        let actions = self.actions(game, tile);
        let mut moves: Vec<String> =
            actions.iter().map(|action| action.encode(&mut [0; Action::MAX_LENGTH]).to_owned()).collect();
        let draws = self.draws(game, tile);
        if !draws.is_empty() {
            moves.extend(draws.iter().map(ToString::to_string));
            moves.sort();
        }
        moves
    }
}

pub(crate) fn legal_moves(arguments: &LegalMoves, context: &mut Context) -> anyhow::Result<Status> {
    let look = context.output.look(arguments.ascii);
    let paints = context.output.colour;
    answer(&arguments.states, context, 0, |asked, out| {
        let of_line = match tile_of(asked.question) {
            Ok(tile) => tile,
            Err(fault) => {
                let line = asked.question.members.unwrap_or_default();
                let faults = Diagnostics::from(*fault).into();
                return refuse(asked.question, Kind::State, line, &faults, &[], asked.colour, out);
            }
        };
        let tile = arguments.tile.or(of_line);
        if arguments.render && asked.question.format != Format::Json {
            let scene = picture(arguments, &asked.state, tile, &look);
            return asked.answer(&Output::paint(&scene, paints), &[], Status::Yes, out);
        }
        list(asked, &arguments.moves(&asked.state, tile), arguments.count, out)
    })
}

/// Returns the member `tile` of the object in a line of a batch.
fn tile_of(question: &Question<'_>) -> Result<Option<TileId>, Box<Diagnostic>> {
    #[derive(serde::Deserialize)]
    struct Members<'a> {
        #[serde(borrow)]
        tile: Option<&'a RawValue>,
    }
    let Some(line) = question.members else { return Ok(None) };
    let members: Members<'_> = serde_json::from_str(line).map_err(|error| broken(line, line, &error))?;
    let Some(value) = members.tile else { return Ok(None) };
    let letter: Result<String, _> = serde_json::from_str(value.get());
    let letter = letter.map_err(|_| unusable(line, value, "`tile` must be a string".to_owned()))?;
    letter.parse().map(Some).map_err(|why: ValueError| unusable(line, value, why.to_string()))
}

fn list(asked: &StateQuestion<'_>, moves: &[String], count: bool, out: &mut Vec<u8>) -> Response {
    let mut members = member("count", &moves.len());
    if count {
        return asked.answer(&format!("{}\n", moves.len()), &members, Status::Yes, out);
    }
    members.extend(member("moves", &moves));
    let lines: String = moves.iter().flat_map(|action| [action.as_str(), "\n"]).collect();
    asked.answer(&lines, &members, Status::Yes, out)
}

/// Draws boards on which the targets of the requested actions are marked: one for the cards or the tile, one for each
/// cat.
fn picture(asked: &LegalMoves, game: &PlayableState, tile: Option<TileId>, look: &Look) -> Scene {
    let board = &game.state().board;
    let mut scene = Scene::new();
    let mut section = |title: String, targets: &[Position]| {
        if scene.height() > 0 {
            scene.line();
        }
        scene.line().put(title, Style::BOLD);
        scene.below(render::raft::marked(board, targets, look));
    };
    let actions = asked.actions(game, tile);
    if let Some(tile) = tile {
        let count = plural(actions.len(), "placement");
        let title = format!("tile {tile}: {count}, by their top left squares");
        section(title, &targets(&actions, |_| true));
        return scene;
    }
    if asked.wants(Sort::Cards) {
        let corners = targets(&actions, |action| matches!(action, Action::Card(_)));
        let count = plural(corners.len(), "place");
        section(format!("cards: {count}, by their top left squares"), &corners);
    }
    let cats = if asked.wants(Sort::Cats) { MoveBitboards::new(game).cats } else { Vec::new() };
    for (Cat { colour, at: from }, _) in cats {
        let squares = targets(
            &actions,
            |action| matches!(action, Action::Cat(cat) if (cat.colour, cat.from) == (colour, from)),
        );
        let count = plural(squares.len(), "square");
        let (name, at) = (colour.name(), from.coordinates());
        section(format!("the {name} cat at {at:?}: {count}"), &squares);
    }
    let draws = asked.draws(game, tile).len();
    if draws > 0 || asked.only == Some(Sort::Draws) {
        if scene.height() > 0 {
            scene.line();
        }
        scene.line().put(format!("draws: {draws}"), Style::BOLD);
    }
    scene
}

/// Returns the targets of the actions that are wanted, each once.
fn targets(actions: &[Action], wanted: impl Fn(&Action) -> bool) -> Vec<Position> {
    actions
        .iter()
        .filter(|action| wanted(action))
        .map(Action::target)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

/// `perft`
#[derive(clap::Args, Debug)]
pub(crate) struct Perft {
    #[command(flatten)]
    states: States,
    /// How many actions a sequence has
    #[arg(long, value_name = "N")]
    depth: u32,
}

pub(crate) fn perft(arguments: &Perft, context: &mut Context) -> anyhow::Result<Status> {
    answer(&arguments.states, context, 0, |asked, out| {
        let count = crate::raft::perft::perft(&asked.state, arguments.depth);
        let members = [member("depth", &arguments.depth), member("count", &count)].concat();
        asked.answer(&format!("{count}\n"), &members, Status::Yes, out)
    })
}
