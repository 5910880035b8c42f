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
    ("rules", |size| page("<style>", ".a{width:0}", size)),
    ("rules of classes", |size| styled(|i| format!(".a{i}{{width:0}}"), "<b class=a7>", size)),
    ("rules of two classes", |size| styled(of_pairs, &in_classes(), size)),
    ("rules within others", |size| styled(|i| format!(".a{i} *{{width:0}}"), "<b class=a7>", size)),
    ("rules within the same", |size| {
        styled(|i| format!(".a .b{i}{{width:0}}"), "<b class=a>", size)
    }),
    ("rules without a name", |size| styled(|i| format!(":not(.a{i}){{width:0}}"), "<b>", size)),
    ("rules of one class", |size| styled(of_one, "<b class='a0 a1 a2 a3'>", size)),
    ("lists of selectors", |size| rule("a,", size)),
    ("within each other", |size| rule("a ", size)),
    ("one name", |size| rule(".a", size)),
    ("not within each other", |size| rule(":not(", size)),
    ("not a list", |size| rule(":not(a,b)", size)),
    ("blocks within each other", |size| page("<style>", "a{", size)),
    ("media within each other", |size| page("<style>", "@media all{", size)),
    ("a query of media", |size| page("<style>@media ", "(width)and", size)),
    ("declarations of a rule", |size| page("<style>a{", "width:0;", size)),
    ("escapes of a sheet", |size| page("<style>", "\\61 ", size)),
    ("quotes of a sheet", |size| page("<style>", "'\n", size)),
    ("comments of a sheet", |size| page("<style>a{b", "/**/", size)),
    ("ends of comments in a sheet", |size| page("<style>/*", "*", size)),
    ("brackets of a sheet", |size| page("<style>", "[(", size)),
    ("a selector of attributes", |size| page("<style>", "[class=a]", size)),
    ("the classes of an element", |size| tag("<style>.a{width:0}</style><p class='", "a ", size)),
    ("other classes of an element", |size| {
        tag("<style>.a{width:0}</style><p class='", "bc ", size)
    }),
    ("sheets in templates", |size| page("", "<template><style>a{width:0}</style>", size)),
    ("scripts", |size| page("", "<script></script>", size)),
    ("titles", |size| page("", "<title>x</title>", size)),
    ("attributes", |size| tag("<p", " a=b", size)),
    ("attributes of one name", |size| tag("<p", " style=color:red", size)),
    ("a style", |size| tag("<p style='", "color:red;", size)),
    ("a background", |size| tag("<p style='background:", "url(x) ", size)),
    ("a colour", |size| tag("<p style='color:rgb(", "1,", size)),
    ("a font", |size| tag("<p style='font:", "1.", size)),
    ("a length", |size| tag("<p style='width:", "1", size)),
    ("a transformation", |size| tag("<p style='transform:", "scale(1)", size)),
    ("a path", |size| tag("<p style='clip-path:polygon(", "1 1,", size)),
    ("margins", |size| tag("<p style='margin:", "1 ", size)),
    ("escapes of styles", |size| tag("<p style='", "\\61 ", size)),
    ("blocks of styles", |size| tag("<p style='", "a{b", size)),
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

/// Rules, and elements in the other half.
fn styled(rule: fn(usize) -> String, element: &str, size: usize) -> Vec<u8> {
    let mut head = String::from("<style>");
    for i in 0.. {
        head.push_str(&rule(i));
        if head.len() >= size / 2 {
            break;
        }
    }
    page(&format!("{head}</style>"), element, size)
}

/// A rule with a long selector, and elements that it may be for.
fn rule(selector: &str, size: usize) -> Vec<u8> {
    let rule = page("<style>", selector, size / 2);
    let elements = repeat(b"a{width:0}</style>", b"<a class=a>", size / 2);
    [rule, elements].concat()
}

/// A rule of two classes of many, never the same two.
fn of_pairs(i: usize) -> String {
    format!(".a{}.b{}{{width:0}}", i % 90, i / 90)
}

/// A rule of one class of few, each with other declarations.
fn of_one(i: usize) -> String {
    format!(".a{}{{width:{i}px;color:red;top:0;left:0}}", i % 4)
}

/// An element that has all of these classes.
fn in_classes() -> String {
    let classes: Vec<_> = (0..90).map(|i| format!("a{i} b{i}")).collect();
    format!("<b class='{}'>", classes.join(" "))
}

/// Elements, and so many within them that they are out of sight.
fn deep(elements: &str) -> String {
    format!("<{elements}>{}", "<b>".repeat(300))
}

/// A long tag. It has an end, for an open one is not read.
fn tag(head: &str, unit: &str, size: usize) -> Vec<u8> {
    [&page(head, unit, size)[..], b"'>"].concat()
}
