//! Character references become the characters they stand for.

use std::borrow::Cow;

use mail_parser::decoders::html::add_html_token;
use memchr::{memchr, memmem};

/// Where a reference stands: in attributes, names without a semicolon count for less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Text,
    Attribute,
}

/// The longest name of a reference.
const LONGEST: usize = 32;

/// The longest name that needs no semicolon.
const LONGEST_BARE: usize = 6;

/// What the numbers 128 to 159 stand for, which pages took from Windows.
const WINDOWS: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";

/// The names that need no semicolon, sorted.
const BARE: &[&str] = &[
    "AElig", "AMP", "Aacute", "Acirc", "Agrave", "Aring", "Atilde", "Auml", "COPY", "Ccedil",
    "ETH", "Eacute", "Ecirc", "Egrave", "Euml", "GT", "Iacute", "Icirc", "Igrave", "Iuml", "LT",
    "Ntilde", "Oacute", "Ocirc", "Ograve", "Oslash", "Otilde", "Ouml", "QUOT", "REG", "THORN",
    "Uacute", "Ucirc", "Ugrave", "Uuml", "Yacute", "aacute", "acirc", "acute", "aelig", "agrave",
    "amp", "aring", "atilde", "auml", "brvbar", "ccedil", "cedil", "cent", "copy", "curren", "deg",
    "divide", "eacute", "ecirc", "egrave", "eth", "euml", "frac12", "frac14", "frac34", "gt",
    "iacute", "icirc", "iexcl", "igrave", "iquest", "iuml", "laquo", "lt", "macr", "micro",
    "middot", "nbsp", "not", "ntilde", "oacute", "ocirc", "ograve", "ordf", "ordm", "oslash",
    "otilde", "ouml", "para", "plusmn", "pound", "quot", "raquo", "reg", "sect", "shy", "sup1",
    "sup2", "sup3", "szlig", "thorn", "times", "uacute", "ucirc", "ugrave", "uml", "uuml",
    "yacute", "yen", "yuml",
];

/// Decode the references in a text.
#[must_use]
pub fn decode(text: &str, place: Place) -> Cow<'_, str> {
    let Some(mut at) = memchr(b'&', text.as_bytes()) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let read = reference(rest, place, &mut out);
        if read == 0 {
            out.push('&');
        }
        rest = &rest[read.max(1)..];
        let Some(next) = memchr(b'&', rest.as_bytes()) else { break };
        at = next;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether letters or digits of ASCII are written as numbers anywhere in the source.
#[must_use]
pub fn has_numeric_letters(source: &str) -> bool {
    memmem::find_iter(source.as_bytes(), b"&#")
        .any(|at| number(&source.as_bytes()[at..]).is_some_and(|(c, _)| c.is_ascii_alphanumeric()))
}

/// Write what the reference at the start of `text` stands for; the bytes it takes, or none.
fn reference(text: &str, place: Place, out: &mut String) -> usize {
    let bytes = text.as_bytes();
    if bytes.get(1) == Some(&b'#') {
        return number(bytes).map_or(0, |(c, read)| {
            out.push(c);
            read
        });
    }
    let window = &bytes[1..bytes.len().min(LONGEST + 2)];
    let name = window.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if window.get(name) == Some(&b';') && named(&text[..name + 2], out) {
        return name + 2;
    }
    if name < 2 {
        return 0;
    }
    let Some(length) = bare(&text[1..=name]) else { return 0 };
    let next = window.get(length).copied().unwrap_or(b' ');
    if place == Place::Attribute && (next == b'=' || next.is_ascii_alphanumeric()) {
        return 0;
    }
    let mut token = [b';'; LONGEST_BARE + 2];
    token[..=length].copy_from_slice(&bytes[..=length]);
    add_html_token(out, &token[..length + 2], false);
    length + 1
}

/// Write what `&name;` stands for, if anything.
fn named(token: &str, out: &mut String) -> bool {
    match token {
        "&nbsp;" => out.push('\u{a0}'),
        "&amp;" => out.push('&'),
        _ => {
            let before = out.len();
            add_html_token(out, token.as_bytes(), false);
            let unknown = &out[before..] == token;
            if unknown {
                out.truncate(before);
            }
            return !unknown;
        }
    }
    true
}

/// The character of a numeric reference, and the bytes it takes.
fn number(bytes: &[u8]) -> Option<(char, usize)> {
    let hex = matches!(bytes.get(2), Some(b'x' | b'X'));
    let (first, radix) = if hex { (3, 16) } else { (2, 10) };
    let mut code: u32 = 0;
    let mut at = first;
    while let Some(digit) = bytes.get(at).and_then(|&byte| char::from(byte).to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit);
        at += 1;
    }
    if at == first {
        return None;
    }
    let c = match code {
        0 => char::REPLACEMENT_CHARACTER,
        128..160 => WINDOWS.chars().nth(code as usize - 128)?,
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    Some((c, at + usize::from(bytes.get(at) == Some(&b';'))))
}

/// The length of the longest name that needs no semicolon at the start of a name.
fn bare(name: &str) -> Option<usize> {
    let after = BARE.partition_point(|&bare| bare <= name);
    // What `sup` begins, `sup1` to `sup3` may stand before.
    let near = BARE[after.saturating_sub(4)..after].iter().rev();
    near.copied().find(|bare| name.starts_with(bare)).map(str::len)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// References become characters, with or without a semicolon, by name or by number.
    #[test]
    fn references_are_decoded() {
        for (text, plain) in [
            ("a &amp; b", "a & b"),
            ("&lt;&gt;&quot;&nbsp;", "<>\"\u{a0}"),
            ("&AMP&copy2002 &notit; &Eacute", "&©2002 ¬it; É"),
            ("&hearts;&ZeroWidthSpace;&Afr;", "♥\u{200b}𝔄"),
            ("&#65;&#x42;&#X43&#0068;", "ABCD"),
            ("&#146;&#x80;", "’€"),
            ("&#0;&#xD800;&#99999999999999;", "\u{fffd}\u{fffd}\u{fffd}"),
            ("& && &; &# &#x &#x; &zz; &hearts", "& && &; &# &#x &#x; &zz; &hearts"),
            ("&é;&amp", "&é;&"),
        ] {
            assert_eq!(decode(text, Place::Text), plain, "{text}");
        }
    }

    /// In attributes, a name without a semicolon before more of a word is none: it is a query.
    #[test]
    fn queries_stay() {
        for (text, plain) in [
            ("?a=1&copy=2&reg", "?a=1&copy=2®"),
            ("?a&copyx&lt;", "?a&copyx<"),
            ("?a&copy;x", "?a©x"),
        ] {
            assert_eq!(decode(text, Place::Attribute), plain, "{text}");
        }
    }

    /// Names that need no semicolon are found because they are sorted.
    #[test]
    fn bare_names_are_sorted() {
        assert!(BARE.is_sorted());
        assert!(BARE.iter().all(|name| name.len() <= LONGEST_BARE));
    }
}
