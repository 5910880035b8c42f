import pytest

from priory.mailfilter.sorting.filing import Filing
from priory.mailfilter.sorting.moves import by_hand

JUNK = [
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
CLASSES = [
    ("", ".Lists", "lists"),
    ("", ".Lists.Rust", "lists"),
    ("", ".Lists.Python", "python"),
    (".Lists", ".Lists.Rust", None),
    (".Lists", ".Lists.Python", "python"),
    (".Lists", ".Junk", "spam"),
    (".Junk", ".Lists", "lists"),
    (".Lists", "", "ham"),
    (".Lists", ".Sorted", "ham"),
    (".Lists", ".Archive", None),
    (".Lists", ".Trash", None),
    (".Trash", ".Lists", "lists"),
    (".Lists", ", .Lists", None),
    (".Lists", ".Lists, .Junk", "spam"),
    (".Lists, .Junk", ".Lists", None),
    (".Lists, .Junk", ".Archive", "ham"),
    ("", ".Lists, .Junk", None),
    ("", ".Kept", "ham"),
    (".Lists", ".Kept", "ham"),
    (".Kept", "", None),
    (".Kept", ".Junk", "spam"),
    ("", ".Bin", None),
    (".Bin", "", None),
    (None, ".Lists", None),
]
FILING = Filing(
    folders={
        "spam": ".Junk",
        "lists": ".Lists",
        "python": ".Lists.Python",
        "ham": ".Kept",
        "adverts": ".Bin",  # for trash
    },
    sources=("", ".Sorted"),
    trash=".Weg",
)


def folders(names):
    """Return where a message is, if it is somewhere."""
    return {} if names is None else {b"1": set(names.split(", "))}


@pytest.mark.parametrize(("before", "now", "label"), JUNK)
def test_junk(before, now, label):
    """Spam is what came into Junk, and ham what left it, but not for the trash."""
    filing = Filing(folders={"spam": ".Junk"}, trash=".Weg")

    found = list(by_hand(folders(before), folders(now), filing))

    assert found == ([(b"1", label)] if label else [])


@pytest.mark.parametrize(("before", "now", "label"), JUNK + CLASSES)
def test_classes(before, now, label):
    """What came into the folder of a class is of it; what came back to sorted folders is ham."""
    found = list(by_hand(folders(before), folders(now), FILING))

    assert found == ([(b"1", label)] if label else [])


def test_names_of_classes():
    """Spam and ham are learned under the names that the settings have for them."""
    filing = Filing(folders={"rubbish": ".Junk"}, spam="rubbish", ham="good")
    before, now = {b"1": {""}, b"2": {".Junk"}}, {b"1": {".Junk"}, b"2": {""}}

    assert list(by_hand(before, now, filing)) == [(b"1", "rubbish"), (b"2", "good")]
