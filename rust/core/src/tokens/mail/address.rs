//! Tokens of address headers: addresses, domains, and the words of names.

use memchr::{memchr, memchr3, memchr3_iter, memrchr};

use super::hosts;
use super::origin::Origin;
use super::sink::Sink;
use super::words;
use crate::mail::html::trim;

/// Longer addresses are none.
const LONGEST: usize = 254;

/// Take the addresses of a header, their domains, and the words of the names beside them.
pub fn read(origins: &'static [Origin; 2], value: &str, sink: &mut Sink<'_>) {
    let [origin, beside] = origins;
    for one in split(value) {
        let (shown, address) = match memrchr(b'<', one.as_bytes()) {
            Some(at) => (&one[..at], before(b'>', &one[at + 1..])),
            // A comment may follow an address, as in old mail.
            None if memchr(b'@', one.as_bytes()).is_some() => {
                let address = before(b'(', one);
                (&one[address.len()..], address)
            }
            None => (one, ""),
        };
        sink.set_origin(origin);
        take(address, sink);
        sink.set_origin(beside);
        words::read(shown, sink);
    }
}

fn take(address: &str, sink: &mut Sink<'_>) {
    let Some(address) = word_of(trim(address)) else { return };
    let Some(at) = memrchr(b'@', address.as_bytes()) else { return };
    if address.len() <= LONGEST && at > 0 {
        if address.is_ascii() {
            sink.take_lower(address.as_bytes());
        } else {
            sink.take(address.to_lowercase().as_bytes());
        }
        let host = &address.as_bytes()[at + 1..];
        hosts::take(host, memchr(b':', host).is_some(), sink);
    }
}

/// The word that is an address; mostly there is no other.
fn word_of(text: &str) -> Option<&str> {
    if memchr3(b' ', b'\t', b'(', text.as_bytes()).is_none() {
        return Some(text);
    }
    text.split([' ', '\t', '(']).find(|word| memchr(b'@', word.as_bytes()).is_some())
}

/// What stands before a byte of ASCII, or all.
fn before(byte: u8, text: &str) -> &str {
    memchr(byte, text.as_bytes()).map_or(text, |at| &text[..at])
}

/// The pieces between commas that stand in no quotes.
fn split(value: &str) -> impl Iterator<Item = &str> {
    let (mut from, mut quoted) = (Some(0), false);
    let mut stops = memchr3_iter(b'"', b',', b';', value.as_bytes());
    std::iter::from_fn(move || {
        let start = from?;
        for at in stops.by_ref() {
            if value.as_bytes()[at] == b'"' {
                quoted = !quoted;
            } else if !quoted {
                from = Some(at + 1);
                return Some(&value[start..at]);
            }
        }
        from = None;
        Some(&value[start..])
    })
}
