//! N-grams of words without strings: places in the text, sorted by the words that stand there.
//!
//! All places that begin with a word form a group; groups are refined by the next word, and the
//! next, up to the greatest n. Visited depth first, the groups are the n-grams in the order of
//! their joined strings, because a blank sorts before every word character.

use super::collect::{Collector, Counted, Names};
use super::merge::Merged;
use super::parallel::{Interrupt, all, split_by_weight};
use super::rows::{Csr, Value};
use super::terms::Terms;
use super::vocabulary::NONE;
use crate::error::{Error, Result};
use crate::memory::huge;
use crate::tokens::grams::Range;

/// Places that are worked on before somebody may ask to stop.
const PAUSE: usize = 1 << 17;

/// N-grams as the ids of their words.
#[derive(Default)]
pub struct Ngrams {
    words: Vec<u32>,
    ends: Vec<u32>,
}

impl Ngrams {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The n-grams as joined strings.
    #[must_use]
    pub fn join(&self, words: &Terms) -> Terms {
        let (mut joined, mut start, mut gram) = (Terms::default(), 0, Vec::new());
        for &end in &self.ends {
            gram.clear();
            for &word in &self.words[start..end as usize] {
                gram.extend_from_slice(words.get(word));
                gram.push(b' ');
            }
            joined.push(&gram[..gram.len() - 1]);
            start = end as usize;
        }
        joined
    }

    fn append(&mut self, other: Self) {
        if self.is_empty() {
            *self = other;
            return;
        }
        let offset = self.words.len() as u32;
        self.ends.extend(other.ends.iter().map(|end| end + offset));
        self.words.extend(other.words);
    }
}

/// The text as ranks of words and numbers of documents, with [`NONE`] behind each document.
struct Text {
    tokens: Vec<(u32, u32)>,
    documents: usize,
}

impl Text {
    fn new(collector: &Collector<'_>, merged: &Merged, interrupt: &dyn Interrupt) -> Result<Self> {
        let size = collector.segments.iter().map(|s| s.codes.len() + s.documents.len()).sum();
        let mut text = Self { tokens: huge(Vec::with_capacity(size)), documents: 0 };
        for segment in &collector.segments {
            interrupt.check()?;
            let ranks = merged.ranks[segment.shard].as_slice();
            collector.shards[segment.shard].for_each_document(segment, |ids| {
                let document = text.documents as u32;
                let kept = ids.iter().filter_map(|&id| ranks.get(id as usize));
                text.tokens.extend(kept.map(|&rank| (rank, document)));
                text.tokens.push((NONE, document));
                text.documents += 1;
            });
        }
        Ok(text)
    }

    /// How often each word stands in the text.
    fn frequencies(&self, words: usize) -> Vec<usize> {
        let mut frequencies = vec![0; words];
        for &(word, _) in self.tokens.iter().filter(|token| token.0 != NONE) {
            frequencies[word as usize] += 1;
        }
        frequencies
    }
}

/// What the groups of a range of first words come to: a matrix by columns.
struct Columns {
    ngrams: Ngrams,
    ends: Vec<u32>,
    entries: Vec<(u32, u32)>,
    lengths: Vec<u32>,
}

impl Columns {
    /// With room for all that may come: room that is never used is never mapped.
    fn new(documents: usize, places: usize, (least, greatest): Range) -> Self {
        let most = places * (greatest - least + 1);
        Self {
            ngrams: Ngrams {
                words: huge(Vec::with_capacity(most)),
                ends: huge(Vec::with_capacity(most)),
            },
            ends: huge(Vec::with_capacity(most)),
            entries: huge(Vec::with_capacity(most)),
            lengths: vec![0; documents],
        }
    }

