//! Batched lookup of words in a vocabulary, with prefetch: none waits for the memory of another.

use super::Vocabulary;
use crate::counts::key::{ABSENT, LONG, key_at};
use crate::memory::prefetch;
use crate::tokens::words::Span;

/// Memory for looking up many words at once.
#[derive(Default)]
pub struct LookupBuffer {
    keys: Vec<u128>,
    /// Places of words that do not stand where they belong, and of the long ones among them.
    missed: Vec<u32>,
    long: Vec<u32>,
}

impl LookupBuffer {
    /// Room for so many words; what stands in it is written over.
    fn make_room(&mut self, words: usize) {
        if self.keys.len() < words {
            self.keys.resize(words, 0);
            self.missed.resize(words, 0);
        }
    }
}

impl Vocabulary {
    /// Append the ids of the words at `spans` of a padded buffer.
    pub fn intern_all(
        &mut self,
        buffer: &[u8],
        spans: &[Span],
        batch: &mut LookupBuffer,
        ids: &mut Vec<u32>,
    ) {
        let from = ids.len();
        let missed = self.probe(buffer, spans, batch, ids);
        self.approach(buffer, spans, batch, missed);
        for &i in &batch.missed[..missed] {
            let (word, key) = (slice(buffer, spans[i as usize]), batch.keys[i as usize]);
            ids[from + i as usize] = self.intern_key(key, word);
        }
    }

    /// Append the ids of the words at `spans` of a padded buffer, [`NONE`] for unknown ones.
    pub fn get_all(
        &self,
        buffer: &[u8],
        spans: &[Span],
        batch: &mut LookupBuffer,
        ids: &mut Vec<u32>,
    ) {
        let from = ids.len();
        let missed = self.probe(buffer, spans, batch, ids);
        self.approach(buffer, spans, batch, missed);
        for &i in &batch.missed[..missed] {
            let (word, key) = (slice(buffer, spans[i as usize]), batch.keys[i as usize]);
            ids[from + i as usize] = self.slots[self.find(key, word)];
        }
    }

    /// Append the ids of the words that stand where they belong, as nearly all do; note the others,
    /// and answer how many there are.
    ///
    /// Loops without branches that depend on the text. What the next loop reads is asked for: a
    /// load that waits would let only few others begin.
    #[inline]
    fn probe(
        &self,
        buffer: &[u8],
        spans: &[Span],
        batch: &mut LookupBuffer,
        ids: &mut Vec<u32>,
    ) -> usize {
        let (slots, keys) = (self.slots.as_slice(), self.keys.as_slice());
        batch.make_room(spans.len());
        let from = ids.len();
        ids.extend(spans.iter().zip(&mut batch.keys).map(|(&span, key)| {
            *key = key_at(buffer, span);
            let home = self.home(*key);
            prefetch(slots, home);
            home as u32
        }));
        for id in &mut ids[from..] {
            *id = slots[*id as usize];
            prefetch(keys, *id as usize);
        }
        let mut missed = 0;
        for (i, (id, key)) in ids[from..].iter().zip(&batch.keys).enumerate() {
            batch.missed[missed] = i as u32;
            missed += usize::from(keys.get(*id as usize).unwrap_or(&ABSENT) != key);
        }
        missed
    }

    /// Give long words their keys, and ask for what is read to find them.
    fn approach(&self, buffer: &[u8], spans: &[Span], batch: &mut LookupBuffer, missed: usize) {
        let LookupBuffer { keys, missed: words, long } = batch;
        long.clear();
        long.extend(words[..missed].iter().filter(|&&i| keys[i as usize] == LONG));
        for &i in &*long {
            let key = self.key(slice(buffer, spans[i as usize]));
            keys[i as usize] = key;
            prefetch(&self.slots, self.home(key));
        }
        for &i in &*long {
            let id = self.slots[self.home(keys[i as usize])];
            prefetch(&self.keys, id as usize);
            self.terms.prefetch_end(id);
        }
    }
}

fn slice(buffer: &[u8], (start, end): Span) -> &[u8] {
    &buffer[start as usize..end as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::vocabulary::NONE;

    /// A batch gives the ids that its words give one by one.
    #[test]
    fn a_batch_equals_its_words() {
        let mut buffer = b"buy cheap incomprehensibilities buy".to_vec();
        let spans = [(0, 3), (4, 9), (10, 31), (32, 35)];
        buffer.resize(buffer.len() + 64, 0);
        let (mut vocabulary, mut ids, mut again) = (Vocabulary::default(), vec![], vec![]);
        let mut batch = LookupBuffer::default();
        vocabulary.intern_all(&buffer, &spans, &mut batch, &mut ids);
        vocabulary.get_all(&buffer, &spans, &mut batch, &mut again);
        assert_eq!(ids, [0, 1, 2, 0]);
        assert_eq!(again, ids);
        assert_eq!(vocabulary.get(b"incomprehensibilities"), 2);
    }

    /// Long words are found as short ones are, new or known, unknown or twice in a batch.
    #[test]
    fn long_words_are_words() {
        let (mut vocabulary, mut batch) = (Vocabulary::default(), LookupBuffer::default());
        for round in 0..20 {
            let word = |i: usize| format!("{}{:x}", "x".repeat(i % 40), i % 600);
            let words: Vec<String> = (0..100 * round % 700).map(word).collect();
            let (mut buffer, mut spans) = (Vec::new(), Vec::new());
            for word in &words {
                spans.push((buffer.len() as u32, (buffer.len() + word.len()) as u32));
                buffer.extend_from_slice(word.as_bytes());
            }
            buffer.resize(buffer.len() + 64, 0);
            let one_by_one = |vocabulary: &Vocabulary| -> Vec<u32> {
                words.iter().map(|word| vocabulary.get(word.as_bytes())).collect()
            };
            let (mut before, mut ids) = (vec![], vec![]);
            vocabulary.get_all(&buffer, &spans, &mut batch, &mut before);
            assert_eq!(before, one_by_one(&vocabulary));
            vocabulary.intern_all(&buffer, &spans, &mut batch, &mut ids);
            assert_eq!(ids, one_by_one(&vocabulary));
            assert!(!ids.contains(&NONE));
        }
    }
}
