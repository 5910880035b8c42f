//! What a style does to a box so that nothing of it is seen.

use super::property::Property;
use super::style::Style;
use super::value::{Position, Value};
use super::{TINY, WINDOW};

/// What lies so many pixels before the start of a page is not seen.
const BEFORE: f32 = -500.0;

/// Nobody scrolls so many pixels to the right, or down.
const FAR: (f32, f32) = (WINDOW.0 - BEFORE, 5000.0);

/// Properties without which nothing here is hidden: one bit for each.
const HIDING: u64 = {
    use Property as P;
    let all = [
        P::MsoHide,
        P::ClipPath,
        P::Zoom,
        P::Clip,
        P::ContentVisibility,
        P::Rotate,
        P::Scale,
        P::Transform,
        P::Translate,
        P::Bottom,
        P::Left,
        P::MarginLeft,
        P::MarginTop,
        P::Right,
        P::Top,
        P::OverflowX,
        P::OverflowY,
    ];
    let (mut bits, mut i) = (0, 0);
    while i < all.len() {
        bits |= 1 << all[i] as u64;
        i += 1;
    }
    bits
};

/// What a box is, as far as its size obeys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A run of text in lines: it has no size.
    Inline,
    /// A part of a table: it grows with what is in it.
    Cell,
    /// The page: what it cuts off can be scrolled to.
    Page,
    Box,
}

/// Whether a place is off the page.
#[must_use]
pub fn is_off(x: f32, y: f32) -> bool {
    x.min(y) <= BEFORE || x >= FAR.0 || y >= FAR.1
}

impl Style {
    /// Whether an indent puts the first line of a text off the page.
    #[must_use]
    pub fn is_indented_off(indent: f32) -> bool {
        is_off(indent, 0.0)
    }

    /// Whether nothing in a box is seen, whatever the elements in it say. Pages that do not say which
    /// HTML they are have a height that others are shares of.
    #[must_use]
    pub fn hides(&self, kind: Kind, has_doctype: bool) -> bool {
        use Property as P;
        if !self.has_any(HIDING) {
            return false;
        }
        let kind = self.kind(kind);
        let is_absolute = self.position() == Position::Absolute;
        self.is(P::MsoHide)
            || self.is(P::ClipPath)
            || self.is(P::Zoom)
            || is_absolute && self.is(P::Clip)
            || self.is_placed_off(kind)
            || kind != Kind::Inline && self.is_away()
            || kind == Kind::Box && self.is_flat(has_doctype)
    }

    /// Boxes that stand out of the lines are no part of them.
    fn kind(&self, kind: Kind) -> Kind {
        let is_out = self.position() == Position::Absolute || self.is(Property::Float);
        if is_out && kind != Kind::Page { Kind::Box } else { kind }
    }

    /// Whether transformations leave nothing.
    fn is_away(&self) -> bool {
        use Property::{ContentVisibility, Rotate, Scale, Transform, Translate};
        [ContentVisibility, Rotate, Scale, Transform, Translate].iter().any(|&it| self.is(it))
    }

    fn is_placed_off(&self, kind: Kind) -> bool {
        use Property::{Bottom, Left, MarginLeft, MarginTop, Right, Top};
        let at = |property| self.number(property).unwrap_or(0.0);
        let edge = if self.position() == Position::Absolute { WINDOW.0 } else { 0.0 };
        let is_moved = self.position() != Position::Static
            && (is_off(at(Left), at(Top)) || is_off(edge - at(Right), -at(Bottom)));
        let up = if kind == Kind::Inline { 0.0 } else { at(MarginTop) };
        let has_margins = kind != Kind::Cell;
        is_moved || has_margins && is_off(at(MarginLeft), up)
    }

    /// Whether what is cut off is all there is.
    fn is_flat(&self, has_doctype: bool) -> bool {
        use Property as P;
        let is_clipped = self.is(P::OverflowX) || self.is(P::OverflowY);
        let [wide, high] =
            [(P::Width, P::MaxWidth, P::MinWidth), (P::Height, P::MaxHeight, P::MinHeight)].map(
                |(size, most, least)| self.size(size, most).max(self.number(least).unwrap_or(0.0)),
            );
        // What is too much for a box still shows through its padding behind it.
        let padding = |property| self.number(property).unwrap_or(0.0);
        let is_one_line = self.number(P::LineHeight).is_some_and(|height| height <= TINY);
        let is_no_share = !has_doctype && self.value(P::Height) == Value::Factor(0.0);
        let is_none = is_no_share || high.is_infinite() && is_one_line;
        let high = if is_none { 0.0 } else { high };
        is_clipped
            && (wide + padding(P::PaddingRight) <= TINY || high + padding(P::PaddingBottom) <= TINY)
    }

    /// The size of a box along one direction; infinite if nothing is said.
    #[must_use]
    pub fn size(&self, size: Property, most: Property) -> f32 {
        let number = |property| self.number(property).unwrap_or(f32::INFINITY);
        number(size).min(number(most))
    }
}
