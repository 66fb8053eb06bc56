"""One order of quads, whatever the hash seed: what makes two builds the same bytes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import cast

from pyoxigraph import NamedNode, Quad

from sciloom.rdf.terms import term

_DIGITS = re.compile(r"\d+")


def _natural(text: str) -> str:
    """Sort claim/2 before claim/10."""
    return _DIGITS.sub(lambda m: m[0].zfill(9), text)


def _key(quad: Quad) -> tuple[str, bool, str, str, str]:
    """Subject, its type before all else, predicate, object."""
    object_ = str(quad.object)
    return (
        _natural(cast("NamedNode", quad.subject).value),
        quad.predicate != term("rdf:type"),
        quad.predicate.value,
        _natural(object_),
        object_,
    )


def in_order(quads: Iterable[Quad]) -> Iterator[Quad]:
    """Sort each run of quads of one graph and drop its duplicates; graphs stay in their order.

    Holds one graph in memory at a time. There are no blank nodes to sort.
    """
    for _, graph in groupby(quads, key=lambda quad: quad.graph_name):
        yield from sorted(set(graph), key=_key)
