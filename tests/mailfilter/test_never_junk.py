"""The list of senders whose mail is never called spam."""

import re

import pytest
from tests.errors import refused

from priory import MailFilter
from priory.errors import InputError, InputTypeError
from priory.mailfilter import Settings
from priory.mailfilter._header import header_value
from priory.mailfilter._never_junk import exempt, read_file

SETTINGS = Settings(
    event="boolean",  # which calls spam by its name after few messages
    never_junk=["Ann@Example.com", "shop.example"],
    trusted_authserv="mx.example.org",
)
PASS = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\n"  # noqa: S105
ANN = "From: Ann <ann@example.com>\n"
EVIL = PASS.replace("=example.com", "=evil.example")  # which may well send mail as itself
BODY = "Subject: pills\n\nBuy cheap pills now, only today!\n"

# Mail that is not from Ann, or of which nobody trusted says that it is.
FORGED = {
    "no results": ANN,
    "results of another server": PASS.replace("mx.example.org", "mx.example.net") + ANN,
    "a server below the trusted one": PASS.replace("mx.", "a.mx.") + ANN,
    "a server that begins alike": PASS.replace("example.org", "example.org.example.net") + ANN,
    "the server in a comment": PASS.replace(" mx", " evil.example (mx").replace(";", ");", 1) + ANN,
    "the server in another place": PASS.replace(" mx", " evil.example; x.y=mx") + ANN,
    "no server": PASS.replace("mx.example.org; ", "") + ANN,
    "another version": PASS.replace(";", " 2;", 1) + ANN,
    "no results in it": PASS.replace("dmarc=pass header.from=example.com", "none") + ANN,
    "below a result that failed": PASS.replace("pass", "fail") + PASS + ANN,
    "below one that says nothing": PASS.replace("dmarc=pass", "auth=pass") + PASS + ANN,
    "below one that is unreadable": PASS.replace("dmarc", "(dmarc") + PASS + ANN,
    "failed": PASS.replace("pass", "fail") + ANN,
    "failed by policy, though signed": PASS.replace("pass", "fail").rstrip()
    + "; dkim=pass header.d=example.com\n"
    + ANN,
    "passed and failed": PASS.rstrip() + "; dmarc=fail header.from=example.com\n" + ANN,
    "passed twice": PASS.rstrip() + "; dmarc=pass header.from=example.net\n" + ANN,
    "softfail": PASS.replace("dmarc=pass", "spf=softfail").replace("header.from", "smtp.mailfrom")
    + ANN,
    "neutral": PASS.replace("dmarc=pass", "dkim=neutral").replace("header.from", "header.d") + ANN,
    "another domain": PASS.replace("=example.com", "=example.net") + ANN,
    "a domain that ends alike": PASS.replace("=example.com", "=evilexample.com") + ANN,
    "a domain that begins alike": PASS.replace("=example.com", "=example.com.evil.example") + ANN,
    "a domain below": PASS.replace("=example.com", "=evil.example.com") + ANN,
    "a domain above all": PASS.replace("=example.com", "=com") + ANN,
    "the domain of all": PASS.replace("=example.com", "=.") + ANN,
    "another property": PASS.replace("header.from", "smtp.helo") + ANN,
    "signed, by another name": PASS.replace("dmarc", "dkim").replace("from", "i") + ANN,
    "the envelope, as an address of it": PASS.replace("dmarc", "spf").replace(
        "header.from=", "smtp.mailfrom=example.com@evil."
    )
    + ANN,
    "the greeting alone": PASS.replace("dmarc", "spf").replace("header.from", "smtp.helo") + ANN,
    "in a comment": PASS.replace("dmarc", "dkim=fail (dmarc").rstrip() + ")\n" + ANN,
    "in a comment with a quote": PASS.replace("dmarc", 'dkim=fail (" ; dmarc').rstrip()
    + ' ")\n'
    + ANN,
    "in a string": PASS.replace("dmarc", 'spf=none smtp.mailfrom="x; dmarc').rstrip() + '"\n' + ANN,
    "in an unfinished string": PASS.replace("dmarc", 'spf=none smtp.mailfrom="x; dmarc') + ANN,
    "among the properties": PASS.replace("dmarc", "spf=none smtp.mailfrom=x dmarc") + ANN,
    "two values of a property": PASS.rstrip() + " header.from=example.net\n" + ANN,
    "garbage behind it": PASS.rstrip() + "; !!\n" + ANN,
    "another header": "X-" + PASS + ANN,
    "of the chain": "ARC-" + PASS + ANN,
    "in the body": ANN + "\n" + PASS,
    "behind a bare return": "X: y\r" + PASS + ANN,
    "in an encoded word": PASS.replace(" mx.example.org;", " =?us-ascii?q?mx.example.org?=;") + ANN,
    "two senders": PASS + ANN + "From: eve@evil.example\n",
    "two addresses": PASS + "From: ann@example.com, eve@evil.example\n",
    "two addresses of others": EVIL + "From: ann@example.com, eve@evil.example\n",
    "a group": PASS + "From: friends: ann@example.com;\n",
    "the name is the address": EVIL + 'From: "ann@example.com" <eve@evil.example>\n',
    "the name is decoded": EVIL + "From: =?us-ascii?q?ann=40example.com?= <eve@evil.example>\n",
    "the address is decoded": PASS + "From: =?us-ascii?q?ann?=@example.com\n",
    "the address is a comment": EVIL + "From: eve@evil.example (ann@example.com)\n",
    "a comment within": PASS + "From: ann@example.com(@evil.example)\n",
    "a route": EVIL + "From: <@example.com:eve@evil.example>\n",
    "a quoted name": EVIL + 'From: "ann@example.com"@evil.example\n',
    "a domain beside": EVIL + "From: ann@example.com.evil.example\n",
    "letters that look alike": PASS.replace("=ex", "=e\u0445") + "From: ann@e\u0445ample.com\n",
    "letters that look alike elsewhere": PASS + "From: \u0430nn@example.com\n",
    "letters that case makes alike": PASS.replace("=example.com", "=\u017fhop.example")
    + "From: ann@\u017fhop.example\n",
    "a name of nothing": PASS + "From: ann\u200b@example.com\n",
    "another header of a sender": EVIL + "Sender: ann@example.com\nFrom: eve@evil.example\n",
    "a sender with a blank": PASS + "From : ann@example.com\n",
    "a sender behind garbage": PASS + "garbage\n" + ANN,
    "no sender": PASS,
    "somebody else there": PASS + "From: bob@example.com\n",
}


