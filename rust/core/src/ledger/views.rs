//! Queries on counts by token and class: find, sum, histogram, rare tokens.

use std::collections::BTreeMap;

use super::block::{self, DAMAGED, ENTRY};
use super::entries::{Cell, Delta, Entry, Ledger};
use crate::error::Result;

/// What blocks hold of some tokens, all in order. Blocks are read one by one: what is wanted of
/// them is little.
pub fn find<'a>(blocks: &[&[u8]], tokens: impl IntoIterator<Item = &'a [u8]>) -> Result<Ledger> {
    let (mut found, mut before) = (Ledger::default(), Ledger::default());
    let mut tokens = tokens.into_iter().peekable();
    for bytes in blocks {
        let held = read_behind(&before, bytes).ok_or(DAMAGED)?;
        while let Some(token) = tokens.next_if(|token| !held.precedes(token)) {
            if let Some(Entry { token, day, cells }) = held.find(token) {
                found.push(token, day, cells.iter().copied());
            }
        }
        before = held;
    }
    Ok(found)
}

/// Read a block that stands behind another one.
fn read_behind(before: &Ledger, bytes: &[u8]) -> Option<Ledger> {
    let mut held = Ledger::default();
    held.reserve(bytes.len() / ENTRY, bytes.len());
    block::read(bytes, &mut held)?;
    (held.is_empty() || before.precedes(held.get(0).token)).then_some(held)
}

impl Ledger {
    /// What it has of a token.
    #[must_use]
    pub fn find(&self, token: &[u8]) -> Option<Entry<'_>> {
        let at = self.place(token);
        (at < self.len()).then(|| self.get(at)).filter(|entry| entry.token == token)
    }

    /// For each class the sums of its counts.
    #[must_use]
    pub fn by_class(&self) -> BTreeMap<u32, Delta> {
        let mut sums: BTreeMap<u32, Delta> = BTreeMap::new();
        for cell in self.iter().flat_map(|entry| entry.cells) {
            sums.entry(cell.class).or_default().add(cell.delta);
        }
        sums
    }

    /// For each class how many of its tokens stand in so many messages.
    #[must_use]
    pub fn histogram(&self) -> BTreeMap<u32, BTreeMap<i64, usize>> {
        let mut classes: BTreeMap<u32, BTreeMap<i64, usize>> = BTreeMap::new();
        for cell in self.iter().flat_map(|entry| entry.cells) {
            *classes.entry(cell.class).or_default().entry(cell.delta.messages).or_default() += 1;
        }
        classes
    }

    /// What must change for tokens to leave that were last learned before a day, and stand in fewer
    /// messages. Those of day 0 stay: nobody knows when they were learned.
    #[must_use]
    pub fn rare(&self, messages: i64, before: u32) -> Self {
        let mut rare = Self::default();
        for entry in self.iter() {
            let sum: i64 = entry.cells.iter().map(|cell| cell.delta.messages).sum();
            if (1..before).contains(&entry.day) && sum < messages {
                rare.push(entry.token, entry.day, entry.cells.iter().map(negative));
            }
        }
        rare
    }

    /// The same with other numbers of classes; what has none is left out.
    #[must_use]
    pub fn renumber(&self, numbers: &BTreeMap<u32, u32>) -> Self {
        let mut ledger = Self::default();
        for entry in self.iter() {
            let cell = |cell: &Cell| numbers.get(&cell.class).map(|&class| Cell { class, ..*cell });
            let mut cells: Vec<Cell> = entry.cells.iter().filter_map(cell).collect();
            cells.sort_unstable_by_key(|cell| cell.class);
            ledger.push(entry.token, entry.day, cells);
        }
        ledger
    }
}

fn negative(cell: &Cell) -> Cell {
    let Delta { messages, occurrences } = cell.delta;
    Cell { class: cell.class, delta: Delta { messages: -messages, occurrences: -occurrences } }
}

#[cfg(test)]
mod tests {
    use super::super::edit::tests::changed;
    use super::*;

    fn cell(class: u32, messages: i64, occurrences: i64) -> Cell {
        Cell { class, delta: Delta { messages, occurrences } }
    }

    fn some() -> Ledger {
        let mut ledger = Ledger::default();
        ledger.push(b"a", 1, [cell(1, 2, 5), cell(2, 1, 1)]);
        ledger.push(b"b", 9, [cell(1, 1, 1)]);
        ledger.push(b"c", 0, [cell(2, 1, 3)]);
        ledger
    }

    fn tokens(ledger: &Ledger) -> Vec<&[u8]> {
        ledger.iter().map(|entry| entry.token).collect()
    }

    fn block(token: &[u8]) -> Vec<u8> {
        let mut ledger = Ledger::default();
        ledger.push(token, 1, [cell(1, 2, 5)]);
        block::write(&ledger).remove(0).bytes
    }

    /// Tokens that are there are found, others are not.
    #[test]
    fn tokens_are_found() {
        let blocks = [block::write(&some()).remove(0).bytes, block(b"e"), block(b"g")];
        let blocks: Vec<&[u8]> = blocks.iter().map(|bytes| &bytes[..]).collect();
        let wanted = [&b"A"[..], b"a", b"aa", b"c", b"d", b"f", b"g", b"h"];
        assert_eq!(tokens(&find(&blocks, wanted).unwrap()), [b"a", b"c", b"g"]);
        assert_eq!(find(&blocks, [&b"b"[..]]).unwrap().get(0), some().get(1));
        assert!(find(&[], wanted).unwrap().is_empty());
    }

    /// Blocks that are damaged or out of order are refused.
    #[test]
    fn damage_is_seen() {
        let (one, other) = (block(b"a"), block(b"b"));
        assert!(find(&[&other, &one], [&b"a"[..]]).is_err());
        assert!(find(&[&one, &one], [&b"a"[..]]).is_err());
        assert!(find(&[&one[1..]], [&b"a"[..]]).is_err());
    }

    /// Sums and numbers of tokens are counted apart for each class.
    #[test]
    fn classes_are_counted() {
        let sum = |messages, occurrences| Delta { messages, occurrences };
        assert_eq!(some().by_class(), BTreeMap::from([(1, sum(3, 6)), (2, sum(2, 4))]));
        let once = BTreeMap::from([(1, 1), (2, 1)]);
        assert_eq!(some().histogram(), BTreeMap::from([(1, once), (2, BTreeMap::from([(1, 2)]))]));
    }

    /// Rare tokens are those of old days in few messages; taking them away leaves the others.
    #[test]
    fn rare_tokens_leave() {
        assert!(some().rare(3, 5).is_empty());
        let rare = some().rare(4, 5);
        assert_eq!(tokens(&rare), [b"a"]);
        assert_eq!(tokens(&changed(&some(), &rare, 0..1).unwrap()), [b"b", b"c"]);
    }

    /// Classes get their new numbers, in their order, and those without one leave.
    #[test]
    fn classes_are_renumbered() {
        let other = some().renumber(&BTreeMap::from([(1, 8), (2, 7)]));
        assert_eq!(other.get(0).cells, [cell(7, 1, 1), cell(8, 2, 5)]);
        assert_eq!(tokens(&some().renumber(&BTreeMap::from([(2, 2)]))), [b"a", b"c"]);
    }
}
