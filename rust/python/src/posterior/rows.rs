//! Bindings of linear and categorical log scores, and of the most probable class.

use numpy::{PyArray1, PyReadonlyArray1};
use priory_core::posterior::categories::score;
use priory_core::posterior::decide::places_of_largest;
use priory_core::posterior::linear::Linear;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::input::rows::{CategoryRows, NumberRows, with_observations};
use crate::interrupt::run;

/// The scores of the rows of a sound matrix, one row behind the other.
#[pyfunction]
pub fn score_rows<'py>(
    py: Python<'py>,
    rows: NumberRows<'py>,
    weights: PyReadonlyArray1<'py, f64>,
    bias: PyReadonlyArray1<'py, f64>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (weights, bias) = (weights.as_slice()?, bias.as_slice()?);
    if weights.len() != rows.columns * bias.len() {
        return Err(PyValueError::new_err("weights and rows differ in shape"));
    }
    let linear = Linear { bias, weights };
    let scores = with_observations!(rows, observations => {
        run(py, observations.data.len(), |interrupt| linear.score(&observations, threads, interrupt))
    })?;
    Ok(PyArray1::from_vec(py, scores))
}

/// The place of the largest of each row's scores, which are one row behind the other.
///
/// If one has none that is a number above minus infinity, that place is minus one.
#[pyfunction]
pub fn most_probable<'py>(
    py: Python<'py>,
    scores: PyReadonlyArray1<'py, f64>,
    classes: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let scores = scores.as_slice()?;
    let places = run(py, scores.len(), |_| Ok(places_of_largest(scores, classes)))?;
    Ok(PyArray1::from_vec(py, places))
}

/// The scores of rows, one behind the other; the last category of each column is for all others.
#[pyfunction]
pub fn score_categories<'py>(
    py: Python<'py>,
    rows: CategoryRows<'py>,
    weights: PyReadonlyArray1<'py, f64>,
    bias: PyReadonlyArray1<'py, f64>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (weights, bias) = (weights.as_slice()?, bias.as_slice()?);
    let categories = rows.categories(weights.len() / bias.len().max(1))?;
    let has_others = (0..categories.columns()).all(|column| categories.size(column) > 0);
    if bias.is_empty() || !weights.len().is_multiple_of(bias.len()) || !has_others {
        return Err(PyValueError::new_err("weights and rows differ in shape"));
    }
    let linear = Linear { bias, weights };
    let scores = run(py, categories.codes.len(), |interrupt| {
        score(linear, &categories, threads, interrupt)
    })?;
    Ok(PyArray1::from_vec(py, scores))
}
