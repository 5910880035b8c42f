//! Row builder: the codes of a document become a CSR row, summed and sorted by column.

use super::csr::{Csr, Value};
use super::sort::sort_below;
use crate::tokens::masks::{WIDTH, signs};

/// Whether a token is added or subtracted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// It is added.
    Plus,
    /// It is subtracted.
    Minus,
}

impl Sign {
    #[inline]
    fn value(self) -> i32 {
        1 - 2 * self as i32
    }
}

/// What codes mean.
pub trait Layout: Sync {
    /// The column of a code, and whether it adds; nothing for some codes.
    fn decode(&self, code: u32) -> Option<(u32, Sign)>;
}

/// Sums by column, with bit maps of the columns touched, so that they come out in order unsorted.
pub struct Accumulator {
    sums: Vec<i32>,
    // As large as they may get: no place in them need be compared with a length.
    touched: Box<[u64; WORDS]>,
    summary: Box<[u8; WORDS]>,
    columns: Vec<i32>,
}

impl Accumulator {
    /// For so many columns, [`WIDE`] at most.
    #[must_use]
    #[expect(clippy::large_stack_arrays, reason = "they go to the heap, and are 36 kB")]
    pub fn new(columns: usize) -> Self {
        Self {
            sums: vec![0; columns],
            touched: Box::new([0; WORDS]),
            summary: Box::new([0; WORDS]),
            columns: Vec::new(),
        }
    }

    /// Add what each code means.
    #[inline]
    fn add_all(&mut self, codes: &[u32], layout: &impl Layout) {
        // Slices: where a vector begins would be looked up again after each sum that is stored.
        let (sums, touched) = (self.sums.as_mut_slice(), &mut *self.touched);
        let summary = &mut *self.summary;
        for &code in codes {
            if let Some((column, sign)) = layout.decode(code) {
                let column = column as usize;
                // No branch on whether the column is new: that is as good as random.
                sums[column] += sign.value();
                let word = column / 64 % WORDS;
                touched[word] |= 1 << (column % 64);
                // A byte for each word of the bit map: to set a bit here would wait for the last
                // one that was set in the same word, as there are few words.
                summary[word] = TOUCHED;
            }
        }
    }

    /// The touched columns in order, which are `most` at most, and the sums, to be taken out.
    #[inline]
    fn drain(&mut self, most: usize) -> (&[i32], &mut [i32]) {
        if self.columns.len() <= most {
            self.columns.resize(most + 1, 0);
        }
        let (columns, touched) = (self.columns.as_mut_slice(), &mut *self.touched);
        let masks = self.sums.len().div_ceil(64 * WIDTH);
        let mut len = 0;
        for (i, summary) in self.summary.as_chunks_mut().0[..masks].iter_mut().enumerate() {
            let mut words = signs(summary);
            *summary = [0; WIDTH];
            while words != 0 {
                let word = (WIDTH * i + words.trailing_zeros() as usize) % WORDS;
                words &= words - 1;
                let mut bits = std::mem::take(&mut touched[word]);
                // Most words have one bit or two: whether there is a second is no branch.
                while bits != 0 {
                    let pair = &mut columns[len..len + 2];
                    pair[0] = (64 * word) as i32 + bits.trailing_zeros() as i32;
                    bits &= bits - 1;
                    pair[1] = (64 * word) as i32 + bits.trailing_zeros() as i32;
                    len += 1 + usize::from(bits != 0);
                    bits &= bits.wrapping_sub(1);
                }
            }
        }
        (&columns[..len], &mut self.sums)
    }
}

/// A byte of which the first bit is set.
const TOUCHED: u8 = 0x80;

/// One mask of the summary stands for so many columns, as a power of two. Documents with fewer
/// tokens than the summary has masks are sorted: for them its reading would not pay.
const SUMMARY_BITS: u32 = 12;

/// Matrices of more columns than this are sorted row by row: bit maps would leave the cache.
const WIDE: usize = 1 << 18;

/// Words of a bit map of so many columns.
const WORDS: usize = WIDE / 64;

/// Builds the rows of a matrix from the codes of documents.
pub struct RowBuilder {
    columns: usize,
    limit: i32,
    sums: Option<Accumulator>,
    sorted: Vec<u32>,
    spare: Vec<u32>,
}

