//! Moments by class: weights, sums, and sums of squares about a shift.

use std::ops::Range;

use super::labels::Labels;
use super::observations::{Number, Observations, Shape};
use crate::error::Result;
use crate::threads::{Interrupt, WORTH, all, split};

/// Rows that are added before somebody may ask to stop.
const PAUSE: usize = 1 << 8;

/// Blocks whose sums are made apart. They depend on the sizes alone and are added in their order,
/// so the number of threads changes no bit.
const MOST_BLOCKS: usize = 64;

/// The share of a weight that may be left of it by rounding.
const ROUNDING: f64 = 1e-12;

/// Sums by class and column, each about a shift of its own. NaN is a number that was not observed.
pub struct Moments<'a> {
    /// The weight of the rows of each class.
    pub class_count: &'a mut [f64],
    /// The weight of those whose number was not observed, a row a class, one behind the other.
    pub missing: &'a mut [f64],
    /// The sums of the others, less the shift.
    pub sum: &'a mut [f64],
    /// The sums of their squares.
    pub square: &'a mut [f64],
}

/// Add labelled rows to the moments of their classes.
pub fn add_moments<T: Number>(
    rows: &Observations<'_, T>,
    labels: Labels<'_>,
    shift: &[f64],
    totals: &mut Moments<'_>,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<()> {
    let (classes, cells) = (totals.class_count.len(), totals.sum.len());
    let blocks = (rows.data.len() / WORTH.max(8 * cells)).clamp(1, MOST_BLOCKS);
    let ranges = split(labels.classes.len(), blocks);
    if blocks == 1 {
        return totals.add_rows(rows, labels, shift, ranges[0].clone(), interrupt);
    }
    let block = |range: &Range<usize>| {
        let mut buffer = vec![0.0; classes + 3 * cells];
        let mut moments = Moments::of(&mut buffer, classes, cells);
        moments.add_rows(rows, labels, shift, range.clone(), interrupt)?;
        Ok(buffer)
    };
    let parts = all(split(blocks, threads.min(blocks)), interrupt, |run| {
        ranges[run].iter().map(block).collect::<Result<Vec<_>>>()
    });
    for part in parts {
        for mut buffer in part? {
            totals.add(&Moments::of(&mut buffer, classes, cells));
        }
    }
    Ok(())
}

impl<'a> Moments<'a> {
    fn of(buffer: &'a mut [f64], classes: usize, cells: usize) -> Self {
        let (class_count, rest) = buffer.split_at_mut(classes);
        let (missing, rest) = rest.split_at_mut(cells);
        let (sum, square) = rest.split_at_mut(cells);
        Self { class_count, missing, sum, square }
    }

    fn add(&mut self, other: &Moments<'_>) {
        add_each(self.class_count, other.class_count);
        add_each(self.missing, other.missing);
        add_each(self.sum, other.sum);
        add_each(self.square, other.square);
    }

    fn add_rows<T: Number>(
        &mut self,
        rows: &Observations<'_, T>,
        labels: Labels<'_>,
        shift: &[f64],
        range: Range<usize>,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        if let Shape::Sparse { .. } = rows.shape {
            return self.add_sparse(rows, labels, shift, range, interrupt);
        }
        for row in range {
            if row % PAUSE == 0 {
                interrupt.check()?;
            }
            let (class, weight) = labels.of(row);
            self.class_count[class] += weight;
            let numbers = &rows.data[row * rows.columns..][..rows.columns];
            self.add_dense(numbers, class, weight, shift);
        }
        Ok(())
    }

    #[inline]
    fn add_dense<T: Number>(&mut self, numbers: &[T], class: usize, weight: f64, shift: &[f64]) {
        let cells = class * numbers.len()..(class + 1) * numbers.len();
        let shift = &shift[cells.clone()];
        let sums = self.sum[cells.clone()].iter_mut().zip(&mut self.square[cells.clone()]);
        let terms = numbers.iter().zip(shift).zip(sums);
        // In loops without a choice many columns are added at once.
        if numbers.iter().fold(false, |unknown, number| unknown | number.value().is_nan()) {
            for ((number, shift), (sum, square)) in terms {
                let difference = number.value() - shift;
                if !difference.is_nan() {
                    *sum += weight * difference;
                    *square += weight * difference * difference;
                }
            }
            for (missing, number) in self.missing[cells].iter_mut().zip(numbers) {
                *missing += if number.value().is_nan() { weight } else { 0.0 };
            }
        } else {
            for ((number, shift), (sum, square)) in terms {
                let difference = number.value() - shift;
                *sum += weight * difference;
                *square += weight * difference * difference;
            }
        }
    }

