//! Bindings of the live counts: messages of a corpus are learned and judged in memory.

use priory_core::ledger::corpus::Corpus as CoreCorpus;
use priory_core::posterior::judge::judge;
use priory_core::posterior::live_filter::LiveFilter as CoreLiveFilter;
use priory_core::posterior::live_scorer::LiveScorer;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use super::filter::{Judged, Rule, event, told};
use crate::error::to_python;
use crate::interrupt::Signals;
use crate::tokens::mail::MailAnalyzer;

/// Messages in memory, each tokenised once.
#[pyclass(module = "priory._core")]
#[derive(Default)]
pub struct MailCorpus(CoreCorpus);

#[pymethods]
impl MailCorpus {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Add messages behind the others.
    fn add(
        &mut self,
        py: Python<'_>,
        messages: Vec<PyBackedBytes>,
        analyzer: &MailAnalyzer,
        threads: usize,
    ) -> PyResult<()> {
        let signals = Signals::new();
        let raw: Vec<&[u8]> = messages.iter().map(|message| &**message).collect();
        let added = py.detach(|| self.0.add(&raw, analyzer.core(), threads, &signals));
        added.map_err(|error| signals.explain(error))
    }

    /// The tokens of a message, in the order in which they first occur, and how often they do.
    fn row(&self, message: usize) -> PyResult<Vec<(String, u32)>> {
        self.check(message)?;
        let name = |token| String::from_utf8_lossy(self.0.tokens().terms().get(token)).into_owned();
        let row = self.0.row(message).iter();
        Ok(row.map(|one| (name(one.token), one.occurrences)).collect())
    }
}

impl MailCorpus {
    fn check(&self, message: usize) -> PyResult<()> {
        if message < self.0.len() {
            return Ok(());
        }
        Err(PyIndexError::new_err(format!("there is no message {message} in the corpus")))
    }
}

/// Counts and lessons of the tokens of one corpus by class, changed in place.
#[pyclass(module = "priory._core")]
#[derive(Default)]
pub struct LiveFilter(CoreLiveFilter);

#[pymethods]
impl LiveFilter {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Add a class, whose number is how many there were.
    fn add_class(&mut self) {
        self.0.add_class();
    }

    /// The messages that each class has learned.
    fn messages(&self) -> Vec<i64> {
        self.0.counts().classes().iter().map(|class| class.messages).collect()
    }

    /// Learn a message of the corpus.
    fn learn(&mut self, corpus: &MailCorpus, message: usize, label: usize) -> PyResult<()> {
        self.check(label)?;
        corpus.check(message)?;
        self.0.learn(&corpus.0, message, label);
        Ok(())
    }

    /// Forget a message that was learned.
    fn forget(&mut self, corpus: &MailCorpus, message: usize, label: usize) -> PyResult<()> {
        self.check(label)?;
        corpus.check(message)?;
        self.0.forget(&corpus.0, message, label).map_err(to_python)
    }

    /// How many tokens of a message are known, and how many are not.
    fn known(&self, corpus: &MailCorpus, message: usize) -> PyResult<(usize, usize)> {
        corpus.check(message)?;
        let row = corpus.0.row(message);
        let known = row.iter().filter(|one| self.0.counts().row(one.token).is_some()).count();
        Ok((known, row.len() - known))
    }

    /// Judge messages of the corpus; `top` is how much evidence is wanted for each.
    #[expect(clippy::too_many_arguments, reason = "a model, and what it is to judge")]
    fn judge(
        &self,
        py: Python<'_>,
        corpus: &MailCorpus,
        messages: Vec<usize>,
        event: &str,
        alpha: f64,
        rule: Rule,
        top: usize,
    ) -> PyResult<Vec<Judged>> {
        if self.0.counts().classes().is_empty() {
            return Err(PyValueError::new_err("there are no classes"));
        }
        messages.iter().try_for_each(|message| corpus.check(*message))?;
        let (event, rule) = (self::event(event)?, rule.core(self.0.counts().classes().len())?);
        let scorer = LiveScorer::new(&self.0, &corpus.0, event, alpha);
        let judge = |&message| told(&scorer, judge(&scorer, scorer.score(message), &rule, top));
        Ok(py.detach(|| messages.iter().map(judge).collect()))
    }
}

impl LiveFilter {
    fn check(&self, label: usize) -> PyResult<()> {
        if label < self.0.counts().classes().len() {
            return Ok(());
        }
        Err(PyIndexError::new_err(format!("there is no class {label}")))
    }
}
