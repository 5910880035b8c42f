//! Term counts by class: labelled documents become a table of terms and classes.

mod by_term;
mod term_counter;

use super::collect::{Collector, Names};
use super::csr::Csr;
use super::merge::merge;
use super::table::ClassCounts;
use crate::error::{Error, Result};
use crate::threads::{Interrupt, all};
use by_term::{ByTerm, add_up, by_term};
use term_counter::TermCounter;

/// Documents that are counted before somebody may ask to stop.
const PAUSE: usize = 1 << 8;

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
    let mut tally = TermCounter::new(ranks.len());
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
    let mut tally = TermCounter::new(terms);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::document_reader::DocumentReader;
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
