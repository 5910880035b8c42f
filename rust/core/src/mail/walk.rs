//! MIME tree walk: one pass over the parts of a message, whatever the boundaries say.
//!
//! A crate's parser is not used for this: it looks for each boundary on its own, so that parts
//! whose boundaries never come cost the square of the message, and its tree of messages is taken
//! down by recursion, which a few megabytes of nested messages drive out of the stack.

use std::borrow::Cow;
use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::boundary::{Delimiter, Match, OpenMultipart, matching, next_delimiter};
use super::charset;
use super::flowed;
use super::headers::{HeaderReader, is_plain};
use super::limits::Limits;
use super::lines::before_line_end;
use super::mark::{Mark, Marks};
use super::part::{Described, Kind, Part, describe};
use super::transfer;

/// What blocks of PGP begin with.
pub static ARMOUR: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(b"-----BEGIN PGP "));

/// What a link has in it.
static LINK: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(b"://"));

/// Bytes of text before the first part, which old programs show: most say that these are parts.
const USUAL_PREAMBLE: usize = 300;

/// Messages within messages that are encoded as a whole: each is a copy, and a call.
const MOST_LAYERS: usize = 32;

/// How often the bytes of a message are decoded to find encoded messages in them. Base64 in base64
/// is three times its outermost layer, however deep; quoted-printable is not.
const MOST_DECODED: usize = 4;

/// A walk over a message.
pub struct Walk<'a, 'l> {
    raw: &'a [u8],
    limits: &'l Limits,
    headers: HeaderReader<'l>,
    open: Vec<OpenMultipart>,
    /// How many encoded messages are around this one.
    layer: usize,
    /// How many bytes encoded messages may still become.
    left: usize,
    /// How many bytes of attached texts may still be read.
    attached: usize,
    /// The parts met so far.
    pub parts: Vec<Part<'a>>,
    /// What is odd about them.
    pub marks: Marks,
}

impl<'a, 'l> Walk<'a, 'l> {
    /// Over these bytes.
    #[must_use]
    pub fn new(raw: &'a [u8], limits: &'l Limits, marks: Marks) -> Self {
        let (headers, left) = (HeaderReader::new(limits), raw.len().saturating_mul(MOST_DECODED));
        let (open, parts, attached) = (Vec::new(), Vec::new(), limits.attached());
        Self { raw, limits, headers, open, layer: 0, left, attached, parts, marks }
    }

    /// Walk over all parts.
    pub fn all(&mut self) {
        self.from("1".to_owned(), 0);
    }

    /// Walk over everything, the first part having this path and standing that deep.
    fn from(&mut self, path: String, depth: usize) {
        let (mut at, mut is_behind) = (self.entity(0, path, depth, false), false);
        while !self.open.is_empty() {
            let found = next_delimiter(&self.open, self.raw, at);
            let end = found.as_ref().map_or(self.raw.len(), |found| found.start);
            self.note_epilogue(is_behind, at, end);
            let Some(Delimiter { is: Match { of, last, loose }, start, next }) = found else {
                return self.abandon(0, self.raw.len());
            };
            self.abandon(of + 1, before_line_end(self.raw, start));
            (at, is_behind) = (next, false);
            if loose {
                self.marks.add(Mark::LooseBoundary);
            }
            let multipart = &mut self.open[of];
            if last && multipart.children == 0 {
                // No reader takes nothing for the message: what follows may be its parts or text.
                multipart.is_closed = true;
                self.marks.add(Mark::NoParts);
            } else if last {
                self.open.pop();
                is_behind = true;
            } else if self.parts.len() >= self.limits.parts {
                self.marks.add(Mark::CapParts);
                return;
            } else {
                self.note_preamble(of, start);
                at = self.child(of, at);
            }
        }
        self.note_epilogue(is_behind, at, self.raw.len());
    }

    /// Mark text before the first part that says more than that these are parts.
    fn note_preamble(&mut self, of: usize, end: usize) {
        let OpenMultipart { body, children, .. } = self.open[of];
        if children > 0 {
            return;
        }
        let text = self.raw[body..end].trim_ascii();
        if text.len() > USUAL_PREAMBLE || LINK.find(text).is_some() {
            self.marks.add(Mark::Preamble);
        }
    }

