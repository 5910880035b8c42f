//! Sums and differences of count tables: a k-way merge by term.

use std::ops::Range;

use super::heads::{Head, Heads};
use super::table::{ClassCounts, CountTable};
use super::terms::Terms;
use crate::error::Error;
use crate::threads::{Interrupt, all};

/// A table that is added or (`sign` -1) taken away; `places` says where its classes stand in the
/// sum, in the same order.
#[derive(Clone, Copy)]
pub struct Addend<'a> {
    /// The table.
    pub table: CountTable<'a>,
    /// The class of the sum for each of its classes.
    pub places: &'a [i32],
    /// 1 or -1.
    pub sign: i64,
}

/// Why there is no sum: the term and its class in the sum, or the wish to stop.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// More would be taken away than there is.
    Below(Vec<u8>, i32),
    /// More would be added than a count can hold.
    Above(Vec<u8>, i32),
    /// The caller wants to stop.
    Stopped(Error),
}

/// Sorted terms and their counts, as a [`CountTable`] borrows them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The terms, end to end.
    pub letters: Vec<u8>,
    /// Where each term ends.
    pub ends: Vec<i64>,
    /// Their counts.
    pub counts: ClassCounts,
}

/// Terms that are worth a thread.
const WORTH: usize = 1 << 15;
/// Steps between two questions whether to stop.
const PATIENCE: usize = 1 << 14;

