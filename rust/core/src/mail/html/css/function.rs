//! Functions of CSS that move, shrink, cut or fade a box: what they leave of it.

use super::WINDOW;
use super::cut::cut;
use super::hiding::is_off;
use super::length::{Length, length, number, share};
use super::value::{Value, is, is_any};

/// Scales up to this one make letters too small to be seen.
const SMALLEST: f32 = 0.1;

/// Functions of one value that are looked at.
const FUNCTIONS: usize = 16;

/// The functions in a value, each with its arguments; none if something else is there.
fn functions(value: &str) -> impl Iterator<Item = (&str, &str)> {
    value.split_inclusive(')').take(FUNCTIONS).map(|function| {
        let (name, arguments) = cut(function, b'(');
        (name.trim(), arguments.trim_end_matches(')'))
    })
}

/// The arguments of a function.
fn arguments(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ', '/', '\n', '\t']).filter(|argument| !argument.is_empty())
}

/// An argument by its place, as a number.
fn numbers(text: &str) -> [Option<f32>; 6] {
    let mut found = [None; 6];
    for (slot, argument) in found.iter_mut().zip(arguments(text)) {
        *slot = share(argument);
    }
    found
}

/// Whether a transformation leaves nothing to be seen.
#[must_use]
pub fn transform(value: &str) -> Option<Value> {
    if is(value, "none") {
        return Some(Value::Flag(false));
    }
    let (mut x, mut y, mut moved) = (1.0, 1.0, (0.0, 0.0));
    for (name, inside) in functions(value).filter(|(name, _)| !name.is_empty()) {
        let at = numbers(inside);
        match name.to_ascii_lowercase().as_str() {
            "scale" | "scale3d" => (x, y) = (x * at[0]?, y * at[1].or(at[0])?),
            "scalex" => x *= at[0]?,
            "scaley" => y *= at[0]?,
            "matrix" => {
                let flat = at[0]? * at[3]? - at[1]? * at[2]?;
                (x, y) = (x * flat, y);
                moved = (moved.0 + at[4]?, moved.1 + at[5]?);
            }
            "rotatex" | "rotatey" => x *= turned(inside)?,
            "rotate" | "rotatez" | "rotate3d" | "skew" | "skewx" | "skewy" | "translatez"
            | "scalez" | "perspective" | "matrix3d" => {}
            "translate" | "translate3d" => moved = added(moved, offsets(inside)?),
            "translatex" => moved.0 += offsets(inside)?.0,
            "translatey" => moved.1 += length(inside.trim())?.pixels(0.0),
            _ => return None,
        }
    }
    Some(Value::Flag(is_flat(x, y) || is_off(moved.0, moved.1)))
}

/// Whether `scale` leaves nothing to be seen.
#[must_use]
pub fn scale(value: &str) -> Option<Value> {
    let at = numbers(value);
    let is_none = is(value, "none");
    let x = if is_none { 1.0 } else { at[0]? };
    Some(Value::Flag(is_flat(x, at[1].unwrap_or(x))))
}

/// Whether `translate` leaves nothing to be seen.
#[must_use]
pub fn translate(value: &str) -> Option<Value> {
    let (x, y) = if is(value, "none") { (0.0, 0.0) } else { offsets(value)? };
    Some(Value::Flag(is_off(x, y)))
}

/// Whether `rotate` shows the edge of a box.
#[must_use]
pub fn rotate(value: &str) -> Option<Value> {
    let lower = value.to_ascii_lowercase();
    let (axis, angle) = lower.split_once(' ').unwrap_or(("z", &lower));
    let is_tilted = matches!(axis, "x" | "y");
    Some(Value::Flag(is_tilted && turned(angle)?.abs() <= SMALLEST))
}

fn is_flat(x: f32, y: f32) -> bool {
    x.abs() <= SMALLEST || y.abs() <= SMALLEST
}

