//! What the mail filter asks of the core: bags, changes of counts, scores and decisions.

use priory_core::counts::bag::Bag;
use priory_core::counts::deltas::{Delta, Deltas};
use priory_core::counts::parallel::{Interrupt, all, split_messages};
use priory_core::error::Result;
use priory_core::mail::identity::identity;
use priory_core::posterior::decide::{decide as core_decide, probabilities as core_probabilities};
use priory_core::posterior::events::{Class, Event, Model};
use priory_core::tokens::mail::MailAnalyzer as CoreAnalyzer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyList, PyTuple};

use crate::interrupt::Signals;
use crate::mail_tokens::MailAnalyzer;

/// The bytes by which a message is known, wherever it went.
#[pyfunction]
pub fn mail_identity<'py>(py: Python<'py>, raw: &[u8]) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &identity(raw))
}

/// The tokens and counts of a bag that was written.
#[pyfunction]
pub fn read_bag(bag: &[u8]) -> PyResult<Vec<(String, u32)>> {
    let bag = checked(bag)?;
    let text = |token: &[u8]| String::from_utf8_lossy(token).into_owned();
    Ok(bag.tokens.iter().map(text).zip(bag.counts.iter().copied()).collect())
}

fn checked(bag: &[u8]) -> PyResult<Bag> {
    Bag::read(bag).ok_or_else(|| PyValueError::new_err("this is no bag of tokens"))
}

/// Rows of changes, bags, and changes of the sums by label.
type Tally<'py> = (Bound<'py, PyList>, Vec<Bound<'py, PyBytes>>, Vec<(i64, i64)>);

/// Messages, labels from 0 on, and old bags with their labels and 1 to learn or -1 to forget:
/// what changes by token, the bags of the messages, and what changes in all by label.
///
/// A row is a token, then for each label the change of its messages and of its occurrences.
#[pyfunction]
pub fn tally_mail<'py>(
    py: Python<'py>,
    messages: Vec<PyBackedBytes>,
    labels: Vec<usize>,
    analyzer: &MailAnalyzer,
    moved: Vec<(PyBackedBytes, usize, i64)>,
    n_labels: usize,
    threads: usize,
) -> PyResult<Tally<'py>> {
    let all_labels = labels.iter().chain(moved.iter().map(|(_, label, _)| label));
    if messages.len() != labels.len() || all_labels.into_iter().any(|label| *label >= n_labels) {
        return Err(PyValueError::new_err("messages and labels do not fit together"));
    }
    let signals = Signals::new();
    let raw: Vec<&[u8]> = messages.iter().map(|message| &**message).collect();
    let bags = py.detach(|| collect(&raw, analyzer.core(), threads, &signals));
    let bags = bags.map_err(|error| signals.explain(error))?;
    let mut deltas = Deltas::new(n_labels);
    for (bag, label) in bags.iter().zip(&labels) {
        deltas.add(bag, *label, 1);
    }
    for (bag, label, sign) in &moved {
        deltas.add(&checked(bag)?, *label, *sign);
    }
    let totals = deltas.totals.iter().map(|total| (total.messages, total.occurrences)).collect();
    let rows = rows(py, deltas)?;
    Ok((rows, bags.iter().map(|bag| PyBytes::new(py, &bag.write())).collect(), totals))
}

fn collect(
    messages: &[&[u8]],
    analyzer: &CoreAnalyzer,
    threads: usize,
    signals: &Signals,
) -> Result<Vec<Bag>> {
    let runs = all(split_messages(messages, threads), signals, |run| {
        let bag = |message: &&[u8]| {
            signals.check()?;
            Ok(Bag::collect(|emit| analyzer.tokenize(message, emit)))
        };
        messages[run].iter().map(bag).collect::<Result<Vec<Bag>>>()
    });
    Ok(runs.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

fn rows(py: Python<'_>, deltas: Deltas) -> PyResult<Bound<'_, PyList>> {
    let mut rows = Vec::new();
    deltas.for_each(|token, cells| -> PyResult<()> {
        let token = String::from_utf8_lossy(token).into_pyobject(py)?.into_any();
        let mut row = vec![token];
        for cell in cells {
            row.push(cell.messages.into_pyobject(py)?.into_any());
            row.push(cell.occurrences.into_pyobject(py)?.into_any());
        }
        rows.push(PyTuple::new(py, row)?);
        Ok(())
    })?;
    PyList::new(py, rows)
}

/// What is known of a label: messages, sums over its tokens of messages and of occurrences, and
/// the logarithm of the absence of all tokens.
type Known = (i64, i64, i64, f64);

fn model(event: &str, alpha: f64, known: Vec<Known>, tokens: i64) -> PyResult<Model> {
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

/// The scores of a message: of each label, of each label before any token, and what each token
/// adds to each label. `counts` has messages and occurrences by token and label.
#[pyfunction]
pub fn score_tokens(
    event: &str,
    alpha: f64,
    known: Vec<Known>,
    tokens: i64,
    occurrences: Vec<u32>,
    counts: Vec<(i64, i64)>,
) -> PyResult<(Vec<f64>, Vec<f64>, Vec<f64>)> {
    if known.is_empty() || counts.len() != occurrences.len() * known.len() {
        return Err(PyValueError::new_err("tokens, counts and labels do not fit together"));
    }
    let model = model(event, alpha, known, tokens)?;
    let cell = |(messages, occurrences)| Delta { messages, occurrences };
    let cells: Vec<Delta> = counts.into_iter().map(cell).collect();
    let scores = model.score(&occurrences, &cells);
    Ok((scores.joint, scores.base, scores.weights))
}

/// The logarithm of the absence of a token that stands in so many of the messages of a label.
#[pyfunction]
pub fn log_absence(alpha: f64, messages: i64, label_messages: i64) -> PyResult<f64> {
    Ok(model("bernoulli", alpha, Vec::new(), 0)?.log_absence(messages, label_messages))
}

/// Probabilities by scores over so many tokens.
#[pyfunction]
pub fn probabilities(joint: Vec<f64>, tokens: usize, strength: f64, learned: f64) -> Vec<f64> {
    core_probabilities(&joint, tokens, strength, learned)
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
