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
/// How much of the odds of what was learned a new filter takes off: the rarer class has fewer words.
const BALANCE: f64 = 0.5;
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
            weights[field] += (weight(class) * FIXED).round() as i64;
            lessons[field] += lesson(class);
        }
    }

    /// Add a token that is not.
    pub fn add_unknown(&mut self, field: u8) {
        self.distinct[usize::from(field)] += 1;
    }

    /// The mean weights of the fields for each class, against the mean of all classes.
    fn means(&self) -> Vec<f64> {
        let mean = |sums: &[i64; FIELDS]| -> f64 {
            let fields = sums.iter().zip(self.known);
            fields.map(|(&sum, known)| SLOPE * (sum as f64 / FIXED) / (known as f64 + FEW)).sum()
        };
        let means: Vec<f64> = self.weights.iter().map(mean).collect();
        let middle = means.iter().sum::<f64>() / means.len().max(1) as f64;
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
        let base: Vec<f64> =
            messages.iter().map(|&one| -BALANCE * new * (one.max(1) as f64).ln()).collect();
        let (means, taught) = (sums.means(), sums.taught());
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

/// The probability of each class by which its lessons are taught: counts have half a say.
#[must_use]
pub fn teaching_probabilities(sums: &Sums, messages: &[i64]) -> Vec<f64> {
    let learned = contrast(messages) as f64;
    let trust = learned / (learned + TEACHING_PATIENCE);
    let scores = sums.means().into_iter().zip(sums.taught());
    let scores: Vec<f64> =
        scores.map(|(mean, taught)| taught + bound(trust * mean) / 2.0).collect();
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
