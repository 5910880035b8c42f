//! Domain features of text: numbers, money, punctuation and capitals.

use std::fmt::{Display, Write};
use std::ops::Range;

const SYMBOLS: [char; 8] = ['$', '£', '€', '¥', '₹', '₩', '₽', '¢'];

/// What the caller's Unicode tables say about a character.
pub trait Chars {
    /// Whether the character is one of `\w`.
    fn is_word(&self, c: char) -> bool;
    /// Whether lower-casing changes the character.
    fn has_lower(&self, c: char) -> bool;
}

/// Which features to look for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four independent switches, not states")]
pub struct Features {
    /// `number:6` for `1,234.50`: how many digits a number has.
    pub numbers: bool,
    /// `money:$` for `$5`, `$ 5`, `5$` and `5 $`.
    pub money: bool,
    /// `punct:!!!!` for a run of two or more punctuation characters, at most four of them kept.
    pub punctuation: bool,
    /// `caps:FREE` for a word all in capitals.
    pub capitals: bool,
}

impl Features {
    /// Whether there is nothing to look for.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Emits a token for each feature of the text, and which bytes it was found in: all the
    /// numbers, then all the money, and so on.
    pub fn find(self, text: &str, chars: &dyn Chars, emit: &mut dyn FnMut(&str, Range<usize>)) {
        let mut token = String::new();
        let mut emit = |kind: &str, value: &dyn Display, at: Range<usize>| {
            token.clear();
            // Writing to a String cannot fail.
            let _ = write!(token, "{kind}:{value}");
            emit(&token, at);
        };
        if self.numbers {
            NumberFinder::of(text, chars)
                .for_each(|at| emit("number", &digits(&text[at.clone()]), at));
        }
        if self.money {
            let prices = NumberFinder::of(text, chars).filter_map(|at| price(text, at));
            prices.for_each(|(symbol, at)| emit("money", &symbol, at));
        }
        if self.punctuation {
            punctuation(text)
                .for_each(|at| emit("punct", &&text[at.start..at.end.min(at.start + 4)], at));
        }
        if self.capitals {
            capitals(text, chars).for_each(|at| emit("caps", &&text[at.clone()], at));
        }
    }
}

/// Where the numbers are: ASCII digits with single points or commas inside, no word character
/// before or after. The places are those of `(?<!\w)[0-9]++(?:[.,][0-9]++)*+(?!\w)`.
struct NumberFinder<'a> {
    text: &'a str,
    chars: &'a dyn Chars,
    at: usize,
}

impl<'a> NumberFinder<'a> {
    fn of(text: &'a str, chars: &'a dyn Chars) -> Self {
        Self { text, chars, at: 0 }
    }

    fn is_word(&self, c: Option<char>) -> bool {
        c.is_some_and(|c| self.chars.is_word(c))
    }
}

impl Iterator for NumberFinder<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        while let Some(skipped) = bytes[self.at..].iter().position(u8::is_ascii_digit) {
            let start = self.at + skipped;
            self.at = end_of_digits(bytes, start);
            if self.is_word(self.text[..start].chars().next_back()) {
                continue;
            }
            // A number that fails here fails from each of its points and commas, too, since all
            // of them lead to the same end: going on behind it keeps the scan linear.
            self.at = end_of_number(bytes, self.at);
            if !self.is_word(self.text[self.at..].chars().next()) {
                return Some(start..self.at);
            }
        }
        None
    }
}

fn end_of_digits(bytes: &[u8], start: usize) -> usize {
    start + bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn end_of_number(bytes: &[u8], mut end: usize) -> usize {
    while let [b'.' | b',', b'0'..=b'9', ..] = bytes[end..] {
        end = end_of_digits(bytes, end + 1);
    }
    end
}

fn digits(number: &str) -> usize {
    number.bytes().filter(u8::is_ascii_digit).count()
}

/// The currency symbol of a number, with at most one space between, and where the two stand; the
/// symbol before the number wins.
fn price(text: &str, number: Range<usize>) -> Option<(char, Range<usize>)> {
    let (before, after) = (&text[..number.start], &text[number.end..]);
    let (left, right) = (before.strip_suffix(' '), after.strip_prefix(' '));
    let (left, right) = (left.unwrap_or(before), right.unwrap_or(after));
    let is_symbol = |c: &char| SYMBOLS.contains(c);
    if let Some(symbol) = left.chars().next_back().filter(is_symbol) {
        return Some((symbol, left.len() - symbol.len_utf8()..number.end));
    }
    let symbol = right.chars().next().filter(is_symbol)?;
    Some((symbol, number.start..text.len() - right.len() + symbol.len_utf8()))
}

/// Runs of two or more.
fn punctuation(text: &str) -> impl Iterator<Item = Range<usize>> {
    runs(text, |c| c.is_ascii_punctuation()).filter(|at| at.len() >= 2)
}

fn capitals<'a>(text: &'a str, chars: &'a dyn Chars) -> impl Iterator<Item = Range<usize>> {
    runs(text, |c| chars.is_word(c)).filter(|at| is_capitals(&text[at.clone()], chars))
}

/// Where the characters stand together for which `belongs` says yes; some runs are empty.
fn runs(text: &str, belongs: impl Fn(char) -> bool + Copy) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    text.split_inclusive(move |c| !belongs(c)).map(move |piece| {
        let start = end;
        end += piece.len();
        start..start + piece.trim_end_matches(|c| !belongs(c)).len()
    })
}

