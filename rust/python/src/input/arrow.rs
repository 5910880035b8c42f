//! Zero-copy Arrow text columns, through the Arrow C data interface.
#![expect(unsafe_code, reason = "the C interface is made of raw pointers; this is its only door")]

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::ArrayStreamReader;
use arrow_array::{Array, ArrayRef, GenericStringArray, OffsetSizeTrait, make_array};
use arrow_schema::{ArrowError, DataType};
use priory_core::error::{Error, Result};
use priory_core::tables::texts::{Column, Text};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyCapsule, PyList};

/// Whether an object offers its content by the Arrow C interface.
pub fn is_arrow(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    // To look for what is not there costs more than a short text.
    if object.is_exact_instance_of::<PyList>() {
        return Ok(false);
    }
    Ok(object.hasattr("__arrow_c_stream__")? || object.hasattr("__arrow_c_array__")?)
}

/// A column of texts, or a piece of one.
pub struct TextArray(ArrayRef);

/// The pieces of a column.
pub fn arrays<'py>(
    object: &Bound<'py, PyAny>,
) -> PyResult<impl Iterator<Item = PyResult<TextArray>> + use<'py>> {
    Ok(unchecked(object)?.map(|array| checked(array?)))
}

/// The pieces of a column, whose offsets and texts nobody has looked at.
fn unchecked<'py>(
    object: &Bound<'py, PyAny>,
) -> PyResult<Box<dyn Iterator<Item = PyResult<ArrayRef>> + 'py>> {
    if object.hasattr("__arrow_c_stream__")? {
        let reader = stream(&object.call_method0("__arrow_c_stream__")?)?;
        return Ok(Box::new(reader.map(|array| array.map_err(to_python))));
    }
    let (schema, array) = object.call_method0("__arrow_c_array__")?.extract()?;
    Ok(Box::new(std::iter::once(single(&schema, &array))))
}

fn stream(capsule: &Bound<'_, PyAny>) -> PyResult<ArrayStreamReader> {
    let pointer = capsule.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_array_stream"))?;
    // SAFETY: a capsule of this name holds a valid stream, which is moved out and left released.
    unsafe { ArrayStreamReader::from_raw(pointer.cast().as_ptr()) }.map_err(to_python)
}

fn single(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>) -> PyResult<ArrayRef> {
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // SAFETY: capsules of these names hold a valid schema and array; the array is moved out and
    // left released, the schema is read while its capsule lives.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    Ok(make_array(data.map_err(to_python)?))
}

/// An array whose offsets and UTF-8 are sound: producers are trusted with memory, not with text.
fn checked(array: ArrayRef) -> PyResult<TextArray> {
    array.to_data().validate_full().map_err(to_python)?;
    Ok(TextArray(array))
}

fn to_python(error: ArrowError) -> PyErr {
    PyValueError::new_err(format!("the Arrow column cannot be read: {error}"))
}

impl TextArray {
    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Let `take` have the texts; `missing` gives the text of one that is null.
    pub fn with_texts<R>(
        &self,
        missing: impl Fn(usize) -> PyResult<PyBackedStr>,
        take: impl FnOnce(&[&str]) -> PyResult<R>,
    ) -> PyResult<R> {
        let texts = self.texts()?;
        let nulls = texts.iter().enumerate().filter(|(_, text)| text.is_none());
        let filled = nulls.map(|(at, _)| missing(at)).collect::<PyResult<Vec<_>>>()?;
        let mut filled = filled.iter().map(|text| &**text);
        let all: Vec<&str> =
            texts.iter().filter_map(|text| text.or_else(|| filled.next())).collect();
        take(&all)
    }

    fn texts(&self) -> PyResult<Vec<Option<&str>>> {
        texts(&self.0)
    }
}

fn texts(array: &ArrayRef) -> PyResult<Vec<Option<&str>>> {
    match array.data_type() {
        DataType::Utf8 => Ok(array.as_string::<i32>().iter().collect()),
        DataType::LargeUtf8 => Ok(array.as_string::<i64>().iter().collect()),
        DataType::Utf8View => Ok(array.as_string_view().iter().collect()),
        DataType::Null => Ok(vec![None; array.len()]),
        DataType::Dictionary(_, _) => {
            let dictionary = array.as_any_dictionary();
            let (values, keys) = (texts(dictionary.values())?, dictionary.normalized_keys());
            let text =
                |(i, &key): (usize, &usize)| if array.is_null(i) { None } else { values[key] };
            Ok(keys.iter().enumerate().map(text).collect())
        }
        DataType::Struct(_) => {
            Err(PyTypeError::new_err("a table holds no text of its own: pass one of its columns"))
        }
        other => Err(PyTypeError::new_err(format!(
            "a column of type {other} holds no text: pass a column of strings"
        ))),
    }
}

/// A whole column of strings.
pub struct TextColumn(Vec<ArrayRef>);

impl TextColumn {
    /// Borrow a column from a library that speaks Arrow.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let pieces = unchecked(object)?.map(|array| Self::sound(array?));
        Ok(Self(pieces.collect::<PyResult<_>>()?))
    }

    fn sound(array: ArrayRef) -> PyResult<ArrayRef> {
        match array.data_type() {
            // Texts of these types are found with care, and looked at when they are new.
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Null => Ok(array),
            DataType::Utf8View => checked(array).map(|TextArray(array)| array),
            other => {
                Err(PyTypeError::new_err(format!("a column of type {other} holds no strings")))
            }
        }
    }
}

impl Column for TextColumn {
    fn len(&self) -> usize {
        self.0.iter().map(Array::len).sum()
    }

    fn each(&self, mut take: impl FnMut(Option<Text<'_>>) -> Result<()>) -> Result<()> {
        self.0.iter().try_for_each(|array| match array.data_type() {
            DataType::Utf8 => each_of(array.as_string::<i32>(), &mut take),
            DataType::LargeUtf8 => each_of(array.as_string::<i64>(), &mut take),
            DataType::Utf8View => {
                let mut texts = array.as_string_view().iter();
                texts.try_for_each(|text| take(text.map(Text::from)))
            }
            _ => (0..array.len()).try_for_each(|_| take(None)),
        })
    }
}

const OFFSETS: &str = "the Arrow column cannot be read: its offsets do not fit its texts";

/// Let `take` have the texts of an array whose offsets may be anything.
fn each_of<O: OffsetSizeTrait>(
    array: &GenericStringArray<O>,
    mut take: impl FnMut(Option<Text<'_>>) -> Result<()>,
) -> Result<()> {
    let values = array.value_data();
    for (row, ends) in array.value_offsets().windows(2).enumerate() {
        let text = Text::within(values, ends[0].as_usize(), ends[1].as_usize());
        take(if array.is_null(row) { None } else { Some(text.ok_or(Error::Damaged(OFFSETS))?) })?;
    }
    Ok(())
}

/// The texts of a column that speaks Arrow, None for missing ones.
#[pyfunction]
pub fn arrow_texts(column: &Bound<'_, PyAny>) -> PyResult<Vec<Option<String>>> {
    let mut all = Vec::new();
    for array in arrays(column)? {
        all.extend(array?.texts()?.into_iter().map(|text| text.map(str::to_owned)));
    }
    Ok(all)
}
