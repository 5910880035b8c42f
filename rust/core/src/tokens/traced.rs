//! Offset-mapped text: normalised bytes with the characters of the raw text they come from.

use super::chars::CharTable;
use super::grams::space_runs;
use super::normalize::{Normalizer, ascii_run, check_length};
use crate::error::Result;

/// The first character of something in a text, and the one behind its last.
pub type CharRange = (u32, u32);

/// A text, and for each of its bytes where the raw character starts and ends.
#[derive(Default)]
pub struct Traced {
    /// The text.
    pub bytes: Vec<u8>,
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Traced {
    /// The normal form of a text.
    pub fn new(text: &str, normalizer: &Normalizer, chars: &CharTable) -> Result<Self> {
        let mut traced = Self::default();
        let (bytes, mut at, mut i) = (text.as_bytes(), 0, 0);
        while at < bytes.len() {
            let run = ascii_run(&bytes[at..]);
            normalizer.append_ascii(&bytes[at..at + run], &mut traced.bytes);
            traced.starts.extend(i..i + run as u32);
            traced.ends.extend(i + 1..=i + run as u32);
            (at, i) = (at + run, i + run as u32);
            if let Some(c) = text[at..].chars().next() {
                traced.append_char(c, text, (at, i), normalizer, chars);
                (at, i) = (at + c.len_utf8(), i + 1);
            }
        }
        normalizer.finish(&mut traced.bytes);
        check_length(text, &traced.bytes)?;
        Ok(traced)
    }

    /// Append the normal form of the character outside ASCII at a byte, which is the i-th of all.
    fn append_char(
        &mut self,
        c: char,
        text: &str,
        (at, i): (usize, u32),
        normalizer: &Normalizer,
        chars: &CharTable,
    ) {
        normalizer.append_char(c, text, at, chars, &mut self.bytes);
        let is_lost = self.bytes.len() == self.starts.len();
        if is_lost && normalizer.folding.as_ref().is_some_and(|folding| folding.is_mark(c)) {
            self.extend_to(i);
        }
        self.starts.resize(self.bytes.len(), i);
        self.ends.resize(self.bytes.len(), i + 1);
    }

    /// Let a lost accent belong to the letter right before it.
    fn extend_to(&mut self, i: u32) {
        if let Some(end) = self.ends.last_mut().filter(|end| **end == i) {
            *end = i + 1;
        }
    }

    /// Where the bytes from `start` to before `end` come from; there is one at least.
    #[inline]
    #[must_use]
    pub fn place(&self, start: usize, end: usize) -> CharRange {
        (self.starts[start], self.ends[end - 1])
    }

    /// The same with each run of white space one blank, which stands for them all.
    #[must_use]
    pub fn collapsed(&self, chars: &CharTable) -> Self {
        let mut out = Self::default();
        let text = str::from_utf8(&self.bytes).unwrap_or_default();
        space_runs(text, chars, |start, end, is_run| {
            if is_run {
                out.bytes.push(b' ');
                out.starts.push(self.starts[start]);
                out.ends.push(self.ends[end - 1]);
            } else {
                out.bytes.extend_from_slice(&self.bytes[start..end]);
                out.starts.extend_from_slice(&self.starts[start..end]);
                out.ends.extend_from_slice(&self.ends[start..end]);
            }
        });
        out
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::tokens::chars::{Folding, Properties};

    fn traced(text: &str, folding: Option<Folding>) -> Vec<(char, CharRange)> {
        let chars = CharTable::new(Properties::default(), [('É', "é"), ('İ', "i\u{307}")]);
        let normalizer = Normalizer { lowercase: true, folding: folding.map(Arc::new) };
        let traced = Traced::new(text, &normalizer, &chars).unwrap().collapsed(&chars);
        let normal = str::from_utf8(&traced.bytes).unwrap();
        normal.char_indices().map(|(at, c)| (c, traced.place(at, at + c.len_utf8()))).collect()
    }

    /// One character may become two, and a run of white space one.
    #[test]
    fn characters_know_where_they_stood() {
        assert_eq!(traced("A\t B", None), [('a', (0, 1)), (' ', (1, 3)), ('b', (3, 4))]);
        assert_eq!(
            traced("ÉİX", None),
            [('é', (0, 1)), ('i', (1, 2)), ('\u{307}', (1, 2)), ('x', (2, 3))]
        );
    }

    /// An accent that is lost belongs to the letter before it, and to none further away.
    #[test]
    fn lost_accents_belong_to_their_letter() {
        let folding = || Some(Folding::new([], "\u{301}\u{327}", true));
        assert_eq!(traced("e\u{301}\u{327}x", folding()), [('e', (0, 3)), ('x', (3, 4))]);
        assert_eq!(traced("e\u{416}\u{301}", folding()), [('e', (0, 1))]);
        assert_eq!(traced("\u{301}e", folding()), [('e', (1, 2))]);
    }
}
