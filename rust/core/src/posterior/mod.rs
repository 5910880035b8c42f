//! Posterior scores and decisions from counts, on the paths that must be fast.

pub mod categories;
pub mod choices;
pub mod decide;
pub mod densities;
pub mod documents;
pub mod events;
pub mod judge;
pub mod linear;
pub mod live_scorer;
pub mod mail_scorer;
pub mod smooth;
