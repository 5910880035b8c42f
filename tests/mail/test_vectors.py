import json
import re
from pathlib import Path

import pytest

from mail import generated
from priory import _core
from priory.mail import Limits, Message

FOLDER = Path(__file__).parents[1] / "vectors" / "mail"
VECTORS = sorted(FOLDER.rglob("*.json"))
KEYS = {"why", "differs", "subject", "headers", "parts", "text", "hidden", "links"}
KEYS |= {"marks", "some_marks"}
LINK = ("kind", "target", "shown")


def name(path):
    """Name a vector in the test report: its reason, and what it is about."""
    return path.relative_to(FOLDER).with_suffix("").as_posix()


def expectation(path):
    """Read what a vector expects."""
    return json.loads(path.read_text("utf-8"))


def seen(part, expected):
    """Show those properties of a part that are expected of it."""
    return {key: getattr(part, key) for key in expected}


def show(message, expected):
    """Show those properties of a message that are expected of it."""
    plain = ("subject", "text", "hidden")
    found = {key: getattr(message, key) for key in plain if key in expected}
    if "headers" in expected:
        found["headers"] = {key: message.get(key) for key in expected["headers"]}
    if "parts" in expected:
        asked = [*expected["parts"], *({"path", "type"} for _ in message.parts)]
        found["parts"] = [seen(*pair) for pair in zip(message.parts, asked, strict=False)]
    if "links" in expected:
        found["links"] = [{key: getattr(k, key) for key in LINK} for k in message.links]
    return found | marks(message, expected)


def marks(message, expected):
    """Show the marks of a message: all of them, or those that must be there."""
    found = {"marks": sorted(message.marks)} if "marks" in expected else {}
    if "some_marks" in expected:
        found["some_marks"] = sorted(set(message.marks) & set(expected["some_marks"]))
    return found


def wanted(expected):
    """Take what the parser is asked from an expectation."""
    asked = {key: value for key, value in expected.items() if key not in {"why", "differs"}}
    return asked | {key: sorted(asked[key]) for key in ("marks", "some_marks") if key in asked}


@pytest.mark.parametrize("path", VECTORS, ids=name)
def test_vector(path):
    """A message is read as its vector says."""
    expected = expectation(path)
    message = Message.parse(path.with_suffix(".eml").read_bytes())

    assert show(message, expected) == wanted(expected), expected["why"]


@pytest.mark.parametrize("path", VECTORS, ids=name)
def test_vector_is_well_formed(path):
    """A vector has a reason, a message, and only keys that are looked at."""
    expected = expectation(path)

    assert re.fullmatch(r"[A-Z].*\.", expected["why"], re.DOTALL)
    assert set(expected) <= KEYS
    assert len(set(expected) - {"why", "differs"}) > 0
    assert path.with_suffix(".eml").is_file()


def test_every_message_has_its_expectation():
    """No message stands among the vectors without an expectation."""
    messages = {path.with_suffix(".json") for path in FOLDER.rglob("*.eml")}

    assert messages == set(VECTORS)


@pytest.mark.parametrize("case", generated.CASES, ids=lambda case: case.name)
def test_generated(case):
    """A message that is too large to be stored is read up to the cap it is about."""
    message = Message.parse(case.write(), Limits(**case.limits))

    assert set(message.marks) == set(case.marks)
    case.check(message)


def test_every_mark_is_expected_somewhere():
    """Each mark of the core is in a vector or in a generated case."""
    vectors = [expectation(path) for path in VECTORS]
    expected = {mark for v in vectors for mark in [*v.get("marks", []), *v.get("some_marks", [])]}
    expected |= {mark for case in generated.CASES for mark in case.marks}

    assert set(_core.mark_names()) - expected == generated.ELSEWHERE
    assert expected <= set(_core.mark_names())
