//! Content-transfer-encoding decoders (base64, quoted-printable), tolerant of errors.

use std::borrow::Cow;

use wide::u8x16;

use super::limits::cut;
use super::mark::{Mark, Marks};
use super::near::position;

/// Undo the transfer encoding of a body; at most `limit` bytes are made.
#[must_use]
pub fn decode<'a>(
    body: &'a [u8],
    encoding: Option<&str>,
    limit: usize,
    marks: &mut Marks,
) -> Cow<'a, [u8]> {
    let (bytes, whole) = match encoding.unwrap_or("7bit") {
        "base64" => {
            let (bytes, whole) = base64(body, limit, marks);
            (Cow::Owned(bytes), whole)
        }
        "quoted-printable" => {
            let (bytes, whole) = quoted_printable(body, limit, marks);
            (Cow::Owned(bytes), whole)
        }
        plain => {
            if !["7bit", "8bit", "binary"].contains(&plain) {
                marks.add(Mark::UnknownEncoding);
            }
            (Cow::Borrowed(cut(body, limit)), body.len() <= limit)
        }
    };
    if !whole {
        marks.add(Mark::CapText);
    }
    bytes
}

const SKIP: u8 = 64;
const PAD: u8 = 65;
const WRONG: u8 = 66;

static SEXTETS: [u8; 256] = sextets();

const fn sextets() -> [u8; 256] {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut table = [WRONG; 256];
    let mut i = 0;
    while i < LETTERS.len() {
        table[LETTERS[i] as usize] = i as u8;
        i += 1;
    }
    table[b' ' as usize] = SKIP;
    table[b'\t' as usize] = SKIP;
    table[b'\r' as usize] = SKIP;
    table[b'\n' as usize] = SKIP;
    table[b'=' as usize] = PAD;
    table
}

/// Decode base64, leaving out what is none; and whether all of it was decoded.
///
/// Base64 after padding is decoded, too: it is a place to hide in. Other text there is a footer.
#[must_use]
pub fn base64(body: &[u8], limit: usize, marks: &mut Marks) -> (Vec<u8>, bool) {
    let mut bytes = Vec::with_capacity((body.len() / 4 * 3 + 3).min(limit.saturating_add(3)));
    let (mut group, mut padded, mut rest) = (Group::default(), false, body);
    let mut pure = None;
    while bytes.len() <= limit {
        if group.filled == 0 {
            rest = whole_groups(rest, limit, &mut bytes);
        }
        let [first, tail @ ..] = rest else { break };
        rest = tail;
        match SEXTETS[*first as usize] {
            SKIP => (),
            WRONG => {
                marks.add(Mark::BrokenBase64);
                if padded {
                    break;
                }
            }
            PAD => {
                group.flush(&mut bytes);
                padded = true;
            }
            sextet => {
                if padded {
                    marks.add(Mark::BrokenBase64);
                    if rest.len() > *pure.get_or_insert_with(|| pure_end(body)) {
                        break;
                    }
                    padded = false;
                }
                group.push(sextet, &mut bytes);
            }
        }
    }
    if group.filled > 0 {
        marks.add(Mark::BrokenBase64);
        group.flush(&mut bytes);
    }
    truncate(bytes, limit)
}

/// How many bytes at the end of a body are nothing but base64.
fn pure_end(body: &[u8]) -> usize {
    body.iter().rev().take_while(|byte| SEXTETS[**byte as usize] != WRONG).count()
}

/// Decode groups of four as long as nothing else stands between them, and answer with the rest.
fn whole_groups<'a>(body: &'a [u8], limit: usize, bytes: &mut Vec<u8>) -> &'a [u8] {
    let mut rest = body;
    while let [a, b, c, d, after @ ..] = rest {
        let [a, b, c, d] = [*a, *b, *c, *d].map(|byte| SEXTETS[byte as usize]);
        if (a | b | c | d) >= SKIP || bytes.len() > limit {
            break;
        }
        let word = u32::from(a) << 18 | u32::from(b) << 12 | u32::from(c) << 6 | u32::from(d);
        bytes.extend_from_slice(&word.to_be_bytes()[1..]);
        rest = after;
    }
    rest
}

/// Up to four sextets that become three bytes.
#[derive(Default)]
struct Group {
    bits: u32,
    filled: u8,
}

impl Group {
    fn push(&mut self, sextet: u8, bytes: &mut Vec<u8>) {
        self.bits = self.bits << 6 | u32::from(sextet);
        self.filled += 1;
        if self.filled == 4 {
            bytes.extend_from_slice(&self.bits.to_be_bytes()[1..]);
            *self = Self::default();
        }
    }

    /// The bytes of a group that is not full.
    fn flush(&mut self, bytes: &mut Vec<u8>) {
        match self.filled {
            2 => bytes.push((self.bits >> 4) as u8),
            3 => bytes.extend_from_slice(&((self.bits >> 2) as u16).to_be_bytes()),
            _ => (),
        }
        *self = Self::default();
    }
}

