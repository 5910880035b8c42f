//! Numeric character references that spell ASCII letters or digits, a trick to hide words.

use memchr::memmem;

/// Whether letters or digits of ASCII are written as numeric references anywhere in the source.
#[must_use]
pub fn has_numeric_letters(source: &str) -> bool {
    memmem::find_iter(source.as_bytes(), b"&#")
        .any(|at| code_point(&source.as_bytes()[at + 2..]).is_some_and(is_letter_or_digit))
}

fn is_letter_or_digit(code: u32) -> bool {
    u8::try_from(code).is_ok_and(|byte| byte.is_ascii_alphanumeric())
}

/// The code point of a numeric reference, given what follows its `&#`.
fn code_point(bytes: &[u8]) -> Option<u32> {
    let (digits, radix) = match bytes {
        [b'x' | b'X', rest @ ..] => (rest, 16),
        _ => (bytes, 10),
    };
    let number = |code: u32, digit| code.saturating_mul(radix).saturating_add(digit);
    let mut values = digits.iter().map_while(|&byte| char::from(byte).to_digit(radix));
    let first = values.next()?;
    Some(values.fold(first, number))
}

#[cfg(test)]
mod tests {
    use htmlize::{unescape, unescape_attribute};

    use super::*;

    /// References become characters, with or without a semicolon, by name or by number.
    #[test]
    fn references_are_decoded() {
        for (text, plain) in [
            ("a &amp; b", "a & b"),
            ("&lt;&gt;&quot;&nbsp;", "<>\"\u{a0}"),
            ("&AMP&copy2002 &notit; &Eacute", "&©2002 ¬it; É"),
            ("&hearts;&ZeroWidthSpace;&Afr;", "♥\u{200b}𝔄"),
            ("&NotEqualTilde;", "≂\u{338}"),
            ("&#65;&#x42;&#X43&#0068;", "ABCD"),
            ("&#146;&#x80;", "’€"),
            ("&#0;&#xD800;&#99999999999999;", "\u{fffd}\u{fffd}\u{fffd}"),
            ("& && &; &# &#x &#x; &zz; &hearts", "& && &; &# &#x &#x; &zz; &hearts"),
            ("&é;&amp", "&é;&"),
        ] {
            assert_eq!(unescape(text), plain, "{text}");
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
            assert_eq!(unescape_attribute(text), plain, "{text}");
        }
    }

    /// Letters and digits count however their number is written, other characters do not.
    #[test]
    fn numeric_letters_are_found() {
        for source in ["&#65;", "x&#x7a", "&#X30;", "&# &#0068"] {
            assert!(has_numeric_letters(source), "{source}");
        }
        for source in ["&#", "&#x", "&#;", "&#32;", "&#233;", "&#xg", "&#4294967361;", "65"] {
            assert!(!has_numeric_letters(source), "{source}");
        }
    }
}
