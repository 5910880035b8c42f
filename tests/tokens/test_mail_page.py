"""The page on the tokens of mail: the table of origins is complete and true."""

import re
from pathlib import Path

import pytest

from priory._reference import mail
from priory.tokens import MailAnalyzer

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "mail-tokens.md").read_text("utf-8")
VECTORS = sorted((ROOT / "tests" / "vectors" / "mail").rglob("*.eml"))
ROWS = re.findall(r"(?m)^\| (none|`.*`) \| .* \| `([^`]+)` \|$", PAGE.split("## Words")[0])
ORIGINS = {origin for first, _ in ROWS for origin in re.findall("`([^`]+)`", first)}
CHOICES = [{}, {"urls": "words", "pairs": True}]

ADDRESSED = "".join(f"{name}: Ann <ann@example.com>\n" for name in mail.ADDRESSES)
WORDED = "".join(f"{name}: The Bat!\n" for name in mail.WORDS)
# A message of all that becomes a token.
EVERYTHING = f"""\
{ADDRESSED}{WORDED}Subject: Offer
Received: from x ([10.1.2.3]) by mx.example.com
Received: from x ([198.51.100.7]) by mx.example.com
Authentication-Results: mx.example.com; dkim=pass
Authentication-Results: example.net; spf=fail
Received: from mail.example.net by x
Message-ID: <1@example.com>
Date: Mon, 1 Jan 2001 12:00:00 +0100
List-Post: <mailto:list@example.com>
List-Unsubscribe: <mailto:list@example.com>
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain; charset=utf-8

free {"x" * 47} http://www.example.com:81/menu

--b
Content-Type: text/html

<p style="display:none">cheap</p><img src="cid:1" alt="Buy">
<a href="javascript:go()"><a href="mailto:Ann <ann@example.com>">
--b
Content-Type: application/pdf; name="report.pdf"
Content-Transfer-Encoding: base64

{"QUFB" * 256}
--b
Content-Type: text/plain
Content-Disposition: attachment

invoice
--b--
""".encode()


def origins(raw):
    """Return the origins of the tokens of a message, whatever is chosen."""
    tokens = {token for options in CHOICES for token in MailAnalyzer(**options).tokenize(raw)}
    return {token.partition(":")[0] for token in tokens if ":" in token}


def test_table_is_true():
    """The origins of the table are those of a message of all that becomes a token."""
    assert origins(EVERYTHING) == ORIGINS


@pytest.mark.parametrize("example", [example for _, example in ROWS])
def test_example(example):
    """An example of the table is a token of that message."""
    assert any(example in MailAnalyzer(**options).tokenize(EVERYTHING) for options in CHOICES)


def test_vectors():
    """No message of the vectors has a token of another origin."""
    assert {o for path in VECTORS for o in origins(path.read_bytes())} <= ORIGINS


def test_mailbox(mailbox):
    """No real message has a token of another origin."""
    assert {origin for _, raw in mailbox for origin in origins(raw)} <= ORIGINS


@pytest.mark.parametrize("name", [*mail.STATUS, *mail.FILTERS])
def test_foreign(name):
    """The page names every header that filters and mailboxes write."""
    assert f"`{name}`" in PAGE


@pytest.mark.parametrize("field", MailAnalyzer.__dataclass_fields__)
def test_choice(field):
    """The page names every parameter."""
    assert f"`{field}`" in PAGE or field == "version"
