//! Token positions in one text: the analyser's rules, with every byte traced to its character.

use super::analyzer::{Analyzer, Kind};
use super::chars::CharTable;
use super::grams::{JoinedWords, boundaries, char_spans, padded_spans};
use super::masks::Class;
use super::normalize::Normalizer;
use super::traced::{CharRange, Traced};
use super::words::{Span, WordFinder, pad};
use crate::error::Result;

/// Takes a token and where it stands.
pub type EmitPlace<'a> = dyn FnMut(&[u8], CharRange) + 'a;

impl Analyzer {
    /// Hand on the tokens of one document, in the order of [`Analyzer::tokenize`], each with its
    /// place in characters of the document.
    pub fn places(&self, text: &str, chars: &CharTable, emit: &mut EmitPlace<'_>) -> Result<()> {
        let traced = Traced::new(text, &self.normalizer, chars)?;
        match self.kind {
            Kind::Word => self.word_places(text, traced, chars, emit),
            Kind::Char => self.char_places(&traced.collapsed(chars), emit),
            Kind::CharWb => self.char_wb_places(traced, chars, emit),
        }
    }

    /// Hand on the words of a document whose tokens are plain words: a padded buffer, some words
    /// in it, and where these stand.
    pub fn plain_places(
        &self,
        text: &str,
        chars: &CharTable,
        mut emit: impl FnMut(&[u8], &[Span], &mut dyn Iterator<Item = CharRange>),
    ) -> Result<()> {
        let mut traced = Traced::new(text, &self.normalizer, chars)?;
        pad(&mut traced.bytes);
        WordFinder::default().find(&traced.bytes, chars, |spans| {
            let place = |&(start, end): &Span| traced.place(start as usize, end as usize);
            emit(&traced.bytes, spans, &mut spans.iter().map(place));
            Ok(())
        })
    }

    fn word_places(
        &self,
        text: &str,
        traced: Traced,
        chars: &CharTable,
        emit: &mut EmitPlace<'_>,
    ) -> Result<()> {
        let (words, at) = self.placed_words(traced, chars)?;
        words.ngrams(self.ngrams, &mut |gram, first, last| {
            emit(gram, (at[first].0, at[last].1));
            Ok(())
        })?;
        if !self.features.is_empty() {
            let raw = Traced::new(text, &Normalizer::default(), chars)?;
            self.features.find(text, chars, &mut |token, at| {
                emit(token.as_bytes(), raw.place(at.start, at.end));
            });
        }
        for phrase in &self.phrases {
            for first in words.find_phrase(&phrase.words) {
                emit(&phrase.token, (at[first].0, at[first + phrase.words.len() - 1].1));
            }
        }
        Ok(())
    }

    /// The words that count, in their final form, and where each stands.
    fn placed_words(
        &self,
        mut traced: Traced,
        chars: &CharTable,
    ) -> Result<(JoinedWords, Vec<CharRange>)> {
        let (mut words, mut places) = (JoinedWords::default(), Vec::new());
        pad(&mut traced.bytes);
        WordFinder::default().find(&traced.bytes, chars, |spans| {
            for (start, end) in spans.iter().map(|&(start, end)| (start as usize, end as usize)) {
                if let Some(word) = self.rules.apply(&traced.bytes[start..end]) {
                    words.push(&word);
                    places.push(traced.place(start, end));
                }
            }
            Ok(())
        })?;
        Ok((words, places))
    }

    fn char_places(&self, text: &Traced, emit: &mut EmitPlace<'_>) -> Result<()> {
        let mut bounds = Vec::new();
        boundaries(&text.bytes, &mut bounds);
        char_spans(&bounds, self.ngrams, &mut |start, end| {
            emit(&text.bytes[start..end], text.place(start, end));
            Ok(())
        })
    }

    /// The blanks around a word have no width: they stand at its edges.
    fn char_wb_places(
        &self,
        mut traced: Traced,
        chars: &CharTable,
        emit: &mut EmitPlace<'_>,
    ) -> Result<()> {
        let (mut padded, mut bounds) = (Vec::new(), Vec::new());
        pad(&mut traced.bytes);
        WordFinder::new(Class::Dark).find(&traced.bytes, chars, |spans| {
            for (from, to) in spans.iter().map(|&(from, to)| (from as usize, to as usize)) {
                padded.clear();
                padded.push(b' ');
                padded.extend_from_slice(&traced.bytes[from..to]);
                padded.push(b' ');
                boundaries(&padded, &mut bounds);
                padded_spans(&bounds, self.ngrams, &mut |start, end| {
                    emit(&padded[start..end], padded_place(&traced, (from, to), (start, end)));
                    Ok(())
                })?;
            }
            Ok(())
        })
    }
}

/// The place of the bytes from `start` to before `end` of a word between blanks.
fn padded_place(
    text: &Traced,
    (from, to): (usize, usize),
    (start, end): (usize, usize),
) -> CharRange {
    let (left, right) = text.place(from, to);
    let behind = to - from + 1; // where the blank behind the word stands
    let first = match start {
        0 => left,
        _ if start == behind => right,
        _ => text.place(from + start - 1, to).0,
    };
    let last = match end {
        1 => left,
        _ if end > behind => right,
        _ => text.place(from, from + end - 1).1,
    };
    (first, last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(analyzer: &Analyzer, text: &str) -> Vec<(String, u32, u32)> {
        let mut found = Vec::new();
        let mut emit = |token: &[u8], (start, end)| {
            found.push((String::from_utf8(token.to_vec()).unwrap(), start, end));
        };
        analyzer.places(text, &CharTable::ascii(), &mut emit).unwrap();
        found
    }

    fn of(token: &str, start: u32, end: u32) -> (String, u32, u32) {
        (token.to_owned(), start, end)
    }

    /// N-grams, features and phrases reach from their first word to their last.
    #[test]
    fn words_have_places() {
        let mut analyzer = Analyzer { ngrams: (2, 2), ..Analyzer::default() };
        analyzer.features.numbers = true;
        analyzer.add_phrase("buy it", &CharTable::ascii()).unwrap();
        assert_eq!(
            places(&analyzer, "€ buy it: 50"),
            [
                of("buy it", 2, 8),
                of("it 50", 6, 12),
                of("number:2", 10, 12),
                of("phrase:buy_it", 2, 8)
            ]
        );
    }

    /// Characters are counted, not bytes; blanks around words have no width.
    #[test]
    fn characters_have_places() {
        let analyzer = |kind, ngrams| Analyzer { kind, ngrams, ..Analyzer::default() };
        assert_eq!(places(&analyzer(Kind::Char, (2, 2)), "é  b"), [of("é ", 0, 3), of(" b", 1, 4)]);
        assert_eq!(
            places(&analyzer(Kind::CharWb, (1, 2)), "é b")[..5],
            [of(" ", 0, 0), of("é", 0, 1), of(" ", 1, 1), of(" é", 0, 1), of("é ", 0, 1)]
        );
    }
}
