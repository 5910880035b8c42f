//! Binding of the mail scorer: scores, decisions and evidence for messages.

use priory_core::ledger::entries::Delta;
use priory_core::posterior::decide::{belief, decide, probabilities};
use priory_core::posterior::events::{Class, Event, Model};
use priory_core::posterior::mail_scorer::{
    Known as CoreKnown, MailScorer as CoreMailScorer, Scored as CoreScored,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::interrupt::Signals;
use crate::ledger::Ledger;
use crate::tokens::mail::{MailAnalyzer, TokenizedMail};

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

/// What a token says: its name, what it adds to the log-odds, its occurrences, and the messages of
/// each label that have it.
type Evidence = (String, f64, u32, Vec<i64>);

/// What a message is: the best label and the next one, what is chosen, probabilities, log-odds of
/// the best label and before any token, known and unknown tokens, and the strongest evidence.
type Judged = (usize, usize, Option<usize>, Vec<f64>, f64, f64, usize, usize, Vec<Evidence>);

/// How scores become decisions.
#[derive(FromPyObject)]
pub struct Rule {
    strength: f64,
    /// From 0 to 1, how much was learned.
    learned: f64,
    /// What it costs, when a label (row) is true, to leave it open (first column) or to choose
    /// another one.
    costs: Vec<f64>,
}

/// Tokens with their counts in memory, and a model that weighs them.
#[pyclass(frozen, module = "priory._core")]
pub struct MailScorer(CoreMailScorer);

#[pymethods]
impl MailScorer {
    /// `classes` are the numbers of the labels in the ledger.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "a model, and what it is to weigh")]
    fn new(
        py: Python<'_>,
        event: &str,
        alpha: f64,
        known: Vec<Known>,
        tokens: i64,
        classes: Vec<u32>,
        ledger: &Ledger,
        threads: usize,
    ) -> PyResult<Self> {
        if classes.len() != known.len() {
            return Err(PyValueError::new_err("counts and labels differ in shape"));
        }
        let (model, ledger) = (model(event, alpha, known, tokens)?, ledger.core());
        Ok(Self(py.detach(|| CoreMailScorer::new(model, &classes, ledger, threads))))
    }

    /// What each token adds to the score of each label, in the order of the rows.
    fn weights(&self) -> Vec<Vec<f64>> {
        self.0.weights().map(<[f64]>::to_vec).collect()
    }

    /// Judge messages; `top` is how much evidence is wanted for each.
    fn judge(
        &self,
        py: Python<'_>,
        messages: Vec<PyBackedBytes>,
        analyzer: &MailAnalyzer,
        rule: Rule,
        top: usize,
        threads: usize,
    ) -> PyResult<Vec<Judged>> {
        self.check(&rule)?;
        let signals = Signals::new();
        let raw: Vec<&[u8]> = messages.iter().map(|message| &**message).collect();
        let decide = |scored| self.decide(scored, &rule, top);
        let judged = py.detach(|| self.0.score(&raw, analyzer.core(), threads, &signals, decide));
        judged.map_err(|error| signals.explain(error))
    }

    /// Judge messages that were tokenised before, as for looking their tokens up.
    fn judge_tokens(
        &self,
        py: Python<'_>,
        messages: &TokenizedMail,
        rule: Rule,
        top: usize,
    ) -> PyResult<Vec<Judged>> {
        self.check(&rule)?;
        let signals = Signals::new();
        let decide = |scored| self.decide(scored, &rule, top);
        let judged = py.detach(|| self.0.score_tokens(messages.core(), &signals, decide));
        judged.map_err(|error| signals.explain(error))
    }
}

impl MailScorer {
    fn check(&self, rule: &Rule) -> PyResult<()> {
        if rule.costs.len() == self.0.classes() * (self.0.classes() + 1) {
            return Ok(());
        }
        Err(PyValueError::new_err("costs and labels differ in shape"))
    }

    fn decide(&self, scored: CoreScored, rule: &Rule, top: usize) -> Judged {
        let CoreScored { joint, known, unknown } = scored;
        let belief = belief(known.len(), rule.strength, rule.learned);
        let probabilities = probabilities(&joint, belief);
        let (best, next) = best_two(&joint);
        let base = self.0.base();
        let odds = belief * (joint[best] - joint[next]);
        let base_odds = belief * (base[best] - base[next]);
        let mut expected = vec![0.0; joint.len() + 1];
        let chosen = decide(&probabilities, &rule.costs, &mut expected).checked_sub(1);
        let n_known = known.len();
        let weight = |one: &CoreKnown| self.0.weight(*one, best) - self.0.weight(*one, next);
        let wanted = known.into_iter().filter(|_| top > 0);
        let ranked = wanted.map(|one| (one, belief * weight(&one))).collect();
        let evidence = self.strongest(ranked, top);
        (best, next, chosen, probabilities, odds, base_odds, n_known, unknown, evidence)
    }

    /// The strongest evidence, the first one most; of equals, the token that sorts first.
    fn strongest(&self, mut ranked: Vec<(CoreKnown, f64)>, top: usize) -> Vec<Evidence> {
        let token = |one: &CoreKnown| self.0.token(one.token).0;
        let order = |(one, its): &(CoreKnown, f64), (other, theirs): &(CoreKnown, f64)| {
            theirs.abs().total_cmp(&its.abs()).then_with(|| token(one).cmp(token(other)))
        };
        if top < ranked.len() {
            ranked.select_nth_unstable_by(top, order);
            ranked.truncate(top);
        }
        ranked.sort_unstable_by(order);
        let evidence = |(one, weight): (CoreKnown, f64)| {
            let (token, cells) = self.0.token(one.token);
            let messages = cells.iter().map(|cell| cell.messages).collect();
            (String::from_utf8_lossy(token).into_owned(), weight, one.occurrences, messages)
        };
        ranked.into_iter().map(evidence).collect()
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
