//! Weaving: the order of a replay, in which messages of all classes alternate.

use std::cmp::Ordering;

/// The order in which messages of classes are taught.
///
/// `classes` are those of messages in their own order. The k-th of n messages of a class stands at
/// (k - 1/2) / n of the way, so that no class is taught long before another one.
#[must_use]
pub fn woven(classes: &[u32]) -> Vec<usize> {
    let most = classes.iter().max().map_or(0, |&class| class as usize + 1);
    let mut sizes = vec![0_u64; most];
    let mut places: Vec<(u64, usize)> = Vec::with_capacity(classes.len());
    for (at, &class) in classes.iter().enumerate() {
        places.push((2 * sizes[class as usize] + 1, at));
        sizes[class as usize] += 1;
    }
    let size = |at: usize| u128::from(sizes[classes[at] as usize]);
    let order = |one: &(u64, usize), other: &(u64, usize)| -> Ordering {
        let (left, right) = (u128::from(one.0) * size(other.1), u128::from(other.0) * size(one.1));
        left.cmp(&right).then(one.1.cmp(&other.1))
    };
    places.sort_unstable_by(order);
    places.into_iter().map(|(_, at)| at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages of classes alternate evenly, each class in its own order.
    #[test]
    fn classes_are_woven() {
        assert_eq!(woven(&[0, 0, 0, 0, 1, 1]), [0, 4, 1, 2, 5, 3]);
        assert_eq!(woven(&[1, 1]), [0, 1]);
        assert!(woven(&[]).is_empty());
    }
}
