//! Inverted index (posting lists) that screens sparse rows in single precision.

use std::f64::consts::LN_2;
use std::ops::Range;

use super::bound::{LARGE, SLACK, above, add_products, below, rounding};
use super::columns::ColumnNumbers;
use super::entropy::TANGENTS;
use super::metric::{Metric, Row};
use super::rows::{MetricRows, magnitude};

/// A column that one row in so many has is also kept dense.
const DENSE: usize = 6;

/// What rows and queries have in common is a sum over the columns that both have.
#[derive(Debug)]
pub struct Postings {
    metric: Metric,
    /// What all numbers are divided by, so that they are no more than about one.
    unit: f64,
    /// Which columns there are, and where the entries of each begin.
    columns: ColumnNumbers,
    starts: Vec<usize>,
    entries: Vec<(u32, f32)>,
    /// The closeness of each row before any column.
    bases: Vec<f32>,
    /// How many columns each row has, where that matters.
    lengths: Vec<f32>,
    /// The places of columns that are also dense, and their numbers, row by row.
    places: Vec<u32>,
    dense: Vec<f32>,
    width: usize,
}

/// No place.
const NONE: u32 = u32::MAX;

/// A share, which is never zero.
fn share(p: f64) -> f32 {
    (p as f32).max(f32::MIN_POSITIVE)
}

impl Postings {
    /// Turn rows into columns.
    pub fn new(rows: &MetricRows, metric: Metric, columns: usize) -> Self {
        let all = || (0..rows.len()).map(|i| rows.row(i));
        let unit = match metric {
            Metric::Euclidean | Metric::Manhattan => {
                all().map(|row| magnitude(row.values)).fold(f64::MIN_POSITIVE, f64::max)
            }
            _ => 1.0,
        };
        let mut postings = Self {
            metric,
            unit,
            columns: ColumnNumbers::of(rows.columns(), columns),
            starts: Vec::new(),
            entries: Vec::new(),
            bases: Vec::with_capacity(rows.len()),
            lengths: Vec::new(),
            places: Vec::new(),
            dense: Vec::new(),
            width: 0,
        };
        if metric == Metric::Jaccard {
            postings.lengths = all().map(|row| row.values.len() as f32).collect();
        }
        postings.bases = all().map(|row| postings.base(row)).collect();
        postings.fill(rows);
        if matches!(postings.kernel(), Kernel::Product) {
            postings.fill_dense(rows.len());
        }
        postings
    }

    fn fill(&mut self, rows: &MetricRows) {
        let numbers: Vec<u32> =
            rows.columns().iter().filter_map(|&column| self.columns.number(column)).collect();
        self.starts = vec![0; self.columns.len() + 2];
        for &number in &numbers {
            self.starts[number as usize + 2] += 1;
        }
        for number in 2..self.starts.len() {
            self.starts[number] += self.starts[number - 1];
        }
        self.entries = vec![(0, 0.0); numbers.len()];
        let mut numbers = numbers.into_iter();
        for i in 0..rows.len() {
            let row = rows.row(i);
            for (&value, number) in row.values.iter().zip(&mut numbers) {
                let kept = self.kept(value, row.measure);
                let at = &mut self.starts[number as usize + 1];
                self.entries[*at] = (i as u32, kept);
                *at += 1;
            }
        }
        self.starts.pop();
    }

    fn fill_dense(&mut self, rows: usize) {
        self.places = vec![NONE; self.starts.len() - 1];
        for (place, ends) in self.places.iter_mut().zip(self.starts.windows(2)) {
            if ends[1] - ends[0] > rows / DENSE {
                *place = self.width as u32;
                self.width += 1;
            }
        }
        self.dense = vec![0.0; rows * self.width];
        for (column, &place) in self.places.iter().enumerate().filter(|(_, place)| **place != NONE)
        {
            for &(row, value) in &self.entries[self.starts[column]..self.starts[column + 1]] {
                self.dense[row as usize * self.width + place as usize] = value;
            }
        }
    }

    /// The number of a kept row that stands in a column.
    fn kept(&self, value: f64, measure: f64) -> f32 {
        match self.metric {
            Metric::Cosine => (value / measure.sqrt()) as f32,
            Metric::Jaccard => 1.0,
            Metric::Euclidean | Metric::Manhattan => (value / self.unit) as f32,
            Metric::JensenShannon => share(value),
            Metric::KullbackLeibler { smoothing, .. } => (value / smoothing).ln_1p() as f32,
        }
    }

    /// The number of a query that meets it.
    fn asked(&self, value: f64, measure: f64) -> f32 {
        match self.metric {
            Metric::KullbackLeibler { .. } => share(value),
            _ => self.kept(value, measure),
        }
    }

    /// How close a row is, at most, that shares nothing.
    fn base(&self, row: Row<'_>) -> f32 {
        let off = rounding(row.values.len());
        let scaled = row.values.iter().map(|value| value / self.unit);
        match self.metric {
            Metric::Euclidean => above(-scaled.map(|x| x * x).sum::<f64>() * (0.5 - off)),
            Metric::Manhattan => above(-scaled.map(f64::abs).sum::<f64>() * (1.0 - 3.0 * off)),
            Metric::KullbackLeibler { smoothing, columns } => {
                let total = (row.measure + smoothing * columns as f64).ln();
                let most = row.values.iter().fold(0.0, |most: f64, &count| most.max(count));
                above(off * ((most / smoothing).ln_1p() + total.abs()) - total)
            }
            Metric::Cosine | Metric::Jaccard | Metric::JensenShannon => 0.0,
        }
    }

