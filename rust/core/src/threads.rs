//! Threads for one call: work is split, shared out, and stopped when the caller asks.
//!
//! Threads live as long as the call: a forked child finds no dead pool.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Thread};
use std::time::Duration;

use crate::error::Result;

/// Asked now and then in long calls.
pub trait Interrupt: Sync {
    /// An error if the caller wants to stop.
    fn check(&self) -> Result<()>;
}

/// Nobody asks to stop.
pub struct Never;

impl Interrupt for Never {
    fn check(&self) -> Result<()> {
        Ok(())
    }
}

/// How long the calling thread waits for the others before it asks whether to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// Do all parts at once, the first on the calling thread; results in the order of the parts.
///
/// While others still work, the calling thread asks `interrupt`, which they see, too.
pub fn all<T: Send, R: Send>(
    parts: impl IntoIterator<Item = T>,
    interrupt: &dyn Interrupt,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else { return Vec::new() };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return vec![work(first)];
    }
    let (done, caller) = (AtomicUsize::new(0), thread::current());
    thread::scope(|scope| {
        let (work, done, caller) = (&work, &done, &caller);
        let other = |part| {
            scope.spawn(move || {
                let guard = Finished { done, caller };
                let result = work(part);
                drop(guard);
                result
            })
        };
        let others: Vec<_> = parts.map(other).collect();
        let mut results = vec![work(first)];
        while done.load(Ordering::Acquire) < others.len() {
            thread::park_timeout(PATIENCE);
            // The answer reaches the others, who then end; theirs are the errors that count.
            let _ = interrupt.check();
        }
        for other in others {
            results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// Do so many parts, each worker on a thread of its own, which takes the next part when it is free:
/// how long one takes cannot always be told beforehand. Results in the order of the parts.
pub fn share<W: Send, R: Send>(
    parts: usize,
    workers: impl IntoIterator<Item = W>,
    interrupt: &dyn Interrupt,
    work: impl Fn(&mut W, usize) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let next = AtomicUsize::new(0);
    let done = all(workers.into_iter().take(parts), interrupt, |mut worker| {
        let mine = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        mine.take_while(|&part| part < parts)
            .map(|part| Ok((part, work(&mut worker, part)?)))
            .collect::<Result<Vec<_>>>()
    });
    let done: Vec<Vec<_>> = done.into_iter().collect::<Result<_>>()?;
    let mut done: Vec<_> = done.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(part, _)| *part);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

/// Tells the calling thread that one more part is done, in whatever way it ended.
struct Finished<'a> {
    done: &'a AtomicUsize,
    caller: &'a Thread,
}

impl Drop for Finished<'_> {
    fn drop(&mut self) {
        self.done.fetch_add(1, Ordering::Release);
        self.caller.unpark();
    }
}

/// Bytes or entries that are worth a thread.
pub const WORTH: usize = 1 << 16;

/// Cut documents into at most `threads` runs of about equal size, fewer if there is little text.
#[must_use]
pub fn split_documents(documents: &[&str], threads: usize) -> Vec<Range<usize>> {
    if threads == 1 {
        return split(documents.len(), 1);
    }
    let weights: Vec<usize> = documents.iter().map(|document| document.len() + 1).collect();
    split_by_weight(&weights, threads)
}

/// Cut messages in the same way.
#[must_use]
pub fn split_messages(messages: &[&[u8]], threads: usize) -> Vec<Range<usize>> {
    let weights: Vec<usize> = messages.iter().map(|message| message.len() + 1).collect();
    split_by_weight(&weights, threads)
}

/// Cut so many items into at most `parts` runs of equal size, fewer if there are few.
#[must_use]
pub fn split_evenly(items: usize, parts: usize) -> Vec<Range<usize>> {
    split(items, parts.min(1 + items / WORTH))
}

/// Cut so many items into `parts` runs of equal size.
#[must_use]
pub fn split(items: usize, parts: usize) -> Vec<Range<usize>> {
    let parts = parts.max(1);
    (0..parts).map(|i| items * i / parts..items * (i + 1) / parts).collect()
}

/// The bytes of documents.
#[must_use]
pub fn size(documents: &[&str]) -> usize {
    documents.iter().map(|document| document.len()).sum()
}

/// Cut documents or messages into pieces that are left as soon as they have so many bytes.
pub fn pieces<D: AsRef<[u8]>>(mut documents: &[D], bytes: usize) -> impl Iterator<Item = &[D]> {
    std::iter::from_fn(move || {
        let mut rest = bytes;
        let full = |document: &D| {
            rest = rest.saturating_sub(document.as_ref().len() + 1);
            rest == 0
        };
        let end = documents.iter().position(full).map_or(documents.len(), |last| last + 1);
        documents.split_off(..end).filter(|piece| !piece.is_empty())
    })
}

/// Cut items into at most `parts` runs of about equal weight, fewer if they weigh little.
#[must_use]
pub fn split_by_weight(weights: &[usize], parts: usize) -> Vec<Range<usize>> {
    let total: usize = weights.iter().sum();
    let parts = parts.min(1 + total / WORTH);
    let (mut runs, mut start, mut sum) = (Vec::new(), 0, 0);
    for (i, weight) in weights.iter().enumerate() {
        sum += weight;
        if runs.len() + 1 < parts && sum * parts >= total * (runs.len() + 1) {
            runs.push(start..i + 1);
            start = i + 1;
        }
    }
    runs.push(start..weights.len());
    runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    /// The runs follow each other, cover everything and weigh about the same.
    #[test]
    fn runs_are_balanced() {
        assert_eq!(
            split_by_weight(&[5 * WORTH, WORTH, WORTH, WORTH, WORTH, WORTH], 2),
            [0..1, 1..6]
        );
        let runs = split_by_weight(&[WORTH; 10], 3);
        assert_eq!(runs, [0..4, 4..7, 7..10]);
    }

    /// Little work is not cut, and none gives one empty run.
    #[test]
    fn little_stays_whole() {
        assert_eq!(split_by_weight(&[1; 4], 8), vec![0..4; 1]);
        assert_eq!(split_by_weight(&[], 2), vec![0..0; 1]);
    }

    /// Pieces follow each other, cover everything and end behind the document that fills them.
    #[test]
    fn pieces_are_filled() {
        let documents = ["four", "", "long enough", "two", "one"];
        let found: Vec<&[&str]> = pieces(&documents, 6).collect();
        assert_eq!(found, [&documents[..2], &documents[2..3], &documents[3..]]);
        assert_eq!(pieces::<&str>(&[], 6).count(), 0);
    }

    /// Results come in the order of the parts.
    #[test]
    fn order_is_kept() {
        assert_eq!(all(0..4, &Never, |i| i * i), [0, 1, 4, 9]);
    }

    /// Shared parts are done once each, in whatever order, and their results come in order.
    #[test]
    fn parts_are_shared() {
        for (parts, workers) in [(0, 2), (1, 3), (100, 3)] {
            let work = |done: &mut usize, part: usize| {
                *done += 1;
                if part.is_multiple_of(7) {
                    thread::yield_now();
                }
                Ok(part * part)
            };
            let squares: Vec<usize> = (0..parts).map(|part| part * part).collect();
            assert_eq!(share(parts, vec![0; workers], &Never, work).unwrap(), squares);
        }
    }

    /// One part that fails is enough.
    #[test]
    fn a_part_may_fail() {
        let work = |(): &mut (), part| if part == 5 { Err(Error::Interrupted) } else { Ok(part) };
        assert!(share(9, [(), ()], &Never, work).is_err());
    }
}
