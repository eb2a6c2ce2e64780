//! Answers one text or a stream of texts with a verb. The answers are in input order, and the memory does not grow.

use super::batch_lines::Stream;
use super::exit::Status;
use super::formats::{ErrorFormat, starts};
use super::guesses::quoted;
use super::input::{self, Inputs, Item, NotText};
use super::output::{Output, count, note};
use super::result::{Findings, Place};
use super::shard::Shard;
use super::stream::{ChunkReader, Framing, Line};
use super::subject::kind_of;
use super::tally::Tally;
use super::{Format, result};
use crate::diagnostics::escape::escape;
use crate::notation::Kind;
use crate::repair::without_final_line_break;
use rayon::prelude::*;
use std::io::{self, Write};
use std::ops::Range;
use std::path::PathBuf;

/// The number of bytes that are read at a time for each thread. It is so large that the cost of distributing them does
/// not matter.
const CHUNK: usize = 256 << 10;

/// The number of bytes of answers in a piece after which they are written, even if the piece has more lines. An answer
/// can be a thousand times as long as its line.
const HELD: usize = 512 << 10;

/// Divides lines into four pieces per thread, so that no thread waits long for another. For one thread, there is one
/// piece.
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

/// The options for streams of texts.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct BatchOptions {
    /// Read one string per line; `\n` in a string means a line break
    #[arg(long, conflicts_with_all = ["null", "jsonl"])]
    pub(crate) lines: bool,
    /// Read strings that end with NUL bytes
    #[arg(long, conflicts_with = "jsonl")]
    pub(crate) null: bool,
    /// Read a JSON string, the array of a state, or an object with `id` and `input` on each line
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// Number of threads; the output does not depend on it [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Stop after the first string with exit status 1
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Stop after this number of strings with exit status 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_errors: Option<u64>,
    /// Write only the summary, not the answers
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Number of the first string, for a stream that is part of a longer one [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 53))]
    pub(crate) first: Option<u64>,
    /// Answer only part K of N parts, such as 1/4. `clowder merge` joins the answers in JSON
    #[arg(long, value_name = "K/N")]
    pub(crate) shard: Option<Shard>,
    /// Maximum length of a line in bytes
    #[arg(long, value_name = "BYTES", default_value_t = MAX_LINE, value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    pub(crate) max_line: u64,
    /// Accept Windows line breaks, and a byte order mark at the start of each file
    #[arg(long)]
    pub(crate) crlf: bool,
}

/// The maximum length of a line in bytes, if `--max-line` is not given.
const MAX_LINE: u64 = 1 << 20;

impl BatchOptions {
    /// Returns the options of a command line that gives none of them.
    pub(crate) fn none() -> Self {
        Self { max_line: MAX_LINE, ..Self::default() }
    }

    fn first(&self) -> usize {
        self.first.unwrap_or(1) as usize
    }

    /// Returns true if the text with this number is in the part that is answered.
    fn answers(&self, n: usize) -> bool {
        self.shard.is_none_or(|shard| shard.contains(n - 1))
    }

    pub(super) fn max_line(&self) -> usize {
        self.max_line as usize
    }

    /// Returns the framing of the stream, if the input is a stream.
    pub(super) fn framing(&self) -> Option<Framing> {
        match (self.lines, self.null, self.jsonl) {
            (true, _, _) => Some(Framing::Lines),
            (_, true, _) => Some(Framing::Null),
            (_, _, true) => Some(Framing::JsonLines),
            _ => None,
        }
    }
}

/// A text that a verb must answer.
pub(crate) struct Question<'a> {
    /// The place of the text in the input.
    pub(crate) place: Place<'a>,
    /// The kind of the text.
    pub(crate) kind: Kind,
    /// The text.
    pub(crate) text: &'a str,
    /// The line of a `--jsonl` batch, if it is an object. A verb may read more members of it.
    pub(crate) members: Option<&'a str>,
    /// The format of the answer.
    pub(crate) format: Format,
}

