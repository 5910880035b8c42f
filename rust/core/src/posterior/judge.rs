//! Scores of a message become a judgement: probabilities, a decision and its evidence.

use super::decide::{belief, decide, probabilities};
use crate::ledger::corpus::TokenCount;
use crate::ledger::entries::Delta;

/// What a message scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored {
    /// The score of each class.
    pub joint: Vec<f64>,
    /// Its known tokens, in the order they come.
    pub known: Vec<TokenCount>,
    /// How many other tokens it has.
    pub unknown: usize,
}

/// What scores messages: it tells what a token adds.
pub trait Weigh {
    /// The score of each class before any token.
    fn base(&self) -> Vec<f64>;

    /// What a token of a message adds to the score of a class.
    fn weight(&self, known: TokenCount, class: usize) -> f64;

    /// The name of a token, and its counts by class.
    fn token(&self, id: u32) -> (&[u8], &[Delta]);
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
    /// Tokens and what they add to the log-odds, the strongest first.
    pub evidence: Vec<(TokenCount, f64)>,
}

/// Judge a message by its scores, with so much evidence.
pub fn judge(by: &impl Weigh, scored: Scored, rule: &Rule, top: usize) -> Judged {
    let Scored { joint, known, unknown } = scored;
    let n_known = known.len();
    let belief = belief(n_known, rule.strength, rule.learned);
    let probabilities = probabilities(&joint, belief);
    let (best, next) = best_two(&joint);
    let base = by.base();
    let mut expected = vec![0.0; joint.len() + 1];
    let chosen = decide(&probabilities, &rule.costs, &mut expected).checked_sub(1);
    let weight = |one: TokenCount| belief * (by.weight(one, best) - by.weight(one, next));
    let wanted = known.into_iter().filter(|_| top > 0);
    let ranked = wanted.map(|one| (one, weight(one))).collect();
    Judged {
        best,
        next,
        chosen,
        probabilities,
        odds: belief * (joint[best] - joint[next]),
        base: belief * (base[best] - base[next]),
        known: n_known,
        unknown,
        evidence: strongest(by, ranked, top),
    }
}

/// The strongest evidence, the first one most; of equals, the token that sorts first.
fn strongest(
    by: &impl Weigh,
    mut ranked: Vec<(TokenCount, f64)>,
    top: usize,
) -> Vec<(TokenCount, f64)> {
    let order = |(one, its): &(TokenCount, f64), (other, theirs): &(TokenCount, f64)| {
        let names = || by.token(one.token).0.cmp(by.token(other.token).0);
        theirs.abs().total_cmp(&its.abs()).then_with(names)
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
