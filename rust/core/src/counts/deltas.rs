//! What learning messages, and moving bags, changes in the counts by token and class.

use super::bag::Bag;
use super::ledger::{Cell, Delta, Ledger};
use super::rows::Csr;
use super::terms::Terms;
use super::vocabulary::Vocabulary;

/// Changes by token and class.
pub struct Deltas {
    classes: usize,
    tokens: Vocabulary,
    cells: Vec<Delta>,
}

impl Deltas {
    /// No changes, in so many classes.
    #[must_use]
    pub fn new(classes: usize) -> Self {
        Self { classes, tokens: Vocabulary::default(), cells: Vec::new() }
    }

    /// Learn the rows of a matrix, each in its class; its columns are `terms`.
    pub fn add_rows(&mut self, terms: &Terms, matrix: &Csr<i64>, labels: &[usize]) {
        let mut sums = vec![Delta::default(); terms.len() * self.classes];
        for (row, label) in matrix.indptr.windows(2).zip(labels) {
            let entries = row[0] as usize..row[1] as usize;
            let columns = &matrix.indices[entries.clone()];
            for (&column, &count) in columns.iter().zip(&matrix.data[entries]) {
                let one = Delta { messages: 1, occurrences: count };
                sums[column as usize * self.classes + label].add(one);
            }
        }
        for (token, cells) in terms.iter().zip(sums.chunks(self.classes)) {
            self.row(token).iter_mut().zip(cells).for_each(|(cell, sum)| cell.add(*sum));
        }
    }

    /// Learn a bag in a class (`sign` 1), or forget it (-1).
    pub fn add_bag(&mut self, bag: &Bag, class: usize, sign: i64) {
        for (token, count) in bag.tokens.iter().zip(&bag.counts) {
            let one = Delta { messages: sign, occurrences: sign * i64::from(*count) };
            self.row(token)[class].add(one);
        }
    }

    fn row(&mut self, token: &[u8]) -> &mut [Delta] {
        let start = self.tokens.intern(token) as usize * self.classes;
        if start == self.cells.len() {
            self.cells.resize(start + self.classes, Delta::default());
        }
        &mut self.cells[start..start + self.classes]
    }

    /// Changes of the sums over all tokens, by class.
    #[must_use]
    pub fn totals(&self) -> Vec<Delta> {
        let mut totals = vec![Delta::default(); self.classes];
        for row in self.cells.chunks(self.classes) {
            totals.iter_mut().zip(row).for_each(|(total, cell)| total.add(*cell));
        }
        totals
    }

    /// The changes in order, made on a day; `numbers` are those of the classes.
    #[must_use]
    pub fn finish(self, numbers: &[u32], day: u32) -> Ledger {
        let keys: Vec<u128> = self.tokens.sort_keys().collect();
        let terms = self.tokens.into_terms();
        let mut order: Vec<u32> = (0..terms.len() as u32).collect();
        let key = |id: u32| (keys[id as usize], terms.get(id));
        order.sort_unstable_by(|one, other| key(*one).cmp(&key(*other)));
        let mut ledger = Ledger::default();
        for id in order {
            let row = &self.cells[id as usize * self.classes..][..self.classes];
            let cells = numbers.iter().zip(row).map(|(&class, &delta)| Cell { class, delta });
            ledger.push(terms.get(id), day, cells);
        }
        ledger
    }
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
        let row = |entry: crate::counts::ledger::Entry<'_>| entry.cells.iter().map(cell).collect();
        ledger.iter().map(|entry| (str::from_utf8(entry.token).unwrap(), row(entry))).collect()
    }

    /// Bags and rows add up by token and class, in the order of the tokens.
    #[test]
    fn bags_and_rows_add_up() {
        let mut deltas = Deltas::new(2);
        deltas.add_bag(&bag(&["b", "c"], &[1, 1]), 1, 1);
        let terms: Terms = [&b"a"[..], b"b"].into_iter().collect();
        let matrix = Csr { indptr: vec![0, 2, 3], indices: vec![0, 1, 1], data: vec![1, 2, 4] };
        deltas.add_rows(&terms, &matrix, &[0, 0]);
        assert_eq!(deltas.totals()[0], Delta { messages: 3, occurrences: 7 });
        let ledger = deltas.finish(&[3, 5], 7);
        let expected =
            [("a", vec![(3, 1, 1)]), ("b", vec![(3, 2, 6), (5, 1, 1)]), ("c", vec![(5, 1, 1)])];
        assert_eq!(rows(&ledger), expected);
        assert!(ledger.iter().all(|entry| entry.day == 7));
    }

    /// Learning and forgetting the same bag changes nothing.
    #[test]
    fn opposites_cancel() {
        let mut deltas = Deltas::new(1);
        deltas.add_bag(&bag(&["a", "b"], &[1, 2]), 0, 1);
        deltas.add_bag(&bag(&["a", "b"], &[1, 2]), 0, -1);
        assert_eq!(deltas.totals(), [Delta::default()]);
        assert!(deltas.finish(&[1], 7).is_empty());
    }
}
