//! Converts core errors into Python exceptions.

use priory_core::error::Error;
use pyo3::PyErr;
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};

/// The Python exception that says the same.
pub fn to_python(error: Error) -> PyErr {
    match error {
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        Error::Invalid(message) => PyValueError::new_err(message),
        Error::Damaged(message) => PyValueError::new_err(message),
    }
}
