//! MIME part: its declared type, and the kind it is read as.

use std::borrow::Cow;

use super::field::{Field, find};
use super::mark::{Mark, Marks};
use super::parameters::Parameters;

/// What a part is to its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A container of parts.
    Multipart,
    /// A container of one message.
    Message,
    /// Text to be read.
    Text,
    /// HTML to be looked at.
    Html,
    /// Anything else, known by name, type and size.
    Attachment,
}

impl Kind {
    /// The name of the kind.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Multipart => "multipart",
            Self::Message => "message",
            Self::Text => "text",
            Self::Html => "html",
            Self::Attachment => "attachment",
        }
    }
}

/// A part.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Its place in the tree, such as `1.2`; the message itself is `1`.
    pub path: String,
    /// Its headers.
    pub fields: Vec<Field<'a>>,
    /// Whether its headers are known to be ASCII without encoded words.
    pub has_plain_fields: bool,
    /// Its media type, in lower case.
    pub media: String,
    /// What it is.
    pub kind: Kind,
    /// The charset it is declared to be in, in lower case.
    pub charset: Option<String>,
    /// The transfer encoding it is declared to be in, in lower case.
    pub encoding: Option<String>,
    /// The name of a file.
    pub name: Option<String>,
    /// Whether a blank at the end of a line joins it with the next one (RFC 3676, `DelSp`).
    pub is_flowed: bool,
    /// Bytes of its body, as they stand in the message.
    pub size: usize,
    /// Its text, or the source of its HTML.
    pub text: Cow<'a, str>,
}

impl Part<'_> {
    /// How its text is read, if it is: as text or as HTML.
    #[must_use]
    pub fn read_as(&self) -> Option<Kind> {
        match self.kind {
            Kind::Multipart | Kind::Message => None,
            Kind::Attachment => attached(&self.media, self.name.as_deref().unwrap_or_default()),
            shown => Some(shown),
        }
    }

    /// The same part, apart from the message.
    #[must_use]
    pub fn into_owned(self) -> Part<'static> {
        Part {
            fields: self.fields.into_iter().map(Field::into_owned).collect(),
            text: Cow::Owned(self.text.into_owned()),
            path: self.path,
            has_plain_fields: self.has_plain_fields,
            media: self.media,
            kind: self.kind,
            charset: self.charset,
            encoding: self.encoding,
            name: self.name,
            is_flowed: self.is_flowed,
            size: self.size,
        }
    }
}

/// A part whose body is still to be read, and the boundary of the parts in it.
pub struct Described<'a> {
    /// The part.
    pub part: Part<'a>,
    /// The boundary, if it names one.
    pub boundary: Option<Vec<u8>>,
}

/// Describe a part by its headers; parts of a digest are messages unless they say otherwise.
pub fn describe<'a>(
    path: String,
    fields: Vec<Field<'a>>,
    in_digest: bool,
    marks: &mut Marks,
) -> Described<'a> {
    let read = |name| find(&fields, name).map(|field| Parameters::parse(&field.value));
    let content = read("content-type");
    let disposition = read("content-disposition").unwrap_or_default();
    let media = media(content.as_ref(), in_digest, marks);
    let content = content.unwrap_or_default();
    if content.is_loose {
        marks.add(Mark::BrokenType);
    }
    let name = disposition.text("filename", marks).or_else(|| content.text("name", marks));
    let encoding = find(&fields, "content-transfer-encoding");
    let boundary = boundary(&content);
    let is_signed = content.bytes("smime-type") == Some(b"signed-data");
    let part = Part {
        kind: kind(&media, disposition.value == "attachment"),
        charset: content.text("charset", marks).as_deref().and_then(first_word),
        encoding: encoding.and_then(|field| first_word(&String::from_utf8_lossy(&field.value))),
        name: name.filter(|name| !name.is_empty()),
        is_flowed: is_flowed(&media, &content),
        size: 0,
        text: Cow::Borrowed(""),
        path,
        has_plain_fields: false,
        media,
        fields,
    };
    note(&part, is_signed, marks);
    Described { part, boundary }
}

/// The boundary of the parts in a part of this content type.
#[must_use]
pub fn boundary(content: &Parameters<'_>) -> Option<Vec<u8>> {
    let bytes = match content.bytes("boundary") {
        Some(bytes) => bytes.to_vec(),
        None => content.text("boundary", &mut Marks::default())?.into_bytes(),
    };
    // A boundary cannot end with a blank (RFC 2046).
    let boundary = bytes.trim_ascii_end().to_vec();
    (!boundary.is_empty()).then_some(boundary)
}

