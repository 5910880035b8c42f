import signal
import threading

import pytest

from priory import MailFilter
from priory.mailfilter import _messages

MAILS = [(b"Subject: %d\n\nCheap pills" % n, "spam") for n in range(4)]


@pytest.fixture
def mail(tmp_path, monkeypatch):
    """Open a filter that learns two messages in each transaction."""
    monkeypatch.setattr(_messages, "MOST", 2)
    with MailFilter(tmp_path / "mail.db") as mail:
        yield mail
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.fixture
def ctrl_c_within(mail, monkeypatch):
    """Let Ctrl-C come within a transaction."""
    learn = mail.store._learn

    def interrupted(given):
        signal.raise_signal(signal.SIGINT)
        return learn(given)

    monkeypatch.setattr(mail.store, "_learn", interrupted)


@pytest.mark.usefixtures("ctrl_c_within")
def test_resumed(mail):
    """Ctrl-C within a transaction is raised when the next one is asked for."""
    learning = mail.learn_batches(MAILS)

    assert next(learning) == ["learned", "learned"]
    with pytest.raises(KeyboardInterrupt):
        next(learning)


@pytest.mark.usefixtures("ctrl_c_within")
def test_closed(mail):
    """Ctrl-C within a transaction is not lost where no other one is asked for."""
    learning = mail.learn_batches(MAILS)
    next(learning)

    with pytest.raises(KeyboardInterrupt):
        learning.close()


@pytest.mark.parametrize("verb", ["learn", "forget"])
def test_between(mail, verb):
    """Between two transactions Ctrl-C is as ever."""
    if verb == "learn":
        steps = mail.learn_batches(MAILS)
    else:
        mail.learn_many(MAILS)
        steps = mail.forget_batches(raw for raw, _ in MAILS)
    next(steps)

    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    assert len(next(steps)) == 2


def test_closed_in_another_thread(mail):
    """Another thread may end what this one began."""
    learning = mail.learn_batches(MAILS)
    next(learning)
    errors = []

    def close():
        try:
            learning.close()
        except BaseException as error:  # noqa: BLE001 (none is expected)
            errors.append(error)

    thread = threading.Thread(target=close)
    thread.start()
    thread.join()

    assert errors == []


def test_other_handlers(mail):
    """Who has a handler of Ctrl-C keeps it."""
    heard = []
    own = lambda *_: heard.append(1)  # noqa: E731
    before = signal.signal(signal.SIGINT, own)
    try:
        for _ in mail.learn_batches(MAILS):
            assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, before)
