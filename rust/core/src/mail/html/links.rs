//! Links of a page: anchors, pictures, forms and all other URLs that are fetched.

use memchr::{memchr, memchr3};

use super::attributes::Attribute;
use super::byte::trim;
use super::css::{Property, Style, TINY, pixels};
use super::element::{
    A, APPLET, AREA, BASE, EMBED, FORM, FRAME, IFRAME, IMAGE, IMG, INPUT, LINK, META, OBJECT,
    SCRIPT,
};
use super::host::is_mismatch;
use super::name::Key;
use super::reader::HtmlReader;
use super::{Link, LinkKind};
use crate::mail::mark::Mark;

/// A link whose text is being read.
#[derive(Clone, Copy, Debug)]
pub struct Anchor {
    /// Its place among the links.
    link: usize,
    /// Where its text begins in what is seen.
    start: usize,
}

impl HtmlReader<'_> {
    /// Note the links and marks of an opening tag.
    pub(super) fn note(&mut self, element: Key, style: &Style, text: &str) {
        match element {
            A => self.open_anchor(),
            AREA => self.link(LinkKind::Anchor, Attribute::Href, Attribute::Alt),
            IMG | IMAGE => self.picture(style),
            FORM => {
                self.marks.add(Mark::Form);
                self.link(LinkKind::Form, Attribute::Action, Attribute::Action);
            }
            INPUT => {
                self.marks.add(Mark::Form);
                self.link(LinkKind::Image, Attribute::Src, Attribute::Alt);
            }
            META => self.refresh(),
            BASE | LINK => self.link(LinkKind::Resource, Attribute::Href, Attribute::Href),
            _ => self.resource(element),
        }
        self.link(LinkKind::Resource, Attribute::Background, Attribute::Background);
        if style.is(Property::Picture)
            && let Some(picture) = url(text)
        {
            self.add_link(LinkKind::Resource, picture, String::new());
        }
    }

    /// End the text of a link.
    pub(super) fn close_anchor(&mut self) {
        let Some(Anchor { link, start }) = self.anchor.take() else { return };
        let mut shown = trim(&self.visible.as_str()[start..]).to_string();
        if memchr(b'\n', shown.as_bytes()).is_some() {
            shown = shown.replace('\n', " ");
        }
        if is_mismatch(&shown, &self.links[link].target) {
            self.marks.add(Mark::Mismatch);
        }
        self.links[link].shown = shown;
    }

    fn open_anchor(&mut self) {
        self.close_anchor();
        let link = self.links.len();
        self.link(LinkKind::Anchor, Attribute::Href, Attribute::Href);
        if self.links.len() > link {
            self.anchor = Some(Anchor { link, start: self.visible.as_str().len() });
        }
    }

    /// A picture takes room in a line, unless nobody sees it.
    fn picture(&mut self, style: &Style) {
        if self.is_tiny(style) {
            self.marks.add(Mark::TinyImage);
            self.visible.seam();
        } else {
            self.visible.blank();
        }
        let link = self.links.len();
        self.link(LinkKind::Image, Attribute::Src, Attribute::Alt);
        if self.links.get(link).is_some_and(|link| is_remote(&link.target)) {
            self.marks.add(Mark::RemoteImage);
        }
    }

    /// Whether the picture of this tag is too small to be seen.
    fn is_tiny(&self, style: &Style) -> bool {
        use Property::{Height, MaxHeight, MaxWidth, Width};
        let attribute = |attribute| {
            self.scanner.attributes.get(attribute).and_then(|value| pixels(&value, 1000.0))
        };
        let size = |size, most, named| {
            let size = style.number(size).or_else(|| attribute(named));
            size.unwrap_or(f32::INFINITY).min(style.number(most).unwrap_or(f32::INFINITY))
        };
        let sizes =
            [size(Width, MaxWidth, Attribute::Width), size(Height, MaxHeight, Attribute::Height)];
        let mut sizes = sizes.into_iter().filter(|size| size.is_finite()).peekable();
        sizes.peek().is_some() && sizes.all(|size| size < TINY)
    }

    fn resource(&mut self, element: Key) {
        match element {
            IFRAME | FRAME | OBJECT | EMBED | APPLET => self.marks.add(Mark::Frame),
            SCRIPT => self.marks.add(Mark::Script),
            _ => {}
        }
        let address = if element == OBJECT { Attribute::Data } else { Attribute::Src };
        self.link(LinkKind::Resource, address, address);
    }

    /// A page that goes elsewhere after a while, as in `content="0; url=https://..."`.
    fn refresh(&mut self) {
        let attributes = &self.scanner.attributes;
        let Some(name) = attributes.get(Attribute::HttpEquiv) else { return };
        let Some(content) = attributes.get(Attribute::Content) else { return };
        let Some(at) = content.find([';', ',']) else { return };
        let rest = content[at + 1..].trim_start();
        if name.trim().eq_ignore_ascii_case("refresh")
            && rest.get(..3).is_some_and(|word| word.eq_ignore_ascii_case("url"))
            && let Some(target) = rest[3..].trim_start().strip_prefix('=')
        {
            self.marks.add(Mark::Refresh);
            let target = target.trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'');
            self.add_link(LinkKind::Resource, target, String::new());
        }
    }

    /// Add the link of an attribute; what it shows is in another, or nothing if that is the same.
    fn link(&mut self, kind: LinkKind, address: Attribute, shown: Attribute) {
        let Some(target) = self.scanner.attributes.get(address) else { return };
        let shown = if shown == address { None } else { self.scanner.attributes.get(shown) };
        self.add_link(kind, &target, trim(&shown.unwrap_or_default()).to_string());
    }

    fn add_link(&mut self, kind: LinkKind, target: &str, shown: String) {
        let target = trim(target);
        if target.is_empty() {
            return;
        }
        // Browsers leave out what wrapped lines put into an address.
        let is_whole = memchr3(b'\t', b'\r', b'\n', target.as_bytes()).is_none();
        let target =
            if is_whole { target.to_string() } else { target.replace(['\t', '\r', '\n'], "") };
        self.links.push(Link { kind, target, shown });
    }
}

/// The address in a style.
fn url(style: &str) -> Option<&str> {
    let (_, rest) = style.split_once("url(").or_else(|| style.split_once("URL("))?;
    let address = rest.split(')').next().unwrap_or_default();
    Some(address.trim_matches([' ', '"', '\'']))
}

/// Whether a picture comes from the net rather than from the message.
fn is_remote(target: &str) -> bool {
    let starts =
        |word: &str| target.get(..word.len()).is_some_and(|s| s.eq_ignore_ascii_case(word));
    starts("http://") || starts("https://") || starts("//")
}
