//! Tokens of hosts: names with parent domains, IP addresses with their networks.

use std::net::{Ipv4Addr, Ipv6Addr};

use memchr::memchr;
use wide::u8x16;

use super::short::{BLOCK, gather};
use super::sink::Sink;
use super::tokens::WIDTH;
use crate::tokens::masks::is_at_most;

/// Labels of a host that become tokens.
const MOST_LABELS: usize = 6;
/// Longer names are none.
pub const LONGEST: usize = 253;
/// Addresses of eight groups are shorter, with the word that mail has before them.
const LONGEST_ADDRESS: usize = 64;

/// What a host has in it.
#[derive(Clone, Copy, Default)]
pub struct Survey {
    pub dots: u32,
    /// Whether a port or an address of eight groups may be in it.
    pub has_colon: bool,
    pub has_percent: bool,
    pub has_dash: bool,
}

impl Survey {
    /// Look over a host, once for all that is asked about it.
    #[inline]
    pub fn of(host: &[u8]) -> Self {
        let mut survey = Self::default();
        let (blocks, rest) = host.as_chunks::<BLOCK>();
        for block in blocks {
            survey.add(u8x16::new(*block));
        }
        survey.add(gather(rest));
        survey
    }

    #[inline]
    fn add(&mut self, bytes: u8x16) {
        let places = |byte| bytes.simd_eq(u8x16::splat(byte)).to_bitmask();
        self.dots += places(b'.').count_ones();
        self.has_colon |= places(b':') != 0;
        self.has_percent |= places(b'%') != 0;
        self.has_dash |= places(b'-') != 0;
    }
}

/// Take a host and the domains above it, or an address and the networks it is in.
pub fn take(host: &[u8], has_colon: bool, sink: &mut Sink<'_>) {
    let host = trimmed(host);
    if host.is_empty() || host.len() > LONGEST {
        return;
    }
    let is_address = is_four_numbers(host);
    if has_colon
        && !is_address
        && let Some(address) = long_address(host)
    {
        return take_long(address, sink);
    }
    let Some((start, end)) = sink.take_lower(host) else { return };
    let mut left = if is_address { 2 } else { MOST_LABELS };
    let mut until = end;
    while until > start {
        let from = until.saturating_sub(WIDTH).max(start);
        let mut dots = sink.dots((from, until));
        // The last one first.
        while dots != 0 && left > 0 {
            let dot = from + dots.ilog2();
            sink.take_again(if is_address { (start, dot) } else { (dot + 1, end) });
            (dots, left) = (dots ^ 1 << (dot - from), left - 1);
        }
        until = from;
    }
}

/// A host without dots and brackets around it.
fn trimmed(mut host: &[u8]) -> &[u8] {
    while let [b'.' | b'[' | b']', rest @ ..] | [rest @ .., b'.' | b'[' | b']'] = host {
        host = rest;
    }
    host
}

/// An address of eight groups, the network of its site, and that of its provider's customer.
fn take_long(address: Ipv6Addr, sink: &mut Sink<'_>) {
    if let Some(short) = address.to_ipv4_mapped() {
        return take(short.to_string().as_bytes(), false, sink);
    }
    let groups = address.segments().map(|group| format!("{group:x}"));
    for length in [8, 4, 3] {
        sink.take(groups[..length].join(":").as_bytes());
    }
}

/// Whether it is an address, old or new.
pub fn is_address(host: &[u8], has_colon: bool) -> bool {
    is_four_numbers(host) || has_colon && long_address(host).is_some()
}

fn is_four_numbers(host: &[u8]) -> bool {
    // From `1.1.1.1` on.
    if !(7..BLOCK).contains(&host.len()) || !host[0].is_ascii_digit() {
        return false;
    }
    let bytes = gather(host);
    let digits = is_at_most(bytes - u8x16::splat(b'0'), 9).to_bitmask();
    let dots = bytes.simd_eq(u8x16::splat(b'.')).to_bitmask();
    let is_long = digits & digits >> 1 & digits >> 2 & digits >> 3 != 0;
    let is_empty = dots & (dots >> 1 | 1 << (host.len() - 1)) != 0;
    dots.count_ones() == 3 && (digits | dots) + 1 == 1 << host.len() && !is_long && !is_empty
}

/// An address of eight groups, perhaps after the word that mail has before it.
fn long_address(host: &[u8]) -> Option<Ipv6Addr> {
    let colon = memchr(b':', host)?;
    let is_named = host[..colon].eq_ignore_ascii_case(b"ipv6");
    let groups = if is_named { &host[colon + 1..] } else { host };
    str::from_utf8(groups).ok()?.parse().ok()
}

/// The addresses in a word of a relay, which may have ports behind them.
pub fn addresses(word: &[u8]) -> impl Iterator<Item = Ipv6Addr> {
    let whole = long_address(word);
    let short = |part: &[u8]| short_address(part).map(|address| address.to_ipv6_mapped());
    // What has colons is one address, or has addresses between them.
    let parts = word.split(|byte| *byte == b':').filter(move |_| whole.is_none());
    whole.into_iter().chain(parts.filter_map(short))
}

/// An address of four numbers; no number is above 255.
fn short_address(host: &[u8]) -> Option<Ipv4Addr> {
    let host = trimmed(host);
    if !is_four_numbers(host) {
        return None;
    }
    let mut numbers = [0; 4];
    let parts = host.split(|byte| *byte == b'.');
    for (number, part) in numbers.iter_mut().zip(parts) {
        *number = str::from_utf8(part).ok()?.parse().ok()?;
    }
    Some(numbers.into())
}

/// An address in brackets, and what follows it; no address is long, so no text is searched whole.
pub fn bracketed(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('[')?;
    let end = text.bytes().take(LONGEST_ADDRESS).position(|byte| byte == b']')?;
    let (host, rest) = (&text[..end], &text[end + 1..]);
    is_address(host.as_bytes(), true).then_some((host, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four numbers of up to three digits, with a full stop between them, are an address.
    #[test]
    fn four_numbers_are_an_address() {
        for host in ["1.1.1.1", "10.200.3.44", "255.255.255.255", "999.0.00.000"] {
            assert!(is_four_numbers(host.as_bytes()), "{host}");
        }
        for host in [
            "",
            "1.1.1",
            "1.1.1.",
            ".1.1.1.1",
            "1..1.1",
            "1.1..1",
            "1.1.1.1.1",
            "1.1.1.1a",
            "a.1.1.1",
            "1234.1.1.1",
            "1.1.1.1234",
            "1.1234.1.1",
            "1.1.1.1\0",
            "1111111",
            "255.255.255.2555",
        ] {
            assert!(!is_four_numbers(host.as_bytes()), "{host}");
        }
    }
}
