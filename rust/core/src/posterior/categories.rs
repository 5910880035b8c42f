//! Log scores of categorical rows: a sum of log-probabilities by column.

use std::array::from_fn;
use std::ops::Range;

use crate::error::Result;
use crate::posterior::linear::Linear;
use crate::tables::categories::Categories;
use crate::threads::{Interrupt, WORTH, all, split};

/// Rows that are scored before somebody may ask to stop.
const PAUSE: usize = 1 << 12;

/// Categories that are added at once: sums that wait for each other take longer.
const STEP: usize = 4;

/// The scores of each row, one behind the other.
///
/// `linear` has a row of weights a category; the last category of each column stands for all that
/// are not known. What was not observed adds nothing.
pub fn score(
    linear: Linear<'_>,
    rows: &Categories<'_>,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Vec<f64>> {
    let n_rows = rows.codes.len() / rows.columns();
    let threads = threads.min(1 + rows.codes.len() / WORTH);
    let parts = all(split(n_rows, threads), interrupt, |some| {
        // With their number known to the compiler, the classes are added at once.
        match linear.bias.len() {
            1 => score_some::<1>(linear, rows, some, interrupt),
            2 => score_some::<2>(linear, rows, some, interrupt),
            3 => score_some::<3>(linear, rows, some, interrupt),
            4 => score_some::<4>(linear, rows, some, interrupt),
            5 => score_some::<5>(linear, rows, some, interrupt),
            6 => score_some::<6>(linear, rows, some, interrupt),
            7 => score_some::<7>(linear, rows, some, interrupt),
            8 => score_some::<8>(linear, rows, some, interrupt),
            _ => score_many(linear, rows, some, interrupt),
        }
    });
    let mut parts = parts.into_iter();
    let mut scores = parts.next().unwrap_or_else(|| Ok(Vec::new()))?;
    for part in parts {
        scores.extend(part?);
    }
    Ok(scores)
}

/// Where the categories of a column begin, and which one is the last.
type Slot = (i64, i64);

fn slots(rows: &Categories<'_>) -> Vec<Slot> {
    (0..rows.columns()).map(|column| (rows.starts[column], rows.size(column) - 1)).collect()
}

/// Where a category stands.
#[inline]
fn place(code: i32, (start, last): Slot) -> usize {
    (start + i64::from(code).min(last)) as usize
}

fn score_some<const CLASSES: usize>(
    linear: Linear<'_>,
    rows: &Categories<'_>,
    some: Range<usize>,
    interrupt: &dyn Interrupt,
) -> Result<Vec<f64>> {
    let ((weights, _), slots) = (linear.weights.as_chunks::<CLASSES>(), slots(rows));
    let weights_of = |code: i32, slot: Slot| {
        if code < 0 { &[0.0; CLASSES] } else { &weights[place(code, slot)] }
    };
    let (slot_steps, slot_rest) = slots.as_chunks::<STEP>();
    let mut bias = [0.0; CLASSES];
    bias.copy_from_slice(linear.bias);
    let mut scores = Vec::with_capacity(CLASSES * some.len());
    for_each_row(rows, some, interrupt, |codes| {
        let (mut sums, (steps, rest)) = (bias, codes.as_chunks::<STEP>());
        for (codes, slots) in steps.iter().zip(slot_steps) {
            let [a, b, c, d] = from_fn(|i| weights_of(codes[i], slots[i]));
            for (i, sum) in sums.iter_mut().enumerate() {
                *sum += (a[i] + b[i]) + (c[i] + d[i]);
            }
        }
        for (&code, &slot) in rest.iter().zip(slot_rest) {
            let weights = weights_of(code, slot);
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        scores.extend_from_slice(&sums);
    })?;
    Ok(scores)
}

fn score_many(
    linear: Linear<'_>,
    rows: &Categories<'_>,
    some: Range<usize>,
    interrupt: &dyn Interrupt,
) -> Result<Vec<f64>> {
    let (classes, slots) = (linear.bias.len(), slots(rows));
    let mut scores = Vec::with_capacity(classes * some.len());
    let mut sums = linear.bias.to_vec();
    for_each_row(rows, some, interrupt, |codes| {
        for (&code, &slot) in codes.iter().zip(&slots).filter(|(code, _)| **code >= 0) {
            let weights = &linear.weights[place(code, slot) * classes..][..classes];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        scores.extend_from_slice(&sums);
        sums.copy_from_slice(linear.bias);
    })?;
    Ok(scores)
}

/// Hand on the codes of each row.
fn for_each_row(
    rows: &Categories<'_>,
    some: Range<usize>,
    interrupt: &dyn Interrupt,
    mut take: impl FnMut(&[i32]),
) -> Result<()> {
    let columns = rows.columns();
    let codes = &rows.codes[some.start * columns..some.end * columns];
    for (row, codes) in codes.chunks_exact(columns).enumerate() {
        if row % PAUSE == 0 {
            interrupt.check()?;
        }
        take(codes);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::categories::MISSING;
    use crate::threads::Never;

    /// A row adds the weights of its categories; unknown ones are the last, missing ones nothing.
    #[test]
    fn categories_add_up() {
        let rows = Categories { codes: &[0, 1, 1, i32::MAX, MISSING, 0], starts: &[0, 2, 4] };
        let weights = [1.0, 2.0, 10.0, 20.0, 100.0, 200.0, 1000.0, 2000.0];
        let linear = Linear { bias: &[0.5, 0.25], weights: &weights };
        assert_eq!(
            score(linear, &rows, 2, &Never).unwrap(),
            [1001.5, 2002.25, 1010.5, 2020.25, 100.5, 200.25]
        );
    }

    /// Any number of columns and classes is summed, few classes as many are.
    #[test]
    fn few_classes_are_as_many() {
        let (columns, rows) = (7, 5);
        let codes: Vec<i32> = (0..columns * rows).map(|i| (i * i) as i32 % 4 - 1).collect();
        let starts: Vec<i64> = (0..=columns as i64).map(|column| 3 * column).collect();
        let rows = Categories { codes: &codes, starts: &starts };
        for classes in 1..=10 {
            let weights: Vec<f64> = (0..3 * columns * classes).map(|i| (i % 11) as f64).collect();
            let bias = vec![0.5; classes];
            let linear = Linear { bias: &bias, weights: &weights };
            let expected = score_many(linear, &rows, 0..5, &Never).unwrap();
            assert_eq!(score(linear, &rows, 1, &Never).unwrap(), expected);
        }
    }
}
