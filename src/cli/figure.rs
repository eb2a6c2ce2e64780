//! Options for writing pictures to files.

use super::bot::page;
use super::choices::{Choice, one_of};
use super::paths::shown;
use super::picture_names::{have_names, picture_name};
use super::place::{Name, Place};
use super::states::StateQuestion;
use super::{Batch, Context, Findings, Format, Question, Response, Status, write_file};
use crate::check::drawn;
use crate::diagnostics::quoted;
use crate::diagnostics::{Diagnostic, Diagnostics, Source, escape};
use crate::kinds::Value;
use crate::notation::Segment;
use crate::protocol::GameRecord;
use crate::raft::State;
use crate::render::figure::html::{Section, StringPart};
use crate::render::figure::replay::{self, Replay};
use crate::render::figure::svg::{self, Theme};
use crate::render::figure::{Figure, FigureLook, html};
use crate::render::{Flow, Mark, Node, Picture, Style};
use anyhow::{Context as _, Result};
use clap::ArgAction;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// The file format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Form {
    /// A scalable picture without fonts or scripts
    Svg,
    /// A picture that consists of pixels
    Png,
    /// A page for a browser
    Html,
}

impl Form {
    const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Html => "html",
        }
    }
}

const THEMES: &[Choice<Theme>] = &[
    ("auto", "The theme of the reader's system; in a PNG, the light theme", Theme::Auto),
    ("light", "A light page", Theme::Light),
    ("dark", "A dark page", Theme::Dark),
];

/// File name extensions for which `--output` writes the answer as text instead of a picture.
const TEXT: [&str; 3] = ["txt", "json", "jsonl"];

/// Options of every verb that writes a picture to a file.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct FigureOptions {
    /// Write to a file: .svg, .png, .html, .txt, .json or .jsonl
    ///
    /// A picture is written to .svg, .png or .html, and text to the others.
    #[arg(long, short, alias = "out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Choose the format of the picture [default: from the file name]
    #[arg(long, value_enum, value_name = "FORM")]
    to: Option<Form>,
    /// Show row and column numbers
    ///
    /// The numbers are along the edges of a board, or inside empty hexagons.
    #[arg(long, value_parser = switch(), value_name = "on|off", action = ArgAction::Set, default_value = "on", hide_possible_values = true)]
    coordinates: bool,
    /// Choose the colours of the picture
    #[arg(long, value_parser = one_of(THEMES), value_name = "THEME", default_value = "auto")]
    theme: Theme,
    /// Scale an SVG or PNG picture
    ///
    /// With the factor 1, a square of a board is 40 pixels wide.
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = scale)]
    scale: f64,
}

/// Options that mark squares.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct MarkOptions {
    /// Mark a square: `ROW,COLUMN`, or `X,Y` for hexagons
    ///
    /// Can be repeated.
    #[arg(long, value_name = "SQUARE", value_parser = place, allow_hyphen_values = true)]
    highlight: Vec<[i32; 2]>,
    /// Draw an arrow between two squares, as in `0,3-4,5`
    ///
    /// Can be repeated.
    #[arg(long, value_name = "SQUARE-SQUARE", value_parser = way)]
    arrow: Vec<[[i32; 2]; 2]>,
    /// Mark the two squares of the last move, as in `0,3-4,5`
    #[arg(long, value_name = "SQUARE-SQUARE", value_parser = way)]
    last_move: Option<[[i32; 2]; 2]>,
}

impl MarkOptions {
    fn is_empty(&self) -> bool {
        self.highlight.is_empty() && self.arrow.is_empty() && self.last_move.is_none()
    }

    /// Marks the squares and draws the arrows in a picture.
    ///
    /// # Errors
    /// Returns an error if a square is not in the picture, or if an arrow begins and ends at the same square.
    pub(crate) fn mark(&self, picture: &mut Picture) -> Result<()> {
        let missing = |[row, column]: [i32; 2]| anyhow::anyhow!("the picture has no square {row},{column}");
        let last = self.last_move.iter().flatten().map(|&at| (at, Mark::LastMove));
        for (at, mark) in self.highlight.iter().map(|&at| (at, Mark::Highlight)).chain(last) {
            anyhow::ensure!(picture.mark(at, mark), missing(at));
        }
        for &[from, to] in &self.arrow {
            anyhow::ensure!(from != to, "an arrow needs two different squares");
            if !picture.arrow(from, to) {
                return Err(missing(if picture.has(from) { to } else { from }));
            }
        }
        Ok(())
    }
}

