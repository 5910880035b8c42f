//! Binding of the mail scorer: scores, decisions and evidence for messages.

use priory_core::ledger::entries::Delta;
use priory_core::posterior::events::{Class, Event, Model};
use priory_core::posterior::judge::{
    Evidence as CoreEvidence, Judged as CoreJudged, Rule as CoreRule, Weigh, judge,
};
use priory_core::posterior::mail_scorer::MailScorer as CoreMailScorer;
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
    let event = self::event(event)?;
    let class = |(messages, in_messages, occurrences, absence): Known| Class {
        messages,
        totals: Delta { messages: in_messages, occurrences },
        absence,
    };
    Ok(Model { event, alpha, classes: known.into_iter().map(class).collect(), tokens })
}

/// The event model of a name.
pub fn event(name: &str) -> PyResult<Event> {
    match name {
        "multinomial" => Ok(Event::Multinomial),
        "boolean" => Ok(Event::Boolean),
        "bernoulli" => Ok(Event::Bernoulli),
        "complement" => Ok(Event::Complement),
        "lessons" => Ok(Event::Lessons),
        other => Err(PyValueError::new_err(format!("unknown event model {other:?}"))),
    }
}

/// What a token says: its name, what it adds to the log-odds, its occurrences, the messages of each
/// label that have it, and the part of what it adds that lessons do.
type Evidence = (String, f64, u32, Vec<i64>, f64);

/// What a message is: the best label and the next one, what is chosen, probabilities, log-odds of
/// the best label and before any token, known and unknown tokens, and the strongest evidence.
pub type Judged = (usize, usize, Option<usize>, Vec<f64>, f64, f64, usize, usize, Vec<Evidence>);

/// How scores become decisions.
#[derive(FromPyObject)]
pub struct Rule {
    strength: f64,
    learned: f64,
    costs: Vec<f64>,
}

impl Rule {
    /// The same, if it has the costs of so many labels.
    pub fn core(self, classes: usize) -> PyResult<CoreRule> {
        let Self { strength, learned, costs } = self;
        if costs.len() == classes * (classes + 1) {
            return Ok(CoreRule { strength, learned, costs });
        }
        Err(PyValueError::new_err("costs and labels differ in shape"))
    }
}

/// What Python sees of a judgement.
pub fn told(by: &impl Weigh, judged: CoreJudged) -> Judged {
    let evidence = judged.evidence.into_iter().map(|CoreEvidence { one, weight, lesson }| {
        let (token, cells) = by.token(one.token);
        let messages = cells.iter().map(|cell| cell.messages).collect();
        (String::from_utf8_lossy(token).into_owned(), weight, one.occurrences, messages, lesson)
    });
    let CoreJudged { best, next, chosen, probabilities, odds, base, known, unknown, .. } = judged;
    (best, next, chosen, probabilities, odds, base, known, unknown, evidence.collect())
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
        lessons: &Ledger,
        threads: usize,
    ) -> PyResult<Self> {
        if classes.len() != known.len() {
            return Err(PyValueError::new_err("counts and labels differ in shape"));
        }
        let model = model(event, alpha, known, tokens)?;
        let (ledger, lessons) = (ledger.core(), lessons.core());
        Ok(Self(py.detach(|| CoreMailScorer::new(model, &classes, ledger, lessons, threads))))
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
        let rule = rule.core(self.0.classes())?;
        let signals = Signals::new();
        let raw: Vec<&[u8]> = messages.iter().map(|message| &**message).collect();
        let decide = |scored| told(&self.0, judge(&self.0, scored, &rule, top));
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
        let rule = rule.core(self.0.classes())?;
        let signals = Signals::new();
        let decide = |scored| told(&self.0, judge(&self.0, scored, &rule, top));
        let judged = py.detach(|| self.0.score_tokens(messages.core(), &signals, decide));
        judged.map_err(|error| signals.explain(error))
    }
}

/// The logarithm of the absence of a token that stands in so many of the messages of a label.
#[pyfunction]
pub fn log_absence(alpha: f64, messages: i64, label_messages: i64) -> PyResult<f64> {
    let model = model("bernoulli", alpha, vec![(label_messages, 0, 0, 0.0)], 0)?;
    Ok(model.log_absence(messages, label_messages))
}
