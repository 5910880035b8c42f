//! Vocabulary and count matrix of documents, read on several threads.

use super::coder::Learner;
use super::csr::{Csr, Value};
use super::document_reader::DocumentReader;
use super::merge::{Merged, merge};
use super::ngrams;
use super::product;
use super::rows::RowBuilder;
use super::shard::{Segment, Shard};
use super::stack::{self, Size};
use super::terms::Terms;
use crate::error::Result;
use crate::threads::{
    Interrupt, WORTH, all, share, split_by_weight, split_documents, split_messages,
};
use crate::tokens::analyzer::{Analyzer, Kind};
use crate::tokens::chars::CharTable;
use crate::tokens::mail::MailAnalyzer;

/// Pieces of a batch of messages for each thread.
const PIECES: usize = 8;

/// Reads documents in any number of batches, each on several threads.
pub struct Collector<'a> {
    analyzer: &'a Analyzer,
    pub(super) shards: Vec<Shard<Learner<'a>>>,
    pub(super) segments: Vec<Segment>,
}

/// Sorted terms and the counts of each in each document.
pub struct Counted<T> {
    /// The terms of the columns.
    pub names: Names,
    /// The counts.
    pub matrix: Csr<T>,
}

/// The terms of the columns, as they are or as n-grams over other terms.
pub struct Names {
    /// Terms.
    pub terms: Terms,
    /// The n-grams over them that are the columns, if the columns are not the terms themselves.
    pub ngrams: Option<ngrams::Ngrams>,
}

impl Names {
    /// How many columns there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ngrams.as_ref().map_or(self.terms.len(), ngrams::Ngrams::len)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The terms of the columns, n-grams joined.
    #[must_use]
    pub fn join(self) -> Terms {
        match self.ngrams {
            Some(ngrams) => ngrams.join(&self.terms),
            None => self.terms,
        }
    }
}

impl<'a> Collector<'a> {
    /// For the tokens of `analyzer`, on so many threads.
    #[must_use]
    pub fn new(analyzer: &'a Analyzer, threads: usize) -> Self {
        let shards =
            (0..threads.max(1)).map(|_| Shard::new(Learner::new(analyzer), analyzer)).collect();
        Self { analyzer, shards, segments: Vec::new() }
    }

    /// Remember in which segments each thread set what it read.
    fn keep(&mut self, read: Vec<Result<Vec<Segment>>>) -> Result<()> {
        for (i, segments) in read.into_iter().enumerate() {
            self.segments
                .extend(segments?.into_iter().map(|segment| Segment { shard: i, ..segment }));
        }
        Ok(())
    }

    /// The sorted vocabulary and the matrix; counts above `limit` are cut to it.
    pub fn finish<T: Value>(self, limit: i32, interrupt: &dyn Interrupt) -> Result<Counted<T>> {
        let lists: Vec<_> = self.shards.iter().map(|shard| shard.coder.vocabulary()).collect();
        let merged = merge(&lists, interrupt)?;
        if self.counts_codes() {
            let matrix = self.rows(&merged, limit, interrupt)?;
            return Ok(Counted { names: Names { terms: merged.terms, ngrams: None }, matrix });
        }
        let range = self.analyzer.ngrams;
        if self.analyzer.kind == Kind::CharWb {
            product::count(self, &merged, limit, range, interrupt)
        } else {
            ngrams::count(self, merged, limit, range, interrupt)
        }
    }

    /// Whether the codes are those of the tokens that are counted, and not of words to be cut up
    /// or joined first.
    pub(super) fn counts_codes(&self) -> bool {
        let joins_words = self.analyzer.is_refinable() && self.analyzer.ngrams != (1, 1);
        self.analyzer.kind != Kind::CharWb && !joins_words
    }

    /// Segments in as many runs as there are shards, of about equal numbers of tokens.
    pub(super) fn runs(&self) -> Vec<&[Segment]> {
        let weight = |segment: &Segment| segment.codes.len() + segment.documents.len();
        let weights: Vec<usize> = self.segments.iter().map(weight).collect();
        let runs = split_by_weight(&weights, self.shards.len());
        runs.into_iter().map(|run| &self.segments[run]).collect()
    }

    /// A row of counts a document, its columns the ranks of the terms.
    pub(super) fn rows<T: Value>(
        &self,
        merged: &Merged,
        limit: i32,
        interrupt: &dyn Interrupt,
    ) -> Result<Csr<T>> {
        let sum = |of: fn(&Segment) -> usize| self.segments.iter().map(of).sum::<usize>();
        let codes = sum(|segment| segment.codes.len());
        let size = Size { rows: sum(|segment| segment.documents.len()), entries: codes };
        let threads = self.shards.len().min(1 + codes / WORTH);
        let builder = || {
            let mut builder = RowBuilder::new(merged.terms.len(), limit);
            builder.prepare(codes / threads);
            builder
        };
        let builders = (0..threads).map(|_| builder()).collect();
        stack::build(self.segments.len(), &size, builders, interrupt, |builder, i, csr| {
            interrupt.check()?;
            let segment = &self.segments[i];
            let layout = merged.layout(segment.shard);
            self.shards[segment.shard]
                .for_each_document(segment, |ids| builder.push(ids, &layout, csr));
            Ok(())
        })
    }
}

impl DocumentReader for Collector<'_> {
    /// Room that is never used is never mapped.
    fn expect(&mut self, bytes: usize) {
        let share = bytes / self.shards.len();
        self.shards.iter_mut().for_each(|shard| shard.reserve(share));
    }

    // What is collected stays apart by thread: the fewer batches, the fewer threads to wait for.
    fn batch_bytes(&self) -> usize {
        1 << 24
    }

    fn read(
        &mut self,
        documents: &[&str],
        chars: &CharTable,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let runs = split_documents(documents, self.shards.len());
        let analyzer = self.analyzer;
        let read = all(self.shards.iter_mut().zip(runs), interrupt, |(shard, run)| {
            shard.read(&documents[run], analyzer, chars, interrupt)
        });
        self.keep(read)
    }

    /// Some messages take much longer than others of their size.
    fn read_mail(
        &mut self,
        messages: &[&[u8]],
        analyzer: &MailAnalyzer,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let pieces = split_messages(messages, PIECES * self.shards.len());
        let shards = self.shards.iter_mut().enumerate();
        let read = share(pieces.len(), shards, interrupt, |(i, shard), piece| {
            let some = shard.read_mail(&messages[pieces[piece].clone()], analyzer, interrupt)?;
            Ok(some.into_iter().map(|segment| Segment { shard: *i, ..segment }).collect::<Vec<_>>())
        })?;
        self.segments.extend(read.into_iter().flatten());
        Ok(())
    }

    fn push_document(&mut self, tokens: &mut dyn Iterator<Item = &[u8]>) {
        self.shards[0].push_document(tokens);
        self.segments = vec![self.shards[0].whole()];
    }
}
