//! A ledger: counts by token and class, with the day each token was last learned.
//!
//! It is all of a table, a part of it, or what is to change in it.

use crate::counts::terms::Terms;
use crate::memory::reserve;

/// In how many messages something occurs, and how often: a count, or by how much it changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    /// Messages.
    pub messages: i64,
    /// Occurrences in them.
    pub occurrences: i64,
}

impl Delta {
    /// Add another one.
    pub fn add(&mut self, other: Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.occurrences = self.occurrences.saturating_add(other.occurrences);
    }

    /// Whether it can be a count; larger ones would not be exact everywhere.
    pub(super) fn is_count(self) -> bool {
        let range = 0..1 << 53;
        range.contains(&self.messages) && range.contains(&self.occurrences)
    }
}

/// What one class has of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The number of the class.
    pub class: u32,
    /// What it has, or by how much that changes.
    pub delta: Delta,
}

/// A token, the day it was last learned, and its cells in the order of classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The token.
    pub token: &'a [u8],
    /// A number that grows with the days.
    pub day: u32,
    /// What the classes have of it, but for nothing.
    pub cells: &'a [Cell],
}

/// Entries in the order of their tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    tokens: Terms,
    days: Vec<u32>,
    ends: Vec<usize>,
    cells: Vec<Cell>,
}

impl Ledger {
    /// How many tokens there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.days.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.days.is_empty()
    }

    /// The tokens, in order.
    #[must_use]
    pub fn tokens(&self) -> &Terms {
        &self.tokens
    }

    /// The entry at a place.
    #[must_use]
    pub fn get(&self, at: usize) -> Entry<'_> {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        let cells = &self.cells[start..self.ends[at]];
        Entry { token: self.tokens.get(at as u32), day: self.days[at], cells }
    }

    /// All entries.
    pub fn iter(&self) -> impl Iterator<Item = Entry<'_>> {
        (0..self.len()).map(|at| self.get(at))
    }

    /// Make room for so many more entries, and so many bytes of tokens.
    pub fn reserve(&mut self, entries: usize, bytes: usize) {
        self.tokens.reserve(entries, bytes);
        self.days.reserve(entries);
        self.ends.reserve(entries);
        reserve(&mut self.cells, entries);
    }

    /// Whether each token gains messages, and no class loses any: then these are what changes in a
    /// table without tokens, and the table that comes of it.
    #[must_use]
    pub fn is_learned(&self) -> bool {
        let gains = |entry: Entry<'_>| entry.cells.iter().any(|cell| cell.delta.messages > 0);
        self.cells.iter().all(|cell| cell.delta.is_count()) && self.iter().all(gains)
    }

    /// Add an entry behind the others; cells of nothing are left out, and tokens without cells.
    pub fn push(&mut self, token: &[u8], day: u32, cells: impl IntoIterator<Item = Cell>) {
        let before = self.cells.len();
        self.cells.extend(cells.into_iter().filter(|cell| cell.delta != Delta::default()));
        if self.cells.len() > before {
            self.tokens.push(token);
            self.days.push(day);
            self.ends.push(self.cells.len());
        }
    }

    /// Whether a token may come next.
    #[must_use]
    pub fn precedes(&self, token: &[u8]) -> bool {
        self.is_empty() || self.get(self.len() - 1).token < token
    }

    /// Add the entries of another ledger, whose tokens come behind these.
    pub fn append(&mut self, other: Self) {
        if self.is_empty() {
            *self = other;
            return;
        }
        let before = self.cells.len();
        self.tokens.append(other.tokens);
        self.days.extend(other.days);
        self.ends.extend(other.ends.iter().map(|end| before + end));
        self.cells.extend(other.cells);
    }

    /// The place of the first token that is not before this one.
    #[must_use]
    pub fn place(&self, token: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.tokens.get(middle as u32) < token { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// The sums by class, in the order of these numbers.
    #[must_use]
    pub fn totals(&self, classes: &[u32]) -> Vec<Delta> {
        let mut totals = vec![Delta::default(); classes.len()];
        for cell in &self.cells {
            if let Some(at) = classes.iter().position(|&class| class == cell.class) {
                totals[at].add(cell.delta);
            }
        }
        totals
    }

    /// The sums of these entries and others.
    #[must_use]
    pub fn add(&self, others: &Self) -> Self {
        let (mut sums, mut cells) = (Self::default(), Vec::new());
        let bytes = self.tokens.n_bytes(0..self.len()) + others.tokens.n_bytes(0..others.len());
        sums.reserve(self.len() + others.len(), bytes);
        let mut old = self.iter().peekable();
        for other in others.iter() {
            while let Some(entry) = old.next_if(|entry| entry.token < other.token) {
                sums.push(entry.token, entry.day, entry.cells.iter().copied());
            }
            let entry = old.next_if(|entry| entry.token == other.token);
            add_up(entry, other, &mut cells);
            let day = entry.map_or(other.day, |entry| entry.day.max(other.day));
            sums.push(other.token, day, cells.iter().copied());
        }
        old.for_each(|entry| sums.push(entry.token, entry.day, entry.cells.iter().copied()));
        sums
    }
}

/// The sums of the cells of an entry, if there is one, and of another.
pub(super) fn add_up(entry: Option<Entry<'_>>, other: Entry<'_>, cells: &mut Vec<Cell>) {
    cells.clear();
    cells.extend_from_slice(entry.map_or(&[], |entry| entry.cells));
    for cell in other.cells {
        match cells.binary_search_by_key(&cell.class, |old| old.class) {
            Ok(at) => cells[at].delta.add(cell.delta),
            Err(at) => cells.insert(at, *cell),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) type Row<'a> = (&'a str, u32, &'a [(u32, i64, i64)]);

    /// A ledger of rows.
    pub fn ledger(rows: &[Row]) -> Ledger {
        let mut ledger = Ledger::default();
        for (token, day, cells) in rows {
            let cell = |&(class, messages, occurrences): &(u32, i64, i64)| Cell {
                class,
                delta: Delta { messages, occurrences },
            };
            ledger.push(token.as_bytes(), *day, cells.iter().map(cell));
        }
        ledger
    }

    /// A token is found where it stands, or would stand.
    #[test]
    fn tokens_have_places() {
        let some = ledger(&[("b", 1, &[(1, 1, 1)]), ("d", 1, &[(1, 1, 1)])]);
        let places: Vec<usize> =
            ["a", "b", "c", "d", "e"].iter().map(|token| some.place(token.as_bytes())).collect();
        assert_eq!(places, [0, 0, 1, 1, 2]);
        assert!(some.precedes(b"e") && !some.precedes(b"d"));
    }
}
