//! Text becomes words.

use memchr::memmem;

use super::script::{Class, class};
use super::sink::Sink;
use super::{Urls, runs, urls};
use crate::mail::walk::ARMOUR;

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
    let bytes = text.as_bytes();
    ARMOUR
        .find_iter(bytes)
        .find(|start| !bytes[start + ARMOUR.needle().len()..].starts_with(b"SIGNED"))
}

/// Read the words of any text.
pub fn read(text: &str, sink: &mut Sink<'_>) {
    if text.is_empty() {
        // Nothing to fold.
    } else if sink.fold_case {
        read_folded(&text.to_ascii_lowercase(), sink);
    } else {
        read_folded(text, sink);
    }
}

/// Read the words of a text whose ASCII has the case it is to have.
fn read_folded(text: &str, sink: &mut Sink<'_>) {
    let (bytes, is_ascii) = (text.as_bytes(), text.is_ascii());
    let mut read_until = 0;
    runs::find(bytes, |start, end| {
        let run = &bytes[start..end];
        if start < read_until {
            // Part of an URL.
        } else if !is_ascii && !run.is_ascii() {
            read_wide(&text[start..end], sink);
        } else if is_scheme(bytes, end) && sink.urls != Urls::Words {
            read_until = read_url(text, start, end, sink);
        } else {
            sink.take_ascii(run);
        }
        sink.is_open()
    });
}

/// Whether what ends there is the scheme of an URL.
#[inline]
fn is_scheme(bytes: &[u8], end: usize) -> bool {
    bytes.get(end) == Some(&b':') && bytes[end..].starts_with(b"://")
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

/// Read the words of a run of bytes that are not all ASCII.
fn read_wide(text: &str, sink: &mut Sink<'_>) {
    let mut run = Run::default();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match class(c) {
            Class::Word => run.letter(c, sink),
            Class::Dense => run.dense(c, sink),
            Class::Invisible => (),
            Class::Joiner
                if !run.word.is_empty() && chars.peek().is_some_and(|c| is_letter(*c)) =>
            {
                run.word.push(match c {
                    '\u{2019}' => '\'',
                    c if c.is_ascii() => c,
                    _ => '-',
                });
            }
            _ => run.finish(sink),
        }
    }
    run.finish(sink);
}

fn is_letter(c: char) -> bool {
    class(c) == Class::Word
}

/// A run of characters without blanks, of one kind of script or several.
#[derive(Default)]
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
