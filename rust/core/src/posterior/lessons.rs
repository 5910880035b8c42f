//! Lessons: what the mistakes on messages taught about their tokens, in integers.
//!
//! Counts are generative: they say how often tokens occur. A lesson is the discriminative
//! correction: each message moves its tokens towards its class by as much as the others were
//! believed. A lesson is a sum over messages, so that forgetting one takes exactly its part.

use super::fields::FIELDS;
use super::reading::{UNIT, share};
use crate::counts::vocabulary::{NONE, Vocabulary};
use crate::ledger::corpus::TokenCount;
use crate::ledger::entries::Ledger;
use crate::ledger::varint::{pull, push};

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

/// Write what a message taught, by the numbers of the classes.
#[must_use]
pub fn write(taught: &Taught, numbers: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for &(class, error) in taught {
        push(u64::from(numbers[class as usize]), &mut bytes);
        bytes.push(error);
    }
    bytes
}

/// Read what was written; none if it was not, or names no class of these.
#[must_use]
pub fn read(mut bytes: &[u8], numbers: &[u32]) -> Option<Taught> {
    let mut taught = Taught::new();
    while !bytes.is_empty() {
        let number = u32::try_from(pull(&mut bytes)?).ok()?;
        let class = numbers.iter().position(|one| *one == number)?;
        taught.push((class as u32, *bytes.split_off_first()?));
    }
    Some(taught)
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

    /// What a ledger holds of the tokens of a vocabulary: what each gained and lost, in the place
    /// of messages and occurrences.
    #[must_use]
    pub fn restore(numbers: &[u32], ledger: &Ledger, tokens: &Vocabulary) -> Self {
        let classes = numbers.len();
        let mut values = vec![0; tokens.len() * classes];
        for entry in ledger.iter() {
            let token = tokens.get(entry.token);
            for cell in entry.cells.iter().filter(|_| token != NONE) {
                if let Some(at) = numbers.iter().position(|number| *number == cell.class) {
                    let net = cell.delta.messages - cell.delta.occurrences;
                    values[token as usize * classes + at] = net;
                }
            }
        }
        Self { classes, values }
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
        let classes = self.classes;
        each_move(message, fields, taught, |token, other, by| {
            let start = token as usize * classes;
            if self.values.len() < start + classes {
                self.values.resize(start + classes, 0);
            }
            self.values[start + truth] += sign * by;
            self.values[start + other] -= sign * by;
        });
    }
}

/// How far a message moves each of its tokens towards its class, and away from another one.
pub fn each_move(
    message: &[TokenCount],
    fields: &[u8],
    taught: &Taught,
    mut apply: impl FnMut(u32, usize, i64),
) {
    if taught.is_empty() {
        return;
    }
    let mut distinct = [0; FIELDS];
    for one in message {
        distinct[usize::from(fields[one.token as usize])] += 1;
    }
    for &(other, error) in taught {
        let moves = moves(error, distinct);
        for one in message {
            apply(one.token, other as usize, moves[usize::from(fields[one.token as usize])]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a message taught is written and read by the numbers of classes; damage is seen.
    #[test]
    fn lessons_come_back() {
        let taught = vec![(0, 127), (2, 1)];
        let bytes = write(&taught, &[7, 8, 300]);
        assert_eq!(read(&bytes, &[7, 8, 300]), Some(taught));
        assert_eq!(read(&[], &[7]), Some(vec![]));
        assert_eq!(read(&bytes, &[7, 8]), None);
        assert_eq!(read(&bytes[..1], &[7, 8, 300]), None);
    }

    /// Other classes are taught as far as they were believed, and those without messages are not.
    #[test]
    fn errors_teach() {
        assert_eq!(taught(&[0.5, 0.25, 0.25], &[3, 1, 0], 0), [(1, 32)]);
        assert!(taught(&[1.0, 1e-9], &[1, 1], 0).is_empty());
    }

    /// The more tokens share a lesson, the less each is moved.
    #[test]
    fn lessons_are_shared() {
        let [few, many] = moves(127, [6, 90]);
        assert_eq!((few, many), (2048, 819));
        assert_eq!(moves(0, [6, 90]), [0, 0]);
    }
}
