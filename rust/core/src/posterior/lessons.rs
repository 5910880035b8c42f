//! Lessons: what the mistakes on messages taught about their tokens, in integers.
//!
//! Counts are generative: they say how often tokens occur. A lesson is the discriminative
//! correction: each message moves its tokens towards its class by as much as the others were
//! believed. A lesson is a sum over messages, so that forgetting one takes exactly its part.

use super::fields::FIELDS;
use super::reading::{UNIT, share};
use crate::ledger::corpus::TokenCount;

/// A belief of one, as it is kept in a byte.
const SURE: f64 = 127.0;
/// How far a message moves the tokens of its class, and those of another one.
const STEP: f64 = 2.0;

/// What a message taught: other classes, and how far they were believed.
pub type Taught = Vec<(u32, u8)>;

/// What the probabilities of a message of a class teach.
#[must_use]
pub fn taught(probabilities: &[f64], messages: &[i64], truth: usize) -> Taught {
    let others = (0..).zip(probabilities).zip(messages);
    let believed = others.filter(|((class, _), messages)| *class != truth as u32 && **messages > 0);
    let rounded = believed.map(|((class, share), _)| (class, (SURE * share).round() as u8));
    rounded.filter(|(_, error)| *error > 0).collect()
}

/// How far a lesson moves the tokens of each field, which have so many different ones.
#[must_use]
pub fn moves(error: u8, distinct: [usize; FIELDS]) -> [i64; FIELDS] {
    distinct.map(|n| (STEP * UNIT / SURE * f64::from(error) * share(n)).round() as i64)
}

/// Lessons by token and class.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lessons {
    classes: usize,
    values: Vec<i64>,
}

impl Lessons {
    /// None yet, for so many classes.
    #[must_use]
    pub fn new(classes: usize) -> Self {
        Self { classes, values: Vec::new() }
    }

    /// The same for one more class, which was taught nothing.
    #[must_use]
    pub fn with_class(self) -> Self {
        let old = self.classes;
        let rows = self.values.chunks(old.max(1));
        let values = rows.flat_map(|row| row.iter().copied().chain([0])).collect();
        Self { classes: old + 1, values }
    }

    /// What a token was taught of a class.
    #[inline]
    #[must_use]
    pub fn get(&self, token: u32, class: usize) -> i64 {
        self.values.get(token as usize * self.classes + class).copied().unwrap_or(0)
    }

    /// Teach the tokens of a message of a class (`sign` 1), or take that back (-1).
    pub fn teach(
        &mut self,
        message: &[TokenCount],
        fields: &[u8],
        taught: &Taught,
        truth: usize,
        sign: i64,
    ) {
        if taught.is_empty() {
            return;
        }
        let mut distinct = [0; FIELDS];
        message.iter().for_each(|one| distinct[usize::from(fields[one.token as usize])] += 1);
        for &(other, error) in taught {
            let moves = moves(error, distinct).map(|one| sign * one);
            for one in message {
                let start = one.token as usize * self.classes;
                if self.values.len() < start + self.classes {
                    self.values.resize(start + self.classes, 0);
                }
                let by = moves[usize::from(fields[one.token as usize])];
                self.values[start + truth] += by;
                self.values[start + other as usize] -= by;
            }
        }
    }
}
