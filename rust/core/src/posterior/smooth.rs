//! Additive (Lidstone) smoothing: counts by term and class become log-probabilities.

use crate::counts::table::CountTable;
use crate::error::Result;
use crate::memory::{huge, prefetch};
use crate::threads::{Interrupt, all, split_evenly};

/// Terms that are worked on before somebody may ask to stop.
const PAUSE: usize = 1 << 12;

/// The counts of so many terms are on their way from memory at a time.
const AHEAD: usize = 16;

/// Counts below this, as nearly all are, have their logarithms at hand.
const SMALL: u8 = 32;

/// How counts become shares, class by class: `(base + sign * count + pseudo_count) / total`.
#[derive(Clone, Copy)]
pub struct Smoothing<'a> {
    /// What is there without a count.
    pub base: &'a [f64],
    /// 1 if counts are added to it, -1 if they are taken away.
    pub sign: f64,
    /// What the prior adds.
    pub pseudo_count: f64,
    /// By what it is divided.
    pub totals: &'a [f64],
}

/// The logarithms of the shares of some terms of a sound table, a row a term. `counts` are the
/// table's occurrences or documents.
pub fn log_shares(
    table: &CountTable<'_>,
    counts: &[i64],
    places: &[i64],
    smoothing: Smoothing<'_>,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Vec<f64>> {
    let shares = Shares::new(*table, counts, smoothing);
    let classes = smoothing.base.len();
    let mut logs = huge(vec![0.0; places.len() * classes]);
    let mut rest = logs.as_mut_slice();
    let parts: Vec<_> = split_evenly(places.len(), threads)
        .into_iter()
        .map(|run| {
            let (part, others) = std::mem::take(&mut rest).split_at_mut(run.len() * classes);
            rest = others;
            (part, &places[run])
        })
        .collect();
    let filled = all(parts, interrupt, |(part, places)| shares.fill(part, places, interrupt));
    filled.into_iter().collect::<Result<()>>()?;
    Ok(logs)
}

/// A table, and how its counts become logarithms of shares.
struct Shares<'a> {
    table: CountTable<'a>,
    counts: &'a [i64],
    smoothing: Smoothing<'a>,
    divisors: Vec<f64>,
    small: Vec<Vec<f64>>,
}

impl<'a> Shares<'a> {
    fn new(table: CountTable<'a>, counts: &'a [i64], smoothing: Smoothing<'a>) -> Self {
        let divisors = smoothing.totals.iter().map(|total| total.ln()).collect();
        let mut shares = Self { table, counts, smoothing, divisors, small: Vec::new() };
        let classes = 0..smoothing.base.len();
        let logs = |count| classes.clone().map(|class| shares.log(class, count)).collect();
        shares.small = (0..SMALL).map(f64::from).map(logs).collect();
        shares
    }

    fn log(&self, class: usize, count: f64) -> f64 {
        let Smoothing { base, sign, pseudo_count, .. } = self.smoothing;
        (base[class] + sign * count + pseudo_count).ln() - self.divisors[class]
    }

    /// Write the rows of some terms.
    fn fill(&self, rows: &mut [f64], places: &[i64], interrupt: &dyn Interrupt) -> Result<()> {
        let rows = rows.chunks_exact_mut(self.smoothing.base.len().max(1));
        for (i, (row, &place)) in rows.zip(places).enumerate() {
            if i % PAUSE == 0 {
                interrupt.check()?;
            }
            if let Some(&soon) = places.get(i + AHEAD) {
                let start = self.table.indptr[soon as usize] as usize;
                prefetch(self.table.classes, start);
                prefetch(self.counts, start);
            }
            self.write(row, place as usize);
        }
        Ok(())
    }

    #[inline]
    fn write(&self, row: &mut [f64], term: usize) {
        // Most terms have no count in most classes.
        row.copy_from_slice(&self.small[0]);
        for entry in self.table.entries(term) {
            let (class, count) = (self.table.classes[entry] as usize, self.counts[entry]);
            row[class] = match self.small.get(count as usize) {
                Some(logs) => logs[class],
                None => self.log(class, count as f64),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

    /// Each term has the logarithm of its share in each class, with a count or without.
    #[test]
    fn shares_are_smoothed() {
        let table = CountTable {
            letters: b"buynow",
            ends: &[3, 6],
            indptr: &[0, 1, 3],
            classes: &[1, 0, 1],
            occurrences: &[5, 1, 2],
            documents: &[3, 1, 2],
        };
        let smooth = |base: &[f64], sign, counts| {
            let totals = &[4.0, 8.0];
            let smoothing = Smoothing { base, sign, pseudo_count: 1.0, totals };
            log_shares(&table, counts, &[1, 0], smoothing, 2, &Never).unwrap()
        };
        let logs = |shares: [f64; 4]| shares.map(f64::ln).to_vec();
        let close = |a: Vec<f64>, b: Vec<f64>| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15);
        let present = smooth(&[0.0, 0.0], 1.0, table.occurrences);
        assert!(close(present, logs([2.0 / 4.0, 3.0 / 8.0, 1.0 / 4.0, 6.0 / 8.0])));
        let absent = smooth(&[2.0, 6.0], -1.0, table.documents);
        assert!(close(absent, logs([2.0 / 4.0, 5.0 / 8.0, 3.0 / 4.0, 4.0 / 8.0])));
    }
}
