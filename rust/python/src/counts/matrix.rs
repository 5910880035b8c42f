//! Binding of vectorizers: documents become CSR matrices, by vocabulary or feature hashing.

use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1};
use priory_core::counts::coder::{Coder, Finder, Hasher};
use priory_core::counts::collect::Collector;
use priory_core::counts::columns;
use priory_core::counts::csr::{Csr, Value};
use priory_core::counts::rows::Layout;
use priory_core::counts::stream::Stream;
use priory_core::counts::transform::{HashLayout, KnownLayout, RowSink};
use priory_core::counts::vocabulary::NONE;
use priory_core::counts::weights::{self, Norm};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::vocabulary::Vocabulary;
use crate::error::to_python;
use crate::input::documents::Input;
use crate::interrupt::Signals;
use crate::tokens::analyzer::Analyzer;

/// So many numbers are copied in no time.
const FEW: usize = 1 << 10;

/// The arrays of a sparse matrix: where rows begin, columns, entries.
type Arrays<'py, T> = (Begins<'py>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<T>>);

/// Where rows begin and the last one ends, in 32 bits if these are enough, as they are in Python.
#[derive(IntoPyObject)]
pub enum Begins<'py> {
    Narrow(Bound<'py, PyArray1<i32>>),
    Wide(Bound<'py, PyArray1<i64>>),
}

fn arrays<T: Value + numpy::Element>(py: Python<'_>, csr: Csr<T>) -> Arrays<'_, T> {
    let begins = if i32::try_from(csr.indices.len()).is_ok() {
        Begins::Narrow(array(py, csr.indptr.iter().map(|&begin| begin as i32).collect()))
    } else {
        Begins::Wide(array(py, csr.indptr))
    };
    (begins, array(py, csr.indices), array(py, csr.data))
}

/// Few numbers are copied, because an owner for their vector would cost more.
fn array<T: Copy + numpy::Element>(py: Python<'_>, numbers: Vec<T>) -> Bound<'_, PyArray1<T>> {
    if numbers.len() > FEW {
        return PyArray1::from_vec(py, numbers);
    }
    PyArray1::from_slice(py, &numbers)
}

/// A matrix of whole numbers, or of the same ones as floating-point numbers.
#[derive(IntoPyObject)]
pub enum Matrix<'py> {
    Integers(Arrays<'py, i64>),
    Floats(Arrays<'py, f64>),
}

/// Learn the vocabulary of documents and count its terms in each of them.
#[pyfunction]
pub fn learn<'py>(
    py: Python<'py>,
    documents: Input<'py>,
    analyzer: &Analyzer,
    threads: usize,
    limit: i32,
    as_floats: bool,
) -> PyResult<(Vocabulary, Matrix<'py>)> {
    if as_floats {
        let (vocabulary, arrays) = count::<f64>(py, &documents, analyzer, threads, limit)?;
        return Ok((vocabulary, Matrix::Floats(arrays)));
    }
    let (vocabulary, arrays) = count::<i64>(py, &documents, analyzer, threads, limit)?;
    Ok((vocabulary, Matrix::Integers(arrays)))
}

fn count<'py, T: Value + numpy::Element>(
    py: Python<'py>,
    documents: &Input<'py>,
    analyzer: &Analyzer,
    threads: usize,
    limit: i32,
) -> PyResult<(Vocabulary, Arrays<'py, T>)> {
    let finish = |collector: Collector<'_>, signals: &Signals| collector.finish(limit, signals);
    let counted = documents.collect(py, analyzer, threads, finish)?;
    Ok((counted.names.into(), arrays(py, counted.matrix)))
}

fn transform<'py, C: Coder, L: Layout + Send, T: Value + numpy::Element>(
    py: Python<'py>,
    documents: &Input<'py>,
    mut stream: Stream<'_, C, RowSink<L, T>>,
) -> PyResult<Arrays<'py, T>> {
    documents.feed(&mut stream, &Signals::new())?;
    py.check_signals()?;
    Ok(arrays(py, stream.finish().into_matrix()))
}

