//! Streaming mbox parser: splits bytes into messages as they arrive.

mod separator;

use std::borrow::Cow;

use memchr::{memchr, memmem};

use separator::{LONGEST, is_header, separates, separates_in_full};

const FROM: &[u8] = b"From ";

/// Bytes that tell whether a line stands behind a blank one.
const BEFORE: usize = b"\n\r\n".len();

/// A message of an mbox.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter<'a> {
    /// The message without its escapes, as much of it as is wanted.
    pub raw: Cow<'a, [u8]>,
    /// Where its separator begins.
    pub offset: u64,
    /// Whether it was longer.
    pub is_cut: bool,
}

/// What comes next.
#[derive(Clone, Copy)]
enum Stage {
    /// Blank lines, or the first other line, which separates whatever follows its `From`.
    Start,
    /// The rest of that line, however long it is.
    FirstLine,
    Messages,
}

/// What a line is that begins with `From `.
enum Line {
    Text,
    /// Of so many bytes.
    Separator(usize),
    /// What follows decides.
    Unknown,
}

/// Parts the bytes of an mbox at its separators.
pub struct Mbox {
    most: usize,
    stage: Stage,
    /// What was read last, where it begins in the mailbox, and how much of it is done with.
    window: Vec<u8>,
    start: u64,
    done: usize,
    /// Of the message at hand, where it begins, with its separator and without, and what the window
    /// no longer has of it.
    offset: u64,
    body: u64,
    kept: Vec<u8>,
}

impl Mbox {
    /// Of a message, `most` bytes are wanted.
    #[must_use]
    pub fn new(most: usize) -> Self {
        let (window, kept) = (Vec::new(), Vec::new());
        let (start, done, offset, body) = (0, 0, 0, 0);
        Self { most, stage: Stage::Start, window, start, done, offset, body, kept }
    }

