import json
import sys

import pytest

from priory.cli.mail.tokens import MOST_ROWS
from priory.cli.main import main
from priory.tokens import MailAnalyzer

TOGETHER = """\
count  messages  origin   token
    3         3  subject  subject:hello
    3         2  body     lunch
    1         1  body     and
    1         1  body     tea
    1         1  body     coffee
"""


def rows(out):
    """Return the rows of a table, without its head."""
    return [line.split() for line in out.splitlines()[1:]]


def tokens(out):
    """Return the last column of a table."""
    return [row[-1] for row in rows(out)]


def test_together(priory, three):
    """It counts tokens over all messages, and the messages that each is in."""
    assert priory("mail", "tokens", three, "--origin", "subject,body") == (0, TOGETHER, "")


def test_each(priory, three):
    """If asked to, it shows the tokens of each message, below its place."""
    out = priory("mail", "tokens", three, "--origin", "body", "--each").out

    assert out == (
        f"#1 {three}#1\ncount  origin  token\n    2  body    lunch\n\n"
        f"#2 {three}#2\ncount  origin  token\n    1  body    lunch\n"
        "    1  body    and\n    1  body    tea\n\n"
        f"#3 {three}#3\ncount  origin  token\n    1  body    coffee\n"
    )


def test_messages_without_tokens(priory, three):
    """A message that has no such tokens is not mentioned."""
    out = priory("mail", "tokens", three, "--origin", "body", "--each", "--min-length", "6").out

    assert [line for line in out.splitlines() if line.startswith("#")] == [f"#3 {three}#3"]


def test_wide(priory, mbox):
    """Columns are as wide as their widest number or origin, whatever the tokens are."""
    lines = priory("mail", "tokens", mbox(b"List-Id: x\n\n" + b"free " * 1234567)).out.splitlines()

    begin = lines[0].index("token")
    assert {line[begin - 2 : begin] for line in lines} == {"  "}
    assert all(line[begin].strip() for line in lines)


def test_everything(priory, message):
    """Without a choice of origins, all tokens of the analyser are there."""
    path = message()

    found = rows(priory("mail", "tokens", path, "--sort", "order").out)

    expected = MailAnalyzer().count(path.read_bytes())
    assert {row[-1]: int(row[0]) for row in found} == expected
    assert [row[-1] for row in found] == list(expected)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("count", ["lunch", "and", "tea", "coffee"]),
        ("order", ["lunch", "and", "tea", "coffee"]),
        ("name", ["and", "coffee", "lunch", "tea"]),
    ],
)
def test_sort(priory, three, order, expected):
    """Tokens are sorted as asked; those that occur equally often stay as they came."""
    out = priory("mail", "tokens", three, "--origin", "body", "--sort", order).out

    assert tokens(out) == expected


def test_sort_by_count(priory, mbox):
    """The most frequent come first, also if they were met last."""
    path = mbox(b"A: b\n\none two two", b"A: b\n\ntwo six six six six")

    out = priory("mail", "tokens", path, "--origin", "body").out

    assert tokens(out) == ["six", "two", "one"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--case", "keep"], ["FREE", "url:a.example", "url:example", "path:now", "hidden:lunch"]),
        (["--urls", "hosts"], ["free", "url:a.example", "url:example", "hidden:lunch"]),
        (["--hidden", "out"], ["free", "url:a.example", "url:example", "path:now"]),
        (["--hidden", "together", "--urls", "hosts", "--pairs"], ["free", "lunch"]),
        (["--min-length", "5", "--urls", "hosts"], ["url:a.example", "hidden:lunch"]),
    ],
)
def test_choices(priory, message, words, expected):
    """The options say what is a token, as those of the analyser do."""
    content = b"Content-Type: text/html\n\nFREE http://a.example/now <p style='display:none'>lunch"

    out = priory("mail", "tokens", message(content), "--origin", "body,url,path,hidden", *words).out

    assert set(expected) <= set(tokens(out))
    assert ("FREE" in tokens(out)) == ("keep" in words)
    assert ("hidden:lunch" in tokens(out)) == ("--hidden" not in words)
    assert ("path:now" in tokens(out)) == ("hosts" not in words)
    assert ("free" in tokens(out)) == ("FREE" not in expected and "5" not in words)


def test_pairs(priory, message):
    """Two words that follow each other are a token if asked for."""
    path = message(b"A: b\n\nfree money")
    words = ["--headers", "none", "--origin", "body", "--json"]

    lines = priory("mail", "tokens", path, *words, "--pairs").out.splitlines()

    assert {json.loads(line)["token"] for line in lines} == {"free", "money", "free money"}


