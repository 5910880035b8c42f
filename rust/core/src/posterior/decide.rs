//! Bayes decision rule: log scores become probabilities, and the least expected cost decides.

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

/// What each decision is expected to cost, by the weights of the classes: their probabilities, or
/// numbers proportional to these.
///
/// `costs` are those of each decision (column) when a class (row) is true.
pub fn expect_costs(weights: &[f64], costs: &[f64], expected: &mut [f64]) {
    expected.fill(0.0);
    for (weight, row) in weights.iter().zip(costs.chunks_exact(expected.len().max(1))) {
        for (sum, cost) in expected.iter_mut().zip(row) {
            *sum += weight * cost;
        }
    }
}

/// The decision that is expected to cost least, the first of equals.
///
/// `expected` has a place for each decision.
#[must_use]
pub fn decide(weights: &[f64], costs: &[f64], expected: &mut [f64]) -> usize {
    expect_costs(weights, costs, expected);
    let mut best = 0;
    for (decision, cost) in expected.iter().enumerate() {
        if *cost < expected[best] {
            best = decision;
        }
    }
    best
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

    /// The decision is the cheapest one, and the first of those that cost the same.
    #[test]
    fn decisions_are_cheap() {
        // Open, ham and spam: a lost ham costs 10, a missed spam 1, an open question 0.2.
        let costs = [0.2, 0.0, 10.0, 0.2, 1.0, 0.0];
        let choose = |spam: f64| decide(&[1.0 - spam, spam], &costs, &mut [0.0; 3]);
        assert_eq!([0.1, 0.19, 0.5, 0.985].map(choose), [1, 1, 0, 2]);
        assert_eq!(decide(&[0.5, 0.5], &[0.0, 1.0, 1.0, 0.0], &mut [0.0; 2]), 0);
        assert_eq!(decide(&[0.5, 0.5], &[0.5, 0.0, 1.0, 0.5, 1.0, 0.0], &mut [0.0; 3]), 0);
    }
}
