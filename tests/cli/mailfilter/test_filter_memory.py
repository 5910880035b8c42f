"""`priory filter` where memory is short: the message is whole, judged or not."""

import os
import re
import subprocess
import sys

import pytest
from cli.mailfilter.conftest import SPAM

from priory.mailfilter.passthrough import strip

resource = pytest.importorskip("resource", reason="there are no limits of memory")
PROGRAM = [sys.executable, "-c", "import sys; from priory.cli import program; sys.exit(program())"]
LIMITED = """
import os, resource, sys
limit = int(sys.argv[1]) * 10**6
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
os.execv(sys.argv[2], sys.argv[2:])
"""
LINK = b'<a href="http://h%d.example.com/%d">link %d</a>\n'
LINE = b"word%d and some other words in a line of text\n"
MESSAGES = {
    "normal": SPAM % 99,
    "forged": b"X-Priory: ham\n" + SPAM % 99,
    "links": b"Subject: a\nContent-Type: text/html\n\n<html>"
    + b"".join(LINK % (n, n, n) for n in range(110_000)),
    "text": b"Subject: a\n\n" + b"".join(LINE % n for n in range(580_000)),
}
FEW = (40, 48, 64, 90, 130)  # MB of address space
ALL = range(40, 201)

if not sys.platform.startswith("linux"):
    pytest.skip("other systems do not enforce the limit", allow_module_level=True)


def outcome(raw, limit):
    """Send a message through the command with so much address space; tell what became of it."""
    words = [sys.executable, "-c", LIMITED, str(limit), *PROGRAM, "filter"]
    environment = os.environ | {"RUST_BACKTRACE": "1"}  # which has been known to hang
    ran = subprocess.run(words, input=raw, check=False, capture_output=True, env=environment)  # noqa: S603
    if ran.returncode == 75:
        assert re.fullmatch(rb"priory: the message goes through unjudged: [^\n]+\n", ran.stderr)
        return ran.stdout in (raw, strip(raw))  # the second of what was forged
    assert (ran.returncode, ran.stderr) == (0, b"")
    return ran.stdout.startswith(b"X-Priory: ") and strip(ran.stdout) == strip(raw)


@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("limit", FEW)
@pytest.mark.parametrize("name", MESSAGES)
def test_few_limits(name, limit):
    """A message comes out whole: with a header, or as it came with a line of reasons."""
    assert outcome(MESSAGES[name], limit)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.usefixtures("taught")
@pytest.mark.parametrize("name", MESSAGES)
def test_all_limits(name):
    """So it does with any limit from 40 to 200 MB."""
    assert [limit for limit in ALL if not outcome(MESSAGES[name], limit)] == []
