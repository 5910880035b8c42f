//! Label encoding of text columns: distinct texts are numbered in order of first sight.

use super::categories::MISSING;
use crate::counts::terms::Terms;
use crate::counts::vocabulary::Vocabulary;
use crate::error::Result;
use crate::threads::{Interrupt, all, split_by_weight};

/// Texts that are read before somebody may ask to stop.
const PAUSE: usize = 1 << 12;

/// A column of texts, some of which may be missing.
pub trait Column: Sync {
    /// How many there are, missing ones included.
    fn len(&self) -> usize;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Let `take` have all texts in their order, and None for missing ones.
    fn each(&self, take: impl FnMut(Option<Text<'_>>) -> Result<()>) -> Result<()>;
}

/// The first so many bytes of a buffer, whatever stands behind them.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    buffer: &'a [u8],
    len: usize,
}

impl<'a> Text<'a> {
    /// The text from one place of a buffer to another, if there are such.
    #[inline]
    #[must_use]
    pub fn within(buffer: &'a [u8], start: usize, end: usize) -> Option<Self> {
        let (buffer, len) = (buffer.get(start..)?, end.checked_sub(start)?);
        (len <= buffer.len()).then_some(Self { buffer, len })
    }
}

impl<'a> From<&'a str> for Text<'a> {
    fn from(text: &'a str) -> Self {
        Self { buffer: text.as_bytes(), len: text.len() }
    }
}

/// Texts as codes.
#[derive(Default)]
pub struct NumberedTexts {
    /// The code of each text, or [`MISSING`].
    pub codes: Vec<i32>,
    vocabulary: Vocabulary,
}

impl NumberedTexts {
    /// Number a text, or one that is missing.
    #[inline]
    pub fn push(&mut self, text: Option<Text<'_>>) {
        let code = text.map_or(MISSING, |Text { buffer, len }| {
            self.vocabulary.intern_first(buffer, len) as i32
        });
        self.codes.push(code);
    }

    /// The distinct texts in the order of their codes.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        self.vocabulary.terms()
    }
}

/// Number the texts of each column by themselves.
pub fn number_texts<C: Column>(
    columns: &[C],
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Vec<NumberedTexts>> {
    let sizes: Vec<usize> = columns.iter().map(C::len).collect();
    let runs = split_by_weight(&sizes, threads);
    let found = all(runs, interrupt, |run| {
        let numbered = columns[run].iter().map(|column| number_column(column, interrupt));
        numbered.collect::<Vec<Result<NumberedTexts>>>()
    });
    found.into_iter().flatten().collect()
}

fn number_column<C: Column>(column: &C, interrupt: &dyn Interrupt) -> Result<NumberedTexts> {
    let mut numbered = NumberedTexts::default();
    numbered.codes.reserve_exact(column.len());
    column.each(|text| {
        if numbered.codes.len().is_multiple_of(PAUSE) {
            interrupt.check()?;
        }
        numbered.push(text);
        Ok(())
    })?;
    Ok(numbered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::{Never, WORTH};

    impl Column for Vec<Option<String>> {
        fn len(&self) -> usize {
            self.as_slice().len()
        }

        fn each(&self, take: impl FnMut(Option<Text<'_>>) -> Result<()>) -> Result<()> {
            self.iter().map(|text| text.as_deref().map(Text::from)).try_for_each(take)
        }
    }

    /// Each distinct text has the next code, in each column by itself, and none has none.
    #[test]
    fn texts_become_codes() {
        let column = |texts: &[Option<&str>]| -> Vec<Option<String>> {
            texts.iter().map(|text| text.map(str::to_owned)).collect()
        };
        let columns = [column(&[Some("b"), None, Some(""), Some("b")]), column(&[Some("a")])];
        let numbered = number_texts(&columns, 2, &Never).unwrap();
        assert_eq!(numbered[0].codes, [0, MISSING, 1, 0]);
        assert_eq!(numbered[0].terms().iter().collect::<Vec<_>>(), [&b"b"[..], b""]);
        assert_eq!((numbered[1].codes.as_slice(), numbered[1].terms().len()), (&[0][..], 1));
    }

    /// What stands behind a text in its buffer does not matter, and no text ends beyond it.
    #[test]
    fn texts_end_where_they_end() {
        let buffer = b"buy cheap buy, and incomprehensibilities beside incomprehensibility";
        let mut numbered = NumberedTexts::default();
        for (start, end) in [(0, 3), (4, 9), (10, 13), (19, 39), (4, 9), (48, 67), (19, 37)] {
            numbered.push(Text::within(buffer, start, end));
        }
        assert_eq!(numbered.codes, [0, 1, 0, 2, 1, 3, 4]);
        assert_eq!(numbered.terms().get(4), b"incomprehensibilit");
        for (start, end) in [(67, 68), (68, 68), (4, 3)] {
            assert!(Text::within(buffer, start, end).is_none());
        }
    }

    /// Threads change nothing.
    #[test]
    fn threads_number_alike() {
        let column = |of: usize| -> Vec<Option<String>> {
            (0..WORTH).map(|i| (i % 7 > 0).then(|| (i % of).to_string())).collect()
        };
        let columns: Vec<_> = [3, 50, 1000].into_iter().map(column).collect();
        let one = number_texts(&columns, 1, &Never).unwrap();
        for (a, b) in one.iter().zip(number_texts(&columns, 3, &Never).unwrap()) {
            assert_eq!((&a.codes, a.terms()), (&b.codes, b.terms()));
        }
    }
}
