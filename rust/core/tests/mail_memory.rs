//! Peak memory of hostile structures, as the system counts it.
//!
//! A test alone in its program, for the peak is that of the whole program.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::fs;

use priory_core::mail::html;
use priory_core::mail::limits::Limits;
use priory_core::mail::message::Message;
use priory_core::mail::part::Kind;
use priory_core::tokens::mail::{MailAnalyzer, Tokens};

#[path = "mail/base64.rs"]
mod base64;
#[path = "mail/pages.rs"]
mod pages;
#[path = "mail/structures.rs"]
mod structures;

/// Bytes of a message.
const SIZE: usize = 2_000_000;
/// Bytes that reading may take for each byte of a message, and for any message.
/// Bytes that reading takes for each byte of a message, at most.
const TIMES: usize = 12;
/// Bytes that reading takes for any message.
const MORE: usize = 10_000_000;

/// Bytes of the program, now (`VmRSS`) or at its peak (`VmHWM`).
fn resident(which: &str) -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("the system says");
    let line = status.lines().find_map(|line| line.strip_prefix(which)).expect("a number");
    line.trim_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().expect("a number") << 10
}

/// Begin to look for the peak anew, if the system lets us.
fn reset_peak() -> bool {
    fs::write("/proc/self/clear_refs", "5").is_ok()
}

fn read(raw: &[u8]) -> usize {
    let limits = Limits::default();
    let mut tokens = Tokens::default();
    MailAnalyzer { limits, ..MailAnalyzer::default() }.tokenize(raw, &mut tokens);
    let message = Message::parse(raw, &limits);
    let pages = message.parts.iter().filter(|part| part.kind == Kind::Html);
    let pages: Vec<_> = pages.map(|part| html::read(&part.text)).collect();
    tokens.spans().len() + pages.len()
}

/// The peak of memory is a small multiple of the message, whatever the message is.
#[test]
fn memory_is_bounded() {
    let before = resident("VmRSS:");
    for (name, write) in structures::STRUCTURES.iter().chain(pages::PAGES) {
        let raw = structures::in_parts(*write, SIZE);
        if !reset_peak() {
            return;
        }
        read(&raw);
        let more = resident("VmHWM:").saturating_sub(before);
        assert!(more <= TIMES * raw.len() + MORE, "{name}: {more} bytes for {}", raw.len());
    }
}
