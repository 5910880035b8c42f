//! Exact k-nearest-neighbour search in dense rows: Euclidean, cosine or Manhattan distance.

use std::ops::Range;

use super::bound::{LARGE, SLACK, above, add_products, below, rounding};
use super::rows::magnitude;
use super::search::{Block, Found, Means, Question, search};
use crate::error::{Error, Result};

/// Numbers that are summed side by side.
const LANES: usize = 8;

/// How far two dense rows are from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// The square root of the sum of squared differences.
    Euclidean,
    /// One less the cosine of the angle.
    Cosine,
    /// The sum of absolute differences.
    Manhattan,
}

impl Metric {
    /// The distance from a query to a row.
    #[must_use]
    pub fn distance(self, query: &[f64], row: &[f64]) -> f64 {
        match self {
            Self::Euclidean => sum(query, row, |x, y| (x - y) * (x - y)).sqrt(),
            Self::Manhattan => sum(query, row, |x, y| (x - y).abs()),
            Self::Cosine => {
                // Powers of two change no digit, and squares do not overflow.
                let (a, b) = (magnitude(query).recip(), magnitude(row).recip());
                let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
                for (x, y) in query.iter().zip(row).map(|(x, y)| (x * a, y * b)) {
                    xx += x * x;
                    xy += x * y;
                    yy += y * y;
                }
                // The root of a square is exact: equal rows have distance zero.
                (1.0 - xy / (xx * yy).sqrt()).max(0.0)
            }
        }
    }
}

/// A sum over two rows, one column after the other, as sparse rows and trees have it: what is tied
/// for one is tied for all.
fn sum(x: &[f64], y: &[f64], term: impl Fn(f64, f64) -> f64) -> f64 {
    x.iter().zip(y).fold(0.0, |sum, (&x, &y)| sum + term(x, y))
}

/// Dense rows in single precision, ready to be searched.
#[derive(Debug)]
pub struct DenseRows {
    metric: Metric,
    columns: usize,
    /// What is taken from all numbers, so that they are small, and what they are divided by then.
    middle: Vec<f64>,
    unit: f64,
    rows: Vec<f32>,
    /// The closeness of each row before any product.
    bases: Vec<f32>,
}

impl DenseRows {
    /// Keep rows with so many columns, one behind the other.
    pub fn new(rows: &[f64], columns: usize, metric: Metric) -> Result<Self> {
        if columns == 0 || !rows.len().is_multiple_of(columns) {
            return Err(misfit());
        }
        let middle = match metric {
            Metric::Cosine => vec![0.0; columns],
            Metric::Euclidean | Metric::Manhattan => means(rows, columns),
        };
        let mut kept =
            Self { metric, columns, middle, unit: 1.0, rows: Vec::new(), bases: Vec::new() };
        if metric != Metric::Cosine {
            let each = rows.chunks_exact(columns).map(|row| magnitude(&kept.centred(row)));
            kept.unit = each.fold(f64::MIN_POSITIVE, f64::max);
        }
        kept.rows.reserve_exact(rows.len());
        for row in rows.chunks_exact(columns) {
            let (row, size) = kept.scaled(row);
            kept.rows.extend(row.iter().map(|&x| x as f32));
            let off = rounding(columns);
            kept.bases.push(match metric {
                Metric::Euclidean => above(-size * (0.5 - off)),
                Metric::Manhattan => above(size * off),
                Metric::Cosine => 0.0,
            });
        }
        Ok(kept)
    }

    fn centred(&self, row: &[f64]) -> Vec<f64> {
        row.iter().zip(&self.middle).map(|(x, middle)| x - middle).collect()
    }

