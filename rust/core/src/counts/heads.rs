//! Binary heap for the k-way merge of sorted term lists.

use std::ops::Range;

use super::table::CountTable;

/// The term of a table that comes next.
#[derive(Clone, Copy)]
pub struct Head<'a> {
    /// The term.
    pub term: &'a [u8],
    /// Which table has it.
    pub source: usize,
    /// Its place there.
    pub place: usize,
    prefix: u64, // its first bytes, which mostly say how it sorts
}

impl<'a> Head<'a> {
    fn new(table: &CountTable<'a>, source: usize, place: usize) -> Self {
        let prefix = table.prefix(place, table.letters_of(place..place).start);
        Self { term: table.term(place), source, place, prefix }
    }

    /// Whether it is the same term.
    #[inline]
    pub fn is_same(&self, other: &Self) -> bool {
        self.prefix == other.prefix && self.term == other.term
    }

    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.prefix < other.prefix || (self.prefix == other.prefix && self.term < other.term)
    }
}

/// A heap: the heads below each one, at twice its place plus 1 and 2, do not come before it.
pub struct Heads<'a> {
    tables: Vec<(CountTable<'a>, usize)>, // and where each ends
    heap: Vec<Head<'a>>,
}

impl<'a> Heads<'a> {
    /// Some terms of each table.
    pub fn new(tables: impl Iterator<Item = (CountTable<'a>, Range<usize>)>) -> Self {
        let mut heads = Self { tables: Vec::new(), heap: Vec::new() };
        for (source, (table, range)) in tables.enumerate() {
            if !range.is_empty() {
                heads.heap.push(Head::new(&table, source, range.start));
            }
            heads.tables.push((table, range.end));
        }
        (0..heads.heap.len() / 2).rev().for_each(|at| heads.sink(at));
        heads
    }

    /// The first term that is left.
    #[inline]
    pub fn first(&self) -> Option<Head<'a>> {
        self.heap.first().copied()
    }

    /// Whether another table has the first term, too.
    #[inline]
    pub fn is_shared(&self) -> bool {
        self.heap.iter().skip(1).take(2).any(|head| head.is_same(&self.heap[0]))
    }

    /// Go past the terms of the first table that come before those of all others.
    pub fn take_run(&mut self) -> Range<usize> {
        let Head { source, place: start, .. } = self.heap[0];
        let (table, end) = self.tables[source];
        let stop = match self.second() {
            Some(second) => {
                end_of_run(start, end, |place| Head::new(&table, source, place).is_before(&second))
            }
            None => end,
        };
        self.go_to(stop);
        start..stop
    }

    fn second(&self) -> Option<Head<'a>> {
        let (left, right) = (self.heap.get(1)?, self.heap.get(2));
        Some(*right.filter(|right| right.is_before(left)).unwrap_or(left))
    }

    /// Go on to another term of the first table.
    pub fn go_to(&mut self, place: usize) {
        let source = self.heap[0].source;
        let (table, end) = &self.tables[source];
        if place < *end {
            self.heap[0] = Head::new(table, source, place);
        } else {
            self.heap.swap_remove(0);
        }
        self.sink(0);
    }

    fn sink(&mut self, mut at: usize) {
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                return;
            }
            if child + 1 < self.heap.len() && self.heap[child + 1].is_before(&self.heap[child]) {
                child += 1;
            }
            if !self.heap[child].is_before(&self.heap[at]) {
                return;
            }
            self.heap.swap(at, child);
            at = child;
        }
    }
}

/// Where a run ends: the first place of which something is not true that is true before it.
///
/// Most runs are short. Steps that double find the end of a long one soon.
fn end_of_run(start: usize, end: usize, is_inside: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut step) = (start, 1);
    while low + step < end && is_inside(low + step) {
        low += step;
        step *= 2;
    }
    let mut high = end.min(low + step);
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        if is_inside(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}
