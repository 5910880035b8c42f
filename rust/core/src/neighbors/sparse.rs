//! The nearest of sparse rows.

use std::ops::Range;

use super::metric::Metric;
use super::postings::{Cursor, Postings};
use super::rows::{Csr, Rows, Side};
use super::search::{Block, Found, Means, Question, search};
use crate::error::{Error, Result};

/// Fewer queries do not pay for a product of matrices.
const FEW: usize = 4;

/// Sparse rows, ready to be searched.
#[derive(Debug)]
pub struct SparseRows {
    metric: Metric,
    columns: usize,
    rows: Rows,
    postings: Postings,
}

impl SparseRows {
    /// Keep rows with so many columns.
    pub fn new(csr: Csr<'_>, columns: usize, metric: Metric) -> Result<Self> {
        if !csr.fits(columns) || u32::try_from(csr.len()).is_err() {
            return Err(misfit());
        }
        let rows = Rows::of(csr, 0..csr.len(), metric, Side::Kept);
        let postings = Postings::new(&rows, metric, columns);
        Ok(Self { metric, columns, rows, postings })
    }

    /// The distances and the numbers of the k rows nearest to each query, nearest first.
    pub fn nearest(&self, queries: Csr<'_>, k: usize, means: Means<'_>) -> Result<Found> {
        if !queries.fits(self.columns) || !(1..=self.rows.len()).contains(&k) {
            return Err(misfit());
        }
        search(&Asked { kept: self, queries }, k, means)
    }
}

fn misfit() -> Error {
    Error::Invalid("the arrays of the sparse rows do not fit together".to_owned())
}

struct Asked<'a> {
    kept: &'a SparseRows,
    queries: Csr<'a>,
}

impl Question for Asked<'_> {
    type Block<'a>
        = SparseBlock<'a>
    where
        Self: 'a;

    fn queries(&self) -> usize {
        self.queries.len()
    }

    fn rows(&self) -> usize {
        self.kept.rows.len()
    }

    fn block(&self, queries: Range<usize>, first: usize) -> SparseBlock<'_> {
        let queries = Rows::of(self.queries, queries, self.kept.metric, Side::Query);
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
    queries: Rows,
    cursors: Vec<Cursor>,
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
