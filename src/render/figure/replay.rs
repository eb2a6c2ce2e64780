//! Writes games as HTML pages on which people can step through the moves. Each page is a single file, which loads
//! nothing else and therefore works offline.
//!
//! If several figures have a part in common, the page contains this part only once. Each frame is a list of the parts
//! in which it differs from the previous frame, so that the page stays small even for a long game on a large board. The
//! script joins the parts of a frame before it parses them, because the beginning and the end of a group are separate
//! parts.

use super::Figure;
use super::html::head;
use super::svg::{Theme, element, escaped, items};
use std::collections::HashMap;
use std::fmt::Write as _;

/// The script of a replay.
const SCRIPT: &str = include_str!("replay.js");

/// The hash of the script, which is used in the content security policy. A test checks that the hash matches the
/// script.
const SCRIPT_HASH: &str = "sha256-v5hWgg9UK96ollkC0JqbquxMDehHDu9Xp7WFsOml6Xc=";

/// A position in a game, together with the move that led to it.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The picture of the position.
    pub figure: Figure,
    /// The move that led to the position, in words.
    pub caption: String,
    /// Additional information about the move, such as the time that it took, or the reason why it was rejected.
    pub notes: Vec<String>,
}

/// A text below a replay, such as the last output of a bot that crashed.
#[derive(Clone, Debug, Default)]
pub struct Note {
    /// The heading of the note.
    pub heading: String,
    /// The text of the note. Its line breaks are kept.
    pub text: String,
}

/// A game as a list of positions.
#[derive(Clone, Debug, Default)]
pub struct Replay {
    /// The title of the page.
    pub title: String,
    /// The result of the game.
    pub summary: String,
    /// The positions of the game. The first position is the one before the first move.
    pub frames: Vec<Frame>,
    /// The notes below the list of moves.
    pub notes: Vec<Note>,
}

/// The frames in the format that the script reads.
#[derive(serde::Serialize)]
struct Data<'a> {
    parts: Vec<String>,
    frames: Vec<Vec<usize>>,
    captions: Vec<&'a str>,
}

impl<'a> Data<'a> {
    fn new(frames: &'a [Frame]) -> Self {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut parts = Vec::new();
        let mut before: Vec<usize> = Vec::new();
        let mut encoded = Vec::new();
        for frame in frames {
            let mut number = |part: String| {
                *numbers.entry(part).or_insert_with_key(|part| {
                    parts.push(part.clone());
                    parts.len() - 1
                })
            };
            let now: Vec<usize> = items(&frame.figure).map(&mut number).collect();
            let mut edits = vec![now.len()];
            for (at, part) in now.iter().enumerate() {
                if before.get(at) != Some(part) {
                    edits.extend([at, *part]);
                }
            }
            encoded.push(edits);
            before = now;
        }
        let captions = frames.iter().map(|frame| frame.caption.as_str()).collect();
        Self { parts, frames: encoded, captions }
    }
}

/// Writes a game as an HTML page.
///
/// # Examples
/// ```
/// use clowder::render::figure::replay::{Frame, Replay, page};
/// use clowder::render::{Picture, figure::{FigureLook, svg::Theme}};
///
/// let figure = |text: &str| Picture::words(text).figure(&FigureLook::default());
/// let frame = |caption: &str| Frame { caption: caption.into(), figure: figure(caption), ..Frame::default() };
/// let replay = Replay { title: "A game".into(), frames: vec![frame("start"), frame("end")], ..Replay::default() };
/// assert!(page(&replay, Theme::Auto).contains("#turn=1"));
/// ```
pub fn page(replay: &Replay, theme: Theme) -> String {
    let mut frames = replay.frames.clone();
    if frames.is_empty() {
        frames.push(Frame::default());
    }
    // The picture is as wide as the widest frame and as high as the highest frame, so that it does not move between
    // frames.
    let size = frames.iter().fold((0, 0), |(width, height), frame| {
        let own = frame.figure.size();
        (width.max(own.0), height.max(own.1))
    });
    let mut out = String::new();
    head(&mut out, &replay.title, theme, &format!("'{SCRIPT_HASH}'"));
    let _ = writeln!(
        out,
        "<body class=\"replay\">\n<h1>{}</h1>\n<p>{}</p>\n<main>\n<div>\n<figure id=\"picture\">",
        escaped(&replay.title),
        escaped(&replay.summary),
    );
    let mut first = frames[0].figure.clone();
    first.grow(size);
    first.title.clone_from(&frames[0].caption);
    first.description.clear();
    out.push_str(&element(&first));
    out.push_str("\n</figure>\n");
    controls(&mut out, frames.len() - 1, &frames[0].caption);
    out.push_str("</div>\n<section>\n<h2>Moves</h2>\n");
    moves(&mut out, &frames);
    for Note { heading, text } in &replay.notes {
        let _ = writeln!(out, "<h2>{}</h2>\n<pre>{}\n</pre>", escaped(heading), escaped(text));
    }
    out.push_str("</section>\n</main>\n");
    // The data contain no `<`, so nothing in them can end the script element.
    let data = serde_json::to_string(&Data::new(&frames)).unwrap_or_default().replace('<', "\\u003c");
    let _ = writeln!(out, "<script type=\"application/json\" id=\"data\">{data}</script>");
    let _ = writeln!(out, "<script>{SCRIPT}</script>\n</body>\n</html>");
    out
}

fn controls(out: &mut String, last: usize, caption: &str) {
    out.push_str("<div class=\"controls\" role=\"group\" aria-label=\"Replay\">\n");
    for (id, label, text) in [
        ("first", "First position", "|&lt;"),
        ("back", "One move back", "&lt;"),
        ("play", "", "Play"),
        ("next", "One move forward", "&gt;"),
        ("last", "Last position", "&gt;|"),
    ] {
        let label = if label.is_empty() { String::new() } else { format!(" aria-label=\"{label}\"") };
        let _ = writeln!(out, "<button type=\"button\" id=\"{id}\"{label}>{text}</button>");
    }
    let _ = writeln!(
        out,
        "<label class=\"turn\">Turn <input type=\"range\" id=\"slider\" min=\"0\" max=\"{last}\" value=\"0\"></label>\n\
         <output id=\"turn\">0 / {last}</output>\n\
         <label>Speed <select id=\"speed\"><option value=\"0.5\">slow</option>\
         <option value=\"1\" selected>normal</option><option value=\"3\">fast</option>\
         <option value=\"10\">very fast</option></select></label>\n</div>\n\
         <p id=\"caption\" role=\"status\">{}</p>\n\
         <noscript><p>The moves are listed below. To step through them, use a browser that runs scripts.</p></noscript>",
        escaped(caption),
    );
}

fn moves(out: &mut String, frames: &[Frame]) {
    out.push_str("<ol id=\"moves\">\n");
    for (turn, frame) in frames.iter().enumerate() {
        let caption = if frame.caption.is_empty() { format!("turn {turn}") } else { escaped(&frame.caption) };
        let _ = write!(out, "<li><a href=\"#turn={turn}\">{turn}. {caption}</a>");
        for note in &frame.notes {
            let _ = write!(out, "<p>{}</p>", escaped(note));
        }
        out.push_str("</li>\n");
    }
    out.push_str("</ol>\n");
}
