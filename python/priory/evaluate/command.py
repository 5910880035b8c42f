"""Any command as a filter, by a template."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.evaluate._program import SETTINGS, Program, output_of, read_judgement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import Judgement, LabelledMessage
    from priory.mailfilter.settings import Settings

__all__ = ["CommandFilter"]

_MARK = re.compile(r"(?<!\$)\{\w+\}")  # ${...} is for a shell, if one is called
_MARKS = ("{label}", "{folder}")


class CommandFilter(Program):
    """Any program that learns and judges the message on its standard input.

    No shell runs the commands: for pipes, variables and ``>`` call one, as ``sh -c '...'``.

    Parameters
    ----------
    name : str
        By which reports know it.
    learn : str
        The command that learns, of which ``{label}`` becomes the class, ``{folder}`` a folder for
        what it learned.
    classify : str
        The command that judges. It prints ``spam``, ``ham`` (or ``good``) or ``unsure`` and, if it
        has one, a score that is higher for spam.
    settings : Settings, optional
        Which class is spam.
    """

    def __init__(self, name: str, learn: str, classify: str, settings: Settings = SETTINGS) -> None:
        self.name = name
        self._learn = _words(learn, "learn")
        self._classify = _words(classify, "classify")
        super().__init__(settings, self._learn[0], self._classify[0])

    def learn(self, messages: Sequence[LabelledMessage]) -> None:
        """Learn messages in their order."""
        for message in messages:
            output_of(self._run(self._filled(self._learn, message.label), message.raw), failure=1)

    def classify(self, messages: Sequence[LabelledMessage]) -> list[Judgement]:
        """Judge messages by what was learned."""
        words = self._filled(self._classify, "")
        runs = (self._run(words, message.raw) for message in messages)
        return [read_judgement(done.stdout, words[0], self._settings) for done in runs]

    def _filled(self, words: list[str], label: str) -> list[str]:
        values = dict(zip(_MARKS, (label, str(self._folder)), strict=True))
        return [_MARK.sub(lambda found: values[found[0]], word) for word in words]


def _words(template: str, parameter: str) -> list[str]:
    try:
        words = shlex.split(template)
    except ValueError as error:  # such as a quote that is not closed
        what = f"{template!r} is no command: {error}"
        raise InputError(what, code="bad-parameter", parameter=parameter) from None
    if not words:
        raise InputError("the command is empty", code="bad-parameter", parameter=parameter)
    unknown = [mark for word in words for mark in _MARK.findall(word) if mark not in _MARKS]
    if unknown:
        what, remedy = f"{unknown[0]} stands for nothing", f"write {' or '.join(_MARKS)}"
        raise InputError(what, code="bad-parameter", parameter=parameter, remedy=remedy)
    return words
