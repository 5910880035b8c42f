//! Reads blocks and applies changes to those concerned, on several threads.

use std::ops::Range;

use super::block::{self, Block, DAMAGED, ENTRY, VERSION};
use super::edit::edit;
use super::entries::Ledger;
use crate::error::Result;
use crate::threads::{Never, all, split};

/// A block without tokens.
const EMPTY: &[u8] = &[VERSION];

/// Changes that are worth a thread.
const WORTH: usize = 1 << 12;

/// What changes make of blocks.
pub struct Changed {
    /// What comes in the place of each, none where it stays.
    pub blocks: Vec<Option<Vec<Block>>>,
    /// How many tokens there are more.
    pub more: i64,
}

/// Make changes in blocks that begin with some tokens. Where there are no blocks yet, the first
/// ones come in the place of one without tokens.
pub fn change(
    changes: &Ledger,
    firsts: &[&[u8]],
    blocks: &[&[u8]],
    threads: usize,
) -> Result<Changed> {
    if firsts.is_empty() && changes.is_learned() {
        let blocks = vec![Some(block::write(changes))];
        return Ok(Changed { blocks, more: changes.len() as i64 });
    }
    let places = places(changes, firsts);
    let blocks = if firsts.is_empty() { &[EMPTY] } else { blocks };
    let parts = split(blocks.len(), threads.min(1 + changes.len() / WORTH));
    // Too short to be stopped.
    let parts = all(parts, &Never, |part| change_some(changes, &places, firsts, blocks, part));
    let mut made = Changed { blocks: Vec::with_capacity(blocks.len()), more: 0 };
    for part in parts {
        let part = part?;
        made.blocks.extend(part.blocks);
        made.more += part.more;
    }
    Ok(made)
}

/// Make the changes of some blocks.
fn change_some(
    changes: &Ledger,
    places: &[usize],
    firsts: &[&[u8]],
    blocks: &[&[u8]],
    some: Range<usize>,
) -> Result<Changed> {
    let mut made = Changed { blocks: Vec::with_capacity(some.len()), more: 0 };
    for at in some {
        let run = &places[at..=at + 1];
        if run[0] == run[1] {
            made.blocks.push(None);
            continue;
        }
        let (new, more) = edit(blocks[at], firsts.get(at).copied(), changes, run[0]..run[1])?;
        made.more += more;
        made.blocks.push(Some(new));
    }
    Ok(made)
}

/// What blocks hold.
pub fn read(blocks: &[&[u8]]) -> Result<Ledger> {
    let mut ledger = Ledger::default();
    let bytes = blocks.iter().map(|one| one.len()).sum();
    ledger.reserve(bytes / ENTRY, bytes);
    for one in blocks {
        block::read(one, &mut ledger).ok_or(DAMAGED)?;
    }
    Ok(ledger)
}

/// Where the changes of each block begin, and where the last ones end; what comes before all blocks
/// belongs to the first.
fn places(changes: &Ledger, firsts: &[&[u8]]) -> Vec<usize> {
    let later = firsts.iter().skip(1).map(|first| changes.place(first));
    [0].into_iter().chain(later).chain([changes.len()]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::entries::{Cell, Delta};
    use super::*;
    use crate::error::Error;

    fn ledger(tokens: &[&str], messages: i64) -> Ledger {
        let mut ledger = Ledger::default();
        for token in tokens {
            let delta = Delta { messages, occurrences: messages };
            ledger.push(token.as_bytes(), 1, [Cell { class: 1, delta }]);
        }
        ledger
    }

    fn bytes(tokens: &[&str]) -> Vec<u8> {
        block::write(&ledger(tokens, 1)).remove(0).bytes
    }

    fn tokens(block: Option<&Vec<Block>>) -> Option<Vec<u8>> {
        let bytes: Vec<&[u8]> = block?.iter().map(|one| &one.bytes[..]).collect();
        Some(read(&bytes).unwrap().iter().flat_map(|entry| entry.token.to_vec()).collect())
    }

    /// Each change is made in the block where its token stands or would stand.
    #[test]
    fn blocks_change_where_they_must() {
        let blocks = [bytes(&["b", "d"]), bytes(&["f", "h"]), bytes(&["k"])];
        let blocks: Vec<&[u8]> = blocks.iter().map(|block| &block[..]).collect();
        let some = ledger(&["a", "e", "z"], 1);
        let changed = change(&some, &[b"b", b"f", b"k"], &blocks, 1).unwrap();
        let found: Vec<_> = changed.blocks.iter().map(|one| tokens(one.as_ref())).collect();
        assert_eq!(found, [Some(b"abde".to_vec()), None, Some(b"kz".to_vec())]);
        assert_eq!(changed.more, 3);
    }

    /// Without blocks the changes become the first ones; what cannot be taken is refused.
    #[test]
    fn first_blocks_come() {
        let changed = change(&ledger(&["a"], 1), &[], &[], 1).unwrap();
        assert_eq!((tokens(changed.blocks[0].as_ref()), changed.more), (Some(b"a".to_vec()), 1));
        assert!(change(&ledger(&["a"], -1), &[], &[], 1).is_err());
        let damaged = change(&ledger(&["a"], 1), &[b"a"], &[b"?"], 1);
        assert!(matches!(damaged, Err(Error::Damaged(_))));
    }

    /// A block that stands at the place of another one is not changed.
    #[test]
    fn swapped_blocks_are_damage() {
        let swapped = change(&ledger(&["c"], 1), &[b"a"], &[&bytes(&["b"])], 1);
        assert!(matches!(swapped, Err(Error::Damaged(_))));
    }

    /// Threads make the same blocks.
    #[test]
    fn threads_change_the_same() {
        let words = |step: usize| (0..40_000).step_by(step).map(|i| format!("{i:05}"));
        let [old, new] = [7, 3].map(|step| words(step).collect::<Vec<_>>());
        let [old, new] = [old, new]
            .map(|words| ledger(&words.iter().map(String::as_str).collect::<Vec<_>>(), 1));
        let old = block::write(&old);
        let firsts: Vec<&[u8]> = old.iter().map(|one| &one.first[..]).collect();
        let blocks: Vec<&[u8]> = old.iter().map(|one| &one.bytes[..]).collect();
        let [one, three] = [1, 3].map(|n| change(&new, &firsts, &blocks, n).unwrap());
        let found = [&one, &three]
            .map(|made| made.blocks.iter().map(|one| tokens(one.as_ref())).collect::<Vec<_>>());
        assert_eq!(found[0], found[1]);
        assert_eq!(one.more, three.more);
    }
}
