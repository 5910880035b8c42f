"""The analyser of a store: its JSON serialization, and whether its rules are known here."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from priory import _core
from priory.mail.limits import Limits
from priory.mailfilter.errors import StoreError
from priory.tokens.mail import MailAnalyzer
from priory.tokens.versions import is_compatible, rules_of, tables_differ

if TYPE_CHECKING:
    from typing import Any

__all__ = ["InForce", "check_rules", "check_same", "from_text", "in_force", "to_text"]


def to_text(analyzer: MailAnalyzer) -> str:
    """Write a specification."""
    return json.dumps(_tree(analyzer))


def from_text(text: str, where: str) -> MailAnalyzer:
    """Read a specification."""
    try:
        values = json.loads(text)
        analyzer = MailAnalyzer(**values | {"limits": Limits(**values["limits"])})
    except (ValueError, TypeError, KeyError) as error:
        what = f"the analyser specification is invalid ({error})"
        remedy = "update Priory, or restore a backup"
        raise StoreError(where, what, remedy, code="analyzer-invalid") from error
    return analyzer


@dataclass(frozen=True, slots=True)
class InForce:
    """By which rules messages are read for a store.

    Attributes
    ----------
    analyzer : MailAnalyzer
        What reads them.
    made : str
        The version that made the tokens of the store.
    is_known : bool
        Whether messages are read by the rules of the store, so that it can learn.
    """

    analyzer: MailAnalyzer
    made: str
    is_known: bool

    @property
    def note(self) -> str:
        """How the tokens of messages may differ from those of the store, if they may."""
        if self.is_known:
            return tables_differ(self.made, self.analyzer.version)
        made, here = rules_of(self.made), rules_of(self.analyzer.version)
        return (
            f"made by the rules {made!r}, which are not known here: messages are read by {here!r}, "
            "so verdicts may be worse, and nothing can be learned"
        )


def in_force(stored: MailAnalyzer) -> InForce:
    """Return what reads messages for a store: its own rules, or those here if they are unknown."""
    here = _core.mail_version()
    is_known = is_compatible(stored.version, here)
    return InForce(replace(stored, version=here), stored.version, is_known)


def check_rules(made: str, expected: str, where: str) -> None:
    """Refuse to mix tokens of two rules where neither go on with the other."""
    if not is_compatible(made, expected) and not is_compatible(expected, made):
        what = f"the tokens were made by the rules {rules_of(made)!r}, not {rules_of(expected)!r}"
        remedy = "update Priory, or learn the mail again into a new store"
        raise StoreError(where, what, remedy, code="version-mismatch")


def check_same(stored: MailAnalyzer, given: MailAnalyzer, where: str) -> None:
    """Refuse an analyser that is not the one of the store."""
    given = replace(given, version=stored.version)  # which `check_rules` compares
    if stored == given:
        return
    here, there = _values(stored), _values(given)
    other = ", ".join(f"{n}={here[n]!r} not {there[n]!r}" for n in here if here[n] != there[n])
    what = f"learned with another analyser ({other})"
    remedy = "omit the analyser, or learn into a new store"
    raise StoreError(where, what, remedy, code="analyzer-differs", parameter="analyzer")


def _tree(analyzer: MailAnalyzer) -> dict[str, Any]:
    return _values(analyzer) | {"limits": _values(analyzer.limits)}


def _values(spec: MailAnalyzer | Limits) -> dict[str, Any]:
    names = (field.name for field in fields(spec))
    return {name: getattr(spec, name) for name in names}
