//! Character tables: properties, lower-case forms and accents, as the running Python knows them.
//!
//! Rust's tables and Python's differ with their Unicode versions, so the tables are handed in by the
//! interpreter whose results must be equalled. ASCII never looks here.

use std::collections::{HashMap, HashSet};

use super::features::Chars;

const PAGE: usize = 256;
const PAGES: usize = 0x11_0000 / PAGE;
const WORD: u8 = 1;
const SPACE: u8 = 2;
const LOWERS: u8 = 4;
const CASED: u8 = 8;
const IGNORABLE: u8 = 16;

/// The characters of each property, as Python tells them.
#[derive(Default, Clone, Copy)]
pub struct Properties<'a> {
    /// What `\w` matches.
    pub word: &'a str,
    /// What `str.isspace` says yes to.
    pub space: &'a str,
    /// Cased and not case-ignorable: what makes a following sigma final.
    pub cased: &'a str,
    /// Case-ignorable: what the search for such a character steps over.
    pub ignorable: &'a str,
}

/// Properties and lower-case forms of all characters, in pages of 256.
pub struct CharTable {
    pages: Vec<u16>,
    flags: Vec<[u8; PAGE]>,
    lower: Vec<[char; PAGE]>,
    expanding: HashMap<char, Box<str>>,
}

/// What `str.lower` makes of a character.
pub enum Lower<'a> {
    /// It stays.
    Same,
    /// Another character.
    Char(char),
    /// Several characters.
    Text(&'a str),
}

impl CharTable {
    /// A table in which no character outside ASCII has a property: enough for ASCII text.
    #[must_use]
    pub fn ascii() -> Self {
        Self {
            pages: vec![0; PAGES],
            flags: vec![[0; PAGE]],
            lower: vec![['\0'; PAGE]],
            expanding: HashMap::new(),
        }
    }

    /// The table of the given properties and of the characters that `str.lower` changes.
    pub fn new<'a>(
        properties: Properties<'_>,
        lower: impl IntoIterator<Item = (char, &'a str)>,
    ) -> Self {
        let mut table = Self::ascii();
        table.mark(properties.word, WORD);
        table.mark(properties.space, SPACE);
        table.mark(properties.cased, CASED);
        table.mark(properties.ignorable, IGNORABLE);
        for (c, form) in lower {
            table.set(c, LOWERS);
            let mut chars = form.chars();
            if let (Some(only), None) = (chars.next(), chars.next()) {
                table.lower[table.pages[c as usize / PAGE] as usize][c as usize % PAGE] = only;
            } else {
                table.expanding.insert(c, form.into());
            }
        }
        table
    }

    fn mark(&mut self, chars: &str, flag: u8) {
        chars.chars().for_each(|c| self.set(c, flag));
    }

    fn set(&mut self, c: char, flag: u8) {
        let page = c as usize / PAGE;
        if self.pages[page] == 0 {
            self.pages[page] = self.flags.len() as u16;
            self.flags.push([0; PAGE]);
            self.lower.push(['\0'; PAGE]);
        }
        self.flags[self.pages[page] as usize][c as usize % PAGE] |= flag;
    }

    #[inline]
    fn has(&self, c: char, flag: u8) -> bool {
        self.flags[self.pages[c as usize / PAGE] as usize][c as usize % PAGE] & flag != 0
    }

    /// Whether `\w` matches `c`.
    #[inline]
    #[must_use]
    pub fn is_word(&self, c: char) -> bool {
        if c.is_ascii() { c.is_ascii_alphanumeric() || c == '_' } else { self.has(c, WORD) }
    }

    /// Whether `str.split` splits at `c`. In Python the four ASCII separators do, too.
    #[inline]
    #[must_use]
    pub fn is_space(&self, c: char) -> bool {
        match c {
            '\t'..='\r' | '\x1c'..=' ' => true,
            _ => !c.is_ascii() && self.has(c, SPACE),
        }
    }

    /// Whether `str.lower` changes `c`.
    #[inline]
    #[must_use]
    pub fn has_lower(&self, c: char) -> bool {
        if c.is_ascii() { c.is_ascii_uppercase() } else { self.has(c, LOWERS) }
    }

