//! Documents become scores, without a matrix between them.

use super::linear::{Linear, Scorer};
use crate::counts::coder::Finder;
use crate::counts::shard::Shard;
use crate::counts::transform::{MESSAGES, PIECE};
use crate::counts::vocabulary::{NONE, Vocabulary};
use crate::error::Result;
use crate::threads::{Interrupt, all, pieces, split_documents, split_messages};
use crate::tokens::analyzer::Analyzer;
use crate::tokens::chars::CharTable;
use crate::tokens::mail::MailAnalyzer;

/// What one thread works with.
struct Worker<'a> {
    shard: Shard<Finder<'a>>,
    scorer: Scorer<'a>,
    presence: Option<Presence>,
    known: Vec<u32>,
    scores: Vec<f64>,
}

/// Tells whether a term was met before in the document at hand.
struct Presence {
    last: Vec<u32>,
    document: u32,
}

impl Presence {
    fn new(terms: usize) -> Self {
        Self { last: vec![0; terms], document: 1 }
    }

    #[inline]
    fn is_new(&mut self, term: u32) -> bool {
        let last = &mut self.last[term as usize];
        std::mem::replace(last, self.document) != self.document
    }

    fn next_document(&mut self) {
        self.document = self.document.wrapping_add(1);
        if self.document == 0 {
            self.last.fill(0);
            self.document = 1;
        }
    }
}

impl Worker<'_> {
    /// Score everything the shard has read, and let it forget that.
    fn score(&mut self) {
        let whole = self.shard.whole();
        let Self { shard, scorer, presence, known, scores } = self;
        shard.for_each_document(&whole, |codes| {
            if let Some(presence) = presence {
                known.clear();
                known.extend(codes.iter().filter(|&&code| code != NONE && presence.is_new(code)));
                presence.next_document();
                scorer.add_each(known);
            } else {
                scorer.add_each(codes);
            }
            scorer.finish(scores);
        });
        shard.clear();
    }
}

/// Reads documents in any number of batches, each on several threads, and keeps their scores.
pub struct DocumentScorer<'a> {
    analyzer: &'a Analyzer,
    workers: Vec<Worker<'a>>,
    scores: Vec<f64>,
}

impl<'a> DocumentScorer<'a> {
    /// `once` says that a term counts once a document, however often it occurs.
    #[must_use]
    pub fn new(
        analyzer: &'a Analyzer,
        vocabulary: &'a Vocabulary,
        linear: Linear<'a>,
        once: bool,
        threads: usize,
    ) -> Self {
        let worker = |_| Worker {
            shard: Shard::new(Finder::new(vocabulary, NONE, analyzer), analyzer),
            scorer: Scorer::new(linear),
            presence: once.then(|| Presence::new(vocabulary.len())),
            known: Vec::new(),
            scores: Vec::new(),
        };
        Self { analyzer, workers: (0..threads.max(1)).map(worker).collect(), scores: Vec::new() }
    }

    /// Read a batch of documents.
    pub fn read(
        &mut self,
        documents: &[&str],
        chars: &CharTable,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let runs = split_documents(documents, self.workers.len());
        let analyzer = self.analyzer;
        let read = all(self.workers.iter_mut().zip(runs), interrupt, |(worker, run)| {
            for some in pieces(&documents[run], PIECE) {
                worker.shard.read(some, analyzer, chars, interrupt)?;
                worker.score();
            }
            Ok(())
        });
        read.into_iter().collect::<Result<()>>()?;
        self.gather();
        Ok(())
    }

    /// Read a batch of messages.
    pub fn read_mail(
        &mut self,
        messages: &[&[u8]],
        analyzer: &MailAnalyzer,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let runs = split_messages(messages, self.workers.len());
        let read = all(self.workers.iter_mut().zip(runs), interrupt, |(worker, run)| {
            for some in messages[run].chunks(MESSAGES) {
                worker.shard.read_mail(some, analyzer, interrupt)?;
                worker.score();
            }
            Ok(())
        });
        read.into_iter().collect::<Result<()>>()?;
        self.gather();
        Ok(())
    }

    /// Set the scores of all threads behind those there are.
    fn gather(&mut self) {
        for worker in &mut self.workers {
            self.scores.append(&mut worker.scores);
        }
    }

    /// Take the tokens of one document as they are.
    pub fn push_document<'t>(&mut self, tokens: impl Iterator<Item = &'t [u8]>) {
        let worker = &mut self.workers[0];
        worker.shard.push_document(tokens);
        worker.score();
        self.scores.append(&mut worker.scores);
    }

    /// The scores of all documents, a number a class.
    #[must_use]
    pub fn finish(self) -> Vec<f64> {
        self.scores
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::terms::Terms;
    use crate::threads::Never;

    /// Known words add their weights, each time or once; other words add nothing.
    #[test]
    fn words_add_their_weights() {
        let terms: Terms = [&b"buy"[..], b"now"].into_iter().collect();
        let (vocabulary, analyzer) = (Vocabulary::from(&terms), Analyzer::default());
        let linear = Linear { bias: &[1.0, 2.0], weights: &[10.0, 20.0, 100.0, 200.0] };
        let documents = ["buy now, buy!", "", "see you"];
        for (once, first) in [(false, [121.0, 242.0]), (true, [111.0, 222.0])] {
            for threads in 1..3 {
                let mut scorer = DocumentScorer::new(&analyzer, &vocabulary, linear, once, threads);
                scorer.read(&documents, &CharTable::ascii(), &Never).unwrap();
                let expected = [first, [1.0, 2.0], [1.0, 2.0]].concat();
                assert_eq!(scorer.finish(), expected);
            }
        }
    }
}
