//! One sorted vocabulary out of several.

use super::parallel::{Interrupt, all};
use super::terms::Terms;
use crate::error::Result;

/// A term by its first bytes, which decide most comparisons.
#[derive(Clone, Copy)]
struct Entry {
    prefix: u128,
    list: u32,
    id: u32,
}

/// The union of some lists of terms, sorted.
pub struct Merged {
    /// All terms in the order of their bytes, which is the order of their code points.
    pub terms: Terms,
    /// For each list, the place of each of its terms in the union.
    pub ranks: Vec<Vec<u32>>,
}

/// Sort the union of the lists; each list is sorted on a thread of its own.
pub fn merge(lists: &[&Terms], interrupt: &dyn Interrupt) -> Result<Merged> {
    let mut sorted = all(lists.iter().enumerate(), |(i, terms)| sort(i as u32, terms));
    interrupt.check()?;
    let mut entries = sorted.swap_remove(0);
    if !sorted.is_empty() {
        for run in &sorted {
            entries.extend_from_slice(run);
        }
        // The stable sort finds the sorted runs and merges them.
        entries.sort_by(|a, b| compare(*a, *b, lists));
    }
    interrupt.check()?;
    Ok(number(&entries, lists))
}

/// Sort one list: first into buckets by two bytes, then each bucket, which fits the cache.
fn sort(list: u32, terms: &Terms) -> Vec<Entry> {
    let mut ends = vec![0_usize; BUCKETS + 1];
    terms.iter().for_each(|term| ends[bucket(prefix(term)) + 1] += 1);
    for i in 0..BUCKETS {
        ends[i + 1] += ends[i];
    }
    let mut entries = vec![Entry { prefix: 0, list, id: 0 }; terms.len()];
    for (id, term) in terms.iter().enumerate() {
        let prefix = prefix(term);
        let end = &mut ends[bucket(prefix)];
        entries[*end] = Entry { prefix, list, id: id as u32 };
        *end += 1;
    }
    for same in entries.chunk_by_mut(|a, b| bucket(a.prefix) == bucket(b.prefix)) {
        same.sort_unstable_by(|a, b| {
            a.prefix.cmp(&b.prefix).then_with(|| terms.get(a.id).cmp(terms.get(b.id)))
        });
    }
    entries
}

const BUCKETS: usize = 1 << 16;

#[inline]
fn bucket(prefix: u128) -> usize {
    (prefix >> 112) as usize
}

fn prefix(term: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    let len = term.len().min(16);
    bytes[..len].copy_from_slice(&term[..len]);
    u128::from_be_bytes(bytes)
}

fn compare(a: Entry, b: Entry, lists: &[&Terms]) -> std::cmp::Ordering {
    a.prefix.cmp(&b.prefix).then_with(|| term(a, lists).cmp(term(b, lists)))
}

fn term<'a>(entry: Entry, lists: &[&'a Terms]) -> &'a [u8] {
    lists[entry.list as usize].get(entry.id)
}

/// Number the distinct terms in order.
fn number(entries: &[Entry], lists: &[&Terms]) -> Merged {
    let mut ranks: Vec<Vec<u32>> = lists.iter().map(|terms| vec![0; terms.len()]).collect();
    let mut terms = Terms::default();
    let mut last: &[u8] = b"";
    for &entry in entries {
        let term = term(entry, lists);
        if terms.is_empty() || term != last {
            terms.push(term);
            last = term;
        }
        ranks[entry.list as usize][entry.id as usize] = terms.len() as u32 - 1;
    }
    Merged { terms, ranks }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::parallel::Never;

    /// The union is sorted by code points, and every list knows where its terms went.
    #[test]
    fn lists_become_one() {
        let list =
            |words: &[&'static str]| words.iter().map(|word| word.as_bytes()).collect::<Terms>();
        let long = ["incomprehensibility", "incomprehensibilities"];
        let (a, b) = (list(&["now", long[0], "", "é"]), list(&[long[1], "now", "a\0", "a", "𝒳"]));
        let merged = merge(&[&a, &b], &Never).unwrap();
        let terms: Vec<&[u8]> = merged.terms.iter().collect();
        let expected: Vec<&[u8]> = ["", "a", "a\0", long[1], long[0], "now", "é", "𝒳"]
            .iter()
            .map(|w| w.as_bytes())
            .collect();
        assert_eq!(terms, expected);
        assert_eq!(merged.ranks, [vec![5, 4, 0, 6], vec![3, 5, 2, 1, 7]]);
    }
}
