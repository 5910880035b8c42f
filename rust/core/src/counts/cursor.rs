//! Goes through the entries of a block.

use super::block::VERSION;
use super::ledger::{Cell, Delta, Entry};
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
    /// Stand before the first entry of a block; none if it is of no version that is known.
    #[must_use]
    pub fn new(block: &'a [u8]) -> Option<Self> {
        let rest = block.strip_prefix(&[VERSION])?;
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
        let start = self.rest;
        if start.is_empty() {
            self.bytes = start;
            return Some(());
        }
        let ascends = self.read_token()?;
        self.day = u32::try_from(i64::from(self.day).checked_add(unzigzag(self.pull()?))?).ok()?;
        let numbers = self.rest;
        self.cells.clear();
        for _ in 0..self.pull()? {
            let cell = self.read_cell()?;
            self.cells.push(cell);
        }
        self.bytes = &start[..start.len() - self.rest.len()];
        self.numbers = &numbers[..numbers.len() - self.rest.len()];
        (ascends && self.is_sound()).then_some(())
    }

    /// Read a token, and whether it may stand behind the one before it.
    fn read_token(&mut self) -> Option<bool> {
        let (shared, length) = (self.pull()? as usize, self.pull()? as usize);
        let following = self.rest.split_off(..length)?;
        let ascends = self.bytes.is_empty() || self.token.get(shared..)? < following;
        if shared > self.token.len() {
            return None;
        }
        self.token.truncate(shared);
        self.token.extend_from_slice(following);
        Some(ascends)
    }

    fn is_sound(&self) -> bool {
        !self.cells.is_empty()
            && self.cells.is_sorted_by(|one, other| one.class < other.class)
            && str::from_utf8(&self.token).is_ok()
    }

    fn read_cell(&mut self) -> Option<Cell> {
        let class = u32::try_from(self.pull()?).ok()?;
        let messages = i64::try_from(self.pull()?).ok()?;
        let occurrences = i64::try_from(self.pull()?).ok()?;
        Some(Cell { class, delta: Delta { messages, occurrences } })
    }

    fn pull(&mut self) -> Option<u64> {
        pull(&mut self.rest)
    }
}

fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}
