//! Live counts: what classes have of the tokens of a corpus, changed in place message by message.

use super::corpus::TokenCount;
use super::entries::{Delta, Ledger};
use crate::counts::vocabulary::{NONE, Vocabulary};
use crate::error::{Error, Result};

/// What is known of a class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveClass {
    /// Messages that were learned.
    pub messages: i64,
    /// Sums over all tokens.
    pub totals: Delta,
    /// How many tokens stand in so many of its messages, by that number; the first is not kept.
    pub spread: Vec<i64>,
}

/// Counts by token and class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LiveCounts {
    classes: Vec<LiveClass>,
    cells: Vec<Delta>, // a row a token
    tokens: i64,
}

impl LiveCounts {
    /// What is known of each class.
    #[must_use]
    pub fn classes(&self) -> &[LiveClass] {
        &self.classes
    }

    /// How many tokens are known, which are those that some class has.
    #[must_use]
    pub fn tokens(&self) -> i64 {
        self.tokens
    }

    /// What a ledger holds of the tokens of a corpus, of all that is known of these classes.
    ///
    /// `numbers` are those of the classes in the ledger; `tokens` are known in all.
    #[must_use]
    pub fn restore(
        classes: Vec<LiveClass>,
        numbers: &[u32],
        tokens: i64,
        ledger: &Ledger,
        corpus: &Vocabulary,
    ) -> Self {
        let width = classes.len();
        let mut cells = vec![Delta::default(); corpus.len() * width];
        for entry in ledger.iter() {
            let token = corpus.get(entry.token);
            if token == NONE {
                continue;
            }
            for cell in entry.cells {
                if let Some(at) = numbers.iter().position(|number| *number == cell.class) {
                    cells[token as usize * width + at] = cell.delta;
                }
            }
        }
        Self { classes, cells, tokens }
    }

    /// Add a class of which nothing was learned.
    pub fn add_class(&mut self) {
        let old = self.classes.len();
        self.classes.push(LiveClass::default());
        if old > 0 {
            let rows = self.cells.chunks(old);
            self.cells =
                rows.flat_map(|row| row.iter().copied().chain([Delta::default()])).collect();
        }
    }

    /// The counts of a token by class, if any class has it.
    #[must_use]
    pub fn row(&self, token: u32) -> Option<&[Delta]> {
        let start = token as usize * self.classes.len();
        let row = self.cells.get(start..start + self.classes.len())?;
        is_known(row).then_some(row)
    }

    /// Learn a message in a class.
    pub fn learn(&mut self, message: &[TokenCount], class: usize) {
        self.change(message, class, 1);
    }

    /// Forget a message that was learned in a class; nothing changes if it was not.
    pub fn forget(&mut self, message: &[TokenCount], class: usize) -> Result<()> {
        let has = |one: &TokenCount| {
            let held = self.row(one.token).map_or_else(Delta::default, |row| row[class]);
            held.messages > 0 && held.occurrences >= i64::from(one.occurrences)
        };
        if self.classes[class].messages == 0 || !message.iter().all(has) {
            return Err(Error::Invalid("the message was not learned in this class".into()));
        }
        self.change(message, class, -1);
        Ok(())
    }

    fn change(&mut self, message: &[TokenCount], class: usize, sign: i64) {
        let width = self.classes.len();
        self.classes[class].messages += sign;
        for one in message {
            let start = one.token as usize * width;
            if self.cells.len() < start + width {
                self.cells.resize(start + width, Delta::default());
            }
            let row = &mut self.cells[start..start + width];
            let (was_known, before) = (is_known(row), row[class].messages);
            let delta = Delta { messages: sign, occurrences: sign * i64::from(one.occurrences) };
            row[class].add(delta);
            self.tokens += i64::from(is_known(row)) - i64::from(was_known);
            self.classes[class].totals.add(delta);
            self.classes[class].respread(before, before + sign);
        }
    }
}

impl LiveClass {
    /// A token stands in more messages than before, or in fewer.
    fn respread(&mut self, before: i64, after: i64) {
        let most = before.max(after) as usize;
        if self.spread.len() <= most {
            self.spread.resize(most + 1, 0);
        }
        self.spread[before as usize] -= i64::from(before > 0);
        self.spread[after as usize] += i64::from(after > 0);
    }
}

fn is_known(row: &[Delta]) -> bool {
    row.iter().any(|cell| cell.messages > 0)
}

#[cfg(test)]
mod tests {
    use super::super::corpus::tests::corpus;
    use super::*;

    fn learned(corpus: &super::super::corpus::Corpus) -> LiveCounts {
        let mut counts = LiveCounts::default();
        counts.add_class();
        counts.learn(corpus.row(0), 0);
        counts.add_class();
        counts.learn(corpus.row(1), 1);
        counts
    }

    /// What a class has of a token is how many of its messages have it, and how often.
    #[test]
    fn counts_by_class() {
        let corpus = corpus(&["cheap cheap lunch", "lunch"]);
        let counts = learned(&corpus);
        let id = |token: &[u8]| corpus.tokens().get(token);
        let cell = |messages, occurrences| Delta { messages, occurrences };
        assert_eq!(counts.row(id(b"cheap")), Some(&[cell(1, 2), cell(0, 0)][..]));
        assert_eq!(counts.row(id(b"lunch")), Some(&[cell(1, 1), cell(1, 1)][..]));
        assert_eq!(counts.tokens(), corpus.tokens().len() as i64);
        assert_eq!(counts.classes()[0].spread, [0, 3], "two words, and the type of the part");
    }

    /// To learn and to forget is nothing; what was not learned cannot be forgotten.
    #[test]
    fn forgetting_is_exact() {
        let corpus = corpus(&["cheap cheap lunch", "lunch", "cheap news"]);
        let (before, mut after) = (learned(&corpus), learned(&corpus));
        assert!(after.forget(corpus.row(2), 0).is_err());
        assert_eq!(before, after);
        after.learn(corpus.row(2), 0);
        assert!(after.row(corpus.tokens().get(b"news")).is_some());
        after.forget(corpus.row(2), 0).unwrap();
        assert!(after.row(corpus.tokens().get(b"news")).is_none());
        assert_eq!(
            (before.tokens(), before.classes()[1].clone()),
            (after.tokens(), after.classes()[1].clone())
        );
        assert_eq!(before.classes()[0].totals, after.classes()[0].totals);
    }
}
