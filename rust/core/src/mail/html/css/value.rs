//! Values of properties, as far as they decide what is seen.

use super::length::{Length, length};
use crate::mail::html::colour::Paint;

/// How an element stands among others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    None,
    Block,
    Inline,
    /// A box within a line.
    Box,
    /// Without a box of its own.
    Contents,
}

impl Display {
    /// Whether it begins and ends a line.
    #[must_use]
    pub fn is_block(self) -> bool {
        self == Self::Block
    }
}

/// Where an element is placed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    Static,
    Relative,
    Absolute,
}

/// What a declaration says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Nothing, or what would be without it.
    Unsaid,
    Flag(bool),
    /// A number, or pixels.
    Number(f32),
    /// A multiple of what is around.
    Factor(f32),
    Display(Display),
    Position(Position),
    Paint(Paint),
    /// The colour of the text.
    TextColor,
    /// What is around has it.
    Inherit,
}

/// Whether a value is a word, in whatever case.
#[must_use]
pub fn is(value: &str, word: &str) -> bool {
    value.eq_ignore_ascii_case(word)
}

/// Whether a value is one of some words.
#[must_use]
pub fn is_any(value: &str, words: &[&str]) -> bool {
    words.iter().any(|word| is(value, word))
}

/// What every property can be.
#[must_use]
pub fn wide(value: &str) -> Option<Value> {
    match value.len() {
        7 if is(value, "inherit") => Some(Value::Inherit),
        7 if is(value, "initial") => Some(Value::Unsaid),
        5 | 6 | 12 if is_any(value, &["unset", "revert", "revert-layer"]) => Some(Value::Unsaid),
        _ => None,
    }
}

const BLOCKS: [&str; 14] = [
    "block",
    "table",
    "flex",
    "grid",
    "list-item",
    "flow-root",
    "table-cell",
    "table-row",
    "table-row-group",
    "table-header-group",
    "table-footer-group",
    "table-caption",
    "table-column",
    "-webkit-box",
];
const BOXES: [&str; 5] =
    ["inline-block", "inline-table", "inline-flex", "inline-grid", "-webkit-inline-box"];

/// How an element stands among others; none for words that no browser knows.
#[must_use]
pub fn display(value: &str) -> Option<Value> {
    Some(Value::Display(match value {
        _ if is(value, "none") => Display::None,
        _ if is(value, "inline") || is(value, "initial") || is(value, "ruby") => Display::Inline,
        _ if is(value, "contents") => Display::Contents,
        _ if is_any(value, &BOXES) => Display::Box,
        _ if is_any(value, &BLOCKS) => Display::Block,
        _ => return None,
    }))
}

/// Where an element is placed from.
#[must_use]
pub fn position(value: &str) -> Option<Value> {
    Some(Value::Position(match value {
        _ if is(value, "static") => Position::Static,
        _ if is_any(value, &["relative", "sticky", "-webkit-sticky"]) => Position::Relative,
        _ if is_any(value, &["absolute", "fixed"]) => Position::Absolute,
        _ => return None,
    }))
}

/// Names of sizes of letters, and their pixels.
const SIZES: [(&str, f32); 8] = [
    ("xx-small", 9.0),
    ("x-small", 10.0),
    ("small", 13.0),
    ("medium", 16.0),
    ("large", 18.0),
    ("x-large", 24.0),
    ("xx-large", 32.0),
    ("xxx-large", 48.0),
];

/// A size of letters.
#[must_use]
pub fn font_size(value: &str) -> Option<Value> {
    let named = SIZES.iter().find(|(name, _)| is(value, name));
    Some(match length(value) {
        Some(Length::Pixels(pixels)) if pixels >= 0.0 => Value::Number(pixels),
        Some(Length::Ems(factor) | Length::Share(factor)) if factor >= 0.0 => Value::Factor(factor),
        Some(_) => return None,
        None if is(value, "smaller") => Value::Factor(1.0 / 1.2),
        None if is(value, "larger") => Value::Factor(1.2),
        None => Value::Number(named?.1),
    })
}

/// A word that says yes or no.
#[must_use]
pub fn flag(value: &str, yes: &[&str], no: &[&str]) -> Option<Value> {
    let is_yes = is_any(value, yes);
    (is_yes || is_any(value, no)).then_some(Value::Flag(is_yes))
}
