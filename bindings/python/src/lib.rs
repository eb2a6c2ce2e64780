//! The native part of the Python module `clowder`: reports, values of every kind, and tilings. The public classes are
//! in `clowder/__init__.py`.

mod games;
mod report;
mod tilings;
mod value;

use pyo3::prelude::*;

#[pymodule]
fn _clowder(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<report::Report>()?;
    module.add_class::<report::Diagnostic>()?;
    module.add_class::<report::Fix>()?;
    module.add_class::<report::Part>()?;
    module.add_class::<value::Value>()?;
    module.add_class::<tilings::Tilings>()?;
    module.add_function(wrap_pyfunction!(report::check, module)?)?;
    module.add_function(wrap_pyfunction!(report::identify, module)?)?;
    module.add_function(wrap_pyfunction!(report::kinds, module)?)?;
    module.add_function(wrap_pyfunction!(games::legal_moves, module)?)?;
    module.add_function(wrap_pyfunction!(games::apply, module)?)?;
    module.add_function(wrap_pyfunction!(games::outcome, module)?)?;
    module.add_function(wrap_pyfunction!(games::solve, module)?)?;
    module.add_function(wrap_pyfunction!(tilings::tilings, module)?)?;
    module.add_function(wrap_pyfunction!(tilings::count, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
