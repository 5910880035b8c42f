//! Sums of rows by class: counts, moments and categories.

pub mod categories;
pub mod labels;
pub mod moments;
pub mod observations;
pub mod tabulate;
pub mod texts;
