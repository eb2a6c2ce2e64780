//! `bot protocol`: prints the description of the bot protocol, with the messages of a real game.

use crate::cli::{Context, OutputFile, Result, Status, games};
use crate::games::{BuiltIn, GameBots, GameName, GameWords, Seat, with_game};
use crate::protocol::{self, Reply, grammar::rules};
use crate::random::Random;
use serde_json::Value;
use std::fmt::Write as _;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// Game whose messages are printed [default: all games]
    #[arg(value_name = "GAME", value_parser = games::parser())]
    game: Option<GameName>,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> Result<Status> {
    arguments.output.open(context)?;
    let mut page = include_str!("../../texts/guides/bot-protocol.md").to_owned();
    for game in GameName::ALL.into_iter().filter(|game| arguments.game.is_none_or(|only| only == *game)) {
        with_game!(game, G => describe::<G>(&mut page, game));
    }
    crate::cli::markdown::page(&page, context)?;
    Ok(Status::Yes)
}

const NAMES: [&str; 2] = ["Ann", "Bob"];

/// Number of turns to show. In Arboretum, a player's complete turn has four steps, each of which counts as a
/// turn here.
const SHOWN_TURNS: usize = 5;

/// Describes the messages of a game, with an excerpt from a real game.
fn describe<G: GameWords + GameBots>(page: &mut String, game: GameName) {
    let [view, moves] = rules(game);
    let (initial, rest) = G::TITLE.split_at(1);
    // Writing to a `String` cannot fail.
    let _ = write!(
        page,
        "\n## {}\n\n{}\nA move is {}.\n\n```text\n{moves}```\n\nOn a turn, `state` has this form:\n\n```text\n{view}```\n\n\
         These are its members:\n\n{}\nThe lines below come from a real game between {} and {}. `>` is a message to a bot, and `<` \
         is its reply.\n\n```\n",
        initial.to_uppercase() + rest,
        G::RULES,
        G::MOVE_JSON,
        members(game),
        NAMES[0],
        NAMES[1],
    );
    let (mut random, mut ids) = (Random::new(1), Random::new(2));
    let mut exchange = |page: &mut String, seat: Seat, state: &str, chosen: Option<&G::Move>| {
        let id = ids.uuid();
        let reply = chosen.map_or_else(|| Reply::acknowledge(&id), |chosen| Reply::play::<G>(chosen, &id));
        let (name, line) = (NAMES[seat], protocol::line(state, &id));
        let _ = writeln!(page, "{name} > {}\n{name} < {reply}", line.trim_end());
    };
    for seat in Seat::BOTH {
        exchange(page, seat, &protocol::new_game(1, "Round 1"), None);
    }
    let mut state = G::deal(&mut random);
    let mut turns = 0;
    let outcome = loop {
        if let Some(outcome) = G::result(&state) {
            break outcome;
        }
        let mover = G::mover(&state);
        let view = |seat: Seat| G::view(&state, seat, NAMES[seat.other()]);
        let chosen = BuiltIn::Greedy.choose::<G>(&view(mover), &mut random);
        let Some(chosen) = chosen.or_else(|| G::legal_moves(&state).into_iter().next()) else {
            return;
        };
        if turns < SHOWN_TURNS {
            exchange(page, mover.other(), &G::write_view(&view(mover.other())), None);
            exchange(page, mover, &G::write_view(&view(mover)), Some(&chosen));
        } else if turns == SHOWN_TURNS {
            page.push_str("...\n");
        }
        G::apply(&mut state, &chosen);
        turns += 1;
    };
    let last = G::write_state(&state);
    for seat in Seat::BOTH {
        exchange(page, seat, &protocol::end_game(&outcome, seat, &last), None);
    }
    page.push_str("```\n");
}

/// Writes a table of the members of a view, with their meanings from the message schema.
fn members(game: GameName) -> String {
    let schema = include_str!("../../texts/schemas/bot-request.json");
    let schema: Value = serde_json::from_str(schema).unwrap_or_default();
    let mut table = "| member | meaning |\n|---|---|\n".to_owned();
    for (name, member) in schema["$defs"][game.name()]["properties"].as_object().into_iter().flatten() {
        let _ = writeln!(table, "| `{name}` | {} |", member["description"].as_str().unwrap_or_default());
    }
    table
}
