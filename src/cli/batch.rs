//! Produces an answer for every text in the input. A text is an argument, a file, or a line of a stream.
//!
//! Texts are decoded and processed on several threads in bounded memory, and the answers are written in input
//! order. A slow stream is processed line by line.

use super::input::{Inputs, Item, MARK, NotText, Served, WAYS, empty, name_of_file, not_utf8};
use super::jsonl::{Decoded, decode_line};
use super::output::progress;
use super::place::{Encoding, Name, Place, after};
use super::result::{self};
use super::signals::Guard;
use super::stream::{Framing, Line, LineReader};
use super::subject::{Reader, kind_of};
use super::{Context, Findings, Format, OutputStyle, Status, advice, note, painted};
use crate::diagnostics::{Diagnostic, Diagnostics, Source, Span, codes, escape};
use crate::kinds::{self, AnyReading, Pace, ReadOptions, Value, read_at};
use crate::notation::Kind;
use crate::render::Look;
use crate::repair::{Known, improve, without_final_line_break};
use anyhow::Result;
use rayon::prelude::*;
use serde::Serialize;
use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::time::{Duration, Instant};

/// Options for streams of texts.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct BatchOptions {
    /// Read one string per line
    ///
    /// `\n` in a string stands for a line break, except in strings that are JSON themselves.
    #[arg(long, conflicts_with_all = ["null", "jsonl"])]
    pub(crate) lines: bool,
    /// Read strings that end with NUL bytes
    #[arg(long, conflicts_with = "jsonl")]
    pub(crate) null: bool,
    /// Read one JSON value per line
    ///
    /// A value is a string, a state of Race to the Raft (an array of five strings), or an object. The object has
    /// `input` and, if you like, `kind` and `id`.
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// Use N threads [default: one per core]
    ///
    /// The output does not depend on N.
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Stop after the first failing string
    ///
    /// A string fails if its answer is negative, for example if it is invalid.
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Print only the summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Limit the length of a line, in bytes [default: 1048576]
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    pub(crate) max_line: Option<u64>,
}

impl BatchOptions {
    /// Returns how the texts of the stream are separated, or `None` if the input is not a stream.
    pub(crate) const fn framing(&self) -> Option<Framing> {
        match (self.lines, self.null, self.jsonl) {
            (true, _, _) => Some(Framing::Lines),
            (_, true, _) => Some(Framing::Null),
            (_, _, true) => Some(Framing::JsonLines),
            _ => None,
        }
    }

    fn max_line(&self) -> usize {
        self.max_line.unwrap_or(1 << 20) as usize
    }

    pub(crate) fn threads(&self) -> usize {
        threads(self.jobs)
    }
}

/// The requested number of threads or, by default, the number that the machine can run in parallel.
pub(crate) fn threads(jobs: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    jobs.map_or_else(cores, usize::from)
}

pub(crate) fn pool(threads: usize) -> Result<rayon::ThreadPool> {
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads).build()?)
}

/// An input text for which a verb must produce an answer.
pub(crate) struct Question<'a> {
    pub(crate) place: Place<'a>,
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) reader: &'a Reader,
    /// The whole line of a `--jsonl` batch, if the line is an object with the text as a member. Verbs can
    /// read further members from this object.
    pub(crate) members: Option<&'a str>,
    pub(crate) style: OutputStyle,
    /// The parse result, if the search for the kind has already produced one.
    pub(crate) known: Cell<Option<Known>>,
}

impl Question<'_> {
    /// Reads the text without searching for the cause of its errors. Reuses the parse result from the search
    /// for the kind, if there is one.
    pub(crate) fn read_unimproved(&self) -> Known {
        let read = || read_at(self.reader.pace, self.kind, self.text, &self.reader.options);
        self.known.take().unwrap_or_else(|| Known { reading: read(), improved: None })
    }

    /// Reads the text once. If the text has errors and [`Reader::improves`] is set, also searches for their cause.
    pub(crate) fn read(&self) -> AnyReading {
        let Known { reading, improved } = self.read_unimproved();
        if reading.diagnostics().is_empty() || !self.reader.improves {
            return reading;
        }
        improved.unwrap_or_else(|| improve(self.kind, self.text, &self.reader.options, reading))
    }

    pub(crate) fn drawn(&self, value: &dyn Value, findings: &Findings, look: &Look) -> String {
        let picture = kinds::picture(self.kind, value, findings.source(self.text));
        painted(&picture.scene(look), self.style.colour)
    }

    pub(crate) fn json(&self, findings: &Findings, ok: bool, members: &impl Serialize, out: &mut Vec<u8>) {
        result::json(out, self.place, Some(self.kind), self.text, findings, ok, members);
    }

    /// Writes `text` to `out`, and returns the errors and warnings for standard error. If the format is JSON, writes a
    /// result object with `members` instead.
    pub(crate) fn answer(
        &self,
        findings: &Findings,
        text: impl AsRef<[u8]>,
        members: &impl Serialize,
        status: Status,
        out: &mut Vec<u8>,
    ) -> Response {
        if self.style.format == Format::Json {
            self.json(findings, status == Status::Yes, members, out);
            return status.into();
        }
        out.extend_from_slice(text.as_ref());
        Response { err: self.faults(findings), status }
    }

    pub(crate) fn faults(&self, findings: &Findings) -> String {
        result::faults(self.style, self.place, findings.source(self.text), &findings.diagnostics)
    }
}

