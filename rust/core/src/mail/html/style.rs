//! Parser of `style` attributes, for the properties that hide text.

use memchr::memchr;

use super::byte::trim;
use super::colour::{Paint, paint};
use super::name::{key, keys};

keys! {
    BACKGROUND = b"background", BACKGROUND_COLOR = b"background-color",
    BACKGROUND_IMAGE = b"background-image", BOTTOM = b"bottom", COLOR = b"color",
    DISPLAY = b"display", FONT = b"font", FONT_SIZE = b"font-size", HEIGHT = b"height",
    LEFT = b"left", MARGIN_LEFT = b"margin-left", MARGIN_TOP = b"margin-top",
    MAX_HEIGHT = b"max-height", MAX_WIDTH = b"max-width", MSO_HIDE = b"mso-hide",
    OPACITY = b"opacity", OVERFLOW = b"overflow", OVERFLOW_X = b"overflow-x",
    OVERFLOW_Y = b"overflow-y", RIGHT = b"right", TEXT_INDENT = b"text-indent", TOP = b"top",
    VISIBILITY = b"visibility", WHITE_SPACE = b"white-space", WIDTH = b"width",
}

/// Sizes up to this many pixels (or points) are too small to be seen.
pub const TINY: f32 = 2.7;

/// What lies this many pixels outside is not seen.
const OUTSIDE: f32 = -500.0;

/// Words of a background that are looked at.
const WORDS: usize = 8;

/// How an element stands among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    None,
    Block,
    Inline,
}

/// The declarations that matter. None means that the style does not say.
#[derive(Clone, Debug, PartialEq)]
pub struct Style<'a> {
    pub display: Option<Display>,
    pub is_visible: Option<bool>,
    pub color: Option<Paint>,
    pub background: Option<Paint>,
    /// The address of a picture behind the text.
    pub picture: Option<&'a str>,
    pub font_size: Option<f32>,
    pub keeps_lines: Option<bool>,
    pub width: Option<f32>,
    pub height: Option<f32>,
    pub is_clipped: bool,
    /// Hidden whatever the elements within say.
    pub is_gone: bool,
}

impl<'a> Style<'a> {
    /// A style that says nothing.
    pub const EMPTY: Self = Self {
        display: None,
        is_visible: None,
        color: None,
        background: None,
        picture: None,
        font_size: None,
        keeps_lines: None,
        width: None,
        height: None,
        is_clipped: false,
        is_gone: false,
    };

    /// Read the text of an attribute.
    #[must_use]
    pub fn read(text: &'a str) -> Self {
        let mut style = Self::EMPTY;
        let mut rest = text;
        while !rest.is_empty() {
            let (declaration, after) = cut(rest, b';');
            let (property, value) = cut(declaration, b':');
            style.declare(trim(property), trim(cut(value, b'!').0));
            rest = after;
        }
        let is_flat = |size: Option<f32>| size.is_some_and(|size| size <= TINY);
        style.is_gone |= style.is_clipped && (is_flat(style.width) || is_flat(style.height));
        style
    }

    fn declare(&mut self, property: &str, value: &'a str) {
        match key(property.as_bytes()) {
            _ if value.is_empty() => {}
            COLOR => self.color = paint(value).or(self.color),
            BACKGROUND | BACKGROUND_COLOR | BACKGROUND_IMAGE => self.back(value),
            DISPLAY => self.display = Some(display(value)),
            VISIBILITY => self.is_visible = Some(!is(value, "hidden") && !is(value, "collapse")),
            OPACITY => self.is_gone |= length(value, 1.0).is_some_and(|share| share <= 0.05),
            FONT_SIZE => self.font_size = length(value, 16.0).or(Some(16.0)),
            FONT => self.font(value),
            MSO_HIDE => self.is_gone |= is(value, "all"),
            OVERFLOW | OVERFLOW_X | OVERFLOW_Y => self.is_clipped |= is(value, "hidden"),
            WIDTH | MAX_WIDTH => self.width = smaller(self.width, length(value, 1000.0)),
            HEIGHT | MAX_HEIGHT => self.height = smaller(self.height, length(value, 1000.0)),
            TEXT_INDENT | LEFT | RIGHT | TOP | BOTTOM | MARGIN_LEFT | MARGIN_TOP => {
                self.is_gone |= length(value, 1000.0).is_some_and(|place| place <= OUTSIDE);
            }
            WHITE_SPACE => {
                self.keeps_lines = Some(value.get(..3).is_some_and(|pre| is(pre, "pre")));
            }
            _ => {}
        }
    }

    /// A background: a picture, a colour, or both.
    fn back(&mut self, value: &'a str) {
        if let Some(from) = value.find("url(") {
            let address = value[from + 4..].split(')').next().unwrap_or_default();
            self.picture = Some(address.trim_matches([' ', '"', '\'']));
        } else if value.contains("gradient(") {
            self.picture = Some("");
        }
        self.background = paint(value)
            .or_else(|| value.split_ascii_whitespace().take(WORDS).find_map(paint))
            .or(self.background);
    }

    /// The size in `font: bold 1px/2px serif`.
    fn font(&mut self, value: &str) {
        let size = value
            .split_ascii_whitespace()
            .filter(|word| word.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
            .filter(|word| word.ends_with(|c: char| !c.is_ascii_digit()) || *word == "0")
            .find_map(|word| length(word, 16.0));
        self.font_size = size.or(self.font_size);
    }
}

/// A text up to a byte of ASCII, and what follows that.
fn cut(text: &str, byte: u8) -> (&str, &str) {
    memchr(byte, text.as_bytes()).map_or((text, ""), |at| (&text[..at], &text[at + 1..]))
}

/// A length in pixels, `whole` being what a hundred per cent are.
#[must_use]
pub fn length(text: &str, whole: f32) -> Option<f32> {
    // Most are whole numbers of pixels.
    if let Some(number) = pixels(text.as_bytes()) {
        return Some(number.into());
    }
    let text = text.trim();
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    let end = text.find(|c| !is_number(c)).unwrap_or(text.len());
    let number: f32 = text[..end].parse().ok()?;
    let unit = text[end..].split('/').next().unwrap_or_default().trim();
    Some(number * scale(unit, whole))
}

/// A number of up to four digits.
fn pixels(text: &[u8]) -> Option<u16> {
    let is_short = matches!(text.len(), 1..=4) && text.iter().all(u8::is_ascii_digit);
    is_short.then(|| text.iter().fold(0, |number, &digit| 10 * number + u16::from(digit - b'0')))
}

/// The pixels of a unit.
fn scale(unit: &str, whole: f32) -> f32 {
    match unit.as_bytes() {
        [b'%'] => whole / 100.0,
        [b'e' | b'E' | b'r' | b'R' | b'p' | b'P', .., b'm' | b'M' | b'c' | b'C'] => 16.0,
        [b'c' | b'C', b'm' | b'M'] => 37.8,
        [b'm' | b'M', b'm' | b'M'] => 3.78,
        [b'i' | b'I', b'n' | b'N'] => 96.0,
        _ => 1.0,
    }
}

/// Whether a value is a word, in whatever case.
fn is(value: &str, word: &str) -> bool {
    value.eq_ignore_ascii_case(word)
}

fn smaller(a: Option<f32>, b: Option<f32>) -> Option<f32> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn display(value: &str) -> Display {
    if is(value, "none") {
        Display::None
    } else if value.get(..6).is_some_and(|start| is(start, "inline")) || is(value, "contents") {
        Display::Inline
    } else {
        Display::Block
    }
}
