//! Log densities by column, summed to scores: normal or Student's t.

use std::ops::Range;

use wide::f64x4;

use crate::error::Result;
use crate::tables::observations::{Number, Observations, Shape};
use crate::threads::{Interrupt, WORTH, all, split};

/// Rows that are scored at once, each in a lane of its own.
const LANES: usize = 4 * VECTORS;
const VECTORS: usize = 2;

/// Rows that are scored before somebody may ask to stop.
const PAUSE: usize = 1 << 8;

/// A log density for each class and column: height - power * ln(1 + z²), or height - z² without
/// powers, with z = (x - location) * scale. All but the prior have a row a class.
#[derive(Clone, Copy)]
pub struct Densities<'a> {
    /// What a class has before any column.
    pub prior: &'a [f64],
    /// Where each density is highest.
    pub location: &'a [f64],
    /// How steep it is.
    pub scale: &'a [f64],
    /// How high.
    pub height: &'a [f64],
    /// How light its tails are, if they are not those of the normal distribution.
    pub power: Option<&'a [f64]>,
}

/// How far a log density falls below its height.
trait Tail: Copy + Sync {
    fn fall(self, cell: usize, squared: f64) -> f64;

    /// The same for several rows.
    #[inline]
    fn falls(self, cell: usize, squared: f64x4) -> f64x4 {
        f64x4::from(squared.to_array().map(|squared| self.fall(cell, squared)))
    }
}

#[derive(Clone, Copy)]
struct Normal;

impl Tail for Normal {
    #[inline]
    fn fall(self, _: usize, squared: f64) -> f64 {
        squared
    }

    #[inline]
    fn falls(self, _: usize, squared: f64x4) -> f64x4 {
        squared
    }
}

#[derive(Clone, Copy)]
struct Student<'a>(&'a [f64]);

impl Tail for Student<'_> {
    #[inline]
    fn fall(self, cell: usize, squared: f64) -> f64 {
        self.0[cell] * squared.ln_1p()
    }
}

/// A sum with what rounding has taken from it.
#[derive(Clone, Copy, Default)]
struct Exact {
    sum: f64,
    rest: f64,
}

impl Exact {
    #[inline]
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        let part = sum - self.sum;
        self.rest += (self.sum - (sum - part)) + (term - part);
        self.sum = sum;
    }
}

