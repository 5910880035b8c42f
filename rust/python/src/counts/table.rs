//! Binding of count tables: sums, differences and queries.

use numpy::{PyArray1, PyReadonlyArray1};
use priory_core::counts::sum::{Addend as CoreAddend, Refused, Sum, sum};
use priory_core::counts::table::CountTable;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

use crate::interrupt::Signals;

pub type Array<'py, T> = Bound<'py, PyArray1<T>>;

/// The arrays of a table: letters, ends, indptr, classes, occurrences, documents.
pub type Parts<'py> = (
    Array<'py, u8>,
    Array<'py, i64>,
    Array<'py, i64>,
    Array<'py, i32>,
    Array<'py, i64>,
    Array<'py, i64>,
);

/// A table for Python.
pub fn parts(py: Python<'_>, sum: Sum) -> Parts<'_> {
    (
        PyArray1::from_vec(py, sum.letters),
        PyArray1::from_vec(py, sum.ends),
        PyArray1::from_vec(py, sum.counts.indptr),
        PyArray1::from_vec(py, sum.counts.classes),
        PyArray1::from_vec(py, sum.counts.occurrences),
        PyArray1::from_vec(py, sum.counts.documents),
    )
}

/// A table as Python holds it, perhaps mapped from a file.
#[derive(FromPyObject)]
pub struct BorrowedTable<'py> {
    letters: PyReadonlyArray1<'py, u8>,
    ends: PyReadonlyArray1<'py, i64>,
    indptr: PyReadonlyArray1<'py, i64>,
    classes: PyReadonlyArray1<'py, i32>,
    occurrences: PyReadonlyArray1<'py, i64>,
    documents: PyReadonlyArray1<'py, i64>,
}

impl BorrowedTable<'_> {
    /// The same table for the core.
    pub fn borrow(&self) -> PyResult<CountTable<'_>> {
        Ok(CountTable {
            letters: self.letters.as_slice()?,
            ends: self.ends.as_slice()?,
            indptr: self.indptr.as_slice()?,
            classes: self.classes.as_slice()?,
            occurrences: self.occurrences.as_slice()?,
            documents: self.documents.as_slice()?,
        })
    }
}

/// A table, or the term and the class of a count that no table can have, and whether it would be
/// below zero.
#[derive(IntoPyObject)]
pub enum Summed<'py> {
    BorrowedTable(Parts<'py>),
    Refused((String, i32, bool)),
}

/// A table that is added or (`sign` -1) taken away; see the core's `Addend`.
#[derive(FromPyObject)]
pub struct Addend<'py> {
    table: BorrowedTable<'py>,
    places: PyReadonlyArray1<'py, i32>,
    sign: i64,
}

impl Addend<'_> {
    fn borrow(&self) -> PyResult<CoreAddend<'_>> {
        let (table, places) = (self.table.borrow()?, self.places.as_slice()?);
        Ok(CoreAddend { table, places, sign: self.sign })
    }
}

/// Add the counts of sound tables, or take them away.
#[pyfunction]
pub fn sum_tables<'py>(
    py: Python<'py>,
    addends: Vec<Addend<'py>>,
    threads: usize,
) -> PyResult<Summed<'py>> {
    let addends = addends.iter().map(Addend::borrow).collect::<PyResult<Vec<_>>>()?;
    let signals = Signals::new();
    let refused = |term: &[u8], class, is_below| {
        Summed::Refused((String::from_utf8_lossy(term).into_owned(), class, is_below))
    };
    Ok(match py.detach(|| sum(&addends, threads, &signals)) {
        Ok(sum) => Summed::BorrowedTable(parts(py, sum)),
        Err(Refused::Below(term, class)) => refused(&term, class, true),
        Err(Refused::Above(term, class)) => refused(&term, class, false),
        Err(Refused::Stopped(error)) => return Err(signals.explain(error)),
    })
}

/// Whether the arrays of a table are those of something that was counted, in classes of so many
/// documents.
#[pyfunction]
pub fn check_table<'py>(
    py: Python<'py>,
    table: BorrowedTable<'py>,
    class_count: PyReadonlyArray1<'py, i64>,
    threads: usize,
) -> PyResult<bool> {
    let (table, class_count) = (table.borrow()?, class_count.as_slice()?);
    Ok(py.detach(|| table.is_sound(class_count, threads)))
}

/// The places of terms in a sound table, -1 for those that are not there.
#[pyfunction]
pub fn find_terms<'py>(
    py: Python<'py>,
    table: BorrowedTable<'py>,
    terms: Vec<PyBackedStr>,
) -> PyResult<Array<'py, i64>> {
    let table = table.borrow()?;
    let place = |term: &PyBackedStr| table.find(term.as_bytes()).map_or(-1, |place| place as i64);
    Ok(PyArray1::from_iter(py, terms.iter().map(place)))
}

/// What was counted of each word of a sound table, and in each class; documents or occurrences.
#[pyfunction]
pub fn sum_counts<'py>(
    py: Python<'py>,
    table: BorrowedTable<'py>,
    of_documents: bool,
    n_classes: usize,
) -> PyResult<(Array<'py, i64>, Array<'py, i64>)> {
    let table = table.borrow()?;
    let counts = if of_documents { table.documents } else { table.occurrences };
    let (by_word, by_class) = py.detach(|| table.sums(counts, n_classes));
    Ok((PyArray1::from_vec(py, by_word), PyArray1::from_vec(py, by_class)))
}
