//! Scores become probabilities that can be believed, and probabilities decisions.

/// How far scores over so many tokens are believed: what they are multiplied by.
///
/// Tokens are not independent, so a score over many tokens says less than their sum: it grows as
/// the square root of their number. `strength` is how much of it is believed, and `learned`, from
/// 0 to 1, how much was learned to believe it. experiments/009 compares other powers.
#[must_use]
pub fn belief(tokens: usize, strength: f64, learned: f64) -> f64 {
    strength * learned / (tokens.max(1) as f64).sqrt()
}

/// Probabilities of the classes by their scores, which are believed so far.
#[must_use]
pub fn probabilities(joint: &[f64], belief: f64) -> Vec<f64> {
    let most = joint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = joint.iter().map(|score| ((score - most) * belief).exp()).collect();
    let sum: f64 = odds.iter().sum();
    odds.iter().map(|one| one / sum).collect()
}

/// The class whose choice costs least, or none if leaving it open costs less.
///
/// `costs` are those of choosing a class (row) when another one is true (column).
#[must_use]
pub fn decide(probabilities: &[f64], costs: &[f64], open: f64) -> Option<usize> {
    let classes = probabilities.len();
    let expected = |class: usize| -> f64 {
        let row = &costs[class * classes..][..classes];
        row.iter().zip(probabilities).map(|(cost, probability)| cost * probability).sum()
    };
    let best = (0..classes).min_by(|one, other| expected(*one).total_cmp(&expected(*other)))?;
    (expected(best) < open).then_some(best)
}

/// The place of the largest of each row's scores, the first of equals; minus one if it is no
/// finite number, or one of them is not known.
#[must_use]
pub fn places_of_largest(scores: &[f64], classes: usize) -> Vec<i64> {
    let place = |row: &[f64]| {
        let (mut best, mut largest, mut unknown) = (0, f64::NEG_INFINITY, false);
        for (class, &score) in row.iter().enumerate() {
            unknown |= score.is_nan();
            if score > largest {
                (best, largest) = (class as i64, score);
            }
        }
        if unknown || !largest.is_finite() { -1 } else { best }
    };
    scores.chunks_exact(classes.max(1)).map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first of the largest is chosen, and nothing where there is no finite one.
    #[test]
    fn largest_is_found() {
        let (none, unknown) = (f64::NEG_INFINITY, f64::NAN);
        let scores = [-3.0, -1.0, -1.0, none, none, none, -1.0, unknown, -2.0, none, none, -9.0];
        assert_eq!(places_of_largest(&scores, 3), [1, -1, -1, 2]);
        assert_eq!(places_of_largest(&[1.0, f64::INFINITY], 2), [-1]);
    }

    /// More tokens with the same score say less, and nothing learned says nothing.
    #[test]
    fn probabilities_are_modest() {
        let sure = probabilities(&[0.0, -8.0], belief(4, 1.0, 1.0))[0];
        let less = probabilities(&[0.0, -8.0], belief(64, 1.0, 1.0))[0];
        assert!((sure - 1.0 / (1.0 + (-4.0_f64).exp())).abs() < 1e-12);
        assert!(sure > less && less > 0.5);
        assert_eq!(probabilities(&[0.0, -8.0], belief(4, 1.0, 0.0)), [0.5, 0.5]);
        assert_eq!(probabilities(&[0.0, -1e9], belief(0, 1.0, 1.0)), [1.0, 0.0]);
    }

    /// The decision is the cheapest one, and open where every class costs more.
    #[test]
    fn decisions_are_cheap() {
        // Ham and spam: a lost ham costs 10, a missed spam 1, an open question 0.2.
        let costs = [0.0, 1.0, 10.0, 0.0];
        for (spam, decision) in [(0.1, Some(0)), (0.19, Some(0)), (0.5, None), (0.985, Some(1))] {
            assert_eq!(decide(&[1.0 - spam, spam], &costs, 0.2), decision, "{spam}");
        }
        assert_eq!(decide(&[0.4, 0.6], &costs, 9.0), Some(0));
    }
}
