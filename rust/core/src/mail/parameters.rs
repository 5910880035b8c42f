//! Header parameter parser (RFC 2045, 2231) for content types and dispositions.

use std::borrow::Cow;

use super::charset;
use super::encoded_word;
use super::mark::Marks;
use super::transfer::hex;

/// A value and its parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters<'a> {
    /// What stands before the parameters, in lower case.
    pub value: String,
    /// Whether a parameter follows it without a semicolon.
    pub is_loose: bool,
    named: Vec<Parameter<'a>>,
}

/// A parameter, or a section of one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parameter<'a> {
    /// In the case it is written in.
    name: &'a [u8],
    /// The number of a section (RFC 2231).
    section: Option<u32>,
    /// Whether it is written with a charset and percent signs (RFC 2231).
    extended: bool,
    bytes: Cow<'a, [u8]>,
}

impl Parameter<'_> {
    fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    fn is_plain(&self) -> bool {
        self.section.is_none() && !self.extended
    }
}

impl<'a> Parameters<'a> {
    /// Read the value of a header.
    #[must_use]
    pub fn parse(header: &'a [u8]) -> Self {
        let mut pieces = Pieces { rest: header };
        let first = without_comments(pieces.next().unwrap_or_default());
        let end = first.iter().position(|byte| b" \t\r\n(,".contains(byte)).unwrap_or(first.len());
        let value = String::from_utf8_lossy(&first[..end]).to_ascii_lowercase();
        let mut named: Vec<Parameter<'a>> =
            Words { rest: &first[end..] }.filter_map(parameter).collect();
        let is_loose = !named.is_empty();
        named.extend(pieces.filter_map(parameter));
        Self { value, is_loose, named }
    }

    /// The bytes of a parameter.
    #[must_use]
    pub fn bytes(&self, name: &str) -> Option<&[u8]> {
        let plain = self.named.iter().find(|p| p.is(name) && !p.extended);
        plain.filter(|p| p.section.is_none()).map(|p| &*p.bytes)
    }

    /// The text of a parameter: decoded, and put together from its sections.
    #[must_use]
    pub fn text(&self, name: &str, marks: &mut Marks) -> Option<String> {
        let mut named = self.named.iter().filter(|p| p.is(name));
        let plain = named.clone().next()?;
        if named.all(Parameter::is_plain) {
            return Some(encoded_word::decode(&plain.bytes, marks).into_owned());
        }
        let mut sections: Vec<&Parameter<'_>> = self.named.iter().filter(|p| p.is(name)).collect();
        sections.sort_by_key(|p| (p.is_plain(), p.section));
        let first = sections[0];
        let (label, rest) =
            if first.extended { split_charset(&first.bytes) } else { (None, &*first.bytes) };
        let mut bytes = if first.extended { unescape(rest) } else { rest.to_vec() };
        for section in sections.iter().skip(1).filter(|p| p.section > first.section) {
            let piece = &*section.bytes;
            bytes.extend(if section.extended { unescape(piece) } else { piece.to_vec() });
        }
        Some(charset::decode(&bytes, label.as_deref(), marks).into_owned())
    }
}

/// The pieces between semicolons that stand in no quotes.
struct Pieces<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let (mut quoted, mut escaped) = (false, false);
        let ends = |byte: &u8| {
            let ends = *byte == b';' && !quoted;
            quoted ^= *byte == b'"' && !escaped;
            escaped = quoted && *byte == b'\\' && !escaped;
            ends
        };
        let end = self.rest.iter().position(ends).unwrap_or(self.rest.len());
        let piece = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or_default();
        Some(piece.trim_ascii())
    }
}

/// The words between blanks and commas that stand in no quotes or parentheses.
struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let is_between = |byte: &u8| b" \t\r\n,".contains(byte);
        let start = self.rest.iter().position(|byte| !is_between(byte))?;
        let (mut quoted, mut depth) = (false, 0_usize);
        let ends = |byte: &u8| {
            match byte {
                b'"' => quoted = !quoted,
                b'(' if !quoted => depth += 1,
                b')' if !quoted => depth = depth.saturating_sub(1),
                _ => (),
            }
            is_between(byte) && !quoted && depth == 0
        };
        let rest = &self.rest[start..];
        let (word, rest) = rest.split_at(rest.iter().position(ends).unwrap_or(rest.len()));
        self.rest = rest;
        Some(word)
    }
}

fn parameter(piece: &[u8]) -> Option<Parameter<'_>> {
    let equals = memchr::memchr(b'=', piece)?;
    let name = piece[..equals].trim_ascii();
    let bytes = unquote(without_comments(piece[equals + 1..].trim_ascii()));
    let (name, extended) = match name.strip_suffix(b"*") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let (name, section) = match numbered(name) {
        Some((name, section)) => (name, Some(section)),
        None => (name, None),
    };
    (!name.is_empty()).then_some(Parameter { name, section, extended, bytes })
}

