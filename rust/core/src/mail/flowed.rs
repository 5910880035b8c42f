//! Flowed text (RFC 3676) whose lines may be cut within words: they are joined again.

use super::lines::line;

/// Join the lines that end with a blank with those that follow, without the blank.
///
/// A line is joined with one that is quoted as deeply, and a line that parts a signature with none.
#[must_use]
pub fn join(text: &str) -> String {
    let (mut joined, mut at, mut before) = (String::with_capacity(text.len()), 0, None);
    while at < text.len() {
        let (end, next) = line(text.as_bytes(), at);
        let whole = &text[at..end];
        let bare = whole.trim_start_matches('>');
        let depth = whole.len() - bare.len();
        let content = bare.strip_prefix(' ').unwrap_or(bare);
        let is_signature = content == "-- " || bare == "-- ";
        let is_joined = before == Some(depth) && !is_signature;
        if is_joined {
            let end = joined.trim_end_matches(['\r', '\n']).len() - 1;
            joined.truncate(end);
        }
        joined.push_str(if is_joined { content } else { whole });
        joined.push_str(&text[end..next]);
        before = (content.ends_with(' ') && !is_signature && next > end).then_some(depth);
        at = next;
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines are joined where a blank says so, with the same depth of quotes.
    #[test]
    fn lines_are_joined() {
        for (text, joined) in [
            ("via \ngra\n", "viagra\n"),
            ("one  \r\n two \r\n  three", "one two three"),
            ("> a \n> b\n>> c \n> d", "> ab\n>> c \n> d"),
            ("> a \nb", "> a \nb"),
            ("a\nb \n", "a\nb \n"),
            ("a \n-- \nAnn", "a \n-- \nAnn"),
            (" \n \n \nx", " \n \n \nx"),
            ("a \n  \n  \nx", "ax"),
            ("a \n\n\nb", "a\n\nb"),
            ("", ""),
        ] {
            assert_eq!(join(text), joined, "{text:?}");
        }
    }
}
