//! Values of every kind.

use crate::report::{Part, Report, kind_of};
use clowder::check::check;
use clowder::notation::{Kind, Notation};
use clowder::render::Look;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// The base class of all values. Each subclass has the attribute `kind`.
#[pyclass(subclass, frozen, module = "clowder")]
pub(crate) struct Value {
    kind: Kind,
    text: String,
}

impl Value {
    pub(crate) fn of<T: Notation>(&self) -> PyResult<T> {
        let read = (self.kind == T::KIND).then(|| T::read_fast(&self.text).into_value()).flatten();
        read.ok_or_else(|| PyTypeError::new_err(format!("expected the kind {}, not {}", T::KIND, self.kind)))
    }
}

/// Creates a value of the Python class for the given kind.
pub(crate) fn create<'py>(py: Python<'py>, kind: Kind, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("clowder")?.getattr("CLASSES")?.get_item(kind.name())?.call1((text,))
}

#[pymethods]
impl Value {
    #[new]
    #[classmethod]
    fn new(class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        let kind = kind_of(class)?;
        let report = check(Some(kind), text);
        if let Some(value) = report.value().filter(|_| report.is_valid()) {
            return Ok(Self { kind, text: value.canonical() });
        }
        let py = class.py();
        let invalid = py.import("clowder")?.getattr("Invalid")?;
        Err(PyErr::from_value(invalid.call1((Report(report),))?))
    }

    #[classmethod]
    fn parse<'py>(class: &Bound<'py, PyType>, text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        class.call1((text,))
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let text = PyString::new(slf.py(), &slf.get().text).repr()?;
        Ok(format!("{}({text})", slf.get_type().name()?))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<Self>()
            .is_ok_and(|other| (self.kind, &self.text) == (other.get().kind, &other.get().text))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.kind as usize, &self.text).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().text.clone(),))
    }

    fn explain(&self) -> Vec<Part> {
        Report(check(Some(self.kind), self.text.as_str())).explain()
    }

    fn picture(&self) -> String {
        let picture = check(Some(self.kind), self.text.as_str()).picture();
        picture.map(|picture| picture.scene(&Look::PIPE).text()).unwrap_or_default()
    }

    fn svg(&self) -> Option<String> {
        Report(check(Some(self.kind), self.text.as_str())).svg()
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg()
    }
}
