//! Mutations of messages: the ways mail goes wrong, and random ones.

use super::dictionary::{CHARSETS, HEADS, SNIPPETS};
use super::encode;
use super::random::Random;

/// Bytes of the longest message that is made.
const LONGEST: usize = 64 << 10;
/// Most changes of one message.
const MOST: usize = 6;

/// Make a message of others.
pub fn message(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut message = pick(seeds, random).to_vec();
    for _ in 0..=random.below(MOST) {
        change(&mut message, seeds, random);
        message.truncate(LONGEST);
    }
    message
}

/// One of the messages, short ones more often.
fn pick<'a>(seeds: &'a [Vec<u8>], random: &mut Random) -> &'a [u8] {
    let most = random.below(seeds.len()) + 1;
    seeds.get(random.below(most)).map_or(b"", Vec::as_slice)
}

fn change(message: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    match random.below(16) {
        0 => message.truncate(random.below(message.len() + 1)),
        1 => drop(message.drain(range(message, message.len(), random))),
        2 => flip(message, random),
        3..=5 => insert(message, random.one(&SNIPPETS), random),
        6 => insert_line(message, random.one(&HEADS), random),
        7 => insert(message, &noise(random), random),
        8 => splice(message, pick(seeds, random), random),
        9 => nest(message, random),
        10 => embed(message, pick(seeds, random), random),
        11 => swap_charset(message, random),
        12 => repeat(message, random),
        13 => repeat_header(message, random),
        14 => end_lines(message, random),
        _ => encode_body(message, random),
    }
}

/// A place of at most so many bytes.
fn range(message: &[u8], most: usize, random: &mut Random) -> std::ops::Range<usize> {
    let start = random.below(message.len() + 1);
    let length = random.below((message.len() - start).min(most) + 1);
    start..start + length
}

fn flip(message: &mut [u8], random: &mut Random) {
    for _ in 0..=random.below(8) {
        let at = random.below(message.len());
        if let Some(byte) = message.get_mut(at) {
            *byte ^= 1 << random.below(8);
        }
    }
}

/// Put bytes anywhere, perhaps in place of others.
fn insert(message: &mut Vec<u8>, bytes: &[u8], random: &mut Random) {
    let at = range(message, 2 * bytes.len(), random);
    message.splice(at, bytes.iter().copied());
}

/// Put a line before another, most often among the headers.
fn insert_line(message: &mut Vec<u8>, line: &[u8], random: &mut Random) {
    let within = if random.below(4) == 0 { message.len() } else { head(message) };
    let starts = lines(&message[..within]);
    let at = starts[random.below(starts.len())];
    message.splice(at..at, line.iter().copied());
}

fn noise(random: &mut Random) -> Vec<u8> {
    (0..=random.below(12)).map(|_| random.next() as u8).collect()
}

/// End a message in the midst of it, and go on as another.
fn splice(message: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    message.truncate(random.below(message.len() + 1));
    message.extend_from_slice(&other[random.below(other.len() + 1)..]);
}

/// Make the message a part of one that forwards it.
fn nest(message: &mut Vec<u8>, random: &mut Random) {
    let (encoding, body) = encode::any(message, random);
    *message = [b"Content-Type: message/rfc822\n", encoding, b"\n", &body].concat();
}

/// Make the message and another the parts of one, perhaps without the boundaries they need.
fn embed(message: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    let boundary: &[u8] = random.one(&[&b"b"[..], b"bb", b"b--", b"=_Next"]);
    let between = [b"\n--", boundary, b"\n"].concat();
    let head = [b"Content-Type: multipart/mixed; boundary=\"", boundary, b"\"\n"].concat();
    let end = if random.below(3) > 0 { [b"\n--", boundary, b"--\n"].concat() } else { Vec::new() };
    *message = [&*head, &*between, message, &*between, other, &*end].concat();
}

fn swap_charset(message: &mut Vec<u8>, random: &mut Random) {
    let charset = random.one(&CHARSETS).as_bytes();
    let lower = message.to_ascii_lowercase();
    let found: Vec<usize> = memchr::memmem::find_iter(&lower, b"charset=").collect();
    if found.is_empty() {
        let line = [b"Content-Type: text/html; charset=", charset, b"\n"].concat();
        return insert_line(message, &line, random);
    }
    let start = found[random.below(found.len())] + b"charset=".len();
    let is_end = |byte: &u8| b" \t\r\n;".contains(byte);
    let length = message[start..].iter().position(is_end).unwrap_or(0);
    message.splice(start..start + length, charset.iter().copied());
}

fn repeat(message: &mut Vec<u8>, random: &mut Random) {
    let block = range(message, 300, random);
    let times = random.below(40);
    let copies = message[block.clone()].repeat(times);
    message.splice(block.end..block.end, copies);
}

fn repeat_header(message: &mut Vec<u8>, random: &mut Random) {
    let starts = lines(&message[..head(message)]);
    let start = starts[random.below(starts.len())];
    let length = memchr::memchr(b'\n', &message[start..]).map_or(0, |end| end + 1);
    let line = message[start..start + length].repeat(1 + random.below(3));
    insert_line(message, &line, random);
}

/// End all lines in another way.
fn end_lines(message: &mut Vec<u8>, random: &mut Random) {
    let end: &[u8] = random.one(&[&b"\r\n"[..], b"\r", b"\n\n", b"\r\r\n", b" "]);
    *message = message.split(|byte| *byte == b'\n').collect::<Vec<_>>().join(end);
}

/// Encode what follows the headers.
fn encode_body(message: &mut Vec<u8>, random: &mut Random) {
    let (start, head) = (head(message), message.clone());
    let (encoding, body) = encode::any(&message[start..], random);
    *message = [encoding, &head[..start], &body].concat();
}

/// Where the headers end, by the look of it.
fn head(message: &[u8]) -> usize {
    memchr::memmem::find(message, b"\n\n").map_or(message.len(), |end| end + 2)
}

/// Where lines begin.
fn lines(text: &[u8]) -> Vec<usize> {
    std::iter::once(0).chain(memchr::memchr_iter(b'\n', text).map(|end| end + 1)).collect()
}
