//! Prefix-coded blocks of some kilobytes that hold the entries of a ledger.
//!
//! A block is a version, then for each token: how many bytes it shares with the one before, how
//! many follow, these; its day less that of the one before; how many cells it has, and for each
//! the class, the messages and the occurrences. Numbers have seven bits a byte, the low ones first.

use super::cursor::Cursor;
use super::entries::{Cell, Entry, Ledger};
use super::varint::push;
use crate::counts::terms::shared;
use crate::error::Error;

/// The first byte of a block.
pub(super) const VERSION: u8 = 1;

/// Why a block cannot be changed or read.
pub(super) const DAMAGED: Error = Error::Damaged("a block of tokens is damaged");

/// Bytes that a block has at most, but for its last entry. In a smaller one less is written for a
/// token that changes; of smaller ones there are more to look through.
pub const SIZE: usize = 1000;

/// Bytes that an entry has at least, about.
pub(super) const ENTRY: usize = 8;

/// A block, its first token, and how many it has.
pub struct Block {
    /// The first token.
    pub first: Vec<u8>,
    /// How many tokens there are.
    pub tokens: usize,
    /// What is kept.
    pub bytes: Vec<u8>,
}

/// Write entries as few blocks of about the same size: full ones would part at the next token.
#[must_use]
pub fn write(ledger: &Ledger) -> Vec<Block> {
    let (bytes, ends) = whole(ledger);
    let size = even(bytes.len());
    let (mut blocks, mut next) = (Vec::new(), 0);
    while next < ledger.len() {
        let block = cut(ledger, next, &bytes, &ends, size);
        next += block.tokens;
        blocks.push(block);
    }
    blocks
}

/// Cut a block that has grown as its entries would be written; none if it was not written so.
#[must_use]
pub(super) fn part(whole: &[u8]) -> Option<Vec<Block>> {
    let size = even(whole.len());
    let mut cursor = Cursor::new(whole)?;
    let mut blocks: Vec<Block> = Vec::new();
    cursor.advance()?;
    while let Some(entry) = cursor.entry() {
        match blocks.last_mut().filter(|block| block.bytes.len() < size) {
            None => blocks.push(begin(entry, size)),
            Some(block) => {
                block.bytes.extend_from_slice(cursor.bytes);
                block.tokens += 1;
            }
        }
        cursor.advance()?;
    }
    Some(blocks)
}

/// The size of equal blocks that have so many bytes together.
fn even(bytes: usize) -> usize {
    bytes.div_ceil(bytes.div_ceil(SIZE).max(1))
}

/// A block with one entry, and room for others.
fn begin(entry: Entry<'_>, size: usize) -> Block {
    let mut bytes = Vec::with_capacity(size + 64);
    bytes.push(VERSION);
    write_entry(&mut bytes, (&[], 0), entry);
    Block { first: entry.token.to_vec(), tokens: 1, bytes }
}

/// All entries as one block, and where each of them ends.
fn whole(ledger: &Ledger) -> (Vec<u8>, Vec<usize>) {
    let room = ledger.tokens().n_bytes(0..ledger.len()) + 8 * ledger.len();
    let (mut bytes, mut ends) = (Vec::with_capacity(room), Vec::with_capacity(ledger.len()));
    bytes.push(VERSION);
    let mut before = (&[][..], 0);
    for entry in ledger.iter() {
        write_entry(&mut bytes, before, entry);
        ends.push(bytes.len());
        before = (entry.token, entry.day);
    }
    (bytes, ends)
}

/// A block that takes entries from one on, until it has so many bytes. But for the first, which
/// has none before it, they are written as they are in the whole.
fn cut(ledger: &Ledger, first: usize, whole: &[u8], ends: &[usize], size: usize) -> Block {
    let mut block = begin(ledger.get(first), size);
    let rest = &ends[first..];
    let more = rest.partition_point(|end| block.bytes.len() + end - rest[0] < size);
    let last = more.min(rest.len() - 1);
    block.bytes.extend_from_slice(&whole[rest[0]..rest[last]]);
    block.tokens += last;
    block
}

/// Write an entry behind one with a token and a day.
pub(super) fn write_entry(bytes: &mut Vec<u8>, before: (&[u8], u32), entry: Entry<'_>) {
    write_token(bytes, before, (entry.token, entry.day));
    push(entry.cells.len() as u64, bytes);
    for Cell { class, delta } in entry.cells {
        for number in [u64::from(*class), delta.messages as u64, delta.occurrences as u64] {
            push(number, bytes);
        }
    }
}

