//! Numeric matrices, CSR or dense, validated and read in one way.

use std::ops::Range;

use crate::error::Result;
use crate::threads::{Interrupt, all, split};

/// Numbers that are looked at before somebody may ask to stop.
const PAUSE: usize = 1 << 20;

/// Numbers that are looked at in one loop.
const STRIDE: usize = 1 << 10;

/// A kind of number that observations can be.
pub trait Number: Copy + Sync {
    /// The same number as floating point.
    fn value(self) -> f64;
}

impl Number for f64 {
    #[inline]
    fn value(self) -> f64 {
        self
    }
}

impl Number for i64 {
    #[inline]
    fn value(self) -> f64 {
        self as f64
    }
}

/// Where the numbers of a row stand.
#[derive(Clone, Copy)]
pub enum Shape<'a> {
    /// One behind the other, a number a column.
    Dense,
    /// Row i has `indptr[i]..indptr[i + 1]`, with their columns.
    Sparse {
        /// Where each row begins, and where the last one ends.
        indptr: &'a [i64],
        /// The columns.
        indices: &'a [i32],
    },
}

/// A matrix by rows.
#[derive(Clone, Copy)]
pub struct Observations<'a, T> {
    /// Where numbers stand.
    pub shape: Shape<'a>,
    /// The numbers.
    pub data: &'a [T],
    /// How many columns there are.
    pub columns: usize,
    /// If there is one, what is above it counts as 1 and the rest as 0.
    pub threshold: Option<f64>,
}

/// What is wrong with observations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fault {
    /// The arrays do not fit together.
    Arrays,
    /// A number that cannot be counted: its row, its column, itself.
    Value(usize, usize, f64),
}

