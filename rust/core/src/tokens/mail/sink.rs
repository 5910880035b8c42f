//! Where tokens go: behind their origin, and no more than so many.

use super::origin::{MARK, Origin, TEXT};
use super::tokens::Tokens;
use super::{MailAnalyzer, Urls};
use crate::tokens::words::{Span, TOO_LONG};

/// URLs that an URL may stand in and still be read as one: some lead to others.
const MOST_AROUND: usize = 2;

/// Takes tokens.
pub struct Sink<'t> {
    tokens: &'t mut Tokens,
    /// How many tokens are wanted.
    most: usize,
    /// The origin and a colon; nothing if tokens come from the text.
    origin: &'static Origin,
    /// How many URLs are around the token at hand.
    around: usize,
    /// The word before, if neighbours are tokens.
    last: Option<Vec<u8>>,
    /// Whether words are lowered in case.
    pub fold_case: bool,
    min_length: usize,
    max_length: usize,
    /// How URLs are read.
    pub urls: Urls,
}

impl<'t> Sink<'t> {
    /// For the tokens of one message.
    pub fn new(analyzer: &MailAnalyzer, tokens: &'t mut Tokens) -> Self {
        Self {
            tokens,
            most: analyzer.limits.tokens,
            origin: &TEXT,
            around: 0,
            last: analyzer.pairs.then(Vec::new),
            fold_case: analyzer.fold_case,
            min_length: analyzer.min_length,
            max_length: analyzer.max_length,
            urls: analyzer.urls,
        }
    }

    /// What follows comes from there.
    #[inline]
    pub fn set_origin(&mut self, origin: &'static Origin) {
        self.origin = origin;
        self.forget_last();
    }

    #[inline]
    fn forget_last(&mut self) {
        if let Some(last) = &mut self.last {
            last.clear();
        }
    }

    /// Read something of other origins that stands within this one, and come back to it.
    pub fn within_origin(&mut self, read: impl FnOnce(&mut Self)) {
        let before = self.origin;
        self.around += 1;
        read(self);
        self.around -= 1;
        self.origin = before;
        self.forget_last();
    }

    /// Whether URLs that stand here are read as such.
    pub fn reads_urls(&self) -> bool {
        self.urls != Urls::Words && self.around < MOST_AROUND
    }

    /// Whether more tokens are wanted.
    pub fn is_open(&self) -> bool {
        self.tokens.spans.len() <= self.most && self.tokens.end() < TOO_LONG
    }

    /// Make room for a text whose words are tokens as they stand in it; the place where it begins.
    /// There is none if words stand behind an origin or have to wait for the next one.
    pub fn hold(&mut self, text: &str) -> Option<u32> {
        let from = self.tokens.end();
        if self.origin.length > 0 || self.last.is_some() || from + text.len() > TOO_LONG {
            return None;
        }
        self.tokens.append(text.as_bytes(), self.fold_case);
        Some(from as u32)
    }

    /// Take words of a text that is held.
    #[inline]
    pub fn take_held(&mut self, words: &[Span]) {
        self.tokens.spans.extend_from_slice(words);
    }

    /// Characters of the shortest word, and of the longest one that is not cut up.
    #[inline]
    pub fn lengths(&self) -> (usize, usize) {
        (self.min_length, self.max_length)
    }

    /// Take a token as it is.
    pub fn take(&mut self, token: &[u8]) {
        if self.is_open() {
            self.tokens.push(self.origin, token, false);
        }
    }

    /// Take a token in lower case.
    pub fn take_lower(&mut self, token: &[u8]) {
        if self.is_open() {
            self.tokens.push(self.origin, token, true);
        }
    }

    /// Take a token of another origin, which then is the origin.
    pub fn take_from(&mut self, origin: &'static Origin, token: &[u8]) {
        self.set_origin(origin);
        self.take(token);
    }

    /// Take a word of ASCII; too short ones are left out, and too long ones cut up.
    #[inline]
    pub fn take_ascii(&mut self, word: &[u8]) {
        self.take_measured(word, word.len());
    }

    /// Take any word in the same way.
    pub fn take_word(&mut self, word: &str) {
        self.take_measured(word.as_bytes(), word.chars().count());
    }

    #[inline]
    fn take_measured(&mut self, word: &[u8], length: usize) {
        if length > self.max_length {
            self.take_long(word);
        } else if length >= self.min_length {
            self.take_folded(word);
        }
    }

    /// Take a word in the case it is to have, and the pair that it makes.
    fn take_folded(&mut self, word: &[u8]) {
        let from = self.tokens.end() + self.origin.length;
        if self.fold_case {
            self.take_lower(word);
        } else {
            self.take(word);
        }
        if let Some(last) = self.last.take() {
            let word = self.tokens.text_from(from).to_vec();
            self.take_pair(last, word);
        }
    }

    /// Neighbours are a token, too.
    fn take_pair(&mut self, mut last: Vec<u8>, word: Vec<u8>) {
        if !last.is_empty() {
            last.push(b' ');
            last.extend_from_slice(&word);
            self.take(&last);
        }
        self.last = Some(word);
    }

    /// A long word falls into its pieces; what is long in one piece is summed up.
    fn take_long(&mut self, word: &[u8]) {
        let joins = |byte: &u8| matches!(byte, b'-' | b'_' | b'.' | b'\'' | b'@' | b',');
        for piece in word.split(joins).filter(|piece| !piece.is_empty()) {
            if piece.len() == word.len() {
                self.take_sum(word);
            } else if piece.is_ascii() {
                self.take_ascii(piece);
            } else {
                self.take_word(str::from_utf8(piece).unwrap_or_default());
            }
        }
    }

    /// How a word begins, and about how long it is.
    fn take_sum(&mut self, word: &[u8]) {
        if let ([first, ..], true, 10..100) = (word, word.is_ascii(), word.len()) {
            let tens = b'0' + (word.len() / 10) as u8;
            return self.take(&[
                b'l',
                b'o',
                b'n',
                b'g',
                b':',
                first.to_ascii_lowercase(),
                b'-',
                tens,
                b'0',
            ]);
        }
        let text = str::from_utf8(word).unwrap_or_default();
        let first: String = text.chars().take(1).flat_map(char::to_lowercase).collect();
        let tens = text.chars().count() / 10 * 10;
        self.take(format!("long:{first}-{tens}").as_bytes());
    }

    /// Say that tokens were left out, if some were.
    pub fn finish(&mut self, mark: &str) {
        if !self.is_open() {
            self.tokens.spans.truncate(self.most.min(self.tokens.spans.len()));
            self.tokens.push(&MARK, mark.as_bytes(), false);
        }
    }
}

/// A text cut to so many bytes at most, between two characters.
pub fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
