//! CSR matrix of n-grams, from their columns by document.

use std::ops::Range;

use super::super::csr::{Csr, Value};
use super::refine::NgramColumns;
use crate::error::Result;
use crate::memory::huge;
use crate::threads::{Interrupt, all, split_by_weight};

/// Rows that are filled before somebody may ask to stop.
const PAUSE: usize = 1 << 10;

/// The matrix of columns by document; the columns of each part follow those of the one before.
pub fn rows<T: Value>(
    parts: &[NgramColumns],
    limit: i32,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Csr<T>> {
    let weights: Vec<usize> = (0..parts[0].documents())
        .map(|document| parts.iter().map(|part| part.of(document).len()).sum())
        .collect();
    let runs = split_by_weight(&weights, threads);
    let lengths = all(runs.iter().cloned(), interrupt, |run| {
        run.map(|row| parts.iter().map(|part| distinct(part.of(row))).sum()).collect::<Vec<usize>>()
    });
    let total = lengths.iter().flatten().sum();
    let (mut indices, mut data) = (huge(vec![0; total]), huge(vec![T::default(); total]));
    let (mut columns, mut values) = (indices.as_mut_slice(), data.as_mut_slice());
    let mut jobs = Vec::new();
    for (run, lengths) in runs.into_iter().zip(&lengths) {
        let size = lengths.iter().sum();
        let columns = columns.split_off_mut(..size).unwrap_or_default();
        jobs.push((run, columns, values.split_off_mut(..size).unwrap_or_default()));
    }
    let filled = all(jobs, interrupt, |(run, columns, values)| {
        fill(parts, run, columns, values, limit, interrupt)
    });
    filled.into_iter().collect::<Result<()>>()?;
    let mut indptr = vec![0];
    let mut end = 0;
    indptr.extend(lengths.iter().flatten().map(|&length| {
        end += length as i64;
        end
    }));
    Ok(Csr { indptr, indices, data })
}

/// How many different numbers there are in a sorted list.
fn distinct(sorted: &[u32]) -> usize {
    let changes = sorted.iter().zip(sorted.iter().skip(1)).filter(|(a, b)| a != b).count();
    changes + usize::from(!sorted.is_empty())
}

fn fill<T: Value>(
    parts: &[NgramColumns],
    rows: Range<usize>,
    indices: &mut [i32],
    data: &mut [T],
    limit: i32,
    interrupt: &dyn Interrupt,
) -> Result<()> {
    let mut at = 0;
    for row in rows {
        if row.is_multiple_of(PAUSE) {
            interrupt.check()?;
        }
        let mut offset = 0;
        for part in parts {
            let columns = part.of(row);
            let mut count = 1;
            for pair in columns.windows(2) {
                // No branch on whether the column comes again: that is as good as random.
                indices[at] = (pair[0] + offset) as i32;
                data[at] = T::from_sum(count.min(limit));
                at += usize::from(pair[0] != pair[1]);
                count = if pair[0] == pair[1] { count + 1 } else { 1 };
            }
            if let Some(column) = columns.last() {
                indices[at] = (column + offset) as i32;
                data[at] = T::from_sum(count.min(limit));
                at += 1;
            }
            offset += part.ngrams.ends.len() as u32;
        }
    }
    Ok(())
}
