//! Bag-of-words encoding: the tokens of one message and their counts, as bytes.
//!
//! A bag is written as a version, its number of tokens, then for each token, in order: a byte that
//! tells how many bytes it shares with the one before (0 to 15), how many follow (0 to 7), and
//! whether it occurs more than once; what is left of a number that is the largest; the bytes that
//! follow; and its count, if that is not 1. Numbers have seven bits a byte, the low ones first.
//!
//! In version 1, all three numbers stood apart, which made bags larger by a sixth.

use super::varint::{pull, push};
use crate::counts::terms::{Terms, shared};

/// The first byte of a bag that was written.
const VERSION: u8 = 2;

/// What the first byte of a token has room for.
const SHARED: usize = 15;
const FOLLOWING: usize = 7;
const MANY: u8 = 128;

/// How many tokens before it is written a token is fetched.
const SOON: usize = 8;

/// Bytes that are compared and copied at once; most of what follows has no more.
const AT_ONCE: usize = 16;

/// Write tokens, by their ids in order, and their counts.
#[must_use]
pub fn write(terms: &Terms, ids: &[i32], counts: &[i64]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(16 + 10 * ids.len());
    bytes.push(VERSION);
    push(ids.len() as u64, &mut bytes);
    let mut before = (&[][..], 0);
    for (place, (&id, &count)) in ids.iter().zip(counts).enumerate() {
        ids.get(place + 2 * SOON).into_iter().for_each(|&id| terms.prefetch_end(id as u32));
        ids.get(place + SOON).into_iter().for_each(|&id| terms.prefetch(id as u32));
        let token = (terms.get(id as u32), first(terms.tail(id as u32)));
        let shared = shared_bytes(before, token);
        let chunk = terms.tail(id as u32)[shared..].first_chunk::<AT_ONCE>();
        write_token(&mut bytes, shared, &token.0[shared..], chunk, count as u32);
        before = token;
    }
    bytes
}

/// The first bytes as a number, the first one lowest.
fn first(bytes: &[u8]) -> u128 {
    u128::from_le_bytes(bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut some = [0; AT_ONCE];
        some[..bytes.len()].copy_from_slice(bytes);
        some
    }))
}

/// How many bytes two tokens share, by their first ones and whatever follows them if they can.
fn shared_bytes(before: (&[u8], u128), token: (&[u8], u128)) -> usize {
    let same = (before.1 ^ token.1).trailing_zeros() as usize / 8;
    let shorter = before.0.len().min(token.0.len());
    if same < AT_ONCE || shorter <= AT_ONCE {
        return same.min(shorter);
    }
    shared(before.0, token.0)
}

/// Write what follows of a token; `chunk` is the same with whatever comes behind it.
#[inline]
fn write_token(
    bytes: &mut Vec<u8>,
    shared: usize,
    rest: &[u8],
    chunk: Option<&[u8; AT_ONCE]>,
    count: u32,
) {
    let many = if count == 1 { 0 } else { MANY };
    let head = many | (shared.min(SHARED) << 3 | rest.len().min(FOLLOWING)) as u8;
    let is_short = shared < SHARED && rest.len() <= AT_ONCE && count < 128;
    if let Some(chunk) = chunk.filter(|_| is_short) {
        // Write too much and drop it: which numbers there are is as good as random.
        let start = bytes.len();
        bytes.extend_from_slice(&[head, rest.len().wrapping_sub(FOLLOWING) as u8]);
        bytes.truncate(start + 1 + usize::from(rest.len() >= FOLLOWING));
        let start = bytes.len();
        bytes.extend_from_slice(chunk);
        bytes.truncate(start + rest.len());
        bytes.push(count as u8);
        bytes.truncate(start + rest.len() + usize::from(count != 1));
        return;
    }
    bytes.push(head);
    if shared >= SHARED {
        push((shared - SHARED) as u64, bytes);
    }
    if rest.len() >= FOLLOWING {
        push((rest.len() - FOLLOWING) as u64, bytes);
    }
    bytes.extend_from_slice(rest);
    if count != 1 {
        push(u64::from(count), bytes);
    }
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
        let (&version, mut rest) = bytes.split_first()?;
        if !(1..=VERSION).contains(&version) {
            return None;
        }
        let (mut bag, mut token) = (Self::default(), Vec::new());
        for _ in 0..pull(&mut rest)? {
            let (shared, length, many) = match version {
                1 => (pull(&mut rest)?, pull(&mut rest)?, true),
                _ => lengths(&mut rest)?,
            };
            let (shared, length) = (usize::try_from(shared).ok()?, usize::try_from(length).ok()?);
            if shared > token.len() {
                return None;
            }
            token.truncate(shared);
            token.extend_from_slice(rest.split_off(..length)?);
            str::from_utf8(&token).ok()?;
            bag.tokens.push(&token);
            bag.counts.push(if many { u32::try_from(pull(&mut rest)?).ok()? } else { 1 });
        }
        rest.is_empty().then_some(bag)
    }
}

