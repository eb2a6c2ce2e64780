//! `bot protocol`: prints the description of the bot protocol, with the lines of a real game.

use crate::cli::exit::Status;
use crate::cli::output_file::OutputFile;
use crate::cli::{Context, games};
use crate::games::{BuiltIn, GameBots, GameJson, GameName, GameWords, Seat, with_game};
use crate::protocol::{self, Reply, grammar::rules};
use crate::random::Random;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use std::fmt::Write as _;

#[derive(clap::Args, Debug)]
pub(crate) struct Arguments {
    /// The game whose messages are shown [default: all games]
    #[arg(value_name = "GAME", value_parser = games::parser())]
    game: Option<GameName>,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn run(arguments: &Arguments, context: &mut Context) -> anyhow::Result<Status> {
    arguments.output.open(context)?;
    let mut page = COMMON.to_owned();
    for game in GameName::ALL.into_iter().filter(|game| arguments.game.is_none_or(|only| only == *game)) {
        with_game!(game, G => describe::<G>(&mut page, game));
    }
    context.output.write(page)?;
    Ok(Status::Yes)
}

/// The parts of the protocol that all games have in common.
const COMMON: &str = "\
# The bot protocol

A bot is a program that plays a game. The referee is the program that deals the cards, asks the bots for their moves, and checks
the moves. `clowder bot match` is a referee. The referee starts each bot once for a whole match or tournament. The bot reads
one message per line from standard input, and answers each message with one line on standard output.

## Try it

These commands write a small bot in Python, check whether it follows the protocol, let it play four games against a built-in
bot, and show the first two lines of the messages that were sent. `clowder help bot new` lists the other languages.

```sh
clowder bot new --lang python --game tictactoe
clowder bot check --game tictactoe -- python3 bot.py
clowder bot match --game tictactoe --games 4 --out saved --bot mine='python3 bot.py' --bot random='clowder bot play random --game tictactoe'
head -2 saved/tictactoe/match/Round0/mine-random/messages.jsonl
```

`clowder bot protocol tictactoe` prints this page with the messages of tic-tac-toe only.

The bot runs in a sandbox, in which it can read its own folder, but cannot use the network. The page
[docs/sandbox.md](sandbox.md) in the source code of clowder describes the sandbox.

## Messages and answers

- The environment contains `TIMEOUT`, the time limit for an answer in milliseconds (300 by default). The first answer has a
  longer limit (10 seconds by default). The public server that uses this protocol does not give more time for the first
  answer.
- A message is `{\"state\":{...},\"messageID\":\"...\"}`. The ID is different in every message.
- An answer is `{\"move\":...,\"messageID\":\"...\"}` with the ID of the message. White space, the order of the keys and extra
  keys do not matter. The first answer with the right ID counts. Other lines are ignored, and the time limit keeps running.
- Some programming languages keep output in a buffer. Flush the buffer after each line. Debug output belongs on standard
  error.
- A bot should exit when its input ends.

## Order of the messages

1. Both bots get the message NEWGAME, beginning with the player who moves first. Any answer is accepted.
2. In every turn, both bots get the state, as each of them sees it. `activeTurn` is true for the bot that is to move. The
   answer of the other bot can have any move, such as `null`.
3. Both bots get the message ENDGAME. `result` is 0 for a win, 1 for a loss and 2 for a draw, as the receiver sees it.

In NEWGAME and ENDGAME, the state has the member `message`, which contains the word `NEWGAME` or `ENDGAME`, and no member
`activeTurn`. Therefore, a bot must look for `message` before it uses other members.

## Moves

`move` contains the move of the bot that is to move. The sections about the games describe its form. The move `\"RANDOM\"`
requests a random legal move. A bot is at fault if its move is missing, late or not legal, or if it has exited. By default, a
random legal move is then played for it (`--on-fault random`). With `--on-fault forfeit`, it loses the game.
";

/// The players of the example.
const NAMES: [&str; 2] = ["Ann", "Bob"];

/// Describes the messages of a game with the lines of a real game.
fn describe<G: GameWords + GameBots>(page: &mut String, game: GameName) {
    let mut random = Random::new(1);
    let mut example = Example { page, ids: Random::new(2) };
    let [view, moves] = rules(game);
    let _ = write!(
        example.page,
        "\n## {}\n\n{}\nA move is {}.\n\n```text\n{moves}```\n\nIn a turn, `state` has this form:\n\n```text\n{view}```\n\n\
         These are its members:\n\n{}\nThe lines below are from a real game between {} and {}. `>` is a message to a bot, and `<` \
         is its answer.\n\n```\n",
        capitalised(G::TITLE),
        G::RULES,
        G::MOVE_JSON,
        members::<G>(),
        NAMES[0],
        NAMES[1],
    );
    for seat in Seat::BOTH {
        example.exchange(seat, &protocol::new_game(1, "Round 1"), &|id| Reply::acknowledge(id).to_string());
    }
    let mut state = G::deal(&mut random);
    let mut turns = 0;
    let outcome = loop {
        if let Some(outcome) = G::result(&state) {
            break outcome;
        }
        let mover = G::mover(&state);
        let chosen = BuiltIn::Greedy.choose::<G>(&G::view(&state, mover, NAMES[mover.other()]), &mut random);
        let Some(chosen) = chosen.or_else(|| G::legal_moves(&state).into_iter().next()) else {
            return;
        };
        if turns < SHOWN_TURNS {
            for seat in [mover.other(), mover] {
                let view = G::write_view(&G::view(&state, seat, NAMES[seat.other()]));
                example.exchange(seat, &view, &|id| {
                    if seat == mover { Reply::play::<G>(&chosen, id) } else { Reply::acknowledge(id) }
                        .to_string()
                });
            }
        } else if turns == SHOWN_TURNS {
            example.page.push_str("...\n");
        }
        G::apply(&mut state, &chosen);
        turns += 1;
    };
    let last = G::write_state(&state);
    for seat in Seat::BOTH {
        example.exchange(seat, &protocol::end_game(&outcome, seat, &last), &|id| {
            Reply::acknowledge(id).to_string()
        });
    }
    example.page.push_str("```\n");
}

/// Returns a table of the members of a player's view.
fn members<G: GameJson>() -> String {
    let mut generator = SchemaSettings::default().for_serialize().into_generator();
    let schema = G::view_schema(&mut generator);
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|path| path.rsplit('/').next());
    let definition = name.and_then(|name| generator.definitions().get(name));
    let properties = definition.unwrap_or(schema.as_value()).get("properties").and_then(Value::as_object);
    let mut table = "| member | meaning |\n|---|---|\n".to_owned();
    for (name, member) in properties.into_iter().flatten() {
        let about = member.get("description").and_then(Value::as_str).unwrap_or_default();
        let _ = writeln!(table, "| `{name}` | {} |", about.replace('\n', " "));
    }
    table
}

/// The number of turns that are shown. In Arboretum, a complete turn of a player has four steps, which count as four
/// turns here.
const SHOWN_TURNS: usize = 5;

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The page to which the lines of an example game are added, and the source of the message IDs.
struct Example<'a> {
    page: &'a mut String,
    ids: Random,
}

impl Example<'_> {
    /// Adds a message and its answer.
    fn exchange(&mut self, seat: Seat, state: &str, answer: &dyn Fn(&str) -> String) {
        let id = self.ids.uuid();
        let line = protocol::line(state, &id);
        let name = NAMES[seat];
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.page, "{name} > {}\n{name} < {}", line.trim_end(), answer(&id));
    }
}