/// No more bytes than wanted, and whether that is all of them.
fn truncate(mut bytes: Vec<u8>, limit: usize) -> (Vec<u8>, bool) {
    let whole = bytes.len() <= limit;
    bytes.truncate(cut(&bytes, limit).len());
    (bytes, whole)
}

/// Decode quoted-printable, leaving what is none as it stands; and whether all was decoded.
#[must_use]
pub fn quoted_printable(body: &[u8], limit: usize, marks: &mut Marks) -> (Vec<u8>, bool) {
    let mut bytes = Vec::with_capacity(body.len().min(limit));
    let mut rest = body;
    let is_escape = |lane: u8x16| lane.simd_eq(u8x16::splat(b'='));
    while let Some(at) = position::<64>(rest, is_escape) {
        bytes.extend_from_slice(&rest[..at]);
        if bytes.len() > limit {
            return truncate(bytes, limit);
        }
        rest = escape(&rest[at + 1..], &mut bytes, marks);
    }
    bytes.extend_from_slice(rest);
    truncate(bytes, limit)
}

/// Decode what follows an equals sign, and answer with the rest.
fn escape<'a>(rest: &'a [u8], bytes: &mut Vec<u8>, marks: &mut Marks) -> &'a [u8] {
    if let [high, low, after @ ..] = rest
        && let (Some(high), Some(low)) = (hex(*high), hex(*low))
    {
        bytes.push(high << 4 | low);
        return after;
    }
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match &rest[blanks..] {
        [b'\r', b'\n', after @ ..] | [b'\n' | b'\r', after @ ..] => after,
        [] => &[],
        _ => {
            marks.add(Mark::BrokenQuoted);
            bytes.push(b'=');
            rest.strip_prefix(b"=").unwrap_or(rest)
        }
    }
}

/// The value of a hexadecimal digit.
#[must_use]
pub fn hex(digit: u8) -> Option<u8> {
    (digit as char).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(body: &[u8], encoding: &str, limit: usize) -> (Vec<u8>, Vec<Mark>) {
        let mut marks = Marks::default();
        let bytes = decode(body, Some(encoding), limit, &mut marks).into_owned();
        (bytes, marks.iter().collect())
    }

    /// Base64 in lines is decoded, with or without padding.
    #[test]
    fn base64_is_decoded() {
        for (body, bytes, marks) in [
            (&b"aGVsbG8g\r\nd29ybGQ=\r\n"[..], &b"hello world"[..], vec![]),
            (b"aGVsbG8", b"hello", vec![Mark::BrokenBase64]),
            (b"aGVs!bG8=", b"hello", vec![Mark::BrokenBase64]),
            (b"aGk=aGk=", b"hihi", vec![Mark::BrokenBase64]),
            (b"aGk=\n--\nfooter", b"hi", vec![Mark::BrokenBase64]),
            (b"aGk=aGk=\n--\nfooter", b"hi", vec![Mark::BrokenBase64]),
            (b"a", b"", vec![Mark::BrokenBase64]),
            (b"", b"", vec![]),
        ] {
            assert_eq!(decoded(body, "base64", 99), (bytes.to_vec(), marks));
        }
    }

    /// Quoted-printable is decoded, and what is none stays.
    #[test]
    fn quoted_printable_is_decoded() {
        for (body, bytes, marks) in [
            (&b"caf=C3=a9 =\r\nau =  \nlait="[..], &b"caf\xc3\xa9 au lait"[..], vec![]),
            (b"1=ZZ 2", b"1=ZZ 2", vec![Mark::BrokenQuoted]),
            (b"a==41", b"a=41", vec![Mark::BrokenQuoted]),
        ] {
            assert_eq!(decoded(body, "quoted-printable", 99), (bytes.to_vec(), marks));
        }
    }

    /// No more than the limit is decoded, and that is marked.
    #[test]
    fn what_is_decoded_is_capped() {
        let cap = vec![Mark::CapText];
        assert_eq!(decoded(b"aGVsbG8=", "base64", 3), (b"hel".to_vec(), cap.clone()));
        assert_eq!(decoded(b"=41=42=43", "quoted-printable", 2), (b"AB".to_vec(), cap.clone()));
        assert_eq!(decoded(b"abc", "8bit", 2), (b"ab".to_vec(), cap));
        assert_eq!(decoded(b"abc", "8bit", 3), (b"abc".to_vec(), vec![]));
    }

    /// An encoding that nobody knows is read as none.
    #[test]
    fn unknown_encodings_are_marked() {
        assert_eq!(decoded(b"abc", "x-secret", 9), (b"abc".to_vec(), vec![Mark::UnknownEncoding]));
    }
}