/// Write all of an entry but its cells.
pub(super) fn write_token(bytes: &mut Vec<u8>, before: (&[u8], u32), (token, day): (&[u8], u32)) {
    let shared = shared(before.0, token);
    push(shared as u64, bytes);
    push((token.len() - shared) as u64, bytes);
    bytes.extend_from_slice(&token[shared..]);
    push(zigzag(i64::from(day) - i64::from(before.1)), bytes);
}

/// Read the entries of a block behind those of others; none if it was not written so.
#[must_use]
pub fn read(block: &[u8], ledger: &mut Ledger) -> Option<()> {
    let mut cursor = Cursor::new(block)?;
    cursor.advance()?;
    if cursor.entry().is_some_and(|first| !ledger.precedes(first.token)) {
        return None;
    }
    while let Some(Entry { token, day, cells }) = cursor.entry() {
        ledger.push(token, day, cells.iter().copied());
        cursor.advance()?;
    }
    Some(())
}

fn zigzag(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

#[cfg(test)]
mod tests {
    use super::super::entries::Delta;
    use super::*;

    fn ledger(tokens: impl IntoIterator<Item = String>) -> Ledger {
        let mut ledger = Ledger::default();
        for (i, token) in (0..).zip(tokens) {
            let cell = |class| Cell {
                class,
                delta: Delta { messages: 1 + i % 7, occurrences: 1 + i % 400 },
            };
            let day = 20_260_131 + (i % 3) as u32 * 100;
            ledger.push(token.as_bytes(), day, (1..=1 + i as u32 % 3).map(cell));
        }
        ledger
    }

    fn all(blocks: &[Block]) -> Option<Ledger> {
        let mut ledger = Ledger::default();
        for block in blocks {
            read(&block.bytes, &mut ledger)?;
        }
        Some(ledger)
    }

    /// What was written is read again, in blocks of about their size at most.
    #[test]
    fn ledgers_come_back() {
        for n in [0, 1, 3, 5000] {
            let ledger = tokens(n);
            let blocks = write(&ledger);
            assert!(blocks.iter().all(|block| block.bytes.len() < SIZE + 40));
            assert_eq!(blocks.iter().map(|block| block.tokens).sum::<usize>(), n);
            assert_eq!(all(&blocks), Some(ledger));
        }
    }

    /// Where one block becomes two, both have room for more.
    #[test]
    fn blocks_are_cut_in_the_middle() {
        let n = (1..1000).find(|&n| write(&tokens(n)).len() == 2).unwrap();
        let sizes: Vec<usize> = write(&tokens(n)).iter().map(|block| block.bytes.len()).collect();
        assert!(sizes.iter().all(|size| (SIZE / 3..=2 * SIZE / 3).contains(size)), "{sizes:?}");
    }

    fn tokens(n: usize) -> Ledger {
        ledger((0..n).map(|i| format!("größe{i:05}")))
    }

    /// Whatever it is, a token has a block.
    #[test]
    fn large_tokens_are_kept() {
        let ledger = ledger(["a".repeat(9000), "b".to_owned(), "c".repeat(9000)]);
        let blocks = write(&ledger);
        assert_eq!(blocks.iter().map(|block| block.tokens).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(all(&blocks), Some(ledger));
    }

    /// What was not written so is refused, wherever it is cut or damaged.
    #[test]
    fn damage_is_seen() {
        let bytes = write(&ledger(["abc".to_owned(), "abd".to_owned()])).remove(0).bytes;
        let mut cuts = 0;
        for end in 0..bytes.len() {
            let mut ledger = Ledger::default();
            cuts += usize::from(read(&bytes[..end], &mut ledger).is_some());
        }
        assert_eq!(cuts, 2, "at the ends of the version and of the first entry nothing is amiss");
        let twice = [&bytes[..], &bytes[1..]].concat();
        assert_eq!(read(&twice, &mut Ledger::default()), None, "out of order");
        assert_eq!(read(&[1, 5, 1, b'a', 0, 1, 1, 1, 1], &mut Ledger::default()), None);
        assert_eq!(read(&[1, 0, 1, b'a', 0, 0], &mut Ledger::default()), None, "no cells");
        assert_eq!(read(&[1, 0, 1, 0xff, 0, 1, 1, 1, 1], &mut Ledger::default()), None, "no text");
    }
}
