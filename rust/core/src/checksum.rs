//! Checksums of what is kept on disk: XXH3, the same in every version.

use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// The low half of the XXH3-64 of some bytes.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u32 {
    xxh3_64(bytes) as u32
}

/// The XXH3-128 of pieces as if they were one.
#[must_use]
pub fn digest<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> u128 {
    let mut state = Xxh3Default::new();
    pieces.into_iter().for_each(|piece| state.update(piece));
    state.digest128()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published values, however the bytes are cut.
    #[test]
    fn checksums_are_frozen() {
        assert_eq!(checksum(b"abc"), 0x892f_3950);
        assert_eq!(digest([&b""[..]]), 0x99aa_06d3_0147_98d8_6001_c324_468d_497f);
        assert_eq!(digest([&b"ab"[..], b"", b"c"]), digest([&b"abc"[..]]));
    }
}
