"""Settings: the event model, the smoothing and the costs by which messages are judged."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields

from priory.errors import InputError, InputTypeError

__all__ = ["EVENTS", "UNSURE", "Settings"]

EVENTS = ("boolean", "multinomial", "bernoulli", "complement")

# The verdict that leaves it to the reader.
UNSURE = "unsure"

# What is added to each count when nothing else is set: so much, divided by the messages that the
# smaller class has learned, within bounds. experiments/008 found no rule that is better at each
# size; the lower bound was not tried with the many messages that reach it.
ALPHA = 4.0
LEAST_ALPHA, MOST_ALPHA = 0.004, 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How messages are classified: the event model, its calibration, and the costs of errors.

    All of them can change at any time: the store keeps counts alone.

    Parameters
    ----------
    event : {"boolean", "multinomial", "bernoulli", "complement"}, default="boolean"
        What is an event: a token of a message, once; each time it occurs; its presence or its
        absence; each time it occurs, judged by all other classes.
    alpha : float or None, default=None
        Additive (Lidstone) smoothing. None uses less the more was learned.
    strength : float, default=0.9
        Multiplier on the log-odds of the evidence; lower is less confident. Tokens depend on each
        other, so that all of them together say less than their sum.
    patience : float, default=20
        The messages that each class must have learned for the evidence to count half.
    spam, ham : str, default="spam" and "ham"
        The classes that the two costs are about.
    lost_ham : float, default=10
        What it costs to call ham spam.
    missed_spam : float, default=1
        What it costs to call spam ham. Any other mistake costs 1.
    unsure : float, default=0.2
        What it costs to leave it to the reader.

    Examples
    --------
    >>> from priory.mailfilter import Settings
    >>> Settings(unsure=0.5).alpha_for(40)
    0.1
    """

    event: str = "boolean"  # experiments/007
    alpha: float | None = None
    strength: float = 0.9  # experiments/009, as is patience: 010 shows what the defaults do
    patience: float = 20.0
    spam: str = "spam"
    ham: str = "ham"
    lost_ham: float = 10.0
    missed_spam: float = 1.0
    unsure: float = 0.2

    def __post_init__(self) -> None:
        if self.event not in EVENTS:
            what = f"event must be one of {', '.join(EVENTS)}, not {self.event!r}"
            raise InputError(what, code="bad-parameter", parameter="event")
        for name in (field.name for field in fields(self)):
            value = getattr(self, name)
            if name in ("event", "spam", "ham"):
                if not isinstance(value, str):
                    what = f"{name} must be a string, not {value!r}"
                    raise InputTypeError(what, code="bad-parameter", parameter=name)
            elif name != "alpha" or value is not None:
                _check_number(name, value)
        if self.spam == self.ham or UNSURE in (self.spam, self.ham):
            what = (
                f"spam and ham must be two classes other than {UNSURE!r}, not {self.spam!r} and "
                f"{self.ham!r}"
            )
            raise InputError(what, code="bad-parameter", parameter="spam")

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
        if (verdict, truth) == (self.spam, self.ham):
            return self.lost_ham
        return self.missed_spam if (verdict, truth) == (self.ham, self.spam) else 1.0


def _check_number(name: str, value: object) -> None:
    is_alpha = name == "alpha"
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or value < 0 or (is_alpha and value == 0):  # type: ignore[arg-type,operator]
        what = "positive" if is_alpha else "non-negative"
        what = f"{name} must be a {what} number, not {value!r}"
        raise InputError(what, code="bad-parameter", parameter=name)
