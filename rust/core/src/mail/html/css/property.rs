//! Properties that decide what is seen.

use crate::mail::html::name::{Key, KeyTable, keys};

/// A property of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    Background,
    Bottom,
    Clip,
    ClipPath,
    Color,
    ContentVisibility,
    Display,
    Filter,
    Float,
    FontSize,
    Height,
    KeepsLines,
    Left,
    LineHeight,
    MarginLeft,
    MarginTop,
    MaxHeight,
    MaxWidth,
    MinHeight,
    MinWidth,
    MsoHide,
    Opacity,
    OverflowX,
    OverflowY,
    PaddingBottom,
    PaddingRight,
    Picture,
    Position,
    Right,
    Rotate,
    Scale,
    TextFill,
    TextIndent,
    Top,
    Transform,
    Translate,
    Visible,
    Width,
    Zoom,
}

/// How many there are.
pub const COUNT: usize = Property::Zoom as usize + 1;

keys! {
    all NAMES;
    BACKGROUND = b"background", BACKGROUND_COLOR = b"background-color",
    BACKGROUND_IMAGE = b"background-image", BLOCK_SIZE = b"block-size", BOTTOM = b"bottom",
    CLIP = b"clip", CLIP_PATH = b"clip-path", COLOR = b"color",
    CONTENT_VISIBILITY = b"content-visibility", CSS_FLOAT = b"float", DISPLAY = b"display",
    FILTER = b"filter", FONT = b"font", FONT_SIZE = b"font-size", HEIGHT = b"height",
    INLINE_SIZE = b"inline-size", INSET = b"inset", LEFT = b"left", LINE_HEIGHT = b"line-height",
    MARGIN = b"margin", MARGIN_LEFT = b"margin-left", MARGIN_TOP = b"margin-top",
    MAX_HEIGHT = b"max-height", MAX_WIDTH = b"max-width", MIN_HEIGHT = b"min-height",
    MIN_WIDTH = b"min-width", MSO_HIDE = b"mso-hide", OPACITY = b"opacity",
    OVERFLOW = b"overflow", OVERFLOW_X = b"overflow-x", OVERFLOW_Y = b"overflow-y",
    PADDING = b"padding", PADDING_BOTTOM = b"padding-bottom", PADDING_RIGHT = b"padding-right", POSITION = b"position",
    RIGHT = b"right", ROTATE = b"rotate", SCALE = b"scale", TEXT_INDENT = b"text-indent",
    TOP = b"top", TRANSFORM = b"transform", TRANSLATE = b"translate", VISIBILITY = b"visibility",
    WEBKIT_CLIP_PATH = b"-webkit-clip-path", WEBKIT_FILTER = b"-webkit-filter",
    WEBKIT_TEXT_FILL_COLOR = b"-webkit-text-fill-color", WEBKIT_TRANSFORM = b"-webkit-transform",
    WHITE_SPACE = b"white-space", WIDTH = b"width", ZOOM = b"zoom",
}

/// What a name declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// One property.
    Long(Property),
    /// A picture, a colour, or both.
    Background,
    Font,
    Inset,
    Margin,
    Overflow,
    Padding,
}

impl Name {
    const fn of(key: Key) -> Option<Self> {
        use Property as P;
        Some(Self::Long(match key {
            BACKGROUND => return Some(Self::Background),
            FONT => return Some(Self::Font),
            INSET => return Some(Self::Inset),
            MARGIN => return Some(Self::Margin),
            OVERFLOW => return Some(Self::Overflow),
            PADDING => return Some(Self::Padding),
            BACKGROUND_COLOR => P::Background,
            BACKGROUND_IMAGE => P::Picture,
            BOTTOM => P::Bottom,
            CLIP => P::Clip,
            COLOR => P::Color,
            CONTENT_VISIBILITY => P::ContentVisibility,
            CSS_FLOAT => P::Float,
            DISPLAY => P::Display,
            FONT_SIZE => P::FontSize,
            LEFT => P::Left,
            LINE_HEIGHT => P::LineHeight,
            MSO_HIDE => P::MsoHide,
            OPACITY => P::Opacity,
            POSITION => P::Position,
            RIGHT => P::Right,
            TEXT_INDENT => P::TextIndent,
            TOP => P::Top,
            VISIBILITY => P::Visible,
            WHITE_SPACE => P::KeepsLines,
            ZOOM => P::Zoom,
            _ => return Self::of_a_box(key),
        }))
    }

    /// Properties of boxes.
    const fn of_a_box(key: Key) -> Option<Self> {
        use Property as P;
        Some(Self::Long(match key {
            HEIGHT | BLOCK_SIZE => P::Height,
            WIDTH | INLINE_SIZE => P::Width,
            MARGIN_LEFT => P::MarginLeft,
            MARGIN_TOP => P::MarginTop,
            MAX_HEIGHT => P::MaxHeight,
            MAX_WIDTH => P::MaxWidth,
            MIN_HEIGHT => P::MinHeight,
            MIN_WIDTH => P::MinWidth,
            OVERFLOW_X => P::OverflowX,
            OVERFLOW_Y => P::OverflowY,
            PADDING_BOTTOM => P::PaddingBottom,
            PADDING_RIGHT => P::PaddingRight,
            ROTATE => P::Rotate,
            SCALE => P::Scale,
            TRANSLATE => P::Translate,
            CLIP_PATH | WEBKIT_CLIP_PATH => P::ClipPath,
            FILTER | WEBKIT_FILTER => P::Filter,
            TRANSFORM | WEBKIT_TRANSFORM => P::Transform,
            WEBKIT_TEXT_FILL_COLOR => P::TextFill,
            _ => return None,
        }))
    }

    /// What a name declares, if it matters.
    #[inline]
    #[must_use]
    pub fn read(key: Key) -> Option<Self> {
        PROPERTIES.get(key)
    }
}

/// What names declare.
static PROPERTIES: KeyTable<Option<Name>, 256> = {
    let (mut table, mut i) = (KeyTable::new(None), 0);
    while i < NAMES.len() {
        table = table.with(NAMES[i], Name::of(NAMES[i]));
        i += 1;
    }
    table
};
