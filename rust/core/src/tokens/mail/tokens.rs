//! Token buffer of one message: padded, and reused for the next.

use wide::u8x16;

use super::origin::{LONGEST, Origin};
use super::short::{BLOCK, copy};
use crate::tokens::words::Span;

/// Bytes of text whose places can be told at once.
pub const WIDTH: u32 = 64;

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

    /// The text at a place.
    #[inline]
    pub(super) fn text(&self, (start, end): Span) -> &[u8] {
        &self.bytes[start as usize..end as usize]
    }

    /// The same text and more behind it, in whole blocks.
    #[inline]
    pub(super) fn blocks(&self, (start, end): Span) -> &[[u8; BLOCK]] {
        let length = (end - start) as usize;
        self.bytes[start as usize..][..length.next_multiple_of(BLOCK)].as_chunks().0
    }

    /// The places of a byte in up to [`WIDTH`] bytes of text, one bit each.
    #[inline]
    pub(super) fn places(&self, byte: u8, span: Span) -> u64 {
        let places = |lane: &[u8; BLOCK]| {
            u64::from(u8x16::new(*lane).simd_eq(u8x16::splat(byte)).to_bitmask())
        };
        let lanes = self.blocks(span).iter().enumerate();
        let found = lanes.fold(0, |mask, (i, lane)| mask | places(lane) << (BLOCK * i));
        found & u64::MAX >> (WIDTH - (span.1 - span.0))
    }

    /// Append text that is no token as a whole; where it begins, and whether it is ASCII.
    pub(super) fn append(&mut self, text: &[u8], lowered: bool) -> (u32, bool) {
        let start = self.end;
        let is_ascii = copy(text, self.room(text.len()), lowered);
        self.end += text.len();
        (start as u32, is_ascii)
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

    /// Append a token of an origin whose text stands in the buffer.
    #[inline]
    pub(super) fn push_held(&mut self, origin: &Origin, (from, to): Span) {
        let (start, from, length) = (self.end, from as usize, (to - from) as usize);
        let text = start + origin.length;
        self.room(LONGEST + length);
        if let Some(first) = self.bytes[start..].first_chunk_mut() {
            *first = origin.bytes;
        }
        let mut done = 0;
        // Whole blocks: what they write behind the token is written over.
        while done < length {
            self.bytes.copy_within(from + done..from + done + BLOCK, text + done);
            done += BLOCK;
        }
        self.end = text + length;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A piece of what stands in the buffer is written again, of any length, behind an origin.
    #[test]
    fn pieces_are_tokens_again() {
        static ORIGIN: Origin = Origin::new("url");
        let text: Vec<u8> = (b'a'..=b'z').cycle().take(200).collect();
        for length in 0..100 {
            let mut tokens = Tokens::default();
            let (start, _) = tokens.append(&text, false);
            tokens.push_held(&ORIGIN, (start + 7, start + 7 + length));
            tokens.push(&ORIGIN, b"X", true);
            let found: Vec<&[u8]> = tokens.iter().collect();
            let expected = [b"url:", &text[7..7 + length as usize]].concat();
            assert_eq!(found, [&expected[..], b"url:x"]);
        }
    }

    /// The places of a byte are told up to the end of a text, and not behind it.
    #[test]
    fn places_are_within() {
        let mut tokens = Tokens::default();
        let (start, _) = tokens.append(".a..".repeat(20).as_bytes(), false);
        for length in 1..=WIDTH {
            let expected = 0xdddd_dddd_dddd_dddd & u64::MAX >> (WIDTH - length);
            assert_eq!(tokens.places(b'.', (start, start + length)), expected);
        }
    }
}
