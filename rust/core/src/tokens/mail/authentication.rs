//! `Authentication-Results` (RFC 8601): which server wrote it, and what it found.

/// Longer headers are not read.
const LONGEST: usize = 1 << 14;

/// Methods that tell something of the sender.
const METHODS: [&str; N_METHODS] = ["dkim", "dmarc", "spf"];
pub const N_METHODS: usize = 3;

/// Results that they may have; no other word becomes a token.
const RESULTS: [&str; 10] = [
    "pass",
    "fail",
    "none",
    "softfail",
    "neutral",
    "policy",
    "temperror",
    "permerror",
    "hardfail",
    "bestguesspass",
];

/// A header without comments.
pub struct Results {
    text: Vec<u8>,
}

impl Results {
    /// Read a header; None if it is too long, or a comment or a quotation has no end.
    pub fn of(value: &[u8]) -> Option<Self> {
        (value.len() <= LONGEST)
            .then(|| without_comments(value))
            .flatten()
            .map(|text| Self { text })
    }

    /// The server that says so.
    pub fn server(&self) -> &[u8] {
        words(self.statements().next().unwrap_or_default()).next().unwrap_or_default()
    }

    /// The number of each method, and its result in lower case.
    pub fn found(&self) -> impl Iterator<Item = (usize, &'static str)> {
        self.statements().skip(1).filter_map(result)
    }

    fn statements(&self) -> impl Iterator<Item = &[u8]> {
        self.text.split(|byte| *byte == b';')
    }
}

/// The name of a method and of its result.
pub fn name(method: usize) -> &'static str {
    METHODS[method]
}

/// The result of a statement such as `dkim=pass header.d=example.com`.
fn result(statement: &[u8]) -> Option<(usize, &'static str)> {
    let equals = statement.iter().position(|byte| *byte == b'=')?;
    let method = statement[..equals].trim_ascii();
    let method = method.strip_suffix(b"/1").unwrap_or(method);
    let found = words(&statement[equals + 1..]).next()?;
    let number = METHODS.iter().position(|name| method.eq_ignore_ascii_case(name.as_bytes()))?;
    let result = RESULTS.iter().find(|name| found.eq_ignore_ascii_case(name.as_bytes()))?;
    Some((number, result))
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A blank for each comment, which may hold others; quotations without their quotes and without
/// what would part statements.
fn without_comments(value: &[u8]) -> Option<Vec<u8>> {
    let (mut kept, mut depth) = (Vec::with_capacity(value.len()), 0_usize);
    let (mut is_quoted, mut is_escaped) = (false, false);
    for &byte in value {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' if depth == 0 => is_quoted = !is_quoted,
            b'(' if !is_quoted => depth += 1,
            b')' if !is_quoted => {
                depth = depth.checked_sub(1)?;
                kept.push(b' ');
            }
            _ if depth == 0 && !(is_quoted && is_between(byte)) => kept.push(byte),
            _ => (),
        }
    }
    (depth == 0 && !is_quoted && !is_escaped).then_some(kept)
}

/// Whether it parts statements or their words.
fn is_between(byte: u8) -> bool {
    b";=".contains(&byte) || byte.is_ascii_whitespace()
}
