"""The scorecard: what is extracted, held against gold."""

from sciloom.evaluation.scorecard import Row, scorecard

__all__ = ["Row", "scorecard"]
