//! `legal-moves raft` and `perft`.

use super::super::batch::Verdict;
use super::super::batch::{Question, refuse};
use super::super::exit::Status;
use super::super::output::Output;
use super::super::states::States;
use super::super::{Context, Format};
use super::{Asked, answer};
use crate::cli::result::member;
use crate::diagnostics::{Diagnostic, Span, text as codes};
use crate::notation::Kind;
use crate::raft::legal::{self, ActionText, Choices, Listed};
use crate::raft::{Action, Game, Position, TileId};
use crate::render::{Look, Scene, Style, raft as draw};
use serde_json::value::RawValue;

/// `legal-moves raft`
#[derive(clap::Args, Debug)]
pub(crate) struct LegalMoves {
    #[command(flatten)]
    states: States,
    /// Only those of one sort
    #[arg(long, value_enum, value_name = "SORT")]
    only: Option<Sort>,
    /// The placements of this fire tile
    #[arg(long, value_name = "TILE", value_parser = tile, conflicts_with = "only")]
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

fn tile(letter: &str) -> Result<TileId, String> {
    let mut letters = letter.chars();
    match (letters.next().and_then(TileId::from_letter), letters.next()) {
        (Some(tile), None) => Ok(tile),
        _ => Err("a tile is a letter, `a` to `z` or `A` to `E`".to_owned()),
    }
}

impl LegalMoves {
    /// What is asked for, as strings in order.
    fn moves(&self, game: &Game, tile: Option<TileId>) -> Vec<String> {
        let listed = if self.ignore_hand { Listed::Fitting } else { Listed::Legal };
        let mut actions = match tile {
            Some(tile) => legal::fire_actions(game, tile),
            None => legal::card_and_cat_actions(game, listed),
        };
        match self.only {
            Some(Sort::Cards) => actions.retain(|action| matches!(action, Action::Card(_))),
            Some(Sort::Cats) => actions.retain(|action| matches!(action, Action::Cat(_))),
            Some(Sort::Draws) => actions.clear(),
            None => {}
        }
        if self.distinct {
            actions = legal::distinct(game, actions, listed);
        }
        let mut moves: Vec<String> =
            actions.iter().map(|action| ActionText::new(action).to_string()).collect();
        if tile.is_none() && matches!(self.only, None | Some(Sort::Draws)) {
            moves.extend(legal::draws(game.state()).iter().map(ToString::to_string));
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
            Err(why) => {
                let fault = Diagnostic::new(&codes::NOT_JSON, Span::at(0), why);
                return refuse(asked.question, Kind::State, "", &fault.into(), &[], asked.colour, out);
            }
        };
        let tile = arguments.tile.or(of_line);
        let moves = arguments.moves(&asked.state, tile);
        if arguments.render && asked.question.format != Format::Json {
            let scene = picture(&asked.state, tile, &look);
            return asked.answer(&Output::paint(&scene, paints), &[], Status::Yes, out);
        }
        list(asked, &moves, arguments.count, out)
    })
}

/// The tile that the object of a batch's line asks about, `tile`.
fn tile_of(question: &Question<'_>) -> Result<Option<TileId>, String> {
    #[derive(serde::Deserialize)]
    struct Members {
        tile: Option<String>,
    }
    let Some(members) = question.members.map(RawValue::get) else { return Ok(None) };
    let Members { tile: letter } =
        serde_json::from_str(members).map_err(|_| "`tile` is a string".to_owned())?;
    letter.as_deref().map(tile).transpose()
}

fn list(asked: &Asked<'_>, moves: &[String], count: bool, out: &mut Vec<u8>) -> Verdict {
    let mut members = member("count", &moves.len());
    if count {
        return asked.answer(&format!("{}\n", moves.len()), &members, Status::Yes, out);
    }
    members.extend(member("moves", &moves));
    let lines: String = moves.iter().flat_map(|action| [action.as_str(), "\n"]).collect();
    asked.answer(&lines, &members, Status::Yes, out)
}

/// Boards with the squares marked where cards or a tile may lie, and where each cat can go.
fn picture(game: &Game, tile: Option<TileId>, look: &Look) -> Scene {
    let board = &game.state().board;
    let mut scene = Scene::new();
    let mut section = |title: String, touched: &[Position]| {
        if scene.height() > 0 {
            scene.line();
        }
        scene.line().put(title, Style::BOLD);
        scene.below(draw::marked(board, touched, look));
    };
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    if let Some(tile) = tile {
        let mut corners: Vec<Position> = legal::fire_actions(game, tile).iter().map(place).collect();
        let count = corners.len();
        corners.dedup();
        section(
            format!("tile {tile}: {count} placement{}, by their top left squares", plural(count)),
            &corners,
        );
        return scene;
    }
    let choices = Choices::of(game);
    let positions = |mask: crate::grid::Mask| -> Vec<Position> {
        mask.iter().map(|(row, column)| Position::new(row as u8, column as u8)).collect()
    };
    let corners = positions(choices.card_corners);
    let count = corners.len();
    section(format!("cards: {count} place{}, by their top left squares", plural(count)), &corners);
    for (colour, from, ends) in choices.cats {
        let ends = positions(ends);
        let count = ends.len();
        let Position { row, column } = from;
        let name = colour.name();
        section(format!("the {name} cat at ({row}, {column}): {count} square{}", plural(count)), &ends);
    }
    scene
}

/// Where an action puts its card, tile or cat.
fn place(action: &Action) -> Position {
    match action {
        Action::Card(card) => card.at,
        Action::Fire(fire) => fire.at,
        Action::Cat(cat) => cat.to,
    }
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
