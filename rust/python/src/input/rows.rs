//! Matrix arguments: numbers or category codes, dense or CSR, borrowed from Python.

use numpy::PyReadonlyArray1;
use priory_core::tables::categories::Categories;
use priory_core::tables::observations::{Number, Observations, Shape};
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
pub struct NumberRows<'py> {
    pub(crate) data: Numbers<'py>,
    indices: Option<PyReadonlyArray1<'py, i32>>,
    indptr: Option<PyReadonlyArray1<'py, i64>>,
    pub(crate) columns: usize,
    threshold: Option<f64>,
}

impl NumberRows<'_> {
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
            $crate::input::rows::Numbers::Floats(data) => {
                let $observations = $rows.observations(data.as_slice()?)?;
                $body
            }
            $crate::input::rows::Numbers::Integers(data) => {
                let $observations = $rows.observations(data.as_slice()?)?;
                $body
            }
        }
    };
}
pub(crate) use with_observations;

/// Codes by rows, and where the categories of each column stand.
#[derive(FromPyObject)]
pub struct CategoryRows<'py> {
    data: PyReadonlyArray1<'py, i32>,
    pub(crate) starts: PyReadonlyArray1<'py, i64>,
}

impl CategoryRows<'_> {
    pub(crate) fn categories(&self, width: usize) -> PyResult<Categories<'_>> {
        let rows = Categories { codes: self.data.as_slice()?, starts: self.starts.as_slice()? };
        if rows.fits(width) {
            return Ok(rows);
        }
        Err(PyValueError::new_err("codes and categories differ in shape"))
    }
}
