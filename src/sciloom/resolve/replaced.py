"""IRIs that a concept had in builds of fewer papers, or may have had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sciloom.model import Tie
from sciloom.spill import Shuffle
from sciloom.vocab import concept_iri

REPLACED = "dcterms:isReplacedBy"
_REASON = "what is called so is part of it"


class Replaced:
    """Which keys of names are no concepts, and which concepts took them in.

    A name is a concept of its own until a build knows more. That all its entities now stand for
    others is told by the papers of this build alone, so that it does not matter which builds were
    before it.
    """

    def __init__(self) -> None:
        self._read = Shuffle()

    def name(self, key: str, centre: str) -> None:
        """Add an entity whose name has this key and that stands for the concept of this key."""
        if key != centre:
            self._read.put(key, centre)

    def keep(self, key: str) -> None:
        """Add a concept that there is."""
        self._read.put(key, None)

    def ties(self, base: str) -> Iterator[Tie]:
        """Yield the ties of what is no more; how sure is the share of the name's entities."""
        for key, centres in self._read:
            if None in centres:
                continue
            for centre, number in sorted(Counter(centres).items()):
                yield Tie(
                    subject=concept_iri(key, base),
                    predicate=REPLACED,
                    object=concept_iri(centre, base),
                    reason=_REASON,
                    score=round(number / len(centres), 4),
                )
