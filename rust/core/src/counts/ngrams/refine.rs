//! Partition refinement: groups of positions with the same words become n-gram columns.

use super::super::sort::Sorter;
use super::places::{Packing, WordPlaces};
use super::{NgramRun, starts};
use crate::error::Result;
use crate::memory::{huge, prefetch};
use crate::threads::Interrupt;
use crate::tokens::grams;

/// Columns in a cache line.
const LINE: usize = 64 / size_of::<u32>();

/// The columns of some n-grams by document: ascending, each as often as it stands there.
pub struct NgramColumns {
    /// The n-grams.
    pub ngrams: NgramRun,
    entries: Vec<u32>,
    starts: Vec<u32>,
    ends: Vec<u32>,
    nexts: Vec<u32>,
}

impl NgramColumns {
    fn new(lengths: impl Iterator<Item = u32>, orders: usize) -> Self {
        let starts = starts(lengths.map(|length| length * orders as u32));
        let most = starts.last().map_or(0, |&end| end as usize);
        // Room that is never used is never mapped.
        let ngrams = NgramRun {
            words: huge(Vec::with_capacity(most)),
            ends: huge(Vec::with_capacity(most)),
        };
        Self {
            ngrams,
            entries: huge(vec![0; most]),
            ends: starts.clone(),
            starts,
            nexts: Vec::new(),
        }
    }

    /// How many documents there are.
    pub fn documents(&self) -> usize {
        self.starts.len() - 1
    }

    /// The columns of a document.
    pub fn of(&self, document: usize) -> &[u32] {
        &self.entries[self.starts[document] as usize..self.ends[document] as usize]
    }

    /// Add a column: the documents in which the n-gram stands, in any order.
    #[inline]
    fn push(&mut self, ngram: &[u32], documents: impl Iterator<Item = u32>) {
        let column = self.ngrams.ends.len() as u32;
        let (entries, ends) = (self.entries.as_mut_slice(), self.ends.as_mut_slice());
        documents.for_each(|document| put(entries, &mut ends[document as usize], column));
        self.ngrams.push(ngram, None);
    }

    /// Add the columns of the n-grams with one more word: places in the order of the next word.
    fn push_last(&mut self, ngram: &[u32], places: &[u64], packing: Packing) {
        if self.nexts.len() <= places.len() {
            self.nexts.resize(places.len() + 1, 0);
        }
        let (entries, ends) = (self.entries.as_mut_slice(), self.ends.as_mut_slice());
        let nexts = self.nexts.as_mut_slice();
        let (first, mut count, mut last) = (self.ngrams.ends.len() as u32, 0, packing.end);
        for &place in places {
            // No branch on whether the word is another: that is as good as random.
            let next = packing.next(place);
            count += usize::from(next != last);
            nexts[count] = next;
            let end = &mut ends[packing.place(place) as usize];
            put(entries, end, first + count as u32 - 1);
            last = next;
        }
        nexts[1..=count].iter().for_each(|&next| self.ngrams.push(ngram, Some(next)));
    }
}

/// Set a column behind the others of a document, and get ready for those to come.
#[inline]
fn put(entries: &mut [u32], end: &mut u32, column: u32) {
    entries[*end as usize] = column;
    prefetch(entries, *end as usize + LINE);
    *end += 1;
}

/// Places that are visited before somebody may ask to stop.
const PAUSE: usize = 1 << 17;

struct Refiner<'a> {
    interrupt: &'a dyn Interrupt,
    visited: usize,
    text: &'a [(u32, u32)],
    packing: Packing,
    range: grams::Range,
    ngram: Vec<u32>,
    columns: NgramColumns,
    sorter: Sorter,
}

/// All n-grams that begin with a word of some buckets.
pub fn refine(
    places: &WordPlaces,
    number: usize,
    range: grams::Range,
    interrupt: &dyn Interrupt,
) -> Result<NgramColumns> {
    let packing = places.packing;
    let mut refiner = Refiner {
        interrupt,
        visited: 0,
        text: &places.text,
        packing,
        range,
        ngram: Vec::new(),
        columns: NgramColumns::new(places.lengths(number), range.1 - range.0 + 1),
        sorter: Sorter::default(),
    };
    let (mut sorter, bits) = (Sorter::default(), packing.word + packing.low);
    for bucket in places.runs[number].clone() {
        interrupt.check()?;
        let lists = places.parts.iter().map(|part| part.bucket(bucket));
        let places = sorter.sort(lists, packing.place..packing.place + bits);
        for group in places.chunk_by_mut(|&a, &b| packing.word(a) == packing.word(b)) {
            let word = (bucket as u64) << packing.low | packing.word(group[0]);
            refiner.ngram.push(word as u32);
            refiner.visit(group)?;
            refiner.ngram.pop();
        }
    }
    Ok(refiner.columns)
}

impl Refiner<'_> {
    /// Visit a group: places at which the words of `ngram` stand, sorted by the next word.
    fn visit(&mut self, group: &mut [u64]) -> Result<()> {
        self.visited += group.len();
        if self.visited > PAUSE {
            self.visited = 0;
            self.interrupt.check()?;
        }
        let (packing, text, depth) = (self.packing, self.text, self.ngram.len());
        let is_last = depth + 1 == self.range.1;
        if depth >= self.range.0 {
            let document = |&place: &u64| match packing.place(place) {
                document if is_last => document,
                at => text[at as usize].1,
            };
            self.columns.push(&self.ngram, group.iter().map(document));
        }
        let known = group.partition_point(|&place| packing.next(place) != packing.end);
        let group = &mut group[..known];
        if is_last {
            self.columns.push_last(&self.ngram, group, packing);
            return Ok(());
        }
        for finer in group.chunk_by_mut(|a, b| packing.next(*a) == packing.next(*b)) {
            self.ngram.push(packing.next(finer[0]));
            self.look_on(finer, depth + 1);
            self.visit(finer)?;
            self.ngram.pop();
        }
        Ok(())
    }

    /// Sort places by the word behind n-grams of `depth` words.
    ///
    /// Where only documents count from then on, they take the place's place.
    fn look_on(&mut self, places: &mut [u64], depth: usize) {
        let (packing, keeps_places) = (self.packing, depth + 1 < self.range.1);
        for place in places.iter_mut() {
            let at = packing.place(*place);
            let (document, next) = (self.text[at as usize].1, self.text[at as usize + depth].0);
            *place = packing.pack_next(next, if keeps_places { at } else { document });
        }
        self.sorter.sort_in_place(places, packing.place..packing.place + packing.word);
    }
}