/// What the first bytes of a token tell: how many bytes are shared, how many follow, and whether
/// there is a count.
fn lengths(rest: &mut &[u8]) -> Option<(u64, u64, bool)> {
    let head = *rest.split_off_first()?;
    let mut number = |number: u8, most: usize| {
        let more = if usize::from(number) == most { pull(rest)? } else { 0 };
        u64::from(number).checked_add(more)
    };
    let shared = number(head >> 3 & SHARED as u8, SHARED)?;
    Some((shared, number(head & FOLLOWING as u8, FOLLOWING)?, head & MANY != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(entries: &[(&[u8], u32)]) -> Vec<u8> {
        let terms: Terms = entries.iter().map(|entry| entry.0).collect();
        let ids: Vec<i32> = (0..entries.len() as i32).collect();
        let counts: Vec<i64> = entries.iter().map(|entry| i64::from(entry.1)).collect();
        write(&terms, &ids, &counts)
    }

    const SOME: [(&[u8], u32); 4] =
        [(b"abc", 2), (b"abd", 1), ("größe".as_bytes(), 300), (b"x", 1)];

    /// What was written is read again.
    #[test]
    fn bags_come_back() {
        let long = "x".repeat(300);
        let longer = format!("{long}y{long}");
        let two = [(long.as_bytes(), 1), (longer.as_bytes(), 0)];
        for entries in [&[][..], &SOME, &[(b"", 1)], &two] {
            let bag = Bag::read(&written(entries)).unwrap();
            let tokens: Vec<&[u8]> = bag.tokens.iter().collect();
            assert_eq!(tokens, entries.iter().map(|entry| entry.0).collect::<Vec<_>>());
            assert_eq!(bag.counts, entries.iter().map(|entry| entry.1).collect::<Vec<_>>());
        }
    }

    /// Numbers of any size stand beside each other.
    #[test]
    fn lengths_come_back() {
        for (shared, length) in (0..40).flat_map(|i| (1..20).map(move |j| (i, j))) {
            let tokens = ["a".repeat(shared), "a".repeat(shared) + &"b".repeat(length)];
            let last = "c".repeat(16 * (length % 2)); // so that bytes follow, or none
            let [one, two] = tokens.each_ref().map(String::as_bytes);
            let entries = [(one, length as u32), (two, 2), (last.as_bytes(), 200)];
            let bag = Bag::read(&written(&entries)).unwrap();
            assert!(bag.tokens.iter().eq(entries.iter().map(|entry| entry.0)));
            assert_eq!(bag.counts, entries.map(|entry| entry.1));
        }
    }

    /// Bags of the first version are read.
    #[test]
    fn old_bags_are_read() {
        let bag = Bag::read(b"\x01\x02\x00\x03abc\x02\x02\x01d\x01").unwrap();
        assert!(bag.tokens.iter().eq([b"abc", b"abd"]));
        assert_eq!(bag.counts, [2, 1]);
    }

    /// What was not written so is none, wherever it is cut or damaged.
    #[test]
    fn damage_is_seen() {
        let bytes = written(&SOME);
        for end in 0..bytes.len() {
            assert_eq!(Bag::read(&bytes[..end]), None);
        }
        assert_eq!(Bag::read(&[&bytes[..], b"x"].concat()), None);
        assert_eq!(Bag::read(&[1, 1, 5, 1, b'a', 1]), None);
        assert_eq!(Bag::read(&[3, 0]), None);
        assert_eq!(Bag::read(&[2, 1, 5 << 3 | 1, b'a']), None);
        assert_eq!(Bag::read(&[1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]), None);
    }
}
