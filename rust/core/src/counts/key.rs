//! 128-bit term keys that compare in one step: short terms are their own keys.

use crate::tokens::words::Span;

/// Terms of up to 15 bytes are their own keys, with the length in the last byte.
pub const INLINE: usize = 15;
/// What the keys of longer terms have in their last byte.
pub const LONG: u128 = 0xff << 120;

/// Whether it is the key of a longer term.
#[inline]
pub fn is_long(key: u128) -> bool {
    key >= LONG
}

/// A key that no term has.
pub const ABSENT: u128 = 0xfe << 120;

/// The key of a short word in a padded buffer: a load and a mask for each half. Long ones get a key
/// that no term has.
#[inline]
pub fn key_at(buffer: &[u8], (start, end): Span) -> u128 {
    let start = start as usize;
    let Some(bytes) = buffer.get(start..start + 16) else { return LONG };
    let [low_mask, high_mask, len] = MASKS[(end as usize - start).min(INLINE + 1)];
    let half = |bytes: &[u8]| bytes.first_chunk().map_or(0, |half| u64::from_le_bytes(*half));
    let (low, high) = (half(bytes) & low_mask, half(&bytes[8..]) & high_mask | len);
    u128::from(high) << 64 | u128::from(low)
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

/// For each length, the masks that keep so many bytes, and the length in its place.
static MASKS: [[u64; 3]; INLINE + 2] = {
    let mut masks = [[0, 0, (LONG >> 64) as u64]; INLINE + 2];
    let mut len = 0;
    while len <= INLINE {
        let mask = (1_u128 << (8 * len)) - 1;
        masks[len] = [mask as u64, (mask >> 64) as u64, (len as u64) << 56];
        len += 1;
    }
    masks
};
