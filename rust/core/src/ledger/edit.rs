//! Merges changes into one block: unchanged entries are copied without decoding.

use std::ops::Range;

use super::block::{self, Block, DAMAGED, SIZE, VERSION};
use super::cursor::Cursor;
use super::entries::{Cell, Delta, Entry, Ledger, add_up};
use crate::error::{Error, Result};

/// Make some changes in a block that begins with a token: the blocks that come in its place, and
/// how many tokens there are more. A token of which nothing is left leaves.
pub fn edit(
    old: &[u8],
    first: Option<&[u8]>,
    changes: &Ledger,
    some: Range<usize>,
) -> Result<(Vec<Block>, i64)> {
    let mut edit = Edit::new(old)?;
    if edit.old.entry().map(|entry| entry.token) != first {
        return Err(DAMAGED);
    }
    let mut cells = Vec::new();
    for change in some.map(|at| changes.get(at)) {
        while edit.old.entry().is_some_and(|entry| entry.token < change.token) {
            edit.keep()?;
        }
        let entry = edit.old.entry().filter(|entry| entry.token == change.token);
        let is_known = entry.is_some();
        add_up(entry, change, &mut cells);
        let day = checked_day(entry, change, &cells)?;
        cells.retain(|cell| cell.delta != Delta::default());
        edit.put(Entry { token: change.token, day, cells: &cells });
        if is_known {
            edit.leave()?;
        }
    }
    while edit.old.entry().is_some() {
        edit.keep()?;
    }
    edit.finish()
}

/// What was written so far, and what is left of the old block.
struct Edit<'a> {
    old: Cursor<'a>,
    bytes: Vec<u8>,
    tokens: usize,
    more: i64,
    last: Vec<u8>, // the token that was written last
    day: u32,
    follows: bool, // whether what is at hand stood behind the same entry
}

impl<'a> Edit<'a> {
    fn new(block: &'a [u8]) -> Result<Self> {
        let mut bytes = Vec::with_capacity(block.len() + block.len() / 4 + 64);
        bytes.push(VERSION);
        let mut old = Cursor::new(block).ok_or(DAMAGED)?;
        old.advance().ok_or(DAMAGED)?;
        let last = Vec::with_capacity(64);
        Ok(Self { old, bytes, tokens: 0, more: 0, last, day: 0, follows: true })
    }

    /// Copy the entry at hand.
    fn keep(&mut self) -> Result<()> {
        if let Some(Entry { token, day, .. }) = self.old.entry() {
            if self.follows {
                self.bytes.extend_from_slice(self.old.bytes);
            } else {
                block::write_token(&mut self.bytes, (&self.last, self.day), (token, day));
                self.bytes.extend_from_slice(self.old.numbers);
            }
            self.last.clear();
            self.last.extend_from_slice(token);
            self.day = day;
        }
        self.tokens += 1;
        self.follows = true;
        self.old.advance().ok_or(DAMAGED)
    }

    /// Write an entry, unless it has nothing.
    fn put(&mut self, entry: Entry<'_>) {
        self.follows = false;
        if !entry.cells.is_empty() {
            block::write_entry(&mut self.bytes, (&self.last, self.day), entry);
            entry.token.clone_into(&mut self.last);
            self.day = entry.day;
            self.tokens += 1;
            self.more += 1;
        }
    }

    /// Pass over the entry at hand.
    fn leave(&mut self) -> Result<()> {
        self.more -= 1;
        self.old.advance().ok_or(DAMAGED)
    }

    fn finish(self) -> Result<(Vec<Block>, i64)> {
        let Self { bytes, tokens, more, .. } = self;
        if tokens == 0 || bytes.len() > SIZE {
            return Ok((block::part(&bytes).ok_or(DAMAGED)?, more));
        }
        let mut first = Cursor::new(&bytes).ok_or(DAMAGED)?;
        first.advance().ok_or(DAMAGED)?;
        let first = first.entry().ok_or(DAMAGED)?.token.to_vec();
        Ok((vec![Block { first, tokens, bytes }], more))
    }
}