/// Two capitals or more, and beside them only digits and underscores.
fn is_capitals(word: &str, chars: &dyn Chars) -> bool {
    let mut capitals = 0;
    for c in word.chars() {
        if chars.has_lower(c) {
            capitals += 1;
        } else if !matches!(c, '0'..='9' | '_') {
            return false;
        }
    }
    capitals >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Rust;

    impl Chars for Rust {
        fn is_word(&self, c: char) -> bool {
            c.is_alphanumeric() || c == '_'
        }

        fn has_lower(&self, c: char) -> bool {
            !c.to_lowercase().eq([c])
        }
    }

    const ALL: Features =
        Features { numbers: true, money: true, punctuation: true, capitals: true };

    fn tokens(features: Features, text: &str) -> Vec<String> {
        let mut tokens = Vec::new();
        features.find(text, &Rust, &mut |token, _| tokens.push(token.to_owned()));
        tokens
    }

    /// The tokens of one kind, in one line.
    fn find(kind: &str, text: &str) -> String {
        let tokens = tokens(ALL, text);
        tokens.iter().filter_map(|token| token.strip_prefix(kind)).collect::<Vec<_>>().join(" ")
    }

    /// A number counts its digits, with the points and commas between them.
    #[test]
    fn numbers_count_their_digits() {
        assert_eq!(find("number:", "1,234.50 or 7."), "6 1");
        assert_eq!(find("number:", "1..22 1,,22 3.,1"), "1 2 1 2 1 1");
    }

    /// Digits that touch a word character are no number.
    #[test]
    fn numbers_stand_alone() {
        assert_eq!(find("number:", "mp3 3d _4 5_ é6 7é 1.2x ٣4"), "");
        assert_eq!(find("number:", "v1.25 (2)"), "2 1");
    }

    /// A currency symbol belongs to the number beside it, with or without one space.
    #[test]
    fn money_is_a_number_with_a_symbol() {
        assert_eq!(find("money:", "$5 £ 6, 7€, 8 ¢"), "$ £ € ¢");
        assert_eq!(find("money:", "$  5 6  € $x 7x$ $"), "");
    }

    /// A number is one price, and the symbol before it wins.
    #[test]
    fn money_prefers_the_symbol_before() {
        assert_eq!(find("money:", "¥5€"), "¥");
        assert_eq!(find("money:", "5 $ 6"), "$ $");
    }

    /// A run of punctuation keeps its first four characters; a single one is no run.
    #[test]
    fn punctuation_comes_in_runs() {
        assert_eq!(find("punct:", "a!? b... c!!!!!! d, __"), "!? ... !!!! __");
        assert_eq!(find("punct:", "a. b, ! ? ¡¡"), "");
    }

    /// Capitals are words with two capitals or more and nothing in lower case.
    #[test]
    fn capitals_are_whole_words() {
        assert_eq!(find("caps:", "FREE U2B A_B ÄÖ, McX"), "FREE U2B A_B ÄÖ");
        assert_eq!(find("caps:", "X A1 Ab IBMs 日本 Aß 12 __"), "");
    }

    /// The features come one after the other, and only those that were asked for.
    #[test]
    fn features_have_an_order() {
        assert_eq!(tokens(ALL, "WIN!! $5"), ["number:1", "money:$", "punct:!!", "caps:WIN"]);
        let none = Features::default();
        assert!(none.is_empty() && !ALL.is_empty() && tokens(none, "WIN!! $5").is_empty());
    }

    /// Each feature says where it stands, a price with its symbol.
    #[test]
    fn features_have_places() {
        let text = "é WIN!!!!! $ 5, 6€";
        let mut found = Vec::new();
        ALL.find(text, &Rust, &mut |token, at| found.push(format!("{token} {}", &text[at])));
        let numbers = ["number:1 5", "number:1 6", "money:$ $ 5", "money:€ 6€"];
        assert_eq!(found[..4], numbers);
        assert_eq!(found[4..], ["punct:!!!! !!!!!", "caps:WIN WIN"]);
    }

    /// The numbers by their definition: try every place, one after the other.
    fn slow_numbers(text: &str) -> Vec<Range<usize>> {
        let is_word = |c: Option<char>| c.is_some_and(|c| Rust.is_word(c));
        let (bytes, mut found, mut next) = (text.as_bytes(), Vec::new(), 0);
        for (start, _) in text.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
            let end = end_of_number(bytes, end_of_digits(bytes, start));
            let (left, right) = (text[..start].chars().next_back(), text[end..].chars().next());
            if start >= next && !is_word(left) && !is_word(right) {
                found.push(start..end);
                next = end;
            }
        }
        found
    }

    /// The linear scan finds what the definition finds, in all short texts.
    #[test]
    fn numbers_agree_with_the_definition() {
        for mut code in 0..6_usize.pow(7) {
            let mut text = String::new();
            while code > 0 {
                text.push([' ', '1', '.', ',', 'x', 'é'][code % 6]);
                code /= 6;
            }
            assert!(NumberFinder::of(&text, &Rust).eq(slow_numbers(&text)), "{text}");
        }
    }

    /// Texts made to send a scan back over and over still take one pass.
    #[test]
    fn hostile_texts_take_linear_time() {
        for unit in ["1.", "1", "$ ", "$1", "x1.", "!", "A", "_", "€é"] {
            let text = unit.repeat(1_000_000) + "1x";
            ALL.find(&text, &Rust, &mut |_, _| {});
        }
    }
}
