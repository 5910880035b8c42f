//! UTF-7 decoder (RFC 2152), which `encoding_rs` leaves out.

use super::mark::Marks;
use super::transfer::base64;

/// Decode UTF-7; and whether something in it is none.
#[must_use]
pub fn decode(bytes: &[u8]) -> (String, bool) {
    let (mut text, mut wrong, mut rest) = (String::with_capacity(bytes.len()), false, bytes);
    while let Some(plus) = memchr::memchr(b'+', rest) {
        wrong |= push_ascii(&rest[..plus], &mut text);
        let run = &rest[plus + 1..];
        let length = run.iter().take_while(|byte| is_base64(**byte)).count();
        let (coded, after) = run.split_at(length);
        rest = after.strip_prefix(b"-").unwrap_or(after);
        if coded.is_empty() {
            text.push('+');
            wrong |= rest.len() == after.len();
        } else {
            wrong |= push_coded(coded, &mut text);
        }
    }
    wrong |= push_ascii(rest, &mut text);
    (text, wrong)
}

const fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

fn push_ascii(bytes: &[u8], text: &mut String) -> bool {
    text.push_str(&String::from_utf8_lossy(bytes));
    !bytes.is_ascii()
}

fn push_coded(coded: &[u8], text: &mut String) -> bool {
    let (bytes, _) = base64(coded, usize::MAX, &mut Marks::default());
    let units = bytes.as_chunks::<2>().0.iter().map(|unit| u16::from_be_bytes(*unit));
    let mut wrong = false;
    text.extend(char::decode_utf16(units).map(|c| {
        wrong |= c.is_err();
        c.unwrap_or(char::REPLACEMENT_CHARACTER)
    }));
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs end where base64 ends, and a minus sign that ends one goes.
    #[test]
    fn utf7_is_decoded() {
        for (bytes, text) in [
            (&b"Hi Mom -+Jjo--!"[..], "Hi Mom -☺-!"),
            (b"A+ImIDkQ.", "A≢Α."),
            (b"2+-2", "2+2"),
            (b"+ZYeB9FH6ckh5Pg-, 1980.", "文致出版社, 1980."),
        ] {
            assert_eq!(decode(bytes), (text.to_owned(), false));
        }
    }

    /// What is none is replaced, and said.
    #[test]
    fn wrong_utf7_is_replaced() {
        assert_eq!(decode(b"a\xff"), ("a\u{fffd}".to_owned(), true));
        assert_eq!(decode(b"+2AA-"), ("\u{fffd}".to_owned(), true));
        assert_eq!(decode(b"1 + 1"), ("1 + 1".to_owned(), true));
    }
}
