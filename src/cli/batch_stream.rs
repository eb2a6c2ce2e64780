//! Answers a stream of texts on several threads. The answers are in input order, and the memory use does not grow with
//! the input.
//!
//! Each thread repeats three steps: it reads a chunk of the stream, answers the lines of the chunk, and writes the
//! answers when the answers to all earlier chunks have been written. Therefore, one thread can read or write while the
//! other threads answer.

use super::Format;
use super::batch::{Question, Response, Run, cores};
use super::batch_lines::Stream;
use super::exit::Status;
use super::formats::{ErrorFormat, after};
use super::input;
use super::output::{Output, count};
use super::signals;
use super::stream::{Chunk, ChunkReader, Framing, Line};
use super::system::{is_readable, path_of};
use super::tally::Tally;
use crate::diagnostics::escape::escape;
use std::io::Read;
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The number of bytes that are read at a time.
const CHUNK: usize = 256 << 10;

/// The number of bytes of answers that a thread collects. If the answers are longer, the thread writes them before it
/// answers the remaining lines of its chunk. This limit is needed because an answer can be a thousand times as long
/// as its line.
const HELD: usize = 512 << 10;

/// The minimum number of bytes in a chunk of a fast stream. When a chunk with at least this number of bytes is read,
/// other threads begin to help. This number is the usual capacity of a pipe on Linux.
const FAST: usize = 64 << 10;

/// A file or standard input to read as a stream.
struct Input {
    reader: ChunkReader<Box<dyn Read + Send>>,
    /// A function that returns true if the input can be read without waiting.
    is_readable: Box<dyn Fn() -> bool + Send>,
    /// The name of the input, as it is shown to people.
    name: String,
}

/// The place of a chunk in the whole input.
#[derive(Clone, Copy)]
struct Job {
    /// The number of chunks before this chunk.
    turn: usize,
    /// The number of the first text of the chunk.
    n: usize,
    /// The index of the file that contains the chunk.
    file: usize,
    /// The number of the first text of the file.
    first: usize,
    /// The line and the column at which the chunk begins in the file. Both are counted from 0.
    start: (usize, usize),
}

/// The first part of the pipeline. It contains the inputs that must still be read.
struct Feed {
    inputs: Vec<Input>,
    /// The place of the next chunk.
    next: Job,
    /// The framing from which the places of lines in the file are computed, or `None` if these places are not needed.
    located: Option<Framing>,
}

impl Feed {
    /// Reads the next chunk. Returns `None` at the end of the last file.
    fn read(&mut self, chunk: &mut Chunk) -> anyhow::Result<Option<Job>> {
        while let Some(input) = self.inputs.get_mut(self.next.file) {
            let name = &input.name;
            if input.reader.read(chunk).map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))? {
                let job = self.next;
                self.next.turn += 1;
                self.next.n += chunk.count();
                if let Some(framing) = self.located {
                    self.next.start =
                        chunk.lines().fold(job.start, |start, line| after(&line, framing, start));
                }
                return Ok(Some(job));
            }
            self.next = Job { file: self.next.file + 1, first: self.next.n, start: (0, 0), ..self.next };
        }
        Ok(None)
    }
}

/// The last part of the pipeline. It writes the answers.
struct End<'a> {
    output: &'a mut Output,
    tally: Tally<'a>,
    /// The number of chunks whose answers are written.
    turn: usize,
    /// True if the run has been stopped. No more input is read then, and no more answers are written.
    is_stopped: bool,
    error: Option<anyhow::Error>,
}

/// The answers to several texts, in one buffer.
#[derive(Default)]
struct Piece {
    out: Vec<u8>,
    /// For each text, the index in the buffer at which its answer ends, and the response. With `--shard`, there is no
    /// response to a text that belongs to another part.
    verdicts: Vec<(usize, Option<Response>)>,
}

