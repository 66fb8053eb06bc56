"""Concepts that share a name, and are told apart: each points to the other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from sciloom.model import Tie
from sciloom.resolve.hierarchy import BROADER, leads
from sciloom.vocab import concept_iri

RELATED = "skos:related"
#: What parts a name from what tells its bearers apart, in the key of a concept.
DISCRIMINATED = "~"
_MAY_BE = "may be short for it"
_SHARED = "shares the name"


def namesakes(
    sizes: Mapping[str, int],
    longs: Mapping[str, Iterable[str]],
    choices: Mapping[str, Sequence[str]],
    broader: Iterable[Tie],
    *,
    base: str,
) -> Iterator[Tie]:
    """Yield the ties between concepts of one name.

    A short form that is a concept of its own points to what it may mean; of the others of a name,
    each points to the most used one and is pointed to by it. What is broader is no namesake.

    Parameters
    ----------
    sizes
        How many entities the concepts that may share a name have, by key.
    longs
        The keys of what each short form stands for in some paper.
    choices
        Likewise, of a short form that is a concept of its own.
    broader
        The hierarchy.
    """
    parents: defaultdict[str, list[str]] = defaultdict(list)
    for tie in broader:
        if tie.predicate == BROADER:
            parents[tie.subject].append(tie.object)
    found = dict(_meanings(sizes, choices))
    for name, keys in sorted(_bearers(sizes, longs).items()):
        hub, *rest = sorted(keys, key=lambda key: (-sizes[key], key)) or [""]
        for key in rest:
            for pair in ((hub, key), (key, hub)):
                found.setdefault(pair, (f"{_SHARED} {name}", 1.0))
    for pair, (reason, score) in found.items():
        one, other = (concept_iri(key, base) for key in pair)
        if not (leads(parents, one, other) or leads(parents, other, one)):
            yield Tie(subject=one, predicate=RELATED, object=other, reason=reason, score=score)


def _meanings(
    sizes: Mapping[str, int], choices: Mapping[str, Sequence[str]]
) -> Iterator[tuple[tuple[str, str], tuple[str, float]]]:
    for short, meant in sorted(choices.items()):
        for other in meant:
            if other != short and other in sizes:
                yield (short, other), (_MAY_BE, round(1 / len(meant), 4))


def _bearers(
    sizes: Mapping[str, int], longs: Mapping[str, Iterable[str]]
) -> Mapping[str, set[str]]:
    """Map a name to the concepts that some paper calls so."""
    bearers: defaultdict[str, set[str]] = defaultdict(set)
    for key in sizes:
        name, told, _ = key.partition(DISCRIMINATED)
        if told:
            bearers[name] |= {key, name} & sizes.keys()
    for short, meant in longs.items():
        bearers[short] |= set(meant) & sizes.keys()
    return bearers