fn switch() -> impl TypedValueParser<Value = bool> {
    PossibleValuesParser::new(["on", "off"]).map(|value| value == "on")
}

fn scale(text: &str) -> Result<f64, String> {
    let scale: f64 = text.parse().map_err(|_| "expected a number".to_owned())?;
    let allowed = 0.05..=50.0;
    if allowed.contains(&scale) { Ok(scale) } else { Err("expected a number from 0.05 to 50".to_owned()) }
}

fn place(text: &str) -> Result<[i32; 2], String> {
    let numbers = text.split_once(',').and_then(|(row, column)| {
        let number = |text: &str| text.trim().parse::<i32>().ok().filter(|number| number.abs() < 1000);
        Some([number(row)?, number(column)?])
    });
    numbers.ok_or_else(|| "expected a row and a column, as in `3,4`".to_owned())
}

fn way(text: &str) -> Result<[[i32; 2]; 2], String> {
    // The search skips the first character, because it can be the minus sign of a coordinate.
    let middle =
        text.char_indices().skip(1).find(|&(at, letter)| letter == '-' && !text[..at].ends_with(','));
    let ends = middle.and_then(|(at, _)| Some([place(&text[..at]).ok()?, place(&text[at + 1..]).ok()?]));
    ends.ok_or_else(|| "expected two squares, as in `0,3-4,5`".to_owned())
}

impl FigureOptions {
    /// Returns the options for writing a picture to `path`, or `None` if `path` does not end with `.svg`, `.png`
    /// or `.html`.
    pub(crate) fn of_picture(path: &Path) -> Option<Self> {
        form_of_name(path)?;
        Some(Self { output: Some(path.to_owned()), coordinates: true, scale: 1.0, ..Self::default() })
    }

    /// Whether a picture is requested: `--to` is given, or `--output` names a file that is not for text.
    pub(crate) fn is_wanted(&self) -> bool {
        self.to.is_some() || (self.file().is_some() && self.text().is_none())
    }

    /// The file named by `--output`, or `None` for standard output.
    fn file(&self) -> Option<&PathBuf> {
        self.output.as_ref().filter(|path| path.as_os_str() != "-")
    }

    /// The file named by `--output`, if the answer is written to it as text.
    fn text(&self) -> Option<&Path> {
        let path = self.file().filter(|_| self.to.is_none())?;
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        TEXT.contains(&&*extension).then_some(path)
    }

    /// If `--output` names a file for text, redirects the output as
    /// [`OutputFile`](super::output_file::OutputFile) does.
    ///
    /// # Errors
    /// Returns an error if no file can be created in the directory.
    pub(crate) fn open(&self, context: &mut Context) -> Result<()> {
        self.text().map_or(Ok(()), |path| context.redirect(path))
    }

    /// Returns the picture format.
    ///
    /// # Errors
    /// Returns an error if the file name and `--to` contradict each other, if neither gives a format, or if
    /// `--scale` is given for a page.
    pub(crate) fn form(&self) -> Result<Form> {
        if let (Some(form), Some(path)) = (self.to, self.file())
            && form_of_name(path).is_some_and(|named| named != form)
        {
            anyhow::bail!("--to {} contradicts the name {}", form.extension(), shown(path));
        }
        let form = self.chosen_form()?;
        anyhow::ensure!(
            form != Form::Html || (self.scale - 1.0).abs() < f64::EPSILON,
            "--scale has no effect on a page, which fits its picture to the window"
        );
        Ok(form)
    }

