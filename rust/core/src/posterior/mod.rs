//! Posterior scores and decisions from counts, on the paths that must be fast.

pub mod categories;
pub mod choices;
pub mod decide;
pub mod densities;
pub mod documents;
pub mod events;
pub mod fields;
pub mod judge;
pub mod lessons;
pub mod linear;
pub mod live_filter;
pub mod live_scorer;
pub mod mail_scorer;
pub mod reading;
pub mod smooth;
pub mod weaving;
