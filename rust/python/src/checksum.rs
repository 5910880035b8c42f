//! Bindings of the core's `checksum`.

use numpy::PyReadonlyArray1;
use priory_core::checksum;
use pyo3::prelude::*;

/// The XXH3-128 of arrays of bytes as if they were one, in hexadecimal digits.
#[pyfunction]
pub fn digest(py: Python<'_>, pieces: Vec<PyReadonlyArray1<'_, u8>>) -> PyResult<String> {
    let pieces = pieces.iter().map(|piece| piece.as_slice()).collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{:032x}", py.detach(|| checksum::digest(pieces))))
}
