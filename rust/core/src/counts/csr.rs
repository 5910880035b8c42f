//! Compressed sparse row (CSR) matrices, to which rows are appended.

use crate::memory::{map_ahead, map_next, reserve};

/// A kind of number that a matrix can hold.
pub trait Value: Copy + Default + Send + Sync {
    /// The number of a sum of counts.
    fn from_sum(sum: i32) -> Self;
}

impl Value for i64 {
    #[inline]
    fn from_sum(sum: i32) -> Self {
        i64::from(sum)
    }
}

impl Value for f64 {
    #[inline]
    fn from_sum(sum: i32) -> Self {
        f64::from(sum)
    }
}

/// A sparse matrix by rows: `indptr[i]..indptr[i + 1]` are the entries of row i.
#[derive(Debug, Clone, PartialEq)]
pub struct Csr<T> {
    /// Where each row begins, and where the last one ends.
    pub indptr: Vec<i64>,
    /// The columns of the entries, ascending in each row.
    pub indices: Vec<i32>,
    /// The entries.
    pub data: Vec<T>,
}

impl<T: Value> Default for Csr<T> {
    fn default() -> Self {
        Self { indptr: vec![0], indices: Vec::new(), data: Vec::new() }
    }
}

impl<T: Value> Csr<T> {
    /// No rows, with room for so many entries: room that is never used is never mapped.
    #[must_use]
    pub fn with_capacity(entries: usize) -> Self {
        let mut csr = Self::default();
        csr.reserve(entries);
        csr
    }

    /// Make room for so many more entries.
    pub fn reserve(&mut self, entries: usize) {
        reserve(&mut self.indices, entries);
        reserve(&mut self.data, entries);
    }

    /// Forget the rows, keep the room.
    pub fn clear(&mut self) {
        self.indptr.truncate(1);
        self.indices.clear();
        self.data.clear();
    }

    /// Set the rows of `other` below these.
    pub fn append(&mut self, other: &Self) {
        self.reserve(other.indices.len());
        map_next(&self.indices, other.indices.len());
        map_next(&self.data, other.data.len());
        let offset = self.indices.len() as i64;
        self.indptr.extend(other.indptr[1..].iter().map(|end| end + offset));
        self.indices.extend_from_slice(&other.indices);
        self.data.extend_from_slice(&other.data);
    }

    /// Matrices one below the other.
    #[must_use]
    pub fn stack(parts: Vec<Self>) -> Self {
        let mut parts = parts.into_iter();
        let mut whole = parts.next().unwrap_or_default();
        parts.for_each(|part| whole.append(&part));
        whole.shrink_to_fit();
        whole
    }

    /// Give back the room that is not used.
    pub fn shrink_to_fit(&mut self) {
        self.indices.shrink_to_fit();
        self.data.shrink_to_fit();
    }

    /// End the row at hand.
    pub fn end_row(&mut self) {
        let from = self.indptr[self.indptr.len() - 1] as usize;
        map_ahead(&self.indices, from);
        map_ahead(&self.data, from);
        self.indptr.push(self.indices.len() as i64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stacked matrices keep their rows.
    #[test]
    fn matrices_stack() {
        let one = Csr { indptr: vec![0, 1], indices: vec![3], data: vec![7_i64] };
        let two = Csr { indptr: vec![0, 0, 2], indices: vec![1, 2], data: vec![8, 9] };
        let both = Csr::stack(vec![one, two]);
        assert_eq!(
            both,
            Csr { indptr: vec![0, 1, 1, 3], indices: vec![3, 1, 2], data: vec![7, 8, 9] }
        );
    }
}
