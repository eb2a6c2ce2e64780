//! Decodes and answers the lines of a stream, or reports why a line cannot be decoded.

use super::batch::{Question, Response, Run};
use super::exit::Status;
use super::formats::{Encoding, Origin};
use super::input::not_utf8;
use super::jsonl::{Decoded, Undecoded, decode_line};
use super::result::{Name, Place};
use super::stream::{Framing, Line};
use super::subject::kind_of;
use super::{Format, line_breaks, result};
use crate::diagnostics::{Diagnostic, Diagnostics, Source, Span, codes};
use crate::notation::Kind;
use std::borrow::Cow;
use std::cell::Cell;

/// A file, or standard input, that is read as a stream of texts.
#[derive(Clone, Copy)]
pub(super) struct Stream<'a> {
    /// The separator between the texts.
    pub(super) framing: Framing,
    /// The format of the answers.
    pub(super) format: Format,
    /// The path of the file, or `-` for standard input.
    pub(super) path: &'a str,
    /// The number of the first text in this file.
    pub(super) first: usize,
}

/// A text of a stream: its number, its place in the file, and its bytes.
#[derive(Clone, Copy)]
struct Numbered<'a> {
    n: usize,
    start: (usize, usize),
    bytes: &'a [u8],
}

impl Run<'_> {
    /// Answers a line. If a line has errors only because of Windows line breaks or a byte order mark, the answer
    /// reports this cause.
    pub(super) fn line(
        &self,
        n: usize,
        (line, start): (&Line<'_>, (usize, usize)),
        stream: Stream<'_>,
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
        out: &mut Vec<u8>,
    ) -> Response {
        let whole = match line {
            Line::Whole(bytes) => bytes,
            Line::TooLong { length } => {
                let span = Span::new(self.batch.max_line(), *length);
                let message =
                    format!("the line has {length} bytes; at most {} are allowed", self.batch.max_line);
                let fault = Diagnostic::new(&codes::text::LINE_TOO_LONG, span, message);
                let place = self.place(Numbered { n, start, bytes: b"" }, stream);
                return self.unreadable(place, ("", &fault.into()), stream.format, out);
            }
        };
        let is_first = n == stream.first;
        if self.batch.crlf {
            return self.whole_line(
                Numbered { n, start, bytes: &line_breaks::without(whole, is_first) },
                stream,
                answer,
                out,
            );
        }
        let before = out.len();
        let response = self.whole_line(Numbered { n, start, bytes: whole }, stream, answer, out);
        let faults = match response.status {
            Status::No => line_breaks::errors(whole, is_first, stream.framing),
            _ => return response,
        };
        if faults.is_empty() {
            return response;
        }
        // This closure finds the status of the text without these errors. If it is enough to read the text, the verb
        // does not answer the line a second time.
        let answer_clean = |question: &Question<'_>, out: &mut Vec<u8>| match self.reader {
            Some(reader) => {
                let reading = reader.read(question);
                let is_valid = if self.lists_errors { reading.is_canonical() } else { reading.is_usable() };
                Status::of(is_valid).into()
            }
            None => answer(question, out),
        };
        let clean = line_breaks::without(whole, is_first);
        let clean = Numbered { n, start, bytes: &clean };
        if self.whole_line(clean, stream, &answer_clean, &mut Vec::new()).status != Status::Yes {
            return response;
        }
        out.truncate(before);
        let text = String::from_utf8_lossy(whole);
        let place = self.place(Numbered { n, start, bytes: whole }, stream);
        self.unreadable(place, (&text, &faults), stream.format, out)
    }

    fn place<'b>(&self, line: Numbered<'_>, stream: Stream<'b>) -> Place<'b> {
        let origin = Origin { path: Some(stream.path), start: line.start, raw: None, json: None };
        Place { n: line.n, id: None, name: Name::Line(line.n), origin, errors: self.errors }
    }

    /// Answers a line that is not too long.
    fn whole_line(
        &self,
        line: Numbered<'_>,
        stream: Stream<'_>,
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
        out: &mut Vec<u8>,
    ) -> Response {
        let (place, format) = (self.place(line, stream), stream.format);
        let text = match std::str::from_utf8(line.bytes) {
            Ok(text) => text,
            Err(error) => {
                let lossy = String::from_utf8_lossy(line.bytes);
                let fault = not_utf8(line.bytes, error);
                return self.unreadable(place, (&lossy, &fault.into()), format, out);
            }
        };
        let written_as =
            |encoding| Place { origin: Origin { raw: Some((text, encoding)), ..place.origin }, ..place };
        match stream.framing {
            Framing::Null => self.reply(place, text, None, format, answer, out),
            Framing::Lines => {
                // In JSON, `\n` is an escape in a string, and the JSON reader decodes it.
                if self.kind.map_or_else(|| text.starts_with(['[', '{']), Kind::is_json) {
                    return self.reply(place, text, None, format, answer, out);
                }
                self.reply(written_as(Encoding::Line), &unescaped(text), None, format, answer, out)
            }
            Framing::JsonLines => match decode_line(text, self.kind) {
                Ok(Decoded { id, text, json, members }) => {
                    let place = written_as(Encoding::Json);
                    let place = Place { id, origin: Origin { json, ..place.origin }, ..place };
                    let text = if self.batch.crlf && text.contains("\r\n") {
                        Cow::Owned(text.replace("\r\n", "\n"))
                    } else {
                        text
                    };
                    self.reply(place, &text, members, format, answer, out)
                }
                Err(Undecoded { id, fault }) => {
                    let place = Place { id, ..place };
                    self.unreadable(place, (text, &(*fault).into()), format, out)
                }
            },
        }
    }

    /// Answers the text of a line. If no kind is given, the kind is found from the text.
    fn reply(
        &self,
        place: Place<'_>,
        text: &str,
        members: Option<&str>,
        format: Format,
        answer: &impl Fn(&Question<'_>, &mut Vec<u8>) -> Response,
        out: &mut Vec<u8>,
    ) -> Response {
        if let Some(kind) = self.kind {
            return answer(&Question { place, kind, text, members, format, known: Cell::default() }, out);
        }
        let found = self.identify(text);
        match kind_of(text, &found, place.name, false) {
            Ok(kind) => {
                let known = self.known(found, kind, text, text);
                answer(&Question { place, kind, text, members, format, known }, out)
            }
            Err(error) => self.unreadable(place, (text, &(*error).into()), format, out),
        }
    }

    /// Writes the negative answer to a text that cannot be decoded or whose kind cannot be found. The answer reports
    /// the errors, whose spans refer to `line`.
    pub(super) fn unreadable(
        &self,
        place: Place<'_>,
        (line, faults): (&str, &Diagnostics),
        format: Format,
        out: &mut Vec<u8>,
    ) -> Response {
        let status = Status::No;
        if format == Format::Json {
            result::json(out, place, self.kind, line, &faults.clone().into(), false, &[]);
            return status.into();
        }
        let err = result::faults(format, place, Source::whole(line), faults, false);
        if self.lists_errors && self.errors.is_some() {
            out.extend(err.bytes());
            return status.into();
        }
        Response::new(err, status)
    }
}

/// Replaces each escape `\n` (a backslash and the letter `n`) in a line with a line break.
fn unescaped(text: &str) -> Cow<'_, str> {
    if text.contains("\\n") { Cow::Owned(text.replace("\\n", "\n")) } else { Cow::Borrowed(text) }
}
