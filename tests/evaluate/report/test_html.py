import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from priory.evaluate.report import Clue, Labelled, Mistake, to_html
from priory.evaluate.report.html import LONGEST

VOID = {"meta"}
HOSTILE = "</p></style></title><script>alert(1)</script><img src=x onerror=alert(1)>\"'&\x00\u202e"


class Page(HTMLParser):
    """The elements of a page, in which all that is opened must be closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.said = [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        """Open an element."""
        self.elements.append((tag, dict(attrs)))
        self.open += [] if tag in VOID else [tag]

    def handle_endtag(self, tag):
        """Close the element that was opened last."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Keep what is seen."""
        if "style" not in self.open:
            self.said.append(data)

    @property
    def text(self):
        """What a reader sees."""
        return " ".join(" ".join(self.said).split())


@pytest.fixture
def hostile(report):
    """Return a report in which all that comes from elsewhere wants to be markup."""
    clues = (Clue(HOSTILE, 1.0), Clue(HOSTILE, -1.0))
    wrong = Mistake(HOSTILE, HOSTILE, HOSTILE, 0.5, HOSTILE, HOSTILE, clues)
    first = report.results[0]
    trial = replace(first.trial, filter=HOSTILE, protocol=HOSTILE)
    results = [replace(first, trial=trial, confusion={(HOSTILE, HOSTILE): 3}), report.results[1]]
    comparisons = [replace(report.comparisons[0], one=HOSTILE, other=HOSTILE)]
    return replace(
        report,
        title=HOSTILE,
        results=results,
        comparisons=comparisons,
        mistakes=[wrong],
        conflicts=[[Labelled(HOSTILE, HOSTILE)]],
        spam=HOSTILE,
    )


def test_hostile_mail_adds_no_element(report, hostile):
    """Whatever places, subjects and tokens say, the page has the elements that it has anyway."""
    plain = replace(report, mistakes=report.mistakes[:1], conflicts=report.conflicts[:1])
    tags = {tag for tag, _ in Page(to_html(plain)).elements}
    found = Page(to_html(hostile))

    assert {tag for tag, _ in found.elements} <= tags
    assert not any(name.startswith("on") for _, attributes in found.elements for name in attributes)
    assert "<script>alert(1)</script>" in found.text
    assert not re.search("[\x00\u202e]", to_html(hostile))


def test_values_of_attributes_are_ours(report, hostile):
    """Nothing from mail or names stands in an attribute."""
    values = {
        value for _, attributes in Page(to_html(hostile)).elements for value in attributes.values()
    }

    assert not [value for value in values if "alert" in value]
    assert not [v for _, a in Page(to_html(report)).elements for v in a.values() if "Tea?" in v]


