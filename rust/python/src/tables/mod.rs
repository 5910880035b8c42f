//! Rows become sums by class: the door to the core's `tables`.

pub mod categories;
pub mod sums;