    fn kernel(&self) -> Kernel {
        match self.metric {
            Metric::Manhattan => Kernel::Smaller,
            Metric::JensenShannon => Kernel::Entropy,
            _ => Kernel::Product,
        }
    }

    /// How many columns are also dense.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Make a query ready to meet rows from `first` on; its dense columns go to `dense`, if that has
    /// room for them.
    pub fn cursor(&self, query: Row<'_>, first: usize, dense: &mut [f32]) -> QueryCursor {
        let size = self.size(query);
        let mut columns = Vec::with_capacity(query.columns.len());
        if size > LARGE {
            return QueryCursor { columns, size, length: query.values.len() };
        }
        for (&column, &value) in query.columns.iter().zip(query.values) {
            let Some(column) = self.columns.number(column).map(|column| column as usize) else {
                continue;
            };
            let number = self.asked(value, query.measure);
            let place = self.places.get(column).map_or(NONE, |&place| place);
            if let Some(dense) = dense.get_mut(place as usize) {
                *dense = number;
                continue;
            }
            let list = self.starts[column]..self.starts[column + 1];
            let met = match first {
                0 => 0,
                _ => self.entries[list.clone()].partition_point(|e| (e.0 as usize) < first),
            };
            columns.push((list.start + met..list.end, number));
        }
        QueryCursor { columns, size, length: query.values.len() }
    }

    /// What `least` needs to know of a query.
    fn size(&self, query: Row<'_>) -> f64 {
        let scaled = query.values.iter().map(|value| value / self.unit);
        match self.metric {
            Metric::Euclidean => scaled.map(|x| x * x).sum(),
            Metric::Manhattan => scaled.map(f64::abs).sum(),
            Metric::KullbackLeibler { .. } => {
                // Shares too small for a number are zero, and say nothing.
                query.values.iter().filter(|p| **p > 0.0).map(|p| p * p.ln()).sum()
            }
            Metric::Cosine | Metric::Jaccard | Metric::JensenShannon => 0.0,
        }
    }

    /// The products of the dense columns of rows and queries, and the bases of the rows.
    pub fn begin(&self, rows: Range<usize>, dense: &[f32], closeness: &mut [f32]) {
        closeness
            .chunks_exact_mut(rows.len().max(1))
            .for_each(|row| row.copy_from_slice(&self.bases[rows.clone()]));
        if !dense.is_empty() {
            let kept = &self.dense[rows.start * self.width..rows.end * self.width];
            add_products(dense, kept, self.width, closeness);
        }
    }

    /// Add what a query shares with the rows in all other columns.
    pub fn add(&self, cursor: &mut QueryCursor, rows: Range<usize>, closeness: &mut [f32]) {
        if cursor.size > LARGE {
            return closeness.fill(f32::INFINITY);
        }
        for (rest, number) in &mut cursor.columns {
            let list = &self.entries[rest.clone()];
            let end = match list.last() {
                Some(entry) if (entry.0 as usize) < rows.end => list.len(),
                _ => list.partition_point(|entry| (entry.0 as usize) < rows.end),
            };
            rest.start += end;
            let (list, number) = (&list[..end], *number);
            match self.kernel() {
                Kernel::Product => scatter(list, rows.start, closeness, |kept| number * kept),
                Kernel::Smaller => {
                    let (sign, most) = (2.0_f32.copysign(number), 2.0 * number.abs());
                    scatter(list, rows.start, closeness, |kept| (sign * kept).clamp(0.0, most));
                }
                Kernel::Entropy => {
                    let tangents = &*TANGENTS;
                    scatter(list, rows.start, closeness, |kept| tangents.shared(number, kept));
                }
            }
        }
        if self.metric == Metric::Jaccard {
            let either = self.lengths[rows].iter().map(|length| length + cursor.length as f32);
            for (close, both) in closeness.iter_mut().zip(either) {
                let either = both - *close;
                *close = if either > 0.0 { *close / either } else { 1.0 };
            }
        }
    }

    /// How close rows must seem at least that are not farther than `distance`.
    pub fn least(&self, cursor: &QueryCursor, distance: f64) -> f32 {
        let (size, off) = (cursor.size, rounding(cursor.length));
        if size > LARGE {
            return f32::NEG_INFINITY;
        }
        let reach = distance / self.unit * (1.0 + SLACK);
        let close = match self.metric {
            Metric::Cosine => 1.0 - distance - off,
            Metric::Euclidean => 0.5 * (size - reach * reach) - off * size,
            Metric::Manhattan => size - reach - off * size,
            Metric::Jaccard => (1.0 - distance) * (1.0 - 1e-5),
            Metric::JensenShannon => 2.0 * (LN_2 - distance * reach) * (1.0 - off) - SLACK,
            Metric::KullbackLeibler { smoothing, .. } => {
                let most = size.abs() + smoothing.ln().abs();
                size - smoothing.ln() - distance - SLACK * (1.0 + most + distance)
            }
        };
        // Products that are too small for single precision are lost.
        below(close - f64::from(f32::MIN_POSITIVE))
    }
}

/// What two numbers in a column have in common.
#[derive(Clone, Copy)]
enum Kernel {
    Product,
    /// Twice the smaller one, if they have one sign.
    Smaller,
    /// What is missing of the divergence of two shares.
    Entropy,
}

/// A query on its way through the rows.
pub struct QueryCursor {
    /// What is left of each column, and the number of the query.
    columns: Vec<(Range<usize>, f32)>,
    size: f64,
    length: usize,
}

/// Add to the closeness of each row of a list.
#[inline]
fn scatter(list: &[(u32, f32)], first: usize, closeness: &mut [f32], common: impl Fn(f32) -> f32) {
    for &(row, kept) in list {
        closeness[row as usize - first] += common(kept);
    }
}
