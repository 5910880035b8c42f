//! String arena: terms end to end in one buffer.

use std::ops::Range;

use crate::memory::prefetch;

/// How many bytes two terms share at their beginning.
#[inline]
#[must_use]
pub fn shared(one: &[u8], other: &[u8]) -> usize {
    let (words, others) = (one.as_chunks::<8>().0, other.as_chunks::<8>().0);
    let mut at = 0;
    // Eight bytes at a time: the first bit in which they differ tells the first byte.
    for (word, other) in words.iter().zip(others) {
        let differ = u64::from_le_bytes(*word) ^ u64::from_le_bytes(*other);
        if differ != 0 {
            return at + differ.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + one[at..].iter().zip(&other[at..]).take_while(|(one, other)| one == other).count()
}

/// Terms in the order of their ids.
#[derive(Default, Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Terms {
    /// Terms from their joined bytes and the end of each, if the ends ascend to the last byte and
    /// cut the bytes into UTF-8.
    #[must_use]
    pub fn from_parts(bytes: Vec<u8>, ends: Vec<usize>) -> Option<Self> {
        let text = str::from_utf8(&bytes).ok()?;
        let sound = ends.is_sorted()
            && ends.last().copied().unwrap_or(0) == bytes.len()
            && ends.iter().all(|&end| text.is_char_boundary(end));
        sound.then_some(Self { bytes, ends })
    }

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

    /// Forget all.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// How many bytes some of them have together.
    #[must_use]
    pub fn n_bytes(&self, some: Range<usize>) -> usize {
        let before = |id: usize| if id == 0 { 0 } else { self.ends[id - 1] };
        before(some.end) - before(some.start)
    }

    /// Make room for so many more terms of so many bytes together.
    pub fn reserve(&mut self, terms: usize, bytes: usize) {
        self.bytes.reserve(bytes);
        self.ends.reserve(terms);
    }

    /// The joined bytes and the end of each term.
    #[must_use]
    pub fn parts(&self) -> (&[u8], &[usize]) {
        (&self.bytes, &self.ends)
    }

    /// The joined bytes and the end of each term, to be kept.
    #[must_use]
    pub fn into_parts(self) -> (Vec<u8>, Vec<usize>) {
        (self.bytes, self.ends)
    }

    /// The term with this id.
    #[inline]
    #[must_use]
    pub fn get(&self, id: u32) -> &[u8] {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.bytes[start..self.ends[id]]
    }

    /// Ask for a term that will soon be needed.
    #[inline]
    pub fn prefetch(&self, id: u32) {
        prefetch(&self.bytes, self.n_bytes(0..id as usize));
    }

    /// Ask for the place of a term that will soon be needed, whatever the id.
    #[inline]
    pub fn prefetch_end(&self, id: u32) {
        prefetch(&self.ends, id as usize);
    }

    /// The bytes of the term with this id, and of all behind it.
    #[inline]
    #[must_use]
    pub fn tail(&self, id: u32) -> &[u8] {
        &self.bytes[self.n_bytes(0..id as usize)..]
    }

    /// Add a term; its id is the number of those before it.
    #[inline]
    pub fn push(&mut self, term: &[u8]) {
        self.bytes.extend_from_slice(term);
        self.ends.push(self.bytes.len());
    }

    /// Add a term that is the first bytes of some: to copy them all and drop the rest is cheaper
    /// than to copy so many.
    #[inline]
    pub fn push_first<const N: usize>(&mut self, bytes: [u8; N], len: usize) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(&bytes);
        self.bytes.truncate(start + len);
        self.ends.push(self.bytes.len());
    }

    /// Add the terms of another list behind these.
    pub fn append(&mut self, other: Self) {
        if self.is_empty() {
            *self = other;
            return;
        }
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|end| end + offset));
    }

    /// All terms in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len() as u32).map(|id| self.get(id))
    }

    /// The terms with the given ids, in that order.
    #[must_use]
    pub fn select(&self, ids: &[u32]) -> Self {
        let mut chosen = Self::default();
        for &id in ids {
            chosen.push(self.get(id));
        }
        chosen
    }
}

impl<'a> FromIterator<&'a [u8]> for Terms {
    fn from_iter<I: IntoIterator<Item = &'a [u8]>>(terms: I) -> Self {
        let mut list = Self::default();
        terms.into_iter().for_each(|term| list.push(term));
        list
    }
}

#[cfg(test)]
mod tests {
    use super::shared;

    /// All bytes before the first that differs count, and none behind the end of either term.
    #[test]
    fn shared_bytes_are_counted() {
        let long = b"abcdefghijklmnopqrstuvwxyz";
        for length in 0..long.len() {
            assert_eq!(shared(long, &long[..length]), length);
            let mut other = long.to_vec();
            other[length] = b'!';
            assert_eq!(shared(&other, long), length);
        }
    }
}
