//! Document rows over known columns: those of a vocabulary, or feature hashes.

use super::coder::Coder;
use super::csr::{Csr, Value};
use super::rows::{Layout, RowBuilder, Sign};
use super::shard::Shard;
use super::stream::Sink;
use super::vocabulary::NONE;

/// Codes are columns, but for [`NONE`].
#[derive(Clone, Copy)]
pub struct KnownLayout;

impl Layout for KnownLayout {
    #[inline]
    fn decode(&self, code: u32) -> Option<(u32, Sign)> {
        (code != NONE).then_some((code, Sign::Plus))
    }
}

/// Codes are hashes, which give a column and perhaps a sign.
#[derive(Clone, Copy)]
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

/// Makes a row of each document.
pub struct RowSink<L, T> {
    layout: L,
    builder: RowBuilder,
    matrix: Csr<T>,
}

impl<L: Layout, T: Value> RowSink<L, T> {
    /// Rows of so many columns; sums are cut to `limit`.
    #[must_use]
    pub fn new(layout: L, columns: usize, limit: i32) -> Self {
        Self { layout, builder: RowBuilder::new(columns, limit), matrix: Csr::default() }
    }

    /// The rows of all documents.
    #[must_use]
    pub fn into_matrix(mut self) -> Csr<T> {
        self.matrix.shrink_to_fit();
        self.matrix
    }
}

impl<L: Layout + Send, T: Value> Sink for RowSink<L, T> {
    fn reserve(&mut self, codes: usize) {
        self.matrix.reserve(codes);
    }

    fn take<C: Coder>(&mut self, shard: &Shard<C>) {
        let Self { layout, builder, matrix } = self;
        let whole = shard.whole();
        builder.prepare(whole.codes.len());
        shard.for_each_document(&whole, |codes| builder.push(codes, layout, matrix));
    }

    fn append(&mut self, other: &mut Self) {
        self.matrix.append(&other.matrix);
        other.matrix.clear();
    }
}
