"""Part of a mixed model: columns, transformers, and the family that models them."""

from __future__ import annotations

import copy
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, clone
from sklearn.utils.validation import has_fit_parameter

from priory._classes import Encoded
from priory._naming import Location
from priory.errors import InputError, InputTypeError, PrioryError
from priory.naive_bayes._base import NaiveBayes
from priory.naive_bayes.mixed import bins
from priory.tables.frame import BOOLEANS, MISSING, NUMBERS

if TYPE_CHECKING:
    from priory.naive_bayes.rows.rows import Batch
    from priory.tables.frame import Frame

__all__ = ["MixedPart", "equal", "refuse_other_parts", "refuse_prior", "steps_of"]


@dataclass(frozen=True, slots=True, eq=False)
class MixedPart:
    """Some columns of a table, steps that transform them, and a family that models the result.

    Attributes
    ----------
    name : str
        What the part is called.
    columns : list of int
        The places of its columns.
    single : bool
        Whether the first step takes one column, such as texts, and no table.
    numeric : bool
        Whether the columns held numbers in fit, and are handed on as a matrix.
    steps : list
        The transformers, fitted to the first rows.
    family : NaiveBayes
        The model of what comes out, whose prior is that of the whole.
    """

    name: str
    columns: list[int]
    single: bool
    numeric: bool
    steps: list[Any]
    family: Any

    @classmethod
    def of(cls, frame: Frame, name: str, given: Any, columns: list[int], *, single: bool) -> Self:
        """Make a part that has learned nothing yet, of a family or of steps that end in one."""
        *steps, family = steps_of(given)
        if not isinstance(family, NaiveBayes) or hasattr(family, "families"):
            raise InputTypeError(
                f"{family!r} is not a Naive Bayes family of priory",
                code="wrong-type",
                place=Location(part=name),
                parameter="families",
                remedy="pass one of them, or transformers followed by one",
            )
        refuse_prior(name, family)
        family = clone(family)
        steps = [clone(step) for step in steps if step not in (None, "passthrough")]
        family._prior_apart, family._absences_apart = True, not steps
        bins.count_from_zero(steps, family)
        kinds = {frame.kinds[place] for place in columns} - {MISSING}
        numeric = bool(kinds) and kinds <= {BOOLEANS, NUMBERS}
        return cls(name, columns, single and bool(steps), numeric, steps, family)

    def copied(self) -> MixedPart:
        """Return a part that learns by itself."""
        family = copy.copy(self.family)
        return MixedPart(self.name, self.columns, self.single, self.numeric, self.steps, family)

    def learn(self, batch: Batch) -> None:
        """Let the family learn rows; the first ones are learned by the steps before it, too."""
        frame, labels = batch.rows, Encoded(batch.classes, batch.codes)
        if "_counts" in vars(self.family):
            data, verb = self.transformed(frame), self.family.partial_fit
            self._call(frame, verb, data, labels, sample_weight=batch.weights)
        else:
            data = self._fit_steps(frame, labels, batch.weights)
            self._call(frame, self.family.fit, data, labels, batch.weights)

    def forget(self, batch: Batch) -> None:
        """Let the family forget rows."""
        labels = Encoded(batch.classes, batch.codes)
        data = self.transformed(batch.rows)
        self._call(batch.rows, self.family.forget, data, labels, batch.weights)

    def _fit_steps(self, frame: Frame, y: Encoded, sample_weight: Any) -> Any:
        """Fit the steps, and return what comes out of them."""
        data = self._data(frame)
        for step in self.steps:
            weighted = sample_weight is not None and has_fit_parameter(step, "sample_weight")
            parameters = {"sample_weight": sample_weight} if weighted else {}
            data = self._call(frame, step.fit_transform, data, y.codes, **parameters)
        bins.declare(self.steps, self.family)
        return data

    def transformed(self, frame: Frame) -> Any:
        """Return what comes out of the steps, as they were fitted."""
        data = self._data(frame)
        for step in self.steps:
            data = self._call(frame, step.transform, data)
        return data

    def scores(self, frame: Frame) -> Any:
        """Return the log-likelihood of each row in each class."""
        return self._call(frame, self.family.predict_joint_log_proba, self.transformed(frame))

    def explained(self, frame: Frame) -> Any:
        """Return what the family says of each row."""
        explained = self._call(frame, self.family.explain, self.transformed(frame))
        return bins.name(self.steps, self.family, explained)

    def _data(self, frame: Frame) -> Any:
        """Return the columns as the first step takes them, or else the family."""
        if self.single:
            return frame.column(self.columns[0])
        if self.numeric and not (self.steps and frame.names):  # steps may ask for names
            return frame.numbers(self.columns)
        return frame.take(self.columns)

    def features(self, frame: Frame) -> list[Any]:
        """Return the names of what the family counts."""
        names = [frame.name(place) for place in self.columns]
        if not self.steps:
            return names
        if self.family.n_features_in_ == len(names) and not self.single:
            return names
        last = self.steps[-1]
        if hasattr(last, "get_feature_names_out") and hasattr(last, "vocabulary_"):
            return [f"{self.name}__{feature}" for feature in last.get_feature_names_out()]
        return [f"{self.name}__{j}" for j in range(self.family.n_features_in_)]

    def _call(self, frame: Frame, function: Any, *arguments: Any, **more: Any) -> Any:
        """Call a function, and locate its errors in the table instead of in the part."""
        models = (*self.steps, self.family)
        try:
            # All threads share what is warned of, so it is left alone if it can be.
            if frame.names is None and any(hasattr(m, "feature_names_in_") for m in models):
                return _unwarned(function, *arguments, **more)
            return function(*arguments, **more)
        except PrioryError as error:
            if not self._is_all(frame):
                self._locate(error, frame)
            raise
        except ValueError as error:
            if type(error) is not ValueError or self._is_all(frame):
                raise
            place = Location(part=self.name)
            raise InputError(str(error), code="failed-step", place=place) from error

    def _is_all(self, frame: Frame) -> bool:
        """Whether columns are counted as in the table, which has no names for them."""
        return frame.names is None and self.columns == list(range(frame.n_columns))

    def _locate(self, error: PrioryError, frame: Frame) -> None:
        """Translate the place of an error to the table, and name the part where it matters."""
        place = error.place
        if not isinstance(place, Location):
            error.place = ", ".join(filter(None, (Location(part=self.name), place)))
            return
        if place.column is not None and self._keeps_columns():
            column = self.columns[place.column]
            place = place.moved(column=column, name=frame.name(column))
            # The part matters if no column is named, or if one of its parameters is to be set.
            if not self.steps and error.parameter not in self.family.get_params(deep=False):
                error.place = place
                return
        error.place = place.moved(part=self.name)

    def _keeps_columns(self) -> bool:
        """Whether the family sees the columns of the part, and no others made by the steps."""
        return not self.single and all(isinstance(s, OneToOneFeatureMixin) for s in self.steps)

    def is_like(self, other: MixedPart) -> bool:
        """Whether another part counts the same things of the same columns."""
        same = (self.name, self.columns, self.single) == (other.name, other.columns, other.single)
        kinds = [type(model) for model in (*self.steps, self.family)]
        if not same or kinds != [type(model) for model in (*other.steps, other.family)]:
            return False
        return all(_same_state(a, b) for a, b in zip(self.steps, other.steps, strict=True))


