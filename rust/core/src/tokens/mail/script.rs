//! Character classes: word, joiner, invisible, or of a script without spaces.

use super::combining::is_combining;

/// What a character is to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Part of a word.
    Word,
    /// A character of a script that sets no blanks between words.
    Dense,
    /// May join two parts of a word.
    Joiner,
    /// Not seen: a place to hide in.
    Invisible,
    /// Anything else.
    Other,
}

/// The class of a character.
pub fn class(c: char) -> Class {
    match c {
        c if c.is_ascii_alphanumeric() => Class::Word,
        c if is_invisible(c) => Class::Invisible,
        '\'' | ',' | '-' | '.' | '_' | '@' | '\u{2010}' | '\u{2011}' | '\u{2019}' => Class::Joiner,
        '$' => Class::Word,
        c if is_dense(c) => Class::Dense,
        c if c.is_alphanumeric() || is_combining(c) => Class::Word,
        _ => Class::Other,
    }
}

/// What Unicode calls default ignorable: blanks without width, marks of direction, variants.
pub const fn is_invisible(c: char) -> bool {
    c >= '\u{00ad}'
        && matches!(c,
            '\u{00ad}' | '\u{034f}' | '\u{061c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}'
        )
}

/// Thai, Lao, Myanmar, Khmer, kana, Han and Hangul.
const fn is_dense(c: char) -> bool {
    matches!(c,
        '\u{0e01}'..='\u{0eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1100}'..='\u{11ff}'
        | '\u{1780}'..='\u{17d3}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3040}'..='\u{30ff}'
        | '\u{3105}'..='\u{318e}'
        | '\u{31a0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ffdc}'
        | '\u{20000}'..='\u{3ffff}'
    ) && !matches!(
        c,
        '\u{0e3f}'
            | '\u{0e4f}'
            | '\u{0e5a}'
            | '\u{0e5b}'
            | '\u{104a}'
            | '\u{104b}'
            | '\u{30a0}'
            | '\u{30fb}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Characters are what readers take them for.
    #[test]
    fn characters_have_classes() {
        for (class_, chars) in [
            (Class::Word, "a1$äЖαא٣\u{93c}\u{94d}ⓐ"),
            (Class::Dense, "漢あカ한ก"),
            (Class::Joiner, ".-’‐"),
            (Class::Invisible, "\u{200b}\u{ad}\u{fe0f}\u{202e}"),
            (Class::Other, " !—。€\u{a0}・။"),
        ] {
            for c in chars.chars() {
                assert_eq!(class(c), class_, "{c:?}");
            }
        }
    }
}