    fn chosen_form(&self) -> Result<Form> {
        match (self.to, self.file()) {
            (Some(form), _) => Ok(form),
            (None, Some(path)) => form_of_name(path).ok_or_else(|| {
                anyhow::anyhow!(
                    "the name {} does not contain the format of the picture; end it with .svg, .png or .html, or use --to; to write the text instead, end it with .txt, .json or .jsonl",
                    shown(path)
                )
            }),
            (None, None) => anyhow::bail!("use -o FILE or --to FORM"),
        }
    }

    pub(crate) fn look(&self) -> FigureLook {
        FigureLook { coordinates: self.coordinates, ..FigureLook::default() }
    }

    fn theme(&self) -> Theme {
        self.theme
    }

    /// Returns the contents of a file that shows all pictures: a page with one section per picture, or one
    /// combined picture.
    ///
    /// # Errors
    /// Returns an error if there is nothing to draw, or if the pictures cannot be written in this form.
    pub(crate) fn contents(&self, title: &str, sections: Vec<Section>, form: Form) -> Result<Vec<u8>> {
        let is_empty = |section: &Section| section.picture.is_empty() && section.list.is_empty();
        anyhow::ensure!(!sections.iter().all(is_empty), "there is nothing to draw");
        if form == Form::Html {
            return Ok(html::page(title, sections, &[], &self.look(), self.theme()).into_bytes());
        }
        let figure = self.sheet(title, sections);
        let options = svg::Options { theme: self.theme(), scale: self.scale, ..svg::Options::default() };
        Ok(match form {
            Form::Png => png(&figure, &options)?,
            _ => svg::write(&figure, &options).into_bytes(),
        })
    }

    /// Arranges the pictures of a sheet, each below its heading, in about as many columns as rows.
    fn sheet(&self, title: &str, sections: Vec<Section>) -> Figure {
        let look = self.look();
        let words = |section: &Section| -> String {
            let parts = [section.heading.as_str(), &section.caption];
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
        };
        if let [Section { picture, list, .. }] = &sections[..]
            && list.is_empty()
        {
            return Picture { title: title.to_owned(), ..picture.clone() }.figure(&look);
        }
        let description = sections.iter().map(words).collect::<Vec<_>>().join("\n");
        let (drawn, listed): (Vec<_>, Vec<_>) =
            sections.into_iter().partition(|section| !section.picture.is_empty());
        let sizes = drawn.iter().take(40).map(|section| section.picture.clone().figure(&look).size.0);
        let widest = sizes.max().unwrap_or(0);
        let columns = (drawn.len().isqrt() as i32).clamp(if drawn.len() == 2 { 2 } else { 1 }, 8);
        let nodes = drawn.into_iter().map(|section| {
            let words = words(&section);
            let node = section.picture.node;
            if words.is_empty() { node } else { node.titled(words) }
        });
        let mut nodes = vec![Node::Parts(Flow::Shelf(SHEET_GAP), nodes.collect())];
        for section in listed {
            let lines = section.list.into_iter().map(|line| Node::words(line, Style::PLAIN)).collect();
            nodes.push(Node::Parts(Flow::Column, lines).titled(section.heading));
        }
        let picture: Picture = Node::Parts(Flow::Apart, nodes).into();
        let width = columns * (widest + 8 * SHEET_GAP as i32);
        let picture = Picture { title: title.to_owned(), description, ..picture };
        picture.figure(&FigureLook { width, ..look })
    }

    /// Writes several pictures to the output file or, if only a format is given, to standard output.
    ///
    /// # Errors
    /// Returns an error if the pictures cannot be written in this format, or if the file cannot be written.
    pub(crate) fn save(&self, title: &str, sections: Vec<Section>, context: &mut Context) -> Result<()> {
        let form = self.form()?;
        match self.file() {
            Some(path) if form == Form::Html && sections.len() > PER_PAGE => {
                self.save_pages(title, sections, path)
            }
            _ => self.save_bytes(&self.contents(title, sections, form)?, context),
        }
    }

