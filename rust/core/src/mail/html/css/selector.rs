//! Selectors: elements by name, class and id, alone, together, and within others.

use std::borrow::Cow;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::cut::{cut, escaped, find, unescaped};
use super::value::{is, is_any};
use crate::mail::html::element::{A, HTML};
use crate::mail::html::name::{Key, key};

/// What a selector asks of an element: one of the names below, as a number.
pub type Part = u64;

/// An element by its name.
#[must_use]
pub fn element(name: Key) -> Part {
    name ^ 0x9e37_79b9_7f4a_7c15
}

/// Elements by a word of their class.
#[must_use]
pub fn class(name: &str, folds_case: bool) -> Part {
    hashed(name, 1, folds_case)
}

/// Elements by their id.
#[must_use]
pub fn id(name: &str, folds_case: bool) -> Part {
    hashed(name, 2, folds_case)
}

fn hashed(name: &str, kind: u64, folds_case: bool) -> Part {
    if folds_case && name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return xxh3_64_with_seed(name.to_ascii_lowercase().as_bytes(), kind);
    }
    xxh3_64_with_seed(name.as_bytes(), kind)
}

/// What is asked of one element: what it is, and what it is not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Compound {
    pub is: Vec<Part>,
    pub is_not: Vec<Part>,
}

impl Compound {
    fn is_short(&self) -> bool {
        self.is.len() + self.is_not.len() <= MOST
    }
}

/// A selector: compounds from the outermost to the innermost, each with whether it must stand
/// directly in the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector {
    pub steps: Vec<(bool, Compound)>,
    /// How many ids, classes and elements it names.
    pub specificity: [u32; 3],
}

/// Why a selector cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No browser takes it, nor any other of its list.
    Invalid,
    /// It is skipped: it matches nothing that is shown at once, or it is not understood.
    Skipped,
}

/// Compounds of one selector, and names of one compound; a selector with more of either is skipped.
const MOST: usize = 16;

/// Selectors of one list that are taken.
const LIST: usize = 8192;

/// Read the selectors of a list; none of them if one is invalid.
#[must_use]
pub fn list(text: &str, folds_case: bool) -> Vec<Selector> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        let end = find(rest, [b',', b',']);
        match (Reader { rest: rest[..end].trim(), folds_case }).selector() {
            Ok(selector) if found.len() < LIST => found.push(selector),
            Ok(_) | Err(Refusal::Skipped) => {}
            Err(Refusal::Invalid) => return Vec::new(),
        }
        if end == rest.len() {
            return found;
        }
        rest = &rest[end + 1..];
    }
}

/// Reads one selector.
struct Reader<'a> {
    rest: &'a str,
    folds_case: bool,
}

impl<'a> Reader<'a> {
    fn selector(mut self) -> Result<Selector, Refusal> {
        let mut selector = Selector::default();
        let (mut is_child, mut skipped) = (false, false);
        loop {
            let mut compound = Compound::default();
            match self.compound(&mut compound, &mut selector.specificity) {
                Ok(()) if selector.steps.len() < MOST && compound.is_short() => {
                    selector.steps.push((is_child, compound));
                }
                Ok(()) | Err(Refusal::Skipped) => skipped = true,
                Err(Refusal::Invalid) => return Err(Refusal::Invalid),
            }
            let before = self.rest.len();
            self.rest = self.rest.trim_start();
            let has_blank = before > self.rest.len();
            is_child = false;
            match self.rest.as_bytes() {
                [] => break,
                [b'>', ..] => is_child = true,
                [b'+' | b'~', ..] => skipped = true,
                _ if has_blank => continue,
                _ => return Err(Refusal::Invalid),
            }
            self.rest = self.rest[1..].trim_start();
        }
        if skipped { Err(Refusal::Skipped) } else { Ok(selector) }
    }

