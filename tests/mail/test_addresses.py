import pytest

from priory.mail.addresses import fold, is_address, is_domain, recipients, sender, strict_headers


def of(value):
    """Return the sender that a From names."""
    return sender([("from", value)])


@pytest.mark.parametrize(
    "value",
    [
        "ann@example.com",
        " <ANN@Example.com> ",
        "Ann <ann@example.com>",
        "Ann B. Smith\t<ann@example.com>",
        '"Smith, Ann (\\"x\\")" <ann@example.com>',
        '"bob@example.org" <ann@example.com>',
        "=?utf-8?q?J=C3=B6rg?= <ann@example.com>",
        "Jörg <ann@example.com>",
        "ann@example.com (Ann Smith)",
    ],
)
def test_sender(value):
    """One address is the sender, whatever name stands beside it."""
    assert of(value) == "ann@example.com"


@pytest.mark.parametrize(
    "value",
    [
        "",
        "<>",
        "Ann",
        "ann@",
        "@example.com",
        "ann@example.com, bob@example.org",
        "Ann <ann@example.com>, Bob <bob@example.org>",
        "<ann@example.com> <bob@example.org>",
        "ann@example.com <bob@example.org>",
        "Friends: ann@example.com;",
        "<@example.org:ann@example.com>",
        '"ann"@example.com',
        "ann(a comment)@example.com",
        "(ann@example.com) bob@example.org",
        "ann@example.com (bob@example.org)",
        "ann@[192.0.2.1]",
        "ann@example.com.",
        "ann@example..com",
        "ann@-example.com",
        "ann @example.com",
        "ann@exam\u200bple.com",
        "=?utf-8?q?ann?=@example.com",
        "=?utf-8?q?ann=40example.com?=",
        "Ann <ann@example.com",
        "Ann ann@example.com>",
        '"Ann <ann@example.com>',
        "ann\\@example.com",
        "a" * 2000 + "@example.com",
    ],
)
def test_no_sender(value):
    """Where there may be a doubt who the sender is, there is none."""
    assert of(value) is None


@pytest.mark.parametrize("n", [0, 2])
def test_number_of_senders(n):
    """There must be one From, not two, though they be the same."""
    assert sender([("from", "ann@example.com")] * n) is None


def test_fold():
    """Case does not count, but letters that case would make of others do."""
    assert fold("EXAMPLE.com") == "example.com"
    assert fold("straße.example") != fold("strasse.example")
    assert fold("\u212aent.example") != "kent.example"


def test_domains():
    """A domain stands below another one."""
    assert [is_domain(text) for text in ("example.com", "com", "a@b.com", ".com")] == [
        True,
        False,
        False,
        False,
    ]
    assert is_address("ann@localhost")


@pytest.mark.parametrize(
    "raw",
    [
        b"From: ann@example.com\rFrom: eve@example.net\n\n",
        b"From : eve@example.net\nFrom: ann@example.com\n\n",
        b"From: ann@example.com\nno header\nFrom: eve@example.net\n\n",
        b"From: ann@example.com\0\n\n",
        b"From: \xff\xfe <ann@example.com>\n\n",
        b"X: " + b"x" * 2**18 + b"\nFrom: ann@example.com\n\n",
        b"\nFrom: ann@example.com\n\n",
    ],
)
def test_headers_that_parsers_may_read_differently(raw):
    """Headers that readers may see in different ways are none."""
    assert sender(strict_headers(raw, "from")) is None


@pytest.mark.parametrize("line_end", [b"\n", b"\r\n"])
def test_headers(line_end):
    """Headers are as they stand, on one line, with either end of lines, and without the body."""
    lines = [b"Subject: x", b"FROM: Ann", b"\t<ann@example.com>", b"", b"From: eve@example.net"]

    found = strict_headers(line_end.join(lines), "from")

    assert found == [("from", "Ann\t<ann@example.com>")]


def test_recipients():
    """Whom a message was sent to stands in three headers; what is no plain address is left out."""
    raw = (
        b"To: Ann <ANN@example.com>, all:;\nCc: bob@example.org,\n =?utf-8?q?C?= <c@d.org>\n"
        b'Bcc: dan@example.com, "e e"@example.com\nFrom: me@example.com\n\nTo: eve@example.com\n'
    )

    assert recipients(raw) == {"ann@example.com", "bob@example.org", "c@d.org", "dan@example.com"}
    assert recipients(b"no headers at all") == set()
