"""What the tests of the commands on mail share."""

import pytest

PRIZE = b"""\
From: =?utf-8?q?J=C3=B6rg?= <win@prizes.example>
To: you@example.com
Subject: You won
Received: from prizes.example
X-Number: 1
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html; charset=utf-8

<p>Go to <a href="http://prizes.example/claim">www.bank.example</a> now
<p style="display:none">See you at lunch
--b
Content-Type: application/pdf; name=prize.pdf
Content-Transfer-Encoding: base64

TVqQ
--b--
"""


@pytest.fixture
def message(tmp_path):
    """Return a function that writes a message, and gives its path."""

    def write(content=PRIZE, name="a.eml"):
        path = tmp_path / name
        path.write_bytes(content)
        return path

    return write


@pytest.fixture
def mbox(tmp_path):
    """Return a function that writes messages as an mbox, and gives its path."""

    def write(*messages, name="inbox"):
        separator = b"From ann@example.com Sat Jan  3 01:05:34 2026\n"
        path = tmp_path / name
        path.write_bytes(b"".join(separator + message + b"\n\n" for message in messages))
        return path

    return write


@pytest.fixture
def three(mbox):
    """Write an mbox of three messages, and return its path."""
    texts = (b"lunch, lunch", b"lunch and tea", b"coffee")
    return mbox(*(b"Subject: hello %d\n\n%b" % (n, text) for n, text in enumerate(texts, 1)))
