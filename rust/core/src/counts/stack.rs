//! Vertical stack of CSR matrices that several threads make, in document order.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::csr::{Csr, Value};
use crate::error::Result;
use crate::memory::zeros;
use crate::threads::{Interrupt, share};

/// How large a matrix gets.
pub struct Size {
    /// Its rows.
    pub rows: usize,
    /// Its entries at most.
    pub entries: usize,
}

/// Make the parts of a matrix, each worker on a thread of its own, and set them below each other.
///
/// `make` adds the rows of the part with this number. Workers take parts as they come.
pub fn build<T: Value, W: Send>(
    parts: usize,
    size: &Size,
    mut workers: Vec<W>,
    interrupt: &dyn Interrupt,
    make: impl Fn(&mut W, usize, &mut Csr<T>) -> Result<()> + Sync,
) -> Result<Csr<T>> {
    if let [worker] = workers.as_mut_slice() {
        let mut whole = Csr::with_capacity(size.entries);
        (0..parts).try_for_each(|i| make(worker, i, &mut whole))?;
        whole.shrink_to_fit();
        return Ok(whole);
    }
    let mut whole = Csr {
        indptr: vec![0; size.rows + 1],
        indices: zeros(size.entries),
        data: zeros(size.entries),
    };
    let stack = MatrixStack::new(&mut whole);
    let workers = workers.into_iter().map(|worker| (worker, Csr::default()));
    share(parts, workers, interrupt, |(worker, part), i| {
        make(worker, i, part)?;
        *part = stack.put(i, std::mem::take(part));
        Ok(())
    })?;
    let entries = whole.indptr[size.rows] as usize;
    whole.indices.truncate(entries);
    whole.data.truncate(entries);
    whole.shrink_to_fit();
    Ok(whole)
}

/// A matrix that is filled from the front, by parts that come in any order.
struct MatrixStack<'a, T>(Mutex<Rest<'a, T>>);

/// What is not filled yet, and the parts that wait for one before them.
struct Rest<'a, T> {
    next: usize,
    waiting: BTreeMap<usize, Csr<T>>,
    entries: usize,
    ends: &'a mut [i64],
    indices: &'a mut [i32],
    data: &'a mut [T],
}

impl<'a, T: Value> MatrixStack<'a, T> {
    fn new(whole: &'a mut Csr<T>) -> Self {
        Self(Mutex::new(Rest {
            next: 0,
            waiting: BTreeMap::new(),
            entries: 0,
            ends: &mut whole.indptr[1..],
            indices: &mut whole.indices,
            data: &mut whole.data,
        }))
    }

    /// Fill in a part, and those that waited for it, or let it wait; return an empty one.
    fn put(&self, i: usize, part: Csr<T>) -> Csr<T> {
        let mut places = Vec::new();
        let mut rest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        rest.waiting.insert(i, part);
        while let Some(part) = rest.pop() {
            places.push((rest.place(&part), part));
        }
        // Others may go on while this is copied.
        drop(rest);
        let mut empty = Csr::default();
        for (place, part) in places {
            place.fill(&part);
            empty = part;
        }
        empty.clear();
        empty
    }
}

impl<'a, T: Value> Rest<'a, T> {
    fn pop(&mut self) -> Option<Csr<T>> {
        let part = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some(part)
    }

    fn place(&mut self, part: &Csr<T>) -> MatrixSlot<'a, T> {
        let (rows, entries) = (part.indptr.len() - 1, part.indices.len());
        let place = MatrixSlot {
            start: self.entries as i64,
            ends: self.ends.split_off_mut(..rows).unwrap_or_default(),
            indices: self.indices.split_off_mut(..entries).unwrap_or_default(),
            data: self.data.split_off_mut(..entries).unwrap_or_default(),
        };
        self.entries += entries;
        place
    }
}

/// Where a part comes to stand.
struct MatrixSlot<'a, T> {
    start: i64,
    ends: &'a mut [i64],
    indices: &'a mut [i32],
    data: &'a mut [T],
}

impl<T: Value> MatrixSlot<'_, T> {
    fn fill(self, part: &Csr<T>) {
        let ends = part.indptr[1..].iter().map(|end| end + self.start);
        self.ends.iter_mut().zip(ends).for_each(|(place, end)| *place = end);
        self.indices.copy_from_slice(&part.indices);
        self.data.copy_from_slice(&part.data);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;
    use crate::threads::Never;

    /// Row i has the columns below i % 3, with i as their entries; two rows make a part.
    fn make(i: usize, csr: &mut Csr<i64>) {
        for row in [2 * i, 2 * i + 1] {
            csr.indices.extend(0..row as i32 % 3);
            csr.data.extend((0..row % 3).map(|_| row as i64));
            csr.end_row();
        }
    }

    /// However many threads there are, and whoever is slow, rows come in order.
    #[test]
    fn parts_come_in_order() {
        let built = |workers: usize| {
            let size = Size { rows: 20, entries: 60 };
            build(10, &size, vec![(); workers], &Never, |(), i, csr| {
                std::thread::sleep(std::time::Duration::from_micros(i as u64 % 2 * 300));
                make(i, csr);
                Ok(())
            })
            .unwrap()
        };
        let mut expected = Csr::default();
        (0..10).for_each(|i| make(i, &mut expected));
        assert!((1..4).all(|workers| built(workers) == expected));
    }

    /// A part that waits is set as soon as the one before it is there.
    #[test]
    fn parts_wait_for_those_before() {
        let part = |i| {
            let mut csr = Csr::default();
            make(i, &mut csr);
            csr
        };
        let mut whole = Csr { indptr: vec![0; 5], indices: vec![0; 8], data: vec![0_i64; 8] };
        let stack = MatrixStack::new(&mut whole);
        stack.put(1, part(1));
        assert!(stack.put(0, part(0)).indices.is_empty());
        drop(stack);
        assert_eq!(whole.indptr, [0, 0, 1, 3, 3]);
        assert_eq!(whole.data, [1, 2, 2, 0, 0, 0, 0, 0]);
    }

    /// The wish to stop is an error.
    #[test]
    fn errors_are_handed_on() {
        let size = Size { rows: 2, entries: 2 };
        for workers in [1, 2] {
            let built = build::<i64, _>(1, &size, vec![(); workers], &Never, |(), _, _| {
                Err(Error::Interrupted)
            });
            assert!(built.is_err());
        }
    }
}
