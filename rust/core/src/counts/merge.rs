//! One sorted vocabulary out of several.

use std::ops::Range;

use super::rows::{Layout, Sign};
use super::terms::Terms;
use super::vocabulary::Vocabulary;
use crate::error::Result;
use crate::memory::huge;
use crate::threads::{Interrupt, all, split_by_weight};

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
    let (numbers, buckets) = (Numbers::of(lists), Buckets::of(lists));
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

/// Terms that are worth a thread.
const WORTH: usize = 1 << 12;

/// Which terms go into one bucket: those with the same first bytes, so many that there are some
/// buckets for each term at most. Only bytes that occur count, which are few.
struct Buckets {
    tables: [[u32; 256]; DEPTH],
    len: usize,
}

/// Bytes that a bucket is found by, at most.
const DEPTH: usize = 3;

impl Buckets {
    fn of(lists: &[&Vocabulary]) -> Self {
        let mut used = [[0; 256]; DEPTH];
        for list in lists {
            for key in list.sort_keys() {
                for (used, byte) in used.iter_mut().zip(key.to_be_bytes()) {
                    used[usize::from(byte)] = 1;
                }
            }
        }
        let most = 4 * lists.iter().map(|list| list.len()).sum::<usize>();
        let (mut tables, mut len) = ([[0; 256]; DEPTH], 1);
        for (depth, used) in used.iter().enumerate() {
            let size = used.iter().sum::<u32>();
            if len * size as usize > most {
                break;
            }
            // The bytes before weigh more, by the number of those that may stand here.
            tables[..depth].iter_mut().flatten().for_each(|weight| *weight *= size);
            let before = used.iter().scan(0, |sum, one| Some(std::mem::replace(sum, *sum + one)));
            tables[depth].iter_mut().zip(before).for_each(|(weight, sum)| *weight = sum);
            len *= size as usize;
        }
        Self { tables, len }
    }

    #[inline]
    fn find(&self, key: u128) -> usize {
        let bytes = key.to_be_bytes();
        let weights = self.tables.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]);
        weights.sum::<u32>() as usize
    }
}

/// The terms of one list as numbers, bucket by bucket, and where each bucket ends.
struct Dealt {
    numbers: Vec<u128>,
    ends: Vec<u32>,
}

impl Dealt {
    /// How many terms are in the buckets before this one.
    fn before(&self, bucket: usize) -> usize {
        if bucket == 0 { 0 } else { self.ends[bucket - 1] as usize }
    }

    fn bucket(&self, bucket: usize) -> &[u128] {
        &self.numbers[self.before(bucket)..self.before(bucket + 1)]
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

/// Bits for the length of a term of up to 15 bytes.
const LENGTH_BITS: u32 = 4;

/// Bytes that a term has, mostly.
const LIKELY: usize = 8;

/// Buckets that are sorted before somebody may ask to stop.
const PAUSE: usize = 1 << 10;

/// Terms as numbers that sort without a look at anything else: the first bytes of a term, its
/// length (too long ones share one), then its list and its id there.
struct Numbers {
    bytes: usize,
    bits: u32,
    id_bits: u32,
}

impl Numbers {
    fn of(lists: &[&Vocabulary]) -> Self {
        let bits = |n: usize| usize::BITS - n.leading_zeros();
        let id_bits = bits(lists.iter().map(|list| list.len()).max().unwrap_or(0));
        let bits = id_bits + bits(lists.len());
        // One length is left for terms that are too long.
        let bytes = ((u128::BITS - LENGTH_BITS - bits) as usize / 8).min((1 << LENGTH_BITS) - 2);
        Self { bytes, bits, id_bits }
    }

    #[inline]
    fn number(&self, key: u128, list: usize, id: u32) -> u128 {
        let rest = u128::BITS - 8 * self.bytes as u32;
        let length = usize::from(key as u8).min(self.bytes + 1) as u128;
        let place = (list as u64) << self.id_bits | u64::from(id);
        key >> rest << rest | length << self.bits | u128::from(place)
    }

    /// The length of a term all of whose bytes are in its number.
    #[inline]
    fn length(&self, number: u128) -> Option<usize> {
        let length = (number >> self.bits) as usize & ((1 << LENGTH_BITS) - 1);
        (length <= self.bytes).then_some(length)
    }

    #[inline]
    fn place(&self, number: u128) -> (usize, u32) {
        let place = number as u64 & ((1 << self.bits) - 1);
        ((place >> self.id_bits) as usize, (place & ((1 << self.id_bits) - 1)) as u32)
    }

    /// Deal the terms of a list into buckets.
    fn deal(&self, lists: &[&Vocabulary], i: usize, buckets: &Buckets) -> Dealt {
        let list = lists[i];
        let mut ends = vec![0_u32; buckets.len];
        list.sort_keys().for_each(|key| ends[buckets.find(key)] += 1);
        let mut total = 0;
        for end in &mut ends {
            (*end, total) = (total, total + *end);
        }
        let mut numbers = huge(Vec::with_capacity(list.len()));
        numbers.resize(list.len(), 0);
        // Each place is where its bucket begins, and moves to where it ends.
        for (id, key) in (0..).zip(list.sort_keys()) {
            let place = &mut ends[buckets.find(key)];
            numbers[*place as usize] = self.number(key, i, id);
            *place += 1;
        }
        Dealt { numbers, ends }
    }

    /// Put the rank of each term, from 0, in the place of its bytes; return the distinct terms.
    fn rank(&self, lists: &[&Vocabulary], run: &mut [u128]) -> Terms {
        let mut terms = Terms::default();
        terms.reserve(run.len(), LIKELY * run.len());
        for same in run.chunk_by_mut(|a, b| a >> self.bits == b >> self.bits) {
            if let Some(length) = self.length(same[0]) {
                terms.push_first(same[0].to_be_bytes(), length);
                for number in same {
                    self.set_rank(number, &terms);
                }
            } else {
                self.rank_long(lists, same, &mut terms);
            }
        }
        terms
    }

    /// The same for terms with the same first bytes, which are compared as a whole.
    fn rank_long(&self, lists: &[&Vocabulary], same: &mut [u128], terms: &mut Terms) {
        let term = |number| {
            let (list, id) = self.place(number);
            lists[list].terms().get(id)
        };
        same.sort_unstable_by_key(|number| term(*number));
        let mut last = None;
        for number in same {
            let term = term(*number);
            if last != Some(term) {
                terms.push(term);
            }
            last = Some(term);
            self.set_rank(number, terms);
        }
    }

    #[inline]
    fn set_rank(&self, number: &mut u128, terms: &Terms) {
        let place = *number & ((1 << self.bits) - 1);
        *number = ((terms.len() - 1) as u128) << self.bits | place;
    }

    /// The ranks of the terms of one list; each run has the rank of its first term with it.
    fn ranks_of(&self, list: usize, len: usize, runs: &[(u32, Vec<u128>)]) -> Vec<u32> {
        // What belongs to other lists goes to a place behind all others: no branch on it.
        let mut ranks = vec![0; len + 1];
        for (first, run) in runs {
            for &number in run {
                let (of, id) = self.place(number);
                let place = if of == list { id as usize } else { len };
                ranks[place] = first + (number >> self.bits) as u32;
            }
        }
        ranks.pop();
        ranks
    }
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
