//! One text or a stream of them through one verb: answers in input order, in memory that does not grow.

use super::exit::Status;
use super::input::{self, Inputs, Item, NotText, not_utf8};
use super::jsonl::{Decoded, Undecoded, decode_line};
use super::output::{Output, count, note};
use super::result::{Findings, Name, Place};
use super::stream::{ChunkReader, Framing, Line};
use super::{Format, result};
use crate::diagnostics::{Diagnostic, Diagnostics, Source, Span, codes};
use crate::notation::Kind;
use rayon::prelude::*;
use std::borrow::Cow;
use std::ops::Range;
use std::path::PathBuf;

/// Bytes read at a time for each thread: enough that handing them out costs nothing.
const CHUNK: usize = 256 << 10;

/// Bytes of answers a piece holds before they are written, however many lines it still has: what is said of a line
/// can be a thousand times as long as the line.
const HELD: usize = 512 << 10;

/// Cuts lines into four pieces a thread, so that none waits long for another; into one where there is one thread.
fn cut(lines: &[Line<'_>], jobs: usize) -> Vec<Range<usize>> {
    let total: usize = lines.iter().map(|line| line.len() + 1).sum();
    let size = if jobs == 1 { usize::MAX } else { total.div_ceil(jobs * 4) };
    let mut pieces = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (index, line) in lines.iter().enumerate() {
        bytes += line.len() + 1;
        if bytes >= size || index + 1 == lines.len() {
            pieces.push(start..index + 1);
            (start, bytes) = (index + 1, 0);
        }
    }
    pieces
}

/// How a stream of texts is cut up and answered.
#[derive(clap::Args, Clone, Debug, Default)]
#[command(next_help_heading = "Batches")]
pub(crate) struct BatchOptions {
    /// One text a line, of standard input or of a file; `\n` in it stands for a line end
    #[arg(long, conflicts_with_all = ["null", "jsonl"])]
    pub(crate) lines: bool,
    /// Texts ended by a NUL byte
    #[arg(long, conflicts_with = "jsonl")]
    pub(crate) null: bool,
    /// A JSON string, a state array or an object with `id` and `input` on each line
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// Threads to use; the output is the same for any number [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Stop at the first answer that is no
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Stop after this many answers that are no
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_errors: Option<u64>,
    /// Write no answers, only the exit status and the summary
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Number of the first text, for a stream that is a piece of a longer one [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 53))]
    pub(crate) first: Option<u64>,
    /// Longest line taken, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20, value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    pub(crate) max_line: u64,
}

impl BatchOptions {
    fn first(&self) -> usize {
        self.first.unwrap_or(1) as usize
    }

    fn max_line(&self) -> usize {
        self.max_line as usize
    }

    fn framing(&self) -> Option<Framing> {
        match (self.lines, self.null, self.jsonl) {
            (true, _, _) => Some(Framing::Lines),
            (_, true, _) => Some(Framing::Null),
            (_, _, true) => Some(Framing::JsonLines),
            _ => None,
        }
    }
}

/// One text to answer.
pub(crate) struct Question<'a> {
    /// Where it stands.
    pub(crate) place: Place<'a>,
    /// The text.
    pub(crate) text: &'a str,
    /// The line of a `--jsonl` batch, where it is an object: a verb may look for more members.
    pub(crate) members: Option<&'a str>,
    /// How to answer.
    pub(crate) format: Format,
}

/// What a verb says of a text, beside what it has written for standard output.
#[derive(Debug)]
pub(crate) struct Response {
    /// For standard error.
    pub(crate) err: String,
    /// Yes or no.
    pub(crate) status: Status,
}

impl From<Status> for Response {
    fn from(status: Status) -> Self {
        Self { err: String::new(), status }
    }
}

/// The answer no, with the faults of a text.
pub(crate) fn refuse(
    question: &Question<'_>,
    kind: Kind,
    text: &str,
    findings: &Findings,
    extra: &[result::Extra],
    colour: bool,
    out: &mut Vec<u8>,
) -> Response {
    let Question { place, format, .. } = *question;
    if format == Format::Json {
        result::json(out, place, kind, text, findings, false, extra);
        return Status::No.into();
    }
    let err = result::faults(format, place.name, findings.source(text), &findings.diagnostics, colour);
    Response { err, status: Status::No }
}

/// A run of texts answered one after another: their answers in one buffer.
#[derive(Default)]
struct Piece {
    out: Vec<u8>,
    /// Where each answer ends in the buffer, and its verdict.
    verdicts: Vec<(usize, Response)>,
}

/// A run of one verb over its inputs.
pub(crate) struct Run<'a> {
    /// What is read.
    pub(crate) inputs: &'a Inputs,
    /// How a stream is cut up.
    pub(crate) batch: &'a BatchOptions,
    /// What the texts are.
    pub(crate) kind: Kind,
    /// `--format`, if given: a batch answers in JSON else, a single text for people.
    pub(crate) format: Option<Format>,
}

