//! HTML extraction: visible text, hidden text, and links.
//!
//! No tree is built. Source is read once, by the rules that browsers follow for broken markup, and
//! only the innermost open elements are remembered, so the cost is linear in the source whatever
//! it holds. A page with a style sheet is read twice at most: its rules hold for all of it.

mod attributes;
mod byte;
mod colour;
mod css;
mod element;
mod entity;
mod host;
mod links;
mod look;
mod name;
mod reader;
mod scan;
mod sheets;
mod stack;
#[cfg(test)]
mod tests;
mod text;

use crate::mail::mark::Marks;
pub(crate) use byte::trim;

/// Where something in HTML leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// A link to follow.
    Anchor,
    /// A picture to fetch.
    Image,
    /// A form to send.
    Form,
    /// Anything else that is fetched: frames, objects, style sheets, scripts.
    Resource,
}

/// A link: what it shows, and where it goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What is done with it.
    pub kind: LinkKind,
    /// Where it goes, as it stands in the message, entities decoded, line ends and
    /// blanks around it gone.
    pub target: String,
    /// What it shows: the visible text of an anchor, the `alt` of a picture.
    pub shown: String,
}

/// What HTML says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html {
    /// The text a reader sees, blocks apart from each other by line feeds.
    pub visible: String,
    /// Text that is there and not shown.
    pub hidden: String,
    /// Links in the order they stand.
    pub links: Vec<Link>,
    /// What is odd.
    pub marks: Marks,
}

/// Read HTML.
///
/// Elements within a line do not cut words; all others put what follows on a line of its own, and
/// blanks and empty lines become one. The title is hidden text, as is what styles, colours or sizes
/// keep from being seen. Scripts and style sheets are left out. What a picture has for an `alt` is
/// in its link alone.
#[must_use]
pub fn read(source: &str) -> Html {
    reader::HtmlReader::new(source).read()
}
