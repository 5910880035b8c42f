//! Bindings of the core's `neighbors`: search and random projections.

pub mod projection;
pub mod search;
