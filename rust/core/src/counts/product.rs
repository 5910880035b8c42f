//! Character n-grams inside words: counted once a distinct word, then summed over each document.

use super::collect::{Collector, Counted, Names};
use super::csr::{Csr, Value};
use super::merge::{Merged, merge};
use super::sort::Sorter;
use super::terms::Terms;
use super::vocabulary::{LookupBuffer, Vocabulary};
use crate::error::Result;
use crate::threads::{Interrupt, all, split_by_weight};
use crate::tokens::grams::{Range, boundaries, padded_spans};
use crate::tokens::words::{Span, pad};

/// N-grams that are looked up together, about.
const BATCH: usize = 512;

/// N-grams of one word that are looked up before the word is spelled to its end.
const LONG: usize = 1 << 14;

/// Count the n-grams of the words that were collected: (documents x words) (words x n-grams).
pub fn count<T: Value>(
    collector: Collector<'_>,
    merged: &Merged,
    limit: i32,
    range: Range,
    interrupt: &dyn Interrupt,
) -> Result<Counted<T>> {
    let threads = collector.shards.len();
    let words = collector.rows::<i64>(merged, i32::MAX, interrupt)?;
    drop(collector);
    let sizes: Vec<usize> = merged.terms.iter().map(<[u8]>::len).collect();
    let spelled = all(split_by_weight(&sizes, threads), interrupt, |run| {
        let mut speller = Speller::default();
        for word in run {
            speller.spell(merged.terms.get(word as u32), range, interrupt)?;
        }
        speller.flush();
        Ok(speller)
    });
    let spelled = spelled.into_iter().collect::<Result<Vec<_>>>()?;
    let (spelling, terms) = Spelling::of(spelled, interrupt)?;
    let matrix = multiply(&words, &spelling, limit, threads, interrupt)?;
    Ok(Counted { names: Names { terms, ngrams: None }, matrix })
}

/// Finds the n-grams of words, and a vocabulary of them.
#[derive(Default)]
struct Speller {
    vocabulary: Vocabulary,
    ids: Vec<u32>,
    ends: Vec<usize>,
    buffer: Vec<u8>,
    bounds: Vec<usize>,
    spans: Vec<Span>,
    batch: LookupBuffer,
}

impl Speller {
    fn spell(&mut self, word: &[u8], range: Range, interrupt: &dyn Interrupt) -> Result<()> {
        let start = self.buffer.len();
        self.buffer.push(b' ');
        self.buffer.extend_from_slice(word);
        self.buffer.push(b' ');
        let mut bounds = std::mem::take(&mut self.bounds);
        boundaries(&self.buffer[start..], &mut bounds);
        pad(&mut self.buffer);
        padded_spans(&bounds, range, &mut |from, to| {
            self.spans.push(((start + from) as u32, (start + to) as u32));
            if self.spans.len() == LONG {
                self.look_up();
                interrupt.check()?;
            }
            Ok(())
        })?;
        self.bounds = bounds;
        self.ends.push(self.ids.len() + self.spans.len());
        if self.spans.len() > BATCH {
            self.flush();
            interrupt.check()?;
        }
        Ok(())
    }

    fn look_up(&mut self) {
        self.vocabulary.intern_all(&self.buffer, &self.spans, &mut self.batch, &mut self.ids);
        self.spans.clear();
    }

    fn flush(&mut self) {
        self.look_up();
        self.buffer.clear();
    }
}

/// The columns of the n-grams of each word, one word after the other.
struct Spelling {
    columns: Vec<u32>,
    ends: Vec<usize>,
    n_columns: usize,
}

impl Spelling {
    fn of(spelled: Vec<Speller>, interrupt: &dyn Interrupt) -> Result<(Self, Terms)> {
        let lists: Vec<&Vocabulary> = spelled.iter().map(|speller| &speller.vocabulary).collect();
        let Merged { terms, ranks } = merge(&lists, interrupt)?;
        let (mut columns, mut ends) = (Vec::new(), Vec::new());
        for (speller, ranks) in spelled.into_iter().zip(ranks) {
            let offset = columns.len();
            columns.extend(speller.ids.iter().map(|&id| ranks[id as usize]));
            ends.extend(speller.ends.iter().map(|end| end + offset));
        }
        Ok((Self { columns, ends, n_columns: terms.len() }, terms))
    }

