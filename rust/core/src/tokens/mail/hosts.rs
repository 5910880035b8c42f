//! Names and addresses of hosts.

use std::net::Ipv6Addr;

use super::sink::Sink;

/// Labels of a host that become tokens.
const MOST_LABELS: usize = 6;
/// Longer names are none.
const LONGEST: usize = 253;

/// Take a host and the domains above it, or an address and the networks it is in.
pub fn take(host: &str, sink: &mut Sink<'_>) {
    let host = host.trim_matches(['.', '[', ']']);
    if host.is_empty() || host.len() > LONGEST {
        return;
    }
    if is_four_numbers(host) {
        sink.take(host.as_bytes());
        host.rmatch_indices('.').take(2).for_each(|(dot, _)| sink.take(&host.as_bytes()[..dot]));
    } else if let Some(address) = long_address(host) {
        take_long(address, sink);
    } else {
        take_name(host, sink);
    }
}

fn take_name(host: &str, sink: &mut Sink<'_>) {
    let mut folded = [0; LONGEST];
    let folded = &mut folded[..host.len()];
    folded.copy_from_slice(host.as_bytes());
    folded.make_ascii_lowercase();
    sink.take(folded);
    let above = memchr::memrchr_iter(b'.', folded).take(MOST_LABELS);
    above.for_each(|dot| sink.take(&folded[dot + 1..]));
}

/// An address of eight groups, the network of its site, and that of its provider's customer.
fn take_long(address: Ipv6Addr, sink: &mut Sink<'_>) {
    if let Some(short) = address.to_ipv4_mapped() {
        return take(&short.to_string(), sink);
    }
    let groups = address.segments().map(|group| format!("{group:x}"));
    for length in [8, 4, 3] {
        sink.take(groups[..length].join(":").as_bytes());
    }
}

/// Whether it is an address, old or new.
pub fn is_address(host: &str) -> bool {
    is_four_numbers(host) || long_address(host).is_some()
}

fn is_four_numbers(host: &str) -> bool {
    let is_number =
        |number: &[u8]| (1..=3).contains(&number.len()) && number.iter().all(u8::is_ascii_digit);
    let host = host.as_bytes();
    host.first().is_some_and(u8::is_ascii_digit)
        && memchr::memchr_iter(b'.', host).count() == 3
        && host.split(|byte| *byte == b'.').all(is_number)
}

/// An address of eight groups, perhaps after the word that mail has before it.
fn long_address(host: &str) -> Option<Ipv6Addr> {
    let (first, rest) = host.split_once(':')?;
    if first.eq_ignore_ascii_case("ipv6") { rest.parse().ok() } else { host.parse().ok() }
}

/// An address in brackets, and what follows it.
pub fn bracketed(text: &str) -> Option<(&str, &str)> {
    let (host, rest) = text.strip_prefix('[')?.split_once(']')?;
    is_address(host).then_some((host, rest))
}