    /// Add a column: documents in order, each as often as the n-gram stands in it.
    #[inline]
    fn push(&mut self, ngram: &[u32], mut documents: impl Iterator<Item = u32>) {
        let Some(mut last) = documents.next() else { return };
        let mut count = 1;
        for document in documents {
            if document == last {
                count += 1;
            } else {
                self.push_entry(last, count);
                (last, count) = (document, 1);
            }
        }
        self.push_entry(last, count);
        self.ends.push(self.entries.len() as u32);
        for &word in ngram {
            self.ngrams.words.push(word);
        }
        self.ngrams.ends.push(self.ngrams.words.len() as u32);
    }

    #[inline]
    fn push_entry(&mut self, document: u32, count: u32) {
        self.entries.push((document, count));
        self.lengths[document as usize] += 1;
    }
}

struct Refiner<'a> {
    tokens: &'a [(u32, u32)],
    range: Range,
    ngram: Vec<u32>,
    columns: Columns,
}

impl Refiner<'_> {
    /// Put the word behind n-grams of `depth` words into the high half of each place.
    ///
    /// Where only documents count from then on, they take the place's place.
    fn gather(&self, places: &mut [u64], depth: usize) {
        let keeps_places = depth + 1 < self.range.1;
        for place in places {
            let at = *place as u32;
            let (document, next) = (self.tokens[at as usize].1, self.tokens[at as usize + depth].0);
            *place = u64::from(next) << 32 | u64::from(if keeps_places { at } else { document });
        }
    }

    /// Visit a gathered group: places, in order, at which the words of `ngram` stand.
    fn visit(&mut self, group: &mut [u64]) {
        let (tokens, depth) = (self.tokens, self.ngram.len());
        let is_last = depth + 1 == self.range.1;
        if depth >= self.range.0 {
            let document = |&place: &u64| match place as u32 {
                at if is_last => at,
                at => tokens[at as usize].1,
            };
            self.columns.push(&self.ngram, group.iter().map(document));
        }
        group.sort_unstable();
        let known = group.partition_point(|place| (place >> 32) as u32 != NONE);
        for finer in group[..known].chunk_by_mut(|a, b| a >> 32 == b >> 32) {
            self.ngram.push((finer[0] >> 32) as u32);
            if is_last {
                self.columns.push(&self.ngram, finer.iter().map(|&place| place as u32));
            } else {
                self.gather(finer, depth + 1);
                self.visit(finer);
            }
            self.ngram.pop();
        }
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
    let (text, threads) = (Text::new(&collector, &merged, interrupt)?, collector.shards.len());
    drop(collector);
    if text.tokens.len() * (range.1 - range.0 + 1) > u32::MAX as usize {
        let message = "too many words for n-grams in one fit: read them in several batches";
        return Err(Error::Invalid(message.into()));
    }
    let frequencies = text.frequencies(merged.terms.len());
    let runs = split_by_weight(&frequencies, threads);
    let parts = all(runs, interrupt, |run| refine(&text, &frequencies, run, range, interrupt));
    let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
    let matrix = transpose(&parts, limit, threads, interrupt)?;
    let mut ngrams = Ngrams::default();
    for part in parts {
        ngrams.append(part.ngrams);
    }
    Ok(Counted { names: Names { terms: merged.terms, ngrams: Some(ngrams) }, matrix })
}

/// All n-grams that begin with a word of `run`.
fn refine(
    text: &Text,
    frequencies: &[usize],
    run: std::ops::Range<usize>,
    range: Range,
    interrupt: &dyn Interrupt,
) -> Result<Columns> {
    let mut places = group_by_word(text, &frequencies[run.clone()], run.clone(), interrupt)?;
    let columns = Columns::new(text.documents, places.len(), range);
    let mut refiner = Refiner { tokens: &text.tokens, range, ngram: Vec::new(), columns };
    for some in places.chunks_mut(PAUSE) {
        interrupt.check()?;
        refiner.gather(some, 1);
    }
    let mut rest = places.as_mut_slice();
    let mut visited = 0;
    for word in run {
        visited += frequencies[word];
        if visited > PAUSE {
            interrupt.check()?;
            visited = 0;
        }
        let (group, others) = rest.split_at_mut(frequencies[word]);
        refiner.ngram.clear();
        refiner.ngram.push(word as u32);
        refiner.visit(group);
        rest = others;
    }
    Ok(refiner.columns)
}