impl Run<'_> {
    /// Whether there may be more than one answer.
    pub(crate) fn is_batch(&self) -> bool {
        self.batch.framing().is_some() || self.inputs.len() > 1
    }

    /// Answers every text.
    ///
    /// # Errors
    /// Reading or writing fails.
    pub(crate) fn answer(
        &self,
        output: &mut Output,
        answer: impl Fn(&Question<'_>, &mut Vec<u8>) -> Response + Sync,
    ) -> anyhow::Result<Status> {
        match self.batch.framing() {
            Some(framing) => self.stream(output, framing, &answer),
            None => self.named(output, &answer),
        }
    }

    /// The texts named on the command line, or the one on standard input.
    fn named(
        &self,
        output: &mut Output,
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
    ) -> anyhow::Result<Status> {
        let items = self.inputs.read(self.kind)?;
        let single = items.len() == 1;
        let format = self.format.unwrap_or(if single { Format::Human } else { Format::Json });
        let mut tally = Tally::new(self.batch);
        let mut out = Vec::new();
        for (index, Item { name, text }) in items.iter().enumerate() {
            let n = self.batch.first() + index;
            let place = Place { n, id: None, name: Name::Source(name) };
            out.clear();
            let verdict = match text {
                Ok(text) => answer(&Question { place, text, members: None, format }, &mut out),
                Err(NotText { lossy, faults }) => {
                    unreadable(place, self.kind, (lossy, faults), format, &mut out)
                }
            };
            tally.count(verdict.status);
            self.write(output, &out, &verdict)?;
            if tally.stop {
                break;
            }
        }
        if !single {
            output.flush()?;
            tally.summary();
        }
        Ok(tally.worst)
    }

    fn write(&self, output: &mut Output, out: &[u8], verdict: &Response) -> anyhow::Result<()> {
        if !self.batch.quiet {
            output.write(out)?;
        }
        if !verdict.err.is_empty() {
            output.flush()?;
            note(verdict.err.trim_end_matches('\n'));
        }
        Ok(())
    }

    /// A stream: answered chunk by chunk, each chunk on every core, written in input order.
    fn stream(
        &self,
        output: &mut Output,
        framing: Framing,
        answer: &(impl Fn(&Question<'_>, &mut Vec<u8>) -> Response + Sync),
    ) -> anyhow::Result<Status> {
        let format = self.format.unwrap_or(Format::Json);
        let jobs = self.batch.jobs.map_or_else(cores, usize::from);
        let pool = if jobs > 1 {
            Some(rayon::ThreadPoolBuilder::new().num_threads(jobs).use_current_thread().build()?)
        } else {
            None
        };
        let mut tally = Tally::new(self.batch);
        let interrupt = super::signals::Guard::new()?;
        let progress = count("read");
        // Buffers are kept from chunk to chunk: in steady state nothing is allocated for a line.
        let mut pieces: Vec<Piece> = Vec::new();
        for source in self.sources()? {
            let mut reader = ChunkReader::new(source.0, framing, self.batch.max_line(), CHUNK * jobs.min(8));
            while !tally.stop {
                let lines = reader
                    .next_chunk()
                    .map_err(|error| anyhow::anyhow!("cannot read {}: {error}", source.1))?;
                if lines.is_empty() {
                    break;
                }
                let first = self.batch.first() + tally.read;
                let ranges = cut(&lines, jobs);
                pieces.resize_with(ranges.len().max(pieces.len()), Piece::default);
                let answer_from = |start: usize, end: usize, piece: &mut Piece| {
                    self.piece(first + start, &lines[start..end], piece, (framing, format), answer);
                };
                let fill =
                    |(range, piece): (&Range<usize>, &mut Piece)| answer_from(range.start, range.end, piece);
                match &pool {
                    Some(pool) if ranges.len() > 1 => {
                        pool.install(|| ranges.par_iter().zip(&mut pieces).for_each(fill));
                    }
                    _ => ranges.iter().zip(&mut pieces).for_each(fill),
                }
                // Held until the buffer is empty again: it may spill in the middle of a line.
                let _whole_lines = interrupt.hold();
                for (range, piece) in ranges.iter().zip(&mut pieces) {
                    let mut start = range.start;
                    loop {
                        self.write_piece(output, piece, &mut tally)?;
                        start += piece.verdicts.len();
                        if start == range.end || tally.stop {
                            break;
                        }
                        // A piece with so much to say that it stopped to be written: the rest of it.
                        answer_from(start, range.end, piece);
                    }
                }
                output.flush()?;
                progress.set_position(tally.read as u64);
            }
        }
        progress.finish_and_clear();
        tally.summary();
        Ok(tally.worst)
    }

    /// Answers lines one after another, until they are all answered or the buffer is full.
    fn piece(
        &self,
        first: usize,
        lines: &[Line<'_>],
        piece: &mut Piece,
        (framing, format): (Framing, Format),
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
    ) {
        piece.out.clear();
        piece.verdicts.clear();
        for (index, line) in lines.iter().enumerate() {
            let verdict = self.line(first + index, line, framing, format, answer, &mut piece.out);
            piece.verdicts.push((piece.out.len(), verdict));
            if piece.out.len() > HELD {
                break;
            }
        }
    }

    /// Writes the answers of a piece, up to the last one wanted.
    fn write_piece(&self, output: &mut Output, piece: &Piece, tally: &mut Tally<'_>) -> anyhow::Result<()> {
        let mut written = 0;
        let mut end = 0;
        for (next, verdict) in &piece.verdicts {
            if tally.stop {
                break;
            }
            end = *next;
            tally.count(verdict.status);
            if !verdict.err.is_empty() {
                self.write(output, &piece.out[written..end], verdict)?;
                written = end;
            }
        }
        if self.batch.quiet { Ok(()) } else { output.write(&piece.out[written..end]) }
    }

    fn sources(&self) -> anyhow::Result<Vec<(Box<dyn std::io::Read>, String)>> {
        let mut sources: Vec<(Box<dyn std::io::Read>, String)> = Vec::new();
        let paths = self.inputs.inputs.iter().map(|input| match input.as_encoded_bytes() {
            [b'@', path @ ..] if !path.is_empty() => super::system::path_of(path),
            _ => PathBuf::from(input),
        });
        for path in paths.chain(self.inputs.file.iter().cloned()) {
            let name = crate::diagnostics::escape::escape(&path.display().to_string()).into_owned();
            if path.as_os_str() == "-" {
                sources.push((Box::new(input::stdin()?), "standard input".to_owned()));
            } else {
                let file = std::fs::File::open(&path)
                    .map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))?;
                sources.push((Box::new(file), name));
            }
        }
        if sources.is_empty() {
            sources.push((Box::new(input::stdin()?), "standard input".to_owned()));
        }
        Ok(sources)
    }

    fn line(
        &self,
        n: usize,
        line: &Line<'_>,
        framing: Framing,
        format: Format,
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
        out: &mut Vec<u8>,
    ) -> Response {
        let place = Place { n, id: None, name: Name::Line(n) };
        let bytes = match line {
            Line::Whole(bytes) => bytes,
            Line::TooLong { length } => {
                let span = Span::new(self.batch.max_line(), *length);
                let message = format!("the line has {length} bytes, more than {}", self.batch.max_line);
                let fault = Diagnostic::new(&codes::text::LINE_TOO_LONG, span, message);
                return unreadable(place, self.kind, ("", &fault.into()), format, out);
            }
        };
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let lossy = String::from_utf8_lossy(bytes);
                return unreadable(place, self.kind, (&lossy, &not_utf8(bytes, error).into()), format, out);
            }
        };
        match framing {
            Framing::Null => answer(&Question { place, text, members: None, format }, out),
            Framing::Lines => {
                let text = unescaped(text);
                answer(&Question { place, text: &text, members: None, format }, out)
            }
            Framing::JsonLines => match decode_line(text) {
                Ok(Decoded { id, text, members }) => {
                    answer(&Question { place: Place { id, ..place }, text: &text, members, format }, out)
                }
                Err(Undecoded { id, fault }) => {
                    unreadable(Place { id, ..place }, self.kind, (text, &(*fault).into()), format, out)
                }
            },
        }
    }
}

