//! Word finder: maximal runs of characters of a class in a normalised text.

use std::ops::Range;

use super::chars::CharTable;
use super::masks::{Class, WIDTH, classify};

/// A word as its first byte and the byte after its last.
pub type Span = (u32, u32);

/// Texts of this size or more are not read: places in them would not fit a [`Span`].
pub const TOO_LONG: usize = 1 << 31;

/// Words that are gathered before they are handed on.
const BATCH: usize = 256;

/// Words of which nearly no mask has more.
const USUAL: usize = 12;

/// The last bit of a mask.
const LAST: u64 = 1 << (WIDTH - 1);

/// Blanks that a buffer needs behind its text, so that loads never leave it.
pub const PADDING: usize = WIDTH;

/// Add the padding that [`WordFinder::find`] wants.
pub fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len() + PADDING, b' ');
}

/// Finds words; keeps its memory between texts.
#[derive(Default)]
pub struct WordFinder {
    class: Class,
    masks: Vec<u64>,
    begun: Vec<u32>,
}

impl WordFinder {
    /// A finder of runs of the class.
    #[must_use]
    pub fn new(class: Class) -> Self {
        Self { class, ..Self::default() }
    }

    /// Hand on the words of `bytes`, in batches and in order.
    ///
    /// `bytes` is padded UTF-8. Words of [`Class::Word`] have two characters or more.
    pub fn find<E>(
        &mut self,
        bytes: &[u8],
        chars: &CharTable,
        mut emit: impl FnMut(&[Span]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.mark(bytes, chars);
        self.begun.clear();
        let mut spans = [(0, 0); BATCH + WIDTH];
        let (mut begun, mut ended, mut carry, mut handed_on) = (0, 0, 0, 0);
        for (i, &mask) in self.masks.iter().enumerate() {
            let before = mask << 1 | carry;
            carry = mask >> (WIDTH - 1);
            let (starts, ends) = (mask & !before, before & !mask);
            let base = (i * WIDTH) as u32;
            list(starts, &mut spans[begun..], |span, place| span.0 = base + place);
            list(ends, &mut spans[ended..], |span, place| span.1 = base + place);
            self.begun.push((handed_on + begun) as u32);
            begun += starts.count_ones() as usize;
            // All that have begun have ended, but for one that goes on.
            ended = begun - carry as usize;
            if ended >= BATCH {
                emit(&spans[..ended])?;
                handed_on += ended;
                spans[0] = spans[ended];
                (begun, ended) = (begun - ended, 0);
            }
        }
        emit(&spans[..ended])
    }

    /// How many words of the text that was read last begin before a place.
    #[inline]
    #[must_use]
    pub fn begun_before(&self, place: u32) -> u32 {
        let (i, bit) = (place as usize / WIDTH, place as usize % WIDTH);
        let before = if i == 0 { 0 } else { self.masks[i - 1] >> (WIDTH - 1) };
        let starts = self.masks[i] & !(self.masks[i] << 1 | before);
        self.begun[i] + (starts & !(u64::MAX << bit)).count_ones()
    }

    /// One bit a byte: is it part of a word?
    fn mark(&mut self, bytes: &[u8], chars: &CharTable) {
        self.masks.clear();
        let mut wide = 0;
        for block in bytes.as_chunks::<WIDTH>().0 {
            let masks = classify(block, self.class);
            self.masks.push(masks.word);
            wide |= masks.wide;
        }
        if wide != 0 {
            self.mark_wide(bytes, chars);
        }
        if self.class == Class::Word {
            self.unmark_single();
        }
    }

    /// Clear the bits without neighbours.
    fn unmark_single(&mut self) {
        let mut carry = 0;
        for i in 0..self.masks.len() {
            let (mask, next) = (self.masks[i], self.masks.get(i + 1).copied().unwrap_or(0));
            self.masks[i] = mask & (mask << 1 | carry | mask >> 1 | next << (WIDTH - 1));
            carry = mask >> (WIDTH - 1);
        }
    }

    /// Mark the characters of the class outside ASCII.
    fn mark_wide(&mut self, bytes: &[u8], chars: &CharTable) {
        let mut last = None;
        for (i, block) in bytes.as_chunks::<WIDTH>().0.iter().enumerate() {
            let mut wide = classify(block, self.class).wide;
            while wide != 0 {
                let place = wide.trailing_zeros() as usize;
                let (c, width) = decode(&bytes[i * WIDTH + place..]);
                let bits = ((1_u128 << width) - 1) << place;
                if c.is_some_and(|c| belongs(c, self.class, chars)) {
                    self.set(i, bits);
                    let before = last.replace(i * WIDTH + place..i * WIDTH + place + width);
                    self.unmark_alone(before);
                }
                wide &= !(bits as u64);
            }
        }
        self.unmark_alone(last);
    }

    /// Clear the bits of a character outside ASCII that is all of a word.
    #[inline]
    fn unmark_alone(&mut self, bytes: Option<Range<usize>>) {
        let is_marked = |place: usize| self.masks[place / WIDTH] >> (place % WIDTH) & 1 == 1;
        let is_alone = |bytes: &Range<usize>| {
            self.class == Class::Word
                && !is_marked(bytes.end)
                && !(bytes.start > 0 && is_marked(bytes.start - 1))
        };
        for place in bytes.filter(is_alone).into_iter().flatten() {
            self.masks[place / WIDTH] &= !(1 << (place % WIDTH));
        }
    }

    /// Set bits that begin in the mask at `i` and may reach into the next one.
    #[inline]
    fn set(&mut self, i: usize, bits: u128) {
        self.masks[i] |= bits as u64;
        if bits >> WIDTH != 0 {
            self.masks[i + 1] |= (bits >> WIDTH) as u64;
        }
    }
}

/// Hand on the places of the bits of a mask, and then places that mean nothing: always as many as
/// are usual, as it is hard to guess how many there are.
#[inline]
fn list(mut bits: u64, spans: &mut [Span], set: impl Fn(&mut Span, u32)) {
    let (usual, more) = spans.split_at_mut(USUAL);
    for span in usual {
        set(span, (bits | LAST).trailing_zeros());
        bits &= bits.wrapping_sub(1);
    }
    for span in more {
        if bits == 0 {
            break;
        }
        set(span, bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
    }
}

#[inline]
fn belongs(c: char, class: Class, chars: &CharTable) -> bool {
    match class {
        Class::Word => chars.is_word(c),
        Class::Dark => !chars.is_space(c),
    }
}

/// The character outside ASCII at the start of `bytes`, or none behind the first byte of one.
#[inline]
#[must_use]
pub fn decode(bytes: &[u8]) -> (Option<char>, usize) {
    let tail = |i: usize| u32::from(bytes.get(i).copied().unwrap_or(0) & 0x3f);
    let first = u32::from(bytes[0]);
    match bytes[0] {
        0xf0.. => {
            let code = (first & 7) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
            (char::from_u32(code), 4)
        }
        0xe0.. => (char::from_u32((first & 15) << 12 | tail(1) << 6 | tail(2)), 3),
        0xc0.. => (char::from_u32((first & 31) << 6 | tail(1)), 2),
        _ => (None, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::chars::Properties;

    fn words(text: &str) -> Vec<&str> {
        runs(text, Class::Word)
    }

    fn runs(text: &str, class: Class) -> Vec<&str> {
        let chars = CharTable::new(Properties { word: "éжд漢字𝒳", ..Properties::default() }, []);
        let mut bytes = text.as_bytes().to_vec();
        pad(&mut bytes);
        let mut found = Vec::new();
        WordFinder::new(class)
            .find(&bytes, &chars, |spans| {
                found.extend(spans.iter().map(|&(start, end)| &text[start as usize..end as usize]));
                Ok::<(), ()>(())
            })
            .unwrap();
        found
    }

    /// Words are runs of word characters; a single character is none, however many bytes it has.
    #[test]
    fn words_have_two_characters() {
        assert_eq!(
            words("a bc d_e 1 22 é ée 漢 漢字 𝒳 𝒳𝒳 «жд»"),
            ["bc", "d_e", "22", "ée", "漢字", "𝒳𝒳", "жд"]
        );
        assert!(words("").is_empty());
        assert_eq!(words("\0ab\0"), ["ab"]);
    }

    /// Words and wide characters that straddle the 64-byte blocks stay whole.
    #[test]
    fn words_cross_blocks() {
        for lead in 50..70 {
            let text = " ".repeat(lead) + "漢é字word " + &"x".repeat(200) + " end";
            assert_eq!(words(&text), ["漢é字word", &"x".repeat(200), "end"]);
        }
    }

    /// White space cuts dark runs, and one character is enough for one.
    #[test]
    fn dark_runs_end_at_white_space() {
        assert_eq!(runs("a, b\u{1c}\0\t漢! ", Class::Dark), ["a,", "b", "\0", "漢!"]);
    }

    /// Few words in a mask or as many as it can have: none is lost.
    #[test]
    fn masks_may_be_full() {
        for gap in 1..40 {
            let text = format!("x{}", " ".repeat(gap)).repeat(1000);
            assert_eq!(runs(&text, Class::Dark).len(), 1000);
            assert_eq!(words(&text.replace('x', "xy")).len(), 1000);
        }
    }

    /// What begins before a place is known of all places, whatever the words are made of.
    #[test]
    fn words_before_a_place_are_counted() {
        let chars = CharTable::new(Properties { word: "é漢", ..Properties::default() }, []);
        let mut bytes = "ab é  éa 漢 漢漢 c  ".repeat(300).into_bytes();
        pad(&mut bytes);
        let (mut finder, mut starts) = (WordFinder::default(), Vec::new());
        let found = finder.find(&bytes, &chars, |spans| {
            starts.extend(spans.iter().map(|span| span.0));
            Ok::<(), ()>(())
        });
        assert_eq!((found, starts.len()), (Ok(()), 900));
        for place in 0..(bytes.len() - PADDING) as u32 {
            let before = starts.partition_point(|&start| start < place);
            assert_eq!(finder.begun_before(place) as usize, before);
        }
    }

    /// More words than fit in one batch all arrive.
    #[test]
    fn batches_lose_nothing() {
        let text = "ab c ".repeat(5000);
        assert_eq!(words(&text).len(), 5000);
    }
}
