//! The analyser: from a document to its tokens, by one frozen specification.

use std::borrow::Cow;
use std::collections::HashSet;

use super::chars::CharTable;
use super::features::Features;
use super::grams::{
    Emit, JoinedWords, Range, boundaries, char_spans, collapse_spaces, padded_spans,
};
use super::masks::Class;
use super::normalize::Normalizer;
use super::stem::Stemmer;
use super::words::{WordFinder, pad};
use crate::error::Result;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Kind {
    /// N-grams of words.
    #[default]
    Word,
    /// N-grams of characters.
    Char,
    /// N-grams of characters inside words padded with blanks.
    CharWb,
}

/// Which words count, and in which form.
#[derive(Default)]
pub struct WordRules {
    /// Words left out, in their form before stemming.
    pub stop_words: HashSet<Box<[u8]>>,
    /// Reduces words to their stems.
    pub stemmer: Option<Stemmer>,
}

impl WordRules {
    /// Whether all words count as they are.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.stop_words.is_empty() && self.stemmer.is_none()
    }

    /// The form in which a word counts, if it does.
    #[must_use]
    pub fn apply<'a>(&self, word: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        if self.stop_words.contains(word) {
            return None;
        }
        let (Some(stemmer), Ok(text)) = (&self.stemmer, str::from_utf8(word)) else {
            return Some(Cow::Borrowed(word));
        };
        Some(match stemmer.stem(text) {
            // Some languages stem a few words to nothing: those stay whole.
            stem if stem.is_empty() => Cow::Borrowed(word),
            Cow::Borrowed(stem) => Cow::Borrowed(stem.as_bytes()),
            Cow::Owned(stem) => Cow::Owned(stem.into_bytes()),
        })
    }
}

/// Longer n-grams are few in a text, and are found as strings.
const MOST_REFINED: usize = 8;

/// A specification of tokens.
pub struct Analyzer {
    /// What a token is.
    pub kind: Kind,
    /// The least and the greatest n of the n-grams.
    pub ngrams: Range,
    /// Lower case and accents.
    pub normalizer: Normalizer,
    /// Stop words and stems.
    pub rules: WordRules,
    /// Extra tokens from domain knowledge.
    pub features: Features,
    pub(super) phrases: Vec<Phrase>,
    pub(super) phrase_tokens: HashSet<Vec<u8>>,
}

impl Default for Analyzer {
    /// Single words as they stand.
    fn default() -> Self {
        Self {
            kind: Kind::Word,
            ngrams: (1, 1),
            normalizer: Normalizer::default(),
            rules: WordRules::default(),
            features: Features::default(),
            phrases: Vec::new(),
            phrase_tokens: HashSet::new(),
        }
    }
}

pub(super) struct Phrase {
    pub(super) words: JoinedWords,
    pub(super) token: Vec<u8>,
}

/// Memory that is used again from document to document.
#[derive(Default)]
pub struct Scratch {
    bytes: Vec<u8>,
    collapsed: Vec<u8>,
    boundaries: Vec<usize>,
    words: JoinedWords,
    finder: WordFinder,
    runs: Option<WordFinder>,
}

impl Analyzer {
    /// Let the places where the words of a phrase follow each other be tokens, too.
    pub fn add_phrase(&mut self, phrase: &str, chars: &CharTable) -> Result<()> {
        let mut scratch = Scratch::default();
        self.find_words(phrase, chars, &mut scratch)?;
        let token = [b"phrase:", scratch.words.name().as_slice()].concat();
        if self.phrase_tokens.insert(token.clone()) {
            self.phrases.push(Phrase { words: scratch.words, token });
        }
        Ok(())
    }

    /// Whether the tokens are n-grams of words and nothing else.
    #[must_use]
    pub fn is_words_only(&self) -> bool {
        self.kind == Kind::Word && self.features.is_empty() && self.phrases.is_empty()
    }

    /// Whether the tokens can be counted from the places of words, without their strings.
    #[must_use]
    pub fn is_refinable(&self) -> bool {
        self.is_words_only() && self.ngrams.1 <= MOST_REFINED
    }

    /// Whether the tokens are single words as they stand.
    #[must_use]
    pub fn is_plain_words(&self) -> bool {
        self.is_words_only() && self.ngrams == (1, 1) && self.rules.is_trivial()
    }

    /// Hand on the tokens of one document.
    pub fn tokenize(
        &self,
        text: &str,
        chars: &CharTable,
        scratch: &mut Scratch,
        emit: &mut Emit<'_>,
    ) -> Result<()> {
        match self.kind {
            Kind::Word => self.word_tokens(text, chars, scratch, emit),
            Kind::Char => self.char_tokens(text, chars, scratch, emit),
            Kind::CharWb => self.char_wb_tokens(text, chars, scratch, emit),
        }
    }

    fn word_tokens(
        &self,
        text: &str,
        chars: &CharTable,
        scratch: &mut Scratch,
        emit: &mut Emit<'_>,
    ) -> Result<()> {
        self.find_words(text, chars, scratch)?;
        scratch.words.ngrams(self.ngrams, &mut |gram, _, _| emit(gram))?;
        let mut done = Ok(());
        self.features.find(text, chars, &mut |token, _| {
            if done.is_ok() {
                done = emit(token.as_bytes());
            }
        });
        done?;
        for phrase in &self.phrases {
            for _ in scratch.words.find_phrase(&phrase.words) {
                emit(&phrase.token)?;
            }
        }
        Ok(())
    }

    /// The words that count, in their final form.
    fn find_words(&self, text: &str, chars: &CharTable, scratch: &mut Scratch) -> Result<()> {
        let Scratch { bytes, words, finder, .. } = scratch;
        bytes.clear();
        words.clear();
        self.normalizer.append(text, chars, bytes)?;
        pad(bytes);
        finder.find(bytes, chars, |spans| {
            for &(start, end) in spans {
                if let Some(word) = self.rules.apply(&bytes[start as usize..end as usize]) {
                    words.push(&word);
                }
            }
            Ok(())
        })
    }

    fn char_tokens(
        &self,
        text: &str,
        chars: &CharTable,
        scratch: &mut Scratch,
        emit: &mut Emit<'_>,
    ) -> Result<()> {
        let Scratch { bytes, collapsed, boundaries: bounds, .. } = scratch;
        bytes.clear();
        collapsed.clear();
        self.normalizer.append(text, chars, bytes)?;
        collapse_spaces(str::from_utf8(bytes).unwrap_or(""), chars, collapsed);
        boundaries(collapsed, bounds);
        char_spans(bounds, self.ngrams, &mut |start, end| emit(&collapsed[start..end]))
    }

    fn char_wb_tokens(
        &self,
        text: &str,
        chars: &CharTable,
        scratch: &mut Scratch,
        emit: &mut Emit<'_>,
    ) -> Result<()> {
        let Scratch { bytes, collapsed: padded, boundaries: bounds, runs, .. } = scratch;
        bytes.clear();
        self.normalizer.append(text, chars, bytes)?;
        pad(bytes);
        runs.get_or_insert_with(|| WordFinder::new(Class::Dark)).find(bytes, chars, |spans| {
            for &(start, end) in spans {
                padded.clear();
                padded.push(b' ');
                padded.extend_from_slice(&bytes[start as usize..end as usize]);
                padded.push(b' ');
                boundaries(padded, bounds);
                padded_spans(bounds, self.ngrams, &mut |start, end| emit(&padded[start..end]))?;
            }
            Ok(())
        })
    }
}
