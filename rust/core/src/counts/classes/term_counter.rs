//! Counts the terms of documents in one pass a class, with one cell a term.

/// What a class has of a term.
#[derive(Clone, Copy, Default)]
pub struct Count {
    pub class: u32,
    pub occurrences: u32,
    pub documents: u32,
}

/// A count and its term.
pub struct ClassEntry {
    pub term: u32,
    pub count: Count,
}

/// The counts of a term in the class at hand, and the last document that had it.
#[derive(Clone, Copy, Default)]
struct TermCell {
    occurrences: u32,
    documents: u32,
    last: u32,
}

/// Counts terms, one class after the other, so that the cells of all terms are needed only once.
pub struct TermCounter {
    cells: Vec<TermCell>,
    touched: Vec<u32>,
    distinct: usize,
    document: u32,
    /// The counts of the classes before.
    pub entries: Vec<ClassEntry>,
}

impl TermCounter {
    pub fn new(terms: usize) -> Self {
        let cells = vec![TermCell::default(); terms];
        Self { cells, touched: vec![0; terms], distinct: 0, document: 0, entries: Vec::new() }
    }

    pub fn begin_document(&mut self) {
        self.document += 1;
    }

    #[inline]
    pub fn add(&mut self, term: u32, count: u32) {
        // Codes outside the vocabulary are those of dropped words.
        let Some(cell) = self.cells.get_mut(term as usize) else { return };
        // No branch on whether the term is new: that is as good as random.
        if let Some(next) = self.touched.get_mut(self.distinct) {
            *next = term;
        }
        self.distinct += usize::from(cell.occurrences == 0);
        cell.occurrences += count;
        cell.documents += u32::from(cell.last != self.document);
        cell.last = self.document;
    }

    /// Note the counts of the class, and be ready for another one.
    pub fn end_class(&mut self, class: u32, rank: impl Fn(u32) -> u32) {
        self.entries.reserve(self.distinct);
        for &term in &self.touched[..std::mem::take(&mut self.distinct)] {
            let TermCell { occurrences, documents, .. } =
                std::mem::take(&mut self.cells[term as usize]);
            let count = Count { class, occurrences, documents };
            self.entries.push(ClassEntry { term: rank(term), count });
        }
    }
}
