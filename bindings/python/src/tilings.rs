//! Tilings of regions.

use crate::value::{Value, create};
use clowder::diagnostics::Diagnostics;
use clowder::notation::Kind;
use clowder::polyomino::tiling::{Images, Puzzle, Tiling, Usage};
use clowder::polyomino::{Pieces, Region};
use clowder::shape::Sides;
use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};

/// The maximum number of tilings that the thread finds ahead of the caller.
const AHEAD: usize = 64;
/// The memory limit for counting, in bytes.
const MEMORY: usize = 2 << 30;

fn puzzle(region: &Value, pieces: Option<&str>, one_sided: bool) -> PyResult<Puzzle> {
    let sides = if one_sided { Sides::One } else { Sides::Both };
    let refused = |why: Diagnostics| PyValueError::new_err(why.to_string());
    let pieces = match pieces {
        None => Pieces::pentominoes(sides),
        Some(text) => Pieces::parse(text, sides, &[]).map_err(refused)?,
    };
    Ok(Puzzle::new(region.of::<Region>()?, pieces, Usage::All))
}

/// Tilings of a region. A thread finds them while Python uses them, and ends once this object is dropped.
#[pyclass(frozen, module = "clowder")]
pub(crate) struct Tilings(Mutex<Receiver<String>>);

#[pymethods]
impl Tilings {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let next = py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).recv().ok());
        next.map(|text| create(py, Kind::Region, &text)).transpose()
    }
}

#[pyfunction]
#[pyo3(signature = (region, pieces = None, distinct = true, one_sided = false))]
pub(crate) fn tilings(
    region: &Value,
    pieces: Option<&str>,
    distinct: bool,
    one_sided: bool,
) -> PyResult<Tilings> {
    let puzzle = puzzle(region, pieces, one_sided)?;
    let images = if distinct { Images::Distinct } else { Images::All };
    let (found, receiver) = sync_channel(AHEAD);
    std::thread::spawn(move || {
        let stop = AtomicBool::new(false);
        let _ = puzzle.branches().try_for_each(|branch| {
            branch.visit(images, &stop, |tiling| match found.send(drawn(&puzzle, &tiling)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
    });
    Ok(Tilings(Mutex::new(receiver)))
}

/// Returns the region's drawing. On each square is the letter of its piece.
fn drawn(puzzle: &Puzzle, tiling: &Tiling) -> String {
    let pieces = puzzle.pieces().list();
    let letter = |owner: &Option<usize>| owner.map_or('#', |owner| pieces[tiling.pieces()[owner]].letter());
    let rows = tiling.owners().chunks(puzzle.region().width());
    rows.map(|row| row.iter().map(letter).collect::<String>()).collect::<Vec<_>>().join("\n")
}

#[pyfunction]
#[pyo3(signature = (region, pieces = None, distinct = false, one_sided = false))]
pub(crate) fn count(
    py: Python<'_>,
    region: &Value,
    pieces: Option<&str>,
    distinct: bool,
    one_sided: bool,
) -> PyResult<BigUint> {
    let puzzle = puzzle(region, pieces, one_sided)?;
    py.detach(|| {
        if puzzle.prefers_frontier() {
            match puzzle.count_by_frontier(MEMORY, |_| ControlFlow::Continue(())) {
                Ok(count) => return Ok(if distinct { count.distinct } else { count.all }),
                Err(_) if puzzle.is_small() => {}
                Err(why) => return Err(PyValueError::new_err(format!("cannot count these tilings: {why}"))),
            }
        }
        let count = puzzle.count();
        Ok(BigUint::from(if distinct { count.distinct } else { count.all }))
    })
}
