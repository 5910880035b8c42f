//! Rules by what they ask for, so that an element meets only those that may be its own.
//!
//! A page may have thousands of rules and thousands of elements. Rules that ask the same are one, and
//! each waits at the one of its names where the fewest wait. What must be around an element is one
//! of few bits that elements inherit. So the cost of an element is bounded whatever the page holds.

use std::collections::HashMap;

use super::selector::{Compound, Part, Selector, class, element, id};
use super::sheet::{Declaration, rules};
use super::style::{PLACES, Rank, Style, rank};
use super::{Property, Value};
use crate::mail::html::name::Key;

/// Selectors of a page that are read.
const SELECTORS: usize = 8192;

/// Declarations of a page that are read, those of a list of selectors once for each.
const DECLARATIONS: usize = 1 << 16;

/// Selectors that ask for nothing by name.
const NAMELESS: usize = 64;

/// Different compounds that others stand in.
const OUTER: usize = 64;

/// Which outer compounds are around: one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Those of the element around, and of all around that.
    above: u64,
    /// Those of the element around.
    parent: u64,
}

/// What must be around an element: a bit, and whether it must be directly around.
type Around = Option<(u64, bool)>;

/// What all rules say that ask the same.
#[derive(Debug, Default)]
struct Entry {
    is: Vec<u32>,
    is_not: Vec<u32>,
    around: Around,
    /// The bit of what stands within.
    bit: u64,
    says: Vec<(Property, Value, Rank)>,
}

/// The style sheets of a page.
#[derive(Debug, Default)]
pub struct Sheet {
    folds_case: bool,
    /// Numbers of names.
    parts: HashMap<Part, u32>,
    /// For each name, who waits there.
    waiting: Vec<Vec<u32>>,
    nameless: Vec<u32>,
    entries: Vec<Entry>,
    known: HashMap<(Compound, Around), u32>,
    selectors: usize,
    declarations: usize,
    bits: usize,
    /// For each name, the last element that had it.
    had: Vec<u32>,
    element: u32,
    /// The names of an element, of those that are asked for.
    names: Vec<u32>,
}

impl Sheet {
    /// No rules; whether names are the same in whatever case.
    #[must_use]
    pub fn new(folds_case: bool) -> Self {
        Self { folds_case, ..Self::default() }
    }

    /// Whether no rule matters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Add the rules of a text.
    pub fn read(&mut self, text: &str) {
        rules(text, self.folds_case, &mut |selectors, declarations| {
            for selector in selectors {
                self.add(selector, declarations);
            }
        });
    }

    fn add(&mut self, selector: &Selector, declarations: &[Declaration]) {
        let place = self.selectors as u32;
        if self.selectors == SELECTORS || self.declarations >= DECLARATIONS {
            return;
        }
        self.selectors += 1;
        self.declarations += declarations.len();
        let Some((last, outer)) = selector.steps.split_last() else { return };
        let mut around = None;
        for (i, (_, compound)) in outer.iter().enumerate() {
            let Some(bit) = self.outer(compound, around) else { return };
            around = Some((bit, selector.steps[i + 1].0));
        }
        let Some(entry) = self.entry(&last.1, around) else { return };
        let says = &mut self.entries[entry].says;
        for &(property, value, is_important) in declarations {
            let rank = rank(selector.specificity, place, is_important);
            match says.iter_mut().find(|said| said.0 == property) {
                Some(said) if said.2 > rank => {}
                Some(said) => *said = (property, value, rank),
                None => says.push((property, value, rank)),
            }
        }
    }

    /// The bit of a compound that others stand in.
    fn outer(&mut self, compound: &Compound, around: Around) -> Option<u64> {
        let entry = self.entry(compound, around)?;
        if self.entries[entry].bit == 0 {
            if self.bits == OUTER {
                return None;
            }
            self.entries[entry].bit = 1 << self.bits;
            self.bits += 1;
        }
        Some(self.entries[entry].bit)
    }

    /// The entry of all rules that ask the same.
    fn entry(&mut self, compound: &Compound, around: Around) -> Option<usize> {
        if let Some(&entry) = self.known.get(&(compound.clone(), around)) {
            return Some(entry as usize);
        }
        let is: Vec<u32> = compound.is.iter().map(|&part| self.number(part)).collect();
        let is_not = compound.is_not.iter().map(|&part| self.number(part)).collect();
        let entry = self.entries.len();
        match is.iter().min_by_key(|&&part| self.waiting[part as usize].len()) {
            Some(&part) => self.waiting[part as usize].push(entry as u32),
            None if self.nameless.len() == NAMELESS => return None,
            None => self.nameless.push(entry as u32),
        }
        self.entries.push(Entry { is, is_not, around, ..Entry::default() });
        self.known.insert((compound.clone(), around), entry as u32);
        Some(entry)
    }

    /// The number of a name.
    fn number(&mut self, part: Part) -> u32 {
        let next = self.parts.len() as u32;
        let number = *self.parts.entry(part).or_insert(next);
        if number == next {
            self.waiting.push(Vec::new());
            self.had.push(0);
        }
        number
    }

