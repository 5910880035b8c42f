//! Charset decoding and detection: bytes become text, in the declared charset or a guessed one.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use wide::u8x16;

use super::charset_label::{Charset, Order, resolve};
use super::ibm850;
use super::mark::{Mark, Marks};
use super::near::position;
use super::utf7;
use super::utf32;

/// Bytes from which a charset is guessed: more tell little, and the guess is a slow one.
const SAMPLE: usize = 512;

/// Fewer characters above ASCII than this are rare.
const RARE: usize = 20;

/// What bytes of no known charset looked like, which those that follow are taken for, too.
///
/// A guess costs as much as a thousand bytes, and pieces of one header can be many.
#[derive(Default)]
pub struct Guess {
    plain: Option<&'static Encoding>,
    escaped: Option<&'static Encoding>,
}

/// Decode bytes that are declared to be in a charset, if they are.
#[must_use]
pub fn decode<'a>(bytes: &'a [u8], label: Option<&str>, marks: &mut Marks) -> Cow<'a, str> {
    decode_piece(bytes, label, &mut Guess::default(), marks)
}

/// Decode a piece of something that has a charset nobody knows, or none.
#[must_use]
pub fn decode_piece<'a>(
    bytes: &'a [u8],
    label: Option<&str>,
    guess: &mut Guess,
    marks: &mut Marks,
) -> Cow<'a, str> {
    match label.map(resolve) {
        Some(Charset::Web(encoding)) => web(encoding, bytes, marks),
        Some(Charset::Utf7) => {
            let (text, wrong) = utf7::decode(bytes);
            note(wrong, marks);
            Cow::Owned(text)
        }
        Some(Charset::Utf32(order)) => {
            let (text, wrong) = utf32::decode(bytes, order);
            note(wrong, marks);
            Cow::Owned(text)
        }
        Some(Charset::Ibm850) => Cow::Owned(ibm850::decode(bytes)),
        Some(Charset::Ascii) => {
            note(!bytes.is_ascii(), marks);
            sniff(bytes, guess)
        }
        Some(Charset::Unknown) => {
            marks.add(Mark::UnknownCharset);
            sniff(bytes, guess)
        }
        None => {
            if !bytes.is_ascii() {
                marks.add(Mark::UndeclaredCharset);
            }
            sniff(bytes, guess)
        }
    }
}

/// Decode bytes of an encoding of the WHATWG standard.
fn web<'a>(encoding: &'static Encoding, bytes: &'a [u8], marks: &mut Marks) -> Cow<'a, str> {
    if encoding == UTF_8
        && let Some(text) = by_order_mark(bytes)
    {
        marks.add(Mark::WrongCharset);
        return text;
    }
    // Only the order of bytes is for them to say.
    let (text, wrong) = if [UTF_16LE, UTF_16BE].contains(&encoding) {
        let (text, _, wrong) = encoding.decode(bytes);
        (text, wrong)
    } else {
        encoding.decode_with_bom_removal(bytes)
    };
    note(wrong, marks);
    text
}

fn note(wrong: bool, marks: &mut Marks) {
    if wrong {
        marks.add(Mark::WrongCharset);
    }
}

/// The text of bytes that begin as UTF-16 or UTF-32 may, and no UTF-8 does.
fn by_order_mark(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let is_wide = matches!(bytes, [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..]);
    if is_wide && bytes.len().is_multiple_of(4) {
        return Some(Cow::Owned(utf32::decode(bytes, Order::Unsaid).0));
    }
    match bytes {
        [0xff, 0xfe, ..] => Some(UTF_16LE.decode_with_bom_removal(bytes).0),
        [0xfe, 0xff, ..] => Some(UTF_16BE.decode_with_bom_removal(bytes).0),
        _ => None,
    }
}

/// UTF-8 where that is possible, else what the bytes look like.
fn sniff<'a>(bytes: &'a [u8], guess: &mut Guess) -> Cow<'a, str> {
    if let Some(text) = by_order_mark(bytes) {
        return text;
    }
    let (guess, utf8) = match str::from_utf8(bytes) {
        Ok(text) if memchr::memchr(0x1b, bytes).is_none() => return Cow::Borrowed(text),
        Ok(_) => (&mut guess.escaped, Utf8Detection::Allow),
        Err(_) => (&mut guess.plain, Utf8Detection::Deny),
    };
    guess.get_or_insert_with(|| detect(bytes, utf8)).decode_without_bom_handling(bytes).0
}

/// Whether what is above ASCII stands alone and is rare, as symbols and accents do.
///
/// So little looks like anything to a guess, and is what most of the world writes.
fn is_sparse(sample: &[u8]) -> bool {
    let is_high = |byte: &u8| *byte >= 128;
    sample.iter().filter(|byte| is_high(byte)).count() < RARE
        && !sample.windows(2).any(|pair| pair.iter().all(is_high))
        && !sample.contains(&0x1b)
}

