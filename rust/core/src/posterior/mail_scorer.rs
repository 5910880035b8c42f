//! Mail scorer: log scores of messages, by token weights held in memory.

use std::thread;

use super::events::Model;
use super::fields::{FIELDS, field};
use super::judge::{Scored, Weigh, score};
use super::lessons::Lessons;
use crate::counts::vocabulary::{LookupBuffer, NONE, Vocabulary};
use crate::error::Result;
use crate::ledger::corpus::TokenCount;
use crate::ledger::entries::{Delta, Ledger};
use crate::threads::{Interrupt, Never, all, share, split_evenly, split_messages};
use crate::tokens::mail::{MailAnalyzer, Tokens};

/// Runs of messages that each thread has to do, about.
const RUNS: usize = 16;

/// Tokens with their counts, and a model that weighs them.
pub struct MailScorer {
    model: Model,
    tokens: Vocabulary,
    cells: Vec<Delta>,
    weights: Vec<f64>,
    lessons: Lessons,
}

impl MailScorer {
    /// What a ledger holds of some classes, weighed by a model of them; and their lessons.
    #[must_use]
    pub fn new(
        model: Model,
        classes: &[u32],
        ledger: &Ledger,
        lessons: &Ledger,
        threads: usize,
    ) -> Self {
        let find = || Vocabulary::in_order(ledger.tokens().clone());
        let weigh = || {
            let cells = table(classes, ledger);
            let weights = weigh(&model, &cells, threads);
            (cells, weights)
        };
        let (tokens, (cells, weights)) =
            if threads > 1 { both(find, weigh) } else { (find(), weigh()) };
        let lessons = Lessons::restore(classes, lessons, &tokens);
        Self { model, tokens, cells, weights, lessons }
    }

    /// How many classes there are.
    #[must_use]
    pub fn classes(&self) -> usize {
        self.model.classes.len()
    }

    /// What each token adds to the score of each class, each time it counts.
    pub fn weights(&self) -> impl Iterator<Item = &[f64]> {
        self.weights.chunks(self.classes())
    }

    /// Score messages, on several threads, and make of each score what is wanted.
    pub fn score<R: Send>(
        &self,
        messages: &[&[u8]],
        analyzer: &MailAnalyzer,
        threads: usize,
        interrupt: &dyn Interrupt,
        finish: impl Fn(Scored) -> R + Sync,
    ) -> Result<Vec<R>> {
        let runs = split_messages(messages, if threads > 1 { threads * RUNS } else { 1 });
        let workers = (0..threads.max(1)).map(|_| (Tokens::default(), ScoringThread::new(self)));
        let scored = share(runs.len(), workers, interrupt, |(tokens, scorer), run| {
            let score = |message: &&[u8]| {
                interrupt.check()?;
                analyzer.tokenize(message, tokens);
                Ok(finish(scorer.score(tokens)))
            };
            messages[runs[run].clone()].iter().map(score).collect::<Result<Vec<_>>>()
        })?;
        Ok(scored.into_iter().flatten().collect())
    }

    /// Score messages that were tokenised before, and make of each score what is wanted.
    pub fn score_tokens<R>(
        &self,
        messages: &[Tokens],
        interrupt: &dyn Interrupt,
        finish: impl Fn(Scored) -> R,
    ) -> Result<Vec<R>> {
        let mut scorer = ScoringThread::new(self);
        let score = |tokens: &Tokens| {
            interrupt.check()?;
            Ok(finish(scorer.score(tokens)))
        };
        messages.iter().map(score).collect()
    }
}

impl Weigh for MailScorer {
    fn model(&self) -> &Model {
        &self.model
    }

    #[inline]
    fn weight(&self, known: TokenCount, class: usize) -> f64 {
        let weight = self.weights[known.token as usize * self.classes() + class];
        weight * self.model.times(known.occurrences)
    }

    fn lesson(&self, id: u32, class: usize) -> i64 {
        self.lessons.get(id, class)
    }

    fn field(&self, id: u32) -> u8 {
        field(self.tokens.terms().get(id))
    }

    fn token(&self, id: u32) -> (&[u8], &[Delta]) {
        let start = id as usize * self.classes();
        (self.tokens.terms().get(id), &self.cells[start..start + self.classes()])
    }
}

/// The counts of a ledger, a row a token.
fn table(classes: &[u32], ledger: &Ledger) -> Vec<Delta> {
    let mut cells = vec![Delta::default(); ledger.len() * classes.len()];
    for (entry, row) in ledger.iter().zip(cells.chunks_mut(classes.len().max(1))) {
        for cell in entry.cells {
            if let Some(label) = classes.iter().position(|class| *class == cell.class) {
                row[label] = cell.delta;
            }
        }
    }
    cells
}

/// Do two things at once.
fn both<A: Send, B>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    thread::scope(|scope| {
        let first = scope.spawn(one);
        let second = other();
        (first.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)), second)
    })
}

/// The weights of rows of cells, on several threads: logarithms are slow.
fn weigh(model: &Model, cells: &[Delta], threads: usize) -> Vec<f64> {
    let classes = model.classes.len().max(1);
    let runs = all(split_evenly(cells.len() / classes, threads), &Never, |run| {
        let rows = cells[run.start * classes..run.end * classes].chunks(classes);
        rows.flat_map(|row| (0..classes).map(|class| model.weight(row, class))).collect::<Vec<_>>()
    });
    runs.concat()
}

