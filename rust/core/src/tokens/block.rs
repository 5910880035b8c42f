//! Document block: several normalised documents in one buffer, so that short ones cost little.

use super::chars::CharTable;
use super::normalize::Normalizer;
use super::words::{PADDING, pad};
use crate::error::Result;

const SIZE: usize = 1 << 15;

/// Normalised documents with a blank behind each, padded.
#[derive(Default)]
pub struct Block {
    /// The text of all of them.
    pub bytes: Vec<u8>,
    /// The byte behind each document's blank.
    pub ends: Vec<u32>,
}

impl Block {
    /// Take documents until the block is full or none is left.
    pub fn fill<'a>(
        &mut self,
        documents: &mut impl Iterator<Item = &'a str>,
        normalizer: &Normalizer,
        chars: &CharTable,
    ) -> Result<()> {
        self.bytes.clear();
        self.ends.clear();
        while self.bytes.len() < SIZE && self.ends.len() < SIZE {
            let Some(document) = documents.next() else { break };
            self.bytes.reserve(document.len() + 1 + PADDING);
            normalizer.begin(document, chars, &mut self.bytes)?;
            self.bytes.push(b' ');
            self.ends.push(self.bytes.len() as u32);
        }
        normalizer.finish(&mut self.bytes);
        pad(&mut self.bytes);
        Ok(())
    }
}