def test_pages_load_and_run_nothing(report):
    """A page refers to nothing outside, has no script and no link, and forbids both."""
    page = to_html(report)
    found = Page(page)
    policy = [a["content"] for tag, a in found.elements if "http-equiv" in a]

    assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]
    assert not {"script", "link", "img", "a", "iframe", "use", "image"} & {
        t for t, _ in found.elements
    }
    assert not {"href", "src", "xlink:href", "action"} & {k for _, a in found.elements for k in a}
    assert re.findall(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", page) == []


def test_numbers_of_the_report_are_on_the_page(report):
    """Measures, intervals, comparisons, verdicts, mistakes and the time are all said."""
    text = Page(to_html(report)).text
    measures = [
        "4 of 2,093 (0.19%)",
        "3 of 2,093 (0.14%)",
        "12 of 930 (1.29%)",
        "45 of 930 (4.84%)",
    ]
    measures += [
        "0.50%",
        "0.034%",
        "9.68%",
        "3.23%",
        "0.0203",
        "0.0456",
        "0.0078",
        "2,999 of 3,023",
    ]
    intervals = ["0.052% to 0.49%", "0.012% to 0.079%", "0.0151 to 0.0262", "7.71% to 11.82%"]
    comparisons = ["cost 61.5 70.1 7 2 1 0.0312", "lost 4 1 3 6 5 0.3750", "12 183 9 0 8 < 0.0001"]
    verdicts = ["ham 2,086 4 3", "spam 12 873 45"]
    mistakes = ["0.9987", "subject:free +3.21", "from:ada -1.43", "95%", "1 min 23 s"]

    expected = [*measures, *intervals, *comparisons, *verdicts, *mistakes]
    assert [number for number in expected if number not in text] == []


def test_headline_is_in_words(report):
    """The page begins with what became of good mail and of spam, of each filter."""
    text = Page(to_html(report)).text

    assert (
        "priory : Of 2,093 good letters 4 were lost and 3 left unsure; of 930 spam letters 57 were "
        "not caught: 12 called good and 45 left unsure." in text
    )
    assert "bogofilter : Of 2,093 good letters 1 was lost" in text


def test_mistakes_have_the_command_that_corrects_them(report):
    """Who sent what, what speaks for it, and a line for the shell stand with each mistake."""
    text = Page(to_html(report)).text

    assert "ham taken for spam , probability of spam 0.9987" in text
    assert "From: Ada <ada@a.example> Subject: Tea? my mail/in#7" in text
    assert "priory learn ham 'my mail/in#7'" in text
    assert "priory learn ham 'in#8'" in text


def test_evidence_has_the_colour_of_what_it_speaks_for(report):
    """Tokens for spam have the colour of spam, others that of ham, and classes have theirs."""
    page = Page(to_html(replace(report, conflicts=())))
    kinds = [a["class"] for tag, a in page.elements if tag in {"span", "b"} and a]

    assert kinds == ["ham", "spam", "clue spam", "clue ham", "ham", "spam"]


def test_interrupted_reports_say_so(report, bare):
    """A report of an interrupted trial says that it is partial, and others do not."""
    assert "Partial: the evaluation was interrupted (bogofilter)" in Page(to_html(report)).text
    assert "Partial" not in to_html(bare)


def test_empty_parts_are_left_out(report, bare):
    """What a report does not have has no section and no chart."""
    headings = re.findall("<h2>(.*?)</h2>", to_html(bare))

    assert len(re.findall("<h2>", to_html(report))) == 9
    assert headings == ["Measures"]
    assert "<svg" not in to_html(bare)
    assert "log loss" not in to_html(bare)


def test_filters_without_probabilities_have_no_reliability(report, priory):
    """Where no filter gives probabilities there is no diagram of them."""
    without = replace(report, results=[replace(priory, reliability=())])

    assert "Are the probabilities right?" in to_html(report)
    assert "Are the probabilities right?" not in to_html(without)


def test_pages_are_the_same_each_time(report):
    """The same report gives the same page."""
    assert to_html(report) == to_html(report)


def test_twins_are_said(report, bare):
    """The page begins with how many messages were learned before they were judged."""
    assert "605 of 3,023 messages (20.0%) had a twin" in Page(to_html(report)).text
    assert "twin" not in to_html(bare)


def test_many_conflicts_are_counted_and_some_named(bare):
    """Of many texts with several classes all are counted and some are named."""
    copies = [Labelled(f"box#{n}", "ham") for n in range(1000)]
    text = Page(to_html(replace(bare, conflicts=[copies] * 50))).text

    assert "50 texts stand in messages of different classes" in text
    assert "30 more groups" in text
    assert "and 990 more" in text


def test_endless_subjects_are_cut(report, mistake):
    """A message cannot fill the page with its subject or its words."""
    long = replace(
        mistake, subject="s" * 10**6, sender="f" * 10**6, evidence=[Clue("t" * 10**6, 1)]
    )
    page = to_html(replace(report, mistakes=[long]))

    assert max(map(len, re.findall("s+|f+|t+", page))) == LONGEST