impl Densities<'_> {
    /// The scores of each row, one behind the other. NaN was not observed and adds nothing.
    ///
    /// `zeros` is what `zeros` gave; sparse rows begin with it.
    pub fn score<T: Number>(
        self,
        rows: &Observations<'_, T>,
        zeros: &[f64],
        threads: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<f64>> {
        match self.power {
            None => self.score_with(Normal, rows, zeros, threads, interrupt),
            Some(power) => self.score_with(Student(power), rows, zeros, threads, interrupt),
        }
    }

    /// What the columns of a row of zeros add for each class: the sums, then their rests.
    #[must_use]
    pub fn zeros(self) -> Vec<f64> {
        let sums: Vec<Exact> = match self.power {
            None => self.zeros_with(Normal),
            Some(power) => self.zeros_with(Student(power)),
        };
        sums.iter().map(|zero| zero.sum).chain(sums.iter().map(|zero| zero.rest)).collect()
    }

    fn zeros_with(self, tail: impl Tail) -> Vec<Exact> {
        let classes = self.prior.len();
        let width = self.location.len() / classes.max(1);
        let zeros = |class: usize| {
            let mut sum = Exact::default();
            (class * width..(class + 1) * width)
                .for_each(|cell| sum.add(self.term(tail, cell, 0.0)));
            sum
        };
        (0..classes).map(zeros).collect()
    }

    #[inline]
    fn term(self, tail: impl Tail, cell: usize, value: f64) -> f64 {
        let z = (value - self.location[cell]) * self.scale[cell];
        self.height[cell] - tail.fall(cell, z * z)
    }

    fn score_with<T: Number>(
        self,
        tail: impl Tail,
        rows: &Observations<'_, T>,
        zeros: &[f64],
        threads: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<f64>> {
        let classes = self.prior.len();
        let mut scores = vec![0.0; rows.len() * classes];
        let threads = threads.min(1 + rows.data.len() / WORTH);
        let (mut parts, mut rest) = (Vec::new(), scores.as_mut_slice());
        for run in split(rows.len(), threads) {
            parts
                .push((run.clone(), rest.split_off_mut(..run.len() * classes).unwrap_or_default()));
        }
        let done = all(parts, interrupt, |(run, scores)| match rows.shape {
            Shape::Dense => self.score_dense(tail, rows, run, scores, interrupt),
            Shape::Sparse { .. } => self.score_sparse(tail, rows, zeros, run, scores, interrupt),
        });
        done.into_iter().collect::<Result<()>>()?;
        Ok(scores)
    }

    fn score_dense<T: Number>(
        self,
        tail: impl Tail,
        rows: &Observations<'_, T>,
        run: Range<usize>,
        scores: &mut [f64],
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let (width, classes) = (rows.columns, self.prior.len());
        let numbers = &rows.data[run.start * width..run.end * width];
        let mut blocks = numbers.chunks_exact(LANES * width);
        let mut targets = scores.chunks_exact_mut(LANES * classes);
        let mut columns = Vec::with_capacity(width);
        for (i, (block, target)) in blocks.by_ref().zip(targets.by_ref()).enumerate() {
            if i % PAUSE == 0 {
                interrupt.check()?;
            }
            let lane = |row: usize, j: usize| block[row * width + j].value();
            columns.clear();
            columns.extend((0..width).map(|j| -> [f64x4; VECTORS] {
                std::array::from_fn(|k| {
                    f64x4::from(std::array::from_fn::<f64, 4, _>(|i| lane(4 * k + i, j)))
                })
            }));
            if block.iter().fold(false, |unknown, number| unknown | number.value().is_nan()) {
                self.score_block::<true>(tail, &columns, target);
            } else {
                self.score_block::<false>(tail, &columns, target);
            }
        }
        let rest = blocks.remainder().chunks_exact(width);
        for (row, target) in rest.zip(targets.into_remainder().chunks_exact_mut(classes)) {
            self.score_row(tail, row, target);
        }
        Ok(())
    }

    /// Score rows side by side; each gets what it would get alone, bit for bit.
    #[inline]
    fn score_block<const UNKNOWN: bool>(
        self,
        tail: impl Tail,
        columns: &[[f64x4; VECTORS]],
        scores: &mut [f64],
    ) {
        let (width, classes) = (columns.len(), self.prior.len());
        for (class, &prior) in self.prior.iter().enumerate() {
            let first = class * width;
            let [location, scale, height] =
                [self.location, self.scale, self.height].map(|of| &of[first..][..width]);
            let mut sums = [f64x4::splat(prior); VECTORS];
            for (j, values) in columns.iter().enumerate() {
                let [location, scale, height] =
                    [location[j], scale[j], height[j]].map(f64x4::splat);
                for (sum, &value) in sums.iter_mut().zip(values) {
                    let z = (value - location) * scale;
                    let term = height - tail.falls(first + j, z * z);
                    *sum += if UNKNOWN { term & !value.is_nan() } else { term };
                }
            }
            for (lane, sum) in sums.iter().flat_map(|sum| sum.to_array()).enumerate() {
                scores[lane * classes + class] = sum;
            }
        }
    }

    fn score_row<T: Number>(self, tail: impl Tail, row: &[T], scores: &mut [f64]) {
        for (class, (score, &prior)) in scores.iter_mut().zip(self.prior).enumerate() {
            *score = prior;
            for (j, value) in row.iter().map(|number| number.value()).enumerate() {
                let term = self.term(tail, class * row.len() + j, value);
                *score += if value.is_nan() { 0.0 } else { term };
            }
        }
    }

    /// Begin with a row of zeros, and change what differs: the terms of its zeros cancel exactly.
    fn score_sparse<T: Number>(
        self,
        tail: impl Tail,
        rows: &Observations<'_, T>,
        zeros: &[f64],
        run: Range<usize>,
        scores: &mut [f64],
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let (width, classes) = (rows.columns, self.prior.len());
        let (sums, rests) = zeros.split_at(classes);
        let mut exact = vec![Exact::default(); classes];
        for (row, target) in run.zip(scores.chunks_exact_mut(classes)) {
            if row % PAUSE == 0 {
                interrupt.check()?;
            }
            for (exact, (&sum, &rest)) in exact.iter_mut().zip(sums.iter().zip(rests)) {
                *exact = Exact { sum, rest };
            }
            rows.for_each(row, |column, value| {
                for (class, sum) in exact.iter_mut().enumerate() {
                    let cell = class * width + column;
                    sum.add(-self.term(tail, cell, 0.0));
                    if !value.is_nan() {
                        sum.add(self.term(tail, cell, value));
                    }
                }
            });
            for ((score, exact), prior) in target.iter_mut().zip(&exact).zip(self.prior) {
                *score = prior + (exact.sum + exact.rest);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

    const PRIOR: [f64; 2] = [-0.5, -1.0];
    const LOCATION: [f64; 4] = [1.0, 0.0, -1.0, 1e6];
    const SCALE: [f64; 4] = [1.0, 0.5, 2.0, 10.0];
    const HEIGHT: [f64; 4] = [0.25, 0.5, 1.0, 2.0];

    fn densities(power: Option<&[f64]>) -> Densities<'_> {
        Densities { prior: &PRIOR, location: &LOCATION, scale: &SCALE, height: &HEIGHT, power }
    }

    fn dense(data: &[f64]) -> Observations<'_, f64> {
        Observations { shape: Shape::Dense, data, columns: 2, threshold: None }
    }

    /// Each column adds its log density, unless it was not observed.
    #[test]
    fn densities_are_summed() {
        let data = [2.0, f64::NAN, f64::NAN, f64::NAN, f64::NAN, 1e6];
        let scores = densities(None).score(&dense(&data), &[], 1, &Never).unwrap();
        assert_eq!(scores[..4], [-0.5 + 0.25 - 1.0, -1.0 + 1.0 - 36.0, -0.5, -1.0]);
        assert_eq!(scores[5..], [1.0]);
        let power = [2.0; 4];
        let scores = densities(Some(&power)).score(&dense(&data), &[], 1, &Never).unwrap();
        assert!((scores[0] - (-0.25 - 2.0 * 2_f64.ln())).abs() < 1e-15);
    }

    /// A sparse row scores as the dense one, however far a column is from zero.
    #[test]
    fn sparse_rows_score_the_same() {
        let data = [0.0, 1e6, 2.0, 1e6 + 1.0, f64::NAN, f64::NAN];
        let (indptr, indices) = ([0, 1, 3, 5], [1, 0, 1, 0, 1]);
        let shape = Shape::Sparse { indptr: &indptr, indices: &indices };
        let sparse = Observations { shape, data: &data[1..], columns: 2, threshold: None };
        let densities = densities(None);
        let scores = densities.score(&sparse, &densities.zeros(), 1, &Never).unwrap();
        let expected = densities.score(&dense(&data), &[], 1, &Never).unwrap();
        assert!(scores.iter().zip(&expected).all(|(a, b)| (a - b).abs() <= 1e-15 * b.abs()));
        assert_eq!(scores[4..], PRIOR);
    }

    /// A row scores alone as it does among others, on any number of threads, bit for bit.
    #[test]
    fn company_leaves_no_trace() {
        let data: Vec<f64> = (0..4 * WORTH + 6).map(|i| (i as f64).sin()).collect();
        let together = densities(None).score(&dense(&data), &[], 1, &Never).unwrap();
        assert_eq!(together, densities(None).score(&dense(&data), &[], 3, &Never).unwrap());
        let alone = densities(None).score(&dense(&data[20..22]), &[], 1, &Never).unwrap();
        assert_eq!(together[20..22], alone);
    }
}
