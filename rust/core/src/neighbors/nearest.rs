//! Bounded max-heap of the k nearest rows so far.

use std::collections::BinaryHeap;

/// The k nearest of the rows that were settled, of equally distant ones the first.
#[derive(Debug, Clone)]
pub struct Nearest {
    k: usize,
    /// Distances as bits, which are in the order of the numbers, since none is negative.
    heap: BinaryHeap<(u64, usize)>,
}

impl Nearest {
    /// None so far.
    #[must_use]
    pub fn new(k: usize) -> Self {
        Self { k, heap: BinaryHeap::new() }
    }

    /// How many are missing.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.k - self.heap.len()
    }

    /// The distance of the last one; infinite while some are missing.
    #[must_use]
    pub fn reach(&self) -> f64 {
        match self.heap.peek() {
            Some(&(bits, _)) if self.missing() == 0 => f64::from_bits(bits),
            _ => f64::INFINITY,
        }
    }

    /// Take a row if it is nearer than the last one, or as near and earlier.
    pub fn offer(&mut self, distance: f64, row: usize) {
        // Zero may be negative, and its bits are then not in order.
        let found = ((distance + 0.0).to_bits(), row);
        if self.missing() > 0 {
            self.heap.push(found);
        } else if let Some(mut last) = self.heap.peek_mut()
            && found < *last
        {
            *last = found;
        }
    }

    /// Take what others found among other rows.
    pub fn merge(&mut self, other: Self) {
        other.heap.into_iter().for_each(|(bits, row)| self.offer(f64::from_bits(bits), row));
    }

    /// The distances and the rows, nearest first.
    pub fn into_sorted(self) -> impl Iterator<Item = (f64, i64)> {
        let sorted = self.heap.into_sorted_vec();
        sorted.into_iter().map(|(bits, row)| (f64::from_bits(bits), row as i64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nearest come first, and of equally distant ones the first, in whatever order they came.
    #[test]
    fn ties_go_to_the_first() {
        let rows = [(1.0, 4), (0.0, 3), (1.0, 1), (-0.0, 2), (2.0, 0)];
        for turn in 0..rows.len() {
            let (mut nearest, mut rest) = (Nearest::new(3), Nearest::new(3));
            for i in 0..rows.len() {
                let (distance, row) = rows[(turn + i) % rows.len()];
                if i % 2 == 0 { &mut nearest } else { &mut rest }.offer(distance, row);
            }
            nearest.merge(rest);
            assert_eq!(nearest.reach().to_bits(), 1.0_f64.to_bits());
            assert!(nearest.into_sorted().eq([(0.0, 2), (0.0, 3), (1.0, 1)]));
        }
    }
}