/// The part of an answer that does not go to standard output.
pub(crate) struct Response {
    /// The text for standard error.
    pub(crate) err: String,
    /// The exit status for the text.
    pub(crate) status: Status,
    /// Writes the rest of the answer to standard output, if the answer is too long to be kept in memory.
    pub(crate) rest: Option<Rest>,
}

/// A function that writes a long answer.
pub(crate) type Rest = Box<dyn Fn(&mut dyn Write) -> io::Result<()> + Send + Sync>;

impl Response {
    /// Returns a response whose whole answer is already written to the buffer.
    pub(crate) const fn new(err: String, status: Status) -> Self {
        Self { err, status, rest: None }
    }
}

impl From<Status> for Response {
    fn from(status: Status) -> Self {
        Self::new(String::new(), status)
    }
}

/// Writes the negative answer to a text that has errors.
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
    let err = result::faults(format, place, findings.source(text), &findings.diagnostics, colour);
    Response::new(err, Status::No)
}

/// The answers to several texts, in one buffer.
#[derive(Default)]
struct Piece {
    out: Vec<u8>,
    /// For each text, the index of the end of its answer in the buffer, and the response. There is no response to a text
    /// of another part.
    verdicts: Vec<(usize, Option<Response>)>,
}

/// A file or standard input to read as a stream.
struct Input {
    reader: Box<dyn io::Read>,
    /// The name for people.
    name: String,
    /// The path for programs.
    path: String,
}

/// The settings with which a verb answers its inputs.
pub(crate) struct Run<'a> {
    /// The inputs.
    pub(crate) inputs: &'a Inputs,
    /// The options for a stream.
    pub(crate) batch: &'a BatchOptions,
    /// The kind of the texts; without it, the kind of each text is found from the text.
    pub(crate) kind: Option<Kind>,
    /// The value of `--format`, if it is given. The default is JSON for a batch, and the form for people for a single
    /// text.
    pub(crate) format: Option<Format>,
    /// The format of the errors, if `--format` names a format that contains only errors.
    pub(crate) errors: Option<ErrorFormat>,
    /// True if the errors are the answer of the verb. Otherwise, they are reported on standard error.
    pub(crate) lists_errors: bool,
}

