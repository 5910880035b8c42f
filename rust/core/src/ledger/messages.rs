//! Digests, counts and bags of messages, on several threads.

use super::bag;
use super::seal::seal;
use crate::counts::collect::{Collector, Counted};
use crate::counts::document_reader::DocumentReader;
use crate::error::Result;
use crate::mail::identity::{self, Identity};
use crate::threads::{Interrupt, Never, all, pieces, split, split_evenly, split_messages};
use crate::tokens::analyzer::Analyzer;
use crate::tokens::mail::MailAnalyzer;

/// Messages that are hashed side by side, before somebody may ask to stop, and their bytes, about.
const GROUP: usize = 64;
const GROUP_BYTES: usize = 1 << 22;

/// The digests by which messages are known, wherever they went.
pub fn digests(
    messages: &[&[u8]],
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Vec<Identity>> {
    let some = |group: &[&[u8]]| interrupt.check().map(|()| identity::digests(group));
    let runs = all(split_messages(messages, threads), interrupt, |run| {
        let groups = pieces(&messages[run], GROUP_BYTES).flat_map(|piece| piece.chunks(GROUP));
        groups.map(some).collect::<Result<Vec<_>>>()
    });
    let runs: Vec<Vec<Vec<Identity>>> = runs.into_iter().collect::<Result<_>>()?;
    Ok(runs.concat().concat())
}

/// The tokens of messages, and how often each occurs in each.
pub fn count(
    messages: &[&[u8]],
    analyzer: &MailAnalyzer,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Counted<i64>> {
    let words = Analyzer::default();
    let mut collector = Collector::new(&words, threads);
    collector.read_mail(messages, analyzer, interrupt)?;
    collector.finish(i32::MAX, interrupt)
}

/// The bag of each message that was counted, sealed.
#[must_use]
pub fn bags(counted: &Counted<i64>, threads: usize) -> Vec<Vec<u8>> {
    let (terms, matrix) = (&counted.names.terms, &counted.matrix);
    let bag = |row: &[i64]| {
        let entries = row[0] as usize..row[1] as usize;
        seal(&bag::write(terms, &matrix.indices[entries.clone()], &matrix.data[entries]))
    };
    let runs = split_evenly(matrix.indices.len(), threads).len();
    // Too short to be stopped.
    let runs = all(split(matrix.indptr.len() - 1, runs), &Never, |run| {
        matrix.indptr[run.start..=run.end].windows(2).map(bag).collect::<Vec<_>>()
    });
    runs.into_iter().flatten().collect()
}
