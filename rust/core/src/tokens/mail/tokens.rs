//! The tokens of one message.

use crate::tokens::words::Span;

/// Tokens in a padded buffer, with other text between them; the memory is used again.
#[derive(Default)]
pub struct Tokens {
    pub(super) bytes: Vec<u8>,
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
        self.bytes.clear();
        self.spans.clear();
    }
}
