"""Narrower and broader concepts: by what papers state, and by head nouns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import chain

from sciloom.model import Concept, Extraction, Tie
from sciloom.vocab import BASE, paper_iri

BROADER = "skos:broader"
_HEAD = "head noun"
_HEAD_SCORE = 0.8
_LOWEST = 0.7
#: Words that, in front of a head, make another thing of it or a phrase of two things.
_BARRED = frozenset(
    """a and anti as at beyond bi by for free from in like less multi non not of on or over per
    post pre pseudo quasi self semi the through to un under using versus via vs weakly with
    without""".split()
)


def hierarchy(
    extractions: Iterable[Extraction],
    concepts: Iterable[Concept],
    concept_of: Mapping[tuple[str, str], str],
    *,
    base: str = BASE,
) -> tuple[Tie, ...]:
    """Return what is broader than what, without circles.

    Of a circle the least sure tie is left out.
    """
    concepts = tuple(concepts)
    known = {concept.iri for concept in concepts}
    parents: defaultdict[str, list[str]] = defaultdict(list)
    ties = []
    for tie in sorted(
        chain(_stated(extractions, concept_of, base), _heads(concepts)),
        key=lambda t: (-t.score, t.subject, t.object, t.reason),
    ):
        idle = tie.object not in known or tie.object in parents[tie.subject]
        if not idle and not leads(parents, tie.object, tie.subject):
            parents[tie.subject].append(tie.object)
            ties.append(tie)
    return tuple(sorted(ties))


def _stated(
    extractions: Iterable[Extraction], concept_of: Mapping[tuple[str, str], str], base: str
) -> Iterable[Tie]:
    """Yield the ``isA`` of papers; several that state one make it surer."""
    doubt: defaultdict[tuple[str, str], float] = defaultdict(lambda: 1.0)
    papers: defaultdict[tuple[str, str], int] = defaultdict(int)
    for extraction in extractions:
        paper = paper_iri(extraction.paper, base)
        for relation in extraction.relations:
            if relation.predicate == "isA":
                ends = (concept_of[paper, relation.subject], concept_of[paper, relation.object])
                doubt[ends] *= 1 - relation.score
                papers[ends] += 1
    for (narrow, broad), left in doubt.items():
        score = round(1 - left, 4)
        if narrow != broad and score >= _LOWEST:
            reason = f"papers that state it: {papers[narrow, broad]}"
            yield Tie(subject=narrow, predicate=BROADER, object=broad, reason=reason, score=score)


def _heads(concepts: tuple[Concept, ...]) -> Iterable[Tie]:
    """Yield "sparse Hopfield network" under "Hopfield network": the longest head of two words."""
    by_key = {concept.key: concept for concept in concepts}
    for concept in concepts:
        words = concept.key.split("-")
        for k in range(1, len(words) - 1):
            head = by_key.get("-".join(words[k:]))
            if head and head.type == concept.type:
                if not _BARRED.intersection(words[:k]):
                    yield Tie(
                        subject=concept.iri,
                        predicate=BROADER,
                        object=head.iri,
                        reason=_HEAD,
                        score=_HEAD_SCORE,
                    )
                break


def leads(parents: Mapping[str, list[str]], start: str, goal: str) -> bool:
    """Tell whether the way up from ``start`` passes ``goal``."""
    seen, stack = set(), [start]
    while stack:
        node = stack.pop()
        if node == goal:
            return True
        if node not in seen:
            seen.add(node)
            stack += parents.get(node, ())
    return False
