//! Binding of class counts: labelled documents become a count table.

use numpy::PyReadonlyArray1;
use priory_core::counts::sum::Sum;
use pyo3::prelude::*;

use super::table::{Parts, parts};
use crate::input::documents::Input;
use crate::tokens::analyzer::Analyzer;

/// Count the terms of documents in each class; `labels` are the classes of the documents.
#[pyfunction]
pub fn learn_classes<'py>(
    py: Python<'py>,
    documents: Input<'py>,
    analyzer: &Analyzer,
    labels: PyReadonlyArray1<'py, u32>,
    threads: usize,
) -> PyResult<Parts<'py>> {
    let labels = labels.as_slice()?;
    let (terms, counts) = documents.collect(py, analyzer, threads, |collector, signals| {
        let (names, counts) = collector.tabulate(labels, signals)?;
        Ok((names.join(), counts))
    })?;
    Ok(parts(py, Sum::of(terms, counts)))
}
