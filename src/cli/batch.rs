//! Runs a verb on each text of the input. The input is a list of texts or a stream. The answers are in input order. The
//! memory use does not grow with the length of a stream.

use super::advice;
use super::exit::Status;
use super::formats::ErrorFormat;
use super::input::{Inputs, Item, NotText, WAYS, empty, name_of_file};
use super::output::{Output, note};
use super::result::{Findings, Place};
use super::shard::Shard;
use super::stream::Framing;
use super::subject::{Reader, kind_of};
use super::tally::Tally;
use super::{Format, result};
use crate::diagnostics::escape::escape;
use crate::kinds::{Pace, ReadOptions, read_at};
use crate::notation::Kind;
use crate::repair::{Identified, Known, without_final_line_break};
use std::cell::Cell;
use std::io::{self, Write};

/// The options for streams of texts.
#[derive(clap::Args, Clone, Debug, Default)]
pub(crate) struct BatchOptions {
    /// Read one string per line; `\n` in a string means a line break
    #[arg(long, conflicts_with_all = ["null", "jsonl"])]
    pub(crate) lines: bool,
    /// Read strings that end with NUL bytes
    #[arg(long, conflicts_with = "jsonl")]
    pub(crate) null: bool,
    /// Read one JSON value per line: a string, a state of Race to the Raft as an array of strings, or an object with
    /// the member `input` and, optionally, the member `id`
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// Number of threads; the output does not depend on it [default: one per core]
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Stop after the first string with a negative answer (exit status 1), such as an invalid string
    #[arg(long)]
    pub(crate) fail_fast: bool,
    /// Stop after this number of strings that are invalid, or that lead to exit status 1 for another reason
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_errors: Option<u64>,
    /// Write only the summary, not the answers
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Number of the first string, if the stream is only a part of a longer stream [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1 << 53))]
    pub(crate) first: Option<u64>,
    /// Divide the input into N parts, and process only part K, for example 1/4. `clowder merge` joins the JSON output
    /// of all parts
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
    /// Returns the options for a command line that contains none of these options.
    pub(crate) fn none() -> Self {
        Self { max_line: MAX_LINE, ..Self::default() }
    }

    /// Returns true if the input is a stream or has more than one text.
    pub(crate) fn is_batch(&self, inputs: &Inputs) -> bool {
        self.framing().is_some() || inputs.len() > 1
    }

    pub(super) fn first(&self) -> usize {
        self.first.unwrap_or(1) as usize
    }

    /// Returns true if the text with the number `n` must be answered. With `--shard`, only one part of the input is
    /// answered.
    pub(super) fn answers(&self, n: usize) -> bool {
        self.shard.is_none_or(|shard| shard.contains(n - 1))
    }

    pub(super) fn max_line(&self) -> usize {
        self.max_line as usize
    }

    /// Returns the framing that separates the texts of the stream, or `None` if the input is not a stream.
    pub(super) fn framing(&self) -> Option<Framing> {
        match (self.lines, self.null, self.jsonl) {
            (true, _, _) => Some(Framing::Lines),
            (_, true, _) => Some(Framing::Null),
            (_, _, true) => Some(Framing::JsonLines),
            _ => None,
        }
    }
}

/// A text for which a verb must produce an answer.
pub(crate) struct Question<'a> {
    /// The place of the text in the input.
    pub(crate) place: Place<'a>,
    /// The kind of the text.
    pub(crate) kind: Kind,
    /// The text.
    pub(crate) text: &'a str,
    /// The line of a `--jsonl` batch, if the line is an object. A verb can read further members of this object.
    pub(crate) members: Option<&'a str>,
    /// The format of the answer.
    pub(crate) format: Format,
    /// The reading of the text, if the text was read in order to find its kind.
    pub(crate) known: Cell<Option<Known>>,
}

/// The parts of an answer that are not in the buffer for standard output.
pub(crate) struct Response {
    /// The text for standard error.
    pub(crate) err: String,
    /// The exit status for the text.
    pub(crate) status: Status,
    /// The function that writes the rest of the answer, if the answer is too long to be kept in memory.
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

/// The settings with which a verb answers its inputs.
pub(crate) struct Run<'a> {
    /// The inputs.
    pub(crate) inputs: &'a Inputs,
    /// The options for a stream.
    pub(crate) batch: &'a BatchOptions,
    /// The kind of the texts. If it is not given, the kind of each text is found from the text.
    pub(crate) kind: Option<Kind>,
    /// The value of `--format`, if it is given. The default is `human` for a single text and JSON for a batch. If the
    /// output is a terminal, the default is also `human` for several texts that are not a stream.
    pub(crate) format: Option<Format>,
    /// The format of the errors, if `--format` names a format that contains only errors.
    pub(crate) errors: Option<ErrorFormat>,
    /// True if the answer of the verb is the list of errors, as for `validate`. The other verbs report errors on
    /// standard error.
    pub(crate) lists_errors: bool,
    /// The settings with which the verb reads the texts. The field is `None` for verbs whose answer can be negative
    /// although the text has no errors. For these verbs, the kind of a text is found with the default settings, and the
    /// verb then reads the text again.
    pub(crate) reader: Option<&'a Reader>,
}

