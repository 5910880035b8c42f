//! What the analyser of mail makes of messages, behaviour by behaviour.

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
    ours: Ours { relays: Vec::new(), authserv: None },
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
        ["see", "url:a.example", "url:example", "now", "\u{70b9}", "url:b.example", "url:example"]
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
    let raw = b"From: \"Ann Lee\" <ann@mail.example.com>\nSubject: Hello You\nX-Spam-Flag: YES\n\
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
