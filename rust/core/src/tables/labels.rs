//! Row labels: the class of each row and, optionally, its weight.

/// Labels of rows, in their order.
#[derive(Clone, Copy)]
pub struct Labels<'a> {
    /// The classes.
    pub classes: &'a [i64],
    /// The weights, all 1 if there are none.
    pub weights: Option<&'a [f64]>,
}

impl Labels<'_> {
    /// The class of a row and its weight.
    #[inline]
    #[must_use]
    pub fn of(self, row: usize) -> (usize, f64) {
        (self.classes[row] as usize, self.weights.map_or(1.0, |weights| weights[row]))
    }

    /// Whether they are those of so many rows in so many classes.
    #[must_use]
    pub fn fit(self, rows: usize, classes: usize) -> bool {
        self.classes.len() == rows
            && self.weights.is_none_or(|weights| weights.len() == rows)
            && self.classes.iter().all(|&class| (class as usize) < classes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels fit rows of their number, each with a weight and a class that there is.
    #[test]
    fn labels_fit_their_rows() {
        let fit = |classes: &[i64], weights| Labels { classes, weights }.fit(2, 2);
        assert!(fit(&[0, 1], None));
        assert!(fit(&[0, 1], Some(&[1.0, 2.0])));
        assert!(!fit(&[0], None));
        assert!(!fit(&[0, 1], Some(&[1.0])));
        assert!(!fit(&[0, 2], None));
        assert!(!fit(&[0, -1], None));
    }
}
