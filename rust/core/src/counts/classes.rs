//! Documents of several classes become a table: how often each term occurs in each class.

use std::ops::Range;

use super::collect::{Collector, Names};
use super::merge::merge;
use super::rows::Csr;
use super::table::ClassCounts;
use crate::error::{Error, Result};
use crate::threads::{Interrupt, all, split_evenly};

/// Documents that are counted before somebody may ask to stop.
const PAUSE: usize = 1 << 8;

/// What a class has of a term.
#[derive(Clone, Copy, Default)]
struct Count {
    class: u32,
    occurrences: u32,
    documents: u32,
}

/// A count and its term.
struct Entry {
    term: u32,
    count: Count,
}

/// Counts in the order of terms, and of classes within a term, and where each term ends.
struct ByTerm {
    ends: Vec<u32>,
    counts: Vec<Count>,
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
            let count = Count { class, occurrences, documents };
            self.entries.push(Entry { term: rank(term), count });
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
        let counts = count_rows(&counted.matrix, labels, terms, interrupt)?;
        Ok((counted.names, add_up(&[counts], terms, interrupt)))
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
        let terms = merged.terms.len();
        let counts = all(parts, interrupt, |(documents, ranks)| {
            count_codes(documents, ranks, terms, interrupt)
        });
        let counts = counts.into_iter().collect::<Result<Vec<_>>>()?;
        let counts = add_up(&counts, terms, interrupt);
        Ok((Names { terms: merged.terms, ngrams: None }, counts))
    }
}

/// Count the codes of documents with their classes.
fn count_codes(
    mut documents: Vec<(u32, &[u32])>,
    ranks: &[u32],
    terms: usize,
    interrupt: &dyn Interrupt,
) -> Result<ByTerm> {
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
    Ok(by_term(&tally.entries, terms))
}

/// Count the rows of documents with their classes.
fn count_rows(
    matrix: &Csr<i64>,
    labels: &[u32],
    terms: usize,
    interrupt: &dyn Interrupt,
) -> Result<ByTerm> {
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
    Ok(by_term(&tally.entries, terms))
}

/// Set entries in the order of terms. They come in the order of classes, and stay so in each term.
fn by_term(entries: &[Entry], terms: usize) -> ByTerm {
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
fn add_up(parts: &[ByTerm], terms: usize, interrupt: &dyn Interrupt) -> ClassCounts {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::reader::Reader;
    use crate::threads::Never;
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

    /// Threads change nothing, whichever of them met a term of a class.
    #[test]
    fn threads_count_the_same() {
        let words = |i: usize| (0..60).map(move |j| format!("w{} ", (i * i + j * j) % 997));
        let documents: Vec<String> = (0..1500).map(|i| words(i).collect()).collect();
        let documents: Vec<&str> = documents.iter().map(String::as_str).collect();
        let labels: Vec<u32> = (0..1500).map(|i| i * i % 7).collect();
        let analyzer = Analyzer::default();
        let [one, two, three] = [1, 2, 3].map(|threads| {
            let mut collector = Collector::new(&analyzer, threads);
            collector.read(&documents, &CharTable::ascii(), &Never).unwrap();
            collector.tabulate(&labels, &Never).unwrap().1
        });
        assert_eq!(one, two);
        assert_eq!(one, three);
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
