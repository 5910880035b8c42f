//! SIMD search for runs of word bytes: 64 bytes become one bit mask.

use wide::u8x16;

use crate::tokens::masks::is_at_most;

const WIDTH: usize = 64;

/// Bytes that are looked at in one step.
const LANE: usize = 16;

/// One bit a byte: is it part of a word, and may it join two parts of one?
#[derive(Clone, Copy, Default)]
struct Masks {
    word: u64,
    joiner: u64,
}

/// Letters, digits and what is written for money; everything outside ASCII may be a letter.
#[inline]
fn words(lanes: &[[u8; LANE]]) -> Masks {
    // The highest bit tells, which is set in all that is outside ASCII.
    let is_any_word = |lane| is_word(lane) | lane;
    Masks { word: mask(lanes, is_any_word), joiner: mask(lanes, is_joiner) }
}

/// What names and addresses of hosts are made of.
#[inline]
fn hosts(lanes: &[[u8; LANE]]) -> Masks {
    Masks { word: mask(lanes, is_host), joiner: 0 }
}

/// One bit a byte: what is it?
#[inline]
fn mask(lanes: &[[u8; LANE]], is: impl Fn(u8x16) -> u8x16) -> u64 {
    let bits = |lane: &[u8; LANE]| u64::from(is(u8x16::new(*lane)).to_bitmask());
    lanes.iter().enumerate().fold(0, |mask, (i, lane)| mask | bits(lane) << (LANE * i))
}

#[inline]
fn is_word(bytes: u8x16) -> u8x16 {
    let letter = is_at_most((bytes | u8x16::splat(0x20)) - u8x16::splat(b'a'), 25);
    let digit = is_at_most(bytes - u8x16::splat(b'0'), 9);
    letter | digit | bytes.simd_eq(u8x16::splat(b'$'))
}

/// Letters, digits, colons, dashes, full stops and underscores.
#[inline]
fn is_host(bytes: u8x16) -> u8x16 {
    let letter = is_at_most((bytes | u8x16::splat(0x20)) - u8x16::splat(b'a'), 25);
    let digit = is_at_most(bytes - u8x16::splat(b'0'), b':' - b'0');
    let within = is_at_most(bytes - u8x16::splat(b'-'), 1);
    letter | digit | within | bytes.simd_eq(u8x16::splat(b'_'))
}

/// What may stand within a word: an apostrophe, comma to full stop, an underscore, an at sign.
#[inline]
pub fn is_joiner(bytes: u8x16) -> u8x16 {
    is_at_most(bytes - u8x16::splat(b','), 2)
        | bytes.simd_eq(u8x16::splat(b'\''))
        | bytes.simd_eq(u8x16::splat(b'_'))
        | bytes.simd_eq(u8x16::splat(b'@'))
}

/// Runs that are gathered before they are handed on; few, for many texts are short.
const BATCH: usize = 32;

/// Runs that are handed on at once, at most.
pub const MOST: usize = BATCH + WIDTH / 2;

/// Places in a block where runs begin or end, of which most have no more.
const USUAL: usize = 24;

/// Hand on where runs begin and end, in batches, as long as `take` says so.
///
/// A joiner is part of a run if parts of a word stand on both sides of it.
pub fn find(bytes: &[u8], mut take: impl FnMut(&[[usize; 2]]) -> bool) {
    // Places where runs begin and end, by turns.
    let (mut edges, mut len) = ([0; 2 * MOST + USUAL], 0);
    let more = blocks(bytes, words, |base, changes| {
        list(base, changes, &mut edges[len..]);
        len += changes.count_ones() as usize;
        if len < 2 * BATCH {
            return true;
        }
        let more = take(edges[..len].as_chunks().0);
        edges[0] = edges[len - 1];
        len %= 2;
        more
    });
    if more {
        take(edges[..len].as_chunks().0);
    }
}

/// Write down where the bits of a mask are.
#[inline]
fn list(base: usize, mut mask: u64, places: &mut [usize]) {
    let Some((usual, more)) = places.split_first_chunk_mut::<USUAL>() else { return };
    // As many as there mostly are: no processor knows how many there will be.
    for place in usual {
        // The highest bit is there to be found when there is none.
        *place = base + (mask | 1 << (WIDTH - 1)).trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
    }
    for place in more {
        if mask == 0 {
            return;
        }
        *place = base + mask.trailing_zeros() as usize;
        mask &= mask - 1;
    }
}

/// Hand on where each run begins and ends, as long as `take` says so: for short texts.
pub fn each(bytes: &[u8], take: impl FnMut([usize; 2]) -> bool) {
    each_of(bytes, words, take);
}

/// The same for names and addresses of hosts.
pub fn each_host(bytes: &[u8], take: impl FnMut([usize; 2]) -> bool) {
    each_of(bytes, hosts, take);
}

