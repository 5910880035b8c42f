//! What learning and forgetting bags changes in a table of counts by token and class.

use super::bag::Bag;
use super::terms::Terms;
use super::vocabulary::Vocabulary;

/// What one cell of a table gains or loses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    /// Messages that have the token.
    pub messages: i64,
    /// Times it occurs in them.
    pub occurrences: i64,
}

/// Changes by token and class.
pub struct Deltas {
    classes: usize,
    tokens: Vocabulary,
    cells: Vec<Delta>,
    /// Changes of the sums over all tokens, by class.
    pub totals: Vec<Delta>,
}

impl Deltas {
    /// No changes, in so many classes.
    #[must_use]
    pub fn new(classes: usize) -> Self {
        Self {
            classes,
            tokens: Vocabulary::default(),
            cells: Vec::new(),
            totals: vec![Delta::default(); classes],
        }
    }

    /// Learn a bag in a class (`sign` 1), or forget it (-1).
    pub fn add(&mut self, bag: &Bag, class: usize, sign: i64) {
        for (token, count) in bag.tokens.iter().zip(&bag.counts) {
            let id = self.tokens.intern(token) as usize;
            if id * self.classes == self.cells.len() {
                self.cells.resize(self.cells.len() + self.classes, Delta::default());
            }
            let occurrences = sign * i64::from(*count);
            for cell in [&mut self.cells[id * self.classes + class], &mut self.totals[class]] {
                cell.messages += sign;
                cell.occurrences += occurrences;
            }
        }
    }

    /// Hand on the tokens in order, each with its changes by class, where there are any.
    pub fn for_each<E>(
        self,
        mut take: impl FnMut(&[u8], &[Delta]) -> Result<(), E>,
    ) -> Result<(), E> {
        let keys: Vec<u128> = self.tokens.sort_keys().collect();
        let terms: Terms = self.tokens.into_terms();
        let mut order: Vec<u32> = (0..terms.len() as u32).collect();
        let key = |id: u32| (keys[id as usize], terms.get(id));
        order.sort_unstable_by(|one, other| key(*one).cmp(&key(*other)));
        for id in order {
            let cells = &self.cells[id as usize * self.classes..][..self.classes];
            if cells.iter().any(|cell| *cell != Delta::default()) {
                take(terms.get(id), cells)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bag(tokens: &[&str]) -> Bag {
        Bag::collect(|emit| tokens.iter().for_each(|token| emit(token.as_bytes())))
    }

    fn rows(deltas: Deltas) -> Vec<(String, Vec<(i64, i64)>)> {
        let mut rows = Vec::new();
        let taken: Result<(), ()> = deltas.for_each(|token, cells| {
            let cells = cells.iter().map(|cell| (cell.messages, cell.occurrences)).collect();
            rows.push((String::from_utf8_lossy(token).into_owned(), cells));
            Ok(())
        });
        assert_eq!(taken, Ok(()));
        rows
    }

    /// Bags add up by token and class, in the order of the tokens.
    #[test]
    fn bags_add_up() {
        let mut deltas = Deltas::new(2);
        deltas.add(&bag(&["b", "a", "b"]), 0, 1);
        deltas.add(&bag(&["b", "c"]), 1, 1);
        assert_eq!(deltas.totals[0], Delta { messages: 2, occurrences: 3 });
        assert_eq!(
            rows(deltas),
            [
                ("a".to_owned(), vec![(1, 1), (0, 0)]),
                ("b".to_owned(), vec![(1, 2), (1, 1)]),
                ("c".to_owned(), vec![(0, 0), (1, 1)]),
            ]
        );
    }

    /// Learning and forgetting the same bag changes nothing.
    #[test]
    fn opposites_cancel() {
        let mut deltas = Deltas::new(1);
        deltas.add(&bag(&["a", "b"]), 0, 1);
        deltas.add(&bag(&["a", "b"]), 0, -1);
        assert_eq!(deltas.totals[0], Delta::default());
        assert_eq!(rows(deltas), []);
    }
}
