//! Cursor that decodes the entries of a block one by one.

use super::block::VERSION;
use super::entries::{Cell, Delta, Entry};
use super::seal;
use super::varint::pull;

/// The entry at hand, and what follows it.
pub struct Cursor<'a> {
    /// How the entry was written; nothing before the first one and behind the last.
    pub bytes: &'a [u8],
    /// How its cells were.
    pub numbers: &'a [u8],
    rest: &'a [u8],
    token: Vec<u8>,
    day: u32,
    cells: Vec<Cell>,
}

impl<'a> Cursor<'a> {
    /// Stand before the first entry of a block; none if it is of no version that is known, or its
    /// checksum is not that of its bytes.
    #[must_use]
    pub fn new(block: &'a [u8]) -> Option<Self> {
        let rest = seal::open(block)?.strip_prefix(&[VERSION])?;
        let (bytes, numbers) = (&rest[..0], &rest[..0]);
        Some(Self { bytes, numbers, rest, token: Vec::new(), day: 0, cells: Vec::new() })
    }

    /// The entry at hand, if there is one.
    #[must_use]
    pub fn entry(&self) -> Option<Entry<'_>> {
        let Self { token, day, cells, .. } = self;
        (!self.bytes.is_empty()).then_some(Entry { token, day: *day, cells })
    }

    /// Go to the next entry, or behind the last one; none if it was not written so.
    #[must_use]
    pub fn advance(&mut self) -> Option<()> {
        let mut rest = self.rest;
        if rest.is_empty() {
            self.bytes = rest;
            return Some(());
        }
        let ascends = self.read_token(&mut rest)?;
        self.day =
            u32::try_from(i64::from(self.day).checked_add(unzigzag(pull(&mut rest)?))?).ok()?;
        let numbers = rest;
        self.read_cells(&mut rest)?;
        self.bytes = &self.rest[..self.rest.len() - rest.len()];
        self.numbers = &numbers[..numbers.len() - rest.len()];
        self.rest = rest;
        (ascends && is_text(&self.token)).then_some(())
    }

    /// Read a token, and whether it may stand behind the one before it.
    #[inline]
    fn read_token(&mut self, rest: &mut &[u8]) -> Option<bool> {
        let (shared, length) = (pull(rest)? as usize, pull(rest)? as usize);
        let following = rest.split_off(..length)?;
        let ascends = self.bytes.is_empty() || self.token.get(shared..)? < following;
        if shared > self.token.len() {
            return None;
        }
        self.token.truncate(shared);
        self.token.extend_from_slice(following);
        Some(ascends)
    }

    /// Read cells, of which there must be some, in the order of their classes.
    #[inline]
    fn read_cells(&mut self, rest: &mut &[u8]) -> Option<()> {
        self.cells.clear();
        let mut least = 0;
        for _ in 0..pull(rest)? {
            let class = u32::try_from(pull(rest)?).ok()?;
            let messages = i64::try_from(pull(rest)?).ok()?;
            let occurrences = i64::try_from(pull(rest)?).ok()?;
            if class < least {
                return None;
            }
            least = class.checked_add(1)?;
            self.cells.push(Cell { class, delta: Delta { messages, occurrences } });
        }
        (!self.cells.is_empty()).then_some(())
    }
}

/// Whether a token is UTF-8; most are ASCII, which is quicker to tell.
fn is_text(token: &[u8]) -> bool {
    token.is_ascii() || str::from_utf8(token).is_ok()
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}
