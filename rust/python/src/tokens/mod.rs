//! Texts and messages become tokens: the door to the core's `tokens`.

pub mod analyzer;
pub mod mail;
mod strings;
