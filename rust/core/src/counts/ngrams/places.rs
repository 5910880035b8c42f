//! Word positions of a text, in buckets by word.

use std::ops::Range;

use super::super::collect::Collector;
use super::super::merge::Merged;
use super::super::shard::Segment;
use super::super::sort::MOST;
use super::starts;
use crate::error::Result;
use crate::memory::{huge, prefetch};
use crate::threads::{Interrupt, all, split_by_weight};

/// Buckets by so many bits of a word: few enough to be filled side by side in the cache.
const BUCKETS: u32 = 10;

/// Places in a cache line.
const LINE: usize = 64 / size_of::<u64>();

/// A place as one number: its word, without the bits that its bucket stands for, the next word, and
/// where it is.
#[derive(Clone, Copy)]
pub struct Packing {
    /// The bits of a word, and of no word.
    pub word: u32,
    /// The bits of where a place is.
    pub place: u32,
    /// The bits of a word that its bucket does not stand for.
    pub low: u32,
    /// What stands behind the last word of a document.
    pub end: u32,
}

impl Packing {
    fn new(words: usize, places: usize) -> Self {
        let bits = |most: usize| usize::BITS - most.leading_zeros();
        let (word, place) = (bits(words), bits(places));
        // There are more buckets where a place would not fit into 64 bits, or be too long to sort.
        let low = word.saturating_sub(BUCKETS);
        let low = low.min(MOST.saturating_sub(word)).min(u64::BITS - place - word);
        Self { word, place, low, end: words as u32 }
    }

    fn buckets(self) -> usize {
        (self.end as usize >> self.low) + 1
    }

    #[inline]
    fn pack(self, word: u32, next: u32, place: u32) -> u64 {
        let low = u64::from(word) & ((1 << self.low) - 1);
        (low << self.word | u64::from(next)) << self.place | u64::from(place)
    }

    /// The next word and where it is, without the word itself.
    #[inline]
    pub fn pack_next(self, next: u32, place: u32) -> u64 {
        u64::from(next) << self.place | u64::from(place)
    }

    /// A number that is the same for places with the same word.
    #[inline]
    pub fn word(self, place: u64) -> u64 {
        place >> self.place >> self.word
    }

    /// The next word.
    #[inline]
    pub fn next(self, place: u64) -> u32 {
        (place >> self.place & ((1 << self.word) - 1)) as u32
    }

    /// Where it is.
    #[inline]
    pub fn place(self, place: u64) -> u32 {
        (place & ((1 << self.place) - 1)) as u32
    }
}

/// All places, in buckets.
pub struct WordPlaces {
    /// How they are packed.
    pub packing: Packing,
    /// What the threads have read, in the order of the text.
    pub parts: Vec<PlacesPart>,
    /// Words and numbers of documents by place, with no word behind each document, if somebody
    /// looks further than to the next word. Else places know their documents and nothing more.
    pub text: Vec<(u32, u32)>,
    /// Buckets of about equal numbers of places, a run for each thread.
    pub runs: Vec<Range<usize>>,
}

/// The places of some documents.
#[derive(Default)]
pub struct PlacesPart {
    places: Vec<u64>,
    starts: Vec<u32>,
    /// For each run of buckets, how many of the places of each document are in it.
    pub lengths: Vec<Vec<u32>>,
}

impl PlacesPart {
    /// The places of a bucket.
    pub fn bucket(&self, bucket: usize) -> &[u64] {
        &self.places[self.starts[bucket] as usize..self.starts[bucket + 1] as usize]
    }
}

/// Documents that one thread reads.
struct Job<'a> {
    collector: &'a Collector<'a>,
    merged: &'a Merged,
    segments: &'a [Segment],
    document: u32,
    place: u32,
    text: &'a mut [(u32, u32)],
}

impl WordPlaces {
    /// The places of all that was collected, with the text if they are to keep it.
    pub fn new(
        collector: &Collector<'_>,
        merged: &Merged,
        keeps_text: bool,
        interrupt: &dyn Interrupt,
    ) -> Result<Self> {
        let runs = collector.runs();
        let documents: usize = collector.segments.iter().map(|s| s.documents.len()).sum();
        let tokens: usize = collector.segments.iter().map(|s| s.codes.len()).sum();
        let size = documents + tokens;
        let packing = Packing::new(merged.terms.len(), if keeps_text { size } else { documents });
        let mut text = if keeps_text { huge(vec![(0, 0); size]) } else { Vec::new() };
        let mut jobs = jobs(collector, merged, &runs, &mut text);
        let counted = all(&mut jobs, interrupt, |job| {
            if keeps_text {
                job.copy(packing, interrupt)?;
            }
            job.count(packing, interrupt)
        });
        let counted = counted.into_iter().collect::<Result<Vec<_>>>()?;
        let weights: Vec<usize> = (0..packing.buckets())
            .map(|bucket| counted.iter().map(|counts| counts[bucket] as usize).sum())
            .collect();
        let runs = split_by_weight(&weights, collector.shards.len());
        let owners: Vec<u32> =
            (0..).zip(&runs).flat_map(|(i, run)| run.clone().map(move |_| i)).collect();
        let parts = all(jobs.iter().zip(counted), interrupt, |(job, counts)| {
            job.fill(packing, starts(counts.into_iter()), &owners, interrupt)
        });
        let parts = parts.into_iter().collect::<Result<Vec<_>>>()?;
        Ok(Self { packing, parts, text, runs })
    }