/// Count the terms of a vocabulary in documents; others count in a last column, if `unk` says so.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "what to count, where, and how")]
pub fn count_known<'py>(
    py: Python<'py>,
    documents: Input<'py>,
    analyzer: &Analyzer,
    vocabulary: &Vocabulary,
    unk: bool,
    threads: usize,
    limit: i32,
    as_floats: bool,
) -> PyResult<Matrix<'py>> {
    let table = vocabulary.table();
    let (columns, unknown) =
        if unk { (table.len() + 1, table.len() as u32) } else { (table.len(), NONE) };
    let coders = (0..threads).map(|_| Finder::new(table, unknown, &analyzer.0));
    let analyzer = &analyzer.0;
    if as_floats {
        let stream = Stream::new(analyzer, coders, || RowSink::new(KnownLayout, columns, limit));
        return transform(py, &documents, stream).map(Matrix::Floats);
    }
    let stream = Stream::new(analyzer, coders, || RowSink::new(KnownLayout, columns, limit));
    transform(py, &documents, stream).map(Matrix::Integers)
}

/// Count tokens in the columns that their hashes name.
#[pyfunction]
pub fn count_hashed<'py>(
    py: Python<'py>,
    documents: Input<'py>,
    analyzer: &Analyzer,
    columns: u32,
    alternate_sign: bool,
    threads: usize,
) -> PyResult<Arrays<'py, f64>> {
    if columns == 0 {
        return Err(PyValueError::new_err("n_features must be at least 1"));
    }
    let coders = (0..threads).map(|_| Hasher::new(&analyzer.0));
    let layout = HashLayout { columns, alternate_sign };
    let width = columns as usize;
    let stream = Stream::new(&analyzer.0, coders, || RowSink::new(layout, width, i32::MAX));
    transform(py, &documents, stream)
}

/// Move columns of a matrix to new places, dropping or gathering the rest.
#[pyfunction]
pub fn select_columns<'py>(
    py: Python<'py>,
    indptr: PyReadonlyArray1<'py, i64>,
    indices: PyReadonlyArray1<'py, i32>,
    data: PyReadonlyArray1<'py, i64>,
    places: PyReadonlyArray1<'py, i32>,
    gathered: Option<i32>,
    limit: i64,
) -> PyResult<Arrays<'py, i64>> {
    let csr = columns::View {
        indptr: indptr.as_slice()?,
        indices: indices.as_slice()?,
        data: data.as_slice()?,
    };
    let places = places.as_slice()?;
    Ok(arrays(py, py.detach(|| columns::select(csr, places, gathered, limit))))
}

/// How many entries each column of a matrix has.
#[pyfunction]
pub fn frequencies<'py>(
    py: Python<'py>,
    indices: PyReadonlyArray1<'py, i32>,
    columns: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let indices = indices.as_slice()?;
    let counted = py.detach(|| columns::frequencies(indices, columns, threads));
    Ok(PyArray1::from_vec(py, counted.map_err(to_python)?))
}

/// Multiply entries by the weights of their columns and divide rows by their lengths, in place.
#[pyfunction]
#[pyo3(signature = (indptr, indices, data, weights, norm, threads))]
pub fn weigh<'py>(
    py: Python<'py>,
    indptr: PyReadonlyArray1<'py, i32>,
    indices: PyReadonlyArray1<'py, i32>,
    mut data: PyReadwriteArray1<'py, f64>,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    norm: Option<&str>,
    threads: usize,
) -> PyResult<()> {
    let norm = match norm {
        Some("l1") => Some(Norm::L1),
        Some("l2") => Some(Norm::L2),
        Some(other) => return Err(PyValueError::new_err(format!("unknown norm {other:?}"))),
        None => None,
    };
    let indptr: Vec<usize> = indptr.as_slice()?.iter().map(|&end| end as usize).collect();
    let (indices, data) = (indices.as_slice()?, data.as_slice_mut()?);
    let weights = weights.as_ref().map(|weights| weights.as_slice()).transpose()?;
    py.detach(|| weights::weigh(&indptr, indices, data, weights, norm, threads)).map_err(to_python)
}
