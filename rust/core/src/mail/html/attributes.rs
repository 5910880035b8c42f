//! The attributes of a tag that matter; the others are read over.

use std::borrow::Cow;

use super::entity::{Place, decode};
use super::name::{Key, Table, keys};

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
    all NAMES;
    ACTION = b"action", ALT = b"alt", BACKGROUND = b"background", BGCOLOR = b"bgcolor",
    CLASS = b"class", COLOR = b"color", CONTENT = b"content", DATA = b"data", HEIGHT = b"height",
    HIDDEN = b"hidden", HREF = b"href", HTTP_EQUIV = b"http-equiv", ID = b"id", LINK = b"link",
    SIZE = b"size", SRC = b"src", STYLE = b"style", TEXT = b"text", TYPE = b"type",
    VALUE = b"value", WIDTH = b"width",
}

impl Attribute {
    /// The attribute of a name; an `id` serves style sheets as a `class` does.
    const fn named(name: Key) -> Option<Self> {
        Some(match name {
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

/// The attributes by their names.
static ATTRIBUTES: Table<Option<Attribute>, 128> = {
    let (mut table, mut i) = (Table::new(None), 0);
    while i < NAMES.len() {
        table = table.with(NAMES[i], Attribute::named(NAMES[i]));
        i += 1;
    }
    table
};

/// The attributes of one tag. There is one slot for each, so a million of them cost no memory.
#[derive(Debug)]
pub struct Attributes<'a> {
    source: &'a str,
    /// Where values begin and end.
    places: [(usize, usize); COUNT],
    present: u32,
}

impl<'a> Attributes<'a> {
    /// No attributes of a tag in a source.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        Self { source, places: [(0, 0); COUNT], present: 0 }
    }

    /// Forget the attributes of the tag before.
    pub fn clear(&mut self) {
        self.present = 0;
    }

    /// Note where in the source the value of an attribute stands. The first one of a name counts.
    #[inline]
    pub fn set(&mut self, name: Key, start: usize, end: usize) {
        if let Some(attribute) = ATTRIBUTES.get(name)
            && !self.has(attribute)
        {
            self.places[attribute as usize] = (start, end);
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
        let (start, end) = self.places[attribute as usize];
        self.has(attribute).then(|| decode(&self.source[start..end], Place::Attribute))
    }
}
