//! Headers with addresses.

use super::hosts;
use super::sink::Sink;
use super::words;

/// Longer addresses are none.
const LONGEST: usize = 254;

/// Take the addresses of a header, their domains, and the words of the names beside them.
pub fn read(origin: &str, value: &str, sink: &mut Sink<'_>) {
    let name = format!("{origin}-name");
    for one in split(value) {
        let (shown, address) = match one.rsplit_once('<') {
            Some((shown, rest)) => (shown, rest.split('>').next().unwrap_or(rest)),
            // A comment may follow an address, as in old mail.
            None if one.contains('@') => {
                let (address, comment) = one.split_at(one.find('(').unwrap_or(one.len()));
                (comment, address)
            }
            None => (one, ""),
        };
        sink.set_origin(origin);
        take(address.trim(), sink);
        sink.set_origin(&name);
        words::read(shown, sink);
    }
}

fn take(address: &str, sink: &mut Sink<'_>) {
    let address = address.split([' ', '\t', '(']).find(|word| word.contains('@')).unwrap_or("");
    let Some((local, domain)) = address.rsplit_once('@') else { return };
    if address.len() <= LONGEST && !local.is_empty() {
        sink.take(address.to_lowercase().as_bytes());
        hosts::take(domain, sink);
    }
}

/// The pieces between commas that stand in no quotes.
fn split(value: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    value.split(move |c| {
        quoted ^= c == '"';
        (c == ',' || c == ';') && !quoted
    })
}
