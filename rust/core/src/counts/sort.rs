//! Radix sort of numbers by some of their bits; few are sorted by comparing them.

use std::ops::Range;

/// At most so many numbers are few.
const FEW: usize = 96;

/// Lists of at most so many numbers are sorted by comparing them.
const SHORT: usize = 48;

/// The bits of a digit, at most.
const DIGIT: usize = 10;

/// So many bits can be sorted by, and by more only in comparing.
pub const MOST: u32 = 3 * DIGIT as u32;

/// How often each value of a digit comes, and then where the next number with it goes.
type Slots = [u32; 1 << DIGIT];

/// Memory for sorting.
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
    fn get(self, number: u64, i: u32) -> usize {
        (number >> (self.start + i * self.width)) as usize & ((1 << self.width) - 1)
    }

    /// Where numbers with each value of each digit begin when they are sorted by it.
    fn slots<'a>(self, lists: impl Iterator<Item = &'a [u64]>) -> [Slots; 3] {
        let mut slots = [[0; 1 << DIGIT]; 3];
        let [one, two, three] = &mut slots;
        for list in lists {
            for &number in list {
                one[self.get(number, 0)] += 1;
                two[self.get(number, 1)] += 1;
                three[self.get(number, 2)] += 1;
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

    /// Copy numbers to where those with the same digit go.
    fn deal(self, i: u32, from: &[u64], slots: &mut Slots, to: &mut [u64]) {
        for &number in from {
            let slot = &mut slots[self.get(number, i)];
            to[*slot as usize] = number;
            *slot += 1;
        }
    }
}

impl Sorter {
    /// The numbers of some lists, sorted by some of their bits; there are none above these.
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

    /// Sort numbers in the same way.
    pub fn sort_in_place(&mut self, numbers: &mut [u64], bits: Range<u32>) {
        if numbers.len() <= FEW {
            return numbers.sort_unstable();
        }
        let sorted = self.sort([&*numbers].into_iter(), bits);
        numbers.copy_from_slice(sorted);
    }
}

/// Sort numbers below `bound`: long lists by one byte after the other.
pub fn sort_below(numbers: &mut Vec<u32>, spare: &mut Vec<u32>, bound: usize) {
    if numbers.len() <= SHORT {
        return numbers.sort_unstable();
    }
    spare.resize(numbers.len(), 0);
    for shift in (0..32).step_by(8).take_while(|&shift| bound >> shift > 0) {
        let mut next = [0_u32; 256];
        for &number in numbers.iter() {
            next[(number >> shift & 255) as usize] += 1;
        }
        let mut total = 0;
        for count in &mut next {
            (*count, total) = (total, total + *count);
        }
        for &number in numbers.iter() {
            let place = &mut next[(number >> shift & 255) as usize];
            spare[*place as usize] = number;
            *place += 1;
        }
        std::mem::swap(numbers, spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Few and many numbers, by few and many bits, come in the order of the bits.
    #[test]
    fn numbers_come_in_order() {
        let mut both = Sorter::default();
        for (len, bits) in [(FEW, 5..20), (3000, 5..20), (10, 0..3), (3000, 7..41), (700, 3..33)] {
            let hash = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits.end);
            let mut numbers: Vec<u64> = (0..len as u64).map(hash).collect();
            let (one, two) = numbers.split_at(len / 3);
            let sorted = both.sort([one, two].into_iter(), bits.clone()).to_vec();
            both.sort_in_place(&mut numbers, bits.clone());
            let key = |number: &u64| number >> bits.start;
            assert!(sorted.is_sorted_by_key(key), "{len} by {bits:?}");
            assert!(numbers.is_sorted_by_key(key), "{len} by {bits:?}");
        }
    }

    /// Short and long lists of numbers below a bound come in order, by as few bytes as it has.
    #[test]
    fn numbers_below_a_bound_come_in_order() {
        for (len, bound) in [(SHORT, 9), (1000, 256), (1000, 70_000), (1000, 1 << 31)] {
            let hash = |i: usize| (i * 2_654_435_761 % bound) as u32;
            let mut numbers: Vec<u32> = (0..len).map(hash).collect();
            let mut expected = numbers.clone();
            expected.sort_unstable();
            sort_below(&mut numbers, &mut Vec::new(), bound);
            assert_eq!(numbers, expected, "{len} below {bound}");
        }
    }
}
