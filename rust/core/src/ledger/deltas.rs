//! Deltas of counts by token and class, from learned messages and moved bags.

use std::ops::Range;

use super::bag::Bag;
use super::entries::{Cell, Delta, Ledger};
use crate::counts::csr::Csr;
use crate::counts::terms::Terms;
use crate::counts::vocabulary::Vocabulary;
use crate::threads::{Never, WORTH, all, split};

/// Changes by token and class, made on a day.
pub struct Deltas {
    classes: Vec<(u32, usize)>, // numbers in order, and the labels they stand for
    day: u32,
    learned: Ledger,
    tokens: Vocabulary,
    cells: Vec<Delta>,
}

impl Deltas {
    /// No changes yet; `numbers` are those of the classes.
    #[must_use]
    pub fn new(numbers: &[u32], day: u32) -> Self {
        let mut classes: Vec<(u32, usize)> = numbers.iter().copied().zip(0..).collect();
        classes.sort_unstable();
        let (learned, tokens) = (Ledger::default(), Vocabulary::default());
        Self { classes, day, learned, tokens, cells: Vec::new() }
    }

    /// Learn the rows of a matrix, each in its class, or not at all if it has none; the columns are
    /// `terms`, which are in order.
    pub fn add_rows(
        &mut self,
        terms: &Terms,
        matrix: &Csr<i64>,
        labels: &[Option<usize>],
        threads: usize,
    ) {
        let parts = split(terms.len(), threads.min(1 + matrix.indices.len() / WORTH));
        // Too short to be stopped.
        let parts = all(parts, &Never, |some| self.columns(terms, matrix, labels, some));
        let mut rows = Ledger::default();
        for part in parts {
            rows.append(part);
        }
        self.learned = if self.learned.is_empty() { rows } else { self.learned.add(&rows) };
    }

    /// What rows change in some of the columns.
    fn columns(
        &self,
        terms: &Terms,
        matrix: &Csr<i64>,
        labels: &[Option<usize>],
        some: Range<usize>,
    ) -> Ledger {
        let classes = self.classes.len();
        let mut sums = vec![Delta::default(); some.len() * classes];
        for (row, label) in matrix.indptr.windows(2).zip(labels) {
            let Some(label) = label else { continue };
            let entries = within(&matrix.indices, row[0] as usize..row[1] as usize, &some);
            let columns = &matrix.indices[entries.clone()];
            for (&column, &count) in columns.iter().zip(&matrix.data[entries]) {
                let one = Delta { messages: 1, occurrences: count };
                sums[(column as usize - some.start) * classes + label].add(one);
            }
        }
        let mut rows = Ledger::default();
        rows.reserve(some.len(), terms.n_bytes(some.clone()));
        for (column, cells) in some.zip(sums.chunks(classes)) {
            rows.push(terms.get(column as u32), self.day, self.numbered(cells));
        }
        rows
    }

    /// Learn a bag in a class (`sign` 1), or forget it (-1).
    pub fn add_bag(&mut self, bag: &Bag, class: usize, sign: i64) {
        for (token, count) in bag.tokens.iter().zip(&bag.counts) {
            let one = Delta { messages: sign, occurrences: sign * i64::from(*count) };
            self.add(token, class, one);
        }
    }

    /// Change what a class has of a token.
    pub fn add(&mut self, token: &[u8], class: usize, delta: Delta) {
        let start = self.tokens.intern(token) as usize * self.classes.len();
        if start == self.cells.len() {
            self.cells.resize(start + self.classes.len(), Delta::default());
        }
        self.cells[start + class].add(delta);
    }

    /// The changes in order.
    #[must_use]
    pub fn finish(self) -> Ledger {
        if self.tokens.is_empty() { self.learned } else { self.learned.add(&self.moved()) }
    }

    /// What bags change, in order.
    fn moved(&self) -> Ledger {
        let keys: Vec<u128> = self.tokens.sort_keys().collect();
        let terms = self.tokens.terms();
        let mut order: Vec<u32> = (0..terms.len() as u32).collect();
        let key = |id: u32| (keys[id as usize], terms.get(id));
        order.sort_unstable_by(|one, other| key(*one).cmp(&key(*other)));
        let (mut ledger, classes) = (Ledger::default(), self.classes.len());
        for id in order {
            let row = &self.cells[id as usize * classes..][..classes];
            ledger.push(terms.get(id), self.day, self.numbered(row));
        }
        ledger
    }

