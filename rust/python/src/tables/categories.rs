//! Binding of label encoding: numbers or texts of columns become codes from 0.

use numpy::{PyArray1, PyReadonlyArray1};
use priory_core::tables::categories::{by_rows, number};
use priory_core::tables::texts::{self, Column, NumberedTexts};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyList, PyString};

use crate::input::arrow::TextColumn;
use crate::input::rows::{CategoryRows, Numbers};
use crate::interrupt::run;

/// Codes and how many categories each column has, or the place of a number that is no code.
type Codes<'py> = (Option<(Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<i64>>)>, usize);

/// The code of each text of a column, -1 for missing ones, and the distinct texts.
type Texts<'py> = (Bound<'py, PyArray1<i32>>, Vec<String>);

/// Take the numbers of a matrix as codes from 0 to `most`, NaN as -1.
///
/// With each column's number of categories; or nothing, and the place of the first fault.
#[pyfunction]
pub fn number_categories<'py>(
    py: Python<'py>,
    data: Numbers<'py>,
    columns: usize,
    most: i32,
    threads: usize,
) -> PyResult<Codes<'py>> {
    let numbered = match &data {
        _ if columns == 0 => return Err(PyValueError::new_err("there are no columns")),
        Numbers::Floats(data) => {
            let data = data.as_slice()?;
            run(py, data.len(), |interrupt| number(data, columns, most, threads, interrupt))
        }
        Numbers::Integers(data) => {
            let data = data.as_slice()?;
            run(py, data.len(), |interrupt| number(data, columns, most, threads, interrupt))
        }
    }?;
    Ok(match numbered {
        Ok(found) => {
            let sizes = PyArray1::from_vec(py, found.sizes);
            (Some((PyArray1::from_vec(py, found.codes), sizes)), 0)
        }
        Err(place) => (None, place),
    })
}

/// Number the distinct texts of each of some columns that speak Arrow.
#[pyfunction]
pub fn number_texts<'py>(
    py: Python<'py>,
    columns: Vec<Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Vec<Texts<'py>>> {
    let columns = columns.iter().map(TextColumn::of).collect::<PyResult<Vec<_>>>()?;
    let texts = columns.iter().map(Column::len).sum();
    let found = run(py, texts, |interrupt| texts::number_texts(&columns, threads, interrupt))?;
    found.into_iter().map(|numbered| to_texts(py, numbered)).collect()
}

/// Number the distinct strings of a list; None and NaN are missing. If there is anything else in
/// it, nothing is returned.
#[pyfunction]
pub fn number_strings<'py>(values: &Bound<'py, PyList>) -> PyResult<Option<Texts<'py>>> {
    let mut numbered = NumberedTexts::default();
    numbered.codes.reserve_exact(values.len());
    for value in values {
        match value.cast_exact::<PyString>() {
            // What has no UTF-8 is no text.
            Ok(text) => match text.to_str() {
                Ok(text) => numbered.push(Some(text.into())),
                Err(_) => return Ok(None),
            },
            Err(_) if is_missing(&value) => numbered.push(None),
            Err(_) => return Ok(None),
        }
    }
    to_texts(values.py(), numbered).map(Some)
}

fn is_missing(value: &Bound<'_, PyAny>) -> bool {
    value.is_none() || value.cast::<PyFloat>().is_ok_and(|number| number.value().is_nan())
}

fn to_texts(py: Python<'_>, numbered: NumberedTexts) -> PyResult<Texts<'_>> {
    let to_text = |term: &[u8]| match str::from_utf8(term) {
        Ok(text) => Ok(text.to_owned()),
        Err(error) => Err(PyValueError::new_err(format!("a text cannot be read: {error}"))),
    };
    let labels = numbered.terms().iter().map(to_text).collect::<PyResult<_>>()?;
    Ok((PyArray1::from_vec(py, numbered.codes), labels))
}

/// Codes by rows, for columns of codes and what each becomes; what is missing stays so.
#[pyfunction]
pub fn place_codes<'py>(
    py: Python<'py>,
    columns: Vec<(PyReadonlyArray1<'py, i32>, Option<PyReadonlyArray1<'py, i32>>)>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let slices = columns.iter().map(|(codes, places)| {
        let places = places.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
        Ok((codes.as_slice()?, places))
    });
    let slices = slices.collect::<PyResult<Vec<_>>>()?;
    let n_rows = slices.first().map_or(0, |(codes, _)| codes.len());
    if slices.iter().any(|(codes, _)| codes.len() != n_rows) {
        return Err(PyValueError::new_err("the columns differ in length"));
    }
    let rows = run(py, n_rows * slices.len(), |_| Ok(by_rows(&slices, n_rows)))?;
    Ok(PyArray1::from_vec(py, rows))
}

/// The first row and column whose category is not known, or None.
#[pyfunction]
pub fn find_unknown_category(rows: CategoryRows<'_>) -> PyResult<Option<(usize, usize)>> {
    let width = rows.starts.as_slice()?.last().copied().unwrap_or_default();
    Ok(rows.categories(width as usize)?.unknown())
}
