"""Trials: a filter goes through a plan, and what it said is kept."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from priory.errors import InputError, InputTypeError
from priory.evaluate._sides import in_classes, only_spam
from priory.evaluate.outcomes import Outcome, Trial
from priory.evaluate.plan import Judge, Learn, Reset, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeAlias

    from priory.evaluate.outcomes import Filter, Judgement, LabelledMessage
    from priory.evaluate.plan import Plan, Step

    Progress: TypeAlias = Callable[[int, int], object]
    OnJudged: TypeAlias = Callable[[LabelledMessage, Judgement], object]

__all__ = ["run"]

_AT_ONCE = 500  # messages of one call, so that progress is seen and memory stays small
_DEEDS = ("reset", "learn", "classify")


def run(
    plan: Plan,
    messages: Sequence[LabelledMessage],
    filter: Filter,  # noqa: A002 (the word of the trade)
    *,
    progress: Progress | None = None,
    on_judged: OnJudged | None = None,
) -> Trial:
    """Let a filter go through a plan.

    Parameters
    ----------
    plan : Plan
        What is learned and judged when, made for these messages.
    messages : sequence of LabelledMessage
        The messages.
    filter : Filter
        The filter. It is reset before each run, and not closed.
    progress : callable, optional
        Called with how much is done and how much there is to do, in messages.
    on_judged : callable, optional
        Called with each message and its judgement, before the filter learns more.

    Returns
    -------
    Trial
        What it said. After Ctrl-C, or if a program fails that is tried, the trial is partial and
        has what was judged by then.

    Raises
    ------
    InputError
        If the filter gives another number of judgements than messages, or a score or probability
        that is none (code ``"bad-return"``).
    InputTypeError
        If the filter is none, such as settings (code ``"wrong-type"``).
    """
    _check(filter)
    walker = _Walker(plan, messages, filter, progress, on_judged)
    is_partial, failure = False, ""
    try:
        walk(plan, walker.do)
    except KeyboardInterrupt:
        is_partial = True
    except InputError as error:
        if error.code != "program-failed":
            raise
        is_partial, failure = True, str(error)
    return Trial(
        filter.name,
        plan.name,
        tuple(walker.outcomes),
        is_partial,
        is_two_class=only_spam(filter) is not None,
        failure=failure,
    )


def _check(filter: object) -> None:  # noqa: A002
    missing = [name for name in ("name", *_DEEDS) if not hasattr(filter, name)]
    if missing:
        what = f"the filter must have {missing[0]!r}, which {type(filter).__name__} has not"
        remedy = "pass PrioryFilter(settings), or another filter"
        raise InputTypeError(what, code="wrong-type", parameter="filter", remedy=remedy)


class _Walker:
    """Does what a plan says, and keeps what the filter said."""

    def __init__(
        self,
        plan: Plan,
        messages: Sequence[LabelledMessage],
        filter: Filter,  # noqa: A002
        progress: Progress | None,
        on_judged: OnJudged | None,
    ) -> None:
        self.outcomes: list[Outcome] = []
        self._plan, self._messages, self._filter = plan, messages, filter
        self._only_spam = only_spam(filter)
        self._progress, self._on_judged = progress, on_judged
        self._total = plan.total if progress else 0
        self._done = self._run = self._learned = 0

    def do(self, step: Step) -> list[Judgement] | None:
        """Do a step."""
        match step:
            case Reset(run):
                self._filter.reset()
                self._run, self._learned = run, 0
            case Learn(indices):
                for some in _batches(indices):
                    self._filter.learn([self._messages[index] for index in some])
                    self._learned += len(some)
                    self._report(Learn(some))
            case Judge(indices):
                return [judged for some in _batches(indices) for judged in self._judge(some)]
        return None

    def _judge(self, indices: tuple[int, ...]) -> list[Judgement]:
        messages = [self._messages[index] for index in indices]
        judgements = self._filter.classify(messages)
        if len(judgements) != len(messages):
            what = f"{self._filter.name} judged {len(judgements)} of {len(messages)} messages"
            raise InputError(what, code="bad-return", parameter="filter")
        if (spam := self._only_spam) is not None:
            pairs = zip(judgements, messages, strict=True)
            judgements = [in_classes(judged, message, spam) for judged, message in pairs]
        self.outcomes.extend(map(self._outcome, messages, judgements))
        if self._on_judged is not None:
            for message, judgement in zip(messages, judgements, strict=True):
                self._on_judged(message, judgement)
        self._report(Judge(indices))
        return judgements

    def _outcome(self, message: LabelledMessage, judgement: Judgement) -> Outcome:
        verdict, score, probability = judgement
        if math.isnan(score) or not (probability is None or 0 <= probability <= 1):
            what = f"{self._filter.name} gave the score {score} and the probability {probability}"
            place = message.place or None
            raise InputError(
                what,
                code="bad-return",
                place=place,
                parameter="filter",
                remedy="return a score that is a number, and a probability from 0 to 1 or None",
            )
        return Outcome(
            message.place, message.label, verdict, score, probability, self._run, self._n_learned
        )

    @property
    def _n_learned(self) -> int:
        """How much the filter has learned, as it counts itself, if it does."""
        return getattr(self._filter, "n_learned", self._learned)

    def _report(self, step: Step) -> None:
        if self._progress is not None:
            self._done += self._plan.work(step)
            self._progress(self._done, self._total)


def _batches(indices: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return (indices[start : start + _AT_ONCE] for start in range(0, len(indices), _AT_ONCE))
