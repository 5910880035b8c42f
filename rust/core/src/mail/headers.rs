//! Header parser: bytes become header fields and the offset of the body (RFC 5322).

use std::borrow::Cow;

use memchr::memchr_iter;
use wide::u8x16;

use super::field::Field;
use super::limits::{Limits, cut};
use super::lines::line;
use super::mark::{Mark, Marks};
use super::near::position;

/// Whether headers are ASCII, and there are no encoded words among them.
#[must_use]
pub fn is_plain(headers: &[u8]) -> bool {
    let begins_word = |at: usize| headers[..at].ends_with(b"=");
    headers.is_ascii() && !memchr_iter(b'?', headers).any(begins_word)
}

/// What a line among headers is.
enum Line {
    Blank,
    Continuation,
    /// Where the name ends, and the value begins.
    Header {
        name: usize,
        value: usize,
    },
    /// A value without a name.
    Nameless,
    Neither,
}

/// What the line is that begins at `start` and ends at `end`.
fn kind(raw: &[u8], start: usize, end: usize) -> Line {
    let line = &raw[start..end];
    match line.first() {
        None => return Line::Blank,
        Some(b' ' | b'\t') => return Line::Continuation,
        Some(b':') => return Line::Nameless,
        _ => (),
    }
    // A line end ends a name, too, so that what follows the line may be looked at.
    let name = position::<16>(&raw[start..], ends_name).unwrap_or(line.len());
    let blanks = line[name..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    if line.get(name + blanks) == Some(&b':') {
        Line::Header { name, value: name + blanks + 1 }
    } else {
        Line::Neither
    }
}

/// What cannot stand in a name: blanks, controls, what is above ASCII, and the colon behind it.
fn ends_name(bytes: u8x16) -> u8x16 {
    let from_mark = bytes - u8x16::splat(b'!');
    let outside = from_mark.max(u8x16::splat(b'~' - b'!' + 1)).simd_eq(from_mark);
    outside | bytes.simd_eq(u8x16::splat(b':'))
}

/// A header whose end was not seen yet: its name, and where its value stands so far.
struct OpenField<'a> {
    name: &'a [u8],
    start: usize,
    end: usize,
}

/// Reads headers, and counts them against the limits of the message.
pub struct HeaderReader<'l> {
    limits: &'l Limits,
    left: usize,
    /// Whether zero bytes are looked for in each header, because there are some.
    nul: bool,
}

impl<'l> HeaderReader<'l> {
    /// For one message.
    #[must_use]
    pub fn new(limits: &'l Limits) -> Self {
        Self { limits, left: limits.headers, nul: false }
    }

    /// How many more headers may be read.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Go on with so many.
    pub fn set_left(&mut self, left: usize) {
        self.left = left;
    }

