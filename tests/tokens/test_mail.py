"""MailAnalyzer: the specification, and what it promises of all tokens."""

import copy
import pickle
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, replace

import pytest
from tests.errors import refused
from tokens.messages import UTF8, html, tokens, words

from priory.errors import InputTypeError
from priory.mail import Limits
from priory.tokens import MailAnalyzer

RAW = b"Subject: Free\nFrom: ann@example.com\n\nfree money, free http://a.example/buy"


def pickled(thing):
    """Send something through a pickle."""
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 (our own)


def test_frozen():
    """A specification cannot be changed behind the back of what was built with it."""
    with pytest.raises(FrozenInstanceError):
        MailAnalyzer().case = "keep"


def test_equality():
    """Specifications are equal, and have one hash, if all that they say is."""
    assert MailAnalyzer() == MailAnalyzer(limits=Limits(), min_length=3)
    assert len({MailAnalyzer(), MailAnalyzer(limits=Limits())}) == 1
    assert MailAnalyzer() != MailAnalyzer(limits=Limits(parts=9))
    assert MailAnalyzer() != replace(MailAnalyzer(), version="mail 0")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_copies(copied):
    """Copies and pickles are equal and find the same tokens."""
    analyzer = MailAnalyzer(pairs=True, limits=Limits(tokens=50))

    assert copied(analyzer) == analyzer
    assert copied(analyzer).tokenize(RAW) == analyzer.tokenize(RAW)


def test_version():
    """The version names the rules and the Unicode of the core."""
    assert re.fullmatch(r"mail \d+, unicode \d+\.\d+\.\d+", MailAnalyzer().version)


def test_other_version():
    """A specification made elsewhere is refused by name rather than read differently."""
    old = replace(MailAnalyzer(), version="mail 0")

    with refused("version-mismatch"):
        old.tokenize(RAW)


@pytest.mark.parametrize(
    ("wrong", "parameter"),
    [
        ({"case": "lower"}, "case"),
        ({"headers": None}, "headers"),
        ({"urls": ["parts"]}, "urls"),
        ({"hidden": True}, "hidden"),
        ({"pairs": 1}, "pairs"),
        ({"min_length": 0}, "min_length"),
        ({"min_length": 13}, "min_length"),
        ({"max_length": 5.0}, "max_length"),
        ({"max_length": True}, "max_length"),
        ({"max_length": 2**64}, "max_length"),
    ],
)
def test_wrong_choices(wrong, parameter):
    """A choice that there is not is refused, with those that there are."""
    with refused("bad-parameter", parameter=parameter):
        MailAnalyzer(**wrong)


def test_wrong_limits():
    """Limits must be Limits."""
    with refused("bad-parameter", kind=InputTypeError, parameter="limits"):
        MailAnalyzer(limits=5)


@pytest.mark.parametrize("message", ["Subject: hi", bytearray(b"hi"), None])
@pytest.mark.parametrize("method", ["tokenize", "count", "__call__"])
def test_wrong_messages(message, method):
    """What is not bytes is no message."""
    with refused("wrong-type", kind=InputTypeError, parameter="message"):
        getattr(MailAnalyzer(), method)(message)


def test_count():
    """Tokens are counted in the order in which they first come."""
    analyzer = MailAnalyzer(pairs=True)

    assert analyzer.count(RAW) == Counter(analyzer.tokenize(RAW))
    assert [*analyzer.count(RAW)] == [*dict.fromkeys(analyzer.tokenize(RAW))]


def test_many_tokens():
    """Counts are right however many other tokens came before."""
    analyzer = MailAnalyzer()
    texts = [[f"word{i}" for i in range(start, start + 15000)] for start in range(0, 60000, 15000)]
    for text in texts * 2:
        raw = b"\n" + " ".join([*text, *text[:10]]).encode()
        found = [token for token in analyzer.tokenize(raw) if ":" not in token]
        assert found == [*text, *text[:10]]
        assert analyzer.count(raw) == Counter(analyzer.tokenize(raw))


def test_count_in_threads():
    """Threads that count with one analyser at a time do not see each other's tokens."""
    analyzer = MailAnalyzer()
    raws = [b"\n" + b" ".join(b"word%d" % (i * j) for j in range(4000)) for i in range(1, 13)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(analyzer.count, raws)) == [*map(analyzer.count, raws)]


def test_call():
    """An analyser is a function from a message to its tokens."""
    assert MailAnalyzer()(RAW) == MailAnalyzer().tokenize(RAW)


