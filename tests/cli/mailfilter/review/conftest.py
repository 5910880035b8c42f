"""What the tests of reviews share: candidates from files, and a store that knows spam from ham."""

import pytest

from priory import MailFilter
from priory.cli.mailfilter.review.shortlist import Candidate
from priory.mail import Entry

# Words that nobody has seen: a store is unsure of it, also when it has learned another one.
DOUBTFUL = b"Subject: %d\n\nunheard%dword\n"


def doubtful(number):
    """Return a message that every store is unsure of."""
    return DOUBTFUL % (number, number)


@pytest.fixture
def filter_(taught):
    """Open the store that knows spam from ham."""
    with MailFilter(taught) as mail:
        yield mail


@pytest.fixture
def candidate(tmp_path):
    """Return a function that writes a message, and gives it as one that waits."""

    def make(raw, number=0, label="unsure"):
        path = tmp_path / f"{number}.eml"
        path.write_bytes(raw)
        return Candidate(Entry(raw, str(path)), label, -float(number), number)

    return make
