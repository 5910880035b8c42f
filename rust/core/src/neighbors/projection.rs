//! Gaussian random projections, with a matrix that is generated and never stored.

use std::ops::Range;

use super::random::{BLOCK, normals};
use crate::error::Result;
use crate::threads::{Interrupt, all, split};

/// Columns that are projected before somebody may ask to stop.
const PAUSE: usize = 1 << 8;

/// A kind of number that rows and projections can be.
pub trait Float: Copy + Send + Sync {
    /// The same number in double precision.
    fn value(self) -> f64;

    /// The number that is nearest.
    fn nearest(value: f64) -> Self;
}

impl Float for f64 {
    #[inline]
    fn value(self) -> f64 {
        self
    }

    #[inline]
    fn nearest(value: f64) -> Self {
        value
    }
}

impl Float for f32 {
    #[inline]
    fn value(self) -> f64 {
        self.into()
    }

    #[inline]
    fn nearest(value: f64) -> Self {
        value as Self
    }
}

/// Rows of numbers by columns: column j has `indptr[j]..indptr[j + 1]`, with their rows.
#[derive(Clone, Copy)]
pub struct SparseColumns<'a, T> {
    /// Which feature each column is.
    pub features: &'a [i64],
    /// Where each column begins, and where the last one ends.
    pub indptr: &'a [i64],
    /// The rows.
    pub indices: &'a [i32],
    /// The numbers.
    pub data: &'a [T],
}

/// A matrix of normal numbers of variance 1 / components, with a row a feature.
#[derive(Clone, Copy)]
pub struct Gaussian {
    /// From which the numbers follow.
    pub seed: u64,
    /// Its columns.
    pub components: usize,
}

impl Gaussian {
    /// The numbers of a feature, a block of components.
    #[inline]
    fn numbers(self, scale: f64, feature: usize, block: usize) -> [f64; BLOCK] {
        normals(self.seed, feature as u64, block as u64).map(|number| number * scale)
    }

    fn scale(self) -> f64 {
        1.0 / (self.components as f64).sqrt()
    }

    /// Write the rows of some features, one behind the other.
    pub fn fill<T: Float>(
        self,
        features: &Range<usize>,
        out: &mut [T],
        threads: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let mut parts = Vec::new();
        let mut rest = out;
        for part in split(features.len(), threads) {
            let (mine, others) = rest.split_at_mut(part.len() * self.components);
            parts.push((features.start + part.start, mine));
            rest = others;
        }
        let scale = self.scale();
        let write = |(first, out): (usize, &mut [T])| {
            for (feature, row) in (first..).zip(out.chunks_exact_mut(self.components)) {
                interrupt.check()?;
                for (block, cells) in row.chunks_mut(BLOCK).enumerate() {
                    put(&self.numbers(scale, feature, block), cells);
                }
            }
            Ok(())
        };
        all(parts, interrupt, write).into_iter().collect()
    }

    /// Write the projections of rows, one behind the other.
    ///
    /// Threads share the components, so each number is made once. A row is summed in the order of
    /// its columns, whatever else is projected with it.
    pub fn project<T: Float>(
        self,
        columns: SparseColumns<'_, T>,
        out: &mut [T],
        threads: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let blocks = self.components.div_ceil(BLOCK);
        let rows = out.len() / self.components.max(1);
        let mut sums = vec![vec![[0.0; BLOCK]; rows]; threads.clamp(1, blocks.max(1))];
        for first in (0..blocks).step_by(sums.len()) {
            let parts = sums.iter_mut().zip(first..blocks);
            let results = all(parts, interrupt, |(sums, block)| {
                self.project_block(columns, block, sums, interrupt)
            });
            results.into_iter().collect::<Result<()>>()?;
            for (i, row) in out.chunks_exact_mut(self.components).enumerate() {
                let cells = row[first * BLOCK..].chunks_mut(BLOCK);
                sums.iter().zip(cells).for_each(|(sums, cells)| put(&sums[i], cells));
            }
        }
        Ok(())
    }

    fn project_block<T: Float>(
        self,
        columns: SparseColumns<'_, T>,
        block: usize,
        sums: &mut [[f64; BLOCK]],
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        sums.fill([0.0; BLOCK]);
        let scale = self.scale();
        for (column, &feature) in columns.features.iter().enumerate() {
            if column % PAUSE == 0 {
                interrupt.check()?;
            }
            let numbers = self.numbers(scale, feature as usize, block);
            for (row, value) in columns.entries(column) {
                for (sum, number) in sums[row].iter_mut().zip(numbers) {
                    *sum += value * number;
                }
            }
        }
        Ok(())
    }
}

