//! Documents of several classes become a table: how often each term occurs in each class.

use super::collect::{Collector, Names};
use super::merge::merge;
use super::parallel::{Interrupt, all};
use super::rows::Csr;
use super::table::ClassCounts;
use crate::error::{Error, Result};

/// Documents that are counted before somebody may ask to stop.
const PAUSE: usize = 1 << 8;

/// What one class has of one term.
#[derive(Clone, Copy)]
struct Entry {
    term: u32,
    class: u32,
    occurrences: u32,
    documents: u32,
}

/// The counts of a term in the class at hand, and the last document that had it.
#[derive(Clone, Copy, Default)]
struct Cell {
    occurrences: u32,
    documents: u32,
    last: u32,
}

/// Counts terms, one class after the other, so that the cells of all terms are needed only once.
struct Tally {
    cells: Vec<Cell>,
    touched: Vec<u32>,
    distinct: usize,
    document: u32,
    entries: Vec<Entry>,
}

impl Tally {
    fn new(terms: usize) -> Self {
        let cells = vec![Cell::default(); terms];
        Self { cells, touched: vec![0; terms], distinct: 0, document: 0, entries: Vec::new() }
    }

    fn begin_document(&mut self) {
        self.document += 1;
    }

    #[inline]
    fn add(&mut self, term: u32, count: u32) {
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
    fn end_class(&mut self, class: u32, rank: impl Fn(u32) -> u32) {
        self.entries.reserve(self.distinct);
        for &term in &self.touched[..std::mem::take(&mut self.distinct)] {
            let Cell { occurrences, documents, .. } =
                std::mem::take(&mut self.cells[term as usize]);
            self.entries.push(Entry { term: rank(term), class, occurrences, documents });
        }
    }
}

impl Collector<'_> {
    /// The sorted vocabulary, and the counts of each term in each class of documents.
    ///
    /// `labels` are the classes of the documents, in the order in which they were read.
    pub fn tabulate(
        self,
        labels: &[u32],
        interrupt: &dyn Interrupt,
    ) -> Result<(Names, ClassCounts)> {
        let documents: usize = self.segments.iter().map(|segment| segment.documents.len()).sum();
        if documents != labels.len() {
            let message = format!("there are {documents} documents and {} labels", labels.len());
            return Err(Error::Invalid(message));
        }
        if self.counts_codes() {
            return self.tabulate_codes(labels, interrupt);
        }
        let counted = self.finish::<i64>(i32::MAX, interrupt)?;
        let terms = counted.names.len();
        let entries = entries_of_rows(&counted.matrix, labels, terms, interrupt)?;
        Ok((counted.names, by_term(&[entries], terms)))
    }

    /// Count codes where each thread left them, without making rows.
    fn tabulate_codes(
        self,
        labels: &[u32],
        interrupt: &dyn Interrupt,
    ) -> Result<(Names, ClassCounts)> {
        let lists: Vec<_> = self.shards.iter().map(|shard| shard.coder.vocabulary()).collect();
        let merged = merge(&lists, interrupt)?;
        let mut documents = vec![Vec::new(); self.shards.len()];
        let mut labels = labels.iter();
        for segment in &self.segments {
            self.shards[segment.shard].for_each_document(segment, |codes| {
                documents[segment.shard].extend(labels.next().map(|&class| (class, codes)));
            });
        }
        let parts = documents.into_iter().zip(&merged.ranks);
        let entries = all(parts, interrupt, |(documents, ranks)| {
            entries_of_codes(documents, ranks, interrupt)
        });
        let entries = entries.into_iter().collect::<Result<Vec<_>>>()?;
        let counts = by_term(&entries, merged.terms.len());
        Ok((Names { terms: merged.terms, ngrams: None }, counts))
    }
}

/// Count the codes of documents with their classes.
fn entries_of_codes(
    mut documents: Vec<(u32, &[u32])>,
    ranks: &[u32],
    interrupt: &dyn Interrupt,
) -> Result<Vec<Entry>> {
    documents.sort_by_key(|&(class, _)| class);
    let mut tally = Tally::new(ranks.len());
    for same in documents.chunk_by(|a, b| a.0 == b.0) {
        for (i, (_, codes)) in same.iter().enumerate() {
            if i % PAUSE == 0 {
                interrupt.check()?;
            }
            tally.begin_document();
            codes.iter().for_each(|&code| tally.add(code, 1));
        }
        tally.end_class(same[0].0, |id| ranks[id as usize]);
    }
    Ok(tally.entries)
}

