from functools import partial

import pytest

from priory.mailfilter.sorting.moves import by_hand
from priory.mailfilter.sorting.names import is_junk, is_trash

CASES = [
    ("", ".Junk", "spam"),
    (".Work", ".Junk", "spam"),
    (".Trash", ".Junk", "spam"),
    (".Junk", "", "ham"),
    (".Junk", ".Work", "ham"),
    (".Junk", ".Trash", None),
    (".Junk", ".Deleted Items", None),
    (".Junk", ".INBOX.Trash", None),
    (".Junk", ".Weg", None),
    (".Junk", ".Junk", None),
    (".Junk", ".Spam", None),
    (".Spam", "", "ham"),
    ("", ".Work", None),
    (".Trash", "", None),
    ("", ".Trash", None),
    (", .Junk", "", None),
    (", .Junk", ".Junk", None),
    ("", ", .Junk", "spam"),
    (".Junk", ", .Junk", None),
    (".Junk", ", .Trash", "ham"),
    (None, ".Junk", None),
    (".Junk", None, None),
]


def folders(names):
    """Return where a message is, if it is somewhere."""
    return {} if names is None else {b"1": set(names.split(", "))}


@pytest.mark.parametrize(("before", "now", "label"), CASES)
def test_moves(before, now, label):
    """Spam is what came into Junk, and ham what left it, but not for the trash."""
    junk, trash = partial(is_junk, chosen=".Junk"), partial(is_trash, chosen=".Weg")

    found = list(by_hand(folders(before), folders(now), junk, trash))

    assert found == ([(b"1", label)] if label else [])
