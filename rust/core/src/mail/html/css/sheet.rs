//! Parser of style sheets: rules with their selectors and declarations, as far as media hold.

use super::cut::{block, find, plain, uncommented};
use super::declare::{Declared, read};
use super::media;
use super::property::Property;
use super::selector::{Selector, list};
use super::value::{Value, is_any};

/// What a rule declares: a property, what it is, and whether that is important.
pub type Declaration = (Property, Value, bool);

/// At-rules that hold rules within each other; deeper ones are not read.
const DEPTH: usize = 4;

/// Read the rules of a sheet that matter; each goes to `take`.
pub fn rules(text: &str, folds_case: bool, take: &mut dyn FnMut(&[Selector], &[Declaration])) {
    Rules { folds_case, take }.read(text, 0);
}

struct Rules<'a> {
    folds_case: bool,
    take: &'a mut dyn FnMut(&[Selector], &[Declaration]),
}

impl Rules<'_> {
    fn read(&mut self, text: &str, depth: usize) {
        let mut rest = start(text);
        while !rest.is_empty() {
            let is_at = rest.starts_with('@');
            let end = find(rest, [b'{', if is_at { b';' } else { b'{' }]);
            let prelude = &rest[..end];
            let (inside, after) = match rest.as_bytes().get(end) {
                Some(b'{') => block(&rest[end..]),
                _ => ("", rest.get(end + 1..).unwrap_or_default()),
            };
            if is_at {
                self.group(prelude, inside, depth);
            } else {
                self.rule(prelude, inside);
            }
            rest = start(after);
        }
    }

    /// Read a rule.
    fn rule(&mut self, prelude: &str, inside: &str) {
        let mut declarations = Declarations::default();
        read(inside, &mut declarations);
        if !declarations.0.is_empty() {
            let selectors = list(&uncommented(prelude), self.folds_case);
            (self.take)(&selectors, &declarations.0);
        }
    }

    /// Read the rules of a group that holds.
    fn group(&mut self, prelude: &str, inside: &str, depth: usize) {
        let prelude = plain(&prelude[1..]);
        let end = prelude.find(|c: char| !c.is_alphanumeric() && c != '-').unwrap_or(prelude.len());
        let (name, condition) = prelude.split_at(end);
        let condition = condition.trim();
        let holds = match name {
            _ if depth == DEPTH => false,
            _ if is_any(name, &["media"]) => media::is_read(condition),
            _ if is_any(name, &["supports"]) => {
                !condition.get(..3).is_some_and(|word| is_any(word, &["not"]))
            }
            _ => is_any(name, &["layer"]),
        };
        if holds {
            self.read(inside, depth + 1);
        }
    }
}

/// A sheet without what may stand before its next rule.
fn start(text: &str) -> &str {
    let mut text = text.trim_start();
    loop {
        let rest = if let Some(comment) = text.strip_prefix("/*") {
            comment.split_once("*/").map_or("", |(_, rest)| rest)
        } else if let Some(rest) = text.strip_prefix("<!--").or_else(|| text.strip_prefix("-->")) {
            rest
        } else {
            return text;
        };
        text = rest.trim_start();
    }
}

/// Declarations of a rule, one for each property and importance.
#[derive(Default)]
struct Declarations(Vec<Declaration>);

impl Declared for Declarations {
    fn declare(&mut self, property: Property, value: Value, is_important: bool) {
        let is_same = |it: &&mut Declaration| it.0 == property && it.2 == is_important;
        match self.0.iter_mut().find(is_same) {
            Some(found) => found.1 = value,
            None => self.0.push((property, value, is_important)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> (usize, usize) {
        let mut found = (0, 0);
        rules(text, true, &mut |selectors, declarations| {
            found = (found.0 + selectors.len(), found.1 + declarations.len());
        });
        found
    }

    /// Rules are found in groups that hold, past comments and what is broken.
    #[test]
    fn rules_are_found() {
        for (text, expected) in [
            ("a{color:red}", (1, 1)),
            ("a,b.c , #d>e f{color:red;width:0}", (3, 2)),
            ("<!-- a{color:red} /* } */ b{color:red} -->", (2, 2)),
            ("@media screen{a{color:red}}b{color:red}", (2, 2)),
            ("@media print{a{color:red}}b{color:red}", (1, 1)),
            ("@import 'x{}';a{color:red}", (1, 1)),
            ("@font-face{color:red}a{color:red}", (1, 1)),
            ("a{color:red", (1, 1)),
            ("a{margin:0 auto;x:y}", (1, 2)),
            ("a{font-family:b}", (0, 0)),
            ("a:b{color:red}", (0, 1)),
            ("a:hover,b{color:red}", (1, 1)),
            ("a:unheard-of,b{color:red}", (0, 1)),
            ("a;b{color:red}", (0, 1)),
            ("{}}a{color:red}", (0, 1)),
            ("a{color:red;b{c:d}width:0}", (1, 2)),
            ("", (0, 0)),
        ] {
            assert_eq!(count(text), expected, "{text}");
        }
    }
}
