//! Media queries, answered for a window in colour that somebody reads in.

use super::WINDOW;
use super::cut::cut;
use super::length::{length, share};
use super::value::{is, is_any};

/// Whether one of the queries of a list holds. None at all hold.
#[must_use]
pub fn is_read(queries: &str) -> bool {
    let queries = queries.trim();
    queries.is_empty() || queries.split(',').any(|query| holds(query.trim()))
}

/// Whether a query holds: a medium, and all features. What nobody knows does not hold.
fn holds(query: &str) -> bool {
    let (first, rest) = query.split_once(char::is_whitespace).unwrap_or((query, ""));
    if is(first, "not") && !rest.is_empty() {
        return !holds(rest);
    }
    if is(first, "only") {
        return holds(rest.trim_start());
    }
    and_parts(query).all(|part| match part.strip_prefix('(') {
        Some(feature) => has_feature(feature.trim_end_matches(')').trim()),
        None => is_any(part, &["all", "screen"]),
    })
}

/// What stands between the words `and`.
fn and_parts(query: &str) -> impl Iterator<Item = &str> {
    let mut rest = query;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = if rest.starts_with('(') {
            rest.find(')').map_or(rest.len(), |end| end + 1)
        } else {
            rest.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(rest.len())
        };
        let part = &rest[..end];
        rest = rest[end..].trim_start();
        if rest.get(..3).is_some_and(|word| is(word, "and")) {
            rest = rest[3..].trim_start();
        }
        Some(part)
    })
}

/// Whether a feature holds, as in `min-width: 600px`.
fn has_feature(feature: &str) -> bool {
    let (name, value) = cut(feature, b':');
    let name = name.trim().to_ascii_lowercase();
    let value = value.trim();
    let (limit, what) = match name.get(..4) {
        Some("min-") => (Some(true), &name[4..]),
        Some("max-") => (Some(false), &name[4..]),
        _ => (None, name.as_str()),
    };
    match what {
        "width" | "device-width" => compares(WINDOW.0, limit, value),
        "height" | "device-height" => compares(WINDOW.1, limit, value),
        "orientation" => is(value, "landscape"),
        "prefers-color-scheme" => is(value, "light"),
        "color" | "hover" | "any-hover" => limit.is_none() && is_any(value, &["", "hover"]),
        "pointer" | "any-pointer" => is(value, "fine") || value.is_empty(),
        "monochrome" | "grid" => value == "0",
        "-webkit-min-device-pixel-ratio" => share(value).is_some_and(|ratio| ratio <= 1.0),
        "-webkit-max-device-pixel-ratio" => share(value).is_some_and(|ratio| ratio >= 1.0),
        _ => false,
    }
}

/// Whether a size is what is asked for; without a limit, any or exactly this.
fn compares(size: f32, is_least: Option<bool>, value: &str) -> bool {
    match (is_least, length(value).map(|length| length.pixels(size))) {
        (Some(true), Some(least)) => size >= least,
        (Some(false), Some(most)) => size <= most,
        (None, Some(exact)) => (size - exact).abs() < 0.5,
        (None, None) => value.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is for a screen of ordinary size holds, and nothing else.
    #[test]
    fn screens_are_read() {
        for query in [
            "",
            "all",
            "Screen",
            "only screen and (min-width: 480px)",
            "screen and (max-width:50em)and (min-width:0)",
            "print, screen",
            "not print",
            "(orientation: landscape)",
            "screen and (-webkit-min-device-pixel-ratio: 0)",
            "(color)",
        ] {
            assert!(is_read(query), "{query}");
        }
        for query in [
            "print",
            "speech",
            "only screen and (max-width: 480px)",
            "not screen",
            "screen and (min-width: 2000px)",
            "(prefers-color-scheme: dark)",
            "screen and (unheard-of)",
            "nonsense (",
        ] {
            assert!(!is_read(query), "{query}");
        }
    }
}
