//! Live filter: counts and lessons in memory, changed in place message by message.

use super::events::{Class, Event, Model};
use super::fields::field;
use super::lessons::{Lessons, Taught, each_move, taught};
use super::reading::{Sums, teaching_probabilities};
use super::weaving::woven;
use crate::error::Result;
use crate::ledger::corpus::{Corpus, TokenCount};
use crate::ledger::deltas::Deltas;
use crate::ledger::entries::Delta;
use crate::ledger::live::{LiveClass, LiveCounts};

/// Up to so many messages each one learned is followed by a replay.
const FEW: usize = 200;
/// A replay follows where one of so many messages was taught nothing.
const PENDING: usize = 10;
/// Messages of one class in a row that are taught; more would teach the class, not its words.
const IN_A_ROW: usize = 16;

/// A message that was learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Learned {
    /// Its row in the corpus.
    pub message: usize,
    /// Its class.
    pub class: u32,
    /// What it taught; none if it was not asked yet.
    pub taught: Option<Taught>,
}

/// What was learned and is not at hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Elsewhere {
    /// Messages.
    pub messages: usize,
    /// Those of them that taught nothing yet.
    pub pending: usize,
    /// The classes of the last ones.
    pub recent: Vec<u32>,
}

/// What was learned of a corpus.
#[derive(Clone, Debug, Default)]
pub struct LiveFilter {
    counts: LiveCounts,
    lessons: Lessons,
    /// Lessons of messages of which nobody knows the tokens any more.
    frozen: Lessons,
    fields: Vec<u8>, // of the tokens of the corpus
    elsewhere: Elsewhere,
    journal: Vec<Learned>,
    pending: usize,
}

impl LiveFilter {
    /// Go on with what a store holds, or with some of it.
    #[must_use]
    pub fn restore(
        counts: LiveCounts,
        lessons: Lessons,
        corpus: &Corpus,
        journal: Vec<Learned>,
        elsewhere: Elsewhere,
    ) -> Self {
        let pending = elsewhere.pending + journal.iter().filter(|one| one.taught.is_none()).count();
        let mut restored = Self { counts, lessons, elsewhere, journal, pending, ..Self::default() };
        restored.know(corpus);
        restored.frozen = restored.lessons.clone();
        for one in &restored.journal {
            if let Some(taught) = &one.taught {
                let row = corpus.row(one.message);
                restored.frozen.teach(row, &restored.fields, taught, one.class as usize, -1);
            }
        }
        restored
    }

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

    /// The messages that were learned, in their order.
    #[must_use]
    pub fn journal(&self) -> &[Learned] {
        &self.journal
    }

    /// Add a class of which nothing was learned.
    pub fn add_class(&mut self) {
        self.counts.add_class();
        self.lessons = std::mem::take(&mut self.lessons).with_class();
        self.frozen = std::mem::take(&mut self.frozen).with_class();
    }

    /// Learn a message in a class; a replay may follow.
    pub fn learn(&mut self, corpus: &Corpus, message: usize, class: usize) {
        self.learn_alone(corpus, message, class);
        if self.is_replay_due() {
            self.replay(corpus);
        }
    }

    /// Learn a message in a class, without the replay that may be due then.
    pub fn learn_alone(&mut self, corpus: &Corpus, message: usize, class: usize) {
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
        self.journal.push(Learned { message, class: class as u32, taught });
    }

    /// Whether all must be taught anew before anything else is learned.
    #[must_use]
    pub fn is_replay_due(&self) -> bool {
        let messages = self.elsewhere.messages + self.journal.len();
        self.are_choice() && (messages < FEW || self.pending * PENDING >= messages)
    }

    /// Whether messages of two classes were learned: one class teaches nothing.
    fn are_choice(&self) -> bool {
        self.messages().iter().filter(|one| **one > 0).count() > 1
    }

