//! The table of kinds: how each is read, explained and drawn.

use super::bot;
use crate::diagnostics::{Diagnostics, Span};
use crate::games::GameName;
use crate::notation::{Kind, Notation, Segment};
use crate::penguins;
use crate::polyomino;
use crate::raft::catalogue::Component;
use crate::raft::{self, explain};
use crate::render::{Look, Scene};

/// What may be said about a kind beside the text itself.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// Allow a component that is not one of the game's
    #[arg(long)]
    pub(crate) custom: bool,
    /// For a solution of Penguins Pool Party: allow that blocks are not placed yet
    #[arg(long)]
    pub(crate) partial: bool,
    /// For a placement or a solution of Penguins Pool Party: where the penguins stand
    #[arg(long, value_name = "CHALLENGE", value_parser = super::penguins_kinds::challenge)]
    pub(crate) challenge: Option<penguins::Challenge>,
    /// For an action of Race to the Raft: the board it must fit (`@PATH` for a file)
    #[arg(long, value_name = "BOARD", value_parser = super::raft::board)]
    pub(crate) board: Option<raft::PlayableState>,
    /// For bot-request and bot-reply: the game they belong to
    #[arg(long, value_name = "GAME", value_parser = super::games::parser())]
    pub(crate) game: Option<GameName>,
}

/// What reading a text has found.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The canonical string, if the text means something.
    pub(crate) canonical: Option<String>,
    /// Every fault.
    pub(crate) faults: Diagnostics,
}

impl<T: Into<Diagnostics>> From<T> for Reading {
    /// A text of which nothing could be read.
    fn from(faults: T) -> Self {
        Self { canonical: None, faults: faults.into() }
    }
}

/// How a kind is handled.
pub(crate) struct Entry {
    /// The kind.
    pub(crate) kind: Kind,
    /// An example in canonical form.
    pub(crate) example: &'static str,
    /// Whether the text is canonical and without fault, the quick way.
    pub(crate) parses: fn(&str, &Options) -> bool,
    /// The canonical string and every fault.
    pub(crate) read: fn(&str, &Options) -> Reading,
    /// The parts of a text whose only faults are of order and spelling.
    pub(crate) explain: fn(&str, &Options) -> Vec<Segment>,
    /// The picture of such a text.
    pub(crate) render: fn(&str, &Options, &Look) -> Scene,
}

/// An entry for a kind that is read by its notation alone.
macro_rules! entry {
    ($type:ty, |$value:ident, $text:ident| $explain:expr, |$drawn:ident, $look:ident| $render:expr) => {
        Entry {
            kind: <$type as Notation>::KIND,
            example: <$type as Notation>::EXAMPLE,
            parses: |text, _| <$type as Notation>::parse_canonical(text).is_some(),
            read: |text, _| plain::<$type>(text),
            explain: |$text, _| {
                let parts = |$value: &$type| -> Vec<Segment> { $explain };
                <$type as Notation>::read($text).into_value().map(|value| parts(&value)).unwrap_or_default()
            },
            render: |text, _, $look| {
                let scene = |$drawn: &$type| -> Scene { $render };
                <$type as Notation>::read(text).into_value().map(|value| scene(&value)).unwrap_or_default()
            },
        }
    };
}

/// An entry for a component, which must be one of the catalogue unless `--custom` allows any.
macro_rules! component {
    ($type:ty, |$value:ident, $text:ident| $explain:expr, |$drawn:ident, $look:ident| $render:expr) => {
        Entry {
            parses: |text, options| {
                let value = <$type as Notation>::parse_canonical(text);
                value.is_some_and(|value| options.custom || value.not_in_catalogue().is_none())
            },
            read: |text, options| listed::<$type>(text, options),
            ..entry!($type, |$value, $text| $explain, |$drawn, $look| $render)
        }
    };
}

fn plain<T: Notation>(text: &str) -> Reading {
    let (value, faults) = T::read(text).into_parts();
    Reading { canonical: value.map(|value| value.to_string()), faults }
}

fn listed<T: Component>(text: &str, options: &Options) -> Reading {
    let (value, mut faults) = T::read(text).into_parts();
    if let Some(value) = &value
        && !options.custom
    {
        // The span is that of the whole text, whatever order it was in.
        faults.extend(value.not_in_catalogue().map(|fault| {
            let span = Span::new(0, text.len());
            let fix = fault.fix.map(|fix| crate::diagnostics::Fix { span, ..fix });
            crate::diagnostics::Diagnostic { span, fix, ..fault }
        }));
    }
    Reading { canonical: value.map(|value| value.to_string()), faults }
}