    /// Splits many pictures into pages that link to each other. If the first page is `out.html`, the second page
    /// is `out-2.html`.
    fn save_pages(&self, title: &str, sections: Vec<Section>, path: &Path) -> Result<()> {
        let count = sections.len().div_ceil(PER_PAGE);
        let name = |page: usize| {
            let parts = [path.file_stem(), path.extension()];
            let [stem, extension] = parts.map(|part| part.unwrap_or_default().to_string_lossy().into_owned());
            if page == 1 { format!("{stem}.{extension}") } else { format!("{stem}-{page}.{extension}") }
        };
        let mut sections = sections.into_iter();
        for page in 1..=count {
            let mut links = Vec::new();
            if page > 1 {
                links.push(("previous page", url(&name(page - 1))));
            }
            if page < count {
                links.push(("next page", url(&name(page + 1))));
            }
            let own: Vec<_> = sections.by_ref().take(PER_PAGE).collect();
            let title = format!("{title}, page {page} of {count}");
            let text = html::page(&title, own, &links, &self.look(), self.theme());
            write_file(&path.with_file_name(name(page)), text.as_bytes())?;
        }
        Ok(())
    }

    /// Answers with one picture or page that contains all sections. If `--output` is given, the picture is
    /// written there. For a stream, `--output` is a directory, and each answer becomes a numbered file in it.
    pub(crate) fn answer<S>(
        &self,
        title: &str,
        sections: Vec<Section>,
        asked: &StateQuestion<'_, S>,
        out: &mut Vec<u8>,
    ) -> Response {
        let number = Some(asked.question.place).filter(|place| matches!(place.name, Name::Line(_)));
        let save = || {
            let form = if number.is_some() { self.to.unwrap_or(Form::Svg) } else { self.form()? };
            let name = number.map(|place| picture_name(place.n, None));
            self.write(self.contents(title, sections, form)?, form, name)
        };
        respond(save(), asked.question, &asked.findings, out)
    }

    /// Writes a picture to the output file, or returns the picture if no output file is given. With a `name`,
    /// `--output` is the directory for the new file.
    fn write(&self, bytes: Vec<u8>, form: Form, name: Option<String>) -> Result<Saved> {
        let Some(mut path) = self.file().cloned() else { return Ok(Saved::Picture(bytes)) };
        if let Some(name) = name {
            create_directory(&path)?;
            path.push(format!("{name}.{}", form.extension()));
        }
        write_file(&path, &bytes)?;
        Ok(Saved::File(path.display().to_string()))
    }

    /// Writes a page for stepping through a game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn save_replay(&self, game: &Replay, context: &mut Context) -> Result<()> {
        self.save_bytes(replay::page(game, self.theme()).as_bytes(), context)
    }

    /// Writes bytes to the output file or, if only a format is given, to standard output.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    fn save_bytes(&self, bytes: &[u8], context: &mut Context) -> Result<()> {
        match self.file() {
            Some(path) => write_file(path, bytes),
            None => context.write(bytes),
        }
    }
}

#[cfg(feature = "png")]
fn png(figure: &Figure, options: &svg::Options) -> Result<Vec<u8>> {
    Ok(crate::render::figure::png::write(figure, options)?)
}

#[cfg(not(feature = "png"))]
fn png(_: &Figure, _: &svg::Options) -> Result<Vec<u8>> {
    anyhow::bail!("this clowder was built without the feature `png`; write SVG or HTML instead")
}

const PER_PAGE: usize = 120;

/// Writes a file name as a relative URL.
pub(crate) fn url(name: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    name.bytes().map(byte).collect()
}

/// Number of columns between the pictures of a sheet.
const SHEET_GAP: usize = 6;

/// Settings for writing the pictures of strings to files.
pub(crate) struct Saving {
    options: FigureOptions,
    marks: MarkOptions,
    form: Form,
    /// Whether each picture is written to its own file in a directory.
    is_batch: bool,
    /// Whether each picture is named after the file of its string. Otherwise, pictures are numbered.
    is_named: bool,
}

