//! What stays of a message wherever it goes, so that its copies are known for one message.

use blake2::Blake2b;
use blake2::digest::Digest;
use blake2::digest::consts::U16;

use super::headers::{Reader, find};
use super::limits::Limits;
use super::mark::Marks;

/// The headers that nobody changes on the way.
const LASTING: [&str; 5] = ["message-id", "date", "from", "to", "subject"];

/// Hand on the bytes by which a message is known: the headers its author wrote, on one line each,
/// and its body, with one kind of line end and nothing blank at the end.
///
/// Relays, filters and mailboxes add headers, fold them anew, and change line ends.
fn identify(raw: &[u8], mut take: impl FnMut(&[u8])) {
    let limits = Limits::default();
    let (fields, body) = Reader::new(&limits).read(raw, 0, |_| false, &mut Marks::default());
    let mut bytes = Vec::with_capacity(512);
    for name in LASTING {
        if let Some(field) = find(&fields, name) {
            bytes.extend_from_slice(name.as_bytes());
            bytes.push(b':');
            let words = field.value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words.for_each(|word| {
                bytes.push(b' ');
                bytes.extend_from_slice(word);
            });
        }
        bytes.push(b'\n');
    }
    take(&bytes);
    let mut rest = raw[body..].trim_ascii_end();
    while let Some(end) = memchr::memchr(b'\r', rest) {
        take(&rest[..end]);
        rest = &rest[end + 1..];
    }
    take(rest);
}

/// 128 bits of `BLAKE2b`.
pub type Identity = [u8; 16];

/// The digest of these bytes.
#[must_use]
pub fn digest(raw: &[u8]) -> Identity {
    let mut digest = Blake2b::<U16>::new();
    identify(raw, |bytes| digest.update(bytes));
    digest.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(raw: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        identify(raw, |more| bytes.extend_from_slice(more));
        bytes
    }

    const MESSAGE: &[u8] = b"From: a\nSubject: one two\nDate: d\n\nline\nline\n";

    /// What is added on the way, folding and line ends do not change it.
    #[test]
    fn travel_changes_nothing() {
        let copy =
            b"Received: x\r\nX-Priory: spam\r\nfrom: a\r\nDate: d\r\nSubject: one\r\n two\r\n\r\n\
            line\r\nline\r\n\r\n";
        assert_eq!(identity(MESSAGE), identity(copy));
    }

    /// Other words of the author do.
    #[test]
    fn other_messages_differ() {
        for other in [
            &b"From: b\nSubject: one two\nDate: d\n\nline\nline\n"[..],
            b"From: a\nSubject: one two\nDate: d\n\nline\nother\n",
            b"From: a\nSubject: one two\n\nDate: d\n\nline\nline\n",
            b"",
        ] {
            assert_ne!(identity(MESSAGE), identity(other));
        }
    }
}