    /// A row as it is screened, and its size: the sum of its numbers, or of their squares.
    fn scaled(&self, row: &[f64]) -> (Vec<f64>, f64) {
        let mut row = self.centred(row);
        let unit = if self.metric == Metric::Cosine { magnitude(&row) } else { self.unit };
        for x in &mut row {
            *x /= unit;
        }
        let squares = sum(&row, &row, |x, _| x * x);
        match self.metric {
            Metric::Euclidean => (row, squares),
            Metric::Manhattan => {
                let size = sum(&row, &row, |x, _| x.abs());
                (row, size)
            }
            Metric::Cosine => {
                for x in &mut row {
                    *x /= squares.sqrt();
                }
                (row, 1.0)
            }
        }
    }

    /// The distances and the numbers of the k rows nearest to each query, nearest first.
    ///
    /// `rows` are those that were kept.
    pub fn nearest(
        &self,
        rows: &[f64],
        queries: &[f64],
        k: usize,
        means: Means<'_>,
    ) -> Result<Found> {
        let fits = rows.len() == self.rows.len()
            && queries.len().is_multiple_of(self.columns)
            && (1..=self.bases.len()).contains(&k);
        if !fits {
            return Err(misfit());
        }
        search(&DenseQuestion { kept: self, rows, queries }, k, means)
    }
}

fn misfit() -> Error {
    Error::Invalid("the arrays of the dense rows do not fit together".to_owned())
}

/// The mean of each column.
fn means(rows: &[f64], columns: usize) -> Vec<f64> {
    let mut sums = vec![0.0; columns];
    for row in rows.chunks_exact(columns) {
        sums.iter_mut().zip(row).for_each(|(sum, x)| *sum += x);
    }
    let n = (rows.len() / columns).max(1) as f64;
    sums.iter().map(|sum| sum / n).collect()
}

struct DenseQuestion<'a> {
    kept: &'a DenseRows,
    rows: &'a [f64],
    queries: &'a [f64],
}

impl Question for DenseQuestion<'_> {
    type Block<'a>
        = DenseBlock<'a>
    where
        Self: 'a;

    const SHAPE: [usize; 2] = [1 << 8, 1 << 11];

    fn queries(&self) -> usize {
        self.queries.len() / self.kept.columns
    }

    fn rows(&self) -> usize {
        self.kept.bases.len()
    }

    fn block(&self, queries: Range<usize>, _: usize) -> DenseBlock<'_> {
        let columns = self.kept.columns;
        let asked = &self.queries[queries.start * columns..queries.end * columns];
        let (mut numbers, mut sizes) = (Vec::with_capacity(asked.len()), Vec::new());
        for query in asked.chunks_exact(columns) {
            let (row, size) = self.kept.scaled(query);
            // What is too large is not screened, and must not become NaN.
            numbers.extend(row.iter().map(|&x| if size > LARGE { 0.0 } else { x as f32 }));
            sizes.push(size);
        }
        DenseBlock { kept: self.kept, rows: self.rows, asked, numbers, sizes }
    }
}

struct DenseBlock<'a> {
    kept: &'a DenseRows,
    rows: &'a [f64],
    asked: &'a [f64],
    numbers: Vec<f32>,
    sizes: Vec<f64>,
}

impl Block for DenseBlock<'_> {
    fn screen(&mut self, rows: Range<usize>, closeness: &mut [f32]) {
        let columns = self.kept.columns;
        let kept = &self.kept.rows[rows.start * columns..rows.end * columns];
        for close in closeness.chunks_exact_mut(rows.len().max(1)) {
            close.copy_from_slice(&self.kept.bases[rows.clone()]);
        }
        if self.kept.metric != Metric::Manhattan {
            return add_products(&self.numbers, kept, columns, closeness);
        }
        let each = closeness.chunks_exact_mut(rows.len().max(1));
        for (query, close) in self.numbers.chunks_exact(columns).zip(each) {
            for (row, close) in kept.chunks_exact(columns).zip(close) {
                *close -= difference(query, row);
            }
        }
    }

    fn least(&self, query: usize, distance: f64) -> f32 {
        let (size, off) = (self.sizes[query], rounding(self.kept.columns));
        if size > LARGE {
            return f32::NEG_INFINITY;
        }
        let reach = distance / self.kept.unit * (1.0 + SLACK);
        let close = match self.kept.metric {
            Metric::Euclidean => 0.5 * (size - reach * reach) - off * size,
            Metric::Cosine => 1.0 - distance - off,
            Metric::Manhattan => -reach - off * size,
        };
        // Products that are too small for single precision are lost.
        below(close - f64::from(f32::MIN_POSITIVE))
    }

    fn distance(&self, query: usize, row: usize) -> f64 {
        let columns = self.kept.columns;
        let (query, row) = (query * columns, row * columns);
        let rows = &self.rows[row..row + columns];
        self.kept.metric.distance(&self.asked[query..query + columns], rows)
    }
}

