//! Live scorer: log scores of messages of a corpus, by counts as they stand.

use super::events::{Class, Event, Model};
use super::fields::{FIELDS, field};
use super::judge::{Scored, Weigh, score};
use super::live_filter::LiveFilter;
use crate::ledger::corpus::{Corpus, TokenCount};
use crate::ledger::entries::Delta;
use crate::ledger::live::LiveClass;

/// Counts of the tokens of a corpus, and a model that weighs them when they are asked for.
pub struct LiveScorer<'a> {
    filter: &'a LiveFilter,
    corpus: &'a Corpus,
    model: Model,
}

impl<'a> LiveScorer<'a> {
    /// A model of what a filter has learned.
    #[must_use]
    pub fn new(filter: &'a LiveFilter, corpus: &'a Corpus, event: Event, alpha: f64) -> Self {
        let class =
            |one: &LiveClass| Class { messages: one.messages, totals: one.totals, absence: 0.0 };
        let counts = filter.counts();
        let classes = counts.classes().iter().map(class).collect();
        let mut model = Model { event, alpha, classes, tokens: counts.tokens() };
        if event == Event::Bernoulli {
            for (at, one) in counts.classes().iter().enumerate() {
                model.classes[at].absence = absence(&model, one);
            }
        }
        Self { filter, corpus, model }
    }

    /// Score a message.
    #[must_use]
    pub fn score(&self, message: usize) -> Scored {
        let is_known = |one: &TokenCount| self.filter.counts().row(one.token).is_some();
        let (known, others): (Vec<TokenCount>, Vec<TokenCount>) =
            self.corpus.row(message).iter().partition(|one| is_known(one));
        let mut unknown = [0; FIELDS];
        for one in &others {
            unknown[usize::from(self.field(one.token))] += 1;
        }
        score(self, known, unknown)
    }
}

impl Weigh for LiveScorer<'_> {
    fn model(&self) -> &Model {
        &self.model
    }

    fn weight(&self, known: TokenCount, class: usize) -> f64 {
        let weigh = |row| self.model.weight(row, class) * self.model.times(known.occurrences);
        self.filter.counts().row(known.token).map_or(0.0, weigh)
    }

    fn lesson(&self, id: u32, class: usize) -> i64 {
        self.filter.lessons().get(id, class)
    }

    fn field(&self, id: u32) -> u8 {
        field(self.corpus.tokens().terms().get(id))
    }

    fn token(&self, id: u32) -> (&[u8], &[Delta]) {
        (self.corpus.tokens().terms().get(id), self.filter.counts().row(id).unwrap_or_default())
    }
}

/// The logarithm of the absence of all tokens in a class.
fn absence(model: &Model, class: &LiveClass) -> f64 {
    let held: i64 = class.spread.iter().sum();
    let zeros = [(0, model.tokens - held)];
    let others = (1..).zip(class.spread.iter().skip(1).copied());
    let tokens = zeros.into_iter().chain(others).filter(|(_, tokens)| *tokens > 0);
    tokens
        .map(|(messages, tokens)| tokens as f64 * model.log_absence(messages, class.messages))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::corpus::tests::corpus;
    use crate::posterior::judge::{Rule, judge};

    /// The base and the weights of the known tokens add up to the scores; others only count.
    #[test]
    fn scores_add_up() {
        let corpus = corpus(&["cheap cheap pills", "lunch at noon", "cheap lunch unheard"]);
        let mut filter = LiveFilter::default();
        for class in 0..2 {
            filter.add_class();
            filter.learn(&corpus, class, class);
        }
        for event in [Event::Multinomial, Event::Boolean, Event::Bernoulli, Event::Complement] {
            let weigher = LiveScorer::new(&filter, &corpus, event, 1.0);
            let scored = weigher.score(2);
            assert_eq!(
                (scored.known.len(), scored.unknown),
                (3, [1, 0]),
                "with the type of the part"
            );
            for class in 0..2 {
                let sum: f64 = scored.known.iter().map(|one| weigher.weight(*one, class)).sum();
                assert!((weigher.model().base()[class] + sum - scored.joint[class]).abs() < 1e-12);
            }
        }
    }

    /// What counts and lessons of tokens add is all that lies between the base and the log-odds.
    #[test]
    fn evidence_adds_up() {
        let corpus = corpus(&["cheap pills", "lunch at noon", "cheap lunch", "pills unheard"]);
        let mut filter = LiveFilter::default();
        (0..2).for_each(|_| filter.add_class());
        (0..3).for_each(|message| filter.learn(&corpus, message, message % 2));
        let weigher = LiveScorer::new(&filter, &corpus, Event::Lessons, 0.3);
        let rule = Rule { strength: 1.0, learned: 0.1, costs: vec![0.2, 0.0, 1.0, 0.2, 1.0, 0.0] };
        let judged = judge(&weigher, weigher.score(3), &rule, 9);
        assert_eq!((judged.known, judged.unknown, judged.evidence.len()), (2, 1, 2));
        let sum: f64 = judged.evidence.iter().map(|said| said.weight).sum();
        assert!(sum != 0.0);
        assert!((judged.base + sum - judged.odds).abs() < 1e-9);
    }
}
