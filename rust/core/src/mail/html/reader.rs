//! Tree-less HTML reader: tags and texts become visible text, hidden text, links and marks.

use htmlize::unescape;

use super::attributes::{Attribute, Attributes};
use super::css::{self, Display, Sheet, Style, Ties};
use super::element::{
    A, BODY, BR, Element, Flow, HTML, IFRAME, IMAGE, IMG, INPUT, LOOK, NOTE, PLAINTEXT, RAW,
    SCRIPT, STYLE, TEXTAREA, TITLE, XMP,
};
use super::entity::has_numeric_letters;
use super::links::Anchor;
use super::look::{Look, Page};
use super::name::Key;
use super::scan::{Piece, Scanner};
use super::sheets;
use super::stack::ElementStack;
use super::text::Text;
use super::{Html, Link};
use crate::mail::mark::{Mark, Marks};

/// Reads a source once, from its start to its end.
pub struct HtmlReader<'a> {
    pub(super) scanner: Scanner<'a>,
    pub(super) visible: Text,
    pub(super) links: Vec<Link>,
    pub(super) marks: Marks,
    pub(super) anchor: Option<Anchor>,
    pub(super) page: Page,
    hidden: Text,
    stack: ElementStack,
    texts: usize,
    source: &'a str,
    /// Whether a style sheet was met, and the rules of all sheets, if they matter.
    knows_sheets: bool,
    sheet: Option<Box<Sheet>>,
}

impl<'a> HtmlReader<'a> {
    /// A reader at the start of a source.
    #[must_use]
    pub fn new(source: &'a str) -> Self {
        Self {
            scanner: Scanner::new(source),
            visible: Text::with_capacity(source.len() / 2),
            links: Vec::new(),
            marks: Marks::default(),
            anchor: None,
            page: Page::default(),
            hidden: Text::default(),
            stack: ElementStack::new(Look::default(), Ties::default()),
            texts: 0,
            source,
            knows_sheets: false,
            sheet: None,
        }
    }

    /// A reader at the start of a source whose rules are known. What they say of the page holds
    /// whether or not there is a tag for it.
    fn with_sheet(source: &'a str, mut sheet: Box<Sheet>, has_doctype: bool) -> Self {
        let mut reader = Self::new(source);
        reader.page.has_doctype = has_doctype;
        let (mut look, mut ties) = (reader.stack.look(), reader.stack.ties());
        for name in [HTML, BODY] {
            let mut style = Style::default();
            ties = sheet.apply(name, "", "", ties, &mut style);
            let attributes = Attributes::new(source);
            look = look.within(Element::named(name), &attributes, &style, &mut reader.page);
        }
        reader.stack = ElementStack::new(look, ties);
        (reader.sheet, reader.knows_sheets) = (Some(sheet), true);
        reader
    }

    /// Read all.
    #[must_use]
    pub fn read(mut self) -> Html {
        while let Some(piece) = self.scanner.next() {
            match piece {
                Piece::Text(text) => self.text(text),
                Piece::Coded(text) => self.text(&unescape(text)),
                Piece::Open(name) => self.open(name),
                Piece::Close(name) => self.close(name),
                Piece::Comment => self.visible.seam(),
                Piece::Doctype => self.page.has_doctype = true,
            }
        }
        self.close_anchor();
        if self.visible.is_split {
            self.marks.add(Mark::SplitWord);
        }
        if has_numeric_letters(self.source) {
            self.marks.add(Mark::NumericLetters);
        }
        Html {
            visible: self.visible.finish(),
            hidden: self.hidden.finish(),
            links: self.links,
            marks: self.marks,
        }
    }

    fn text(&mut self, text: &str) {
        self.text_as(text, self.stack.look());
    }

    fn text_as(&mut self, text: &str, look: Look) {
        if look.is_shown {
            if self.visible.push(text, look.keeps_lines) {
                self.texts += 1;
                self.hidden.line();
            } else {
                self.hidden.blank();
            }
        } else if self.hidden.push(text, look.keeps_lines) {
            self.texts += 1;
            self.visible.seam();
            if text.chars().any(char::is_alphanumeric) {
                self.marks.add(Mark::HiddenText);
            }
        }
    }

    fn line(&mut self) {
        self.visible.line();
        self.hidden.line();
    }

    fn open(&mut self, name: Key) {
        let (element, attributes) = (Element::named(name), &self.scanner.attributes);
        let text = attributes.get(Attribute::Style);
        let text = text.as_deref().unwrap_or_default();
        self.stack.imply(element);
        let ties = self.stack.ties();
        if text.is_empty() && self.sheet.is_none() {
            return self.open_as(element, &css::EMPTY, text, ties);
        }
        let mut style = Style::default();
        let ties = self.apply(element, ties, &mut style);
        style.read(text);
        self.open_as(element, &style, text, ties);
    }

