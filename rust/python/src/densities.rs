//! Rows of measurements become moments, and sums of log densities.

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1};
use priory_core::posterior::densities::Densities as Curves;
use priory_core::tables::moments::{Labels, Moments, add_moments};
use priory_core::threads::{Interrupt, Never};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error::to_python;
use crate::posterior::{Rows, run, with_observations};

/// A log density for each class and column, as arrays with a row a class.
#[derive(FromPyObject)]
pub struct Densities<'py> {
    prior: PyReadonlyArray1<'py, f64>,
    location: PyReadonlyArray1<'py, f64>,
    scale: PyReadonlyArray1<'py, f64>,
    height: PyReadonlyArray1<'py, f64>,
    power: Option<PyReadonlyArray1<'py, f64>>,
}

impl Densities<'_> {
    fn curves(&self, columns: usize) -> PyResult<Curves<'_>> {
        let curves = Curves {
            prior: self.prior.as_slice()?,
            location: self.location.as_slice()?,
            scale: self.scale.as_slice()?,
            height: self.height.as_slice()?,
            power: self.power.as_ref().map(PyReadonlyArray1::as_slice).transpose()?,
        };
        let cells = columns * curves.prior.len();
        let power = curves.power.map_or(cells, <[f64]>::len);
        let lengths = [curves.location.len(), curves.scale.len(), curves.height.len(), power];
        if lengths.iter().any(|&length| length != cells) {
            return Err(PyValueError::new_err("densities and columns do not fit together"));
        }
        Ok(curves)
    }
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
    rows: Rows<'py>,
    classes: PyReadonlyArray1<'py, i64>,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    shift: PyReadonlyArray1<'py, f64>,
    mut totals: [PyReadwriteArray1<'py, f64>; 4],
    threads: usize,
    can_stop: bool,
) -> PyResult<()> {
    let weights = weights.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let labels = Labels { classes: classes.as_slice()?, weights };
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
        let fits = labels.classes.len() == observations.len()
            && weights.is_none_or(|weights| weights.len() == labels.classes.len())
            && [shift, &*totals.missing, &*totals.sum, &*totals.square].map(<[f64]>::len) == [cells; 4]
            && labels.classes.iter().all(|&class| (class as usize) < n_classes);
        if !fits {
            return Err(PyValueError::new_err("rows, classes, weights and moments do not fit"));
        }
        let mut add = |interrupt: &dyn Interrupt| {
            add_moments(&observations, labels, shift, &mut totals, threads, interrupt)
        };
        if can_stop { run(py, observations.data.len(), add) } else { add(&Never).map_err(to_python) }
    })
}

/// What the columns of a row of zeros add for each class: the sums, then what rounding left out.
#[pyfunction]
pub fn density_of_zeros<'py>(
    py: Python<'py>,
    densities: Densities<'py>,
    columns: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    Ok(PyArray1::from_vec(py, densities.curves(columns)?.zeros()))
}

/// The scores of the rows of a sound matrix, one row behind the other.
///
/// `zeros` is what `density_of_zeros` gave; rows that are dense have no need of it.
#[pyfunction]
#[pyo3(signature = (rows, densities, zeros, threads))]
pub fn score_densities<'py>(
    py: Python<'py>,
    rows: Rows<'py>,
    densities: Densities<'py>,
    zeros: Option<PyReadonlyArray1<'py, f64>>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let curves = densities.curves(rows.columns)?;
    let zeros = zeros.as_ref().map(PyReadonlyArray1::as_slice).transpose()?.unwrap_or_default();
    if rows.is_sparse() && zeros.len() != 2 * curves.prior.len() {
        return Err(PyValueError::new_err("densities and zeros do not fit together"));
    }
    let scores = with_observations!(rows, observations => {
        run(py, observations.data.len(), |interrupt| {
            curves.score(&observations, zeros, threads, interrupt)
        })
    })?;
    Ok(PyArray1::from_vec(py, scores))
}
