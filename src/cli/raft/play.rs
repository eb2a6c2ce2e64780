//! `play raft`: plays a game in the terminal. A human player, a built-in player or a program chooses the actions.

use super::ActionArgument;
use super::hint::{sentence, table};
use super::player_options::{PlayerName, SearchLimit};
use super::program_options::ProgramOptions;
use super::setup::{Setup, name_a_challenge, start};
use crate::cli::batch::threads;
use crate::cli::{Context, Format, Result, Status, input};
use crate::diagnostics::escape;
use crate::raft::player::{Choice, Phase, SearchOptions, Session, advise};
use crate::raft::record::{describe, describe_outcome};
use crate::random::{Random, Seed};
use crate::render::{self, Look};
use std::fs::File;
use std::io::{Stdin, Write as _};

/// Arguments of `play raft`.
#[derive(clap::Args, Debug)]
pub(crate) struct Play {
    #[command(flatten)]
    setup: Setup,
    /// Let a program play instead of you
    ///
    /// The player is `best`, `greedy`, `random` or a program, as in `command ./player`. A program gets each position as
    /// one line of JSON with `state` and `tile`. It answers with one line: an action, or a draw such as `A3B3`.
    #[arg(long, value_name = "PLAYER", value_parser = PlayerName::read)]
    player: Option<PlayerName>,
    #[command(flatten)]
    limit: SearchLimit,
    /// Use N threads for `best` and for hints [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    #[command(flatten)]
    program: ProgramOptions,
    #[arg(long, help = crate::cli::ASCII)]
    ascii: bool,
}

/// File in which the command `s` saves the game by default.
const SAVED: &str = "raft-game.json";

pub(crate) fn play(arguments: &Play, context: &mut Context) -> Result<Status> {
    // Standard input carries the player's actions, so the challenge must be an argument.
    let has_challenge = arguments.setup.names_challenge() || arguments.player.is_some();
    anyhow::ensure!(has_challenge, "{}", name_a_challenge("play raft"));
    let seed = arguments.setup.seed().get();
    let Some(state) = start(&arguments.setup, seed, context)? else { return Ok(Status::No) };
    let session = Session::new(state, seed);
    let jobs = threads(arguments.jobs);
    if let Some(name) = &arguments.player {
        return play_alone(session, name, arguments, (seed, jobs), context);
    }
    let look = context.look(arguments.ascii);
    let search = SearchOptions { limit: arguments.limit.get(), jobs, seed };
    Table { session, input: input::stdin()?, look, search, choices: Vec::new(), created: Vec::new(), context }
        .play()
}

/// Lets a built-in player or a program play the game to its end. The exit status is 0 for a win and 1 for a loss.
fn play_alone(
    mut session: Session,
    name: &PlayerName,
    arguments: &Play,
    (seed, jobs): (Seed, usize),
    context: &mut Context,
) -> Result<Status> {
    let mut player = name.player(arguments.limit.get(), jobs, &arguments.program)?;
    let mut random = Random::stream(seed, u64::MAX);
    let mut shown = 0;
    loop {
        let goes_on = session.outcome().continues() && player.advance(&mut session, &mut random)?;
        if context.format() != Format::Json {
            for played in &session.steps()[shown..] {
                context.line(describe(played.step()))?;
            }
            context.flush()?;
        }
        shown = session.steps().len();
        if !goes_on {
            break;
        }
    }
    if context.format() == Format::Json {
        let record = session.record().map(|record| record.to_string());
        context.line(record.unwrap_or_default())?;
    } else {
        if context.format() == Format::Human {
            let look = context.look(arguments.ascii);
            context.line("")?;
            context.scene(&render::raft::board(session.game().state().board()).scene(&look))?;
        }
        context.line(describe_outcome(session.outcome()))?;
    }
    Ok(Status::of(session.phase() == Phase::Won))
}

/// A game played by a human player in the terminal.
struct Table<'a> {
    session: Session,
    input: Stdin,
    look: Look,
    search: SearchOptions,
    /// The numbered choices on the screen. To play a choice, the player types its number.
    choices: Vec<Choice>,
    /// Files created by this run. Only these files may be replaced.
    created: Vec<String>,
    context: &'a mut Context,
}

/// What to do after a line typed by the player.
enum Next {
    /// The position has changed and must be shown again.
    Show,
    /// The position has not changed; read the next line.
    Ask,
    /// The command ends because the player typed `q` or the input ended.
    End,
}

