"""The mail filter: a Naive Bayes spam filter with a persistent SQLite store."""

from priory.mailfilter.errors import StoreError
from priory.mailfilter.filter import MailFilter
from priory.mailfilter.settings import Settings
from priory.mailfilter.store import Store
from priory.mailfilter.verdict import Evidence, Verdict

__all__ = ["Evidence", "MailFilter", "Settings", "Store", "StoreError", "Verdict"]
