//! Token sink: adds the origin prefix to each token, and enforces the limit.

use super::disguise::Disguises;
use super::origin::{MARK, Origin, TEXT};
use super::runs::is_joiner;
use super::short::{BLOCK, is_ascii};
use super::tokens::Tokens;
use super::{MailAnalyzer, Urls};
use crate::mail::near::position;
use crate::tokens::words::{Span, TOO_LONG};

/// URLs that an URL may stand in and still be read as one: some lead to others.
const MOST_AROUND: usize = 2;

/// Takes tokens.
pub struct Sink<'t> {
    tokens: &'t mut Tokens,
    /// How many tokens are wanted.
    most: usize,
    /// The origin and a colon; nothing if tokens come from the text.
    origin: &'t Origin,
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
    /// What was disguised in the words so far.
    pub disguises: Disguises,
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
            disguises: Disguises::default(),
        }
    }

    /// What follows comes from there.
    #[inline]
    pub fn set_origin(&mut self, origin: &'t Origin) {
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

    /// Make room for a text whose words are tokens; the place where it begins, and whether it is ASCII.
    pub fn hold(&mut self, text: &str) -> (u32, bool) {
        self.tokens.append(text.as_bytes(), self.fold_case)
    }

    /// Whether words of a text that is held are tokens as they stand in it.
    pub fn takes_as_held(&self) -> bool {
        self.origin.length == 0 && self.last.is_none()
    }

    /// Take words of a text that is held, as they stand in it.
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

    /// Take a token in lower case; where it stands behind its origin.
    pub fn take_lower(&mut self, token: &[u8]) -> Option<Span> {
        if !self.is_open() {
            return None;
        }
        self.tokens.push(self.origin, token, true);
        let end = self.tokens.end() as u32;
        Some((end - token.len() as u32, end))
    }

    /// Take a piece of a token that was taken.
    pub fn take_again(&mut self, piece: Span) {
        if self.is_open() {
            self.tokens.push_held(self.origin, piece);
        }
    }

    /// The places of dots in up to [`WIDTH`](super::tokens::WIDTH) bytes of a token.
    #[inline]
    pub fn dots(&self, piece: Span) -> u64 {
        self.tokens.places(b'.', piece)
    }

    /// Take a token of another origin, which then is the origin.
    pub fn take_from(&mut self, origin: &'t Origin, token: &[u8]) {
        self.set_origin(origin);
        self.take(token);
    }

    /// Take a word that stands in no text as it is.
    pub fn take_text(&mut self, word: &str) {
        if self.is_open() {
            let (start, _) = self.hold(word);
            self.take_word((start, start + word.len() as u32));
        }
    }

    /// Take a word of a text that is held; too short ones are left out, and too long ones cut up.
    #[inline]
    fn take_word(&mut self, word: Span) {
        let (start, end) = (word.0 as usize, word.1 as usize);
        let is_ascii = is_ascii(self.tokens.bytes(), [start, end]);
        let length = if is_ascii { end - start } else { n_characters(self.tokens.text(word)) };
        self.take_measured(word, length);
    }

    /// Take a word of ASCII in the same way.
    #[inline]
    pub fn take_ascii(&mut self, word: Span) {
        self.take_measured(word, (word.1 - word.0) as usize);
    }

    #[inline]
    fn take_measured(&mut self, word: Span, length: usize) {
        if length > self.max_length {
            self.take_long(word);
        } else if length >= self.min_length && self.is_open() {
            self.take_whole(word);
        }
    }

    /// Take a word that is a token, and the pair that it makes.
    #[inline]
    fn take_whole(&mut self, word: Span) {
        if self.origin.length == 0 {
            self.tokens.spans.push(word);
        } else {
            self.tokens.push_held(self.origin, word);
        }
        if let Some(last) = self.last.take() {
            let word = self.tokens.text(word).to_vec();
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
    #[inline(never)]
    fn take_long(&mut self, word: Span) {
        let (mut start, end) = word;
        while start < end {
            let piece = (start, start + self.piece((start, end)));
            if piece == word {
                self.take_sum(word);
            } else if piece.1 > start {
                self.take_word(piece);
            }
            start = piece.1 + 1;
        }
    }

    /// How many bytes of a word stand before what joins two parts of one.
    #[inline]
    fn piece(&self, word: Span) -> u32 {
        let blocks = self.tokens.blocks(word).as_flattened();
        let joiner = position::<BLOCK>(blocks, is_joiner).unwrap_or(blocks.len());
        (joiner as u32).min(word.1 - word.0)
    }

    /// How a word begins, and about how long it is.
    fn take_sum(&mut self, word: Span) {
        let text = self.tokens.text(word);
        if let ([first, ..], true, 10..100) = (text, text.is_ascii(), text.len()) {
            let tens = b'0' + (text.len() / 10) as u8;
            let first = first.to_ascii_lowercase();
            return self.take(&[b'l', b'o', b'n', b'g', b':', first, b'-', tens, b'0']);
        }
        let text = str::from_utf8(text).unwrap_or_default();
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

/// How many characters a text of UTF-8 has.
fn n_characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// A text cut to so many bytes at most, between two characters.
pub fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
