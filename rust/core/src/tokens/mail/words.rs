//! Tokens of message text: words, character bigrams of scripts without spaces, and URLs.

use super::alike::Script;
use super::disguise::{folded, plain};
use super::origin::Origin;
use super::script::{Class, class, is_invisible};
use super::sink::{Sink, cut};
use super::{hosts, runs, short, urls};
use crate::mail::walk::ARMOUR;
use crate::tokens::words::{Span, TOO_LONG};

/// Read the words of a text for people, without what is armoured in it.
pub fn read_body(text: &str, origin: &'static Origin, sink: &mut Sink<'_>) {
    sink.set_origin(origin);
    let Some(start) = ARMOUR.find(text.as_bytes()) else { return read(text, sink) };
    read(&text[..start], sink);
    let mut before = 0;
    for line in text[start..].split('\n') {
        let line = line.trim_end();
        if is_armour(line, before) {
            before = line.len();
        } else if line.starts_with("-----BEGIN PGP ") || line.starts_with("-----END PGP ") {
            before = 0;
        } else {
            before = 0;
            read(line, sink);
        }
    }
}

/// Characters of the shortest line of armour that is not the last one.
const FULL: usize = 60;

/// Whether a line is armour: letters without a blank, many of them, or the rest of such lines. A
/// person can read any other line, wherever it stands.
fn is_armour(line: &str, before: usize) -> bool {
    let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
    (line.len() >= FULL || before >= FULL || before > 0 && line.starts_with('='))
        && !line.is_empty()
        && line.bytes().all(is_base64)
}

/// Read the words of any text.
pub fn read(text: &str, sink: &mut Sink<'_>) {
    if text.is_empty() || !sink.is_open() {
        return;
    }
    let text = cut(text, TOO_LONG);
    let (from, is_ascii) = sink.hold(text);
    let mut reader = WordReader { text, from, is_ascii, read_until: 0 };
    if sink.takes_as_held() {
        runs::find(text.as_bytes(), |runs| {
            reader.take_all(runs, sink);
            sink.is_open()
        });
    } else {
        runs::each(text.as_bytes(), |run| {
            reader.take(run, sink);
            sink.is_open()
        });
    }
}

/// Takes the runs of a text one after the other.
struct WordReader<'a> {
    text: &'a str,
    /// Where the text is held.
    from: u32,
    is_ascii: bool,
    /// Where the last URL ended.
    read_until: usize,
}

impl WordReader<'_> {
    /// Take runs of which most are words as they stand.
    #[inline]
    fn take_all(&mut self, runs: &[[usize; 2]], sink: &mut Sink<'_>) {
        let (mut words, mut kept) = ([(0, 0); runs::MOST], 0);
        let Self { text, is_ascii, mut read_until, .. } = *self;
        let (shortest, longest) = sink.lengths();
        for &[start, end] in runs {
            let length = end - start;
            // Few branches, for together these nearly never hold.
            let is_odd = length > longest || is_odd(text.as_bytes(), [start, end], read_until);
            if is_odd || !is_ascii && !short::is_ascii(text.as_bytes(), [start, end]) {
                sink.take_held(&words[..kept]);
                kept = 0;
                self.take([start, end], sink);
                read_until = self.read_until;
                continue;
            }
            words[kept] = self.place([start, end]);
            // No branch: short words come as they like.
            kept += usize::from(length >= shortest);
        }
        sink.take_held(&words[..kept]);
    }

    /// Take any run.
    #[inline]
    fn take(&mut self, [start, end]: [usize; 2], sink: &mut Sink<'_>) {
        let Self { text, read_until, .. } = *self;
        if !is_odd(text.as_bytes(), [start, end], read_until) {
            self.take_run([start, end], sink);
        } else if end > read_until && ends_scheme(text.as_bytes(), end) && sink.reads_urls() {
            self.read_until = self.take_url([start.max(read_until), end], sink);
        } else {
            self.take_rest([start.max(read_until), end], sink);
        }
    }

    /// Take a run that has nothing to do with an URL.
    #[inline]
    fn take_run(&self, [start, end]: [usize; 2], sink: &mut Sink<'_>) {
        if self.is_ascii || short::is_ascii(self.text.as_bytes(), [start, end]) {
            sink.take_ascii(self.place([start, end]));
        } else {
            read_wide(&self.text[start..end], sink);
        }
    }

    /// Take what an URL left of a run.
    fn take_rest(&self, [start, end]: [usize; 2], sink: &mut Sink<'_>) {
        let is_joiner = |c| class(c) == Class::Joiner;
        if start < end {
            let run = self.text[start..end].trim_end_matches(is_joiner);
            let rest = run.trim_start_matches(is_joiner);
            let start = start + run.len() - rest.len();
            self.take_run([start, start + rest.len()], sink);
        }
    }

    /// Take an URL whose scheme ends at `colon`, and what stands before it without a blank between;
    /// where it ends.
    fn take_url(&self, [start, colon]: [usize; 2], sink: &mut Sink<'_>) -> usize {
        let text = self.text;
        let is_letter = |byte: &u8| byte.is_ascii_alphabetic();
        let letters = text[start..colon].bytes().rev().take_while(is_letter).count();
        let scheme = colon - letters;
        if !urls::is_scheme(&text[scheme..colon]) {
            self.take_rest([start, colon], sink);
            return colon;
        }
        self.take_rest([start, scheme], sink);
        let end = colon + 3 + end_of_url(&text[colon + 3..]);
        let url = text[scheme..end].trim_end_matches(['.', ',', ';', ':', '!', '?']);
        sink.within_origin(|sink| urls::read(url, sink));
        end
    }

    /// Where a run is held.
    #[inline]
    fn place(&self, [start, end]: [usize; 2]) -> Span {
        (self.from + start as u32, self.from + end as u32)
    }
}

