//! Sorts places by some of their bits: many by one digit after the other, few by comparing them.

use std::ops::Range;

/// At most so many places are few.
const FEW: usize = 96;

/// The bits of a digit, at most.
const DIGIT: usize = 10;

/// So many bits can be sorted by, and by more only in comparing.
pub const MOST: u32 = 3 * DIGIT as u32;

/// How often each value of a digit comes, and then where the next place with it goes.
type Slots = [u32; 1 << DIGIT];

#[derive(Default)]
pub struct Sorter {
    from: Vec<u64>,
    to: Vec<u64>,
}

/// Three digits of some bits.
#[derive(Clone, Copy)]
struct Digits {
    start: u32,
    width: u32,
}

impl Digits {
    #[inline]
    fn get(self, place: u64, i: u32) -> usize {
        (place >> (self.start + i * self.width)) as usize & ((1 << self.width) - 1)
    }

    /// Where places with each value of each digit begin when they are sorted by it.
    fn slots<'a>(self, lists: impl Iterator<Item = &'a [u64]>) -> [Slots; 3] {
        let mut slots = [[0; 1 << DIGIT]; 3];
        let [one, two, three] = &mut slots;
        for list in lists {
            for &place in list {
                one[self.get(place, 0)] += 1;
                two[self.get(place, 1)] += 1;
                three[self.get(place, 2)] += 1;
            }
        }
        for slots in &mut slots {
            let mut total = 0;
            for slot in &mut slots[..1 << self.width] {
                (*slot, total) = (total, total + *slot);
            }
        }
        slots
    }

    /// Copy places to where those with the same digit go.
    fn deal(self, i: u32, from: &[u64], slots: &mut Slots, to: &mut [u64]) {
        for &place in from {
            let slot = &mut slots[self.get(place, i)];
            to[*slot as usize] = place;
            *slot += 1;
        }
    }
}

impl Sorter {
    /// The places of some lists, sorted by some of their bits; there are none above these.
    pub fn sort<'a>(
        &mut self,
        lists: impl Iterator<Item = &'a [u64]> + Clone,
        bits: Range<u32>,
    ) -> &mut [u64] {
        let len: usize = lists.clone().map(<[u64]>::len).sum();
        if len <= FEW || bits.len() > MOST as usize {
            self.from.clear();
            lists.for_each(|list| self.from.extend_from_slice(list));
            self.from.sort_unstable();
            return &mut self.from;
        }
        let digits = Digits { start: bits.start, width: bits.len().div_ceil(3) as u32 };
        let [mut one, mut two, mut three] = digits.slots(lists.clone());
        for list in [&mut self.from, &mut self.to] {
            list.resize(len.max(list.len()), 0);
        }
        let (from, to) = (&mut self.from[..len], &mut self.to[..len]);
        lists.for_each(|list| digits.deal(0, list, &mut one, from));
        digits.deal(1, from, &mut two, to);
        digits.deal(2, to, &mut three, from);
        from
    }

    /// Sort places in the same way.
    pub fn sort_in_place(&mut self, places: &mut [u64], bits: Range<u32>) {
        if places.len() <= FEW {
            return places.sort_unstable();
        }
        let sorted = self.sort([&*places].into_iter(), bits);
        places.copy_from_slice(sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few and many places, by few and many bits, come in the order of the bits.
    #[test]
    fn places_come_in_order() {
        let mut both = Sorter::default();
        for (len, bits) in [(FEW, 5..20), (3000, 5..20), (10, 0..3), (3000, 7..41), (700, 3..33)] {
            let hash = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits.end);
            let mut places: Vec<u64> = (0..len as u64).map(hash).collect();
            let (one, two) = places.split_at(len / 3);
            let sorted = both.sort([one, two].into_iter(), bits.clone()).to_vec();
            both.sort_in_place(&mut places, bits.clone());
            let key = |place: &u64| place >> bits.start;
            assert!(sorted.is_sorted_by_key(key), "{len} by {bits:?}");
            assert!(places.is_sorted_by_key(key), "{len} by {bits:?}");
        }
    }
}
