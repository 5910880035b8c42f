//! Seeded fuzz test: generated and mutated messages, without a fuzzing engine.
//!
//! Every input follows from the seed, its number and the messages it is made of:
//!
//! - `PRIORY_FUZZ_PARSES`: parses that are wanted, if not the usual number; then times are told.
//! - `PRIORY_FUZZ_SEED`, `PRIORY_FUZZ_FIRST`: the seed, and the first input, both 0 if not given.
//! - `PRIORY_FUZZ_CORPUS`: a folder of more messages to begin with.

use std::any::Any;
use std::env;
use std::fs;
use std::io::{Write, stderr};
use std::panic::{self, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use priory_core::mail::limits::Limits;

use super::check::check;
use super::random::Random;
use super::{mutate, seeds};

/// Parses of the run that everybody makes.
const PARSES: u64 = 60_000;
/// Inputs that a thread takes at once.
const BATCH: u64 = 1_000;
/// Failures that are written down before a run gives up.
const MOST_FAILURES: usize = 10;

/// No limits at all.
const NONE: Limits = Limits {
    message: usize::MAX,
    parts: usize::MAX,
    depth: usize::MAX,
    headers: usize::MAX,
    header: usize::MAX,
    text: usize::MAX,
    tokens: usize::MAX,
};

/// A message, and the limits it is read with.
struct Input {
    number: u64,
    raw: Vec<u8>,
    limits: Limits,
}

/// A run.
struct Run {
    seed: u64,
    parses: u64,
    messages: Vec<Vec<u8>>,
    next: AtomicU64,
    parsed: AtomicU64,
}

/// What a thread has seen.
#[derive(Default)]
struct Seen {
    inputs: u64,
    bytes: u64,
    failed: Vec<String>,
    /// The longest time for a byte, and for an input.
    slowest_byte: (u64, u64),
    slowest: (Duration, u64),
}

fn number(name: &str, usual: u64) -> u64 {
    let parse = |text: String| text.replace('_', "").parse().expect("a number");
    env::var(name).map_or(usual, parse)
}

impl Run {
    fn new() -> Self {
        Self {
            seed: number("PRIORY_FUZZ_SEED", 0),
            parses: number("PRIORY_FUZZ_PARSES", PARSES),
            messages: seeds::all(),
            next: AtomicU64::new(number("PRIORY_FUZZ_FIRST", 0)),
            parsed: AtomicU64::new(0),
        }
    }

    fn input(&self, number: u64) -> Input {
        let mut random = Random::new(self.seed, number);
        let raw = mutate::message(&self.messages, &mut random);
        Input { number, raw, limits: limits(&mut random) }
    }

    /// Take inputs until enough were parsed.
    fn work(&self) -> Seen {
        let mut seen = Seen::default();
        while self.parsed.load(Ordering::Relaxed) < self.parses && seen.failed.len() < MOST_FAILURES
        {
            let first = self.next.fetch_add(BATCH, Ordering::Relaxed);
            let parses = (first..first + BATCH).map(|number| self.one(number, &mut seen)).sum();
            let before = self.parsed.fetch_add(parses, Ordering::Relaxed);
            let mark = self.parses / 100 + 1;
            if self.parses > 100 * PARSES && before / mark < (before + parses) / mark {
                say(&format!("{} parses, input {first}", before + parses));
            }
        }
        seen
    }

    fn one(&self, number: u64, seen: &mut Seen) -> u64 {
        let input = self.input(number);
        seen.inputs += 1;
        seen.bytes += input.raw.len() as u64;
        let start = Instant::now();
        match catch_unwind(|| check(&input.raw, &input.limits)) {
            Ok(parses) => {
                seen.time(&input, start.elapsed());
                parses
            }
            Err(why) => {
                seen.failed.push(self.write_down(&input, &*why));
                1
            }
        }
    }

    /// Make a failing input as small as it gets, and keep it where it can become a vector.
    fn write_down(&self, input: &Input, why: &(dyn Any + Send)) -> String {
        let why = why.downcast_ref::<String>().map(|why| &**why);
        let small = smallest(&input.raw, &input.limits);
        let name = format!("mail-fuzz-{}-{}.eml", self.seed, input.number);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, &small).expect("the input can be written");
        format!(
            "{}\nseed {}, input {}: {} bytes in {} with {:?}",
            why.unwrap_or("a panic"),
            self.seed,
            input.number,
            small.len(),
            path.display(),
            input.limits
        )
    }
}

impl Seen {
    /// Note how long an input took; one that seems slow is read again, for others may run, too.
    fn time(&mut self, input: &Input, took: Duration) {
        let length = input.raw.len().max(1_000) as u64;
        let each = |took: Duration| took.as_nanos() as u64 / length;
        if took <= self.slowest.0 && each(took) <= self.slowest_byte.0 {
            return;
        }
        let again = (0..3).map(|_| {
            let start = Instant::now();
            check(&input.raw, &input.limits);
            start.elapsed()
        });
        let took = again.min().map_or(took, |again| again.min(took));
        self.slowest_byte = self.slowest_byte.max((each(took), input.number));
        self.slowest = self.slowest.max((took, input.number));
    }

    fn add(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.bytes += other.bytes;
        self.failed.extend(other.failed);
        self.slowest_byte = self.slowest_byte.max(other.slowest_byte);
        self.slowest = self.slowest.max(other.slowest);
    }
}

/// Limits that are the usual ones, as high as numbers go, or so low that they are met.
fn limits(random: &mut Random) -> Limits {
    let usual = Limits::default();
    match random.below(12) {
        0..8 => return usual,
        8 => return NONE,
        _ => (),
    }
    let mut low = |usual: usize, low: usize| match random.below(2) {
        0 => usual,
        _ => 1 + random.below(low),
    };
    Limits {
        message: low(usual.message, 3_000),
        parts: low(usual.parts, 5),
        depth: low(usual.depth, 4),
        headers: low(usual.headers, 12),
        header: low(usual.header, 60),
        text: low(usual.text, 300),
        tokens: low(usual.tokens, 100),
    }
}

/// Leave out of a failing message what it fails without.
fn smallest(raw: &[u8], limits: &Limits) -> Vec<u8> {
    let fails = |raw: &[u8]| catch_unwind(|| check(raw, limits)).is_err();
    let (mut raw, mut size) = (raw.to_vec(), raw.len() / 2);
    while size > 0 {
        let mut at = 0;
        while at < raw.len() {
            let end = raw.len().min(at + size);
            let without = [&raw[..at], &raw[end..]].concat();
            if fails(&without) {
                raw = without;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    raw
}

/// Say something in any case: tests that pass are not quoted.
fn say(what: &str) {
    writeln!(stderr(), "mail fuzz: {what}").expect("somebody listens");
}

/// No message, however it was mangled, breaks what holds for all messages.
#[test]
fn messages_hold_what_all_hold() {
    let run = Run::new();
    let usual = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let start = Instant::now();
    let mut seen = Seen::default();
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(|| run.work())).collect();
        for thread in threads {
            seen.add(thread.join().expect("it ends"));
        }
    });
    panic::set_hook(usual);
    let parsed = run.parsed.into_inner();
    say(&format!("{parsed} parses of {} inputs, {} bytes", seen.inputs, seen.bytes));
    if run.parses != PARSES {
        let Seen { slowest_byte: (each, one), slowest: (took, other), .. } = &seen;
        let all = start.elapsed().as_secs();
        say(&format!("{all} s; slowest: {each} ns/byte (input {one}), {took:?} (input {other})"));
    }
    assert!(seen.failed.is_empty(), "{}", seen.failed.join("\n"));
}
