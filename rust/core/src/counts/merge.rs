//! One sorted vocabulary out of several.

use std::cmp::Ordering;

use super::parallel::{Interrupt, all};
use super::rows::{Layout, Sign};
use super::terms::Terms;
use super::vocabulary::Vocabulary;
use crate::error::Result;
use crate::memory::huge;

/// A term by its first bytes, which decide most comparisons.
#[derive(Clone, Copy)]
struct Entry {
    key: u128,
    list: u32,
    id: u32,
}

/// The union of some vocabularies, sorted.
pub struct Merged {
    /// All terms in the order of their bytes, which is the order of their code points.
    pub terms: Terms,
    /// For each vocabulary, the place of each of its terms in the union.
    pub ranks: Vec<Vec<u32>>,
}

/// Codes are ids of a vocabulary and columns their ranks. Sums stand in the order of ids, in which
/// frequent words come first and share cache lines.
pub struct RankLayout<'a> {
    ranks: &'a [u32],
    ids: Vec<u32>,
}

impl<'a> RankLayout<'a> {
    fn new(ranks: &'a [u32], columns: usize) -> Self {
        let mut ids = vec![0; columns];
        for (id, &rank) in ranks.iter().enumerate() {
            ids[rank as usize] = id as u32;
        }
        Self { ranks, ids }
    }
}

impl Layout for RankLayout<'_> {
    #[inline]
    fn decode(&self, code: u32) -> Option<(u32, u32, Sign)> {
        self.ranks.get(code as usize).map(|&rank| (code, rank, Sign::Plus))
    }

    #[inline]
    fn slot(&self, column: u32) -> u32 {
        self.ids[column as usize]
    }
}

impl Merged {
    /// What the ids of each vocabulary mean.
    #[must_use]
    pub fn layouts(&self) -> Vec<RankLayout<'_>> {
        self.ranks.iter().map(|ranks| RankLayout::new(ranks, self.terms.len())).collect()
    }
}

/// Sort the union of the vocabularies; large ones are sorted on threads of their own.
pub fn merge(lists: &[&Vocabulary], interrupt: &dyn Interrupt) -> Result<Merged> {
    let (large, small): (Vec<_>, Vec<_>) =
        lists.iter().enumerate().partition(|(_, list)| list.len() > SMALL);
    let sorted = all(large, interrupt, |(i, list)| sort_large(i as u32, list, interrupt));
    let mut entries: Vec<Entry> = Vec::new();
    for run in sorted {
        let run = run?;
        if entries.is_empty() {
            entries = run;
        } else {
            entries.extend_from_slice(&run);
        }
    }
    for (i, list) in small {
        entries.extend(entries_of(i as u32, list));
    }
    // The stable sort finds the sorted runs and merges them.
    entries.sort_by(|a, b| compare(*a, *b, lists));
    interrupt.check()?;
    Ok(number(&entries, lists))
}

/// Vocabularies of at most so many terms are sorted with the rest.
const SMALL: usize = 1 << 12;

const BUCKETS: usize = 1 << 16;

fn entries_of(list: u32, vocabulary: &Vocabulary) -> impl Iterator<Item = Entry> {
    vocabulary.sort_keys().zip(0..).map(move |(key, id)| Entry { key, list, id })
}

/// Sort one list: first into buckets by two bytes, then each bucket, which fits the cache.
fn sort_large(list: u32, vocabulary: &Vocabulary, interrupt: &dyn Interrupt) -> Result<Vec<Entry>> {
    let terms = vocabulary.terms();
    let mut ends = vec![0_u32; BUCKETS + 1];
    vocabulary.sort_keys().for_each(|key| ends[bucket(key) + 1] += 1);
    for i in 0..BUCKETS {
        ends[i + 1] += ends[i];
    }
    let mut entries = huge(Vec::with_capacity(vocabulary.len()));
    entries.resize(vocabulary.len(), Entry { key: 0, list, id: 0 });
    for entry in entries_of(list, vocabulary) {
        let end = &mut ends[bucket(entry.key)];
        entries[*end as usize] = entry;
        *end += 1;
    }
    for same in entries.chunk_by_mut(|a, b| bucket(a.key) == bucket(b.key)) {
        interrupt.check()?;
        same.sort_unstable_by(|a, b| {
            a.key.cmp(&b.key).then_with(|| terms.get(a.id).cmp(terms.get(b.id)))
        });
    }
    Ok(entries)
}

#[inline]
fn bucket(key: u128) -> usize {
    (key >> 112) as usize
}

#[inline]
fn compare(a: Entry, b: Entry, lists: &[&Vocabulary]) -> Ordering {
    a.key.cmp(&b.key).then_with(|| term(a, lists).cmp(term(b, lists)))
}

fn term<'a>(entry: Entry, lists: &[&'a Vocabulary]) -> &'a [u8] {
    lists[entry.list as usize].terms().get(entry.id)
}

/// Number the distinct terms in order.
fn number(entries: &[Entry], lists: &[&Vocabulary]) -> Merged {
    let mut ranks: Vec<Vec<u32>> = lists.iter().map(|list| vec![0; list.len()]).collect();
    let mut terms = Terms::default();
    let mut last: Option<Entry> = None;
    for &entry in entries {
        let term = term(entry, lists);
        let is_new =
            last.is_none_or(|last| last.key != entry.key || self::term(last, lists) != term);
        if is_new {
            terms.push(term);
        }
        last = Some(entry);
        ranks[entry.list as usize][entry.id as usize] = terms.len() as u32 - 1;
    }
    Merged { terms, ranks }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::parallel::Never;

    /// The union is sorted by code points, and every list knows where its terms went.
    #[test]
    fn lists_become_one() {
        let list = |words: &[&str]| {
            let terms: Terms = words.iter().map(|word| word.as_bytes()).collect();
            Vocabulary::from(&terms)
        };
        let long = ["incomprehensibility", "incomprehensibilities"];
        let (a, b) = (list(&["now", long[0], "", "é"]), list(&[long[1], "now", "a\0", "a", "𝒳"]));
        let merged = merge(&[&a, &b], &Never).unwrap();
        let terms: Vec<&[u8]> = merged.terms.iter().collect();
        let expected: Vec<&[u8]> = ["", "a", "a\0", long[1], long[0], "now", "é", "𝒳"]
            .iter()
            .map(|w| w.as_bytes())
            .collect();
        assert_eq!(terms, expected);
        assert_eq!(merged.ranks, [vec![5, 4, 0, 6], vec![3, 5, 2, 1, 7]]);
    }
}
