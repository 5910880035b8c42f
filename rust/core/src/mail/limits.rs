//! Limits on how much of a message is read: reaching one is a mark, never an error.

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

impl Limits {
    /// Bytes of all attached texts together: they are evidence, but nobody's words to the reader.
    #[must_use]
    pub const fn attached(&self) -> usize {
        self.text / 16
    }
}

/// Bytes cut to so many at most; not within a character, if they are UTF-8.
#[must_use]
pub fn cut(bytes: &[u8], most: usize) -> &[u8] {
    if bytes.len() <= most {
        return bytes;
    }
    let is_within = |end: &usize| bytes[*end] & 0xc0 == 0x80;
    let end = (most.saturating_sub(3)..=most).rev().find(|end| !is_within(end)).unwrap_or(most);
    &bytes[..end]
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

#[cfg(test)]
mod tests {
    use super::cut;

    /// A character stays whole or goes, and other bytes are cut where they are to be.
    #[test]
    fn characters_stay_whole() {
        let text = "aé€😀z".as_bytes();
        let cuts: Vec<usize> = (0..=text.len()).map(|most| cut(text, most).len()).collect();
        assert_eq!(cuts, [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11]);
        assert_eq!(cut(&[0x80; 9], 5).len(), 5);
    }
}
