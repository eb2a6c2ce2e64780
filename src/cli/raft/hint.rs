//! `solve raft`: finds the best action in a state, and shows the reason, the chances of winning and a picture.

use super::player_options::SearchLimit;
use super::{OptionOut, StateQuestion, WayOut, answer, painted};
use crate::cli::states::States;
use crate::cli::{Context, Format, Response, Result, Seed, Status, TextOrPicture};
use crate::notation::plural;
use crate::raft::generate::Step;
use crate::raft::player::{
    Advice, Choice, Estimate, Phase, QuickGame, SearchOptions, Way, advise, reason, ways,
};
use crate::raft::record::describe;
use crate::raft::{Position, TileId};
use crate::render::figure::html::Section;
use crate::render::{self, Look};
use std::sync::OnceLock;

/// Arguments of `solve raft`.
#[derive(clap::Args, Debug)]
pub(crate) struct Hint {
    #[command(flatten)]
    states: States,
    /// Place this fire tile, which was drawn
    #[arg(long, value_name = "TILE")]
    tile: Option<TileId>,
    #[command(flatten)]
    limit: SearchLimit,
    #[command(flatten)]
    seed: Seed,
    /// Print only the best action, like `--format plain`
    #[arg(long)]
    plain: bool,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
    #[command(flatten)]
    output: TextOrPicture,
}

/// The members that `solve raft` adds to the result object.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Advised {
    /// `solve raft`: the best action or draw; `null` if there is none.
    best: Option<String>,
    /// `solve raft`: the reason for the best action, or the reason why there is none.
    why: String,
    /// `solve raft`: the choices that were compared, the best one first.
    #[serde(skip_serializing_if = "Option::is_none")]
    options: Option<Vec<OptionOut>>,
    /// `solve raft`: for each cat that is not on the raft, its way to the raft.
    #[serde(skip_serializing_if = "Option::is_none")]
    ways: Option<Vec<WayOut>>,
}

pub(crate) fn hint(arguments: &Hint, context: &mut Context) -> Result<Status> {
    let picture = arguments.output.open(context)?;
    if arguments.plain {
        context.format = Some(Format::Plain);
    }
    let look = context.look(arguments.ascii);
    // The seed is chosen lazily, because choosing it also prints it. For an invalid state, only the error is
    // printed.
    let chosen = OnceLock::new();
    let jobs = arguments.states.threads();
    answer(&arguments.states, context, 0, &|asked, out| {
        let seed = *chosen.get_or_init(|| arguments.seed.get());
        let options = SearchOptions { limit: arguments.limit.get(), jobs, seed };
        let game = QuickGame::new(&asked.state, arguments.tile);
        let advice = advise(&game, &options);
        if let Some(options) = &picture
            && let Some(best) = advice.best()
        {
            return options.answer(&sentence(&game, &best.choice), pictures(asked, &game, best), asked, out);
        }
        write(asked, &game, &advice, &look, out)
    })
}

fn write(
    asked: &StateQuestion<'_>,
    game: &QuickGame,
    advice: &Advice,
    look: &Look,
    out: &mut Vec<u8>,
) -> Response {
    let Some(best) = advice.best() else {
        let why = match game.phase() {
            Phase::Won => "the game is already won: every cat is on the raft",
            Phase::Lost => "the game is already lost; `clowder outcome raft` gives the reason",
            _ => "no action is legal",
        };
        let members = Advised { best: None, why: why.to_owned(), options: None, ways: None };
        let text = if asked.style().format == Format::Plain { String::new() } else { format!("{why}\n") };
        return asked.answer(text, &members, Status::No, out);
    };
    let why = reason(game, &best.choice);
    let text = match asked.style().format {
        Format::Plain => format!("{}\n", best.choice),
        Format::Json => String::new(),
        Format::Human => in_words(asked, game, advice, best, look),
    };
    let members = Advised {
        best: Some(best.choice.to_string()),
        why,
        options: Some(advice.options.iter().map(OptionOut::from).collect()),
        ways: Some(ways(game).iter().map(WayOut::from).collect()),
    };
    asked.answer(text, &members, Status::Yes, out)
}

/// Draws the best choice, and each cat's path to the raft.
fn pictures(asked: &StateQuestion<'_>, game: &QuickGame, best: &Estimate) -> Vec<Section> {
    let board = asked.state.state().board();
    let mut sections = Vec::new();
    if let Choice::Action(action) = best.choice {
        sections.push(Section::titled(best.choice.to_string(), render::raft::action_on(&action, board)));
    }
    let ways = ways(game);
    let drawn =
        ways.iter().map(|way| (way.colour, std::iter::once(way.at).chain(way.squares.iter().copied())));
    let list = ways.iter().map(way_in_words).collect();
    let plan = Section::titled("the plan: a way of each cat to the raft", render::raft::ways(board, drawn));
    sections.push(Section { list, ..plan });
    sections
}

/// Writes the human-readable advice: the best choice with its reason, the chances of winning, and pictures of the plan.
fn in_words(
    asked: &StateQuestion<'_>,
    game: &QuickGame,
    advice: &Advice,
    best: &Estimate,
    look: &Look,
) -> String {
    let mut text = format!("{}\n\n", sentence(game, &best.choice));
    text += &table(advice);
    let board = asked.state.state().board();
    if let Choice::Action(action) = best.choice {
        text += "\n";
        text += &painted(&render::raft::action_on(&action, board).scene(look), asked.style().colour);
    }
    let ways = ways(game);
    if !ways.is_empty() {
        text += "\nThe plan: a shortest way of each cat to the raft. Cards must still cover the marked squares.\n";
        for way in &ways {
            text += &format!("  {}\n", way_in_words(way));
        }
        let squares: Vec<Position> = ways.iter().flat_map(|way| way.squares.iter().copied()).collect();
        text += "\n";
        text += &painted(&render::raft::marked(board, &squares).scene(look), asked.style().colour);
    }
    text
}

/// Describes a choice and its reason in one sentence.
pub(super) fn sentence(game: &QuickGame, choice: &Choice) -> String {
    let action = match choice {
        Choice::Draw(draw) => format!("draws {draw}"),
        Choice::Action(action) => describe(&Step::Action(*action)),
    };
    format!("{choice}: {action}, because {}", reason(game, choice))
}

/// Writes a table of the best choices and their estimated chances of winning.
pub(super) fn table(advice: &Advice) -> String {
    let mut text = "chance of winning  95 % interval  games  action\n".to_owned();
    for one in advice.options.iter().take(6) {
        let percent = |share: f64| format!("{:.0}", share * 100.0);
        let (low, high) = one.interval();
        let interval = format!("{} to {} %", percent(low), percent(high));
        text +=
            &format!("{:>15} %  {interval:>13}  {:>5}  {}\n", percent(one.chance()), one.games, one.choice);
    }
    text
}

fn way_in_words(way: &Way) -> String {
    let cat = format!("the {} cat at {:?}", way.colour.name(), way.at.coordinates());
    match way.cards {
        None => format!("{cat} cannot reach the raft any more"),
        Some(0) => format!("{cat} can go to the raft without another card"),
        Some(cards) => format!("{cat} needs at least {}", plural(cards, "more card")),
    }
}
