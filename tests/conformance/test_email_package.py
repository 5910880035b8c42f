"""Messages beside Python's own ``email`` package: same parts, same text, same headers."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from conformance import package
from conformance.classes import CLASSES, Difference, explain
from conformance.messages import messages
from priory.mail import Message

VECTORS = sorted((Path(__file__).parents[1] / "vectors" / "mail").rglob("*.eml"))


def differences(raw):
    """List what our parser and the package see in different ways."""
    message, whole = Message.parse(raw), package.parse(raw)
    parts = list(whole.walk())
    types = [part.type for part in message.parts]
    found = [Difference("types", types, [part.get_content_type() for part in parts], whole)]
    if len(parts) == len(types):
        found += [d for pair in zip(message.parts, parts, strict=True) for d in of_part(*pair)]
    return [difference for difference in found if difference.ours != difference.theirs]


def of_part(ours, theirs):
    """Put headers and text of a part beside each other."""
    pairs = [(header.name, header.value) for header in ours.headers]
    yield Difference("headers", pairs, package.headers(theirs), theirs)
    yield Difference("name", (ours.name or "").strip(), theirs.get_filename() or "", theirs)
    if package.is_text(theirs):
        yield Difference("text", ours.source or ours.text, package.text(theirs), theirs)


def vector(path):
    """Name a vector in the test report."""
    return f"{path.parent.name}/{path.stem}"


def reason(path):
    """Return why a vector is read in another way than by the package, if it is."""
    return json.loads(path.with_suffix(".json").read_text("utf-8")).get("differs")


@pytest.mark.parametrize("path", [path for path in VECTORS if not reason(path)], ids=vector)
def test_vector(path):
    """A vector that names no difference is read as the package reads it."""
    assert differences(path.read_bytes()) == []


@pytest.mark.parametrize("path", [path for path in VECTORS if reason(path)], ids=vector)
def test_difference(path):
    """A vector that names a difference shows one."""
    assert differences(path.read_bytes()) != []


@pytest.mark.slow
@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(messages())
def test_generated(raw):
    """A message that the package wrote is read as the package reads it."""
    assert differences(raw) == []


def test_mailbox(mailbox):
    """Real mail is read as the package reads it, but for classes of differences with reasons."""
    seen, unexplained = Counter(), []
    for name, raw in mailbox:
        for difference in differences(raw):
            explained = explain(difference)
            seen[explained] += 1
            if explained is None:
                unexplained.append((name, difference.what, difference.ours, difference.theirs))

    print(f"{len(mailbox)} messages beside email: {dict(seen)}")  # noqa: T201
    assert unexplained == []
    assert set(seen) <= {known.name for known in CLASSES}
