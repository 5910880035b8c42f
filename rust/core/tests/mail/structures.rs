//! Hostile MIME structures of any size, for complexity tests.

use super::base64::base64;

const OUTSIDE: &[u8] = b"Received: from x ([198.51.100.7]) by mx.example.org; now\n";

/// A way to write a message of about so many bytes.
pub type Write = fn(usize) -> Vec<u8>;

/// All structures, each by its name.
pub const STRUCTURES: &[(&str, Write)] = &[
    ("multiparts within multiparts", |size| nested(size, |i| multipart(&format!("b{i}")))),
    ("multiparts of one boundary", |size| nested(size, |_| multipart("b"))),
    ("messages within messages", |size| repeat(b"", b"Content-Type: message/rfc822\n\n", size)),
    ("messages in quoted-printable", |size| repeat(b"", QUOTED, size)),
    ("a text in 40 quoted messages", |size| repeat(&QUOTED.repeat(40), b"\nSome words.", size)),
    ("a text in 40 base64 messages", base64_bomb),
    ("tiny parts", |size| repeat(MIXED, b"\n--b\n\nx", size)),
    ("parts without a text", |size| repeat(MIXED, b"\n--b", size)),
    ("undeclared parts", |size| repeat(MIXED, b"\n--b\n\n\xe4", size)),
    ("absent boundaries", |size| repeat(MIXED, &absent(), size)),
    ("pages", |size| repeat(MIXED, b"\n--b\nContent-Type: text/html\n\n<p>x", size)),
    ("ends of multiparts", |size| repeat(MIXED, b"\n--b--", size)),
    ("ends of multiparts and text", |size| repeat(MIXED, b"\n--b\n\n--b--x", size)),
    ("multiparts that are closed first", |size| nested(size, |i| closed(&format!("b{i}")))),
    ("attached texts", |size| {
        repeat(MIXED, &[b"\n--b\n", ATTACHED, b"word ".as_slice()].concat(), size)
    }),
    ("almost boundaries", |size| repeat(MIXED, b"\n--a", size)),
    ("boundaries and text", |size| repeat(MIXED, b"\n--b x", size)),
    ("a boundary and blanks", |size| repeat(MIXED, &blanks_behind(), size)),
    ("URLs with open brackets", |size| repeat(b"Subject: x\n\n", b"a://[ ", size)),
    ("dashes", |size| repeat(MIXED, b"-", size)),
    ("carriage returns", |size| repeat(MIXED, b"\r", size)),
    ("line feeds", |size| repeat(b"Subject: x\n\n", b"\n", size)),
    ("short headers", |size| repeat(b"", b"a:\n", size)),
    ("subjects", |size| repeat(b"", b"subject:a\n", size)),
    ("undeclared headers", |size| repeat(b"", b"to:\xe4\n", size)),
    ("types", |size| repeat(b"", b"content-type:a;b\n", size)),
    ("a header", |size| repeat(b"Subject:", b" word", size)),
    ("a folded header", |size| repeat(b"Subject: x", b"\n y", size)),
    ("a name of a header", |size| repeat(b"", b"x", size)),
    ("semicolons", |size| repeat(b"Content-Type: text/plain", b";", size)),
    ("parameters without semicolons", |size| repeat(b"Content-Type: text/plain", b" a=b", size)),
    ("parameters", |size| repeat(b"Content-Type: text/plain", b";a=b", size)),
    ("sections", |size| repeat(b"Content-Type: text/plain", b";name*1*=%41", size)),
    ("comments", |size| repeat(b"Content-Type: ", b"(a) ", size)),
    ("open comments", |size| repeat(b"Content-Type: ", b"(", size)),
    ("quotes", |size| repeat(b"Content-Type: text/plain; name=", b"\"\\", size)),
    ("encoded words", |size| subjects(b"=?utf-8?q?=C3=A4?= ", size)),
    ("words of no charset", |size| subjects(b"=?x?q?=E4?= =?y?q?=E4?= ", size)),
    ("words of no encoding", |size| subjects(b"=?a?x?.", size)),
    ("open words", |size| subjects(b"=?a?q?.", size)),
    ("halves of words", |size| subjects(b"?==?", size)),
    ("addresses", |size| headers(b"To: ", b"a@b.cc,", size)),
    ("names of addresses", |size| headers(b"To: ", b"\"a\"<", size)),
    ("relays that are near", |size| repeat(b"", b"received:from (10.1.2.3) by x\n", size)),
    ("relays of many names", |size| repeat(b"", b"received:from a by [10.1.2.3]\n", size)),
    ("invented relays", |size| repeat(OUTSIDE, b"received:from a.b by x\n", size)),
    ("invented results", |size| repeat(OUTSIDE, b"authentication-results:x;spf=pass\n", size)),
    ("a result", |size| repeat(b"Authentication-Results: x", b";(a)\"b\"spf=pass", size)),
    ("relays", |size| headers(b"Received: ", b"a.b.c.d.e ", size)),
    ("a word", |size| repeat(TEXT, b"x", size)),
    ("a word of pieces", |size| repeat(TEXT, b"abc-", size)),
    ("words", |size| repeat(TEXT, b"some words ", size)),
    ("a word of another script", |size| repeat(TEXT, "ж".as_bytes(), size)),
    ("a word of mathematics", |size| repeat(TEXT, "𝐱".as_bytes(), size)),
    ("words of mathematics", |size| repeat(TEXT, "𝐟𝐫𝐞𝐞 ".as_bytes(), size)),
    ("words of two scripts", |size| repeat(TEXT, "Pаypаl-".as_bytes(), size)),
    ("marks on a letter", |size| repeat(TEXT, "\u{301}\u{327}".as_bytes(), size)),
    ("marks on kana", |size| repeat(TEXT, "ｶﾞ".as_bytes(), size)),
    ("letters that become several", |size| repeat(TEXT, "ﷲﬃ".as_bytes(), size)),
    ("letters and what is not seen", |size| repeat(TEXT, "a\u{200b}".as_bytes(), size)),
    ("hosts in punycode", |size| repeat(TEXT, PUNYCODE, size)),
    ("flowed lines", |size| repeat(FLOWED, b"> a \n", size)),
    ("a text of a dense script", |size| repeat(TEXT, "漢字".as_bytes(), size)),
    ("URLs", |size| repeat(TEXT, b"http://a.b.c.d.e.f.g/h ", size)),
    ("an URL", |size| repeat(TEXT, b"http://", size)),
    ("URLs of URLs", |size| repeat(TEXT, &[&b"a://a/".repeat(300)[..], b" "].concat(), size)),
    ("armour", |size| repeat(TEXT, b"-----BEGIN PGP SIGNED ", size)),
    ("armour that ends", |size| repeat(TEXT, b"-----BEGIN PGP X-----END PGP \n", size)),
    ("padded base64", |size| repeat(BASE64, b"QQ==", size)),
    ("almost base64", |size| repeat(BASE64, b"Q!", size)),
    ("soft breaks", |size| repeat(QUOTED_TEXT, b"=\n", size)),
    ("broken quoted-printable", |size| repeat(QUOTED_TEXT, b"=Z", size)),
    ("escapes", |size| repeat(&text_in("iso-2022-jp"), b"\x1b$B%O\x1b(Ba", size)),
    ("UTF-32", |size| repeat(&text_in("utf-32be"), b"\0\0 \xac", size)),
    ("UTF-7", |size| repeat(&text_in("utf-7"), b"+AGE-", size)),
    ("open UTF-7", |size| repeat(&text_in("utf-7"), b"+", size)),
    ("bytes of no charset", |size| repeat(&text_in("utf-8"), b"\xff", size)),
    ("zero bytes", |size| repeat(TEXT, b"\0", size)),
];

