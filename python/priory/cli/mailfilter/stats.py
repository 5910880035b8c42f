"""``priory stats``: the contents of the store, and the current settings."""

from __future__ import annotations

import os
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from priory._show import counted, dump, path_text, shown, table
from priory.cli.mailfilter._config import read_config
from priory.cli.mailfilter._filing import unlearned, unlearned_notes
from priory.cli.mailfilter._settings import JUDGING, SETTINGS, add_settings, written
from priory.cli.mailfilter._store import open_filter, size_of, warn_of_classes

if TYPE_CHECKING:
    import argparse

    from priory.cli.mailfilter._config import Config
    from priory.mailfilter import Store
    from priory.tokens import MailAnalyzer

__all__ = ["add_arguments", "run"]

WIDEST = 55  # characters of a cell that others are aligned with
FIRST = """\
Learn from your mail first; it is only read:
  priory learn spam FOLDER
  priory learn ham FOLDER"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--json", action="store_true", help="write one JSON object")
    add_settings(parser, "store", "timeout", *JUDGING)


def run(options: argparse.Namespace) -> int:
    """Show the classes of the store, its analyser, and the settings."""
    config = read_config(options)
    if not _is_there(config.get("store")):
        _tell_none(config, is_json=options.json)
        return 0
    with open_filter(config, "ro") as mail, mail.store.reading():
        warn_of_classes(mail)
        if options.json:
            dump(_as_json(mail.store, config))
        else:
            print(_report(mail.store, config))
    return 0


def _is_there(path: str) -> bool:
    """Tell whether there is a store; one that may not be looked at is there."""
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _tell_none(config: Config, *, is_json: bool) -> None:
    """Say that nothing was learned yet, and what to do first."""
    path = config.get("store")
    if is_json:
        nothing = {
            "bytes": 0,
            "tokens": 0,
            "classes": [],
            "journal": None,
            "lessons": None,
            "analyzer": None,
            "note": None,
            "unlearned": {},
        }
        dump({"store": path_text(path), **nothing, "settings": _settings_json(config)})
    else:
        print(f"{shown(path)}: no store yet\n\n{FIRST}\n\n{_settings_table(config)}")


def _report(store: Store, config: Config) -> str:
    classes = [
        [shown(one.name), f"{one.messages:,}", f"{one.tokens:,}", f"{one.occurrences:,}"]
        for one in store.classes
    ]
    analyzer = [[name, _written(value)] for name, value in _values(store.analyzer).items()]
    parts = [
        f"{shown(store.path)}: {size_of(store):,} bytes, {store.n_tokens:,} tokens",
        table(["class", "messages", "tokens", "occurrences"], classes),
        "\n".join([_journal(store, config), _lessons(store)]),
        "\n".join(filter(None, [_left(["analyser", "value"], analyzer), _note(store)])),
        "\n".join(f"note: {shown(note)}" for note in _filing_notes(store, config)),
        _settings_table(config),
    ]
    return "\n\n".join(filter(None, parts))


def _unlearned(store: Store, config: Config) -> dict[str, str]:
    names = (one.name for one in store.classes)
    own = (config.get("spam"), config.get("ham"))
    return unlearned(config.get("file") or {}, names, *own)


def _filing_notes(store: Store, config: Config) -> list[str]:
    return unlearned_notes(_unlearned(store, config), [one.name for one in store.classes])


def _note(store: Store) -> str:
    return f"note: {store.tables_note}" if store.tables_note else ""


def _journal(store: Store, config: Config) -> str:
    """Say how many messages are known one by one, and what can be done with them."""
    journal, days = store.journal, config.get("journal_days")
    spent, known = journal.spent, journal.messages
    kept = "" if days is None else f" for {counted(days, 'day')} (journal_days)"
    lines = [f"journal: {counted(known, 'message')}; {known - spent:,} can be forgotten{kept}"]
    if spent:
        lines.append(f"{counted(spent, 'message')} known only by digest: forget changes nothing")
    return "\n".join(lines)


def _lessons(store: Store) -> str:
    """Say how many messages taught something, and whether all are to be taught anew."""
    found = store.teaching
    taught = counted(found.taught + found.frozen, "message")
    lines = [f"lessons: {taught} taught; {found.pending:,} taught nothing yet"]
    if found.stale:
        lines.append(
            f"{counted(found.stale, 'message')} forgotten or corrected since all were taught: "
            "`priory store replay` teaches them anew"
        )
    return "\n".join(lines)


def _settings_table(config: Config) -> str:
    rows = [
        [name, shown(_value_text(name, value)), shown(config.sources[name])]
        for name, value in config.values.items()
    ]
    return _left(["setting", "value", "from"], rows)


def _value_text(name: str, value: Any) -> str:
    """Return the value of a setting, or in words what it means to have none."""
    return SETTINGS[name].otherwise if value is None else written(value)


def _left(head: list[str], rows: list[list[str]]) -> str:
    """Lay out a table of words."""
    columns = zip(head, *rows, strict=True)
    # A long path shall not push the cells of all other rows off the screen.
    widths = [max(len(cell) for cell in column if len(cell) <= WIDEST) for column in columns]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in (head, *rows))
    return "\n".join(lines)


def _as_json(store: Store, config: Config) -> dict[str, Any]:
    return {
        "store": path_text(store.path),
        "bytes": size_of(store),
        "tokens": store.n_tokens,
        "classes": [
            {
                "name": one.name,
                "messages": one.messages,
                "tokens": one.tokens,
                "occurrences": one.occurrences,
            }
            for one in store.classes
        ],
        "journal": store.journal._asdict(),
        "lessons": store.teaching._asdict(),
        "analyzer": _values(store.analyzer),
        "note": store.tables_note or None,
        "unlearned": _unlearned(store, config),
        "settings": _settings_json(config),
    }


def _settings_json(config: Config) -> dict[str, Any]:
    return {
        name: {"value": _plain(value), "from": path_text(config.sources[name])}
        for name, value in config.values.items()
    }


def _plain(value: Any) -> Any:
    return path_text(value) if isinstance(value, str) else value


def _written(value: Any) -> str:
    return ", ".join(value) or "none" if isinstance(value, tuple) else str(value)


def _values(analyzer: MailAnalyzer) -> dict[str, Any]:
    names = [field.name for field in fields(analyzer) if field.name != "limits"]
    return {name: getattr(analyzer, name) for name in names}
