//! Messages become tokens.

use std::collections::HashMap;

use priory_core::tokens::mail::{Headers, Hidden, MailAnalyzer as CoreAnalyzer, Urls, VERSION};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;

use crate::interrupt::Signals;
use crate::mail::Limits;

/// Messages in a batch have so many bytes, about.
const BATCH_BYTES: usize = 1 << 22;

/// Messages below this are read without letting go of the interpreter: that would cost more.
const LITTLE: usize = 1 << 14;

/// From a message to its tokens.
#[pyclass(frozen, module = "priory._core")]
pub struct MailAnalyzer(CoreAnalyzer);

#[pymethods]
impl MailAnalyzer {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "one for each part of the specification")]
    fn new(
        fold_case: bool,
        headers: &str,
        pairs: bool,
        urls: &str,
        hidden: &str,
        min_length: usize,
        max_length: usize,
        limits: Limits,
    ) -> PyResult<Self> {
        Ok(Self(CoreAnalyzer {
            fold_case,
            headers: match headers {
                "all" => Headers::All,
                "subject" => Headers::Subject,
                "none" => Headers::None,
                other => return Err(unknown("headers", other)),
            },
            pairs,
            urls: match urls {
                "parts" => Urls::Parts,
                "hosts" => Urls::Hosts,
                "words" => Urls::Words,
                other => return Err(unknown("urls", other)),
            },
            hidden: match hidden {
                "apart" => Hidden::Apart,
                "together" => Hidden::Together,
                "out" => Hidden::Out,
                other => return Err(unknown("hidden", other)),
            },
            min_length,
            max_length,
            limits: limits.into(),
        }))
    }

    /// The tokens of a message, in order.
    fn tokenize(&self, py: Python<'_>, raw: &[u8]) -> Vec<String> {
        let mut tokens = Vec::new();
        self.read(py, raw, &mut |token| tokens.push(text(token)));
        tokens
    }

    /// The tokens of a message, each once, and how often each occurs; in the order they come.
    fn count(&self, py: Python<'_>, raw: &[u8]) -> (Vec<String>, Vec<u32>) {
        let (mut places, mut counts) = (HashMap::<Vec<u8>, usize>::new(), Vec::new());
        let mut tokens = Vec::new();
        self.read(py, raw, &mut |token| {
            if let Some(place) = places.get(token) {
                counts[*place] += 1;
            } else {
                places.insert(token.to_vec(), counts.len());
                counts.push(1);
                tokens.push(text(token));
            }
        });
        (tokens, counts)
    }
}

impl MailAnalyzer {
    fn read(&self, py: Python<'_>, raw: &[u8], emit: &mut (dyn FnMut(&[u8]) + Send)) {
        if raw.len() < LITTLE {
            self.0.tokenize(raw, &mut |token| emit(token));
        } else {
            py.detach(|| self.0.tokenize(raw, &mut |token| emit(token)));
        }
    }
}

fn unknown(name: &str, value: &str) -> PyErr {
    PyValueError::new_err(format!("unknown {name} {value:?}"))
}

fn text(token: &[u8]) -> String {
    String::from_utf8_lossy(token).into_owned()
}

/// The version of the rules.
#[pyfunction]
pub fn mail_version() -> String {
    let (major, minor, update) = char::UNICODE_VERSION;
    format!("{VERSION}, unicode {major}.{minor}.{update}")
}

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
    /// Let `take` have the tokens of each message.
    pub fn feed(
        &self,
        threads: usize,
        signals: &Signals,
        mut take: impl FnMut(&mut dyn Iterator<Item = &[u8]>),
    ) -> PyResult<()> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        for (index, message) in self.messages.try_iter()?.enumerate() {
            let message = self.message(message?, index)?;
            bytes += message.len();
            batch.push(message);
            if bytes >= BATCH_BYTES {
                self.read(&batch, threads, signals, &mut take)?;
                batch.clear();
                bytes = 0;
            }
        }
        self.read(&batch, threads, signals, &mut take)
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
        threads: usize,
        signals: &Signals,
        take: &mut impl FnMut(&mut dyn Iterator<Item = &[u8]>),
    ) -> PyResult<()> {
        let analyzer = &self.analyzer.get().0;
        let messages: Vec<&[u8]> = batch.iter().map(|message| &**message).collect();
        let tokens =
            self.messages.py().detach(|| analyzer.tokenize_all(&messages, threads, signals));
        for tokens in tokens.map_err(|error| signals.explain(error))?.iter().flatten() {
            take(&mut tokens.iter());
        }
        Ok(())
    }
}
