//! Lengths and numbers of CSS, in pixels.

use super::WINDOW;

/// A length before anybody knows what its share is of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Length {
    /// Pixels.
    Pixels(f32),
    /// A multiple of the size of letters.
    Ems(f32),
    /// A share, 1 being the whole.
    Share(f32),
}

/// Pixels of an em, where nobody knows how large letters are.
const EM: f32 = 16.0;

impl Length {
    /// The length in pixels, `whole` being what a hundred per cent are.
    #[must_use]
    pub fn pixels(self, whole: f32) -> f32 {
        match self {
            Self::Pixels(pixels) => pixels,
            Self::Ems(ems) => EM * ems,
            Self::Share(share) => whole * share,
        }
    }
}

/// A length in pixels, `whole` being what a hundred per cent are.
#[must_use]
pub fn pixels(text: &str, whole: f32) -> Option<f32> {
    Some(length(text)?.pixels(whole))
}

/// The length at the start of a text that holds nothing else. Without a unit it is in pixels, as
/// browsers read pages that do not say which HTML they are.
#[must_use]
pub fn length(text: &str) -> Option<Length> {
    // Most are whole numbers of pixels.
    if let Some(number) = digits(text.as_bytes()) {
        return Some(Length::Pixels(number.into()));
    }
    let text = uncalculated(text.trim());
    let (number, unit) = number(text)?;
    scaled(number, unit)
}

/// A number or a share, 1 being the whole.
#[must_use]
pub fn share(text: &str) -> Option<f32> {
    match number(uncalculated(text.trim()))? {
        (number, "") => Some(number),
        (number, "%") => Some(number / 100.0),
        _ => None,
    }
}

/// The number at the start of a text, and its unit.
#[must_use]
pub fn number(text: &str) -> Option<(f32, &str)> {
    let bytes = text.as_bytes();
    let count = |from: usize| bytes[from..].iter().take_while(|b| b.is_ascii_digit()).count();
    let mut end = usize::from(matches!(bytes.first(), Some(b'+' | b'-')));
    end += count(end);
    if bytes.get(end) == Some(&b'.') {
        end += 1 + count(end + 1);
    }
    if let Some(b'e' | b'E') = bytes.get(end) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let power = if end + 1 + sign < bytes.len() { count(end + 1 + sign) } else { 0 };
        end += if power > 0 { 1 + sign + power } else { 0 };
    }
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// What is in `calc(...)`, as long as nothing is calculated there.
fn uncalculated(text: &str) -> &str {
    let inner = text.get(..5).filter(|start| start.eq_ignore_ascii_case("calc("));
    inner.and_then(|_| text[5..].strip_suffix(')')).map_or(text, str::trim)
}

/// A number of up to four digits.
fn digits(text: &[u8]) -> Option<u16> {
    let is_short = matches!(text.len(), 1..=4) && text.iter().all(u8::is_ascii_digit);
    is_short.then(|| text.iter().fold(0, |number, &digit| 10 * number + u16::from(digit - b'0')))
}

/// A length of a number and a unit.
fn scaled(number: f32, unit: &str) -> Option<Length> {
    let mut lower = [0; 4];
    let unit = unit.as_bytes();
    lower.get_mut(..unit.len())?.copy_from_slice(unit);
    lower.make_ascii_lowercase();
    let scale = match &lower[..unit.len()] {
        b"em" | b"ic" | b"lh" => return Some(Length::Ems(number)),
        b"ex" | b"ch" => return Some(Length::Ems(number / 2.0)),
        b"%" => return Some(Length::Share(number / 100.0)),
        b"" | b"px" => 1.0,
        b"rem" | b"pc" | b"rlh" => 16.0,
        b"pt" => 4.0 / 3.0,
        b"in" => 96.0,
        b"cm" => 96.0 / 2.54,
        b"mm" => 9.6 / 2.54,
        b"q" => 2.4 / 2.54,
        b"vw" | b"vmax" | b"svw" | b"lvw" | b"dvw" | b"vi" => WINDOW.0 / 100.0,
        b"vh" | b"vmin" | b"svh" | b"lvh" | b"dvh" | b"vb" => WINDOW.1 / 100.0,
        _ => return None,
    };
    Some(Length::Pixels(number * scale))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lengths are read with their units, and nothing else is one.
    #[test]
    fn lengths_have_units() {
        for (text, expected) in [
            ("12", Some(12.0)),
            ("-.5px", Some(-0.5)),
            ("1e2px", Some(100.0)),
            ("1E-1PX", Some(0.1)),
            ("+3pt", Some(4.0)),
            ("2em", Some(32.0)),
            ("50%", Some(100.0)),
            ("calc( -9px )", Some(-9.0)),
            ("10vw", Some(80.0)),
            ("1zz", None),
            ("1px 2px", None),
            ("auto", None),
            ("", None),
            ("-", None),
            ("1e", None),
            ("é", None),
        ] {
            assert_eq!(pixels(text, 200.0), expected, "{text}");
        }
    }

    /// Shares are numbers or percentages.
    #[test]
    fn shares_are_numbers() {
        assert_eq!([share("5%"), share(".5"), share("1px")], [Some(0.05), Some(0.5), None]);
    }
}
