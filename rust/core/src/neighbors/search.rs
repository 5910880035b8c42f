//! Blocked search: query blocks against row blocks, screened, then computed exactly.

use std::ops::Range;

use super::nearest::Nearest;
use crate::error::Result;
use crate::threads::{Interrupt, share, split};

/// Rows in the fewest blocks that are worth a thread of their own.
const WORTH: usize = 1 << 14;

/// Rows of which the closest one is looked for at once.
const GROUP: usize = 32;

/// Rows that were kept, with the queries of a call.
pub trait Question: Sync {
    /// Some of the queries.
    type Block<'a>: Block
    where
        Self: 'a;

    /// Queries and rows that are screened at once, at most: so many stay in the cache.
    const SHAPE: [usize; 2];

    /// How many queries there are.
    fn queries(&self) -> usize;

    /// How many rows there are.
    fn rows(&self) -> usize;

    /// Some of the queries, about to meet rows from `first` on.
    fn block(&self, queries: Range<usize>, first: usize) -> Self::Block<'_>;
}

/// Some queries, numbered from zero.
pub trait Block {
    /// Say how close rows can be at most to each query, one query behind the other.
    ///
    /// The rows are those behind the ones of the last call.
    fn screen(&mut self, rows: Range<usize>, closeness: &mut [f32]);

    /// How close rows must seem at least that are not farther than `distance`.
    fn least(&self, query: usize, distance: f64) -> f32;

    /// The distance from a query to a row.
    fn distance(&self, query: usize, row: usize) -> f64;
}

/// What a call may use, and who may stop it.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    /// How many threads.
    pub threads: usize,
    /// How many bytes of memory for what is screened.
    pub memory: usize,
    /// Who may stop it.
    pub interrupt: &'a dyn Interrupt,
}

/// The distances and the numbers of the k nearest rows, one query behind the other.
pub type Found = (Vec<f64>, Vec<i64>);

/// Find the k nearest rows of each query; k is from one to the number of rows.
pub fn search<Q: Question>(question: &Q, k: usize, means: Means<'_>) -> Result<Found> {
    let (queries, rows) = sizes(question, means);
    let blocks: Vec<Range<usize>> = (0..question.queries())
        .step_by(queries)
        .map(|start| start..(start + queries).min(question.queries()))
        .collect();
    // Where there are fewer blocks than threads, the rows are shared out, too.
    let spans = means.threads.div_ceil(blocks.len().max(1)).min(1 + question.rows() / WORTH);
    let spans = split(question.rows(), spans);
    let workers = (0..means.threads.max(1)).map(|_| Scratch::default());
    let parts = blocks.len() * spans.len();
    let found = share(parts, workers, means.interrupt, |scratch, part| {
        let (queries, span) = (&blocks[part / spans.len()], &spans[part % spans.len()]);
        let nearest = scratch.part(question, queries, span, rows, k, means.interrupt)?;
        Ok((queries.start, nearest))
    })?;
    let mut nearest = vec![Nearest::new(k); question.queries()];
    for (first, some) in found {
        nearest[first..].iter_mut().zip(some).for_each(|(all, some)| all.merge(some));
    }
    Ok(nearest.into_iter().flat_map(Nearest::into_sorted).unzip())
}

/// How many queries and rows a block may have.
fn sizes<Q: Question>(question: &Q, means: Means<'_>) -> (usize, usize) {
    let [queries, rows] = Q::SHAPE;
    let numbers = means.memory / size_of::<f32>() / means.threads.max(1);
    let rows = rows.min(numbers).max(GROUP);
    let queries = queries.min(question.queries().div_ceil(means.threads.max(1)));
    (queries.min(numbers / rows).max(1), rows)
}

/// What a thread needs again and again.
#[derive(Default)]
struct Scratch {
    closeness: Vec<f32>,
    peaks: Vec<f32>,
    ranked: Vec<f32>,
    chosen: Vec<u32>,
}

impl Scratch {
    fn part<Q: Question>(
        &mut self,
        question: &Q,
        queries: &Range<usize>,
        span: &Range<usize>,
        rows: usize,
        k: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<Nearest>> {
        let mut nearest = vec![Nearest::new(k); queries.len()];
        let mut block = question.block(queries.clone(), span.start);
        // Blocks of about equal size.
        for some in split(span.len(), span.len().div_ceil(rows)) {
            let some = span.start + some.start..span.start + some.end;
            let mut closeness = std::mem::take(&mut self.closeness);
            closeness.resize(queries.len() * some.len(), 0.0);
            interrupt.check()?;
            block.screen(some.clone(), &mut closeness);
            for (query, (row, nearest)) in
                closeness.chunks_exact_mut(some.len().max(1)).zip(&mut nearest).enumerate()
            {
                interrupt.check()?;
                self.settle(&block, query, some.start, row, nearest);
            }
            self.closeness = closeness;
        }
        Ok(nearest)
    }

    /// Compute the distances of all rows that may be among the nearest.
    fn settle<B: Block>(
        &mut self,
        block: &B,
        query: usize,
        first: usize,
        closeness: &mut [f32],
        nearest: &mut Nearest,
    ) {
        self.choose(closeness, nearest.missing());
        for &row in &self.chosen {
            nearest.offer(block.distance(query, first + row as usize), first + row as usize);
            // Done with.
            closeness[row as usize] = f32::NAN;
        }
        let mut least = block.least(query, nearest.reach());
        for (i, group) in closeness.chunks(GROUP).enumerate() {
            // Counted without a way out, many are looked at at once.
            if group.iter().map(|&close| u32::from(close >= least)).sum::<u32>() == 0 {
                continue;
            }
            for (j, &close) in group.iter().enumerate() {
                if close >= least {
                    let row = first + GROUP * i + j;
                    nearest.offer(block.distance(query, row), row);
                    least = block.least(query, nearest.reach());
                }
            }
        }
    }

    /// Choose so many rows that seem to be the closest.
    fn choose(&mut self, closeness: &[f32], wanted: usize) {
        self.chosen.clear();
        if wanted == 0 {
            return;
        }
        self.peaks.clear();
        self.peaks.extend(closeness.chunks(GROUP).map(peak));
        // As many groups have a row as close as the closest of theirs, so others need not compete.
        let mut least = f32::NEG_INFINITY;
        if wanted < self.peaks.len() {
            self.ranked.clone_from(&self.peaks);
            least = *self.ranked.select_nth_unstable_by(wanted - 1, |a, b| b.total_cmp(a)).1;
        }
        let near = self.peaks.iter().zip(closeness.chunks(GROUP)).enumerate();
        for (i, (_, group)) in near.filter(|(_, (peak, _))| **peak >= least) {
            let close = group.iter().enumerate().filter(|(_, close)| **close >= least);
            self.chosen.extend(close.map(|(j, _)| (GROUP * i + j) as u32));
        }
        if wanted < self.chosen.len() {
            self.chosen.select_nth_unstable_by(wanted, |&a, &b| {
                closeness[b as usize].total_cmp(&closeness[a as usize])
            });
            self.chosen.truncate(wanted);
        }
    }
}

/// The largest of a group of numbers.
fn peak(group: &[f32]) -> f32 {
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    let mut lanes = [f32::NEG_INFINITY; 8];
    let (chunks, rest) = group.as_chunks::<8>();
    for some in chunks {
        lanes.iter_mut().zip(some).for_each(|(lane, &number)| *lane = larger(*lane, number));
    }
    lanes.iter().chain(rest).copied().fold(f32::NEG_INFINITY, larger)
}
