//! N-grams: of the words of a document, of its characters, of the characters of each word.

use super::chars::CharTable;
use super::words::decode;
use crate::error::Result;

/// The least and the greatest n.
pub type Range = (usize, usize);

/// Takes a token; an error ends the search for more.
pub type Emit<'a> = dyn FnMut(&[u8]) -> Result<()> + 'a;

/// The words of one document, joined by single blanks, so that every n-gram is one slice.
#[derive(Default)]
pub struct JoinedWords {
    bytes: Vec<u8>,
    spans: Vec<(usize, usize)>,
}

impl JoinedWords {
    /// Forget the words of the last document.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.spans.clear();
    }

    /// Add a word.
    pub fn push(&mut self, word: &[u8]) {
        if !self.spans.is_empty() {
            self.bytes.push(b' ');
        }
        self.spans.push((self.bytes.len(), self.bytes.len() + word.len()));
        self.bytes.extend_from_slice(word);
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// All n-grams with n in the range, each with its first and its last word.
    pub fn ngrams(
        &self,
        (least, greatest): Range,
        emit: &mut impl FnMut(&[u8], usize, usize) -> Result<()>,
    ) -> Result<()> {
        for n in least..=greatest.min(self.spans.len()) {
            for (first, window) in self.spans.windows(n).enumerate() {
                emit(&self.bytes[window[0].0..window[n - 1].1], first, first + n - 1)?;
            }
        }
        Ok(())
    }

    /// The first word of each place where the words of `phrase` follow each other.
    pub fn find_phrase(&self, phrase: &Self) -> impl Iterator<Item = usize> {
        let n = phrase.spans.len();
        let windows = self.spans.windows(n.max(1)).enumerate();
        let matches = move |window: &[(usize, usize)]| {
            n > 0 && self.bytes[window[0].0..window[n - 1].1] == phrase.bytes[..]
        };
        windows.filter(move |(_, window)| matches(window)).map(|(first, _)| first)
    }

    /// The words joined by `_`.
    #[must_use]
    pub fn name(&self) -> Vec<u8> {
        self.bytes.iter().map(|&byte| if byte == b' ' { b'_' } else { byte }).collect()
    }
}

/// Appends `text` with runs of two or more white-space characters made one blank.
pub fn collapse_spaces(text: &str, chars: &CharTable, out: &mut Vec<u8>) {
    space_runs(text, chars, |start, end, is_run| {
        out.extend_from_slice(if is_run { b" " } else { &text.as_bytes()[start..end] });
    });
}

/// Where runs of two or more white-space characters stand, and each other character by itself.
pub fn space_runs(text: &str, chars: &CharTable, mut emit: impl FnMut(usize, usize, bool)) {
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let run = rest.find(|c| !chars.is_space(c)).unwrap_or(rest.len());
        let is_run = run > c.len_utf8();
        let end = at + if is_run { run } else { c.len_utf8() };
        emit(at, end, is_run);
        at = end;
    }
}

/// Where the characters of some UTF-8 begin, and where the last one ends.
pub fn boundaries(bytes: &[u8], out: &mut Vec<usize>) {
    out.clear();
    let mut at = 0;
    while at < bytes.len() {
        out.push(at);
        at += if bytes[at].is_ascii() { 1 } else { decode(&bytes[at..]).1 };
    }
    out.push(at);
}

/// Where the n-grams of the characters between `boundaries` stand, with n in the range.
pub fn char_spans(
    boundaries: &[usize],
    (least, greatest): Range,
    emit: &mut impl FnMut(usize, usize) -> Result<()>,
) -> Result<()> {
    let chars = boundaries.len() - 1;
    for n in least..=greatest.min(chars) {
        for start in 0..=chars - n {
            emit(boundaries[start], boundaries[start + n])?;
        }
    }
    Ok(())
}

/// The same for a word between blanks. A word too short for all n counts whole, once.
pub fn padded_spans(
    boundaries: &[usize],
    range: Range,
    emit: &mut impl FnMut(usize, usize) -> Result<()>,
) -> Result<()> {
    let chars = boundaries.len() - 1;
    char_spans(boundaries, range, emit)?;
    if range.0 > chars { emit(0, boundaries[chars]) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(collect: impl FnOnce(&mut Emit<'_>) -> Result<()>) -> Vec<String> {
        let mut found = Vec::new();
        collect(&mut |gram| {
            found.push(String::from_utf8(gram.to_vec()).unwrap());
            Ok(())
        })
        .unwrap();
        found
    }

    /// Word n-grams are the windows over the words.
    #[test]
    fn words_in_windows() {
        let mut words = JoinedWords::default();
        for word in ["buy", "cheap", "now"] {
            words.push(word.as_bytes());
        }
        let grams = strings(|emit| words.ngrams((1, 2), &mut |gram, _, _| emit(gram)));
        assert_eq!(grams, ["buy", "cheap", "now", "buy cheap", "cheap now"]);
        assert!(strings(|emit| words.ngrams((4, 9), &mut |gram, _, _| emit(gram))).is_empty());
    }

    /// Matches of a phrase may overlap, and respect the bounds of words.
    #[test]
    fn phrases_are_found() {
        let join = |text: &str| {
            let mut words = JoinedWords::default();
            text.split(' ').for_each(|word| words.push(word.as_bytes()));
            words
        };
        let found = |text, phrase| join(text).find_phrase(&join(phrase)).collect::<Vec<_>>();
        assert_eq!(found("ha ha ha", "ha ha"), [0, 1]);
        assert!(found("aha ha", "ha ha").is_empty());
        assert_eq!(join("ha ha").name(), b"ha_ha");
        assert_eq!(join("ha").find_phrase(&JoinedWords::default()).count(), 0);
    }

    /// A word shorter than n is counted whole, and once only.
    #[test]
    fn short_words_count_once() {
        let grams = |range| {
            let mut bounds = Vec::new();
            boundaries(" é ".as_bytes(), &mut bounds);
            let mut found = Vec::new();
            let mut emit = |start, end| {
                found.push(&" é "[start..end]);
                Ok(())
            };
            padded_spans(&bounds, range, &mut emit).unwrap();
            found
        };
        assert_eq!(grams((2, 5)), [" é", "é ", " é "]);
        assert_eq!(grams((4, 5)), [" é "]);
        assert_eq!(grams((3, 3)), [" é "]);
    }

    /// Only runs of white space change; a single newline stays.
    #[test]
    fn runs_of_spaces_collapse() {
        let mut out = Vec::new();
        collapse_spaces("a\n\tb\nc  ", &CharTable::ascii(), &mut out);
        assert_eq!(out, b"a b\nc ");
    }
}
