//! A header field: its name, and its value folded, unfolded or decoded (RFC 5322, 2.2).

use std::borrow::Cow;

use memchr::memchr2;

use super::encoded_word;
use super::mark::Marks;

/// A header as it stands in the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// Its name, in the case it is written in.
    pub name: Cow<'a, [u8]>,
    /// What follows the colon, folded as it is.
    pub value: Cow<'a, [u8]>,
}

impl Field<'_> {
    /// Whether it has this name, in any case.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name.as_bytes())
    }

    /// The name as text.
    #[must_use]
    pub fn name(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.name)
    }

    /// The value on one line, without blanks around it; encoded words stay encoded.
    #[must_use]
    pub fn unfolded(&self) -> Cow<'_, [u8]> {
        unfold(self.value.trim_ascii())
    }

    /// The value on one line, encoded words decoded.
    #[must_use]
    pub fn text(&self, marks: &mut Marks) -> Cow<'_, str> {
        match self.unfolded() {
            Cow::Borrowed(value) => encoded_word::decode(value, marks),
            Cow::Owned(value) => Cow::Owned(encoded_word::decode(&value, marks).into_owned()),
        }
    }

    /// The same header, apart from the message.
    #[must_use]
    pub fn into_owned(self) -> Field<'static> {
        Field {
            name: Cow::Owned(self.name.into_owned()),
            value: Cow::Owned(self.value.into_owned()),
        }
    }
}

/// Line ends within a header are folding, and go; the blanks after them stay.
fn unfold(value: &[u8]) -> Cow<'_, [u8]> {
    let Some(mut end) = memchr2(b'\n', b'\r', value) else { return Cow::Borrowed(value) };
    let (mut line, mut rest) = (Vec::with_capacity(value.len()), value);
    loop {
        line.extend_from_slice(&rest[..end]);
        rest = &rest[(end + 1).min(rest.len())..];
        if rest.is_empty() {
            return Cow::Owned(line);
        }
        end = memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
    }
}

/// The first header with a name.
#[must_use]
pub fn find<'f, 'a>(fields: &'f [Field<'a>], name: &str) -> Option<&'f Field<'a>> {
    fields.iter().find(|field| field.is(name))
}
