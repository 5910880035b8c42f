//! Changes are made in the blocks that they concern.

use super::block::{self, Block};
use super::ledger::Ledger;
use crate::error::{Error, Result};

/// A block without tokens.
const EMPTY: &[u8] = &[1];

/// What changes make of blocks.
pub struct Changed {
    /// What comes in the place of each, none where it stays.
    pub blocks: Vec<Option<Vec<Block>>>,
    /// How many tokens there are more.
    pub more: i64,
}

/// Make changes in blocks that begin with some tokens. Where there are no blocks yet, the first
/// ones come in the place of one without tokens.
pub fn change(changes: &Ledger, firsts: &[&[u8]], blocks: &[&[u8]]) -> Result<Changed> {
    let places = places(changes, firsts);
    let blocks = blocks.iter().copied().chain(firsts.is_empty().then_some(EMPTY));
    let mut made = Changed { blocks: Vec::new(), more: 0 };
    for (run, old) in places.windows(2).zip(blocks) {
        if run[0] == run[1] {
            made.blocks.push(None);
            continue;
        }
        let ledger = read(&[old])?;
        let new = ledger.change(changes, run[0]..run[1])?;
        made.more += new.len() as i64 - ledger.len() as i64;
        made.blocks.push(Some(block::write(&new)));
    }
    Ok(made)
}

/// What blocks hold.
pub fn read(blocks: &[&[u8]]) -> Result<Ledger> {
    let mut ledger = Ledger::default();
    for one in blocks {
        block::read(one, &mut ledger).ok_or(Error::Damaged("a block of tokens is damaged"))?;
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
    use super::super::ledger::{Cell, Delta};
    use super::*;

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
        let changed = change(&some, &[b"b", b"f", b"k"], &blocks).unwrap();
        let found: Vec<_> = changed.blocks.iter().map(|one| tokens(one.as_ref())).collect();
        assert_eq!(found, [Some(b"abde".to_vec()), None, Some(b"kz".to_vec())]);
        assert_eq!(changed.more, 3);
    }

    /// Without blocks the changes become the first ones; what cannot be taken is refused.
    #[test]
    fn first_blocks_come() {
        let changed = change(&ledger(&["a"], 1), &[], &[]).unwrap();
        assert_eq!((tokens(changed.blocks[0].as_ref()), changed.more), (Some(b"a".to_vec()), 1));
        assert!(change(&ledger(&["a"], -1), &[], &[]).is_err());
        assert!(matches!(change(&ledger(&["a"], 1), &[b"a"], &[b"?"]), Err(Error::Damaged(_))));
    }
}
