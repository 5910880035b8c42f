//! The relays that a message passed.

use super::hosts;
use super::origin::RELAY;
use super::sink::Sink;

/// Take the hosts and addresses that a relay names as the sender's; its own name says nothing.
pub fn read(value: &[u8], sink: &mut Sink<'_>) {
    sink.set_origin(&RELAY);
    let (mut depth, mut before, mut at) = (0_usize, &b""[..], 0);
    while at < value.len() {
        let (start, mut kinds) = (at, 0);
        while let Some(&byte) = value.get(at)
            && KINDS[byte as usize] & NAME != 0
        {
            kinds |= KINDS[byte as usize];
            at += 1;
        }
        let word = &value[start..at];
        if !word.is_empty() {
            // A sender may call itself so, to hide what follows.
            let is_name = depth > 0 || before.eq_ignore_ascii_case(b"from");
            if !is_name && word.eq_ignore_ascii_case(b"by") {
                return;
            }
            take(word, kinds, sink);
            before = word;
        }
        // How deep in comments one is.
        match value.get(at) {
            Some(b'(') => depth += 1,
            Some(b')') => depth = depth.saturating_sub(1),
            _ => (),
        }
        at += 1;
    }
}

fn take(word: &[u8], kinds: u8, sink: &mut Sink<'_>) {
    if kinds & (DOT | COLON) == 0 {
        return;
    }
    if kinds & COLON != 0 && hosts::is_address(word, true) {
        return hosts::take(word, true, sink);
    }
    let is_host = |name: &&[u8]| name.len() > 3 && name.contains(&b'.');
    word.split(|byte| *byte == b':')
        .filter(is_host)
        .for_each(|name| hosts::take(name, false, sink));
}

/// What a byte of a name is, one bit each.
const NAME: u8 = 1;
const DOT: u8 = 2;
const COLON: u8 = 4;

/// What bytes are; nothing if they are no part of names.
static KINDS: [u8; 256] = {
    let (mut table, mut byte) = ([0; 256], 0);
    while byte < 128 {
        table[byte as usize] = match byte {
            b'.' => NAME | DOT,
            b':' => NAME | COLON,
            b'-' | b'_' => NAME,
            _ if byte.is_ascii_alphanumeric() => NAME,
            _ => 0,
        };
        byte += 1;
    }
    table
};
