//! The Python class of the mail analyser: tokens as a list or counted.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use priory_core::tokens::mail::{
    Headers, Hidden, MailAnalyzer as CoreAnalyzer, Network, Ours, Tokens, Urls, VERSION,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyDict, PyList};

use super::strings::Strings;
use crate::interrupt::Signals;
use crate::mail::Limits;

/// Messages below this are read without letting go of the interpreter: that would cost more.
const LITTLE: usize = 1 << 14;

/// Messages from this on leave no memory behind: it would stay as large as they need it.
const LARGE: usize = 1 << 20;

/// From a message to its tokens.
#[pyclass(frozen, module = "priory._core")]
pub struct MailAnalyzer {
    core: CoreAnalyzer,
    /// What is used again from message to message, if nobody is using it.
    memory: Mutex<Option<Box<Memory>>>,
}

/// The tokens of a message, and the Python strings of many.
#[derive(Default)]
struct Memory {
    tokens: Tokens,
    strings: Strings,
}

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
        trusted_relays: Vec<String>,
        trusted_authserv: Option<String>,
        limits: Limits,
    ) -> PyResult<Self> {
        let core = CoreAnalyzer {
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
            ours: Ours { relays: networks(&trusted_relays)?, authserv: trusted_authserv },
            limits: limits.into(),
        };
        Ok(Self { core, memory: Mutex::default() })
    }

    /// The tokens of a message, in order.
    fn tokenize<'py>(&self, py: Python<'py>, raw: &[u8]) -> PyResult<Bound<'py, PyList>> {
        self.read(py, raw, |Memory { tokens, strings }| strings.list(py, tokens))
    }

    /// How often each token of a message occurs; in the order they come.
    fn count<'py>(&self, py: Python<'py>, raw: &[u8]) -> PyResult<Bound<'py, PyDict>> {
        self.read(py, raw, |Memory { tokens, strings }| strings.count(py, tokens))
    }

    /// Tokenise messages once, to look their tokens up and then to judge them.
    fn tokenize_all(
        &self,
        py: Python<'_>,
        messages: Vec<PyBackedBytes>,
        threads: usize,
    ) -> PyResult<TokenizedMail> {
        let signals = Signals::new();
        let raw: Vec<&[u8]> = messages.iter().map(|message| &**message).collect();
        let tokens = py.detach(|| self.core.tokenize_all(&raw, threads, &signals));
        tokens.map(TokenizedMail).map_err(|error| signals.explain(error))
    }
}

/// The tokens of some messages.
#[pyclass(frozen, module = "priory._core")]
pub struct TokenizedMail(Vec<Tokens>);

#[pymethods]
impl TokenizedMail {
    /// Each token once.
    fn distinct(&self) -> HashSet<String> {
        let tokens: HashSet<&[u8]> = self.0.iter().flat_map(Tokens::iter).collect();
        tokens.into_iter().map(|token| String::from_utf8_lossy(token).into_owned()).collect()
    }
}

impl TokenizedMail {
    /// The tokens of each message.
    pub fn core(&self) -> &[Tokens] {
        &self.0
    }
}

impl MailAnalyzer {
    /// The analyser of the core.
    pub fn core(&self) -> &CoreAnalyzer {
        &self.core
    }

    /// Take what is wanted of the tokens of a message.
    fn read<T>(&self, py: Python<'_>, raw: &[u8], take: impl FnOnce(&mut Memory) -> T) -> T {
        // Nothing is locked while a message is read: who comes meanwhile has memory of their own.
        let taken = self.memory.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut memory = taken.unwrap_or_default();
        if raw.len() < LITTLE {
            self.core.tokenize(raw, &mut memory.tokens);
        } else {
            py.detach(|| self.core.tokenize(raw, &mut memory.tokens));
        }
        let made = take(&mut memory);
        if raw.len() < LARGE {
            *self.memory.lock().unwrap_or_else(PoisonError::into_inner) = Some(memory);
        }
        made
    }
}

fn networks(written: &[String]) -> PyResult<Vec<Network>> {
    let parse = |text: &String| Network::parse(text).ok_or_else(|| unknown("network", text));
    written.iter().map(parse).collect()
}

fn unknown(name: &str, value: &str) -> PyErr {
    PyValueError::new_err(format!("unknown {name} {value:?}"))
}

/// The version of the rules.
#[pyfunction]
pub fn mail_version() -> String {
    let (major, minor, update) = char::UNICODE_VERSION;
    format!("{VERSION}, unicode {major}.{minor}.{update}")
}
