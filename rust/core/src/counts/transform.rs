//! Documents become rows over columns that are known beforehand: a vocabulary, or hashes.

use super::coder::Coder;
use super::parallel::{Interrupt, all, split_documents};
use super::rows::{Csr, RowBuilder, Value};
use super::shard::Shard;
use crate::error::Result;
use crate::tokens::analyzer::Analyzer;
use crate::tokens::chars::CharTable;

/// What a code means: a column and what to add there, or nothing.
pub trait Decode: Fn(u32) -> Option<(u32, i32)> + Sync {}
impl<F: Fn(u32) -> Option<(u32, i32)> + Sync> Decode for F {}

/// Reads documents in any number of batches, each on several threads, and keeps their rows.
pub struct Transformer<'a, C, D, T> {
    analyzer: &'a Analyzer,
    decode: D,
    workers: Vec<(Shard<C>, RowBuilder<T>)>,
    matrix: Csr<T>,
}

impl<'a, C: Coder, D: Decode, T: Value> Transformer<'a, C, D, T> {
    /// One thread a coder; sums are cut to `limit`.
    #[must_use]
    pub fn new(
        analyzer: &'a Analyzer,
        coders: impl IntoIterator<Item = C>,
        decode: D,
        columns: usize,
        limit: i32,
    ) -> Self {
        let worker = |coder| (Shard::new(coder, analyzer), RowBuilder::new(columns, limit));
        let workers = coders.into_iter().map(worker).collect();
        Self { analyzer, decode, workers, matrix: Csr::default() }
    }

    /// Read a batch of documents.
    pub fn read(
        &mut self,
        documents: &[&str],
        chars: &CharTable,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let runs = split_documents(documents, self.workers.len());
        let (analyzer, decode) = (self.analyzer, &self.decode);
        let built = all(self.workers.iter_mut().zip(runs), |((shard, builder), run)| {
            shard.read(&documents[run], analyzer, chars, interrupt)?;
            interrupt.check()?;
            Ok(rows(shard, builder, decode))
        });
        for part in built {
            self.push(part?);
        }
        Ok(())
    }

    /// Take the tokens of one document as they are.
    pub fn push_document<'t>(&mut self, tokens: impl Iterator<Item = &'t [u8]>) {
        let (shard, builder) = &mut self.workers[0];
        shard.push_document(tokens);
        let row = rows(shard, builder, &self.decode);
        self.push(row);
    }

    fn push(&mut self, part: Csr<T>) {
        if self.matrix.indptr.len() == 1 {
            self.matrix = part;
        } else {
            self.matrix.append(&part);
        }
    }

    /// The rows of all documents.
    #[must_use]
    pub fn finish(self) -> Csr<T> {
        Csr::stack(vec![self.matrix])
    }
}

/// Turn what a shard has read into rows, and forget it.
fn rows<C: Coder, T: Value>(
    shard: &mut Shard<C>,
    builder: &mut RowBuilder<T>,
    decode: &impl Decode,
) -> Csr<T> {
    let whole = shard.whole();
    let mut csr = Csr::with_capacity(whole.codes.len());
    shard.for_each_document(&whole, |codes| builder.push(codes, decode, &mut csr));
    shard.clear();
    csr
}
