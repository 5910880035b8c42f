//! Counts by token and class: what messages change in them, and the blocks they are kept in.

use std::collections::BTreeMap;

use priory_core::counts::bag::{Bag, write as write_bag};
use priory_core::counts::block;
use priory_core::counts::collect::{Collector, Counted};
use priory_core::counts::deltas::Deltas;
use priory_core::counts::ledger::{Cell, Delta, Ledger as CoreLedger};
use priory_core::counts::parallel::{Interrupt, all, split, split_evenly, split_messages};
use priory_core::error::{Error, Result};
use priory_core::mail::identity::digest;
use priory_core::tokens::analyzer::Analyzer;
use priory_core::tokens::mail::MailAnalyzer as CoreAnalyzer;
use pyo3::exceptions::{PyArithmeticError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyList, PyString};

use crate::interrupt::Signals;
use crate::mail_tokens::MailAnalyzer;

/// A class, and what it has of a token: messages and occurrences.
type PyCell = (u32, i64, i64);

/// A block, its first token and the number of its tokens.
type PyBlock<'py> = (Bound<'py, PyString>, usize, Bound<'py, PyBytes>);

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
    fn read(blocks: Vec<PyBackedBytes>) -> PyResult<Self> {
        let mut ledger = CoreLedger::default();
        for one in &blocks {
            read_block(one, &mut ledger)?;
        }
        Ok(Self(ledger))
    }

    /// What blocks hold of some tokens, which must be in order.
    #[staticmethod]
    fn find(blocks: Vec<PyBackedBytes>, tokens: Vec<PyBackedStr>) -> PyResult<Self> {
        let (all, mut found) = (Self::read(blocks)?.0, CoreLedger::default());
        for token in &tokens {
            let at = all.place(token.as_bytes());
            if at < all.len() && all.get(at).token == token.as_bytes() {
                let entry = all.get(at);
                found.push(entry.token, entry.day, entry.cells.iter().copied());
            }
        }
        Ok(Self(found))
    }

    /// The entries as blocks.
    fn write<'py>(&self, py: Python<'py>) -> Vec<PyBlock<'py>> {
        written(py, &self.0)
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
        let mut totals = BTreeMap::new();
        for cell in self.0.iter().flat_map(|entry| entry.cells) {
            let total: &mut (i64, i64) = totals.entry(cell.class).or_default();
            total.0 = total.0.saturating_add(cell.delta.messages);
            total.1 = total.1.saturating_add(cell.delta.occurrences);
        }
        totals
    }

    /// For each class how many of its tokens stand in so many messages.
    fn histogram(&self) -> BTreeMap<u32, BTreeMap<i64, usize>> {
        let mut classes: BTreeMap<u32, BTreeMap<i64, usize>> = BTreeMap::new();
        for cell in self.0.iter().flat_map(|entry| entry.cells) {
            *classes.entry(cell.class).or_default().entry(cell.delta.messages).or_default() += 1;
        }
        classes
    }

    /// What must change for tokens to leave that were last learned before a day, and stand in fewer
    /// messages. Those of day 0 stay: nobody knows when they were learned.
    fn rare(&self, messages: i64, before: u32) -> Self {
        let mut rare = CoreLedger::default();
        for entry in self.0.iter() {
            let sum: i64 = entry.cells.iter().map(|cell| cell.delta.messages).sum();
            if (1..before).contains(&entry.day) && sum < messages {
                rare.push(entry.token, entry.day, entry.cells.iter().map(negative));
            }
        }
        Self(rare)
    }

    /// The same with other numbers of classes; what has none is left out.
    fn renumber(&self, numbers: BTreeMap<u32, u32>) -> Self {
        let mut ledger = CoreLedger::default();
        for entry in self.0.iter() {
            let cell = |cell: &Cell| numbers.get(&cell.class).map(|&class| Cell { class, ..*cell });
            let mut cells: Vec<Cell> = entry.cells.iter().filter_map(cell).collect();
            cells.sort_unstable_by_key(|cell| cell.class);
            ledger.push(entry.token, entry.day, cells);
        }
        Self(ledger)
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
    ) -> PyResult<(Vec<Option<Vec<PyBlock<'py>>>>, i64)> {
        let places = places(&self.0, &firsts);
        let blocks = blocks.iter().map(|block| &**block).chain(firsts.is_empty().then_some(EMPTY));
        let (mut changed, mut more) = (Vec::new(), 0);
        for (run, old) in places.windows(2).zip(blocks) {
            if run[0] == run[1] {
                changed.push(None);
                continue;
            }
            let mut ledger = CoreLedger::default();
            read_block(old, &mut ledger)?;
            let new = ledger.change(&self.0, run[0]..run[1]).map_err(impossible)?;
            more += new.len() as i64 - ledger.len() as i64;
            changed.push(Some(written(py, &new)));
        }
        Ok((changed, more))
    }
}

/// An error that is none of the blocks, but of what shall change in them.
fn impossible(error: Error) -> PyErr {
    PyArithmeticError::new_err(error.to_string())
}

/// A block without tokens.
const EMPTY: &[u8] = &[1];

/// Where the changes of each block begin, and where the last ones end; what comes before all blocks
/// belongs to the first.
fn places(ledger: &CoreLedger, firsts: &[PyBackedStr]) -> Vec<usize> {
    let later = firsts.iter().skip(1).map(|first| ledger.place(first.as_bytes()));
    [0].into_iter().chain(later).chain([ledger.len()]).collect()
}

