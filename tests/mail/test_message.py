import pytest
from tests.errors import refused

from priory.errors import InputError, InputTypeError
from priory.mail import Limits, Message


@pytest.mark.parametrize("head", [b"", b"Content-Type: text/plain; charset=utf-8\n"])
def test_caps_keep_characters(head):
    """A text that is cut is cut between two characters, and stays in its charset."""
    message = Message.parse(head + b"\n" + "größer ".encode() * 9, Limits(text=10))

    assert message.text == "größer g"
    assert "wrong-charset" not in message.marks


def test_hidden_blocks_are_apart():
    """Blocks that are not shown do not run together, nor do they part what is shown."""
    html = b'via<div style="display:none">buy</div><div style="display:none">cheap</div>gra'
    message = Message.parse(b"Content-Type: text/html\n\n" + html)

    assert message.hidden.split() == ["buy", "cheap"]
    assert message.text == "viagra"


def test_byte_order_mark():
    """What some editors write before a message is no part of it."""
    assert Message.parse(b"\xef\xbb\xbfSubject: hello\n\n").subject == "hello"


def test_limits_are_checked():
    """Limits of another kind are refused by name."""
    with refused("bad-parameter", InputTypeError, parameter="limits"):
        Message.parse(b"", {})
    with refused("bad-parameter", InputError, parameter="text"):
        Limits(text=2**70)


def test_repr():
    """A message shows its subject and how many parts it has."""
    assert repr(Message.parse(b"Subject: a\n\n")) == "<Message 'a', 1 part>"
