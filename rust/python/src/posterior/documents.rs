//! Bindings of additive smoothing and of document scores.

use numpy::{PyArray1, PyReadonlyArray1};
use priory_core::posterior::documents::scorer;
use priory_core::posterior::linear::Linear;
use priory_core::posterior::smooth::{Smoothing, log_shares as core_log_shares};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::counts::table::{Array, BorrowedTable};
use crate::counts::vocabulary::Vocabulary;
use crate::input::documents::Input;
use crate::interrupt::Signals;
use crate::tokens::analyzer::Analyzer;

/// How counts become shares: see the core's `Smoothing`.
#[derive(FromPyObject)]
pub struct Smoothed<'py> {
    base: PyReadonlyArray1<'py, f64>,
    sign: f64,
    pseudo_count: f64,
    totals: PyReadonlyArray1<'py, f64>,
}

/// The logarithms of the smoothed shares of some words of a sound table, one row behind the other;
/// of its documents, or of its occurrences.
#[pyfunction]
pub fn log_shares<'py>(
    py: Python<'py>,
    table: BorrowedTable<'py>,
    of_documents: bool,
    places: PyReadonlyArray1<'py, i64>,
    smoothed: Smoothed<'py>,
    threads: usize,
) -> PyResult<Array<'py, f64>> {
    let (table, places) = (table.borrow()?, places.as_slice()?);
    let counts = if of_documents { table.documents } else { table.occurrences };
    let smoothing = Smoothing {
        base: smoothed.base.as_slice()?,
        sign: smoothed.sign,
        pseudo_count: smoothed.pseudo_count,
        totals: smoothed.totals.as_slice()?,
    };
    let signals = Signals::new();
    let logs = py.detach(|| core_log_shares(&table, counts, places, smoothing, threads, &signals));
    Ok(PyArray1::from_vec(py, logs.map_err(|error| signals.explain(error))?))
}

/// The scores of documents, a number a class: the bias, and the weights of the terms they have.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "what to score, by what, and how")]
pub fn score_texts<'py>(
    py: Python<'py>,
    documents: Input<'py>,
    analyzer: &Analyzer,
    vocabulary: &Vocabulary,
    weights: PyReadonlyArray1<'py, f64>,
    bias: PyReadonlyArray1<'py, f64>,
    once: bool,
    threads: usize,
) -> PyResult<Array<'py, f64>> {
    let linear = Linear { bias: bias.as_slice()?, weights: weights.as_slice()? };
    let table = vocabulary.table();
    if linear.weights.len() != table.len() * linear.bias.len() {
        return Err(PyValueError::new_err("weights and vocabulary differ in shape"));
    }
    let mut scorer = scorer(&analyzer.0, table, linear, once, threads);
    documents.feed(&mut scorer, &Signals::new())?;
    py.check_signals()?;
    Ok(PyArray1::from_vec(py, scorer.finish().scores))
}