impl Run<'_> {
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
        self.named(output, &answer)
    }

    /// Answers the texts from the arguments and the files, or the text from standard input.
    fn named(
        &self,
        output: &mut Output,
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
    ) -> anyhow::Result<Status> {
        let (mut items, status) = self.inputs.read(self.kind)?;
        if self.batch.crlf {
            items.iter_mut().for_each(Item::remove_windows_line_breaks);
        }
        let single = self.inputs.len() <= 1;
        anyhow::ensure!(
            !single || self.batch.shard.is_none(),
            "--shard has an effect only with several strings"
        );
        // If the output is a terminal, a person has probably typed the command.
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
            let mut verdict = self.item(item, (place, tells, format), answer, &mut out);
            if let Some(message) = self.empty(item, verdict.status).filter(|_| tells) {
                // This message replaces the errors, because they do not say that there is no input.
                out.clear();
                verdict.err = message;
            }
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
        if let [item @ Item { text: Ok(text), .. }] = &items[..]
            && format == Format::Human
            && tally.worst == Status::No
            && self.empty(item, tally.worst).is_none()
            && let Some(advice) = self.kind.and_then(|kind| advice::about_text(kind, text))
        {
            output.flush()?;
            note(advice);
        }
        if let Some(kind) = self.kind.filter(|_| !single && tally.worst == Status::No) {
            let words: Vec<&str> = self.inputs.inputs.iter().filter_map(|word| word.to_str()).collect();
            let is_string = |text: &str| read_at(Pace::Fast, kind, text, &ReadOptions::default()).is_usable();
            advice::one_string(&words, is_string).into_iter().for_each(note);
        }
        Ok(tally.worst.and(status))
    }

    /// Returns the message for an empty file or pipe, or `None` if the input is not empty or the verb accepts it.
    fn empty(&self, item: &Item, status: Status) -> Option<String> {
        let is_empty = item.path.is_some() && item.text.as_ref().is_ok_and(String::is_empty);
        let message = || format!("{} {WAYS}", empty(&item.name, self.kind));
        (is_empty && status == Status::No).then(message)
    }

    /// Answers one text that is not part of a stream. If `tells` is true and the kind was not given, the kind that was
    /// found is reported.
    fn item(
        &self,
        item: &Item,
        (place, tells, format): (Place<'_>, bool, Format),
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
        out: &mut Vec<u8>,
    ) -> Response {
        let text = match &item.text {
            Ok(text) => text.as_str(),
            Err(NotText { lossy, faults }) => return self.unreadable(place, (lossy, faults), format, out),
        };
        // A wrong string can be the name of a file whose `@` was forgotten.
        let file = || item.path.is_none().then(|| name_of_file(text, self.kind)).flatten();
        let mut identified = None;
        let kind = if let Some(kind) = self.kind {
            kind
        } else {
            let found = identified.insert(self.identify(text));
            let file = if found.is_string() { None } else { file() };
            let kind = file.map_or_else(|| kind_of(text, found, place.name, tells), |it| Err(Box::new(it)));
            match kind {
                Ok(kind) => kind,
                Err(error) => return self.unreadable(place, (text, &(*error).into()), format, out),
            }
        };
        // The kind decides whether the last line break of a file belongs to the text.
        let is_found = self.kind.is_none() && item.path.is_some();
        let string = if is_found { without_final_line_break(kind, text) } else { text };
        let known = identified.map(|found| self.known(found, kind, text, string)).unwrap_or_default();
        let start = out.len();
        let response = answer(&Question { place, kind, text: string, members: None, format, known }, out);
        if response.status == Status::No
            && let Some(error) = file()
            && !read_at(Pace::Fast, kind, string, &ReadOptions::default()).is_usable()
        {
            out.truncate(start);
            let mut response = self.unreadable(place, (text, &error.into()), format, out);
            if self.lists_errors {
                out.extend(std::mem::take(&mut response.err).bytes());
            }
            return response;
        }
        response
    }

    /// Finds the kinds of a text.
    pub(super) fn identify(&self, text: &str) -> Identified {
        self.reader.map_or_else(|| Reader::default().identify(text), |reader| reader.identify(text))
    }

    /// Returns the reading of `text` that was made in order to find its kind. `string` is the string that the verb
    /// reads, which is `text` with or without the line break at its end.
    pub(super) fn known(
        &self,
        found: Identified,
        kind: Kind,
        text: &str,
        string: &str,
    ) -> Cell<Option<Known>> {
        Cell::new(self.reader.and_then(|reader| reader.known(found, kind, text, string)))
    }

    /// Writes the text before or after all errors. Only a format such as SARIF, which is one document, has this text.
    pub(super) fn write_text(
        &self,
        output: &mut Output,
        text: fn(ErrorFormat) -> String,
    ) -> anyhow::Result<()> {
        if self.batch.quiet { Ok(()) } else { output.write(self.errors.map(text).unwrap_or_default()) }
    }

    /// Removes the comma before the first error of a SARIF document. All other answers are returned as they are.
    pub(super) fn separated<'b>(&self, out: &'b [u8], tally: &mut Tally<'_>) -> &'b [u8] {
        if self.errors != Some(ErrorFormat::Sarif)
            || out.is_empty()
            || std::mem::replace(&mut tally.started, true)
        {
            return out;
        }
        out.strip_prefix(b",").unwrap_or(out)
    }

    pub(super) fn write(&self, output: &mut Output, out: &[u8], verdict: &Response) -> anyhow::Result<()> {
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
}

/// Returns the number of threads that the machine can run at the same time.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
