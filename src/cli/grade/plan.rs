//! Reads all cases once before grading. This pass finds invalid cases, decides which cases to grade and in
//! what order, and assigns IDs.

use super::{ChoiceOptions, print_diagnostics};
use crate::cli::input::all_files;
use crate::cli::paths::shown;
use crate::cli::{Status, input, note};
use crate::diagnostics::{Diagnostic, Span, codes, excerpt};
use crate::grade::{CaseLine, FNV_OFFSET, Ids, Line, Lines, Points, Suite, Tally, fnv};
use crate::notation::plural;
use anyhow::{Context as _, Result};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Seek as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A file of cases that can be read several times.
pub(super) struct CaseFile {
    pub(super) name: String,
    source: CaseSource,
}

enum CaseSource {
    Path(PathBuf),
    /// A copy of a stream's contents, because the stream itself can be read only once.
    Copy(Mutex<File>),
}

impl CaseFile {
    /// Opens the files, or standard input if `paths` is empty. If one of several files is missing, the status is
    /// `Trouble`, but the other files are still used.
    pub(super) fn all(paths: &[PathBuf]) -> Result<(Vec<Self>, Status)> {
        if paths.is_empty() {
            let terminal = io::stdin().is_terminal();
            anyhow::ensure!(!terminal, "no cases: name a file, or give them on standard input");
            let copy = Self::copy("standard input".to_owned(), &mut input::stdin()?)?;
            return Ok((vec![copy], Status::Yes));
        }
        let (mut files, mut status) = (Vec::new(), Status::Yes);
        for path in paths {
            match Self::open(path) {
                Ok(file) => files.push(file),
                Err(error) if paths.len() == 1 => return Err(error),
                Err(error) => {
                    note(format!("{error:#}"));
                    status = Status::Trouble;
                }
            }
        }
        anyhow::ensure!(!files.is_empty(), "none of the files can be read");
        Ok((files, status))
    }

    fn open(path: &Path) -> Result<Self> {
        if path.as_os_str() == "-" {
            return Self::copy("standard input".to_owned(), &mut input::stdin()?);
        }
        let name = shown(path);
        let problem = || format!("cannot read {name}");
        anyhow::ensure!(
            !path.is_dir(),
            "{name} is a directory; `grade` reads a file with test cases (to check files that a program has written, use `clowder validate KIND --file {}`)",
            all_files(&path.to_string_lossy())
        );
        let mut file = File::open(path).with_context(problem)?;
        if file.metadata().with_context(problem)?.is_file() {
            return Ok(Self { name, source: CaseSource::Path(path.to_owned()) });
        }
        Self::copy(name, &mut file)
    }

    fn copy(name: String, stream: &mut impl io::Read) -> Result<Self> {
        let problem = || format!("cannot read {name}");
        let mut copy = tempfile::tempfile().with_context(problem)?;
        io::copy(stream, &mut copy).with_context(problem)?;
        Ok(Self { name, source: CaseSource::Copy(Mutex::new(copy)) })
    }

    /// Reads the file from the beginning.
    pub(super) fn lines(&self) -> Result<Lines<Box<dyn BufRead>>> {
        let problem = || format!("cannot read {}", self.name);
        let file = match &self.source {
            CaseSource::Path(path) => File::open(path).with_context(problem)?,
            CaseSource::Copy(copy) => {
                // Each reader needs its own position. A duplicate descriptor would share the position of the original.
                let mut own = tempfile::tempfile().with_context(problem)?;
                let mut copy = copy.lock().unwrap_or_else(PoisonError::into_inner);
                copy.rewind().with_context(problem)?;
                io::copy(&mut *copy, &mut own).with_context(problem)?;
                own.rewind().with_context(problem)?;
                own
            }
        };
        Ok(Lines::new(Box::new(BufReader::with_capacity(1 << 16, file))))
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) id: u32,
    /// Number of the pass that grades the case. All cases on which this case depends are graded in earlier
    /// passes.
    pub(super) level: u8,
}

#[derive(Debug, Default)]
pub(super) struct Plan {
    /// One entry per non-blank line (`None` if its case is not graded).
    pub(super) entries: Vec<Option<Entry>>,
    pub(super) levels: u8,
    /// For each suite, the number of cases that share its points.
    shares: BTreeMap<Suite, usize>,
    /// Hash of all lines in all files.
    pub(super) fingerprint: u64,
}

/// The properties of a case that decide whether and when it is graded.
struct Known {
    id: u32,
    suite: Suite,
    name: Option<String>,
    depends: Vec<String>,
    has_own_points: bool,
    /// Index of the file that contains the case, for messages.
    file: usize,
    line: usize,
}

struct Planner<'a> {
    files: &'a [CaseFile],
    points: &'a Points,
    known: Vec<Option<Known>>,
    broken: usize,
    fingerprint: u64,
}

