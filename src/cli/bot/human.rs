//! `bot play --human`: a person against a built-in bot, or against a program that speaks the protocol.

use crate::arboretum::Arboretum;
use crate::arena::opponent::Opponent;
use crate::arena::referee::{Answer, is_random};
use crate::cli::exit::Status;
use crate::cli::{Context, input};
use crate::diagnostics::Diagnostics;
use crate::diagnostics::escape::escape;
use crate::games::GameName;
use crate::protocol;
use crate::protocol::explain::Tell;
use crate::protocol::message::{Message, View};
use crate::protocol::{Player, Request};
use crate::random::Random;
use crate::render::{Look, bots as draw};
use crate::tictactoe::TicTacToe;
use std::io::{BufRead as _, Stdin};

/// Who plays against the person.
pub(super) enum Bot {
    /// A built-in bot.
    BuiltIn(Player),
    /// A program and its name.
    Program(String, Box<Opponent>),
}

impl Bot {
    /// Its name, fit to be shown.
    fn name(&self) -> String {
        match self {
            Self::BuiltIn(player) => player.name().to_owned(),
            Self::Program(name, _) => escape(name).into_owned(),
        }
    }
}

/// Plays one game. `person` is the person's seat: 0 moves first.
pub(super) fn run(
    game: GameName,
    bot: Bot,
    person: usize,
    ascii: bool,
    seed: u64,
    context: &mut Context,
) -> anyhow::Result<Status> {
    let (input, random, look) = (input::stdin()?, Random::new(seed), context.output.look(ascii));
    let mut table = Table { bot, person, input, random, look, context };
    match game {
        GameName::TicTacToe => table.play::<TicTacToe>("a square, 0 to 8"),
        GameName::Arboretum => table.play::<Arboretum>(
            "a draw (0 the deck, 1 your discard pile, 2 the opponent's), a card with its place (J3 0 1), or a card to \
             discard (J3)",
        ),
    }
}

/// A game between a person and a bot.
struct Table<'a> {
    bot: Bot,
    person: usize,
    input: Stdin,
    random: Random,
    look: Look,
    context: &'a mut Context,
}

impl Table<'_> {
    fn play<G: Tell>(&mut self, help: &str) -> anyhow::Result<Status> {
        let mut state = G::deal(&mut self.random);
        self.say(&format!(
            "You play against {}. A move is {help}; ? lists the legal ones, q ends.",
            self.bot.name()
        ))?;
        self.tell(&protocol::new_game(1, "Round 1"))?;
        loop {
            if let Some(outcome) = G::result(&state) {
                self.tell(&protocol::end_game(&outcome, 1 - self.person, &G::write_state(&state)))?;
                self.show::<G>(&state)?;
                let result = match outcome.result_for(self.person) {
                    0 => "You win".to_owned(),
                    1 => format!("{} wins", self.bot.name()),
                    _ => "A draw".to_owned(),
                };
                let [own, other] = [self.person, 1 - self.person].map(|seat| outcome.scores[seat & 1]);
                self.say(&format!("{result}, {own} : {other}"))?;
                return Ok(Status::Yes);
            }
            let mover = G::mover(&state);
            let chosen = if mover == self.person {
                self.tell(&G::view(&state, 1 - mover, "you"))?;
                self.show::<G>(&state)?;
                match self.ask::<G>(&state)? {
                    Some(chosen) => chosen,
                    None => return Ok(Status::Yes),
                }
            } else {
                self.bots_move::<G>(&state)?
            };
            G::apply(&mut state, &chosen);
        }
    }

    /// What the bot plays, told to the person; what it draws from the deck stays hidden.
    fn bots_move<G: Tell>(&mut self, state: &G::State) -> anyhow::Result<G::Move> {
        let chosen = match self.answer::<G>(state)? {
            Ok(chosen) => chosen,
            Err(why) => {
                self.say(&format!("{} {}: a random move is played for it", self.bot.name(), escape(&why)))?;
                let random = self.random.choose(&G::legal_moves(state)).cloned();
                random.ok_or_else(|| anyhow::anyhow!("a game that goes on has no legal move"))?
            }
        };
        self.say(&format!("{} {}", self.bot.name(), G::tell(&chosen)))?;
        Ok(chosen)
    }

    /// The move the bot answers with, or what it did instead.
    fn answer<G: Tell>(&mut self, state: &G::State) -> anyhow::Result<Result<G::Move, String>> {
        let mover = G::mover(state);
        let text = match &mut self.bot {
            Bot::BuiltIn(player) => {
                let view = shown::<G>(state, mover, "you")?;
                player.choose(&view, &mut self.random).unwrap_or_default()
            }
            Bot::Program(_, program) => match program.ask(&G::view(state, mover, "you")) {
                Ok(Answer::Move(text)) if is_random(&text) => return Ok(Err("asks for one".to_owned())),
                Ok(Answer::Move(text)) => text,
                Ok(_) => return Ok(Err("answered without a move".to_owned())),
                Err(why) => return Ok(Err(why)),
            },
        };
        Ok(G::read_move(state, &text).map_err(|faults| format!("asked for {text}: {}", why_not(&faults))))
    }

    /// Tells a program what asks for no move.
    fn tell(&mut self, state: &str) -> anyhow::Result<()> {
        let Bot::Program(_, program) = &mut self.bot else {
            return Ok(());
        };
        match program.ask(state) {
            Ok(_) => Ok(()),
            Err(why) => self.say(&format!("{} {}", self.bot.name(), escape(&why))),
        }
    }

    fn show<G: Tell>(&mut self, state: &G::State) -> anyhow::Result<()> {
        let view = shown::<G>(state, self.person, &self.bot.name())?;
        self.context.output.line("")?;
        self.context.output.scene(&draw::view(&view, &self.look))
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        self.context.output.line(text)?;
        self.context.output.flush()
    }

    /// The person's move; `None` where they end the game.
    fn ask<G: Tell>(&mut self, state: &G::State) -> anyhow::Result<Option<G::Move>> {
        loop {
            self.context.output.write("> ")?;
            self.context.output.flush()?;
            let mut line = Vec::new();
            if self.input.lock().read_until(b'\n', &mut line)? == 0 {
                self.context.output.line("")?;
                return Ok(None);
            }
            // What is no text is no move.
            match String::from_utf8_lossy(&line).trim() {
                "" => {}
                "q" => return Ok(None),
                "?" => {
                    let moves: Vec<_> =
                        G::legal_moves(state).iter().map(|it| short(&G::write_move(it))).collect();
                    self.say(&moves.join("  "))?;
                }
                typed => match G::read_move(state, &long(typed)) {
                    Ok(chosen) => return Ok(Some(chosen)),
                    Err(faults) => self.say(&why_not(&faults))?,
                },
            }
        }
    }
}

