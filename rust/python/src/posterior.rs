//! Rows of numbers become tables of counts, and scores.

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1};
use priory_core::counts::observations::{Fault, Number, Observations, Shape};
use priory_core::counts::tabulate::tabulate;
use priory_core::posterior::linear::Linear;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Numbers of either kind.
#[derive(FromPyObject)]
pub enum Numbers<'py> {
    Floats(PyReadonlyArray1<'py, f64>),
    Integers(PyReadonlyArray1<'py, i64>),
}

/// A matrix by rows: dense if it has no indices.
#[derive(FromPyObject)]
pub struct Rows<'py> {
    data: Numbers<'py>,
    indices: Option<PyReadonlyArray1<'py, i32>>,
    indptr: Option<PyReadonlyArray1<'py, i64>>,
    columns: usize,
    threshold: Option<f64>,
}

impl Rows<'_> {
    fn observations<'a, T: Number>(&'a self, data: &'a [T]) -> PyResult<Observations<'a, T>> {
        let shape = match (&self.indptr, &self.indices) {
            (Some(indptr), Some(indices)) => {
                Shape::Sparse { indptr: indptr.as_slice()?, indices: indices.as_slice()? }
            }
            _ => Shape::Dense,
        };
        Ok(Observations { shape, data, columns: self.columns, threshold: self.threshold })
    }
}

/// Do the same for either kind of numbers.
macro_rules! with_observations {
    ($rows:ident, $observations:ident => $body:expr) => {
        match &$rows.data {
            Numbers::Floats(data) => {
                let $observations = $rows.observations(data.as_slice()?)?;
                $body
            }
            Numbers::Integers(data) => {
                let $observations = $rows.observations(data.as_slice()?)?;
                $body
            }
        }
    };
}

/// The row, column and value of the first number that is not from `least` to `most`, or None.
#[pyfunction]
pub fn check_rows(rows: Rows<'_>, least: f64, most: f64) -> PyResult<Option<(usize, usize, f64)>> {
    match with_observations!(rows, observations => observations.fault(least, most)) {
        None => Ok(None),
        Some(Fault::Value(row, column, value)) => Ok(Some((row, column, value))),
        Some(Fault::Arrays) => Err(PyValueError::new_err(
            "the arrays of the sparse matrix do not fit together: see its check_format()",
        )),
    }
}

/// Add the rows of a sound matrix to the rows of a table that their classes name.
#[pyfunction]
#[pyo3(signature = (rows, classes, weights, table))]
pub fn tabulate_rows<'py>(
    rows: Rows<'py>,
    classes: PyReadonlyArray1<'py, i64>,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    mut table: PyReadwriteArray1<'py, f64>,
) -> PyResult<()> {
    let (classes, table) = (classes.as_slice()?, table.as_slice_mut()?);
    let weights = weights.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let n_classes = table.len() / rows.columns.max(1);
    with_observations!(rows, observations => {
        let fits = classes.len() == observations.len()
            && weights.is_none_or(|weights| weights.len() == classes.len())
            && classes.iter().all(|&class| (class as usize) < n_classes);
        if !fits {
            return Err(PyValueError::new_err("rows, classes, weights and table do not fit together"));
        }
        tabulate(&observations, classes, weights, table);
    });
    Ok(())
}

/// The scores of the rows of a sound matrix, one row behind the other.
#[pyfunction]
pub fn score_rows<'py>(
    py: Python<'py>,
    rows: Rows<'py>,
    weights: PyReadonlyArray1<'py, f64>,
    bias: PyReadonlyArray1<'py, f64>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (weights, bias) = (weights.as_slice()?, bias.as_slice()?);
    if weights.len() != rows.columns * bias.len() {
        return Err(PyValueError::new_err("weights and rows do not fit together"));
    }
    let linear = Linear { bias, weights };
    let scores =
        with_observations!(rows, observations => py.detach(|| linear.score(&observations)));
    Ok(PyArray1::from_vec(py, scores))
}
