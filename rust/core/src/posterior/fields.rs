//! Fields of a message: the text that it shows, and all else that it says of itself.

/// How many fields there are.
pub const FIELDS: usize = 2;

const TEXT: usize = 0;
const HEAD: usize = 1;

/// Origins of the text; its plain words have none.
const OF_TEXT: [&[u8]; 10] = [
    b"alt",
    b"attached",
    b"file",
    b"hidden",
    b"long",
    b"mailto",
    b"mailto-name",
    b"path",
    b"scheme",
    b"url",
];

/// The field of a token.
#[must_use]
pub fn field(token: &[u8]) -> u8 {
    let origin = memchr::memchr(b':', token).map(|colon| &token[..colon]);
    let is_text = origin.is_none_or(|origin| OF_TEXT.contains(&origin));
    (if is_text { TEXT } else { HEAD }) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words, links and what hides belong to the text; headers, structure and marks do not.
    #[test]
    fn origins_have_fields() {
        for token in ["free", "free money", "hidden:free", "url:example.com", "long:x-40"] {
            assert_eq!(usize::from(field(token.as_bytes())), TEXT, "{token}");
        }
        for token in ["subject:free", "subject:long:x-40", "mark:script", "type:text/html"] {
            assert_eq!(usize::from(field(token.as_bytes())), HEAD, "{token}");
        }
    }
}
