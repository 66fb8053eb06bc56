"""The scorecard: what is extracted, held against gold."""

from sciloom.evaluation.errors import KINDS, Error, errors
from sciloom.evaluation.scorecard import Row, scorecard

__all__ = ["KINDS", "Error", "Row", "errors", "scorecard"]
