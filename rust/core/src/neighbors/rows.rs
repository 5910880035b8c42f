//! Sparse rows: borrowed as CSR, and normalised for a metric.

use std::ops::Range;

use super::metric::{Metric, Row};

/// Rows as they come: row i has `indptr[i]..indptr[i + 1]` of columns and values.
#[derive(Debug, Clone, Copy)]
pub struct Csr<'a> {
    /// Where each row begins, and where the last one ends.
    pub indptr: &'a [i64],
    /// The columns of each row, in rising order.
    pub columns: &'a [i32],
    /// What stands in them: finite, and never zero.
    pub values: &'a [f64],
}

impl Csr<'_> {
    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.indptr.len().saturating_sub(1)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the arrays fit together, and columns are in order and below `width`.
    #[must_use]
    pub fn fits(&self, width: usize) -> bool {
        let sound = |row: &[i64]| {
            let columns = &self.columns[row[0] as usize..row[1] as usize];
            columns.is_sorted_by(|a, b| a < b)
                && columns.first().is_none_or(|&first| first >= 0)
                && columns.last().is_none_or(|&last| (last as usize) < width)
        };
        self.indptr.first() == Some(&0)
            && self.indptr.is_sorted()
            && self.indptr.last() == Some(&(self.columns.len() as i64))
            && self.columns.len() == self.values.len()
            && self.indptr.windows(2).all(sound)
    }
}

/// Whether rows were kept, or ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Rows that were kept.
    Kept,
    /// Rows that ask.
    Query,
}

/// Rows as a metric reads them, each with its measure.
#[derive(Debug)]
pub struct MetricRows {
    starts: Vec<usize>,
    columns: Vec<i32>,
    values: Vec<f64>,
    measures: Vec<f64>,
}

impl MetricRows {
    /// Some of the rows, scaled as the metric wants it.
    #[must_use]
    pub fn of(csr: Csr<'_>, some: Range<usize>, metric: Metric, side: Side) -> Self {
        let first = csr.indptr[some.start] as usize;
        let all = first..csr.indptr[some.end] as usize;
        let mut values = csr.values[all.clone()].to_vec();
        let starts: Vec<usize> =
            csr.indptr[some.start..=some.end].iter().map(|&at| at as usize - first).collect();
        let mut measures = Vec::with_capacity(some.len());
        for ends in starts.windows(2) {
            let row = &mut values[ends[0]..ends[1]];
            scale(row, metric, side);
            measures.push(metric.measure(row));
        }
        Self { starts, columns: csr.columns[all].to_vec(), values, measures }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.measures.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The columns of all rows, one behind the other.
    #[must_use]
    pub fn columns(&self) -> &[i32] {
        &self.columns
    }

    /// One of them.
    #[must_use]
    pub fn row(&self, i: usize) -> Row<'_> {
        let entries = self.starts[i]..self.starts[i + 1];
        Row {
            columns: &self.columns[entries.clone()],
            values: &self.values[entries],
            measure: self.measures[i],
        }
    }
}

/// Make distributions of what must be one, and vectors as long as their squares need not overflow.
fn scale(row: &mut [f64], metric: Metric, side: Side) {
    let divisor = match (metric, side) {
        (Metric::JensenShannon, _) | (Metric::KullbackLeibler { .. }, Side::Query) => {
            row.iter().sum()
        }
        (Metric::Cosine, _) => magnitude(row),
        _ => return,
    };
    for value in row {
        *value /= divisor;
    }
}

/// A power of two about as large as the largest number; dividing by it is exact.
#[must_use]
pub fn magnitude(values: &[f64]) -> f64 {
    let largest = values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let power = f64::from_bits(largest.to_bits() & f64::INFINITY.to_bits());
    if power == 0.0 { f64::MIN_POSITIVE } else { power }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CSR: Csr<'_> =
        Csr { indptr: &[0, 2, 2, 3], columns: &[1, 4, 0], values: &[1.0, 3.0, -2e300] };

    /// Arrays that do not fit together are told from those that do.
    #[test]
    fn arrays_fit() {
        assert!(CSR.fits(5));
        assert!(!CSR.fits(4));
        assert!(!Csr { columns: &[4, 1, 0], ..CSR }.fits(5));
        assert!(!Csr { columns: &[1, 1, 0], ..CSR }.fits(5));
        assert!(!Csr { columns: &[-1, 1, 0], ..CSR }.fits(5));
        assert!(!Csr { indptr: &[0, 2, 1, 3], ..CSR }.fits(5));
        assert!(!Csr { indptr: &[0, 2, 4], ..CSR }.fits(5));
        assert!(!Csr { values: &[1.0], ..CSR }.fits(5));
    }

    /// Rows are cut out, and scaled: to sum one, or by a power of two.
    #[test]
    fn rows_are_scaled() {
        let shares = MetricRows::of(CSR, 0..2, Metric::JensenShannon, Side::Kept);
        assert_eq!((shares.len(), shares.row(0).values), (2, &[0.25, 0.75][..]));
        assert!(shares.row(1).columns.is_empty());
        let vectors = MetricRows::of(CSR, 2..3, Metric::Cosine, Side::Query);
        assert!((1.0..4.0).contains(&vectors.row(0).measure));
        assert_eq!(vectors.row(0).columns, [0]);
    }

    /// The magnitude is a power of two, also of numbers that are none, or very small.
    #[test]
    fn magnitudes() {
        assert_eq!(magnitude(&[3.0, -5.0]).to_bits(), 4.0_f64.to_bits());
        assert_eq!(magnitude(&[]).to_bits(), f64::MIN_POSITIVE.to_bits());
        assert_eq!(magnitude(&[f64::from_bits(1)]).to_bits(), f64::MIN_POSITIVE.to_bits());
    }
}
