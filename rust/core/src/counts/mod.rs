//! Tokens become counts: vocabularies, hashed columns, sparse matrices.

pub mod bag;
pub mod block;
pub mod categories;
pub mod classes;
pub mod coder;
pub mod collect;
pub mod columns;
pub mod deltas;
pub mod ledger;
pub mod merge;
pub mod moments;
pub mod murmur;
pub mod ngrams;
pub mod observations;
pub mod parallel;
pub mod product;
pub mod rows;
pub mod shard;
pub mod table;
pub mod tabulate;
pub mod terms;
pub mod transform;
pub mod varint;
pub mod vocabulary;
pub mod weights;
