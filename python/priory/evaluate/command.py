"""Any command as a filter, by a template."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from priory.evaluate._program import SETTINGS, Program, output_of, read_judgement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import Judgement, LabelledMessage
    from priory.mailfilter.settings import Settings

__all__ = ["CommandFilter"]


class CommandFilter(Program):
    """Any program that learns and judges the message on its standard input.

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
        super().__init__(settings)
        self.name = name
        self._learn = shlex.split(learn)
        self._classify = shlex.split(classify)

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
        values = {"{label}": label, "{folder}": self._folder.name}
        filled = []
        for word in words:
            for mark, value in values.items():
                word = word.replace(mark, value)  # noqa: PLW2901 (one after the other)
            filled.append(word)
        return filled
