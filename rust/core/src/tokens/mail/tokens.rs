//! The tokens of one message.

use super::origin::{LONGEST, Origin};
use super::short::copy;
use crate::tokens::words::Span;

/// Bytes that the buffer has behind its text, so that loads never leave it.
const PADDING: usize = 64;

/// Tokens in a padded buffer, with other text between them; the memory is used again.
#[derive(Default)]
pub struct Tokens {
    bytes: Vec<u8>,
    /// Where the text in the buffer ends.
    end: usize,
    pub(super) spans: Vec<Span>,
}

impl Tokens {
    /// The buffer in which the tokens stand.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Where each token stands in the buffer.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// The tokens one after the other.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.spans.iter().map(|&(start, end)| &self.bytes[start as usize..end as usize])
    }

    pub(super) fn clear(&mut self) {
        self.end = 0;
        self.spans.clear();
    }

    /// Where the next token will begin.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// The text from a place on.
    pub(super) fn text_from(&self, start: usize) -> &[u8] {
        self.bytes.get(start..self.end).unwrap_or_default()
    }

    /// Append text that is no token as a whole.
    pub(super) fn append(&mut self, text: &[u8], lowered: bool) {
        copy(text, self.room(text.len()), lowered);
        self.end += text.len();
    }

    /// Append a token of an origin.
    #[inline]
    pub(super) fn push(&mut self, origin: &Origin, token: &[u8], lowered: bool) {
        let start = self.end;
        let room = self.room(LONGEST + token.len());
        // As many bytes as there can be: a copy of known length is cheaper.
        if let Some(first) = room.first_chunk_mut() {
            *first = origin.bytes;
        }
        copy(token, &mut room[origin.length..], lowered);
        self.end = start + origin.length + token.len();
        self.spans.push((start as u32, self.end as u32));
    }

    /// Room for so many bytes and the padding, with anything in it.
    #[inline]
    fn room(&mut self, size: usize) -> &mut [u8] {
        let size = self.end + size + PADDING;
        if self.bytes.len() < size {
            self.grow(size);
        }
        &mut self.bytes[self.end..]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, size: usize) {
        self.bytes.resize(size.max(2 * self.bytes.len()), 0);
    }
}