/// How wide a box looks that is turned away.
fn turned(angle: &str) -> Option<f32> {
    super::super::colour::degrees(angle.trim()).map(|degrees| degrees.to_radians().cos())
}

fn offsets(text: &str) -> Option<(f32, f32)> {
    // A share is one of the box itself, whose size nobody knows.
    let offset = |text: &str| match length(text)? {
        Length::Share(share) => Some(if share.abs() < 5.0 { 0.0 } else { share * WINDOW.0 }),
        length => Some(length.pixels(0.0)),
    };
    let mut found = arguments(text);
    Some((offset(found.next()?)?, found.next().map_or(Some(0.0), offset)?))
}

fn added(a: (f32, f32), b: (f32, f32)) -> (f32, f32) {
    (a.0 + b.0, a.1 + b.1)
}

/// Whether `clip: rect(top, right, bottom, left)` cuts all of a box away.
#[must_use]
pub fn clip(value: &str) -> Option<Value> {
    if is(value, "auto") {
        return Some(Value::Flag(false));
    }
    let (name, inside) = cut(value, b'(');
    if !is(name, "rect") {
        return None;
    }
    let mut edges = arguments(inside.trim_end_matches(')'));
    let mut edge = |auto: f32| {
        let edge = edges.next()?;
        if is(edge, "auto") { Some(auto) } else { Some(length(edge)?.pixels(0.0)) }
    };
    let (top, right, bottom, left) = (edge(0.0)?, edge(f32::MAX)?, edge(f32::MAX)?, edge(0.0)?);
    Some(Value::Flag(right - left <= 2.0 || bottom - top <= 2.0))
}

/// Whether a path to clip by cuts all of a box away.
#[must_use]
pub fn clip_path(value: &str) -> Option<Value> {
    let (name, inside) = cut(value, b'(');
    let inside = inside.split(')').next().unwrap_or_default();
    let is_empty = match name.to_ascii_lowercase().as_str() {
        "none" | "border-box" | "padding-box" | "content-box" | "margin-box" | "url" | "path"
        | "shape" => false,
        "inset" => is_inset(inside)?,
        "circle" | "ellipse" => {
            let radii = arguments(inside).take_while(|word| !is(word, "at"));
            radii.filter_map(length).any(|radius| radius.pixels(WINDOW.0) <= 2.0)
        }
        "polygon" => is_polygon_empty(inside),
        "rect" => matches!(clip(value)?, Value::Flag(true)),
        _ => return None,
    };
    Some(Value::Flag(is_empty))
}

/// Whether insets meet: two that are opposite make up the whole, or one of them does.
fn is_inset(inside: &str) -> Option<bool> {
    let mut sides = [0.0; 4];
    let words = arguments(inside).take_while(|word| !is(word, "round"));
    let mut count = 0;
    for word in words {
        *sides.get_mut(count)? = match length(word)? {
            Length::Share(share) => share,
            // How large a box is nobody knows, but that most are not so large.
            length => length.pixels(0.0) / WINDOW.0,
        };
        count += 1;
    }
    let [top, right, bottom, left] = spread(sides, count)?;
    Some(top + bottom >= 0.99 || left + right >= 0.99)
}

/// One to four sides, as shorthands have them: top, right, bottom, left.
#[must_use]
pub fn spread<T: Copy>([a, b, c, d]: [T; 4], count: usize) -> Option<[T; 4]> {
    match count {
        1 => Some([a, a, a, a]),
        2 => Some([a, b, a, b]),
        3 => Some([a, b, c, b]),
        4 => Some([a, b, c, d]),
        _ => None,
    }
}

