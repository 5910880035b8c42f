//! The trait for readers of document batches: texts, messages, or given tokens.

use crate::error::Result;
use crate::threads::Interrupt;
use crate::tokens::chars::CharTable;
use crate::tokens::mail::MailAnalyzer;

/// The bytes of a batch: enough to be worth a thread, and few enough for the cache.
pub const BATCH_BYTES: usize = 1 << 22;

/// Reads documents in any number of batches.
pub trait DocumentReader: Send {
    /// Get ready for about so many bytes of text.
    fn expect(&mut self, _bytes: usize) {}

    /// The bytes of a batch, where all texts are at hand anyway.
    fn batch_bytes(&self) -> usize {
        BATCH_BYTES
    }

    /// Read a batch of texts.
    fn read(
        &mut self,
        documents: &[&str],
        chars: &CharTable,
        interrupt: &dyn Interrupt,
    ) -> Result<()>;

    /// Read a batch of messages.
    fn read_mail(
        &mut self,
        messages: &[&[u8]],
        analyzer: &MailAnalyzer,
        interrupt: &dyn Interrupt,
    ) -> Result<()>;

    /// Take the tokens of one document as they are.
    fn push_document(&mut self, tokens: &mut dyn Iterator<Item = &[u8]>);
}
