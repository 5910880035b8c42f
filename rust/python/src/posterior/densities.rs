//! Binding of log densities: rows of measurements become scores.

use numpy::{PyArray1, PyReadonlyArray1};
use priory_core::posterior::densities::Densities as Curves;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::input::rows::{NumberRows, with_observations};
use crate::interrupt::run;

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
            return Err(PyValueError::new_err("densities and columns differ in shape"));
        }
        Ok(curves)
    }
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
    rows: NumberRows<'py>,
    densities: Densities<'py>,
    zeros: Option<PyReadonlyArray1<'py, f64>>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let curves = densities.curves(rows.columns)?;
    let zeros = zeros.as_ref().map(PyReadonlyArray1::as_slice).transpose()?.unwrap_or_default();
    if rows.is_sparse() && zeros.len() != 2 * curves.prior.len() {
        return Err(PyValueError::new_err("densities and zeros differ in shape"));
    }
    let scores = with_observations!(rows, observations => {
        run(py, observations.data.len(), |interrupt| {
            curves.score(&observations, zeros, threads, interrupt)
        })
    })?;
    Ok(PyArray1::from_vec(py, scores))
}
