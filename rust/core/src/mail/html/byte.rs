//! Byte classes of HTML source: what ends names, values and words.

/// Kinds, one bit each.
pub const BLANK: u8 = 1;
pub const SLASH: u8 = 2;
pub const CLOSE: u8 = 4;
pub const EQUALS: u8 = 8;
pub const ZERO: u8 = 16;

/// The kind of each byte.
static KINDS: [u8; 256] = kinds();

const fn kinds() -> [u8; 256] {
    let mut kinds = [0; 256];
    let blanks = b" \t\n\x0c\r";
    let mut i = 0;
    while i < blanks.len() {
        kinds[blanks[i] as usize] = BLANK;
        i += 1;
    }
    kinds[b'/' as usize] = SLASH;
    kinds[b'>' as usize] = CLOSE;
    kinds[b'=' as usize] = EQUALS;
    kinds[0] = ZERO;
    kinds
}

/// Whether a byte is of one of some kinds.
#[inline]
#[must_use]
pub fn is_any(byte: u8, kinds: u8) -> bool {
    KINDS[byte as usize] & kinds != 0
}

/// A text without the blanks around it, of which most have none.
#[inline]
#[must_use]
pub fn trim(text: &str) -> &str {
    match text.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}