    /// Add what the rules of the page say about an element; what is around what is in it.
    fn apply(&mut self, element: Element, around: Ties, style: &mut Style) -> Ties {
        let Some(sheet) = &mut self.sheet else { return around };
        if matches!(element.flow, Flow::Void | Flow::Break) {
            return around;
        }
        let attribute = |it| self.scanner.attributes.get(it).unwrap_or_default();
        let (class, id) = (attribute(Attribute::Class), attribute(Attribute::Id));
        sheet.apply(element.key, &class, &id, around, style)
    }

    /// Open an element with a style, whose text is that of its attribute.
    fn open_as(&mut self, element: Element, style: &Style, text: &str, ties: Ties) {
        if element.needs(NOTE) || self.scanner.attributes.has_links() {
            self.note(element.key, style, text);
        }
        match element.flow {
            Flow::Break => self.line(),
            Flow::Room => self.room(element, style),
            Flow::Void => {}
            _ => self.enter(element, style, ties),
        }
        if element.flow == Flow::Unknown && !self.scanner.name().contains(':') {
            self.visible.seam();
        }
        if element.needs(RAW) {
            self.raw(element.key);
        }
    }

    /// Open an element that can hold others.
    fn enter(&mut self, element: Element, style: &Style, ties: Ties) {
        let (around, attributes) = (self.stack.look(), &self.scanner.attributes);
        let is_plain = !attributes.has_looks() && !element.needs(LOOK) && self.sheet.is_none();
        let look = if is_plain {
            around
        } else {
            around.within(element, attributes, style, &mut self.page)
        };
        let display = style.display();
        let is_block = display.map_or(element.flow == Flow::Block, Display::is_block);
        if is_block {
            self.line();
        } else if display == Some(Display::None) {
            // Blocks that are not shown part no words but their own.
            self.hidden.line();
        }
        self.stack.push(element, (look, ties), is_block, self.texts);
    }

    /// Something that takes room in a line: a field, the text of a button. Pictures took theirs when
    /// they were noted.
    fn room(&mut self, element: Element, style: &Style) {
        if matches!(element.key, IMG | IMAGE) {
            return;
        }
        self.visible.blank();
        if element.key != INPUT {
            return;
        }
        let attributes = &self.scanner.attributes;
        let kind = attributes.get(Attribute::Type).unwrap_or_default().to_ascii_lowercase();
        if matches!(kind.trim(), "submit" | "button" | "reset") {
            let label = attributes.get(Attribute::Value).unwrap_or_default();
            let look = self.stack.look().within(element, attributes, style, &mut self.page);
            self.text_as(&label, look);
            self.visible.blank();
        }
    }

    /// Read the text of elements in which markup does not count.
    fn raw(&mut self, element: Key) {
        match element {
            SCRIPT | IFRAME => {
                self.scanner.raw(element);
            }
            STYLE => {
                self.scanner.raw(element);
                if !self.knows_sheets {
                    self.collect_rules();
                }
            }
            TITLE => {
                let title = unescape(self.scanner.raw(element));
                self.hidden.push(&title, false);
            }
            TEXTAREA => {
                let text = unescape(self.scanner.raw(element));
                self.text(&text);
            }
            XMP => {
                let text = self.scanner.raw(element);
                self.text(text);
            }
            PLAINTEXT => {
                let text = self.scanner.rest();
                self.text(text);
            }
            _ => {}
        }
    }

    /// Collect the rules of the page once its first style sheet was met. If they matter, read it
    /// again: they hold for what stood before them, too.
    fn collect_rules(&mut self) {
        self.knows_sheets = true;
        let sheet = sheets::collect(self.source, !self.page.has_doctype);
        if !sheet.is_empty() {
            *self = Self::with_sheet(self.source, Box::new(sheet), self.page.has_doctype);
        }
    }

    fn close(&mut self, name: Key) {
        match name {
            A => self.close_anchor(),
            // What follows the end of a page is shown at its end.
            BODY | HTML | BR => return self.line(),
            _ => {}
        }
        let element = Element::named(name);
        match self.stack.close(element) {
            Some(closed) if closed.is_block => self.line(),
            Some(closed) if closed.texts == self.texts => self.visible.seam(),
            None if element.flow == Flow::Block => self.line(),
            None if element.flow == Flow::Unknown => self.visible.seam(),
            _ => {}
        }
    }
}
