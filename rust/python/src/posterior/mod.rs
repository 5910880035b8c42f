//! Counts become scores and decisions: the door to the core's `posterior`.

pub mod decide;
pub mod densities;
pub mod documents;
pub mod filter;
pub mod rows;