def test_case():
    """Words are lowered in case unless it is kept; origins and hosts always are."""
    raw = "Subject: FREE\nFrom: ANN@B.example\n\nBuy HTTP://A.Example"

    assert {"subject:free", "buy"} < {*tokens(raw)}
    assert {"subject:FREE", "Buy", "from:ann@b.example", "url:a.example"} < {
        *tokens(raw, case="keep")
    }


@pytest.mark.parametrize(
    ("headers", "origins"),
    [
        ("all", ["subject", "header", "header", "from", "from", "type"]),
        ("subject", ["subject", "type"]),
        ("none", ["type"]),
    ],
)
def test_headers(headers, origins):
    """All headers become tokens, or the subject, or none."""
    raw = b"Subject: hello\nFrom: ann@example\n\n"
    found = MailAnalyzer(headers=headers).tokenize(raw)

    assert [token.split(":")[0] for token in found] == origins


def test_hidden():
    """Hidden text is apart, among the words, or not there."""
    source = "<p>seen<span style='display:none'>not seen</span>"

    assert html(source) == ["seen", "hidden:not", "hidden:seen"]
    assert html(source, hidden="together") == ["seen", "not", "seen"]
    assert html(source, hidden="out") == ["seen"]


def test_hidden_url():
    """Behind an URL hidden words are as hidden as before it."""
    source = "<p style='display:none'>one http://a.example two</p>"

    assert html(source) == ["hidden:one", "url:a.example", "url:example", "hidden:two"]


def test_cap():
    """No more tokens are taken than the limit says, and reaching it is a token."""
    capped = MailAnalyzer(limits=Limits(tokens=3)).tokenize(RAW)

    assert capped == [*MailAnalyzer().tokenize(RAW)[:3], "mark:cap-tokens"]


def test_no_cap():
    """A message with just as many tokens as the limit has them all."""
    tokens = MailAnalyzer().tokenize(RAW)

    assert MailAnalyzer(limits=Limits(tokens=len(tokens))).tokenize(RAW) == tokens


def test_limits():
    """What the limits leave unread has no tokens."""
    assert words("one two", limits=Limits(text=4)) == ["one", "mark:cap-text"]


@pytest.mark.parametrize("headers", ["all", "none"])
def test_marks(headers):
    """What is odd about a message is a token, whatever headers become."""
    found = tokens(b"X-Odd: caf\xe9\n\n", headers=headers)

    assert [token for token in found if token.startswith("mark:")] == ["mark:undeclared-charset"]


def test_structure():
    """Types, charsets, encodings and files of parts are tokens; what files hold is not."""
    raw = (
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n"
        f"Content-Transfer-Encoding: 8bit\n{UTF8}text\n--b\n"
        'Content-Type: application/pdf; name="My Report.PDF"\n\nsecret words\n--b--\n'
    )

    assert MailAnalyzer(headers="none").tokenize(raw.encode()) == [
        "type:multipart/mixed",
        *["type:text/plain", "charset:utf-8", "encoding:8bit", "text"],
        *["type:application/pdf", "file:my report.pdf", "file:.pdf", "size:2^3"],
    ]


def test_long_names():
    """Names that are made up to be long are cut, between two characters."""
    raw = f"X-{'n' * 99}: y\nContent-Type: a/b; name={'é' * 50}\n\n".encode()
    found = MailAnalyzer().tokenize(raw)

    assert f"header:x-{'n' * 38}" in found
    assert f"file:{'é' * 32}" in found


@pytest.mark.parametrize("kind", ["MESSAGE", "SIGNATURE", "PUBLIC KEY BLOCK"])
def test_armour(kind):
    """What is encrypted or signed in letters is not read."""
    armour = f"{'Ab1+' * 16}\nabcdef\n=ghij"
    text = f"one\n-----BEGIN PGP {kind}-----\n\n{armour}\n-----END PGP {kind}-----\ntwo"

    assert [t for t in words(text) if not t.startswith("mark:")] == ["one", "two"]


def test_signed_text():
    """Text that is signed is text."""
    text = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nlunch\n"
        f"-----BEGIN PGP SIGNATURE-----\n{'x' * 64}\nabcdef\n-----END PGP SIGNATURE-----\n"
    )

    assert "lunch" in words(text)
    assert "abcdef" not in words(text)


def test_words_in_armour():
    """Nobody hides a text within armour: what a person can read is read."""
    text = "-----BEGIN PGP MESSAGE-----\nbuy\ncheap pills\n-----END PGP MESSAGE-----\n"

    assert {"buy", "cheap", "pills"} <= set(words(text))


def test_armour_without_end():
    """Nobody hides a text behind armour that never ends."""
    assert "pills" in words("-----BEGIN PGP MESSAGE-----\nbuy pills")
