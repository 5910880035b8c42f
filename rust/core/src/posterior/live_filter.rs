//! Live filter: counts and lessons of a corpus in memory, changed in place message by message.

use super::events::{Class, Event, Model};
use super::fields::field;
use super::lessons::{Lessons, Taught, taught};
use super::reading::{Sums, teaching_probabilities};
use super::replay::woven;
use crate::error::Result;
use crate::ledger::corpus::{Corpus, TokenCount};
use crate::ledger::entries::Delta;
use crate::ledger::live::{LiveClass, LiveCounts};

/// Up to so many messages each one learned is followed by a replay.
const FEW: usize = 200;
/// The share of messages that were taught nothing, at which a replay follows: one of so many.
const PENDING: usize = 10;
/// Messages of one class in a row that are taught; more would teach the class, not its words.
const IN_A_ROW: usize = 16;

/// A message that was learned.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Learned {
    message: usize,
    class: u32,
    day: u32,
    taught: Option<Taught>,
}

/// What was learned of a corpus.
#[derive(Clone, Debug, Default)]
pub struct LiveFilter {
    counts: LiveCounts,
    lessons: Lessons,
    fields: Vec<u8>, // of the tokens of the corpus
    journal: Vec<Learned>,
    pending: usize, // messages that were taught nothing yet
}

impl LiveFilter {
    /// The counts.
    #[must_use]
    pub fn counts(&self) -> &LiveCounts {
        &self.counts
    }

    /// The lessons.
    #[must_use]
    pub fn lessons(&self) -> &Lessons {
        &self.lessons
    }

    /// Add a class of which nothing was learned.
    pub fn add_class(&mut self) {
        self.counts.add_class();
        self.lessons = std::mem::take(&mut self.lessons).with_class();
    }

    /// Learn a message in a class on a day.
    pub fn learn(&mut self, corpus: &Corpus, message: usize, class: usize, day: u32) {
        self.know(corpus);
        let row = corpus.row(message);
        let taught = self.is_taught_at_once(class).then(|| {
            let model = self.model();
            self.lesson(row, class, None, |row, class| model.weight(row, class))
        });
        self.counts.learn(row, class);
        if let Some(taught) = &taught {
            self.lessons.teach(row, &self.fields, taught, class, 1);
        }
        self.pending += usize::from(taught.is_none());
        self.journal.push(Learned { message, class: class as u32, day, taught });
        if self.is_replay_due() {
            self.replay(corpus);
        }
    }

    /// Forget a message that was learned in a class; nothing changes if it was not.
    pub fn forget(&mut self, corpus: &Corpus, message: usize, class: usize) -> Result<()> {
        let row = corpus.row(message);
        self.counts.forget(row, class)?;
        let is_it = |one: &Learned| one.message == message && one.class as usize == class;
        if let Some(at) = self.journal.iter().rposition(is_it) {
            let gone = self.journal.remove(at);
            if let Some(taught) = &gone.taught {
                self.lessons.teach(row, &self.fields, taught, class, -1);
            }
        }
        self.replay(corpus);
        Ok(())
    }

    /// Find the fields of tokens that are new.
    fn know(&mut self, corpus: &Corpus) {
        let terms = corpus.tokens().terms();
        let new = self.fields.len() as u32..terms.len() as u32;
        self.fields.extend(new.map(|token| field(terms.get(token))));
    }

    fn messages(&self) -> Vec<i64> {
        self.counts.classes().iter().map(|class| class.messages).collect()
    }

    /// The model by which lessons are taught, whatever the settings are.
    fn model(&self) -> Model {
        let classes = self.counts.classes().iter();
        let class = |one: &LiveClass| Class {
            messages: one.messages,
            totals: one.totals,
            absence: 0.0,
        };
        let smallest = self.messages().into_iter().filter(|one| *one > 0).min().unwrap_or(0);
        Model {
            event: Event::Boolean,
            alpha: smoothing(smallest),
            classes: classes.map(class).collect(),
            tokens: self.counts.tokens(),
        }
    }

