//! How much of a message is read. Reaching a limit is a mark, never an error.

/// Caps on what a message may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a message that are read.
    pub message: usize,
    /// Parts of a message.
    pub parts: usize,
    /// Parts within parts.
    pub depth: usize,
    /// Headers of a message, those of its parts included.
    pub headers: usize,
    /// Bytes of one header.
    pub header: usize,
    /// Bytes of the text of one part, decoded.
    pub text: usize,
    /// Tokens of a message.
    pub tokens: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 32 << 20,
            parts: 1_000,
            depth: 32,
            headers: 10_000,
            header: 64 << 10,
            text: 1 << 20,
            tokens: 100_000,
        }
    }
}
