//! Error bounds for sums of products in single precision.
//!
//! A sum of m rounded products is off by at most `rounding(m)` of the sum of their sizes, in
//! whatever order it is taken. Closeness is a bound from above: it is made larger by that, for the
//! row beforehand and for the query at the end.

use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

/// What is more than enough for what double precision rounds.
pub const SLACK: f64 = 1e-9;

/// Queries that are larger, compared with the rows, are not screened.
pub const LARGE: f64 = 1e12;

/// By how much of its size a sum of m products can be off, and then some.
pub fn rounding(m: usize) -> f64 {
    let relative = (m + 16) as f64 * f64::from(f32::EPSILON);
    if relative < 0.5 { relative / (1.0 - relative) } else { f64::INFINITY }
}

/// A number that is less, or the same.
pub fn below(x: f64) -> f32 {
    (x as f32).next_down()
}

/// A number that is more, or the same.
pub fn above(x: f64) -> f32 {
    (x as f32).next_up()
}

/// Add the products of each query with each row; both have so many columns.
pub fn add_products(queries: &[f32], rows: &[f32], columns: usize, sums: &mut [f32]) {
    let (n_queries, n_rows) = (queries.len() / columns.max(1), rows.len() / columns.max(1));
    if let (Ok(queries), Ok(rows), Ok(mut sums)) = (
        ArrayView2::from_shape((n_queries, columns), queries),
        ArrayView2::from_shape((n_rows, columns), rows),
        ArrayViewMut2::from_shape((n_queries, n_rows), sums),
    ) {
        general_mat_mul(1.0, &queries, &rows.t(), 1.0, &mut sums);
    }
}
