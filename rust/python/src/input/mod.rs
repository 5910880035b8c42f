//! What Python hands over is borrowed: documents, columns and matrices.

pub mod arrow;
pub mod documents;
pub mod mailbox;
pub mod rows;
pub mod texts;
