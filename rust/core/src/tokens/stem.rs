//! Snowball stemming.

use std::borrow::Cow;
use std::fmt;
use std::panic::{UnwindSafe, catch_unwind};
use std::sync::LazyLock;

use frostem::Algorithm;

use crate::error::{Error, Result};

/// The day of the last change to the algorithms: another day may give other stems.
pub const VERSION: &str = "snowball-20261016";

/// Longer words, in bytes, are left as they are. The algorithms copy the word at each edit, so
/// the time grows with the square of the length; no language writes a word this long.
const LONGEST: usize = 1000;

static LANGUAGES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| Algorithm::all().iter().map(|algorithm| algorithm.name()).collect());

/// The names that [`Stemmer::new`] takes, in alphabetical order.
#[must_use]
pub fn languages() -> &'static [&'static str] {
    &LANGUAGES
}

/// Takes the endings off the words of one language.
#[derive(Clone, Copy)]
pub struct Stemmer(frostem::Stemmer);

impl Stemmer {
    /// The stemmer of a language, by its Snowball name such as `"english"`.
    pub fn new(language: &str) -> Result<Self> {
        Algorithm::all()
            .iter()
            .find(|algorithm| algorithm.name() == language)
            .map(|&algorithm| Self(frostem::Stemmer::new(algorithm)))
            .ok_or_else(|| unknown(language))
    }

    /// The name the stemmer was asked for by.
    #[must_use]
    pub fn language(&self) -> &'static str {
        self.0.algorithm().name()
    }

    /// The stem of a lower-case word; any other text is safe, but its stem means little. As the
    /// algorithms have it, a word that is all ending has an empty stem: Turkish `leri`, Greek `ίδιο`.
    #[must_use]
    pub fn stem<'a>(&self, word: &'a str) -> Cow<'a, str> {
        if word.len() > LONGEST {
            return Cow::Borrowed(word);
        }
        or_unchanged(word, || self.0.stem(word))
    }
}

impl fmt::Debug for Stemmer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Stemmer").field(&self.language()).finish()
    }
}

/// The generated code slices strings at computed places. No input is known to make it panic, but
/// words come from strangers: a word it cannot handle is its own stem.
fn or_unchanged<'a, F>(word: &'a str, stem: F) -> Cow<'a, str>
where
    F: FnOnce() -> Cow<'a, str> + UnwindSafe,
{
    catch_unwind(stem).unwrap_or(Cow::Borrowed(word))
}

fn unknown(language: &str) -> Error {
    let names = languages().join(", ");
    Error::Invalid(format!("no stemmer for {language:?}; the languages are: {names}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stem(language: &str, word: &str) -> String {
        Stemmer::new(language).unwrap().stem(word).into_owned()
    }

    /// A small xorshift, so that the hostile words are the same on every run.
    fn below(state: &mut u64, bound: u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state % bound
    }

    /// Any characters: ASCII, a two-byte script, or anything in Unicode.
    fn hostile(state: &mut u64) -> String {
        let ranges = [(0x20, 0x60), (0x80, 0x700), (0, 0x0011_0000)];
        let length = below(state, 12);
        let mut any = || {
            let (low, width) = ranges[below(state, 3) as usize];
            low + below(state, width) as u32
        };
        (0..length).filter_map(|_| char::from_u32(any())).collect()
    }

    /// Each language takes off its own endings.
    #[test]
    fn stems_in_many_languages() {
        assert_eq!(stem("english", "generously"), "generous");
        assert_eq!(stem("german", "häuser"), "haus");
        assert_eq!(stem("spanish", "canciones"), "cancion");
        assert_eq!(stem("russian", "книгами"), "книг");
        assert_eq!(stem("turkish", "evlerimiz"), "ev");
    }

    /// A word that is nothing but an ending has no stem.
    #[test]
    fn empties_a_bare_ending() {
        assert_eq!(stem("turkish", "leri"), "");
        assert_eq!(stem("greek", "ίδιο"), "");
    }

    /// A word that is its own stem is borrowed, not copied.
    #[test]
    fn borrows_an_unchanged_word() {
        let english = Stemmer::new("english").unwrap();
        assert!(matches!(english.stem("house2"), Cow::Borrowed("house2")));
    }

    /// Every listed language can be asked for, by exactly that name.
    #[test]
    fn lists_what_it_takes() {
        assert!(languages().is_sorted());
        assert!(languages().iter().all(|name| Stemmer::new(name).unwrap().language() == *name));
    }

    /// An unknown language is an error that names the known ones.
    #[test]
    fn refuses_an_unknown_language() {
        for name in ["klingon", "English", "en", ""] {
            let Err(Error::Invalid(message)) = Stemmer::new(name) else { panic!("took {name:?}") };
            assert!(message.contains(name) && message.contains("english, esperanto"));
        }
    }

    /// No word makes any language panic.
    #[test]
    fn survives_hostile_words() {
        let mut state = 0x9E37_79B9_7F4A_7C15;
        let words: Vec<String> = (0..2000).map(|_| hostile(&mut state)).collect();
        for name in languages() {
            let stemmer = Stemmer::new(name).unwrap();
            for word in &words {
                let _ = stemmer.0.stem(word);
            }
        }
    }

    /// Words longer than any real one come back at once, unchanged.
    #[test]
    fn leaves_endless_words_alone() {
        let word = "y".repeat(10_000_000);
        for name in languages() {
            assert_eq!(stem(name, &word), word);
        }
    }

    /// A panic inside an algorithm leaves the word as it is.
    #[test]
    fn contains_a_panic() {
        assert_eq!(or_unchanged("word", || panic!("on purpose")), "word");
    }

    /// One stemmer may serve many threads.
    #[test]
    fn is_shared_between_threads() {
        fn shared<T: Send + Sync + Copy>() {}
        shared::<Stemmer>();
    }

    /// The version moves with the pinned dependency, since models record it.
    #[test]
    fn names_the_pinned_version() {
        let date = VERSION.strip_prefix("snowball-").unwrap();
        assert!(include_str!("../../Cargo.toml").contains(&format!("frostem = \"=2.{date}.")));
    }
}
