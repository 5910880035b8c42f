//! Borrowed arguments from Python: documents, columns and matrices.

pub mod arrow;
pub mod documents;
pub mod mailbox;
pub mod rows;
pub mod texts;
