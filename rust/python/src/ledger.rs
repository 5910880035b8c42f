//! Bindings of the core's `ledger`: bags, blocks and changes of the mail store.

use std::collections::BTreeMap;

use priory_core::counts::collect::Counted;
use priory_core::error::Error;
use priory_core::ledger::bag::Bag;
use priory_core::ledger::block::{self, Block};
use priory_core::ledger::changes;
use priory_core::ledger::deltas::Deltas;
use priory_core::ledger::entries::{Cell, Delta, Ledger as CoreLedger};
use priory_core::ledger::seal::{open, seal};
use priory_core::ledger::{messages, views};
use pyo3::exceptions::{PyArithmeticError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyList, PyString};

use crate::error::to_python;
use crate::interrupt::Signals;
use crate::tokens::mail::MailAnalyzer;

/// A class, and what it has of a token: messages and occurrences.
type PyCell = (u32, i64, i64);

/// Bytes for a store: Python's module for it takes these as they are, while for others it first
/// looks for what may adapt them, which takes longer than to write them.
type PyStored<'py> = Bound<'py, PyByteArray>;

/// A block, its first token and the number of its tokens.
type PyBlock<'py> = (Bound<'py, PyString>, usize, PyStored<'py>);

/// Tokens in order, each with a day and what classes have of it.
#[pyclass(frozen, module = "priory._core")]
pub struct Ledger(CoreLedger);

#[pymethods]
impl Ledger {
    /// `rows` are tokens in the order of their bytes, days, and cells in the order of classes.
    #[new]
    fn new(rows: &Bound<'_, PyAny>) -> PyResult<Self> {
        let mut ledger = CoreLedger::default();
        for row in rows.try_iter()? {
            let (token, day, cells): (PyBackedStr, u32, Vec<PyCell>) = row?.extract()?;
            if !ledger.precedes(token.as_bytes()) || !cells.is_sorted_by(|a, b| a.0 < b.0) {
                let message = format!("the token {:?} is out of order", &*token);
                return Err(PyValueError::new_err(message));
            }
            ledger.push(token.as_bytes(), day, cells.into_iter().map(cell));
        }
        Ok(Self(ledger))
    }

    /// What blocks hold.
    #[staticmethod]
    fn read(py: Python<'_>, blocks: Vec<PyBackedBytes>) -> PyResult<Self> {
        let blocks: Vec<&[u8]> = blocks.iter().map(|block| &**block).collect();
        py.detach(|| changes::read(&blocks)).map(Self).map_err(to_python)
    }

    /// What blocks hold of some tokens, which must be in order.
    #[staticmethod]
    fn find(blocks: Vec<PyBackedBytes>, tokens: Vec<PyBackedStr>) -> PyResult<Self> {
        let blocks: Vec<&[u8]> = blocks.iter().map(|block| &**block).collect();
        let tokens = tokens.iter().map(|token| token.as_bytes());
        views::find(&blocks, tokens).map(Self).map_err(to_python)
    }

    /// The entries as blocks.
    fn write<'py>(&self, py: Python<'py>) -> Vec<PyBlock<'py>> {
        written(py, block::write(&self.0))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Tokens, days and cells.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let cell = |cell: &Cell| (cell.class, cell.delta.messages, cell.delta.occurrences);
        let rows = self.0.iter().map(|entry| {
            let cells: Vec<PyCell> = entry.cells.iter().map(cell).collect();
            (text(py, entry.token), entry.day, cells)
        });
        PyList::new(py, rows.collect::<Vec<_>>())
    }

    /// For each class the sums of messages and of occurrences.
    fn totals(&self) -> BTreeMap<u32, (i64, i64)> {
        let pair = |sum: Delta| (sum.messages, sum.occurrences);
        self.0.by_class().into_iter().map(|(class, sum)| (class, pair(sum))).collect()
    }

    /// For each class how many of its tokens stand in so many messages.
    fn histogram(&self) -> BTreeMap<u32, BTreeMap<i64, usize>> {
        self.0.histogram()
    }

    /// What must change for tokens to leave that were last learned before a day, and stand in fewer
    /// messages.
    fn rare(&self, messages: i64, before: u32) -> Self {
        Self(self.0.rare(messages, before))
    }

    /// The same with other numbers of classes; what has none is left out.
    fn renumber(&self, numbers: BTreeMap<u32, u32>) -> Self {
        Self(self.0.renumber(&numbers))
    }

    /// The tokens.
    fn tokens<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        self.0.iter().map(|entry| text(py, entry.token)).collect()
    }

    /// Make these changes in blocks that begin with some tokens: what comes in the place of each,
    /// None where it stays, and how many tokens there are more. Where there are no blocks yet, the
    /// first ones.
    fn change<'py>(
        &self,
        py: Python<'py>,
        firsts: Vec<PyBackedStr>,
        blocks: Vec<PyBackedBytes>,
        threads: usize,
    ) -> PyResult<(Vec<Option<Vec<PyBlock<'py>>>>, i64)> {
        let firsts: Vec<&[u8]> = firsts.iter().map(|first| first.as_bytes()).collect();
        let blocks: Vec<&[u8]> = blocks.iter().map(|block| &**block).collect();
        let changed = py.detach(|| changes::change(&self.0, &firsts, &blocks, threads));
        let changed = changed.map_err(impossible)?;
        let written = |one: Option<Vec<Block>>| one.map(|blocks| written(py, blocks));
        Ok((changed.blocks.into_iter().map(written).collect(), changed.more))
    }
}