impl RowBuilder {
    /// For so many columns, with sums cut to `limit`.
    #[must_use]
    pub fn new(columns: usize, limit: i32) -> Self {
        Self { columns, limit, sums: None, sorted: Vec::new(), spare: Vec::new() }
    }

    /// Get ready for so many codes: bit maps pay only where they are used enough.
    pub fn prepare(&mut self, codes: usize) {
        if self.sums.is_none() && self.columns <= WIDE && codes > self.columns / 8 {
            self.sums = Some(Accumulator::new(self.columns));
        }
    }

    /// Add a row to `csr`: what each code means, summed by column.
    #[inline]
    pub fn push<T: Value>(&mut self, codes: &[u32], layout: &impl Layout, csr: &mut Csr<T>) {
        match &mut self.sums {
            Some(sums) if codes.len() > self.columns >> SUMMARY_BITS => {
                sums.add_all(codes, layout);
                self.take(codes.len(), csr);
            }
            _ => self.push_sorted(codes, layout, csr),
        }
    }

    fn push_sorted<T: Value>(&mut self, codes: &[u32], layout: &impl Layout, csr: &mut Csr<T>) {
        let entries = codes.iter().filter_map(|&code| layout.decode(code));
        self.sorted.clear();
        self.sorted.extend(entries.map(|(column, sign)| column << 1 | sign as u32));
        sort_below(&mut self.sorted, &mut self.spare, 2 * self.columns);
        for same in self.sorted.chunk_by(|a, b| a >> 1 == b >> 1) {
            let minus: i32 = same.iter().map(|entry| (entry & 1) as i32).sum();
            csr.indices.push((same[0] >> 1) as i32);
            csr.data.push(T::from_sum((same.len() as i32 - 2 * minus).min(self.limit)));
        }
        csr.end_row();
    }

    /// Move the sums of at most `most` columns to a new row of `csr`.
    #[inline]
    pub fn take<T: Value>(&mut self, most: usize, csr: &mut Csr<T>) {
        let limit = self.limit;
        if let Some(sums) = &mut self.sums {
            let (columns, sums) = sums.drain(most.min(self.columns));
            csr.indices.extend_from_slice(columns);
            csr.data.extend(
                columns.iter().map(|&column| {
                    T::from_sum(std::mem::take(&mut sums[column as usize]).min(limit))
                }),
            );
        }
        csr.end_row();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Touched columns come out in order with their sums, zero sums too, and only once.
    #[test]
    fn columns_come_in_order() {
        let mut accumulator = Accumulator::new(10_000);
        let codes = [9_999, 0, 0, 4_096, 9_999, 4_096, 63, 4_096, 9_999, NEGATIVE | 63];
        accumulator.add_all(&codes, &Signed);
        let (columns, sums) = accumulator.drain(4);
        assert_eq!(columns, [0, 63, 4_096, 9_999]);
        assert_eq!([sums[0], sums[63], sums[4_096], sums[9_999]], [2, 0, 3, 3]);
        assert!(accumulator.drain(0).0.is_empty());
    }

    const NEGATIVE: u32 = 1 << 31;

    struct Signed;

    impl Layout for Signed {
        fn decode(&self, code: u32) -> Option<(u32, Sign)> {
            let sign = if code >= NEGATIVE { Sign::Minus } else { Sign::Plus };
            Some((code & !NEGATIVE, sign))
        }
    }

    struct WithoutThirteen;

    impl Layout for WithoutThirteen {
        fn decode(&self, code: u32) -> Option<(u32, Sign)> {
            (code != 13).then_some((code, Sign::Plus))
        }
    }

    /// Long documents and short ones give the same rows.
    #[test]
    fn sorted_rows_equal_gathered_ones() {
        let codes: Vec<u32> = (0..200).map(|i| i * 7919 % 97).collect();
        let row = |columns| {
            let (mut builder, mut csr) = (RowBuilder::new(columns, 2), Csr::<i64>::default());
            builder.prepare(codes.len());
            builder.push(&codes, &WithoutThirteen, &mut csr);
            csr
        };
        assert_eq!(row(100), row(WIDE + 1));
        assert_eq!(row(100).indices.len(), 96);
        assert!(row(100).data.iter().all(|&count| count == 2));
    }
}
