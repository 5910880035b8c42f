from __future__ import annotations

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, fields, is_dataclass, replace

import pytest

from priory._record import Record


class Place(Record):
    """A record, and below it the dataclass that it must be like."""

    path: str
    offset: int = 0

    def __post_init__(self):
        """Refuse what is wrong."""
        if self.offset < 0:
            raise ValueError("negative")


@dataclass(frozen=True, slots=True)
class Twin:
    """A dataclass."""

    path: str
    offset: int = 0

    __post_init__ = Place.__post_init__


class Named(Record, kw_only=True):
    """A record whose fields have to be named."""

    path: str
    offset: int = 0
    inner: Place = Place("in")


@pytest.mark.parametrize("kind", [Place, Twin])
def test_like_dataclass(kind):
    """Records are made, compared, hashed and shown as dataclasses are."""
    assert repr(kind("a", 1)) == f"{kind.__name__}(path='a', offset=1)"
    assert kind("a") == kind("a", 0) == kind(offset=0, path="a")
    assert kind("a") != kind("b")
    assert kind("a") != ("a", 0)
    assert len({kind("a"), kind("a", 0), kind("a", 1)}) == 2
    assert str(inspect.signature(kind)).startswith("(path")
    assert not hasattr(kind("a"), "__dict__")


@pytest.mark.parametrize("kind", [Place, Twin])
@pytest.mark.parametrize("values", [[], ["a", 1, 2]])
def test_wrong_number(kind, values):
    """A wrong number of values is an error that names the class."""
    with pytest.raises(TypeError, match=rf"{kind.__name__}.__init__\(\) "):
        kind(*values)


@pytest.mark.parametrize("kind", [Place, Twin])
def test_frozen(kind):
    """No field is changed, deleted or added."""
    record = kind("a")

    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'path'"):
        record.path = "b"
    with pytest.raises(FrozenInstanceError, match="cannot delete field 'path'"):
        del record.path
    with pytest.raises((AttributeError, TypeError)):  # of Python 3.11 a TypeError for dataclasses
        record.other = "b"


def pickled(record):
    """Pickle a record, and load it again."""
    return pickle.loads(pickle.dumps(record))  # noqa: S301


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, pickled])
@pytest.mark.parametrize("record", [Place("a", 1), Named(path="a")])
def test_copies(make, record):
    """Copies are equal."""
    assert make(record) == record


@pytest.mark.parametrize("kind", [Place, Twin])
def test_functions_of_dataclasses(kind):
    """The functions of `dataclasses` take records."""
    assert is_dataclass(kind)
    assert [field.name for field in fields(kind)] == ["path", "offset"]
    assert replace(kind("a", 1), path="b") == kind("b", 1)
    assert asdict(kind("a", 1)) == {"path": "a", "offset": 1}


@pytest.mark.parametrize("kind", [Place, Twin])
def test_checked(kind):
    """What is wrong is refused, also of a replacement."""
    with pytest.raises(ValueError, match="negative"):
        kind("a", -1)
    with pytest.raises(ValueError, match="negative"):
        replace(kind("a"), offset=-1)


def test_named():
    """Fields that have to be named are no parameters by place."""
    with pytest.raises(TypeError, match="positional"):
        Named("a")
    assert asdict(Named(path="a")) == {"path": "a", "offset": 0, "inner": asdict(Place("in"))}


@pytest.mark.parametrize("kind", [Place, Twin])
def test_match(kind):
    """Records are matched by place."""
    match kind("a", 1):
        case kind(path, offset):
            assert (path, offset) == ("a", 1)
        case _:
            pytest.fail("no match")
