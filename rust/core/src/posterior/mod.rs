//! Counts become log scores, on the paths that must be fast.

pub mod linear;
