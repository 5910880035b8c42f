//! Cutting of CSS into blocks and declarations, past its strings, comments and escapes.

use std::borrow::Cow;

use memchr::{memchr, memmem};

/// Bytes that may begin what semicolons do not end.
static OPENS: [bool; 256] = {
    let (mut opens, mut i) = ([false; 256], 0);
    let bytes = b"([{\"'/\\";
    while i < bytes.len() {
        opens[bytes[i] as usize] = true;
        i += 1;
    }
    opens
};

/// Whether declarations end at semicolons and nowhere else, as most do.
#[must_use]
pub fn is_simple(text: &str) -> bool {
    !text.bytes().any(|byte| OPENS[byte as usize])
}

/// Where a text first has one of two bytes outside of strings, comments and brackets; its length if
/// it has none.
#[must_use]
pub fn find(text: &str, stops: [u8; 2]) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(&byte) = bytes.get(at) {
        if depth == 0 && stops.contains(&byte) {
            return at;
        }
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' | b'\'' | b'\\' | b'/' => at = skip(bytes, at),
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}

/// The last byte of a string, a comment or an escape that begins at a place, or that place.
fn skip(bytes: &[u8], at: usize) -> usize {
    match bytes[at] {
        b'\\' => at + 1,
        b'/' if bytes.get(at + 1) == Some(&b'*') => {
            memmem::find(&bytes[at + 2..], b"*/").map_or(bytes.len(), |end| at + 2 + end + 1)
        }
        b'/' => at,
        quote => string_end(bytes, at + 1, quote),
    }
}

/// Where a string ends: at its quote, or with its line.
fn string_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => break,
            _ if byte == quote => break,
            _ => {}
        }
        at += 1;
    }
    at
}

/// A declaration of a block, which ends at a semicolon or behind a block within it, and what follows.
#[must_use]
pub fn declaration(text: &str) -> (&str, &str) {
    let end = find(text, [b';', b'{']);
    if text.as_bytes().get(end) == Some(&b'{') {
        let (_, rest) = block(&text[end..]);
        return ("", rest);
    }
    (&text[..end], text.get(end + 1..).unwrap_or_default())
}

/// The inside of a block that a text begins with, and what follows it.
#[must_use]
pub fn block(text: &str) -> (&str, &str) {
    let text = &text[1..];
    let end = find(text, [b'}', b'}']);
    (&text[..end], text.get(end + 1..).unwrap_or_default())
}

/// A text without comments and escapes, a blank standing for comments.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    match without(text, b"/*", " ") {
        Cow::Borrowed(text) => unescaped(text),
        Cow::Owned(text) => Cow::Owned(unescaped(&text).into_owned()),
    }
}

/// A text without comments; its escapes stay.
#[must_use]
pub fn uncommented(text: &str) -> Cow<'_, str> {
    without(text, b"/*", "")
}

/// A text without escapes, but for those in strings.
#[must_use]
pub fn unescaped(text: &str) -> Cow<'_, str> {
    without(text, b"\\", "")
}

/// A text with something else for comments, or with what its escapes stand for.
fn without<'a>(text: &'a str, what: &[u8], comment: &str) -> Cow<'a, str> {
    let bytes = text.as_bytes();
    if memmem::find(bytes, what).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let (mut from, mut at) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        if bytes[at..].starts_with(what) {
            out.push_str(&text[from..at]);
            from = if byte == b'/' {
                out.push_str(comment);
                skip(bytes, at) + 1
            } else {
                let (char, length) = escaped(&text[at + 1..]);
                out.extend(char);
                at + 1 + length
            };
            from = from.min(text.len());
            at = from;
        } else {
            let is_string = matches!(byte, b'"' | b'\'');
            at = 1 + if is_string { skip(bytes, at) } else { at };
        }
    }
    out.push_str(&text[from..]);
    Cow::Owned(out)
}

/// The character that an escape stands for, given what follows its backslash, and its length.
#[must_use]
pub fn escaped(text: &str) -> (Option<char>, usize) {
    let digits = text.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
    if digits == 0 {
        let char = text.chars().next();
        return (char.filter(|&char| char != '\n'), char.map_or(0, char::len_utf8));
    }
    let code = u32::from_str_radix(&text[..digits], 16).unwrap_or(0);
    let char = char::from_u32(code).filter(|&char| char != '\0').unwrap_or('\u{fffd}');
    let blank = usize::from(text[digits..].starts_with([' ', '\t', '\n']));
    (Some(char), digits + blank)
}

/// A text up to a byte of ASCII, and what follows that.
#[must_use]
pub fn cut(text: &str, byte: u8) -> (&str, &str) {
    memchr(byte, text.as_bytes()).map_or((text, ""), |at| (&text[..at], &text[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Declarations end at semicolons that stand in nothing else, and behind blocks.
    #[test]
    fn declarations_end_at_semicolons() {
        for (text, first, rest) in [
            ("a:b;c", "a:b", "c"),
            ("a:url(x;y);c", "a:url(x;y)", "c"),
            ("a:';';c", "a:';'", "c"),
            ("a:'\\';';c", "a:'\\';'", "c"),
            ("a:'\n;c", "a:'\n", "c"),
            ("a/*;*/:b;c", "a/*;*/:b", "c"),
            ("a/*;", "a/*;", ""),
            ("a\\;b;c", "a\\;b", "c"),
            ("b{c:d;e:f}g", "", "g"),
            ("b{c", "", ""),
            ("é;", "é", ""),
            ("\\", "\\", ""),
            ("'", "'", ""),
        ] {
            assert_eq!(declaration(text), (first, rest), "{text}");
        }
    }

    /// Comments and escapes are gone, but for those in strings.
    #[test]
    fn comments_and_escapes_are_read() {
        for (text, expected) in [
            ("a/b", "a/b"),
            ("a/**/b/*x*/", "a b "),
            ("a/*b", "a "),
            ("\\64 is\\70lay", "display"),
            ("\\000064isplay", "display"),
            ("d\\isplay\\", "display"),
            ("\\é\\0 \\d800 x", "é\u{fffd}\u{fffd}x"),
            ("x/*a*/'/*b*/'", "x '/*b*/'"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }
}
