//! Count table: occurrences and documents by term and class, as sorted arrays.

use std::ops::Range;

use crate::threads::{Never, all, split_evenly};

/// The counts of terms that stand elsewhere: `indptr[t]..indptr[t + 1]` are those of term t.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassCounts {
    /// Where the counts of each term begin, and where the last ones end.
    pub indptr: Vec<i64>,
    /// The classes that have the term, ascending.
    pub classes: Vec<i32>,
    /// How often it occurs in them.
    pub occurrences: Vec<i64>,
    /// In how many of their documents.
    pub documents: Vec<i64>,
}

impl Default for ClassCounts {
    fn default() -> Self {
        Self::with_capacity(0, 0)
    }
}

impl ClassCounts {
    /// No terms, with room for so many of them and of entries.
    #[must_use]
    pub fn with_capacity(terms: usize, entries: usize) -> Self {
        let mut indptr = Vec::with_capacity(terms + 1);
        indptr.push(0);
        Self {
            indptr,
            classes: Vec::with_capacity(entries),
            occurrences: Vec::with_capacity(entries),
            documents: Vec::with_capacity(entries),
        }
    }

    /// Add what a class has of the term at hand.
    #[inline]
    pub fn push(&mut self, class: i32, occurrences: i64, documents: i64) {
        self.classes.push(class);
        self.occurrences.push(occurrences);
        self.documents.push(documents);
    }

    /// Add the counts of terms that follow.
    pub fn append(&mut self, mut more: Self) {
        let entries = self.classes.len() as i64;
        self.indptr.extend(more.indptr[1..].iter().map(|&end| entries + end));
        self.classes.append(&mut more.classes);
        self.occurrences.append(&mut more.occurrences);
        self.documents.append(&mut more.documents);
    }

    /// Go on to the next term.
    pub fn end_term(&mut self) {
        self.indptr.push(self.classes.len() as i64);
    }

    pub(super) fn is_term_open(&self) -> bool {
        self.indptr.last() != Some(&(self.classes.len() as i64))
    }
}

/// A table as it lies in memory or in a file: the terms, sorted, and their counts.
#[derive(Clone, Copy)]
pub struct CountTable<'a> {
    /// The terms, end to end.
    pub letters: &'a [u8],
    /// Where each term ends.
    pub ends: &'a [i64],
    /// See [`ClassCounts`].
    pub indptr: &'a [i64],
    /// See [`ClassCounts`].
    pub classes: &'a [i32],
    /// See [`ClassCounts`].
    pub occurrences: &'a [i64],
    /// See [`ClassCounts`].
    pub documents: &'a [i64],
}

