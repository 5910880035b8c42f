//! Interned Python strings for tokens: frequent ones are reused.

use priory_core::counts::vocabulary::{LookupBuffer, Vocabulary};
use priory_core::tokens::mail::Tokens;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

/// Tokens that are kept, and their bytes, about: those of a message may be more.
const MOST: usize = 1 << 15;
const MOST_BYTES: usize = 1 << 21;

/// Tokens with their strings. To make a string, and to hash it, takes longer than to find one.
#[derive(Default)]
pub struct Strings {
    tokens: Vocabulary,
    texts: Vec<Py<PyString>>,
    /// For each token how often it occurs in the message at hand.
    counts: Vec<u32>,
    batch: LookupBuffer,
    /// The tokens of the message at hand.
    ids: Vec<u32>,
}

impl Strings {
    /// The tokens of a message, in order.
    pub fn list<'py>(&mut self, py: Python<'py>, tokens: &Tokens) -> PyResult<Bound<'py, PyList>> {
        self.find(py, tokens);
        PyList::new(py, self.ids.iter().map(|&id| &self.texts[id as usize]))
    }

    /// How often each token occurs, in the order they come.
    pub fn count<'py>(&mut self, py: Python<'py>, tokens: &Tokens) -> PyResult<Bound<'py, PyDict>> {
        // Should there be no memory left, the counts would stay.
        self.try_count(py, tokens).inspect_err(|_| *self = Self::default())
    }

    fn try_count<'py>(&mut self, py: Python<'py>, tokens: &Tokens) -> PyResult<Bound<'py, PyDict>> {
        self.find(py, tokens);
        self.ids.iter().for_each(|&id| self.counts[id as usize] += 1);
        let counted = PyDict::new(py);
        for &id in &self.ids {
            let count = std::mem::take(&mut self.counts[id as usize]);
            if count > 0 {
                counted.set_item(&self.texts[id as usize], count)?;
            }
        }
        Ok(counted)
    }

    /// Find the strings of the tokens of a message, or make them.
    fn find(&mut self, py: Python<'_>, tokens: &Tokens) {
        let bytes = self.tokens.terms().n_bytes(0..self.tokens.len());
        if self.texts.len() > MOST || bytes > MOST_BYTES {
            // What they took stays at hand for others.
            self.tokens.clear();
            self.texts.clear();
            self.counts.clear();
        }
        self.ids.clear();
        self.tokens.intern_all(tokens.bytes(), tokens.spans(), &mut self.batch, &mut self.ids);
        for id in self.texts.len()..self.tokens.len() {
            let token = str::from_utf8(self.tokens.terms().get(id as u32)).unwrap_or_default();
            self.texts.push(PyString::new(py, token).unbind());
        }
        self.counts.resize(self.texts.len(), 0);
    }
}
