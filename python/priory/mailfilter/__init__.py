"""The mail filter: what was learned of mail, and what it says of other mail."""

from priory.mailfilter.errors import StoreError
from priory.mailfilter.filter import MailFilter
from priory.mailfilter.settings import Settings
from priory.mailfilter.store import Store
from priory.mailfilter.verdict import Evidence, Verdict

__all__ = ["Evidence", "MailFilter", "Settings", "Store", "StoreError", "Verdict"]