impl Saving {
    /// Returns the settings for the pictures, or `None` if the options request no picture. For a batch, also
    /// creates the output directory.
    ///
    /// # Errors
    /// Returns an error if the file name, the directory or the format is missing or unsuitable. Also returns
    /// an error if squares are marked but no picture is requested, or if the directory cannot be created.
    pub(crate) fn new(
        options: &FigureOptions,
        marks: &MarkOptions,
        batch: &Batch<'_>,
    ) -> Result<Option<Self>> {
        if !options.is_wanted() {
            anyhow::ensure!(
                marks.is_empty(),
                "--highlight, --arrow and --last-move need -o FILE or --to FORM"
            );
            return Ok(None);
        }
        let (options, marks) = (options.clone(), marks.clone());
        if !batch.is_batch() {
            let form = options.form()?;
            return Ok(Some(Self { options, marks, form, is_batch: false, is_named: false }));
        }
        let Some(directory) = options.file() else {
            anyhow::bail!("several pictures need -o DIRECTORY");
        };
        if let Some(form) = form_of_name(directory).filter(|_| !directory.is_dir()) {
            anyhow::bail!(
                "{} is the name of one file, but each of the pictures needs its own file; write the name of a directory: -o {} --to {}",
                shown(directory),
                quoted(&directory.with_extension("").to_string_lossy()),
                options.to.unwrap_or(form).extension()
            );
        }
        create_directory(directory)?;
        let form = options.to.unwrap_or(Form::Svg);
        let is_named = batch.options.framing().is_none() && have_names(&batch.inputs);
        Ok(Some(Self { options, marks, form, is_batch: true, is_named }))
    }

    /// Returns the picture settings of a verb that draws only one string.
    ///
    /// # Errors
    /// Returns an error if [`new`](Self::new) does, or if a picture is requested for several strings.
    pub(crate) fn of_one(options: Option<FigureOptions>, batch: &Batch<'_>) -> Result<Option<Self>> {
        let Some(options) = options else { return Ok(None) };
        let several = "a picture shows one string; `clowder render` draws several";
        anyhow::ensure!(!batch.is_batch(), several);
        Self::new(&options, &MarkOptions::default(), batch)
    }

    /// Writes the picture of a string, with its errors marked, in addition to the verb's answer.
    pub(crate) fn beside(&self, question: &Question<'_>, mut response: Response) -> Response {
        let (value, findings) = Findings::of_any(question.read());
        if let Err(error) = self.save(value.as_deref(), question, &findings) {
            response.err += &format!("clowder: {}\n", escape(&format!("{error:#}")));
            response.status = Status::Trouble;
        }
        response
    }

    /// Draws the value of a string or, if the string has errors, its readable parts. Writes the picture to a
    /// file, or returns it if no file is given.
    ///
    /// # Errors
    /// Returns an error if a square to mark is not in the picture, if marks are requested for a replay, or if
    /// writing fails.
    pub(crate) fn save(
        &self,
        value: Option<&dyn Value>,
        question: &Question<'_>,
        findings: &Findings,
    ) -> Result<Saved> {
        let (place, faults) = (&question.place, &findings.diagnostics);
        let source = findings.source(question.text);
        // Only the thorough reader keeps a state's strings. If the quick grammar has read the state, the
        // strings are written anew from the value.
        let state = value.and_then(|value| value.as_any().downcast_ref::<State>());
        let parts = state.filter(|_| source.parts.is_empty()).map(State::parts);
        let source = parts.as_ref().map_or(source, |parts| Source::new(source.text, parts));
        let whole = value.filter(|_| findings.is_drawable());
        let none = Diagnostics::new();
        let mut picture = drawn(question.kind, value, source, if whole.is_some() { &none } else { faults });
        let (segments, warnings) = match whole {
            Some(value) => {
                if let Some(game) = self.replay(value, place) {
                    anyhow::ensure!(self.marks.is_empty(), "the squares of a replay cannot be marked");
                    return self.write(replay::page(&game, self.options.theme()).into_bytes(), place);
                }
                self.marks.mark(&mut picture)?;
                let warning = |found: &Diagnostic| format!("warning: {}", found.message);
                (value.explain(source), faults.iter().map(warning).collect())
            }
            None => {
                let segment = |fault: &Diagnostic| Segment {
                    component: fault.part,
                    ..Segment::new(fault.span, "error", "")
                };
                (faults.iter().map(segment).collect(), Vec::new())
            }
        };
        let title = picture.title.clone();
        let mut section = Section::from(picture);
        // A page also shows the warnings, the string, and the meanings of its segments.
        if self.form == Form::Html {
            (section.string, section.list) = (StringPart::all(source, &segments), warnings);
        }
        self.write(self.options.contents(&title, vec![section], self.form)?, place)
    }

