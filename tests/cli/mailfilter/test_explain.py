import json
import re
import stat

import pytest

from priory import MailFilter
from priory.cli.mailfilter._explanation import explained
from priory.mail import Message
from priory.tokens import MailAnalyzer

SPAM = b"Subject: pills\n\nBuy cheap pills now, only today, at noon!\n"
HOSTILE = (
    b"Subject: =?utf-8?q?=1B[2J<script>alert(1)</script>_=E2=80=AE?=\n\n"
    b"Buy cheap pills now <script>alert(1)</script>\n"
)
PAGE = "<!doctype html><p>old"
PARTS = r"(\d\.\d\d) +([+-]\d\.\d\d) +([+-]\d\.\d\d)"  # of which the weight is the sum


def evidence(text):
    """Return the rows of the table of evidence: names and weights."""
    rows = re.findall(r"(?m)^(\S.*?) {2,}([+-][0-9.]+)(?: |$)", text)
    return [(name, float(weight)) for name, weight in rows]


def test_report(priory, taught, message):
    """The verdict, the probabilities and the evidence both ways are shown."""
    path = message(SPAM)

    ran = priory("explain", path)

    with MailFilter(taught) as mail:
        verdict = mail.explain(SPAM)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == f"{path}: spam ({verdict.probability:.4f})"
    assert lines[1] == "  Subject: pills"
    assert lines[4] == f"spam        {verdict.probability:.4f}"
    assert re.search(r"(?m)^token +weight  counts  lessons  of 60 spam  of 60 ham$", ran.out)
    assert re.search(rf"(?m)^cheap +\+{PARTS}          60          0$", ran.out)
    assert re.search(rf"(?m)^noon +-{PARTS}           0         60$", ran.out)


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("top", [0, 1, 3, 100])
def test_adds_up(priory, message, top):
    """The weights add up to the log-odds, however many are shown."""
    printed = priory("explain", message(SPAM), "--top", top).out
    rows = evidence(printed)

    (base, _), *parts, (name, log_odds) = rows
    assert (base, name) == ("(before any token)", "(log-odds)")
    assert sum(weight for _, weight in rows[:-1]) == pytest.approx(log_odds, abs=0.01 * len(rows))
    sums = [int(found[1]) for name, _ in parts if (found := re.match(r"\((\d+) ", name))]
    assert bool(sums) == (top < 100)
    assert sum(sums) + len(parts) - len(sums) == int(re.search(r"(\d+) known", printed)[1])


@pytest.mark.usefixtures("taught")
def test_two_parts(priory, message):
    """Each weight is what counts and lessons add; models without lessons have no such columns."""
    path = message(SPAM)
    rows = re.findall(rf"(?m)^\S.*? {{2,}}([+-]){PARTS}", priory("explain", path, "--top", 2).out)

    assert len(rows) > 4
    for sign, weight, counts, lessons in rows:
        assert float(sign + weight) == pytest.approx(float(counts) + float(lessons), abs=0.011)
    assert any(float(lessons) for *_, lessons in rows)
    plain = priory("explain", path, "--event", "boolean").out
    assert re.search(r"(?m)^token +weight  here  of 60 spam  of 60 ham$", plain)


@pytest.mark.usefixtures("taught")
def test_origins(priory, message):
    """What is not shown is summed up by origin, the strongest sum first."""
    ran = priory("explain", message(SPAM), "--top", 0)

    found = [(name, weight) for name, weight in evidence(ran.out)[1:-1]]
    assert [name for name, _ in found][:2] == ["(7 words of the text)", "(1 of subject)"]
    sizes = [abs(weight) for _, weight in found]
    assert sizes == sorted(sizes, reverse=True)


def test_json(priory, taught, message):
    """For programs there is all of the evidence, with its counts."""
    path = message(SPAM)

    found = json.loads(priory("explain", path, "--json").out)

    with MailFilter(taught) as mail:
        verdict = mail.explain(SPAM)
    assert (found["file"], found["verdict"], found["against"]) == (str(path), "spam", "ham")
    assert found["evidence"][0] == {
        "token": "subject:pills",
        "weight": verdict.evidence[0].weight,
        "lesson": verdict.evidence[0].lesson,
        "occurrences": 1,
        "messages": {"spam": 60, "ham": 0},
    }
    weights = [one["weight"] for one in found["evidence"]]
    assert found["base"] + sum(weights) == pytest.approx(found["log_odds"])
    assert found["unknown"] == verdict.n_unknown
    for name in ("weight", "lesson"):
        by_origin = sum(one[name] for one in found["origins"])
        assert by_origin == pytest.approx(sum(one[name] for one in found["evidence"]))
    assert sum(one["tokens"] for one in found["origins"]) == len(found["evidence"])


def test_unsure(priory, message):
    """It is said why a verdict is unsure."""
    priory("learn", "spam", message(SPAM))
    alone = priory("explain", message(SPAM))
    priory("learn", "ham", message(b"Subject: lunch\n\nlunch at noon\n"))

    ran = priory("explain", message(SPAM))

    assert alone.out.endswith(
        "Unsure: only spam was learned so far: learn messages of each class.\n"
    )
    assert re.match(r".*: unsure \(spam 0\.\d{4}\)\n", ran.out)
    assert "Unsure: only 1 message of spam learned so far.\n" in ran.out