/// The name and the number of a section.
fn numbered(name: &[u8]) -> Option<(&[u8], u32)> {
    let star = memchr::memrchr(b'*', name)?;
    let number = str::from_utf8(&name[star + 1..]).ok()?.parse().ok()?;
    Some((&name[..star], number))
}

/// Without comments before it, that is, without text in parentheses and blanks after them.
fn without_comments(value: &[u8]) -> &[u8] {
    let mut rest = value;
    while rest.first() == Some(&b'(') {
        let mut depth = 0_usize;
        let closes = |byte: &u8| {
            match byte {
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => (),
            }
            depth == 0
        };
        match rest.iter().position(closes).map(|end| &rest[end + 1..]) {
            Some(after @ [b' ' | b'\t' | b'\r' | b'\n', ..]) => rest = after.trim_ascii_start(),
            _ => break,
        }
    }
    rest
}

/// Without quotes around it, escapes and folding; what follows the quotes is none of it.
fn unquote(value: &[u8]) -> Cow<'_, [u8]> {
    let Some(inner) = value.strip_prefix(b"\"") else { return Cow::Borrowed(value) };
    // Most often nothing is to be undone.
    let end = memchr::memchr3(b'"', b'\\', b'\n', inner).unwrap_or(inner.len());
    if inner.get(end) == Some(&b'"') && memchr::memchr(b'\r', &inner[..end]).is_none() {
        return Cow::Borrowed(&inner[..end]);
    }
    let (mut bytes, mut escaped) = (Vec::with_capacity(inner.len()), false);
    for byte in inner {
        match byte {
            b'\\' if !escaped => escaped = true,
            b'"' if !escaped => break,
            b'\r' | b'\n' => (),
            _ => {
                bytes.push(*byte);
                escaped = false;
            }
        }
    }
    Cow::Owned(bytes)
}

/// The charset before the first of two apostrophes, and what follows the second.
fn split_charset(value: &[u8]) -> (Option<String>, &[u8]) {
    let mut pieces = value.splitn(3, |byte| *byte == b'\'');
    match (pieces.next(), pieces.next(), pieces.next()) {
        (Some(label), Some(_), Some(rest)) => {
            let label = String::from_utf8_lossy(label).into_owned();
            ((!label.is_empty()).then_some(label), rest)
        }
        _ => (None, value),
    }
}

/// With percent signs undone.
#[must_use]
pub fn unescape(value: &[u8]) -> Vec<u8> {
    let (mut bytes, mut rest) = (Vec::with_capacity(value.len()), value);
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first == b'%'
            && let [high, low, after @ ..] = tail
            && let (Some(high), Some(low)) = (hex(*high), hex(*low))
        {
            bytes.push(high << 4 | low);
            rest = after;
        } else {
            bytes.push(*first);
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(header: &str, name: &str) -> Option<String> {
        Parameters::parse(header.as_bytes()).text(name, &mut Marks::default())
    }

    /// The value is in lower case, without comments.
    #[test]
    fn value_is_plain() {
        for header in
            ["Text/HTML", "text/html; charset=x", "text/html (comment)", " text/html\r\n\t;"]
        {
            assert_eq!(Parameters::parse(header.as_bytes()).value, "text/html");
        }
    }

    /// Parameters are found in any case, quoted, escaped or bare.
    #[test]
    fn parameters_are_read() {
        for (header, value) in [
            ("a/b; NAME=x", "x"),
            (r#"a/b; name="x; y""#, "x; y"),
            (r#"a/b; name="x \"y\"" z"#, r#"x "y""#),
            ("a/b; other=1; name = my file.pdf ", "my file.pdf"),
            ("a/b; name=file (1).pdf", "file (1).pdf"),
            ("a/b; name=(1).pdf", "(1).pdf"),
            (r#"a/b; name=(a (b) c) "x" (d)"#, "x"),
            (r#"a/b; name="open"#, "open"),
            ("a/b; name==?utf-8?q?caf=C3=A9?=", "café"),
            ("a/b; name*=utf-8'en'caf%C3%A9", "café"),
            ("a/b; name*1=b; name*0=a", "ab"),
            ("a/b; name*0*=utf-8''caf%C3; name*1*=%A9; name*2=%41", "café%41"),
            ("a/b; name=plain; name*=utf-8''extended", "extended"),
            ("a/b name=x", "x"),
            ("a/b, name=x", "x"),
            ("a/b charset=y name=x; other=z", "x"),
            (r#"a/b (name=y) name="x y""#, "x y"),
        ] {
            assert_eq!(text(header, "name").as_deref(), Some(value), "{header}");
        }
    }

    /// What is not there is not found.
    #[test]
    fn absent_parameters_are_none() {
        for header in
            ["", ";;;", "a/b; name", "a/b; =x", "a/b; names=x", "a/b (name=x)", "a/b name = x"]
        {
            assert_eq!(text(header, "name"), None, "{header}");
        }
    }
}