    /// Returns the steps of a saved game, if the picture is a page.
    fn replay(&self, value: &dyn Value, place: &Place<'_>) -> Option<Replay> {
        match value.as_any().downcast_ref::<GameRecord>() {
            _ if self.form != Form::Html => None,
            Some(record) => Some(page::replay(record, place.path.map(Path::new))),
            None => value.replay(),
        }
    }

    fn write(&self, bytes: Vec<u8>, place: &Place<'_>) -> Result<Saved> {
        let file = place.path.filter(|_| self.is_named).map(Path::new);
        let name = self.is_batch.then(|| picture_name(place.n, file));
        self.options.write(bytes, self.form, name)
    }
}

pub(crate) enum Saved {
    /// The path of the picture file.
    File(String),
    /// The picture itself, if it was not written to a file.
    Picture(Vec<u8>),
}

/// Member of the result object for a picture.
#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(untagged)]
pub(crate) enum PictureOut {
    /// The picture itself.
    Picture {
        /// `render`: the picture as text; `null` if the text cannot be drawn. `legal-moves` and `solve penguins` with
        /// `--to` but without `-o`: the picture.
        picture: Option<String>,
    },
    /// The file to which the picture was written.
    File {
        /// Verbs that draw with `-o`: the file to which the picture was written.
        file: String,
    },
    /// No picture.
    Failed {
        /// Verbs that draw with `-o` or `--to`: the reason why the picture could not be drawn or written.
        failed: String,
    },
}

/// Builds a response with the picture or its file name, or explains why there is no picture.
pub(crate) fn respond(
    saved: Result<Saved>,
    question: &Question<'_>,
    findings: &Findings,
    out: &mut Vec<u8>,
) -> Response {
    let is_json = question.style.format == Format::Json;
    let (bytes, members) = match saved {
        Ok(Saved::File(file)) => (Vec::new(), Ok(PictureOut::File { file })),
        Ok(Saved::Picture(bytes)) if is_json => {
            let picture = String::from_utf8(bytes).map_err(|_| "a PNG needs -o FILE".to_owned());
            (Vec::new(), picture.map(|text| PictureOut::Picture { picture: Some(text) }))
        }
        Ok(Saved::Picture(bytes)) => (bytes, Ok(PictureOut::Picture { picture: None })),
        Err(error) => (Vec::new(), Err(format!("{error:#}"))),
    };
    let failed = match members {
        Ok(members) => {
            let status = Status::of(findings.is_drawable());
            return question.answer(findings, bytes, &members, status, out);
        }
        Err(why) => why,
    };
    let message = format!("clowder: {}\n", escape(&failed));
    let mut response = question.answer(findings, "", &PictureOut::Failed { failed }, Status::No, out);
    if !is_json {
        response.err += &message;
        response.status = Status::Trouble;
    }
    response
}

fn create_directory(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).with_context(|| format!("cannot create the directory {}", shown(path)))
}

/// Returns the picture format for a file name, or `None` if the name does not have the extension of a picture.
fn form_of_name(path: &Path) -> Option<Form> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    [Form::Svg, Form::Png, Form::Html].into_iter().find(|form| form.extension() == extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_ways_are_read() {
        assert_eq!(place("3,4"), Ok([3, 4]));
        assert_eq!(place("-1,-2"), Ok([-1, -2]));
        assert!(place("3").is_err() && place("a,b").is_err() && place("3,99999999999").is_err());
        assert_eq!(way("0,3-4,5"), Ok([[0, 3], [4, 5]]));
        assert_eq!(way("-1,-2--3,-4"), Ok([[-1, -2], [-3, -4]]));
        assert!(way("0,3").is_err() && way("0,3-").is_err() && way("é-1,2").is_err());
        assert!(scale("1.5").is_ok() && scale("0").is_err() && scale("NaN").is_err());
    }
}
