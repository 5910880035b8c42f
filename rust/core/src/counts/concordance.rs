//! Concordance: the character ranges of given tokens in one text.

use super::vocabulary::{LookupBuffer, NONE, Vocabulary};
use crate::error::{Error, Result};
use crate::tokens::analyzer::Analyzer;
use crate::tokens::chars::CharTable;
use crate::tokens::traced::CharRange;

/// The places of tokens that were asked for, token by token, each in the order of the text.
#[derive(Debug, Default)]
pub struct Concordance {
    /// Where the places of each token begin among all, and the number of all.
    pub indptr: Vec<i64>,
    /// The first character of each place.
    pub starts: Vec<i64>,
    /// The character behind the last of each place.
    pub ends: Vec<i64>,
}

impl Concordance {
    /// Find the places of `tokens`, which differ from each other, in a text.
    pub fn new<'a>(
        text: &str,
        tokens: impl IntoIterator<Item = &'a [u8]>,
        analyzer: &Analyzer,
        chars: &CharTable,
    ) -> Result<Self> {
        let tokens = tokens.into_iter();
        let mut vocabulary = Vocabulary::with_capacity(tokens.size_hint().0);
        for (i, token) in tokens.enumerate() {
            if vocabulary.intern(token) as usize != i {
                let token = String::from_utf8_lossy(token);
                return Err(Error::Invalid(format!("{token:?} is asked for twice")));
            }
        }
        let found = find(text, &vocabulary, analyzer, chars)?;
        let mut indptr = vec![0; vocabulary.len() + 1];
        for &(id, _) in &found {
            indptr[id as usize + 1] += 1;
        }
        for id in 0..vocabulary.len() {
            indptr[id + 1] += indptr[id];
        }
        let (mut starts, mut ends) = (vec![0; found.len()], vec![0; found.len()]);
        let mut next = indptr.clone();
        for (id, (start, end)) in found {
            let at = next[id as usize] as usize;
            (starts[at], ends[at]) = (i64::from(start), i64::from(end));
            next[id as usize] += 1;
        }
        Ok(Self { indptr, starts, ends })
    }
}

/// The tokens of a text that the vocabulary has, by their ids, and where each stands.
fn find(
    text: &str,
    vocabulary: &Vocabulary,
    analyzer: &Analyzer,
    chars: &CharTable,
) -> Result<Vec<(u32, CharRange)>> {
    let mut found = Vec::new();
    if analyzer.is_plain_words() {
        let (mut batch, mut ids) = (LookupBuffer::default(), Vec::new());
        analyzer.plain_places(text, chars, |buffer, spans, places| {
            ids.clear();
            vocabulary.get_all(buffer, spans, &mut batch, &mut ids);
            found.extend(ids.iter().copied().zip(places));
        })?;
        found.retain(|&(id, _)| id != NONE);
    } else {
        analyzer.places(text, chars, &mut |token, place| {
            let id = vocabulary.get(token);
            if id != NONE {
                found.push((id, place));
            }
        })?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str, tokens: &[&str]) -> Result<Concordance> {
        let tokens = tokens.iter().map(|token| token.as_bytes());
        Concordance::new(text, tokens, &Analyzer::default(), &CharTable::ascii())
    }

    /// Places stand with their token, in the order that was asked for and then in that of the text.
    #[test]
    fn places_are_grouped_by_token() {
        let found = find("so it is so", &["is", "no", "so"]).unwrap();
        assert_eq!(found.indptr, [0, 1, 1, 3]);
        assert_eq!((found.starts, found.ends), (vec![6, 0, 9], vec![8, 2, 11]));
    }

    /// A text without tokens has no places.
    #[test]
    fn nothing_stands_nowhere() {
        let found = find("", &[]).unwrap();
        assert!(found.starts.is_empty() && found.ends.is_empty());
        assert_eq!(found.indptr, [0]);
    }

    /// A token has one list of places.
    #[test]
    fn tokens_differ() {
        assert!(find("so", &["so", "so"]).is_err());
    }
}
