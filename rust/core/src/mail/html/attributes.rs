//! Tag attributes that matter to text and links; others are skipped.

use std::borrow::Cow;
use std::ops::Range;

use htmlize::unescape_attribute;

use super::name::{Key, KeyTable, keys};

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
    Id,
    Link,
    Media,
    Open,
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
    MEDIA = b"media", OPEN = b"open", SIZE = b"size", SRC = b"src", STYLE = b"style", TEXT = b"text", TYPE = b"type",
    VALUE = b"value", WIDTH = b"width",
}

impl Attribute {
    /// The attribute of a name.
    const fn named(name: Key) -> Option<Self> {
        Some(match name {
            ACTION => Self::Action,
            ALT => Self::Alt,
            BACKGROUND => Self::Background,
            BGCOLOR => Self::BgColor,
            CLASS => Self::Class,
            COLOR => Self::Color,
            CONTENT => Self::Content,
            DATA => Self::Data,
            HEIGHT => Self::Height,
            HIDDEN => Self::Hidden,
            HREF => Self::Href,
            HTTP_EQUIV => Self::HttpEquiv,
            ID => Self::Id,
            LINK => Self::Link,
            MEDIA => Self::Media,
            OPEN => Self::Open,
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
static ATTRIBUTES: KeyTable<Option<Attribute>, 128> = {
    let (mut table, mut i) = (KeyTable::new(None), 0);
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
    /// One bit for each that is there, and for each that may have references.
    present: u32,
    coded: u32,
}

impl<'a> Attributes<'a> {
    /// No attributes of a tag in a source.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        Self { source, places: [(0, 0); COUNT], present: 0, coded: 0 }
    }

    /// Forget the attributes of the tag before.
    pub fn clear(&mut self) {
        (self.present, self.coded) = (0, 0);
    }

    /// Note where in the source the value of an attribute stands, and whether it may have
    /// references. The first one of a name counts.
    #[inline]
    pub fn set(&mut self, name: Key, value: Range<usize>, is_coded: bool) {
        if let Some(attribute) = ATTRIBUTES.get(name)
            && !self.has(attribute)
        {
            self.places[attribute as usize] = (value.start, value.end);
            self.present |= 1 << attribute as u32;
            self.coded |= u32::from(is_coded) << attribute as u32;
        }
    }

    /// Whether the tag has an attribute that leads somewhere, whatever the element is.
    #[must_use]
    pub fn has_links(&self) -> bool {
        use Attribute::{Background, Src, Style};
        const LINKS: u32 = 1 << Background as u32 | 1 << Src as u32 | 1 << Style as u32;
        self.present & LINKS != 0
    }

    /// Whether the tag has an attribute that changes how an element looks, whatever it is.
    #[must_use]
    pub fn has_looks(&self) -> bool {
        use Attribute::{Background, BgColor, Color, Hidden, Size, Style, Text};
        const LOOKS: u32 = 1 << Background as u32
            | 1 << BgColor as u32
            | 1 << Color as u32
            | 1 << Hidden as u32
            | 1 << Size as u32
            | 1 << Style as u32
            | 1 << Text as u32;
        self.present & LOOKS != 0
    }

    /// Whether the tag has an attribute.
    #[inline]
    #[must_use]
    pub fn has(&self, attribute: Attribute) -> bool {
        self.present >> attribute as u32 & 1 != 0
    }

    /// The value of an attribute, entities decoded.
    #[inline]
    #[must_use]
    pub fn get(&self, attribute: Attribute) -> Option<Cow<'a, str>> {
        // Most are asked for in vain.
        self.has(attribute).then(|| self.value(attribute))
    }

    fn value(&self, attribute: Attribute) -> Cow<'a, str> {
        let (start, end) = self.places[attribute as usize];
        let value = &self.source[start..end];
        let is_coded = self.coded >> attribute as u32 & 1 != 0;
        if is_coded { unescape_attribute(value) } else { Cow::Borrowed(value) }
    }
}
