//! Counter-based normal random numbers: each is a function of a seed, a row and a column.
//!
//! Philox4x64-10 (Salmon et al. 2011), `NumPy`'s `Philox`, makes four words of a place, and Box and
//! Muller's transform two normal numbers of two words. The arithmetic is that of IEEE 754 alone,
//! without fused or vendors' functions, so the numbers are the same bits on every machine.

/// Numbers that are made at once: neighbours in a row.
pub const BLOCK: usize = 16;
const PAIRS: usize = BLOCK / 2;
const WORDS: usize = 4;

const ROUNDS: usize = 10;
const MULTIPLIERS: [u64; 2] = [0xD2E7_470E_E14C_6C93, 0xCA5A_8263_9512_1157];
const WEYL: [u64; 2] = [0x9E37_79B9_7F4A_7C15, 0xBB67_AE85_84CA_A73B];

/// Four words of 64 random bits for a counter under a key.
#[inline]
fn philox(mut key: [u64; 2], mut counter: [u64; WORDS]) -> [u64; WORDS] {
    for _ in 0..ROUNDS {
        let [a, b, c, d] = counter;
        let (low, high) = product(MULTIPLIERS[0], a);
        let (low_other, high_other) = product(MULTIPLIERS[1], c);
        counter = [high_other ^ b ^ key[0], low_other, high ^ d ^ key[1], low];
        key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
    }
    counter
}

/// The lower and the upper half of a product.
#[inline]
fn product(a: u64, b: u64) -> (u64, u64) {
    let product = u128::from(a) * u128::from(b);
    (product as u64, (product >> 64) as u64)
}

/// Standard normal numbers of a row: those of the columns from `block * BLOCK` on.
#[inline]
#[must_use]
pub fn normals(seed: u64, row: u64, block: u64) -> [f64; BLOCK] {
    let (mut first, mut second) = ([0; PAIRS], [0; PAIRS]);
    for quad in 0..BLOCK / WORDS {
        let place = block * (BLOCK / WORDS) as u64 + quad as u64;
        let [a, b, c, d] = philox([seed, 0], [place, row, 0, 0]);
        (first[2 * quad], second[2 * quad]) = (a, b);
        (first[2 * quad + 1], second[2 * quad + 1]) = (c, d);
    }
    let (mut cosines, mut sines) = ([0.0; PAIRS], [0.0; PAIRS]);
    for pair in 0..PAIRS {
        let radius = (-2.0 * logarithm(2.0 - unit(first[pair]))).sqrt();
        let (sine, cosine) = on_circle(second[pair]);
        cosines[pair] = radius * cosine;
        sines[pair] = radius * sine;
    }
    let mut numbers = [0.0; BLOCK];
    for pair in 0..PAIRS {
        numbers[2 * pair] = cosines[pair];
        numbers[2 * pair + 1] = sines[pair];
    }
    numbers
}

const ONE: u64 = 0x3FF0_0000_0000_0000;
const FRACTION: u64 = (1 << 52) - 1;

/// A number from 1 up to 2, which it never is, by the upper 52 bits.
#[inline]
fn unit(word: u64) -> f64 {
    f64::from_bits(word >> 12 | ONE)
}

/// The natural logarithm of a normal positive number, as in fdlibm.
#[inline]
fn logarithm(x: f64) -> f64 {
    // Where the fraction begins at the root of 1/2 instead of 1, it is near 1.
    const ROOT: u64 = 0x3FE6_A09E_667F_3BCD;
    const SHIFT: u64 = 0x4330_0000_0000_0000; // 2^52, whose last bits count ones
    const L: [f64; 7] = [
        6.666_666_666_666_735e-1,
        3.999_999_999_940_942e-1,
        2.857_142_874_366_239e-1,
        2.222_219_843_214_978_4e-1,
        1.818_357_216_161_805e-1,
        1.531_383_769_920_937_3e-1,
        1.479_819_860_511_658_6e-1,
    ];
    let bits = x.to_bits().wrapping_add(ONE - ROOT);
    let exponent = f64::from_bits(bits >> 52 | SHIFT) - (4_503_599_627_370_496.0 + 1023.0);
    let f = f64::from_bits((bits & FRACTION) + ROOT) - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let series =
        z * (L[0] + z * (L[1] + z * (L[2] + z * (L[3] + z * (L[4] + z * (L[5] + z * L[6]))))));
    let half = 0.5 * f * f;
    let low = s * (half + series) + exponent * 1.908_214_929_270_587_7e-10;
    exponent * 6.931_471_803_691_238e-1 - ((half - low) - f)
}

