//! Writes games as HTML pages, on which readers can step through the moves. A page is a single file that loads no other
//! files, so it works offline.
//!
//! A page of a long game on a large board stays small: equal parts of figures are written only once, and each frame
//! lists only the parts that differ from the previous frame. The beginning and the end of a group are separate parts,
//! so the script joins all parts of a frame before it parses them.

use super::html::{Script, document, table};
use super::svg::{self, Theme, element, escaped};
use super::{Figure, FigureLook};
use crate::arboretum::{Species, State, score};
use crate::diagnostics::escape::excerpt;
use crate::games::{Game as _, GameWords as _, Seat, with_game};
use crate::protocol::explain::ending;
use crate::protocol::{AnyRecord, AnyState, GameRecord};
use crate::raft::generate::Step;
use crate::raft::record::{RaftRecord, describe, describe_outcome};
use crate::raft::{self, Action, CardSet, Deck, Orientation, Position};
use crate::render::{self, arboretum};
use serde_json::json;
use std::collections::HashMap;
use std::fmt::Write as _;

const SCRIPT: Script =
    Script { text: include_str!("replay.js"), hash: "sha256-7M5zo6CCK6hrzxVRhaGchiPwo88WGR4Z4zEblGeeoF8=" };

/// Names longer than this, in characters, are shortened.
const NAME: usize = 40;

/// The maximum width of cards and tiles that are placed side by side in a panel.
const PANEL: i32 = 320;

/// The place of a panel on the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Corner {
    /// In the middle, as large as possible.
    #[default]
    Main,
    /// In the sidebar.
    Side,
    /// In the sidebar, hidden until its heading is clicked.
    Folded,
}

/// One of the pictures that together show a position of a game, such as the board or a hand.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// The heading above the picture, or an empty string.
    pub heading: String,
    /// The picture.
    pub figure: Figure,
    /// Where the picture is on the page.
    pub corner: Corner,
}

/// A position in a game, and the move that led to it.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The pictures of the position. All frames of a game have the same number of panels.
    pub panels: Vec<Panel>,
    /// A line above the pictures that describes the position, or an empty string.
    pub status: String,
    /// The move that led to the position, in words.
    pub caption: String,
    /// The short name of the move for the list of moves. If it is empty, the list shows the caption instead.
    pub name: String,
    /// The cells of the replay's table at this position, row by row.
    pub cells: Vec<String>,
    /// More details about the move, such as how long it took, or why it was rejected.
    pub notes: Vec<String>,
    /// What the bot wrote to standard error during its turn.
    pub errors: String,
}

/// A text below the list of moves, such as the last output of a bot that crashed.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// The heading of the note.
    pub heading: String,
    /// The text of the note. Its line breaks are kept.
    pub text: String,
}

/// The headings of a table on the page. Its cells belong to the frames, because they change with the position.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The caption of the table.
    pub caption: String,
    /// The headings of the columns. The first one is the heading of the row headings.
    pub columns: Vec<String>,
    /// The headings of the rows.
    pub rows: Vec<String>,
}

/// A game as a list of positions.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The title of the page.
    pub title: String,
    /// The result of the game.
    pub summary: String,
    /// The positions of the game: first the one before the first move, and then the one after each move.
    pub frames: Vec<Frame>,
    /// A table, such as one with the scores.
    pub table: Option<Table>,
    /// The notes below the list of moves.
    pub notes: Vec<Note>,
}

