//! Kept rows are searched and projected: the door to the core's `neighbors`.

pub mod projection;
pub mod search;
