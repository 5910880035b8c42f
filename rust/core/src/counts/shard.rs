//! The token codes that one thread has read, document by document.

use std::ops::Range;

use super::coder::Coder;
use crate::error::Result;
use crate::mail::message::Message;
use crate::memory::reserve;
use crate::threads::{Interrupt, pieces, size};
use crate::tokens::analyzer::{Analyzer, Kind, Scratch};
use crate::tokens::block::Block;
use crate::tokens::chars::CharTable;
use crate::tokens::mail::{MailAnalyzer, Tokens};
use crate::tokens::masks::Class;
use crate::tokens::words::WordFinder;

/// Codes in a segment, about.
const SEGMENT: usize = 1 << 16;

/// Bytes of messages that are parsed before the first of them is read, about: the code of both steps
/// together is more than the processor keeps at hand.
const PARSED: usize = 1 << 15;

/// A block of more bytes holds a document so long that somebody may ask to stop before its end.
const LARGE: usize = 1 << 18;

/// Bytes that a word and what parts it from the next one take at least, in most texts.
pub(super) const WORD: usize = 4;

/// Documents that follow each other in one shard.
#[derive(Debug, Clone)]
pub struct Segment {
    /// The shard that read them.
    pub shard: usize,
    /// Their codes in its stream.
    pub codes: Range<usize>,
    /// Their places in its list of lengths.
    pub documents: Range<usize>,
}

/// A coder and the codes it gave.
pub struct Shard<C> {
    /// Gives tokens their codes.
    pub coder: C,
    codes: Vec<u32>,
    lengths: Vec<u32>,
    block: Block,
    finder: WordFinder,
    scratch: Scratch,
    tokens: Tokens,
}

impl<C: Coder> Shard<C> {
    /// A shard for the tokens of `analyzer`.
    #[must_use]
    pub fn new(coder: C, analyzer: &Analyzer) -> Self {
        let class = if analyzer.kind == Kind::CharWb { Class::Dark } else { Class::Word };
        Self {
            coder,
            codes: Vec::new(),
            lengths: Vec::new(),
            block: Block::default(),
            finder: WordFinder::new(class),
            scratch: Scratch::default(),
            tokens: Tokens::default(),
        }
    }

    /// Read documents and say in which segments they came to stand.
    pub fn read(
        &mut self,
        documents: &[&str],
        analyzer: &Analyzer,
        chars: &CharTable,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<Segment>> {
        if self.coder.takes_blocks() {
            self.read_blocks(documents, analyzer, chars, interrupt)
        } else {
            self.read_tokens(documents, analyzer, chars, interrupt)
        }
    }

    /// Make room for the codes of so many bytes of text.
    pub fn reserve(&mut self, bytes: usize) {
        reserve(&mut self.codes, bytes / WORD);
    }

    /// Words by whole blocks: the fast path.
    fn read_blocks(
        &mut self,
        documents: &[&str],
        analyzer: &Analyzer,
        chars: &CharTable,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<Segment>> {
        let mut segments = vec![self.open_segment()];
        self.reserve(size(documents));
        let mut documents = documents.iter().copied();
        while documents.len() > 0 {
            interrupt.check()?;
            self.block.fill(&mut documents, &analyzer.normalizer, chars)?;
            self.read_block(chars, interrupt)?;
            self.extend_segment(&mut segments);
        }
        Ok(segments)
    }

    fn read_block(&mut self, chars: &CharTable, interrupt: &dyn Interrupt) -> Result<()> {
        let Self { coder, codes, lengths, block, finder, .. } = self;
        let is_large = block.bytes.len() > LARGE;
        finder.find(&block.bytes, chars, |spans| {
            coder.encode_words(&block.bytes, spans, codes);
            if is_large { interrupt.check() } else { Ok(()) }
        })?;
        let mut before = 0;
        lengths.extend(block.ends.iter().map(|&end| {
            let begun = finder.begun_before(end);
            begun - std::mem::replace(&mut before, begun)
        }));
        Ok(())
    }

    /// Any tokens, document by document.
    fn read_tokens(
        &mut self,
        documents: &[&str],
        analyzer: &Analyzer,
        chars: &CharTable,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<Segment>> {
        let mut segments = vec![self.open_segment()];
        for document in documents {
            interrupt.check()?;
            let Self { coder, codes, scratch, .. } = self;
            let from = codes.len();
            analyzer.tokenize(document, chars, scratch, &mut |token| {
                codes.push(coder.encode(token));
                if codes.len() % SEGMENT == 0 { interrupt.check() } else { Ok(()) }
            })?;
            self.lengths.push((self.codes.len() - from) as u32);
            self.extend_segment(&mut segments);
        }
        Ok(segments)
    }

    /// Read messages and say in which segments they came to stand.
    pub fn read_mail(
        &mut self,
        messages: &[&[u8]],
        analyzer: &MailAnalyzer,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<Segment>> {
        let mut segments = vec![self.open_segment()];
        self.reserve(messages.iter().map(|message| message.len()).sum());
        for some in pieces(messages, PARSED) {
            let parsed = some.iter().map(|raw| Message::parse(raw, &analyzer.limits));
            for message in parsed.collect::<Vec<_>>() {
                interrupt.check()?;
                analyzer.read(message, &mut self.tokens);
                self.encode_mail();
                self.extend_segment(&mut segments);
            }
        }
        Ok(segments)
    }

    /// Give the tokens of a message their codes.
    fn encode_mail(&mut self) {
        let Self { coder, codes, tokens, .. } = self;
        coder.encode_words(tokens.bytes(), tokens.spans(), codes);
        self.lengths.push(tokens.spans().len() as u32);
    }

    /// Take the tokens of one document as they are.
    pub fn push_document<'t>(&mut self, tokens: impl Iterator<Item = &'t [u8]>) {
        let from = self.codes.len();
        self.codes.extend(tokens.map(|token| self.coder.encode(token)));
        self.lengths.push((self.codes.len() - from) as u32);
    }

    /// Everything read so far, as one segment.
    #[must_use]
    pub fn whole(&self) -> Segment {
        Segment { shard: 0, codes: 0..self.codes.len(), documents: 0..self.lengths.len() }
    }

    /// Hand on the codes of each document of a segment.
    pub fn for_each_document<'s>(&'s self, segment: &Segment, mut take: impl FnMut(&'s [u32])) {
        let mut codes = &self.codes[segment.codes.clone()];
        for &length in &self.lengths[segment.documents.clone()] {
            let (document, rest) = codes.split_at(length as usize);
            take(document);
            codes = rest;
        }
    }

    /// Forget the documents, keep the coder.
    pub fn clear(&mut self) {
        self.codes.clear();
        self.lengths.clear();
    }

    fn open_segment(&self) -> Segment {
        let (codes, documents) = (self.codes.len(), self.lengths.len());
        Segment { shard: 0, codes: codes..codes, documents: documents..documents }
    }

    /// Let the last segment reach to here, and begin a new one when it is full.
    fn extend_segment(&self, segments: &mut Vec<Segment>) {
        if let Some(last) = segments.last_mut() {
            last.codes.end = self.codes.len();
            last.documents.end = self.lengths.len();
            if last.codes.len() > SEGMENT || last.documents.len() > SEGMENT {
                segments.push(self.open_segment());
            }
        }
    }
}
