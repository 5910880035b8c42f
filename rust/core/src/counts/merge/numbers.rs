//! 128-bit term numbers that sort as their bytes do, and become ranks in place.

use super::buckets::{Buckets, Dealt};
use crate::counts::terms::Terms;
use crate::counts::vocabulary::Vocabulary;
use crate::memory::huge;

/// Bits for the length of a term of up to 15 bytes.
const LENGTH_BITS: u32 = 4;

/// Bytes that a term has, mostly.
const LIKELY: usize = 8;

/// Terms as numbers that sort without a look at anything else: the first bytes of a term, its
/// length (too long ones share one), then its list and its id there.
pub struct TermNumbers {
    bytes: usize,
    bits: u32,
    id_bits: u32,
}

impl TermNumbers {
    /// For the terms of some vocabularies.
    pub fn of(lists: &[&Vocabulary]) -> Self {
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
    pub fn deal(&self, lists: &[&Vocabulary], i: usize, buckets: &Buckets) -> Dealt {
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
    pub fn rank(&self, lists: &[&Vocabulary], run: &mut [u128]) -> Terms {
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
    pub fn ranks_of(&self, list: usize, len: usize, runs: &[(u32, Vec<u128>)]) -> Vec<u32> {
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
