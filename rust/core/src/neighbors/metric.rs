//! Distance metrics between two sparse rows, by their definitions.

use std::cmp::Ordering;

/// How far two rows are from each other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Metric {
    /// The square root of the sum of squared differences.
    Euclidean,
    /// One less the cosine of the angle.
    Cosine,
    /// The sum of absolute differences.
    Manhattan,
    /// Columns that only one has, as a share of those that either has.
    Jaccard,
    /// The square root of the Jensen-Shannon divergence, in nats.
    JensenShannon,
    /// The Kullback-Leibler divergence of a smoothed row from the query, in nats.
    KullbackLeibler {
        /// What is added to each column of the row.
        smoothing: f64,
        /// How many columns there are.
        columns: usize,
    },
}

/// A row: its columns in order, its values, and the sum that the metric needs of it.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// The columns, in rising order.
    pub columns: &'a [i32],
    /// What stands in them: never zero.
    pub values: &'a [f64],
    /// What `Metric::measure` says.
    pub measure: f64,
}

impl Metric {
    /// The sum over the values of a row that the distance needs, if it needs one.
    #[must_use]
    pub fn measure(self, values: &[f64]) -> f64 {
        match self {
            Self::Cosine => values.iter().map(|x| x * x).sum(),
            Self::KullbackLeibler { .. } => values.iter().sum(),
            _ => 0.0,
        }
    }

    /// The distance from a query to a row.
    #[must_use]
    pub fn distance(self, query: Row<'_>, row: Row<'_>) -> f64 {
        let mut sum = 0.0;
        match self {
            Self::Euclidean => {
                walk(query, row, |x, y| sum += (x - y) * (x - y));
                sum.sqrt()
            }
            Self::Cosine => {
                meet(query, row, |x, y| sum += x * y);
                // The root of a square is exact: equal rows have distance zero.
                (1.0 - sum / (query.measure * row.measure).sqrt()).max(0.0)
            }
            Self::Manhattan => {
                walk(query, row, |x, y| sum += (x - y).abs());
                sum
            }
            Self::Jaccard => {
                meet(query, row, |_, _| sum += 1.0);
                let either = (query.values.len() + row.values.len()) as f64 - sum;
                if either == 0.0 { 0.0 } else { 1.0 - sum / either }
            }
            Self::JensenShannon => {
                walk(query, row, |p, q| {
                    sum += entropy(p, 0.5 * (p + q)) + entropy(q, 0.5 * (p + q));
                });
                (0.5 * sum).max(0.0).sqrt()
            }
            Self::KullbackLeibler { smoothing, columns } => {
                let total = row.measure + smoothing * columns as f64;
                walk(query, row, |p, count| sum += entropy(p, (count + smoothing) / total));
                sum.max(0.0)
            }
        }
    }
}

/// What one event adds to the relative entropy.
fn entropy(p: f64, q: f64) -> f64 {
    if p > 0.0 { p * (p / q).ln() } else { 0.0 }
}

/// Hand on the values of two rows in each column that either has.
fn walk(x: Row<'_>, y: Row<'_>, mut take: impl FnMut(f64, f64)) {
    let (mut i, mut j) = (0, 0);
    while i < x.columns.len() && j < y.columns.len() {
        match x.columns[i].cmp(&y.columns[j]) {
            Ordering::Less => {
                take(x.values[i], 0.0);
                i += 1;
            }
            Ordering::Greater => {
                take(0.0, y.values[j]);
                j += 1;
            }
            Ordering::Equal => {
                take(x.values[i], y.values[j]);
                i += 1;
                j += 1;
            }
        }
    }
    x.values[i..].iter().for_each(|&x| take(x, 0.0));
    y.values[j..].iter().for_each(|&y| take(0.0, y));
}

/// Hand on the values of two rows in each column that both have.
fn meet(x: Row<'_>, y: Row<'_>, mut take: impl FnMut(f64, f64)) {
    let (mut i, mut j) = (0, 0);
    while i < x.columns.len() && j < y.columns.len() {
        let (one, other) = (x.columns[i], y.columns[j]);
        if one == other {
            take(x.values[i], y.values[j]);
        }
        // Two sums instead of branches that nobody could foresee.
        i += usize::from(one <= other);
        j += usize::from(other <= one);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row<'a>(metric: Metric, columns: &'a [i32], values: &'a [f64]) -> Row<'a> {
        Row { columns, values, measure: metric.measure(values) }
    }

    fn between(metric: Metric) -> f64 {
        let query = row(metric, &[0, 2, 3], &[0.5, 0.25, 0.25]);
        metric.distance(query, row(metric, &[1, 2], &[0.5, 0.5]))
    }

    /// Distances are what their formulas say.
    #[test]
    fn definitions() {
        let near = |metric, expected: f64| (between(metric) - expected).abs() < 1e-15;
        assert!(near(Metric::Euclidean, 0.625_f64.sqrt()));
        assert!(near(Metric::Cosine, 1.0 - 0.125 / (0.375 * 0.5_f64).sqrt()));
        assert!(near(Metric::Manhattan, 1.5));
        assert!(near(Metric::Jaccard, 0.75));
        let shared = 0.25 * (2.0_f64 / 3.0).ln() + 0.5 * (4.0_f64 / 3.0).ln();
        assert!(near(Metric::JensenShannon, (0.5 * (1.25 * 2.0_f64.ln() + shared)).sqrt()));
        let smoothed = Metric::KullbackLeibler { smoothing: 0.5, columns: 4 };
        let expected = 0.5 * 3.0_f64.ln() + 0.25 * 0.75_f64.ln() + 0.25 * 1.5_f64.ln();
        assert!(near(smoothed, expected));
    }

    /// Equal rows have distance zero, whatever stands in them, and so have two empty ones.
    #[test]
    fn equal_rows() {
        let values = [0.1, 0.7, 1e-3, 0.3];
        for metric in [Metric::Euclidean, Metric::Cosine, Metric::Manhattan, Metric::Jaccard] {
            let x = row(metric, &[1, 5, 6, 9], &values);
            assert_eq!(metric.distance(x, x).to_bits(), 0);
        }
        let empty = row(Metric::Jaccard, &[], &[]);
        assert_eq!(Metric::Jaccard.distance(empty, empty).to_bits(), 0);
    }
}
