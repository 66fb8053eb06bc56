"""What a second reader of the same text tells the model: shares to weigh in, names, other forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from sciloom.nlp.model.read import FoundEntity

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Name:
    """What looks like a name: characters, likely type and what that type weighs.

    The weight counts beside the network's probability of each type.
    """

    start: int
    end: int
    type: str
    weight: float


class Adviser(Protocol):
    """A reader of one passage; spans count characters from its start."""

    @property
    def names(self) -> Sequence[Name]:
        """Names in the order of the text, none of which overlap."""

    @property
    def abbreviations(self) -> Sequence[tuple[Span, Span]]:
        """Short forms with the long forms that the text gives them."""

    def tags(self, words: Sequence[Span]) -> NDArray[np.float64]:
        """Return the share of each tag, (words, tags): outside, begin and inside of each type."""

    def roles(
        self, entities: Sequence[Sequence[Span]], types: Sequence[str]
    ) -> NDArray[np.float64]:
        """Return the share of each role, (entities, roles), given mentions and types."""

    def relations(self, entities: Sequence[FoundEntity]) -> NDArray[np.float64]:
        """Return the shares of ordered pairs, (entities, entities, 1 + relations), none first."""
