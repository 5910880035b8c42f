//! Counts by term and class become logarithms of smoothed shares.

use crate::counts::parallel::{Interrupt, all, split_evenly};
use crate::counts::table::Table;
use crate::error::Result;
use crate::memory::{huge, prefetch};

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
    table: &Table<'_>,
    counts: &[i64],
    places: &[i64],
    smoothing: Smoothing<'_>,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Vec<f64>> {
    let classes = smoothing.base.len();
    let divisors: Vec<f64> = smoothing.totals.iter().map(|total| total.ln()).collect();
    let log = |class: usize, count: f64| {
        let share = smoothing.base[class] + smoothing.sign * count + smoothing.pseudo_count;
        share.ln() - divisors[class]
    };
    let small: Vec<Vec<f64>> = (0..SMALL)
        .map(|count| (0..classes).map(|class| log(class, f64::from(count))).collect())
        .collect();
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
    let filled = all(parts, interrupt, |(part, places)| {
        for (i, (row, &place)) in part.chunks_exact_mut(classes.max(1)).zip(places).enumerate() {
            if i % PAUSE == 0 {
                interrupt.check()?;
            }
            if let Some(&soon) = places.get(i + AHEAD) {
                let start = table.indptr[soon as usize] as usize;
                prefetch(table.classes, start);
                prefetch(counts, start);
            }
            // Most terms have no count in most classes.
            row.copy_from_slice(&small[0]);
            for entry in table.entries(place as usize) {
                let (class, count) = (table.classes[entry] as usize, counts[entry]);
                row[class] = match small.get(count as usize) {
                    Some(logs) => logs[class],
                    None => log(class, count as f64),
                };
            }
        }
        Ok(())
    });
    filled.into_iter().collect::<Result<()>>()?;
    Ok(logs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::parallel::Never;

    /// Each term has the logarithm of its share in each class, with a count or without.
    #[test]
    fn shares_are_smoothed() {
        let table = Table {
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
