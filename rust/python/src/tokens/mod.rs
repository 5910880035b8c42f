//! Bindings of the core's `tokens`: text and mail analysers.

pub mod analyzer;
pub mod mail;
mod strings;
