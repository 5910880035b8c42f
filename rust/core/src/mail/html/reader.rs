//! Tree-less HTML reader: tags and texts become visible text, hidden text, links and marks.

use std::borrow::Cow;

use htmlize::unescape;

use super::attributes::Attribute;
use super::element::{
    A, BODY, BR, Element, Flow, HTML, IFRAME, IMAGE, IMG, INPUT, LOOK, NOTE, PLAINTEXT, RAW,
    SCRIPT, STYLE, TEXTAREA, TITLE, XMP,
};
use super::entity::has_numeric_letters;
use super::links::Anchor;
use super::look::{Look, Page};
use super::name::Key;
use super::scan::{Piece, Scanner};
use super::stack::ElementStack;
use super::style::{Display, Style};
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
            stack: ElementStack::default(),
            texts: 0,
        }
    }

    /// Read all.
    #[must_use]
    pub fn read(mut self, source: &str) -> Html {
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
        if has_numeric_letters(source) {
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
        let text = attributes.get(Attribute::Style).map(without_comments);
        let style = text.as_deref().map_or(Style::EMPTY, Style::read);
        if element.needs(NOTE) || attributes.has_links() {
            self.note(element.key, &style);
        }
        self.stack.imply(element);
        match element.flow {
            Flow::Break => self.line(),
            Flow::Room => self.room(element.key, &style),
            Flow::Void => {}
            _ => self.enter(element, &style),
        }
        if element.flow == Flow::Unknown && !self.scanner.name().contains(':') {
            self.visible.seam();
        }
        if element.needs(RAW) {
            self.raw(element.key);
        }
    }

    /// Open an element that can hold others.
    fn enter(&mut self, element: Element, style: &Style<'_>) {
        let (around, attributes) = (self.stack.look(), &self.scanner.attributes);
        let look = if attributes.is_empty() && !element.needs(LOOK) {
            around
        } else {
            around.within(element.key, attributes, style, &mut self.page)
        };
        let is_block = style.display.map_or(element.flow == Flow::Block, |it| it == Display::Block);
        if is_block {
            self.line();
        } else if style.display == Some(Display::None) {
            // Blocks that are not shown part no words but their own.
            self.hidden.line();
        }
        self.stack.push(element, look, is_block, self.texts);
    }

    /// Something that takes room in a line: a field, the text of a button. Pictures took theirs when
    /// they were noted.
    fn room(&mut self, element: Key, style: &Style<'_>) {
        if matches!(element, IMG | IMAGE) {
            return;
        }
        self.visible.blank();
        if element != INPUT {
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
                let sheet = self.scanner.raw(element);
                self.sheet(sheet);
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

    /// Take note of a style sheet.
    pub(super) fn sheet(&mut self, text: &str) {
        if self.page.add_sheet(text) {
            let page = self.page;
            self.stack.repaint(|look| look.repaint(&page));
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

/// A style without its comments.
fn without_comments(style: Cow<'_, str>) -> Cow<'_, str> {
    if !style.contains("/*") {
        return style;
    }
    let mut out = String::with_capacity(style.len());
    let mut rest: &str = &style;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    Cow::Owned(out)
}