impl Table<'_> {
    fn play(mut self) -> Result<Status> {
        self.context.say(
            "Type an action or its number. Type `?` for a hint, `u` to undo the last step, `s FILE` to save the game, `l` \
             to list all legal actions, or `q` to end.",
        )?;
        loop {
            self.show()?;
            if !self.session.outcome().continues() {
                self.context.say(
                    "The game is over. Type `u` to undo the last step, `s FILE` to save the game, or `q` to end.",
                )?;
            }
            loop {
                match self.ask()? {
                    Next::Show => break,
                    Next::Ask => {}
                    Next::End => return Ok(Status::Yes),
                }
            }
        }
    }

    /// Shows the board, the hand, the tile and the numbered choices.
    fn show(&mut self) -> Result<()> {
        let output = &mut *self.context;
        output.line("")?;
        output.scene(&render::raft::board(self.session.game().state().board()).scene(&self.look))?;
        output.line(describe_outcome(self.session.outcome()))?;
        let hand = self.session.game().state().hand().cards();
        if !hand.is_empty() {
            output.line(format!("hand: {hand}"))?;
            output.scene(&render::raft::hand(hand).scene(&self.look))?;
        }
        if let Phase::PlaceTile(tile) = self.session.phase() {
            output.line(format!("fire tile {tile} was drawn and must be placed:"))?;
            let shape = crate::raft::catalogue::fire_tile(tile).shape();
            output.scene(&render::raft::shape(shape).scene(&self.look))?;
        }
        self.choices = crate::raft::player::candidates(&self.session.quick());
        if self.session.outcome().continues() {
            for (number, choice) in (1..).zip(&self.choices) {
                output.line(format!("{number:>3}  {choice}"))?;
            }
        }
        output.flush()
    }

    /// Reads a line from the player and executes its command. The end of the input ends the game.
    fn ask(&mut self) -> Result<Next> {
        let Some(line) = input::ask(&self.input, self.context)? else { return Ok(Next::End) };
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "" => Ok(Next::Ask),
            "q" => Ok(Next::End),
            "?" => self.hint(),
            "l" => self.list(),
            "s" => self.save(if rest.is_empty() { SAVED } else { rest }),
            "u" if self.session.undo() => Ok(Next::Show),
            "u" => {
                self.context.say("there is no step to undo")?;
                Ok(Next::Ask)
            }
            _ => self.follow(word),
        }
    }

    /// Plays the choice that the player typed, given either as a string or as a number from the list.
    fn follow(&mut self, word: &str) -> Result<Next> {
        let numbered = word.parse::<usize>().ok().and_then(|number| self.choices.get(number.checked_sub(1)?));
        let choice = match numbered {
            Some(choice) => Ok(*choice),
            None => match ActionArgument::read(word) {
                (Some(ActionArgument::Action(action)), ..) => Ok(Choice::Action(action)),
                (Some(ActionArgument::Draw(draw)), ..) => Ok(Choice::Draw(draw)),
                (Some(ActionArgument::Tile), ..) => {
                    Err("a tile is drawn automatically after a card is placed".to_owned())
                }
                (None, _, errors) => Err(errors.to_string()),
            },
        };
        let played =
            choice.and_then(|choice| self.session.choose(choice).map_err(|errors| errors.to_string()));
        match played {
            Ok(()) => Ok(Next::Show),
            Err(why) => {
                self.context.say(escape(&format!("{word} cannot be played: {why}")).replace("\\n", "\n"))?;
                Ok(Next::Ask)
            }
        }
    }

    fn hint(&mut self) -> Result<Next> {
        let game = self.session.quick();
        let advice = advise(&game, &self.search);
        match advice.best() {
            Some(best) => {
                let text = format!("{}\n\n{}", sentence(&game, &best.choice), table(&advice));
                self.context.say(text.trim_end())?;
            }
            None => self.context.say("there is no action to suggest")?,
        }
        Ok(Next::Ask)
    }

    fn list(&mut self) -> Result<Next> {
        use crate::raft::legal;
        let game = self.session.game();
        let all: Vec<String> = match self.session.phase() {
            Phase::Draw => legal::draws(game.state()).iter().map(ToString::to_string).collect(),
            Phase::PlaceTile(tile) => {
                legal::fire_actions(game, tile).iter().map(ToString::to_string).collect()
            }
            Phase::Act => legal::card_and_cat_actions(game).iter().map(ToString::to_string).collect(),
            Phase::DrawTile | Phase::Won | Phase::Lost => Vec::new(),
        };
        self.context.say(all.join("  "))?;
        Ok(Next::Ask)
    }

    fn save(&mut self, path: &str) -> Result<Next> {
        let Some(record) = self.session.record() else {
            self.context.say("there is nothing to save before the first step")?;
            return Ok(Next::Ask);
        };
        let text = format!("{record}\n");
        let saved = if self.created.iter().any(|created| created == path) {
            std::fs::write(path, text)
        } else {
            File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()))
        };
        match saved {
            Ok(()) => {
                self.created.push(path.to_owned());
                self.context.say(format!("saved as a raft-record in {}", escape(path)))?;
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
                self.context
                    .say(format!("{} exists already; choose another name: `s FILE`", escape(path)))?;
            }
            Err(error) => self.context.say(format!("cannot save the game in {}: {error}", escape(path)))?,
        }
        Ok(Next::Ask)
    }
}