    /// Add sparse rows: first what they hold, then the zeros that they do not.
    fn add_sparse<T: Number>(
        &mut self,
        rows: &Observations<'_, T>,
        labels: Labels<'_>,
        shift: &[f64],
        range: Range<usize>,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let width = rows.columns;
        let shifted = shift.iter().any(|&shift| shift != 0.0);
        let mut stored = vec![0.0; if shifted { self.sum.len() } else { 0 }];
        let mut all_rows = vec![0.0; self.class_count.len()];
        for row in range {
            if row % PAUSE == 0 {
                interrupt.check()?;
            }
            let (class, weight) = labels.of(row);
            all_rows[class] += weight;
            rows.for_each(row, |column, value| {
                let cell = class * width + column;
                if shifted {
                    stored[cell] += weight;
                }
                if value.is_nan() {
                    self.missing[cell] += weight;
                } else {
                    self.sum[cell] += weight * (value - shift[cell]);
                    self.square[cell] += weight * (value - shift[cell]).powi(2);
                }
            });
        }
        add_each(self.class_count, &all_rows);
        if shifted {
            self.add_zeros(&all_rows, &stored, shift);
        }
        Ok(())
    }

    /// Add a zero for each row of a class that has nothing stored in a column.
    fn add_zeros(&mut self, all_rows: &[f64], stored: &[f64], shift: &[f64]) {
        let width = shift.len() / all_rows.len().max(1);
        for (class, &weight) in all_rows.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
            for cell in class * width..(class + 1) * width {
                let zeros = weight - stored[cell];
                if zeros > ROUNDING * weight {
                    self.sum[cell] -= zeros * shift[cell];
                    self.square[cell] += zeros * shift[cell] * shift[cell];
                }
            }
        }
    }
}

fn add_each(sums: &mut [f64], more: &[f64]) {
    for (sum, more) in sums.iter_mut().zip(more) {
        *sum += more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

    const SHIFT: [f64; 4] = [2.0, 0.0, 1.0, 0.0];

    fn dense(data: &[f64]) -> Observations<'_, f64> {
        Observations { shape: Shape::Dense, data, columns: 2, threshold: None }
    }

    fn moments(rows: &Observations<'_, f64>, labels: Labels<'_>, threads: usize) -> Vec<f64> {
        let mut buffer = vec![0.0; 2 + 3 * 4];
        let mut totals = Moments::of(&mut buffer, 2, 4);
        add_moments(rows, labels, &SHIFT, &mut totals, threads, &Never).unwrap();
        buffer
    }

    /// Weighted sums and squares are about the shift, and what is NaN is counted apart.
    #[test]
    fn rows_are_summed_about_the_shift() {
        let data = [3.0, 1.0, 0.0, f64::NAN, 5.0, 2.0];
        let labels = Labels { classes: &[0, 1, 0], weights: Some(&[1.0, 3.0, 2.0]) };
        let [class_count, missing, sum, square] = [
            vec![3.0, 3.0],
            vec![0.0, 0.0, 0.0, 3.0],
            vec![7.0, 5.0, -3.0, 0.0],
            vec![19.0, 9.0, 3.0, 0.0],
        ];
        let expected = [class_count, missing, sum, square].concat();
        assert_eq!(moments(&dense(&data), labels, 1), expected);
    }

    /// Zeros that a sparse matrix does not hold are numbers as those that it does.
    #[test]
    fn sparse_rows_are_the_same() {
        let data = [3.0, 0.0, 0.0, f64::NAN, 0.0, 2.0, 0.0, 0.0];
        let labels = Labels { classes: &[0, 1, 0, 1], weights: None };
        let (indptr, indices) = ([0, 1, 2, 3, 3], [0, 1, 1]);
        let shape = Shape::Sparse { indptr: &indptr, indices: &indices };
        let stored = [3.0, f64::NAN, 2.0];
        let sparse = Observations { shape, data: &stored, columns: 2, threshold: None };
        assert_eq!(moments(&sparse, labels, 1), moments(&dense(&data), labels, 1));
    }

    /// The number of threads changes no bit.
    #[test]
    fn threads_leave_no_trace() {
        let data: Vec<f64> = (0..8 * WORTH).map(|i| (i as f64).sin()).collect();
        let classes: Vec<i64> = (0..data.len() / 2).map(|i| i as i64 % 2).collect();
        let labels = Labels { classes: &classes, weights: None };
        let alone = moments(&dense(&data), labels, 1);
        assert_eq!(alone, moments(&dense(&data), labels, 3));
        let sum: f64 = data.iter().step_by(4).map(|x| x - 2.0).sum();
        assert!((alone[6] / sum - 1.0).abs() < 1e-12);
    }
}
