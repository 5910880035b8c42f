//! Binding of Gaussian random projections.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use priory_core::neighbors::projection::{Float, Gaussian, SparseColumns};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::interrupt::run;

/// The numbers of a matrix by columns, in either precision, and the array for its projection.
#[derive(FromPyObject)]
pub enum Projected<'py> {
    Doubles(PyReadonlyArray1<'py, f64>, PyReadwriteArray1<'py, f64>),
    Floats(PyReadonlyArray1<'py, f32>, PyReadwriteArray1<'py, f32>),
}

/// An array of either precision.
#[derive(FromPyObject)]
pub enum Filled<'py> {
    Doubles(PyReadwriteArray1<'py, f64>),
    Floats(PyReadwriteArray1<'py, f32>),
}

/// Write the projections of the rows of a matrix that is given by columns, each a feature.
#[pyfunction]
#[pyo3(signature = (seed, components, features, indptr, indices, numbers, threads))]
#[expect(clippy::too_many_arguments, reason = "as many as two matrices have")]
pub fn project_gaussian<'py>(
    py: Python<'py>,
    seed: u64,
    components: usize,
    features: PyReadonlyArray1<'py, i64>,
    indptr: PyReadonlyArray1<'py, i64>,
    indices: PyReadonlyArray1<'py, i32>,
    numbers: Projected<'py>,
    threads: usize,
) -> PyResult<()> {
    let gaussian = Gaussian { seed, components };
    let (features, indptr) = (features.as_slice()?, indptr.as_slice()?);
    let indices = indices.as_slice()?;
    match numbers {
        Projected::Doubles(data, mut out) => {
            let columns = SparseColumns { features, indptr, indices, data: data.as_slice()? };
            project(py, gaussian, columns, out.as_slice_mut()?, threads)
        }
        Projected::Floats(data, mut out) => {
            let columns = SparseColumns { features, indptr, indices, data: data.as_slice()? };
            project(py, gaussian, columns, out.as_slice_mut()?, threads)
        }
    }
}

fn project<T: Float>(
    py: Python<'_>,
    gaussian: Gaussian,
    columns: SparseColumns<'_, T>,
    out: &mut [T],
    threads: usize,
) -> PyResult<()> {
    let rows = out.len() / gaussian.components.max(1);
    if rows * gaussian.components != out.len() || !columns.are_sound(rows) {
        return Err(PyValueError::new_err("the arrays of the sparse matrix do not fit together"));
    }
    let products = columns.data.len() * gaussian.components;
    run(py, products.max(out.len()), |interrupt| gaussian.project(columns, out, threads, interrupt))
}

/// Write the numbers of the features from `first` on, as many as there is room for.
#[pyfunction]
pub fn fill_gaussian(
    py: Python<'_>,
    seed: u64,
    components: usize,
    first: usize,
    numbers: Filled<'_>,
    threads: usize,
) -> PyResult<()> {
    let gaussian = Gaussian { seed, components };
    match numbers {
        Filled::Doubles(mut out) => fill(py, gaussian, first, out.as_slice_mut()?, threads),
        Filled::Floats(mut out) => fill(py, gaussian, first, out.as_slice_mut()?, threads),
    }
}

fn fill<T: Float>(
    py: Python<'_>,
    gaussian: Gaussian,
    first: usize,
    out: &mut [T],
    threads: usize,
) -> PyResult<()> {
    let features = first..first + out.len() / gaussian.components.max(1);
    run(py, out.len(), |interrupt| gaussian.fill(&features, out, threads, interrupt))
}
