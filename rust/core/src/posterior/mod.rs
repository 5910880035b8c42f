//! Counts become log scores, on the paths that must be fast.

pub mod categories;
pub mod choices;
pub mod decide;
pub mod densities;
pub mod documents;
pub mod events;
pub mod learned;
pub mod linear;
pub mod smooth;
