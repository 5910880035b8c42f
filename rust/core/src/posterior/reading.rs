//! Reading of a message: how much the weights and the lessons of its tokens count.
//!
//! experiments/017 compares this with other readings.

use super::fields::FIELDS;

/// What is added to the tokens of a field, so that few of them say little.
const FEW: f64 = 10.0;
/// The slope of the mean weight of a field.
const SLOPE: f64 = 4.0;
/// What counts alone say of a class at most, so that lessons can always outweigh it.
const BOUND: f64 = 3.0;
/// The value of a lesson that is one.
pub const UNIT: f64 = 4096.0;
/// The value of a weight that is one, where weights are summed.
const FIXED: f64 = 4_294_967_296.0;
/// A filter that has learned so many messages is half new.
const NEW: f64 = 100.0;
/// How much more the evidence of a new filter counts.
const EAGER: f64 = 0.25;
/// How much of the odds of what was learned a new filter takes off where tokens speak, for it knows
/// fewer words of the rarer class.
const BALANCE: f64 = 0.75;
/// Messages that must have been learned for the evidence to count half.
const PATIENCE: f64 = 2.0;
/// The same while lessons are taught.
const TEACHING_PATIENCE: f64 = 10.0;

/// What the tokens of a message add up to, by class and field.
#[derive(Clone, Debug, PartialEq)]
pub struct Sums {
    /// Tokens that are known.
    pub known: [usize; FIELDS],
    /// Different tokens.
    pub distinct: [usize; FIELDS],
    /// The weights of those that are known, in fixed point: then no order changes a bit.
    weights: Vec<[i64; FIELDS]>,
    /// Their lessons.
    lessons: Vec<[i64; FIELDS]>,
}

impl Sums {
    /// Of no token yet.
    #[must_use]
    pub fn new(classes: usize) -> Self {
        Self {
            known: [0; FIELDS],
            distinct: [0; FIELDS],
            weights: vec![[0; FIELDS]; classes],
            lessons: vec![[0; FIELDS]; classes],
        }
    }

    /// Add a token that is known.
    #[inline]
    pub fn add(&mut self, field: u8, weight: impl Fn(usize) -> f64, lesson: impl Fn(usize) -> i64) {
        let field = usize::from(field);
        self.known[field] += 1;
        self.distinct[field] += 1;
        for (class, (weights, lessons)) in
            self.weights.iter_mut().zip(&mut self.lessons).enumerate()
        {
            weights[field] += parts(weight(class));
            lessons[field] += lesson(class);
        }
    }

    /// Add a token that is not.
    pub fn add_unknown(&mut self, field: u8) {
        self.distinct[usize::from(field)] += 1;
    }

    /// The mean weights of the fields for each class, against the mean of those that count.
    fn means(&self, counts: impl Fn(usize) -> bool) -> Vec<f64> {
        let mean = |sums: &[i64; FIELDS]| -> f64 {
            let fields = sums.iter().zip(self.known);
            fields.map(|(&sum, known)| SLOPE * (sum as f64 / FIXED) / (known as f64 + FEW)).sum()
        };
        let means: Vec<f64> = self.weights.iter().map(mean).collect();
        let (mut sum, mut classes) = (0.0, 0);
        for (_, mean) in means.iter().enumerate().filter(|(class, _)| counts(*class)) {
            sum += mean;
            classes += 1;
        }
        let middle = sum / f64::from(classes.max(1));
        means.into_iter().map(|one| one - middle).collect()
    }

    /// What lessons say of each class.
    fn taught(&self) -> Vec<f64> {
        let shares = self.distinct.map(share);
        let sum = |lessons: &[i64; FIELDS]| -> f64 {
            lessons.iter().zip(shares).map(|(&lesson, share)| share * lesson as f64 / UNIT).sum()
        };
        self.lessons.iter().map(sum).collect()
    }

    /// The share of the tokens that is known.
    fn known_share(&self) -> f64 {
        let sum = |counts: [usize; FIELDS]| counts.iter().sum::<usize>() as f64;
        sum(self.known) / sum(self.distinct).max(1.0)
    }
}

fn parts(weight: f64) -> i64 {
    (weight * FIXED).round() as i64
}

/// A weight as it is summed.
#[must_use]
pub fn summed(weight: f64) -> f64 {
    parts(weight) as f64 / FIXED
}

/// How much one token of so many different ones of its field is taught, and says.
#[must_use]
pub fn share(distinct: usize) -> f64 {
    1.0 / (distinct as f64 + FEW).sqrt()
}

/// How the tokens of one message add up to the score of each class.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The score before any token.
    pub base: Vec<f64>,
    /// The score.
    pub scores: Vec<f64>,
    /// What a weight, less its mean over all classes, counts.
    counts: Vec<[f64; FIELDS]>,
    /// What a lesson counts.
    lessons: [f64; FIELDS],
}

impl Reading {
    /// Read a message by what its tokens add up to; classes have learned so many messages.
    #[must_use]
    pub fn new(sums: &Sums, messages: &[i64]) -> Self {
        let learned = contrast(messages) as f64;
        let new = NEW / (learned + NEW);
        let trust = learned / (learned + PATIENCE) * (1.0 + EAGER * new) * sums.known_share();
        let tilt = BALANCE * new * trust; // where no token speaks, there is nothing to balance
        let base: Vec<f64> = messages.iter().map(|&one| -tilt * (one.max(1) as f64).ln()).collect();
        let (means, taught) = (sums.means(|class| messages[class] > 0), sums.taught());
        let bounded = means.iter().map(|&mean| bound(trust * mean));
        let scores = base.iter().zip(bounded).zip(&taught);
        let scores =
            scores.map(|((base, counts), taught)| base + counts + trust * taught).collect();
        let per_token = |mean: &f64| {
            let ratio = if *mean == 0.0 { trust } else { bound(trust * mean) / mean };
            sums.known.map(|known| ratio * SLOPE / (known as f64 + FEW))
        };
        Self {
            scores,
            base,
            counts: means.iter().map(per_token).collect(),
            lessons: sums.distinct.map(|distinct| trust * share(distinct) / UNIT),
        }
    }

