//! Tokenization of texts and messages: words, n-grams, stems, tokens with an origin.

pub mod analyzer;
pub mod block;
pub mod chars;
pub mod features;
pub mod grams;
pub mod mail;
pub mod masks;
pub mod normalize;
pub mod places;
pub mod stem;
pub mod traced;
pub mod words;
