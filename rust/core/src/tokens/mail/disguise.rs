//! Disguised letters: words are told apart by what a reader takes them for, and marked.

use std::borrow::Cow;

use unicode_normalization::char::decompose_compatible;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::alike::{self, Script};
use super::script::{Class, class};
use crate::mail::mark::{Mark, Marks};

/// Letters that a word needs to be one that somebody disguises.
const SHORTEST: usize = 3;

/// What was disguised in the words of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is seen or not, apart from the others")]
pub struct Disguises {
    /// Letters of mathematics, in circles or in squares, that spell a word.
    letters: bool,
    /// Wide letters that do so; they are at home among those of Han, kana and Hangul.
    wide: bool,
    /// Whether there are any of these.
    pub dense: bool,
    mixed: bool,
    /// Whether characters that are not seen stand between letters.
    pub invisible: bool,
}

impl Disguises {
    /// Mark what there is.
    pub fn note(self, marks: &mut Marks) {
        let found = [
            (Mark::CompatibilityLetters, self.letters || self.wide && !self.dense),
            (Mark::MixedScripts, self.mixed),
            (Mark::InvisibleLetters, self.invisible),
        ];
        found.iter().filter(|(_, is)| *is).for_each(|(mark, _)| marks.add(*mark));
    }
}

/// A word as readers take it: plain letters for others of the same shape.
pub fn plain<'a>(word: &'a str, disguises: &mut Disguises) -> Cow<'a, str> {
    let folded = folded(word);
    if let Cow::Owned(folded) = &folded {
        let letters = folded.bytes().filter(u8::is_ascii_alphabetic).count();
        disguises.letters |= letters >= SHORTEST && word.contains(is_styled);
        disguises.wide |= letters >= SHORTEST && word.contains(is_wide);
    }
    match one_script(&folded) {
        Some(word) => {
            disguises.mixed = true;
            Cow::Owned(word)
        }
        None => folded,
    }
}

/// With each letter in its plain form (NFKC), and letters and their marks as one character.
///
/// What becomes something else than letters stays: a fraction, a number in brackets.
pub fn folded(word: &str) -> Cow<'_, str> {
    if word.chars().all(is_inert) || is_plain(word) {
        return Cow::Borrowed(word);
    }
    let mut text = String::with_capacity(word.len());
    for c in word.chars() {
        if is_inert(c) {
            text.push(c);
        } else if let Some(letter) = enclosed(c) {
            text.push(letter);
        } else {
            let (start, kind) = (text.len(), class(c));
            decompose_compatible(c, |plain| text.push(plain));
            if text[start..].chars().any(|new| class(new) != kind) {
                text.truncate(start);
                text.push(c);
            }
        }
    }
    Cow::Owned(text.nfc().collect())
}

fn is_plain(word: &str) -> bool {
    is_nfkc_quick(word.chars()) == IsNormalized::Yes && !word.contains(|c| enclosed(c).is_some())
}

/// Whether a character is its own plain form, whatever follows; most are, and seen to be quickly.
const fn is_inert(c: char) -> bool {
    matches!(c,
        '\0'..='\u{9f}'
        | '\u{c0}'..='\u{131}'
        | '\u{141}'..='\u{148}'
        | '\u{14a}'..='\u{17e}'
        | '\u{388}'..='\u{3ce}'
        | '\u{400}'..='\u{482}'
        | '\u{5d0}'..='\u{5ea}'
        | '\u{620}'..='\u{64a}'
        | '\u{904}'..='\u{928}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}'
    )
}

/// The letter in a dark circle or square, which Unicode gives no plain form.
fn enclosed(c: char) -> Option<char> {
    let first = match c {
        '\u{1f150}'..='\u{1f169}' => '\u{1f150}',
        '\u{1f170}'..='\u{1f189}' => '\u{1f170}',
        _ => return None,
    };
    char::from_u32(u32::from('A') + u32::from(c) - u32::from(first))
}

/// Letters of mathematics, in circles and in squares.
const fn is_styled(c: char) -> bool {
    matches!(c,
        '\u{2102}' | '\u{210a}'..='\u{2115}' | '\u{2119}'..='\u{211d}' | '\u{2124}'
        | '\u{2128}' | '\u{212c}'..='\u{2134}'
        | '\u{24b6}'..='\u{24e9}'
        | '\u{1d400}'..='\u{1d7ff}'
        | '\u{1f130}'..='\u{1f149}' | '\u{1f150}'..='\u{1f169}' | '\u{1f170}'..='\u{1f189}'
    )
}

const fn is_wide(c: char) -> bool {
    matches!(c, '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}')
}

/// A word with each of its pieces in one script, if letters of another stood for some.
fn one_script(word: &str) -> Option<String> {
    if !alike::is_mixed(word) {
        return None;
    }
    let (mut text, mut is_other) = (String::with_capacity(word.len()), false);
    for piece in word.split_inclusive(|c| class(c) == Class::Joiner) {
        let letters = piece.chars().filter(|c| Script::of(*c).is_some()).count();
        match alike::unmixed(piece).filter(|_| letters >= SHORTEST) {
            Some(plain) => {
                text.push_str(&plain);
                is_other = true;
            }
            None => text.push_str(piece),
        }
    }
    is_other.then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(word: &str) -> (String, Disguises) {
        let mut disguises = Disguises::default();
        (plain(word, &mut disguises).into_owned(), disguises)
    }

    /// Letters of other shapes are plain ones, and those that hide words are told.
    #[test]
    fn shapes_are_plain() {
        let none = Disguises::default();
        let (letters, wide) =
            (Disguises { letters: true, ..none }, Disguises { wide: true, ..none });
        for (word, expected, disguises) in [
            ("𝐅𝐫𝐞𝐞", "Free", letters),
            ("ⓕree", "free", letters),
            ("🅵🆁🅴🅴", "FREE", letters),
            ("ℝ", "R", none),
            ("ｆｒｅｅ", "free", wide),
            ("ofﬁce", "office", none),
            ("1ˢᵗ", "1st", none),
            ("m²", "m2", none),
            ("1½", "1½", none),
            ("⑴", "⑴", none),
            ("cafe\u{301}", "café", none),
            ("größe", "größe", none),
        ] {
            assert_eq!(seen(word), (expected.to_owned(), disguises), "{word}");
        }
    }

    /// What is said to be inert is, alone and before what may combine with it.
    #[test]
    fn inert_characters_are_plain() {
        for c in ('\0'..=char::MAX).filter(|c| is_inert(*c)) {
            let alone = c.to_string();
            assert_eq!(alone.nfkc().collect::<String>(), alone);
            assert!(is_nfkc_quick(std::iter::once(c)) == IsNormalized::Yes, "{c:?}");
            assert_eq!(unicode_normalization::char::canonical_combining_class(c), 0, "{c:?}");
        }
    }

    /// Pieces are of one script each, if letters of another are there for their shape.
    #[test]
    fn scripts_are_told_apart() {
        let mixed = Disguises { mixed: true, ..Disguises::default() };
        for (word, expected) in
            [("Pаypаl", "Paypal"), ("bαnκ-Pаypаl", "bank-Paypal"), ("Cкидки", "Скидки")]
        {
            assert_eq!(seen(word), (expected.to_owned(), mixed), "{word}");
        }
        for word in ["IT-отдел", "DVDшник", "привет", "μg", "kΩm", "οδος"] {
            assert_eq!(seen(word), (word.to_owned(), Disguises::default()), "{word}");
        }
    }
}
