//! Tokens become counts: vocabularies, hashed columns, sparse matrices, tables by class.

pub mod classes;
pub mod coder;
pub mod collect;
pub mod columns;
pub mod concordance;
pub mod csr;
pub mod document_reader;
mod heads;
mod key;
pub mod merge;
pub mod murmur;
pub mod ngrams;
pub mod product;
pub mod rows;
pub mod shard;
mod sort;
pub mod stack;
pub mod stream;
pub mod sum;
pub mod table;
pub mod terms;
pub mod transform;
pub mod vocabulary;
pub mod weights;
