//! A vocabulary: an open-addressing hash table of terms to ids, in the order of first sight.
//!
//! The table holds ids alone, and the keys stand apart in the order of the ids: frequent words come
//! early, so the part that is often read stays small enough for the cache. The hash is keyed at
//! random for each table: nobody can prepare texts that make it slow, and no result depends on it.

mod batch;

use std::hash::{BuildHasher, RandomState};

use super::key::{INLINE, LONG, is_long, key_at, short};
use super::terms::Terms;
use crate::memory::{huge, reserve};
pub use batch::LookupBuffer;

/// No id: the token is dropped or unknown.
pub const NONE: u32 = u32::MAX;

/// Slots a term, at least: with fewer, more terms would not stand where they belong.
const ROOM: usize = 4;

/// An open-addressing table of terms, at most a quarter full.
pub struct Vocabulary {
    slots: Vec<u32>,
    shift: u32,
    seeds: [u64; 2],
    keys: Vec<u128>,
    terms: Terms,
}

impl Default for Vocabulary {
    fn default() -> Self {
        Self::with_capacity(512)
    }
}

impl Vocabulary {
    /// An empty one that need not grow for so many terms.
    #[must_use]
    pub fn with_capacity(terms: usize) -> Self {
        let size = (ROOM * terms).next_power_of_two().max(16);
        let state = RandomState::new();
        Self {
            slots: free(size),
            shift: 64 - size.trailing_zeros(),
            seeds: [state.hash_one(0), state.hash_one(1) | 1],
            keys: Vec::new(),
            terms: Terms::default(),
        }
    }

    /// How many terms it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether it knows none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The terms in the order of their ids.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Forget all terms; what they took stays at hand for others.
    pub fn clear(&mut self) {
        for (id, &key) in (0..).zip(&self.keys) {
            let mut at = self.home(key);
            while self.slots[at] != id {
                at = (at + 1) & (self.slots.len() - 1);
            }
            self.slots[at] = NONE;
        }
        self.keys.clear();
        self.terms.clear();
    }

    /// Of a term the bytes and, in the last one, the length, if it has up to 15 bytes; else its
    /// first 15 bytes and 255.
    #[inline]
    #[must_use]
    pub fn sort_key(&self, id: u32) -> u128 {
        let key = self.keys[id as usize];
        if !is_long(key) {
            return key.swap_bytes();
        }
        let start = self.terms.get(id).first_chunk::<16>().unwrap_or(&[0; 16]);
        u128::from_be_bytes(*start) | u128::from(u8::MAX)
    }

    /// These keys of all terms.
    pub fn sort_keys(&self) -> impl Iterator<Item = u128> {
        (0..self.len() as u32).map(|id| self.sort_key(id))
    }

    /// The id of a term, new if it was not known.
    #[inline]
    pub fn intern(&mut self, term: &[u8]) -> u32 {
        self.intern_key(self.key(term), term)
    }

    /// The id of the term that is the first `len` bytes of a buffer.
    #[inline]
    pub fn intern_first(&mut self, buffer: &[u8], len: usize) -> u32 {
        let term = &buffer[..len];
        let key = if buffer.len() > INLINE {
            self.complete(key_at(buffer, (0, len.min(INLINE + 1) as u32)), term)
        } else {
            self.key(term)
        };
        self.intern_key(key, term)
    }

    #[inline]
    fn intern_key(&mut self, key: u128, term: &[u8]) -> u32 {
        let at = self.find(key, term);
        let id = self.slots[at];
        if id == NONE { self.insert(at, key, term) } else { id }
    }

    /// The id of a term, or [`NONE`].
    #[inline]
    #[must_use]
    pub fn get(&self, term: &[u8]) -> u32 {
        self.slots[self.find(self.key(term), term)]
    }

    #[cold]
    #[inline(never)]
    fn insert(&mut self, at: usize, key: u128, term: &[u8]) -> u32 {
        let id = self.terms.len() as u32;
        self.slots[at] = id;
        self.keys.push(key);
        if term.len() <= INLINE {
            self.terms.push_first(key.to_le_bytes(), term.len());
        } else {
            self.terms.push(term);
        }
        if ROOM * self.terms.len() > self.slots.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let size = 2 * self.slots.len();
        self.slots = free(size);
        self.shift -= 1;
        self.keys.reserve_exact(size / ROOM + 1 - self.keys.len());
        self.keys = huge(std::mem::take(&mut self.keys));
        for id in 0..self.keys.len() as u32 {
            self.place(id);
        }
    }

