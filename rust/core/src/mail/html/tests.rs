//! What the reader makes of HTML, behaviour by behaviour.

use super::*;
use crate::mail::mark::Mark;

fn visible(source: &str) -> String {
    read(source).visible
}

fn marks(source: &str) -> Vec<Mark> {
    read(source).marks.iter().collect()
}

fn links(source: &str) -> Vec<(LinkKind, String, String)> {
    read(source).links.into_iter().map(|link| (link.kind, link.target, link.shown)).collect()
}

/// Text and nothing else stays as it is, blanks at its ends and runs of them apart.
#[test]
fn text_stays() {
    for (source, text) in [
        ("", ""),
        (" \n ", ""),
        ("plain", "plain"),
        (" a \r\n\t b ", "a b"),
        ("a\u{a0}\u{a0} b", "a\u{a0}\u{a0} b"),
        ("a < b <3 <", "a < b <3 <"),
        ("a\0b", "ab"),
        ("héllo 漢字", "héllo 漢字"),
    ] {
        assert_eq!(visible(source), text, "{source:?}");
    }
}

/// Elements within a line, comments and what HTML does not know do not cut words.
#[test]
fn inline_markup_does_not_cut_words() {
    for source in [
        "V<b></b>ia<!-- x -->gra",
        "<font color=red>V</font><i>iagra",
        "Via<zx>gra</zx>",
        "Via</zx>gra",
        "Via</>gra",
        "Via<wbr>gra",
        "Via<?php x ?>gra",
        "Via<![endif]>gra",
        "Via<span style='display:none'>x y</span>gra",
        "Via<img width=1 height=1 src=x>gra",
        "<div style='display:inline'>Via</div><div style='display: inline-block'>gra</div>",
    ] {
        assert_eq!(visible(source), "Viagra", "{source}");
    }
}

/// Blocks, breaks and cells begin lines, and no line is empty.
#[test]
fn blocks_begin_lines() {
    for source in [
        "a<br>b",
        "a<BR/><br >\n<br>b",
        "<p>a<p>b",
        "<div>a</div>b",
        "<table><tr><td>a</td><td>b</td></tr></table>",
        "<ul><li>a<li>b</ul>",
        "<h1>a</h1><hr><div><div>b</div></div>",
        "a<span style='display:block'>b</span>",
        "<pre>a\n\nb</pre>",
        "a</p>b",
        "<select><option>a<option>b</select>",
    ] {
        assert_eq!(visible(source), "a\nb", "{source}");
    }
}

/// A picture takes room; a form's fields do too, and buttons show their labels.
#[test]
fn pictures_and_fields_take_room() {
    assert_eq!(visible("a<img src=x alt=no>b"), "a b");
    assert_eq!(visible("a<input type=text value=no>b"), "a b");
    assert_eq!(visible("a<input type=SUBMIT value='Click &amp; win'>b"), "a Click & win b");
    assert_eq!(visible("<button>a</button><textarea>b &lt;b></textarea>"), "a\nb <b>");
}

/// Scripts, style sheets and what frames hold are no text; what stands in for scripts is.
#[test]
fn scripts_are_no_text() {
    for source in [
        "a<script>if (x < y) '<p>'</script >",
        "a<style>p { color: red }</STYLE>",
        "a<iframe>x</iframe>",
        "a<script>never closed",
        "<noscript>a</noscript>",
        "a<!-- <b>x</b> --",
        "a<!DOCTYPE x>",
        "a<b title='never closed",
    ] {
        assert_eq!(visible(source), "a", "{source}");
        assert_eq!(read(source).hidden, "", "{source}");
    }
}

/// The title is hidden text, and nothing to be marked.
#[test]
fn title_is_hidden_without_a_mark() {
    let html = read("<head><title>A &amp; <b>B</title></head><body>c");
    assert_eq!((html.visible.as_str(), html.hidden.as_str()), ("c", "A & <b>B"));
    assert!(!html.marks.has(Mark::HiddenText));
}

/// Each way to keep text from being seen moves it to the hidden text, with a mark.
#[test]
fn hidden_text_is_apart() {
    for tag in [
        "div style='display:none'",
        "span style='DISPLAY : None !important'",
        "span style='display:/**/none'",
        "p style='visibility:hidden'",
        "p style='opacity:0'",
        "p style='font-size:0'",
        "p style='font-size: 1px'",
        "p style='font-size:2pt;color:red'",
        "p style='font:bold 1px/1px serif'",
        "p hidden",
        "p style='mso-hide:all'",
        "div style='max-height:0;overflow:hidden'",
        "div style='height:0px; overflow: hidden'",
        "div style='text-indent:-9999px'",
        "div style='position:absolute;left:-999px'",
        "font color=white",
        "font color='#FEFEFE'",
        "font color=fff",
        "p style='color:rgb(255, 255, 255)'",
        "p style='color:transparent'",
        "td bgcolor=black",
        "td style='background:#000 none'",
        "td style='color:#222;background-color:#232323'",
        "template",
        "p style='color&#58;white'",
        "link rel=stylesheet href=x><div style='background:black'",
    ] {
        let name = tag.rsplit('<').next().unwrap_or(tag);
        let html = read(&format!("a<{tag}>x<b>y</b></{name}><p>z"));
        assert_eq!(html.hidden, "xy", "{tag}");
        assert!(html.marks.has(Mark::HiddenText), "{tag}");
    }
}