impl Replay {
    /// Creates the replay of a game between two bots.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, protocol::GameRecord, render::figure::replay::Replay};
    ///
    /// let record: GameRecord = GameRecord::EXAMPLE.parse()?;
    /// let replay = Replay::of_bots(&record);
    /// assert_eq!(replay.frames.len(), record.move_count() + 1);
    /// assert_eq!(replay.frames[1].caption, "Perfect takes square 0 (top left)");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn of_bots(record: &GameRecord) -> Self {
        let players = record.players();
        let names = players.each_ref().map(|name| excerpt(name, NAME));
        let title = format!("{} against {}", names[0], names[1]);
        let mut replay = Self { summary: ending(record.outcome(), players), ..Self::default() };
        let states: Vec<AnyState> = with_game!(AnyRecord(game) = record.record(), G => {
            let captions = game.states().zip(game.moves()).map(|(state, of)| {
                format!("{} {}", names[G::mover(&state)], G::describe_move(of))
            });
            let captions = std::iter::once(title.clone()).chain(captions);
            replay.frames = captions.map(|caption| Frame { caption, ..Frame::default() }).collect();
            game.states().map(AnyState::from).collect()
        });
        if let Some(AnyState::Arboretum(_)) = states.first() {
            let mut rows = Species::ALL.map(|of| format!("{of} {}", of.tree())).to_vec();
            rows.push("total".to_owned());
            replay.table = Some(Table {
                caption: "Points if the game ended now (points without the right to score)".to_owned(),
                columns: std::iter::once("species".to_owned()).chain(names.clone()).collect(),
                rows,
            });
        }
        for (frame, state) in replay.frames.iter_mut().zip(&states) {
            if let (AnyState::Arboretum(state), Some(AnyState::Arboretum(last))) = (state, states.last()) {
                arboretum_frame(frame, state, last, &names);
            } else {
                let figure = render::protocol::whole(state, players.each_ref().map(String::as_str));
                let figure = figure.figure(&FigureLook::default());
                frame.panels.push(Panel { figure, ..Panel::default() });
            }
        }
        replay.title = title;
        replay
    }

    /// Creates the replay of a game of Race to the Raft. In each frame, the squares that the step has changed are
    /// marked.
    ///
    /// # Examples
    /// ```
    /// use clowder::{notation::Notation, raft::record::RaftRecord, render::figure::replay::Replay};
    ///
    /// let replay = Replay::of_raft(&RaftRecord::EXAMPLE.parse()?);
    /// assert_eq!(replay.frames.len(), 2);
    /// assert_eq!(replay.frames[1].name, "blue cat (4, 6) → (5, 6) for Af");
    /// # Ok::<(), clowder::diagnostics::Diagnostics>(())
    /// ```
    pub fn of_raft(record: &RaftRecord) -> Self {
        let frame = |state: &raft::State, marked: &[Position], caption: String, name: String| {
            let decks =
                Deck::ALL.map(|deck| format!("{} {}", deck.letter(), state.decks().cards().count(deck)));
            let panel = |corner: Corner, heading: String, picture: render::Picture| {
                let look = FigureLook { width: PANEL, ..FigureLook::default() };
                Panel { heading, figure: picture.figure(&look), corner }
            };
            let [board, hand, cats, bag] = render::raft::panels(state, marked);
            let cards = format!("Hand: {} of 6 cards", state.hand().cards().len());
            Frame {
                panels: vec![
                    panel(Corner::Main, String::new(), board),
                    panel(Corner::Side, cards, hand),
                    panel(Corner::Side, format!("Exhausted cats: {}", state.exhausted().len()), cats),
                    panel(Corner::Folded, format!("Bag: {} of 31 tiles", state.bag().len()), bag),
                ],
                status: format!("Cards in the decks: {}", decks.join(", ")),
                caption,
                name,
                ..Frame::default()
            }
        };
        let first = frame(record.initial(), &[], "the start".to_owned(), String::new());
        let later = record.steps().iter().map(|played| {
            let step = played.step();
            frame(played.after(), &render::raft::changed(played), describe(step), short_name(step))
        });
        Self {
            title: "A game of Race to the Raft".to_owned(),
            summary: describe_outcome(record.outcome()),
            frames: std::iter::once(first).chain(later).collect(),
            ..Self::default()
        }
    }
}