    /// Put a term into the first free slot from where it belongs.
    #[inline]
    fn place(&mut self, id: u32) {
        let mut at = self.home(self.keys[id as usize]);
        while self.slots[at] != NONE {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = id;
    }

    /// The slot that holds a term, or the free one where it belongs.
    #[inline]
    fn find(&self, key: u128, term: &[u8]) -> usize {
        let mut at = self.home(key);
        while self.slots[at] != NONE && !self.is_term(self.slots[at], key, term) {
            at = (at + 1) & (self.slots.len() - 1);
        }
        at
    }

    #[inline]
    fn is_term(&self, id: u32, key: u128, term: &[u8]) -> bool {
        self.keys[id as usize] == key && (term.len() <= INLINE || self.terms.get(id) == term)
    }

    /// The slot where the search for a key begins.
    #[inline]
    fn home(&self, key: u128) -> usize {
        (self.fold(key as u64, (key >> 64) as u64) >> self.shift) as usize
    }

    /// Both halves of the product of two keyed words: every input bit reaches the top bits.
    #[inline]
    fn fold(&self, low: u64, high: u64) -> u64 {
        let product = u128::from(low ^ self.seeds[0]) * u128::from(high ^ self.seeds[1]);
        (product as u64) ^ (product >> 64) as u64
    }

    /// The key of a term: its bytes and their number, or a digest if they are too many.
    #[inline]
    fn key(&self, term: &[u8]) -> u128 {
        if term.len() > INLINE {
            return self.digest(term);
        }
        short(term) | (term.len() as u128) << 120
    }

    /// The key of a word for which [`key_at`] has found what it could.
    #[inline]
    fn complete(&self, key: u128, word: &[u8]) -> u128 {
        if key == LONG { self.key(word) } else { key }
    }

    #[cold]
    fn digest(&self, term: &[u8]) -> u128 {
        let (mut one, mut two) = (term.len() as u64, self.seeds[0]);
        // The last bytes may come twice: that is cheaper than to copy so many.
        for block in term.as_chunks::<16>().0.iter().chain(term.last_chunk()) {
            for word in block.as_chunks::<8>().0 {
                one = self.fold(one ^ u64::from_le_bytes(*word), two);
                two = two.rotate_left(23) ^ u64::from_le_bytes(*word);
            }
        }
        u128::from(one) << 64 | u128::from(self.fold(two, one)) | LONG
    }
}

impl Vocabulary {
    /// A vocabulary in which each term's id is its place in the list. Those of `order` that come
    /// first stand where they belong, and are found at once: frequent words should.
    fn ordered(terms: Terms, order: impl Iterator<Item = u32>) -> Self {
        let mut vocabulary = Self::with_capacity(terms.len());
        vocabulary.keys = terms.iter().map(|term| vocabulary.key(term)).collect();
        vocabulary.terms = terms;
        order.for_each(|id| vocabulary.place(id));
        vocabulary
    }

    /// A vocabulary of terms, the first of which are found at once: best the frequent ones.
    #[must_use]
    pub fn in_order(terms: Terms) -> Self {
        let order = 0..terms.len() as u32;
        Self::ordered(terms, order)
    }
}

impl From<&Terms> for Vocabulary {
    /// A vocabulary of terms whose frequency is not known: short words are mostly frequent ones.
    fn from(terms: &Terms) -> Self {
        let mut order: Vec<u32> = (0..terms.len() as u32).collect();
        order.sort_by_key(|&id| terms.get(id).len());
        Self::ordered(terms.clone(), order.into_iter())
    }
}

/// So many slots without a term, on huge pages if they are many: they are all written at once.
fn free(size: usize) -> Vec<u32> {
    let mut slots = Vec::new();
    reserve(&mut slots, size);
    slots.resize(size, NONE);
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ids count up in the order of first sight and find their terms again, short and long ones.
    #[test]
    fn terms_get_ids_and_keep_them() {
        let words: Vec<String> =
            (0..5000).map(|i| format!("w{}", "x".repeat(i % 40)) + &i.to_string()).collect();
        let mut vocabulary = Vocabulary::default();
        for round in 0..2 {
            for (i, word) in words.iter().enumerate() {
                assert_eq!(vocabulary.intern(word.as_bytes()), i as u32, "round {round}");
            }
        }
        assert_eq!(vocabulary.len(), words.len());
        assert!(
            words.iter().enumerate().all(|(i, word)| vocabulary.get(word.as_bytes()) == i as u32)
        );
        assert_eq!(vocabulary.get(b"absent"), NONE);
        assert_eq!(vocabulary.terms().get(7), words[7].as_bytes());
    }

    /// A vocabulary that was cleared knows nothing, and learns as a new one does.
    #[test]
    fn cleared_is_new() {
        let mut vocabulary = Vocabulary::default();
        for round in 0..3 {
            let words: Vec<String> = (0..700).map(|i| format!("{}", i * (round + 1))).collect();
            for (i, word) in words.iter().enumerate() {
                assert_eq!(vocabulary.intern(word.as_bytes()), i as u32);
            }
            vocabulary.clear();
            assert!(words.iter().all(|word| vocabulary.get(word.as_bytes()) == NONE));
            assert!(vocabulary.is_empty() && vocabulary.slots.iter().all(|&id| id == NONE));
        }
    }

    /// Zero bytes count: "a" and "a\0" are two terms, and the empty term is one.
    #[test]
    fn zero_bytes_are_bytes() {
        let mut vocabulary = Vocabulary::default();
        let ids: Vec<u32> =
            [&b""[..], b"a", b"a\0", b"\0"].iter().map(|t| vocabulary.intern(t)).collect();
        assert_eq!(ids, [0, 1, 2, 3]);
    }
}