/// The parts of an answer other than the text for standard output.
pub(crate) struct Response {
    /// The text for standard error.
    pub(crate) err: String,
    pub(crate) status: Status,
}

impl From<Status> for Response {
    fn from(status: Status) -> Self {
        Self { err: String::new(), status }
    }
}

/// A function that writes the answer to a question. It is a trait object, so that the code that reads a batch is
/// compiled only once, and not for every verb.
pub(crate) type Answer<'a> = dyn Fn(&Question<'_>, &mut Vec<u8>) -> Response + Sync + 'a;

/// The texts that a verb processes, and how to read them.
pub(crate) struct Batch<'a> {
    pub(crate) inputs: Inputs,
    pub(crate) options: &'a BatchOptions,
    /// The kind of all texts, or `None` to detect the kind of each text.
    pub(crate) kind: Option<Kind>,
    pub(crate) reader: Reader,
    /// Whether the list of errors is itself the answer, as for `validate`. Other verbs report errors on
    /// standard error.
    pub(crate) lists_errors: bool,
}

/// Number of bytes per read from a stream.
const CHUNK: usize = 256 << 10;

/// Maximum number of arguments or files to read at once. Their texts are processed before more are read.
const FILES: usize = 64;

impl<'a> Batch<'a> {
    /// Creates a batch with the default [`Reader`], which tries quick grammars first and does not search for the causes
    /// of errors.
    pub(crate) fn new(kind: Option<Kind>, inputs: Inputs, options: &'a BatchOptions) -> Self {
        Self { inputs, options, kind, reader: Reader::default(), lists_errors: false }
    }

    /// Whether the input is a stream or has more than one text.
    pub(crate) fn is_batch(&self) -> bool {
        self.options.framing().is_some() || self.inputs.len() > 1
    }

    /// Processes every text. The default format is `human` for a single text and JSON for a batch. On a
    /// terminal, the default for several arguments or files is also `human`.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails.
    pub(crate) fn answer(&self, context: &mut Context, answer: &Answer<'_>) -> Result<Status> {
        let framing = self.options.framing();
        let in_batch = self.is_batch();
        let is_shown = framing.is_none() && context.is_terminal;
        let default = if in_batch && !is_shown { Format::Json } else { Format::Human };
        let style = OutputStyle { in_batch, ..context.style(default) };
        let has_heads = in_batch && is_shown && context.format.is_none();
        let texts = Texts { batch: self, framing, style, has_heads, answer };
        let mut writer = Writer {
            texts,
            output: context,
            threads: self.options.threads(),
            pieces: Vec::new(),
            window: 1,
            is_slow: false,
            pool: OnceCell::new(),
            guard: None,
            answered: 0,
            noes: 0,
            worst: Status::Yes,
        };
        match framing {
            Some(framing) => writer.streams(framing)?,
            None => writer.items()?,
        }
        writer.output.flush()?;
        let advice = writer.one_string();
        let Writer { answered, noes, worst, .. } = writer;
        if in_batch && !Served::is_set() {
            let stopped = if writer.is_done() { ", stopped early" } else { "" };
            note(format!("{answered} read, {} ok, {noes} not ok{stopped}", answered - noes));
        }
        advice.into_iter().for_each(note);
        Ok(worst)
    }
}

/// A text in the input that has not been decoded yet.
enum Text<'a> {
    /// An argument or a file.
    Item(&'a Item),
    /// A line of a stream, with a flag that is true for the first line of a file.
    Line(Line<'a>, bool),
}

struct Texts<'a> {
    batch: &'a Batch<'a>,
    framing: Option<Framing>,
    style: OutputStyle,
    /// Whether each answer is preceded by the name of its input.
    has_heads: bool,
    answer: &'a Answer<'a>,
}

