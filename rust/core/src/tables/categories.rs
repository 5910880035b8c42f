//! Category counts: coded columns are numbered and counted by class.

use super::labels::Labels;
use super::tabulate::Totals;
use crate::error::Result;
use crate::memory::huge;
use crate::threads::{Interrupt, WORTH, all};

/// The code of what was not observed.
pub const MISSING: i32 = -1;

/// Rows that are read before somebody may ask to stop, few enough to stay in the cache.
const PAUSE: usize = 1 << 8;

/// Codes by rows, and where the categories of each column stand in a table of all.
#[derive(Clone, Copy)]
pub struct Categories<'a> {
    /// The codes, a row behind the other.
    pub codes: &'a [i32],
    /// Where the categories of each column begin, and where the last ones end.
    pub starts: &'a [i64],
}

/// Numbers as codes.
#[derive(Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The codes, a row behind the other.
    pub codes: Vec<i32>,
    /// How many categories each column has: one more than its largest code.
    pub sizes: Vec<i64>,
}

impl Categories<'_> {
    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.starts.len().saturating_sub(1)
    }

    /// How many categories a column has.
    #[must_use]
    pub fn size(&self, column: usize) -> i64 {
        self.starts[column + 1] - self.starts[column]
    }

    /// Whether the codes are whole rows, and the categories of a table of so many columns.
    #[must_use]
    pub fn fits(&self, width: usize) -> bool {
        self.columns() > 0
            && self.starts[0] == 0
            && self.starts.is_sorted()
            && self.starts[self.columns()] == width as i64
            && self.codes.len().is_multiple_of(self.columns())
    }

    /// The first row and column with a code that its column does not have, if there is one.
    #[must_use]
    pub fn unknown(&self) -> Option<(usize, usize)> {
        let sizes: Vec<i64> = (0..self.columns()).map(|column| self.size(column)).collect();
        self.codes.chunks_exact(self.columns()).enumerate().find_map(|(row, codes)| {
            let is_unknown = |(&code, &size): (&i32, &i64)| i64::from(code) >= size;
            codes.iter().zip(&sizes).position(is_unknown).map(|column| (row, column))
        })
    }

    /// Add labelled rows to the counts of their classes.
    ///
    /// All codes must be known.
    pub fn tabulate(
        &self,
        labels: Labels<'_>,
        totals: &mut Totals<'_>,
        interrupt: &dyn Interrupt,
    ) -> Result<()> {
        let width = self.starts[self.columns()] as usize;
        for (row, codes) in self.codes.chunks_exact(self.columns()).enumerate() {
            if row % PAUSE == 0 {
                interrupt.check()?;
            }
            let (class, weight) = labels.of(row);
            totals.class_count[class] += weight;
            let counts = &mut totals.feature_count[class * width..][..width];
            for (&code, &start) in codes.iter().zip(self.starts) {
                if code >= 0 {
                    counts[start as usize + code as usize] += weight;
                }
            }
        }
        Ok(())
    }
}

/// A kind of number that can be the code of a category.
pub trait Code: Copy + Sync {
    /// Whether it is from 0 to `most`, or NaN, which is not observed.
    fn is_code(self, most: i32) -> bool;

    /// Write the codes of some numbers; whether all of them are codes.
    fn write(some: &[Self], codes: &mut [i32], most: i32) -> bool;
}

impl Code for i64 {
    fn is_code(self, most: i32) -> bool {
        (0..=i64::from(most)).contains(&self)
    }

    fn write(some: &[Self], codes: &mut [i32], most: i32) -> bool {
        // Below a power of two, bits tell: nothing is compared, so that many are done at once.
        let mut bits = 0;
        for (&number, code) in some.iter().zip(codes) {
            bits |= number;
            *code = number as i32;
        }
        bits.is_code(most) || some.iter().all(|number| number.is_code(most))
    }
}

impl Code for f64 {
    fn is_code(self, most: i32) -> bool {
        self.is_nan() || (self.fract() == 0.0 && (0.0..=Self::from(most)).contains(&self))
    }

    fn write(some: &[Self], codes: &mut [i32], most: i32) -> bool {
        let mut are_codes = true;
        for (&number, code) in some.iter().zip(codes) {
            let whole = number as i32;
            let is_whole = f64::from(whole).to_bits() == number.abs().to_bits() && whole <= most;
            let is_positive = whole > 0 || number == 0.0;
            *code = if number.is_nan() { MISSING } else { whole };
            are_codes &= (is_whole && is_positive) || number.is_nan();
        }
        are_codes
    }
}

/// Take numbers as codes: whole ones from 0 to `most`, and NaN for what was not observed.
///
/// Otherwise the place of the first number that is no code.
pub fn number<T: Code>(
    data: &[T],
    columns: usize,
    most: i32,
    threads: usize,
    interrupt: &dyn Interrupt,
) -> Result<std::result::Result<Numbered, usize>> {
    let mut codes = huge(vec![0; data.len()]);
    let share = data.len().div_ceil(threads.clamp(1, 1 + data.len() / WORTH));
    let share = share.next_multiple_of(columns).max(columns);
    let parts = data.chunks(share).zip(codes.chunks_mut(share));
    let found =
        all(parts, interrupt, |(some, into)| number_some(some, into, columns, most, interrupt));
    let mut largest = vec![MISSING; columns];
    for (i, part) in found.into_iter().enumerate() {
        match part? {
            Ok(part) => largest.iter_mut().zip(part).for_each(|(all, one)| *all = one.max(*all)),
            Err(at) => return Ok(Err(share * i + at)),
        }
    }
    let sizes = largest.into_iter().map(|code| i64::from(code) + 1).collect();
    Ok(Ok(Numbered { codes, sizes }))
}

