"""JSON serialization of the analyser of a store."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from priory import _core
from priory.mail.limits import Limits
from priory.mailfilter.errors import StoreError
from priory.tokens.mail import MailAnalyzer
from priory.tokens.versions import is_compatible, tables_differ

if TYPE_CHECKING:
    from typing import Any

__all__ = ["check_same", "from_text", "in_force", "to_text"]


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
    if not is_compatible(analyzer.version, _core.mail_version()):
        what = f"tokenizer version {analyzer.version!r}, expected {_core.mail_version()!r}"
        remedy = "update Priory, or learn the mail again into a new store"
        raise StoreError(where, what, remedy, code="version-mismatch")
    return analyzer


def in_force(stored: MailAnalyzer) -> tuple[MailAnalyzer, str]:
    """Return the analyser of this version for a stored one, and how their tables differ."""
    here = _core.mail_version()
    return replace(stored, version=here), tables_differ(stored.version, here)


def check_same(stored: MailAnalyzer, given: MailAnalyzer, where: str) -> None:
    """Refuse an analyser that is not the one of the store."""
    given = replace(given, version=stored.version)  # versions were compared
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
