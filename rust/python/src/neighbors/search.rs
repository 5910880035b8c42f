//! Binding of nearest-neighbour search in dense or sparse rows.

use numpy::{PyArray1, PyReadonlyArray1};
use priory_core::neighbors::dense;
use priory_core::neighbors::metric::Metric;
use priory_core::neighbors::rows::Csr;
use priory_core::neighbors::search::{Found, Means};
use priory_core::neighbors::sparse;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::interrupt::{Signals, run};

/// The arrays of sparse rows: where they begin, columns, values.
type Arrays<'py> =
    (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i32>, PyReadonlyArray1<'py, f64>);

/// The distances and the numbers of rows, one query behind the other.
type Answer<'py> = (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i64>>);

/// Dense rows, ready to be searched by a metric; the rows themselves come with each call.
#[pyclass(frozen)]
pub struct DenseRows(dense::DenseRows);

#[pymethods]
impl DenseRows {
    #[new]
    fn new(
        py: Python<'_>,
        rows: PyReadonlyArray1<'_, f64>,
        columns: usize,
        metric: &str,
    ) -> PyResult<Self> {
        let metric = match metric {
            "euclidean" => dense::Metric::Euclidean,
            "cosine" => dense::Metric::Cosine,
            "manhattan" => dense::Metric::Manhattan,
            _ => return Err(PyValueError::new_err(format!("no metric of dense rows: {metric}"))),
        };
        let rows = rows.as_slice()?;
        Ok(Self(run(py, rows.len(), |_| dense::DenseRows::new(rows, columns, metric))?))
    }

    /// The distances and the numbers of the k rows nearest to each query, one query behind the
    /// other, in so many bytes of memory.
    #[pyo3(signature = (rows, queries, k, threads, memory))]
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        rows: PyReadonlyArray1<'py, f64>,
        queries: PyReadonlyArray1<'py, f64>,
        k: usize,
        threads: usize,
        memory: usize,
    ) -> PyResult<Answer<'py>> {
        let (rows, queries) = (rows.as_slice()?, queries.as_slice()?);
        let signals = Signals::new();
        let means = Means { threads, memory, interrupt: &signals };
        let found = py.detach(|| self.0.nearest(rows, queries, k, means));
        Ok(answer(py, found.map_err(|error| signals.explain(error))?))
    }
}

/// Sparse rows, ready to be searched by a metric.
#[pyclass(frozen)]
pub struct SparseRows(sparse::SparseRows);

#[pymethods]
impl SparseRows {
    #[new]
    #[pyo3(signature = (rows, columns, metric, smoothing))]
    fn new(
        py: Python<'_>,
        rows: Arrays<'_>,
        columns: usize,
        metric: &str,
        smoothing: f64,
    ) -> PyResult<Self> {
        let metric = match metric {
            "euclidean" => Metric::Euclidean,
            "cosine" => Metric::Cosine,
            "manhattan" => Metric::Manhattan,
            "jaccard" => Metric::Jaccard,
            "jensenshannon" => Metric::JensenShannon,
            "kullback_leibler" => Metric::KullbackLeibler { smoothing, columns },
            _ => return Err(PyValueError::new_err(format!("no metric of sparse rows: {metric}"))),
        };
        let csr = csr(&rows)?;
        let made = run(py, csr.values.len(), |_| sparse::SparseRows::new(csr, columns, metric))?;
        Ok(Self(made))
    }

    /// The distances and the numbers of the k rows nearest to each query, one query behind the
    /// other, in so many bytes of memory.
    fn nearest<'py>(
        &self,
        py: Python<'py>,
        queries: Arrays<'py>,
        k: usize,
        threads: usize,
        memory: usize,
    ) -> PyResult<Answer<'py>> {
        let csr = csr(&queries)?;
        let signals = Signals::new();
        let means = Means { threads, memory, interrupt: &signals };
        let found = py.detach(|| self.0.nearest(csr, k, means));
        Ok(answer(py, found.map_err(|error| signals.explain(error))?))
    }
}

fn csr<'a>(arrays: &'a Arrays<'_>) -> PyResult<Csr<'a>> {
    let (indptr, columns, values) = arrays;
    Ok(Csr { indptr: indptr.as_slice()?, columns: columns.as_slice()?, values: values.as_slice()? })
}

fn answer(py: Python<'_>, (distances, rows): Found) -> Answer<'_> {
    (PyArray1::from_vec(py, distances), PyArray1::from_vec(py, rows))
}
