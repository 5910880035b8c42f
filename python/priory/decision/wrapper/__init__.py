"""The wrapper: a classifier around another one, which it fits, asks and hands parameters on to."""

from priory.decision.wrapper._base import Wrapper, explains, inner_of, learns_in_batches

__all__ = ["Wrapper", "explains", "inner_of", "learns_in_batches"]
