"""The analyser specification of a text model: comparison and JSON serialization."""

from __future__ import annotations

import json
import warnings
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from priory.errors import InputError
from priory.mail import Limits
from priory.text.files.errors import ModelFileError
from priory.tokens import Analyzer, MailAnalyzer
from priory.tokens.versions import is_compatible, tables_differ

if TYPE_CHECKING:
    from priory.text._reader import Reader

__all__ = ["Specification", "check_version", "described", "mail_analyzer", "parsed", "plain"]


@dataclass(frozen=True, slots=True)
class Specification:
    """What makes words: specifications that are equal make the same words of any text."""

    analyzer: Analyzer | MailAnalyzer | None
    parameters: tuple[Any, ...] = ()  # where an analyser does not say it all

    @classmethod
    def of(cls, reader: Reader) -> Specification:
        """Return what makes the words of a reader."""
        return cls(reader.spec, () if reader.spec is not None else reader.analysis.parameters)

    def refuse_other(self, other: Specification) -> None:
        """Refuse to merge with counts or texts of another analyser."""
        if self != other:
            raise InputError(
                f"the analysers differ: {self.difference(other)}",
                code="incompatible-merge",
                remedy="fit both with the same analyser and the same versions of Python and Priory",
            )

    def difference(self, other: Specification) -> str:
        """Say in which settings another one differs, as far as they can be told."""
        mine, theirs = (_settings(each.analyzer) for each in (self, other))
        names = [name for name in mine if name in theirs and mine[name] != theirs[name]]
        shown = [f"{name}={mine[name]!r} and {theirs[name]!r}" for name in names]
        return ", ".join(shown) or f"{self.analyzer} and {other.analyzer}"


def _settings(analyzer: Analyzer | MailAnalyzer | None) -> dict[str, Any]:
    return {} if analyzer is None else asdict(analyzer)


def described(analyzer: Analyzer | MailAnalyzer) -> str:
    """Return the specification of words as text."""
    return json.dumps(asdict(analyzer), default=plain, sort_keys=True)


def parsed(text: str) -> Analyzer | MailAnalyzer:
    """Return the specification that `described` made text of, if words are made so here."""
    settings = dict(json.loads(text))
    made = str(settings.pop("version"))
    analyzer: Analyzer | MailAnalyzer
    analyzer = mail_analyzer(settings) if "limits" in settings else Analyzer(**settings)
    check_version(analyzer, made)
    if described(replace(analyzer, version=made)) != text:
        raise ModelFileError.damaged("the analyser is inconsistent")
    analyzer.native()  # refuses what no analyzer is made of
    return analyzer


def check_version(analyzer: Analyzer | MailAnalyzer, made: str) -> None:
    """Refuse what another version made, unless it makes the same words but for rare characters."""
    here, stemmed = analyzer.version, getattr(analyzer, "stem", None) is not None
    if not is_compatible(made, here, stemmed=stemmed):
        raise ModelFileError(
            f"made with analyser version {made!r}, but this is {here!r}",
            code="analyzer-mismatch",
            remedy="fit again, since words may differ",
        )
    if note := tables_differ(made, here):
        warnings.warn(note, stacklevel=2)


def mail_analyzer(mail: dict[str, Any]) -> MailAnalyzer:
    """Return the analyser of mail with these settings."""
    return MailAnalyzer(**mail | {"limits": Limits(**mail["limits"])})


def plain(value: Any) -> Any:
    """Return what JSON has in the place of a value."""
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    if isinstance(value, MailAnalyzer):  # its version stands with the specification
        return {"mail": {name: part for name, part in asdict(value).items() if name != "version"}}
    raise InputError(f"{value!r} cannot be stored in a model file", code="not-stored")
