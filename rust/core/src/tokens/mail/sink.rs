//! Where tokens go: behind their origin, and no more than so many.

use super::{MailAnalyzer, Urls};

/// URLs that an URL may stand in and still be read as one: some lead to others.
const MOST_AROUND: usize = 2;

/// Takes tokens.
pub struct Sink<'e> {
    emit: &'e mut dyn FnMut(&[u8]),
    left: usize,
    /// Whether a token was left out.
    is_full: bool,
    /// The origin and a colon, then the token at hand, unless it comes from the text.
    token: Vec<u8>,
    /// The length of the origin.
    origin: usize,
    /// How many URLs are around the token at hand.
    around: usize,
    /// The word before, if neighbours are tokens.
    last: Option<Vec<u8>>,
    /// How words are read.
    pub fold_case: bool,
    min_length: usize,
    max_length: usize,
    /// How URLs are read.
    pub urls: Urls,
}

impl<'e> Sink<'e> {
    /// For the tokens of one message.
    pub fn new(analyzer: &MailAnalyzer, emit: &'e mut dyn FnMut(&[u8])) -> Self {
        Self {
            emit,
            left: analyzer.limits.tokens,
            is_full: false,
            token: Vec::with_capacity(64),
            origin: 0,
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
        self.token.clear();
        if !origin.is_empty() {
            self.token.extend_from_slice(origin.as_bytes());
            self.token.push(b':');
        }
        self.origin = self.token.len();
        if let Some(last) = &mut self.last {
            last.clear();
        }
    }

    /// Read something of other origins that stands within this one, and come back to it.
    pub fn within_origin(&mut self, read: impl FnOnce(&mut Self)) {
        let before = self.token[..self.origin].to_vec();
        self.around += 1;
        read(self);
        self.around -= 1;
        self.set_origin("");
        self.origin = before.len();
        self.token = before;
    }

    /// Whether URLs that stand here are read as such.
    pub fn reads_urls(&self) -> bool {
        self.urls != Urls::Words && self.around < MOST_AROUND
    }

    /// Whether more tokens are wanted.
    pub fn is_open(&self) -> bool {
        !self.is_full
    }

    /// Take a token as it is.
    #[inline]
    pub fn take(&mut self, token: &[u8]) {
        if self.left == 0 {
            self.is_full = true;
            return;
        }
        self.left -= 1;
        if self.origin == 0 {
            (self.emit)(token);
        } else {
            self.token.truncate(self.origin);
            self.token.extend_from_slice(token);
            (self.emit)(&self.token);
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
        if word.len() > self.max_length {
            self.take_long(word);
        } else if word.len() >= self.min_length {
            self.take(word);
            self.pair(word);
        }
    }

    /// Take any word in the same way.
    pub fn take_word(&mut self, word: &str) {
        let length = word.chars().count();
        if length > self.max_length {
            self.take_long(word.as_bytes());
        } else if length >= self.min_length {
            self.take(word.as_bytes());
            self.pair(word.as_bytes());
        }
    }

    /// The word at hand and the one before it are a token, too, if pairs are.
    #[inline]
    fn pair(&mut self, word: &[u8]) {
        if let Some(last) = self.last.take() {
            self.take_pair(last, word);
        }
    }

    fn take_pair(&mut self, mut last: Vec<u8>, word: &[u8]) {
        if !last.is_empty() {
            last.push(b' ');
            last.extend_from_slice(word);
            self.take(&last);
        }
        self.last = Some(word.to_vec());
    }

    /// A long word falls into its pieces; what is long in one piece is summed up.
    fn take_long(&mut self, word: &[u8]) {
        let joins = |byte: &u8| b"-_.'@,".contains(byte);
        if word.iter().any(joins) {
            for piece in word.split(joins).filter(|piece| !piece.is_empty()) {
                match str::from_utf8(piece) {
                    Ok(piece) if !piece.is_ascii() => self.take_word(piece),
                    _ => self.take_ascii(piece),
                }
            }
            return;
        }
        let text = String::from_utf8_lossy(word);
        let first = text.chars().next().map(|first| first.to_lowercase().to_string());
        let tens = text.chars().count() / 10 * 10;
        self.take(format!("long:{}-{tens}", first.unwrap_or_default()).as_bytes());
    }

    /// Say that tokens were left out, if some were.
    pub fn finish(&mut self, mark: &str) {
        if self.is_full {
            (self.emit)(format!("mark:{mark}").as_bytes());
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