/// An error of what shall change in blocks is not one of the blocks.
fn impossible(error: Error) -> PyErr {
    match error {
        Error::Invalid(message) => PyArithmeticError::new_err(message),
        other => to_python(other),
    }
}

fn cell((class, messages, occurrences): PyCell) -> Cell {
    Cell { class, delta: Delta { messages, occurrences } }
}

fn text<'py>(py: Python<'py>, token: &[u8]) -> Bound<'py, PyString> {
    PyString::new(py, &String::from_utf8_lossy(token))
}

fn written(py: Python<'_>, blocks: Vec<Block>) -> Vec<PyBlock<'_>> {
    let sealed = |block: &Block| PyByteArray::new(py, &seal(&block.bytes));
    let block = |block: Block| (text(py, &block.first), block.tokens, sealed(&block));
    blocks.into_iter().map(block).collect()
}

impl From<CoreLedger> for Ledger {
    fn from(ledger: CoreLedger) -> Self {
        Self(ledger)
    }
}

impl Ledger {
    /// The entries.
    pub fn core(&self) -> &CoreLedger {
        &self.0
    }
}

/// The digests by which messages are known, wherever they went.
#[pyfunction]
pub fn mail_digests(
    py: Python<'_>,
    messages: Vec<PyBackedBytes>,
    threads: usize,
) -> PyResult<Vec<Bound<'_, PyBytes>>> {
    let signals = Signals::new();
    let raw: Vec<&[u8]> = messages.iter().map(|message| &**message).collect();
    let digests = py.detach(|| messages::digests(&raw, threads, &signals));
    let digests = digests.map_err(|error| signals.explain(error))?;
    Ok(digests.iter().map(|one| PyBytes::new(py, one)).collect())
}

/// The tokens and counts of a bag that was written.
#[pyfunction]
pub fn read_bag(bag: &[u8]) -> PyResult<Vec<(String, u32)>> {
    let bag = checked(bag)?;
    let text = |token: &[u8]| String::from_utf8_lossy(token).into_owned();
    Ok(bag.tokens.iter().map(text).zip(bag.counts.iter().copied()).collect())
}

/// Whether a block or a bag has the checksum that it was written with, or is too old to have one.
#[pyfunction]
pub fn is_intact(sealed: &[u8]) -> bool {
    open(sealed).is_some()
}

fn checked(bag: &[u8]) -> PyResult<Bag> {
    open(bag).and_then(Bag::read).ok_or_else(|| PyValueError::new_err("not a valid bag of tokens"))
}

/// The tokens of messages, and how often each occurs in each.
#[pyclass(frozen, module = "priory._core")]
pub struct CountedMail(Counted<i64>);

/// Count the tokens of messages.
#[pyfunction]
pub fn count_mail(
    py: Python<'_>,
    messages: Vec<PyBackedBytes>,
    analyzer: &MailAnalyzer,
    threads: usize,
) -> PyResult<CountedMail> {
    let signals = Signals::new();
    let raw: Vec<&[u8]> = messages.iter().map(|message| &**message).collect();
    let counted = py.detach(|| messages::count(&raw, analyzer.core(), threads, &signals));
    counted.map(CountedMail).map_err(|error| signals.explain(error))
}

/// Changes, bags, and changes of the sums by label.
type TalliedMail<'py> = (Ledger, Vec<PyStored<'py>>, Vec<(i64, i64)>);

/// Counted messages, with a label from 0 on for each that is learned, and old bags with their labels
/// and 1 to learn or -1 to forget: what changes on a day, the bags of all messages, and what changes
/// in all by label.
///
/// `classes` are the numbers of the labels.
#[pyfunction]
pub fn tally_mail<'py>(
    py: Python<'py>,
    counted: &CountedMail,
    labels: Vec<Option<usize>>,
    moved: Vec<(PyBackedBytes, usize, i64)>,
    classes: Vec<u32>,
    day: u32,
    threads: usize,
) -> PyResult<TalliedMail<'py>> {
    let CountedMail(Counted { names, matrix }) = counted;
    let all_labels = labels.iter().flatten().chain(moved.iter().map(|(_, label, _)| label));
    if matrix.indptr.len() != labels.len() + 1 || all_labels.max() >= Some(&classes.len()) {
        return Err(PyValueError::new_err(
            "messages and labels differ in length, or a label is out of range",
        ));
    }
    let mut deltas = Deltas::new(&classes, day);
    for (bag, label, sign) in &moved {
        deltas.add_bag(&checked(bag)?, *label, *sign);
    }
    let (bags, totals, ledger) = py.detach(|| {
        deltas.add_rows(&names.terms, matrix, &labels, threads);
        let ledger = deltas.finish();
        (messages::bags(&counted.0, threads), ledger.totals(&classes), ledger)
    });
    let bags = bags.iter().map(|bag| PyByteArray::new(py, bag)).collect();
    let totals = totals.iter().map(|total| (total.messages, total.occurrences)).collect();
    Ok((Ledger(ledger), bags, totals))
}
