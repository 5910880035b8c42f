//! Where tokens go: behind their origin, and no more than so many.

use super::tokens::Tokens;
use super::{MailAnalyzer, Urls};
use crate::tokens::words::{Span, TOO_LONG};

/// URLs that an URL may stand in and still be read as one: some lead to others.
const MOST_AROUND: usize = 2;

/// Bytes of the longest origin and its colon, and more.
const LONGEST_ORIGIN: usize = 24;

/// What stands before a token.
#[derive(Clone, Copy, Default)]
struct Origin {
    bytes: [u8; LONGEST_ORIGIN],
    length: usize,
}

impl Origin {
    fn new(name: &str, more: &str) -> Self {
        debug_assert!(name.len() + more.len() < LONGEST_ORIGIN, "{name}{more} is cut");
        let mut origin = Self::default();
        if !name.is_empty() {
            let all = name.bytes().chain(more.bytes()).chain([b':']);
            for (byte, of) in origin.bytes.iter_mut().zip(all) {
                *byte = of;
                origin.length += 1;
            }
        }
        origin
    }
}

/// Takes tokens.
pub struct Sink<'t> {
    tokens: &'t mut Tokens,
    /// How many tokens are wanted.
    most: usize,
    /// The origin and a colon; nothing if tokens come from the text.
    origin: Origin,
    /// How many URLs are around the token at hand.
    around: usize,
    /// The word before, if neighbours are tokens.
    last: Option<Vec<u8>>,
    /// Whether words are lowered in case.
    pub fold_case: bool,
    /// Characters of the shortest word.
    pub min_length: usize,
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
            origin: Origin::default(),
            around: 0,
            last: analyzer.pairs.then(Vec::new),
            fold_case: analyzer.fold_case,
            min_length: analyzer.min_length,
            max_length: analyzer.max_length,
            urls: analyzer.urls,
        }
    }

    /// What follows comes from there; from the text if the origin is empty.
    pub fn set_origin(&mut self, origin: &str) {
        self.origin = Origin::new(origin, "");
        self.forget_last();
    }

    /// What follows is the name beside an address of that origin.
    pub fn set_name_origin(&mut self, origin: &str) {
        self.origin = Origin::new(origin, "-name");
        self.forget_last();
    }

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
        self.tokens.spans.len() <= self.most && self.tokens.bytes.len() < TOO_LONG
    }

    /// Make room for a text whose words are tokens as they stand in it; the place where it begins.
    /// There is none if words stand behind an origin or have to wait for the next one.
    pub fn hold(&mut self, text: &str) -> Option<u32> {
        let from = self.tokens.bytes.len();
        if self.origin.length > 0 || self.last.is_some() || from + text.len() > TOO_LONG {
            return None;
        }
        self.append(text.as_bytes());
        Some(from as u32)
    }

    /// Take words of a text that is held.
    #[inline]
    pub fn take_held(&mut self, words: &[Span]) {
        self.tokens.spans.extend_from_slice(words);
    }

    /// Whether a word is to be cut up.
    #[inline]
    pub fn is_long(&self, length: usize) -> bool {
        length > self.max_length
    }

    /// Take a token as it is.
    #[inline]
    pub fn take(&mut self, token: &[u8]) {
        if self.is_open() {
            let bytes = &mut self.tokens.bytes;
            let start = bytes.len();
            // As many bytes as there can be: a copy of known length is cheaper.
            bytes.extend_from_slice(&self.origin.bytes);
            bytes.truncate(start + self.origin.length);
            bytes.extend_from_slice(token);
            self.tokens.spans.push((start as u32, bytes.len() as u32));
        }
    }

    /// Take a token in lower case.
    pub fn take_lower(&mut self, token: &[u8]) {
        let from = self.tokens.bytes.len() + self.origin.length;
        self.take(token);
        if let Some(taken) = self.tokens.bytes.get_mut(from..) {
            taken.make_ascii_lowercase();
        }
    }

    /// Append bytes in the case they are to have.
    fn append(&mut self, text: &[u8]) {
        let bytes = &mut self.tokens.bytes;
        let from = bytes.len();
        bytes.extend_from_slice(text);
        if self.fold_case {
            bytes[from..].make_ascii_lowercase();
        }
    }

    /// Take a token of another origin, which then is the origin.
    pub fn take_from(&mut self, origin: &str, token: &[u8]) {
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
        if self.is_long(length) {
            self.take_long(word);
        } else if length >= self.min_length {
            self.take_folded(word);
        }
    }

    /// Take a word in the case it is to have, and the pair that it makes.
    fn take_folded(&mut self, word: &[u8]) {
        let from = self.tokens.bytes.len() + self.origin.length;
        if self.fold_case {
            self.take_lower(word);
        } else {
            self.take(word);
        }
        if let Some(last) = self.last.take() {
            let word = self.tokens.bytes.get(from..).unwrap_or_default().to_vec();
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
        if word.iter().any(joins) {
            for piece in word.split(joins).filter(|piece| !piece.is_empty()) {
                match str::from_utf8(piece) {
                    Ok(piece) if !piece.is_ascii() => self.take_word(piece),
                    _ => self.take_ascii(piece),
                }
            }
            return;
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
            let start = self.tokens.bytes.len() as u32;
            self.tokens.bytes.extend_from_slice(format!("mark:{mark}").as_bytes());
            self.tokens.spans.push((start, self.tokens.bytes.len() as u32));
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
