"""Headers of messages: what they tell, and which tell nothing."""

import pytest
from tokens.messages import header

from priory._reference import mail
from priory.tokens import MailAnalyzer


@pytest.mark.parametrize("spelled", [str.lower, str.upper, str.title])
@pytest.mark.parametrize("name", [*mail.STATUS, *mail.FILTERS])
def test_foreign(name, spelled):
    """What mailboxes and earlier filters wrote is not a token, in any case."""
    raw = f"{spelled(name)}: secret verdict\n\n".encode()

    assert MailAnalyzer().tokenize(raw) == ["type:text/plain"]


@pytest.mark.parametrize("name", ["X-Spam-Report", "X-Bogosity", "X-Priory-Verdict", "X-VIRUS-By"])
def test_longer_foreign(name):
    """All headers of a filter are its own, and so is what is odd about them."""
    raw = f"{name}: ".encode() + b"caf\xe9 =?utf-8?b?!!!?=\n\n"

    assert MailAnalyzer().tokenize(raw) == ["type:text/plain"]


@pytest.mark.parametrize("name", ["X-Mailer", "Statuses", "X-Uidentified", "Received-SPF"])
def test_not_foreign(name):
    """Other headers are there, though they look alike."""
    assert f"header:{name.lower()}" in MailAnalyzer().tokenize(f"{name}: value\n\n".encode())


@pytest.mark.parametrize("name", mail.WORDS)
def test_words(name):
    """Headers that say something have words."""
    assert header(name, "The Bat! v1.62") == [f"{name}:{word}" for word in ["the", "bat", "v1.62"]]


def test_subject():
    """The subject is decoded, and all subjects are read."""
    raw = b"Subject: =?utf-8?q?Caf=C3=A9?=\nSUBJECT: again\n\n"

    assert MailAnalyzer(headers="subject").tokenize(raw)[:2] == ["subject:café", "subject:again"]


def test_url_in_subject():
    """Behind an URL the subject goes on."""
    found = header("Subject", "see http://a.example/b now", headers="subject")

    assert found == ["subject:see", "url:a.example", "url:example", "subject:now"]


@pytest.mark.parametrize("name", mail.ADDRESSES)
def test_address(name):
    """An address has its domains and the words of its name."""
    origin = f"{name}:"

    assert header(name, "Ann Lee <Ann@Mail.Example.com>") == [
        f"{origin}ann@mail.example.com",
        *[f"{origin}{host}" for host in ("mail.example.com", "com", "example.com")],
        *[f"{name}-name:{word}" for word in ("ann", "lee")],
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ('"Lee, Ann" <a@b>', ["to:a@b", "to:b", "to-name:lee", "to-name:ann"]),
        ('"me < you" <a@b>', ["to:a@b", "to:b", "to-name:you"]),
        ("a@b (Ann Lee)", ["to:a@b", "to:b", "to-name:ann", "to-name:lee"]),
        ("a@b, c@d", ["to:a@b", "to:b", "to:c@d", "to:d"]),
        ("Friends: a@b, <c@d>;", ["to:a@b", "to:b", "to:c@d", "to:d"]),
        ("undisclosed-recipients:;", ["to-name:undisclosed", "to-name:recipients"]),
        ("<>", []),
        ("<@b>", []),
        ("nobody", ["to-name:nobody"]),
        ("a@[10.1.2.3]", ["to:a@[10.1.2.3]", "to:10.1.2.3", "to:10.1.2", "to:10.1"]),
        ("<a@" + "x" * 300 + ">", []),
        ("=?utf-8?q?J=C3=BCrgen?= <a@b>", ["to:a@b", "to:b", "to-name:jürgen"]),
    ],
)
def test_addresses(value, expected):
    """Comments, groups, quotes and what is no address are read as people mean them."""
    assert header("To", value) == expected


def test_many_labels():
    """A host of very many labels gives the highest of its domains."""
    found = header("Message-ID", "<1@a.b.c.d.e.f.g.h.i>")

    assert found == ["message-id:a.b.c.d.e.f.g.h.i"] + [
        f"message-id:{'.'.join('defghi'[-n:])}" for n in range(1, 7)
    ]


@pytest.mark.parametrize(
    ("value", "expected"),
    [("<1@A.example>", ["a.example", "example"]), ("<20020822>", ["odd"]), ("", ["odd"])],
)
def test_message_id(value, expected):
    """An identifier tells which host made it."""
    assert header("Message-ID", value) == [f"message-id:{token}" for token in expected]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Thu, 22 Aug 2002 18:26:25 +0700", "+0700"),
        ("Thu, 22 Aug 2002 18:26:25 -0500 (CDT)", "-0500"),
        ("Thu, 22 Aug 2002 18:26:25 GMT", "odd"),
        ("Thu, 22 Aug 2002 18:26:25 +07:00", "odd"),
        ("", "odd"),
    ],
)
def test_date(value, expected):
    """A date tells its zone."""
    assert header("Date", value) == [f"date:{expected}"]


def test_list():
    """Headers of lists have words and links."""
    assert header("List-Id", "The list <one.example>") == [
        f"list-id:{word}" for word in ("the", "list", "one.example")
    ]
    assert header("List-Unsubscribe", "<mailto:x@b>, <http://a.example/off>") == [
        *["mailto:x@b", "mailto:b", "url:a.example", "url:example", "path:off"]
    ]


def test_list_as_words():
    """Where URLs are words, those of headers are words of their headers."""
    found = header("List-Post", "<mailto:x@b.example>", urls="words")

    assert found == ["list-post:mailto", "list-post:x@b.example"]


def test_headers_of_parts():
    """Headers of parts say nothing beside the structure."""
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n--b\nX-Mailer: evil\n\ntext\n--b--\n"

    assert not any("evil" in token for token in MailAnalyzer().tokenize(raw))
