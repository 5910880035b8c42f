//! Names and addresses of hosts.

use super::sink::Sink;

/// Labels of a host that become tokens.
const MOST_LABELS: usize = 6;
/// Longer names are none.
const LONGEST: usize = 253;

/// Take a host and the domains above it, or an address and the networks it is in.
pub fn take(host: &[u8], sink: &mut Sink<'_>) {
    let host = trim(host);
    if host.is_empty() || host.len() > LONGEST {
        return;
    }
    if is_address(host) {
        sink.take(host);
        memchr::memrchr_iter(b'.', host).take(2).for_each(|dot| sink.take(&host[..dot]));
        return;
    }
    let mut folded = [0; LONGEST];
    let folded = &mut folded[..host.len()];
    folded.copy_from_slice(host);
    folded.make_ascii_lowercase();
    sink.take(folded);
    let above = memchr::memrchr_iter(b'.', folded).take(MOST_LABELS);
    above.for_each(|dot| sink.take(&folded[dot + 1..]));
}

/// Whether it is four numbers, as addresses are.
pub fn is_address(host: &[u8]) -> bool {
    let is_number =
        |number: &[u8]| (1..=3).contains(&number.len()) && number.iter().all(u8::is_ascii_digit);
    host.first().is_some_and(u8::is_ascii_digit)
        && memchr::memchr_iter(b'.', host).count() == 3
        && host.split(|byte| *byte == b'.').all(is_number)
}

/// Without dots around it.
fn trim(mut host: &[u8]) -> &[u8] {
    while let [b'.', rest @ ..] | [rest @ .., b'.'] = host {
        host = rest;
    }
    host
}