/// The words of a text that tell its charset: those that are not ASCII, or escape from it.
fn sample(bytes: &[u8]) -> Vec<u8> {
    let tells = |lane: u8x16| lane | lane.simd_eq(u8x16::splat(0x1b));
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
    let (mut sample, mut rest) = (Vec::with_capacity(2 * SAMPLE), bytes);
    while sample.len() <= SAMPLE
        && let Some(at) = position::<64>(rest, tells)
    {
        let start = rest[..at].iter().rposition(is_blank).map_or(0, |blank| blank + 1);
        let end = rest[at..].iter().position(is_blank).map_or(rest.len(), |length| at + length);
        sample.extend_from_slice(&rest[start..end.min(start + SAMPLE)]);
        sample.push(b' ');
        rest = &rest[end..];
    }
    sample
}

fn detect(bytes: &[u8], utf8: Utf8Detection) -> &'static Encoding {
    let sample = sample(bytes);
    if is_sparse(&sample) {
        return WINDOWS_1252;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(&sample, false);
    let found = detector.guess(None, utf8);
    // Plain bytes with an escape among them look like any charset: then they are what they are.
    if bytes.is_ascii() && found != encoding_rs::ISO_2022_JP { UTF_8 } else { found }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8], label: Option<&str>) -> (String, Vec<Mark>) {
        let mut marks = Marks::default();
        let text = decode(bytes, label, &mut marks).into_owned();
        (text, marks.iter().collect())
    }

    /// Text in the charset it is declared to be in has no marks.
    #[test]
    fn declared_charsets_are_decoded() {
        for (label, bytes, text) in [
            ("iso-8859-1", &b"caf\xe9"[..], "café"),
            ("KOI8-R", b"\xf0\xd2\xc9", "При"),
            ("shift_jis", b"\x83n\x83\x8d\x81[", "ハロー"),
            ("iso-2022-jp", b"\x1b$B%O%m!<\x1b(B", "ハロー"),
            ("utf-7", b"+ZYeB9FH6ckh5Pg-", "文致出版社"),
            ("us-ascii", b"plain", "plain"),
            ("cp932", b"\x83n", "ハ"),
            ("ibm850", b"\x9b\x9c", "ø£"),
            ("iso-8859-1", b"\xfe\xffa", "þÿa"),
            ("utf-16", b"\xfe\xff\0a", "a"),
            ("utf-32", b"\0\0\0a", "a"),
            ("utf-32le", b"a\0\0\0", "a"),
        ] {
            assert_eq!(decoded(bytes, Some(label)), (text.to_owned(), vec![]));
        }
    }

    /// What is wrong or unknown is marked, and decoded as what it looks like where it can be.
    #[test]
    fn wrong_charsets_are_marked() {
        let (text, marks) = decoded("größer".as_bytes(), Some("us-ascii"));
        assert_eq!((&*text, &*marks), ("größer", &[Mark::WrongCharset][..]));
        let (text, marks) = decoded(b"a\xffb", Some("utf-8"));
        assert_eq!((&*text, &*marks), ("a\u{fffd}b", &[Mark::WrongCharset][..]));
        let (text, marks) = decoded(b"caf\xe9 au lait", Some("x-none"));
        assert_eq!((&*text, &*marks), ("café au lait", &[Mark::UnknownCharset][..]));
    }

    /// What begins as UTF-16 or UTF-32 is read so, unless another charset can be right.
    #[test]
    fn order_marks_tell() {
        for bytes in [
            &b"\xff\xfea\0\xe9\0"[..],
            b"\xfe\xff\0a\0\xe9",
            b"\xff\xfe\0\0a\0\0\0\xe9\0\0\0",
            b"\0\0\xfe\xff\0\0\0a\0\0\0\xe9",
        ] {
            let undeclared = vec![Mark::UndeclaredCharset];
            assert_eq!(decoded(bytes, None), ("aé".to_owned(), undeclared));
            for label in ["utf-8", "us-ascii"] {
                let wrong = vec![Mark::WrongCharset];
                assert_eq!(decoded(bytes, Some(label)), ("aé".to_owned(), wrong));
            }
        }
    }

    /// Pieces of one thing are in one charset, which is guessed from the first.
    #[test]
    fn pieces_are_alike() {
        let (mut guess, mut marks) = (Guess::default(), Marks::default());
        let mut piece = |bytes| decode_piece(bytes, None, &mut guess, &mut marks).into_owned();
        assert_eq!(
            piece(b"\xf0\xd2\xc9\xd7\xc5\xd4, \xcb\xc1\xcb \xc4\xc5\xcc\xc1?"),
            "Привет, как дела?"
        );
        assert_eq!(piece(b"\xe4"), "Д");
        assert_eq!(piece("ä".as_bytes()), "ä");
    }

    /// Undeclared text is guessed.
    #[test]
    fn undeclared_charsets_are_guessed() {
        let koi8 = b"\xf0\xd2\xc9\xd7\xc5\xd4, \xcb\xc1\xcb \xc4\xc5\xcc\xc1?";
        let (text, marks) = decoded(koi8, None);
        assert_eq!((&*text, &*marks), ("Привет, как дела?", &[Mark::UndeclaredCharset][..]));
        assert_eq!(decoded(b"\x1b$B%O%m!<\x1b(B", None).0, "ハロー");
        assert_eq!(decoded(b"only \xa3250, \xa1gratis!", None).0, "only £250, ¡gratis!");
        assert_eq!(decoded(b"\x1b[31mred", None).0, "\x1b[31mred");
    }
}