    /// The headers from `start` on, and where the body begins; a line that `is_end` says ends
    /// them, too, and is part of what follows.
    pub fn read<'a>(
        &mut self,
        raw: &'a [u8],
        start: usize,
        is_end: impl Fn(&[u8]) -> bool,
        marks: &mut Marks,
    ) -> (Vec<Field<'a>>, usize) {
        let before = (self.left, marks.clone());
        let (fields, body) = self.pass(raw, start, &is_end, marks);
        // One search for all headers is faster than one for each; hardly ever there are two passes.
        if self.nul || memchr::memchr(0, &raw[start..body]).is_none() {
            return (fields, body);
        }
        (self.left, *marks) = before;
        self.nul = true;
        self.pass(raw, start, &is_end, marks)
    }

    fn pass<'a>(
        &mut self,
        raw: &'a [u8],
        start: usize,
        is_end: impl Fn(&[u8]) -> bool,
        marks: &mut Marks,
    ) -> (Vec<Field<'a>>, usize) {
        // A message has some twenty headers, a part of it three.
        let some = Vec::with_capacity(if start == 0 { 32 } else { 0 });
        let (mut fields, mut open, mut at) = (some, None::<OpenField<'a>>, start);
        while at < raw.len() {
            let (end, next) = line(raw, at);
            let text = &raw[at..end];
            if is_end(text) {
                break;
            }
            match (kind(raw, at, end), &mut open) {
                (Line::Continuation, Some(last)) => last.end = end,
                (Line::Continuation, None) if !is_blank(text) => marks.add(Mark::BrokenHeader),
                (Line::Blank | Line::Continuation, _) => {
                    at = next;
                    break;
                }
                (Line::Header { name, value }, _) => {
                    self.close(raw, &mut open, &mut fields, marks);
                    if value > name + 1 {
                        marks.add(Mark::BrokenHeader);
                    }
                    open = Some(OpenField { name: &text[..name], start: at + value, end });
                }
                (Line::Nameless, _) => {
                    self.close(raw, &mut open, &mut fields, marks);
                    marks.add(Mark::BrokenHeader);
                }
                (Line::Neither, _) if at == start && is_envelope(text) => (),
                (Line::Neither, _) => {
                    if at > start {
                        marks.add(Mark::BrokenHeader);
                    }
                    break;
                }
            }
            at = next;
        }
        self.close(raw, &mut open, &mut fields, marks);
        (fields, at)
    }

    fn close<'a>(
        &mut self,
        raw: &'a [u8],
        open: &mut Option<OpenField<'a>>,
        fields: &mut Vec<Field<'a>>,
        marks: &mut Marks,
    ) {
        let Some(OpenField { name, start, end }) = open.take() else { return };
        if self.left == 0 {
            return marks.add(Mark::CapHeaders);
        }
        self.left -= 1;
        let value = cut(&raw[start..end], self.limits.header);
        if value.len() < end - start {
            marks.add(Mark::CapHeader);
        }
        if self.nul && memchr::memchr(0, value).is_some() {
            marks.add(Mark::Nul);
        }
        fields.push(Field { name: Cow::Borrowed(name), value: Cow::Borrowed(value) });
    }
}

/// Whether it is the line that a mailbox puts before a message, perhaps escaped by another.
fn is_envelope(text: &[u8]) -> bool {
    text.strip_prefix(b">").unwrap_or(text).starts_with(b"From ")
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| matches!(byte, b' ' | b'\t'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(raw: &[u8]) -> (Vec<(String, String)>, usize, Marks) {
        let (limits, mut marks) = (Limits::default(), Marks::default());
        let (fields, body) = HeaderReader::new(&limits).read(raw, 0, |_| false, &mut marks);
        let pairs = fields
            .iter()
            .map(|field| (field.name().into_owned(), field.text(&mut marks).into_owned()))
            .collect();
        (pairs, body, marks)
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    /// Folded lines are one value, and a blank line ends the headers.
    #[test]
    fn folding_is_undone() {
        let (fields, body, marks) = read(b"Subject: a\r\n b\r\nTo: c\r\n\r\nbody");
        assert_eq!(fields, [pair("Subject", "a b"), pair("To", "c")]);
        assert_eq!(body, 25);
        assert_eq!(marks, Marks::default());
    }

    /// The line that a mailbox puts before a message is no header.
    #[test]
    fn envelope_line_is_skipped() {
        let (fields, _, marks) = read(b"From me@example.com Mon Jan 1\nTo: c\n\n");
        assert_eq!(fields, [pair("To", "c")]);
        assert_eq!(marks, Marks::default());
    }

    /// A line that is no header ends the headers and belongs to the body.
    #[test]
    fn text_ends_the_headers() {
        let (fields, body, marks) = read(b"To: c\nno header\n\n");
        assert_eq!((fields.len(), body), (1, 6));
        assert!(marks.has(Mark::BrokenHeader));
    }

    /// Blanks before the colon are allowed, as in old mail, and marked.
    #[test]
    fn blanks_may_stand_before_the_colon() {
        let (fields, _, marks) = read(b"To : c\n\n");
        assert_eq!(fields, [pair("To", "c")]);
        assert!(marks.has(Mark::BrokenHeader));
    }

    /// Headers above the limit are left out, and the body is still found.
    #[test]
    fn headers_are_capped() {
        let limits = Limits { headers: 1, header: 3, ..Limits::default() };
        let mut marks = Marks::default();
        let raw = b"A: 12345\nB: 2\n\nbody";
        let (fields, body) = HeaderReader::new(&limits).read(raw, 0, |_| false, &mut marks);
        assert_eq!((fields.len(), &*fields[0].value, body), (1, &b" 12"[..], 15));
        assert!(marks.has(Mark::CapHeaders) && marks.has(Mark::CapHeader));
    }
}
