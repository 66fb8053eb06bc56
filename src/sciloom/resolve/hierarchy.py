"""Narrower and broader concepts: by what papers state, and by head nouns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from sciloom.model import Concept, Tie
from sciloom.vocab import BASE, concept_iri

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
    stated: Iterable[tuple[str, str, float]], concepts: Sequence[Concept], *, base: str = BASE
) -> tuple[Tie, ...]:
    """Return what is broader than what, without circles.

    Of a circle the least sure tie is left out.

    Parameters
    ----------
    stated
        What papers state: narrower, broader concept (IRIs), and how sure.
    concepts
        All of them; read twice.
    base
        What every resource IRI starts with.
    """
    parents: defaultdict[str, list[str]] = defaultdict(list)
    ties = []
    for tie in sorted(
        chain(_stated(stated), _heads(concepts, base)),
        key=lambda t: (-t.score, t.subject, t.object, t.reason),
    ):
        known = tie.object in parents[tie.subject]
        if not known and not leads(parents, tie.object, tie.subject):
            parents[tie.subject].append(tie.object)
            ties.append(tie)
    return tuple(sorted(ties))


def _stated(stated: Iterable[tuple[str, str, float]]) -> Iterable[Tie]:
    """Yield the ``isA`` of papers; several that state one make it surer."""
    doubt: defaultdict[tuple[str, str], float] = defaultdict(lambda: 1.0)
    papers: defaultdict[tuple[str, str], int] = defaultdict(int)
    # In order: the last digit of a product depends on it.
    for narrow, broad, score in sorted(stated):
        doubt[narrow, broad] *= 1 - score
        papers[narrow, broad] += 1
    for (narrow, broad), left in doubt.items():
        score = round(1 - left, 4)
        if narrow != broad and score >= _LOWEST:
            reason = f"papers that state it: {papers[narrow, broad]}"
            yield Tie(subject=narrow, predicate=BROADER, object=broad, reason=reason, score=score)


def _heads(concepts: Sequence[Concept], base: str) -> Iterable[Tie]:
    """Yield "sparse Hopfield network" under "Hopfield network": the longest head of its type."""
    types = {concept.key: concept.type for concept in concepts}
    for concept in concepts:
        words = concept.key.split("-")
        heads = ((k, "-".join(words[k:])) for k in range(1, len(words) - 1))
        alike = ((k, head) for k, head in heads if types.get(head) == concept.type)
        k, head = next(alike, (0, ""))
        if head and _BARRED.isdisjoint(words[:k]):
            yield Tie(
                subject=concept.iri,
                predicate=BROADER,
                object=concept_iri(head, base),
                reason=_HEAD,
                score=_HEAD_SCORE,
            )


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
