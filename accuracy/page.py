"""The tables of results in ``docs/evaluate.md``; ``python -m accuracy.page`` writes them there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs"
PAGE, NUMBERS = DOCS / "evaluate.md", DOCS / "accuracy.json"
BEGIN, END = "<!-- results -->\n", "<!-- end of results -->\n"
MAIL = ("protocol", "filter", "ham lost", "ham unsure", "spam missed", "spam unsure", "cost")
TEXT = ("corpus", "model", "accuracy %", "macro-F1 %")


def results(numbers: dict[str, Any]) -> str:
    """Lay out what `python -m accuracy` has written as tables of Markdown."""
    return f"{_table(MAIL, _mail(numbers['mail']))}\n{_table(TEXT, _text(numbers['text']))}"


def _mail(found: list[dict[str, Any]]) -> list[list[str]]:
    return [
        [one["protocol"], each["filter"], *_shares(each["measures"]), _cost(each)]
        for one in found
        for each in one["filters"]
    ]


def _shares(m: dict[str, Any]) -> list[str]:
    names = (("ham_lost", "ham"), ("ham_unsure", "ham"), ("spam_missed", "spam"))
    pairs = (*names, ("spam_unsure", "spam"))
    return [f"{m[part]:,} of {m[whole]:,}" for part, whole in pairs]


def _cost(found: dict[str, Any]) -> str:
    value, ends = found["measures"]["cost"], found["intervals"].get("cost")
    return f"{value:.4f}" + (f" ({ends[0]:.4f} to {ends[1]:.4f})" if ends else "")


def _text(found: list[dict[str, Any]]) -> list[list[str]]:
    return [
        [one["corpus"], each["model"], _accuracy(each), f"{100 * each['measures']['macro_f1']:.2f}"]
        for one in found
        for each in one["models"]
    ]


def _accuracy(found: dict[str, Any]) -> str:
    low, high = found["intervals"]["accuracy"]
    return f"{100 * found['measures']['accuracy']:.2f} ({100 * low:.2f} to {100 * high:.2f})"


def _table(head: tuple[str, ...], rows: list[list[str]]) -> str:
    lines = (head, ["---"] * len(head), *rows)
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def written(page: str, numbers: dict[str, Any]) -> str:
    """Return a page with the results between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{results(numbers)}\n{END}{after}"


if __name__ == "__main__":
    shown = written(PAGE.read_text("utf-8"), json.loads(NUMBERS.read_text("utf-8")))
    PAGE.write_text(shown, encoding="utf-8")
