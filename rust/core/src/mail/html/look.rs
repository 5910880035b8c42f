//! Visibility of text: inherited styles that decide whether an element is shown.

use memchr::memmem;

use super::attributes::{Attribute, Attributes};
use super::colour::{BLACK, LINK, Paint, Rgb, WHITE, is_near, paint};
use super::element::{
    A, BODY, BUTTON, INPUT, LISTING, PRE, SELECT, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH,
    THEAD, TR, XMP,
};
use super::name::Key;
use super::style::{Display, Style, TINY};

/// What holds for a whole page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Tables of pages that do not say which HTML they are take the colour of the page.
    pub has_doctype: bool,
    color: Option<Paint>,
    link: Option<Rgb>,
    sheet: Sheet,
}

/// What style sheets speak of. They are not read: what they may change is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sheet {
    has_color: bool,
    has_background: bool,
    has_page: bool,
}

impl Default for Page {
    fn default() -> Self {
        Self {
            has_doctype: false,
            color: Some(Paint::Solid(BLACK)),
            link: Some(LINK),
            sheet: Sheet::default(),
        }
    }
}

impl Page {
    /// Take note of a style sheet; whether it speaks of anything new.
    pub fn add_sheet(&mut self, text: &str) -> bool {
        let before = self.sheet;
        let text = text.to_ascii_lowercase();
        let has = |word: &str| memmem::find(text.as_bytes(), word.as_bytes()).is_some();
        self.sheet.has_color |= has("color:") || has("color :");
        self.sheet.has_background |= has("background");
        self.sheet.has_page |= has("background") && has("body");
        if self.sheet.has_color {
            (self.color, self.link) = (None, None);
        }
        self.sheet != before
    }
}

/// Veils, one bit each. Nothing within what is gone is seen; the others can be lifted.
const GONE: u8 = 1;
const INVISIBLE: u8 = 2;
const SMALL: u8 = 4;

/// How text looks at one place. Colours that nobody knows are none.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether it can be seen.
    pub is_shown: bool,
    /// Whether line feeds end lines.
    pub keeps_lines: bool,
    veils: u8,
    color: Option<Paint>,
    background: Option<Rgb>,
    /// What cells have behind them: text beside the cells of a table stands outside it.
    cell: Option<Rgb>,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            is_shown: true,
            keeps_lines: false,
            veils: 0,
            color: Some(Paint::Solid(BLACK)),
            background: Some(WHITE),
            cell: Some(WHITE),
        }
    }
}

impl Look {
    /// The look within an element.
    #[must_use]
    pub fn within(
        mut self,
        element: Key,
        attributes: &Attributes<'_>,
        style: &Style<'_>,
        page: &mut Page,
    ) -> Self {
        self.set_colors(element, attributes, style, page);
        let is_gone = style.is_gone
            || style.display == Some(Display::None)
            || attributes.has(Attribute::Hidden)
            || element == TEMPLATE;
        self.veil(GONE, is_gone.then_some(true));
        self.veil(INVISIBLE, style.is_visible.map(|is_visible| !is_visible));
        self.veil(SMALL, attributes.has(Attribute::Size).then_some(false));
        self.veil(SMALL, style.font_size.map(|size| size <= TINY));
        self.keeps_lines |= matches!(element, PRE | LISTING | XMP | TEXTAREA);
        self.keeps_lines = style.keeps_lines.unwrap_or(self.keeps_lines);
        self.is_shown = self.can_be_seen();
        self
    }

    /// The same look once a style sheet was met.
    pub fn repaint(&mut self, page: &Page) {
        if page.sheet.has_color && self.color == Some(Paint::Solid(BLACK)) {
            self.color = None;
        }
        if page.sheet.has_page && self.background == Some(WHITE) {
            (self.background, self.cell) = (None, None);
        }
        self.is_shown = self.can_be_seen();
    }

    /// Put a veil on or lift it, if anything is said about it.
    fn veil(&mut self, veil: u8, is_on: Option<bool>) {
        match is_on {
            Some(true) => self.veils |= veil,
            Some(false) => self.veils &= !veil,
            None => {}
        }
    }

    fn can_be_seen(&self) -> bool {
        let is_drowned = match (self.color, self.background) {
            (Some(Paint::Clear), _) => true,
            (Some(Paint::Solid(color)), Some(background)) => is_near(color, background),
            _ => false,
        };
        self.veils == 0 && !is_drowned
    }

    fn set_colors(
        &mut self,
        element: Key,
        attributes: &Attributes<'_>,
        style: &Style<'_>,
        page: &mut Page,
    ) {
        match element {
            TABLE if !page.has_doctype => self.color = page.color,
            INPUT | SELECT | TEXTAREA | BUTTON => {
                (self.color, self.background) = (Some(Paint::Solid(BLACK)), Some(WHITE));
            }
            A if attributes.has(Attribute::Href) => self.color = page.link.map(Paint::Solid),
            _ => {}
        }
        if attributes.has(Attribute::Class) {
            self.blur(page.sheet);
        }
        let named = |attribute| attributes.get(attribute).and_then(|value| paint(&value));
        let color = style.color.or_else(|| named(Attribute::Color));
        self.color = color.or_else(|| named(Attribute::Text)).or(self.color);
        let background = style.background.or_else(|| named(Attribute::BgColor));
        let has_picture = style.picture.is_some() || attributes.has(Attribute::Background);
        self.paint_behind(element, background, has_picture);
        if element == BODY {
            page.color = self.color;
            if let Some(Paint::Solid(rgb)) = named(Attribute::Link) {
                page.link = Some(rgb);
            }
        }
    }

    fn paint_behind(&mut self, element: Key, paint: Option<Paint>, has_picture: bool) {
        let is_frame = matches!(element, TABLE | TBODY | THEAD | TFOOT | TR);
        let mut behind =
            if matches!(element, TD | TH) || is_frame { self.cell } else { self.background };
        if let Some(Paint::Solid(rgb)) = paint {
            behind = Some(rgb);
        }
        if has_picture {
            behind = None;
        }
        self.cell = behind;
        if !is_frame {
            self.background = behind;
        }
    }

    /// An element that style sheets can name has the colours they like.
    fn blur(&mut self, sheet: Sheet) {
        if sheet.has_color {
            self.color = None;
        }
        if sheet.has_background {
            (self.background, self.cell) = (None, None);
        }
    }
}
