//! Decodes encoded words in headers (RFC 2047).

use std::borrow::Cow;

use memchr::memmem;

use super::charset::{self, Guess};
use super::mark::{Mark, Marks};
use super::transfer::{base64, quoted_printable};

/// Longer names of charsets are none.
const LONGEST_CHARSET: usize = 64;

/// A word that was decoded as far as its bytes.
struct Word<'a> {
    charset: &'a [u8],
    bytes: Vec<u8>,
}

impl Word<'_> {
    /// Whether a character may be split between it and the next word.
    ///
    /// Where charsets are switched by escapes, each word begins anew.
    fn continues_in(&self, next: &Self) -> bool {
        let escapes =
            self.charset.get(..8).is_some_and(|name| name.eq_ignore_ascii_case(b"iso-2022"));
        self.charset.eq_ignore_ascii_case(next.charset) && !escapes
    }
}

/// Decode the encoded words of a header; blanks between two of them go.
///
/// Neighbours in one charset are decoded together, for a character may be split between them.
#[must_use]
pub fn decode<'a>(value: &'a [u8], marks: &mut Marks) -> Cow<'a, str> {
    if !memchr::memchr_iter(b'?', value).any(|at| value[..at].ends_with(b"=")) {
        return plain(value, &mut Guess::default(), marks);
    }
    let (mut text, mut open, mut rest) = (String::new(), None::<Word<'_>>, value);
    let mut guess = Guess::default();
    while !rest.is_empty() {
        let Some((before, word, after)) = next_word(rest, marks) else {
            flush(open.take(), &mut text, &mut guess, marks);
            text.push_str(&plain(rest, &mut guess, marks));
            break;
        };
        let adjacent = open.is_some() && before.trim_ascii().is_empty();
        match &mut open {
            Some(last) if adjacent && last.continues_in(&word) => {
                last.bytes.extend_from_slice(&word.bytes);
            }
            _ => {
                flush(open.take(), &mut text, &mut guess, marks);
                if !adjacent {
                    text.push_str(&plain(before, &mut guess, marks));
                }
                open = Some(word);
            }
        }
        rest = after;
    }
    flush(open, &mut text, &mut guess, marks);
    Cow::Owned(text)
}

/// Text of a header that is not encoded: UTF-8, or something undeclared.
fn plain<'a>(bytes: &'a [u8], guess: &mut Guess, marks: &mut Marks) -> Cow<'a, str> {
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => charset::decode_piece(bytes, None, guess, marks),
    }
}

fn flush(word: Option<Word<'_>>, text: &mut String, guess: &mut Guess, marks: &mut Marks) {
    if let Some(word) = word {
        let label = String::from_utf8_lossy(word.charset);
        text.push_str(&charset::decode_piece(&word.bytes, Some(&label), guess, marks));
    }
}

/// What stands before the next encoded word, the word, and what follows it.
fn next_word<'a>(value: &'a [u8], marks: &mut Marks) -> Option<(&'a [u8], Word<'a>, &'a [u8])> {
    // The end of a word is looked for once, however many words of no encoding precede it.
    let (mut from, mut end) = (0, 0);
    while let Some(at) = memmem::find(&value[from..], b"=?").map(|at| from + at) {
        if let Some((charset, encoding, text)) = head(&value[at + 2..]) {
            let start = value.len() - text.len();
            if end < start {
                // Without an end, no later word has one either.
                end = start + memmem::find(text, b"?=")?;
            }
            if let Some(bytes) = undo(encoding, &value[start..end], marks) {
                return Some((&value[..at], Word { charset, bytes }, &value[end + 2..]));
            }
            marks.add(Mark::BrokenWord);
        }
        from = at + 2;
    }
    None
}

/// The charset and the encoding of a word, and what follows them.
fn head(value: &[u8]) -> Option<(&[u8], u8, &[u8])> {
    let length = memchr::memchr(b'?', &value[..value.len().min(LONGEST_CHARSET)])?;
    let label = &value[..length];
    // A language may follow the charset (RFC 2231).
    let charset = label.split(|byte| *byte == b'*').next().filter(|name| !name.is_empty())?;
    match &value[length + 1..] {
        [encoding, b'?', text @ ..] if charset.iter().all(u8::is_ascii_graphic) => {
            Some((charset, encoding.to_ascii_lowercase(), text))
        }
        _ => None,
    }
}

/// The bytes of a word.
fn undo(encoding: u8, text: &[u8], marks: &mut Marks) -> Option<Vec<u8>> {
    let mut own = Marks::default();
    let bytes = match encoding {
        b'b' => base64(text, usize::MAX, &mut own).0,
        b'q' => {
            let spaced: Vec<u8> =
                text.iter().map(|byte| if *byte == b'_' { b' ' } else { *byte }).collect();
            quoted_printable(&spaced, usize::MAX, &mut own).0
        }
        _ => return None,
    };
    if own.iter().next().is_some() {
        marks.add(Mark::BrokenWord);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words are decoded wherever they stand, and joined where only blanks part them.
    #[test]
    fn words_are_decoded() {
        for (value, text) in [
            ("plain", "plain"),
            ("=?utf-8?Q?caf=C3=A9_au?= lait", "café au lait"),
            ("=?iso-8859-1?B?Y2Fm6Q==?=", "café"),
            ("=?utf-8?q?a?=  =?iso-8859-1?q?b?=", "ab"),
            ("=?utf-8?q?=C3?= =?UTF-8?q?=A9?=", "é"),
            ("=?utf-8*en?q?a?= b", "a b"),
            ("a=?utf-8?q?b?=c", "abc"),
            ("=?utf-8?q?=41?=", "A"),
        ] {
            let mut marks = Marks::default();
            assert_eq!(decode(value.as_bytes(), &mut marks), text);
            assert_eq!(marks, Marks::default(), "{value}");
        }
    }

    /// What only looks like an encoded word stays as it is.
    #[test]
    fn other_text_stays() {
        let mut marks = Marks::default();
        for value in ["=?", "=?utf-8?q?open", "=? ?q?x?=", "=?utf-8?x?y?= z", "2 =? 3 ?= 4"] {
            assert_eq!(decode(value.as_bytes(), &mut marks), value);
        }
        assert!(marks.has(Mark::BrokenWord));
    }

    /// Bytes above ASCII are UTF-8, or marked and guessed.
    #[test]
    fn raw_bytes_are_read() {
        let mut marks = Marks::default();
        assert_eq!(decode("größer".as_bytes(), &mut marks), "größer");
        assert_eq!(marks, Marks::default());
        assert_eq!(decode(b"caf\xe9 au lait", &mut marks), "café au lait");
        assert!(marks.has(Mark::UndeclaredCharset));
    }
}
