//! TF-IDF weights: inverse document frequencies (idf) and row normalisation.

use crate::error::{Error, Result};
use crate::threads::{Never, all, split_by_weight};

/// The length that a row is divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Norm {
    /// The sum of absolute values.
    L1,
    /// The root of the sum of squares.
    L2,
}

impl Norm {
    /// Summed in the order of the entries, as scikit-learn does, so that the last bit agrees.
    #[inline]
    fn of(self, row: impl Iterator<Item = f64>) -> f64 {
        match self {
            Self::L1 => row.fold(0.0, |sum, x| sum + x.abs()),
            Self::L2 => row.fold(0.0, |sum, x| sum + x * x).sqrt(),
        }
    }
}

/// Multiply each entry by the weight of its column, then divide each row by its length.
///
/// An error, and nothing changed, if the parts do not fit each other.
pub fn weigh(
    indptr: &[usize],
    indices: &[i32],
    data: &mut [f64],
    weights: Option<&[f64]>,
    norm: Option<Norm>,
    threads: usize,
) -> Result<()> {
    let fits = indptr.is_sorted()
        && indptr.first() == Some(&0)
        && indptr.last() == Some(&data.len())
        && indices.len() == data.len()
        && weights.is_none_or(|weights| are_below(indices, weights.len()));
    if !fits {
        return Err(Error::Invalid("the matrix is damaged, or has too many columns".into()));
    }
    let lengths: Vec<usize> = indptr.windows(2).map(|row| row[1] - row[0]).collect();
    let (mut parts, mut rest) = (Vec::new(), data);
    for run in split_by_weight(&lengths, threads) {
        let (part, others) = rest.split_at_mut(indptr[run.end] - indptr[run.start]);
        parts.push((run, part));
        rest = others;
    }
    all(parts, &Never, |(run, part)| {
        let (mut columns, mut rest) = (&indices[indptr[run.start]..indptr[run.end]], part);
        for &length in &lengths[run] {
            let (row, others) = std::mem::take(&mut rest).split_at_mut(length);
            // Weights are looked up while a sum waits for the one before it.
            let weighed = row.iter_mut().zip(columns).map(|(x, &column)| {
                *x *= weights.map_or(1.0, |weights| weights[column as usize]);
                *x
            });
            match norm {
                Some(norm) => divide(norm.of(weighed), row),
                None => weighed.for_each(drop),
            }
            (columns, rest) = (&columns[length..], others);
        }
    });
    Ok(())
}

fn are_below(indices: &[i32], bound: usize) -> bool {
    // Those below zero are the greatest if they are taken for positive.
    let greatest = indices.iter().fold(0, |greatest, &i| greatest.max(i as u32));
    (greatest as usize) < bound || indices.is_empty()
}

fn divide(size: f64, row: &mut [f64]) {
    if size != 0.0 {
        for x in row {
            *x /= size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows get unit length, whatever the number of threads; an empty one stays.
    #[test]
    fn rows_get_unit_length() {
        for threads in [1, 2, 3] {
            let mut data = [1.0, 2.0, 4.0];
            weigh(&[0, 2, 2, 3], &[0, 1, 1], &mut data, Some(&[3.0, 2.0]), Some(Norm::L2), threads)
                .unwrap();
            assert!(data.iter().zip([0.6, 0.8, 1.0]).all(|(x, y)| (x - y).abs() < 1e-15));
        }
    }

    /// A column without a weight, and rows that do not ascend, are errors.
    #[test]
    fn damage_is_an_error() {
        let mut data = [1.0, 2.0];
        assert!(weigh(&[0, 2], &[0, 1], &mut data, Some(&[1.0]), None, 1).is_err());
        assert!(weigh(&[0, 2], &[0, -1], &mut data, Some(&[1.0]), None, 1).is_err());
        assert!(weigh(&[0, 2, 1], &[0, 0], &mut data, None, None, 1).is_err());
    }
}
