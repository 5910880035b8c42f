//! Column numbering: compact numbers if most columns do not occur.

/// All columns have a number where there are at most so many for each entry of the rows.
const WORTH: usize = 8;

/// The numbers of columns, in their order.
#[derive(Debug)]
pub enum ColumnNumbers {
    /// So many columns, each of which is its own number.
    All(usize),
    /// The columns that have a number, which is their place.
    Some(Vec<i32>),
}

impl ColumnNumbers {
    /// Number the columns of all entries; they are below `width`.
    pub fn of(entries: &[i32], width: usize) -> Self {
        if width / WORTH <= entries.len() {
            return Self::All(width);
        }
        let mut some = entries.to_vec();
        some.sort_unstable();
        some.dedup();
        some.shrink_to_fit();
        Self::Some(some)
    }

    /// How many have a number.
    pub fn len(&self) -> usize {
        match self {
            Self::All(width) => *width,
            Self::Some(some) => some.len(),
        }
    }

    /// The number of a column, if it has one.
    #[inline]
    pub fn number(&self, column: i32) -> Option<u32> {
        match self {
            Self::All(_) => Some(column as u32),
            Self::Some(some) => some.binary_search(&column).ok().map(|place| place as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where there are few columns each is its number, and where there are many those that occur
    /// are numbered in their order.
    #[test]
    fn numbers() {
        let few = ColumnNumbers::of(&[7, 2, 9, 2], 10);
        assert_eq!((few.len(), few.number(7), few.number(3)), (10, Some(7), Some(3)));
        let many = ColumnNumbers::of(&[7, 2, 9, 2], 1 << 30);
        assert_eq!((many.len(), many.number(3)), (3, None));
        assert_eq!([2, 7, 9].map(|column| many.number(column)), [Some(0), Some(1), Some(2)]);
        assert_eq!(ColumnNumbers::of(&[], 0).len(), 0);
    }
}