@pytest.mark.usefixtures("taught")
def test_several(priory, mbox):
    """Several messages are explained one after the other."""
    ran = priory("explain", mbox([SPAM, SPAM]))

    assert ran.out.count("(log-odds)") == 2


def test_hostile(priory, taught, message):
    """What a message says does not break the terminal."""
    assert taught.exists()

    ran = priory("explain", message(HOSTILE))

    assert r"  Subject: \x1b[2J<script>alert(1)</script> \u202e" in ran.out
    assert "\x1b" not in ran.out


@pytest.mark.usefixtures("taught")
def test_page(priory, message, tmp_path):
    """A page has the same evidence, escaped, and nothing that a browser would run or load."""
    page = tmp_path / "why.html"

    ran = priory("explain", message(HOSTILE), "--html", page)

    text = page.read_text(encoding="utf-8")
    assert ran == (0, "", "")
    assert "<td>cheap</td><td>+" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "default-src 'none'" in text
    assert not re.search(r"<script|<img|<link|https?:|[\x00-\x09\x0b-\x1f]|\u202e", text)


@pytest.mark.usefixtures("taught")
def test_page_of_several(priory, mbox, capsys):
    """A page explains several messages; the name - is standard output."""
    ran = priory("explain", mbox([SPAM, SPAM]), "--html", "-")

    assert ran.out.startswith("<!DOCTYPE html>")
    assert ran.out.count("<h1>") == 2
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("taught")
def test_page_spares_the_message(priory, message):
    """A page is not written over the message that it explains."""
    path = message(SPAM)

    ran = priory("explain", path, "--html", path)

    complaint = f"priory: {path} would overwrite the input {path}: name another with --html\n"
    assert ran == (2, "", complaint)
    assert path.read_bytes() == SPAM


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--top", "-1"], "--top must be 0 or more, not -1"),
        (["--json", "--html", "-"], "--html and --json exclude each other: leave one out"),
        (["--html", ""], "empty file name after --html: name a file"),
    ],
)
@pytest.mark.usefixtures("taught")
def test_mistakes(priory, message, words, complaint):
    """What makes no sense is a line, and the exit code is two."""
    assert priory("explain", message(SPAM), *words) == (2, "", f"priory: {complaint}\n")


def test_no_store(priory, store, message):
    """Without a store nothing can be explained."""
    complaint = (
        f"priory: {store}: the store does not exist: learn some mail first, with `priory learn`\n"
    )

    assert priory("explain", message(SPAM)) == (2, "", complaint)


def test_many_classes(priory, taught, message):
    """Of many classes all have a probability, and the best ones a column."""
    with MailFilter(taught) as mail:
        for n in range(5):
            mail.learn(b"Subject: x\n\nxylophone %d" % n, f"class{n}")

    ran = priory("explain", message(SPAM))

    assert re.search(r"(?m)^token +weight +counts +lessons(  of \d+ \w+){4}$", ran.out)
    assert len(re.findall(r"(?m)^class\d +0\.", ran.out)) == 5


@pytest.mark.usefixtures("taught")
def test_page_is_private(priory, message, tmp_path):
    """Only its owner may read a new page: it has words of mail."""
    page = tmp_path / "why.html"

    priory("explain", message(SPAM), "--html", page)

    assert stat.S_IMODE(page.stat().st_mode) == 0o600


@pytest.mark.usefixtures("taught")
def test_page_of_nothing(priory, tmp_path):
    """Where there is nothing to explain, the page that is there stays."""
    page = tmp_path / "why.html"
    page.write_text(PAGE, encoding="utf-8")

    ran = priory("explain", tmp_path / "nowhere", "--html", page)

    assert (ran.code, page.read_text(encoding="utf-8")) == (2, PAGE)


@pytest.mark.usefixtures("taught")
def test_page_takes_the_place_of_a_page(priory, message, tmp_path):
    """A page, or an empty file, is written anew."""
    page = tmp_path / "why.html"
    for old in (PAGE, ""):
        page.write_text(old, encoding="utf-8")

        assert priory("explain", message(SPAM), "--html", page) == (0, "", "")
        assert "cheap" in page.read_text(encoding="utf-8")


def test_page_spares_what_is_none(priory, taught, message, tmp_path):
    """A page is not written over the store, nor over a message that stands behind --html."""
    path, other = message(SPAM), tmp_path / "other.eml"
    other.write_bytes(SPAM)

    for place in (other, taught):
        before = place.read_bytes()
        ran = priory("explain", "--html", place, path)

        assert (ran.code, ran.out, place.read_bytes()) == (2, "", before)
        assert "name another with --html" in ran.err


def test_read_once(taught, monkeypatch):
    """A message that is explained is tokenised once, and parsed once more for its subject."""
    calls, parse = [], Message.parse
    with MailFilter(taught, mode="ro") as mail:
        native = mail.store.analyzer.native()

        class Analyzer:
            """Knows nothing but how to tokenise, and notes it."""

            def tokenize_all(self, messages, threads):
                """Tokenise messages."""
                calls.append("tokenise")
                return native.tokenize_all(messages, threads)

        monkeypatch.setattr(MailAnalyzer, "native", lambda _: Analyzer())
        monkeypatch.setattr(Message, "parse", lambda *given: calls.append("parse") or parse(*given))
        found = explained(mail, "a.eml", SPAM, 3)

    assert (found.subject, found.verdict.label) == ("pills", "spam")
    assert calls == ["tokenise", "parse"]
