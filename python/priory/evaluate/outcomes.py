"""What goes through an evaluation: labelled messages, judgements, outcomes and trials."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Filter", "Judgement", "LabelledMessage", "Outcome", "Readable", "Trial"]


class Readable(Protocol):
    """Something that can be read more than once, such as a message in a spool."""

    @property
    def size(self) -> int:
        """How many bytes it has."""

    def read(self) -> bytes:
        """Return all bytes of it."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledMessage:
    """A message and its class.

    Two of them are equal only if they are one object, so a filter can keep what it knows of a
    message in a dict.

    Attributes
    ----------
    content : bytes or Readable
        The message, or what it is read from each time it is wanted.
    label : str
        Its class.
    place : str
        Where it stands, such as ``box#7``: what commands take as PATH.
    time : float or None
        When it arrived, in seconds since 1970, if that is known.

    Examples
    --------
    >>> from priory.evaluate.outcomes import LabelledMessage
    >>> LabelledMessage(b"Subject: cheap pills", "spam", "box#7").raw
    b'Subject: cheap pills'
    """

    content: bytes | Readable = field(repr=False)
    label: str
    place: str = ""
    time: float | None = None

    @property
    def raw(self) -> bytes:
        """The message, read anew unless it is in memory."""
        return self.content if isinstance(self.content, bytes) else self.content.read()

    @property
    def size(self) -> int:
        """How many bytes it has, without reading them."""
        return len(self.content) if isinstance(self.content, bytes) else self.content.size


class Judgement(NamedTuple):
    """What a filter says of a message.

    Attributes
    ----------
    verdict : str
        A class, or ``"unsure"``.
    score : float
        Higher is more like spam. Scores are compared with those of the same filter alone.
    probability : float or None
        That it is spam, or None where the filter gives no probability.
    """

    verdict: str
    score: float
    probability: float | None = None


class Filter(Protocol):
    """A filter that can be evaluated: it learns and judges, and touches no store of the user.

    One that knows no classes but spam and the rest says so by an attribute ``only_spam``, the
    class of spam: its "not spam" is then right of any message that is of another class. One that
    does not count a message each time that it learns it says how many it has learned by an
    attribute ``n_learned``.
    """

    name: str

    def reset(self) -> None:
        """Forget everything, as a new filter."""

    def learn(self, messages: Sequence[LabelledMessage]) -> None:
        """Learn messages in their order; many may come in several calls."""

    def classify(self, messages: Sequence[LabelledMessage]) -> list[Judgement]:
        """Judge messages by what was learned; their labels are not looked at."""

    def close(self) -> None:
        """Give back what it holds, such as a temporary folder."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a filter said of one message, and what the message is.

    Attributes
    ----------
    place : str
        Where the message stands: what commands take as PATH.
    truth : str
        Its class.
    verdict : str
        A class, or ``"unsure"``.
    score : float
        Higher is more like spam.
    probability : float or None
        That it is spam, or None where the filter gives no probability.
    run : int
        The fold, or the point of a cold start, counted from 0.
    learned : int
        How many messages the filter had learned by then.
    """

    place: str
    truth: str
    verdict: str
    score: float
    probability: float | None
    run: int
    learned: int


@dataclass(frozen=True, slots=True)
class Trial:
    """What one filter said of all messages by one protocol.

    Attributes
    ----------
    filter : str
        The name of the filter.
    protocol : str
        The protocol in words, such as ``"10 folds"``.
    outcomes : tuple of Outcome
        In the order in which the messages were judged.
    is_partial : bool
        Whether it was interrupted, so that messages are missing.
    is_two_class : bool
        Whether the filter knows no classes but spam and the rest.
    failure : str
        Why the filter could not go on, if it failed; then the trial is partial, too.
    """

    filter: str
    protocol: str
    outcomes: tuple[Outcome, ...]
    is_partial: bool = False
    is_two_class: bool = False
    failure: str = ""
