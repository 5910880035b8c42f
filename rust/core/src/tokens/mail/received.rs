//! Tokens of `Received` headers: hosts and addresses of relays.

use wide::u8x16;

use super::origin::RELAY;
use super::short::BLOCK;
use super::sink::Sink;
use super::{hosts, runs};
use crate::mail::near::position;

/// Take the hosts and addresses that a relay names as the sender's; its own name says nothing.
pub fn read(value: &[u8], sink: &mut Sink<'_>) {
    sink.set_origin(&RELAY);
    let (mut depth, mut before, mut at) = (0, &b""[..], 0);
    runs::each_host(value, |[start, end]| {
        depth = value[at..start].iter().copied().fold(depth, comments);
        at = end;
        let word = &value[start..end];
        // A sender may call itself so, to hide what follows.
        let is_name = depth > 0 || before.eq_ignore_ascii_case(b"from");
        if !is_name && word.eq_ignore_ascii_case(b"by") {
            return false;
        }
        // Whole blocks, where there are some.
        let near = value.get(start..start + word.len().next_multiple_of(BLOCK)).unwrap_or(word);
        let has = |bytes| position::<BLOCK>(near, is_any(bytes)).is_some_and(|at| at < word.len());
        if has([b'.', b':']) {
            take(word, has([b':'; 2]), sink);
        }
        before = word;
        true
    });
}

/// How deep in comments one is behind a byte, without a branch: brackets come as they like.
fn comments(depth: usize, byte: u8) -> usize {
    (depth + usize::from(byte == b'(')).saturating_sub(usize::from(byte == b')'))
}

/// Whether it is one of two bytes.
fn is_any([one, other]: [u8; 2]) -> impl Fn(u8x16) -> u8x16 {
    move |bytes| bytes.simd_eq(u8x16::splat(one)) | bytes.simd_eq(u8x16::splat(other))
}

/// Take a word with full stops or colons.
fn take(word: &[u8], has_colon: bool, sink: &mut Sink<'_>) {
    let is_host = |name: &&[u8]| name.len() > 3 && name.contains(&b'.');
    if !has_colon && word.len() > 3 || has_colon && hosts::is_address(word, true) {
        hosts::take(word, has_colon, sink);
    } else if has_colon {
        let names = word.split(|byte| *byte == b':').filter(is_host);
        names.for_each(|name| hosts::take(name, false, sink));
    }
}