impl<T: Number> Observations<'_, T> {
    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.shape {
            Shape::Dense => self.data.len() / self.columns.max(1),
            Shape::Sparse { indptr, .. } => indptr.len().saturating_sub(1),
        }
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Hand on the columns and numbers of a row, but for zeros.
    #[inline]
    pub fn for_each(&self, row: usize, mut take: impl FnMut(usize, f64)) {
        let mut offer = |column, number: T| {
            let value = match self.threshold {
                Some(threshold) => f64::from(u8::from(number.value() > threshold)),
                None => number.value(),
            };
            if value != 0.0 {
                take(column, value);
            }
        };
        let range = self.range(row);
        let data = &self.data[range.clone()];
        match self.shape {
            Shape::Dense => data.iter().enumerate().for_each(|(j, &number)| offer(j, number)),
            Shape::Sparse { indices, .. } => {
                for (&column, &number) in indices[range].iter().zip(data) {
                    offer(column as usize, number);
                }
            }
        }
    }

    fn range(&self, row: usize) -> Range<usize> {
        match self.shape {
            Shape::Dense => row * self.columns..(row + 1) * self.columns,
            Shape::Sparse { indptr, .. } => indptr[row] as usize..indptr[row + 1] as usize,
        }
    }

    /// The first fault, if there is one: numbers must be from `least` to `most`, or NaN where one
    /// may be `missing`.
    pub fn fault(
        &self,
        least: f64,
        most: f64,
        missing: bool,
        threads: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<Option<Fault>> {
        if !self.fits() {
            return Ok(Some(Fault::Arrays));
        }
        let threads = threads.min(1 + self.data.len() / PAUSE);
        let parts = all(split(self.data.len(), threads), interrupt, |range| {
            self.first_outside(range, least, most, missing, interrupt)
        });
        let found = parts.into_iter().collect::<Result<Vec<_>>>()?;
        Ok(found.into_iter().flatten().next().map(|at| self.place(at)))
    }

    /// Where the first of some numbers stands that is out of bounds.
    fn first_outside(
        &self,
        range: Range<usize>,
        least: f64,
        most: f64,
        missing: bool,
        interrupt: &dyn Interrupt,
    ) -> Result<Option<usize>> {
        let is_bad = |number: &T| {
            let value = number.value();
            value < least || value > most || (!missing && value.is_nan())
        };
        for (i, some) in self.data[range.clone()].chunks(STRIDE).enumerate() {
            if (STRIDE * i).is_multiple_of(PAUSE) {
                interrupt.check()?;
            }
            // Without a way out the loop looks at many numbers at once.
            if some.iter().fold(false, |bad, number| bad | is_bad(number)) {
                let at = some.iter().position(is_bad);
                return Ok(at.map(|at| range.start + STRIDE * i + at));
            }
        }
        Ok(None)
    }

    /// The row, the column and the value of a number.
    fn place(&self, at: usize) -> Fault {
        let row = match self.shape {
            Shape::Dense => at / self.columns,
            Shape::Sparse { indptr, .. } => indptr.partition_point(|&end| end as usize <= at) - 1,
        };
        let column = match self.shape {
            Shape::Dense => at % self.columns,
            Shape::Sparse { indices, .. } => indices[at] as usize,
        };
        Fault::Value(row, column, self.data[at].value())
    }

    fn fits(&self) -> bool {
        match self.shape {
            Shape::Dense => self.data.len().is_multiple_of(self.columns.max(1)),
            Shape::Sparse { indptr, indices } => {
                indptr.first() == Some(&0)
                    && indptr.is_sorted()
                    && indptr.last() == Some(&(self.data.len() as i64))
                    && indices.len() == self.data.len()
                    && indices.iter().all(|&column| (column as usize) < self.columns)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

    fn sparse<'a>(indptr: &'a [i64], indices: &'a [i32], data: &'a [f64]) -> Observations<'a, f64> {
        Observations { shape: Shape::Sparse { indptr, indices }, data, columns: 3, threshold: None }
    }

    fn row<T: Number>(observations: &Observations<'_, T>, i: usize) -> Vec<(usize, f64)> {
        let mut entries = Vec::new();
        observations.for_each(i, |column, value| entries.push((column, value)));
        entries
    }

    /// Sparse and dense rows hand on the same entries, and a threshold makes them presences.
    #[test]
    fn shapes_agree() {
        let data = [0_i64, 2, 0, 5, 0, 1];
        let mut dense =
            Observations { shape: Shape::Dense, data: &data, columns: 3, threshold: None };
        let sparse = sparse(&[0, 1, 4], &[1, 0, 1, 2], &[2.0, 5.0, 0.0, 1.0]);
        assert_eq!(sparse.fault(0.0, f64::MAX, false, 1, &Never).unwrap(), None);
        for i in 0..2 {
            assert_eq!(row(&sparse, i), row(&dense, i));
        }
        dense.threshold = Some(1.0);
        assert_eq!(row(&dense, 1), [(0, 1.0)]);
    }

    /// A fault is named by row and column.
    #[test]
    fn faults_are_found() {
        let indptr = [0, 1, 1, 3];
        let bad = sparse(&indptr, &[1, 0, 2], &[1.0, 2.0, -3.0]);
        assert_eq!(
            bad.fault(0.0, f64::MAX, false, 1, &Never).unwrap(),
            Some(Fault::Value(2, 2, -3.0))
        );
        assert_eq!(bad.fault(f64::MIN, f64::MAX, false, 1, &Never).unwrap(), None);
        let infinite = sparse(&indptr, &[1, 0, 2], &[f64::INFINITY, f64::NAN, 1.0]);
        for missing in [false, true] {
            assert_eq!(
                infinite.fault(0.0, f64::MAX, missing, 1, &Never).unwrap(),
                Some(Fault::Value(0, 1, f64::INFINITY))
            );
        }
        let nan = sparse(&indptr, &[1, 0, 2], &[1.0, f64::NAN, 1.0]);
        assert_eq!(nan.fault(0.0, f64::MAX, true, 1, &Never).unwrap(), None);
        assert!(nan.fault(0.0, f64::MAX, false, 1, &Never).unwrap().is_some());
        for (indptr, indices) in [([0, 1, 1, 4], [1, 0, 2]), ([0, 2, 1, 3], [1, 0, 2])] {
            assert_eq!(
                sparse(&indptr, &indices, &[1.0; 3])
                    .fault(0.0, f64::MAX, false, 1, &Never)
                    .unwrap(),
                Some(Fault::Arrays)
            );
        }
        assert_eq!(
            sparse(&indptr, &[1, 0, 3], &[1.0; 3]).fault(0.0, f64::MAX, false, 1, &Never).unwrap(),
            Some(Fault::Arrays)
        );
        assert_eq!(
            sparse(&indptr, &[1, 0, -1], &[1.0; 3]).fault(0.0, f64::MAX, false, 1, &Never).unwrap(),
            Some(Fault::Arrays)
        );
    }
}
