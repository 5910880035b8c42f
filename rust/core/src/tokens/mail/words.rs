//! Text becomes words.

use memchr::memmem;

use super::script::{Class, class};
use super::sink::Sink;
use super::{Urls, urls};

/// What a byte is to a word.
const SPACE: u8 = 0;
const WORD: u8 = 1;
/// Part of a word between two parts of one.
const JOINER: u8 = 2;
/// Outside ASCII.
const WIDE: u8 = 3;

static CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [SPACE; 256];
    let mut byte = 0;
    while byte < 256 {
        let c = byte as u8;
        if c.is_ascii_alphanumeric() || c == b'$' {
            table[byte] = WORD;
        } else if c >= 128 {
            table[byte] = WIDE;
        }
        byte += 1;
    }
    let joiners = b"-_.'@,";
    let mut i = 0;
    while i < joiners.len() {
        table[joiners[i] as usize] = JOINER;
        i += 1;
    }
    table
}

/// Read the words of a text for people, without what is armoured in it.
pub fn read_body(text: &str, sink: &mut Sink<'_>) {
    sink.set_origin("");
    let mut rest = text;
    while let Some(start) = armour(rest) {
        read(&rest[..start], sink);
        let Some(end) = memmem::find(&rest.as_bytes()[start..], b"-----END PGP ") else { return };
        let after = start + end + b"-----END PGP ".len();
        rest = rest[after..].split_once('\n').map_or("", |(_, rest)| rest);
    }
    read(rest, sink);
}

/// Where the next block begins that is no text.
fn armour(text: &str) -> Option<usize> {
    const HEAD: &[u8] = b"-----BEGIN PGP ";
    memmem::find_iter(text.as_bytes(), HEAD)
        .find(|start| !text.as_bytes()[start + HEAD.len()..].starts_with(b"SIGNED"))
}

/// Read the words of any text.
pub fn read(text: &str, sink: &mut Sink<'_>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() && sink.is_open() {
        match CLASSES[bytes[at] as usize] {
            WORD => at = read_word(text, at, sink),
            WIDE => at = read_wide(text, at, at, sink),
            _ => at += 1,
        }
    }
}

/// Read a word that begins in ASCII, and answer where it ends.
fn read_word(text: &str, start: usize, sink: &mut Sink<'_>) -> usize {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match CLASSES[*byte as usize] {
            WORD => at += 1,
            JOINER if bytes.get(at + 1).is_some_and(|next| CLASSES[*next as usize] == WORD) => {
                at += 2;
            }
            WIDE => return read_wide(text, start, at, sink),
            JOINER if bytes.get(at + 1).is_some_and(|next| *next >= 128) => {
                return read_wide(text, start, at, sink);
            }
            _ => break,
        }
    }
    if sink.urls != Urls::Words && bytes[at..].starts_with(b"://") {
        return read_url(text, start, at, sink);
    }
    sink.take_ascii(&bytes[start..at]);
    at
}

/// Read an URL whose scheme ends at `colon`.
fn read_url(text: &str, start: usize, colon: usize, sink: &mut Sink<'_>) -> usize {
    let ends = |c: char| c.is_whitespace() || "<>\"'()[]{}|".contains(c);
    let rest = &text[colon + 3..];
    let end = colon + 3 + rest.find(ends).unwrap_or(rest.len());
    urls::read(text[start..end].trim_end_matches(['.', ',', ';', ':', '!', '?']), sink);
    sink.set_origin("");
    end
}

/// Read a word of any script that begins at `start` and is ASCII up to `wide`.
fn read_wide(text: &str, start: usize, wide: usize, sink: &mut Sink<'_>) -> usize {
    let mut run = Run { word: text[start..wide].to_owned(), before: None, dense: 0 };
    if sink.fold_case {
        run.word.make_ascii_lowercase();
    }
    let mut chars = text[wide..].char_indices().peekable();
    while let Some((offset, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        match if c.is_ascii() { ascii_class(c) } else { class(c) } {
            Class::Word => run.letter(c, sink),
            Class::Dense => run.dense(c, sink),
            Class::Invisible => (),
            Class::Joiner if !run.word.is_empty() && next.is_some_and(is_letter) => {
                run.word.push(if c == '\u{2019}' {
                    '\''
                } else if c.is_ascii() {
                    c
                } else {
                    '-'
                });
            }
            _ => {
                run.finish(sink);
                return wide + offset + c.len_utf8();
            }
        }
    }
    run.finish(sink);
    text.len()
}

fn ascii_class(c: char) -> Class {
    match CLASSES[c as usize & 127] {
        WORD => Class::Word,
        JOINER => Class::Joiner,
        _ => Class::Other,
    }
}

fn is_letter(c: char) -> bool {
    if c.is_ascii() { ascii_class(c) == Class::Word } else { class(c) == Class::Word }
}

/// A run of characters without blanks, of one kind of script or several.
struct Run {
    word: String,
    /// The dense character before, and how many stood in a row.
    before: Option<char>,
    dense: usize,
}

impl Run {
    fn letter(&mut self, c: char, sink: &mut Sink<'_>) {
        self.end_dense(sink);
        if sink.fold_case {
            self.word.extend(c.to_lowercase());
        } else {
            self.word.push(c);
        }
    }

    /// Characters of a dense script are tokens by twos.
    fn dense(&mut self, c: char, sink: &mut Sink<'_>) {
        self.end_word(sink);
        if let Some(before) = self.before.replace(c) {
            let (mut one, mut other) = ([0; 4], [0; 4]);
            let (one, other) = (before.encode_utf8(&mut one), c.encode_utf8(&mut other));
            sink.take([one.as_bytes(), other.as_bytes()].concat().as_slice());
        }
        self.dense += 1;
    }

    fn end_word(&mut self, sink: &mut Sink<'_>) {
        if !self.word.is_empty() {
            sink.take_word(&self.word);
            self.word.clear();
        }
    }

    fn end_dense(&mut self, sink: &mut Sink<'_>) {
        if let (Some(alone), 1) = (self.before.take(), self.dense) {
            sink.take(alone.encode_utf8(&mut [0; 4]).as_bytes());
        }
        self.dense = 0;
    }

    fn finish(&mut self, sink: &mut Sink<'_>) {
        self.end_word(sink);
        self.end_dense(sink);
    }
}
