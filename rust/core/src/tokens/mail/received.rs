//! The relays that a message passed.

use super::hosts;
use super::sink::Sink;

/// Take the hosts and addresses that a relay names as the sender's; its own name says nothing.
pub fn read(value: &str, sink: &mut Sink<'_>) {
    sink.set_origin("relay");
    let from = value.split(';').next().unwrap_or(value);
    for word in from.split(|c: char| !(c.is_ascii_alphanumeric() || ".-_".contains(c))) {
        if word.eq_ignore_ascii_case("by") {
            break;
        }
        if word.contains('.') && word.len() > 3 {
            hosts::take(word, sink);
        }
    }
}