/// What looks like hiding and is not leaves text visible.
#[test]
fn shown_text_is_shown() {
    for tag in [
        "font size=1",
        "font color=red",
        "p style='font-size:8pt'",
        "p style='opacity:0.9'",
        "p style='height:0'",
        "p style='overflow:hidden;width:100%'",
        "p style='text-indent:-20px'",
        "table bgcolor=black><tr><td><font color=white",
        "table background=dark.gif><tr><td><font color=white",
        "td style='background:url(dark.gif)'><font color=white",
        "font color=white><a href=x",
        "p style='font-size:0'><font size=2",
        "p style='font-size:0'><b style='font-size:12px'",
        "p style='visibility:hidden'><b style='visibility:visible'",
        "style>.x{color:#fff;background:#000}</style><p class=x><font color=white",
        "p style='color:white",
        "font color=white><select><option",
        "table bgcolor=black",
    ] {
        let html = read(&format!("<{tag}>x"));
        assert_eq!(html.hidden, "", "{tag}");
    }
}

/// Hidden text of several places is apart, and blanks alone are no hidden text.
#[test]
fn hidden_places_are_apart() {
    let html = read("a<b hidden>x</b>b<b hidden>y</b>");
    assert_eq!((html.visible.as_str(), html.hidden.as_str()), ("ab", "x\ny"));
    assert_eq!(read("<b hidden>x</b> <b hidden>y</b>").hidden, "x y");
    assert!(!marks("<p style='display:none'>&nbsp; \u{200c} </p>").contains(&Mark::HiddenText));
}

/// A look ends with its element, also where tags are missing or cross.
#[test]
fn looks_end_with_their_elements() {
    for source in [
        "<p style='color:white'>x<p>seen",
        "<ul><li hidden>x<li>seen</ul>",
        "<table><tr><td hidden>x<td>seen</table>",
        "<table><tr hidden><td>x<tr><td>seen</table>",
        "<font color=white><b>x</font>seen</b>",
        "<div hidden><table><tr><td>x</table></div>seen",
        "<div hidden><p>x</div>seen",
    ] {
        let html = read(source);
        assert_eq!((html.visible.as_str(), html.hidden.as_str()), ("seen", "x"), "{source}");
    }
    assert_eq!(read("<body text=white>x</body>").hidden, "x");
    assert_eq!(visible("<div hidden><table><tr><td></div>x</td></tr></table></div>seen"), "seen");
}

/// More open elements than are remembered keep the looks of those that were forgotten.
#[test]
fn depth_forgets_names_and_keeps_looks() {
    let deep = "<b>".repeat(1000);
    assert_eq!(read(&format!("<p hidden>{deep}x")).hidden, "x");
    assert_eq!(visible(&format!("{deep}<i hidden>x</i>seen")), "seen");
}

/// Links say where they go and what they show.
#[test]
fn links_are_found() {
    use LinkKind::{Anchor, Form, Image, Resource};
    for (source, kind, target, shown) in [
        (
            "<a href=' http://x/?a=1&amp;b=2\n '>go <b>t</b>here</a>",
            Anchor,
            "http://x/?a=1&b=2",
            "go there",
        ),
        ("<a href=x>a<br>b", Anchor, "x", "a b"),
        ("<a href=x>a<b hidden>no</b></a>", Anchor, "x", "a"),
        ("<A HREF=ht\ttp://x>", Anchor, "ht", ""),
        ("<a href='ht\ttp://x'>", Anchor, "http://x", ""),
        ("<map><area href=x alt=y>", Anchor, "x", "y"),
        ("<img src=cid:1 alt='A picture'>", Image, "cid:1", "A picture"),
        ("<input type=image src=x>", Image, "x", ""),
        ("<form action=x>", Form, "x", ""),
        ("<iframe src=x></iframe>", Resource, "x", ""),
        ("<object data=x>", Resource, "x", ""),
        ("<link rel=stylesheet href=x>", Resource, "x", ""),
        ("<script src=x></script>", Resource, "x", ""),
        ("<td background=x>", Resource, "x", ""),
        ("<td style=\"background: #fff url('x')\">", Resource, "x", ""),
        ("<meta http-equiv=Refresh content=\"0; URL='x'\">", Resource, "x", ""),
    ] {
        assert_eq!(links(source), [(kind, target.to_string(), shown.to_string())], "{source}");
    }
}