@pytest.mark.parametrize(("headers", "n"), [("all", 2), ("subject", 1), ("none", 0)])
def test_headers(priory, message, headers, n):
    """The headers that become tokens are chosen."""
    path = message(b"Subject: free\nTo: you@example.com\n\nhello")

    out = priory("mail", "tokens", path, "--headers", headers, "--origin", "subject,to").out

    assert len({token.partition(":")[0] for token in tokens(out)}) == n


def test_long_words(priory, message):
    """Words above the maximal length are summed up."""
    out = priory("mail", "tokens", message(b"A: b\n\nabcdefgh"), "--max-length", "5").out

    assert "long" in {row[2] for row in rows(out)}


@pytest.fixture
def on_terminal(monkeypatch, terminal):
    """Return a function that gives the lines which a command prints on a terminal."""

    def run(*words):
        out = terminal()
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["mail", "tokens", *map(str, words)]) == 0
        return out.getvalue().splitlines()

    return run


@pytest.mark.parametrize(
    ("words", "n_rows"),
    [([], MOST_ROWS), (["--top", "3"], 3), (["--all"], 50), (["--top", "60"], 50)],
)
def test_terminal(on_terminal, message, words, n_rows):
    """On a terminal not too many are shown, and how many more there are."""
    content = b"A: b\n\n" + b" ".join(b"word%d" % n for n in range(50))

    lines = on_terminal(message(content), "--origin", "body", *words)

    more = f"({50 - n_rows} more tokens: see --all and --top)"
    assert sum("word" in line for line in lines) == n_rows
    assert lines[n_rows + 1 :] == ([more] if n_rows < 50 else [])


def test_terminal_json(on_terminal, message):
    """As JSON, all are written to a terminal, too."""
    content = b"A: b\n\n" + b" ".join(b"word%d" % n for n in range(50))

    assert len(on_terminal(message(content), "--origin", "body", "--json")) == 50


def test_pipe(priory, message):
    """In a pipe all are shown."""
    content = b"A: b\n\n" + b" ".join(b"word%d" % n for n in range(500))

    assert len(rows(priory("mail", "tokens", message(content), "--origin", "body").out)) == 500


@pytest.mark.parametrize("words", [["--json"], ["--json", "--each"]])
def test_json_top(priory, three, words):
    """As JSON, too, no more are written than were asked for."""
    lines = priory("mail", "tokens", three, "--top", "1", *words).out.splitlines()

    assert len(lines) == (3 if "--each" in words else 1)


def test_json(priory, three):
    """As JSON, each token is an object with its counts and its origin."""
    lines = priory("mail", "tokens", three, "--json", "--origin", "body").out.splitlines()

    assert json.loads(lines[0]) == {"token": "lunch", "origin": "body", "count": 3, "messages": 2}


def test_json_each(priory, three):
    """As JSON, each token of a message has the place of the message."""
    words = ("--json", "--each", "--origin", "body", "--number", "2", "--top", "1")

    assert json.loads(priory("mail", "tokens", three, *words).out) == {
        "number": 2,
        "file": str(three),
        "offset": 78,
        "token": "lunch",
        "origin": "body",
        "count": 1,
    }


def test_unknown_origin(priory, three):
    """If nothing comes from an origin, those are named that there are."""
    ran = priory("mail", "tokens", three, "--origin", "sbject")

    assert (ran.code, ran.out) == (0, "")
    assert ran.err == "priory: no token comes from sbject: see body, header, subject, type\n"


@pytest.mark.parametrize("words", [[], ["--each"], ["--json"]])
def test_hostile(priory, message, words):
    """No token breaks the terminal."""
    attack = "x\x1b[2J\u202ey".encode()
    content = b"""\
Subject: %b
To: %b@%b
X-%b: z

%b http://%b/%b
""".replace(b"%b", attack)

    out = priory("mail", "tokens", message(content), *words).out

    assert all(line.isprintable() for line in out.split("\n"))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--top", "0"], "--top must be 1 or more, not 0"),
        (
            ["--min-length", "9", "--max-length", "8"],
            "priory: --min-length: must be an integer from 1 to 8, not 9",
        ),
        (["--min-length", "0"], "priory: --min-length: "),
        (["--max-length", "9999"], "priory: --max-length: "),
    ],
)
def test_mistakes(priory, three, words, complaint):
    """What means nothing is refused in one line."""
    ran = priory("mail", "tokens", three, *words)

    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.count("\n") == 1


def test_limit(priory, message):
    """A limit that is reached is a token."""
    path = message(b"A: b\n\none two six")

    assert "mark:cap-tokens" in tokens(priory("mail", "tokens", path, "--limit", "tokens=2").out)
