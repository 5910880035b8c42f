//! Text arguments: strings, bytes or Arrow columns, as batches of borrowed text.

use priory_core::counts::document_reader::{BATCH_BYTES, DocumentReader};
use priory_core::threads::{pieces, size};
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyList, PyListMethods, PyString};

use super::arrow;
use super::documents::BATCH_DOCUMENTS;
use crate::interrupt::Signals;
use crate::tokens::analyzer::table_for;

/// What is expected of all documents is at most so many times what the first batch has: one long
/// document says little about the others.
const MOST_EXPECTED: usize = 16;

/// Text below this is read without letting go of the interpreter: that would cost more.
const LITTLE: usize = 1 << 14;

/// Where documents come from, and what to do with those that are not plain text.
#[derive(FromPyObject)]
pub struct Source<'py> {
    /// An iterable of documents, or something that speaks Arrow.
    #[pyo3(item(0))]
    documents: Bound<'py, PyAny>,
    /// Called with a document that is not text and its index; answers with text or raises.
    #[pyo3(item(1))]
    convert: Bound<'py, PyAny>,
    /// Whether bytes are UTF-8 and can be borrowed.
    #[pyo3(item(2))]
    utf8: bool,
}

enum Text {
    Str(PyBackedStr),
    Bytes(PyBackedBytes),
}

impl Text {
    fn as_str(&self) -> &str {
        match self {
            Self::Str(text) => text,
            Self::Bytes(bytes) => str::from_utf8(bytes).unwrap_or_default(),
        }
    }
}

impl<'py> Source<'py> {
    /// Let the reader have all documents.
    pub fn feed(&self, reader: &mut dyn DocumentReader, signals: &Signals) -> PyResult<()> {
        if arrow::is_arrow(&self.documents)? {
            return self.feed_arrow(reader, signals);
        }
        let expected = self.documents.cast::<PyList>().map_or(0, PyListMethods::len);
        let most = if expected > 0 { reader.batch_bytes() } else { BATCH_BYTES };
        let (mut batch, mut bytes, mut index) = (Vec::new(), 0, 0_usize);
        for document in self.documents.try_iter()? {
            let text = self.text(document?, index)?;
            bytes += text.as_str().len();
            index += 1;
            batch.push(text);
            if bytes >= most || batch.len() >= BATCH_DOCUMENTS {
                if batch.len() == index {
                    reader.expect((bytes / index * expected).min(MOST_EXPECTED * bytes));
                }
                self.read(&batch, bytes, reader, signals)?;
                batch.clear();
                bytes = 0;
            }
        }
        self.read(&batch, bytes, reader, signals)
    }

    fn text(&self, document: Bound<'py, PyAny>, index: usize) -> PyResult<Text> {
        let document = match document.cast_into::<PyString>() {
            Ok(text) => match PyBackedStr::try_from(text.clone()) {
                Ok(text) => return Ok(Text::Str(text)),
                Err(_) => text.into_any(),
            },
            Err(other) => other.into_inner(),
        };
        if self.utf8
            && let Ok(bytes) = document.cast::<PyBytes>()
            && str::from_utf8(bytes.as_bytes()).is_ok()
        {
            return Ok(Text::Bytes(bytes.clone().into()));
        }
        Ok(Text::Str(self.convert.call1((document, index))?.extract()?))
    }

    fn read(
        &self,
        batch: &[Text],
        bytes: usize,
        reader: &mut dyn DocumentReader,
        signals: &Signals,
    ) -> PyResult<()> {
        let texts: Vec<&str> = batch.iter().map(Text::as_str).collect();
        self.read_texts(&texts, bytes, reader, signals)
    }

    fn read_texts(
        &self,
        texts: &[&str],
        bytes: usize,
        reader: &mut dyn DocumentReader,
        signals: &Signals,
    ) -> PyResult<()> {
        let py = self.documents.py();
        let chars = table_for(py, texts)?;
        let read = if bytes < LITTLE {
            reader.read(texts, &chars, signals)
        } else {
            py.detach(|| reader.read(texts, &chars, signals))
        };
        read.map_err(|error| signals.explain(error))
    }

    fn feed_arrow(&self, reader: &mut dyn DocumentReader, signals: &Signals) -> PyResult<()> {
        let mut index = 0;
        for array in arrow::arrays(&self.documents)? {
            let array = array?;
            let missing = |at: usize| -> PyResult<PyBackedStr> {
                self.convert.call1((self.documents.py().None(), index + at))?.extract()
            };
            array.with_texts(missing, |texts| {
                reader.expect(size(texts));
                for batch in pieces(texts, reader.batch_bytes()) {
                    self.read_texts(batch, usize::MAX, reader, signals)?;
                }
                Ok(())
            })?;
            index += array.len();
        }
        Ok(())
    }
}
