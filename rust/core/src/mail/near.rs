//! SIMD byte search for near matches, 16 bytes at a time, with less setup than `memchr`.
//!
//! The ends of header lines and the escapes of quoted-printable stand a few dozen bytes apart: the
//! searches of `memchr`, which win over long distances, take longer to begin than this to end.

use memchr::memchr2;
use wide::u8x16;

/// The place of the first byte that `is` finds (the highest bit of its lane tells), which is looked
/// for in so many bytes at a time: 16, 32, 48 or 64.
#[inline]
pub fn position<const WIDTH: usize>(bytes: &[u8], is: impl Fn(u8x16) -> u8x16) -> Option<usize> {
    let (blocks, rest) = bytes.as_chunks::<WIDTH>();
    for (i, block) in blocks.iter().enumerate() {
        let found = mask(block, &is);
        if found != 0 {
            return Some(WIDTH * i + found.trailing_zeros() as usize);
        }
    }
    in_rest::<WIDTH>(rest, is).map(|at| bytes.len() - rest.len() + at)
}

/// The same in fewer bytes, apart, for it is seldom needed and would weigh on the rest.
#[inline(never)]
fn in_rest<const WIDTH: usize>(rest: &[u8], is: impl Fn(u8x16) -> u8x16) -> Option<usize> {
    let mut block = [0; WIDTH];
    block[..rest.len()].copy_from_slice(rest);
    let found = mask(&block, is) & ((1 << rest.len()) - 1);
    (found != 0).then_some(found.trailing_zeros() as usize)
}

/// Where the first of two bytes stands. Most are near, where a call would cost more than the search.
#[inline]
#[must_use]
pub fn first_of([a, b]: [u8; 2], bytes: &[u8]) -> Option<usize> {
    if let Some(&near) = bytes.first_chunk() {
        let near = u8x16::new(near);
        let found = near.simd_eq(u8x16::splat(a)) | near.simd_eq(u8x16::splat(b));
        if found.any() {
            return Some(found.to_bitmask().trailing_zeros() as usize);
        }
    }
    memchr2(a, b, bytes)
}

#[inline]
fn mask<const WIDTH: usize>(block: &[u8; WIDTH], is: impl Fn(u8x16) -> u8x16) -> u64 {
    let lanes = block.as_chunks::<16>().0.iter().enumerate();
    lanes
        .fold(0, |mask, (i, lane)| mask | u64::from(is(u8x16::new(*lane)).to_bitmask()) << (16 * i))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A byte is found wherever it stands, and the first one of several.
    #[test]
    fn first_byte_is_found() {
        let is = |bytes: u8x16| bytes.simd_eq(u8x16::splat(b'='));
        for length in 0..200 {
            let mut bytes = vec![b'a'; length];
            assert_eq!(position::<16>(&bytes, is), None);
            for at in (0..length).rev() {
                bytes[at] = b'=';
                assert_eq!(position::<16>(&bytes, is), Some(at));
                assert_eq!(position::<64>(&bytes, is), Some(at));
            }
        }
    }

    /// What a text is filled up with is no part of it.
    #[test]
    fn nothing_is_found_behind_the_end() {
        let is_nul = |bytes: u8x16| bytes.simd_eq(u8x16::splat(0));
        assert_eq!(position::<64>(b"abc", is_nul), None);
        assert_eq!(position::<64>(b"abc\0", is_nul), Some(3));
    }

    /// The first of two bytes is found, near or far.
    #[test]
    fn first_of_two_is_found() {
        for length in [1, 15, 16, 17, 100] {
            let mut bytes = vec![b'a'; length];
            assert_eq!(first_of([b'<', b'&'], &bytes), None);
            for at in (0..length).rev() {
                bytes[at] = if at % 2 == 0 { b'<' } else { b'&' };
                assert_eq!(first_of([b'<', b'&'], &bytes), Some(at));
            }
        }
    }
}
