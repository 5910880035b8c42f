import json

import pytest

from priory.mail import MARKS, Message

REPORT = """\
#1 {path}, 424 bytes
Headers
  From:     Jörg <win@prizes.example>
  To:       you@example.com
  Subject:  You won
  (3 more headers: see --all-headers)
Parts
  1 multipart/mixed
    1.1 text/html, utf-8, 112 bytes
    1.2 application/pdf, base64, 4 bytes: prize.pdf
Text of part 1.1
  Go to www.bank.example now
Hidden text of part 1.1
  See you at lunch
Links
  anchor   http://prizes.example/claim
    shows  www.bank.example
Marks
  link-mismatch  A link shows one host and goes to another.
  hidden-text    There is text that readers are not shown.
"""


def section(out, title):
    """Return the lines of a section, without what they stand behind."""
    lines = out.splitlines()
    begin = lines.index(title) + 1
    rest = lines[begin:]
    n_inside = next((n for n, line in enumerate(rest) if line[:1] not in {"", " "}), len(rest))
    return [line[2:] for line in rest[:n_inside]]


def test_report(priory, message):
    """It shows headers, parts, text, hidden text, links and marks of a message."""
    path = message()

    assert priory("mail", "show", path) == (0, REPORT.format(path=path), "")


def test_all_headers(priory, message):
    """All headers are shown if asked for, in their order and in full."""
    path = message(b"Subject: hello\nX-Long: " + b"x" * 5000 + b"\n\nhello")

    lines = section(priory("mail", "show", path, "--all-headers").out, "Headers")

    assert lines == ["Subject:  hello", f"X-Long:   {'x' * 5000}"]


def test_long_header(priory, message):
    """A long header is cut, and it is said by how much."""
    lines = section(priory("mail", "show", message(b"Subject: " + b"x" * 250)).out, "Headers")

    assert lines == [f"Subject:  {'x' * 200}... (50 more characters)"]


def test_many_usual_headers(priory, message):
    """Of headers that repeat forever only the first are shown."""
    lines = section(priory("mail", "show", message(b"To: a\n" * 1000 + b"\nhello")).out, "Headers")

    assert lines == ["To:  a"] * 20 + ["(980 more headers: see --all-headers)"]


def test_long_name(priory, message):
    """The long name of one header does not push the others aside."""
    content = b"Subject: a\n" + b"x" * 5000 + b": b\n\nhello"

    lines = section(priory("mail", "show", message(content), "--all-headers").out, "Headers")

    assert len(lines[0]) < 50


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_beginning(priory, message, end):
    """Ten lines of a text are shown, and how much more there is."""
    text = end.join(b"%d" % n for n in range(10, 30))

    lines = section(priory("mail", "show", message(b"To: you\n\n" + text)).out, "Text of part 1")

    assert lines == [*map(str, range(10, 20)), "(30 more characters: see --text)"]


def test_long_line(priory, message):
    """A line without end is cut, too."""
    lines = section(priory("mail", "show", message(b"A: b\n\n" + b"x" * 601)).out, "Text of part 1")

    assert lines == ["x" * 600, "(1 more character: see --text)"]


def test_all_text(priory, message):
    """All of the text is shown if asked for."""
    text = "\n".join(map(str, range(1000)))
    path = message(f"To: you\n\n{text}".encode())

    lines = section(priory("mail", "show", path, "--text").out, "Text of part 1")

    assert "\n".join(lines) == text


def test_many_texts(priory, message):
    """The text of the first parts is shown, or of all if asked for."""
    parts = b"".join(b"--b\n\npart %d\n" % n for n in range(1, 9))
    path = message(b"Content-Type: multipart/mixed; boundary=b\n\n" + parts + b"--b--\n")

    short = priory("mail", "show", path).out
    whole = priory("mail", "show", path, "--text").out

    assert section(short, "Text of other parts") == ["(3 more parts: see --text)"]
    assert short.count("Text of part") == 5
    assert whole.count("Text of part") == 8


@pytest.mark.parametrize(("words", "n_shown"), [([], 10), (["--links"], 25)])
def test_links(priory, message, words, n_shown):
    """Ten links are shown, or all if asked for."""
    links = b"".join(b'<a href="http://a.example/%d">x</a>' % n for n in range(25))
    path = message(b"Content-Type: text/html\n\n" + links)

    lines = section(priory("mail", "show", path, *words).out, "Links")

    assert sum(line.startswith("anchor ") for line in lines) == n_shown
    assert lines[-1] == ("  shows  x" if words else "(15 more links: see --links)")


