//! Rows of each class become one row of sums: the table that a model is.

use super::observations::{Number, Observations};

/// Add rows, each with its weight, to the rows of `table` that their classes name.
///
/// `table` holds a row a class, one behind the other.
pub fn tabulate<T: Number>(
    observations: &Observations<'_, T>,
    classes: &[i64],
    weights: Option<&[f64]>,
    table: &mut [f64],
) {
    let width = observations.columns;
    for (row, &class) in classes.iter().enumerate() {
        let weight = weights.map_or(1.0, |weights| weights[row]);
        let sums = &mut table[class as usize * width..][..width];
        observations.for_each(row, |column, value| sums[column] += weight * value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::observations::Shape;

    /// Each class gets the weighted sum of its rows, on top of what it had.
    #[test]
    fn rows_are_summed_by_class() {
        let data = [1_i64, 0, 2, 3, 4, 0];
        let rows = Observations { shape: Shape::Dense, data: &data, columns: 2, threshold: None };
        let mut table = vec![10.0, 0.0, 0.0, 0.0];
        tabulate(&rows, &[0, 1, 0], Some(&[1.0, 1.0, 0.5]), &mut table);
        assert_eq!(table, [13.0, 0.0, 2.0, 3.0]);
    }
}
