//! Binding of lessons: what the messages of a store teach, and what that changes in it.

use priory_core::ledger::bag::Bag;
use priory_core::ledger::corpus::Corpus;
use priory_core::ledger::deltas::Deltas;
use priory_core::ledger::entries::{Delta, Ledger as CoreLedger};
use priory_core::ledger::live::{LiveClass, LiveCounts};
use priory_core::ledger::seal::open;
use priory_core::posterior::lessons::{Lessons, read, write};
use priory_core::posterior::live_filter::{Elsewhere, Learned, LiveFilter};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::ledger::Ledger;

/// A message of the journal: its bag, its digest, its label, and what it taught, if it was asked.
type Entry = (PyBackedBytes, [u8; 32], usize, Option<PyBackedBytes>);

/// A message to be learned: its bag, its digest and its label.
type New = (PyBackedBytes, [u8; 32], usize);

/// What is learned and not at hand: messages, those that taught nothing yet, and the last labels.
type Absent = (usize, usize, Vec<u32>);

/// What a store holds, or some of it, in memory, where messages are taught.
#[pyclass(module = "priory._core")]
pub struct Teacher {
    numbers: Vec<u32>,
    corpus: Corpus,
    filter: LiveFilter,
    before: Vec<Learned>,
    new: Vec<usize>, // the labels of messages behind those of the journal
}

#[pymethods]
impl Teacher {
    /// `known` are the messages of each class and the sums over their tokens, `tokens` is how many
    /// are known in all.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "all that a store holds")]
    fn new(
        py: Python<'_>,
        numbers: Vec<u32>,
        known: Vec<(i64, i64)>,
        tokens: i64,
        ledger: &Ledger,
        lessons: &Ledger,
        journal: Vec<Entry>,
        new: Vec<New>,
        absent: Absent,
    ) -> PyResult<Self> {
        if numbers.len() != known.len() {
            return Err(PyValueError::new_err("counts and labels differ in shape"));
        }
        let (ledger, lessons) = (ledger.core(), lessons.core());
        py.detach(|| restore(numbers, known, tokens, ledger, lessons, &journal, &new, absent))
            .ok_or_else(|| PyValueError::new_err("a message of the journal is damaged"))
    }

    /// The tokens of bags, in order.
    #[staticmethod]
    fn tokens(bags: Vec<PyBackedBytes>) -> PyResult<Vec<String>> {
        let mut tokens = std::collections::BTreeSet::new();
        for bytes in &bags {
            let bag = bag(bytes).ok_or_else(|| PyValueError::new_err("a bag is damaged"))?;
            tokens.extend(bag.tokens.iter().map(|one| String::from_utf8_lossy(one).into_owned()));
        }
        Ok(tokens.into_iter().collect())
    }

    /// Learn the messages that are new; false, with some of them left, if a replay is due and not
    /// all messages are at hand (`whole`).
    fn learn(&mut self, py: Python<'_>, whole: bool) -> bool {
        py.detach(|| {
            let first = self.before.len();
            for (message, &label) in (first..).zip(&self.new) {
                self.filter.learn_alone(&self.corpus, message, label);
                if self.filter.is_replay_due() {
                    if !whole {
                        return false;
                    }
                    self.filter.replay(&self.corpus);
                }
            }
            true
        })
    }

    /// Teach all messages anew.
    fn replay(&mut self, py: Python<'_>) {
        py.detach(|| self.filter.replay(&self.corpus));
    }

    /// Take back what all messages taught.
    fn unteach(&mut self) {
        self.filter.unteach();
    }

    /// What each message taught, those of the journal first; none if it was not asked yet.
    fn taught<'py>(&self, py: Python<'py>) -> Vec<Option<Bound<'py, PyBytes>>> {
        let bytes = |one: &Learned| {
            let taught = one.taught.as_ref()?;
            Some(PyBytes::new(py, &write(taught, &self.numbers)))
        };
        self.filter.journal().iter().map(bytes).collect()
    }

    /// What changed in the lessons of tokens.
    fn changes(&self, py: Python<'_>) -> Ledger {
        py.detach(|| {
            let mut changes = Deltas::new(&self.numbers, 0);
            let after = self.filter.journal();
            for (at, one) in after.iter().enumerate() {
                let before = self.before.get(at);
                if before.is_none_or(|before| before.taught != one.taught) {
                    let old = before.into_iter();
                    old.for_each(|old| self.filter.write(&self.corpus, old, -1, &mut changes));
                    self.filter.write(&self.corpus, one, 1, &mut changes);
                }
            }
            Ledger::from(changes.finish())
        })
    }

    /// The lessons of all messages of the journal, as they were.
    fn sum(&self, py: Python<'_>) -> Ledger {
        py.detach(|| {
            let mut sum = Deltas::new(&self.numbers, 0);
            self.before.iter().for_each(|one| self.filter.write(&self.corpus, one, 1, &mut sum));
            Ledger::from(sum.finish())
        })
    }
}

fn bag(bytes: &[u8]) -> Option<Bag> {
    Bag::read(open(bytes)?)
}

#[expect(clippy::too_many_arguments, reason = "all that a store holds")]
fn restore(
    numbers: Vec<u32>,
    known: Vec<(i64, i64)>,
    tokens: i64,
    ledger: &CoreLedger,
    lessons: &CoreLedger,
    journal: &[Entry],
    new: &[New],
    (messages, pending, recent): Absent,
) -> Option<Teacher> {
    let mut corpus = Corpus::default();
    let mut before = Vec::with_capacity(journal.len());
    for (message, (bytes, digest, label, taught)) in journal.iter().enumerate() {
        corpus.add_bag(&bag(bytes)?, digest);
        let taught = match taught {
            Some(bytes) => Some(read(bytes, &numbers)?),
            None => None,
        };
        before.push(Learned { message, class: *label as u32, taught });
    }
    for (bytes, digest, _) in new {
        corpus.add_bag(&bag(bytes)?, digest);
    }
    let class = |(messages, tokens): (i64, i64)| LiveClass {
        messages,
        totals: Delta { messages: tokens, occurrences: 0 },
        spread: Vec::new(),
    };
    let classes = known.into_iter().map(class).collect();
    let counts = LiveCounts::restore(classes, &numbers, tokens, ledger, corpus.tokens());
    let lessons = Lessons::restore(&numbers, lessons, corpus.tokens());
    let elsewhere = Elsewhere { messages, pending, recent };
    let filter = LiveFilter::restore(counts, lessons, &corpus, before.clone(), elsewhere);
    let new = new.iter().map(|one| one.2).collect();
    Some(Teacher { numbers, corpus, filter, before, new })
}