/// Why a move is refused, in a line.
fn why_not(faults: &Diagnostics) -> String {
    let messages: Vec<_> = faults.iter().map(|it| escape(&it.message)).collect();
    if faults.iter().any(|fault| fault.code.name.starts_with("json/")) {
        return "that is no move; ? lists the legal ones".to_owned();
    }
    messages.join("; ")
}

/// What a seat is shown, read as a bot would read it.
fn shown<G: Tell>(state: &G::State, seat: usize, opponent: &str) -> anyhow::Result<View> {
    let id = Random::new(0).uuid();
    let line = protocol::line(&G::view(state, seat, opponent), &id);
    match Request::read_for(line.trim_end(), None).into_parts() {
        (Some(Request { message: Message::Turn(view), .. }), _) => Ok(view),
        (_, faults) => anyhow::bail!("our own message cannot be read: {faults}"),
    }
}

/// The JSON text of a move as a person types it: `J3` a card, `J3 0 1` a card with its place, else JSON.
fn long(typed: &str) -> String {
    let words: Vec<_> = typed.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let card = |word: &str| {
        let mut letters = word.chars();
        let (species, rank) = (letters.next()?.to_ascii_uppercase(), letters.next()?);
        let whole = letters.next().is_none() && species.is_ascii_uppercase() && rank.is_ascii_digit();
        whole.then(|| format!("[\"{species}\",{rank}]"))
    };
    match words.as_slice() {
        [word] => card(word).unwrap_or_else(|| typed.to_owned()),
        [word, x, y] => match card(word) {
            Some(card) => format!("{{\"card\":{card},\"coord\":[{x},{y}]}}"),
            None => typed.to_owned(),
        },
        _ => typed.to_owned(),
    }
}

/// A move as a person would type it.
fn short(json: &str) -> String {
    let plain: String = json
        .chars()
        .filter(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || ",-".contains(*it))
        .collect();
    let mut parts = plain.split(',').filter(|part| !part.is_empty());
    let (first, second) = (parts.next().unwrap_or(""), parts.next().unwrap_or(""));
    std::iter::once(format!("{first}{second}")).chain(parts.map(str::to_owned)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_typed_short() {
        for (typed, json) in
            [("J3", r#"["J",3]"#), ("J3 0 -1", r#"{"card":["J",3],"coord":[0,-1]}"#), ("0", "0")]
        {
            assert_eq!(long(typed), json);
            assert_eq!(short(json), typed);
        }
        assert_eq!(long("j3 0,-1"), r#"{"card":["J",3],"coord":[0,-1]}"#);
        assert_eq!(long(r#"["J", 3]"#), r#"["J", 3]"#);
    }
}
