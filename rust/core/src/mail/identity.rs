//! Message digest over what no relay changes, to recognise copies of a message.

use blake2b_simd::many::update_many;
use blake2b_simd::{Params, State};

use super::field::{Field, find};
use super::headers::HeaderReader;
use super::limits::Limits;
use super::mark::Marks;
use super::parameters::Parameters;
use super::part::boundary;

/// The headers that nobody changes on the way.
const LASTING: [&str; 5] = ["message-id", "date", "from", "to", "subject"];

/// The headers that decide what is seen of the body.
const SHOWING: [&str; 3] = ["content-type", "content-transfer-encoding", "content-disposition"];

/// Bytes of a digest of `BLAKE2b`, of which a message has two.
const HALF: usize = 16;

/// By what a message is known.
///
/// The first half is of the first of each header its author wrote, and of the body: so stores of
/// earlier versions know it, and with it copies that show something else. The second half is of
/// that and of what decides what is seen.
pub type Identity = [u8; 2 * HALF];

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
    /// Where line ends are that `state` leaves out: a CR without an LF, which ends a line, too.
    bare: State,
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
    let (mut state, mut bare) = (new_state(), new_state());
    state.update(&lasting);
    let (mut rest, mut hashed) = (raw[body..].trim_ascii_end(), 0_u64);
    while let Some(end) = memchr::memchr(b'\r', rest) {
        state.update(&rest[..end]);
        (rest, hashed) = (&rest[end + 1..], hashed + end as u64);
        if rest.first() != Some(&b'\n') {
            bare.update(&hashed.to_le_bytes());
        }
    }
    Begun { state, rest, showing: showing(&fields), bare }
}

/// What decides what is seen: all headers of a name, for which of them counts is up to who shows
/// them, and boundaries as they are, for their blanks count.
fn showing(fields: &[Field<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let all = |name: &'static str| fields.iter().filter(move |field| field.is(name));
    let further = LASTING.iter().flat_map(|name| all(name).skip(1).map(move |field| (name, field)));
    let others = SHOWING.iter().flat_map(|name| all(name).map(move |field| (name, field)));
    for (name, field) in further.chain(others) {
        write(&mut bytes, name, field);
        bytes.push(b'\n');
    }
    for field in all("content-type") {
        let boundary = boundary(&Parameters::parse(&field.value)).unwrap_or_default();
        bytes.extend_from_slice(&(boundary.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&boundary);
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
    let earlier = begun.state.finalize();
    let mut state = new_state();
    state.update(earlier.as_bytes()).update(begun.bare.finalize().as_bytes());
    state.update(&begun.showing);
    let mut identity = [0; 2 * HALF];
    identity[..HALF].copy_from_slice(earlier.as_bytes());
    identity[HALF..].copy_from_slice(state.finalize().as_bytes());
    identity
}

fn new_state() -> State {
    Params::new().hash_length(HALF).to_state()
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
            assert_ne!(identity(MESSAGE)[..HALF], identity(other)[..HALF]);
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
            assert_ne!(one, shown(other));
            assert_eq!(one[..HALF], shown(other)[..HALF]);
        }
    }

    /// A second subject, a boundary with other blanks, and a bare CR, which begins a part, may show
    /// another text: they make another message, which earlier versions took for the same.
    #[test]
    fn what_may_be_shown_counts() {
        let type_of = |boundary: &str| {
            format!("Content-Type: multipart/mixed; boundary={boundary}\nFrom: a\n\n--b  c\n\nline")
        };
        for [one, other] in [
            ["Subject: a\n\nline".to_owned(), "Subject: a\nSubject: b\n\nline".to_owned()],
            ["From: a\n\nline".to_owned(), "From: a\nFrom: b\n\nline".to_owned()],
            [type_of("\"b  c\""), type_of("\"b c\"")],
            [type_of("\"b \n c\""), type_of("\"b\n c\"")],
            [type_of("b  c"), type_of("b c")],
            ["From: a\n\nline\r--b\n".to_owned(), "From: a\n\nline--b\n".to_owned()],
            ["From: a\n\nl\rine\n".to_owned(), "From: a\n\nli\rne\n".to_owned()],
            ["From: a\n\nl\rine\n".to_owned(), "From: a\n\nl\r\rine\n".to_owned()],
        ] {
            let [one, other] = [one, other].map(|raw| identity(raw.as_bytes()));
            assert_ne!(one, other);
            assert_eq!(one[..HALF], other[..HALF]);
        }
    }

    /// Line ends of two kinds are the same, also where there are bare ones.
    #[test]
    fn line_ends_change_nothing() {
        let bare = &b"From: a\n\none\rtwo\nthree\rfour\n"[..];
        assert_eq!(identity(bare), identity(b"From: a\r\n\r\none\rtwo\r\nthree\rfour\r\n"));
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
        let earlier = hash(b"\ndate: d\nfrom: a\n\nsubject: one two\nline\nline");
        let whole = [earlier.clone(), hash(b"")].concat();
        assert_eq!(identity(MESSAGE).to_vec(), [earlier, hash(&whole)].concat());
    }
}
