//! The tokens of one message and how often each occurs, in a form to be kept.
//!
//! A bag is written as its number of tokens, then for each token, in order: how many bytes it
//! shares with the one before, how many follow, these, and its count. Numbers have seven bits a
//! byte, the low ones first.

use super::terms::Terms;
use super::vocabulary::Vocabulary;

/// The first byte of a bag that was written.
const VERSION: u8 = 1;

/// Sorted tokens, each with a count.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bag {
    /// The tokens.
    pub tokens: Terms,
    /// How often each occurs.
    pub counts: Vec<u32>,
}

impl Bag {
    /// Count what `tokenize` emits.
    pub fn collect(tokenize: impl FnOnce(&mut dyn FnMut(&[u8]))) -> Self {
        let (mut vocabulary, mut counts) = (Vocabulary::default(), Vec::<u32>::new());
        tokenize(&mut |token| {
            let id = vocabulary.intern(token) as usize;
            if id == counts.len() {
                counts.push(0);
            }
            counts[id] += 1;
        });
        let keys: Vec<u128> = vocabulary.sort_keys().collect();
        let terms = vocabulary.into_terms();
        let mut order: Vec<u32> = (0..terms.len() as u32).collect();
        let key = |id: u32| (keys[id as usize], terms.get(id));
        order.sort_unstable_by(|one, other| key(*one).cmp(&key(*other)));
        Self {
            counts: order.iter().map(|id| counts[*id as usize]).collect(),
            tokens: terms.select(&order),
        }
    }

    /// Write it.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + 8 * self.counts.len());
        bytes.push(VERSION);
        push(self.counts.len(), &mut bytes);
        let mut before: &[u8] = &[];
        for (token, count) in self.tokens.iter().zip(&self.counts) {
            let shared = before.iter().zip(token).take_while(|(one, other)| one == other).count();
            push(shared, &mut bytes);
            push(token.len() - shared, &mut bytes);
            bytes.extend_from_slice(&token[shared..]);
            push(*count as usize, &mut bytes);
            before = token;
        }
        bytes
    }

    /// Read one that was written; none if it was not.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(&[VERSION])?;
        let (mut bag, mut token) = (Self::default(), Vec::new());
        for _ in 0..pull(&mut rest)? {
            let (shared, length) = (pull(&mut rest)?, pull(&mut rest)?);
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

fn push(mut number: usize, bytes: &mut Vec<u8>) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn pull(rest: &mut &[u8]) -> Option<usize> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let byte = *rest.split_off_first()?;
        number |= (byte as usize & 127).checked_shl(shift)?;
        if byte < 128 {
            return Some(number);
        }
        shift += 7;
        if shift > 56 {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(tokens: &[&str]) -> Bag {
        Bag::collect(|emit| tokens.iter().for_each(|token| emit(token.as_bytes())))
    }

    /// Tokens are sorted and counted.
    #[test]
    fn tokens_are_counted() {
        let bag = bag(&["subject:b", "a", "subject:a", "a", "a very long token of text"]);
        let tokens: Vec<&[u8]> = bag.tokens.iter().collect();
        assert_eq!(tokens, [&b"a"[..], b"a very long token of text", b"subject:a", b"subject:b"]);
        assert_eq!(bag.counts, [2, 1, 1, 1]);
    }

    /// What was written is read again.
    #[test]
    fn bags_come_back() {
        let long = "x".repeat(300);
        let many = ["y"; 200];
        for tokens in [&[][..], &["a"], &["a", "ab", "b", "größe", "grün"], &[&long], &many] {
            let bag = bag(tokens);
            assert_eq!(Bag::read(&bag.write()), Some(bag));
        }
    }

    /// What was not written so is none, wherever it is cut or damaged.
    #[test]
    fn damage_is_seen() {
        let bytes = bag(&["abc", "abd", "größe"]).write();
        for end in 0..bytes.len() {
            assert_eq!(Bag::read(&bytes[..end]), None);
        }
        assert_eq!(Bag::read(&[&bytes[..], b"x"].concat()), None);
        assert_eq!(Bag::read(&[1, 1, 5, 1, b'a', 1]), None);
        assert_eq!(Bag::read(&[1, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]), None);
    }
}