def _unwarned(call: Any, *arguments: Any, **more: Any) -> Any:
    """Call a function without its warning of missing names: once, for the table, is enough."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "X does not have valid feature names")
        return call(*arguments, **more)


def steps_of(given: Any) -> list[Any]:
    """Return the transformers and the family, which is last, that somebody gave for a part."""
    if hasattr(given, "steps"):  # scikit-learn's Pipeline
        return [step for _, step in given.steps]
    return list(given) if isinstance(given, list | tuple) else [given]


def refuse_prior(name: str, family: Any) -> None:
    """Refuse a family with a prior of its own: it would count once for each part."""
    given = family.get_params(deep=False)
    own = [
        key
        for key in ("class_prior", "priors", "prior_alpha", "class_weight")
        if given.get(key) is not None
    ]
    own += ["fit_prior"] if given.get("fit_prior", True) is not True else []
    if own:
        raise InputError(
            f"{own[0]} belongs to MixedNB, which has one for all parts",
            code="unsupported",
            place=Location(part=name),
            parameter=own[0],
            remedy="set it there",
        )


def refuse_other_parts(model: Any, other: Any) -> None:
    """Refuse to merge a mixed model whose parts do not count the same things."""
    mine, theirs = (getattr(each, "feature_names_in_", ()) for each in (model, other))
    if model.n_features_in_ != other.n_features_in_ or not np.array_equal(mine, theirs):
        raise InputError(
            "cannot merge: the two models were not fitted on the same columns",
            code="incompatible-merge",
            parameter="other",
        )
    names = [[part.name for part in each.parts_] for each in (model, other)]
    if names[0] != names[1]:
        raise InputError(
            f"cannot merge: the parts are {names[0]!r} in one model, but {names[1]!r} in the other",
            code="incompatible-merge",
            parameter="families",
        )
    for one, another in zip(model.parts_, other.parts_, strict=True):
        if not one.is_like(another):
            raise InputError(
                "cannot merge: the two parts do not count the same things",
                code="incompatible-merge",
                place=Location(part=one.name),
                parameter="families",
                remedy="give both models the same columns and families, and transformers that "
                "need no fit, such as a Discretizer with edges or a vectorizer with a vocabulary",
            )


def _same_state(one: Any, other: Any) -> bool:
    """Whether two fitted transformers do the same."""
    if repr(one) != repr(other):
        return False
    names = _learned(one) | _learned(other)
    return all(_alike(getattr(one, name, None), getattr(other, name, None)) for name in names)


def _learned(model: Any) -> set[str]:
    """Return the names of what a transformer learned, kept or computed, or transformers in it."""
    of_type = type(model)
    computed = (n for n in dir(of_type) if isinstance(getattr(of_type, n, None), property))
    names = {name for name in (*vars(model), *computed) if re.fullmatch(r"[^_](.*[^_])?_", name)}
    return names | {"steps", "transformer_list"} & vars(model).keys()


def _alike(one: Any, other: Any) -> bool:
    """Whether two things are the same, or transformers that do the same, or lists of such."""
    if isinstance(one, BaseEstimator):
        return type(one) is type(other) and _same_state(one, other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_alike, one, other))
    return equal(one, other)


def equal(one: Any, other: Any) -> bool:
    """Whether two things, or lists of things and arrays, are the same."""
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(equal, one, other))
    if hasattr(one, "__array__") or hasattr(other, "__array__"):
        return np.array_equal(one, other)
    return bool(one == other)
