"""Question and answer, with keys from a list and questions into one."""

from contextlib import contextmanager

import pytest
from tests.cli.mailfilter.review.conftest import doubtful

from priory.cli.mailfilter.review import dialogue as module
from priory.cli.mailfilter.review.bindings import bindings_for
from priory.cli.mailfilter.review.dialogue import Dialogue
from priory.cli.mailfilter.review.session import Session
from priory.mailfilter import Settings, StoreError


class Keys:
    """Keys that come one after the other; what is typed before a question is discarded."""

    def __init__(self, keys):
        self.keys, self.log = list(keys), []

    @contextmanager
    def listening(self):
        """Note when keys are listened for."""
        self.log.append("on")
        yield
        self.log.append("off")

    def discard(self):
        """Note that what was typed is forgotten."""
        self.log.append("discard")

    def read(self):
        """Return the next key."""
        self.log.append("read")
        return self.keys.pop(0)


class Writing:
    """What was shown and said."""

    def __init__(self):
        self.shown, self.said = [], []

    def show(self, judged, waiting, _):
        """Note the number of the message."""
        self.shown.append(judged.candidate.number)
        self.said.append(waiting)

    def offer(self, keys):
        """Note the keys."""
        self.said.append(" ".join(keys))

    def say(self, what, _=""):
        """Note a sentence."""
        self.said.append(what)


@pytest.fixture
def held(filter_, candidate):
    """Return a function that reviews three messages by keys, and gives what was used for it."""

    def hold(typed, bindings=None):
        session = Session(filter_, [candidate(doubtful(n), n) for n in range(3)])
        keys, writing = Keys(typed), Writing()
        bindings = bindings or bindings_for(["spam", "ham"], Settings())
        Dialogue(session, writing, keys, bindings).hold()
        return session, keys, writing

    return hold


def test_answers(held, filter_):
    """Each key is an answer about the message shown."""
    _, keys, writing = held("snhq")

    labels = filter_.store.labels([doubtful(n) for n in range(3)])
    assert labels == ["spam", None, "ham"]
    assert writing.shown == [0, 1, 2]
    assert keys.keys == []


def test_other_keys(held):
    """Keys that mean nothing, and those without a character, are waited out."""
    session, _, writing = held(["x", "", "\x1b", "\n", "q"])

    assert writing.shown == [0]
    assert session.n_waiting == 3


def test_undo_to_the_first(held, filter_):
    """All answers can be taken back, also after the last, and then there is nothing more."""
    session, _, writing = held("shsuuuuq")

    assert "That was the last one." in writing.said
    assert "There is nothing to take back." in writing.said
    assert filter_.store.labels([doubtful(n) for n in range(3)]) == [None] * 3
    assert session.n_waiting == 3


def test_other_class(held, filter_):
    """A digit teaches another class."""
    held("1q", bindings_for(["spam", "ham", "lists"], Settings()))

    assert filter_.store.labels([doubtful(0)]) == ["lists"]


def test_typed_ahead(held):
    """What was typed before a message was shown is forgotten before each question."""
    _, keys, _ = held("nnq")

    assert keys.log == ["on", *["discard", "read"] * 3, "off"]


def test_pager_has_the_terminal(held, monkeypatch):
    """While the pager runs nobody listens for keys, and then the same message is asked about."""
    opened = []
    monkeypatch.setattr(module, "page", lambda entry, _: opened.append(entry.raw))

    _, keys, writing = held("oq")

    assert opened == [doubtful(0)]
    assert writing.shown == [0, 0]
    assert keys.log == ["on", "discard", "read", "off"] * 2


@pytest.mark.parametrize("pager", ["/no/such/pager", "'unclosed"])
def test_no_pager(held, monkeypatch, pager):
    """A pager that cannot be run is told, and the review goes on."""
    monkeypatch.setenv("PAGER", pager)

    _, _, writing = held("oq")

    assert any(f"cannot run {pager}" in said for said in writing.said)


def test_busy_store(held, filter_, monkeypatch):
    """While another program writes for long, it is said, and the same message is asked again."""

    def refuse(*_):
        raise StoreError("mail.db", "locked", "wait", code="store-busy")

    with monkeypatch.context() as patch:
        patch.setattr(filter_.store, "learn", refuse)
        session, _, writing = held("sq")

    assert writing.shown == [0, 0]
    assert session.n_waiting == 3
    assert any("--timeout" in said for said in writing.said)


def test_broken_store(held, filter_, monkeypatch):
    """Any other fault of the store ends the review with its error."""

    def refuse(*_):
        raise StoreError("mail.db", "gone", "look", code="store-moved")

    monkeypatch.setattr(filter_.store, "learn", refuse)

    with pytest.raises(StoreError) as caught:
        held("s")
    assert caught.value.code == "store-moved"