    /// Read what is asked of one element. All of it is read in any case, as what is invalid behind
    /// what is skipped makes the whole invalid.
    fn compound(&mut self, into: &mut Compound, counts: &mut [u32; 3]) -> Result<(), Refusal> {
        let start = self.rest.len();
        let mut outcome = Ok(());
        loop {
            match self.simple(start == self.rest.len(), into, counts) {
                Ok(true) => {}
                Ok(false) if start == self.rest.len() => return Err(Refusal::Invalid),
                Ok(false) => return outcome,
                Err(Refusal::Skipped) => outcome = Err(Refusal::Skipped),
                Err(Refusal::Invalid) => return Err(Refusal::Invalid),
            }
        }
    }

    /// Read a name, a class, an id or anything else of a compound; whether there was any.
    fn simple(
        &mut self,
        is_first: bool,
        into: &mut Compound,
        counts: &mut [u32; 3],
    ) -> Result<bool, Refusal> {
        let bytes = self.rest.as_bytes();
        match bytes.first() {
            Some(b'*') if is_first => self.rest = &self.rest[1..],
            Some(b'.') => {
                self.rest = &self.rest[1..];
                into.is.push(class(&self.name()?, self.folds_case));
                counts[1] += 1;
            }
            Some(b'#') => {
                self.rest = &self.rest[1..];
                into.is.push(id(&self.name()?, self.folds_case));
                counts[0] += 1;
            }
            Some(b'[') => self.attribute(into, counts)?,
            Some(b':') => self.pseudo(into, counts)?,
            Some(&byte) if is_first && (is_name(byte) || byte == b'\\') => {
                into.is.push(element(key(self.name()?.as_bytes())));
                counts[2] += 1;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Read a name.
    fn name(&mut self) -> Result<Cow<'a, str>, Refusal> {
        let mut end = 0;
        while let Some(&byte) = self.rest.as_bytes().get(end) {
            end += match byte {
                b'\\' => 1 + escaped(&self.rest[end + 1..]).1,
                _ if is_name(byte) => 1,
                _ => break,
            };
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        let is_number = name.starts_with(|c: char| c.is_ascii_digit());
        if name.is_empty() || is_number { Err(Refusal::Invalid) } else { Ok(unescaped(name)) }
    }

    /// Read `[class=x]` or `[id=x]`; other attributes are not looked at.
    fn attribute(&mut self, into: &mut Compound, counts: &mut [u32; 3]) -> Result<(), Refusal> {
        let end = find(&self.rest[1..], [b']', b']']);
        let inside = &self.rest[1..=end.min(self.rest.len() - 1)];
        self.rest = self.rest.get(end + 2..).ok_or(Refusal::Invalid)?;
        counts[1] += 1;
        let (name, value) = cut(inside, b'=');
        let (name, value) = (name.trim_end_matches('~').trim(), value.trim());
        let value = value.trim_matches(['"', '\'']);
        let is_word = !value.is_empty() && !value.contains(char::is_whitespace);
        into.is.push(match name {
            _ if !is_word => return Err(Refusal::Skipped),
            _ if is(name, "class") => class(value, self.folds_case),
            _ if is(name, "id") => id(value, self.folds_case),
            _ => return Err(Refusal::Skipped),
        });
        Ok(())
    }

    /// Read what stands behind a colon.
    fn pseudo(&mut self, into: &mut Compound, counts: &mut [u32; 3]) -> Result<(), Refusal> {
        self.rest = &self.rest[1..];
        let is_part = self.rest.starts_with(':');
        self.rest = self.rest.trim_start_matches(':');
        let name = &*self.name()?;
        let inside = self.arguments();
        counts[1] += 1;
        match name {
            _ if is_part => return Err(Refusal::Skipped),
            _ if is(name, "not") => {
                counts[1] -= 1;
                self.not(inside, into, counts)?;
            }
            _ if is(name, "root") => into.is.push(element(HTML)),
            _ if is_any(name, &["link", "any-link"]) => into.is.push(element(A)),
            _ if is_known(name) => return Err(Refusal::Skipped),
            _ => return Err(Refusal::Invalid),
        }
        Ok(())
    }

    /// Read what an element is not: names of one thing each.
    fn not(&self, inside: &str, into: &mut Compound, counts: &mut [u32; 3]) -> Result<(), Refusal> {
        let before = *counts;
        if inside.contains([':', '[', '(']) {
            return Err(Refusal::Skipped);
        }
        for text in inside.split(',') {
            let mut reader = Reader { rest: text.trim(), folds_case: self.folds_case };
            let mut one = Compound::default();
            let mut names = [0; 3];
            reader.compound(&mut one, &mut names)?;
            if !reader.rest.is_empty() || one.is.len() != 1 {
                return Err(Refusal::Skipped);
            }
            into.is_not.push(one.is[0]);
            let with = [0, 1, 2].map(|i| before[i] + names[i]);
            *counts = with.max(*counts);
        }
        Ok(())
    }

    /// Read what stands in brackets, if there are any.
    fn arguments(&mut self) -> &'a str {
        if !self.rest.starts_with('(') {
            return "";
        }
        let end = find(&self.rest[1..], [b')', b')']);
        let inside = &self.rest[1..=end.min(self.rest.len() - 1)];
        self.rest = self.rest.get(end + 2..).unwrap_or_default();
        inside
    }
}

/// Whether a byte is one of a name.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_') || !byte.is_ascii()
}

/// Whether browsers know what stands behind a single colon.
fn is_known(name: &str) -> bool {
    const KNOWN: [&str; 34] = [
        "active",
        "after",
        "before",
        "checked",
        "default",
        "dir",
        "disabled",
        "empty",
        "enabled",
        "first-child",
        "first-letter",
        "first-line",
        "first-of-type",
        "focus",
        "focus-visible",
        "focus-within",
        "has",
        "hover",
        "indeterminate",
        "invalid",
        "is",
        "lang",
        "last-child",
        "last-of-type",
        "nth-child",
        "nth-last-child",
        "nth-of-type",
        "only-child",
        "only-of-type",
        "optional",
        "target",
        "valid",
        "visited",
        "where",
    ];
    is_any(name, &KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Selectors count their ids, classes and elements.
    #[test]
    fn specificity_counts_names() {
        for (text, expected) in [
            ("a", [0, 0, 1]),
            ("*", [0, 0, 0]),
            ("a.b#c > d.e", [1, 2, 2]),
            ("a:not(.b, #c)", [1, 0, 1]),
            ("a[class='b']:link", [0, 2, 1]),
        ] {
            let found: Vec<_> = list(text, true).iter().map(|it| it.specificity).collect();
            assert_eq!(found, [expected], "{text}");
        }
    }

    /// What no browser takes spoils a list, what is skipped does not.
    #[test]
    fn lists_are_spoiled_by_what_is_invalid() {
        for (text, count) in [
            ("a, b", 2),
            ("a, b:hover, c:first-child, d + e, f::before, g[title], h:not(i j)", 1),
            ("a, b:unheard-of", 0),
            ("a, b + c:unheard-of", 0),
            ("a, .1", 0),
            ("a,, b", 0),
            ("a >", 0),
            ("a[b, c", 0),
            (".a\\:b", 1),
            (".\\31 0", 1),
            (&"a ".repeat(MOST + 1), 0),
            (&".a".repeat(MOST + 1), 0),
            ("é, .漢字, #\\é", 3),
            (":not(:not(:not(a)))", 0),
        ] {
            assert_eq!(list(text, true).len(), count, "{text}");
        }
    }

    /// Escapes are part of a name, and case counts where it is said to.
    #[test]
    fn names_are_compared() {
        let one = |text: &str, folds_case| list(text, folds_case)[0].steps[0].1.is[0];
        assert_eq!(one(".\\61 b", false), class("ab", false));
        assert_eq!(one(".AB", true), class("Ab", true));
        assert_ne!(one(".AB", false), class("ab", false));
        assert_ne!(class("a", false), id("a", false));
    }
}
