"""bogofilter with the names of the messages on standard input, instead of a mailbox."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.bogofilter import LEARN, VERDICTS, Bogofilter, Printed

if TYPE_CHECKING:
    from benchmarks.mailboxes import Written


class BogofilterFiles(Bogofilter):
    """A word list, and files."""

    def learn(self, messages: dict[str, Written]) -> None:
        """Learn the messages of each class."""
        for label, some in messages.items():
            self.call(LEARN[label], "-b", stdin=some.names)

    fit = learn

    def classify(self, messages: Written) -> Printed:
        """Judge the messages of a list."""
        self.call("-T", "-b", stdin=messages.names, stdout=self.output, codes=VERDICTS)
        return Printed(self.output)


MailFilter = Command = BogofilterFiles