/// The sine and the cosine of a random angle: two bits choose the quadrant, the rest the angle.
#[inline]
fn on_circle(word: u64) -> (f64, f64) {
    const S: [f64; 6] = [
        -1.666_666_666_666_663_2e-1,
        8.333_333_333_322_49e-3,
        -1.984_126_982_985_795e-4,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    const C: [f64; 6] = [
        4.166_666_666_666_66e-2,
        -1.388_888_888_887_411e-3,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    // Within an eighth of a turn, where the polynomials of fdlibm hold.
    let angle = (unit(word << 2) - 1.5) * std::f64::consts::FRAC_PI_2;
    let z = angle * angle;
    let sine =
        angle + angle * z * (S[0] + z * (S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])))));
    let cosine = 1.0 - 0.5 * z
        + z * z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    // Quarter turns: one exchanges sine and cosine, two change both signs.
    let swap = (word >> 62 & 1).wrapping_neg();
    let (a, b) = (sine.to_bits(), cosine.to_bits());
    let different = (a ^ b) & swap;
    let sign = word & 1 << 63;
    (f64::from_bits(a ^ different ^ sign), f64::from_bits(b ^ different ^ sign ^ (swap & 1 << 63)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The generator gives the published answers of Random123.
    #[test]
    fn philox_is_known() {
        assert_eq!(
            philox([0; 2], [0; 4]),
            [
                0x1655_4D9E_CA36_314C,
                0xDB20_FE9D_672D_0FDC,
                0xD7E7_72CE_E186_176B,
                0x7E68_B68A_EC7B_A23B
            ]
        );
        assert_eq!(
            philox([u64::MAX; 2], [u64::MAX; 4]),
            [
                0x87B0_92C3_013F_E90B,
                0x438C_3C67_BE8D_0224,
                0x9CC7_D7C6_9CD7_77B6,
                0xA09C_AEBF_594F_0BA0
            ]
        );
    }

    /// Logarithms, sines and cosines are those of the library, up to the last bits.
    #[test]
    fn functions_are_exact() {
        for i in 0..100_000_u64 {
            let [word, other, ..] = philox([7, 0], [i, 0, 0, 0]);
            let x = (2.0 - unit(word)) * 2f64.powi(-(i as i32 % 50));
            assert!((logarithm(x) - x.ln()).abs() <= 2.3e-16 * x.ln().abs(), "{x}");
            let angle =
                ((other >> 62) as f64 + unit(other << 2) - 1.5) * std::f64::consts::FRAC_PI_2;
            let (sine, cosine) = on_circle(other);
            assert!((sine - angle.sin()).abs() < 2e-15, "{angle}");
            assert!((cosine - angle.cos()).abs() < 2e-15, "{angle}");
        }
        assert_eq!(logarithm(1.0).to_bits(), 0);
    }

    /// The extremes of the words give finite numbers.
    #[test]
    fn extremes_are_finite() {
        assert!((logarithm(2.0 - unit(u64::MAX)) + 52.0 * std::f64::consts::LN_2).abs() < 1e-13);
        for word in [0, u64::MAX, 1 << 62, 1 << 63] {
            let (sine, cosine) = on_circle(word);
            assert!((sine.hypot(cosine) - 1.0).abs() < 1e-15);
        }
    }

    /// Numbers depend on the seed, the row and the block, and on nothing else.
    #[test]
    fn places_are_told_apart() {
        let bits = |seed, row, block| normals(seed, row, block).map(f64::to_bits);
        let first = bits(1, 2, 3);
        assert_eq!(first, bits(1, 2, 3));
        for other in [bits(0, 2, 3), bits(1, 3, 3), bits(1, 2, 4), bits(2, 1, 3)] {
            assert!(first.iter().zip(other).all(|(a, b)| *a != b));
        }
    }
}
