"""Errors carry their code and fields wherever they go."""

import copy
import pickle

import pytest
from sklearn.naive_bayes import MultinomialNB as TheirMultinomialNB
from tests.errors import refused

from priory import KNeighborsClassifier, MultinomialNB, TextClassifier, TextNeighbors
from priory.errors import InputError, InputTypeError, PrioryError

ERROR = InputError("NaN", code="missing", place="row 3", parameter="X", remedy="impute it")


def _pickled(error):
    return pickle.loads(pickle.dumps(error))  # noqa: S301 (our own)


@pytest.mark.parametrize("duplicate", [copy.copy, _pickled])
def test_copies_keep_every_field(duplicate):
    """Copies and pickles of an error have its fields and its text."""
    twin = duplicate(ERROR)
    assert vars(twin) == vars(ERROR)
    assert str(twin) == "row 3: NaN: impute it"


def test_kinds_are_those_of_python():
    """Callers that catch ValueError and TypeError catch ours."""
    assert issubclass(InputError, (PrioryError, ValueError))
    assert issubclass(InputTypeError, (PrioryError, TypeError))


def test_refused_looks_at_codes_and_fields():
    """The tests' own helper fails where a code or a field is another one."""
    with refused("missing", parameter="X"):
        raise ERROR
    with pytest.raises(AssertionError), refused("other"):
        raise ERROR
    with pytest.raises(AssertionError), refused("missing", parameter="y"):
        raise ERROR


def _refusal(model):
    with pytest.raises((ValueError, TypeError)) as caught:
        model.fit([[1], [2]], [0, 1])
    return caught.value


@pytest.mark.parametrize("duplicate", [copy.copy, _pickled, lambda error: error])
def test_parameters_that_scikit_learn_refuses(duplicate):
    """Its text and its class are scikit-learn's, and it has fields, also as a copy."""
    theirs, ours = _refusal(TheirMultinomialNB(alpha=-1)), _refusal(MultinomialNB(alpha=-1))
    error = duplicate(ours)

    assert str(error) == str(theirs)
    assert isinstance(error, InputError)
    assert isinstance(error, type(theirs))
    assert (error.code, error.parameter) == ("bad-parameter", "alpha")
    assert error.what.startswith("must be ")


@pytest.mark.parametrize(
    ("model", "rows"),
    [(MultinomialNB(), [[1, 2], [2, 1]]), (KNeighborsClassifier(n_neighbors=1), [[1, 2], [2, 1]])]
    + [
        (kind, ["buy pills", "see you"])
        for kind in (TextClassifier(), TextNeighbors(n_neighbors=1))
    ],
    ids=lambda value: type(value).__name__,
)
def test_forgetting_what_was_not_learned(model, rows):
    """All models say the same of it, and what became of the model is a note, not a remedy."""
    model.fit(rows, ["a", "b"])

    with refused("unknown-label", parameter="y", note="the model is unchanged", remedy=None) as one:
        model.forget(rows[:1], ["z"])
    assert one.value.what == "cannot forget the class 'z', which was never learned"
    with pytest.raises(InputError) as other:
        model.forget(rows[:1], ["b"])
    assert other.value.remedy is None
    assert other.value.note.endswith("the model is unchanged")


def test_note():
    """What else there is to know stands at the end."""
    error = InputError("NaN", code="missing", remedy="impute it", note="nothing was learned")
    assert str(error) == "NaN: impute it; nothing was learned"