@pytest.mark.parametrize("content", [b"", b"hello", b"\0", b"Subject: hello"])
def test_odd(priory, message, content):
    """Every mark is explained, and what is odd is no mistake."""
    ran = priory("mail", "show", "--kind", "file", message(content))

    lines = section(ran.out, "Marks")
    assert (ran.code, ran.err) == (0, "")
    assert [tuple(line.split(maxsplit=1)) for line in lines] == [
        (mark, MARKS[mark]) for mark in Message.parse(content).marks
    ]


def test_nothing_odd(priory, message):
    """What is not there has no title."""
    out = priory("mail", "show", message(b"X-A: b\n\nhello")).out

    titles = [line for line in out.splitlines()[1:] if line[:1] != " "]
    assert titles == ["Headers", "Parts", "Text of part 1"]


ATTACK = "\x1b]0;owned\x07\x1b[2J\x9b\u202e\u2066\u2028#2 b.eml\x0b\x7f"


@pytest.mark.parametrize("words", [[], ["--text", "--links", "--all-headers"], ["--json"]])
def test_hostile(priory, message, words):
    """Nothing of a message moves the cursor, turns text around, or begins at the margin."""
    attack = ATTACK.encode()
    content = b"""\
Subject: %b
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html; charset="utf-8%b"

<p>%b<a href="http://a.example/%b">%b</a><p style="display:none">%b
--b

\r#2 b.eml
#2 b.eml
--b
Content-Type: application/%b; name="%b"
Content-Transfer-Encoding: %b

--b--
""".replace(b"%b", attack)

    assert len(Message.parse(content).parts) == 4

    out = priory("mail", "show", message(content), *words).out

    assert all(line.isprintable() for line in out.split("\n"))
    assert not [line for line in out.split("\n") if line.startswith("#2")]


def test_hostile_name(priory, tmp_path, message):
    """The name of a file is spelled out, too."""
    message(name="a\x1b[2J\u202e.eml")

    ran = priory("mail", "show", tmp_path)

    assert ran.out.startswith(f"#1 {tmp_path}/a\\x1b[2J\\u202e.eml, ")


def test_json(priory, message):
    """As JSON it writes everything that the parser saw."""
    path = message()

    found = json.loads(priory("mail", "show", path, "--json").out)

    seen = Message.parse(path.read_bytes())
    keys = ("path", "type", "kind", "charset", "encoding", "name", "size", "text", "hidden")
    assert list(found) == ["number", "file", "offset", "size", "headers", "parts", "marks"]
    assert found["number"] == 1
    assert found["file"] == str(path)
    assert found["offset"] is None
    assert found["size"] == 424
    assert [tuple(header.values()) for header in found["headers"]] == list(seen.headers)
    assert found["marks"] == list(seen.marks)
    for part, expected in zip(found["parts"], seen.parts, strict=True):
        assert {key: part[key] for key in keys} == {key: getattr(expected, key) for key in keys}
        assert [tuple(header.values()) for header in part["headers"]] == list(expected.headers)
        assert [tuple(link.values()) for link in part["links"]] == list(expected.links)
        assert set(part) == {*keys, "headers", "links"}


def test_json_of_any_bytes(priory, mbox):
    """Whatever the bytes are, each message is one line of JSON."""
    every = bytes(range(256))
    path = mbox(b"Subject: %b\n\n%b" % (every, every), every, "\ud800".encode("utf-8", "replace"))

    lines = priory("mail", "show", path, "--json").out.splitlines()

    assert [json.loads(line)["number"] for line in lines] == [1, 2, 3]


def test_mailbox(priory, three):
    """The messages of a mailbox are shown one after the other, each with its place."""
    blocks = priory("mail", "show", three).out.split("\n\n")

    assert [block.splitlines()[0] for block in blocks] == [
        f"#1 {three}#1, 31 bytes",
        f"#2 {three}#2, 32 bytes",
        f"#3 {three}#3, 25 bytes",
    ]


@pytest.mark.parametrize("command", [["show"], ["tokens", "--each"]])
def test_chosen_message(priory, three, command):
    """A message that is chosen by its number in the mailbox has this number."""
    (name, *words), chosen = command, f"{three}#3"

    text = priory("mail", name, *words, chosen)
    found = json.loads(priory("mail", name, *words, chosen, "--json").out.splitlines()[0])

    assert text.out.startswith(f"#3 {three}#3")
    assert text.out == priory("mail", name, *words, three, "--number", "3").out
    assert found["number"] == 3


def test_chosen_messages_of_several(priory, three):
    """So has each of several mailboxes; messages of other ones are counted."""
    ran = priory("mail", "show", f"{three}#2-", three, f"{three}#1")

    heads = [line.split()[0] for line in ran.out.splitlines() if line.startswith("#")]
    assert heads == ["#2", "#3", "#3", "#4", "#5", "#1"]