@pytest.mark.parametrize("head", FORGED.values(), ids=FORGED)
def test_forged(head):
    """What is not authenticated by the trusted server as Ann's is not taken for hers."""
    assert exempt((head + BODY).encode(), SETTINGS) is None


@pytest.mark.parametrize(
    "head",
    [
        PASS + ANN,
        PASS.replace("dmarc", "dkim").replace("header.from", "header.d") + ANN,
        PASS.replace("dmarc", "spf").replace("header.from", "smtp.mailfrom") + ANN,
        "Received: from a by mx.example.org\n" + PASS + ANN + "Subject: x\n",
        PASS + PASS.replace("pass", "fail") + ANN,
        (PASS + ANN).replace("\n", "\r\n"),
    ],
)
def test_authenticated(head):
    """What the trusted server has authenticated is the sender's."""
    assert exempt((head + BODY).encode(), SETTINGS) == "ann@example.com"


def test_domain():
    """A domain stands for all of its addresses, and for the domains below it."""
    for domain in ("shop.example", "news.shop.example"):
        head = f"{PASS}From: any@{domain}\n".replace("=example.com", f"={domain}")
        assert exempt((head + BODY).encode(), SETTINGS) == f"any@{domain}"


def test_unauthenticated():
    """Who says so believes every From, but not one that may be read in two ways."""
    settings = Settings(never_junk=["ann@example.com"], never_junk_unauthenticated=True)

    assert exempt((ANN + BODY).encode(), settings) == "ann@example.com"
    assert exempt((ANN + ANN + BODY).encode(), settings) is None