/// Whether all corners are in one place or in a line along an edge.
fn is_polygon_empty(inside: &str) -> bool {
    let is_rule = |word: &&str| !is_any(word, &["evenodd", "nonzero"]);
    let mut words = arguments(inside).filter(is_rule).map(|word| length(word).map(pixels));
    let (mut low, mut high) = ((f32::MAX, f32::MAX), (f32::MIN, f32::MIN));
    while let (Some(Some(x)), Some(Some(y))) = (words.next(), words.next()) {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    high.0 - low.0 <= 2.0 || high.1 - low.1 <= 2.0
}

fn pixels(length: Length) -> f32 {
    length.pixels(WINDOW.0)
}

/// How much of a box a filter leaves: the product of its opacities.
#[must_use]
pub fn filter(value: &str) -> Option<Value> {
    if is(value, "none") {
        return Some(Value::Number(1.0));
    }
    let mut left = 1.0;
    for (name, inside) in functions(value).filter(|(name, _)| !name.is_empty()) {
        if is(name, "opacity") {
            left *= if inside.trim().is_empty() { 1.0 } else { share(inside)? };
        } else if is_any(name, &["alpha", "progid:dximagetransform.microsoft.alpha"]) {
            // What old programs had instead; browsers take it for nonsense.
            return None;
        }
    }
    Some(Value::Number(left))
}

/// How dense a box is painted.
#[must_use]
pub fn opacity(value: &str) -> Option<Value> {
    Some(Value::Number(share(value)?.clamp(0.0, 1.0)))
}

/// Whether a zoom leaves nothing to be seen. None at all is as good as one.
#[must_use]
pub fn zoom(value: &str) -> Option<Value> {
    if is(value, "normal") {
        return Some(Value::Flag(false));
    }
    let zoom = share(value)?;
    Some(Value::Flag(zoom > 0.0 && zoom <= SMALLEST))
}

/// The height of a line, if it is none.
#[must_use]
pub fn line_height(value: &str) -> Option<Value> {
    let is_number = number(value).is_some();
    let height = if is_number { length(value)?.pixels(16.0) } else { 16.0 };
    (is_number || is(value, "normal")).then_some(Value::Number(height))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(read: fn(&str) -> Option<Value>, yes: &[&str], no: &[&str]) {
        for value in yes {
            assert_eq!(read(value), Some(Value::Flag(true)), "{value}");
        }
        for value in no {
            assert_eq!(read(value), Some(Value::Flag(false)), "{value}");
        }
    }

    /// Boxes that are shrunk or moved away are not seen.
    #[test]
    fn transformations_hide() {
        holds(
            transform,
            &[
                "scale(0)",
                "scaleY(0)",
                "translateX(-9999px) rotate(3deg)",
                "rotateX(90deg)",
                "matrix(0,0,0,0,0,0)",
                "scale(.5) scale(0, 1)",
                "translate(-100em, 0)",
            ],
            &["none", "scale(1)", "translate(-50%, -50%)", "rotate(90deg)", "matrix(1,0,0,1,0,0)"],
        );
        assert_eq!(transform("scale(x)"), None);
        assert_eq!(transform("shrink(0)"), None);
    }

    /// Boxes of which nothing is left are not seen.
    #[test]
    fn clips_hide() {
        holds(
            clip,
            &["rect(0,0,0,0)", "rect(1px 1px 1px 1px)", "RECT(0 auto 0 auto)"],
            &["auto", "rect(0, 100px, 50px, 0)", "rect(auto,auto,auto,auto)"],
        );
        holds(
            clip_path,
            &["inset(50%)", "inset(100% 0 0 0)", "circle(0)", "circle(0 at 50%)", "polygon(0 0)"],
            &["none", "inset(10%)", "circle(50%)", "polygon(0 0, 100% 0, 100% 100%)"],
        );
        assert_eq!((clip("rect(0)"), clip_path("inset(x)")), (None, None));
    }

    /// Filters let through the product of their opacities.
    #[test]
    fn filters_fade() {
        assert_eq!(filter("blur(2px) opacity(50%) opacity(.5)"), Some(Value::Number(0.25)));
        assert_eq!(filter("opacity(x)"), None);
    }
}