/// The sum of absolute differences.
fn difference(x: &[f32], y: &[f32]) -> f32 {
    let mut lanes = [0.0; LANES];
    let ((xs, x), (ys, y)) = (x.as_chunks::<LANES>(), y.as_chunks::<LANES>());
    for (x, y) in xs.iter().zip(ys) {
        for i in 0..LANES {
            lanes[i] += (x[i] - y[i]).abs();
        }
    }
    let rest = x.iter().zip(y).map(|(x, y)| (x - y).abs()).sum::<f32>();
    lanes.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

    const METRICS: [Metric; 3] = [Metric::Euclidean, Metric::Cosine, Metric::Manhattan];

    fn found(rows: &[f64], queries: &[f64], metric: Metric, k: usize, memory: usize) -> Found {
        let means = Means { threads: 2, memory, interrupt: &Never };
        DenseRows::new(rows, 3, metric).unwrap().nearest(rows, queries, k, means).unwrap()
    }

    /// Numbers without much order.
    fn numbers(n: usize) -> Vec<f64> {
        (0..n).map(|i| ((i * i * 7919 + i * 104_729) % 1009) as f64 / 64.0 - 7.0).collect()
    }

    /// The nearest are those of all distances, whatever the memory.
    #[test]
    fn nothing_is_overlooked() {
        let (rows, queries) = (numbers(3 * 5000), numbers(3 * 7));
        for metric in METRICS {
            let few = found(&rows, &queries, metric, 5, 1 << 20);
            assert_eq!(few, found(&rows, &queries, metric, 5, 0));
            for (i, query) in queries.chunks(3).enumerate() {
                let mut all: Vec<(f64, i64)> = (0..)
                    .zip(rows.chunks(3))
                    .map(|(j, row)| (metric.distance(query, row), j))
                    .collect();
                all.sort_by(|a, b| a.partial_cmp(b).unwrap());
                let few = few.0.iter().zip(&few.1).skip(5 * i).map(|(&d, &j)| (d, j));
                assert!(few.take(5).eq(all.into_iter().take(5)));
            }
        }
    }

    /// A query that is far away from equal rows finds them all, in order.
    #[test]
    fn far_away() {
        for metric in METRICS {
            let (distances, rows) = found(&[1.0; 9], &[1e300, 4.0, 4.0], metric, 3, 1 << 20);
            assert_eq!(rows, [0, 1, 2]);
            assert!(distances.iter().all(|distance| *distance > 0.0));
        }
    }

    /// Arrays that do not fit together, and too many neighbours, are refused.
    #[test]
    fn misfits_are_refused() {
        assert!(DenseRows::new(&[1.0; 4], 3, Metric::Cosine).is_err());
        let kept = DenseRows::new(&[1.0; 6], 3, Metric::Cosine).unwrap();
        let means = Means { threads: 1, memory: 1 << 20, interrupt: &Never };
        assert!(kept.nearest(&[1.0; 6], &[1.0; 4], 1, means).is_err());
        assert!(kept.nearest(&[1.0; 3], &[1.0; 3], 1, means).is_err());
        assert!(kept.nearest(&[1.0; 6], &[1.0; 3], 3, means).is_err());
        assert!(kept.nearest(&[1.0; 6], &[1.0; 3], 0, means).is_err());
    }
}
