//! What the mail filter asks of the core: scores and decisions.

use priory_core::counts::ledger::Delta;
use priory_core::posterior::decide::{
    belief as core_belief, decide as core_decide, probabilities as core_probabilities,
};
use priory_core::posterior::events::{Class, Event, Model};
use priory_core::posterior::learned::{
    Known as CoreKnown, Learned as CoreLearned, Scored as CoreScored,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::interrupt::Signals;
use crate::ledger::Ledger;
use crate::mail_tokens::MailAnalyzer;

/// What is known of a label: messages, sums over its tokens of messages and of occurrences, and
/// the logarithm of the absence of all tokens.
type Known = (i64, i64, i64, f64);

fn model(event: &str, alpha: f64, known: Vec<Known>, tokens: i64) -> PyResult<Model> {
    if known.is_empty() {
        return Err(PyValueError::new_err("there are no labels"));
    }
    let event = match event {
        "multinomial" => Event::Multinomial,
        "boolean" => Event::Boolean,
        "bernoulli" => Event::Bernoulli,
        "complement" => Event::Complement,
        other => return Err(PyValueError::new_err(format!("unknown event model {other:?}"))),
    };
    let class = |(messages, in_messages, occurrences, absence): Known| Class {
        messages,
        totals: Delta { messages: in_messages, occurrences },
        absence,
    };
    Ok(Model { event, alpha, classes: known.into_iter().map(class).collect(), tokens })
}

/// What a token says: its name, its occurrences, the messages of each label that have it, and
/// what it adds to the score of the best label more than to that of the next one.
type Evidence = (String, u32, Vec<i64>, f64);

/// What a message scores: by label, known and unknown tokens, and the strongest evidence.
type Scored = (Vec<f64>, usize, usize, Vec<Evidence>);

/// Tokens with their counts in memory, and a model that weighs them.
#[pyclass(frozen, module = "priory._core")]
pub struct Learned(CoreLearned);

#[pymethods]
impl Learned {
    /// `classes` are the numbers of the labels in the ledger.
    #[new]
    fn new(
        event: &str,
        alpha: f64,
        known: Vec<Known>,
        tokens: i64,
        classes: Vec<u32>,
        ledger: &Ledger,
    ) -> PyResult<Self> {
        if classes.len() != known.len() {
            return Err(PyValueError::new_err("counts and labels do not fit together"));
        }
        let mut learned = CoreLearned::new(model(event, alpha, known, tokens)?);
        let mut row = vec![Delta::default(); classes.len()];
        for entry in ledger.core().iter() {
            row.fill(Delta::default());
            for cell in entry.cells {
                if let Some(label) = classes.iter().position(|class| *class == cell.class) {
                    row[label] = cell.delta;
                }
            }
            learned.push(entry.token, &row);
        }
        Ok(Self(learned))
    }

    /// The score of each label before any token.
    fn base(&self) -> Vec<f64> {
        self.0.base()
    }

    /// What each token adds to the score of each label, in the order of the rows.
    fn weights(&self) -> Vec<Vec<f64>> {
        self.0.weights().map(<[f64]>::to_vec).collect()
    }

    /// Score messages; `top` is how much evidence is wanted for each.
    fn score(
        &self,
        py: Python<'_>,
        messages: Vec<PyBackedBytes>,
        analyzer: &MailAnalyzer,
        top: usize,
        threads: usize,
    ) -> PyResult<Vec<Scored>> {
        let signals = Signals::new();
        let raw: Vec<&[u8]> = messages.iter().map(|message| &**message).collect();
        let scored = py.detach(|| {
            let scored = self.0.score(&raw, analyzer.core(), threads, &signals)?;
            Ok(scored.into_iter().map(|one| self.explain(one, top)).collect())
        });
        scored.map_err(|error| signals.explain(error))
    }
}

impl Learned {
    /// Put the strongest evidence first; of equals, the token that sorts first.
    fn explain(&self, scored: CoreScored, top: usize) -> Scored {
        let (best, next) = best_two(&scored.joint);
        let weight = |one: &CoreKnown| self.0.weight(*one, best) - self.0.weight(*one, next);
        let mut ranked: Vec<(CoreKnown, f64)> =
            scored.known.iter().map(|one| (*one, weight(one))).collect();
        let token = |one: &CoreKnown| self.0.token(one.token).0;
        ranked.sort_unstable_by(|(one, its), (other, theirs)| {
            theirs.abs().total_cmp(&its.abs()).then_with(|| token(one).cmp(token(other)))
        });
        let evidence = |(one, weight): &(CoreKnown, f64)| {
            let (token, cells) = self.0.token(one.token);
            let messages = cells.iter().map(|cell| cell.messages).collect();
            (String::from_utf8_lossy(token).into_owned(), one.occurrences, messages, *weight)
        };
        let evidence = ranked.iter().take(top).map(evidence).collect();
        (scored.joint, scored.known.len(), scored.unknown, evidence)
    }
}

/// The labels with the highest scores; of equals, the first.
fn best_two(joint: &[f64]) -> (usize, usize) {
    let mut order: Vec<usize> = (0..joint.len()).collect();
    order.sort_by(|one, other| joint[*other].total_cmp(&joint[*one]));
    (order[0], order.get(1).copied().unwrap_or(order[0]))
}

/// The logarithm of the absence of a token that stands in so many of the messages of a label.
#[pyfunction]
pub fn log_absence(alpha: f64, messages: i64, label_messages: i64) -> PyResult<f64> {
    let model = model("bernoulli", alpha, vec![(label_messages, 0, 0, 0.0)], 0)?;
    Ok(model.log_absence(messages, label_messages))
}

/// How far scores over so many tokens are believed.
#[pyfunction]
pub fn belief(tokens: usize, strength: f64, learned: f64) -> f64 {
    core_belief(tokens, strength, learned)
}

/// Probabilities by scores that are believed so far.
#[pyfunction]
pub fn probabilities(joint: Vec<f64>, belief: f64) -> Vec<f64> {
    core_probabilities(&joint, belief)
}

/// The label that costs least, or None if leaving it open costs less. A row of `costs` is what it
/// costs to choose a label when each of them is true.
#[pyfunction]
pub fn decide(probabilities: Vec<f64>, costs: Vec<f64>, unsure: f64) -> PyResult<Option<usize>> {
    if costs.len() != probabilities.len() * probabilities.len() {
        return Err(PyValueError::new_err("costs and probabilities do not fit together"));
    }
    Ok(core_decide(&probabilities, &costs, unsure))
}
