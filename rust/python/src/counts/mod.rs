//! Bindings of the core's `counts`: matrices, vocabularies and count tables.

pub mod classes;
pub mod matrix;
pub mod table;
pub mod vocabulary;