/// The counts of all tables together. A term of which nothing is left leaves.
pub fn sum(
    addends: &[Addend<'_>],
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<Sum, Refused> {
    let n_terms: usize = addends.iter().map(|addend| addend.table.len()).sum();
    let parts = cuts(addends, threads.min(n_terms / WORTH).max(1));
    let add = |ranges: Vec<_>| TableAdder::new(addends, &ranges).run(interrupt);
    let mut sums = all(parts, interrupt, add).into_iter();
    let mut whole = sums.next().unwrap_or_else(|| Ok(Sum::default()))?;
    for part in sums {
        whole.append(part?);
    }
    Ok(whole)
}

/// Cut all tables at the same terms, which cut the longest of them evenly.
fn cuts(addends: &[Addend<'_>], parts: usize) -> Vec<Vec<Range<usize>>> {
    let tables = || addends.iter().map(|addend| addend.table);
    let Some(longest) = tables().max_by_key(CountTable::len) else { return Vec::new() };
    let mut starts = vec![0; addends.len()];
    (1..=parts)
        .map(|part| {
            let cut = longest.len() * part / parts;
            let ends: Vec<usize> = if part == parts {
                tables().map(|table| table.len()).collect()
            } else {
                tables().map(|table| table.place(longest.term(cut))).collect()
            };
            let ranges = starts.iter().zip(&ends).map(|(&start, &end)| start..end).collect();
            starts = ends;
            ranges
        })
        .collect()
}

impl Sum {
    /// Sorted terms with their counts.
    #[must_use]
    pub fn of(terms: Terms, counts: ClassCounts) -> Self {
        let (letters, ends) = terms.into_parts();
        Self { letters, ends: ends.into_iter().map(|end| end as i64).collect(), counts }
    }

    /// The same, borrowed.
    #[must_use]
    pub fn table(&self) -> CountTable<'_> {
        CountTable {
            letters: &self.letters,
            ends: &self.ends,
            indptr: &self.counts.indptr,
            classes: &self.counts.classes,
            occurrences: &self.counts.occurrences,
            documents: &self.counts.documents,
        }
    }

    /// Nothing, with room for the terms of some tables: for all of two, and of many, which share
    /// most of theirs, for twice the most of one.
    fn with_room_for<'a>(
        parts: &(impl Iterator<Item = (CountTable<'a>, Range<usize>)> + Clone),
    ) -> Self {
        let room = |size: fn(&CountTable<'_>, Range<usize>) -> usize| {
            let sizes = parts.clone().map(|(table, terms)| size(&table, terms));
            let (all, most) = sizes.fold((0, 0), |(all, most), n| (all + n, n.max(most)));
            all.min(2 * most)
        };
        let terms = room(|_, terms| terms.len());
        let entries =
            room(|table, terms| (table.indptr[terms.end] - table.indptr[terms.start]) as usize);
        Self {
            letters: Vec::with_capacity(room(|table, terms| table.letters_of(terms).len())),
            ends: Vec::with_capacity(terms),
            counts: ClassCounts::with_capacity(terms, entries),
        }
    }

    fn append(&mut self, more: Self) {
        let offset = self.letters.len() as i64;
        self.letters.extend_from_slice(&more.letters);
        self.ends.extend(more.ends.iter().map(|end| end + offset));
        self.counts.append(more.counts);
    }

    /// Add a term whose counts are there; without any it leaves.
    fn end_term(&mut self, term: &[u8]) {
        if self.counts.is_term_open() {
            self.counts.end_term();
            self.letters.extend_from_slice(term);
            self.ends.push(self.letters.len() as i64);
        }
    }

    /// Add terms that no other table has.
    fn copy(&mut self, addend: &Addend<'_>, terms: Range<usize>) {
        let (table, counts) = (&addend.table, &mut self.counts);
        let letters = table.letters_of(terms.clone());
        let offset = self.letters.len() as i64 - letters.start as i64;
        self.letters.extend_from_slice(table.letters.get(letters).unwrap_or_default());
        self.ends.extend(table.ends[terms.clone()].iter().map(|end| end + offset));
        let entries = table.indptr[terms.start] as usize..table.indptr[terms.end] as usize;
        let offset = counts.classes.len() as i64 - entries.start as i64;
        let ends = &table.indptr[terms.start + 1..=terms.end];
        counts.indptr.extend(ends.iter().map(|end| end + offset));
        let classes = &table.classes[entries.clone()];
        counts.classes.extend(classes.iter().map(|&class| addend.places[class as usize]));
        counts.occurrences.extend_from_slice(&table.occurrences[entries.clone()]);
        counts.documents.extend_from_slice(&table.documents[entries]);
    }
}

/// Goes through the tables term by term, from the first in the alphabet to the last.
struct TableAdder<'a> {
    addends: &'a [Addend<'a>],
    heads: Heads<'a>,
    sum: Sum,
    entries: Vec<(i32, i64, i64)>, // of the term at hand
}

impl<'a> TableAdder<'a> {
    fn new(addends: &'a [Addend<'a>], ranges: &[Range<usize>]) -> Self {
        let parts = addends.iter().map(|addend| addend.table).zip(ranges.iter().cloned());
        let sum = Sum::with_room_for(&parts);
        Self { addends, heads: Heads::new(parts), sum, entries: Vec::new() }
    }

    fn run(mut self, interrupt: &dyn Interrupt) -> Result<Sum, Refused> {
        let mut steps = 0_usize;
        while let Some(first) = self.heads.first() {
            steps += 1;
            if steps.is_multiple_of(PATIENCE) {
                interrupt.check().map_err(Refused::Stopped)?;
            }
            if self.addends[first.source].sign < 0 || self.heads.is_shared() {
                self.add(first)?;
            } else {
                let run = self.heads.take_run();
                self.sum.copy(&self.addends[first.source], run);
            }
        }
        Ok(self.sum)
    }

    /// Add the counts of one term of all tables that have it.
    fn add(&mut self, term: Head<'a>) -> Result<(), Refused> {
        self.entries.clear();
        while let Some(head) = self.heads.first().filter(|head| head.is_same(&term)) {
            let Addend { table, places, sign } = &self.addends[head.source];
            let counts = table.counts(head.place);
            self.entries.extend(counts.map(|(c, n, df)| (places[c as usize], sign * n, sign * df)));
            self.heads.go_to(head.place + 1);
        }
        let refused = add_up(&mut self.entries, &mut self.sum.counts).err();
        self.sum.end_term(term.term);
        refused.map_or(Ok(()), |(refuse, class)| Err(refuse(term.term.to_vec(), class)))
    }
}

/// What is wrong with the count of a term, and its class.
type Wrong = (fn(Vec<u8>, i32) -> Refused, i32);

/// Add the counts of one term, class by class.
fn add_up(entries: &mut [(i32, i64, i64)], counts: &mut ClassCounts) -> Result<(), Wrong> {
    entries.sort_by_key(|&(class, ..)| class);
    for same in entries.chunk_by(|a, b| a.0 == b.0) {
        let class = same[0].0;
        let total = |count: fn(&(i32, i64, i64)) -> i64| {
            let total = same.iter().map(count).try_fold(0, i64::checked_add);
            total.ok_or((Refused::Above as fn(_, _) -> _, class))
        };
        let (occurrences, documents) = (total(|entry| entry.1)?, total(|entry| entry.2)?);
        let is_left = occurrences >= documents && documents > 0;
        if !is_left && (occurrences, documents) != (0, 0) {
            return Err((Refused::Below, class));
        }
        if is_left {
            counts.push(class, occurrences, documents);
        }
    }
    Ok(())
}

