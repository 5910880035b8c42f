//! Invariants of the tokens of every message.

use std::collections::HashSet;

use priory_core::counts::collect::Collector;
use priory_core::counts::csr::Csr;
use priory_core::counts::document_reader::DocumentReader;
use priory_core::mail::limits::Limits;
use priory_core::threads::Never;
use priory_core::tokens::analyzer::Analyzer;
use priory_core::tokens::mail::{Headers, Hidden, MailAnalyzer, Tokens, Urls};

/// One input in so many is read on two threads, too.
const THREADED: usize = 61;
/// Bytes of the longest address in lower case, which may be longer than as it was written.
const LONGEST_ADDRESS: usize = 254 * 3 / 2;
/// Bytes of the longest origin and its colon.
const LONGEST_ORIGIN: usize = 29;

/// Where tokens come from that are no words of the text.
const ORIGINS: &str = " alt attached auth auto-submitted cc cc-name charset claimed-auth claimed-relay content-language \
    date encoding errors-to errors-to-name file from from-name header hidden importance list-id \
    list-post list-unsubscribe \
    long mailto mailto-name mark message-id mime-version odd organization path precedence priority \
    relay reply-to reply-to-name return-path return-path-name scheme sender sender-name size \
    subject to to-name type url user-agent x-mailer x-originating-ip x-priority ";

/// The specifications that are tried: the usual one, and others as far from it as can be.
fn analyzers(limits: &Limits) -> [MailAnalyzer; 4] {
    let usual = MailAnalyzer { limits: *limits, ..MailAnalyzer::default() };
    let all = MailAnalyzer { hidden: Hidden::Together, min_length: 1, ..usual.clone() };
    let few = MailAnalyzer { headers: Headers::None, urls: Urls::Hosts, ..usual.clone() };
    [
        usual,
        MailAnalyzer { fold_case: false, pairs: true, urls: Urls::Words, ..all.clone() },
        MailAnalyzer { hidden: Hidden::Out, min_length: 5, max_length: 6, ..few },
        MailAnalyzer { headers: Headers::Subject, max_length: 1_000, ..all },
    ]
}

/// Check the tokens of the usual specification and of another, and say how often it was parsed.
pub fn check(raw: &[u8], limits: &Limits) -> u64 {
    let [usual, others @ ..] = analyzers(limits);
    let other = &others[raw.len() % others.len()];
    for analyzer in [&usual, other] {
        check_tokens(&tokens(analyzer, raw), analyzer);
    }
    2 + if raw.len().is_multiple_of(THREADED) { check_threads(other, raw) } else { 0 }
}

fn tokens(analyzer: &MailAnalyzer, raw: &[u8]) -> Vec<Vec<u8>> {
    let mut tokens = Tokens::default();
    analyzer.tokenize(raw, &mut tokens);
    tokens.iter().map(<[u8]>::to_vec).collect()
}

fn check_tokens(tokens: &[Vec<u8>], analyzer: &MailAnalyzer) {
    let most = analyzer.limits.tokens;
    assert!(tokens.len() <= most.saturating_add(1), "{} tokens", tokens.len());
    let is_capped = tokens.last().is_some_and(|last| last == b"mark:cap-tokens");
    assert_eq!(tokens.len() > most, is_capped, "{} tokens", tokens.len());
    let mut marks = HashSet::new();
    for token in tokens {
        let token = str::from_utf8(token).expect("UTF-8");
        check_token(token, analyzer);
        assert!(!token.starts_with("mark:") || marks.insert(token), "{token} twice");
    }
}

fn check_token(token: &str, analyzer: &MailAnalyzer) {
    let words = if analyzer.pairs { 2 } else { 1 };
    // A pair of characters of a dense script is as long as words may be, at least.
    let longest = words * analyzer.max_length.max(2) + words - 1;
    let bytes = LONGEST_ORIGIN + LONGEST_ADDRESS.max(4 * longest);
    assert!(token.len() <= bytes, "{} bytes: {token:?}", token.len());
    if let Some((origin, word)) = token.split_once(':') {
        assert!(ORIGINS.contains(&format!(" {origin} ")), "{token:?}");
        assert!(!word.is_empty(), "{token:?}");
        return;
    }
    let blanks = token.chars().filter(|c| c.is_whitespace() || c.is_control()).count();
    assert!(blanks < words, "{token:?}");
    assert!(!token.is_empty() && token.chars().count() <= longest, "{token:?}");
    let is_upper = token.bytes().any(|byte| byte.is_ascii_uppercase());
    assert!(!analyzer.fold_case || !is_upper, "{token:?}");
}

/// Check that two threads count what one counts.
fn check_threads(analyzer: &MailAnalyzer, raw: &[u8]) -> u64 {
    let messages = [raw, &raw[raw.len() / 2..], b"", raw];
    let [one, two] = [1, 2].map(|threads| {
        let plain = Analyzer::default();
        let mut collector = Collector::new(&plain, threads);
        collector.read_mail(&messages, analyzer, &Never).expect("nobody interrupts");
        collector.finish::<i64>(i32::MAX, &Never).expect("nobody interrupts")
    });
    assert_eq!(one.names.terms, two.names.terms, "two threads differ from one");
    let arrays = |csr: Csr<i64>| (csr.indptr, csr.indices, csr.data);
    assert_eq!(arrays(one.matrix), arrays(two.matrix), "two threads differ from one");
    2 * messages.len() as u64
}
