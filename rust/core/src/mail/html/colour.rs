//! CSS colour parser, to find text in the colour of its background.

mod function;

use memchr::memmem;

use super::byte::trim;
pub use function::degrees;

/// A colour by its red, green and blue.
pub type Rgb = [u8; 3];

/// Black, the colour of text that has no other.
pub const BLACK: Rgb = [0; 3];

/// White, the colour of paper.
pub const WHITE: Rgb = [255; 3];

/// The blue of links.
pub const LINK: Rgb = [0, 0, 238];

/// A colour as it is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Clear,
    Solid(Rgb),
    /// What is behind shows through; 255 is solid.
    Mixed(Rgb, u8),
}

impl Paint {
    /// A colour, and how dense it is.
    #[must_use]
    pub fn mixed(rgb: Rgb, density: f32) -> Self {
        match (density * 255.0).round() {
            share if share >= 255.0 => Self::Solid(rgb),
            share if share >= 13.0 => Self::Mixed(rgb, share as u8),
            _ => Self::Clear,
        }
    }

    /// What is seen where this is painted over something, if that is known.
    #[must_use]
    pub fn over(self, behind: Option<Rgb>) -> Option<Rgb> {
        match self {
            Self::Clear => behind,
            Self::Solid(rgb) => Some(rgb),
            Self::Mixed(rgb, density) => behind.map(|behind| {
                let (over, share) = (rgb, u16::from(density));
                let mix = |i: usize| {
                    let (over, behind) = (u16::from(over[i]), u16::from(behind[i]));
                    ((over * share + behind * (255 - share)) / 255) as u8
                };
                [mix(0), mix(1), mix(2)]
            }),
        }
    }
}

/// How far apart two colours may be, in each of their parts, and still look the same: one step of
/// their first hexadecimal digits.
const NEAR: u8 = 17;

/// Names of colours, each behind a blank and before its value.
const NAMES: &str = "\
\x20aliceblue#f0f8ff antiquewhite#faebd7 aqua#00ffff aquamarine#7fffd4 azure#f0ffff beige#f5f5dc \
\x20bisque#ffe4c4 black#000000 blanchedalmond#ffebcd blue#0000ff blueviolet#8a2be2 brown#a52a2a \
\x20burlywood#deb887 cadetblue#5f9ea0 chartreuse#7fff00 chocolate#d2691e coral#ff7f50 \
\x20cornflowerblue#6495ed cornsilk#fff8dc crimson#dc143c cyan#00ffff darkblue#00008b \
\x20darkcyan#008b8b darkgoldenrod#b8860b darkgray#a9a9a9 darkgreen#006400 darkgrey#a9a9a9 \
\x20darkkhaki#bdb76b darkmagenta#8b008b darkolivegreen#556b2f darkorange#ff8c00 darkorchid#9932cc \
\x20darkred#8b0000 darksalmon#e9967a darkseagreen#8fbc8f darkslateblue#483d8b darkslategray#2f4f4f \
\x20darkslategrey#2f4f4f darkturquoise#00ced1 darkviolet#9400d3 deeppink#ff1493 deepskyblue#00bfff \
\x20dimgray#696969 dimgrey#696969 dodgerblue#1e90ff firebrick#b22222 floralwhite#fffaf0 \
\x20forestgreen#228b22 fuchsia#ff00ff gainsboro#dcdcdc ghostwhite#f8f8ff gold#ffd700 \
\x20goldenrod#daa520 gray#808080 green#008000 greenyellow#adff2f grey#808080 honeydew#f0fff0 \
\x20hotpink#ff69b4 indianred#cd5c5c indigo#4b0082 ivory#fffff0 khaki#f0e68c lavender#e6e6fa \
\x20lavenderblush#fff0f5 lawngreen#7cfc00 lemonchiffon#fffacd lightblue#add8e6 lightcoral#f08080 \
\x20lightcyan#e0ffff lightgoldenrodyellow#fafad2 lightgray#d3d3d3 lightgreen#90ee90 \
\x20lightgrey#d3d3d3 lightpink#ffb6c1 lightsalmon#ffa07a lightseagreen#20b2aa lightskyblue#87cefa \
\x20lightslategray#778899 lightslategrey#778899 lightsteelblue#b0c4de lightyellow#ffffe0 \
\x20lime#00ff00 limegreen#32cd32 linen#faf0e6 magenta#ff00ff maroon#800000 mediumaquamarine#66cdaa \
\x20mediumblue#0000cd mediumorchid#ba55d3 mediumpurple#9370db mediumseagreen#3cb371 \
\x20mediumslateblue#7b68ee mediumspringgreen#00fa9a mediumturquoise#48d1cc mediumvioletred#c71585 \
\x20midnightblue#191970 mintcream#f5fffa mistyrose#ffe4e1 moccasin#ffe4b5 navajowhite#ffdead \
\x20navy#000080 oldlace#fdf5e6 olive#808000 olivedrab#6b8e23 orange#ffa500 orangered#ff4500 \
\x20orchid#da70d6 palegoldenrod#eee8aa palegreen#98fb98 paleturquoise#afeeee palevioletred#db7093 \
\x20papayawhip#ffefd5 peachpuff#ffdab9 peru#cd853f pink#ffc0cb plum#dda0dd powderblue#b0e0e6 \
\x20purple#800080 red#ff0000 rosybrown#bc8f8f royalblue#4169e1 saddlebrown#8b4513 salmon#fa8072 \
\x20sandybrown#f4a460 seagreen#2e8b57 seashell#fff5ee sienna#a0522d silver#c0c0c0 skyblue#87ceeb \
\x20slateblue#6a5acd slategray#708090 slategrey#708090 snow#fffafa springgreen#00ff7f \
\x20steelblue#4682b4 tan#d2b48c teal#008080 thistle#d8bfd8 tomato#ff6347 turquoise#40e0d0 \
\x20violet#ee82ee wheat#f5deb3 white#ffffff whitesmoke#f5f5f5 yellow#ffff00 yellowgreen#9acd32 \
\x20canvas#ffffff canvastext#000000 field#ffffff fieldtext#000000 window#ffffff windowtext#000000";