/// Do so for some rows; the largest code of each column, or the place of what is no code.
fn number_some<T: Code>(
    data: &[T],
    codes: &mut [i32],
    columns: usize,
    most: i32,
    interrupt: &dyn Interrupt,
) -> Result<std::result::Result<Vec<i32>, usize>> {
    let mut largest = vec![MISSING; columns];
    let pieces = data.chunks(PAUSE * columns).zip(codes.chunks_mut(PAUSE * columns));
    for (i, (some, into)) in pieces.enumerate() {
        interrupt.check()?;
        if !T::write(some, into, most) {
            let at = some.iter().position(|number| !number.is_code(most));
            return Ok(Err(PAUSE * columns * i + at.unwrap_or_default()));
        }
        for row in into.chunks_exact(columns) {
            for (largest, &code) in largest.iter_mut().zip(row) {
                *largest = code.max(*largest);
            }
        }
    }
    Ok(Ok(largest))
}

/// Write columns of codes as rows of them; a column may say what its codes become.
///
/// What has no place there is missing.
#[must_use]
pub fn by_rows(columns: &[(&[i32], Option<&[i32]>)], n_rows: usize) -> Vec<i32> {
    let width = columns.len().max(1);
    let mut rows = huge(vec![0; n_rows * columns.len()]);
    for (i, some) in rows.chunks_mut(PAUSE * width).enumerate() {
        for (column, (codes, places)) in columns.iter().enumerate() {
            let codes = &codes[PAUSE * i..];
            let into = some.chunks_exact_mut(width).map(|row| &mut row[column]);
            match places {
                None => into.zip(codes).for_each(|(place, &code)| *place = code),
                Some(places) => into.zip(codes).for_each(|(place, &code)| {
                    *place = places.get(code as usize).copied().unwrap_or(MISSING);
                }),
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Never;

    /// Each class gets the weights of its rows at their categories, and nothing where none is.
    #[test]
    fn rows_are_counted_by_class() {
        let rows = Categories { codes: &[0, 2, 1, MISSING, 0, 0], starts: &[0, 2, 5] };
        let (mut class_count, mut feature_count) = (vec![0.0; 2], vec![0.0; 10]);
        let mut totals =
            Totals { class_count: &mut class_count, feature_count: &mut feature_count };
        assert!(rows.fits(5));
        let labels = Labels { classes: &[0, 1, 0], weights: Some(&[1.0, 2.0, 0.5]) };
        rows.tabulate(labels, &mut totals, &Never).unwrap();
        assert_eq!(class_count, [1.5, 2.0]);
        assert_eq!(feature_count, [1.5, 0.0, 0.5, 0.0, 1.0, 0.0, 2.0, 0.0, 0.0, 0.0]);
    }

    /// A code that a column does not have is found.
    #[test]
    fn unknown_codes_are_found() {
        let starts = [0, 2, 5];
        assert_eq!(Categories { codes: &[1, 2, MISSING, 0], starts: &starts }.unknown(), None);
        assert_eq!(Categories { codes: &[1, 2, 0, 3], starts: &starts }.unknown(), Some((1, 1)));
    }

    /// Whole numbers are codes, NaN is not observed, and anything else has its place named.
    #[test]
    fn numbers_become_codes() {
        let numbered = number(&[0.0, f64::NAN, 2.0, -0.0], 2, 9, 1, &Never).unwrap().unwrap();
        assert_eq!(numbered, Numbered { codes: vec![0, MISSING, 2, 0], sizes: vec![3, 1] });
        for bad in [0.5, 1.5, -1.0, -0.5, 10.0, 1e300, f64::INFINITY, f64::NEG_INFINITY] {
            assert_eq!(number(&[0.0, 1.0, bad, 0.0], 2, 9, 1, &Never).unwrap(), Err(2));
        }
        assert_eq!(number(&[0_i64, -1], 2, 9, 1, &Never).unwrap(), Err(1));
    }

    /// Codes of columns stand side by side in rows, as what they become.
    #[test]
    fn columns_become_rows() {
        let (first, second) = ([0, MISSING, 1], [5, 0, MISSING]);
        let rows = by_rows(&[(&first, Some(&[7, 3])), (&second, None)], 3);
        assert_eq!(rows, [7, 5, MISSING, 0, 3, MISSING]);
        let long: Vec<i32> = (0..=3 * PAUSE as i32).collect();
        let rows = by_rows(&[(&long, None), (&long, None)], long.len());
        assert!(rows.chunks(2).zip(&long).all(|(row, &code)| row == [code, code]));
        assert!(by_rows(&[], 3).is_empty());
    }

    /// Threads change neither the codes nor the place of a fault.
    #[test]
    fn threads_number_alike() {
        let mut data: Vec<i64> = (0..3 * WORTH as i64).map(|i| i % 7).collect();
        let numbered = |data: &[i64], threads| number(data, 3, 9, threads, &Never).unwrap();
        assert_eq!(numbered(&data, 3), numbered(&data, 1));
        data[2 * WORTH + 5] = 10;
        data[3 * WORTH - 1] = -1;
        assert_eq!(numbered(&data, 3), Err(2 * WORTH + 5));
    }
}
