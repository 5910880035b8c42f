//! Hostile HTML pages of any size, for complexity tests.

use super::structures::{Write, repeat};

/// All pages, each by its name.
pub const PAGES: &[(&str, Write)] = &[
    ("less-than signs", |size| page("", "<", size)),
    ("greater-than signs", |size| page("", ">", size)),
    ("names of tags", |size| page("", "<a", size)),
    ("links", |size| page("", "<a href=x>", size)),
    ("links that show a host", |size| page("", "<a href=http://a.bc>d.ef", size)),
    ("the text of a link", |size| page("<a href=x>", "some words ", size)),
    ("an open link", |size| page("<a href='", "x", size)),
    ("paragraphs", |size| page("", "<p>", size)),
    ("bold within bold", |size| page("", "<b>", size)),
    ("closing tags", |size| page("", "</b>", size)),
    ("blocks in a deep place", |size| page(&deep("p"), "<div>", size)),
    ("terms in a deep place", |size| page(&deep("p><dd><dt"), "<dd>", size)),
    ("bodies in a deep place", |size| page(&deep("p><tbody><tr><caption"), "<tbody>", size)),
    ("closed in a deep place", |size| page(&deep("s"), "</s>", size)),
    ("cells", |size| page("<table>", "<td>", size)),
    ("tables", |size| page("", "<table><td>", size)),
    ("comments", |size| page("", "<!-->", size)),
    ("an open comment", |size| page("<!--", "--", size)),
    ("split words", |size| page("", "a<!---->", size)),
    ("ampersands", |size| page("", "&", size)),
    ("numbers", |size| page("", "&#65;", size)),
    ("a long number", |size| page("&#", "9", size)),
    ("open numbers", |size| page("", "&#", size)),
    ("names", |size| page("", "&nLt;", size)),
    ("names without a semicolon", |size| page("", "&ampx", size)),
    ("names of nothing", |size| page("", "&CounterClockwiseContourIntegra;", size)),
    ("a long name", |size| page("&", "a", size)),
    ("style sheets", |size| page("", "<style>a{color:red}</style>", size)),
    ("fetched style sheets", |size| page(&deep("p"), "<link href=x>", size)),
    ("an open style sheet", |size| page("<style>", "</styl", size)),
    ("scripts", |size| page("", "<script></script>", size)),
    ("titles", |size| page("", "<title>x</title>", size)),
    ("attributes", |size| tag("<p", " a=b", size)),
    ("attributes of one name", |size| tag("<p", " style=color:red", size)),
    ("a style", |size| tag("<p style='", "color:red;", size)),
    ("a background", |size| tag("<p style='background:", "url(x) ", size)),
    ("a colour", |size| tag("<p style='color:rgb(", "1,", size)),
    ("a font", |size| tag("<p style='font:", "1.", size)),
    ("a length", |size| tag("<p style='width:", "1", size)),
    ("comments of styles", |size| tag("<p style='", "/**/", size)),
    ("styled", |size| page("", "<b style='color:red;font:1px x'>", size)),
    ("coloured", |size| page("", "<font color=yellowgreen>", size)),
    ("hidden words", |size| page("", "<p hidden>word", size)),
    ("pictures", |size| page("", "<img src=//a.b width=1>", size)),
    ("backgrounds", |size| page("", "<p background=x>", size)),
    ("buttons", |size| page("", "<input type=submit value=x>", size)),
    ("forwarding", |size| page("", "<meta http-equiv=refresh content='0;url=x'>", size)),
    ("blanks", |size| page("", " \n\t", size)),
    ("breaks", |size| page("", "<br>", size)),
];

fn page(head: &str, unit: &str, size: usize) -> Vec<u8> {
    let head = format!("Content-Type: text/html; charset=utf-8\n\n<!doctype html>{head}");
    repeat(head.as_bytes(), unit.as_bytes(), size)
}

/// Elements, and so many within them that they are out of sight.
fn deep(elements: &str) -> String {
    format!("<{elements}>{}", "<b>".repeat(300))
}

/// A long tag. It has an end, for an open one is not read.
fn tag(head: &str, unit: &str, size: usize) -> Vec<u8> {
    [&page(head, unit, size)[..], b"'>"].concat()
}
