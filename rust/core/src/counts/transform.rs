//! Documents become rows over columns that are known beforehand: a vocabulary, or hashes.

use super::coder::Coder;
use super::rows::{Csr, Layout, RowBuilder, Sign, Value};
use super::shard::{Shard, WORD};
use super::vocabulary::NONE;
use crate::error::Result;
use crate::threads::{Interrupt, all, pieces, size, split_documents, split_messages};
use crate::tokens::analyzer::Analyzer;
use crate::tokens::chars::CharTable;
use crate::tokens::mail::MailAnalyzer;

/// Bytes of text whose codes stay in the cache until rows are made of them.
pub const PIECE: usize = 1 << 18;

/// Messages of which that is true.
pub const MESSAGES: usize = 64;

/// Codes are columns, but for [`NONE`].
pub struct KnownLayout;

impl Layout for KnownLayout {
    #[inline]
    fn decode(&self, code: u32) -> Option<(u32, Sign)> {
        (code != NONE).then_some((code, Sign::Plus))
    }
}

/// Codes are hashes, which give a column and perhaps a sign.
pub struct HashLayout {
    /// The number of columns.
    pub columns: u32,
    /// Whether half of the tokens are subtracted.
    pub alternate_sign: bool,
}

impl Layout for HashLayout {
    #[inline]
    fn decode(&self, code: u32) -> Option<(u32, Sign)> {
        let hash = code as i32;
        let place = hash.unsigned_abs();
        let column = match self.columns {
            n if n.is_power_of_two() => place & (n - 1),
            n => place % n,
        };
        let minus = self.alternate_sign && hash < 0;
        Some((column, if minus { Sign::Minus } else { Sign::Plus }))
    }
}

/// Reads documents in any number of batches, each on several threads, and keeps their rows.
pub struct Transformer<'a, C, L, T> {
    analyzer: &'a Analyzer,
    layout: L,
    workers: Vec<Worker<C, T>>,
}

impl<'a, C: Coder, L: Layout, T: Value> Transformer<'a, C, L, T> {
    /// One thread a coder; sums are cut to `limit`.
    #[must_use]
    pub fn new(
        analyzer: &'a Analyzer,
        coders: impl IntoIterator<Item = C>,
        layout: L,
        columns: usize,
        limit: i32,
    ) -> Self {
        let worker = |coder| Worker {
            shard: Shard::new(coder, analyzer),
            builder: RowBuilder::new(columns, limit),
            rows: Csr::default(),
        };
        Self { analyzer, layout, workers: coders.into_iter().map(worker).collect() }
    }

    /// Make room for the rows of so many bytes of text: room that is never used is never mapped.
    pub fn expect(&mut self, bytes: usize) {
        self.workers[0].rows.reserve(bytes / WORD);
    }

    /// Read a batch of documents.
    pub fn read(
        &mut self,
        documents: &[&str],
        chars: &CharTable,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let runs = split_documents(documents, self.workers.len());
        let (analyzer, layout) = (self.analyzer, &self.layout);
        let read = all(self.workers.iter_mut().zip(runs), interrupt, |(worker, run)| {
            worker.rows.reserve(size(&documents[run.clone()]) / WORD);
            for some in pieces(&documents[run], PIECE) {
                worker.shard.read(some, analyzer, chars, interrupt)?;
                worker.make_rows(layout);
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
        let layout = &self.layout;
        let read = all(self.workers.iter_mut().zip(runs), interrupt, |(worker, run)| {
            for some in messages[run].chunks(MESSAGES) {
                worker.shard.read_mail(some, analyzer, interrupt)?;
                worker.make_rows(layout);
            }
            Ok(())
        });
        read.into_iter().collect::<Result<()>>()?;
        self.gather();
        Ok(())
    }

    /// Take the tokens of one document as they are.
    pub fn push_document<'t>(&mut self, tokens: impl Iterator<Item = &'t [u8]>) {
        self.workers[0].shard.push_document(tokens);
        self.workers[0].make_rows(&self.layout);
    }

    /// Set the rows of all threads below those of the first.
    fn gather(&mut self) {
        if let Some((first, others)) = self.workers.split_first_mut() {
            for other in others {
                first.rows.append(&other.rows);
                other.rows.clear();
            }
        }
    }

    /// The rows of all documents.
    #[must_use]
    pub fn finish(mut self) -> Csr<T> {
        let mut rows = self.workers.swap_remove(0).rows;
        rows.shrink_to_fit();
        rows
    }
}

/// What one thread works with, and the rows it has made.
struct Worker<C, T> {
    shard: Shard<C>,
    builder: RowBuilder,
    rows: Csr<T>,
}

impl<C: Coder, T: Value> Worker<C, T> {
    /// Turn what the shard has read into rows, and forget it.
    fn make_rows(&mut self, layout: &impl Layout) {
        let Self { shard, builder, rows } = self;
        let whole = shard.whole();
        builder.prepare(whole.codes.len());
        shard.for_each_document(&whole, |codes| builder.push(codes, layout, rows));
        shard.clear();
    }
}
