//! Message parser: bytes become parts and marks.

use super::limits::{Limits, cut};
use super::mark::{Mark, Marks};
use super::part::Part;
use super::walk::Walk;

/// What the parser saw.
#[derive(Clone, Debug)]
pub struct Message<'a> {
    /// All parts in the order they stand; the first is the message itself.
    pub parts: Vec<Part<'a>>,
    /// What is odd, but for what is found within HTML.
    pub marks: Marks,
}

impl<'a> Message<'a> {
    /// Read a message. Any bytes are one.
    #[must_use]
    pub fn parse(raw: &'a [u8], limits: &Limits) -> Self {
        let mut marks = Marks::default();
        let cut = cut(raw, limits.message);
        if cut.len() < raw.len() {
            marks.add(Mark::CapMessage);
        }
        if cut.is_empty() {
            marks.add(Mark::Empty);
        }
        // What some editors write before everything is no part of it.
        let cut = cut.strip_prefix(b"\xef\xbb\xbf").unwrap_or(cut);
        let mut walk = Walk::new(cut, limits, marks);
        walk.all();
        Self { parts: walk.parts, marks: walk.marks }
    }
}
