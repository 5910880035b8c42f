//! Counts by class: the weighted sum of the rows of each class.

use super::labels::Labels;
use super::observations::{Number, Observations};
use crate::error::Result;
use crate::threads::Interrupt;

/// Rows that are added before somebody may ask to stop.
const PAUSE: usize = 1 << 8;

/// Counts by class.
pub struct Totals<'a> {
    /// The weight of the rows of each class.
    pub class_count: &'a mut [f64],
    /// Their sums, a row a class, one behind the other.
    pub feature_count: &'a mut [f64],
}

/// Add labelled rows to the counts of their classes.
pub fn tabulate<T: Number>(
    observations: &Observations<'_, T>,
    labels: Labels<'_>,
    totals: &mut Totals<'_>,
    interrupt: &dyn Interrupt,
) -> Result<()> {
    let width = observations.columns;
    for row in 0..labels.classes.len() {
        if row % PAUSE == 0 {
            interrupt.check()?;
        }
        let (class, weight) = labels.of(row);
        totals.class_count[class] += weight;
        let sums = &mut totals.feature_count[class * width..][..width];
        observations.for_each(row, |column, value| sums[column] += weight * value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::observations::Shape;
    use crate::threads::Never;

    /// Each class gets the weighted sum of its rows, on top of what it had.
    #[test]
    fn rows_are_summed_by_class() {
        let data = [1_i64, 0, 2, 3, 4, 0];
        let rows = Observations { shape: Shape::Dense, data: &data, columns: 2, threshold: None };
        let (mut class_count, mut feature_count) = (vec![2.0, 0.0], vec![10.0, 0.0, 0.0, 0.0]);
        let mut totals =
            Totals { class_count: &mut class_count, feature_count: &mut feature_count };
        let labels = Labels { classes: &[0, 1, 0], weights: Some(&[1.0, 1.0, 0.5]) };
        tabulate(&rows, labels, &mut totals, &Never).unwrap();
        assert_eq!(class_count, [3.5, 1.0]);
        assert_eq!(feature_count, [13.0, 0.0, 2.0, 3.0]);
    }
}
