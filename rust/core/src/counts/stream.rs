//! Streaming reader: documents are read on several threads, and a sink takes each chunk.

use super::coder::Coder;
use super::document_reader::DocumentReader;
use super::shard::{Shard, WORD};
use crate::error::Result;
use crate::threads::{Interrupt, all, pieces, size, split_documents, split_messages};
use crate::tokens::analyzer::Analyzer;
use crate::tokens::chars::CharTable;
use crate::tokens::mail::MailAnalyzer;

/// Bytes of text whose codes stay in the cache until the sink has taken them.
const PIECE: usize = 1 << 18;

/// Messages of which that is true.
const MESSAGES: usize = 64;

/// Makes something of the codes of documents, on one thread.
pub trait Sink: Send {
    /// Make room for what so many codes become.
    fn reserve(&mut self, _codes: usize) {}

    /// Take the documents that a shard has read.
    fn take<C: Coder>(&mut self, shard: &Shard<C>);

    /// Set what another sink has made behind what this one has.
    fn append(&mut self, other: &mut Self);
}

/// Reads documents in any number of batches, each on several threads, and keeps no codes.
pub struct Stream<'a, C, S> {
    analyzer: &'a Analyzer,
    workers: Vec<Worker<C, S>>,
}

impl<'a, C: Coder, S: Sink> Stream<'a, C, S> {
    /// One thread a coder, each with a sink.
    pub fn new(
        analyzer: &'a Analyzer,
        coders: impl IntoIterator<Item = C>,
        sink: impl Fn() -> S,
    ) -> Self {
        let worker = |coder| Worker { shard: Shard::new(coder, analyzer), sink: sink() };
        Self { analyzer, workers: coders.into_iter().map(worker).collect() }
    }

    /// Set what all threads have made behind that of the first.
    fn gather(&mut self, read: Vec<Result<()>>) -> Result<()> {
        read.into_iter().collect::<Result<()>>()?;
        if let Some((first, others)) = self.workers.split_first_mut() {
            for other in others {
                first.sink.append(&mut other.sink);
            }
        }
        Ok(())
    }

    /// What was made of all documents.
    #[must_use]
    pub fn finish(mut self) -> S {
        self.workers.swap_remove(0).sink
    }
}

impl<C: Coder, S: Sink> DocumentReader for Stream<'_, C, S> {
    /// Room that is never used is never mapped.
    fn expect(&mut self, bytes: usize) {
        self.workers[0].sink.reserve(bytes / WORD);
    }

    fn read(
        &mut self,
        documents: &[&str],
        chars: &CharTable,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let runs = split_documents(documents, self.workers.len());
        let analyzer = self.analyzer;
        let read = all(self.workers.iter_mut().zip(runs), interrupt, |(worker, run)| {
            worker.sink.reserve(size(&documents[run.clone()]) / WORD);
            pieces(&documents[run], PIECE).try_for_each(|some| {
                worker.shard.read(some, analyzer, chars, interrupt)?;
                worker.hand_on();
                Ok(())
            })
        });
        self.gather(read)
    }

    fn read_mail(
        &mut self,
        messages: &[&[u8]],
        analyzer: &MailAnalyzer,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let runs = split_messages(messages, self.workers.len());
        let read = all(self.workers.iter_mut().zip(runs), interrupt, |(worker, run)| {
            messages[run].chunks(MESSAGES).try_for_each(|some| {
                worker.shard.read_mail(some, analyzer, interrupt)?;
                worker.hand_on();
                Ok(())
            })
        });
        self.gather(read)
    }

    fn push_document(&mut self, tokens: &mut dyn Iterator<Item = &[u8]>) {
        self.workers[0].shard.push_document(tokens);
        self.workers[0].hand_on();
    }
}

/// What one thread reads with, and who takes what it has read.
struct Worker<C, S> {
    shard: Shard<C>,
    sink: S,
}

impl<C: Coder, S: Sink> Worker<C, S> {
    /// Let the sink have what the shard has read, and the shard forget it.
    fn hand_on(&mut self) {
        self.sink.take(&self.shard);
        self.shard.clear();
    }
}
