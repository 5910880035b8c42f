//! Token coders: a token becomes the id of a new or known term, or a feature hash.

use super::murmur::{murmur3, murmur3_all};
use super::terms::Terms;
use super::vocabulary::{LookupBuffer, NONE, Vocabulary};
use crate::tokens::analyzer::{Analyzer, Kind, WordRules};
use crate::tokens::words::Span;

/// Gives tokens their codes; [`NONE`] is the code of what does not count.
pub trait Coder: Send {
    /// Whether it takes words as they stand in a block, without the analyser's further steps.
    fn takes_blocks(&self) -> bool;

    /// Append the codes of words in a padded buffer.
    fn encode_words(&mut self, buffer: &[u8], spans: &[Span], codes: &mut Vec<u32>);

    /// The code of one token.
    fn encode(&mut self, token: &[u8]) -> u32;
}

/// Learns a vocabulary.
pub struct Learner<'a> {
    vocabulary: Vocabulary,
    batch: LookupBuffer,
    forms: Option<Forms<'a>>,
    takes_blocks: bool,
}

impl<'a> Learner<'a> {
    /// For the tokens of `analyzer`. Runs of dark characters are learnt whole, and cut up later.
    #[must_use]
    pub fn new(analyzer: &'a Analyzer) -> Self {
        let has_forms = analyzer.is_refinable() && !analyzer.rules.is_trivial();
        Self {
            vocabulary: Vocabulary::default(),
            batch: LookupBuffer::default(),
            forms: has_forms.then(|| Forms::new(&analyzer.rules)),
            takes_blocks: analyzer.is_refinable() || analyzer.kind == Kind::CharWb,
        }
    }

    /// The tokens that the codes stand for.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        self.forms.as_ref().map_or(&self.vocabulary, |forms| &forms.tokens)
    }
}

impl Coder for Learner<'_> {
    fn takes_blocks(&self) -> bool {
        self.takes_blocks
    }

    fn encode_words(&mut self, buffer: &[u8], spans: &[Span], codes: &mut Vec<u32>) {
        let from = codes.len();
        self.vocabulary.intern_all(buffer, spans, &mut self.batch, codes);
        if let Some(forms) = &mut self.forms {
            forms.translate(&mut codes[from..], self.vocabulary.terms());
        }
    }

    fn encode(&mut self, token: &[u8]) -> u32 {
        self.vocabulary.intern(token)
    }
}

/// The final form of each word of a vocabulary, found out once a word.
struct Forms<'a> {
    rules: &'a WordRules,
    ids: Vec<u32>,
    tokens: Vocabulary,
}

impl<'a> Forms<'a> {
    fn new(rules: &'a WordRules) -> Self {
        Self { rules, ids: Vec::new(), tokens: Vocabulary::default() }
    }

    fn translate(&mut self, ids: &mut [u32], words: &Terms) {
        while self.ids.len() < words.len() {
            let form = self.rules.apply(words.get(self.ids.len() as u32));
            self.ids.push(form.map_or(NONE, |form| self.tokens.intern(&form)));
        }
        for id in ids {
            *id = self.ids[*id as usize];
        }
    }
}

/// Looks tokens up in a vocabulary that stays as it is.
pub struct Finder<'a> {
    vocabulary: &'a Vocabulary,
    batch: LookupBuffer,
    unknown: u32,
    takes_blocks: bool,
}

impl<'a> Finder<'a> {
    /// `unknown` is the code of tokens outside the vocabulary.
    #[must_use]
    pub fn new(vocabulary: &'a Vocabulary, unknown: u32, analyzer: &Analyzer) -> Self {
        let takes_blocks = analyzer.is_plain_words();
        Self { vocabulary, batch: LookupBuffer::default(), unknown, takes_blocks }
    }
}

impl Coder for Finder<'_> {
    fn takes_blocks(&self) -> bool {
        self.takes_blocks
    }

    fn encode_words(&mut self, buffer: &[u8], spans: &[Span], codes: &mut Vec<u32>) {
        let from = codes.len();
        self.vocabulary.get_all(buffer, spans, &mut self.batch, codes);
        if self.unknown != NONE {
            codes[from..]
                .iter_mut()
                .filter(|code| **code == NONE)
                .for_each(|code| *code = self.unknown);
        }
    }

    fn encode(&mut self, token: &[u8]) -> u32 {
        let id = self.vocabulary.get(token);
        if id == NONE { self.unknown } else { id }
    }
}

/// Hashes tokens.
pub struct Hasher {
    takes_blocks: bool,
}

impl Hasher {
    /// For the tokens of `analyzer`.
    #[must_use]
    pub fn new(analyzer: &Analyzer) -> Self {
        Self { takes_blocks: analyzer.is_plain_words() }
    }
}

impl Coder for Hasher {
    fn takes_blocks(&self) -> bool {
        self.takes_blocks
    }

    fn encode_words(&mut self, buffer: &[u8], spans: &[Span], codes: &mut Vec<u32>) {
        murmur3_all(buffer, spans, codes);
    }

    fn encode(&mut self, token: &[u8]) -> u32 {
        murmur3(token)
    }
}
