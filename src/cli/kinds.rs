//! Options that affect only some kinds.

use super::input;
use crate::games::GameName;
use crate::kinds::{Blocks, Components, ReadOptions};
use crate::notation::{Kind, Notation};
use crate::penguins;
use crate::raft;
use anyhow::Result;
use std::ffi::OsString;

/// Options that affect only some kinds.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// Allow components that are not in the box of the game
    #[arg(long)]
    pub(crate) custom: bool,
    /// For a penguins-solution: allow fewer than four blocks
    #[arg(long)]
    pub(crate) partial: bool,
    /// For ice blocks: the challenge that they must fit (`@PATH` for a file)
    ///
    /// This option is for the kinds penguins-placement and penguins-solution.
    #[arg(long, value_name = "CHALLENGE")]
    pub(crate) challenge: Option<OsString>,
    /// For an action: the board that it must fit (`@PATH` for a file)
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<OsString>,
    /// For bot messages: the game
    #[arg(long, value_name = "GAME", value_parser = super::games::parser())]
    pub(crate) game: Option<GameName>,
}

impl Options {
    /// Converts these options to [`ReadOptions`]. Errors in option values are written to standard error.
    ///
    /// # Errors
    /// Returns an error if the value of an option is invalid.
    pub(crate) fn to_read_options(&self, colour: bool) -> Result<ReadOptions> {
        let challenge =
            self.challenge.as_ref().map(|text| read::<penguins::Challenge>(text, "--challenge", colour));
        let drawn_on =
            self.board.as_ref().map(|text| read::<raft::Board>(text, "--board", colour)).transpose()?;
        // The action is checked in a state with this board. The check requires neither cards nor tiles, so the
        // state contains neither.
        let board = drawn_on.map(raft::PlayableState::on_board).transpose();
        let board = board.map_err(|errors| anyhow::anyhow!("--board: {errors}"))?;
        Ok(ReadOptions {
            components: if self.custom { Components::Any } else { Components::Official },
            blocks: if self.partial { Blocks::Some } else { Blocks::All },
            challenge: challenge.transpose()?,
            board,
            drawn_on,
            game: self.game,
        })
    }

    /// Checks that every given option has an effect for the kind. Without a kind, accepts all options.
    ///
    /// # Errors
    /// Returns an error if an option has no effect for the kind.
    pub(crate) fn check(&self, kind: Option<Kind>) -> Result<()> {
        use Kind::{
            Action, BotReply, BotRequest, CatCard, FireTile, PathwayCard, PenguinsPlacement,
            PenguinsSolution, RaftCard,
        };
        let Some(kind) = kind else { return Ok(()) };
        let given: [(&str, bool, &[Kind]); 5] = [
            ("--custom", self.custom, &[PathwayCard, FireTile, CatCard, RaftCard]),
            ("--partial", self.partial, &[PenguinsSolution]),
            ("--challenge", self.challenge.is_some(), &[PenguinsPlacement, PenguinsSolution]),
            ("--board", self.board.is_some(), &[Action]),
            ("--game", self.game.is_some(), &[BotRequest, BotReply]),
        ];
        for (option, is_given, kinds) in given {
            if is_given && !kinds.contains(&kind) {
                let names: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
                anyhow::bail!("{option} has no effect for the kind `{kind}`; it is for {}", names.join(", "));
            }
        }
        Ok(())
    }
}

/// Reads the string of an option.
///
/// # Errors
/// Returns an error if the string is invalid. The errors in the string are written to standard error.
fn read<T: Notation>(text: &OsString, option: &str, colour: bool) -> Result<T> {
    let item = input::one(text, option, T::KIND)?;
    item.read::<T>(colour)
        .ok_or_else(|| anyhow::anyhow!("the value of {option} is not a valid {} string", T::KIND))
}