    /// Forget a message that was learned in a class; nothing changes if it was not.
    pub fn forget(&mut self, corpus: &Corpus, message: usize, class: usize) -> Result<()> {
        self.counts.forget(corpus.row(message), class)?;
        let is_it = |one: &Learned| one.message == message && one.class as usize == class;
        if let Some(at) = self.journal.iter().rposition(is_it) {
            self.journal.remove(at);
        }
        self.replay(corpus);
        Ok(())
    }

    /// Teach all messages anew, each by the counts of the others, in the order of their digests: so
    /// lessons depend on what was learned alone. experiments/017 compares other orders.
    pub fn replay(&mut self, corpus: &Corpus) {
        self.know(corpus);
        self.lessons = self.frozen.clone();
        if !self.are_choice() {
            self.unteach();
            return;
        }
        self.pending = 0;
        let mut order: Vec<usize> = (0..self.journal.len()).collect();
        order.sort_by_key(|&at| corpus.digest(self.journal[at].message));
        let classes: Vec<u32> = order.iter().map(|&at| self.journal[at].class).collect();
        let logs = Logs::new(self.model());
        for at in woven(&classes).into_iter().map(|place| order[place]) {
            let Learned { message, class, .. } = self.journal[at];
            let (row, class) = (corpus.row(message), class as usize);
            let totals = logs.totals_without(class, row.len());
            let weigh = |row: &[Delta], class: usize| logs.get(row[class].messages) - totals[class];
            let taught = self.lesson(row, class, Some(class), weigh);
            self.lessons.teach(row, &self.fields, &taught, class, 1);
            self.journal[at].taught = Some(taught);
        }
    }

    /// Take back what the messages of the journal taught.
    pub fn unteach(&mut self) {
        self.lessons = self.frozen.clone();
        self.journal.iter_mut().for_each(|one| one.taught = None);
        self.pending = self.elsewhere.pending + self.journal.len();
    }

    /// Write what a message taught (`sign` 1), or that it is taken back (-1), as changes of a
    /// store: what each token gains stands in the place of messages, what it loses in that of
    /// occurrences.
    pub fn write(&self, corpus: &Corpus, one: &Learned, sign: i64, changes: &mut Deltas) {
        let Some(taught) = &one.taught else { return };
        let terms = corpus.tokens().terms();
        each_move(corpus.row(one.message), &self.fields, taught, |token, other, by| {
            let gain = Delta { messages: sign * by, occurrences: 0 };
            let loss = Delta { messages: 0, occurrences: sign * by };
            changes.add(terms.get(token), one.class as usize, gain);
            changes.add(terms.get(token), other, loss);
        });
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
        let class =
            |one: &LiveClass| Class { messages: one.messages, totals: one.totals, absence: 0.0 };
        let smallest = self.messages().into_iter().filter(|one| *one > 0).min().unwrap_or(0);
        Model {
            event: Event::Lessons,
            alpha: smoothing(smallest),
            classes: self.counts.classes().iter().map(class).collect(),
            tokens: self.counts.tokens(),
        }
    }

    /// Whether the next message, if it is of a class, is taught before any replay.
    fn is_taught_at_once(&self, class: usize) -> bool {
        let is_choice = self.are_choice() && self.counts.classes()[class].messages > 0;
        let here = self.journal.iter().rev().map(|one| one.class);
        let recent = here.chain(self.elsewhere.recent.iter().rev().copied());
        let alike = recent.take_while(|one| *one as usize == class);
        is_choice && alike.take(IN_A_ROW).count() < IN_A_ROW
    }

    /// What a message of a class teaches; if it was counted (`own`), without what it added.
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
}

/// The smoothing where the smallest class has learned so many messages, if no other one is set:
/// experiments/008.
#[must_use]
pub fn smoothing(smallest: i64) -> f64 {
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
        let log = self.logs.get(count as usize).copied();
        log.unwrap_or_else(|| (count as f64 + self.model.alpha).ln())
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