@pytest.fixture
def taught(tmp_path):
    """Make a filter that knows spam from ham, and return it."""
    spam, ham = b"Subject: pills %d\n\nBuy cheap pills now!\n", b"Subject: lunch %d\n\nAt noon?\n"
    with MailFilter(tmp_path / "mail.db", SETTINGS) as mail:
        mail.learn_many(
            (text % n, label) for text, label in ((spam, "spam"), (ham, "ham")) for n in range(60)
        )
        yield mail


def test_verdict(taught):
    """Spam of such a sender is ham; the verdict says so, and has the probabilities of spam."""
    raw = (PASS + ANN + BODY).encode()
    taught.settings = Settings(event="boolean")
    without = taught.classify(raw)
    taught.settings = SETTINGS

    for verdict in (taught.classify(raw), next(taught.classify_many([raw]))):
        assert (verdict.label, verdict.best, verdict.never_junk) == (
            "ham",
            "spam",
            "ann@example.com",
        )
        assert verdict.posterior == without.posterior
    assert without.label == "spam"
    assert without.never_junk is None


def test_many(taught):
    """Among many messages the list counts for those of the sender alone."""
    raws = [(head + BODY).encode() for head in (PASS + ANN, ANN)] * 80

    labels = [verdict.label for verdict in taught.classify_many(raws)]

    assert labels == ["ham", "spam"] * 80


def test_other_verdicts(taught):
    """Ham and unsure stay as they are."""
    for text, label in (("At noon?", "ham"), ("xylophone", "unsure")):
        verdict = taught.classify(f"{PASS}{ANN}Subject: {text}\n\n{text}\n".encode())
        assert (verdict.label, verdict.never_junk) == (label, None)


def test_header(taught):
    """The header says that the list decided, and what the message would have been."""
    value = header_value(taught.classify((PASS + ANN + BODY).encode()))

    assert re.match(r'ham, best=spam, probability=0\.\d+, never-junk="ann@example.com", ', value)


@pytest.mark.parametrize("entry", ["", "com", "@example.com", "a b@example.com", "*@x.org", 7])
def test_no_entry(entry):
    """What is neither an address nor a domain is refused, with its place."""
    with refused("bad-sender", InputError, place="entry 2", parameter="never_junk"):
        Settings(never_junk=["example.com", entry], never_junk_unauthenticated=True)


def test_wrong_settings():
    """A list that would never count, and what is no list, are refused."""
    with refused("never-junk-untrusted", InputError, parameter="trusted_authserv"):
        Settings(never_junk=["example.com"])
    with refused("bad-parameter", InputTypeError, parameter="never_junk"):
        Settings(never_junk="example.com", never_junk_unauthenticated=True)
    with refused("bad-parameter", InputTypeError, parameter="never_junk_unauthenticated"):
        Settings(never_junk_unauthenticated="yes")
    for name in ("", "a b", "a;b", 7):
        with refused("bad-parameter", InputError, parameter="trusted_authserv"):
            Settings(trusted_authserv=name)


def test_frozen():
    """Settings with a list are values: equal if they say the same, and hashable."""
    same = Settings(
        event="boolean",
        never_junk=("SHOP.example", "ann@example.com"),
        trusted_authserv="mx.example.org",
    )

    assert same == SETTINGS
    assert hash(same) == hash(SETTINGS)
    assert Settings(never_junk=[]) == Settings()


def test_file(tmp_path):
    """A file has an entry a line, blank lines and comments."""
    path = tmp_path / "list"
    path.write_text("# people\nann@example.com  # Ann\n\n  Example.ORG\na#b@example.com\n")

    assert read_file(str(path)) == {"ann@example.com", "example.org", "a#b@example.com"}


def test_bad_line(tmp_path):
    """What is wrong with a line is said with its number."""
    path = tmp_path / "list"
    path.write_bytes(b"ann@example.com\nbob at example.com\n")

    with refused("bad-sender", InputError, place=f"{path}, line 2"):
        read_file(str(path))
