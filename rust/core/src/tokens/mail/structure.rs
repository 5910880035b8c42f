//! Tokens of MIME structure: type, charset, encoding, file extension and size.

use super::origin::{CHARSET, ENCODING, FILE, Origin, SIZE, TYPE};
use super::sink::{Sink, cut};
use crate::mail::part::{Kind, Part};

const LONGEST: usize = 64;

/// Take the type, the charset, the encoding and the file of a part.
pub fn read(part: &Part<'_>, sink: &mut Sink<'_>) {
    let mut take = |origin: &'static Origin, value: &str| {
        sink.take_from(origin, cut(value, LONGEST).as_bytes());
    };
    take(&TYPE, &part.media);
    if let Some(charset) = &part.charset {
        take(&CHARSET, charset);
    }
    if let Some(encoding) = &part.encoding {
        take(&ENCODING, encoding);
    }
    if let Some(name) = &part.name {
        let name = name.to_lowercase();
        take(&FILE, &name);
        if let Some((_, ending)) = name.rsplit_once('.') {
            take(&FILE, &format!(".{ending}"));
        }
    }
    if part.kind == Kind::Attachment {
        take(&SIZE, &format!("2^{}", part.size.checked_ilog2().unwrap_or(0)));
    }
}
