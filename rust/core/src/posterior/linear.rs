//! Log scores that are linear in the counts: the softmax form of Naive Bayes.

use std::ops::Range;

use crate::counts::vocabulary::NONE;
use crate::error::Result;
use crate::memory::prefetch;
use crate::tables::observations::{Number, Observations};
use crate::threads::{Interrupt, WORTH, all, split};

/// Terms that are summed before they join the rest, where the rounding error is carried along
/// (Kahan): it does not grow with the length of the document.
const BLOCK: usize = 128;

/// Terms that are added at once: the sums are read and written once for all of them.
const STEP: usize = 4;

/// Weights that come from memory together, and those of a row that are asked for: what follows in
/// order the processor asks for itself.
const LINE: usize = 64 / size_of::<f64>();
const FETCHED: usize = 8 * LINE;

/// Rows that are scored before somebody may ask to stop.
const PAUSE: usize = 1 << 8;

/// A bias and weights, a row a column, with a number a class.
#[derive(Clone, Copy)]
pub struct Linear<'a> {
    /// What a class has without any column.
    pub bias: &'a [f64],
    /// What each column adds for each class.
    pub weights: &'a [f64],
}

/// The scores of one document at a time.
pub struct Scorer<'a> {
    linear: Linear<'a>,
    terms: Vec<(u32, f64)>,
    starts: [usize; BLOCK],
    block: Vec<f64>,
    total: Vec<f64>,
    error: Vec<f64>,
}

impl<'a> Scorer<'a> {
    /// For documents that `linear` scores.
    #[must_use]
    pub fn new(linear: Linear<'a>) -> Self {
        let zeros = || vec![0.0; linear.bias.len()];
        Self {
            linear,
            terms: Vec::with_capacity(BLOCK),
            starts: [0; BLOCK],
            block: zeros(),
            total: linear.bias.to_vec(),
            error: zeros(),
        }
    }

    /// Add the weights of a column, so many times.
    #[inline]
    pub fn add(&mut self, column: u32, count: f64) {
        self.terms.push((column, count));
        if self.terms.len() == BLOCK {
            self.flush();
        }
    }

    /// Add the weights of each of some columns once; those that are [`NONE`] have no weights.
    pub fn add_each(&mut self, columns: &[u32]) {
        let (classes, mut len) = (self.block.len(), 0);
        for &column in columns {
            // No branch on whether there are weights: it is hard to guess.
            self.starts[len] = (column as usize).wrapping_mul(classes);
            len += usize::from(column != NONE);
            if len == BLOCK {
                self.add_rows(std::mem::take(&mut len));
            }
        }
        if len > 0 {
            self.add_rows(len);
        }
    }

    /// Add the rows of weights that start at the first so many places noted.
    fn add_rows(&mut self, len: usize) {
        self.linear.fetch(&self.starts[..len]);
        let (classes, mut class) = (self.block.len(), 0);
        while class < classes {
            // Sums of a known number of classes stay in registers.
            class += match classes - class {
                20.. => self.sum_some::<20>(len, class),
                8.. => self.sum_some::<8>(len, class),
                4.. => self.sum_some::<4>(len, class),
                2.. => self.sum_some::<2>(len, class),
                _ => self.sum_some::<1>(len, class),
            };
        }
        self.carry();
    }

    /// Sum the weights of the next few classes in these rows, in the place of what was there: the
    /// sums before were carried on. How many classes they are.
    #[inline]
    fn sum_some<const N: usize>(&mut self, len: usize, class: usize) -> usize {
        let weights = self.linear.weights;
        let row = |start: usize| weights[start + class..].first_chunk::<N>().unwrap_or(&[0.0; N]);
        let (steps, rest) = self.starts[..len].as_chunks::<STEP>();
        let mut sums = [0.0; N];
        for &start in rest {
            let weights = row(start);
            for i in 0..N {
                sums[i] += weights[i];
            }
        }
        for step in steps {
            let [a, b, c, d] = step.map(row);
            for i in 0..N {
                sums[i] += (a[i] + b[i]) + (c[i] + d[i]);
            }
        }
        self.block[class..class + N].copy_from_slice(&sums);
        N
    }

    /// Append the scores of the document to `scores`, and begin another one.
    pub fn finish(&mut self, scores: &mut Vec<f64>) {
        self.flush();
        scores.extend_from_slice(&self.total);
        self.total.copy_from_slice(self.linear.bias);
        self.error.fill(0.0);
    }

    /// Sum the terms at hand.
    fn flush(&mut self) {
        let (steps, rest) = self.terms.as_chunks::<STEP>();
        for &(column, count) in rest {
            for (sum, weight) in self.block.iter_mut().zip(self.linear.row(column)) {
                *sum += count * weight;
            }
        }
        for step in steps {
            let [a, b, c, d] = step.map(|(column, count)| (self.linear.row(column), count));
            let weights = a.0.iter().zip(b.0).zip(c.0).zip(d.0);
            for (sum, (((wa, wb), wc), wd)) in self.block.iter_mut().zip(weights) {
                *sum += (a.1 * wa + b.1 * wb) + (c.1 * wc + d.1 * wd);
            }
        }
        self.terms.clear();
        self.carry();
    }