/// The data that all threads share.
struct Pipeline<'a, A> {
    run: &'a Run<'a>,
    answer: &'a A,
    framing: Framing,
    paths: &'a [String],
    feed: Mutex<Feed>,
    end: Mutex<End<'a>>,
    /// A condition variable that is notified after each change of `end`.
    turned: Condvar,
    interrupt: signals::Guard,
    progress: indicatif::ProgressBar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a, A: Fn(&Question<'_>, &mut Vec<u8>) -> Response + Sync> Pipeline<'a, A> {
    /// Answers chunks until there are no more. `notice` is called with the length of each chunk before the chunk is
    /// answered.
    fn work(&self, mut notice: impl FnMut(usize)) {
        let _stop = StopOnPanic(self);
        let (mut chunk, mut piece) = (Chunk::default(), Piece::default());
        while let Some(job) = self.next(&mut chunk) {
            notice(chunk.len());
            self.answer(job, &chunk, &mut piece);
        }
    }

    /// Reads the next chunk. If reading fails, the error is reported after the answers to all earlier chunks.
    fn next(&self, chunk: &mut Chunk) -> Option<Job> {
        let mut feed = lock(&self.feed);
        let turn = feed.next.turn;
        // The program cannot end while a thread waits for input, but an earlier answer can end the run
        // (`--fail-fast`). Therefore, a thread waits for input only after the answers to all earlier chunks have been
        // written.
        let must_wait = feed.inputs.get(feed.next.file).is_some_and(|input| !(input.is_readable)());
        if must_wait && !self.is_turn(turn) {
            return None;
        }
        if lock(&self.end).is_stopped {
            return None;
        }
        match feed.read(chunk) {
            Ok(job) => job,
            Err(error) => {
                drop(feed);
                if self.is_turn(turn) {
                    self.stop(Some(error));
                }
                None
            }
        }
    }

    /// Waits until the answers to all earlier chunks have been written. Returns false if the run has been stopped.
    fn is_turn(&self, turn: usize) -> bool {
        !self.wait_for(turn).is_stopped
    }

    fn wait_for(&self, turn: usize) -> MutexGuard<'_, End<'a>> {
        let is_early = |end: &mut End<'_>| end.turn < turn && !end.is_stopped;
        self.turned.wait_while(lock(&self.end), is_early).unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes all threads end.
    fn stop(&self, error: Option<anyhow::Error>) {
        let mut end = lock(&self.end);
        end.is_stopped = true;
        end.error = end.error.take().or(error);
        self.turned.notify_all();
    }

    /// Answers the lines of a chunk, and writes the answers when it is the turn of this chunk.
    fn answer(&self, job: Job, chunk: &Chunk, piece: &mut Piece) {
        let mut rest = Rest { lines: chunk.lines(), n: job.n, start: job.start };
        let format = self.run.format.unwrap_or(Format::Json);
        let stream = Stream { framing: self.framing, format, path: &self.paths[job.file], first: job.first };
        self.fill(piece, &mut rest, stream);
        let mut end = self.wait_for(job.turn);
        if end.is_stopped {
            return;
        }
        // Signals wait until the whole buffer is written. The system can write the buffer in several pieces, and a
        // piece can end in the middle of a line.
        let whole_lines = self.interrupt.hold();
        let mut written = Ok(());
        while written.is_ok() && !piece.verdicts.is_empty() && !end.tally.stop {
            written = self.write(&mut end, piece);
            // This call usually finds no more lines. It finds lines only if the earlier answers were so long that these
            // lines had to wait.
            self.fill(piece, &mut rest, stream);
        }
        let written = written.and_then(|()| end.output.flush());
        drop(whole_lines);
        self.progress.set_position(end.tally.read as u64);
        end.turn += 1;
        end.is_stopped |= end.tally.stop || written.is_err();
        end.error = end.error.take().or(written.err());
        self.turned.notify_all();
    }

    /// Answers lines one after another, until all lines of the chunk are answered or the buffer is full.
    fn fill<'c>(
        &self,
        piece: &mut Piece,
        rest: &mut Rest<impl Iterator<Item = Line<'c>>>,
        stream: Stream<'_>,
    ) {
        piece.out.clear();
        piece.verdicts.clear();
        while piece.out.len() <= HELD
            && let Some(line) = rest.lines.next()
        {
            let (n, start) = (rest.n, rest.start);
            let is_here = self.run.batch.answers(n);
            let verdict =
                is_here.then(|| self.run.line(n, (&line, start), stream, self.answer, &mut piece.out));
            piece.verdicts.push((piece.out.len(), verdict));
            rest.n += 1;
            if self.run.errors.is_some() {
                rest.start = after(&line, self.framing, start);
            }
        }
    }

    /// Writes the answers of a piece. If `--fail-fast` or `--max-errors` ends the run, the answers after the last
    /// counted answer are not written.
    fn write(&self, end: &mut End<'_>, piece: &Piece) -> anyhow::Result<()> {
        let End { output, tally, .. } = end;
        let (mut from, mut to) = (0, 0);
        for (next, verdict) in &piece.verdicts {
            if tally.stop {
                break;
            }
            to = *next;
            tally.read += 1;
            let Some(verdict) = verdict else { continue };
            tally.count(verdict.status);
            if !verdict.err.is_empty() || verdict.rest.is_some() {
                self.run.write(output, self.run.separated(&piece.out[from..to], tally), verdict)?;
                from = to;
            }
        }
        if self.run.batch.quiet {
            Ok(())
        } else {
            output.write(self.run.separated(&piece.out[from..to], tally))
        }
    }
}

/// The lines of a chunk that are not answered yet, with the number and the place of the first of these lines.
struct Rest<I> {
    lines: I,
    n: usize,
    start: (usize, usize),
}

/// Ends the other threads if one thread panics, because they would otherwise wait for its answers for ever.
struct StopOnPanic<'p, 'a, A: Fn(&Question<'_>, &mut Vec<u8>) -> Response + Sync>(&'p Pipeline<'a, A>);

impl<A: Fn(&Question<'_>, &mut Vec<u8>) -> Response + Sync> Drop for StopOnPanic<'_, '_, A> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop(None);
        }
    }
}