    /// How many of the places of each document are in a run of buckets.
    pub fn lengths(&self, run: usize) -> impl Iterator<Item = u32> {
        self.parts.iter().flat_map(move |part| part.lengths[run].iter().copied())
    }
}

fn jobs<'a>(
    collector: &'a Collector<'a>,
    merged: &'a Merged,
    runs: &[&'a [Segment]],
    mut text: &'a mut [(u32, u32)],
) -> Vec<Job<'a>> {
    let (mut document, mut place) = (0, 0);
    let mut jobs = Vec::new();
    for &segments in runs {
        let documents: usize = segments.iter().map(|s| s.documents.len()).sum();
        let size = documents + segments.iter().map(|s| s.codes.len()).sum::<usize>();
        let text = text.split_off_mut(..size).unwrap_or_default();
        let number = if text.is_empty() { documents } else { size };
        jobs.push(Job { collector, merged, segments, document, place, text });
        document += documents as u32;
        place += number as u32;
    }
    jobs
}

impl Job<'_> {
    /// Copy the text.
    fn copy(&mut self, packing: Packing, interrupt: &dyn Interrupt) -> Result<()> {
        let (mut document, mut text) = (self.document, self.text.iter_mut());
        for segment in self.segments {
            interrupt.check()?;
            let ranks = self.merged.ranks[segment.shard].as_slice();
            self.collector.shards[segment.shard].for_each_document(segment, |ids| {
                let words = ids.iter().filter_map(|&id| ranks.get(id as usize));
                for (&word, token) in words.chain([&packing.end]).zip(&mut text) {
                    *token = (word, document);
                }
                document += 1;
            });
        }
        Ok(())
    }

    /// How many places each bucket has.
    fn count(&self, packing: Packing, interrupt: &dyn Interrupt) -> Result<Vec<u32>> {
        let mut counts = vec![0; packing.buckets()];
        for segment in self.segments {
            interrupt.check()?;
            let ranks = self.merged.ranks[segment.shard].as_slice();
            self.collector.shards[segment.shard].for_each_document(segment, |ids| {
                for &word in ids.iter().filter_map(|&id| ranks.get(id as usize)) {
                    counts[(word >> packing.low) as usize] += 1;
                }
            });
        }
        Ok(counts)
    }

    /// Put each place into its bucket; buckets begin at `starts`, and belong to `owners`.
    fn fill(
        &self,
        packing: Packing,
        starts: Vec<u32>,
        owners: &[u32],
        interrupt: &dyn Interrupt,
    ) -> Result<PlacesPart> {
        let mut next = starts.clone();
        let mut places = huge(vec![0; starts.last().map_or(0, |&end| end as usize)]);
        let mut lengths = vec![Vec::new(); owners.last().map_or(1, |&last| last as usize + 1)];
        let mut counts = vec![0; lengths.len()];
        let (mut place, step) = (self.place, u32::from(!self.text.is_empty()));
        for segment in self.segments {
            interrupt.check()?;
            let ranks = self.merged.ranks[segment.shard].as_slice();
            self.collector.shards[segment.shard].for_each_document(segment, |ids| {
                let mut words = ids.iter().filter_map(|&id| ranks.get(id as usize)).copied();
                let mut following = words.next();
                while let Some(word) = following {
                    following = words.next();
                    let bucket = (word >> packing.low) as usize;
                    let slot = &mut next[bucket];
                    places[*slot as usize] =
                        packing.pack(word, following.unwrap_or(packing.end), place);
                    prefetch(&places, *slot as usize + LINE);
                    *slot += 1;
                    counts[owners[bucket] as usize] += 1;
                    place += step;
                }
                place += 1;
                for (lengths, count) in lengths.iter_mut().zip(&mut counts) {
                    lengths.push(std::mem::take(count));
                }
            });
        }
        Ok(PlacesPart { places, starts, lengths })
    }
}
