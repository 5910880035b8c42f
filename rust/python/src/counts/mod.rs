//! Documents become matrices, vocabularies and tables by class: the door to the core's `counts`.

pub mod classes;
pub mod matrix;
pub mod table;
pub mod vocabulary;