    /// Add the sums of the block to the total.
    fn carry(&mut self) {
        let sums = self.total.iter_mut().zip(&mut self.block).zip(&mut self.error);
        for ((total, sum), error) in sums {
            let term = std::mem::take(sum) - *error;
            let next = *total + term;
            *error = if next.is_finite() { (next - *total) - term } else { 0.0 };
            *total = next;
        }
    }
}

impl<'a> Linear<'a> {
    #[inline]
    fn row(self, column: u32) -> &'a [f64] {
        let classes = self.bias.len();
        &self.weights[column as usize * classes..][..classes]
    }

    /// Ask for rows that start somewhere: those of rare words are far away, and a sum that waited for
    /// one would let only few others begin.
    #[inline]
    fn fetch(self, starts: &[usize]) {
        for &start in starts {
            for place in (start..start + self.bias.len().min(FETCHED)).step_by(LINE) {
                prefetch(self.weights, place);
            }
        }
    }

    /// The scores of each row, one behind the other.
    pub fn score<T: Number>(
        self,
        observations: &Observations<'_, T>,
        threads: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<f64>> {
        let threads = threads.min(1 + observations.data.len() / WORTH);
        let parts = all(split(observations.len(), threads), interrupt, |rows| {
            self.score_some(observations, rows, interrupt)
        });
        let mut parts = parts.into_iter();
        let mut scores = parts.next().unwrap_or_else(|| Ok(Vec::new()))?;
        for part in parts {
            scores.extend(part?);
        }
        Ok(scores)
    }

    fn score_some<T: Number>(
        self,
        observations: &Observations<'_, T>,
        rows: Range<usize>,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<f64>> {
        let mut scores = Vec::with_capacity(self.bias.len() * rows.len());
        let mut document = Scorer::new(self);
        for row in rows {
            if row % PAUSE == 0 {
                interrupt.check()?;
            }
            observations.for_each(row, |column, value| document.add(column as u32, value));
            document.finish(&mut scores);
        }
        Ok(scores)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::observations::Shape;
    use crate::threads::Never;

    /// The score is the bias and the weighted sum, and entries that are zero meet no weight.
    #[test]
    fn scores_are_linear() {
        let data = [1.0, 0.0, 0.0, 3.0];
        let rows = Observations { shape: Shape::Dense, data: &data, columns: 2, threshold: None };
        let weights = [1.0, 2.0, f64::NEG_INFINITY, 10.0];
        let linear = Linear { bias: &[0.5, 0.25], weights: &weights };
        assert_eq!(linear.score(&rows, 2, &Never).unwrap(), [1.5, 2.25, f64::NEG_INFINITY, 30.25]);
    }

    /// Whatever the number of classes, each has the sum of its weights, and none another's.
    #[test]
    fn columns_are_added_at_once_or_one_by_one() {
        let columns: Vec<u32> = (0..300).map(|i| i * i % 50).collect();
        for classes in [1, 2, 3, 4, 7, 16, 20, 39] {
            let weights: Vec<f64> = (0..50 * classes).map(|i| -1.0 / (i + 1) as f64).collect();
            let linear = Linear { bias: &vec![0.5; classes], weights: &weights };
            let (mut scorer, mut at_once, mut one_by_one) = (Scorer::new(linear), vec![], vec![]);
            for len in [0, 1, 5, 128, 131, 300] {
                scorer.add_each(&columns[..len]);
                scorer.finish(&mut at_once);
                columns[..len].iter().for_each(|&column| scorer.add(column, 1.0));
                scorer.finish(&mut one_by_one);
            }
            let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
            assert!(at_once.iter().zip(&one_by_one).all(close), "{classes} classes");
        }
    }

    /// Columns that are none change no bit of the sums, wherever and however many they are.
    #[test]
    fn none_adds_nothing() {
        let weights: Vec<f64> = (0..150).map(|i| 1.0 / f64::from(i + 1)).collect();
        let mut scorer = Scorer::new(Linear { bias: &[0.1, 0.2, 0.3], weights: &weights });
        for len in [0, 1, 127, 128, 256, 300] {
            let (mut among_none, mut alone) = (Vec::new(), Vec::new());
            let columns: Vec<u32> = (0..len).map(|i| i * i % 50).collect();
            let others = |&column| [NONE].repeat(column as usize % 3).into_iter().chain([column]);
            scorer.add_each(&columns.iter().flat_map(others).chain([NONE]).collect::<Vec<_>>());
            scorer.finish(&mut among_none);
            scorer.add_each(&columns);
            scorer.finish(&mut alone);
            assert_eq!(among_none, alone);
        }
    }

    /// Sums over many terms stay as exact as sums over few.
    #[test]
    fn long_sums_are_exact() {
        let data = vec![1.0; 1 << 20];
        let rows =
            Observations { shape: Shape::Dense, data: &data, columns: data.len(), threshold: None };
        let scores = Linear { bias: &[0.0], weights: &vec![0.1; data.len()] }
            .score(&rows, 2, &Never)
            .unwrap();
        assert!((scores[0] - 0.1 * data.len() as f64).abs() < 1e-9);
    }
}
