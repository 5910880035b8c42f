import re
from html.parser import HTMLParser

import numpy as np
import pytest

from evidence.samples import TEXT, of_row, of_text
from priory import TextClassifier
from priory.evidence import to_html
from priory.naive_bayes import Explanation

VOID = {"meta"}
ALLOWED = {
    *("html", "head", "meta", "title", "style", "body", "div", "h1", "p", "span"),
    *("table", "tr", "th", "td", "mark", "sup"),
}
ATTRIBUTES = {"class", "title", "lang", "charset", "http-equiv", "content", "name", "dir"}
HOSTILE = [
    "<script>alert(1)</script> cheap",
    "cheap</div></body><img src=x onerror=alert(1)>",
    '"cheap" onmouseover="alert(1)" \'cheap\'',
    "cheap & &lt; <!-- ]]> <![CDATA[",
    "cheap\x00\x1b[2J\x7f\x85",
    "\u202echeap\u2066\u2069 \u200b \u2028 lunch",
    "cheap \ud800 \udcff lunch",
    "</style><style>*{display:none}</style> cheap",
]


class Reader(HTMLParser):
    """Reads a page: its elements, which must nest, and its text."""

    def __init__(self, page):
        super().__init__()
        self.open, self.text, self.marks, self.tags = [], [], [], set()
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        """Keep an element, which must be one of ours."""
        assert tag in ALLOWED
        assert {name for name, _ in attrs} <= ATTRIBUTES
        self.tags.add(tag)
        if tag == "mark":
            self.marks.append((dict(attrs)["class"], dict(attrs)["title"], ""))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        """Close the innermost element."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Keep text, and that of marks apart."""
        self.text.append(data)
        if "mark" in self.open and "sup" not in self.open:
            side, title, text = self.marks[-1]
            self.marks[-1] = (side, title, text + data)

    def handle_comment(self, data):
        """Refuse comments: there are none of ours."""
        raise AssertionError(data)


def text_of(page):
    """Return what stands in the box of the text."""
    return re.search(r'(?s)<div class="text" dir="auto">(.*?)</div>', page)[1]


def test_page():
    """A page says that nothing may be run or loaded, and what it is encoded in."""
    page = to_html(of_text())

    assert page.startswith("<!DOCTYPE html>\n")
    head = page.partition("<style>")[0]
    assert "default-src 'none'; style-src 'unsafe-inline'" in head
    assert '<meta charset="utf-8">' in head
    assert Reader(page).tags == ALLOWED


def test_fragment():
    """A fragment is one element whose style does not touch what stands around it."""
    fragment = of_text()._repr_html_()

    reader = Reader(fragment)
    assert fragment == to_html(of_text(), fragment=True)
    assert fragment.startswith('<div class="priory">')
    assert not reader.tags & {"html", "head", "body", "meta"}
    styles = "".join(re.findall(r"(?s)<style>(.*?)</style>", fragment))
    selectors = [name for rule in re.findall(r"([^{}]+)\{", styles) for name in rule.split(",")]
    assert len(selectors) > 10
    assert [name for name in selectors if not name.strip().startswith(".priory")] == []


def test_shades():
    """Words that speak for the class are marked by +, and against it by -, the more the darker."""
    marks = Reader(to_html(of_text(TEXT))).marks

    assert [(side[0], word) for side, _, word in marks] == [
        ("f", "Cheap"),
        ("f", "CHEAP"),
        ("a", "lunch"),
    ]
    assert marks[0][1].startswith("+")
    assert marks[2][1].startswith("-")
    assert re.findall(r"<sup>(.)</sup>", to_html(of_text(TEXT))) == ["+", "+", "\N{MINUS SIGN}"]


def test_zero_has_no_side():
    """What is shown as zero speaks for neither class, and has no colour of one."""
    model = TextClassifier().fit(["buy now", "see now"], ["spam", "ham"])
    rows = re.findall(r"<tr( class=\w+)?><td>(.*?)</td>", to_html(model.explain("buy now")))
    sides = {name: side for side, name in rows}
    assert (sides["buy"], sides["now"], sides["(prior)"]) == (" class=for", "", "")


def test_dark_mode():
    """A page is dark where its reader wants pages to be, and what is shaded stays dark on light."""
    page = to_html(of_text(TEXT))
    assert ":root { color-scheme: light dark; }" in page
    assert ".priory mark { color: #000;" in page
    assert ".priory .for, .priory .against { color: #000; }" in page


def test_shares_of_places():
    """What a word says is shared out over the places where it stands."""
    explanation = of_text("cheap cheap")

    marks = Reader(to_html(explanation)).marks

    first, second = (explanation.contributions[0][c] for c in (2, 0))  # of spam and ham
    assert [float(title) for _, title, _ in marks] == [
        pytest.approx((first - second) / 2, abs=5e-3)
    ] * 2


def test_overlaps():
    """Where words overlap, a piece shows their sum, and no letter is lost or said twice."""
    explanation = of_text("buy cheap lunch", ngram_range=(1, 2))

    page = to_html(explanation)

    weights = dict(zip(explanation.features, explanation.contributions @ [-1, 0, 1], strict=True))
    assert "".join(re.sub("<sup>.</sup>|<[^>]*>", "", text_of(page))) == "buy cheap lunch"
    first = Reader(page).marks[0]
    assert first[2] == "buy"
    assert float(first[1]) == pytest.approx(weights["buy"] + weights["buy cheap"], abs=0.005)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_text(text):
    """Whatever a text holds, it stays text, can be seen, and can be written."""
    page = to_html(of_text(text))

    Reader(page)
    assert page.replace("\n", "").isprintable()
    page.encode()


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names(name):
    """The same holds for the names of classes and of features, and for values."""
    names = np.array([f"{name} {i}" for i in "ab"], dtype=object)
    zero = np.zeros(2)

    page = to_html(Explanation(names, names, names, np.eye(2), zero, zero))

    Reader(page)
    assert page.replace("\n", "").isprintable()
    page.encode()


def test_lines():
    """Lines and tabs of a text stay what they are."""
    assert re.sub("<sup>.</sup>|<[^>]*>", "", text_of(to_html(of_text("cheap\r\n\tlunch\n")))) == (
        "cheap\n\tlunch\n"
    )


def test_long_text():
    """A text of a megabyte is shown whole."""
    text = "cheap lunch for gnomes " * 50_000

    page = to_html(of_text(text))

    assert page.count("<mark ") == 100_000
    assert len(page) < 8 * len(text)


@pytest.mark.parametrize("text", ["", "gnomes", "  "])
def test_nothing_known(text):
    """A text without words in use is shown as it is."""
    reader = Reader(to_html(of_text(text)))

    assert reader.marks == []


def test_rows():
    """A row has tables and a legend, and no text."""
    page = to_html(of_row(), against="news")

    reader = Reader(page)
    assert "mark" not in reader.tags
    assert "speaks for news" in "".join(reader.text)


def test_ruled_out():
    """A word that is certain is marked as such, and no number is NaN."""
    page = to_html(of_text("cheap now", estimate="mle"))

    assert "certain" in {title for _, title, _ in Reader(page).marks}


def test_no_class():
    """Where all classes are ruled out, the page says so."""
    page = to_html(of_text("cheap lunch goal", estimate="mle"))

    assert "<h1>No class: all have probability 0</h1>" in page


def test_one_class():
    """A model of one class has nothing to shade."""
    explanation = TextClassifier().fit(["buy now"], ["spam"]).explain("buy")

    assert Reader(to_html(explanation)).marks == []