/// Adds the cards and the points of both players of an Arboretum game to a frame. `last` is the final state, which
/// determines the size of the play areas in all frames.
fn arboretum_frame(frame: &mut Frame, state: &State, last: &State, names: &[String; 2]) {
    frame.status = arboretum::progress(state).join("; ");
    let scores = score::scores(state);
    let best = state.areas().each_ref().map(score::best_paths);
    for seat in Seat::BOTH {
        let is_mover = !state.is_over() && state.mover() == seat;
        let heading = if is_mover { format!("▶ {}", names[seat]) } else { names[seat].clone() };
        let figure = arboretum::player(state, last, seat).figure(&FigureLook::default());
        frame.panels.push(Panel { heading, figure, corner: Corner::Main });
    }
    for species in Species::ALL {
        for seat in Seat::BOTH {
            let scored = scores[seat].paths.iter().find(|path| path.species == species);
            frame.cells.push(match (scored, best[seat][species.index()].score) {
                (Some(path), _) => path.score.to_string(),
                (None, 0) => "0".to_owned(),
                (None, lost) => format!("0 ({lost})"),
            });
        }
    }
    frame.cells.extend(scores.map(|score| score.total.to_string()));
}

/// Returns the short name of a step, such as `Cj at (7, 6), turned right`.
fn short_name(step: &Step) -> String {
    let turned = |orientation: Orientation| {
        ["", ", turned right", ", upside down", ", turned left"][usize::from(orientation.quarter_turns() % 4)]
    };
    match step {
        Step::Draw(draw, CardSet::EMPTY) => format!("draws {draw}: too few cards"),
        Step::Draw(draw, _) => format!("draws {draw}"),
        Step::Tile(tile) => format!("draws fire tile {tile}"),
        Step::Action(Action::Card(placed)) => {
            format!("{} at {:?}{}", placed.card, placed.at.coordinates(), turned(placed.orientation))
        }
        Step::Action(Action::Fire(placed)) => {
            let flipped = if placed.flipped { ", flipped" } else { "" };
            let (at, turned) = (placed.at.coordinates(), turned(placed.orientation));
            format!("fire tile {} at {at:?}{flipped}{turned}", placed.tile)
        }
        Step::Action(Action::Cat(moved)) => {
            let discards: Vec<_> = moved.discards.iter().map(|card| card.to_string()).collect();
            let (from, to) = (moved.from.coordinates(), moved.to.coordinates());
            format!("{} cat {from:?} → {to:?} for {}", moved.colour.name(), discards.join(" and "))
        }
    }
}

/// Returns the frames as JSON for the script `replay.js`.
fn data(frames: &[Frame]) -> String {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut parts = Vec::new();
    let mut number = |part: String| {
        *numbers.entry(part).or_insert_with_key(|part| {
            parts.push(part.clone());
            parts.len() - 1
        })
    };
    let mut panel = |index: usize| {
        let mut before: Vec<usize> = Vec::new();
        let mut encoded = |frame: &Frame| {
            let items = &frame.panels[index].figure.items;
            let now: Vec<usize> = items.iter().map(|item| number(svg::item(item))).collect();
            let is_new = |(at, part): &(usize, &usize)| before.get(*at) != Some(part);
            let edits = now.iter().enumerate().filter(is_new).flat_map(|(at, part)| [at, *part]);
            let edits: Vec<usize> = std::iter::once(now.len()).chain(edits).collect();
            before = now;
            edits
        };
        let edits: Vec<_> = frames.iter().map(&mut encoded).collect();
        let headings: Vec<_> = frames.iter().map(|frame| &frame.panels[index].heading).collect();
        json!({ "frames": edits, "headings": headings })
    };
    let panels: Vec<_> = (0..frames[0].panels.len()).map(&mut panel).collect();
    let words = |one: &Frame| json!({ "status": one.status, "caption": one.caption, "cells": one.cells });
    let frames: Vec<_> = frames.iter().map(words).collect();
    json!({ "parts": parts, "panels": panels, "frames": frames }).to_string()
}

