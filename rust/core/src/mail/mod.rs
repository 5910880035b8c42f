//! Mail parsing: bytes become headers, parts, text, links and marks.
//!
//! Nothing fails: what is malformed becomes a [`mark::Mark`]. Costs are linear up to the
//! [`limits::Limits`].

mod boundary;
pub mod charset;
mod charset_label;
pub mod encoded_word;
pub mod field;
mod flowed;
pub mod headers;
pub mod html;
mod ibm850;
pub mod identity;
pub mod limits;
pub mod lines;
pub mod mark;
pub mod mbox;
pub mod message;
pub mod near;
pub mod parameters;
pub mod part;
pub mod transfer;
mod utf32;
pub mod utf7;
pub mod walk;
