//! Reports on strings.

use clowder::check as facade;
use clowder::diagnostics::{self, Source, Span, json};
use clowder::notation::Kind;
use clowder::render::figure::svg;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ops::Range;

/// Converts the name of a kind, or a class with the attribute `kind`, to a kind.
pub(crate) fn kind_of(kind: &Bound<'_, PyAny>) -> PyResult<Kind> {
    let attribute;
    let name = match kind.cast::<PyString>() {
        Ok(name) => name,
        Err(_) => {
            attribute = kind.getattr("kind")?;
            attribute.cast::<PyString>()?
        }
    };
    name.to_str()?.parse().map_err(|_| PyValueError::new_err(format!("unknown kind {name:?}; clowder.kinds() lists the kinds")))
}

#[pyfunction]
#[pyo3(signature = (text, kind = None))]
pub(crate) fn check(text: &str, kind: Option<&Bound<'_, PyAny>>) -> PyResult<Report> {
    Ok(Report(facade::check(kind.map(kind_of).transpose()?, text)))
}

#[pyfunction]
pub(crate) fn identify(py: Python<'_>, text: &str) -> Vec<&'static str> {
    let found = py.detach(|| clowder::repair::identify(text));
    found
        .iter()
        .filter(|candidate| candidate.fit.is_string())
        .map(|candidate| candidate.kind.name())
        .collect()
}

#[pyfunction]
pub(crate) fn kinds() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.name()).collect()
}

#[pyclass(frozen, module = "clowder")]
pub(crate) struct Report(pub(crate) facade::Report);

#[pymethods]
impl Report {
    #[getter]
    fn ok(&self) -> bool {
        self.0.is_valid()
    }

    fn __bool__(&self) -> bool {
        self.0.is_valid()
    }

    #[getter]
    fn kind(&self) -> Option<&'static str> {
        self.0.kind().map(Kind::name)
    }

    #[getter]
    fn text(&self) -> &str {
        self.0.text()
    }

    #[getter]
    fn canonical(&self) -> Option<String> {
        self.0.canonical()
    }

    #[getter]
    fn fixed(&self) -> Option<String> {
        self.0.fixed()
    }

    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        let source = self.0.source();
        self.0.diagnostics().iter().map(|found| Diagnostic::new(found, source)).collect()
    }

    pub(crate) fn explain(&self) -> Vec<Part> {
        let strings = self.0.strings();
        let source = Source::new(self.0.text(), &strings);
        self.0.segments().into_iter().map(|part| Part::new(part, source)).collect()
    }

    pub(crate) fn svg(&self) -> Option<String> {
        self.0.figure().map(|figure| svg::write(&figure, &svg::Options::default()))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg()
    }

    fn carets(&self) -> String {
        self.0.carets()
    }

    fn json(&self) -> PyResult<String> {
        json::text(&self.0).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    fn __repr__(&self) -> String {
        let kind = self.kind().unwrap_or("no kind");
        match self.0.diagnostics().len() {
            0 => format!("<clowder.Report: valid {kind}>"),
            count => format!("<clowder.Report: {kind} with {count} diagnostics>"),
        }
    }
}

fn in_characters(span: Span, text: &str) -> (usize, usize) {
    let Range { start, end } = span.characters(text);
    (start, end)
}

#[pyclass(frozen, get_all, module = "clowder")]
pub(crate) struct Diagnostic {
    code: &'static str,
    severity: &'static str,
    message: String,
    span: (usize, usize),
    line: usize,
    column: usize,
    part: Option<usize>,
    square: Option<(usize, usize)>,
    expected: Vec<String>,
    found: Option<String>,
    help: Option<String>,
    fix: Option<Fix>,
}

impl Diagnostic {
    fn new(found: &diagnostics::Diagnostic, source: Source<'_>) -> Self {
        let text = source.part(found.part);
        let (line, column) = diagnostics::line_column(text, found.span.start());
        let fix = |fix: &diagnostics::Fix| Fix {
            span: in_characters(fix.span, text),
            text: fix.text.clone(),
            safe: fix.safe,
        };
        Self {
            code: found.code.name,
            severity: found.severity.name(),
            message: found.message.clone(),
            span: in_characters(found.span, text),
            line,
            column,
            part: found.part,
            square: found.square.map(|[row, column]| (row, column)),
            expected: found.expected.iter().map(|one| one.to_string()).collect(),
            found: found.found.clone(),
            help: found.help.clone(),
            fix: found.fix.as_ref().map(fix),
        }
    }
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> String {
        format!("{}:{}: {}: {}", self.line, self.column, self.code, self.message)
    }

    fn __repr__(&self) -> String {
        format!("<clowder.Diagnostic {}>", self.__str__())
    }
}

#[pyclass(frozen, get_all, module = "clowder", from_py_object)]
#[derive(Clone)]
pub(crate) struct Fix {
    span: (usize, usize),
    text: String,
    safe: bool,
}

#[pyclass(frozen, get_all, module = "clowder")]
pub(crate) struct Part {
    name: &'static str,
    span: (usize, usize),
    part: Option<usize>,
    text: String,
    meaning: String,
}

impl Part {
    fn new(part: clowder::notation::Segment, source: Source<'_>) -> Self {
        let text = source.part(part.component);
        Self {
            name: part.name,
            span: in_characters(part.span, text),
            part: part.component,
            text: part.span.of(text).to_owned(),
            meaning: part.meaning,
        }
    }
}

#[pymethods]
impl Part {
    fn __repr__(&self) -> String {
        format!("<clowder.Part {:?}: {}: {}>", self.text, self.name, self.meaning)
    }
}
