//! Bindings of the core's `mail`: parsed messages, mboxes and digests.

use std::sync::OnceLock;

use priory_core::mail::html::{self, Html, LinkKind};
use priory_core::mail::limits::Limits as CoreLimits;
use priory_core::mail::mark::{Mark, Marks};
use priory_core::mail::mbox::{Letter as CoreLetter, Mbox as CoreMbox};
use priory_core::mail::message::Message;
use priory_core::mail::part::{Kind, Part};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Messages below this are read without letting go of the interpreter: that would cost more.
const LITTLE: usize = 1 << 14;

/// Caps as Python holds them.
#[derive(FromPyObject)]
pub struct Limits {
    message: usize,
    parts: usize,
    depth: usize,
    headers: usize,
    header: usize,
    text: usize,
    tokens: usize,
}

impl From<Limits> for CoreLimits {
    fn from(limits: Limits) -> Self {
        let Limits { message, parts, depth, headers, header, text, tokens } = limits;
        Self { message, parts, depth, headers, header, text, tokens }
    }
}

/// The limits that hold when nobody sets others.
#[pyfunction]
pub fn default_limits() -> [(&'static str, usize); 7] {
    let CoreLimits { message, parts, depth, headers, header, text, tokens } = CoreLimits::default();
    [
        ("message", message),
        ("parts", parts),
        ("depth", depth),
        ("headers", headers),
        ("header", header),
        ("text", text),
        ("tokens", tokens),
    ]
}

/// The names of all marks.
#[pyfunction]
pub fn mark_names() -> Vec<&'static str> {
    Mark::ALL.iter().map(|mark| mark.name()).collect()
}

/// A message of an mbox: its bytes, where it begins, whether it was cut.
type Letter<'py> = (Bound<'py, PyBytes>, u64, bool);

/// The messages of an mbox, as its bytes come.
#[pyclass(module = "priory._core")]
pub struct Mbox(CoreMbox);

#[pymethods]
impl Mbox {
    /// Of a message, `max_bytes` are wanted.
    #[new]
    fn new(max_bytes: usize) -> Self {
        Self(CoreMbox::new(max_bytes))
    }

    /// The messages that end in the bytes that come next.
    fn feed<'py>(&mut self, py: Python<'py>, chunk: &[u8]) -> Vec<Letter<'py>> {
        let mut found = Vec::new();
        self.0.feed(chunk, &mut |one| found.push(letter(py, &one)));
        found
    }

    /// What is left when all was read.
    fn finish<'py>(&mut self, py: Python<'py>) -> Vec<Letter<'py>> {
        let mut found = Vec::new();
        self.0.finish(&mut |one| found.push(letter(py, &one)));
        found
    }
}

fn letter<'py>(py: Python<'py>, one: &CoreLetter<'_>) -> Letter<'py> {
    (PyBytes::new(py, &one.raw), one.offset, one.is_cut)
}

/// A part: path, type, kind, charset, encoding, name, size.
type Description<'a> =
    (&'a str, &'a str, &'static str, Option<&'a str>, Option<&'a str>, Option<&'a str>, usize);

/// A link: kind, target, what it shows.
type Link<'a> = (&'static str, &'a str, &'a str);

struct MailPart {
    seen: Part<'static>,
    headers: Vec<(String, String)>,
    html: OnceLock<Html>,
}

impl MailPart {
    fn new(part: Part<'_>, marks: &mut Marks) -> Self {
        let pair = |field: &priory_core::mail::field::Field<'_>| {
            (field.name().into_owned(), field.text(marks).into_owned())
        };
        let headers = part.fields.iter().map(pair).collect();
        let seen = Part { fields: Vec::new(), ..part }.into_owned();
        Self { seen, headers, html: OnceLock::new() }
    }

    fn html(&self) -> Option<&Html> {
        (self.seen.read_as() == Some(Kind::Html))
            .then(|| self.html.get_or_init(|| html::read(&self.seen.text)))
    }
}

/// A message as the parser saw it.
#[pyclass(frozen, module = "priory._core")]
pub struct Mail {
    parts: Vec<MailPart>,
    marks: Marks,
}

impl Mail {
    fn new(raw: &[u8], limits: &CoreLimits) -> Self {
        let Message { parts, mut marks } = Message::parse(raw, limits);
        let parts = parts.into_iter().map(|part| MailPart::new(part, &mut marks)).collect();
        Self { parts, marks }
    }

    fn part(&self, index: usize) -> PyResult<&MailPart> {
        self.parts.get(index).ok_or_else(|| PyIndexError::new_err("no such part"))
    }
}

#[pymethods]
impl Mail {
    /// Read a message.
    #[staticmethod]
    fn parse(py: Python<'_>, raw: &[u8], limits: Limits) -> Self {
        let limits = limits.into();
        if raw.len() < LITTLE {
            Self::new(raw, &limits)
        } else {
            py.detach(|| Self::new(raw, &limits))
        }
    }

    fn __len__(&self) -> usize {
        self.parts.len()
    }

    /// The description of a part.
    fn describe(&self, index: usize) -> PyResult<Description<'_>> {
        let part = &self.part(index)?.seen;
        Ok((
            &part.path,
            &part.media,
            part.kind.name(),
            part.charset.as_deref(),
            part.encoding.as_deref(),
            part.name.as_deref(),
            part.size,
        ))
    }

    /// The names and values of the headers of a part.
    fn headers(&self, index: usize) -> PyResult<Vec<(&str, &str)>> {
        let headers = &self.part(index)?.headers;
        Ok(headers.iter().map(|(name, value)| (&**name, &**value)).collect())
    }

    /// The text of a part that a reader sees.
    fn text(&self, index: usize) -> PyResult<&str> {
        let part = self.part(index)?;
        Ok(part.html().map_or(&*part.seen.text, |html| &*html.visible))
    }

    /// The text of a part that is not shown.
    fn hidden(&self, index: usize) -> PyResult<&str> {
        Ok(self.part(index)?.html().map_or("", |html| &*html.hidden))
    }

    /// The HTML of a part.
    fn source(&self, index: usize) -> PyResult<&str> {
        let part = &self.part(index)?.seen;
        Ok(if part.read_as() == Some(Kind::Html) { &*part.text } else { "" })
    }

    /// The links of a part.
    fn links(&self, index: usize) -> PyResult<Vec<Link<'_>>> {
        let links = self.part(index)?.html().map_or(&[][..], |html| &html.links);
        Ok(links.iter().map(|link| (kind(link.kind), &*link.target, &*link.shown)).collect())
    }

    /// What is odd.
    fn marks(&self) -> Vec<&'static str> {
        let mut marks = self.marks.clone();
        self.parts.iter().filter_map(MailPart::html).for_each(|html| marks.extend(&html.marks));
        marks.iter().map(Mark::name).collect()
    }
}

const fn kind(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Anchor => "anchor",
        LinkKind::Image => "image",
        LinkKind::Form => "form",
        LinkKind::Resource => "resource",
    }
}
