"""The errors a caller may meet.

::

    SciloomError
      CorpusError          an input that cannot be read
        MissingInputError
        UnreadableInputError
      FactsError           a facts file that does not hold together
      ResolveError         a user's merges, splits or vocabulary that do not hold together
      ExtractionError      the pipeline cannot be assembled or run
      StoreError           an output folder or store that cannot be opened or written
      QueryError           a query that cannot be answered
        QuerySyntaxError
        QueryTimeoutError
        QueryMemoryError
        QueryRefusedError
        UnknownQueryError
      ShapeError           the shapes cannot be run

Each says what, where and what next; a mistake in calling Python stays ``ValueError`` or
``TypeError``.
"""

from __future__ import annotations

from typing import Any


class SciloomError(Exception):
    """Root of the tree: ``what`` happened, ``where``, and what to do ``next``."""

    def __init__(self, what: str, *, where: str = "", next: str = "") -> None:
        self.what = what
        self.where = where
        self.next = next
        super().__init__(what, where, next)

    def __reduce__(self) -> tuple[Any, ...]:
        """Let an error of another process arrive as it was."""
        return type(self).__new__, (type(self), *self.args), self.__dict__

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f" ({self.next})" if self.next else ""
        return f"{place}{self.what}{advice}"


class CorpusError(SciloomError):
    """An input cannot be read."""


class MissingInputError(CorpusError):
    """A path leads to nothing."""


class UnreadableInputError(CorpusError):
    """A file is there but is not text in a known format, or may not be opened."""


class FactsError(SciloomError):
    """A line of a facts file does not hold together."""


class ResolveError(SciloomError):
    """A user's merges, splits or vocabulary cannot be read or do not hold together."""


class ExtractionError(SciloomError):
    """The pipeline cannot be assembled or run."""


class StoreError(SciloomError):
    """An output folder or its store cannot be opened or written."""


class QueryError(SciloomError):
    """A query cannot be answered."""


class QuerySyntaxError(QueryError):
    """A query does not parse; ``line`` and ``column`` count from 1."""

    def __init__(
        self, what: str, *, line: int, column: int, where: str = "", next: str = ""
    ) -> None:
        super().__init__(what, where=where, next=next)
        self.line = line
        self.column = column


class QueryTimeoutError(QueryError):
    """A query ran past its limit and was ended."""


class QueryMemoryError(QueryError):
    """A query needed more memory than it may have and was ended."""


class QueryRefusedError(QueryError):
    """A query asks for what is not allowed (SERVICE, an update)."""


class UnknownQueryError(QueryError):
    """No named query has that name, or a parameter does not fit."""


class ShapeError(SciloomError):
    """The shapes cannot be run."""
