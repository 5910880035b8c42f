//! The tokens of one message and how often each occurs, in a form to be kept.
//!
//! A bag is written as its number of tokens, then for each token, in order: how many bytes it
//! shares with the one before, how many follow, these, and its count. Numbers have seven bits a
//! byte, the low ones first.

use super::terms::{Terms, shared};
use super::varint::{pull, push};

/// The first byte of a bag that was written.
const VERSION: u8 = 1;

/// Write sorted tokens and their counts.
pub fn write<'a>(entries: impl ExactSizeIterator<Item = (&'a [u8], u32)>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 + 12 * entries.len());
    bytes.push(VERSION);
    push(entries.len() as u64, &mut bytes);
    let mut before: &[u8] = &[];
    for (token, count) in entries {
        let shared = shared(before, token);
        push(shared as u64, &mut bytes);
        push((token.len() - shared) as u64, &mut bytes);
        bytes.extend_from_slice(&token[shared..]);
        push(u64::from(count), &mut bytes);
        before = token;
    }
    bytes
}

/// Sorted tokens, each with a count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bag {
    /// The tokens.
    pub tokens: Terms,
    /// How often each occurs.
    pub counts: Vec<u32>,
}

impl Bag {
    /// Read one that was written; none if it was not.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(&[VERSION])?;
        let (mut bag, mut token) = (Self::default(), Vec::new());
        for _ in 0..pull(&mut rest)? {
            let (shared, length) = (pull(&mut rest)? as usize, pull(&mut rest)? as usize);
            if shared > token.len() {
                return None;
            }
            token.truncate(shared);
            token.extend_from_slice(rest.split_off(..length)?);
            str::from_utf8(&token).ok()?;
            bag.tokens.push(&token);
            bag.counts.push(u32::try_from(pull(&mut rest)?).ok()?);
        }
        rest.is_empty().then_some(bag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: [(&[u8], u32); 4] =
        [(b"abc", 2), (b"abd", 1), ("größe".as_bytes(), 300), (b"x", 1)];

    /// What was written is read again.
    #[test]
    fn bags_come_back() {
        let long = "x".repeat(300);
        for entries in [&[][..], &SOME, &[(b"", 1)], &[(long.as_bytes(), 1)]] {
            let bag = Bag::read(&write(entries.iter().copied())).unwrap();
            let tokens: Vec<&[u8]> = bag.tokens.iter().collect();
            assert_eq!(tokens, entries.iter().map(|entry| entry.0).collect::<Vec<_>>());
            assert_eq!(bag.counts, entries.iter().map(|entry| entry.1).collect::<Vec<_>>());
        }
    }

    /// What was not written so is none, wherever it is cut or damaged.
    #[test]
    fn damage_is_seen() {
        let bytes = write(SOME.iter().copied());
        for end in 0..bytes.len() {
            assert_eq!(Bag::read(&bytes[..end]), None);
        }
        assert_eq!(Bag::read(&[&bytes[..], b"x"].concat()), None);
        assert_eq!(Bag::read(&[1, 1, 5, 1, b'a', 1]), None);
        assert_eq!(Bag::read(&[1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]), None);
    }
}