    /// The lower-case form of the non-ASCII character that starts `text[at..]`.
    #[inline]
    #[must_use]
    pub fn lower(&self, c: char, text: &str, at: usize) -> Lower<'_> {
        if !self.has(c, LOWERS) {
            return Lower::Same;
        }
        if c == 'Σ' && self.ends_a_word(text, at) {
            return Lower::Char('ς');
        }
        match self.lower[self.pages[c as usize / PAGE] as usize][c as usize % PAGE] {
            '\0' => self.expanding.get(&c).map_or(Lower::Same, |form| Lower::Text(form)),
            form => Lower::Char(form),
        }
    }

    /// Unicode's condition `Final_Sigma`: a cased letter before, none after, ignorable ones between.
    fn ends_a_word(&self, text: &str, at: usize) -> bool {
        let after = &text[at + 'Σ'.len_utf8()..];
        let is_cased = |c: Option<char>| c.is_some_and(|c| self.is_cased(c));
        is_cased(text[..at].chars().rev().find(|&c| !self.has(c, IGNORABLE)))
            && !is_cased(after.chars().find(|&c| !self.has(c, IGNORABLE)))
    }

    fn is_cased(&self, c: char) -> bool {
        self.has(c, CASED)
    }
}

impl Chars for CharTable {
    fn is_word(&self, c: char) -> bool {
        self.is_word(c)
    }

    fn has_lower(&self, c: char) -> bool {
        self.has_lower(c)
    }
}

/// The accent-free forms of characters, as `strip_accents` wants them.
pub struct Folding {
    forms: HashMap<char, Box<str>>,
    marks: HashSet<char>,
    drop_others: bool,
}

impl Folding {
    /// Forms by character, and the marks that combine with a letter; of the characters without a
    /// form, all or none are dropped.
    pub fn new<'a>(
        forms: impl IntoIterator<Item = (char, &'a str)>,
        marks: &str,
        drop_others: bool,
    ) -> Self {
        let forms = forms.into_iter().map(|(c, form)| (c, form.into())).collect();
        Self { forms, marks: marks.chars().collect(), drop_others }
    }

    /// Whether a character combines with the letter before it.
    #[must_use]
    pub fn is_mark(&self, c: char) -> bool {
        self.marks.contains(&c)
    }

    /// Append the form of a non-ASCII character.
    pub fn fold(&self, c: char, out: &mut Vec<u8>) {
        match self.forms.get(&c) {
            Some(form) => out.extend_from_slice(form.as_bytes()),
            None if self.drop_others => {}
            None => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn greek() -> CharTable {
        let properties =
            Properties {
                word: "ΣςσΑα", cased: "ΣςσΑαAa", ignorable: "'\u{301}", space: "\u{a0}"
            };
        CharTable::new(properties, [('Σ', "σ"), ('Α', "α")])
    }

    /// A sigma is final after a letter and before none, whatever ignorable characters stand between.
    #[test]
    fn sigma_knows_where_a_word_ends() {
        let table = greek();
        let form = |text: &str| match table.lower('Σ', text, text.find('Σ').unwrap()) {
            Lower::Char(form) => form,
            _ => panic!("a sigma becomes a sigma"),
        };
        assert_eq!(form("ΑΣ"), form("Α'Σ'"));
        assert_eq!(form("αΣ "), 'ς');
        assert_eq!(form("αΣα"), 'σ');
        assert_eq!(form("Σ"), 'σ');
    }

    /// Python splits at the ASCII separators and at the no-break space.
    #[test]
    fn spaces_are_pythons() {
        let table = greek();
        assert!(['\t', '\u{1c}', ' ', '\u{a0}'].iter().all(|&c| table.is_space(c)));
        assert!(!table.is_space('\u{8}') && !table.is_space('x'));
    }

    /// Without a form a character stays or goes, as the folding was told.
    #[test]
    fn folding_keeps_or_drops_the_rest() {
        let fold = |drop_others| {
            let mut out = Vec::new();
            let folding = Folding::new([('é', "e")], "", drop_others);
            "éΣ".chars().for_each(|c| folding.fold(c, &mut out));
            String::from_utf8(out).unwrap()
        };
        assert_eq!(fold(false), "eΣ");
        assert_eq!(fold(true), "e");
    }
}