impl Texts<'_> {
    fn answer(&self, place: Place<'_>, text: &Text<'_>, out: &mut Vec<u8>) -> Response {
        match text {
            Text::Item(item) => self.item(place, item, out),
            Text::Line(line, is_first) => self.line(place, *line, *is_first, out),
        }
    }

    fn item(&self, place: Place<'_>, item: &Item, out: &mut Vec<u8>) -> Response {
        if self.has_heads && !self.batch.options.quiet {
            out.extend(format!("{}:\n", escape(&item.name)).bytes());
        }
        let (start, given) = (out.len(), self.batch.kind);
        let text = match &item.text {
            Ok(text) => text.as_str(),
            Err(NotText { lossy, faults }) => return self.unreadable(place, lossy, faults, out),
        };
        let mut response = self.decoded(place, &Decoded::of(text), out);
        if response.status != Status::No {
            return response;
        }
        if let Some(kind) = given
            && let Some(error) = self.file(&place, text)
            && !read_at(Pace::Fast, kind, text, &ReadOptions::default()).is_usable()
        {
            out.truncate(start);
            let mut response = self.unreadable(place, text, &error.into(), out);
            if self.batch.lists_errors {
                out.extend(std::mem::take(&mut response.err).bytes());
            }
            return response;
        }
        if self.is_alone() && item.path.is_some() && text.is_empty() {
            // The errors do not say that the input is empty, so another message replaces them.
            out.truncate(start);
            response.err = format!("{} {WAYS}", empty(&item.name, given));
        }
        response
    }

    /// Builds the error for an invalid argument that is a file name without `@`.
    fn file(&self, place: &Place<'_>, text: &str) -> Option<Diagnostic> {
        let is_argument = self.framing.is_none() && place.path.is_none();
        is_argument.then(|| name_of_file(text, self.batch.kind)).flatten()
    }

    /// Whether there is only one answer, written in human-readable form.
    fn is_alone(&self) -> bool {
        !self.style.in_batch && self.style.is_for_people()
    }

    /// Processes one line of a stream. Strips the stream's byte order mark and, unless the texts are
    /// separated by NUL bytes, a trailing carriage return.
    fn line(&self, place: Place<'_>, line: Line<'_>, is_first: bool, out: &mut Vec<u8>) -> Response {
        let kind = self.batch.kind;
        let mut bytes = match line {
            Line::Whole(bytes) => bytes,
            Line::TooLong(length) => {
                let most = self.batch.options.max_line();
                let message = format!("the line has {length} bytes; at most {most} are allowed");
                let span = Span::new(most, length);
                let fault = Diagnostic::new(&codes::text::LINE_TOO_LONG, span, message);
                return self.unreadable(place, "", &fault.into(), out);
            }
        };
        if is_first {
            bytes = bytes.strip_prefix(MARK).unwrap_or(bytes);
        }
        if self.framing != Some(Framing::Null) {
            bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        }
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let fault = not_utf8(bytes, error);
                return self.unreadable(place, &String::from_utf8_lossy(bytes), &fault.into(), out);
            }
        };
        match self.framing {
            // JSON is excluded, because there `\n` is an escape that the JSON reader decodes.
            Some(Framing::Lines) if !kind.map_or_else(|| text.starts_with(['[', '{']), Kind::is_json) => {
                let place = Place { raw: Some((text, Encoding::Line)), ..place };
                let text =
                    if text.contains("\\n") { text.replace("\\n", "\n").into() } else { Cow::from(text) };
                self.decoded(place, &Decoded::of(text), out)
            }
            Some(Framing::JsonLines) => match decode_line(text, kind) {
                Ok(decoded) => {
                    let (id, json) = (decoded.id, decoded.json);
                    let place = Place { id, raw: Some((text, Encoding::Json)), json, ..place };
                    self.decoded(place, &decoded, out)
                }
                Err((id, fault)) => self.unreadable(Place { id, ..place }, text, &(*fault).into(), out),
            },
            _ => self.decoded(place, &Decoded::of(text), out),
        }
    }

    /// Processes a decoded text. If no kind is given, finds the kind of the text. The kind decides whether a
    /// line break at the end of a file belongs to the text.
    fn decoded(&self, place: Place<'_>, decoded: &Decoded<'_>, out: &mut Vec<u8>) -> Response {
        let (style, reader, members) = (self.style, &self.batch.reader, decoded.members);
        let text = &*decoded.text;
        let mut answer = |kind, text, known| {
            (self.answer)(
                &Question { place, kind, text, reader, members, style, known: Cell::new(known) },
                out,
            )
        };
        if let Some(kind) = self.batch.kind.or(decoded.kind) {
            return answer(kind, text, None);
        }
        let found = reader.identify(text);
        let file = if found.is_string() { None } else { self.file(&place, text) };
        let kind = match file {
            Some(error) => Err(Box::new(error)),
            None => kind_of(text, &found, place.name, self.is_alone()),
        };
        let kind = match kind {
            Ok(kind) => kind,
            Err(error) => return self.unreadable(place, text, &(*error).into(), out),
        };
        let is_file = self.framing.is_none() && place.path.is_some();
        let string = if is_file { without_final_line_break(kind, text) } else { text };
        answer(kind, string, reader.known(found, kind, text, string))
    }

    /// Writes a negative answer for a text that cannot be decoded or whose kind is unknown. The spans in
    /// `faults` refer to `text`.
    fn unreadable(&self, place: Place<'_>, text: &str, faults: &Diagnostics, out: &mut Vec<u8>) -> Response {
        let status = Status::No;
        if self.style.format == Format::Json {
            let findings = faults.clone().into();
            result::json(out, place, self.batch.kind, text, &findings, false, &result::NoMembers {});
            return status.into();
        }
        let style = OutputStyle { error_colour: false, ..self.style };
        let err = result::faults(style, place, Source::whole(text), faults);
        if self.batch.lists_errors && style.concise {
            out.extend(err.bytes());
            return status.into();
        }
        Response { err, status }
    }
}

