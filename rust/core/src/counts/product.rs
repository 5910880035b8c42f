//! Character n-grams inside words: counted once a distinct word, then summed over each document.

use super::collect::{Collector, Counted, Names};
use super::merge::{Merged, merge};
use super::parallel::{Interrupt, all, split_by_weight};
use super::rows::{Csr, RowBuilder, Value};
use super::terms::Terms;
use super::transform::KnownLayout;
use super::vocabulary::Vocabulary;
use crate::error::Result;
use crate::tokens::analyzer::Analyzer;

/// Count the n-grams of the words that were collected: (documents x words) (words x n-grams).
pub fn count<T: Value>(
    collector: &Collector<'_>,
    merged: &Merged,
    limit: i32,
    analyzer: &Analyzer,
    interrupt: &dyn Interrupt,
) -> Result<Counted<T>> {
    let (ids, ends, vocabulary) = grams_of_words(&merged.terms, analyzer, interrupt)?;
    let mut grams = merge(&[&vocabulary], interrupt)?;
    drop(vocabulary);
    let ranks = grams.ranks.swap_remove(0);
    let columns: Vec<u32> = ids.iter().map(|&id| ranks[id as usize]).collect();
    drop(ids);
    let words = collector.rows::<i64>(merged, i32::MAX, interrupt)?;
    let spelling = Spelling { columns, ends, n_columns: grams.terms.len() };
    let matrix = multiply(&words, &spelling, limit, collector.shards.len(), interrupt)?;
    Ok(Counted { names: Names { terms: grams.terms, ngrams: None }, matrix })
}

/// The n-grams of each word, one word after the other.
struct Spelling {
    columns: Vec<u32>,
    ends: Vec<usize>,
    n_columns: usize,
}

impl Spelling {
    fn columns_of(&self, word: usize) -> &[u32] {
        let start = if word == 0 { 0 } else { self.ends[word - 1] };
        &self.columns[start..self.ends[word]]
    }
}

fn grams_of_words(
    words: &Terms,
    analyzer: &Analyzer,
    interrupt: &dyn Interrupt,
) -> Result<(Vec<u32>, Vec<usize>, Vocabulary)> {
    let (mut ids, mut ends, mut vocabulary) = (Vec::new(), Vec::new(), Vocabulary::default());
    let (mut padded, mut bounds) = (Vec::new(), Vec::new());
    for (i, word) in words.iter().enumerate() {
        if i % 1024 == 0 {
            interrupt.check()?;
        }
        analyzer.grams_of_run(word, &mut padded, &mut bounds, &mut |gram| {
            ids.push(vocabulary.intern(gram));
            Ok(())
        })?;
        ends.push(ids.len());
    }
    Ok((ids, ends, vocabulary))
}

fn multiply<T: Value>(
    words: &Csr<i64>,
    spelling: &Spelling,
    limit: i32,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Csr<T>> {
    let weights: Vec<usize> =
        words.indptr.windows(2).map(|row| (row[1] - row[0]) as usize + 1).collect();
    let built = all(split_by_weight(&weights, threads), |run| {
        let (mut csr, mut builder) = (Csr::default(), RowBuilder::new(spelling.n_columns, limit));
        for row in run {
            interrupt.check()?;
            let entries = words.indptr[row] as usize..words.indptr[row + 1] as usize;
            let (mut most, sums) = (0, builder.sums());
            for (&word, &times) in words.indices[entries.clone()].iter().zip(&words.data[entries]) {
                let columns = spelling.columns_of(word as usize);
                most += columns.len();
                for &column in columns {
                    sums.add(column as usize, column as usize, times as i32);
                }
            }
            builder.take(most, &KnownLayout, &mut csr);
        }
        Ok(csr)
    });
    Ok(Csr::stack(built.into_iter().collect::<Result<Vec<_>>>()?))
}
