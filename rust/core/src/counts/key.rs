//! Terms as numbers that compare in one step.

use crate::tokens::words::Span;

/// Terms of up to 15 bytes are their own keys, with the length in the last byte.
pub const INLINE: usize = 15;
/// What the keys of longer terms have in their last byte.
pub const LONG: u128 = 0xff << 120;

/// A key that no term has.
pub const ABSENT: u128 = 0xfe << 120;

/// The key of a short word in a padded buffer: one load and one mask. Long ones get a key that no
/// term has.
#[inline]
pub fn key_at(buffer: &[u8], (start, end): Span) -> u128 {
    let bytes = buffer[start as usize..].first_chunk::<16>().unwrap_or(&[0; 16]);
    let (mask, len) = MASKS[((end - start) as usize).min(INLINE + 1)];
    u128::from_le_bytes(*bytes) & mask | len
}

/// The bytes of a short term as one number: loads that overlap are cheaper than to copy so many.
#[inline]
pub fn short(term: &[u8]) -> u128 {
    let len = term.len();
    if let (Some(first), Some(last)) = (term.first_chunk::<8>(), term.last_chunk::<8>()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        return u128::from(first) | u128::from(last) << (8 * (len - 8));
    }
    if let (Some(first), Some(last)) = (term.first_chunk::<4>(), term.last_chunk::<4>()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return u128::from(first) | u128::from(last) << (8 * (len - 4));
    }
    term.iter().rev().fold(0, |bytes, &byte| bytes << 8 | u128::from(byte))
}

/// For each length, the mask that keeps so many bytes, and the length in its place.
static MASKS: [(u128, u128); INLINE + 2] = {
    let mut masks = [(0, 0); INLINE + 2];
    let mut len = 0;
    while len < INLINE + 2 {
        masks[len] =
            if len > INLINE { (0, LONG) } else { ((1 << (8 * len)) - 1, (len as u128) << 120) };
        len += 1;
    }
    masks
};
