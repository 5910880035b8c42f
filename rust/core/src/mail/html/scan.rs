//! HTML tokenizer: source becomes texts and tags, as the HTML standard reads broken markup.
//!
//! Each byte is looked at a bounded number of times, whatever the source is. Two rules are left
//! out, both of scripts and foreign elements: nothing of either is shown. Tokenizers that follow the
//! standard state by state cost several times as much; the tests hold this one against such a one.

use std::ops::Range;

use memchr::{memchr, memchr_iter};

use super::attributes::Attributes;
use super::byte::{BLANK, CLOSE, EQUALS, SLASH, is_any};
use super::name::{self, Key, key};
use crate::mail::near::first_of;

/// What ends the name of a tag.
const TAG_ENDS: u8 = BLANK | SLASH | CLOSE;

/// A piece of source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text between tags, without references.
    Text(&'a str),
    /// Text between tags, with references that are not decoded.
    Coded(&'a str),
    /// A tag that opens an element; its attributes are those of the scanner.
    Open(Key),
    /// A tag that closes an element.
    Close(Key),
    /// A comment, or something that counts as one.
    Comment,
    /// A document type.
    Doctype,
}

/// Reads pieces one after the other.
pub struct Scanner<'a> {
    source: &'a str,
    at: usize,
    /// Where the name of the last tag stands.
    name: Range<usize>,
    /// The attributes of the last tag.
    pub attributes: Attributes<'a>,
}

impl<'a> Iterator for Scanner<'a> {
    type Item = Piece<'a>;

    #[inline]
    fn next(&mut self) -> Option<Piece<'a>> {
        match *self.source.as_bytes().get(self.at..)? {
            [] => None,
            [b'<', first, ..] if first.is_ascii_alphabetic() => {
                Some(self.tag(self.at + 1, Piece::Open))
            }
            [b'<', b'/', first, ..] if first.is_ascii_alphabetic() => {
                Some(self.tag(self.at + 2, Piece::Close))
            }
            [b'<', b'/', _, ..] | [b'<', b'?', ..] => Some(self.bogus(self.at + 2)),
            [b'<', b'!', ..] => Some(self.declaration()),
            _ => Some(self.text()),
        }
    }
}

impl<'a> Scanner<'a> {
    /// A scanner at the start of a source.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        Self { source, at: 0, name: 0..0, attributes: Attributes::new(source) }
    }

    /// The name of the last tag.
    #[must_use]
    pub fn name(&self) -> &'a str {
        &self.source[self.name.clone()]
    }

    /// Everything up to the tag that closes the element of a name: markup does not count in it.
    pub fn raw(&mut self, name: Key) -> &'a str {
        let rest = &self.source[self.at..];
        let end = memchr_iter(b'<', rest.as_bytes())
            .find(|&at| closes(&rest.as_bytes()[at + 1..], name))
            .unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Everything that is left.
    pub fn rest(&mut self) -> &'a str {
        let rest = &self.source[self.at..];
        self.at = self.source.len();
        rest
    }

    /// Text up to the next `<`; the first byte is text in any case.
    fn text(&mut self) -> Piece<'a> {
        let from = self.at;
        let bytes = self.source.as_bytes();
        let first = from + usize::from(bytes[from] == b'<');
        let (end, is_coded) = coded_end(bytes, first, b'<');
        self.at = end;
        let text = &self.source[from..end];
        if is_coded { Piece::Coded(text) } else { Piece::Text(text) }
    }

    /// A comment that ends at the next `>`.
    fn bogus(&mut self, from: usize) -> Piece<'a> {
        let end = memchr(b'>', &self.source.as_bytes()[from..]);
        self.at = end.map_or(self.source.len(), |at| from + at + 1);
        Piece::Comment
    }

    /// What begins with `<!`.
    fn declaration(&mut self) -> Piece<'a> {
        let from = self.at + 2;
        let rest = &self.source.as_bytes()[from..];
        if let Some(body) = rest.strip_prefix(b"--") {
            self.at = comment_end(body).map_or(self.source.len(), |end| from + 2 + end);
            return Piece::Comment;
        }
        let piece = self.bogus(from);
        let is_doctype = rest.get(..7).is_some_and(|word| word.eq_ignore_ascii_case(b"doctype"));
        if is_doctype { Piece::Doctype } else { piece }
    }

    /// A tag whose name begins at `from`. One that never ends is no tag, nor is it text.
    fn tag(&mut self, from: usize, piece: impl Fn(Key) -> Piece<'a>) -> Piece<'a> {
        let (key, length) = name::read(&self.source.as_bytes()[from..], TAG_ENDS);
        self.name = from..from + length;
        self.attributes.clear();
        if let Some(end) = self.attributes_from(from + length) {
            self.at = end;
            return piece(key);
        }
        self.at = self.source.len();
        Piece::Comment
    }

    /// Read attributes up to the `>`; the place behind it.
    #[inline]
    fn attributes_from(&mut self, at: usize) -> Option<usize> {
        // Most tags have none.
        if self.source.as_bytes().get(at) == Some(&b'>') {
            return Some(at + 1);
        }
        self.some_attributes_from(at)
    }

    fn some_attributes_from(&mut self, mut at: usize) -> Option<usize> {
        let bytes = self.source.as_bytes();
        loop {
            match *bytes.get(at)? {
                b'>' => return Some(at + 1),
                byte if is_any(byte, BLANK | SLASH) => at += 1,
                _ => at = self.attribute(at)?,
            }
        }
    }

    /// Read one attribute; the place behind it.
    fn attribute(&mut self, from: usize) -> Option<usize> {
        let bytes = self.source.as_bytes();
        let (name, length) = name::read(&bytes[from..], TAG_ENDS | EQUALS);
        let at = skip_blanks(bytes, from + length);
        if bytes.get(at) != Some(&b'=') {
            self.attributes.set(name, at..at, false);
            return Some(at);
        }
        let at = skip_blanks(bytes, at + 1);
        let quote = *bytes.get(at)?;
        if matches!(quote, b'"' | b'\'') {
            let (end, is_coded) = coded_end(bytes, at + 1, quote);
            self.attributes.set(name, at + 1..end, is_coded);
            return Some(end + 1);
        }
        let end = at + bytes[at..].iter().position(|&byte| is_any(byte, BLANK | CLOSE))?;
        self.attributes.set(name, at..end, true);
        Some(end)
    }
}

