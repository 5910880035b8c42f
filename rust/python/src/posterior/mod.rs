//! Bindings of the core's `posterior`: scores and decisions.

pub mod decide;
pub mod densities;
pub mod documents;
pub mod filter;
pub mod live;
pub mod rows;
pub mod teacher;
