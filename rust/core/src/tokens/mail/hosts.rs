//! Names and addresses of hosts.

use std::net::Ipv6Addr;

use memchr::memchr;

use super::sink::Sink;

/// Labels of a host that become tokens.
const MOST_LABELS: usize = 6;
/// Longer names are none.
const LONGEST: usize = 253;
/// Addresses of eight groups are shorter, with the word that mail has before them.
const LONGEST_ADDRESS: usize = 64;

/// What a host has in it.
#[derive(Clone, Copy, Default)]
pub struct Survey {
    pub dots: usize,
    kinds: u8,
}

const COLON: u8 = 1;
const PERCENT: u8 = 2;
const DASH: u8 = 4;
const DOT: u8 = 8;

/// What bytes are to a host.
static KINDS: [u8; 256] = {
    let mut kinds = [0; 256];
    kinds[b':' as usize] = COLON;
    kinds[b'%' as usize] = PERCENT;
    kinds[b'-' as usize] = DASH;
    kinds[b'.' as usize] = DOT;
    kinds
};

impl Survey {
    /// Look over a host, once for all that is asked about it.
    #[inline]
    pub fn of(host: &[u8]) -> Self {
        let mut survey = Self::default();
        for byte in host {
            let kind = KINDS[*byte as usize];
            survey.kinds |= kind;
            survey.dots += usize::from(kind / DOT);
        }
        survey
    }

    /// Whether a port or an address of eight groups may be in it.
    pub fn has_colon(self) -> bool {
        self.kinds & COLON != 0
    }

    pub fn has_percent(self) -> bool {
        self.kinds & PERCENT != 0
    }

    pub fn has_dash(self) -> bool {
        self.kinds & DASH != 0
    }
}

/// Take a host and the domains above it, or an address and the networks it is in.
pub fn take(host: &[u8], has_colon: bool, sink: &mut Sink<'_>) {
    let host = trimmed(host);
    if host.is_empty() || host.len() > LONGEST {
        return;
    }
    if is_four_numbers(host) {
        sink.take(host);
        dots(host).take(2).for_each(|dot| sink.take(&host[..dot]));
    } else if has_colon && let Some(address) = long_address(host) {
        take_long(address, sink);
    } else {
        sink.take_lower(host);
        dots(host).take(MOST_LABELS).for_each(|dot| sink.take_lower(&host[dot + 1..]));
    }
}

/// A host without dots and brackets around it.
fn trimmed(mut host: &[u8]) -> &[u8] {
    while let [b'.' | b'[' | b']', rest @ ..] | [rest @ .., b'.' | b'[' | b']'] = host {
        host = rest;
    }
    host
}

/// The places of dots, the last one first.
pub fn dots(host: &[u8]) -> impl Iterator<Item = usize> {
    (0..host.len()).rev().filter(|at| host[*at] == b'.')
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
    let is_number =
        |number: &[u8]| (1..=3).contains(&number.len()) && number.iter().all(u8::is_ascii_digit);
    host.first().is_some_and(u8::is_ascii_digit)
        && dots(host).count() == 3
        && host.split(|byte| *byte == b'.').all(is_number)
}

/// An address of eight groups, perhaps after the word that mail has before it.
fn long_address(host: &[u8]) -> Option<Ipv6Addr> {
    let colon = memchr(b':', host)?;
    let is_named = host[..colon].eq_ignore_ascii_case(b"ipv6");
    let groups = if is_named { &host[colon + 1..] } else { host };
    str::from_utf8(groups).ok()?.parse().ok()
}

/// An address in brackets, and what follows it; no address is long, so no text is searched whole.
pub fn bracketed(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix('[')?;
    let end = text.bytes().take(LONGEST_ADDRESS).position(|byte| byte == b']')?;
    let (host, rest) = (&text[..end], &text[end + 1..]);
    is_address(host.as_bytes(), true).then_some((host, rest))
}