/// Where text that begins at `from` ends, before a byte or with the source, and whether there may be
/// references in it.
#[inline]
fn coded_end(bytes: &[u8], from: usize, end: u8) -> (usize, bool) {
    let found = first_of([end, b'&'], &bytes[from..]).map_or(bytes.len(), |at| from + at);
    if bytes.get(found) != Some(&b'&') {
        return (found, false);
    }
    (memchr(end, &bytes[found..]).map_or(bytes.len(), |at| found + at), true)
}

/// The first place from `at` on that is not blank.
fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| is_any(byte, BLANK)) {
        at += 1;
    }
    at
}

/// Whether the text behind a `<` closes the element of a name.
fn closes(text: &[u8], name: Key) -> bool {
    let Some(text) = text.strip_prefix(b"/") else { return false };
    let window = &text[..text.len().min(16)];
    let end = window.iter().position(|&byte| is_any(byte, TAG_ENDS));
    end.is_some_and(|end| key(&window[..end]) == name)
}

/// The place behind the end of a comment, from behind its `<!--`.
fn comment_end(body: &[u8]) -> Option<usize> {
    if body.starts_with(b">") {
        return Some(1);
    }
    if body.starts_with(b"->") {
        return Some(2);
    }
    memchr_iter(b'>', body)
        .find(|&at| body[..at].ends_with(b"--") || body[..at].ends_with(b"--!"))
        .map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use html5gum::{Token, Tokenizer};
    use htmlize::unescape;

    use super::*;
    use crate::mail::html::attributes::Attribute;

    /// Bits of source that matter to a scanner, to be thrown together.
    const SOUP: &[&str] = &[
        "<",
        ">",
        "/",
        "!",
        "-",
        "--",
        "=",
        "\"",
        "'",
        "&",
        "&amp;",
        "&lt",
        "&#65",
        ";",
        " ",
        "\n",
        "a",
        "B",
        "href",
        "href=",
        "<a href=x",
        "<a href='y'>",
        "</",
        "</b>",
        "<!--",
        "-->",
        "--!>",
        "<!doctype x>",
        "<![CDATA[",
        "]]>",
        "<?x",
        "?>",
        "é",
        "<p/>",
        "&copy",
        "&notit;",
        "ALT=",
    ];

    /// What a scanner makes of a source, texts joined.
    fn scanned(source: &str) -> Vec<String> {
        let mut scanner = Scanner::new(source);
        let mut out = Vec::new();
        while let Some(piece) = scanner.next() {
            let attribute = |attribute| scanner.attributes.get(attribute).unwrap_or_default();
            match piece {
                Piece::Text(text) => join(&mut out, text),
                Piece::Coded(text) => join(&mut out, &unescape(text)),
                Piece::Open(_) => {
                    let (href, alt) = (attribute(Attribute::Href), attribute(Attribute::Alt));
                    out.push(format!("<{} {href} {alt}", scanner.name().to_ascii_lowercase()));
                }
                Piece::Close(_) => out.push(format!("</{}", scanner.name().to_ascii_lowercase())),
                Piece::Comment | Piece::Doctype => {}
            }
        }
        out
    }

    /// What a tokenizer that follows the standard to the letter makes of it.
    fn standard(source: &str) -> Vec<String> {
        let mut out = Vec::new();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        for Ok(token) in Tokenizer::new(source) {
            match token {
                Token::String(string) => join(&mut out, &text(&string)),
                Token::StartTag(tag) => {
                    let attribute = |name: &[u8]| {
                        tag.attributes.get(name).map(|value| text(value)).unwrap_or_default()
                    };
                    let (href, alt) = (attribute(b"href"), attribute(b"alt"));
                    out.push(format!("<{} {href} {alt}", text(&tag.name)));
                }
                Token::EndTag(tag) => out.push(format!("</{}", text(&tag.name))),
                _ => {}
            }
        }
        out
    }

    fn join(out: &mut Vec<String>, text: &str) {
        match out.last_mut() {
            Some(last) if last.starts_with('\'') => last.push_str(text),
            _ => out.push(format!("'{text}")),
        }
    }

    /// Soups of markup are cut as the standard wants it.
    #[test]
    fn soups_are_cut_by_the_standard() {
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut source = String::new();
            for _ in 0..=state % 24 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                source.push_str(SOUP[(state >> 33) as usize % SOUP.len()]);
            }
            assert_eq!(scanned(&source), standard(&source), "{source:?}");
        }
    }

    /// An element without markup ends at the tag with its own name.
    #[test]
    fn raw_text_ends_at_its_own_tag() {
        for (source, raw) in [
            ("x</script>y", "x"),
            ("</b></scripts></SCRIPT >", "</b></scripts>"),
            ("x</script", "x</script"),
            ("", ""),
        ] {
            assert_eq!(Scanner::new(source).raw(key(b"script")), raw, "{source}");
        }
    }
}
