//! Rows of numbers become tables of counts, and scores.

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1};
use priory_core::error::Result;
use priory_core::posterior::decide::places_of_largest;
use priory_core::posterior::linear::Linear;
use priory_core::tables::observations::{Fault, Number, Observations, Shape};
use priory_core::tables::tabulate::{Totals, tabulate};
use priory_core::threads::{Interrupt, Never};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::to_python;
use crate::interrupt::Signals;

/// Numbers below this are worked on without letting go of the interpreter: that would cost more.
const LITTLE: usize = 1 << 14;

/// Numbers of either kind.
#[derive(FromPyObject)]
pub enum Numbers<'py> {
    Floats(PyReadonlyArray1<'py, f64>),
    Integers(PyReadonlyArray1<'py, i64>),
}

/// A matrix by rows: dense if it has no indices.
#[derive(FromPyObject)]
pub struct Rows<'py> {
    pub(crate) data: Numbers<'py>,
    indices: Option<PyReadonlyArray1<'py, i32>>,
    indptr: Option<PyReadonlyArray1<'py, i64>>,
    pub(crate) columns: usize,
    threshold: Option<f64>,
}

impl Rows<'_> {
    pub(crate) fn is_sparse(&self) -> bool {
        self.indptr.is_some() && self.indices.is_some()
    }

    pub(crate) fn observations<'a, T: Number>(
        &'a self,
        data: &'a [T],
    ) -> PyResult<Observations<'a, T>> {
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
            $crate::posterior::Numbers::Floats(data) => {
                let $observations = $rows.observations(data.as_slice()?)?;
                $body
            }
            $crate::posterior::Numbers::Integers(data) => {
                let $observations = $rows.observations(data.as_slice()?)?;
                $body
            }
        }
    };
}
pub(crate) use with_observations;

/// The row, column and value of the first number that is not from `least` to `most`, or None.
///
/// `missing` says that NaN is fine, too.
#[pyfunction]
pub fn check_rows(
    py: Python<'_>,
    rows: Rows<'_>,
    least: f64,
    most: f64,
    missing: bool,
    threads: usize,
) -> PyResult<Option<(usize, usize, f64)>> {
    let found = with_observations!(rows, observations => {
        run(py, observations.data.len(), |interrupt| {
            observations.fault(least, most, missing, threads, interrupt)
        })
    })?;
    match found {
        None => Ok(None),
        Some(Fault::Value(row, column, value)) => Ok(Some((row, column, value))),
        Some(Fault::Arrays) => Err(PyValueError::new_err(
            "the arrays of the sparse matrix do not fit together: see its check_format()",
        )),
    }
}

/// Add the rows of a sound matrix to the counts of their classes.
///
/// Both counts are changed, or neither: nobody can stop it, unless `can_stop` says that the counts
/// are copies.
#[pyfunction]
#[pyo3(signature = (rows, classes, weights, class_count, feature_count, can_stop))]
pub fn tabulate_rows<'py>(
    py: Python<'py>,
    rows: Rows<'py>,
    classes: PyReadonlyArray1<'py, i64>,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    mut class_count: PyReadwriteArray1<'py, f64>,
    mut feature_count: PyReadwriteArray1<'py, f64>,
    can_stop: bool,
) -> PyResult<()> {
    let classes = classes.as_slice()?;
    let weights = weights.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let (class_count, feature_count) = (class_count.as_slice_mut()?, feature_count.as_slice_mut()?);
    let n_classes = class_count.len();
    with_observations!(rows, observations => {
        let fits = classes.len() == observations.len()
            && weights.is_none_or(|weights| weights.len() == classes.len())
            && feature_count.len() == n_classes * rows.columns
            && classes.iter().all(|&class| (class as usize) < n_classes);
        if !fits {
            return Err(PyValueError::new_err("rows, classes, weights and counts do not fit"));
        }
        let mut totals = Totals { class_count, feature_count };
        let mut add = |interrupt: &dyn Interrupt| {
            tabulate(&observations, classes, weights, &mut totals, interrupt)
        };
        if can_stop { run(py, observations.data.len(), add) } else { add(&Never).map_err(to_python) }
    })
}

/// The scores of the rows of a sound matrix, one row behind the other.
#[pyfunction]
pub fn score_rows<'py>(
    py: Python<'py>,
    rows: Rows<'py>,
    weights: PyReadonlyArray1<'py, f64>,
    bias: PyReadonlyArray1<'py, f64>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (weights, bias) = (weights.as_slice()?, bias.as_slice()?);
    if weights.len() != rows.columns * bias.len() {
        return Err(PyValueError::new_err("weights and rows do not fit together"));
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

/// Do what takes long without the interpreter, and let Ctrl-C stop it.
pub(crate) fn run<R: Send>(
    py: Python<'_>,
    numbers: usize,
    work: impl FnOnce(&dyn Interrupt) -> Result<R> + Send,
) -> PyResult<R> {
    if numbers < LITTLE {
        return work(&Never).map_err(to_python);
    }
    let signals = Signals::new();
    py.detach(|| work(&signals)).map_err(|error| signals.explain(error))
}