/// Whether a run has to do with an URL: one that is read already, or one that begins.
#[inline]
fn is_odd(text: &[u8], [start, end]: [usize; 2], read_until: usize) -> bool {
    start < read_until || text.get(end) == Some(&b':') && ends_scheme(text, end)
}

/// Whether what ends there may be the scheme of an URL.
#[inline]
fn ends_scheme(bytes: &[u8], end: usize) -> bool {
    bytes[end..].starts_with(b"://")
}

/// Where an URL ends: at a blank, a bracket, a quote, or punctuation outside ASCII.
fn end_of_url(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let mut at = hosts::bracketed(rest).map_or(0, |(host, _)| host.len() + 2);
    loop {
        at += bytes[at..].iter().position(|byte| ENDS[*byte as usize]).unwrap_or(rest.len() - at);
        match rest[at..].chars().next() {
            Some(c) if !c.is_ascii() && !c.is_whitespace() && class(c) != Class::Other => {
                at += c.len_utf8();
            }
            _ => return at,
        }
    }
}

/// Bytes at which an URL ends, or may end.
static ENDS: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0);
    while byte < 256 {
        let c = byte as u8;
        let is_blank = matches!(c, b' ' | b'\t'..=b'\r');
        let is_bracket = matches!(c, b'<' | b'>' | b'"' | b'\'' | b'(' | b')' | b'[' | b']');
        table[byte] = is_blank || is_bracket || matches!(c, b'{' | b'}' | b'|') || c >= 128;
        byte += 1;
    }
    table
};

/// Read the words of a run of bytes that are not all ASCII.
fn read_wide(text: &str, sink: &mut Sink<'_>) {
    let mut run = Run::default();
    let mut gaps = Gaps::default();
    let mut chars = text.chars().filter(|c| gaps.is_seen(*c)).peekable();
    while let Some(c) = chars.next() {
        match class(c) {
            Class::Word => run.letter(c, sink),
            Class::Dense => run.dense(c, sink),
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
    sink.disguises.invisible |= gaps.is_within;
}

/// Watches for characters that are not seen between letters, where they do nothing but hide words.
///
/// In scripts whose letters join they are honest.
#[derive(Default)]
struct Gaps {
    before: Option<char>,
    is_open: bool,
    is_within: bool,
}

impl Gaps {
    /// Whether the next character is seen.
    fn is_seen(&mut self, c: char) -> bool {
        if is_invisible(c) {
            self.is_open = true;
            return false;
        }
        if self.is_open {
            let is_letter = |c: char| Script::of(c).is_some();
            self.is_within |= self.before.is_some_and(is_letter) && is_letter(c);
            self.is_open = false;
        }
        self.before = Some(c);
        true
    }
}

fn is_letter(c: char) -> bool {
    class(c) == Class::Word
}

/// A run of characters without blanks, of one kind of script or several.
#[derive(Default)]
struct Run {
    word: String,
    /// Characters of a dense script.
    dense: String,
    /// What a word becomes in lower case.
    lowered: String,
}

impl Run {
    fn letter(&mut self, c: char, sink: &mut Sink<'_>) {
        self.end_dense(sink);
        self.word.push(c);
    }

    fn dense(&mut self, c: char, sink: &mut Sink<'_>) {
        self.end_word(sink);
        self.dense.push(c);
        sink.disguises.dense = true;
    }

    fn end_word(&mut self, sink: &mut Sink<'_>) {
        if self.word.is_empty() {
            return;
        }
        if self.word.is_ascii() {
            sink.take_text(&self.word);
        } else {
            let word = plain(&self.word, &mut sink.disguises);
            if sink.fold_case {
                self.lowered.clear();
                self.lowered.extend(word.chars().flat_map(char::to_lowercase));
                sink.take_text(&self.lowered);
            } else {
                sink.take_text(&word);
            }
        }
        self.word.clear();
    }

    /// Characters of a dense script are tokens by twos.
    fn end_dense(&mut self, sink: &mut Sink<'_>) {
        if self.dense.is_empty() {
            return;
        }
        let text = folded(&self.dense);
        let mut ends = text.char_indices().map(|(start, c)| start + c.len_utf8());
        let (mut start, mut end) = (0, ends.next().unwrap_or_default());
        if end == text.len() {
            sink.take(text.as_bytes());
        }
        for next in ends {
            sink.take(&text.as_bytes()[start..next]);
            (start, end) = (end, next);
        }
        self.dense.clear();
    }

    fn finish(&mut self, sink: &mut Sink<'_>) {
        self.end_word(sink);
        self.end_dense(sink);
    }
}