/// Writes a game as an HTML page.
///
/// # Examples
/// ```
/// use clowder::render::figure::replay::{Frame, Panel, Replay, page};
/// use clowder::render::{Node, Picture, Style, figure::{FigureLook, svg::Theme}};
///
/// let frame = |caption: &str| {
///     let figure = Picture::from(Node::words(caption, Style::PLAIN)).figure(&FigureLook::default());
///     let panel = Panel { figure, ..Panel::default() };
///     Frame { caption: caption.into(), panels: vec![panel], ..Frame::default() }
/// };
/// let replay = Replay { title: "A game".into(), frames: vec![frame("start"), frame("end")], ..Replay::default() };
/// assert!(page(&replay, Theme::Auto).contains("#turn=1"));
/// ```
///
/// # Panics
/// Panics if a frame has fewer panels than the first frame.
pub fn page(replay: &Replay, theme: Theme) -> String {
    let mut frames = replay.frames.clone();
    if frames.is_empty() {
        frames.push(Frame::default());
    }
    let first = &frames[0];
    let table = replay.table.as_ref().map_or_else(String::new, |Table { caption, columns, rows }| {
        let columns: Vec<_> = columns.iter().map(|heading| (heading, "")).collect();
        let rows = rows.iter().zip(first.cells.chunks((columns.len() - 1).max(1))).map(|(heading, cells)| {
            std::iter::once(heading).chain(cells).map(|cell| escaped(cell)).collect()
        });
        table("id=\"scores\"", caption, &columns, rows)
    });
    let note = |Note { heading, text }: &Note| {
        format!("<h2>{}</h2>\n<pre>{}\n</pre>\n", escaped(heading), escaped(text))
    };
    let body = format!(
        include_str!("replay.html"),
        summary = escaped(&replay.summary),
        status = escaped(&first.status),
        main = panels(&frames, true),
        caption = escaped(&first.caption),
        last = frames.len() - 1,
        table = table,
        side = panels(&frames, false),
        moves = moves(&frames),
        notes = replay.notes.iter().map(note).collect::<String>(),
        // The data are in a script element. Without `<`, they cannot contain a tag that ends the element.
        data = data(&frames).replace('<', "\\u003c"),
    );
    document(&replay.title, theme, "replay", Some(SCRIPT), &body)
}

/// Writes the panels in the middle of the page or, if `is_main` is false, those in the sidebar. Each shows its picture
/// in the first frame. To keep its place in all frames, a panel is as wide as its widest and as high as its highest
/// picture.
fn panels(frames: &[Frame], is_main: bool) -> String {
    let mut out = String::new();
    for (index, Panel { heading, figure, corner }) in frames[0].panels.iter().enumerate() {
        if (*corner == Corner::Main) != is_main {
            continue;
        }
        let mut figure = figure.clone();
        for (other, panel) in frames.iter().flat_map(|frame| frame.panels.iter().enumerate()) {
            // The panels in the middle of the page all have the same size.
            if other == index || is_main && panel.corner == Corner::Main {
                figure.grow(panel.figure.size);
            }
        }
        figure.title.clone_from(if heading.is_empty() { &frames[0].caption } else { heading });
        figure.description.clear();
        let [element_name, heading_name] =
            if *corner == Corner::Folded { ["details", "summary"] } else { ["figure", "figcaption"] };
        let _ = write!(out, "<{element_name} class=\"panel\" id=\"panel-{index}\">");
        if !heading.is_empty() {
            let _ = write!(out, "<{heading_name}>{}</{heading_name}>", escaped(heading));
        }
        let _ = writeln!(out, "{}</{element_name}>", element(&figure));
    }
    out
}

fn moves(frames: &[Frame]) -> String {
    let mut out = String::new();
    for (turn, Frame { caption, name, notes, errors, .. }) in frames.iter().enumerate() {
        let name = [name, caption].into_iter().find(|name| !name.is_empty());
        let name = name.map_or_else(|| format!("turn {turn}"), |name| escaped(name));
        let _ = write!(out, "<li><a href=\"#turn={turn}\">{turn}. {name}</a>");
        for note in notes {
            let _ = write!(out, "<p>{}</p>", escaped(note));
        }
        if !errors.is_empty() {
            let _ = write!(out, "<p>standard error:</p><pre>{}\n</pre>", escaped(errors));
        }
        out.push_str("</li>\n");
    }
    out
}
