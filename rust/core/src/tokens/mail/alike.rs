//! Letters of Cyrillic and Greek that look like those of Latin, as most fonts have them.

/// The scripts whose letters are taken for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Script {
    Latin,
    Cyrillic,
    Greek,
}

impl Script {
    /// The script of a letter, if it is one of these.
    pub const fn of(c: char) -> Option<Self> {
        match c {
            'A'..='Z' | 'a'..='z' => Some(Self::Latin),
            '\0'..='\u{bf}' | '\u{d7}' | '\u{f7}' => None,
            '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Some(Self::Latin),
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(Self::Greek),
            '\u{400}'..='\u{481}' | '\u{48a}'..='\u{52f}' => Some(Self::Cyrillic),
            _ => None,
        }
    }
}

/// Whether a text has letters of Latin, and of Cyrillic or Greek.
pub fn is_mixed(text: &str) -> bool {
    let (mut latin, mut other) = (false, false);
    for c in text.chars() {
        match Script::of(c) {
            Some(Script::Latin) => latin = true,
            Some(_) => other = true,
            None => (),
        }
    }
    latin && other
}

/// A text of mixed scripts in one, Latin if it can be, if the letters of the other only stand for
/// their shape.
pub fn unmixed(text: &str) -> Option<String> {
    if !is_mixed(text) {
        return None;
    }
    let whole = |like: fn(char) -> Option<char>| text.chars().map(like).collect::<Option<String>>();
    whole(latin).or_else(|| whole(cyrillic))
}

/// The letter of Latin that a character looks like; what is no letter stays.
fn latin(c: char) -> Option<char> {
    match Script::of(c) {
        None | Some(Script::Latin) => Some(c),
        Some(_) => {
            let found = [CYRILLIC, GREEK].into_iter().flatten().find(|(other, _)| *other == c);
            found.map(|(_, latin)| *latin)
        }
    }
}

/// The letter of Cyrillic that a character looks like; what is no letter stays.
fn cyrillic(c: char) -> Option<char> {
    match Script::of(c) {
        None | Some(Script::Cyrillic) => Some(c),
        Some(_) => CYRILLIC.iter().find(|(_, latin)| *latin == c).map(|(other, _)| *other),
    }
}

#[rustfmt::skip]
const CYRILLIC: &[(char, char)] = &[
    ('А', 'A'), ('В', 'B'), ('Е', 'E'), ('К', 'K'), ('М', 'M'), ('Н', 'H'), ('О', 'O'), ('Р', 'P'),
    ('С', 'C'), ('Т', 'T'), ('У', 'Y'), ('Х', 'X'), ('а', 'a'), ('е', 'e'), ('к', 'k'), ('о', 'o'),
    ('р', 'p'), ('с', 'c'), ('у', 'y'), ('х', 'x'), ('Ѕ', 'S'), ('І', 'I'), ('Ј', 'J'), ('ѕ', 's'),
    ('і', 'i'), ('ј', 'j'), ('Ү', 'Y'), ('ү', 'y'), ('һ', 'h'), ('Ӏ', 'I'), ('ӏ', 'l'), ('ԁ', 'd'),
    ('ԛ', 'q'), ('Ԝ', 'W'), ('ԝ', 'w'), ('ѵ', 'v'), ('Ѵ', 'V'),
];

#[rustfmt::skip]
const GREEK: &[(char, char)] = &[
    ('Α', 'A'), ('Β', 'B'), ('Ε', 'E'), ('Ζ', 'Z'), ('Η', 'H'), ('Ι', 'I'), ('Κ', 'K'), ('Μ', 'M'),
    ('Ν', 'N'), ('Ο', 'O'), ('Ρ', 'P'), ('Τ', 'T'), ('Υ', 'Y'), ('Χ', 'X'), ('α', 'a'), ('ι', 'i'),
    ('κ', 'k'), ('ν', 'v'), ('ο', 'o'), ('ρ', 'p'), ('υ', 'u'), ('χ', 'x'),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Each pair is of a letter of another script and a plain one, and stands there once.
    #[test]
    fn pairs_are_of_two_scripts() {
        for (table, script) in [(CYRILLIC, Script::Cyrillic), (GREEK, Script::Greek)] {
            for (i, (other, plain)) in table.iter().enumerate() {
                assert_eq!(Script::of(*other), Some(script), "{other}");
                assert!(plain.is_ascii_alphabetic(), "{plain}");
                assert_eq!(other.is_uppercase(), plain.is_uppercase(), "{other}");
                assert!(table[..i].iter().all(|(before, _)| before != other), "{other}");
            }
        }
    }
}
