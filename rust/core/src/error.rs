//! The error type of the core: interrupted, invalid or damaged.

use std::fmt;

/// Why a call could not be answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The caller asked to stop, for example with Ctrl-C.
    Interrupted,
    /// An argument that no input can make sense of, with what to do instead.
    Invalid(String),
    /// Bytes that were kept, and are not what was written.
    Damaged(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interrupted => f.write_str("interrupted"),
            Self::Invalid(message) => f.write_str(message),
            Self::Damaged(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}

/// A result of the core.
pub type Result<T> = std::result::Result<T, Error>;
