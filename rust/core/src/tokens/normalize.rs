//! Normalisation: lower case and accents, before a document is cut into tokens.

use std::sync::Arc;

use super::chars::{CharTable, Folding, Lower};
use super::words::{TOO_LONG, decode};
use crate::error::{Error, Result};

/// Appends the normal form of documents to a buffer.
#[derive(Default)]
pub struct Normalizer {
    /// Do as `str.lower` does.
    pub lowercase: bool,
    /// Then replace characters by their accent-free forms.
    pub folding: Option<Arc<Folding>>,
}

impl Normalizer {
    /// Append the normal form of `text` to `out`.
    pub fn append(&self, text: &str, chars: &CharTable, out: &mut Vec<u8>) -> Result<()> {
        let from = out.len();
        self.begin(text, chars, out)?;
        self.finish(&mut out[from..]);
        Ok(())
    }

    /// What [`Normalizer::begin`] has put off.
    pub fn finish(&self, bytes: &mut [u8]) {
        if self.lowers_last() {
            bytes.make_ascii_lowercase();
        }
    }

    /// Whether ASCII can be lowered afterwards, many documents at once: folding may bring forth
    /// capitals that stay, and nothing else does.
    fn lowers_last(&self) -> bool {
        self.lowercase && self.folding.is_none()
    }

    /// Append `text` in a form that is normal after [`Normalizer::finish`].
    pub fn begin(&self, text: &str, chars: &CharTable, out: &mut Vec<u8>) -> Result<()> {
        if is_ascii(text.as_bytes()) || (!self.lowercase && self.folding.is_none()) {
            self.append_ascii(text.as_bytes(), out);
        } else {
            self.append_wide(text, chars, out);
        }
        check_length(text, out)
    }

    #[inline]
    pub(super) fn append_ascii(&self, bytes: &[u8], out: &mut Vec<u8>) {
        if self.lowercase && !self.lowers_last() {
            out.extend(bytes.iter().map(u8::to_ascii_lowercase));
        } else {
            out.extend_from_slice(bytes);
        }
    }

    fn append_wide(&self, text: &str, chars: &CharTable, out: &mut Vec<u8>) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at].is_ascii() {
                let run = ascii_run(&bytes[at..]);
                self.append_ascii(&bytes[at..at + run], out);
                at += run;
            } else {
                let (c, width) = decode(&bytes[at..]);
                self.append_char(c.unwrap_or_default(), text, at, chars, out);
                at += width;
            }
        }
    }

    /// Append the normal form of the non-ASCII character that starts `text[at..]`.
    #[inline]
    pub(super) fn append_char(
        &self,
        c: char,
        text: &str,
        at: usize,
        chars: &CharTable,
        out: &mut Vec<u8>,
    ) {
        match if self.lowercase { chars.lower(c, text, at) } else { Lower::Same } {
            Lower::Same => self.append_folded(c, out),
            Lower::Char(form) => self.append_folded(form, out),
            Lower::Text(form) => form.chars().for_each(|c| self.append_folded(c, out)),
        }
    }

    #[inline]
    fn append_folded(&self, c: char, out: &mut Vec<u8>) {
        match &self.folding {
            Some(folding) if !c.is_ascii() => folding.fold(c, out),
            _ => append_utf8(c, out),
        }
    }
}

/// Refuse a text whose normal form has more bytes than places can name.
pub(super) fn check_length(text: &str, normal: &[u8]) -> Result<()> {
    if normal.len() <= TOO_LONG {
        return Ok(());
    }
    let message = format!("a document of {} bytes is too long: split it", text.len());
    Err(Error::Invalid(message))
}

/// Whether all bytes are ASCII: the last ones are looked at together, not one by one.
#[inline]
fn is_ascii(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk::<16>() else { return bytes.is_ascii() };
    let chunks = bytes.as_chunks::<16>().0.iter().chain([last]);
    let all = chunks.fold(0, |all, chunk| all | u128::from_ne_bytes(*chunk));
    all.to_ne_bytes().is_ascii()
}

/// How many bytes of ASCII come first.
#[inline]
pub(super) fn ascii_run(bytes: &[u8]) -> usize {
    let whole = bytes.as_chunks::<16>().0.iter().take_while(|chunk| chunk.is_ascii()).count();
    let rest = bytes[16 * whole..].iter().take_while(|byte| byte.is_ascii()).count();
    16 * whole + rest
}

/// Append the UTF-8 of a character; two bytes, the most frequent case, without a copy of unknown size.
#[inline]
fn append_utf8(c: char, out: &mut Vec<u8>) {
    let code = c as u32;
    match c.len_utf8() {
        2 => out.extend_from_slice(&[0xc0 | (code >> 6) as u8, 0x80 | (code & 0x3f) as u8]),
        _ => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::chars::Properties;

    fn normal(text: &str, lowercase: bool, folding: Option<Folding>) -> String {
        let chars = CharTable::new(Properties::default(), [('É', "é"), ('İ', "i\u{307}")]);
        let mut out = Vec::new();
        Normalizer { lowercase, folding: folding.map(Arc::new) }
            .append(text, &chars, &mut out)
            .unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Lower case comes before accents, and a character may become two.
    #[test]
    fn lower_case_then_accents() {
        assert_eq!(normal("CAFÉ Bİr", true, None), "café bi\u{307}r");
        assert_eq!(normal("CAFÉ", true, Some(Folding::new([('é', "e")], "", false))), "cafe");
        assert_eq!(normal("CAFÉ", false, Some(Folding::new([], "", true))), "CAF");
        assert_eq!(normal("A™B", true, Some(Folding::new([('™', "TM")], "", false))), "aTMb");
        assert_eq!(normal(&"ABCDEFG É".repeat(9), true, None), "abcdefg é".repeat(9));
        assert_eq!(normal("CAFÉ", false, None), "CAFÉ");
    }
}
