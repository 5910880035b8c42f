"""What a benchmark case is: the same work for Priory and for each of its peers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any

Outcome = tuple[Any, Any]
Work = Callable[[], Outcome]


@dataclass(frozen=True)
class Case:
    """One method of one estimator on one corpus.

    Parameters
    ----------
    name : str
        What the option ``--case`` selects.
    estimator : str
        The class, named alike in Priory and its peers.
    method : str
        The method that is measured.
    corpus : str
        The texts it gets.
    targets : mapping of int to float or None
        For each number of threads to measure, the wanted ratio to the reference peer, if any.
    options : mapping
        The parameters of the estimator.
    fit_on : str or None
        The corpus on which the estimator is fitted beforehand, unmeasured.
    attribute : str or None
        An attribute read after the method, within the measurement.
    repetitions : int
        How often each peer is measured.
    """

    name: str
    estimator: str
    method: str
    corpus: str
    targets: Mapping[int, float | None]
    options: Mapping[str, Any] = field(default_factory=dict)
    fit_on: str | None = None
    attribute: str | None = None
    repetitions: int = 5

    @property
    def title(self) -> str:
        """The case as a user would write it."""
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        after = f", then {self.attribute}" if self.attribute else ""
        fitted = f" (fitted on {self.fit_on})" if self.fit_on else ""
        return f"{self.estimator}({options}){fitted}.{self.method}{after}"

    def estimators(
        self, library: ModuleType, texts: Mapping[str, list[str]], **more: Any
    ) -> Callable[[], Any]:
        """Make the function that gives the estimator of a run: the fitted one, or a fresh one."""

        def fresh() -> Any:
            return getattr(library, self.estimator)(**self.options, **more)

        if self.fit_on is None:
            return fresh
        fitted = fresh().fit(texts[self.fit_on])
        return lambda: fitted


def perform(estimator: Any, method: str, texts: list[str], attribute: str | None) -> Outcome:
    """Do the work of a case; the estimator is returned too, so that freeing it takes no time."""
    result = getattr(estimator, method)(texts)
    if attribute is not None:
        getattr(estimator, attribute)
    return estimator, result


@dataclass(frozen=True)
class Stage:
    """The cases of one stage of the package, and the peers it is measured against.

    Parameters
    ----------
    peers : mapping of str to str
        The module of each peer by the peer's name; the first is the reference of all ratios.
    cases : tuple of Case
        The cases in the order of their running.
    growth : Case
        The case whose time is shown at several sizes of its corpus.
    difference : callable
        Says how Priory's outcome differs from a peer's; an empty string if they are equal.
    """

    peers: Mapping[str, str]
    cases: tuple[Case, ...]
    growth: Case
    difference: Callable[[Outcome, Outcome], str]

    def present(self) -> dict[str, ModuleType]:
        """Import the peers, and name each one that is absent."""
        found = {}
        for name, module in self.peers.items():
            try:
                found[name] = import_module(module)
            except ImportError as error:
                print(f"!!! ABSENT PEER: {name} cannot be imported ({error}); no ratio to it.")
        return found
