//! Message arguments: batches of borrowed bytes.

use priory_core::counts::document_reader::{BATCH_BYTES, DocumentReader};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use super::documents::BATCH_DOCUMENTS;
use crate::interrupt::Signals;
use crate::tokens::mail::MailAnalyzer;

/// Messages, and who reads them.
#[derive(FromPyObject)]
pub struct Mailbox<'py> {
    /// An iterable of messages.
    messages: Bound<'py, PyAny>,
    /// Called with a message that is not bytes and its index; answers with bytes or raises.
    convert: Bound<'py, PyAny>,
    analyzer: Bound<'py, MailAnalyzer>,
}

impl<'py> Mailbox<'py> {
    /// Let the reader have all messages.
    pub fn feed(&self, reader: &mut dyn DocumentReader, signals: &Signals) -> PyResult<()> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for (index, message) in self.messages.try_iter()?.enumerate() {
            let message = self.message(message?, index)?;
            bytes += message.len();
            batch.push(message);
            if bytes >= BATCH_BYTES || batch.len() >= BATCH_DOCUMENTS {
                self.read(&batch, reader, signals)?;
                batch.clear();
                bytes = 0;
            }
        }
        self.read(&batch, reader, signals)
    }

    fn message(&self, message: Bound<'py, PyAny>, index: usize) -> PyResult<PyBackedBytes> {
        match message.cast_into::<PyBytes>() {
            Ok(bytes) => Ok(bytes.into()),
            Err(other) => {
                Ok(self.convert.call1((other.into_inner(), index))?.cast_into::<PyBytes>()?.into())
            }
        }
    }

    fn read(
        &self,
        batch: &[PyBackedBytes],
        reader: &mut dyn DocumentReader,
        signals: &Signals,
    ) -> PyResult<()> {
        let analyzer = self.analyzer.get().core();
        let messages: Vec<&[u8]> = batch.iter().map(|message| &**message).collect();
        let read = self.messages.py().detach(|| reader.read_mail(&messages, analyzer, signals));
        read.map_err(|error| signals.explain(error))
    }
}
