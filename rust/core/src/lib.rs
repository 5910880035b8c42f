//! Documents become tokens, tokens counts, and counts scores: pure functions on bytes and arrays.
//!
//! No Python, no files, no sockets and no clock. Results never depend on the number of threads.

pub mod checksum;
pub mod counts;
pub mod error;
pub mod ledger;
pub mod mail;
pub mod memory;
pub mod neighbors;
pub mod posterior;
pub mod tables;
pub mod threads;
pub mod tokens;