#[inline]
fn each_of(
    bytes: &[u8],
    classify: impl Fn(&[[u8; LANE]]) -> Masks,
    mut take: impl FnMut([usize; 2]) -> bool,
) {
    let mut start = None;
    blocks(bytes, classify, |base, mut changes| {
        while changes != 0 {
            let at = base + changes.trailing_zeros() as usize;
            changes &= changes - 1;
            match start.take() {
                Some(start) if !take([start, at]) => return false,
                Some(_) => (),
                None => start = Some(at),
            }
        }
        true
    });
}

/// Hand on where each block begins, and in which of its places runs begin or end, as long as `take`
/// says so; whether it still does.
#[inline]
fn blocks(
    bytes: &[u8],
    classify: impl Fn(&[[u8; LANE]]) -> Masks,
    mut take: impl FnMut(usize, u64) -> bool,
) -> bool {
    let (blocks, rest) = bytes.as_chunks::<WIDTH>();
    // Whether a word stands before the block, and whether a run is open.
    let (mut before, mut open) = (0, 0);
    let mut changes = |Masks { word, joiner }: Masks, after: bool| {
        let around = (word << 1 | before) & (word >> 1 | u64::from(after) << (WIDTH - 1));
        let runs = word | joiner & around;
        let changes = runs ^ (runs << 1 | open);
        (before, open) = (word >> (WIDTH - 1), runs >> (WIDTH - 1));
        changes
    };
    for (base, block) in (0..).step_by(WIDTH).zip(blocks) {
        let after = bytes.get(base + WIDTH).is_some_and(|byte| is_word_byte(*byte));
        if !take(base, changes(classify(block.as_chunks().0), after)) {
            return false;
        }
    }
    let mut last = [b' '; WIDTH];
    last[..rest.len()].copy_from_slice(rest);
    let lanes = &last.as_chunks().0[..rest.len().div_ceil(LANE)];
    take(bytes.len() - rest.len(), changes(classify(lanes), false))
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'$' || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plainly(bytes: &[u8]) -> Vec<(usize, usize)> {
        let is_word = |i: usize| {
            let byte = bytes.get(i).copied().unwrap_or(b' ');
            byte.is_ascii_alphanumeric() || byte == b'$' || byte >= 128
        };
        let belongs = |i: usize| {
            is_word(i) || b"-_.'@,".contains(&bytes[i]) && i > 0 && is_word(i - 1) && is_word(i + 1)
        };
        let (mut runs, mut start) = (Vec::new(), None);
        for i in 0..=bytes.len() {
            match (start, i < bytes.len() && belongs(i)) {
                (None, true) => start = Some(i),
                (Some(from), false) => {
                    runs.push((from, i));
                    start = None;
                }
                _ => (),
            }
        }
        runs
    }

    fn found(bytes: &[u8]) -> Vec<(usize, usize)> {
        let mut runs = Vec::new();
        find(bytes, |some| {
            runs.extend(some.iter().map(|&[start, end]| (start, end)));
            true
        });
        runs
    }

    fn found_one_by_one(bytes: &[u8]) -> Vec<(usize, usize)> {
        let mut runs = Vec::new();
        each(bytes, |[start, end]| {
            runs.push((start, end));
            true
        });
        runs
    }

    /// Texts of every length, with every byte, give the runs of the plain definition.
    #[test]
    fn fast_equals_plain() {
        let mut state = 1_u64;
        for length in (0..600).chain([9_000]) {
            let text: Vec<u8> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let byte = (state >> 56) as u8;
                    if (state >> 40).is_multiple_of(4) {
                        byte
                    } else {
                        b"a-b.c'd@e,f_$ "[byte as usize % 14]
                    }
                })
                .collect();
            assert_eq!(found(&text), plainly(&text), "{text:?}");
            assert_eq!(found_one_by_one(&text), plainly(&text), "{text:?}");
        }
    }

    /// Names of hosts are runs of what they are made of.
    #[test]
    fn hosts_are_found() {
        let text = b"from mx-1.example_a.org ([IPv6:::1]) \xe9b (c);by ".repeat(9);
        let is_host = |byte: &u8| byte.is_ascii_alphanumeric() || b":-._".contains(byte);
        for length in 0..=text.len() {
            let text = &text[..length];
            let mut found = Vec::new();
            each_host(text, |[start, end]| {
                found.push(&text[start..end]);
                true
            });
            let plain = text.split(|byte| !is_host(byte)).filter(|host| !host.is_empty());
            assert_eq!(found, plain.collect::<Vec<_>>());
        }
    }

    /// Nothing more is handed on when enough was taken.
    #[test]
    fn reading_can_stop() {
        let mut batches = 0;
        find(&b"word ".repeat(3 * BATCH), |_| {
            batches += 1;
            batches < 2
        });
        assert_eq!(batches, 2);
    }
}