    /// Read what comes next, and give away the messages that end in it.
    pub fn feed(&mut self, chunk: &[u8], give: &mut impl FnMut(Letter<'_>)) {
        let passed = self.done.saturating_sub(BEFORE);
        let mut window = std::mem::take(&mut self.window);
        window.drain(..passed);
        window.extend_from_slice(chunk);
        self.start += passed as u64;
        self.done -= passed;
        if matches!(self.stage, Stage::Start) {
            self.read_start(&window);
        }
        if matches!(self.stage, Stage::FirstLine) {
            self.read_first_line(&window);
        }
        if matches!(self.stage, Stage::Messages) {
            let end = self.read_messages(&window, false, give);
            self.keep(&window[self.done..end]);
            self.done = end;
        }
        self.window = window;
    }

    /// Give away what is left when all was read.
    pub fn finish(&mut self, give: &mut impl FnMut(Letter<'_>)) {
        let window = std::mem::take(&mut self.window);
        if matches!(self.stage, Stage::Messages) {
            self.read_messages(&window, true, give);
        }
        let (rest, end) = (&window[self.done..], self.start + window.len() as u64);
        if !matches!(self.stage, Stage::Start) || !rest.is_empty() {
            self.end(rest, end, give);
        }
    }

    fn read_start(&mut self, window: &[u8]) {
        let mut rest = &window[self.done..];
        while let [b'\n', after @ ..] | [b'\r', b'\n', after @ ..] = rest {
            rest = after;
        }
        let begin = window.len() - rest.len();
        self.keep(&window[self.done..begin]);
        self.done = begin;
        if rest.starts_with(FROM) {
            self.stage = Stage::FirstLine;
            self.offset = self.start + begin as u64;
            self.kept.clear();
        } else if !FROM.starts_with(rest) && rest != b"\r" {
            self.stage = Stage::Messages;
        }
    }

    fn read_first_line(&mut self, window: &[u8]) {
        let end = memchr(b'\n', &window[self.done..]);
        if end.is_some() {
            self.stage = Stage::Messages;
        }
        self.done = end.map_or(window.len(), |end| self.done + end + 1);
        self.body = self.start + self.done as u64;
    }

    /// Give away the messages that end here, and return where that becomes uncertain.
    fn read_messages(
        &mut self,
        window: &[u8],
        is_last: bool,
        give: &mut impl FnMut(Letter<'_>),
    ) -> usize {
        for from in froms(window) {
            if from < self.done {
                continue; // it is the first line
            }
            match self.look(window, from, is_last) {
                Line::Text => {}
                Line::Unknown => return from,
                Line::Separator(size) => {
                    let offset = self.start + from as u64;
                    self.end(&window[self.done..from], offset, give);
                    self.done = from + size;
                    self.offset = offset;
                    self.body = offset + size as u64;
                }
            }
        }
        // What follows may make a separator of the last bytes.
        self.done.max(window.len().saturating_sub(FROM.len() - 1))
    }

    /// Tell what a line is that begins with `From `.
    fn look(&self, window: &[u8], from: usize, is_last: bool) -> Line {
        let is_open = |line: &[u8]| !is_last && !line.ends_with(b"\n") && line.len() <= LONGEST;
        let line = line(&window[from..]);
        if is_open(line) {
            return Line::Unknown;
        }
        let separator = Line::Separator(line.len());
        if ends_blank(&window[..from]) {
            return if separates(line) { separator } else { Line::Text };
        }
        // What stands right below a separator is a second one for the same message.
        let is_second = self.start + from as u64 == self.body;
        if is_second || !separates_in_full(line) {
            return Line::Text;
        }
        match self::line(&window[from + line.len()..]) {
            next if is_open(next) => Line::Unknown,
            next if is_header(next) => separator,
            _ => Line::Text,
        }
    }

    /// Keep some of the message at hand. A blank line may be taken off what is kept.
    fn keep(&mut self, some: &[u8]) {
        let room = self.most.saturating_add(b"\r\n".len()).saturating_sub(self.kept.len());
        self.kept.extend_from_slice(&some[..some.len().min(room)]);
    }

    /// End the message at hand with these bytes, which are most often all that it has.
    fn end(&mut self, last: &[u8], at: u64, give: &mut impl FnMut(Letter<'_>)) {
        let kept = if self.kept.is_empty() {
            Vec::new()
        } else {
            self.keep(last);
            std::mem::take(&mut self.kept)
        };
        let message = if kept.is_empty() { last } else { &kept };
        let raw = without_last_blank(message);
        let size = at - self.body - (message.len() - raw.len()) as u64;
        let raw = &raw[..raw.len().min(self.most)];
        let raw = unescape(raw).map_or(Cow::Borrowed(raw), Cow::Owned);
        give(Letter { raw, offset: self.offset, is_cut: size > self.most as u64 });
    }
}

/// Where lines begin with `From `, of which the line end before is seen, too.
fn froms(bytes: &[u8]) -> impl Iterator<Item = usize> {
    memmem::find_iter(bytes, b"\nFrom ").map(|at| at + 1)
}

fn ends_blank(bytes: &[u8]) -> bool {
    bytes.ends_with(b"\n\n") || bytes.ends_with(b"\n\r\n")
}

/// The first line, or a little more of it than a separator may have.
fn line(bytes: &[u8]) -> &[u8] {
    let some = &bytes[..bytes.len().min(LONGEST + 1)];
    memchr(b'\n', some).map_or(some, |end| &some[..=end])
}

/// A message without the blank line that a mailbox puts behind it.
fn without_last_blank(message: &[u8]) -> &[u8] {
    match message {
        [b'\r', b'\n'] | [b'\n'] => &[],
        [body @ .., b'\r', b'\n'] | [body @ .., b'\n'] if body.ends_with(b"\n") => body,
        _ => message,
    }
}

/// The same without the first `>` of lines that begin with `From ` behind one or more of them;
/// none if there are no such lines.
fn unescape(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut plain, mut done) = (Vec::new(), 0);
    for last in memmem::find_iter(bytes, b">From ") {
        let first = bytes[..last].iter().rposition(|&byte| byte != b'>').map_or(0, |at| at + 1);
        if first == 0 || bytes[first - 1] == b'\n' {
            plain.extend_from_slice(&bytes[done..first]);
            done = first + 1;
        }
    }
    (done > 0).then(|| {
        plain.extend_from_slice(&bytes[done..]);
        plain
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INBOX: &[u8] = b"\nFrom a\nSubject: 1\n\nFrom here\n\n\
        From b Sat Jan  3 01:05:34 1996\n>From c\n\nFrom d 3 Jan 1996 01:05\r\n\r\n";

    /// The messages of what comes in such chunks, at most so many bytes of each.
    fn read<'a>(chunks: impl Iterator<Item = &'a [u8]>, most: usize) -> Vec<Letter<'static>> {
        let (mut mbox, mut found) = (Mbox::new(most), Vec::new());
        let mut give =
            |one: Letter<'_>| found.push(Letter { raw: one.raw.into_owned().into(), ..one });
        chunks.for_each(|chunk| mbox.feed(chunk, &mut give));
        mbox.finish(&mut give);
        found
    }

    fn letter(raw: &[u8], offset: u64, is_cut: bool) -> Letter<'static> {
        Letter { raw: raw.to_vec().into(), offset, is_cut }
    }

    /// Separators and blank lines behind messages go, and so do escapes, however the bytes come.
    #[test]
    fn messages_are_parted() {
        let expected = [
            letter(b"Subject: 1\n\nFrom here\n", 1, false),
            letter(b"From c\n", 31, false),
            letter(b"", 72, false),
        ];
        for size in 1..=INBOX.len() {
            assert_eq!(read(INBOX.chunks(size), 100), expected, "in chunks of {size}");
        }
    }

    /// What is too long is cut, and that is told.
    #[test]
    fn messages_are_cut() {
        for size in 1..=INBOX.len() {
            let found = read(INBOX.chunks(size), 3);
            assert_eq!(found[0], letter(b"Sub", 1, true));
            assert_eq!(found[2], letter(b"", 72, false));
        }
    }

    /// The last line separates, too, and then nothing follows it.
    #[test]
    fn last_line_separates() {
        let inbox = b"From a\n\nFrom 3 Jan 96 1:05";
        for size in 1..=inbox.len() {
            let found = read(inbox.chunks(size), 9);
            assert_eq!(found, [letter(b"", 0, false), letter(b"", 8, false)]);
        }
    }

    /// Blank lines alone are no message.
    #[test]
    fn blank_lines_are_no_message() {
        assert_eq!(read(b"\n\r\n".chunks(1), 9), []);
        assert_eq!(read(b"\n\r".chunks(1), 9), [letter(b"\n\r", 0, false)]);
    }

    /// A line counts if it stands behind a blank one, whatever ends the lines.
    #[test]
    fn lines_stand_behind_blank_ones() {
        assert!(ends_blank(b"a\n\n") && ends_blank(b"a\n\r\n"));
        assert!(!ends_blank(b"a\n") && !ends_blank(b"a\r\n") && !ends_blank(b"\n \n"));
        assert_eq!(froms(b"a\nFrom b\r\nFrom\n From c\nFromage").collect::<Vec<_>>(), [2]);
    }

    /// A separator in full above a header counts behind any line but another separator.
    #[test]
    fn full_separators_need_no_blank_line() {
        let inbox = b"From a\nFrom b Sat Jan  3 01:05:34 1996\nS: 1\n\nOne.\n\
            From c Sat Jan  3 01:05:34 1996\nS: 2\n\
            From d Sat Jan  3 01:05:34 1996\nno header\n\
            From e Sat Jan  3 01:05:34 1996";
        let first = letter(b"From b Sat Jan  3 01:05:34 1996\nS: 1\n\nOne.\n", 0, false);
        let second = letter(&inbox[82..], 50, false);
        for size in 1..=inbox.len() {
            let found = read(inbox.chunks(size), 1000);
            assert_eq!(found, [first.clone(), second.clone()], "in chunks of {size}");
        }
    }

    /// One sign goes, at the beginning of a line only.
    #[test]
    fn one_sign_goes() {
        let bytes = b">From a\n>>From b\n> From c\n >From d\n->From e\n>Fromage\n";
        let plain = b"From a\n>From b\n> From c\n >From d\n->From e\n>Fromage\n";
        assert_eq!(unescape(bytes).as_deref(), Some(&plain[..]));
        assert_eq!(unescape(b"From a\n >From b"), None);
    }
}