/// Scores message after message; the memory is used again.
struct ScoringThread<'a> {
    scorer: &'a MailScorer,
    ids: Vec<u32>,
    batch: LookupBuffer,
    /// Where each token that is known stands among those of the message at hand.
    places: Vec<u32>,
    /// Tokens of the message at hand that are not known.
    others: Vocabulary,
}

impl<'a> ScoringThread<'a> {
    fn new(scorer: &'a MailScorer) -> Self {
        Self {
            scorer,
            ids: Vec::new(),
            batch: LookupBuffer::default(),
            places: vec![NONE; scorer.tokens.len()],
            others: Vocabulary::default(),
        }
    }

    fn score(&mut self, tokens: &Tokens) -> Scored {
        self.ids.clear();
        let (bytes, spans) = (tokens.bytes(), tokens.spans());
        self.scorer.tokens.get_all(bytes, spans, &mut self.batch, &mut self.ids);
        let (known, unknown) = self.count(tokens);
        score(self.scorer, known, unknown)
    }

    /// Count each token of the message at hand that is known, and all others.
    fn count(&mut self, tokens: &Tokens) -> (Vec<TokenCount>, [usize; FIELDS]) {
        let (mut known, mut unknown) = (Vec::<TokenCount>::new(), [0; FIELDS]);
        self.others.clear();
        for (&id, token) in self.ids.iter().zip(tokens.iter()) {
            if id == NONE {
                let is_new = self.others.intern(token) as usize == unknown.iter().sum::<usize>();
                unknown[usize::from(field(token))] += usize::from(is_new);
                continue;
            }
            let place = &mut self.places[id as usize];
            if *place == NONE {
                *place = known.len() as u32;
                known.push(TokenCount { token: id, occurrences: 0 });
            }
            known[*place as usize].occurrences += 1;
        }
        for one in &known {
            self.places[one.token as usize] = NONE;
        }
        (known, unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::entries::Cell;
    use crate::posterior::events::{Class, Event};

    fn learned(event: Event) -> MailScorer {
        let class = |messages| Class {
            messages,
            totals: Delta { messages: 10, occurrences: 20 },
            absence: -1.0,
        };
        let model = Model { event, alpha: 1.0, classes: vec![class(4), class(8)], tokens: 3 };
        let cell =
            |class, messages| Cell { class, delta: Delta { messages, occurrences: 2 * messages } };
        let mut ledger = Ledger::default();
        ledger.push(b"cheap", 1, [cell(3, 3), cell(4, 9), cell(7, 1)]);
        ledger.push(b"lunch", 1, [cell(7, 5)]);
        MailScorer::new(model, &[3, 7], &ledger, &Ledger::default(), 2)
    }

    fn analyzer() -> MailAnalyzer {
        MailAnalyzer { headers: crate::tokens::mail::Headers::None, ..MailAnalyzer::default() }
    }

    fn score(learned: &MailScorer, messages: &[&[u8]], threads: usize) -> Vec<Scored> {
        learned.score(messages, &analyzer(), threads, &Never, |scored| scored).unwrap()
    }

    /// The base and the weights of the known tokens add up to the scores; others only count.
    #[test]
    fn scores_add_up() {
        for event in [Event::Multinomial, Event::Boolean, Event::Bernoulli, Event::Complement] {
            let learned = learned(event);
            let message: &[u8] = b"X: y\n\ncheap lunch, cheap unheard";
            let scored = score(&learned, &[message], 1).remove(0);
            assert_eq!(scored.known.len(), 2);
            assert_eq!(scored.known[0], TokenCount { token: 0, occurrences: 2 });
            assert_eq!(scored.unknown, [1, 1], "the word, and the type of the part");
            for class in 0..2 {
                let sum: f64 = scored.known.iter().map(|one| learned.weight(*one, class)).sum();
                assert!((learned.model().base()[class] + sum - scored.joint[class]).abs() < 1e-12);
            }
        }
    }

    /// Messages that were tokenised before score as they do at once.
    #[test]
    fn tokenised_before() {
        let messages: Vec<&[u8]> = vec![b"X: y\n\ncheap lunch, cheap", b"", b"X: y\n\nunheard"];
        let learned = learned(Event::Boolean);
        let tokens = analyzer().tokenize_all(&messages, 2, &Never).unwrap();
        let scored = learned.score_tokens(&tokens, &Never, |scored| scored).unwrap();
        assert_eq!(scored, score(&learned, &messages, 1));
    }

    /// The number of threads changes nothing.
    #[test]
    fn threads_agree() {
        let long = format!("X: y\n\n{}", "cheap lunch ".repeat(9000));
        let messages: Vec<&[u8]> = vec![long.as_bytes(), b"X: y\n\nlunch", long.as_bytes(), b""];
        let messages = messages.repeat(9);
        let learned = learned(Event::Boolean);
        let one = score(&learned, &messages, 1);
        assert_eq!(one, score(&learned, &messages, 3));
    }
}
