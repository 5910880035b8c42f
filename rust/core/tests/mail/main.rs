//! Robustness tests of mail: hostile input, fuzzing and costs.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

mod base64;
mod check;
mod costs;
mod dictionary;
mod encode;
mod fuzz;
mod mutate;
mod pages;
mod random;
mod seeds;
mod structures;
