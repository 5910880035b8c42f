import pickle

import pytest

from priory.mail import Entry, Fault, NotMail


@pytest.mark.parametrize("path", ["mail.eml", "Maildir/cur/1:2,S"])
def test_place_of_a_file(path):
    """A message that has a file to itself stands there."""
    assert Entry(b"", path).place == path


def test_place_in_standard_input():
    """Standard input is called so."""
    assert Entry(b"", "-").place == "standard input"


def test_repr_is_short():
    """A message is not shown when its entry is."""
    assert repr(Entry(b"x" * 1000, "a")) == "Entry(path='a', number=None, offset=None)"


@pytest.mark.parametrize("kind", [Fault, NotMail])
def test_faults_pickle(kind):
    """A fault that was sent to another process still says its place and its reason."""
    fault = pickle.loads(pickle.dumps(kind("inbox", "it is broken", code="odd", remedy="mend it")))  # noqa: S301 (our own)

    assert (type(fault), fault.place, fault.why) == (kind, "inbox", "it is broken")
    assert (fault.code, fault.remedy) == ("odd", "mend it")
    assert str(fault) == "inbox: it is broken: mend it"
