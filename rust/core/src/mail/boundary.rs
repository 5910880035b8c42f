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
}

/// A line that is a boundary.
pub struct Delimiter {
    /// Which of the open multiparts it belongs to.
    pub of: usize,
    /// Whether it is the last of that multipart.
    pub last: bool,
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
        if let Some((of, last)) = matching(open, &raw[start..end]) {
            return Some(Delimiter { of, last, start, next });
        }
        from = next;
    }
    None
}

/// Which of the open multiparts a line is a boundary of, and whether it is the last one.
///
/// The outermost owns a boundary that several share (RFC 2046, 5.1.2).
#[inline]
pub fn matching(open: &[OpenMultipart], line: &[u8]) -> Option<(usize, bool)> {
    owner(open, line.strip_prefix(b"--")?)
}

/// The same of what follows the dashes, apart from the look at them, which most lines need only.
fn owner(open: &[OpenMultipart], line: &[u8]) -> Option<(usize, bool)> {
    open.iter().enumerate().find_map(|(of, container)| {
        let rest = line.strip_prefix(&*container.boundary)?;
        let (rest, last) = match rest.strip_prefix(b"--") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        rest.iter().all(|byte| matches!(byte, b' ' | b'\t')).then_some((of, last))
    })
}
