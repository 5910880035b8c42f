//! Names of elements, attributes and properties as integer keys, with a static hash table.

use super::byte::is_any;

/// A name in lower case: exact up to eight bytes, mixed beyond, where all that matter differ.
pub type Key = u64;

/// Bytes of a name that count.
const LONGEST: usize = 20;

/// The key of a name.
#[inline]
#[must_use]
pub const fn key(name: &[u8]) -> Key {
    let (mut key, mut i) = (0_u64, 0);
    while i < name.len() && i < LONGEST {
        key = key.rotate_left(8) ^ name[i].to_ascii_lowercase() as Key;
        i += 1;
    }
    key
}

/// The key of the name at the start of a text, and its length. Its first byte is part of it in any
/// case; it ends before a byte of the kinds `ends`, or with the text.
#[inline]
#[must_use]
pub fn read(text: &[u8], ends: u8) -> (Key, usize) {
    if let Some(word) = text.first_chunk()
        && let Some(found) = read_short(u64::from_le_bytes(*word), ends)
    {
        return found;
    }
    let end = text.iter().skip(1).position(|&byte| is_any(byte, ends));
    let end = end.map_or(text.len(), |end| end + 1);
    (key(&text[..end]), end)
}

/// A name of up to seven letters, all of which are looked at in one step: most are, and a loop over
/// them would end where no processor expects it.
#[inline]
fn read_short(word: u64, ends: u8) -> Option<(Key, usize)> {
    // The highest bit of the first byte below letters; it may be wrong for bytes behind that.
    let found = word.wrapping_sub(each(b'?')) & !word & each(0x80);
    let bits = found.trailing_zeros() & 0x38;
    if bits == 0 || !is_any((word >> bits) as u8, ends) {
        return None;
    }
    let name = lower(word & !(u64::MAX << bits));
    Some((name.swap_bytes() >> (64 - bits), bits as usize / 8))
}

/// Eight bytes in lower case.
#[inline]
const fn lower(word: u64) -> u64 {
    let low = word & each(0x7f);
    let is_upper = (low + each(0x80 - b'A')) & !(low + each(0x7f - b'Z')) & !word & each(0x80);
    word | is_upper >> 2
}

/// The same byte eight times.
#[inline]
const fn each(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// What is known of names, in a table that is filled when this is compiled.
pub struct KeyTable<T, const SIZE: usize>([(Key, T); SIZE]);

impl<T: Copy, const SIZE: usize> KeyTable<T, SIZE> {
    /// A table in which all names are `unknown`; its size is a power of two, and ample.
    pub const fn new(unknown: T) -> Self {
        Self([(0, unknown); SIZE])
    }

    /// The same table with a name.
    pub const fn with(mut self, key: Key, known: T) -> Self {
        let mut at = Self::start(key);
        while self.0[at].0 != 0 {
            at = (at + 1) % SIZE;
        }
        self.0[at] = (key, known);
        self
    }

    /// What is known of a name.
    #[inline]
    pub fn get(&self, key: Key) -> T {
        let mut at = Self::start(key);
        while self.0[at].0 != key && self.0[at].0 != 0 {
            at = (at + 1) % SIZE;
        }
        self.0[at].1
    }

    const fn start(key: Key) -> usize {
        (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % SIZE
    }
}

/// Constants that hold the keys of names; after `all` the list of them.
macro_rules! keys {
    (all $list:ident; $($constant:ident = $name:literal),* $(,)?) => {
        $crate::mail::html::name::keys! { $($constant = $name),* }
        const $list: &[$crate::mail::html::name::Key] = &[$($constant),*];
    };
    ($($constant:ident = $name:literal),* $(,)?) => {
        $(pub const $constant: $crate::mail::html::name::Key =
            $crate::mail::html::name::key($name);)*
    };
}

pub(super) use keys;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::html::byte::{BLANK, CLOSE, EQUALS, SLASH};

    /// Names end at the same place and have the same key however they are read.
    #[test]
    fn names_are_read_in_one_step_as_byte_by_byte() {
        let bytes = b"aZz@[`{\x01\0 \n/=>\xc3\xa9\xff-9";
        let mut state = 1_u64;
        for round in 0..100_000 {
            let mut text = [0; 12];
            for byte in &mut text {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                *byte = bytes[(state >> 33) as usize % bytes.len()];
            }
            let text = &text[..=round % 12];
            let ends = BLANK | CLOSE | SLASH | if round % 2 == 0 { EQUALS } else { 0 };
            let end = (1..text.len()).find(|&at| is_any(text[at], ends)).unwrap_or(text.len());
            assert_eq!(read(text, ends), (key(&text[..end]), end), "{text:?}");
        }
    }

    /// A table knows the names it was given, and no others.
    #[test]
    fn tables_know_their_names() {
        let table =
            KeyTable::<u8, 4>::new(0).with(key(b"a"), 1).with(key(b"b"), 2).with(key(b"c"), 3);
        let found = [b"a", b"b", b"c", b"d", b"\0"].map(|name| table.get(key(name)));
        assert_eq!(found, [1, 2, 3, 0, 0]);
    }
}
