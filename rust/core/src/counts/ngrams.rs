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
use crate::error::Result;
use crate::tokens::grams::Range;

/// N-grams as the ids of their words.
#[derive(Default)]
pub struct Ngrams {
    words: Vec<u32>,
    ends: Vec<usize>,
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
            for &word in &self.words[start..end] {
                gram.extend_from_slice(words.get(word));
                gram.push(b' ');
            }
            joined.push(&gram[..gram.len() - 1]);
            start = end;
        }
        joined
    }

    fn append(&mut self, other: Self) {
        let offset = self.words.len();
        self.ends.extend(other.ends.iter().map(|end| end + offset));
        self.words.extend(other.words);
    }
}

/// The text as ranks of words, with [`NONE`] behind each document.
struct Text {
    words: Vec<u32>,
    documents: Vec<u32>,
    n_documents: usize,
}

impl Text {
    fn new(collector: &Collector<'_>, merged: &Merged) -> Self {
        let mut text = Self { words: Vec::new(), documents: Vec::new(), n_documents: 0 };
        for segment in &collector.segments {
            let ranks = &merged.ranks[segment.shard];
            collector.shards[segment.shard].for_each_document(segment, |ids| {
                let kept = ids.iter().filter(|&&id| id != NONE);
                text.words.extend(kept.map(|&id| ranks[id as usize]));
                text.words.push(NONE);
                text.documents.resize(text.words.len(), text.n_documents as u32);
                text.n_documents += 1;
            });
        }
        text
    }

    /// How often each word stands in the text.
    fn frequencies(&self, words: usize) -> Vec<usize> {
        let mut frequencies = vec![0; words];
        self.words
            .iter()
            .filter(|&&word| word != NONE)
            .for_each(|&word| frequencies[word as usize] += 1);
        frequencies
    }
}

/// What the groups of a range of first words come to: a matrix by columns.
#[derive(Default)]
struct Columns {
    ngrams: Ngrams,
    ends: Vec<usize>,
    entries: Vec<(u32, u32)>,
}

struct Refiner<'a> {
    text: &'a Text,
    range: Range,
    columns: Columns,
}

impl Refiner<'_> {
    /// Visit a group: places, in order, at which the same `depth` words stand.
    ///
    /// A place is kept in the low half of a number, the word behind the group's in the high half.
    fn visit(&mut self, group: &mut [u64], depth: usize) {
        if depth >= self.range.0 {
            self.emit(group, depth);
        }
        if depth == self.range.1 {
            return;
        }
        for place in group.iter_mut() {
            let at = *place as u32;
            *place = u64::from(self.text.words[at as usize + depth]) << 32 | u64::from(at);
        }
        group.sort_unstable();
        let known = group.partition_point(|place| (place >> 32) as u32 != NONE);
        for finer in group[..known].chunk_by_mut(|a, b| a >> 32 == b >> 32) {
            self.visit(finer, depth + 1);
        }
    }

    /// Make the group a column: the documents of its places, each with its number of them.
    fn emit(&mut self, group: &[u64], depth: usize) {
        let first = group[0] as u32 as usize;
        self.columns.ngrams.words.extend_from_slice(&self.text.words[first..first + depth]);
        self.columns.ngrams.ends.push(self.columns.ngrams.words.len());
        let from = self.columns.entries.len();
        for &place in group {
            let document = self.text.documents[place as u32 as usize];
            match self.columns.entries[from..].last_mut() {
                Some((last, count)) if *last == document => *count += 1,
                _ => self.columns.entries.push((document, 1)),
            }
        }
        self.columns.ends.push(self.columns.entries.len());
    }
}

/// Count the n-grams of what was collected.
pub fn count<T: Value>(
    collector: &Collector<'_>,
    merged: Merged,
    limit: i32,
    range: Range,
    interrupt: &dyn Interrupt,
) -> Result<Counted<T>> {
    let text = Text::new(collector, &merged);
    let frequencies = text.frequencies(merged.terms.len());
    let runs = split_by_weight(&frequencies, collector.shards.len());
    let parts = all(runs, |run| refine(&text, &frequencies, run, range, interrupt));
    let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
    let matrix = transpose(&parts, text.n_documents, limit, collector.shards.len(), interrupt)?;
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
    let mut places = group_by_word(text, &frequencies[run.clone()], run.clone());
    let mut refiner = Refiner { text, range, columns: Columns::default() };
    let mut rest = places.as_mut_slice();
    for (i, frequency) in frequencies[run].iter().enumerate() {
        if i % 1024 == 0 {
            interrupt.check()?;
        }
        let (group, others) = rest.split_at_mut(*frequency);
        if !group.is_empty() {
            refiner.visit(group, 1);
        }
        rest = others;
    }
    Ok(refiner.columns)
}

/// The places of the words of `run`, word by word.
fn group_by_word(text: &Text, frequencies: &[usize], run: std::ops::Range<usize>) -> Vec<u64> {
    let mut next = Vec::with_capacity(frequencies.len());
    let mut total = 0;
    for frequency in frequencies {
        next.push(total);
        total += frequency;
    }
    let mut places = vec![0; total];
    for (place, &word) in text.words.iter().enumerate() {
        if run.contains(&(word as usize)) {
            let slot = &mut next[word as usize - run.start];
            places[*slot] = place as u64;
            *slot += 1;
        }
    }
    places
}

/// From columns to rows: columns are visited in order, so each row's come out in order.
fn transpose<T: Value>(
    parts: &[Columns],
    documents: usize,
    limit: i32,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Csr<T>> {
    let mut lengths = vec![0_usize; documents];
    for part in parts {
        part.entries.iter().for_each(|entry| lengths[entry.0 as usize] += 1);
    }
    let runs = split_by_weight(&lengths, threads);
    let built = all(runs, |run| {
        interrupt.check()?;
        Ok(transpose_rows(parts, &lengths[run.clone()], run, limit))
    });
    Ok(Csr::stack(built.into_iter().collect::<Result<Vec<_>>>()?))
}

fn transpose_rows<T: Value>(
    parts: &[Columns],
    lengths: &[usize],
    run: std::ops::Range<usize>,
    limit: i32,
) -> Csr<T> {
    let mut csr = Csr::default();
    let mut next = Vec::with_capacity(lengths.len());
    let mut total = 0;
    for length in lengths {
        next.push(total);
        total += length;
        csr.indptr.push(total as i64);
    }
    csr.indices = vec![0; total];
    csr.data = vec![T::default(); total];
    let mut column = 0;
    for part in parts {
        let mut start = 0;
        for &end in &part.ends {
            for &(document, count) in &part.entries[start..end] {
                if run.contains(&(document as usize)) {
                    let slot = &mut next[document as usize - run.start];
                    csr.indices[*slot] = column;
                    csr.data[*slot] = T::from_sum((count as i32).min(limit));
                    *slot += 1;
                }
            }
            column += 1;
            start = end;
        }
    }
    csr
}