impl Run<'_> {
    /// Returns true if there may be more than one answer.
    pub(crate) fn is_batch(&self) -> bool {
        self.batch.framing().is_some() || self.inputs.len() > 1
    }

    /// Answers every text.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails.
    pub(crate) fn answer(
        &self,
        output: &mut Output,
        answer: impl Fn(&Question<'_>, &mut Vec<u8>) -> Response + Sync,
    ) -> anyhow::Result<Status> {
        if let Some(framing) = self.batch.framing() {
            return self.stream(output, framing, &answer);
        }
        anyhow::ensure!(!self.batch.crlf, "--crlf has an effect only with --lines, --null or --jsonl");
        self.named(output, &answer)
    }

    /// Answers the texts on the command line, or the text on standard input.
    fn named(
        &self,
        output: &mut Output,
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
    ) -> anyhow::Result<Status> {
        let items = self.inputs.read(self.kind)?;
        let single = items.len() == 1;
        anyhow::ensure!(
            !single || self.batch.shard.is_none(),
            "--shard has an effect only with several strings"
        );
        // Several arguments on a terminal may be one string with a space that was not quoted.
        let in_words = !single && self.format.is_none() && self.errors.is_none() && output.is_terminal;
        let format = self.format.unwrap_or(if single || in_words { Format::Human } else { Format::Json });
        let mut tally = Tally::new(self.batch);
        let mut out = Vec::new();
        self.write_text(output, ErrorFormat::head)?;
        for (index, item) in items.iter().enumerate() {
            let n = self.batch.first() + index;
            if !self.batch.answers(n) {
                continue;
            }
            let place = Place { n, ..Place::only(&item.name, item.path.as_deref(), self.errors) };
            out.clear();
            if in_words && !self.batch.quiet {
                out.extend(format!("{}:\n", escape(&item.name)).bytes());
            }
            let tells = single && format == Format::Human && self.errors.is_none();
            let verdict = self.item(item, (place, tells), format, answer, &mut out);
            tally.count(verdict.status);
            self.write(output, self.separated(&out, &mut tally), &verdict)?;
            if tally.stop {
                break;
            }
        }
        self.write_text(output, ErrorFormat::tail)?;
        if !single {
            output.flush()?;
            tally.summary();
        }
        if in_words && self.inputs.inputs.len() > 1 {
            let words: Vec<_> = self.inputs.inputs.iter().map(|word| word.to_string_lossy()).collect();
            let (count, string) = (words.len(), quoted(&words.join(" ")));
            note(format!("{count} strings were given; if they are one string, put it in quotes: {string}"));
        }
        Ok(tally.worst)
    }

    /// Answers one text from the command line. If `tells` is true, a kind that was found is reported.
    fn item(
        &self,
        item: &Item,
        (place, tells): (Place<'_>, bool),
        format: Format,
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
        out: &mut Vec<u8>,
    ) -> Response {
        let text = match &item.text {
            Ok(text) => text.as_str(),
            Err(NotText { lossy, faults }) => return self.unreadable(place, (lossy, faults), format, out),
        };
        let kind = match self.kind.map_or_else(|| kind_of(text, place.name, tells), Ok) {
            Ok(kind) => kind,
            Err(error) => return self.unreadable(place, (text, &(*error).into()), format, out),
        };
        // The kind decides whether the last line break of a file belongs to the text.
        let is_found = self.kind.is_none() && item.path.is_some();
        let text = if is_found { without_final_line_break(kind, text) } else { text };
        answer(&Question { place, kind, text, members: None, format }, out)
    }

    /// Writes the text before or after the errors of a document.
    fn write_text(&self, output: &mut Output, text: fn(ErrorFormat) -> String) -> anyhow::Result<()> {
        if self.batch.quiet { Ok(()) } else { output.write(self.errors.map(text).unwrap_or_default()) }
    }

    /// Returns answers without the comma before the first error of a document.
    fn separated<'b>(&self, out: &'b [u8], tally: &mut Tally<'_>) -> &'b [u8] {
        if self.errors != Some(ErrorFormat::Sarif)
            || out.is_empty()
            || std::mem::replace(&mut tally.started, true)
        {
            return out;
        }
        out.strip_prefix(b",").unwrap_or(out)
    }

    fn write(&self, output: &mut Output, out: &[u8], verdict: &Response) -> anyhow::Result<()> {
        if !self.batch.quiet {
            output.write(out)?;
            if let Some(rest) = &verdict.rest {
                output.write_with(rest)?;
            }
        }
        if !verdict.err.is_empty() {
            output.flush()?;
            note(verdict.err.trim_end_matches('\n'));
        }
        Ok(())
    }

    /// Answers a stream chunk by chunk. Each chunk is answered on all cores, and the answers are written in input
    /// order.
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
        // The buffers are reused for the next chunk, so that nothing is allocated per line.
        let mut pieces: Vec<Piece> = Vec::new();
        // A document begins only when everything can be opened.
        let sources = self.sources()?;
        self.write_text(output, ErrorFormat::head)?;
        for Input { reader, name, path } in sources {
            let mut reader = ChunkReader::new(reader, framing, self.batch.max_line(), CHUNK * jobs.min(8));
            let stream = Stream { framing, format, path: &path, first: self.batch.first() + tally.read };
            let mut at = (0, 0);
            while !tally.stop {
                let lines =
                    reader.next_chunk().map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))?;
                if lines.is_empty() {
                    break;
                }
                let first = self.batch.first() + tally.read;
                let ranges = cut(&lines, jobs);
                pieces.resize_with(ranges.len().max(pieces.len()), Piece::default);
                let places =
                    if self.errors.is_some() { starts(&lines, framing, &mut at) } else { Vec::new() };
                let answer_from = |start: usize, end: usize, piece: &mut Piece| {
                    let places = places.get(start..end).unwrap_or_default();
                    self.piece(first + start, (&lines[start..end], places), piece, stream, answer);
                };
                let fill =
                    |(range, piece): (&Range<usize>, &mut Piece)| answer_from(range.start, range.end, piece);
                match &pool {
                    Some(pool) if ranges.len() > 1 => {
                        pool.install(|| ranges.par_iter().zip(&mut pieces).for_each(fill));
                    }
                    _ => ranges.iter().zip(&mut pieces).for_each(fill),
                }
                // Signals wait until the buffer is empty again, because it may be written in the middle of a line.
                let _whole_lines = interrupt.hold();
                for (range, piece) in ranges.iter().zip(&mut pieces) {
                    let mut start = range.start;
                    loop {
                        self.write_piece(output, piece, &mut tally)?;
                        start += piece.verdicts.len();
                        if start == range.end || tally.stop {
                            break;
                        }
                        // The piece has stopped because its answers are long. This answers the rest of its lines.
                        answer_from(start, range.end, piece);
                    }
                }
                output.flush()?;
                progress.set_position(tally.read as u64);
            }
        }
        self.write_text(output, ErrorFormat::tail)?;
        output.flush()?;
        progress.finish_and_clear();
        tally.summary();
        Ok(tally.worst)
    }

    /// Answers lines one after another, until they are all answered or the buffer is full.
    fn piece(
        &self,
        first: usize,
        (lines, places): (&[Line<'_>], &[(usize, usize)]),
        piece: &mut Piece,
        stream: Stream<'_>,
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
    ) {
        piece.out.clear();
        piece.verdicts.clear();
        for (index, line) in lines.iter().enumerate() {
            let start = places.get(index).copied().unwrap_or_default();
            let n = first + index;
            let is_here = self.batch.answers(n);
            let verdict = is_here.then(|| self.line(n, (line, start), stream, answer, &mut piece.out));
            piece.verdicts.push((piece.out.len(), verdict));
            if piece.out.len() > HELD {
                break;
            }
        }
    }

    /// Writes the answers of a piece, up to the last one that is wanted.
    fn write_piece(&self, output: &mut Output, piece: &Piece, tally: &mut Tally<'_>) -> anyhow::Result<()> {
        let mut written = 0;
        let mut end = 0;
        for (next, verdict) in &piece.verdicts {
            if tally.stop {
                break;
            }
            end = *next;
            tally.read += 1;
            let Some(verdict) = verdict else { continue };
            tally.count(verdict.status);
            if !verdict.err.is_empty() || verdict.rest.is_some() {
                self.write(output, self.separated(&piece.out[written..end], tally), verdict)?;
                written = end;
            }
        }
        if self.batch.quiet { Ok(()) } else { output.write(self.separated(&piece.out[written..end], tally)) }
    }

    fn sources(&self) -> anyhow::Result<Vec<Input>> {
        let mut sources: Vec<Input> = Vec::new();
        let standard_input = || -> anyhow::Result<Input> {
            Ok(Input {
                reader: Box::new(input::stdin()?),
                name: "standard input".to_owned(),
                path: "-".to_owned(),
            })
        };
        let paths = self.inputs.inputs.iter().map(|input| match input.as_encoded_bytes() {
            [b'@', path @ ..] if !path.is_empty() => super::system::path_of(path),
            _ => PathBuf::from(input),
        });
        for path in paths.chain(self.inputs.file.iter().cloned()) {
            if path.as_os_str() == "-" {
                sources.push(standard_input()?);
                continue;
            }
            let shown = path.display().to_string();
            let name = escape(&shown).into_owned();
            let file =
                std::fs::File::open(&path).map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))?;
            sources.push(Input { reader: Box::new(file), name, path: shown });
        }
        if sources.is_empty() {
            sources.push(standard_input()?);
        }
        Ok(sources)
    }
}

/// Returns the number of threads that the machine can run at the same time.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