fn media(content: Option<&Parameters<'_>>, in_digest: bool, marks: &mut Marks) -> String {
    let default = if in_digest { "message/rfc822" } else { "text/plain" };
    let Some(content) = content else { return default.to_owned() };
    match content.value.split_once('/') {
        Some((kind, subtype))
            if !kind.is_empty() && !subtype.is_empty() && !subtype.contains('/') =>
        {
            content.value.clone()
        }
        _ => {
            marks.add(Mark::BrokenType);
            "text/plain".to_owned()
        }
    }
}

/// Messages that report on others are headers to be read, not messages.
const REPORTS: [&str; 6] = [
    "message/delivery-status",
    "message/disposition-notification",
    "message/feedback-report",
    "message/global-delivery-status",
    "message/global-disposition-notification",
    "message/tracking-status",
];

fn kind(media: &str, attached: bool) -> Kind {
    match media.split_once('/') {
        Some(("multipart", _)) => Kind::Multipart,
        Some(("message", _)) if !REPORTS.contains(&media) => Kind::Message,
        _ if attached => Kind::Attachment,
        Some(("text", "html") | ("application", "xhtml+xml")) => Kind::Html,
        Some(("text" | "message", _)) => Kind::Text,
        _ => Kind::Attachment,
    }
}

/// Types that say nothing of what is in a file, whose name then tells.
const FILES: [&str; 7] = [
    "application/octet-stream",
    "application/x-octet-stream",
    "application/binary",
    "application/download",
    "application/x-download",
    "application/force-download",
    "application/x-force-download",
];

/// How an attachment is read, if it is text.
fn attached(media: &str, name: &str) -> Option<Kind> {
    match (kind(media, false), FILES.contains(&media)) {
        (shown @ (Kind::Text | Kind::Html), _) => Some(shown),
        (_, true) => match &*name.rsplit_once('.')?.1.trim_end().to_ascii_lowercase() {
            "txt" | "text" | "csv" | "ics" | "vcf" => Some(Kind::Text),
            "htm" | "html" | "shtml" | "xhtml" => Some(Kind::Html),
            _ => None,
        },
        (_, false) => match media {
            "application/ics" | "application/csv" => Some(Kind::Text),
            _ => None,
        },
    }
}

fn is_flowed(media: &str, content: &Parameters<'_>) -> bool {
    let is = |name, value: &[u8]| {
        content.bytes(name).is_some_and(|bytes| bytes.eq_ignore_ascii_case(value))
    };
    media == "text/plain" && is("format", b"flowed") && is("delsp", b"yes")
}

/// Endings of names that a system runs when they are opened.
const PROGRAMS: [&str; 22] = [
    "bat", "chm", "cmd", "com", "cpl", "dll", "exe", "hta", "iso", "jar", "js", "jse", "lnk",
    "msi", "pif", "ps1", "reg", "scr", "vb", "vbe", "vbs", "wsf",
];

/// What the type and the name say that everybody should know.
fn note(part: &Part<'_>, is_signed: bool, marks: &mut Marks) {
    match &*part.media {
        "multipart/signed"
        | "application/pgp-signature"
        | "application/pkcs7-signature"
        | "application/x-pkcs7-signature" => marks.add(Mark::Signed),
        "multipart/encrypted" | "application/pgp-encrypted" => marks.add(Mark::Encrypted),
        "application/pkcs7-mime" | "application/x-pkcs7-mime" => {
            marks.add(if is_signed { Mark::Signed } else { Mark::Encrypted });
        }
        _ => (),
    }
    if part.kind == Kind::Message {
        marks.add(Mark::Forwarded);
    }
    let name = part.name.as_deref().unwrap_or_default().trim_end_matches(['.', ' ']);
    let ending = name.rsplit_once('.');
    if ending.is_some_and(|(_, ending)| PROGRAMS.iter().any(|p| ending.eq_ignore_ascii_case(p))) {
        marks.add(Mark::Program);
    }
}

/// The first word of a value, in lower case.
fn first_word(value: &str) -> Option<String> {
    let value = value.trim();
    let ends = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b';' | b'(' | b',');
    let end = value.as_bytes().iter().position(ends).unwrap_or(value.len());
    let word = value[..end].trim_matches(['"', '\'']);
    (!word.is_empty()).then(|| word.to_ascii_lowercase())
}