/// The answers for several texts, in one buffer.
#[derive(Default)]
struct Piece {
    out: Vec<u8>,
    /// The end offset and the [`Response`] of each answer in the buffer.
    responses: Vec<(usize, Response)>,
}

/// Writes answers in input order, and counts them.
struct Writer<'a> {
    texts: Texts<'a>,
    output: &'a mut Context,
    threads: usize,
    /// Answers that have not been written yet. The buffers are reused.
    pieces: Vec<Piece>,
    /// Number of texts processed per round. All answers of a round are written together. The number is halved
    /// after a round that exceeded [`SLOW`] or [`HELD`], and doubled after any other round.
    window: usize,
    /// Whether the last round was slow. After a slow round, even a few texts are divided among the threads.
    is_slow: bool,
    /// The thread pool, started lazily. Without a pool, the current thread does all the work.
    pool: OnceCell<Option<rayon::ThreadPool>>,
    guard: Option<Guard>,
    answered: u64,
    noes: u64,
    worst: Status,
}

/// Target time for a round of answers. After a slower round, the next round is smaller.
const SLOW: Duration = Duration::from_millis(20);

/// Target size for the answers of a round, in bytes. After a larger round, the next round is smaller.
const HELD: usize = 512 << 10;

/// Number of texts in a round that is divided among threads. A round below the minimum is divided only after a
/// slow round. No round exceeds the maximum.
const SHARED: std::ops::RangeInclusive<usize> = 32..=2048;

