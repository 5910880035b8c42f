//! The relays that a message passed.

use super::hosts;
use super::sink::Sink;

/// Take the hosts and addresses that a relay names as the sender's; its own name says nothing.
pub fn read(value: &[u8], sink: &mut Sink<'_>) {
    sink.set_origin("relay");
    let (mut depth, mut before, mut at) = (0, &b""[..], 0);
    while let Some(start) = (at..value.len()).find(|i| is_part_of_name(value[*i])) {
        depth = value[at..start].iter().copied().fold(depth, nest);
        let end = (start..value.len()).find(|i| !is_part_of_name(value[*i]));
        let word = &value[start..end.unwrap_or(value.len())];
        // A sender may call itself so, to hide what follows.
        let is_name = depth > 0 || before.eq_ignore_ascii_case(b"from");
        if !is_name && word.eq_ignore_ascii_case(b"by") {
            return;
        }
        take(word, sink);
        (before, at) = (word, start + word.len());
    }
}

/// How deep in comments one is behind a byte.
const fn nest(depth: usize, byte: u8) -> usize {
    match byte {
        b'(' => depth + 1,
        b')' => depth.saturating_sub(1),
        _ => depth,
    }
}

fn take(word: &[u8], sink: &mut Sink<'_>) {
    let Ok(word) = str::from_utf8(word) else { return };
    if word.contains(':') && hosts::is_address(word) {
        return hosts::take(word, sink);
    }
    for name in word.split(':').filter(|name| name.len() > 3 && name.contains('.')) {
        hosts::take(name, sink);
    }
}

const fn is_part_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b':')
}
