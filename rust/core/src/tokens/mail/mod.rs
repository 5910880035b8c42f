//! A message becomes tokens that carry their origin: `free`, `subject:free`, `url:example.com`.
//!
//! Words of the text stand as they are, everything else after its origin and a colon; no word of
//! the text has a colon. The choices are those of `experiments/`.

mod address;
mod combining;
mod fields;
mod header;
mod hosts;
mod origin;
mod received;
mod runs;
mod script;
mod short;
mod sink;
mod structure;
mod tokens;
mod urls;
mod words;

use crate::mail::html::{self, LinkKind};
use crate::mail::limits::Limits;
use crate::mail::mark::{Mark, Marks};
use crate::mail::message::Message;
use crate::mail::part::{Kind, Part};
use origin::{ALT, HIDDEN, MARK, TEXT};
use sink::Sink;
pub use tokens::Tokens;

/// The version of these rules: another one makes other tokens.
pub const VERSION: &str = "mail 1";

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            limits: Limits::default(),
        }
    }
}

impl MailAnalyzer {
    /// Put the tokens of a message in the place of those before.
    pub fn tokenize(&self, raw: &[u8], tokens: &mut Tokens) {
        self.read(Message::parse(raw, &self.limits), tokens);
    }

    /// Put the tokens of a message that was parsed in the place of those before.
    pub fn read(&self, message: Message<'_>, tokens: &mut Tokens) {
        tokens.clear();
        let Message { parts, mut marks } = message;
        for part in &parts {
            fields::note(part, &mut marks);
        }
        let mut sink = Sink::new(self, tokens);
        let mut is_message = true;
        for part in &parts {
            if is_message {
                fields::read(&part.fields, self.headers, &mut sink);
            }
            is_message = part.kind == Kind::Message;
            structure::read(part, &mut sink);
            self.read_text(part, &mut sink, &mut marks);
        }
        sink.set_origin(&MARK);
        marks.iter().for_each(|mark| sink.take(mark.name().as_bytes()));
        sink.finish(Mark::CapTokens.name());
    }

    fn read_text(&self, part: &Part<'_>, sink: &mut Sink<'_>, marks: &mut Marks) {
        match part.kind {
            Kind::Text => words::read_body(&part.text, sink),
            Kind::Html => self.read_html(&part.text, sink, marks),
            _ => (),
        }
    }

