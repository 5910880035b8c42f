"""What all peers share: a program with a folder of its own, run on messages."""

from __future__ import annotations

import math
import os
import shutil
import subprocess
import weakref
from tempfile import gettempdir
from typing import TYPE_CHECKING

from priory._temporary import temporary_path
from priory.errors import InputError
from priory.evaluate.outcomes import Judgement
from priory.mailfilter.settings import UNSURE, Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import LabelledMessage

__all__ = ["SETTINGS", "Program", "output_of", "read_judgement"]

SETTINGS = Settings()
_SECONDS = 300.0  # for one call
_WORDS = {"spam": "spam", "s": "spam", "ham": "ham", "good": "ham", "h": "ham"}


class Program:
    """A program with a folder of its own, which is removed in the end.

    It tells spam from the rest, whatever the classes of the rest are.
    """

    name: str

    def __init__(self, settings: Settings = SETTINGS, *programs: str) -> None:
        for program in programs or (self.name,):
            check_program(program)
        self._settings = settings
        self.reset()

    def reset(self) -> None:
        """Forget everything, as a new filter."""
        self.close()
        self._folder = temporary_path(gettempdir())  # removes those of programs that were killed
        self._folder.mkdir(mode=0o700)
        self._remove = weakref.finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    def close(self) -> None:
        """Remove its folder."""
        if hasattr(self, "_remove"):
            self._remove()

    def _run(self, words: Sequence[str], given: bytes) -> subprocess.CompletedProcess[bytes]:
        """Run a program on some input; its exit code may be a verdict."""
        environment = os.environ | {"HOME": str(self._folder)}  # no settings of the user
        try:
            return subprocess.run(  # noqa: S603 (the user names the program)
                words, input=given, capture_output=True, timeout=_SECONDS, check=False,
                env=environment, start_new_session=True,  # Ctrl-C is for us alone
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            what = f"{words[0]} takes longer than {_SECONDS:.0f} s"
            raise InputError(what, code="program-failed") from None
        except OSError as error:  # such as of a program that was removed meanwhile
            what = f"{words[0]} cannot be run: {error.strerror}"
            raise InputError(what, code="program-failed") from None

    @property
    def only_spam(self) -> str:
        """The class of spam, as it knows no other."""
        return self._settings.spam

    @property
    def _is_new(self) -> bool:
        """Whether nothing was learned, so that nothing is in its folder."""
        return not any(self._folder.iterdir())

    def _is_spam(self, message: LabelledMessage) -> bool:
        return message.label == self._settings.spam


def check_program(name: str) -> None:
    """Refuse a program that is not there, before any message is read."""
    if shutil.which(name) is None:
        what, remedy = f"{name}: no such program", f"install {name}, or leave it out"
        raise InputError(what, code="no-program", remedy=remedy)


def output_of(done: subprocess.CompletedProcess[bytes], *, failure: int) -> bytes:
    """Return what a program printed, unless its exit code says that it failed."""
    if done.returncode < 0 or done.returncode >= failure:
        told = done.stderr.decode(errors="replace").strip().splitlines()
        what = ": ".join([f"{done.args[0]} failed with code {done.returncode}", *told[:1]])
        raise InputError(what, code="program-failed")
    return done.stdout


def read_judgement(output: bytes, program: str, settings: Settings) -> Judgement:
    """Read a verdict and a score, such as ``SPAM 0.99``."""
    words = output.decode(errors="replace").split()
    word = words[0].lower().rstrip(",;:") if words else ""
    verdict = UNSURE if word in ("unsure", "u") else _WORDS.get(word)
    if verdict is None:
        what = f"{program} printed no verdict but {' '.join(words)[:60]!r}"
        remedy = "let it print spam, ham or unsure, and a score"
        raise InputError(what, code="program-failed", remedy=remedy)
    verdict = {"spam": settings.spam, "ham": settings.ham}.get(verdict, verdict)
    if words[1:]:
        return Judgement(verdict, _score(words[1], program))
    return Judgement(verdict, {settings.spam: 1.0, settings.ham: 0.0}.get(verdict, 0.5))


def _score(word: str, program: str) -> float:
    try:
        score = float(word)
    except ValueError:
        score = math.nan
    if math.isnan(score):  # which has no place in a ranking
        what = f"{program} printed {word[:60]!r} as its score, which is no number"
        remedy = "let it print a number after the verdict, or nothing"
        raise InputError(what, code="program-failed", remedy=remedy)
    return score
