//! Bytes: what ends names, values and words, and where.

use memchr::memchr2;
use wide::u8x16;

/// Kinds, one bit each.
pub const BLANK: u8 = 1;
pub const SLASH: u8 = 2;
pub const CLOSE: u8 = 4;
pub const EQUALS: u8 = 8;
pub const ZERO: u8 = 16;

/// The kind of each byte.
static KINDS: [u8; 256] = kinds();

const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let blanks = b" \t\n\x0c\r";
    let mut i = 0;
    while i < blanks.len() {
        kinds[blanks[i] as usize] = BLANK;
        i += 1;
    }
    kinds[b'/' as usize] = SLASH;
    kinds[b'>' as usize] = CLOSE;
    kinds[b'=' as usize] = EQUALS;
    kinds[0] = ZERO;
    kinds
}

/// Whether a byte is of one of some kinds.
#[inline]
#[must_use]
pub fn is_any(byte: u8, kinds: u8) -> bool {
    KINDS[byte as usize] & kinds != 0
}

/// Where the first of two bytes stands. Most are near, where a call would cost more than the search.
#[inline]
#[must_use]
pub fn find_near([a, b]: [u8; 2], bytes: &[u8]) -> Option<usize> {
    if let Some(&near) = bytes.first_chunk() {
        let near = u8x16::new(near);
        let found = near.simd_eq(u8x16::splat(a)) | near.simd_eq(u8x16::splat(b));
        if found.any() {
            return Some(found.to_bitmask().trailing_zeros() as usize);
        }
    }
    memchr2(a, b, bytes)
}

/// A text without the blanks around it, of which most have none.
#[inline]
#[must_use]
pub fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}