impl<'a> FromIterator<(&'a str, &'a [(i32, i64, i64)])> for Sum {
    /// Terms in order, each with its class, occurrences and documents.
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a [(i32, i64, i64)])>>(terms: I) -> Self {
        let mut sum = Self::default();
        for (term, counts) in terms {
            for &(class, n, df) in counts {
                sum.counts.push(class, n, df);
            }
            sum.end_term(term.as_bytes());
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

    const SAME: &[i32] = &[0, 1, 2];

    fn one() -> Sum {
        Sum::from_iter([("buy", &[(0, 3, 2), (1, 1, 1)][..]), ("now", &[(1, 2, 1)])])
    }

    fn plus<'a>(sum: &'a Sum, places: &'a [i32]) -> Addend<'a> {
        Addend { table: sum.table(), places, sign: 1 }
    }

    fn minus<'a>(sum: &'a Sum, places: &'a [i32]) -> Addend<'a> {
        Addend { sign: -1, ..plus(sum, places) }
    }

    /// What was added can be taken away, and leaves no trace.
    #[test]
    fn adding_and_taking_away_cancel() {
        let a = one();
        let b = Sum::from_iter([("buy", &[(0, 5, 1)][..]), ("cheap", &[(0, 1, 1)])]);
        let both = sum(&[plus(&a, SAME), plus(&b, &[2])], 1, &Never).unwrap();
        assert!(both.table().is_sound(&[3, 3, 3], 2));
        assert_eq!(both.table().find(b"cheap"), Some(1));
        assert_eq!(both.table().find(b"zebra"), None);
        assert_eq!(both.counts.classes, [0, 1, 2, 2, 1]);
        let occurrences = &both.counts.occurrences;
        assert_eq!(both.table().sums(occurrences, 3), (vec![9, 1, 2], vec![3, 3, 6]));
        let back = sum(&[plus(&both, SAME), minus(&b, &[2])], 1, &Never);
        assert_eq!(back, Ok(a));
    }

    /// More than there is cannot be taken away, and more than a count can hold not be added.
    #[test]
    fn counts_stay_within_bounds() {
        let a = Sum::from_iter([("buy", &[(0, 3, 2)][..])]);
        let b = Sum::from_iter([("buy", &[(0, 3, 1)][..])]);
        let c = Sum::from_iter([("now", &[(0, 3, 1)][..])]);
        let most = Sum::from_iter([("buy", &[(0, i64::MAX, 1)][..])]);
        let refused = |other| sum(&[plus(&a, SAME), other], 1, &Never).unwrap_err();
        assert_eq!(refused(minus(&b, SAME)), Refused::Below(b"buy".to_vec(), 0));
        assert_eq!(refused(minus(&c, SAME)), Refused::Below(b"now".to_vec(), 0));
        assert_eq!(refused(plus(&most, SAME)), Refused::Above(b"buy".to_vec(), 0));
    }

    /// Many tables at once give what they give one by one, on any number of threads.
    #[test]
    fn many_are_as_one_by_one() {
        let names: Vec<String> = (0..20_000).map(|i| format!("{:x}", i * 7919 % 65_537)).collect();
        let table = |i: usize| -> Sum {
            let mut some: Vec<&str> = names.iter().skip(i).step_by(i + 1).map(|s| &**s).collect();
            some.sort_unstable();
            some.into_iter().map(|term| (term, &[(0, 2, 1), (1, 1, 1)][..])).collect()
        };
        let tables: Vec<Sum> = (0..9).map(table).collect();
        let addends: Vec<_> = tables.iter().map(|table| plus(table, SAME)).collect();
        let folded = tables[1..].iter().fold(table(0), |whole, more| {
            sum(&[plus(&whole, SAME), plus(more, SAME)], 1, &Never).unwrap()
        });
        assert!(folded.table().is_sound(&[9, 9], 1));
        for threads in [1, 2, 3] {
            assert_eq!(sum(&addends, threads, &Never).as_ref(), Ok(&folded), "{threads} threads");
        }
        assert_eq!(sum(&[], 2, &Never), Ok(Sum::default()));
    }
}
