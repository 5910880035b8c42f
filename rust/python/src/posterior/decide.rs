//! Binding of minimum expected cost decisions.

use numpy::{PyArray1, PyReadonlyArray1};
use priory_core::posterior::choices::Choices;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::interrupt::run;

/// The cheapest decision for each row of log-probabilities, the first of equals.
///
/// `costs` are those of each decision for each true class, one table for all rows or one for each.
/// Where a probability is not known, or all are zero, the decision is minus one.
#[pyfunction]
pub fn decide_rows<'py>(
    py: Python<'py>,
    log_proba: PyReadonlyArray1<'py, f64>,
    classes: usize,
    costs: PyReadonlyArray1<'py, f64>,
    decisions: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let choices = choices(log_proba.as_slice()?, classes, costs.as_slice()?, decisions)?;
    let found = run(py, choices.log_proba.len(), |interrupt| choices.decide(threads, interrupt))?;
    Ok(PyArray1::from_vec(py, found))
}

/// What each decision is expected to cost for each row of log-probabilities.
#[pyfunction]
pub fn expected_costs<'py>(
    py: Python<'py>,
    log_proba: PyReadonlyArray1<'py, f64>,
    classes: usize,
    costs: PyReadonlyArray1<'py, f64>,
    decisions: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let choices = choices(log_proba.as_slice()?, classes, costs.as_slice()?, decisions)?;
    let found = run(py, choices.log_proba.len(), |interrupt| choices.expected(threads, interrupt))?;
    Ok(PyArray1::from_vec(py, found))
}

fn choices<'a>(
    log_proba: &'a [f64],
    classes: usize,
    costs: &'a [f64],
    decisions: usize,
) -> PyResult<Choices<'a>> {
    let choices = Choices { log_proba, classes, costs, decisions };
    if choices.is_sound() {
        return Ok(choices);
    }
    Err(PyValueError::new_err("probabilities and costs differ in shape"))
}