impl Plan {
    /// Reads all cases and prints their errors.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or has no cases, or if no case is left to grade. An invalid
    /// case is also an error, unless `choice` skips broken cases.
    pub(super) fn new(files: &[CaseFile], points: &Points, choice: &ChoiceOptions) -> Result<Self> {
        let mut planner = Planner { files, points, known: Vec::new(), broken: 0, fingerprint: FNV_OFFSET };
        for index in 0..files.len() {
            planner.read(index)?;
        }
        let levels = planner.levels();
        if planner.broken > 0 {
            let verb =
                if planner.broken == 1 { "is not a valid test case" } else { "are not valid test cases" };
            let lines = plural(planner.broken, "line");
            anyhow::ensure!(
                choice.skip_broken_cases,
                "{lines} {verb}, so nothing was graded; repair the cases, or skip these lines with \
                 --skip-broken-cases"
            );
            note(format!("{lines} {verb} and will be skipped"));
        }
        let mut plan = Self { levels: 1, fingerprint: planner.fingerprint, ..Self::default() };
        let mut ids = Ids::default();
        for (case, level) in planner.known.into_iter().zip(levels) {
            let entry = case.and_then(|case| {
                let id = ids.next_free(case.id);
                plan.levels = plan.levels.max(level + 1);
                let is_of_suite = choice.only.is_empty() || choice.only.contains(&case.suite);
                if is_of_suite && !case.has_own_points {
                    *plan.shares.entry(case.suite).or_default() += 1;
                }
                let number = plan.entries.len() + 1;
                let is_chosen = choice.case.is_empty() || choice.case.contains(&number);
                (is_of_suite && is_chosen).then_some(Entry { id, level })
            });
            plan.entries.push(entry);
        }
        let count = plan.entries.len();
        if let Some(number) = choice.case.iter().find(|number| **number > count) {
            anyhow::bail!("there is no case {number}; there are {}", plural(count, "test case"));
        }
        anyhow::ensure!(plan.count() > 0, "no test case is left to grade");
        Ok(plan)
    }

    /// Creates a tally for a run. For each suite, the tally gets the number of cases that share the suite's points.
    pub(super) fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.shares.iter().for_each(|(suite, cases)| tally.plan(*suite, *cases));
        tally
    }

    pub(super) fn count(&self) -> usize {
        self.entries.iter().flatten().count()
    }
}

impl Planner<'_> {
    fn read(&mut self, file: usize) -> Result<()> {
        let CaseFile { name, .. } = &self.files[file];
        let mut lines = self.files[file].lines()?;
        let before = self.known.len();
        loop {
            let batch = lines.by_ref().take(1024).collect::<io::Result<Vec<Line>>>();
            let batch = batch.with_context(|| format!("cannot read {name}"))?;
            if batch.is_empty() {
                break;
            }
            let read = |line: &Line| CaseLine::read(1, line, self.points).checked();
            let checked: Vec<_> = batch.par_iter().map(read).collect();
            for (line, case) in batch.iter().zip(checked) {
                let text = line.text.as_deref().ok();
                let bytes = text.unwrap_or_default().bytes().chain([b'\n']);
                self.fingerprint = fnv(self.fingerprint, bytes);
                if let Err(diagnostics) = &case {
                    print_diagnostics(name, line.number, text, diagnostics);
                    self.broken += 1;
                }
                self.known.push(case.ok().map(|case| Known {
                    id: case.id(),
                    suite: case.suite(),
                    name: case.name().map(str::to_owned),
                    has_own_points: case.settings.points.is_some(),
                    depends: case.settings.depends,
                    file,
                    line: line.number,
                }));
            }
        }
        anyhow::ensure!(
            self.known.len() > before,
            "{name} has no test cases; expected one test case per line, as `clowder generate cases` writes them"
        );
        Ok(())
    }

    /// Returns the level of each case, which is the number of the pass that grades the case. A case is broken if it
    /// depends on an unknown name, on itself (directly or indirectly), or on a chain of more than [`MAX_LEVEL`] cases.
    fn levels(&mut self) -> Vec<u8> {
        let mut levels = vec![0; self.known.len()];
        let mut wrong: BTreeMap<usize, String> = BTreeMap::new();
        // Each case gets a higher level than all cases named in its `depends`.
        for _ in 0..=MAX_LEVEL + 1 {
            let mut highest: HashMap<&str, u8> = HashMap::new();
            for (case, level) in self.known.iter().zip(&levels) {
                for name in names(case.as_ref()) {
                    let known = highest.entry(name).or_default();
                    *known = (*known).max(*level);
                }
            }
            let before = levels.clone();
            for (index, case) in self.known.iter().enumerate() {
                for name in case.iter().flat_map(|case| &case.depends) {
                    match highest.get(name.as_str()) {
                        Some(level) => levels[index] = levels[index].max(level.saturating_add(1)),
                        None => drop(wrong.entry(index).or_insert_with(|| {
                            let name = excerpt(name, 80);
                            format!(
                                "`depends` names `{name}`, which is neither a suite with cases nor a case"
                            )
                        })),
                    }
                }
            }
            if levels == before {
                break;
            }
        }
        for (index, _) in levels.iter().enumerate().filter(|(_, level)| **level > MAX_LEVEL) {
            let message = "`depends` leads in a circle, or through a chain of more than 100 other cases";
            wrong.entry(index).or_insert_with(|| message.to_owned());
        }
        for (index, message) in wrong {
            if let Some(case) = self.known[index].take() {
                let error = Diagnostic::new(&codes::grade::CASE_FIELD_TYPE, Span::new(0, 0), message);
                print_diagnostics(&self.files[case.file].name, case.line, Some(""), &error.into());
                self.broken += 1;
            }
        }
        levels
    }
}

/// Maximum level of a case.
const MAX_LEVEL: u8 = 100;

/// Lists the names by which the `depends` of other cases can refer to a case.
fn names(case: Option<&Known>) -> impl Iterator<Item = &str> {
    let suite = case.map(|case| case.suite.name());
    let own = case.and_then(|case| case.name.as_deref()).filter(|name| name.parse::<Suite>().is_err());
    suite.into_iter().chain(own)
}
