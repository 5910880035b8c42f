//! Documents of any kind are fed to a reader: texts, messages, or tokens as they are.

use priory_core::error::Result;
use priory_core::threads::Interrupt;
use priory_core::tokens::chars::CharTable;
use priory_core::tokens::mail::MailAnalyzer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use super::mailbox::Mailbox;
use super::texts::Source;

/// Batches are large enough to be worth a thread, and small enough for the cache.
pub const BATCH_BYTES: usize = 1 << 22;

/// Documents in a batch at most, for they may be empty.
pub const BATCH_DOCUMENTS: usize = 1 << 15;

/// What takes batches of documents.
pub trait Reader: Send {
    /// Get ready for about so many bytes of text.
    fn expect(&mut self, _bytes: usize) {}

    /// The bytes of a batch, where all texts are at hand anyway.
    fn batch_bytes(&self) -> usize {
        BATCH_BYTES
    }

    /// Read a batch.
    fn read(&mut self, batch: &[&str], chars: &CharTable, interrupt: &dyn Interrupt) -> Result<()>;

    /// Read a batch of messages.
    fn read_mail(
        &mut self,
        batch: &[&[u8]],
        analyzer: &MailAnalyzer,
        interrupt: &dyn Interrupt,
    ) -> Result<()>;
}

/// What documents are: texts or messages to analyse, or the tokens themselves. Texts are tried
/// first, because a try that fails costs more than a short text.
#[derive(FromPyObject)]
pub enum Input<'py> {
    Texts(Source<'py>),
    Mail(Mailbox<'py>),
    Tokens(Bound<'py, PyAny>),
}

/// Let `take` have the tokens of each document of an iterable of lists of tokens.
pub fn feed_tokens(
    documents: &Bound<'_, PyAny>,
    mut take: impl FnMut(&[PyBackedStr]),
) -> PyResult<()> {
    let mut tokens = Vec::new();
    for (index, document) in documents.try_iter()?.enumerate() {
        tokens.clear();
        for token in document?.try_iter()? {
            let token = token?;
            tokens.push(token.extract::<PyBackedStr>().map_err(|_| no_token(index, &token))?);
        }
        take(&tokens);
    }
    Ok(())
}

fn no_token(index: usize, token: &Bound<'_, PyAny>) -> PyErr {
    let shown = token.repr().map_or_else(|_| "?".to_owned(), |repr| repr.to_string());
    PyTypeError::new_err(format!(
        "document {index}: the token {shown} is not a str of valid Unicode, as tokens must be"
    ))
}
