//! What hostile structures cost: no more than the limits say, by count.
//!
//! `cargo test --release --package priory-core --test mail -- --ignored` prints their times.

use std::fmt::Write as _;
use std::io::{Write, stderr};
use std::time::Instant;

use priory_core::mail::limits::Limits;
use priory_core::tokens::mail::MailAnalyzer;

use super::check::check;
use super::pages::PAGES;
use super::structures::STRUCTURES;

/// Limits that nothing here reaches, but for the depth: paths are as long as parts are deep.
const HIGH: Limits = Limits {
    message: usize::MAX,
    parts: usize::MAX,
    depth: 1_000,
    headers: usize::MAX,
    header: usize::MAX,
    text: usize::MAX,
    tokens: usize::MAX,
};

/// A message of others, one for each million bytes.
fn in_parts(write: fn(usize) -> Vec<u8>, size: usize) -> Vec<u8> {
    let mut message = b"Content-Type: multipart/digest; boundary=outer\n".to_vec();
    let part = write(size.min(1_000_000));
    while message.len() < size {
        message.extend_from_slice(b"\n--outer\n\n");
        message.extend_from_slice(&part);
    }
    message
}

/// Milliseconds for each million bytes, parse and tokens; the least of some runs.
fn time(raw: &[u8], limits: Limits) -> f64 {
    let analyzer = MailAnalyzer { limits, ..MailAnalyzer::default() };
    let run = || {
        let (start, mut tokens) = (Instant::now(), 0);
        analyzer.tokenize(raw, &mut |_| tokens += 1);
        start.elapsed().as_secs_f64() * 1e9 / raw.len() as f64
    };
    (0..3).map(|_| run()).fold(f64::MAX, f64::min)
}

/// Times at growing sizes, as long as somebody wants to wait for them.
fn times(write: impl Fn(usize) -> Vec<u8>, limits: Limits) -> String {
    let (mut cells, mut worst) = (String::new(), 0.0_f64);
    for size in [1_000_000, 4_000_000, 16_000_000] {
        if worst < 1_000.0 {
            worst = time(&write(size), limits);
            let _ = write!(cells, " {worst:.1} |");
        } else {
            cells += " - |";
        }
    }
    cells
}

/// Every structure costs the same for each byte, however large it is: a table to be read.
#[test]
#[ignore = "times are for people"]
fn table_of_times() {
    for (name, write) in STRUCTURES.iter().chain(PAGES) {
        let usual = times(write, Limits::default());
        let parts = times(|size| in_parts(*write, size), Limits::default());
        let high = times(write, HIGH);
        writeln!(stderr(), "| {name} |{usual}{parts}{high}").expect("somebody listens");
    }
}

/// Every structure is read within the limits, and holds what all messages hold.
#[test]
fn structures_hold_what_all_hold() {
    let low = Limits { message: 90_000, parts: 20, depth: 5, headers: 30, ..Limits::default() };
    let low = Limits { header: 900, text: 2_000, tokens: 100, ..low };
    for (name, write) in STRUCTURES.iter().chain(PAGES) {
        for limits in [Limits::default(), low] {
            let raw = write(100_000);
            assert!((50_000..150_000).contains(&raw.len()), "{name}: {} bytes", raw.len());
            check(&raw, &limits);
        }
    }
}
