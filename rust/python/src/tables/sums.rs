//! Bindings of sums by class: counts, moments, category counts.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use priory_core::error::Result;
use priory_core::tables::labels::Labels;
use priory_core::tables::moments::{Moments, add_moments};
use priory_core::tables::observations::Fault;
use priory_core::tables::tabulate::{Totals, tabulate};
use priory_core::threads::{Interrupt, Never};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::to_python;
use crate::input::rows::{CategoryRows, NumberRows, with_observations};
use crate::interrupt::run;

/// The row, column and value of the first number that is not from `least` to `most`, or None.
///
/// `missing` says that NaN is fine, too.
#[pyfunction]
pub fn check_rows(
    py: Python<'_>,
    rows: NumberRows<'_>,
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
    rows: NumberRows<'py>,
    classes: PyReadonlyArray1<'py, i64>,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    mut class_count: PyReadwriteArray1<'py, f64>,
    mut feature_count: PyReadwriteArray1<'py, f64>,
    can_stop: bool,
) -> PyResult<()> {
    let labels = labels(&classes, weights.as_ref())?;
    let (class_count, feature_count) = (class_count.as_slice_mut()?, feature_count.as_slice_mut()?);
    let n_classes = class_count.len();
    with_observations!(rows, observations => {
        let fits = labels.fit(observations.len(), n_classes)
            && feature_count.len() == n_classes * rows.columns;
        if !fits {
            return Err(PyValueError::new_err("rows, classes, weights and counts differ in shape"));
        }
        let mut totals = Totals { class_count, feature_count };
        add(py, observations.data.len(), can_stop, |interrupt| {
            tabulate(&observations, labels, &mut totals, interrupt)
        })
    })
}

/// Add the rows of a sound matrix to the moments of their classes.
///
/// `totals` are the weight of the rows, what of it is missing, the sums and the sums of squares.
/// All are changed, or none: nobody can stop it, unless `can_stop` says that they are copies.
#[pyfunction]
#[pyo3(signature = (rows, classes, weights, shift, totals, threads, can_stop))]
#[expect(clippy::too_many_arguments, reason = "as many as the rows, their labels and the sums")]
pub fn add_row_moments<'py>(
    py: Python<'py>,
    rows: NumberRows<'py>,
    classes: PyReadonlyArray1<'py, i64>,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    shift: PyReadonlyArray1<'py, f64>,
    mut totals: [PyReadwriteArray1<'py, f64>; 4],
    threads: usize,
    can_stop: bool,
) -> PyResult<()> {
    let labels = labels(&classes, weights.as_ref())?;
    let shift = shift.as_slice()?;
    let [class_count, missing, sum, square] = &mut totals;
    let mut totals = Moments {
        class_count: class_count.as_slice_mut()?,
        missing: missing.as_slice_mut()?,
        sum: sum.as_slice_mut()?,
        square: square.as_slice_mut()?,
    };
    let n_classes = totals.class_count.len();
    let cells = n_classes * rows.columns;
    with_observations!(rows, observations => {
        let sums = [shift, &*totals.missing, &*totals.sum, &*totals.square];
        let fits = labels.fit(observations.len(), n_classes)
            && sums.iter().all(|sums| sums.len() == cells);
        if !fits {
            return Err(PyValueError::new_err("rows, classes, weights and moments differ in shape"));
        }
        add(py, observations.data.len(), can_stop, |interrupt| {
            add_moments(&observations, labels, shift, &mut totals, threads, interrupt)
        })
    })
}

/// Add rows of known categories to the counts of their classes.
///
/// Both counts are changed, or neither: nobody can stop it, unless `can_stop` says that the counts
/// are copies.
#[pyfunction]
#[pyo3(signature = (rows, classes, weights, class_count, category_count, can_stop))]
pub fn tabulate_categories<'py>(
    py: Python<'py>,
    rows: CategoryRows<'py>,
    classes: PyReadonlyArray1<'py, i64>,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    mut class_count: PyReadwriteArray1<'py, f64>,
    mut category_count: PyReadwriteArray1<'py, f64>,
    can_stop: bool,
) -> PyResult<()> {
    let labels = labels(&classes, weights.as_ref())?;
    let class_count = class_count.as_slice_mut()?;
    let feature_count = category_count.as_slice_mut()?;
    let n_classes = class_count.len();
    let categories = rows.categories(feature_count.len() / n_classes.max(1))?;
    let fits = labels.classes.len() * categories.columns() == categories.codes.len()
        && labels.fit(labels.classes.len(), n_classes)
        && feature_count.len().is_multiple_of(n_classes.max(1))
        && categories.unknown().is_none();
    if !fits {
        return Err(PyValueError::new_err("rows, classes, weights and counts differ in shape"));
    }
    let mut totals = Totals { class_count, feature_count };
    add(py, categories.codes.len(), can_stop, |interrupt| {
        categories.tabulate(labels, &mut totals, interrupt)
    })
}

fn labels<'a>(
    classes: &'a PyReadonlyArray1<'_, i64>,
    weights: Option<&'a PyReadonlyArray1<'_, f64>>,
) -> PyResult<Labels<'a>> {
    let weights = weights.map(PyReadonlyArray1::as_slice).transpose()?;
    Ok(Labels { classes: classes.as_slice()?, weights })
}

/// Change sums: as a whole, unless they are copies and may be left half-changed.
fn add(
    py: Python<'_>,
    numbers: usize,
    can_stop: bool,
    work: impl FnOnce(&dyn Interrupt) -> Result<()> + Send,
) -> PyResult<()> {
    if can_stop { run(py, numbers, work) } else { work(&Never).map_err(to_python) }
}
