//! `MurmurHash3` (x86, 32 bits): the hash by which scikit-learn's `HashingVectorizer` finds columns.

const C1: u32 = 0xcc9e_2d51;
const C2: u32 = 0x1b87_3593;

/// The 32-bit hash of `bytes` with seed 0.
#[inline]
#[must_use]
pub fn murmur3(bytes: &[u8]) -> u32 {
    let (blocks, tail) = bytes.as_chunks::<4>();
    let mut hash = 0_u32;
    for block in blocks {
        hash ^= scramble(u32::from_le_bytes(*block));
        hash = hash.rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64);
    }
    let last = tail.iter().rev().fold(0_u32, |word, &byte| (word << 8) | u32::from(byte));
    finish(hash ^ scramble(last) ^ bytes.len() as u32)
}

#[inline]
fn scramble(block: u32) -> u32 {
    block.wrapping_mul(C1).rotate_left(15).wrapping_mul(C2)
}

#[inline]
fn finish(mut hash: u32) -> u32 {
    hash = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    hash = (hash ^ (hash >> 13)).wrapping_mul(0xc2b2_ae35);
    hash ^ (hash >> 16)
}

#[cfg(test)]
mod tests {
    use super::murmur3;

    /// Values of the reference implementation, one for each length of tail.
    #[test]
    fn agrees_with_the_reference_implementation() {
        assert_eq!(murmur3(b""), 0);
        assert_eq!(murmur3(b"test"), 0xba6b_d213);
        assert_eq!(murmur3(b"Hello, world!"), 0xc036_3e43);
        assert_eq!(murmur3(b"The quick brown fox jumps over the lazy dog"), 0x2e4f_f723);
    }
}
