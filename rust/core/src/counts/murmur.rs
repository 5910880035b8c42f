//! `MurmurHash3` (x86, 32 bits): the feature hash of scikit-learn's `HashingVectorizer`.

use crate::tokens::words::Span;

const C1: u32 = 0xcc9e_2d51;
const C2: u32 = 0x1b87_3593;

/// The 32-bit hash of `bytes` with seed 0.
#[inline]
#[must_use]
pub fn murmur3(bytes: &[u8]) -> u32 {
    let (blocks, tail) = bytes.as_chunks::<4>();
    let mut hash = 0_u32;
    for block in blocks {
        hash = mix(hash, u32::from_le_bytes(*block));
    }
    let last = tail.iter().rev().fold(0_u32, |word, &byte| (word << 8) | u32::from(byte));
    finish(hash ^ scramble(last) ^ bytes.len() as u32)
}

/// The hash of each word in a padded buffer, without branches on the lengths of short words.
pub fn murmur3_all(buffer: &[u8], spans: &[Span], hashes: &mut Vec<u32>) {
    hashes.extend(spans.iter().map(|&(start, end)| {
        let bytes = buffer[start as usize..].first_chunk::<16>();
        match bytes {
            Some(bytes) if end - start < 16 => short(u128::from_le_bytes(*bytes), end - start),
            _ => murmur3(&buffer[start as usize..end as usize]),
        }
    }));
}

/// The hash of the first `len` bytes, fewer than 16: all numbers of whole blocks at once.
#[inline]
fn short(bytes: u128, len: u32) -> u32 {
    let block = |i: u32| (bytes >> (32 * i)) as u32;
    let one = mix(0, block(0));
    let two = mix(one, block(1));
    let three = mix(two, block(2));
    let whole = [0, one, two, three][(len / 4) as usize % 4];
    let last = block(len / 4 % 4) & ((1_u32 << (8 * (len % 4))) - 1);
    finish(whole ^ scramble(last) ^ len)
}

#[inline]
fn mix(hash: u32, block: u32) -> u32 {
    (hash ^ scramble(block)).rotate_left(13).wrapping_mul(5).wrapping_add(0xe654_6b64)
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
    use super::*;

    /// Values of the reference implementation, one for each length of tail.
    #[test]
    fn agrees_with_the_reference_implementation() {
        assert_eq!(murmur3(b""), 0);
        assert_eq!(murmur3(b"test"), 0xba6b_d213);
        assert_eq!(murmur3(b"Hello, world!"), 0xc036_3e43);
        assert_eq!(murmur3(b"The quick brown fox jumps over the lazy dog"), 0x2e4f_f723);
    }

    /// Words hashed together have the hashes that they have alone, at every length.
    #[test]
    fn together_equals_alone() {
        let buffer: Vec<u8> = (0..200).map(|i| i * 37 % 251).map(|i: u32| i as u8).collect();
        let spans: Vec<Span> = (0..40).map(|len| (len, 2 * len)).collect();
        let mut hashes = Vec::new();
        murmur3_all(&buffer, &spans, &mut hashes);
        for (&(start, end), &hash) in spans.iter().zip(&hashes) {
            assert_eq!(hash, murmur3(&buffer[start as usize..end as usize]));
        }
    }
}
