"""Errors of a store keep their fields, and the command line renders them by code."""

import pickle

from priory.cli._errors import REMEDIES, render
from priory.mail import Fault
from priory.mailfilter import StoreError

BUSY = StoreError("a.db", "locked", "wait", code="store-busy", parameter="timeout", note="undone")


def test_fields():
    """An error has its fields by the names of all errors, and by those of stores."""
    assert (BUSY.where, BUSY.place, BUSY.code) == ("a.db", "a.db", "store-busy")
    assert str(BUSY) == "a.db: locked: wait; undone"


def test_pickle():
    """An error that was sent to another process says the same."""
    again = pickle.loads(pickle.dumps(BUSY))  # noqa: S301 (our own)

    assert vars(again) == vars(BUSY)
    assert str(again) == str(BUSY)


def test_render():
    """Remedies are those of the command, of the command line, or of the library, in this order."""
    fault = Fault("a", "long", code="message-cut", remedy="raise max_bytes")

    assert render(BUSY) == f"a.db: locked: {REMEDIES['store-busy']}; undone"
    assert render(fault) == "a: long"
    assert render(fault, {"message-cut": "--limit"}) == "a: long: --limit"
    assert render(Fault("a", "gone", remedy="read it again")) == "a: gone: read it again"
