//! Threads for one call, and the wish to stop.
//!
//! Threads live as long as the call: a forked child finds no dead pool.

use std::ops::Range;
use std::thread;

use crate::error::{Error, Result};
use crate::tokens::words::TOO_LONG;

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

/// Do all parts at once, the first on the calling thread; results in the order of the parts.
pub fn all<T: Send, R: Send>(
    parts: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut parts = parts.into_iter();
    let Some(first) = parts.next() else { return Vec::new() };
    thread::scope(|scope| {
        let work = &work;
        let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        let mut results = vec![work(first)];
        for other in others {
            results.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

/// Bytes of text that are worth a thread.
const WORTH: usize = 1 << 16;

/// Cut documents into at most `threads` runs of about equal size, fewer if there is little text.
pub fn split_documents(documents: &[&str], threads: usize) -> Result<Vec<Range<usize>>> {
    let weights: Vec<usize> = documents.iter().map(|document| document.len() + 1).collect();
    if let Some(weight) = weights.iter().find(|&&weight| weight > TOO_LONG) {
        let message = format!("a document of {weight} bytes is too long: cut it in pieces");
        return Err(Error::Invalid(message));
    }
    let total: usize = weights.iter().sum();
    Ok(split_by_weight(&weights, threads.min(1 + total / WORTH)))
}

/// Cut items into at most `parts` runs of about equal weight.
#[must_use]
pub fn split_by_weight(weights: &[usize], parts: usize) -> Vec<Range<usize>> {
    let total: usize = weights.iter().sum();
    let (mut runs, mut start, mut sum) = (Vec::new(), 0, 0);
    for (i, weight) in weights.iter().enumerate() {
        sum += weight;
        if sum * parts >= total * (runs.len() + 1) && runs.len() + 1 < parts {
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

    /// The runs follow each other, cover everything and weigh about the same.
    #[test]
    fn runs_are_balanced() {
        assert_eq!(split_by_weight(&[5, 1, 1, 1, 1, 1], 2), [0..1, 1..6]);
        assert_eq!(split_by_weight(&[1, 1, 1, 1], 3).concat_len(), 4);
        assert_eq!(split_by_weight(&[], 2).concat_len(), 0);
        assert_eq!(split_by_weight(&[7], 2).concat_len(), 1);
    }

    trait ConcatLen {
        fn concat_len(&self) -> usize;
    }

    impl ConcatLen for Vec<Range<usize>> {
        fn concat_len(&self) -> usize {
            self.iter().map(ExactSizeIterator::len).sum()
        }
    }

    /// Results come in the order of the parts.
    #[test]
    fn order_is_kept() {
        assert_eq!(all(0..4, |i| i * i), [0, 1, 4, 9]);
    }
}
