//! Minimum expected cost decisions for many rows, on several threads.

use std::ops::Range;

use super::decide::{decide, expect_costs};
use crate::error::Result;
use crate::threads::{Interrupt, WORTH, all, split};

/// Costs that are weighed before somebody may ask to stop.
const PAUSE: usize = 1 << 20;

/// Rows of log-probabilities, and what decisions cost.
#[derive(Clone, Copy)]
pub struct Choices<'a> {
    /// The log-probability of each class, one row behind the other.
    pub log_proba: &'a [f64],
    /// The number of classes.
    pub classes: usize,
    /// What each decision costs for each true class: one table for all rows, or one for each.
    pub costs: &'a [f64],
    /// The number of decisions.
    pub decisions: usize,
}

impl<'a> Choices<'a> {
    /// Whether probabilities and costs have the sizes that they should have.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let table = self.classes * self.decisions;
        table > 0
            && self.log_proba.len().is_multiple_of(self.classes)
            && (self.is_shared() || self.costs.len() == table * self.len())
    }

    /// What each decision is expected to cost for each row; not a number if a class has none.
    pub fn expected(&self, threads: usize, interrupt: &dyn Interrupt) -> Result<Vec<f64>> {
        self.each(threads, interrupt, self.decisions, |row, scratch, found| {
            let weights = scratch.weights.iter_mut();
            weights.zip(self.row(row)).for_each(|(weight, log)| *weight = log.exp());
            expect_costs(&scratch.weights, self.table(row), &mut scratch.expected);
            found.extend_from_slice(&scratch.expected);
        })
    }

    /// The cheapest decision for each row; minus one if a class has no number, or none a chance.
    ///
    /// A class that costs nothing, whatever is decided, has no say: the others are weighed against
    /// each other even if beside it their probabilities are too small for a number.
    pub fn decide(&self, threads: usize, interrupt: &dyn Interrupt) -> Result<Vec<i64>> {
        self.each(threads, interrupt, 1, |row, scratch, found| {
            if !self.is_shared() {
                scratch.look_at(self.table(row));
            }
            let is_known = scratch.weigh(self.row(row));
            let best = decide(&scratch.weights, self.table(row), &mut scratch.expected);
            found.push(if is_known { best as i64 } else { -1 });
        })
    }

    fn len(&self) -> usize {
        self.log_proba.len() / self.classes
    }

    fn row(&self, row: usize) -> &'a [f64] {
        &self.log_proba[row * self.classes..][..self.classes]
    }

    fn is_shared(&self) -> bool {
        self.costs.len() == self.classes * self.decisions
    }

    fn table(&self, row: usize) -> &'a [f64] {
        let table = self.classes * self.decisions;
        if self.is_shared() { self.costs } else { &self.costs[row * table..][..table] }
    }

    /// Do something for each row, which finds so many numbers.
    fn each<T: Send>(
        &self,
        threads: usize,
        interrupt: &dyn Interrupt,
        numbers: usize,
        find: impl Fn(usize, &mut Scratch, &mut Vec<T>) + Sync,
    ) -> Result<Vec<T>> {
        let threads = threads.min(1 + self.log_proba.len() / WORTH);
        let pause = 1 + PAUSE / (self.classes * self.decisions);
        let some = |rows: Range<usize>| {
            let mut found = Vec::with_capacity(rows.len() * numbers);
            let mut scratch = Scratch::new(self);
            for row in rows {
                if row.is_multiple_of(pause) {
                    interrupt.check()?;
                }
                find(row, &mut scratch, &mut found);
            }
            Ok(found)
        };
        let mut parts = all(split(self.len(), threads), interrupt, some).into_iter();
        let mut found = parts.next().unwrap_or_else(|| Ok(Vec::new()))?;
        for part in parts {
            found.extend(part?);
        }
        Ok(found)
    }
}

/// What is needed for one row at a time.
struct Scratch {
    weights: Vec<f64>,
    matters: Vec<bool>,
    expected: Vec<f64>,
}

impl Scratch {
    fn new(choices: &Choices<'_>) -> Self {
        let (weights, matters) = (vec![0.0; choices.classes], vec![true; choices.classes]);
        let mut scratch = Self { weights, matters, expected: vec![0.0; choices.decisions] };
        scratch.look_at(choices.costs);
        scratch
    }

