//! Colours that are written as functions: `rgb(...)`, `hsl(...)`, `hwb(...)`.

use super::{Paint, Rgb};
use crate::mail::html::css::number;
use crate::mail::html::name::{key, keys};

keys! { HSL = b"hsl", HSLA = b"hsla", HWB = b"hwb", RGB = b"rgb", RGBA = b"rgba" }

/// The colour of a function.
pub fn read(text: &str) -> Option<Paint> {
    let (name, arguments) = text.strip_suffix(')')?.split_once('(')?;
    let mut parts = arguments.split([',', ' ', '/', '\n', '\t']).filter(|part| !part.is_empty());
    let mut next = || parts.next();
    let rgb = match key(name.as_bytes()) {
        RGB | RGBA => [part(next()?)?, part(next()?)?, part(next()?)?],
        HSL | HSLA => hsl(degrees(next()?)?, share(next()?)?, share(next()?)?),
        HWB => hwb(degrees(next()?)?, share(next()?)?, share(next()?)?),
        _ => return None,
    };
    let density = next().map_or(Some(1.0), density)?;
    Some(Paint::mixed(rgb, density))
}

/// One part of a colour, as a number or a percentage.
fn part(text: &str) -> Option<u8> {
    let value = match number(text)? {
        (percent, "%") => percent * 2.55,
        (value, "") => value,
        _ => return None,
    };
    Some(value.round().clamp(0.0, 255.0) as u8)
}

/// A percentage, as a share of 1.
fn share(text: &str) -> Option<f32> {
    let (value, unit) = number(text)?;
    matches!(unit, "%" | "").then_some((value / 100.0).clamp(0.0, 1.0))
}

/// How dense a colour is: a number or a percentage.
fn density(text: &str) -> Option<f32> {
    match number(text)? {
        (percent, "%") => Some(percent / 100.0),
        (value, "") => Some(value),
        _ => None,
    }
}

/// An angle in degrees.
#[must_use]
pub fn degrees(text: &str) -> Option<f32> {
    let (value, unit) = number(text)?;
    Some(match unit.to_ascii_lowercase().as_str() {
        "" | "deg" => value,
        "grad" => value * 0.9,
        "rad" => value.to_degrees(),
        "turn" => value * 360.0,
        _ => return None,
    })
}

/// A colour by its hue, its saturation and its lightness.
fn hsl(hue: f32, saturation: f32, lightness: f32) -> Rgb {
    let width = saturation * lightness.min(1.0 - lightness);
    let part = |n: f32| {
        let k = (n + hue / 30.0).rem_euclid(12.0);
        byte(lightness - width * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0))
    };
    [part(0.0), part(8.0), part(4.0)]
}

/// A colour by its hue, its whiteness and its blackness.
fn hwb(hue: f32, white: f32, black: f32) -> Rgb {
    let sum = white + black;
    if sum >= 1.0 {
        return [byte(white / sum); 3];
    }
    hsl(hue, 1.0, 0.5).map(|part| byte(f32::from(part) / 255.0 * (1.0 - sum) + white))
}

fn byte(share: f32) -> u8 {
    (share * 255.0).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Colours by hue are those that browsers paint.
    #[test]
    fn hues_are_colours() {
        for (text, rgb) in [
            ("hsl(0, 100%, 50%)", [255, 0, 0]),
            ("hsl(120 100% 25%)", [0, 128, 0]),
            ("hsl(.5turn 60% 70%)", [133, 224, 224]),
            ("hsl(-120deg, 100%, 50%)", [0, 0, 255]),
            ("hwb(60 0% 0%)", [255, 255, 0]),
            ("hwb(0 50% 50%)", [128, 128, 128]),
            ("rgb(50% 0 0)", [128, 0, 0]),
        ] {
            assert_eq!(read(text), Some(Paint::Solid(rgb)), "{text}");
        }
    }

    /// What is neither solid nor clear is mixed with what is behind.
    #[test]
    fn densities_mix() {
        let half = read("rgba(0, 0, 0, 50%)");
        assert_eq!(half, Some(Paint::Mixed([0; 3], 128)));
        assert_eq!(half.and_then(|it| it.over(Some([255; 3]))), Some([127; 3]));
        assert_eq!(half.and_then(|it| it.over(None)), None);
        assert_eq!(read("hsl(0 0% 0% / 4%)"), Some(Paint::Clear));
    }
}
