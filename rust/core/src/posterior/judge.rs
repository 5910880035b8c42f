//! Scores of a message become a judgement: probabilities, a decision and its evidence.

use super::decide::{belief, decide, probabilities};
use super::events::{Event, Model};
use super::fields::FIELDS;
use super::reading::{Reading, Sums, summed};
use crate::ledger::corpus::TokenCount;
use crate::ledger::entries::Delta;

/// What a message scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// The score of each class.
    pub joint: Vec<f64>,
    /// Its known tokens, in the order they come.
    pub known: Vec<TokenCount>,
    /// How many other tokens it has, by field.
    pub unknown: [usize; FIELDS],
    /// How its tokens add up, if that is not plainly.
    pub reading: Option<Reading>,
}

/// What scores messages: it tells what a token adds.
pub trait Weigh {
    /// The model.
    fn model(&self) -> &Model;

    /// What a token of a message weighs for a class.
    fn weight(&self, known: TokenCount, class: usize) -> f64;

    /// What the mistakes on messages taught about a token.
    fn lesson(&self, id: u32, class: usize) -> i64;

    /// The field of a token.
    fn field(&self, id: u32) -> u8;

    /// The name of a token, and its counts by class.
    fn token(&self, id: u32) -> (&[u8], &[Delta]);
}

/// Score a message by its known tokens and the number of others in each field.
pub fn score(by: &impl Weigh, known: Vec<TokenCount>, unknown: [usize; FIELDS]) -> Scored {
    let model = by.model();
    if model.event == Event::Lessons {
        let mut sums = Sums::new(model.classes.len());
        for one in &known {
            let lesson = |class| by.lesson(one.token, class);
            sums.add(by.field(one.token), |class| by.weight(*one, class), lesson);
        }
        sums.distinct.iter_mut().zip(unknown).for_each(|(all, unknown)| *all += unknown);
        let messages: Vec<i64> = model.classes.iter().map(|class| class.messages).collect();
        let reading = Reading::new(&sums, &messages);
        return Scored { joint: reading.scores.clone(), known, unknown, reading: Some(reading) };
    }
    let mut joint = model.base();
    for one in &known {
        for (class, score) in joint.iter_mut().enumerate() {
            *score += by.weight(*one, class);
        }
    }
    Scored { joint, known, unknown, reading: None }
}

/// How scores become decisions.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// How much of a score over many tokens is believed.
    pub strength: f64,
    /// From 0 to 1, how much was learned.
    pub learned: f64,
    /// What it costs, when a class (row) is true, to leave it open (first column) or to choose
    /// another one.
    pub costs: Vec<f64>,
}

/// What a message is.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The class with the highest score.
    pub best: usize,
    /// The next one.
    pub next: usize,
    /// What is chosen, or nothing.
    pub chosen: Option<usize>,
    /// The probability of each class.
    pub probabilities: Vec<f64>,
    /// The log-odds of the best class against the next.
    pub odds: f64,
    /// Those before any token.
    pub base: f64,
    /// Tokens that are known.
    pub known: usize,
    /// Tokens that are not.
    pub unknown: usize,
    /// What tokens add to the log-odds, the strongest first.
    pub evidence: Vec<Evidence>,
}

/// What a token adds to the log-odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// The token.
    pub one: TokenCount,
    /// All that it adds.
    pub weight: f64,
    /// The part of it that lessons add.
    pub lesson: f64,
}

/// Judge a message by its scores, with so much evidence.
pub fn judge(by: &impl Weigh, scored: Scored, rule: &Rule, top: usize) -> Judged {
    let Scored { joint, known, unknown, reading } = scored;
    let n_known = known.len();
    let belief = match &reading {
        Some(_) => rule.strength,
        None => belief(n_known, rule.strength, rule.learned),
    };
    let probabilities = probabilities(&joint, belief);
    let (best, next) = best_two(&joint);
    let base = reading.as_ref().map_or_else(|| by.model().base(), |reading| reading.base.clone());
    let mut expected = vec![0.0; joint.len() + 1];
    let chosen = decide(&probabilities, &rule.costs, &mut expected).checked_sub(1);
    let add = |one: TokenCount| {
        let adds = Adds { by, reading: reading.as_ref(), one };
        let lesson = belief * (adds.by_lessons(best) - adds.by_lessons(next));
        let weight = belief * (adds.by_counts(best) - adds.by_counts(next)) + lesson;
        Evidence { one, weight, lesson }
    };
    let ranked = known.into_iter().filter(|_| top > 0).map(add).collect();
    Judged {
        best,
        next,
        chosen,
        probabilities,
        odds: belief * (joint[best] - joint[next]),
        base: belief * (base[best] - base[next]),
        known: n_known,
        unknown: unknown.iter().sum(),
        evidence: strongest(by, ranked, top),
    }
}

/// A token of a message that was read.
struct Adds<'a, W> {
    by: &'a W,
    reading: Option<&'a Reading>,
    one: TokenCount,
}

impl<W: Weigh> Adds<'_, W> {
    /// What its counts add to the score of a class.
    fn by_counts(&self, class: usize) -> f64 {
        let weight = |class| self.by.weight(self.one, class);
        let Some(reading) = self.reading else { return weight(class) };
        let weight = |class| summed(weight(class));
        let classes = self.by.model().classes.len();
        let mean = (0..classes).map(weight).sum::<f64>() / classes as f64;
        reading.by_counts(class, self.by.field(self.one.token), weight(class) - mean)
    }

    /// What its lessons add.
    fn by_lessons(&self, class: usize) -> f64 {
        let id = self.one.token;
        let add =
            |reading: &Reading| reading.by_lessons(self.by.field(id), self.by.lesson(id, class));
        self.reading.map_or(0.0, add)
    }
}

/// The strongest evidence, the first one most; of equals, the token that sorts first.
fn strongest(by: &impl Weigh, mut ranked: Vec<Evidence>, top: usize) -> Vec<Evidence> {
    let order = |one: &Evidence, other: &Evidence| {
        let names = || by.token(one.one.token).0.cmp(by.token(other.one.token).0);
        other.weight.abs().total_cmp(&one.weight.abs()).then_with(names)
    };
    if top < ranked.len() {
        ranked.select_nth_unstable_by(top, order);
        ranked.truncate(top);
    }
    ranked.sort_unstable_by(order);
    ranked
}

/// The classes with the highest scores; of equals, the first.
fn best_two(joint: &[f64]) -> (usize, usize) {
    let mut order: Vec<usize> = (0..joint.len()).collect();
    order.sort_by(|one, other| joint[*other].total_cmp(&joint[*one]));
    (order[0], order.get(1).copied().unwrap_or(order[0]))
}
