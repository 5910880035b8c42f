//! Invariants of every parsed message.

use std::collections::HashSet;

use priory_core::mail::limits::Limits;
use priory_core::mail::mark::{Mark, Marks};
use priory_core::mail::message::Message;
use priory_core::mail::part::Part;

/// Bytes of text that a byte of a message can become: a byte of no charset is U+FFFD.
const WIDEST: usize = 3;
/// How often bytes may be read anew, as those of encoded messages are.
const LAYERS: usize = 5;

/// Check a message.
pub fn check(message: &Message<'_>, raw: &[u8], limits: &Limits) {
    let Message { parts, marks } = message;
    check_marks(marks);
    assert_eq!(raw.is_empty() || limits.message == 0, marks.has(Mark::Empty));
    assert!(raw.len() <= limits.message || marks.has(Mark::CapMessage), "cut and not marked");
    assert!(!parts.is_empty(), "no parts");
    assert!(parts.len() <= limits.parts.max(1), "{} parts", parts.len());
    let headers: usize = parts.iter().map(|part| part.fields.len()).sum();
    assert!(headers <= limits.headers, "{headers} headers");
    check_paths(parts, limits);
    for part in parts {
        check_part(part, raw, limits);
    }
    let read = raw.len().min(limits.message);
    let text: usize = parts.iter().map(|part| part.text.len()).sum();
    assert!(text <= WIDEST * LAYERS * read, "{text} bytes of text");
}

/// Check that nothing is noted twice.
pub fn check_marks(marks: &Marks) {
    let found: HashSet<Mark> = marks.iter().collect();
    assert_eq!(found.len(), marks.iter().count(), "{marks:?}");
}

/// Check that parts form a tree, each behind the part it is in.
fn check_paths(parts: &[Part<'_>], limits: &Limits) {
    let mut known = HashSet::new();
    for Part { path, .. } in parts {
        let is_number = |label: &str| label.parse::<usize>().is_ok_and(|number| number > 0);
        assert!(path.split('.').all(is_number), "{path}");
        assert!(path.matches('.').count() <= limits.depth, "{path}");
        match path.rsplit_once('.') {
            None => assert_eq!(path, "1"),
            Some((parent, _)) => assert!(known.contains(parent), "{path} without its parent"),
        }
        assert!(known.insert(&**path), "{path} twice");
    }
}

fn check_part(part: &Part<'_>, raw: &[u8], limits: &Limits) {
    let is_leaf = part.read_as().is_some();
    assert!(is_leaf || part.text.is_empty(), "{} has text", part.kind.name());
    assert!(part.text.len() / WIDEST <= limits.text, "text of {}", part.text.len());
    assert!(part.size <= raw.len());
    assert!(part.media.matches('/').count() == 1, "{}", part.media);
    let names = [Some(&part.media), part.charset.as_ref(), part.encoding.as_ref()];
    for name in names.into_iter().flatten() {
        assert!(!name.is_empty() && !name.bytes().any(|byte| byte.is_ascii_uppercase()), "{name}");
    }
    for field in &part.fields {
        let mut marks = Marks::default();
        let text = field.text(&mut marks);
        check_marks(&marks);
        assert!(!field.name.is_empty() && field.value.len() <= limits.header);
        assert!(text.len() <= WIDEST * (field.value.len() + 1), "{} of text", text.len());
    }
}

/// Check that the same bytes are the same message, and that its parts outlive them.
pub fn check_again(message: &Message<'_>, raw: &[u8], limits: &Limits) -> u64 {
    let again = Message::parse(raw, limits);
    assert_eq!(message.marks, again.marks);
    assert_eq!(message.parts.len(), again.parts.len());
    for (one, other) in message.parts.iter().zip(again.parts) {
        let other = other.into_owned();
        assert_eq!((&one.path, &one.media, one.kind), (&other.path, &other.media, other.kind));
        assert_eq!((&one.charset, &one.name, one.size), (&other.charset, &other.name, other.size));
        assert!(one.text == other.text && one.fields == other.fields);
    }
    1
}
