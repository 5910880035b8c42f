//! Message digest over what no relay changes, to recognise copies of a message.

use blake2b_simd::many::update_many;
use blake2b_simd::{Params, State};

use super::field::find;
use super::headers::HeaderReader;
use super::limits::Limits;
use super::mark::Marks;

/// The headers that nobody changes on the way.
const LASTING: [&str; 5] = ["message-id", "date", "from", "to", "subject"];

/// Hand on the bytes by which a message is known, and return the last of them: the headers its
/// author wrote, on one line each, and its body, with one kind of line end and nothing blank at the
/// end.
///
/// Relays, filters and mailboxes add headers, fold them anew, and change line ends.
fn identify(raw: &[u8], mut take: impl FnMut(&[u8])) -> &[u8] {
    let limits = Limits::default();
    let (fields, body) = HeaderReader::new(&limits).read(raw, 0, |_| false, &mut Marks::default());
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
    rest
}

/// 128 bits of `BLAKE2b`.
pub type Identity = [u8; 16];

/// The digests of these bytes of some messages: a few are hashed at the same time, side by side.
#[must_use]
pub fn digests(messages: &[&[u8]]) -> Vec<Identity> {
    let mut states: Vec<(State, &[u8])> = messages.iter().map(|raw| begin(raw)).collect();
    update_many(states.iter_mut().map(|(state, rest)| (state, *rest)));
    states.iter().map(|(state, _)| finish(state)).collect()
}

/// All but the last bytes hashed, and these.
fn begin(raw: &[u8]) -> (State, &[u8]) {
    let mut state = Params::new().hash_length(size_of::<Identity>()).to_state();
    let rest = identify(raw, |bytes| _ = state.update(bytes));
    (state, rest)
}

fn finish(state: &State) -> Identity {
    let mut identity = Identity::default();
    identity.copy_from_slice(state.finalize().as_bytes());
    identity
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(raw: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let rest = identify(raw, |more| bytes.extend_from_slice(more));
        [&bytes, rest].concat()
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

    /// Side by side or alone, a digest is that of the bytes.
    #[test]
    fn digests_are_those_of_the_bytes() {
        let body = "a line of text\r\n".repeat(60);
        let texts: Vec<String> =
            (0..50).map(|i| format!("From: {i}\n\n{}", &body[..i * 19])).collect();
        let messages: Vec<&[u8]> = texts.iter().map(String::as_bytes).collect();
        let alone = |raw: &&[u8]| {
            let hash = Params::new().hash_length(16).hash(&identity(raw));
            hash.as_bytes().to_vec()
        };
        let expected: Vec<Vec<u8>> = messages.iter().map(alone).collect();
        let found: Vec<Vec<u8>> = digests(&messages).iter().map(|one| one.to_vec()).collect();
        assert_eq!(found, expected);
    }
}
