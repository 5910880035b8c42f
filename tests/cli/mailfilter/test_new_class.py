"""Classes that are new, and much like others."""

import pytest

from priory.mailfilter import Store

SPAM = b"Subject: pills\n\nBuy cheap pills now!\n"


def classes(path):
    """Return the names of the classes of a store."""
    with Store(path, mode="ro") as store:
        return {one.name for one in store.classes}


@pytest.mark.parametrize(
    ("label", "near"),
    [
        *(("Spam", "spam"), ("HAM", "ham"), ("hma", "ham"), ("spma", "spam")),
        *(("hams", "ham"), ("Hams", "ham"), ("HAMS", "ham"), ("SPAMS", "spam")),
    ],
)
def test_refused(priory, message, taught, label, near):
    """A new class that is much like another is refused where nobody can be asked."""
    ran = priory("learn", label, message(SPAM))

    why = f"{label!r} is a new class: did you mean {near!r}? To create it, pass --new-class"
    assert ran == (2, "", f"priory: {why}\n")
    assert classes(taught) == {"spam", "ham"}


def test_without_store(priory, message, store):
    """Before anything was learned, names are held against those of the settings."""
    assert priory("learn", "Spam", message(SPAM)).code == 2
    assert not store.exists()


def test_new_class(priory, message, taught):
    """Who says so makes the class, and it is no longer new."""
    path = message(SPAM)

    assert priory("learn", "Spam", path, "--new-class").out == "Spam: 1 learned\n"
    assert priory("learn", "Spam", path).out == "Spam: 0 learned, 1 already learned\n"
    assert classes(taught) == {"spam", "ham", "Spam"}


def test_no_warning(priory, message, store):
    """Who says that a class is new is not told so, and is asked for no other spelling of it."""
    path = message(SPAM)

    assert priory("learn", "Spam", path, "--new-class").err == ""
    assert "19 more of Spam, 20 more of ham\n" in priory("classify", path).err
    assert classes(store) == {"Spam"}


def test_other_spelling_was_learned(priory, message, store):
    """The class of the settings is refused, too, beside one that is spelt in another case."""
    path = message(SPAM)
    priory("learn", "Spam", path, "--new-class")

    ran = priory("learn", "spam", path)

    assert (ran.code, classes(store)) == (2, {"Spam"})


def test_class_of_the_settings(priory, message, store, configure):
    """A class that the settings name is never taken for another one that it is like."""
    configure('spam = "junk-a"\nham = "junk-b"')

    assert priory("learn", "junk-a", message(SPAM)).code == 0
    assert priory("learn", "junk-b", message(SPAM + b"!")).code == 0
    assert classes(store) == {"junk-a", "junk-b"}


@pytest.mark.usefixtures("taught")
def test_pipe(priory, standard_input):
    """Where the message comes from standard input, no answer is read from it."""
    standard_input(SPAM)

    assert priory("learn", "Spam").code == 2
