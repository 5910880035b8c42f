//! Mail analyser: a message becomes tokens with their origin: `free`, `subject:free`.
//!
//! Words of the text stand as they are, everything else after its origin and a colon; no word of
//! the text has a colon. The choices are those of `experiments/`. The Unicode tables are Rust's: a
//! filter that starts for one message cannot wait until Python has told its own.

mod address;
mod alike;
mod authentication;
mod combining;
mod disguise;
mod fields;
mod header;
mod hosts;
mod networks;
mod origin;
mod punycode;
mod received;
mod runs;
mod script;
mod short;
mod sink;
mod structure;
#[cfg(test)]
mod tests;
mod tokens;
mod trust;
mod urls;
mod words;

use crate::error::Result;
use crate::mail::html::{self, LinkKind};
use crate::mail::limits::Limits;
use crate::mail::mark::{Mark, Marks};
use crate::mail::message::Message;
use crate::mail::part::{Kind, Part};
use crate::threads::{Interrupt, share};
pub use networks::Network;
use origin::{ALT, ATTACHED, HIDDEN, MARK, Origin, TEXT};
use sink::Sink;
pub use tokens::Tokens;
pub use trust::Ours;
use trust::Trust;

/// The version of these rules: another one makes other tokens.
pub const VERSION: &str = "mail 2";

/// Which headers become tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headers {
    /// All that tell something.
    All,
    /// The subject.
    Subject,
    /// None.
    None,
}

/// What becomes of an URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urls {
    /// Its host, the domains above it, and the words of its path.
    Parts,
    /// Its host and the domains above it.
    Hosts,
    /// Words like any others.
    Words,
}

/// What becomes of text that is not shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// Tokens of their own.
    Apart,
    /// Words like any others.
    Together,
    /// Nothing.
    Out,
}

/// What counts as a token of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailAnalyzer {
    /// Whether words are lowered in case.
    pub fold_case: bool,
    /// Which headers are read.
    pub headers: Headers,
    /// Whether neighbours are tokens, too.
    pub pairs: bool,
    /// How URLs are read.
    pub urls: Urls,
    /// How hidden text is read.
    pub hidden: Hidden,
    /// Characters of the shortest word.
    pub min_length: usize,
    /// Characters of the longest word that is not summed up.
    pub max_length: usize,
    /// Whose word of where a message came from is believed.
    pub ours: Ours,
    /// How much of a message is read.
    pub limits: Limits,
}

impl Default for MailAnalyzer {
    /// What experiments/001 to 006 found best.
    fn default() -> Self {
        Self {
            fold_case: true,
            headers: Headers::All,
            pairs: false,
            urls: Urls::Parts,
            hidden: Hidden::Apart,
            min_length: 3,
            max_length: 12,
            ours: Ours::default(),
            limits: Limits::default(),
        }
    }
}

impl MailAnalyzer {
    /// Put the tokens of a message in the place of those before.
    pub fn tokenize(&self, raw: &[u8], tokens: &mut Tokens) {
        self.read(Message::parse(raw, &self.limits), tokens);
    }

    /// The tokens of each of some messages, on several threads.
    pub fn tokenize_all(
        &self,
        messages: &[&[u8]],
        threads: usize,
        interrupt: &dyn Interrupt,
    ) -> Result<Vec<Tokens>> {
        share(messages.len(), vec![(); threads.max(1)], interrupt, |(), message| {
            interrupt.check()?;
            let mut tokens = Tokens::default();
            self.tokenize(messages[message], &mut tokens);
            Ok(tokens)
        })
    }

    /// Put the tokens of a message that was parsed in the place of those before.
    pub fn read(&self, message: Message<'_>, tokens: &mut Tokens) {
        tokens.clear();
        let Message { parts, mut marks } = message;
        for part in &parts {
            fields::note(part, &mut marks);
        }
        let ours = self.trust(&parts);
        // Messages within a message were written by whoever sent that.
        let others = Trust::none();
        let mut trust = &ours;
        let mut sink = Sink::new(self, tokens);
        let mut is_message = true;
        for part in &parts {
            if is_message {
                fields::read(&part.fields, self.headers, trust, &mut sink);
                trust = &others;
            }
            is_message = part.kind == Kind::Message;
            structure::read(part, &mut sink);
            self.read_text(part, &mut sink, &mut marks);
        }
        sink.disguises.note(&mut marks);
        sink.set_origin(&MARK);
        marks.iter().for_each(|mark| sink.take(mark.name().as_bytes()));
        sink.finish(Mark::CapTokens.name());
    }

    fn trust<'m>(&'m self, parts: &'m [Part<'_>]) -> Trust<'m> {
        match (self.headers, parts) {
            (Headers::All, [message, ..]) => Trust::of(&message.fields, &self.ours),
            _ => Trust::none(),
        }
    }

    fn read_text(&self, part: &Part<'_>, sink: &mut Sink<'_>, marks: &mut Marks) {
        let origin = if part.kind == Kind::Attachment { &ATTACHED } else { &TEXT };
        match part.read_as() {
            Some(Kind::Html) => self.read_html(&part.text, origin, sink, marks),
            Some(_) => words::read_body(&part.text, origin, sink),
            None => (),
        }
    }

    fn read_html(
        &self,
        source: &str,
        origin: &'static Origin,
        sink: &mut Sink<'_>,
        marks: &mut Marks,
    ) {
        let html = html::read(source);
        marks.extend(&html.marks);
        words::read_body(&html.visible, origin, sink);
        match self.hidden {
            Hidden::Apart => {
                sink.set_origin(&HIDDEN);
                words::read(&html.hidden, sink);
            }
            Hidden::Together => words::read_body(&html.hidden, origin, sink),
            Hidden::Out => (),
        }
        for link in &html.links {
            sink.set_origin(origin);
            urls::read(&link.target, sink);
            if link.kind == LinkKind::Image {
                sink.set_origin(&ALT);
                words::read(&link.shown, sink);
            }
        }
    }
}
