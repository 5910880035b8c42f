//! The relays that a message passed.

use super::hosts;
use super::sink::Sink;

/// Take the hosts and addresses that a relay names as the sender's; its own name says nothing.
pub fn read(value: &[u8], sink: &mut Sink<'_>) {
    sink.set_origin("relay");
    let words = value.split(|byte| !is_part_of_name(*byte)).filter(|word| !word.is_empty());
    for word in words.take_while(|word| !word.eq_ignore_ascii_case(b"by")) {
        if word.len() > 3 && memchr::memchr(b'.', word).is_some() {
            hosts::take(word, sink);
        }
    }
}

const fn is_part_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
}