/// How many threads the machine runs at a time.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// `\n` in a line stands for a line end.
fn unescaped(text: &str) -> Cow<'_, str> {
    if text.contains("\\n") { Cow::Owned(text.replace("\\n", "\n")) } else { Cow::Borrowed(text) }
}

/// The answer to a line that cannot even be decoded: what was read of it, and why it cannot.
fn unreadable(
    place: Place<'_>,
    kind: Kind,
    (line, faults): (&str, &Diagnostics),
    format: Format,
    out: &mut Vec<u8>,
) -> Response {
    match format {
        Format::Json => {
            result::json(out, place, kind, line, &faults.clone().into(), false, &[]);
            Status::No.into()
        }
        Format::Human | Format::Plain => Response {
            err: result::faults(format, place.name, Source::whole(line), faults, false),
            status: Status::No,
        },
    }
}

/// Counts answers, and says when to stop.
struct Tally<'a> {
    options: &'a BatchOptions,
    read: usize,
    noes: u64,
    worst: Status,
    stop: bool,
}

impl<'a> Tally<'a> {
    const fn new(options: &'a BatchOptions) -> Self {
        Self { options, read: 0, noes: 0, worst: Status::Yes, stop: false }
    }

    /// Counts an answer, and stops at the last one wanted.
    fn count(&mut self, status: Status) {
        self.read += 1;
        self.worst = self.worst.and(status);
        self.noes += u64::from(status > Status::Yes);
        let limit = if self.options.fail_fast { Some(1) } else { self.options.max_errors };
        self.stop = limit.is_some_and(|limit| self.noes >= limit);
    }

    fn summary(&self) {
        let stopped = if self.stop { ", stopped there" } else { "" };
        note(format!("{} read, {} yes, {} no{stopped}", self.read, self.read as u64 - self.noes, self.noes));
    }
}
