"""MailAnalyzer: an immutable, versioned specification of a tokenizer for mail messages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from priory import _core
from priory.errors import InputError, InputTypeError
from priory.mail import Limits
from priory.tokens.trust import networks, server
from priory.tokens.versions import is_compatible

if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["MailAnalyzer"]

CHOICES = {
    "case": ("fold", "keep"),
    "headers": ("all", "subject", "none"),
    "urls": ("parts", "hosts", "words"),
    "hidden": ("apart", "together", "out"),
}

LONGEST = 1000  # characters, far above any word


@dataclass(frozen=True, slots=True, kw_only=True)
class MailAnalyzer:
    r"""From a message to its tokens.

    Words of the text stand as they are; every other token begins with its origin and a colon:
    ``subject:free``, ``from:example.com``, ``url:example.com``, ``mark:hidden-text``. The same
    specification always gives the same tokens; two analysers that compare equal do. What earlier
    filters and mailboxes wrote into the headers is never a token.

    The vectorizers and TextClassifier take it as their `analyzer`; their documents are then the
    bytes of messages.

    Parameters
    ----------
    case : {"fold", "keep"}, default="fold"
        Whether words are lowered in case.
    headers : {"all", "subject", "none"}, default="all"
        Which headers become tokens.
    pairs : bool, default=False
        Whether two words that follow each other are a token, too: ``free money``.
    urls : {"parts", "hosts", "words"}, default="parts"
        URLs give their host and the domains above it, and, in parts, the words of their path; or
        they are words like any others. In HTML, where links go counts as well as what is seen.
    hidden : {"apart", "together", "out"}, default="apart"
        Text that is there and not shown gives tokens of its own, words like any others, or none.
    min_length, max_length : int, default=3 and 12
        Shorter words are left out. Longer ones fall into their pieces, or are summed up by their
        first letter and their length: ``long:x-40``.
    trusted_relays : collection of str, default=()
        Networks of mail servers that are yours or work for you, such as ``192.0.2.0/24`` or
        ``2001:db8::1``: your own, a backup, a provider that forwards to you. What they say of where
        a message came from is believed. Kept as a sorted tuple.
    trusted_authserv : str or None, default=None
        The server whose Authentication-Results are believed, by its authserv-id. None believes
        those that name the servers who wrote the topmost headers.
    limits : Limits, optional
        How much of a message is read.
    version : str
        What decides about tokens beside the specification. Do not set it.

    Examples
    --------
    >>> from priory.tokens import MailAnalyzer
    >>> analyzer = MailAnalyzer(headers="subject")
    >>> analyzer.tokenize(b"Subject: Free\n\nSee http://example.com/now")
    ['subject:free', 'type:text/plain', 'see', 'url:example.com', 'url:com', 'path:now']
    >>> analyzer.count(b"Subject: Free\n\nfree, free")
    {'subject:free': 1, 'type:text/plain': 1, 'free': 2}
    """

    # The defaults are what experiments/001 to 006 found best.
    case: str = "fold"
    headers: str = "all"
    pairs: bool = False
    urls: str = "parts"
    hidden: str = "apart"
    min_length: int = 3
    max_length: int = 12
    trusted_relays: Collection[str] = ()  # experiments/016
    trusted_authserv: str | None = None
    limits: Limits = Limits()  # noqa: RUF009 (frozen)
    version: str = _core.mail_version()

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                shown = ", ".join(map(repr, choices))
                raise InputError(
                    f"must be one of {shown}, not {value!r}",
                    code="bad-parameter",
                    place=name,
                    parameter=name,
                )
        if not isinstance(self.pairs, bool):
            raise InputError(
                f"must be True or False, not {self.pairs!r}",
                code="bad-parameter",
                place="pairs",
                parameter="pairs",
            )
        if not isinstance(self.limits, Limits):
            raise InputTypeError(
                f"must be Limits(...), not {self.limits!r}",
                code="bad-parameter",
                place="limits",
                parameter="limits",
            )
        if self.trusted_relays != ():
            object.__setattr__(self, "trusted_relays", networks(self.trusted_relays))
        if self.trusted_authserv is not None:
            object.__setattr__(self, "trusted_authserv", server(self.trusted_authserv))
        _check_length("max_length", self.max_length, LONGEST)
        _check_length("min_length", self.min_length, self.max_length)

    def tokenize(self, message: bytes) -> list[str]:
        """Return the tokens of a message.

        Parameters
        ----------
        message : bytes
            The message as it stands in a mailbox.

        Returns
        -------
        list of str
            Tokens of the headers, then of each part, then the marks.
        """
        return self.native().tokenize(_raw(message))

    __call__ = tokenize

    def count(self, message: bytes) -> dict[str, int]:
        """Count the tokens of a message.

        Parameters
        ----------
        message : bytes
            The message as it stands in a mailbox.

        Returns
        -------
        dict of str to int
            How often each token occurs, in the order they come.
        """
        return self.native().count(_raw(message))

    def native(self) -> _core.MailAnalyzer:
        """Return the compiled analyser that follows this specification."""
        return _compile(self)


def _check_length(name: str, value: object, longest: int) -> None:
    if type(value) is not int or not 1 <= value <= longest:
        raise InputError(
            f"must be an integer from 1 to {longest}, not {value!r}",
            code="bad-parameter",
            place=name,
            parameter=name,
        )


def _raw(message: bytes) -> bytes:
    if not isinstance(message, bytes):
        kind = type(message).__name__
        raise InputTypeError(
            f"a message must be bytes, not {kind}",
            code="wrong-type",
            parameter="message",
            remedy="do not decode it",
        )
    return message


@lru_cache(maxsize=64)
def _compile(spec: MailAnalyzer) -> _core.MailAnalyzer:
    if not is_compatible(spec.version, _core.mail_version()):
        raise InputError(
            f"the analyser was built with {spec.version!r}, but this is {_core.mail_version()!r}",
            code="version-mismatch",
            remedy="tokens may differ, so learn again",
        )
    return _core.MailAnalyzer(
        fold_case=spec.case == "fold",
        headers=spec.headers,
        pairs=spec.pairs,
        urls=spec.urls,
        hidden=spec.hidden,
        min_length=spec.min_length,
        max_length=spec.max_length,
        trusted_relays=list(spec.trusted_relays),
        trusted_authserv=spec.trusted_authserv,
        limits=spec.limits,
    )