impl Run<'_> {
    /// Answers a stream.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails.
    pub(super) fn stream(
        &self,
        output: &mut Output,
        framing: Framing,
        answer: &(impl Fn(&Question<'_>, &mut Vec<u8>) -> Response + Sync),
    ) -> anyhow::Result<Status> {
        // The beginning of a document is written only after all inputs have been opened.
        let (inputs, paths): (Vec<_>, Vec<_>) = self.sources(framing)?.into_iter().unzip();
        self.write_text(output, ErrorFormat::head)?;
        let n = self.batch.first();
        let next = Job { turn: 0, n, file: 0, first: n, start: (0, 0) };
        let tally = Tally::new(self.batch);
        let pipeline = Pipeline {
            run: self,
            answer,
            framing,
            paths: &paths,
            feed: Mutex::new(Feed { inputs, next, located: self.errors.map(|_| framing) }),
            end: Mutex::new(End { output, tally, turn: 0, is_stopped: false, error: None }),
            turned: Condvar::new(),
            interrupt: signals::Guard::new()?,
            progress: count("read"),
        };
        let mut helpers = self.batch.jobs.map_or_else(cores, usize::from) - 1;
        std::thread::scope(|scope| {
            pipeline.work(|length| {
                while helpers > 0 && length >= FAST {
                    helpers -= 1;
                    // If the system cannot start another thread, the existing threads do the work.
                    drop(std::thread::Builder::new().spawn_scoped(scope, || pipeline.work(|_| ())));
                }
            });
        });
        let Pipeline { end, progress, .. } = pipeline;
        let End { output, tally, error, .. } = end.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = error {
            return Err(error);
        }
        self.write_text(output, ErrorFormat::tail)?;
        output.flush()?;
        progress.finish_and_clear();
        tally.summary();
        Ok(tally.worst)
    }

    /// Opens the inputs of the stream. Returns each input with its path, which is `-` for standard input.
    fn sources(&self, framing: Framing) -> anyhow::Result<Vec<(Input, String)>> {
        let reader =
            |source: Box<dyn Read + Send>| ChunkReader::new(source, framing, self.batch.max_line(), CHUNK);
        let standard_input = || -> anyhow::Result<(Input, String)> {
            let input = Input {
                reader: reader(Box::new(input::stdin()?)),
                is_readable: Box::new(|| is_readable(&std::io::stdin())),
                name: "standard input".to_owned(),
            };
            Ok((input, "-".to_owned()))
        };
        let paths = self.inputs.inputs.iter().map(|input| match input.as_encoded_bytes() {
            [b'@', path @ ..] if !path.is_empty() => path_of(path),
            _ => PathBuf::from(input),
        });
        let mut sources = Vec::new();
        for path in paths.chain(self.inputs.file.iter().cloned()) {
            if path.as_os_str() == "-" {
                sources.push(standard_input()?);
                continue;
            }
            let shown = path.display().to_string();
            let name = escape(&shown).into_owned();
            let file =
                std::fs::File::open(&path).map_err(|error| anyhow::anyhow!("cannot read {name}: {error}"))?;
            let file = Arc::new(file);
            let is_readable = {
                let file = Arc::clone(&file);
                Box::new(move || is_readable(&file))
            };
            sources.push((Input { reader: reader(Box::new(file)), is_readable, name }, shown));
        }
        if sources.is_empty() {
            sources.push(standard_input()?);
        }
        Ok(sources)
    }
}