/// The places of the words of `run`, word by word.
fn group_by_word(
    text: &Text,
    frequencies: &[usize],
    run: std::ops::Range<usize>,
    interrupt: &dyn Interrupt,
) -> Result<Vec<u64>> {
    let mut next = starts(frequencies.iter().copied());
    let mut places = huge(vec![0; frequencies.iter().sum()]);
    for (place, &(word, _)) in text.tokens.iter().enumerate() {
        if place % PAUSE == 0 {
            interrupt.check()?;
        }
        if run.contains(&(word as usize)) {
            let slot = &mut next[word as usize - run.start];
            places[*slot] = place as u64;
            *slot += 1;
        }
    }
    Ok(places)
}

/// Where runs of the given lengths begin, one behind the other.
fn starts(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut total = 0;
    let mut start = |length| {
        total += length;
        total - length
    };
    lengths.map(&mut start).collect()
}

/// From columns to rows: columns are visited in order, so each row's come out in order.
fn transpose<T: Value>(
    parts: &[Columns],
    limit: i32,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Csr<T>> {
    let mut lengths = vec![0; parts[0].lengths.len()];
    for part in parts {
        lengths.iter_mut().zip(&part.lengths).for_each(|(sum, &length)| *sum += length as usize);
    }
    let total = lengths.iter().sum();
    let (mut indices, mut data) = (huge(vec![0; total]), huge(vec![T::default(); total]));
    let (mut places, mut values) = (indices.as_mut_slice(), data.as_mut_slice());
    let mut jobs = Vec::new();
    for run in split_by_weight(&lengths, threads) {
        let size = lengths[run.clone()].iter().sum();
        let rows = Rows {
            first: run.start as u32,
            next: starts(lengths[run].iter().copied()),
            indices: places.split_off_mut(..size).unwrap_or_default(),
            data: values.split_off_mut(..size).unwrap_or_default(),
        };
        jobs.push(rows);
    }
    for filled in all(jobs, interrupt, |rows| rows.fill(parts, limit, interrupt)) {
        filled?;
    }
    let indptr = starts(lengths.into_iter().chain([0])).into_iter().map(|start| start as i64);
    Ok(Csr { indptr: indptr.collect(), indices, data })
}

/// Some rows of the matrix, to be filled by one thread.
struct Rows<'a, T> {
    first: u32,
    next: Vec<usize>,
    indices: &'a mut [i32],
    data: &'a mut [T],
}

impl<T: Value> Rows<'_, T> {
    fn fill(mut self, parts: &[Columns], limit: i32, interrupt: &dyn Interrupt) -> Result<()> {
        let mut column = 0;
        for part in parts {
            let mut start = 0;
            for &end in &part.ends {
                if (column as usize).is_multiple_of(PAUSE) {
                    interrupt.check()?;
                }
                for &(document, count) in &part.entries[start..end as usize] {
                    self.push(document, column, T::from_sum((count as i32).min(limit)));
                }
                column += 1;
                start = end as usize;
            }
        }
        Ok(())
    }

    #[inline]
    fn push(&mut self, document: u32, column: i32, value: T) {
        if let Some(slot) = self.next.get_mut(document.wrapping_sub(self.first) as usize) {
            self.indices[*slot] = column;
            self.data[*slot] = value;
            *slot += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::parallel::Never;
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

    /// Threads change nothing.
    #[test]
    fn threads_change_nothing() {
        let text = "the cat and the dog and the cow and a cat ".repeat(5000);
        let documents = vec![text.as_str(); 3];
        assert_eq!(counted(&documents, (1, 3), 1), counted(&documents, (1, 3), 3));
    }
}
