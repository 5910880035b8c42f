"""Names of index, lock and backup files that mail programs keep beside messages."""

from __future__ import annotations

import re

__all__ = ["is_auxiliary"]

# Hidden files, what MH deleted (`,12`, `#12`), what editors leave behind, and the indices and
# locks of Dovecot, Courier, Cyrus, Thunderbird, Evolution, and the system.
_AUXILIARY = re.compile(
    r"""\..* | [,\#]\d+ | .*~
    | dovecot(?:[.-].*)? | courierimap\w* | courierpop3dsizelist | cyrus\..*
    | maildirfolder | maildirsize | subscriptions
    | .*\.(?:msf|mozmsgs|lock|cmeta|ev-summary.* | ibex\.index.*)
    | desktop\.ini | Thumbs\.db""",
    re.VERBOSE | re.DOTALL,
)


def is_auxiliary(name: str) -> bool:
    """Tell whether a file of this name is no message.

    >>> [name for name in ("12", ",12", "dovecot.index.cache", "0001.7c53") if is_auxiliary(name)]
    [',12', 'dovecot.index.cache']
    """
    return _AUXILIARY.fullmatch(name) is not None
