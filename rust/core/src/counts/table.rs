//! A table of counts by term and class: tables add up, and what was added can be taken away.

use std::cmp::Ordering;
use std::ops::Range;

use super::terms::Terms;
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

    fn is_term_open(&self) -> bool {
        self.indptr.last() != Some(&(self.classes.len() as i64))
    }
}

/// A table as it lies in memory or in a file: the terms, sorted, and their counts.
#[derive(Clone, Copy)]
pub struct Table<'a> {
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

/// A count that cannot be taken away: the term and its class.
#[derive(Debug, PartialEq, Eq)]
pub struct Below(pub Vec<u8>, pub i32);

impl<'a> Table<'a> {
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

    /// The place of a term, if it is there.
    #[must_use]
    pub fn find(&self, term: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.term(middle).cmp(term) {
                Ordering::Equal => return Some(middle),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        None
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

    fn counts(&self, term: usize) -> impl Iterator<Item = (i32, i64, i64)> {
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
        let start = |i: usize| if i == 0 { 0 } else { self.ends[i - 1] as usize };
        let letters = &self.letters[start(run.start)..start(run.end)];
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
    fn prefix(&self, term: usize, start: usize) -> u64 {
        let Some(&end) = self.ends.get(term) else { return 0 };
        let len = end as usize - start;
        match self.letters[start..].first_chunk::<8>() {
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

    /// The counts of this table and another one together, or those of this one without the other's
    /// (`sign` -1). `mine` and `theirs` say where the classes of each stand in the result.
    ///
    /// A term of which nothing is left leaves.
    pub fn combine(
        &self,
        other: &Table<'_>,
        mine: &[i32],
        theirs: &[i32],
        sign: i64,
    ) -> Result<(Terms, ClassCounts), Below> {
        let mut terms = Terms::default();
        let entries = self.classes.len() + other.classes.len();
        let mut counts = ClassCounts::with_capacity(self.len() + other.len(), entries);
        let (mut i, mut j, mut sums) = (0, 0, Vec::new());
        while i < self.len() || j < other.len() {
            let order = match (i < self.len(), j < other.len()) {
                (true, true) => self.term(i).cmp(other.term(j)),
                (true, false) => Ordering::Less,
                _ => Ordering::Greater,
            };
            let term = if order == Ordering::Greater { other.term(j) } else { self.term(i) };
            sums.clear();
            if order != Ordering::Greater {
                sums.extend(self.counts(i).map(|(c, n, df)| (mine[c as usize], n, df)));
                i += 1;
            }
            if order != Ordering::Less {
                let more = other.counts(j);
                sums.extend(more.map(|(c, n, df)| (theirs[c as usize], sign * n, sign * df)));
                j += 1;
            }
            add_up(&mut sums, &mut counts).map_err(|class| Below(term.to_vec(), class))?;
            if counts.is_term_open() {
                counts.end_term();
                terms.push(term);
            }
        }
        Ok((terms, counts))
    }
}

/// Whether places ascend from 0 or more to the last one.
fn ascends(ends: &[i64], last: usize) -> bool {
    ends.is_sorted()
        && ends.first().is_none_or(|&first| first >= 0)
        && ends.last().copied().unwrap_or(0) == last as i64
}

/// Add the counts of one term, class by class; the class whose sum is below zero is an error.
fn add_up(sums: &mut [(i32, i64, i64)], counts: &mut ClassCounts) -> Result<(), i32> {
    sums.sort_by_key(|&(class, ..)| class);
    for same in sums.chunk_by(|a, b| a.0 == b.0) {
        let occurrences: i64 = same.iter().map(|sum| sum.1).sum();
        let documents: i64 = same.iter().map(|sum| sum.2).sum();
        let is_left = occurrences >= documents && documents > 0;
        if !is_left && (occurrences, documents) != (0, 0) {
            return Err(same[0].0);
        }
        if is_left {
            counts.push(same[0].0, occurrences, documents);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    type Term<'a> = (&'a str, &'a [(i32, i64, i64)]);

    struct Owned(Vec<u8>, Vec<i64>, ClassCounts);

    impl Owned {
        fn new(terms: &[Term<'_>]) -> Self {
            let mut owned = Self(Vec::new(), Vec::new(), ClassCounts::default());
            for (term, counts) in terms {
                owned.0.extend_from_slice(term.as_bytes());
                owned.1.push(owned.0.len() as i64);
                counts.iter().for_each(|&(class, n, df)| owned.2.push(class, n, df));
                owned.2.end_term();
            }
            owned
        }

        fn table(&self) -> Table<'_> {
            Table {
                letters: &self.0,
                ends: &self.1,
                indptr: &self.2.indptr,
                classes: &self.2.classes,
                occurrences: &self.2.occurrences,
                documents: &self.2.documents,
            }
        }
    }

    fn of(parts: (Terms, ClassCounts)) -> Owned {
        let (letters, ends) = parts.0.parts();
        Owned(letters.to_vec(), ends.iter().map(|&end| end as i64).collect(), parts.1)
    }

    /// What was added can be taken away, and leaves no trace.
    #[test]
    fn adding_and_taking_away_cancel() {
        let a = Owned::new(&[("buy", &[(0, 3, 2), (1, 1, 1)]), ("now", &[(1, 2, 1)])]);
        let b = Owned::new(&[("buy", &[(0, 5, 1)]), ("cheap", &[(0, 1, 1)])]);
        let (same, moved) = (&[0, 1][..], &[2][..]);
        let both = of(a.table().combine(&b.table(), same, moved, 1).unwrap());
        assert!(both.table().is_sound(&[3, 3, 3], 2));
        assert_eq!(both.table().find(b"cheap"), Some(1));
        assert_eq!(both.table().find(b"zebra"), None);
        assert_eq!(both.2.classes, [0, 1, 2, 2, 1]);
        assert_eq!(both.table().sums(&both.2.occurrences, 3), (vec![9, 1, 2], vec![3, 3, 6]));
        let back = of(both.table().combine(&b.table(), &[0, 1, 2], moved, -1).unwrap());
        assert_eq!((back.0, back.1, back.2), (a.0, a.1, a.2));
    }

    /// More than there is cannot be taken away.
    #[test]
    fn counts_do_not_fall_below_zero() {
        let a = Owned::new(&[("buy", &[(0, 3, 2)])]);
        let b = Owned::new(&[("buy", &[(0, 3, 1)])]);
        let taken = a.table().combine(&b.table(), &[0], &[0], -1);
        assert_eq!(taken, Err(Below(b"buy".to_vec(), 0)));
    }

    /// Each kind of damage is seen.
    #[test]
    fn damage_is_seen() {
        let good = || Owned::new(&[("buy", &[(0, 3, 2), (1, 1, 1)]), ("é", &[(1, 2, 1)])]);
        assert!(good().table().is_sound(&[3, 3], 1));
        assert!(!good().table().is_sound(&[3], 1));
        let damages: [fn(&mut Owned); 12] = [
            |t| (t.2.occurrences[0], t.2.documents[0]) = (9, 4),
            |t| t.0[0] = b'\xff',
            |t| t.0[0] = b'\xf4',
            |t| t.1[0] = 4,
            |t| t.1[0] = -1,
            |t| t.2.indptr[1] = 4,
            |t| t.2.indptr[1] = 0,
            |t| t.2.indptr[0] = 1,
            |t| t.2.classes[0] = -1,
            |t| t.2.classes[0] = 1,
            |t| t.2.documents[0] = 4,
            |t| t.2.documents[0] = 0,
        ];
        for (i, damage) in damages.iter().enumerate() {
            let mut owned = good();
            damage(&mut owned);
            assert!(!owned.table().is_sound(&[3, 3], 1), "damage {i}");
        }
    }
}
