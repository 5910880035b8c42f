//! Bytes become a message: headers, parts, text, links and marks.

pub mod html;
pub mod limits;
pub mod mark;
