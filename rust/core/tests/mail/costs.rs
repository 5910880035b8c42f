//! Complexity tests: hostile structures cost no more than the limits say.
//!
//! `cargo test --release --package priory-core --test mail -- --ignored` prints their times.

use std::io::{Write, stderr};
use std::time::Instant;

use priory_core::mail::limits::Limits;
use priory_core::mail::mark::Mark;
use priory_core::mail::message::Message;
use priory_core::tokens::mail::{MailAnalyzer, Tokens};

use super::check::check;
use super::pages::PAGES;
use super::structures::{STRUCTURES, in_parts};

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

/// Milliseconds for each million bytes, parse and tokens; the least of some runs.
fn time(raw: &[u8], limits: Limits) -> f64 {
    let analyzer = MailAnalyzer { limits, ..MailAnalyzer::default() };
    let run = || {
        let (start, mut tokens) = (Instant::now(), Tokens::default());
        analyzer.tokenize(raw, &mut tokens);
        start.elapsed().as_secs_f64() * 1e9 / raw.len() as f64
    };
    (0..3).map(|_| run()).fold(f64::MAX, f64::min)
}

/// Times at growing sizes, as long as somebody wants to wait for them.
fn times(write: impl Fn(usize) -> Vec<u8>, limits: Limits) -> String {
    let mut worst = 0.0;
    let cells = [1_000_000, 4_000_000, 16_000_000].map(|size| {
        if worst > 1_000.0 {
            return " - |".to_owned();
        }
        worst = time(&write(size), limits);
        format!(" {worst:.1} |")
    });
    cells.concat()
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

/// Limits that every structure of 100,000 bytes reaches, one or another.
const LOW: Limits = Limits {
    message: 50_000,
    parts: 20,
    depth: 5,
    headers: 30,
    header: 900,
    text: 2_000,
    tokens: 100,
};

/// Every structure is read within the limits, and holds what all messages hold.
#[test]
fn structures_hold_what_all_hold() {
    for (name, write) in STRUCTURES.iter().chain(PAGES) {
        let raw = write(100_000);
        assert!((50_001..150_000).contains(&raw.len()), "{name}: {} bytes", raw.len());
        for limits in [Limits::default(), LOW, HIGH] {
            check(&raw, &limits);
        }
        assert!(Message::parse(&raw, &LOW).marks.has(Mark::CapMessage), "{name}");
    }
}

fn written(name: &str) -> Vec<u8> {
    let found = STRUCTURES.iter().chain(PAGES).find(|(other, _)| *other == name);
    found.expect("a structure of that name").1(100_000)
}

/// A limit that is reached is a mark.
#[test]
fn limits_are_marked() {
    for (name, mark) in [
        ("multiparts within multiparts", Mark::CapDepth),
        ("messages within messages", Mark::CapDepth),
        ("messages in quoted-printable", Mark::CapDepth),
        ("a text in 40 base64 messages", Mark::CapDepth),
        ("tiny parts", Mark::CapParts),
        ("absent boundaries", Mark::CapParts),
        ("pages", Mark::CapParts),
        ("short headers", Mark::CapHeaders),
        ("undeclared headers", Mark::CapHeaders),
        ("a header", Mark::CapHeader),
        ("a folded header", Mark::CapHeader),
        ("parameters", Mark::CapHeader),
        ("addresses", Mark::CapHeader),
        ("a word", Mark::CapText),
        ("padded base64", Mark::CapText),
        ("broken quoted-printable", Mark::CapText),
        ("UTF-7", Mark::CapText),
        ("links", Mark::CapText),
    ] {
        assert!(Message::parse(&written(name), &LOW).marks.has(mark), "{name}: {}", mark.name());
    }
}

/// Tokens are counted wherever they come from.
#[test]
fn tokens_are_limited() {
    let analyzer = MailAnalyzer { limits: LOW, ..MailAnalyzer::default() };
    for name in ["words", "a word of pieces", "URLs", "links that show a host", "addresses"] {
        let mut tokens = Tokens::default();
        analyzer.tokenize(&written(name), &mut tokens);
        assert_eq!(tokens.spans().len(), LOW.tokens + 1, "{name}");
        assert_eq!(tokens.iter().last(), Some(&b"mark:cap-tokens"[..]), "{name}");
    }
}

/// Messages within messages are decoded a few times over, however deep they stand.
#[test]
fn layers_are_limited() {
    let raw = written("a text in 40 quoted messages");
    let message = Message::parse(&raw, &HIGH);
    assert!(message.marks.has(Mark::CapText));
    assert!(message.parts.iter().map(|part| part.size).sum::<usize>() < 6 * raw.len());
    let raw = written("a text in 40 base64 messages");
    let message = Message::parse(&raw, &HIGH);
    assert!(!message.marks.has(Mark::CapText));
}
