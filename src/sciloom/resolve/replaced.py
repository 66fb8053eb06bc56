"""What became of the concepts of the build before."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from sciloom.model import Concept, Tie

REPLACED = "dcterms:isReplacedBy"


def replaced(
    before: Mapping[tuple[str, str], str],
    after: Mapping[tuple[str, str], str],
    concepts: Iterable[Concept],
) -> tuple[Tie, ...]:
    """Tie each concept IRI that is no more to the one that most of its entities stand for.

    ``before`` and ``after`` map (paper IRI, entity name) to the concept's IRI. An IRI whose
    entities are all gone is tied to nothing.
    """
    known = {concept.iri for concept in concepts}
    moves: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for entity, old in before.items():
        if old not in known and entity in after:
            moves[old][after[entity]] += 1
    return tuple(
        Tie(
            subject=old,
            predicate=REPLACED,
            object=new,
            reason=f"{count} of its {counts.total()} entities stand for it",
            score=round(count / counts.total(), 4),
        )
        for old, counts in sorted(moves.items())
        for new, count in [min(counts.items(), key=lambda item: (-item[1], item[0]))]
    )
