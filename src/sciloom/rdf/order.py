"""One order of quads, whatever the hash seed: what makes two builds the same bytes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import cast

from pyoxigraph import NamedNode, Quad

from sciloom.rdf.terms import term

_DIGITS = re.compile(r"\d+")


def natural(text: str) -> tuple[str, str]:
    """Return what sorts claim/2 before claim/10."""
    return _DIGITS.sub(lambda m: m[0].zfill(9), text), text


def _object(quad: Quad) -> tuple[str, str]:
    return natural(str(quad.object))


def in_order(quads: Iterable[Quad]) -> Iterator[Quad]:
    """Sort each run of quads of one graph and drop its duplicates; graphs stay in their order.

    By subject, its type before all else, predicate, object. Holds one graph in memory at a time.
    There are no blank nodes to sort.
    """
    type_ = term("rdf:type")
    for _, graph in groupby(quads, key=lambda quad: quad.graph_name):
        found: defaultdict[str, dict[NamedNode, list[Quad]]] = defaultdict(dict)
        for quad in graph:
            found[cast("NamedNode", quad.subject).value].setdefault(quad.predicate, []).append(quad)
        for subject in sorted(found, key=natural):
            facts = found[subject]
            for predicate in sorted(facts, key=lambda p: (p != type_, p.value)):
                # Most stand alone, and a text is long to compare.
                same = facts[predicate]
                yield from sorted(set(same), key=_object) if len(same) > 1 else same