    fn numbered(&self, row: &[Delta]) -> impl Iterator<Item = Cell> {
        self.classes.iter().map(|&(class, label)| Cell { class, delta: row[label] })
    }
}

/// Those of the entries of a row, whose columns ascend, that stand in some columns.
fn within(indices: &[i32], row: Range<usize>, some: &Range<usize>) -> Range<usize> {
    let columns = &indices[row.clone()];
    let before = |end: usize| columns.partition_point(|&column| (column as usize) < end);
    row.start + before(some.start)..row.start + before(some.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(tokens: &[&str], counts: &[u32]) -> Bag {
        Bag { tokens: tokens.iter().map(|t| t.as_bytes()).collect(), counts: counts.to_vec() }
    }

    type Row<'a> = (&'a str, Vec<(u32, i64, i64)>);

    fn rows(ledger: &Ledger) -> Vec<Row<'_>> {
        let cell = |cell: &Cell| (cell.class, cell.delta.messages, cell.delta.occurrences);
        let row = |entry: crate::ledger::entries::Entry<'_>| entry.cells.iter().map(cell).collect();
        ledger.iter().map(|entry| (str::from_utf8(entry.token).unwrap(), row(entry))).collect()
    }

    /// Bags and rows of classes add up by token and class, in the order of the tokens.
    #[test]
    fn bags_and_rows_add_up() {
        let mut deltas = Deltas::new(&[5, 3], 7);
        deltas.add_bag(&bag(&["b", "c"], &[1, 1]), 0, 1);
        let terms: Terms = [&b"a"[..], b"b", b"d"].into_iter().collect();
        let (indptr, indices) = (vec![0, 2, 3, 4], vec![0, 1, 1, 2]);
        let matrix = Csr { indptr, indices, data: vec![1, 2, 4, 8] };
        deltas.add_rows(&terms, &matrix, &[Some(1), Some(1), None], 1);
        let ledger = deltas.finish();
        let expected =
            [("a", vec![(3, 1, 1)]), ("b", vec![(3, 2, 6), (5, 1, 1)]), ("c", vec![(5, 1, 1)])];
        assert_eq!(rows(&ledger), expected);
        assert!(ledger.iter().all(|entry| entry.day == 7));
        let totals = [Delta { messages: 2, occurrences: 2 }, Delta { messages: 3, occurrences: 7 }];
        assert_eq!(ledger.totals(&[5, 3]), totals);
    }

    /// Threads, of which each has some columns, count the same.
    #[test]
    fn threads_count_the_same() {
        let terms: Vec<String> = (0..5000).map(|i| format!("{i:04}")).collect();
        let terms: Terms = terms.iter().map(String::as_bytes).collect();
        let mut matrix = Csr::default();
        for row in 0..300 {
            matrix.indices.extend((0..5000).filter(|column| (column + row) % 7 < 2));
            matrix.indptr.push(matrix.indices.len() as i64);
        }
        matrix.data = (0..matrix.indices.len() as i64).map(|i| 1 + i % 3).collect();
        let labels: Vec<_> = (0..300).map(|row| Some(row % 2)).collect();
        let [one, three] = [1, 3].map(|threads| {
            let mut deltas = Deltas::new(&[5, 3], 7);
            deltas.add_rows(&terms, &matrix, &labels, threads);
            deltas.finish()
        });
        assert_eq!(one, three);
        assert_eq!(one.len(), 5000);
    }

    /// Learning and forgetting the same bag changes nothing.
    #[test]
    fn opposites_cancel() {
        let mut deltas = Deltas::new(&[1], 7);
        deltas.add_bag(&bag(&["a", "b"], &[1, 2]), 0, 1);
        deltas.add_bag(&bag(&["a", "b"], &[1, 2]), 0, -1);
        assert!(deltas.finish().is_empty());
    }
}
