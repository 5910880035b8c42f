//! Documents become rows over columns that are known beforehand: a vocabulary, or hashes.

use super::coder::Coder;
use super::parallel::{Interrupt, all, split_documents};
use super::rows::{Csr, Layout, RowBuilder, Sign, Value};
use super::shard::Shard;
use super::vocabulary::NONE;
use crate::error::Result;
use crate::tokens::analyzer::Analyzer;
use crate::tokens::chars::CharTable;

/// Codes are columns, but for [`NONE`].
pub struct KnownLayout;

impl Layout for KnownLayout {
    #[inline]
    fn decode(&self, code: u32) -> Option<(u32, u32, Sign)> {
        (code != NONE).then_some((code, code, Sign::Plus))
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
    fn decode(&self, code: u32) -> Option<(u32, u32, Sign)> {
        let hash = code as i32;
        let place = hash.unsigned_abs();
        let column = match self.columns {
            n if n.is_power_of_two() => place & (n - 1),
            n => place % n,
        };
        let minus = self.alternate_sign && hash < 0;
        Some((column, column, if minus { Sign::Minus } else { Sign::Plus }))
    }
}

/// Reads documents in any number of batches, each on several threads, and keeps their rows.
pub struct Transformer<'a, C, L, T> {
    analyzer: &'a Analyzer,
    layout: L,
    workers: Vec<(Shard<C>, RowBuilder<T>)>,
    matrix: Csr<T>,
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
        let worker = |coder| (Shard::new(coder, analyzer), RowBuilder::new(columns, limit));
        let workers = coders.into_iter().map(worker).collect();
        Self { analyzer, layout, workers, matrix: Csr::default() }
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
        let built = all(self.workers.iter_mut().zip(runs), interrupt, |((shard, builder), run)| {
            shard.read(&documents[run], analyzer, chars, interrupt)?;
            interrupt.check()?;
            Ok(rows(shard, builder, layout))
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
        let row = rows(shard, builder, &self.layout);
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
    layout: &impl Layout,
) -> Csr<T> {
    let whole = shard.whole();
    let mut csr = Csr::with_capacity(whole.codes.len());
    builder.prepare(whole.codes.len());
    shard.for_each_document(&whole, |codes| builder.push(codes, layout, &mut csr));
    shard.clear();
    csr
}
