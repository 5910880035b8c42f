//! The boundary: convert, release the interpreter, one call into the core, convert.

use pyo3::prelude::*;

/// The compiled core of Priory.
#[pymodule]
mod _core {
    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const build_profile: &str = if cfg!(debug_assertions) { "debug" } else { "release" };

    use super::{PyResult, pyfunction};

    /// The 32-bit MurmurHash3 of some bytes.
    #[pyfunction]
    fn murmur3(data: &[u8]) -> PyResult<u32> {
        Ok(priory_core::counts::murmur::murmur3(data))
    }
}