    /// Mark text behind a last boundary, if that is where it stands.
    fn note_epilogue(&mut self, is_behind: bool, start: usize, end: usize) {
        if is_behind && !self.raw[start..end].trim_ascii_start().is_empty() {
            self.marks.add(Mark::Epilogue);
        }
    }

    /// Read the next part of an open multipart.
    fn child(&mut self, of: usize, at: usize) -> usize {
        let parent = &mut self.open[of];
        parent.children += 1;
        let (number, depth) = (parent.children, parent.depth + 1);
        let part = &self.parts[parent.part];
        let in_digest = part.media == "multipart/digest";
        self.entity(at, format!("{}.{number}", part.path), depth, in_digest)
    }

    /// Read a part, and answer where the next boundary is to be looked for.
    fn entity(&mut self, start: usize, path: String, depth: usize, in_digest: bool) -> usize {
        let (mut start, mut path, mut depth, mut in_digest) = (start, path, depth, in_digest);
        loop {
            let Self { open, headers, marks, .. } = self;
            let raw = self.raw;
            let is_end = |line: &[u8]| matching(open, line).is_some();
            let (fields, body) = headers.read(raw, start, is_end, marks);
            if self.parts.is_empty() {
                self.note_headers(fields.is_empty(), body);
            }
            let mut described = describe(path, fields, in_digest, &mut self.marks);
            described.part.has_plain_fields = is_plain(&raw[start..body]);
            let kind = described.part.kind;
            let is_encoded = kind == Kind::Message && is_encoded(&described.part);
            let deep = depth >= self.limits.depth || is_encoded && self.layer == MOST_LAYERS;
            if deep && matches!(kind, Kind::Multipart | Kind::Message) {
                self.marks.add(Mark::CapDepth);
                return self.leaf(described.part, body);
            }
            match kind {
                Kind::Multipart => return self.container(described, body, depth),
                Kind::Message if is_encoded => {
                    return self.encoded_message(described.part, body, depth);
                }
                Kind::Message if self.parts.len() + 1 < self.limits.parts => {
                    path = format!("{}.1", described.part.path);
                    self.parts.push(described.part);
                    (start, depth, in_digest) = (body, depth + 1, false);
                }
                _ => return self.leaf(described.part, body),
            }
        }
    }

    /// What the headers of the whole message lack.
    fn note_headers(&mut self, none: bool, body: usize) {
        if none && !self.raw.is_empty() {
            self.marks.add(Mark::NoHeaders);
        }
        let head = &self.raw[..body];
        let blank = [&b"\n\n"[..], b"\r\n\r\n", b"\r\r"].iter().any(|end| head.ends_with(end));
        if !none && body == self.raw.len() && !blank {
            self.marks.add(Mark::NoBody);
        }
    }

    fn container(&mut self, described: Described<'a>, body: usize, depth: usize) -> usize {
        let Some(boundary) = described.boundary else {
            self.marks.add(Mark::NoBoundary);
            return self.leaf(described.part, body);
        };
        let part = self.parts.len();
        self.parts.push(described.part);
        let (children, is_closed) = (0, false);
        self.open.push(OpenMultipart { boundary, part, body, children, depth, is_closed });
        body
    }

    /// Read a part that has no parts.
    fn leaf(&mut self, mut part: Part<'a>, body: usize) -> usize {
        let (end, next) = match next_delimiter(&self.open, self.raw, body) {
            Some(found) => (before_line_end(self.raw, found.start).max(body), found.start),
            None => (self.raw.len(), self.raw.len()),
        };
        self.fill(&mut part, body, end);
        self.parts.push(part);
        next
    }

    /// Give a part its size and its text; containers without boundaries are text.
    fn fill(&mut self, part: &mut Part<'a>, body: usize, end: usize) {
        let bytes = &self.raw[body..end];
        part.size = bytes.len();
        if matches!(part.kind, Kind::Multipart | Kind::Message) {
            part.kind = Kind::Text;
        }
        if part.kind == Kind::Attachment {
            if part.read_as().is_some() {
                part.text = self.attached(bytes, part.encoding.as_deref(), part.charset.as_deref());
            }
            return;
        }
        part.text = self.text(bytes, part.encoding.as_deref(), part.charset.as_deref());
        if part.is_flowed {
            part.text = Cow::Owned(flowed::join(&part.text));
        }
        if memchr::memchr(0, part.text.as_bytes()).is_some() {
            self.marks.add(Mark::Nul);
        }
        for start in ARMOUR.find_iter(part.text.as_bytes()) {
            let rest = &part.text.as_bytes()[start + ARMOUR.needle().len()..];
            if rest.starts_with(b"MESSAGE") {
                self.marks.add(Mark::Encrypted);
            } else if rest.starts_with(b"SIGNED MESSAGE") {
                self.marks.add(Mark::Signed);
            }
        }
    }

