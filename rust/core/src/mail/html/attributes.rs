//! The attributes of a tag that matter; the others are read over.

use std::borrow::Cow;

use super::entity::{Place, decode};
use super::name::{key, keys};

/// An attribute that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    Action,
    Alt,
    Background,
    BgColor,
    Class,
    Color,
    Content,
    Data,
    Height,
    Hidden,
    Href,
    HttpEquiv,
    Link,
    Size,
    Src,
    Style,
    Text,
    Type,
    Value,
    Width,
}

const COUNT: usize = Attribute::Width as usize + 1;

keys! {
    ACTION = b"action", ALT = b"alt", BACKGROUND = b"background", BGCOLOR = b"bgcolor",
    CLASS = b"class", COLOR = b"color", CONTENT = b"content", DATA = b"data", HEIGHT = b"height",
    HIDDEN = b"hidden", HREF = b"href", HTTP_EQUIV = b"http-equiv", ID = b"id", LINK = b"link",
    SIZE = b"size", SRC = b"src", STYLE = b"style", TEXT = b"text", TYPE = b"type",
    VALUE = b"value", WIDTH = b"width",
}

impl Attribute {
    /// The attribute of a name; an `id` serves style sheets as a `class` does.
    fn named(name: &str) -> Option<Self> {
        Some(match key(name.as_bytes()) {
            ACTION => Self::Action,
            ALT => Self::Alt,
            BACKGROUND => Self::Background,
            BGCOLOR => Self::BgColor,
            CLASS | ID => Self::Class,
            COLOR => Self::Color,
            CONTENT => Self::Content,
            DATA => Self::Data,
            HEIGHT => Self::Height,
            HIDDEN => Self::Hidden,
            HREF => Self::Href,
            HTTP_EQUIV => Self::HttpEquiv,
            LINK => Self::Link,
            SIZE => Self::Size,
            SRC => Self::Src,
            STYLE => Self::Style,
            TEXT => Self::Text,
            TYPE => Self::Type,
            VALUE => Self::Value,
            WIDTH => Self::Width,
            _ => return None,
        })
    }
}

/// The attributes of one tag. There is one slot for each, so a million of them cost no memory.
#[derive(Debug, Default)]
pub struct Attributes<'a> {
    values: [&'a str; COUNT],
    present: u32,
}

impl<'a> Attributes<'a> {
    /// Forget the attributes of the tag before.
    pub fn clear(&mut self) {
        self.present = 0;
    }

    /// Note an attribute as it stands in the source. The first one of a name counts.
    #[inline]
    pub fn set(&mut self, name: &str, value: &'a str) {
        if let Some(attribute) = Attribute::named(name)
            && !self.has(attribute)
        {
            self.values[attribute as usize] = value;
            self.present |= 1 << attribute as u32;
        }
    }

    /// Whether the tag has no attribute that matters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.present == 0
    }

    /// Whether the tag has an attribute.
    #[must_use]
    pub fn has(&self, attribute: Attribute) -> bool {
        self.present >> attribute as u32 & 1 != 0
    }

    /// The value of an attribute, entities decoded.
    #[must_use]
    pub fn get(&self, attribute: Attribute) -> Option<Cow<'a, str>> {
        self.has(attribute).then(|| decode(self.values[attribute as usize], Place::Attribute))
    }
}