impl Writer<'_> {
    /// Processes the arguments and files, or standard input if neither is given. If one of several files
    /// cannot be read, its error is printed, but the other texts are still processed.
    fn items(&mut self) -> Result<()> {
        let Batch { inputs, kind, .. } = self.texts.batch;
        let indices: Vec<usize> = (0..inputs.len().max(1)).collect();
        for part in indices.chunks(FILES) {
            let mut items = Vec::new();
            for &index in part {
                match inputs.read(index, *kind) {
                    Ok(item) => items.push((index + 1, item)),
                    Err(error) if inputs.len() > 1 && inputs.is_file(index) => {
                        note(format!("clowder: {error:#}"));
                        self.worst = Status::Trouble;
                    }
                    Err(error) => return Err(error),
                }
            }
            let texts: Vec<_> = items
                .iter()
                .map(|(n, item)| {
                    (Place { n: *n, ..Place::only(&item.name, item.path.as_deref()) }, Text::Item(item))
                })
                .collect();
            self.answer(&texts)?;
            if self.is_done() {
                break;
            }
            if self.texts.is_alone()
                && self.worst == Status::No
                && let [(_, Item { text: Ok(text), path, .. })] = &items[..]
                && (path.is_none() || !text.is_empty())
            {
                self.output.flush()?;
                kind.and_then(|kind| advice::about_text(kind, text)).into_iter().for_each(note);
            }
        }
        Ok(())
    }

    /// Gives advice if several invalid arguments together form one string.
    fn one_string(&self) -> Option<String> {
        let Batch { inputs, kind, .. } = self.texts.batch;
        let kind = kind.filter(|_| inputs.len() > 1 && self.worst == Status::No)?;
        let words: Vec<&str> = inputs.inputs.iter().filter_map(|word| word.to_str()).collect();
        advice::one_string(&words, &|text| {
            read_at(Pace::Fast, kind, text, &ReadOptions::default()).is_usable()
        })
    }

    /// Processes the lines of all files, or of standard input.
    fn streams(&mut self, framing: Framing) -> Result<()> {
        let Batch { inputs, options, .. } = self.texts.batch;
        self.guard = Some(Guard::new()?);
        let progress = progress(None, "{spinner} {human_pos} read, {per_sec}");
        let mut n = 0;
        for (source, path) in inputs.open()? {
            let mut reader = LineReader::new(source, framing, options.max_line(), CHUNK);
            let (mut start, mut is_first) = ((0, 0), true);
            let failed = |error| {
                let name = if path == "-" { "standard input".into() } else { escape(&path) };
                anyhow::anyhow!("cannot read {name}: {error}")
            };
            while !self.is_done() && reader.read().map_err(failed)? {
                let text = |line| {
                    n += 1;
                    let (name, first) = (Name::Line(n), std::mem::take(&mut is_first));
                    let place = Place { n, name, start, ..Place::only("", Some(&*path)) };
                    if self.texts.style.concise {
                        start = after(&line, framing, start);
                    }
                    (place, Text::Line(line, first))
                };
                let texts: Vec<_> = reader.lines().map(text).collect();
                self.answer(&texts)?;
                progress.set_position(self.answered);
            }
        }
        progress.finish_and_clear();
        Ok(())
    }

    fn answer(&mut self, mut texts: &[(Place<'_>, Text<'_>)]) -> Result<()> {
        while !texts.is_empty() && !self.is_done() {
            let (part, rest) = texts.split_at(self.window.min(texts.len()));
            let begun = Instant::now();
            self.fill(part);
            self.is_slow = begun.elapsed() > SLOW;
            let held: usize = self.pieces.iter().map(|piece| piece.out.len()).sum();
            self.window = if self.is_slow || held > HELD {
                (self.window / 2).max(self.threads)
            } else {
                (self.window * 2).min(*SHARED.end())
            };
            self.write()?;
            texts = rest;
        }
        Ok(())
    }

    /// Processes texts on all threads if sharing the work is probably quicker, otherwise on one thread.
    fn fill(&mut self, texts: &[(Place<'_>, Text<'_>)]) {
        let (threads, count) = (self.threads, texts.len());
        let is_shared = threads > 1 && count > 1 && (self.is_slow || count >= *SHARED.start());
        let start = || pool(threads).ok();
        let pool = if is_shared { self.pool.get_or_init(start).as_ref() } else { None };
        let size = if pool.is_some() { count.div_ceil(4 * threads) } else { count };
        self.pieces.resize_with(count.div_ceil(size), Piece::default);
        let answers = &self.texts;
        let answer = |(piece, texts): (&mut Piece, &[(Place<'_>, Text<'_>)])| {
            piece.out.clear();
            piece.responses.clear();
            for (place, text) in texts {
                let response = answers.answer(*place, text, &mut piece.out);
                piece.responses.push((piece.out.len(), response));
            }
        };
        match pool {
            Some(pool) => {
                pool.install(|| self.pieces.par_iter_mut().zip(texts.par_chunks(size)).for_each(answer));
            }
            None => self.pieces.iter_mut().zip(texts.chunks(size)).for_each(answer),
        }
    }

    /// Writes the answers. With `--fail-fast`, stops after the first negative answer.
    fn write(&mut self) -> Result<()> {
        // Delay signals until the answers are written. Otherwise, the output could end in the middle of a line.
        let _whole_lines = self.guard.as_ref().map(Guard::hold);
        let (quiet, fail_fast) = (self.texts.batch.options.quiet, self.texts.batch.options.fail_fast);
        for Piece { out, responses } in &self.pieces {
            let (mut from, mut to) = (0, 0);
            for (end, Response { err, status }) in responses {
                if fail_fast && self.noes > 0 {
                    break;
                }
                to = *end;
                self.answered += 1;
                self.noes += u64::from(*status > Status::Yes);
                self.worst = self.worst.max(*status);
                if !err.is_empty() {
                    if !quiet {
                        self.output.write(&out[from..to])?;
                    }
                    self.output.flush()?;
                    note(err.trim_end_matches('\n'));
                    from = to;
                }
            }
            if !quiet {
                self.output.write(&out[from..to])?;
            }
        }
        self.output.flush()
    }

    fn is_done(&self) -> bool {
        self.texts.batch.options.fail_fast && self.noes > 0
    }
}
