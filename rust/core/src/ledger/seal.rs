//! Checksums of what a store keeps, so that a flipped bit is seen when it is read.
//!
//! What is sealed is a first byte, a checksum of what follows, and the bytes. Bytes
//! of earlier versions, which begin with a small version number, have no checksum.

use crate::checksum::checksum;

/// The first byte of what is sealed; several bits away from every version of a block or a bag.
const SEAL: u8 = 0xC5;

/// Bytes with a checksum before them.
#[must_use]
pub fn seal(bytes: &[u8]) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(1 + size_of::<u32>() + bytes.len());
    sealed.push(SEAL);
    sealed.extend_from_slice(&checksum(bytes).to_le_bytes());
    sealed.extend_from_slice(bytes);
    sealed
}

/// The bytes that were sealed, or those of an earlier version as they are; none if the checksum is
/// not theirs.
#[must_use]
pub fn open(sealed: &[u8]) -> Option<&[u8]> {
    let Some(rest) = sealed.strip_prefix(&[SEAL]) else { return Some(sealed) };
    let (found, bytes) = rest.split_first_chunk()?;
    (u32::from_le_bytes(*found) == checksum(bytes)).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was sealed comes back, and what was never sealed is as it is.
    #[test]
    fn seals_are_opened() {
        assert_eq!(open(&seal(b"")), Some(&b""[..]));
        assert_eq!(open(&seal(b"\x01abc")), Some(&b"\x01abc"[..]));
        assert_eq!(open(b"\x01abc"), Some(&b"\x01abc"[..]));
    }

    /// A flipped bit is seen wherever it is, and so is a cut; in the first byte it leaves bytes of
    /// no known version.
    #[test]
    fn damage_is_seen() {
        let sealed = seal(b"\x02some bytes of a store");
        for bit in 8..8 * sealed.len() {
            let mut damaged = sealed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(open(&damaged), None);
        }
        for end in 1..sealed.len() {
            assert_eq!(open(&sealed[..end]), None);
        }
        assert!((0..8).all(|bit| (SEAL ^ 1 << bit) > 15));
    }

    /// Seals are the same in every version.
    #[test]
    fn seals_are_frozen() {
        assert_eq!(seal(b"abc"), [0xC5, 0x50, 0x39, 0x2F, 0x89, b'a', b'b', b'c']);
    }
}
