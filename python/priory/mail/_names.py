"""Names of files that are no messages, though they stand where messages do."""

from __future__ import annotations

import re

__all__ = ["is_aside"]

# Hidden files, what MH deleted (`,12`, `#12`), what editors leave behind, and the indices and
# locks of Dovecot, Courier, Cyrus, Thunderbird, Evolution, and the system.
_ASIDE = re.compile(
    r"""\..* | [,\#]\d+ | .*~
    | dovecot(?:[.-].*)? | courierimap\w* | courierpop3dsizelist | cyrus\..*
    | maildirfolder | maildirsize | subscriptions
    | .*\.(?:msf|mozmsgs|lock|cmeta|ev-summary.* | ibex\.index.*)
    | desktop\.ini | Thumbs\.db""",
    re.VERBOSE | re.DOTALL,
)


def is_aside(name: str) -> bool:
    """Tell whether a file of this name is no message.

    >>> [name for name in ("12", ",12", "dovecot.index.cache", "0001.7c53") if is_aside(name)]
    [',12', 'dovecot.index.cache']
    """
    return _ASIDE.fullmatch(name) is not None
