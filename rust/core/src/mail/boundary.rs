//! Boundaries of multiparts: where the next one stands, and which open multipart it belongs to.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::lines::line;

/// What boundaries begin with.
static DASHES: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(b"--"));

/// A multipart whose end was not seen yet.
pub struct OpenMultipart {
    /// What its delimiters have behind their dashes.
    pub boundary: Vec<u8>,
    /// Its place among the parts.
    pub part: usize,
    /// Where its body begins.
    pub body: usize,
    /// How many parts it has so far.
    pub children: usize,
    /// How deep it stands.
    pub depth: usize,
    /// Whether its last boundary came before any part.
    pub is_closed: bool,
}

/// What a boundary says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Which of the open multiparts it belongs to.
    pub of: usize,
    /// Whether it is the last of that multipart.
    pub last: bool,
    /// Whether text follows it on its line.
    pub loose: bool,
}

/// A line that is a boundary.
pub struct Delimiter {
    /// What it says.
    pub is: Match,
    /// Where the line begins.
    pub start: usize,
    /// Where the next line begins.
    pub next: usize,
}

/// The next boundary of any open multipart; `at` is where a line begins.
pub fn next_delimiter(open: &[OpenMultipart], raw: &[u8], at: usize) -> Option<Delimiter> {
    if open.is_empty() {
        return None;
    }
    let mut from = at;
    while let Some(start) = DASHES.find(&raw[from..]).map(|found| from + found) {
        if start > at && !matches!(raw[start - 1], b'\n' | b'\r') {
            from = start + raw[start..].iter().take_while(|byte| **byte == b'-').count();
            continue;
        }
        let (end, next) = line(raw, start);
        if let Some(is) = matching(open, &raw[start..end]) {
            return Some(Delimiter { is, start, next });
        }
        from = next;
    }
    None
}

/// Which of the open multiparts a line is a boundary of, and whether it is the last one.
///
/// The outermost owns a boundary that several share (RFC 2046, 5.1.2). A blank and other text may
/// follow a boundary, as the RFC has it and some mail programs do, unless the whole line is one.
#[inline]
pub fn matching(open: &[OpenMultipart], line: &[u8]) -> Option<Match> {
    owner(open, line.strip_prefix(b"--")?)
}

/// The same of what follows the dashes, apart from the look at them, which most lines need only.
fn owner(open: &[OpenMultipart], line: &[u8]) -> Option<Match> {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let mut begun = None;
    for (of, container) in open.iter().enumerate() {
        let Some(rest) = line.strip_prefix(&*container.boundary) else { continue };
        let (rest, last) = match rest.strip_prefix(b"--") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        if rest.iter().all(is_blank) {
            return Some(Match { of, last, loose: false });
        }
        if begun.is_none() && is_blank(&rest[0]) {
            begun = Some(Match { of, last, loose: true });
        }
    }
    begun
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(boundaries: [&str; 2]) -> Vec<OpenMultipart> {
        let one = |boundary: &str| OpenMultipart {
            boundary: boundary.as_bytes().to_vec(),
            part: 0,
            body: 0,
            children: 0,
            depth: 0,
            is_closed: false,
        };
        boundaries.map(one).into()
    }

    /// A line is the boundary that it is as a whole, and else the one that text follows.
    #[test]
    fn whole_lines_come_first() {
        let open = open(["b", "b c"]);
        for (line, expected) in [
            ("--b", Some((0, false, false))),
            ("--b-- \t", Some((0, true, false))),
            ("--b c", Some((1, false, false))),
            ("--b c--", Some((1, true, false))),
            ("--b d", Some((0, false, true))),
            ("--b-- d", Some((0, true, true))),
            ("--bc", None),
            ("--b--c", None),
            ("-b", None),
        ] {
            let found = matching(&open, line.as_bytes()).map(|m| (m.of, m.last, m.loose));
            assert_eq!(found, expected, "{line}");
        }
    }
}
