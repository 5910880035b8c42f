//! Tokens become counts: vocabularies, hashed columns, sparse matrices.

pub mod murmur;