/// The longest name of a colour.
const LONGEST: usize = 20;

/// Whether nobody can tell two colours apart.
#[must_use]
pub fn is_near(a: Rgb, b: Rgb) -> bool {
    a.iter().zip(b).all(|(&a, b)| a.abs_diff(b) <= NEAR)
}

/// The colour that a style or an attribute names; none for what cannot be read.
#[must_use]
pub fn paint(text: &str) -> Option<Paint> {
    let text = trim(text);
    let bytes = text.as_bytes();
    match bytes {
        [b'#', digits @ ..] => hex(digits),
        [.., b')'] => function::read(text),
        _ if text.eq_ignore_ascii_case("transparent") => Some(Paint::Clear),
        _ => named(bytes).map(Paint::Solid).or_else(|| hex(bytes)),
    }
}

/// A colour in hexadecimal digits, the last of which may say how dense it is.
fn hex(digits: &[u8]) -> Option<Paint> {
    let digit = |i: usize| char::from(digits[i]).to_digit(16).map(|digit| digit as u8);
    let part = |i: usize| match digits.len() {
        3 | 4 => Some(digit(i)? * 17),
        6 | 8 => Some(digit(2 * i)? << 4 | digit(2 * i + 1)?),
        _ => None,
    };
    let rgb = [part(0)?, part(1)?, part(2)?];
    match digits.len() {
        4 | 8 => Some(Paint::mixed(rgb, f32::from(part(3)?) / 255.0)),
        _ => Some(Paint::Solid(rgb)),
    }
}

/// The colour of a name.
fn named(name: &[u8]) -> Option<Rgb> {
    if name.len() > LONGEST || !name.iter().all(u8::is_ascii_alphabetic) {
        return None;
    }
    let mut needle = [b' '; LONGEST + 2];
    needle[1..=name.len()].copy_from_slice(name);
    needle[name.len() + 1] = b'#';
    needle.make_ascii_lowercase();
    let needle = &needle[..name.len() + 2];
    let at = memmem::find(NAMES.as_bytes(), needle)? + needle.len();
    match hex(&NAMES.as_bytes()[at..at + 6]) {
        Some(Paint::Solid(rgb)) => Some(rgb),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each way to write a colour gives the same colour.
    #[test]
    fn colours_are_read_however_they_are_written() {
        for text in [
            "white",
            "WHITE",
            " #fff ",
            "#FFFFFF",
            "ffffff",
            "#ffff",
            "#ffffffff",
            "rgb(255,255,255)",
            "rgb(100%, 100%, 100%)",
            "RGBA(255 255 255 / 1)",
            "rgb(999,999,999)",
            "hsl(0, 0%, 100%)",
            "hsla(120deg 50% 100% / 100%)",
            "hwb(90 100% 0%)",
            "Canvas",
        ] {
            assert_eq!(paint(text), Some(Paint::Solid(WHITE)), "{text}");
        }
        assert_eq!(paint("lightgoldenrodyellow"), Some(Paint::Solid([250, 250, 210])));
        assert_eq!(paint("aliceblue"), Some(Paint::Solid([240, 248, 255])));
    }

    /// A colour that lets everything through is clear.
    #[test]
    fn clear_colours_are_clear() {
        for text in ["transparent", "#0000", "#12345600", "rgba(1,2,3,0)", "rgba(1,2,3,0.0)"] {
            assert_eq!(paint(text), Some(Paint::Clear), "{text}");
        }
    }

    /// What is no colour is none.
    #[test]
    fn nonsense_is_no_colour() {
        for text in ["", "#", "#ff", "#fffffg", "inherit", "whit", "rgb(", "rgb(1,2)", "rgbé", "é"]
        {
            assert_eq!(paint(text), None, "{text}");
        }
    }

    /// Colours are near if all their parts are.
    #[test]
    fn near_colours_look_the_same() {
        assert!(is_near(WHITE, [238, 255, 250]));
        assert!(!is_near(WHITE, [237, 255, 255]));
    }
}
