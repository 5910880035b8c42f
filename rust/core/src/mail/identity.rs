//! Message digest over what no relay changes, to recognise copies of a message.

use blake2b_simd::many::update_many;
use blake2b_simd::{Params, State};

use super::field::{Field, find};
use super::headers::HeaderReader;
use super::limits::Limits;
use super::mark::Marks;

/// The headers that nobody changes on the way.
const LASTING: [&str; 5] = ["message-id", "date", "from", "to", "subject"];

/// The headers that decide what is seen of the body.
const SHOWING: [&str; 3] = ["content-type", "content-transfer-encoding", "content-disposition"];

/// 128 bits of `BLAKE2b`.
pub type Digest = [u8; 16];

/// The digests by which a message is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Of the headers its author wrote, of those that decide what is seen, and of the body.
    pub digest: Digest,
    /// Without the headers that decide what is seen: so stores of earlier versions know it.
    pub earlier: Digest,
}

/// The digests of some messages: a few are hashed at the same time, side by side.
#[must_use]
pub fn digests(messages: &[&[u8]]) -> Vec<Identity> {
    let mut begun: Vec<Begun<'_>> = messages.iter().map(|raw| begin(raw)).collect();
    update_many(begun.iter_mut().map(|one| (&mut one.state, one.rest)));
    begun.iter().map(finish).collect()
}

/// A message of which all but the last bytes are hashed.
struct Begun<'a> {
    state: State,
    rest: &'a [u8],
    showing: Vec<u8>,
}

/// Hash the bytes by which a message is known: the headers its author wrote, on one line each, and
/// its body, with one kind of line end and nothing blank at the end.
///
/// Relays, filters and mailboxes add headers, fold them anew, and change line ends.
fn begin(raw: &[u8]) -> Begun<'_> {
    let limits = Limits::default();
    let (fields, body) = HeaderReader::new(&limits).read(raw, 0, |_| false, &mut Marks::default());
    let mut lasting = Vec::with_capacity(512);
    for name in LASTING {
        if let Some(field) = find(&fields, name) {
            write(&mut lasting, name, field);
        }
        lasting.push(b'\n');
    }
    let mut state = new_state();
    state.update(&lasting);
    let mut rest = raw[body..].trim_ascii_end();
    while let Some(end) = memchr::memchr(b'\r', rest) {
        state.update(&rest[..end]);
        rest = &rest[end + 1..];
    }
    Begun { state, rest, showing: showing(&fields) }
}

/// All headers that decide what is seen: which of several one counts is up to who shows them.
fn showing(fields: &[Field<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for name in SHOWING {
        for field in fields.iter().filter(|field| field.is(name)) {
            write(&mut bytes, name, field);
            bytes.push(b'\n');
        }
    }
    bytes
}

/// Write a header on one line.
fn write(bytes: &mut Vec<u8>, name: &str, field: &Field<'_>) {
    bytes.extend_from_slice(name.as_bytes());
    bytes.push(b':');
    for word in field.value.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
        bytes.push(b' ');
        bytes.extend_from_slice(word);
    }
}

fn finish(begun: &Begun<'_>) -> Identity {
    let earlier = digest(&begun.state);
    Identity { digest: digest(new_state().update(&earlier).update(&begun.showing)), earlier }
}

fn new_state() -> State {
    Params::new().hash_length(size_of::<Digest>()).to_state()
}

fn digest(state: &State) -> Digest {
    let mut digest = Digest::default();
    digest.copy_from_slice(state.finalize().as_bytes());
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(raw: &[u8]) -> Identity {
        digests(&[raw])[0]
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
            assert_ne!(identity(MESSAGE).digest, identity(other).digest);
            assert_ne!(identity(MESSAGE).earlier, identity(other).earlier);
        }
    }

    /// Headers that show another part of the body make another message, which earlier versions
    /// took for the same; how they are folded makes none.
    #[test]
    fn what_is_shown_counts() {
        let shown = |headers: &str| identity(&[headers.as_bytes(), MESSAGE].concat());
        let one = shown("Content-Type: multipart/mixed; boundary=b\n");
        assert_eq!(one, shown("content-type: multipart/mixed;\r\n boundary=b\r\n"));
        for other in [
            "",
            "Content-Type: multipart/mixed; boundary=c\n",
            "Content-Type: multipart/mixed; boundary=b\nContent-Type: text/plain\n",
            "Content-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: base64\n",
        ] {
            assert_ne!(one.digest, shown(other).digest);
            assert_eq!(one.earlier, shown(other).earlier);
        }
    }

    /// Side by side or alone, digests are the same, and the same in every version.
    #[test]
    fn digests_are_frozen() {
        let body = "a line of text\r\n".repeat(60);
        let texts: Vec<String> =
            (0..50).map(|i| format!("From: {i}\n\n{}", &body[..i * 19])).collect();
        let messages: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        let alone: Vec<Identity> = messages.iter().map(|raw| identity(raw)).collect();
        assert_eq!(digests(&messages), alone);
        let hash = |bytes: &[u8]| Params::new().hash_length(16).hash(bytes).as_bytes().to_vec();
        let lasting = b"\ndate: d\nfrom: a\n\nsubject: one two\nline\nline";
        assert_eq!(identity(MESSAGE).earlier.to_vec(), hash(lasting));
        assert_eq!(identity(MESSAGE).digest.to_vec(), hash(&hash(lasting)));
    }
}
