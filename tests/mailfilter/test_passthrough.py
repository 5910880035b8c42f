import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.errors import refused

from priory.errors import InputError
from priory.mailfilter import passthrough
from priory.mailfilter.passthrough import annotate, bare_headers, strip

VALUE = 'spam, probability=0.993, evidence="cheap; url:pills.example"'
FORGERY = b"X-Priory: ham, EVIL\n"
HEADER = f"X-Priory: {VALUE}".encode()
PIECES = (
    *(b"\n", b"\n\n", b"\r\n", b"\r", b" ", b"\t", b"\0", b":", b"\xff"),
    *(b"From ann\n", b">From ann\n", b"Subject: lunch\n", b"To: b\r\n c\r\n", b"Hello\n"),
    *(b"X-Priory: ham\n", b"x-PRIORY\t:\r\n\tham\r\n", b"X-Priory: ham", b"X-Priory-Too: a\n"),
)
MESSAGES = st.one_of(st.binary(), st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
FORGED = re.compile(rb"(?im)(?:^|\r)[ \t]*x-priory[\0-\x09\x0b-\x20]*(?::|$)")


def header_block(raw):
    """Return what stands before the first empty line."""
    return re.split(rb"(?m)^\n", raw, maxsplit=1)[0]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"Subject: a\n\nb", HEADER + b"\nSubject: a\n\nb"),
        (b"Subject: a\r\n\r\nb\n", HEADER + b"\r\nSubject: a\r\n\r\nb\n"),
        (b"Subject: a", HEADER + b"\nSubject: a"),
        (b"Subject: a\n", HEADER + b"\nSubject: a\n"),
        (b"From ann Sat\nSubject: a\n\nb", b"From ann Sat\n" + HEADER + b"\nSubject: a\n\nb"),
        (b">From ann Sat\nSubject: a\n\nb", HEADER + b"\n>From ann Sat\nSubject: a\n\nb"),
        (b"From ann\nFrom bob\nTo: c\n\n", b"From ann\n" + HEADER + b"\nFrom bob\nTo: c\n\n"),
        (b"\xef\xbb\xbfTo: a\n\nb", HEADER + b"\n\xef\xbb\xbfTo: a\n\nb"),
        (b"", HEADER + b"\n"),
        (b"\nb", HEADER + b"\n\nb"),
        (b"\r\nb", HEADER + b"\r\n\r\nb"),
        (b"Hello\n\nb", HEADER + b"\nHello\n\nb"),
        (b" a\nSubject: a\n\nb", b" a\n" + HEADER + b"\nSubject: a\n\nb"),
        (b"Subject: a\rTo: b\r\rc", HEADER + b"\nSubject: a\rTo: b\r\rc"),
        (b"Sub\0ject: a\n\n\0\r\n\n\r", HEADER + b"\nSub\0ject: a\n\n\0\r\n\n\r"),
        (b" ", b" "),
        (b"\rTo: a\n\nb", b"\rTo: a\n" + HEADER + b"\n\nb"),
    ],
)
def test_place(raw, expected):
    """The header stands on top, behind what an mbox wrote, with the line ends of the message."""
    assert annotate(raw, VALUE) == expected


@pytest.mark.parametrize(
    "forged",
    [
        b"X-Priory: ham\n",
        b"x-priory: ham\n",
        b"X-PRIORY \t: ham\n",
        b"X-Priory:\n ham,\n\tprobability=1\n",
        b"X-Priory:\nX-Priory: ham\n",
        b"X-Priory\n : ham\n",  # as unfolded
        b"X-Priory\n ham\n",  # a name without a colon, as Dovecot has it
        b"X-Priory\r: ham\r\n",
        b"X-Priory: ham\rb: c\n",
    ],
)
@pytest.mark.parametrize(
    "before",
    [
        b"",
        b"Subject: a\n",
        b"Subject: a\nno header\n",
        b"no header\n",
        b"\xef\xbb\xbfSubject: a\n",
        b"\xef\xbb\xbf\n",
        b"From ann\n",
        b"From ann\nFrom bob\n",
        b">From ann\n",
        b" a\n",
        b" \n",
        b"\0\n",
        b"Subject: a\n\r\n",  # a line that is not empty to procmail
    ],
)
def test_forged(forged, before):
    """Headers of our name are taken out of the headers, whatever stands before them."""
    assert strip(before + forged + b"To: b\n\nX-Priory: c\n") == before + b"To: b\n\nX-Priory: c\n"


@pytest.mark.parametrize(
    ("raw", "bare"),
    [
        (b" X-Priory: a\nTo: b\n\n", b"To: b\n\n"),
        (b"From ann\n\tX-Priory: a\n c\nTo: b\n\n", b"From ann\n c\nTo: b\n\n"),
        (b"\rX-Priory: a\nTo: b\n\n", b"To: b\n\n"),
        (b"From ann\n\r \rX-Priory: a\nTo: b\n\n", b"From ann\nTo: b\n\n"),
        (b"To: b\rX-Priory: a\rCc: c\n\nd", b"To: b\rCc: c\n\nd"),
        (b"To: b\rX-Priory: a\r c\n d\n\ne", b"To: b\n\ne"),
        (b"To: b\rx-priory : a\r\n\r\nc", b"To: b\r\n\r\nc"),
        (b"From ann\rX-Priory: a\n\nb", b"From ann\n\nb"),
        (b"To: b\rX-Priory: a\r\rX-Priory: c", b"To: b\r\rX-Priory: c"),
    ],
)
def test_forged_for_some(raw, bare):
    """Lines that only some programs take for ours are taken out, too."""
    assert strip(raw) == bare


