//! Text buffer with collapsed whitespace and no empty lines.

use wide::u8x16;

use super::byte::{BLANK, ZERO, is_any};

/// What stands between what was written and what comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    #[default]
    None,
    Blank,
    Line,
}

/// A text that grows.
#[derive(Debug, Default)]
pub struct Text {
    out: String,
    gap: Gap,
    has_seam: bool,
    /// Whether a seam was met within a word.
    pub is_split: bool,
}

impl Text {
    /// A text with room for `size` bytes.
    #[must_use]
    pub fn with_capacity(size: usize) -> Self {
        Self { out: String::with_capacity(size), ..Self::default() }
    }

    /// What is written, but for a gap at its end.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.out
    }

    /// The text.
    #[must_use]
    pub fn finish(self) -> String {
        self.out
    }

    /// What comes next is apart from what was.
    pub fn blank(&mut self) {
        self.gap = self.gap.max(Gap::Blank);
    }

    /// What comes next is on a line of its own.
    pub fn line(&mut self) {
        self.gap = Gap::Line;
    }

    /// Something stands here that is not seen, perhaps within a word.
    pub fn seam(&mut self) {
        self.has_seam |= self.gap == Gap::None;
    }

    /// Add text; with `keeps_lines` line feeds in it end lines. Whether anything was dark.
    pub fn push(&mut self, text: &str, keeps_lines: bool) -> bool {
        let bytes = text.as_bytes();
        let start = self.widen(bytes, 0, keeps_lines);
        let mut at = start;
        while at < bytes.len() {
            let end = run_end(bytes, at);
            self.run(&text[at..end]);
            at = self.widen(bytes, end, keeps_lines);
        }
        start < bytes.len()
    }

    /// Widen the gap for the blanks from `at` on; where they end. Browsers leave zero bytes out, so
    /// they make none.
    #[inline]
    fn widen(&mut self, bytes: &[u8], at: usize, keeps_lines: bool) -> usize {
        let end = blank_end(bytes, at);
        let blanks = &bytes[at..end];
        if keeps_lines && blanks.contains(&b'\n') {
            self.line();
        } else if blanks.iter().any(|&byte| byte != 0) {
            self.blank();
        }
        end
    }

    /// Add text that needs no change.
    #[inline]
    fn run(&mut self, run: &str) {
        match self.gap {
            _ if self.out.is_empty() => {}
            Gap::None => self.sew(run),
            Gap::Blank => self.out.push(' '),
            Gap::Line => self.out.push('\n'),
        }
        (self.gap, self.has_seam) = (Gap::None, false);
        self.out.push_str(run);
    }

    /// Join a run to the one before.
    fn sew(&mut self, run: &str) {
        if self.has_seam {
            let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            self.is_split |=
                is_letter(self.out.chars().next_back()) && is_letter(run.chars().next());
        }
    }
}

/// Whether a byte is not to be written as it stands.
#[inline]
fn is_changed(byte: u8) -> bool {
    is_any(byte, BLANK | ZERO)
}

/// Where the blanks from `at` on end.
#[inline]
fn blank_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&byte| !is_changed(byte)).map_or(bytes.len(), |end| at + end)
}

/// Bytes that are looked at in one step.
const WIDTH: usize = 16;

/// Where the text that needs no change ends: words with one space between them.
#[inline]
fn run_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        let plain = plain_start(window(&bytes[at..]));
        at += plain;
        if plain < WIDTH - 1 {
            // Of what looks odd, only this is not to be written as it stands.
            if bytes.get(at).is_none_or(|&byte| is_changed(byte)) {
                return at;
            }
            at += 1;
        }
    }
}

/// The first bytes, with zeros behind the last.
#[inline]
fn window(bytes: &[u8]) -> [u8; WIDTH] {
    bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut window = [0; WIDTH];
        window[..bytes.len()].copy_from_slice(bytes);
        window
    })
}

/// How many of the first bytes are plain. The last one is there to be looked at by the one before.
#[inline]
fn plain_start(bytes: [u8; WIDTH]) -> usize {
    let (bytes, space) = (u8x16::new(bytes), u8x16::splat(b' '));
    let is_low = bytes.min(space).simd_eq(bytes).to_bitmask();
    let is_single = bytes.simd_eq(space).to_bitmask() & !(is_low >> 1);
    let odd = is_low & !is_single | 1 << (WIDTH - 1);
    odd.trailing_zeros() as usize
}
