//! Upper bound on Jensen-Shannon similarity, without logarithms.

use std::sync::LazyLock;

/// Bits of the fraction that choose a tangent, and how far ratios go down.
const BITS: u32 = 6;
const LEAST: u32 = 24;

const SHIFT: u32 = f32::MANTISSA_DIGITS - 1 - BITS;
const FIRST: u32 = (127 - LEAST) << BITS;

/// Tangents of (1 + r) log(1 + r) - r log r from r = 2^-24 to 1: it is concave, so they lie above.
pub struct Tangents(Vec<[f32; 2]>);

/// The tangents, made when they are first needed.
pub static TANGENTS: LazyLock<Tangents> = LazyLock::new(Tangents::new);

impl Tangents {
    fn new() -> Self {
        let tangent = |i: u32| {
            let ends = [i, i + 1].map(|i| f64::from(f32::from_bits((FIRST + i) << SHIFT)));
            let r = 0.5 * (ends[0] + ends[1]);
            let slope = (1.0 / r).ln_1p();
            let height = (1.0 + r) * r.ln_1p() - r * r.ln();
            // What single precision rounds is added.
            [slope as f32, ((height - slope * r) * (1.0 + 1e-6) + height * 1e-6) as f32]
        };
        Self((0..=LEAST << BITS).map(tangent).collect())
    }

    /// At least (p + q) log(p + q) - p log p - q log q, and hardly more.
    #[inline]
    pub fn shared(&self, p: f32, q: f32) -> f32 {
        let (less, more) = if p < q { (p, q) } else { (q, p) };
        let ratio = less / more;
        let place = (ratio.to_bits() >> SHIFT).saturating_sub(FIRST) as usize;
        let [slope, height] = self.0[place.min(self.0.len() - 1)];
        more * (slope * ratio + height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bound is never below the true value, and close to it.
    #[test]
    fn tangents_are_above() {
        let mut p = 1e-30_f64;
        while p < 1.0 {
            for q in [1.0, 0.3, 1e-3, 1e-9, p, p * 0.7] {
                let (p, q) = (f64::from(p as f32), f64::from(q as f32));
                let true_value = p * (q / p).ln_1p() + q * (p / q).ln_1p();
                let bound = f64::from(TANGENTS.shared(p as f32, q as f32));
                assert!(bound >= true_value, "{p} {q}: {bound} < {true_value}");
                assert!(bound <= true_value * (1.0 + 1e-4) + 1e-6 * p.max(q), "{p} {q}: {bound}");
            }
            p *= 1.37;
        }
    }
}
