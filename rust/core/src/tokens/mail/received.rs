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
    let has_colon = word.contains(&b':');
    if has_colon && hosts::is_address(word) {
        return hosts::take(word, sink);
    }
    let is_host = |name: &&[u8]| name.len() > 3 && name.contains(&b'.');
    if has_colon {
        word.split(|byte| *byte == b':').filter(is_host).for_each(|name| hosts::take(name, sink));
    } else if is_host(&word) {
        hosts::take(word, sink);
    }
}

fn is_part_of_name(byte: u8) -> bool {
    NAME[byte as usize]
}

/// Which bytes are parts of names.
static NAME: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0);
    while byte < 128 {
        let is_sign = matches!(byte, b'.' | b'-' | b'_' | b':');
        table[byte as usize] = is_sign || byte.is_ascii_alphanumeric();
        byte += 1;
    }
    table
};
