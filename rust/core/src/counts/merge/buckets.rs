//! Bucket sort of terms by their first bytes.

use crate::counts::vocabulary::Vocabulary;

/// Which terms go into one bucket: those with the same first bytes, so many that there are some
/// buckets for each term at most. Only bytes that occur count, which are few.
pub struct Buckets {
    tables: [[u32; 256]; DEPTH],
    /// How many there are.
    pub len: usize,
}

/// Bytes that a bucket is found by, at most.
const DEPTH: usize = 3;

impl Buckets {
    /// For the terms of some vocabularies.
    pub fn of(lists: &[&Vocabulary]) -> Self {
        let mut used = [[0; 256]; DEPTH];
        for list in lists {
            for key in list.sort_keys() {
                for (used, byte) in used.iter_mut().zip(key.to_be_bytes()) {
                    used[usize::from(byte)] = 1;
                }
            }
        }
        let most = 4 * lists.iter().map(|list| list.len()).sum::<usize>();
        let (mut tables, mut len) = ([[0; 256]; DEPTH], 1);
        for (depth, used) in used.iter().enumerate() {
            let size = used.iter().sum::<u32>();
            if len * size as usize > most {
                break;
            }
            // The bytes before weigh more, by the number of those that may stand here.
            tables[..depth].iter_mut().flatten().for_each(|weight| *weight *= size);
            let before = used.iter().scan(0, |sum, one| Some(std::mem::replace(sum, *sum + one)));
            tables[depth].iter_mut().zip(before).for_each(|(weight, sum)| *weight = sum);
            len *= size as usize;
        }
        Self { tables, len }
    }

    /// The bucket of a term with this key.
    #[inline]
    pub fn find(&self, key: u128) -> usize {
        let bytes = key.to_be_bytes();
        let weights = self.tables.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]);
        weights.sum::<u32>() as usize
    }
}

/// The terms of one list as numbers, bucket by bucket, and where each bucket ends.
pub struct Dealt {
    /// The numbers.
    pub numbers: Vec<u128>,
    /// The ends.
    pub ends: Vec<u32>,
}

impl Dealt {
    /// How many terms are in the buckets before this one.
    pub fn before(&self, bucket: usize) -> usize {
        if bucket == 0 { 0 } else { self.ends[bucket - 1] as usize }
    }

    /// The terms of a bucket.
    pub fn bucket(&self, bucket: usize) -> &[u128] {
        &self.numbers[self.before(bucket)..self.before(bucket + 1)]
    }
}