    fn read_html(&self, source: &str, sink: &mut Sink<'_>, marks: &mut Marks) {
        let html = html::read(source);
        marks.extend(&html.marks);
        words::read_body(&html.visible, sink);
        match self.hidden {
            Hidden::Apart => {
                sink.set_origin(&HIDDEN);
                words::read(&html.hidden, sink);
            }
            Hidden::Together => words::read_body(&html.hidden, sink),
            Hidden::Out => (),
        }
        for link in &html.links {
            sink.set_origin(&TEXT);
            urls::read(&link.target, sink);
            if link.kind == LinkKind::Image {
                sink.set_origin(&ALT);
                words::read(&link.shown, sink);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(analyzer: &MailAnalyzer, raw: &[u8]) -> Vec<String> {
        let mut tokens = Tokens::default();
        analyzer.tokenize(raw, &mut tokens);
        tokens.iter().map(|token| String::from_utf8_lossy(token).into_owned()).collect()
    }

    const BODY: MailAnalyzer = MailAnalyzer {
        fold_case: true,
        headers: Headers::None,
        pairs: false,
        urls: Urls::Parts,
        hidden: Hidden::Apart,
        min_length: 3,
        max_length: 20,
        limits: Limits {
            message: 1 << 20,
            parts: 9,
            depth: 9,
            headers: 9,
            header: 999,
            text: 9999,
            tokens: 999,
        },
    };

    fn body(analyzer: &MailAnalyzer, text: &str) -> Vec<String> {
        let raw = format!("X: y\n\n{text}");
        let mut tokens = tokens(analyzer, raw.as_bytes());
        tokens.retain(|token| !token.starts_with("type:") && !token.starts_with("mark:"));
        tokens
    }

    /// Words are runs of letters and digits, joined by what may stand within a word.
    #[test]
    fn words_are_found() {
        assert_eq!(
            body(&BODY, "Don't BUY co-op's, it's $1,000 a-b: no!"),
            ["don't", "buy", "co-op's", "it's", "$1,000", "a-b"]
        );
    }

    /// Text outside ASCII has words, too; scripts without blanks have pairs of characters.
    #[test]
    fn other_scripts_have_words() {
        assert_eq!(body(&BODY, "Größe ПРИВЕТ l’été"), ["größe", "привет", "l'été"]);
        assert_eq!(body(&BODY, "価格表 abc漢字"), ["価格", "格表", "abc", "漢字"]);
        assert_eq!(body(&BODY, "漢 vi\u{200b}agra"), ["漢", "viagra"]);
    }

    /// A long word is summed up, or falls into its pieces.
    #[test]
    fn long_words_are_summed_up() {
        assert_eq!(body(&BODY, &"x".repeat(47)), ["long:x-40"]);
        assert_eq!(
            body(&BODY, "one-and-another-and-another"),
            ["one", "and", "another", "and", "another"]
        );
    }

    /// The case can stay, and neighbours can be tokens.
    #[test]
    fn options_are_followed() {
        let analyzer = MailAnalyzer { fold_case: false, pairs: true, ..BODY };
        assert_eq!(body(&analyzer, "Buy Now"), ["Buy", "Now", "Buy Now"]);
    }

    /// An URL gives its host, the domains above it and the words of its path.
    #[test]
    fn urls_are_cut_up() {
        let text = "see http://www.Example.com:81/buy/now?id=42.";
        assert_eq!(
            body(&BODY, text),
            [
                "see",
                "url:www.example.com",
                "url:com",
                "url:example.com",
                "odd:port",
                "path:buy",
                "path:now"
            ]
        );
        let hosts = MailAnalyzer { urls: Urls::Hosts, ..BODY };
        assert_eq!(
            body(&hosts, "http://1.2.3.4/x"),
            ["url:1.2.3.4", "url:1.2.3", "url:1.2", "odd:address"]
        );
        let words = MailAnalyzer { urls: Urls::Words, ..BODY };
        assert_eq!(body(&words, "http://a.example/buy"), ["http", "a.example", "buy"]);
    }

    /// An URL in an URL is read as one, but not one in that, and words go on as before.
    #[test]
    fn urls_in_urls_are_read() {
        let analyzer = MailAnalyzer { urls: Urls::Hosts, ..BODY };
        let text = "http://a.example/http://b.example/http://c.example/ end";
        let hosts = ["url:a.example", "url:example"];
        assert_eq!(body(&analyzer, text), [&hosts[..], &["end"]].concat());
        let found = body(&BODY, text);
        assert!(found.iter().any(|token| token == "url:b.example"), "{found:?}");
        assert!(found.iter().any(|token| token == "path:c.example"), "{found:?}");
    }

    /// What follows an URL has the origin of what precedes it.
    #[test]
    fn origins_outlast_urls() {
        let raw = b"Subject: see http://a.example/ now\n\n";
        let found = tokens(&MailAnalyzer::default(), raw);
        assert!(found.iter().any(|token| token == "subject:now"), "{found:?}");
        assert!(!found.iter().any(|token| token == "now"), "{found:?}");
    }

    /// What stands before a colon is a scheme if it could be one.
    #[test]
    fn schemes_have_letters() {
        for (target, expected) in [("tel:1", vec!["scheme:tel"]), (":x", vec![]), ("1:x", vec![])] {
            let raw = format!("Content-Type: text/html\n\n<a href=\"{target}\"></a>");
            let mut found = tokens(&BODY, raw.as_bytes());
            found.retain(|token| token.starts_with("scheme:"));
            assert_eq!(found, expected, "{target}");
        }
    }

    /// Nothing before an URL hides it, and the origin of what follows it is that from before.
    #[test]
    fn urls_have_neighbours() {
        let hosts = MailAnalyzer { urls: Urls::Hosts, headers: Headers::Subject, ..BODY };
        assert_eq!(
            body(&hosts, "see,http://a.example\u{2014}now \u{70b9}http://b.example"),
            [
                "see",
                "url:a.example",
                "url:example",
                "now",
                "\u{70b9}",
                "url:b.example",
                "url:example"
            ]
        );
        let found = tokens(&hosts, b"Subject: http://a.example now\n\n");
        assert_eq!(found[..3], ["url:a.example", "url:example", "subject:now"]);
    }

    /// A sender cannot hide its address behind the name it gives itself.
    #[test]
    fn relays_are_read() {
        let raw = b"Received: from by (by [IPv6:2001:db8::1]) by mx.example.org\n\n";
        assert_eq!(
            tokens(&MailAnalyzer::default(), raw)[1..4],
            ["relay:2001:db8:0:0:0:0:0:1", "relay:2001:db8:0:0", "relay:2001:db8:0"]
        );
    }

    /// Armour is not read: it is nobody's words.
    #[test]
    fn armour_is_left_out() {
        let armour = format!("{}\nabcd\n=efgh", "x".repeat(64));
        let text = |block: &str| {
            format!("one\n-----BEGIN PGP MESSAGE-----\n{block}\n-----END PGP MESSAGE-----\ntwo")
        };
        assert_eq!(body(&BODY, &text(&armour)), ["one", "two"]);
        assert_eq!(body(&BODY, &text("buy\npills")), ["one", "buy", "pills", "two"]);
    }

    /// No more tokens are taken than the limit says, and that is a token.
    #[test]
    fn tokens_are_capped() {
        let limits = Limits { tokens: 2, ..BODY.limits };
        let analyzer = MailAnalyzer { limits, ..BODY };
        assert_eq!(
            tokens(&analyzer, b"X: y\n\none two three"),
            ["type:text/plain", "one", "mark:cap-tokens"]
        );
    }

    /// Headers carry their names, and what other filters wrote is not there.
    #[test]
    fn headers_are_read() {
        let raw =
            b"From: \"Ann Lee\" <ann@mail.example.com>\nSubject: Hello You\nX-Spam-Flag: YES\n\
            Received: from relay.example.net ([10.1.2.3]) by mx.example.org; Mon, 1 Jan\n\n";
        let found = tokens(&MailAnalyzer::default(), raw);
        for token in [
            "header:from",
            "from-name:ann",
            "from:ann@mail.example.com",
            "from:mail.example.com",
            "from:example.com",
            "subject:hello",
            "relay:relay.example.net",
            "relay:10.1.2.3",
            "relay:10.1",
        ] {
            assert!(found.iter().any(|one| one == token), "{token} in {found:?}");
        }
        assert!(!found.iter().any(|one| one.contains("spam") || one.contains("example.org")));
    }
}
