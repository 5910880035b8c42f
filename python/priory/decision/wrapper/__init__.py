"""Meta-estimator base class: a classifier that wraps another one."""

from priory.decision.wrapper._base import Wrapper, explains, inner_of, learns_in_batches

__all__ = ["Wrapper", "explains", "inner_of", "learns_in_batches"]
