//! HTML becomes what a reader sees, what is kept from them, and where the links go.

use crate::mail::mark::Marks;

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
    /// Where it goes, as it stands in the message, entities decoded and blanks around it gone.
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
#[must_use]
pub fn read(_source: &str) -> Html {
    Html::default()
}
