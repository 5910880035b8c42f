//! The Python class of a vocabulary: terms to columns and back.

use std::sync::OnceLock;

use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use priory_core::counts::collect::Names;
use priory_core::counts::ngrams::Ngrams;
use priory_core::counts::terms::Terms;
use priory_core::counts::vocabulary::{NONE, Vocabulary as CoreVocabulary};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyBytes;

use super::table::BorrowedTable;

/// The joined bytes of terms and the end of each.
type Parts<'py> = (Bound<'py, PyBytes>, Bound<'py, PyArray1<i64>>);

/// Terms in the order of their columns. What is derived from them is built when first asked for.
#[pyclass(frozen, module = "priory._core")]
pub struct Vocabulary {
    names: Names,
    joined: OnceLock<Terms>,
    table: OnceLock<CoreVocabulary>,
}

impl From<Names> for Vocabulary {
    fn from(names: Names) -> Self {
        Self { names, joined: OnceLock::new(), table: OnceLock::new() }
    }
}

impl From<Terms> for Vocabulary {
    fn from(terms: Terms) -> Self {
        Names { terms, ngrams: None }.into()
    }
}

impl Vocabulary {
    fn terms(&self) -> &Terms {
        match &self.names.ngrams {
            Some(ngrams) => self.joined.get_or_init(|| ngrams.join(&self.names.terms)),
            None => self.table.get().map_or(&self.names.terms, CoreVocabulary::terms),
        }
    }

    /// The table in which terms are looked up.
    pub fn table(&self) -> &CoreVocabulary {
        self.table.get_or_init(|| CoreVocabulary::from(self.terms()))
    }
}

#[pymethods]
impl Vocabulary {
    #[new]
    fn new(terms: Vec<PyBackedStr>) -> Self {
        terms.iter().map(|term| term.as_bytes()).collect::<Terms>().into()
    }

    fn __len__(&self) -> usize {
        self.names.ngrams.as_ref().map_or_else(|| self.terms().len(), Ngrams::len)
    }

    /// The terms as strings.
    fn names(&self) -> Vec<&str> {
        self.terms().iter().map(|term| str::from_utf8(term).unwrap_or_default()).collect()
    }

    /// The column of a term, or None.
    fn find(&self, term: &str) -> Option<u32> {
        Some(self.table().get(term.as_bytes())).filter(|&id| id != NONE)
    }

    /// The terms of the given columns, in that order.
    fn select(&self, columns: PyReadonlyArray1<'_, u32>) -> PyResult<Self> {
        Ok(self.terms().select(columns.as_slice()?).into())
    }

    /// This vocabulary enlarged by the terms of another one, and their columns in it.
    fn union<'py>(
        slf: &Bound<'py, Self>,
        other: &Self,
    ) -> PyResult<(Bound<'py, Self>, Bound<'py, PyArray1<i32>>)> {
        let known = slf.get().table();
        let (mut new, mut columns) = (Vec::new(), Vec::with_capacity(other.__len__()));
        for term in other.terms().iter() {
            let mut column = known.get(term);
            if column == NONE {
                column = (known.len() + new.len()) as u32;
                new.push(term);
            }
            columns.push(column as i32);
        }
        let columns = columns.to_pyarray(slf.py());
        if new.is_empty() {
            return Ok((slf.clone(), columns));
        }
        let terms: Terms = known.terms().iter().chain(new).collect();
        Ok((Bound::new(slf.py(), Self::from(terms))?, columns))
    }

    /// The terms of some places of a sound table, in that order, which is that of frequency.
    #[staticmethod]
    fn of_table(table: BorrowedTable<'_>, places: PyReadonlyArray1<'_, u32>) -> PyResult<Self> {
        let table = table.borrow()?;
        let places = places.as_slice()?;
        let terms: Terms = places.iter().map(|&place| table.term(place as usize)).collect();
        // The table has the terms, so that they need not be kept twice.
        let known = OnceLock::from(CoreVocabulary::in_order(terms));
        Ok(Self { table: known, ..Terms::default().into() })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let (bytes, ends) = slf.get().terms().parts();
        let ends: Vec<i64> = ends.iter().map(|&end| end as i64).collect();
        let parts = (PyBytes::new(slf.py(), bytes), PyArray1::from_vec(slf.py(), ends));
        Ok((slf.get_type().getattr("from_parts")?, parts))
    }

    /// A vocabulary from the joined UTF-8 of its terms and the end of each.
    #[staticmethod]
    fn from_parts(joined: Vec<u8>, ends: PyReadonlyArray1<'_, i64>) -> PyResult<Self> {
        let ends = ends.as_slice()?.iter().map(|&end| end as usize).collect();
        let terms = Terms::from_parts(joined, ends);
        let broken = || PyValueError::new_err("the terms of the vocabulary are damaged");
        Ok(terms.ok_or_else(broken)?.into())
    }
}
