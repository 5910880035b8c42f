//! Visibility of text: inherited styles that decide whether an element is shown.

use super::attributes::{Attribute, Attributes};
use super::colour::{BLACK, LINK, Paint, Rgb, WHITE, is_near, paint};
use super::css::{Display, Kind, Property, Style, TINY, Value};
use super::element::{
    A, BODY, BUTTON, DATALIST, DETAILS, DIALOG, Element, Flow, HTML, INPUT, LISTING, NOEMBED,
    NOFRAMES, PRE, RP, SELECT, SUMMARY, TABLE, TBODY, TD, TEMPLATE, TEXTAREA, TFOOT, TH, THEAD, TR,
    XMP,
};
use super::name::Key;

/// What holds for a whole page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Tables of pages that do not say which HTML they are take the colour of the page.
    pub has_doctype: bool,
    color: Paint,
    link: Rgb,
}

impl Default for Page {
    fn default() -> Self {
        Self { has_doctype: false, color: Paint::Solid(BLACK), link: LINK }
    }
}

/// Veils, one bit each. Nothing within what is gone is seen; the others can be lifted.
const GONE: u8 = 1;
const INVISIBLE: u8 = 2;
const INDENTED: u8 = 4;
/// What is folded is unfolded by its summary.
const FOLDED: u8 = 8;

/// What is denser than this can be seen.
const THIN: f32 = 0.05;

/// Pixels of letters that nothing is said about.
const LETTERS: f32 = 16.0;