    fn text(
        &mut self,
        body: &'a [u8],
        encoding: Option<&str>,
        label: Option<&str>,
    ) -> Cow<'a, str> {
        let marks = &mut self.marks;
        match transfer::decode(body, encoding, self.limits.text, marks) {
            Cow::Borrowed(bytes) => charset::decode(bytes, label, marks),
            Cow::Owned(bytes) => Cow::Owned(charset::decode(&bytes, label, marks).into_owned()),
        }
    }

    /// The text of an attachment. Of its charset nothing is odd: files have none to declare.
    fn attached(
        &mut self,
        body: &'a [u8],
        encoding: Option<&str>,
        label: Option<&str>,
    ) -> Cow<'a, str> {
        let (mut marks, mut ignored) = (Marks::default(), Marks::default());
        let bytes = transfer::decode(body, encoding, self.attached, &mut marks);
        let is_whole = !marks.has(Mark::CapText);
        marks.iter().filter(|mark| *mark != Mark::CapText).for_each(|mark| self.marks.add(mark));
        if !is_whole {
            self.marks.add(Mark::CapAttached);
        }
        if marks.has(Mark::UnknownEncoding) {
            return Cow::Borrowed("");
        }
        self.attached -= bytes.len();
        match bytes {
            Cow::Borrowed(bytes) => charset::decode(bytes, label, &mut ignored),
            Cow::Owned(bytes) => {
                Cow::Owned(charset::decode(&bytes, label, &mut ignored).into_owned())
            }
        }
    }

    /// Read a message that is encoded as a whole, which no standard allows.
    fn encoded_message(&mut self, mut part: Part<'a>, body: usize, depth: usize) -> usize {
        let next =
            next_delimiter(&self.open, self.raw, body).map_or(self.raw.len(), |found| found.start);
        let end = if next < self.raw.len() { before_line_end(self.raw, next) } else { next };
        let bytes = &self.raw[body..end.max(body)];
        part.size = bytes.len();
        let encoding = part.encoding.clone();
        let inner = format!("{}.1", part.path);
        self.parts.push(part);
        let decoded = transfer::decode(bytes, encoding.as_deref(), self.left, &mut self.marks);
        self.left -= decoded.len();
        let limits = Limits {
            parts: self.limits.parts.saturating_sub(self.parts.len()),
            headers: self.headers.left(),
            ..*self.limits
        };
        if limits.parts == 0 {
            self.marks.add(Mark::CapParts);
            return next;
        }
        let mut walk = Walk::new(&decoded, &limits, std::mem::take(&mut self.marks));
        (walk.layer, walk.left, walk.attached) = (self.layer + 1, self.left, self.attached);
        walk.from(inner, depth + 1);
        (self.left, self.attached) = (walk.left, walk.attached);
        self.headers.set_left(walk.headers.left());
        self.marks = walk.marks;
        for part in walk.parts {
            self.parts.push(part.into_owned());
        }
        next
    }

    /// Leave all open multiparts from the `first` on, whose text ends at `end`.
    fn abandon(&mut self, first: usize, end: usize) {
        while self.open.len() > first {
            let Some(OpenMultipart { part, body, children, is_closed, .. }) = self.open.pop()
            else {
                return;
            };
            if children > 0 {
                self.marks.add(Mark::OpenBoundary);
                continue;
            }
            if !is_closed {
                self.marks.add(Mark::AbsentBoundary);
            }
            let mut whole = self.parts[part].clone();
            self.fill(&mut whole, body, end.max(body));
            self.parts[part] = whole;
        }
    }
}

fn is_encoded(part: &Part<'_>) -> bool {
    matches!(part.encoding.as_deref(), Some("base64" | "quoted-printable"))
}
