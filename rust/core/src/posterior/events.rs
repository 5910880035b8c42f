//! Event models: what the tokens of a message add to the score of each class.

use crate::ledger::entries::Delta;

/// What is an event of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Each occurrence of a token.
    Multinomial,
    /// Each token of a message, once.
    Boolean,
    /// The presence or the absence of each token that is known.
    Bernoulli,
    /// Each occurrence of a token, judged by all other classes.
    Complement,
    /// Each token of a message, once; the mean by field counts, and what mistakes taught.
    Lessons,
}

/// What is known of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Class {
    /// Messages that were learned.
    pub messages: i64,
    /// Sums over all tokens.
    pub totals: Delta,
    /// For [`Event::Bernoulli`]: the sum over all tokens of the logarithm of their absence.
    pub absence: f64,
}

/// A model of the tokens of messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What is an event.
    pub event: Event,
    /// What is added to each count.
    pub alpha: f64,
    /// What is known of each class.
    pub classes: Vec<Class>,
    /// How many tokens are known.
    pub tokens: i64,
}

impl Model {
    /// The score of each class before any token.
    #[must_use]
    pub fn base(&self) -> Vec<f64> {
        match self.event {
            Event::Bernoulli => self.classes.iter().map(|class| class.absence).collect(),
            _ => vec![0.0; self.classes.len()],
        }
    }

    /// How often a token that occurs so often counts.
    #[inline]
    #[must_use]
    pub fn times(&self, occurrences: u32) -> f64 {
        match self.event {
            Event::Multinomial | Event::Complement => f64::from(occurrences),
            Event::Boolean | Event::Bernoulli | Event::Lessons => 1.0,
        }
    }

    /// What a token adds to the score of a class each time it counts.
    #[must_use]
    pub fn weight(&self, row: &[Delta], class: usize) -> f64 {
        let (cell, known) = (row[class], &self.classes[class]);
        match self.event {
            Event::Multinomial => self.log_share(cell.occurrences, known.totals.occurrences),
            Event::Boolean | Event::Lessons => self.log_share(cell.messages, known.totals.messages),
            Event::Bernoulli => {
                // A list from elsewhere may give a token more messages than its class has.
                let there = cell.messages.min(known.messages);
                let absent = known.messages - there;
                (there as f64 + self.alpha).ln() - (absent as f64 + self.alpha).ln()
            }
            Event::Complement => {
                let row: i64 = row.iter().map(|cell| cell.occurrences).sum();
                let all: i64 = self.classes.iter().map(|class| class.totals.occurrences).sum();
                -self.log_share(row - cell.occurrences, all - known.totals.occurrences)
            }
        }
    }

    fn log_share(&self, count: i64, total: i64) -> f64 {
        let (count, total) = (count as f64 + self.alpha, total as f64);
        count.ln() - (total + self.alpha * self.tokens as f64).ln()
    }

    /// The logarithm of the absence of tokens that stand in so many messages of a class each.
    #[must_use]
    pub fn log_absence(&self, messages: i64, class_messages: i64) -> f64 {
        let absent = (class_messages - messages).max(0) as f64 + self.alpha;
        absent.ln() - (class_messages as f64 + 2.0 * self.alpha).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(event: Event) -> Model {
        let class = |messages, total| Class {
            messages,
            totals: Delta { messages: total, occurrences: 2 * total },
            absence: -1.0,
        };
        Model { event, alpha: 1.0, classes: vec![class(4, 10), class(8, 20)], tokens: 5 }
    }

    const CELLS: [Delta; 2] =
        [Delta { messages: 3, occurrences: 6 }, Delta { messages: 1, occurrences: 1 }];

    fn close(one: f64, other: f64) -> bool {
        (one - other).abs() < 1e-12
    }

    /// Each event model gives the weights of its formula.
    #[test]
    fn weights_follow_the_formulas() {
        for (event, first, second) in [
            (Event::Multinomial, (7.0_f64 / 25.0).ln(), (2.0_f64 / 45.0).ln()),
            (Event::Boolean, (4.0_f64 / 15.0).ln(), (2.0_f64 / 25.0).ln()),
            (Event::Bernoulli, (4.0_f64 / 2.0).ln(), (2.0_f64 / 8.0).ln()),
            (Event::Complement, -(2.0_f64 / 45.0).ln(), -(7.0_f64 / 25.0).ln()),
        ] {
            assert!(close(model(event).weight(&CELLS, 0), first), "{event:?}");
            assert!(close(model(event).weight(&CELLS, 1), second), "{event:?}");
        }
    }

    /// A token that has more messages than its class is one that all messages have.
    #[test]
    fn too_many_messages_are_all() {
        let model = model(Event::Bernoulli);
        let cells = |messages| [Delta { messages, occurrences: 9 }, CELLS[1]];
        assert!(close(model.weight(&cells(9), 0), model.weight(&cells(4), 0)));
        assert!(close(model.log_absence(9, 4), model.log_absence(4, 4)));
    }

    /// Tokens count as often as they occur, or once.
    #[test]
    fn repetition_counts_where_it_should() {
        let times = [Event::Multinomial, Event::Complement, Event::Boolean, Event::Bernoulli]
            .map(|event| model(event).times(3));
        assert!(times.iter().zip([3.0, 3.0, 1.0, 1.0]).all(|(one, other)| close(*one, other)));
    }

    /// Before any token, only absences speak.
    #[test]
    fn absences_are_the_base() {
        assert_eq!(model(Event::Boolean).base(), [0.0, 0.0]);
        assert_eq!(model(Event::Bernoulli).base(), [-1.0, -1.0]);
        assert!(close(model(Event::Bernoulli).log_absence(3, 4), (2.0_f64 / 6.0).ln()));
    }
}
