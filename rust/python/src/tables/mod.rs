//! Bindings of the core's `tables`: sums by class.

pub mod categories;
pub mod sums;