    /// What the weight of a token, less its mean over all classes, adds to the score of a class.
    #[must_use]
    pub fn by_counts(&self, class: usize, field: u8, weight: f64) -> f64 {
        self.counts[class][usize::from(field)] * weight
    }

    /// What the lesson of a token adds.
    #[must_use]
    pub fn by_lessons(&self, field: u8, lesson: i64) -> f64 {
        self.lessons[usize::from(field)] * lesson as f64
    }
}

/// The probability of each class by which lessons are taught: counts have half a say.
///
/// Only classes of which something was learned are probable: what is taught does not depend on
/// whether others are named before their first message comes.
#[must_use]
pub fn teaching_probabilities(
    sums: &Sums,
    messages: &[i64],
    is_learned: impl Fn(usize) -> bool,
) -> Vec<f64> {
    let learned = contrast(messages) as f64;
    let trust = learned / (learned + TEACHING_PATIENCE);
    let scores = sums.means(&is_learned).into_iter().zip(sums.taught()).enumerate();
    let score = |(class, (mean, taught)): (usize, (f64, f64))| {
        if is_learned(class) { taught + bound(trust * mean) / 2.0 } else { f64::NEG_INFINITY }
    };
    let scores: Vec<f64> = scores.map(score).collect();
    super::decide::probabilities(&scores, 1.0)
}

/// The messages outside the largest class: of two classes, those of the smaller one.
#[must_use]
pub fn contrast(messages: &[i64]) -> i64 {
    messages.iter().sum::<i64>() - messages.iter().max().copied().unwrap_or(0)
}

fn bound(score: f64) -> f64 {
    BOUND * (score / BOUND).tanh()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sums of a message that speaks for the first class, of which so many tokens are unknown.
    fn sums(unknown: usize) -> Sums {
        let mut sums = Sums::new(3);
        for field in [0, 0, 1] {
            sums.add(field, |class| -1.5 - class as f64, |class| 4096 - 4096 * class as i64);
        }
        (0..unknown).for_each(|_| sums.add_unknown(1));
        sums
    }

    /// What tokens add, by their weights and their lessons, and the base are the score.
    #[test]
    fn tokens_add_up() {
        let reading = Reading::new(&sums(2), &[900, 80, 20]);
        for class in 0..3 {
            let lesson = 4096 - 4096 * class as i64;
            let add = |field: u8| {
                reading.by_counts(class, field, 1.0 - class as f64)
                    + reading.by_lessons(field, lesson)
            };
            let sum = reading.base[class] + 2.0 * add(0) + add(1);
            assert!((sum - reading.scores[class]).abs() < 1e-12);
        }
    }

    /// The more tokens are unknown, the less the others say; where all are, nothing is said.
    #[test]
    fn unknown_tokens_pull_towards_nothing() {
        let distance = |unknown| {
            let scores = Reading::new(&sums(unknown), &[50, 50, 50]).scores;
            scores[0] - scores[2]
        };
        assert!(distance(0) > distance(1) && distance(1) > distance(9) && distance(9) > 0.0);
        assert!(distance(1_000_000) < 1e-4);
        let mut nothing = Sums::new(2);
        nothing.add_unknown(0);
        let scores = Reading::new(&nothing, &[50, 50]).scores;
        assert!((scores[0] - scores[1]).abs() < f64::EPSILON);
    }

    /// Counts alone say no more than their bound, however many were learned.
    #[test]
    fn counts_are_bounded() {
        let mut sums = Sums::new(2);
        (0..1000).for_each(|_| sums.add(0, |class| -100.0 * class as f64, |_| 0));
        let scores = Reading::new(&sums, &[1_000_000, 1_000_000]).scores;
        assert!((scores[0] - scores[1]) <= 2.0 * BOUND && scores[0] - scores[1] > 1.99 * BOUND);
    }

    /// The order of tokens changes no bit.
    #[test]
    fn order_is_nothing() {
        let weights = [-0.1, -7.3, -2.5e-3, -11.0, -3.3];
        let sums = |order: &[usize]| {
            let mut sums = Sums::new(1);
            for &at in order {
                sums.add(0, |_| weights[at], |_| 0);
            }
            sums
        };
        assert_eq!(sums(&[0, 1, 2, 3, 4]), sums(&[4, 2, 0, 3, 1]));
    }

    /// A class without messages is not probable, and changes nothing for the others.
    #[test]
    fn empty_classes_teach_nothing() {
        let mut two = Sums::new(2);
        two.add(0, |class| -1.0 - class as f64, |_| 0);
        let mut three = Sums::new(3);
        three.add(0, |class| -1.0 - class as f64, |_| 0);
        let all = teaching_probabilities(&two, &[5, 5], |_| true);
        let mut expected = all.clone();
        expected.push(0.0);
        assert_eq!(teaching_probabilities(&three, &[5, 5, 0], |class| class < 2), expected);
    }
}
