"""Neighbours as evidence, in all forms."""

import json

import pytest

from priory import TextNeighbors
from priory.evidence import neighbors

TEXTS = ["buy <b>now</b>", "buy\u202e here\nnow", "see you", "you & me", "see me"]
LABELS = ["<spam>", "<spam>", "<spam>", "ham", "ham"]


def explained(text="buy now", labels=LABELS, **parameters):
    """Explain a text by those above."""
    return TextNeighbors(**{"n_neighbors": 3} | parameters).fit(TEXTS, labels).explain(text)


def test_those_for_the_label_come_first():
    """The neighbours that voted for the label have a table, and the others another one."""
    first, own, others = neighbors.to_text(explained("see you me")).split("\n\n")

    assert first.splitlines()[1].split() == ["ham", "0.6667"]
    assert own.startswith("ham, because of 2 of the 3 nearest texts:\ntext ")
    assert len(own.splitlines()) == 4
    assert others.startswith("Not ham: 1 of the 3 nearest texts:\ntext ")
    assert len(others.splitlines()) == 3


@pytest.mark.parametrize(
    ("k", "text", "title"),
    [
        (1, "buy", "<spam>, because of the nearest text:"),
        (2, "buy", "<spam>, because of the 2 nearest texts:"),
        (3, "me", "ham, because of 2 of the 3 nearest texts:"),
    ],
)
def test_titles(k, text, title):
    """It is said how many of how many voted for the label."""
    assert title in neighbors.to_text(explained(text, n_neighbors=k)).splitlines()


def test_column_adds_up():
    """The votes for the label and the prior are its probability."""
    text = neighbors.to_text(explained("see you me", alpha=1))
    own = text.split("\n\n")[1].splitlines()[2:]
    votes = [float(line.split("0.")[-1].split()[0]) / 10_000 for line in own]

    assert own[-1].startswith("(prior)")
    assert sum(votes) == pytest.approx(0.6, abs=2e-4)


def test_others_are_summed_up():
    """Beyond the number that was asked for, neighbours are one line."""
    text = neighbors.to_text(explained("see you me", n_neighbors=5), n=1)

    assert "(2 more)" in text
    assert text.count("(2 more)") == 2
    assert "0.4000" in text


def test_text_stays_on_its_line():
    """What would break a line or turn text around is spelled out, and long texts are cut."""
    text = neighbors.to_text(explained())

    assert "buy\\u202e here now" in text
    assert "\u202e" not in text


def test_json():
    """All is there, and labels that JSON has not are spelled."""
    found = json.loads(neighbors.to_json(explained(labels=[True, True, False, False, False])))

    assert found["label"] is True
    assert list(found["probabilities"].values()) == pytest.approx([1 / 3, 2 / 3])
    first = found["neighbors"][0]
    assert set(first) == {"text", "label", "distance", "vote", "index", "words"}
    assert first["text"] in TEXTS[:2]
    assert sum(first["words"].values()) == pytest.approx(1 - first["distance"])


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frame(library):
    """A data frame has a row for each neighbour."""
    pytest.importorskip(library)
    explanation = explained()
    frame = neighbors.to_frame(explanation, library=library)

    assert list(frame.columns) == ["text", "label", "distance", "vote", "index", "words"]
    assert list(frame["index"]) == explanation.indices.tolist()
    assert list(frame["words"][0]) == list(explanation.words[0])


def test_page_is_escaped():
    """Texts and labels cannot become markup, and nothing can be loaded or run."""
    page = neighbors.to_html(explained("<script>buy</script>"))

    assert "<script" not in page
    assert "<b>" not in page
    assert "<spam>" not in page
    assert "\u202e" not in page
    assert "&lt;script&gt;buy" in page
    assert "buy &lt;b&gt;now&lt;/b&gt;" in page
    assert "default-src 'none'" in page


def test_words_have_no_sign():
    """A shared word that begins with a sign is no evidence against the label."""
    model = TextNeighbors(1, analyzer="char").fit(["-", "x"], [0, 1])

    assert "<td>-</td></tr>" in model.explain("-").to_html()
    assert "<tr class" not in model.explain("-").to_html()


def test_page_has_whole_texts():
    """A text stands on the page with its lines, and very long ones are cut."""
    explanation = TextNeighbors(1).fit(["buy\nnow\n" * 100, "buy " + "x" * 5000], [0, 1])

    assert "buy\nnow\nbuy" in explanation.explain("now").to_html()
    assert "x..." in explanation.explain("x" * 5000).to_html()
    assert len(explanation.explain("x" * 5000).to_html()) < 10_000


def test_fragment():
    """A fragment is one element for a page that is there."""
    part = neighbors.to_html(explained(), fragment=True)

    assert part.startswith('<div class="priory">')
    assert part.endswith("</div>\n")
    assert "<html" not in part
