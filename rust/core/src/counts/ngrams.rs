//! Word n-grams by partition refinement of positions.
//!
//! All places that begin with the same words form a group, and groups are refined by the next word
//! up to the greatest n. Visited depth first, the groups are the n-grams in the order of their
//! joined strings, because a blank sorts before every word character.

mod places;
mod refine;
mod rows;

use super::collect::{Collector, Counted, Names};
use super::csr::Value;
use super::merge::Merged;
use super::terms::Terms;
use crate::error::{Error, Result};
use crate::threads::{Interrupt, all};
use crate::tokens::grams::Range;
use places::WordPlaces;
use refine::refine;

/// N-grams as the ids of their words.
#[derive(Default)]
pub struct Ngrams {
    runs: Vec<NgramRun>,
}

/// Some n-grams that follow each other.
#[derive(Default)]
struct NgramRun {
    words: Vec<u32>,
    ends: Vec<u32>,
}

impl NgramRun {
    #[inline]
    fn push(&mut self, ngram: &[u32], last: Option<u32>) {
        // One by one: they are too few for a call that copies them.
        for word in ngram.iter().copied().chain(last) {
            self.words.push(word);
        }
        self.ends.push(self.words.len() as u32);
    }
}

impl Ngrams {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.runs.iter().map(|run| run.ends.len()).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The n-grams as joined strings.
    #[must_use]
    pub fn join(&self, words: &Terms) -> Terms {
        let (mut joined, mut gram) = (Terms::default(), Vec::new());
        for run in &self.runs {
            let mut start = 0;
            for &end in &run.ends {
                gram.clear();
                for &word in &run.words[start..end as usize] {
                    gram.extend_from_slice(words.get(word));
                    gram.push(b' ');
                }
                joined.push(&gram[..gram.len() - 1]);
                start = end as usize;
            }
        }
        joined
    }
}

/// Count the n-grams of what was collected.
pub fn count<T: Value>(
    collector: Collector<'_>,
    merged: Merged,
    limit: i32,
    range: Range,
    interrupt: &dyn Interrupt,
) -> Result<Counted<T>> {
    let size = |s: &super::shard::Segment| s.codes.len() + s.documents.len();
    let places = collector.segments.iter().map(size).sum::<usize>();
    // Columns are numbered, and all their words.
    if places.saturating_mul((range.1 - range.0 + 1) * range.1) > i32::MAX as usize {
        let message = "too many words for n-grams in one fit: read them in several batches";
        return Err(Error::Invalid(message.into()));
    }
    let threads = collector.shards.len();
    let places = WordPlaces::new(&collector, &merged, range.1 > 2, interrupt)?;
    drop(collector);
    let parts = all(0..places.runs.len(), interrupt, |run| refine(&places, run, range, interrupt));
    drop(places);
    let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
    let matrix = rows::rows(&parts, limit, threads, interrupt)?;
    let ngrams = Ngrams { runs: parts.into_iter().map(|part| part.ngrams).collect() };
    Ok(Counted { names: Names { terms: merged.terms, ngrams: Some(ngrams) }, matrix })
}

/// Where runs of the given lengths begin, one behind the other, and where the last one ends.
fn starts(lengths: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut total = 0;
    let mut start = |length| {
        total += length;
        total - length
    };
    lengths.chain([0]).map(&mut start).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::counts::csr::Csr;
    use crate::counts::document_reader::DocumentReader;
    use crate::threads::Never;
    use crate::tokens::analyzer::Analyzer;
    use crate::tokens::chars::CharTable;

    fn counted(documents: &[&str], range: Range, threads: usize) -> (Vec<String>, Csr<i64>) {
        let mut analyzer = Analyzer::default();
        analyzer.ngrams = range;
        let mut collector = Collector::new(&analyzer, threads);
        collector.read(documents, &CharTable::ascii(), &Never).unwrap();
        let counted = collector.finish(i32::MAX, &Never).unwrap();
        let terms = counted.names.ngrams.unwrap().join(&counted.names.terms);
        let names = terms.iter().map(|term| String::from_utf8(term.to_vec()).unwrap());
        (names.collect(), counted.matrix)
    }

    /// N-grams come in the order of their strings, with their counts by document.
    #[test]
    fn ngrams_are_counted_in_order() {
        let (names, matrix) = counted(&["buy now buy now", "", "now", "buy buy"], (1, 2), 1);
        assert_eq!(names, ["buy", "buy buy", "buy now", "now", "now buy"]);
        assert_eq!(matrix.indptr, [0, 4, 4, 5, 7]);
        assert_eq!(matrix.indices, [0, 2, 3, 4, 3, 0, 1]);
        assert_eq!(matrix.data, [2, 2, 2, 1, 1, 2, 1]);
    }

    /// Long n-grams alone do not reach from one document into the next.
    #[test]
    fn ngrams_stay_in_their_document() {
        let (names, matrix) = counted(&["aa bb cc dd", "aa bb cc"], (3, 4), 1);
        assert_eq!(names, ["aa bb cc", "aa bb cc dd", "bb cc dd"]);
        assert_eq!(matrix.indices, [0, 1, 2, 0]);
    }

    /// As many words as texts have, and more places than are sorted at once by comparing, give
    /// the n-grams that are found as strings.
    #[test]
    fn many_words_are_counted() {
        let word = |i: usize| format!("w{}", i * i % 5_003);
        let texts: Vec<String> = (0..40)
            .map(|d| (0..900).map(|i| word(900 * d + i) + " ").collect::<String>() + "the the")
            .collect();
        let documents: Vec<&str> = texts.iter().map(String::as_str).collect();
        for range in [(1, 2), (2, 4)] {
            let plain = plainly(&documents, range);
            for threads in [1, 3] {
                let (names, matrix) = counted(&documents, range, threads);
                assert!(
                    names.iter().eq(plain.keys().map(|(name, _)| name).collect::<BTreeSet<_>>())
                );
                assert_eq!(entries(&names, &matrix), plain, "{range:?} on {threads} threads");
            }
        }
    }

    type Counts = BTreeMap<(String, usize), i64>;

    /// The n-grams of documents as joined strings, and how often each stands in each.
    fn plainly(documents: &[&str], range: Range) -> Counts {
        let mut counts = Counts::new();
        for (document, text) in documents.iter().enumerate() {
            let words: Vec<&str> = text.split_whitespace().collect();
            for ngram in (range.0..=range.1).flat_map(|n| words.windows(n)) {
                *counts.entry((ngram.join(" "), document)).or_default() += 1;
            }
        }
        counts
    }

    fn entries(names: &[String], matrix: &Csr<i64>) -> Counts {
        let mut counts = Counts::new();
        for (document, ends) in matrix.indptr.windows(2).enumerate() {
            for at in ends[0] as usize..ends[1] as usize {
                let name = names[matrix.indices[at] as usize].clone();
                counts.insert((name, document), matrix.data[at]);
            }
        }
        counts
    }

    /// Threads change nothing.
    #[test]
    fn threads_change_nothing() {
        let text = "the cat and the dog and the cow and a cat ".repeat(5000);
        let documents = vec![text.as_str(); 3];
        assert_eq!(counted(&documents, (1, 3), 1), counted(&documents, (1, 3), 3));
    }
}