    /// Find the classes for which decisions cost anything.
    fn look_at(&mut self, costs: &[f64]) {
        let rows = costs.chunks_exact(self.expected.len());
        for (matters, row) in self.matters.iter_mut().zip(rows) {
            *matters = row.iter().any(|cost| *cost != 0.0);
        }
    }

    /// Weigh the classes that matter, the most probable of them as one; tell whether all are known.
    fn weigh(&mut self, log_proba: &[f64]) -> bool {
        let (mut most, mut largest, mut is_known) = (f64::NEG_INFINITY, f64::NEG_INFINITY, true);
        for (log, matters) in log_proba.iter().zip(&self.matters) {
            is_known &= !log.is_nan();
            largest = largest.max(*log);
            most = if *matters { most.max(*log) } else { most };
        }
        for ((weight, log), matters) in self.weights.iter_mut().zip(log_proba).zip(&self.matters) {
            let counts = *matters && most > f64::NEG_INFINITY;
            *weight = if counts { (log - most).exp() } else { 0.0 };
        }
        is_known && largest.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::threads::Never;

    /// Each row gets its decision and what each decision costs, whoever decides.
    #[test]
    fn rows_are_decided() {
        let log_proba = [0.75_f64.ln(), 0.25_f64.ln(), -1e9, 0.0, f64::NAN, 0.0];
        let costs = [0.0, 1.0, 4.0, 0.0];
        let choices = Choices { log_proba: &log_proba, classes: 2, costs: &costs, decisions: 2 };
        assert!(choices.is_sound());
        assert_eq!(choices.decide(1, &Never).unwrap(), [1, 1, -1]);
        let expected = choices.expected(1, &Never).unwrap();
        assert!((expected[0] - 1.0).abs() < 1e-12 && (expected[1] - 0.75).abs() < 1e-12);
        assert_eq!(expected[2..4], [4.0, 0.0]);
        assert!(expected[4].is_nan() && expected[5].is_nan());
    }

    /// A row may have costs of its own, and the number of threads changes nothing.
    #[test]
    fn rows_have_their_costs() {
        let n = 1 << 17;
        let log_proba = [0.4_f64.ln(), 0.6_f64.ln()].repeat(n);
        let costs = [0.0, 1.0, 1.0, 0.0, 0.0, 2.0, 1.0, 0.0].repeat(n / 2);
        let choices = Choices { log_proba: &log_proba, classes: 2, costs: &costs, decisions: 2 };
        assert!(choices.is_sound());
        assert_eq!(choices.decide(2, &Never).unwrap(), [1, 0].repeat(n / 2));
        assert_eq!(choices.decide(1, &Never).unwrap(), choices.decide(3, &Never).unwrap());
        assert_eq!(choices.expected(1, &Never).unwrap(), choices.expected(3, &Never).unwrap());
        assert!(!Choices { costs: &costs[1..], ..choices }.is_sound());
        assert!(!Choices { classes: 0, ..choices }.is_sound());
    }

    struct Stop;

    impl Interrupt for Stop {
        fn check(&self) -> Result<()> {
            Err(Error::Interrupted)
        }
    }

    /// Who asks to stop is heard.
    #[test]
    fn decisions_can_be_stopped() {
        let choices = Choices { log_proba: &[0.0; 4], classes: 2, costs: &[1.0; 4], decisions: 2 };
        assert_eq!(choices.decide(1, &Stop), Err(Error::Interrupted));
        assert_eq!(choices.expected(1, &Stop), Err(Error::Interrupted));
    }

    /// What is nearly certain but costs nothing leaves the decision to the others.
    #[test]
    fn tiny_probabilities_decide() {
        let log_proba = [0.0, -900.0, -901.0, 0.0, -901.0, -900.0];
        let costs = [0.0, 0.0, 0.0, 1.0, 1.0, 0.0];
        let choices = Choices { log_proba: &log_proba, classes: 3, costs: &costs, decisions: 2 };
        assert_eq!(choices.decide(1, &Never).unwrap(), [0, 1]);
        let free = Choices { costs: &[0.0; 6], ..choices };
        assert_eq!(free.decide(1, &Never).unwrap(), [0, 0]);
        let none = Choices { log_proba: &[f64::NEG_INFINITY; 3], ..choices };
        assert_eq!(none.decide(1, &Never).unwrap(), [-1]);
    }
}
