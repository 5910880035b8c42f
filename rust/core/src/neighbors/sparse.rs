//! Exact k-nearest-neighbour search in sparse rows, by an inverted index.

use std::ops::Range;

use super::metric::Metric;
use super::postings::{Postings, QueryCursor};
use super::rows::{Csr, MetricRows, Side};
use super::search::{Block, Found, Means, Question, search};
use crate::error::{Error, Result};

/// Fewer queries do not pay for a product of matrices.
const FEW: usize = 4;

/// Sparse rows, ready to be searched.
#[derive(Debug)]
pub struct SparseRows {
    metric: Metric,
    columns: usize,
    rows: MetricRows,
    postings: Postings,
}

impl SparseRows {
    /// Keep rows with so many columns.
    pub fn new(csr: Csr<'_>, columns: usize, metric: Metric) -> Result<Self> {
        if !csr.fits(columns) || u32::try_from(csr.len()).is_err() {
            return Err(misfit());
        }
        let rows = MetricRows::of(csr, 0..csr.len(), metric, Side::Kept);
        let postings = Postings::new(&rows, metric, columns);
        Ok(Self { metric, columns, rows, postings })
    }

    /// The distances and the numbers of the k rows nearest to each query, nearest first.
    pub fn nearest(&self, queries: Csr<'_>, k: usize, means: Means<'_>) -> Result<Found> {
        if !queries.fits(self.columns) || !(1..=self.rows.len()).contains(&k) {
            return Err(misfit());
        }
        search(&SparseQuestion { kept: self, queries }, k, means)
    }
}

fn misfit() -> Error {
    Error::Invalid("the arrays of the sparse rows do not fit together".to_owned())
}

struct SparseQuestion<'a> {
    kept: &'a SparseRows,
    queries: Csr<'a>,
}

impl Question for SparseQuestion<'_> {
    type Block<'a>
        = SparseBlock<'a>
    where
        Self: 'a;

    const SHAPE: [usize; 2] = [64, 1 << 14];

    fn queries(&self) -> usize {
        self.queries.len()
    }

    fn rows(&self) -> usize {
        self.kept.rows.len()
    }

    fn block(&self, queries: Range<usize>, first: usize) -> SparseBlock<'_> {
        let queries = MetricRows::of(self.queries, queries, self.kept.metric, Side::Query);
        let postings = &self.kept.postings;
        let width = if queries.len() < FEW { 0 } else { postings.width() };
        let mut dense = vec![0.0; queries.len() * width];
        let cursors = (0..queries.len())
            .map(|i| postings.cursor(queries.row(i), first, &mut dense[i * width..(i + 1) * width]))
            .collect();
        SparseBlock { kept: self.kept, queries, cursors, dense }
    }
}

struct SparseBlock<'a> {
    kept: &'a SparseRows,
    queries: MetricRows,
    cursors: Vec<QueryCursor>,
    dense: Vec<f32>,
}

impl Block for SparseBlock<'_> {
    fn screen(&mut self, rows: Range<usize>, closeness: &mut [f32]) {
        self.kept.postings.begin(rows.clone(), &self.dense, closeness);
        let each = closeness.chunks_exact_mut(rows.len().max(1));
        for (cursor, closeness) in self.cursors.iter_mut().zip(each) {
            self.kept.postings.add(cursor, rows.clone(), closeness);
        }
    }

    fn least(&self, query: usize, distance: f64) -> f32 {
        self.kept.postings.least(&self.cursors[query], distance)
    }

    fn distance(&self, query: usize, row: usize) -> f64 {
        self.kept.metric.distance(self.queries.row(query), self.kept.rows.row(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

    const COLUMNS: usize = 50;

    /// Rows of one to ten columns, some of which many rows have.
    fn rows(n: usize, seed: usize) -> (Vec<i64>, Vec<i32>, Vec<f64>) {
        let (mut indptr, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for i in 0..n {
            let spread = 1 + (i * i + seed) % 7;
            for j in 0..=(i * 31 + seed) % 10 {
                columns.push((j * spread) as i32 % COLUMNS as i32);
                values.push(1.0 + ((i * 7919 + j * 104_729 + seed) % 13) as f64 / 4.0);
            }
            let mut row = columns.split_off(indptr[i] as usize);
            row.sort_unstable();
            row.dedup();
            columns.extend(row);
            values.truncate(columns.len());
            indptr.push(columns.len() as i64);
        }
        (indptr, columns, values)
    }

    const METRICS: [Metric; 6] = [
        Metric::Euclidean,
        Metric::Cosine,
        Metric::Manhattan,
        Metric::Jaccard,
        Metric::JensenShannon,
        Metric::KullbackLeibler { smoothing: 0.1, columns: COLUMNS },
    ];

    /// The nearest are those of all distances, whatever the memory.
    #[test]
    fn nothing_is_overlooked() {
        let (one, other) = (rows(3000, 1), rows(20, 5));
        let csr = Csr { indptr: &one.0, columns: &one.1, values: &one.2 };
        let queries = Csr { indptr: &other.0, columns: &other.1, values: &other.2 };
        for metric in METRICS {
            let kept = SparseRows::new(csr, COLUMNS, metric).unwrap();
            let found = |memory| {
                let means = Means { threads: 2, memory, interrupt: &Never };
                kept.nearest(queries, 5, means).unwrap()
            };
            let few = found(1 << 20);
            assert_eq!(few, found(0));
            let asked = MetricRows::of(queries, 0..20, metric, Side::Query);
            for i in 0..20 {
                let distance = |j| metric.distance(asked.row(i), kept.rows.row(j));
                let mut all: Vec<(f64, i64)> = (0..3000).map(|j| (distance(j), j as i64)).collect();
                all.sort_by(|a, b| a.partial_cmp(b).unwrap());
                let few = few.0.iter().zip(&few.1).skip(5 * i).map(|(&d, &j)| (d, j));
                assert!(few.take(5).eq(all.into_iter().take(5)), "{metric:?}, query {i}");
            }
        }
    }

    /// Rows of zeros, beside which every query is large, are all equally far.
    #[test]
    fn zeros_are_found() {
        let csr = Csr { indptr: &[0; 41], columns: &[], values: &[] };
        let query = Csr { indptr: &[0, 1], columns: &[0], values: &[1.0] };
        for metric in [Metric::Euclidean, Metric::Manhattan] {
            let kept = SparseRows::new(csr, 1, metric).unwrap();
            let means = Means { threads: 1, memory: 1 << 20, interrupt: &Never };
            assert_eq!(kept.nearest(query, 2, means).unwrap(), (vec![1.0; 2], vec![0, 1]));
        }
    }

    /// Arrays that do not fit together, and too many neighbours, are refused.
    #[test]
    fn misfits_are_refused() {
        let csr = Csr { indptr: &[0, 1], columns: &[2], values: &[1.0] };
        assert!(SparseRows::new(csr, 2, Metric::Cosine).is_err());
        let kept = SparseRows::new(csr, 3, Metric::Cosine).unwrap();
        let means = Means { threads: 1, memory: 1 << 20, interrupt: &Never };
        assert!(kept.nearest(Csr { columns: &[3], ..csr }, 1, means).is_err());
        assert!(kept.nearest(csr, 2, means).is_err());
        assert!(kept.nearest(csr, 0, means).is_err());
    }
}