/// The day of an entry with a change made, which leaves counts. What only loses keeps its day: it
/// was not learned.
fn checked_day(entry: Option<Entry<'_>>, change: Entry<'_>, cells: &[Cell]) -> Result<u32> {
    if !cells.iter().all(|cell| cell.delta.is_count()) {
        let token = String::from_utf8_lossy(change.token);
        let message = format!("the token {token:?} was not counted so often, or too often");
        return Err(Error::Invalid(message));
    }
    let learned = change.cells.iter().any(|cell| cell.delta.messages > 0);
    let before = entry.map_or(0, |entry| entry.day);
    Ok(if learned { before.max(change.day) } else { before })
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::entries::tests::ledger;
    use super::*;

    /// A ledger with changes made in its block.
    pub fn changed(old: &Ledger, changes: &Ledger, some: Range<usize>) -> Result<Ledger> {
        let block = block::write(old).pop().map_or_else(|| vec![VERSION], |block| block.bytes);
        let first = (!old.is_empty()).then(|| old.get(0).token);
        let (blocks, more) = edit(&block, first, changes, some)?;
        let mut new = Ledger::default();
        for one in &blocks {
            let before = new.len();
            block::read(&one.bytes, &mut new).ok_or(DAMAGED)?;
            assert_eq!(new.get(before).token, one.first);
            assert_eq!(new.len() - before, one.tokens);
        }
        assert_eq!(more, new.len() as i64 - old.len() as i64);
        let again: Vec<Vec<u8>> = block::write(&new).into_iter().map(|one| one.bytes).collect();
        assert_eq!(blocks.into_iter().map(|one| one.bytes).collect::<Vec<_>>(), again);
        Ok(new)
    }

    /// Changes are made in order: old tokens stay, new ones come, those of which nothing is left go.
    #[test]
    fn changes_are_made() {
        let old = ledger(&[("b", 3, &[(1, 2, 5)]), ("d", 3, &[(2, 1, 1)]), ("e", 3, &[(1, 1, 1)])]);
        let changes = ledger(&[
            ("a", 5, &[(2, 1, 1)]),
            ("b", 5, &[(1, -1, -2), (2, 1, 2)]),
            ("d", 5, &[(2, -1, -1)]),
        ]);
        let expected = ledger(&[
            ("a", 5, &[(2, 1, 1)]),
            ("b", 5, &[(1, 1, 3), (2, 1, 2)]),
            ("e", 3, &[(1, 1, 1)]),
        ]);
        assert_eq!(changed(&old, &changes, 0..3).unwrap(), expected);
        assert_eq!(changed(&old, &changes, 1..1).unwrap(), old);
    }

    /// What only loses keeps its day, and what gains keeps a later one.
    #[test]
    fn days_are_those_of_learning() {
        let old = ledger(&[("a", 7, &[(1, 2, 2)]), ("b", 3, &[(1, 2, 2)])]);
        let changes = ledger(&[("a", 5, &[(1, 1, 1)]), ("b", 5, &[(1, -1, -1)])]);
        let days: Vec<u32> =
            changed(&old, &changes, 0..2).unwrap().iter().map(|entry| entry.day).collect();
        assert_eq!(days, [7, 3]);
    }

    /// Nobody has less than nothing.
    #[test]
    fn counts_do_not_fall_below_zero() {
        let old = ledger(&[("a", 7, &[(1, 1, 2)])]);
        for change in [("a", 7, &[(1, -1, -3)]), ("b", 7, &[(1, -1, -1)]), ("a", 7, &[(2, -1, 0)])]
        {
            let changes = ledger(&[(change.0, change.1, change.2)]);
            assert!(changed(&old, &changes, 0..1).is_err());
        }
    }

    /// Whatever comes and goes, a block is what its entries would be written as.
    #[test]
    fn edited_blocks_are_as_written() {
        let words: Vec<String> = (0..40_u32).map(|i| format!("{:04b}x{}", i % 16, i / 9)).collect();
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.sort_unstable();
        words.dedup();
        for seed in 1..400_usize {
            let some = |step: usize| {
                words.iter().enumerate().filter(move |(i, _)| (i * seed).is_multiple_of(step))
            };
            let one: &[(u32, i64, i64)] = &[(1, 1, 1)];
            let old: Vec<_> = some(3).map(|(i, word)| (*word, 5 + i as u32 % 2, one)).collect();
            let gone: &[(u32, i64, i64)] = &[(1, -1, -1)];
            let held = |word: &str| old.iter().any(|row| row.0 == word);
            let cells = |i: usize, word| if held(word) && i.is_multiple_of(2) { gone } else { one };
            let changes: Vec<_> = some(2).map(|(i, word)| (*word, 6, cells(i, word))).collect();
            changed(&ledger(&old), &ledger(&changes), 0..changes.len()).unwrap();
        }
    }

    /// So are the blocks into which one is cut that outgrows its size.
    #[test]
    fn grown_blocks_are_as_written() {
        let words: Vec<String> = (0..240_u32).map(|i| format!("{i:04}{}", i * i)).collect();
        let one: &[(u32, i64, i64)] = &[(1, 1, 1)];
        for many in (20..=words.len()).step_by(20) {
            let rows = |is_old| -> Vec<_> {
                let words = words[..many].iter().enumerate();
                let some = words.filter(|(i, _)| i.is_multiple_of(4) == is_old);
                some.map(|(i, word)| (word.as_str(), 5 + i as u32 % 2, one)).collect()
            };
            let (old, new) = (ledger(&rows(true)), ledger(&rows(false)));
            assert_eq!(changed(&old, &new, 0..new.len()).unwrap().len(), many);
        }
    }
}
