//! A corpus in memory: messages as rows of token ids, over one vocabulary.

use super::bag::Bag;
use super::messages::digests;
use crate::counts::vocabulary::{LookupBuffer, NONE, Vocabulary};
use crate::error::Result;
use crate::mail::identity::Identity;
use crate::threads::{Interrupt, pieces};
use crate::tokens::mail::{MailAnalyzer, Tokens};

/// Bytes of messages whose tokens are held at once, about.
const PIECE: usize = 1 << 23;

/// A token of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenCount {
    /// Its id.
    pub token: u32,
    /// How often it occurs.
    pub occurrences: u32,
}

/// Messages, each tokenised once: its tokens in the order in which they first occur.
pub struct Corpus {
    tokens: Vocabulary,
    starts: Vec<usize>,
    counts: Vec<TokenCount>,
    digests: Vec<Identity>,
    batch: LookupBuffer,
    ids: Vec<u32>,
    /// Where each token stands in the message at hand.
    places: Vec<u32>,
}

impl Default for Corpus {
    fn default() -> Self {
        Self {
            tokens: Vocabulary::default(),
            starts: vec![0],
            counts: Vec::new(),
            digests: Vec::new(),
            batch: LookupBuffer::default(),
            ids: Vec::new(),
            places: Vec::new(),
        }
    }
}

impl Corpus {
    /// How many messages there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All tokens of all messages.
    #[must_use]
    pub fn tokens(&self) -> &Vocabulary {
        &self.tokens
    }

    /// The tokens of a message.
    #[must_use]
    pub fn row(&self, message: usize) -> &[TokenCount] {
        &self.counts[self.starts[message]..self.starts[message + 1]]
    }

    /// By what a message is known.
    #[must_use]
    pub fn digest(&self, message: usize) -> &Identity {
        &self.digests[message]
    }

    /// Add messages behind the others; they are tokenised on several threads.
    pub fn add(
        &mut self,
        messages: &[&[u8]],
        analyzer: &MailAnalyzer,
        threads: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        for piece in pieces(messages, PIECE) {
            self.digests.extend(digests(piece, threads, interrupt)?);
            for tokens in analyzer.tokenize_all(piece, threads, interrupt)? {
                self.push(&tokens);
            }
        }
        Ok(())
    }

    /// Add a message as a store keeps it.
    pub fn add_bag(&mut self, bag: &Bag, digest: &Identity) {
        for (token, &occurrences) in bag.tokens.iter().zip(&bag.counts) {
            self.counts.push(TokenCount { token: self.tokens.intern(token), occurrences });
        }
        self.digests.push(*digest);
        self.starts.push(self.counts.len());
    }

    fn push(&mut self, tokens: &Tokens) {
        self.ids.clear();
        self.tokens.intern_all(tokens.bytes(), tokens.spans(), &mut self.batch, &mut self.ids);
        self.places.resize(self.tokens.len(), NONE);
        let start = self.counts.len();
        for &token in &self.ids {
            let place = &mut self.places[token as usize];
            if *place == NONE {
                *place = (self.counts.len() - start) as u32;
                self.counts.push(TokenCount { token, occurrences: 0 });
            }
            self.counts[start + *place as usize].occurrences += 1;
        }
        for one in &self.counts[start..] {
            self.places[one.token as usize] = NONE;
        }
        self.starts.push(self.counts.len());
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::threads::Never;
    use crate::tokens::mail::Headers;

    /// A corpus of messages that have nothing but words, and a token for their type.
    pub(crate) fn corpus(messages: &[&str]) -> Corpus {
        let analyzer = MailAnalyzer { headers: Headers::None, ..MailAnalyzer::default() };
        let raw: Vec<String> = messages.iter().map(|text| format!("X: y\n\n{text}")).collect();
        let raw: Vec<&[u8]> = raw.iter().map(String::as_bytes).collect();
        let mut corpus = Corpus::default();
        corpus.add(&raw, &analyzer, 2, &Never).unwrap();
        corpus
    }

    /// Tokens stand in the order in which they first occur, each with how often it does.
    #[test]
    fn messages_are_rows() {
        let corpus = corpus(&["cheap lunch cheap", "", "lunch"]);
        let row = |message| {
            let name = |one: &TokenCount| corpus.tokens().terms().get(one.token).to_vec();
            let row: &[TokenCount] = corpus.row(message);
            let words = row.iter().filter(|one| !name(one).contains(&b':'));
            words.map(|one| (name(one), one.occurrences)).collect::<Vec<_>>()
        };
        assert_eq!(corpus.len(), 3);
        assert_eq!(row(0), [(b"cheap".to_vec(), 2), (b"lunch".to_vec(), 1)]);
        assert_eq!((row(1), row(2)), (vec![], vec![(b"lunch".to_vec(), 1)]));
    }
}