    /// Add what the rules say about an element to its style; what is around what is in it.
    pub fn apply(
        &mut self,
        name: Key,
        classes: &str,
        ids: &str,
        around: Ties,
        style: &mut Style,
    ) -> Ties {
        self.element += 1;
        self.names.clear();
        self.have(element(name));
        for word in classes.split_ascii_whitespace() {
            self.have(class(word, self.folds_case));
        }
        if !ids.is_empty() {
            self.have(id(ids, self.folds_case));
        }
        let mut bits = 0;
        let waiting = self.names.iter().flat_map(|&name| &self.waiting[name as usize]);
        for &entry in self.nameless.iter().chain(waiting) {
            let entry = &self.entries[entry as usize];
            if self.is_match(entry, around) {
                bits |= entry.bit;
                entry
                    .says
                    .iter()
                    .for_each(|&(property, value, rank)| style.set(property, value, rank));
            }
        }
        Ties { above: around.above | bits, parent: bits }
    }

    /// Note a name of the element at hand, if any rule asks for it.
    fn have(&mut self, part: Part) {
        if let Some(&number) = self.parts.get(&part)
            && self.had[number as usize] != self.element
        {
            self.had[number as usize] = self.element;
            self.names.push(number);
        }
    }

    fn is_match(&self, entry: &Entry, around: Ties) -> bool {
        let has = |&part: &u32| self.had[part as usize] == self.element;
        let is_around = entry.around.is_none_or(|(bit, is_child)| {
            (if is_child { around.parent } else { around.above }) & bit != 0
        });
        is_around && entry.is.iter().all(has) && !entry.is_not.iter().any(has)
    }
}

const _: () = assert!(SELECTORS < 1 << PLACES);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::html::css::Display;
    use crate::mail::html::name::key;

    /// How an element of a class is shown by a sheet.
    fn display(sheet: &str, class: &str) -> Option<Display> {
        let mut rules = Sheet::new(true);
        rules.read(sheet);
        let mut style = Style::default();
        rules.apply(key(b"p"), class, "i", Ties::default(), &mut style);
        style.display()
    }

    /// Rules of as many classes.
    fn numbered(count: usize, rest: &str) -> String {
        let rules: Vec<_> = (0..count).map(|i| format!(".x{i}{rest}")).collect();
        rules.concat()
    }

    /// Of all rules for an element the most important, the most specific, the last one holds.
    #[test]
    fn rules_cascade() {
        for sheet in [
            ".a{display:none}",
            ".a{display:none}p{display:block}",
            "#i{display:none}.a.b{display:block}",
            ".a{display:block}.b{display:none}.a{color:red}",
            ".a{display:none!important}#i{display:block}",
            "p:not(.c){display:none}*{display:block}",
            ".A{display:none}.b:not(.a){display:block}",
        ] {
            assert_eq!(display(sheet, "a b"), Some(Display::None), "{sheet}");
        }
        assert_eq!(display(".a.c{display:none}", "a b"), None);
        assert_eq!(display(".a{display:none}.b{display:block}", "a b"), Some(Display::Block));
    }

    /// What stands around an element is what rules ask for.
    #[test]
    fn ties_are_inherited() {
        let mut rules = Sheet::new(true);
        rules.read(".a .b{display:none} .a>.c{display:none}");
        let mut within = |class: &str, around| {
            let mut style = Style::default();
            let ties = rules.apply(key(b"p"), class, "", around, &mut style);
            (ties, style.display())
        };
        let (in_a, _) = within("a", Ties::default());
        let (deep_in_a, _) = within("x", in_a);
        for (class, around, expected) in [
            ("b", in_a, Some(Display::None)),
            ("b", deep_in_a, Some(Display::None)),
            ("b", Ties::default(), None),
            ("c", in_a, Some(Display::None)),
            ("c", deep_in_a, None),
        ] {
            assert_eq!(within(class, around).1, expected, "{class}");
        }
    }

    /// More rules than are read change nothing, and those before them hold.
    #[test]
    fn caps_hold() {
        let many = numbered(2 * SELECTORS, "{width:0}");
        assert_eq!(display(&format!(".a{{display:none}}{many}"), "a"), Some(Display::None));
        assert_eq!(display(&format!("{many}.a{{display:none}}"), "a"), None);
        let outer = numbered(2 * OUTER, " p{width:0}");
        assert_eq!(display(&format!("{outer}.a{{display:none}}"), "a"), Some(Display::None));
    }

    /// Rules that ask the same are one, whatever stands between them.
    #[test]
    fn rules_that_ask_the_same_are_one() {
        let mut rules = Sheet::new(true);
        (0..1000).for_each(|i| rules.read(&format!(".a{{width:{i}px}}.b{{top:0}}")));
        assert_eq!(rules.entries.len(), 2);
        assert_eq!(rules.entries[0].says.len(), 1);
    }

    /// Rules of several names wait where the fewest wait.
    #[test]
    fn rules_are_spread_over_their_names() {
        let mut rules = Sheet::new(true);
        (0..1000).for_each(|i| rules.read(&format!(".a.b{i}{{width:0}}")));
        assert!(rules.waiting.iter().all(|waiting| waiting.len() <= 1));
    }
}