/// How text looks at one place.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether it can be seen.
    pub is_shown: bool,
    /// Whether line feeds end lines.
    pub keeps_lines: bool,
    veils: u8,
    /// How dense it is painted.
    density: f32,
    /// Pixels of letters.
    letters: f32,
    color: Paint,
    /// What letters are filled with, if not with their colour.
    fill: Option<Paint>,
    /// What is behind, if anybody knows.
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
            density: 1.0,
            letters: LETTERS,
            color: Paint::Solid(BLACK),
            fill: None,
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
        element: Element,
        attributes: &Attributes<'_>,
        style: &Style,
        page: &mut Page,
    ) -> Self {
        let around = self;
        self.reset(element.key, attributes, page);
        self.set_colors(&around, element.key, attributes, style, page);
        self.set_letters(attributes, style);
        self.set_veils(element, attributes, style, page.has_doctype);
        let preserves = matches!(element.key, PRE | LISTING | XMP | TEXTAREA);
        let keeps_lines = style.flag(Property::KeepsLines);
        self.keeps_lines = keeps_lines.unwrap_or(self.keeps_lines || preserves);
        self.is_shown = self.can_be_seen();
        self
    }

    /// Forget what some elements do not inherit.
    fn reset(&mut self, element: Key, attributes: &Attributes<'_>, page: &Page) {
        match element {
            TABLE if !page.has_doctype => {
                (self.color, self.letters) = (page.color, LETTERS);
                self.veils &= !INDENTED;
            }
            INPUT | SELECT | TEXTAREA | BUTTON => {
                (self.color, self.background) = (Paint::Solid(BLACK), Some(WHITE));
                self.letters = LETTERS;
                self.veils &= !INDENTED;
            }
            A if attributes.has(Attribute::Href) => self.color = Paint::Solid(page.link),
            _ => {}
        }
    }

    fn set_veils(
        &mut self,
        element: Element,
        attributes: &Attributes<'_>,
        style: &Style,
        has_doctype: bool,
    ) {
        let kind = kind(element, style.display());
        let is_off = style
            .display()
            .map_or_else(|| is_hidden(element.key, attributes), |display| display == Display::None);
        self.fold(element.key, attributes);
        let is_gone = is_off || element.key == TEMPLATE || style.hides(kind, has_doctype);
        self.veil(GONE, is_gone.then_some(true));
        self.veil(INVISIBLE, style.flag(Property::Visible).map(|is_visible| !is_visible));
        if kind != Kind::Inline {
            let indent = style.number(Property::TextIndent);
            self.veil(INDENTED, indent.map(Style::is_indented_off));
        }
        for share in [Property::Opacity, Property::Filter] {
            self.density *= style.number(share).unwrap_or(1.0);
        }
    }

    /// Fold what only its summary shows.
    fn fold(&mut self, element: Key, attributes: &Attributes<'_>) {
        match element {
            DETAILS if self.veils & FOLDED != 0 => self.veils |= GONE,
            DETAILS if !attributes.has(Attribute::Open) => self.veils |= FOLDED,
            SUMMARY => self.veils &= !FOLDED,
            _ => {}
        }
    }

    fn set_letters(&mut self, attributes: &Attributes<'_>, style: &Style) {
        if attributes.has(Attribute::Size) {
            self.letters = LETTERS;
        }
        match style.value(Property::FontSize) {
            Value::Number(pixels) => self.letters = pixels,
            Value::Factor(factor) => self.letters *= factor,
            _ => {}
        }
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
        let color = self.fill.unwrap_or(self.color);
        let is_drowned = match (color.over(self.background), self.background) {
            _ if color == Paint::Clear => true,
            (Some(color), Some(background)) => is_near(color, background),
            _ => false,
        };
        self.veils == 0 && self.density > THIN && self.letters > TINY && !is_drowned
    }

    fn set_colors(
        &mut self,
        around: &Self,
        element: Key,
        attributes: &Attributes<'_>,
        style: &Style,
        page: &mut Page,
    ) {
        let named = |attribute| attributes.get(attribute).and_then(|value| paint(&value));
        self.color = match style.value(Property::Color) {
            Value::Paint(paint) => paint,
            Value::Inherit => around.color,
            _ => named(Attribute::Color).or_else(|| named(Attribute::Text)).unwrap_or(self.color),
        };
        match style.value(Property::TextFill) {
            Value::Paint(paint) => self.fill = Some(paint),
            Value::TextColor | Value::Unsaid if style.has(Property::TextFill) => self.fill = None,
            _ => {}
        }
        let background = match style.value(Property::Background) {
            Value::TextColor => Some(self.color),
            Value::Paint(paint) => Some(paint),
            _ => named(Attribute::BgColor),
        };
        let has_picture = style.flag(Property::Picture);
        let has_picture = has_picture.unwrap_or_else(|| attributes.has(Attribute::Background));
        self.paint_behind(element, background.unwrap_or(Paint::Clear), has_picture);
        if element == BODY {
            page.color = self.color;
            if let Some(Paint::Solid(rgb)) = named(Attribute::Link) {
                page.link = rgb;
            }
        }
    }

    fn paint_behind(&mut self, element: Key, paint: Paint, has_picture: bool) {
        let is_frame = matches!(element, TABLE | TBODY | THEAD | TFOOT | TR);
        let is_cell = is_frame || matches!(element, TD | TH);
        let behind = if is_cell { self.cell } else { self.background };
        let behind = if has_picture { None } else { paint.over(behind) };
        self.cell = behind;
        if !is_frame {
            self.background = behind;
        }
    }
}

/// Whether an element is not shown unless a style says so.
fn is_hidden(element: Key, attributes: &Attributes<'_>) -> bool {
    let is_closed = element == DIALOG && !attributes.has(Attribute::Open);
    attributes.has(Attribute::Hidden)
        || is_closed
        || matches!(element, DATALIST | NOEMBED | NOFRAMES | RP)
}

/// What an element is, as far as its size obeys.
fn kind(element: Element, display: Option<Display>) -> Kind {
    match (element.key, display) {
        (BODY | HTML, _) => Kind::Page,
        (_, Some(Display::Inline | Display::Contents)) => Kind::Inline,
        (_, Some(Display::Block | Display::Box)) => Kind::Box,
        (TABLE | TBODY | THEAD | TFOOT | TR | TD | TH, _) => Kind::Cell,
        _ if element.flow == Flow::Block => Kind::Box,
        _ if matches!(element.key, INPUT | SELECT | TEXTAREA | BUTTON) => Kind::Box,
        _ => Kind::Inline,
    }
}