const MIXED: &[u8] = b"Content-Type: multipart/mixed; boundary=b\n\n";
const TEXT: &[u8] = b"Content-Type: text/plain; charset=utf-8\n\n";
const FLOWED: &[u8] = b"Content-Type: text/plain; format=flowed; delsp=yes\n\n";
const ATTACHED: &[u8] = b"Content-Disposition: attachment\n\n";
const PUNYCODE: &[u8] =
    b"http://xn--999999999999999999999999999999999999999999999b-xn.xn--pypal-4ve/ ";
const BASE64: &[u8] = b"Content-Transfer-Encoding: base64\n\n";
const QUOTED_TEXT: &[u8] = b"Content-Transfer-Encoding: quoted-printable\n\n";
const QUOTED: &[u8] =
    b"Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n";
/// Bytes of a header that is not cut by the usual limits.
const HEADER: usize = 60_000;

/// A head, and a unit as often as it fits.
pub fn repeat(head: &[u8], unit: &[u8], size: usize) -> Vec<u8> {
    [head, &unit.repeat(size.saturating_sub(head.len()) / unit.len())].concat()
}

/// A message of others, one for each million bytes.
pub fn in_parts(write: Write, size: usize) -> Vec<u8> {
    let mut message = b"Content-Type: multipart/digest; boundary=outer\n".to_vec();
    let part = write(size.min(1_000_000));
    while message.len() < size {
        message.extend_from_slice(b"\n--outer\n\n");
        message.extend_from_slice(&part);
    }
    message
}

/// Headers of that name, each full of units.
fn headers(name: &[u8], unit: &[u8], size: usize) -> Vec<u8> {
    repeat(b"", &[&repeat(name, unit, HEADER), &b"?=\n"[..]].concat(), size.max(HEADER + 3))
}

fn subjects(unit: &[u8], size: usize) -> Vec<u8> {
    headers(b"Subject: ", unit, size)
}

fn text_in(charset: &str) -> Vec<u8> {
    format!("Content-Type: text/plain; charset={charset}\n\n").into_bytes()
}

fn multipart(boundary: &str) -> String {
    format!("Content-Type: multipart/mixed; boundary={boundary}\n\n--{boundary}\n")
}

/// Heads one after the other.
fn nested(size: usize, head: fn(usize) -> String) -> Vec<u8> {
    let (mut message, mut depth) = (Vec::with_capacity(size), 0);
    while message.len() < size {
        message.extend_from_slice(head(depth).as_bytes());
        depth += 1;
    }
    message
}

/// A multipart that is closed before its first part.
fn closed(boundary: &str) -> String {
    format!("Content-Type: multipart/mixed; boundary={boundary}\n\n--{boundary}--\n--{boundary}\n")
}

/// A part that names a boundary of its own, which never comes.
fn absent() -> Vec<u8> {
    b"\n--b\nContent-Type: multipart/mixed; boundary=never\n\n--nearly\n".to_vec()
}

fn blanks_behind() -> Vec<u8> {
    [&b"\n--b"[..], &b" ".repeat(1_000), b"x"].concat()
}

/// Base64 in base64, forty times.
fn base64_bomb(size: usize) -> Vec<u8> {
    let head = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n";
    let mut message = b"Subject: core\n\nThe core.".to_vec();
    for _ in 0..40 {
        if message.len() < size {
            message = [&head[..], &base64(&message)].concat();
        }
    }
    repeat(&message, b"\n", size)
}
