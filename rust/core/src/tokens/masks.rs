//! SIMD byte classification: 64 bytes become one bit mask of word characters.

use wide::u8x16;

/// Bytes in a mask.
pub const WIDTH: usize = 64;

/// What a word is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Class {
    /// Characters that `\w` matches.
    #[default]
    Word,
    /// All but white space.
    Dark,
}

/// One bit a byte: is it an ASCII character of the class, and is it outside ASCII?
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Masks {
    /// ASCII characters of the class.
    pub word: u64,
    /// Bytes of characters outside ASCII.
    pub wide: u64,
}

/// The masks of 64 bytes.
#[inline]
#[must_use]
pub fn classify(bytes: &[u8; WIDTH], class: Class) -> Masks {
    let mut masks = Masks { word: 0, wide: 0 };
    for (i, lane) in bytes.as_chunks::<16>().0.iter().enumerate() {
        let lane = u8x16::new(*lane);
        let wide = lane.to_bitmask();
        let word = match class {
            Class::Word => is_word(lane).to_bitmask(),
            Class::Dark => 0xffff & !(is_space(lane).to_bitmask() | wide),
        };
        masks.word |= u64::from(word) << (16 * i);
        masks.wide |= u64::from(wide) << (16 * i);
    }
    masks
}

/// The first bits of 64 bytes.
#[inline]
#[must_use]
pub fn signs(bytes: &[u8; WIDTH]) -> u64 {
    let lanes = bytes.as_chunks::<16>().0.iter().enumerate();
    lanes.fold(0, |mask, (i, lane)| mask | u64::from(u8x16::new(*lane).to_bitmask()) << (16 * i))
}

#[inline]
fn is_word(bytes: u8x16) -> u8x16 {
    let letter = is_at_most((bytes | u8x16::splat(0x20)) - u8x16::splat(b'a'), 25);
    let digit = is_at_most(bytes - u8x16::splat(b'0'), 9);
    letter | digit | bytes.simd_eq(u8x16::splat(b'_'))
}

/// Tab to carriage return and the four separators up to the blank, as in Python.
#[inline]
fn is_space(bytes: u8x16) -> u8x16 {
    is_at_most(bytes - u8x16::splat(b'\t'), 4) | is_at_most(bytes - u8x16::splat(0x1c), 4)
}

/// Unsigned comparison by the minimum, which every processor has.
#[inline]
pub(super) fn is_at_most(bytes: u8x16, last: u8) -> u8x16 {
    bytes.min(u8x16::splat(last)).simd_eq(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classify_plainly(bytes: &[u8; WIDTH], class: Class) -> Masks {
        let mut masks = Masks { word: 0, wide: 0 };
        for (i, byte) in bytes.iter().enumerate() {
            let belongs = match class {
                Class::Word => byte.is_ascii_alphanumeric() || *byte == b'_',
                Class::Dark => byte.is_ascii() && !matches!(byte, b'\t'..=b'\r' | 0x1c..=b' '),
            };
            masks.word |= u64::from(belongs) << i;
            masks.wide |= u64::from(!byte.is_ascii()) << i;
        }
        masks
    }

    /// The first bit of each byte counts, and no other.
    #[test]
    fn signs_are_first_bits() {
        let bytes = std::array::from_fn(|i| if i % 3 == 0 { 0x80 | i as u8 } else { 0x7f });
        assert_eq!(signs(&bytes), (0..WIDTH).step_by(3).map(|i| 1 << i).sum::<u64>());
    }

    /// Every byte value, at every place of the 64, gives the mask of the plain definition.
    #[test]
    fn fast_equals_plain() {
        for byte in 0..=255_u8 {
            for place in 0..WIDTH {
                let mut bytes = [b' '; WIDTH];
                bytes[place] = byte;
                for class in [Class::Word, Class::Dark] {
                    let plain = classify_plainly(&bytes, class);
                    assert_eq!(classify(&bytes, class), plain, "byte {byte} at {place}, {class:?}");
                }
            }
        }
    }
}
