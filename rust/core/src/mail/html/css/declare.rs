//! From the names and values of declarations to properties that matter.

use std::borrow::Cow;

use super::WINDOW;
use super::cut::{cut, declaration, is_simple, plain};
use super::function::{
    clip, clip_path, filter, line_height, opacity, rotate, scale, spread, transform, translate,
    zoom,
};
use super::length::{Length, length, number};
use super::property::{Name, Property};
use super::value::{Value, display, flag, font_size, is, is_any, position, wide};
use crate::mail::html::byte::trim;
use crate::mail::html::colour::{Paint, paint};
use crate::mail::html::name::key;

/// Words of a background that are looked at.
const WORDS: usize = 8;

/// What takes declarations: a property, what it is, and whether that is important.
pub trait Declared {
    /// Take one.
    fn declare(&mut self, property: Property, value: Value, is_important: bool);
}

/// Read a block of declarations.
pub fn read(text: &str, declared: &mut impl Declared) {
    let is_simple = is_simple(text);
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = if is_simple { cut(rest, b';') } else { declaration(rest) };
        let piece = if is_simple { Cow::Borrowed(piece) } else { plain(piece) };
        let (name, value) = cut(&piece, b':');
        if let Some(name) = Name::read(key(trim(name).as_bytes())) {
            let (value, is_important) = important(trim(value));
            if !value.is_empty() {
                declare(name, value, &mut |property, value| {
                    declared.declare(property, value, is_important);
                });
            }
        }
        rest = after;
    }
}

/// A value, and whether `!important` stands behind it. What has another mark is no value.
fn important(value: &str) -> (&str, bool) {
    let Some((before, word)) = value.rsplit_once('!') else { return (value, false) };
    if is(word.trim(), "important") { (before.trim_end(), true) } else { ("", false) }
}

type Add<'a> = &'a mut dyn FnMut(Property, Value);

fn declare(name: Name, value: &str, add: Add<'_>) {
    match name {
        Name::Long(property) => {
            if let Some(value) = long(property, value) {
                add(property, value);
            }
        }
        Name::Background => background(value, add),
        Name::Font => font(value, add),
        Name::Inset => {
            let sides = [Property::Top, Property::Right, Property::Bottom, Property::Left];
            box_sides(sides.map(Some), value, add);
        }
        Name::Margin => {
            box_sides(
                [Some(Property::MarginTop), None, None, Some(Property::MarginLeft)],
                value,
                add,
            );
        }
        Name::Padding => {
            let sides = [None, Some(Property::PaddingRight), Some(Property::PaddingBottom), None];
            box_sides(sides, value, add);
        }
        Name::Overflow => {
            let (x, y) = value.split_once(' ').unwrap_or((value, value));
            if let (Some(x), Some(y)) = (overflow(x), overflow(y.trim())) {
                add(Property::OverflowX, x);
                add(Property::OverflowY, y);
            }
        }
    }
}

/// The value of one property; none if browsers would not take it.
fn long(property: Property, value: &str) -> Option<Value> {
    use Property as P;
    if let Some(wide) = wide(value) {
        let is_inline = property == P::Display && wide == Value::Unsaid;
        return if is_inline { display("inline") } else { Some(wide) };
    }
    match property {
        P::Color if is(value, "currentcolor") => Some(Value::Inherit),
        P::Color | P::TextFill | P::Background => color(value),
        P::Picture => picture(value).or_else(|| is(value, "none").then_some(Value::Flag(false))),
        P::Display => display(value),
        P::Visible => flag(value, &["visible"], &["hidden", "collapse"]),
        P::Position => position(value),
        P::FontSize => font_size(value),
        P::LineHeight => line_height(value),
        P::Opacity => opacity(value),
        P::Float => flag(value, &["left", "right"], &["none"]),
        P::MsoHide => flag(value, &["all"], &["none", "screen"]),
        P::OverflowX | P::OverflowY => overflow(value),
        P::ContentVisibility => flag(value, &["hidden"], &["visible", "auto"]),
        P::KeepsLines => white_space(value),
        P::Clip => clip(value),
        P::ClipPath => clip_path(value),
        P::Filter => filter(value),
        P::Transform => transform(value),
        P::Scale => scale(value),
        P::Translate => translate(value),
        P::Rotate => rotate(value),
        P::Zoom => zoom(value),
        _ => measure(property, value),
    }
}

