//! UTF-32 decoder, which `encoding_rs` leaves out.

use super::charset_label::Order;

/// Decode UTF-32; and whether something in it is none.
///
/// An order that nothing says is the one in which the first character is one.
#[must_use]
pub fn decode(bytes: &[u8], order: Order) -> (String, bool) {
    let (units, rest) = bytes.as_chunks::<4>();
    let is_little = match (order, units.first()) {
        (Order::Unsaid, Some(first)) => u32::from_be_bytes(*first) > u32::from(char::MAX),
        (order, _) => order == Order::Little,
    };
    let number = if is_little { u32::from_le_bytes } else { u32::from_be_bytes };
    let mut wrong = !rest.is_empty();
    let mut character = |unit: &[u8; 4]| {
        let c = char::from_u32(number(*unit));
        wrong |= c.is_none();
        c.unwrap_or(char::REPLACEMENT_CHARACTER)
    };
    let mut text: String = units.iter().map(&mut character).collect();
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (text, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes are read in the order that is said, or that the first character tells.
    #[test]
    fn utf32_is_decoded() {
        for (bytes, order) in [
            (&b"\0\0\0a\0\0\x20\xac"[..], Order::Big),
            (b"\0\0\0a\0\0\x20\xac", Order::Unsaid),
            (b"\0\0\xfe\xff\0\0\0a\0\0\x20\xac", Order::Unsaid),
            (b"a\0\0\0\xac\x20\0\0", Order::Little),
            (b"a\0\0\0\xac\x20\0\0", Order::Unsaid),
            (b"\xff\xfe\0\0a\0\0\0\xac\x20\0\0", Order::Unsaid),
        ] {
            assert_eq!(decode(bytes, order), ("a€".to_owned(), false), "{bytes:?}");
        }
    }

    /// What is none is replaced, and said.
    #[test]
    fn wrong_utf32_is_replaced() {
        assert_eq!(decode(b"\0\0\xd8\0", Order::Big), ("\u{fffd}".to_owned(), true));
        assert_eq!(decode(b"\0\0\0a\0", Order::Big), ("a\u{fffd}".to_owned(), true));
        assert_eq!(decode(b"", Order::Unsaid), (String::new(), false));
    }
}
