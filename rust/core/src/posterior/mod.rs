//! Counts become log scores, on the paths that must be fast.

pub mod documents;
pub mod linear;
pub mod smooth;