/// A colour. Those of what is around are told apart where it is known.
fn color(value: &str) -> Option<Value> {
    if is(value, "currentcolor") {
        return Some(Value::TextColor);
    }
    paint(value).map(Value::Paint)
}

fn overflow(value: &str) -> Option<Value> {
    flag(value, &["hidden", "clip", "scroll", "auto"], &["visible"])
}

fn white_space(value: &str) -> Option<Value> {
    let keeps = ["pre", "pre-wrap", "pre-line", "break-spaces", "preserve", "preserve-breaks"];
    flag(value, &keeps, &["normal", "nowrap", "collapse", "wrap"])
}

/// A size or a place along one of the two directions.
fn measure(property: Property, value: &str) -> Option<Value> {
    use Property as P;
    let words = ["auto", "none", "min-content", "max-content", "fit-content"];
    let auto = match property {
        P::Width | P::Height | P::MaxWidth | P::MaxHeight => f32::INFINITY,
        _ => 0.0,
    };
    if is_any(value, &words) {
        return Some(Value::Number(auto));
    }
    let pixels = match (length(value)?, property) {
        // A share of a height that follows from what is within is none.
        (Length::Share(share), P::Height) => return Some(Value::Factor(share)),
        (Length::Share(_), P::MaxHeight | P::MinHeight) => auto,
        (length, P::Top | P::Bottom) => length.pixels(WINDOW.1),
        (length, _) => length.pixels(WINDOW.0),
    };
    Some(Value::Number(pixels))
}

/// One to four sides: top, right, bottom, left.
fn box_sides(sides: [Option<Property>; 4], value: &str, add: Add<'_>) {
    let mut words = [""; 4];
    let mut count = 0;
    for word in value.split_ascii_whitespace() {
        if let Some(slot) = words.get_mut(count) {
            *slot = word;
        }
        count += 1;
    }
    let Some(words) = spread(words, count) else { return };
    let value = |side: Property, word| long(side, word);
    let probe = sides.into_iter().flatten().next().unwrap_or(Property::Top);
    if words.iter().any(|word| value(probe, word).is_none()) {
        return;
    }
    for (side, word) in sides.into_iter().zip(words) {
        if let Some((side, value)) = side.and_then(|side| Some((side, value(side, word)?))) {
            add(side, value);
        }
    }
}

/// A picture behind the text.
fn picture(value: &str) -> Option<Value> {
    let has = |word: &str| value.get(..).is_some_and(|value| value.contains(word));
    (has("url(") || has("gradient(") || has("URL(")).then_some(Value::Flag(true))
}

/// A background: a picture, a colour, or both. What it does not name is not there.
fn background(value: &str, add: Add<'_>) {
    if let Some(wide) = wide(value) {
        add(Property::Background, wide);
        add(Property::Picture, Value::Flag(false));
        return;
    }
    let words = || value.split_ascii_whitespace().take(WORDS);
    let found = color(value).or_else(|| words().find_map(color));
    let picture = picture(value);
    let is_none = words().any(|word| is(word, "none"));
    if found.is_none() && picture.is_none() && !is_none {
        return;
    }
    add(Property::Background, found.unwrap_or(Value::Paint(Paint::Clear)));
    add(Property::Picture, picture.unwrap_or(Value::Flag(false)));
}

/// The size in `font: bold 1px/2px serif`, which must have a family behind it.
fn font(value: &str, add: Add<'_>) {
    let mut words = value.split_ascii_whitespace();
    if let Some(wide) = wide(value) {
        return add(Property::FontSize, wide);
    }
    let Some(word) = words.find(|word| is_size(cut(word, b'/').0)) else { return };
    let (size, mut line) = cut(word, b'/');
    let mut family = words.next().unwrap_or_default();
    if word.ends_with('/') || family.starts_with('/') {
        line = if family == "/" { words.next().unwrap_or_default() } else { family };
        line = line.trim_start_matches('/');
        family = words.next().unwrap_or_default();
    }
    let line = if line.is_empty() { "normal" } else { line };
    if !family.is_empty()
        && let (Some(size), Some(line)) = (font_size(size), line_height(line))
    {
        add(Property::FontSize, size);
        add(Property::LineHeight, line);
    }
}

/// Whether a word of `font` is its size: numbers alone are weights, but for zero.
fn is_size(word: &str) -> bool {
    match number(word) {
        Some((number, "")) => number == 0.0,
        Some(_) => true,
        None => font_size(word).is_some(),
    }
}
