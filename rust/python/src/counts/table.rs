//! Tables of counts by term and class are added, subtracted, checked and searched.

use numpy::{PyArray1, PyReadonlyArray1};
use priory_core::counts::table::{Below, ClassCounts, Table as CoreTable};
use priory_core::counts::terms::Terms;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;

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
pub fn parts(py: Python<'_>, terms: Terms, counts: ClassCounts) -> Parts<'_> {
    let (letters, ends) = terms.into_parts();
    (
        PyArray1::from_vec(py, letters),
        PyArray1::from_vec(py, ends.into_iter().map(|end| end as i64).collect()),
        PyArray1::from_vec(py, counts.indptr),
        PyArray1::from_vec(py, counts.classes),
        PyArray1::from_vec(py, counts.occurrences),
        PyArray1::from_vec(py, counts.documents),
    )
}

/// A table as Python holds it, perhaps mapped from a file.
#[derive(FromPyObject)]
pub struct Table<'py> {
    letters: PyReadonlyArray1<'py, u8>,
    ends: PyReadonlyArray1<'py, i64>,
    indptr: PyReadonlyArray1<'py, i64>,
    classes: PyReadonlyArray1<'py, i32>,
    occurrences: PyReadonlyArray1<'py, i64>,
    documents: PyReadonlyArray1<'py, i64>,
}

impl Table<'_> {
    /// The same table for the core.
    pub fn borrow(&self) -> PyResult<CoreTable<'_>> {
        Ok(CoreTable {
            letters: self.letters.as_slice()?,
            ends: self.ends.as_slice()?,
            indptr: self.indptr.as_slice()?,
            classes: self.classes.as_slice()?,
            occurrences: self.occurrences.as_slice()?,
            documents: self.documents.as_slice()?,
        })
    }
}

/// A table, or the term and the class that would have fallen below zero.
#[derive(IntoPyObject)]
pub enum Combined<'py> {
    Table(Parts<'py>),
    Below((String, i32)),
}

/// Add the counts of sound tables, or take those of the second from the first (`sign` -1).
#[pyfunction]
pub fn combine_tables<'py>(
    py: Python<'py>,
    one: Table<'py>,
    other: Table<'py>,
    mine: PyReadonlyArray1<'py, i32>,
    theirs: PyReadonlyArray1<'py, i32>,
    sign: i64,
) -> PyResult<Combined<'py>> {
    let (one, other) = (one.borrow()?, other.borrow()?);
    let (mine, theirs) = (mine.as_slice()?, theirs.as_slice()?);
    Ok(match py.detach(|| one.combine(&other, mine, theirs, sign)) {
        Ok((terms, counts)) => Combined::Table(parts(py, terms, counts)),
        Err(Below(term, class)) => {
            Combined::Below((String::from_utf8_lossy(&term).into_owned(), class))
        }
    })
}

/// Whether the arrays of a table are those of something that was counted, in classes of so many
/// documents.
#[pyfunction]
pub fn check_table<'py>(
    py: Python<'py>,
    table: Table<'py>,
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
    table: Table<'py>,
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
    table: Table<'py>,
    of_documents: bool,
    n_classes: usize,
) -> PyResult<(Array<'py, i64>, Array<'py, i64>)> {
    let table = table.borrow()?;
    let counts = if of_documents { table.documents } else { table.occurrences };
    let (by_word, by_class) = py.detach(|| table.sums(counts, n_classes));
    Ok((PyArray1::from_vec(py, by_word), PyArray1::from_vec(py, by_class)))
}
