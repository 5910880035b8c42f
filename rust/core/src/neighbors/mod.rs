//! Nearest neighbours: exact search in dense or sparse rows, and random projections.
//!
//! Every search screens, then settles. The screen says, fast and in few digits, how close a row can
//! be at most. Where that is close enough, the distance is computed by its definition, from the two
//! rows alone and in one order: what is answered depends on neither blocks nor threads nor company.
//! Projections make rows short beforehand.

mod bound;
mod columns;
pub mod dense;
mod entropy;
pub mod metric;
pub mod nearest;
mod postings;
pub mod projection;
pub mod random;
pub mod rows;
pub mod search;
pub mod sparse;