impl<T: Float> SparseColumns<'_, T> {
    /// Whether the arrays fit together and have no other rows than so many.
    #[must_use]
    pub fn are_sound(&self, rows: usize) -> bool {
        self.indptr.len() == self.features.len() + 1
            && self.indptr.first() == Some(&0)
            && self.indptr.is_sorted()
            && self.indptr.last().is_some_and(|&end| end as usize == self.data.len())
            && self.indices.len() == self.data.len()
            && self.indices.iter().all(|&row| usize::try_from(row).is_ok_and(|row| row < rows))
    }

    /// The rows and the numbers of a column.
    #[inline]
    fn entries(&self, column: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.indptr[column] as usize..self.indptr[column + 1] as usize;
        let rows = self.indices[range.clone()].iter().map(|&row| row as usize);
        rows.zip(self.data[range].iter().map(|&value| value.value()))
    }
}

/// Write as many numbers as there is room for.
#[inline]
fn put<T: Float>(numbers: &[f64; BLOCK], cells: &mut [T]) {
    for (cell, &number) in cells.iter_mut().zip(numbers) {
        *cell = T::nearest(number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

    const SEVEN: Gaussian = Gaussian { seed: 7, components: 37 };

    fn matrix(features: Range<usize>, threads: usize) -> Vec<f64> {
        let mut out = vec![0.0; features.len() * SEVEN.components];
        SEVEN.fill(&features, &mut out, threads, &Never).unwrap();
        out
    }

    fn projected(columns: SparseColumns<'_, f64>, rows: usize, threads: usize) -> Vec<f64> {
        let mut out = vec![f64::NAN; rows * SEVEN.components];
        SEVEN.project(columns, &mut out, threads, &Never).unwrap();
        out
    }

    /// A part of the matrix is the same whoever makes it, with whatever else.
    #[test]
    fn parts_are_those_of_the_whole() {
        let whole = matrix(0..9, 1);
        assert_eq!(matrix(0..9, 4), whole);
        assert_eq!(matrix(4..9, 2), whole[4 * SEVEN.components..]);
    }

    /// Rows become sums of the features' numbers, in the order of the columns.
    #[test]
    fn rows_are_projected() {
        let columns = SparseColumns {
            features: &[0, 2],
            indptr: &[0, 2, 3],
            indices: &[0, 2, 0],
            data: &[2.0, -1.0, 0.5],
        };
        let numbers = matrix(0..3, 1);
        let (first, last) = (&numbers[..37], &numbers[74..]);
        let found = projected(columns, 3, 1);
        for j in 0..37 {
            assert_eq!(found[j].to_bits(), (2.0 * first[j] + 0.5 * last[j]).to_bits());
            assert_eq!(found[37 + j].to_bits(), 0);
            assert_eq!(found[74 + j].to_bits(), (-first[j]).to_bits());
        }
    }

    /// The number of threads changes nothing.
    #[test]
    fn threads_do_not_matter() {
        let features: Vec<i64> = (0..100).map(|j| j * j).collect();
        let indptr: Vec<i64> = (0..=100).map(|j| 3 * j).collect();
        let indices: Vec<i32> = (0..300).map(|i| i * 7 % 20).collect();
        let data: Vec<f64> = (0..300).map(|i| f64::from(i).sin()).collect();
        let columns =
            SparseColumns { features: &features, indptr: &indptr, indices: &indices, data: &data };
        let once = projected(columns, 20, 1);
        for threads in 2..6 {
            assert_eq!(projected(columns, 20, threads), once);
        }
    }

    /// Arrays that do not fit together are seen.
    #[test]
    fn unsound_columns_are_seen() {
        let sound = SparseColumns {
            features: &[5, 7],
            indptr: &[0, 1, 2],
            indices: &[0, 1],
            data: &[1.0, 2.0],
        };
        assert!(sound.are_sound(2));
        assert!(!sound.are_sound(1));
        assert!(
            !SparseColumns { features: &[5, 6, 7], indptr: &[0, 2, 1, 2], ..sound }.are_sound(2)
        );
        assert!(!SparseColumns { features: &[5], indptr: &[0, 1], ..sound }.are_sound(2));
        assert!(!SparseColumns { features: &[5], ..sound }.are_sound(2));
        assert!(!SparseColumns { indices: &[0, -1], ..sound }.are_sound(2));
        assert!(!SparseColumns { indices: &[0], ..sound }.are_sound(2));
    }

    /// Somebody who asks to stop is heard.
    #[test]
    fn stops_when_asked() {
        struct Now;
        impl Interrupt for Now {
            fn check(&self) -> Result<()> {
                Err(crate::error::Error::Interrupted)
            }
        }
        let columns =
            SparseColumns { features: &[0], indptr: &[0, 1], indices: &[0], data: &[1.0] };
        assert!(SEVEN.project(columns, &mut [0.0; 37], 2, &Now).is_err());
        assert!(SEVEN.fill(&(0..1), &mut [0.0; 37], 2, &Now).is_err());
    }
}
