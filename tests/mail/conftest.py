"""What the tests of mailboxes share."""

import pytest

from priory.mail import read_mailbox


@pytest.fixture
def faults():
    """Return the list that `read` puts faults into."""
    return []


@pytest.fixture
def read(faults):
    """Return a function that reads the messages of a mailbox, and says what is wrong in faults."""

    def messages(path, kind=None, **options):
        entries = read_mailbox(path, kind, on_fault=faults.append, **options)
        return [entry.raw for entry in entries]

    return messages
