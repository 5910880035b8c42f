//! Fuzz target of mail: the invariants of `tests/mail/check` hold for any bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use priory_core::mail::limits::Limits;

#[path = "../../tests/mail/check/mod.rs"]
mod check;

/// Limits that short messages reach.
const LOW: Limits =
    Limits { message: 900, parts: 4, depth: 3, headers: 8, header: 40, text: 200, tokens: 50 };

fuzz_target!(|raw: &[u8]| {
    check::check(raw, &Limits::default());
    check::check(raw, &LOW);
});
