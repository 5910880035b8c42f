//! Log scores of documents, without a matrix between them.

use super::linear::{Linear, Scorer};
use crate::counts::coder::{Coder, Finder};
use crate::counts::shard::Shard;
use crate::counts::stream::{Sink, Stream};
use crate::counts::vocabulary::{NONE, Vocabulary};
use crate::tokens::analyzer::Analyzer;

/// Reads documents, and scores each by the terms of a vocabulary.
///
/// `once` says that a term counts once a document, however often it occurs.
#[must_use]
pub fn scorer<'a>(
    analyzer: &'a Analyzer,
    vocabulary: &'a Vocabulary,
    linear: Linear<'a>,
    once: bool,
    threads: usize,
) -> Stream<'a, Finder<'a>, DocumentScorer<'a>> {
    let coders = (0..threads.max(1)).map(|_| Finder::new(vocabulary, NONE, analyzer));
    Stream::new(analyzer, coders, || DocumentScorer {
        scorer: Scorer::new(linear),
        presence: once.then(|| Presence::new(vocabulary.len())),
        known: Vec::new(),
        scores: Vec::new(),
    })
}

/// Scores documents.
pub struct DocumentScorer<'a> {
    scorer: Scorer<'a>,
    presence: Option<Presence>,
    known: Vec<u32>,
    /// The scores, a number a class, one document behind the other.
    pub scores: Vec<f64>,
}

impl Sink for DocumentScorer<'_> {
    fn take<C: Coder>(&mut self, shard: &Shard<C>) {
        let Self { scorer, presence, known, scores } = self;
        shard.for_each_document(&shard.whole(), |codes| {
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
    }

    fn append(&mut self, other: &mut Self) {
        self.scores.append(&mut other.scores);
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::document_reader::DocumentReader;
    use crate::counts::terms::Terms;
    use crate::threads::Never;
    use crate::tokens::chars::CharTable;

    /// Known words add their weights, each time or once; other words add nothing.
    #[test]
    fn words_add_their_weights() {
        let terms: Terms = [&b"buy"[..], b"now"].into_iter().collect();
        let (vocabulary, analyzer) = (Vocabulary::from(&terms), Analyzer::default());
        let linear = Linear { bias: &[1.0, 2.0], weights: &[10.0, 20.0, 100.0, 200.0] };
        let documents = ["buy now, buy!", "", "see you"];
        for (once, first) in [(false, [121.0, 242.0]), (true, [111.0, 222.0])] {
            for threads in 1..3 {
                let mut scores = scorer(&analyzer, &vocabulary, linear, once, threads);
                scores.read(&documents, &CharTable::ascii(), &Never).unwrap();
                let expected = [first, [1.0, 2.0], [1.0, 2.0]].concat();
                assert_eq!(scores.finish().scores, expected);
            }
        }
    }
}