impl<'a> CountTable<'a> {
    /// How many terms there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A term.
    #[must_use]
    pub fn term(&self, i: usize) -> &'a [u8] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        // A file that somebody changes while it is mapped may have anything there.
        self.letters.get(start as usize..self.ends[i] as usize).unwrap_or_default()
    }

    /// Where the letters of some terms stand.
    #[must_use]
    pub fn letters_of(&self, terms: Range<usize>) -> Range<usize> {
        let start = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] as usize };
        start(terms.start)..start(terms.end)
    }

    /// The place of a term, if it is there.
    #[must_use]
    pub fn find(&self, term: &[u8]) -> Option<usize> {
        let place = self.place(term);
        (place < self.len() && self.term(place) == term).then_some(place)
    }

    /// How many terms sort before one: its place, if it is there.
    #[must_use]
    pub fn place(&self, term: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.term(middle) < term {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }

    /// The places of a term's counts.
    #[must_use]
    pub fn entries(&self, term: usize) -> Range<usize> {
        self.indptr[term] as usize..self.indptr[term + 1] as usize
    }

    /// The sums of `counts`, the table's occurrences or documents, by term and by class.
    #[must_use]
    pub fn sums(&self, counts: &[i64], classes: usize) -> (Vec<i64>, Vec<i64>) {
        let mut by_class = vec![0; classes];
        let sum = |term| {
            let entries = self.entries(term);
            let counts = self.classes[entries.clone()].iter().zip(&counts[entries]);
            counts.fold(0, |sum, (&class, &count)| {
                by_class[class as usize] += count;
                sum + count
            })
        };
        ((0..self.len()).map(sum).collect(), by_class)
    }

    pub(super) fn counts(&self, term: usize) -> impl Iterator<Item = (i32, i64, i64)> {
        self.entries(term).map(|i| (self.classes[i], self.occurrences[i], self.documents[i]))
    }

    /// Whether all bounds hold: every place is inside, terms ascend, and counts are those of
    /// something that was counted in classes of so many documents.
    #[must_use]
    pub fn is_sound(&self, class_count: &[i64], threads: usize) -> bool {
        let entries = self.classes.len();
        let lengths = [self.occurrences.len(), self.documents.len()];
        let fits = ascends(self.ends, self.letters.len())
            && ascends(self.indptr, entries)
            && self.indptr.len() == self.len() + 1
            && self.indptr[0] == 0
            && lengths == [entries, entries];
        let runs = split_evenly(self.len(), threads);
        fits && all(runs, &Never, |run| self.are_terms_sound(run, class_count))
            .into_iter()
            .all(|is_sound| is_sound)
    }

    fn are_terms_sound(&self, run: Range<usize>, class_count: &[i64]) -> bool {
        let letters = &self.letters[self.letters_of(run.clone())];
        let entries = self.indptr[run.start] as usize..self.indptr[run.end] as usize;
        str::from_utf8(letters).is_ok()
            && self.are_counts_possible(entries.clone(), class_count)
            && self.do_classes_ascend(run.clone(), entries)
            && self.ends[run.clone()].iter().all(|&end| self.is_boundary(end as usize))
            && self.do_terms_ascend(run)
    }

    fn are_counts_possible(&self, entries: Range<usize>, class_count: &[i64]) -> bool {
        let documents = self.documents[entries.clone()].iter();
        let counts = documents.zip(&self.occurrences[entries.clone()]).zip(&self.classes[entries]);
        let impossible = counts.map(|((&df, &n), &class)| {
            let most = class_count.get(class as usize).copied().unwrap_or(0);
            usize::from(!(1..=most.min(n)).contains(&df))
        });
        // Counted, not searched for: there is no branch to guess in the loop.
        impossible.sum::<usize>() == 0
    }

    /// Whether the classes of each term ascend: whatever does not ascend is the end of a term.
    fn do_classes_ascend(&self, run: Range<usize>, entries: Range<usize>) -> bool {
        if !self.indptr[run.start..=run.end].is_sorted_by(|a, b| a < b) {
            return false;
        }
        let falls = |i: usize| usize::from(self.classes[i - 1] >= self.classes[i]);
        let inside: usize = (entries.start + 1..entries.end).map(falls).sum();
        let starts = &self.indptr[run.start..run.end];
        let between: usize = starts.iter().skip(1).map(|&start| falls(start as usize)).sum();
        inside == between
    }

    fn is_boundary(&self, place: usize) -> bool {
        // The bytes that continue a character begin with the bits 10.
        self.letters.get(place).is_none_or(|byte| byte >> 6 != 0b10)
    }

    /// Whether each term of a run sorts after the one before it; first bytes mostly say.
    fn do_terms_ascend(&self, run: Range<usize>) -> bool {
        let first = run.start.saturating_sub(1);
        let start = if first == 0 { 0 } else { self.ends[first - 1] as usize };
        let mut last = self.prefix(first, start);
        (first + 1..run.end).all(|i| {
            let (before, start) = (last, self.ends[i - 1] as usize);
            last = self.prefix(i, start);
            before < last || (before == last && self.term(i - 1) < self.term(i))
        })
    }

    /// The first eight bytes of a term that begins at `start`, as a number that sorts as they do.
    #[inline]
    pub(super) fn prefix(&self, term: usize, start: usize) -> u64 {
        let Some(&end) = self.ends.get(term) else { return 0 };
        let len = (end as usize).saturating_sub(start);
        match self.letters.get(start..).and_then(|rest| rest.first_chunk::<8>()) {
            Some(bytes) if len > 0 => {
                let spare = 8 * (8 - len.min(8)) as u32;
                u64::from_be_bytes(*bytes) >> spare << spare
            }
            _ => self
                .term(term)
                .iter()
                .take(8)
                .enumerate()
                .fold(0, |prefix, (i, &byte)| prefix | u64::from(byte) << (56 - 8 * i)),
        }
    }
}

/// Whether places ascend from 0 or more to the last one.
fn ascends(ends: &[i64], last: usize) -> bool {
    ends.is_sorted()
        && ends.first().is_none_or(|&first| first >= 0)
        && ends.last().copied().unwrap_or(0) == last as i64
}

#[cfg(test)]
mod tests {
    use crate::counts::sum::Sum;

    /// Each kind of damage is seen.
    #[test]
    fn damage_is_seen() {
        let good = || Sum::from_iter([("buy", &[(0, 3, 2), (1, 1, 1)][..]), ("é", &[(1, 2, 1)])]);
        assert!(good().table().is_sound(&[3, 3], 1));
        assert!(!good().table().is_sound(&[3], 1));
        let damages: [fn(&mut Sum); 12] = [
            |t| (t.counts.occurrences[0], t.counts.documents[0]) = (9, 4),
            |t| t.letters[0] = b'\xff',
            |t| t.letters[0] = b'\xf4',
            |t| t.ends[0] = 4,
            |t| t.ends[0] = -1,
            |t| t.counts.indptr[1] = 4,
            |t| t.counts.indptr[1] = 0,
            |t| t.counts.indptr[0] = 1,
            |t| t.counts.classes[0] = -1,
            |t| t.counts.classes[0] = 1,
            |t| t.counts.documents[0] = 4,
            |t| t.counts.documents[0] = 0,
        ];
        for (i, damage) in damages.iter().enumerate() {
            let mut owned = good();
            damage(&mut owned);
            assert!(!owned.table().is_sound(&[3, 3], 1), "damage {i}");
        }
    }
}
