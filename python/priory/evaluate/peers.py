"""Other filters to compare with, at their defaults: bogofilter and SpamProbe."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from priory.errors import InputError
from priory.evaluate._program import Program, output_of, read_judgement
from priory.evaluate.outcomes import Judgement
from priory.mailfilter.settings import UNSURE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from priory.evaluate.outcomes import LabelledMessage

__all__ = ["PEERS", "Bogofilter", "SpamProbe"]

_HAM_CUTOFF, _SPAM_CUTOFF = 0.45, 0.99  # of bogofilter, as compiled in
_NOTHING_KNOWN = Judgement(UNSURE, 0.5)


class Bogofilter(Program):
    """The program bogofilter at its defaults, without a configuration of the user.

    Parameters
    ----------
    settings : Settings, optional
        Which class is spam; every other one is ham to it.
    """

    name = "bogofilter"

    def learn(self, messages: Sequence[LabelledMessage]) -> None:
        """Learn messages, those of a class in one call."""
        for flag, is_spam in (("-s", True), ("-n", False)):
            some = [one for one in messages if self._is_spam(one) is is_spam]
            if some:
                self._call(flag, some)

    def classify(self, messages: Sequence[LabelledMessage]) -> list[Judgement]:
        """Judge messages by what was learned."""
        if self._is_new:
            return [_NOTHING_KNOWN] * len(messages)
        lines = self._call("-TT", messages).splitlines()
        if len(lines) != len(messages):
            what = f"bogofilter judged {len(lines)} of {len(messages)} messages"
            raise InputError(what, code="program-failed")
        return [self._judgement(float(line.split()[-1])) for line in lines]

    def _call(self, flag: str, messages: Sequence[LabelledMessage]) -> bytes:
        with TemporaryDirectory(dir=self._folder) as folder:
            names = []
            for number, message in enumerate(messages):
                names.append(str(Path(folder, str(number))))
                Path(names[-1]).write_bytes(message.raw)
            words = ["bogofilter", "-C", "-d", str(self._folder), flag, "-b"]
            done = self._run(words, "\n".join(names).encode() + b"\n")
        return output_of(done, failure=3)

    def _judgement(self, score: float) -> Judgement:
        if score >= _SPAM_CUTOFF:
            return Judgement(self._settings.spam, score)
        return Judgement(self._settings.ham if score <= _HAM_CUTOFF else UNSURE, score)


class SpamProbe(Program):
    """The program spamprobe at its defaults.

    Parameters
    ----------
    settings : Settings, optional
        Which class is spam; every other one is ham to it.
    """

    name = "spamprobe"

    def learn(self, messages: Sequence[LabelledMessage]) -> None:
        """Learn messages in their order, each in a call."""
        for message in messages:
            self._call("spam" if self._is_spam(message) else "good", message)

    def classify(self, messages: Sequence[LabelledMessage]) -> list[Judgement]:
        """Judge messages by what was learned."""
        if self._is_new:
            return [_NOTHING_KNOWN] * len(messages)
        return [self._judgement(self._call("score", message)) for message in messages]

    def _call(self, verb: str, message: LabelledMessage) -> bytes:
        # -M: a line "From " within a message begins no other one.
        done = self._run(["spamprobe", "-M", "-d", str(self._folder), verb], message.raw)
        return output_of(done, failure=1)

    def _judgement(self, output: bytes) -> Judgement:
        if not output.strip():  # as for an empty message
            return _NOTHING_KNOWN
        return read_judgement(output, "spamprobe", self._settings)


PEERS = {peer.name: peer for peer in (Bogofilter, SpamProbe)}
