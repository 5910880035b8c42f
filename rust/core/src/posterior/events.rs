//! The tokens of a message and their counts become scores by class, under any event model.

use crate::counts::deltas::Delta;

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

/// Scores, and how they came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Scores {
    /// The score of each class: its base and the weights of all tokens.
    pub joint: Vec<f64>,
    /// The score of each class before any token.
    pub base: Vec<f64>,
    /// What each token adds to the score of each class, one token after the other.
    pub weights: Vec<f64>,
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
    /// The scores of a message by its known tokens: how often each occurs in it, and its counts
    /// in each class, one token after the other.
    #[must_use]
    pub fn score(&self, occurrences: &[u32], cells: &[Delta]) -> Scores {
        let base: Vec<f64> = match self.event {
            Event::Bernoulli => self.classes.iter().map(|class| class.absence).collect(),
            _ => vec![0.0; self.classes.len()],
        };
        let mut joint = base.clone();
        let mut weights = Vec::with_capacity(cells.len());
        for (row, times) in cells.chunks(self.classes.len()).zip(occurrences) {
            for (class, score) in joint.iter_mut().enumerate() {
                let weight = self.weight(row, class, *times);
                *score += weight;
                weights.push(weight);
            }
        }
        Scores { joint, base, weights }
    }

    /// What a token that occurs so often adds to the score of a class.
    fn weight(&self, row: &[Delta], class: usize, times: u32) -> f64 {
        let (cell, known, times) = (row[class], &self.classes[class], f64::from(times));
        match self.event {
            Event::Multinomial => {
                times * self.log_share(cell.occurrences, known.totals.occurrences)
            }
            Event::Boolean => self.log_share(cell.messages, known.totals.messages),
            Event::Bernoulli => {
                let present = cell.messages as f64 + self.alpha;
                let absent = (known.messages - cell.messages) as f64 + self.alpha;
                present.ln() - absent.ln()
            }
            Event::Complement => {
                let others = |all: i64, own: i64| all - own;
                let row: i64 = row.iter().map(|cell| cell.occurrences).sum();
                let all: i64 = self.classes.iter().map(|class| class.totals.occurrences).sum();
                let share = self.log_share(
                    others(row, cell.occurrences),
                    others(all, known.totals.occurrences),
                );
                -times * share
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
        let absent = (class_messages - messages) as f64 + self.alpha;
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

    /// Each event model gives the weights of its formula, and they add up to the score.
    #[test]
    fn weights_follow_the_formulas() {
        for (event, first, second) in [
            (Event::Multinomial, 2.0 * (7.0_f64 / 25.0).ln(), 2.0 * (2.0_f64 / 45.0).ln()),
            (Event::Boolean, (4.0_f64 / 15.0).ln(), (2.0_f64 / 25.0).ln()),
            (Event::Bernoulli, (4.0_f64 / 2.0).ln(), (2.0_f64 / 8.0).ln()),
            (Event::Complement, -2.0 * (2.0_f64 / 45.0).ln(), -2.0 * (7.0_f64 / 25.0).ln()),
        ] {
            let scores = model(event).score(&[2], &CELLS);
            assert!(close(scores.weights[0], first), "{event:?}");
            assert!(close(scores.weights[1], second), "{event:?}");
            assert!(close(scores.joint[0], scores.base[0] + first));
        }
    }

    /// Without tokens, only the absences speak.
    #[test]
    fn nothing_says_little() {
        assert_eq!(model(Event::Boolean).score(&[], &[]).joint, [0.0, 0.0]);
        assert_eq!(model(Event::Bernoulli).score(&[], &[]).joint, [-1.0, -1.0]);
        assert!(close(model(Event::Bernoulli).log_absence(3, 4), (2.0_f64 / 6.0).ln()));
    }
}
