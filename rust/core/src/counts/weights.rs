//! Counts become weights: inverse document frequencies and rows of unit length.

use super::parallel::{all, split_by_weight};

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
    fn of(self, row: &[f64]) -> f64 {
        match self {
            Self::L1 => row.iter().fold(0.0, |sum, x| sum + x.abs()),
            Self::L2 => row.iter().fold(0.0, |sum, x| sum + x * x).sqrt(),
        }
    }
}

/// Multiply each entry by the weight of its column, then divide each row by its length.
pub fn weigh(
    indptr: &[usize],
    indices: &[i32],
    data: &mut [f64],
    weights: Option<&[f64]>,
    norm: Option<Norm>,
    threads: usize,
) {
    let lengths: Vec<usize> = indptr.windows(2).map(|row| row[1] - row[0]).collect();
    let (mut parts, mut rest) = (Vec::new(), data);
    for run in split_by_weight(&lengths, threads) {
        let (part, others) = rest.split_at_mut(indptr[run.end] - indptr[run.start]);
        parts.push((run, part));
        rest = others;
    }
    all(parts, |(run, part)| {
        let columns = &indices[indptr[run.start]..indptr[run.end]];
        if let Some(weights) = weights {
            part.iter_mut().zip(columns).for_each(|(x, &column)| *x *= weights[column as usize]);
        }
        if let Some(norm) = norm {
            normalize(&lengths[run], part, norm);
        }
    });
}

fn normalize(lengths: &[usize], mut data: &mut [f64], norm: Norm) {
    for &length in lengths {
        let (row, rest) = data.split_at_mut(length);
        let size = norm.of(row);
        if size != 0.0 {
            for x in row {
                *x /= size;
            }
        }
        data = rest;
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
            weigh(&[0, 2, 2, 3], &[0, 1, 1], &mut data, Some(&[3.0, 2.0]), Some(Norm::L2), threads);
            assert!(data.iter().zip([0.6, 0.8, 1.0]).all(|(x, y)| (x - y).abs() < 1e-15));
        }
    }
}
