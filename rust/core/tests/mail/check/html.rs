//! Invariants of every parsed page.

use priory_core::mail::html::{Html, read};
use priory_core::mail::mark::Mark;

use super::message::check_marks;

/// Check a page.
pub fn check(source: &str) {
    let page = read(source);
    check_marks(&page.marks);
    check_text(&page.visible);
    check_text(&page.hidden);
    check_sizes(&page, source.len());
    assert!(!page.marks.has(Mark::HiddenText) || !page.hidden.is_empty());
    for link in &page.links {
        assert!(!link.target.is_empty() && !link.target.contains(['\t', '\r', '\n']));
    }
    assert_eq!(page, read(source), "read twice");
}

/// Blanks are one space or one line feed, and zero bytes are none.
fn check_text(text: &str) {
    assert!(!text.contains(['\0', '\r', '\t', '\x0c']), "{text:?}");
    assert!(!text.contains("  ") && !text.contains("\n\n"), "{text:?}");
    assert!(!text.starts_with([' ', '\n']) && !text.ends_with([' ', '\n']), "{text:?}");
}

/// Text is no longer than its source but for characters of few letters, such as `&nLt;`.
fn check_sizes(page: &Html, source: usize) {
    let text = page.visible.len() + page.hidden.len();
    assert!(text <= source + source / 4, "{text} bytes of text from {source}");
    let links: usize = page.links.iter().map(|link| link.target.len() + link.shown.len()).sum();
    assert!(links <= 3 * source, "{links} bytes of links from {source}");
    assert!(8 * page.links.len() <= 3 * source, "{} links from {source}", page.links.len());
}
