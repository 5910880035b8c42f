//! Document arguments: texts, messages or given tokens, fed to a document reader.

use priory_core::counts::collect::Collector;
use priory_core::counts::document_reader::DocumentReader;
use priory_core::error::Result;
use priory_core::tokens::analyzer::Analyzer as CoreAnalyzer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use super::mailbox::Mailbox;
use super::texts::Source;
use crate::interrupt::Signals;
use crate::tokens::analyzer::Analyzer;

/// Documents in a batch at most, for they may be empty.
pub const BATCH_DOCUMENTS: usize = 1 << 15;

/// What documents are: texts or messages to analyse, or the tokens themselves. Texts are tried
/// first, because a try that fails costs more than a short text.
#[derive(FromPyObject)]
pub enum Input<'py> {
    Texts(Source<'py>),
    Mail(Mailbox<'py>),
    Tokens(Bound<'py, PyAny>),
}

impl Input<'_> {
    /// Let the reader have all documents.
    pub fn feed(&self, reader: &mut dyn DocumentReader, signals: &Signals) -> PyResult<()> {
        match self {
            Self::Texts(source) => source.feed(reader, signals),
            Self::Mail(mailbox) => mailbox.feed(reader, signals),
            Self::Tokens(documents) => feed_tokens(documents, reader),
        }
    }

    /// Collect the terms of all documents, and finish that without the interpreter.
    pub fn collect<R: Send>(
        &self,
        py: Python<'_>,
        analyzer: &Analyzer,
        threads: usize,
        finish: impl FnOnce(Collector<'_>, &Signals) -> Result<R> + Send,
    ) -> PyResult<R> {
        let (plain, signals) = (CoreAnalyzer::default(), Signals::new());
        let mut collector = match self {
            Self::Texts(_) | Self::Mail(_) => Collector::new(&analyzer.0, threads),
            Self::Tokens(_) => Collector::new(&plain, 1),
        };
        self.feed(&mut collector, &signals)?;
        let finished = py.detach(|| finish(collector, &signals));
        let finished = finished.map_err(|error| signals.explain(error))?;
        py.check_signals()?;
        Ok(finished)
    }
}

/// Let the reader have the tokens of each document of an iterable of lists of tokens.
fn feed_tokens(documents: &Bound<'_, PyAny>, reader: &mut dyn DocumentReader) -> PyResult<()> {
    let mut tokens = Vec::new();
    for (index, document) in documents.try_iter()?.enumerate() {
        tokens.clear();
        for token in document?.try_iter()? {
            let token = token?;
            tokens.push(token.extract::<PyBackedStr>().map_err(|_| no_token(index, &token))?);
        }
        reader.push_document(&mut tokens.iter().map(|token| token.as_bytes()));
    }
    Ok(())
}

fn no_token(index: usize, token: &Bound<'_, PyAny>) -> PyErr {
    let shown = token.repr().map_or_else(|_| "?".to_owned(), |repr| repr.to_string());
    PyTypeError::new_err(format!(
        "document {index}: the token {shown} is not a str of valid Unicode, as tokens must be"
    ))
}
