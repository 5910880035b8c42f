//! Column selection on CSR matrices: chosen columns move, others are dropped or merged into one.

use super::csr::Csr;
use crate::error::{Error, Result};
use crate::threads::{Never, all, split_evenly};

/// A column that is left out.
pub const DROPPED: i32 = -1;

/// The parts of a matrix that stands elsewhere.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// Where each row begins, and where the last one ends.
    pub indptr: &'a [i64],
    /// The columns of the entries.
    pub indices: &'a [i32],
    /// The entries.
    pub data: &'a [i64],
}

/// Move each column to its new place, which keeps their order; the rest is dropped, or gathered in
/// the column `gathered` behind all others. Entries are cut to `limit`.
#[must_use]
pub fn select(csr: View<'_>, places: &[i32], gathered: Option<i32>, limit: i64) -> Csr<i64> {
    let mut chosen = Csr::default();
    for row in csr.indptr.windows(2) {
        let entries = row[0] as usize..row[1] as usize;
        let mut rest = 0;
        for (&column, &count) in csr.indices[entries.clone()].iter().zip(&csr.data[entries]) {
            match places[column as usize] {
                DROPPED => rest += count,
                place => push(&mut chosen, place, count.min(limit)),
            }
        }
        if let Some(place) = gathered.filter(|_| rest > 0) {
            push(&mut chosen, place, rest.min(limit));
        }
        chosen.end_row();
    }
    chosen
}

/// How many entries each column has.
pub fn frequencies(indices: &[i32], columns: usize, threads: usize) -> Result<Vec<i64>> {
    let counted = all(split_evenly(indices.len(), threads), &Never, |run| {
        let mut counts = vec![0; columns];
        for &column in &indices[run] {
            *counts.get_mut(column as usize)? += 1;
        }
        Some(counts)
    });
    let mut sums = vec![0; columns];
    for counts in counted {
        let counts = counts
            .ok_or_else(|| Error::Invalid("the matrix has fewer columns than expected".into()))?;
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
    }
    Ok(sums)
}

#[inline]
fn push(csr: &mut Csr<i64>, column: i32, value: i64) {
    csr.indices.push(column);
    csr.data.push(value);
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: View<'_> =
        View { indptr: &[0, 3, 3, 4], indices: &[0, 1, 2, 1], data: &[5, 1, 2, 3] };

    /// Dropped columns leave no trace, and empty rows stay.
    #[test]
    fn columns_are_dropped() {
        let chosen = select(SAMPLE, &[0, DROPPED, 1], None, 4);
        assert_eq!(chosen, Csr { indptr: vec![0, 2, 2, 2], indices: vec![0, 1], data: vec![4, 2] });
    }

    /// Or their counts are gathered in one column behind the others.
    #[test]
    fn columns_are_gathered() {
        let chosen = select(SAMPLE, &[DROPPED, 0, DROPPED], Some(1), i64::MAX);
        assert_eq!(chosen.indices, [0, 1, 0]);
        assert_eq!(chosen.data, [1, 7, 3]);
    }

    /// Entries are counted by column, on any number of threads; a column too far is an error.
    #[test]
    fn entries_are_counted() {
        let indices: Vec<i32> = (0..200_000).map(|i| i % 3).collect();
        for threads in [1, 2] {
            assert_eq!(frequencies(&indices, 4, threads).unwrap(), [66_667, 66_667, 66_666, 0]);
            assert!(frequencies(&indices, 2, threads).is_err());
            assert!(frequencies(&[-1], 2, threads).is_err());
        }
    }
}