/// How a kind is handled.
pub(crate) fn entry(kind: Kind) -> Entry {
    use crate::render::raft as draw;
    match kind {
        Kind::Challenge => {
            entry!(raft::Challenge, |it, _text| explain::challenge(it), |it, look| draw::challenge(it, look))
        }
        Kind::Board => entry!(raft::Board, |it, _text| explain::board(it), |it, look| draw::board(it, look)),
        Kind::Decks => {
            entry!(raft::Decks, |it, text| explain::cards(&it.0, text), |it, look| draw::decks(&it.0, look))
        }
        Kind::Hand => {
            entry!(raft::Hand, |it, text| explain::cards(&it.0, text), |it, look| draw::hand(&it.0, look))
        }
        Kind::Exhausted => {
            entry!(raft::Exhausted, |_it, text| explain::exhausted(text), |it, _look| draw::exhausted(it))
        }
        Kind::FireBag => {
            entry!(raft::FireBag, |_it, text| explain::fire_bag(text), |it, look| draw::fire_bag(*it, look))
        }
        Kind::Action => Entry {
            parses: |text, options| super::raft::action_fits(text, options),
            read: |text, options| super::raft::read_action_on(text, options),
            ..entry!(raft::Action, |it, text| explain::action(it, text), |it, look| draw::action(it, look))
        },
        Kind::Draw => entry!(raft::Draw, |it, text| explain::draw(*it, text), |it, _look| draw::draw(*it)),
        Kind::State => {
            entry!(raft::State, |it, text| explain::state(it, text), |it, look| draw::state(it, look))
        }
        Kind::PathwayCard => component!(
            raft::PathwayCard,
            |it, _text| explain::pathway_card(it),
            |it, look| draw::squares3x3(&it.squares, false, look)
        ),
        Kind::FireTile => {
            component!(raft::FireTile, |it, text| explain::fire_tile(it, text), |it, look| draw::shape(
                &it.shape, look
            ))
        }
        Kind::CatCard => {
            component!(raft::CatCard, |it, _text| explain::cat_card(it), |it, look| draw::squares3x3(
                &it.squares,
                false,
                look
            ))
        }
        Kind::RaftCard => {
            component!(raft::RaftCard, |it, _text| explain::raft_card(it), |it, look| draw::squares3x3(
                &it.squares,
                true,
                look
            ))
        }
        Kind::PenguinsChallenge => {
            entry!(penguins::Challenge, |it, text| penguins::explain::challenge(*it, text), |it, look| {
                crate::render::penguins::challenge(*it, look)
            })
        }
        Kind::PenguinsBoard => {
            entry!(penguins::Board, |it, _text| penguins::explain::board(*it), |it, look| {
                crate::render::penguins::board(*it, look)
            })
        }
        Kind::PenguinsState => {
            entry!(penguins::State, |it, text| penguins::explain::state(*it, text), |it, look| {
                crate::render::penguins::state(*it, look)
            })
        }
        Kind::Polyomino => {
            entry!(polyomino::Polyomino, |it, text| it.explain(text), |it, look| {
                crate::render::polyomino::polyomino(it, look)
            })
        }
        Kind::Region => {
            entry!(polyomino::Region, |it, text| it.explain(text), |it, look| {
                crate::render::polyomino::region(it, look)
            })
        }
        Kind::PenguinsPlacement => super::penguins_kinds::placement(),
        Kind::PenguinsSolution => super::penguins_kinds::solution(),
        Kind::BotRequest => bot::kinds::request(),
        Kind::BotReply => bot::kinds::reply(),
        Kind::GameRecord => bot::kinds::record(),
    }
}

/// Reads the name of a kind on the command line.
pub(crate) fn parser() -> impl clap::builder::TypedValueParser<Value = Kind> {
    use clap::builder::{PossibleValuesParser, TypedValueParser as _};
    let names = Kind::ALL.iter().map(|kind| kind.name());
    // Only names of kinds pass the first parser.
    PossibleValuesParser::new(names).map(|name| name.parse().unwrap_or(Kind::Board))
}
