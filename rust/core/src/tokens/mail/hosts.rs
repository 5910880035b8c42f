//! Names and addresses of hosts.

use super::sink::Sink;

/// Labels of a host that become tokens.
const MOST_LABELS: usize = 6;
/// Longer names are none.
const LONGEST: usize = 253;

/// Take a host and the domains above it, or an address and the networks it is in.
pub fn take(host: &str, sink: &mut Sink<'_>) {
    let host = host.trim_matches('.');
    if host.is_empty() || host.len() > LONGEST {
        return;
    }
    if is_address(host) {
        let ends = host.match_indices('.').map(|(at, _)| at).skip(1);
        sink.take(host.as_bytes());
        ends.collect::<Vec<_>>().iter().rev().for_each(|end| sink.take(&host.as_bytes()[..*end]));
        return;
    }
    let host = host.to_ascii_lowercase();
    let labels = host.bytes().filter(|byte| *byte == b'.').count() + 1;
    let mut rest = &*host;
    for label in 0..labels {
        if label == 0 || labels - label <= MOST_LABELS {
            sink.take(rest.as_bytes());
        }
        rest = rest.split_once('.').map_or("", |(_, above)| above);
    }
}

/// Whether it is four numbers, as addresses are.
pub fn is_address(host: &str) -> bool {
    host.split('.').filter(|number| number.parse::<u8>().is_ok()).count() == 4
        && host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && host.bytes().filter(|byte| *byte == b'.').count() == 3
}