    /// Whether the next message, if it is of a class, is taught before any replay.
    fn is_taught_at_once(&self, class: usize) -> bool {
        let messages = self.messages();
        let is_choice = messages[class] > 0 && messages.iter().filter(|one| **one > 0).count() > 1;
        let alike = self.journal.iter().rev().take_while(|one| one.class as usize == class);
        is_choice && alike.take(IN_A_ROW).count() < IN_A_ROW
    }

    fn is_replay_due(&self) -> bool {
        self.journal.len() < FEW || self.pending * PENDING >= self.journal.len()
    }

    /// What a message of a class teaches; if it was counted, without what it added (`own`).
    fn lesson(
        &self,
        row: &[TokenCount],
        truth: usize,
        own: Option<usize>,
        weigh: impl Fn(&[Delta], usize) -> f64,
    ) -> Taught {
        let mut messages = self.messages();
        let mut sums = Sums::new(messages.len());
        let mut cells = Vec::new();
        for one in row {
            let field = self.fields[one.token as usize];
            cells.clear();
            cells.extend_from_slice(self.counts.row(one.token).unwrap_or_default());
            if let Some(cell) = own.and_then(|own| cells.get_mut(own)) {
                cell.messages -= 1;
            }
            if cells.iter().any(|cell| cell.messages > 0) {
                let lesson = |class| self.lessons.get(one.token, class);
                sums.add(field, |class| weigh(&cells, class), lesson);
            } else {
                sums.add_unknown(field);
            }
        }
        if let Some(own) = own {
            messages[own] -= 1;
        }
        taught(&teaching_probabilities(&sums, &messages), &messages, truth)
    }

    /// Teach all messages anew, each by the counts of the others.
    pub fn replay(&mut self, corpus: &Corpus) {
        let width = self.counts.classes().len();
        self.lessons = Lessons::new(width);
        self.pending = 0;
        let mut order: Vec<usize> = (0..self.journal.len()).collect();
        order.sort_by_key(|&at| (self.journal[at].day, corpus.digest(self.journal[at].message)));
        let classes: Vec<u32> = order.iter().map(|&at| self.journal[at].class).collect();
        let logs = Logs::new(self.model());
        for at in woven(&classes).into_iter().map(|place| order[place]) {
            let Learned { message, class, .. } = self.journal[at];
            let (row, class) = (corpus.row(message), class as usize);
            let totals = logs.totals_without(class, row.len());
            let weigh = |cells: &[Delta], class: usize| logs.get(cells[class].messages) - totals[class];
            let taught = self.lesson(row, class, Some(class), weigh);
            self.lessons.teach(row, &self.fields, &taught, class, 1);
            self.journal[at].taught = Some(taught);
        }
    }
}

/// The smoothing by which lessons are taught; the smallest class has learned so many messages.
fn smoothing(smallest: i64) -> f64 {
    (4.0 / smallest.max(1) as f64).clamp(0.004, 0.3)
}

/// Logarithms of smoothed counts.
struct Logs {
    model: Model,
    logs: Vec<f64>,
}

impl Logs {
    fn new(model: Model) -> Self {
        let most = model.classes.iter().map(|class| class.messages).max().unwrap_or(0);
        let logs = (0..=most).map(|count| (count as f64 + model.alpha).ln()).collect();
        Self { model, logs }
    }

    fn get(&self, count: i64) -> f64 {
        self.logs[count as usize]
    }

    /// The logarithms of the totals, if one message of a class was not counted.
    fn totals_without(&self, class: usize, tokens: usize) -> Vec<f64> {
        let Model { alpha, classes, tokens: known, .. } = &self.model;
        let own = |at: usize| if at == class { tokens as i64 } else { 0 };
        let total = |(at, one): (usize, &Class)| (one.totals.messages - own(at)) as f64;
        let room = alpha * *known as f64;
        classes.iter().enumerate().map(|one| (total(one) + room).ln()).collect()
    }
}