/// Count the rows of documents with their classes.
fn entries_of_rows(
    matrix: &Csr<i64>,
    labels: &[u32],
    terms: usize,
    interrupt: &dyn Interrupt,
) -> Result<Vec<Entry>> {
    let mut rows: Vec<usize> = (0..labels.len()).collect();
    rows.sort_by_key(|&row| labels[row]);
    let mut tally = Tally::new(terms);
    for same in rows.chunk_by(|&a, &b| labels[a] == labels[b]) {
        for (i, &row) in same.iter().enumerate() {
            if i % PAUSE == 0 {
                interrupt.check()?;
            }
            tally.begin_document();
            let entries = matrix.indptr[row] as usize..matrix.indptr[row + 1] as usize;
            for (&column, &count) in
                matrix.indices[entries.clone()].iter().zip(&matrix.data[entries])
            {
                tally.add(column as u32, count as u32);
            }
        }
        tally.end_class(labels[same[0]], |term| term);
    }
    Ok(tally.entries)
}

/// Set entries in the order of terms, and of classes within a term; those of one place are added.
fn by_term(parts: &[Vec<Entry>], terms: usize) -> ClassCounts {
    // Each part has its classes in order; here are the classes of all parts in order.
    let mut runs: Vec<&[Entry]> =
        parts.iter().flat_map(|part| part.chunk_by(|a, b| a.class == b.class)).collect();
    runs.sort_by_key(|run| run[0].class);
    let mut next = vec![0_u32; terms + 1];
    runs.iter().copied().flatten().for_each(|entry| next[entry.term as usize + 1] += 1);
    for i in 0..terms {
        next[i + 1] += next[i];
    }
    let nothing = Entry { term: 0, class: 0, occurrences: 0, documents: 0 };
    let mut ordered = vec![nothing; next[terms] as usize];
    for entry in runs.into_iter().flatten() {
        let place = &mut next[entry.term as usize];
        ordered[*place as usize] = *entry;
        *place += 1;
    }
    let mut counts = ClassCounts::with_capacity(terms, ordered.len());
    for (i, entry) in ordered.iter().enumerate() {
        let (n, df) = (i64::from(entry.occurrences), i64::from(entry.documents));
        match i.checked_sub(1).map(|i| ordered[i]) {
            Some(last) if last.term != entry.term => counts.end_term(),
            Some(last) if last.class == entry.class => {
                counts.add(n, df);
                continue;
            }
            _ => {}
        }
        counts.push(entry.class as i32, n, df);
    }
    if !ordered.is_empty() {
        counts.end_term();
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::parallel::Never;
    use crate::tokens::analyzer::Analyzer;
    use crate::tokens::chars::CharTable;

    fn tabulate(analyzer: &Analyzer, threads: usize) -> (Vec<Vec<u8>>, ClassCounts) {
        let mut collector = Collector::new(analyzer, threads);
        let documents = ["buy now buy", "see you now", "buy cheap"];
        collector.read(&documents, &CharTable::ascii(), &Never).unwrap();
        let (names, counts) = collector.tabulate(&[1, 0, 1], &Never).unwrap();
        (names.terms.iter().map(<[u8]>::to_vec).collect(), counts)
    }

    /// Each term has its classes with occurrences and documents.
    #[test]
    fn terms_are_counted_by_class() {
        let (terms, counts) = tabulate(&Analyzer::default(), 1);
        assert_eq!(terms, [&b"buy"[..], b"cheap", b"now", b"see", b"you"]);
        assert_eq!(counts.indptr, [0, 1, 2, 4, 5, 6]);
        assert_eq!(counts.classes, [1, 1, 0, 1, 0, 0]);
        assert_eq!(counts.occurrences, [3, 1, 1, 1, 1, 1]);
        assert_eq!(counts.documents, [2, 1, 1, 1, 1, 1]);
    }

    /// Labels and documents must match.
    #[test]
    fn every_document_has_a_label() {
        let analyzer = Analyzer::default();
        let mut collector = Collector::new(&analyzer, 1);
        collector.read(&["buy now"], &CharTable::ascii(), &Never).unwrap();
        assert!(collector.tabulate(&[0, 1], &Never).is_err());
    }
}
