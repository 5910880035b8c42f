//! Merges vocabularies into one sorted vocabulary: a bucket sort on several threads.

mod buckets;
mod numbers;

use std::ops::Range;

use super::rows::{Layout, Sign};
use super::terms::Terms;
use super::vocabulary::Vocabulary;
use crate::error::Result;
use crate::memory::huge;
use crate::threads::{Interrupt, all, split_by_weight};
use buckets::{Buckets, Dealt};
use numbers::TermNumbers;

/// Terms that are worth a thread.
const WORTH: usize = 1 << 12;

/// Buckets that are sorted before somebody may ask to stop.
const PAUSE: usize = 1 << 10;

/// The union of some vocabularies, sorted.
pub struct Merged {
    /// All terms in the order of their bytes, which is the order of their code points.
    pub terms: Terms,
    /// For each vocabulary, the place of each of its terms in the union.
    pub ranks: Vec<Vec<u32>>,
}

/// Codes are ids of a vocabulary and columns their ranks.
pub struct RankLayout<'a>(&'a [u32]);

impl Layout for RankLayout<'_> {
    #[inline]
    fn decode(&self, code: u32) -> Option<(u32, Sign)> {
        self.0.get(code as usize).map(|&rank| (rank, Sign::Plus))
    }
}

impl Merged {
    /// What the ids of a vocabulary mean.
    #[must_use]
    pub fn layout(&self, list: usize) -> RankLayout<'_> {
        RankLayout(&self.ranks[list])
    }
}

/// Sort the union of the vocabularies, a range of first letters on each of as many threads.
pub fn merge(lists: &[&Vocabulary], interrupt: &dyn Interrupt) -> Result<Merged> {
    let (numbers, buckets) = (TermNumbers::of(lists), Buckets::of(lists));
    let dealt = each(lists, interrupt, |i| numbers.deal(lists, i, &buckets));
    let sorted = all(ranges(&dealt, buckets.len), interrupt, |range| {
        let mut run = sort(&dealt, range, interrupt)?;
        let terms = numbers.rank(lists, &mut run);
        interrupt.check()?;
        Ok((run, terms))
    });
    let (mut runs, mut terms) = (Vec::new(), Terms::default());
    for part in sorted {
        let (run, some) = part?;
        runs.push((terms.len() as u32, run));
        terms.append(some);
    }
    let ranks = each(lists, interrupt, |i| numbers.ranks_of(i, lists[i].len(), &runs));
    Ok(Merged { terms, ranks })
}

/// Do something with each list, on as many threads if there are enough terms.
fn each<R: Send>(
    lists: &[&Vocabulary],
    interrupt: &dyn Interrupt,
    work: impl Fn(usize) -> R + Sync,
) -> Vec<R> {
    match lists.iter().map(|list| list.len()).sum() {
        0..WORTH => (0..lists.len()).map(work).collect(),
        _ => all(0..lists.len(), interrupt, work),
    }
}

/// Cut so many buckets into ranges of about as many terms, one a list if there are enough.
fn ranges(lists: &[Dealt], buckets: usize) -> Vec<Range<usize>> {
    let bytes = |bucket| lists.iter().map(|list| size_of_val(list.bucket(bucket))).sum();
    let weights: Vec<usize> = (0..buckets).map(bytes).collect();
    split_by_weight(&weights, lists.len())
}

/// The terms of some buckets of all lists, sorted: bucket by bucket, each of which fits the cache.
fn sort(lists: &[Dealt], buckets: Range<usize>, interrupt: &dyn Interrupt) -> Result<Vec<u128>> {
    let terms = |list: &Dealt| list.before(buckets.end) - list.before(buckets.start);
    let mut run = huge(Vec::with_capacity(lists.iter().map(terms).sum()));
    for bucket in buckets {
        if bucket % PAUSE == 0 {
            interrupt.check()?;
        }
        let start = run.len();
        for list in lists {
            run.extend_from_slice(list.bucket(bucket));
        }
        run[start..].sort_unstable();
    }
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

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

    /// Terms of any length keep it, however few there are.
    #[test]
    fn lengths_are_kept() {
        for len in 0..40 {
            let (mut one, mut two) = (Vocabulary::default(), Vocabulary::default());
            one.intern(&b"x".repeat(len));
            two.intern(b"y");
            let merged = merge(&[&one, &two], &Never).unwrap();
            assert_eq!(merged.terms.iter().map(<[u8]>::len).collect::<Vec<_>>(), [len, 1]);
        }
    }

    /// Many terms, some with the same first bytes, come out as a plain sort brings them.
    #[test]
    fn buckets_keep_the_order() {
        let word = |i: u32| match i % 5 {
            0 => format!("{i:x}"),
            1 => format!("{}\0", i / 3),
            2 => format!("incomprehensib{}", i / 7),
            3 => format!("\u{e9}{}", char::from_u32(0x400 + i % 300).unwrap()),
            _ => format!("x{}y{}", i % 50, i % 41),
        };
        let list = |from: u32| {
            let mut vocabulary = Vocabulary::default();
            (from..from + 9_000).for_each(|i| _ = vocabulary.intern(word(i).as_bytes()));
            vocabulary
        };
        let lists = [list(0), list(5_000), list(20_000)];
        let mut expected: Vec<&[u8]> = lists.iter().flat_map(|list| list.terms().iter()).collect();
        expected.sort_unstable();
        expected.dedup();
        let merged = merge(&lists.each_ref(), &Never).unwrap();
        assert!(merged.terms.iter().eq(expected));
        for (list, ranks) in lists.iter().zip(&merged.ranks) {
            let found = ranks.iter().map(|&rank| merged.terms.get(rank));
            assert!(found.eq(list.terms().iter()));
        }
    }
}
