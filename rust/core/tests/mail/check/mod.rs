//! Invariants of every message, whatever its bytes: the body of all fuzzing.

mod html;
mod message;
mod tokens;

use priory_core::mail::limits::Limits;
use priory_core::mail::message::Message;
use priory_core::mail::part::Kind;

/// Read a message in every way there is, and say how often it was parsed for that.
pub fn check(raw: &[u8], limits: &Limits) -> u64 {
    let parsed = Message::parse(raw, limits);
    message::check(&parsed, raw, limits);
    for part in parsed.parts.iter().filter(|part| part.read_as() == Some(Kind::Html)) {
        html::check(&part.text);
    }
    1 + message::check_again(&parsed, raw, limits) + tokens::check(raw, limits)
}