    fn columns_of(&self, word: usize) -> &[u32] {
        let start = if word == 0 { 0 } else { self.ends[word - 1] };
        &self.columns[start..self.ends[word]]
    }
}

fn multiply<T: Value>(
    words: &Csr<i64>,
    spelling: &Spelling,
    limit: i32,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Csr<T>> {
    let rows = 0..words.indptr.len() - 1;
    let most: Vec<usize> = rows.map(|row| most(words, row, spelling)).collect();
    let total: usize = most.iter().sum();
    let built =
        all(split_by_weight(&most, threads).into_iter().enumerate(), interrupt, |(i, run)| {
            // The first part is made large enough for the others to be set below it.
            let room = if i == 0 { total } else { most[run.clone()].iter().sum() };
            let mut csr = Csr::with_capacity(room);
            let mut adder = ColumnAdder::new(spelling.n_columns, limit);
            for row in run {
                interrupt.check()?;
                let entries = entries(words, row);
                let times = words.indices[entries.clone()].iter().zip(&words.data[entries]);
                for (&word, &times) in times {
                    adder.add(spelling.columns_of(word as usize), times as u32);
                }
                adder.take(&mut csr);
            }
            Ok(csr)
        });
    Ok(Csr::stack(built.into_iter().collect::<Result<Vec<_>>>()?))
}

fn entries(words: &Csr<i64>, row: usize) -> std::ops::Range<usize> {
    words.indptr[row] as usize..words.indptr[row + 1] as usize
}

/// The most entries that a row can have.
fn most(words: &Csr<i64>, row: usize, spelling: &Spelling) -> usize {
    words.indices[entries(words, row)]
        .iter()
        .map(|&word| spelling.columns_of(word as usize).len())
        .sum()
}

/// Sums by column: columns are sorted with what is to be added, which stays in the cache as sums of
/// so many columns would not.
struct ColumnAdder<T> {
    bits: u32,
    limit: i32,
    terms: Vec<u64>,
    sorter: Sorter,
    indices: Vec<i32>,
    data: Vec<T>,
}

impl<T: Value> ColumnAdder<T> {
    fn new(columns: usize, limit: i32) -> Self {
        let bits = usize::BITS - columns.leading_zeros();
        let (terms, sorter) = (Vec::new(), Sorter::default());
        Self { bits, limit, terms, sorter, indices: Vec::new(), data: Vec::new() }
    }

    #[inline]
    fn add(&mut self, columns: &[u32], times: u32) {
        let terms = columns.iter().map(|&column| u64::from(column) << 32 | u64::from(times));
        self.terms.extend(terms);
    }

    /// Move the sums to a new row of `csr`.
    fn take(&mut self, csr: &mut Csr<T>) {
        let terms = self.sorter.sort([self.terms.as_slice()].into_iter(), 32..32 + self.bits);
        if self.indices.len() < terms.len() {
            self.indices.resize(terms.len(), 0);
            self.data.resize(terms.len(), T::default());
        }
        let (indices, data) = (self.indices.as_mut_slice(), self.data.as_mut_slice());
        let (mut len, mut sum) = (0, 0);
        for (i, &term) in terms.iter().enumerate() {
            // No branch on whether the column comes again: that is as good as random.
            let ends = terms.get(i + 1).is_none_or(|next| next >> 32 != term >> 32);
            sum += term as u32 as i32;
            indices[len] = (term >> 32) as i32;
            data[len] = T::from_sum(sum.min(self.limit));
            len += usize::from(ends);
            sum *= i32::from(!ends);
        }
        csr.indices.extend_from_slice(&indices[..len]);
        csr.data.extend_from_slice(&data[..len]);
        csr.end_row();
        self.terms.clear();
    }
}
