//! Labelled texts become a table of counts, and texts become scores.

use numpy::{PyArray1, PyReadonlyArray1};
use priory_core::counts::collect::Collector;
use priory_core::counts::sum::Sum;
use priory_core::error::Result;
use priory_core::posterior::documents::DocumentScorer;
use priory_core::posterior::linear::Linear;
use priory_core::posterior::smooth::{Smoothing, log_shares as core_log_shares};
use priory_core::threads::Interrupt;
use priory_core::tokens::analyzer::Analyzer as CoreAnalyzer;
use priory_core::tokens::chars::CharTable;
use priory_core::tokens::mail::MailAnalyzer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::counts::Input;
use crate::documents::{Reader, feed_tokens};
use crate::interrupt::Signals;
use crate::table::{Parts, Table, parts};
use crate::tokens::Analyzer;
use crate::vocabulary::Vocabulary;

type Array<'py, T> = Bound<'py, PyArray1<T>>;

/// Count the terms of documents in each class; `labels` are the classes of the documents.
#[pyfunction]
pub fn learn_classes<'py>(
    py: Python<'py>,
    documents: Input<'py>,
    analyzer: &Analyzer,
    labels: PyReadonlyArray1<'py, u32>,
    threads: usize,
) -> PyResult<Parts<'py>> {
    let plain = CoreAnalyzer::default();
    let signals = Signals::new();
    let mut collector = match &documents {
        Input::Texts(_) | Input::Mail(_) => Collector::new(&analyzer.0, threads),
        Input::Tokens(_) => Collector::new(&plain, 1),
    };
    match &documents {
        Input::Mail(mailbox) => mailbox.feed(&mut collector, &signals)?,
        Input::Texts(source) => source.feed(&mut collector, &signals)?,
        Input::Tokens(tokens) => feed_tokens(tokens, |tokens| {
            collector.push_document(tokens.iter().map(|token| token.as_bytes()));
        })?,
    }
    let labels = labels.as_slice()?;
    let counted = py.detach(|| {
        let (names, counts) = collector.tabulate(labels, &signals)?;
        Ok((names.join(), counts))
    });
    let (terms, counts) = counted.map_err(|error| signals.explain(error))?;
    py.check_signals()?;
    Ok(parts(py, Sum::of(terms, counts)))
}

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
    table: Table<'py>,
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

impl Reader for DocumentScorer<'_> {
    fn read(&mut self, batch: &[&str], chars: &CharTable, interrupt: &dyn Interrupt) -> Result<()> {
        self.read(batch, chars, interrupt)
    }

    fn read_mail(
        &mut self,
        batch: &[&[u8]],
        analyzer: &MailAnalyzer,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        self.read_mail(batch, analyzer, interrupt)
    }
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
        return Err(PyValueError::new_err("weights and vocabulary do not fit together"));
    }
    let mut scorer = DocumentScorer::new(&analyzer.0, table, linear, once, threads);
    match &documents {
        Input::Mail(mailbox) => mailbox.feed(&mut scorer, &Signals::new())?,
        Input::Texts(source) => source.feed(&mut scorer, &Signals::new())?,
        Input::Tokens(tokens) => feed_tokens(tokens, |tokens| {
            scorer.push_document(tokens.iter().map(|token| token.as_bytes()));
        })?,
    }
    py.check_signals()?;
    Ok(PyArray1::from_vec(py, scorer.finish()))
}