@pytest.mark.parametrize(
    "raw",
    [
        b"Subject: a\n\nX-Priory: ham\n\nX-Priory: ham",
        b"\nX-Priory: ham\n",
        b"\r\nX-Priory: ham\n",
        b"Subject: a\r\n\r\nX-Priory: ham\r\n",
        b"Subject: a\rTo: b\r\rX-Priory: ham\r",
        b"X-Priory-Too: a\nSubject: X-Priory: a\n X-Priory: a\n\n",
    ],
)
def test_not_ours(raw):
    """What stands in the body, or in another header, stays."""
    assert strip(raw) == raw


@pytest.mark.parametrize(
    "before",
    [
        *(b"", b"\n", b"\n\n", b"\r\n", b"\n\r\n", b" \n\n", b"\r\r\n\n", b"From ann\n\n"),
        *(b"\nFrom ann\n", b"From ann\n\r\n"),
    ],
)
def test_bare_headers(before):
    """Of a message that gets no header of ours, a forged one goes behind empty lines, too."""
    rest = b"From: a\n\nX-Priory: b\n"

    head, start = bare_headers(before + FORGERY + rest)

    assert head + (before + FORGERY + rest)[start:] == before + rest
    assert b"".join(bare_headers(before + rest)[:1]) == (before + rest)[: -len(b"\nX-Priory: b\n")]


@given(MESSAGES)
def test_bare_headers_of_any(raw):
    """Whatever it is, nothing but forged headers goes; by what it gets then, none is left."""
    head, start = bare_headers(raw)
    bare = head + raw[start:]

    assert b"".join((bare_headers(bare)[0], bare[bare_headers(bare)[1] :])) == bare
    if b"x-priory" not in raw.lower():
        assert bare == raw


@given(MESSAGES)
@example(b"X-Priory: a\nFrom b\nX-Priory: c\n")
@example(b"X-Priory\n\r\nX-Priory")
@example(b"X-Priory: a\r\nTo: b\n\r\nX-Priory: c\n")
def test_removal_gives_back(raw):
    """Without the header, a message is what it was, but for forged ones; so is one without any."""
    bare = strip(raw)

    assert strip(annotate(raw, VALUE)) == bare
    assert strip(bare) == bare
    if not FORGED.search(header_block(raw)):
        assert bare == raw


@given(MESSAGES)
@example(b"X-Priory: a\nFrom b\nX-Priory: c\n")
def test_twice_is_once(raw):
    """A message that has the header gains nothing from another one."""
    once = annotate(raw, VALUE)

    assert annotate(once, VALUE) == once
    assert annotate(annotate(raw, "ham"), VALUE) == once


@given(MESSAGES, MESSAGES)
def test_body_stays(head, body):
    """What follows the first empty line stays as it is, whatever it is."""
    raw = b"Subject: a\n" + header_block(head).rstrip(b"\n") + b"\n\n" + body

    assert annotate(raw, VALUE).endswith(b"\n\n" + body)
    assert len(annotate(b"Subject: a\n\n" + body, VALUE)) == len(HEADER) + 13 + len(body)


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=60).map(str.split))
def test_folding(words):
    """Lines are shorter than 78 columns, and unfolded they are what was said."""
    value = " ".join(["spam", *words * 5])

    raw = annotate(b"Subject: a\r\n\r\n", value)
    header = raw.removesuffix(b"Subject: a\r\n\r\n")

    assert all(len(line) < 78 for line in header.split(b"\r\n"))
    assert header.replace(b"\r\n", b"").decode() == f"X-Priory: {value}"


@pytest.mark.parametrize("value", ["spam\nBcc: me@example.com", "spam\r", "späm", "\0"])
def test_unsafe_values(value):
    """What cannot stand in a header is refused."""
    with refused("bad-parameter", InputError, parameter="value"):
        annotate(b"", value)


def test_cost_is_linear():
    """A message of nothing but forged headers, or of blanks, takes no longer than it must."""
    assert strip(b"X-Priory: a\n" * 200_000) == b""
    assert strip(b"Subject: a\n" + b"X-Priory:\n b\n" * 200_000) == b"Subject: a\n"
    assert strip(b" \n" * 200_000 + b"\n" * 200_000) == b" \n" * 200_000 + b"\n" * 200_000


def test_mailbox(mailbox):
    """Real mail comes back to the byte."""
    messages = [raw for _, raw in mailbox]
    annotated = [annotate(raw, VALUE) for raw in messages]

    assert list(map(strip, annotated)) == messages
    assert [annotate(raw, VALUE) for raw in annotated] == annotated
    assert {len(new) - len(old) for new, old in zip(annotated, messages, strict=True)} <= {
        len(HEADER) + 1,
        len(HEADER) + 2,
    }


@pytest.mark.parametrize(
    "forged",
    [
        b"X-Priory: ham\nSubject: a\n" + b"X-Priory\r" * 5000 + b"\n\nbody",
        b"Subject: a\n" + b"X-Priory: ham\rX-Priory\r" * 3000 + b"\n\nbody",
        b"Subject: a\n" + b"X-Priory \r \r" * 3000 + b"\n\nbody",
        b"X-Priory: a\r\n" * 3000 + b"X-Priory: b\n" * 3000 + b"\n\nbody",
    ],
)
def test_few_passes(forged, monkeypatch):
    """However often it is forged, a few looks at the headers take all of them away."""
    looks, without = [], passthrough._without
    monkeypatch.setattr(passthrough, "_without", lambda raw: looks.append(1) or without(raw))

    assert b"x-priory" not in passthrough.strip(forged).lower()
    assert len(looks) <= 5