fn cell((class, messages, occurrences): PyCell) -> Cell {
    Cell { class, delta: Delta { messages, occurrences } }
}

fn negative(cell: &Cell) -> Cell {
    let Delta { messages, occurrences } = cell.delta;
    Cell { class: cell.class, delta: Delta { messages: -messages, occurrences: -occurrences } }
}

fn text<'py>(py: Python<'py>, token: &[u8]) -> Bound<'py, PyString> {
    PyString::new(py, &String::from_utf8_lossy(token))
}

fn written<'py>(py: Python<'py>, ledger: &CoreLedger) -> Vec<PyBlock<'py>> {
    let block = |block: block::Block| {
        (text(py, &block.first), block.tokens, PyBytes::new(py, &block.bytes))
    };
    block::write(ledger).into_iter().map(block).collect()
}

fn read_block(bytes: &[u8], ledger: &mut CoreLedger) -> PyResult<()> {
    block::read(bytes, ledger).ok_or_else(|| PyValueError::new_err("a block of tokens is damaged"))
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
    let one = |message: &&[u8]| signals.check().map(|()| digest(message));
    let runs = py.detach(|| {
        let runs = all(split_messages(&raw, threads), &signals, |run| {
            raw[run].iter().map(one).collect::<Result<Vec<_>>>()
        });
        runs.into_iter().collect::<Result<Vec<_>>>()
    });
    let runs = runs.map_err(|error| signals.explain(error))?;
    Ok(runs.iter().flatten().map(|one| PyBytes::new(py, one)).collect())
}

/// The tokens and counts of a bag that was written.
#[pyfunction]
pub fn read_bag(bag: &[u8]) -> PyResult<Vec<(String, u32)>> {
    let bag = checked(bag)?;
    let text = |token: &[u8]| String::from_utf8_lossy(token).into_owned();
    Ok(bag.tokens.iter().map(text).zip(bag.counts.iter().copied()).collect())
}

fn checked(bag: &[u8]) -> PyResult<Bag> {
    Bag::read(bag).ok_or_else(|| PyValueError::new_err("this is no bag of tokens"))
}

/// Changes, bags, and changes of the sums by label.
type Tally<'py> = (Ledger, Vec<Bound<'py, PyBytes>>, Vec<(i64, i64)>);

/// Messages, labels from 0 on, and old bags with their labels and 1 to learn or -1 to forget:
/// what changes on a day, the bags of the messages, and what changes in all by label.
///
/// `classes` are the numbers of the labels.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one call, so that nothing is counted twice")]
pub fn tally_mail<'py>(
    py: Python<'py>,
    messages: Vec<PyBackedBytes>,
    labels: Vec<usize>,
    analyzer: &MailAnalyzer,
    moved: Vec<(PyBackedBytes, usize, i64)>,
    classes: Vec<u32>,
    day: u32,
    threads: usize,
) -> PyResult<Tally<'py>> {
    let all_labels = labels.iter().chain(moved.iter().map(|(_, label, _)| label));
    if messages.len() != labels.len() || all_labels.into_iter().any(|label| *label >= classes.len())
    {
        return Err(PyValueError::new_err("messages and labels do not fit together"));
    }
    let signals = Signals::new();
    let raw: Vec<&[u8]> = messages.iter().map(|message| &**message).collect();
    let mut deltas = Deltas::new(&classes, day);
    for (bag, label, sign) in &moved {
        deltas.add_bag(&checked(bag)?, *label, *sign);
    }
    let counted = py.detach(|| {
        let counted = count(&raw, analyzer.core(), threads, &signals)?;
        deltas.add_rows(&counted.names.terms, &counted.matrix, &labels);
        let ledger = deltas.finish();
        Ok((bags(&counted, threads, &signals), ledger.totals(&classes), ledger))
    });
    let (bags, totals, ledger) = counted.map_err(|error| signals.explain(error))?;
    let bags = bags.iter().map(|bag| PyBytes::new(py, bag)).collect();
    let totals = totals.iter().map(|total| (total.messages, total.occurrences)).collect();
    Ok((Ledger(ledger), bags, totals))
}

fn count(
    messages: &[&[u8]],
    analyzer: &CoreAnalyzer,
    threads: usize,
    signals: &Signals,
) -> Result<Counted<i64>> {
    let words = Analyzer::default();
    let mut collector = Collector::new(&words, threads);
    collector.read_mail(messages, analyzer, signals)?;
    collector.finish(i32::MAX, signals)
}

fn bags(counted: &Counted<i64>, threads: usize, signals: &Signals) -> Vec<Vec<u8>> {
    let (terms, matrix) = (&counted.names.terms, &counted.matrix);
    let bag = |row: &[i64]| {
        let entries = row[0] as usize..row[1] as usize;
        let columns = matrix.indices[entries.clone()].iter();
        let tokens = columns.map(|&column| terms.get(column as u32));
        write_bag(tokens.zip(matrix.data[entries].iter().map(|&count| count as u32)))
    };
    let runs = split_evenly(matrix.indices.len(), threads).len();
    let runs = all(split(matrix.indptr.len() - 1, runs), signals, |run| {
        matrix.indptr[run.start..=run.end].windows(2).map(bag).collect::<Vec<_>>()
    });
    runs.into_iter().flatten().collect()
}