/// What leads nowhere is no link.
#[test]
fn nothing_is_no_link() {
    for source in ["<a name=x>y</a>", "<a href=' '>x</a>", "<img alt=x>", "<b href=x>", "<form>"] {
        assert!(links(source).is_empty(), "{source}");
    }
}

/// The text of a link ends where the next one begins.
#[test]
fn links_do_not_nest() {
    let shown: Vec<_> = links("<a href=1>x<a href=2>y</a>z").into_iter().map(|l| l.2).collect();
    assert_eq!(shown, ["x", "y"]);
}

/// Each oddity has its mark.
#[test]
fn oddities_are_marked() {
    for (source, mark) in [
        ("V<b></b>iagra", Mark::SplitWord),
        ("V<!-- x -->iagra", Mark::SplitWord),
        ("V<x>iagra", Mark::SplitWord),
        ("V</x>iagra", Mark::SplitWord),
        ("é<!---->é", Mark::SplitWord),
        ("&#86;iagra", Mark::NumericLetters),
        ("<a href='&#x68ttp://x'>", Mark::NumericLetters),
        ("<script></script>", Mark::Script),
        ("<form>", Mark::Form),
        ("<input>", Mark::Form),
        ("<iframe>", Mark::Frame),
        ("<frame src=x>", Mark::Frame),
        ("<embed>", Mark::Frame),
        ("<img src=HTTPS://x/y.gif>", Mark::RemoteImage),
        ("<img src=//x/y.gif>", Mark::RemoteImage),
        ("<img src=x width=1 height=1>", Mark::TinyImage),
        ("<img src=x style='width:1px;height:0'>", Mark::TinyImage),
        ("<a href=http://evil.test>www.bank.example</a>", Mark::Mismatch),
        ("<meta http-equiv=refresh content=5;url=x>", Mark::Refresh),
    ] {
        assert_eq!(marks(source), [mark], "{source}");
    }
}

/// What is usual is not marked.
#[test]
fn the_usual_is_not_marked() {
    for source in [
        "<b>V</b>iagra",
        "a <!-- x -->b",
        "a<!-- x --> b",
        "a<!-- x -->.",
        "a<br><!-- x -->b",
        "a<wbr>b",
        "&#8217; &#160; &#; &#x; &#33;",
        "<img src=cid:x width=600 height=1>",
        "<a href=http://bank.example>www.bank.example</a>",
        "<meta http-equiv=refresh content=5>",
        "<meta http-equiv=content-type content='text/html; charset=utf-8'>",
        "a<o:p></o:p><p>b",
    ] {
        assert!(marks(source).is_empty(), "{source}: {:?}", marks(source));
    }
}

/// Bits of styles that matter to their parser, to be thrown together.
const STYLES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ":",
    ",",
    ">",
    "+",
    "*",
    ".",
    "#",
    "@",
    "!",
    "\\",
    "\\6e ",
    "\\é",
    "/*",
    "*/",
    "'",
    "\n",
    " ",
    "é",
    "漢",
    "a",
    "p",
    ".a",
    "#i",
    ":not(",
    ":hover",
    "[class=",
    "<!--",
    "-->",
    "@media ",
    "screen",
    "(min-width:",
    "1px",
    "-9e9px",
    "display:",
    "none",
    "!important",
    "color:",
    "#fff",
    "hsl(0 0% 100%",
    "font:",
    "0/0 a",
    "clip-path:",
    "inset(",
    "polygon(",
    "circle(",
    "transform:",
    "scale(0)",
    "matrix(",
    "margin:",
    "1 2 3 4",
    "url(",
    "calc(",
    "overflow:hidden",
    "max-height:0",
    "position:absolute",
    "clip:rect(",
    "0,",
    "left:",
    "50%",
    "filter:",
    "opacity(",
];

/// Whatever styles say, a word is seen or hidden, and nothing else is.
#[test]
fn soups_of_styles_lose_no_word() {
    let mut state = 1_u64;
    let mut soup = |size: u64| {
        let mut soup = String::new();
        for _ in 0..state % size {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            soup.push_str(STYLES[(state >> 33) as usize % STYLES.len()]);
        }
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        soup
    };
    for _ in 0..20_000 {
        let source =
            format!("<style>{}</style><div id=i><p class=a style=\"{}\">word", soup(40), soup(20));
        let html = read(&source);
        assert_eq!([html.visible.as_str(), html.hidden.as_str()].concat(), "word", "{source}");
    }
}
