//! Counting sort of class counts by term, and the sum of those of several threads.

use std::ops::Range;

use super::term_counter::{ClassEntry, Count};
use crate::counts::table::ClassCounts;
use crate::threads::{Interrupt, all, split_evenly};

/// Counts in the order of terms, and of classes within a term, and where each term ends.
pub struct ByTerm {
    ends: Vec<u32>,
    counts: Vec<Count>,
}

/// Set entries in the order of terms. They come in the order of classes, and stay so in each term.
pub fn by_term(entries: &[ClassEntry], terms: usize) -> ByTerm {
    let mut ends = vec![0_u32; terms + 1];
    for entry in entries {
        ends[entry.term as usize + 1] += 1;
    }
    for i in 0..terms {
        ends[i + 1] += ends[i];
    }
    // Each place is where its term begins, and moves to where it ends.
    let mut counts = vec![Count::default(); entries.len()];
    for entry in entries {
        let place = &mut ends[entry.term as usize];
        counts[*place as usize] = entry.count;
        *place += 1;
    }
    ends.truncate(terms);
    ByTerm { ends, counts }
}

impl ByTerm {
    /// Where the counts of a term begin.
    fn start(&self, term: usize) -> usize {
        if term == 0 { 0 } else { self.ends[term - 1] as usize }
    }

    /// The class at a place, or one beyond all classes where a term has no more.
    #[inline]
    fn class(&self, place: usize, term: usize) -> u32 {
        if place < self.ends[term] as usize { self.counts[place].class } else { u32::MAX }
    }
}

/// The sum of tables over the same terms.
pub fn add_up(parts: &[ByTerm], terms: usize, interrupt: &dyn Interrupt) -> ClassCounts {
    let entries: usize = parts.iter().map(|part| part.counts.len()).sum();
    let runs = split_evenly(terms, parts.len());
    let share = entries.div_ceil(runs.len());
    let sums = all(runs.into_iter().enumerate(), interrupt, |(i, run)| {
        // The first is made large enough for the others to be set behind it.
        let mut sum = ClassCounts::with_capacity(terms, if i == 0 { entries } else { share });
        match parts {
            [part] => copy(part, &mut sum),
            parts => add_terms(parts, run, &mut sum),
        }
        sum
    });
    let mut sums = sums.into_iter();
    let mut all = sums.next().unwrap_or_default();
    sums.for_each(|sum| all.append(sum));
    all
}

/// Take a table as it is.
fn copy(part: &ByTerm, sum: &mut ClassCounts) {
    sum.indptr.extend(part.ends.iter().map(|&end| i64::from(end)));
    sum.classes.extend(part.counts.iter().map(|count| count.class as i32));
    sum.occurrences.extend(part.counts.iter().map(|count| i64::from(count.occurrences)));
    sum.documents.extend(part.counts.iter().map(|count| i64::from(count.documents)));
}

/// Add what several tables have of some terms.
fn add_terms(parts: &[ByTerm], terms: Range<usize>, sum: &mut ClassCounts) {
    let mut places: Vec<usize> = parts.iter().map(|part| part.start(terms.start)).collect();
    for term in terms {
        loop {
            let heads = parts.iter().zip(&places).map(|(part, &place)| part.class(place, term));
            let Some(class) = heads.min().filter(|&class| class != u32::MAX) else { break };
            let (mut occurrences, mut documents) = (0, 0);
            for (part, place) in parts.iter().zip(&mut places) {
                if part.class(*place, term) == class {
                    occurrences += i64::from(part.counts[*place].occurrences);
                    documents += i64::from(part.counts[*place].documents);
                    *place += 1;
                }
            }
            sum.push(class as i32, occurrences, documents);
        }
        sum.end_term();
    }
}
