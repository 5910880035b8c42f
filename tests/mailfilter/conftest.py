"""What the tests of the mail filter share."""

import pytest

from mailfilter.written import Stores


@pytest.fixture
def path(tmp_path):
    """Return where a store may be made."""
    return tmp_path / "words.db"


@pytest.fixture
def open_store(path):
    """Return a function that opens stores, which are closed in the end."""
    with Stores(path) as stores:
        yield stores.open


@pytest.fixture
def store(open_store):
    """Return a new store."""
    return open_store()
