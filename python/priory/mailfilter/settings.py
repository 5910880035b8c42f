"""Settings: the event model, the smoothing and the costs by which messages are judged."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from priory.errors import InputError, InputTypeError

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["EVENTS", "UNSURE", "Settings"]

EVENTS = ("lessons", "boolean", "multinomial", "bernoulli", "complement")

# The verdict that leaves it to the reader.
UNSURE = "unsure"

# What is added to each count when nothing else is set: so much, divided by the messages that the
# smaller class has learned, within bounds. experiments/008 found no rule that is better at each
# size; the lower bound was not tried with the many messages that reach it.
ALPHA = 4.0
LEAST_ALPHA, MOST_ALPHA = 0.004, 0.3
STRENGTH = 0.9
_SENDERS = ("never_junk", "trusted_authserv", "never_junk_unauthenticated")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How messages are classified: the event model, its calibration, and the costs of errors.

    All of them can change at any time, and change nothing in the store: counts and lessons are the
    same whatever they are.

    Parameters
    ----------
    event : {"lessons", "boolean", "multinomial", "bernoulli", "complement"}, default="lessons"
        What is an event: a token of a message, once, corrected by what mistakes taught about it;
        a token once, by its counts alone; each time it occurs; its presence or its absence; each
        time it occurs, judged by all other classes.
    alpha : float or None, default=None
        Additive (Lidstone) smoothing of counts. None uses less the more was learned. Lessons were
        taught with None, whatever it is now.
    strength : float or None, default=None
        Multiplier on the log-odds of the evidence; lower is less confident. None is what is best
        for the event: 1 for lessons; 0.9 for the others, because tokens depend on each other, so
        that all of them together say less than their sum.
    patience : float, default=20
        The messages that each class must have learned; below that, unsure verdicts ask for more,
        and with events other than lessons the evidence counts half at it, and less below.
    spam, ham : str, default="spam" and "ham"
        The classes that the two costs are about.
    lost_ham : float, default=10
        What it costs to call ham, or mail of any other class, spam.
    missed_spam : float, default=1
        What it costs to call spam anything else. Other mistakes cost 1.
    unsure : float, default=0.2
        What it costs to leave it to the reader.
    never_junk : collection of str, default=frozenset()
        Addresses and domains whose mail is never called spam, but ham; a domain stands for those
        below it, too. Kept as a frozenset.
    trusted_authserv : str or None, default=None
        The server whose Authentication-Results are believed, by its authserv-id: the list counts
        for mail of which it says that DMARC, DKIM or SPF passed for the domain in From.
    never_junk_unauthenticated : bool, default=False
        Whether the list counts for whatever names such a sender, and anybody can forge that.

    Examples
    --------
    >>> from priory.mailfilter import Settings
    >>> Settings(unsure=0.5).alpha_for(40)
    0.1
    """

    event: str = "lessons"  # experiments/007 and 017
    alpha: float | None = None
    strength: float | None = None  # experiments/009, as is patience: 010 shows what the defaults do
    patience: float = 20.0
    spam: str = "spam"
    ham: str = "ham"
    lost_ham: float = 10.0
    missed_spam: float = 1.0
    unsure: float = 0.2
    never_junk: Collection[str] = frozenset()
    trusted_authserv: str | None = None
    never_junk_unauthenticated: bool = False

    def __post_init__(self) -> None:
        if self.event not in EVENTS:
            what = f"event must be one of {', '.join(EVENTS)}, not {self.event!r}"
            raise InputError(what, code="bad-parameter", parameter="event")
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            if name in _SENDERS:
                continue
            if name in ("event", "spam", "ham"):
                if not isinstance(value, str):
                    what = f"{name} must be a string, not {value!r}"
                    raise InputTypeError(what, code="bad-parameter", parameter=name)
            elif name not in ("alpha", "strength") or value is not None:
                _check_number(name, value)
        if self.spam == self.ham or UNSURE in (self.spam, self.ham):
            what = (
                f"spam and ham must be two classes other than {UNSURE!r}, not {self.spam!r} and "
                f"{self.ham!r}"
            )
            raise InputError(what, code="bad-parameter", parameter="spam")
        self._check_senders()

    def _check_senders(self) -> None:
        if isinstance(self.never_junk, str) or not hasattr(self.never_junk, "__iter__"):
            what = f"never_junk must be addresses and domains, not {self.never_junk!r:.80}"
            raise InputTypeError(what, code="bad-parameter", parameter="never_junk")
        if not isinstance(self.never_junk_unauthenticated, bool):
            name = "never_junk_unauthenticated"
            what = f"{name} must be a bool, not {self.never_junk_unauthenticated!r}"
            raise InputTypeError(what, code="bad-parameter", parameter=name)
        _check_server(self.trusted_authserv)
        if self.never_junk == frozenset():
            return
        from priory.mailfilter._never_junk import entries  # noqa: PLC0415 (few have such a list)

        object.__setattr__(self, "never_junk", entries(self.never_junk))
        is_believed = self.trusted_authserv is not None or self.never_junk_unauthenticated
        if self.never_junk and not is_believed:
            raise InputError(
                "the list never_junk would never count",
                code="never-junk-untrusted",
                parameter="trusted_authserv",
                remedy="name the server that authenticates your mail with trusted_authserv, or "
                "pass never_junk_unauthenticated=True",
            )

    def alpha_for(self, messages: int) -> float:
        """Return the smoothing for a smaller class of so many messages.

        Parameters
        ----------
        messages : int
            The messages that the smaller class has learned.

        Returns
        -------
        float
            The setting, or less the more was learned.
        """
        if self.alpha is not None:
            return self.alpha
        return min(max(ALPHA / max(messages, 1), LEAST_ALPHA), MOST_ALPHA)

    @property
    def belief(self) -> float:
        """The multiplier on the log-odds: the setting, or what is best for the event model."""
        if self.strength is not None:
            return self.strength
        return 1.0 if self.event == "lessons" else STRENGTH

    def learned(self, messages: int) -> float:
        """Return the multiplier on the evidence for a smaller class of so many messages.

        Parameters
        ----------
        messages : int
            The messages that the smaller class has learned.

        Returns
        -------
        float
            From 0 to 1.
        """
        return messages / (messages + self.patience) if messages else 0.0

    def cost(self, verdict: str, truth: str) -> float:
        """Return what a verdict costs.

        Parameters
        ----------
        verdict : str
            The class that is chosen.
        truth : str
            The class that is right.

        Returns
        -------
        float
            The cost.
        """
        if verdict == truth:
            return 0.0
        if verdict == self.spam:
            return self.lost_ham
        return self.missed_spam if truth == self.spam else 1.0


def _check_server(name: object) -> None:
    is_name = isinstance(name, str) and name.isprintable() and not set(name) & set(' ;="()\\')
    if name is not None and not (is_name and name):
        what = f"trusted_authserv must be the name of a server or None, not {name!r:.80}"
        raise InputError(what, code="bad-parameter", parameter="trusted_authserv")


def _check_number(name: str, value: object) -> None:
    is_alpha = name == "alpha"
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or value < 0 or (is_alpha and value == 0):  # type: ignore[arg-type,operator]
        what = "positive" if is_alpha else "non-negative"
        what = f"{name} must be a {what} number, not {value!r}"
        raise InputError(what, code="bad-parameter", parameter=name)
