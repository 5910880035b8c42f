"""What a benchmark case is: the same work for Priory and for each of its peers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from benchmarks.corpora import Corpora
    from benchmarks.data import Data

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
        The method that is measured, or several with ``+`` between them. ``load`` reads a model
        that was fitted and saved beforehand.
    corpus : str
        The data it gets.
    targets : mapping of int to float or None
        For each number of threads to measure, the wanted ratio to the reference peer, if any.
    options : mapping
        The parameters of the estimator.
    fit_on : str or None
        The corpus on which the estimator is fitted beforehand, unmeasured.
    attribute : str or None
        An attribute of the result, or else of the estimator, read after the method and within the
        measurement.
    repetitions : int
        How often each peer is measured.
    peers : tuple of str or None
        The peers that take part, if not all of them do.
    limit : float or None
        The seconds that the work may take, if that is a target of its own.
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
    peers: tuple[str, ...] | None = None
    limit: float | None = None

    @property
    def title(self) -> str:
        """The case as a user would write it."""
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items())
        after = f", then {self.attribute}" if self.attribute else ""
        fitted = f" (fitted on {self.fit_on})" if self.fit_on else ""
        return f"{self.estimator}({options}){fitted}.{self.method}{after}"

    def estimators(
        self, library: ModuleType, data: Callable[[str], Data], file: Path, **more: Any
    ) -> Callable[[], Any]:
        """Make the function that gives the estimator of a run: the fitted one, or a fresh one."""

        def fresh() -> Any:
            return getattr(library, self.estimator)(**self.options, **more)

        if self.fit_on is None:
            return fresh
        model = fresh()
        model.fit(*prepared(model, data(self.fit_on)).arguments("fit"))
        if not self.method.startswith("load"):
            return lambda: model
        model.save(file)
        saved = Saved(type(model), file)
        return lambda: saved


@dataclass(frozen=True)
class Saved:
    """A fitted model in a file."""

    kind: Any
    file: Path

    def load(self) -> Any:
        """Read the model."""
        return self.kind.load(self.file)


def prepared(estimator: Any, data: Data) -> Data:
    """Give an estimator its input in the form that it reads, unmeasured."""
    return estimator.prepare(data) if hasattr(estimator, "prepare") else data


def perform(estimator: Any, method: str, data: Data, attribute: str | None) -> Outcome:
    """Do the work of a case; the estimator is returned too, so that freeing it takes no time."""
    for step in method.split("+"):
        result = getattr(estimator, step)(*data.arguments(step))
        estimator = result if step == "load" else estimator
    if attribute is not None:
        getattr(result if hasattr(result, attribute) else estimator, attribute)
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
    data : mapping of str to callable
        How each corpus of the cases is made of the texts, or of a tenth of them.
    difference : callable
        Says how Priory's outcome differs from a peer's on the data; an empty string if they agree.
    growth : Case or None
        The case whose time is shown at several sizes of its corpus.
    others : mapping of str to str
        Peers with models of their own: timed, but their results are not compared.
    alike : str
        What no difference means, in front of the names of the peers.
    own : str
        The module of Priory's estimators.
    threaded : bool
        Whether Priory's estimators have ``n_jobs``.
    fastest : bool
        Whether the ratios are to the fastest peer instead of the first.
    busy : bool
        Whether the output says how many cores each contender keeps busy.
    note : str
        What else a reader must know about the measurement.
    """

    peers: Mapping[str, str]
    cases: tuple[Case, ...]
    data: Mapping[str, Callable[[Corpora, bool], Data]]
    difference: Callable[[Outcome, Outcome, Data], str]
    growth: Case | None = None
    others: Mapping[str, str] = field(default_factory=dict)
    alike: str = "equal to"
    own: str = "priory"
    threaded: bool = True
    fastest: bool = False
    busy: bool = False
    note: str = ""

    def present(self, wanted: set[str]) -> dict[str, ModuleType]:
        """Import the wanted peers, and name each one that is absent."""
        found = {}
        for name, module in {**self.peers, **self.others}.items():
            try:
                found.update({name: import_module(module)} if name in wanted else {})
            except ImportError as error:
                print(f"!!! ABSENT PEER: {name} cannot be imported ({error}); no ratio to it.")
        return found
